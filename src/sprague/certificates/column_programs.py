"""`write_program` writes a column program (`columns { … }`) as a JSON object; `read_program` reads it back.

A column program reads the digits of terms column by column. Each term belongs to a *group*, and the *stages* are the
states of the program between two columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sprague.certificates.json_values import (
    Tree,
    read_boolean,
    read_list,
    read_natural,
    read_naturals,
    read_number,
    read_object,
    refuse,
)
from sprague.certificates.names import Names, is_spelt_like_a_name
from sprague.language.column_programs import (
    ANY,
    DECIDED,
    ColumnProgram,
    Count,
    Line,
    Place,
    Spelt,
    Stage,
)
from sprague.language.expressions import Expression

FIBONACCI = [1, 1]
LARGEST_BASE = 10
MOST_COUNTED = 1000


def write_program(program: ColumnProgram, write_term: Callable[[Expression], Tree]) -> Tree:
    """Return a column program as a JSON object for a certificate; names that the format forbids are replaced."""
    groups = _spelling(_groups_in(program), ())
    stages = _spelling([stage.name for stage in program.stages], DECIDED)
    return {
        "terms": [write_term(term) for term in program.terms],
        "groups": [groups[group] for group in program.groups],
        "numeration": [program.base] if program.base else FIBONACCI,
        "stages": [
            {
                "name": stages[stage.name],
                "ends": stage.ends,
                "lines": [_write_line(line, stages, groups) for line in stage.lines],
            }
            for stage in program.stages
        ],
    }


def _spelling(names: Sequence[str], kept: Sequence[str]) -> Names:
    """Map the names of stages or groups to names in a certificate, in which they may also be reserved words."""
    return Names(names, kept=[*kept, *filter(is_spelt_like_a_name, names)])


def _groups_in(program: ColumnProgram) -> list[str]:
    found = list(program.groups)
    for stage in program.stages:
        for line in stage.lines:
            found += [part.group for part in line.guard if isinstance(part, Count)]
            found += [group for place in line.places for group in (place.group, place.into)]
    return found


def _write_line(line: Line, stages: Mapping[str, str], groups: Mapping[str, str]) -> Tree:
    return {
        "guard": [_write_guard(part, groups) for part in line.guard],
        "to": stages[line.to],
        "last": not line.not_last,
        "regroup": [
            {"digit": place.digit, "from": groups[place.group], "to": groups[place.into]} for place in line.places
        ],
    }


def _write_guard(guard: Count | Spelt, groups: Mapping[str, str]) -> Tree:
    if isinstance(guard, Spelt):
        return {"patterns": [list(column) for column in guard.columns]}
    return {
        "count": list(guard.numbers),
        "digit": guard.digit,
        "group": groups[guard.group],
        "modulus": guard.modulus,
    }


def read_program(tree: Tree, read_term: Callable[[Tree, str], Expression], where: str) -> ColumnProgram:
    """Return the column program that a JSON object of a certificate describes."""
    read_object(tree, where, ("terms", "groups", "numeration", "stages"))
    terms = [read_term(term, f"{where}.terms") for term in read_list(tree["terms"], f"{where}.terms", 1)]
    groups = read_list(tree["groups"], f"{where}.groups", len(terms), len(terms))
    base = _read_base(tree["numeration"], f"{where}.numeration")
    stages = read_list(tree["stages"], f"{where}.stages", 1)
    for number, stage in enumerate(stages):
        read_object(stage, f"{where}.stages[{number}]", ("name", "ends", "lines"))
    names = [_read_spelling(stage["name"], f"{where}.stages: name") for stage in stages]
    if len(set(names)) < len(names) or set(names) & set(DECIDED):
        refuse(f"{where}.stages", f"distinct names of stages other than {' and '.join(DECIDED)}", names)
    reader = _ProgramReader(len(terms), base or 2, (*names, *DECIDED))
    return ColumnProgram(
        tuple(terms),
        tuple(_read_spelling(group, f"{where}.groups") for group in groups),
        base,
        tuple(reader.stage(stage, f"{where}.stages[{number}]") for number, stage in enumerate(stages)),
    )


def _read_base(value: Tree, where: str) -> int:
    """Return the base of a column program; 0 stands for Fibonacci digits."""
    if value == FIBONACCI:
        return 0
    (base,) = read_list(value, where, 1, 1)
    return read_natural(base, where, 2, LARGEST_BASE)


def _read_spelling(value: object, where: str) -> str:
    """Check that a JSON value is a valid name of a stage or group, and return it."""
    if not isinstance(value, str) or not is_spelt_like_a_name(value):
        refuse(where, "the name of a stage or a group (a-z, 0-9 and _)", value)
    return value


class _ProgramReader:
    """A reader for the stages of a column program in a certificate; each line must lead to a stage in `targets`."""

    def __init__(self, terms: int, digits: int, targets: tuple[str, ...]) -> None:
        self.terms, self.digits, self.targets = terms, digits, targets

    def stage(self, tree: dict[str, Any], where: str) -> Stage:
        lines = read_list(tree["lines"], f"{where}.lines")
        return Stage(
            tree["name"],
            tuple(self.line(line, f"{where}.lines[{number}]") for number, line in enumerate(lines)),
            read_boolean(tree["ends"], f"{where}.ends"),
        )

    def line(self, tree: Tree, where: str) -> Line:
        read_object(tree, where, ("guard", "to", "last", "regroup"))
        if tree["to"] not in self.targets:
            refuse(f"{where}.to", f"one of {', '.join(self.targets)}", tree["to"])
        return Line(
            tuple(self.guard(part, f"{where}.guard") for part in read_list(tree["guard"], f"{where}.guard")),
            tree["to"],
            tuple(self.place(place, f"{where}.regroup") for place in read_list(tree["regroup"], f"{where}.regroup")),
            not read_boolean(tree["last"], f"{where}.last"),
        )

    def guard(self, tree: Tree, where: str) -> Count | Spelt:
        if isinstance(tree, dict) and "patterns" in tree:
            read_object(tree, where, ("patterns",))
            patterns = [self.pattern(pattern, where) for pattern in read_list(tree["patterns"], where, 1)]
            return Spelt(tuple(patterns))
        read_object(tree, where, ("count", "digit", "group", "modulus"))
        modulus = None if tree["modulus"] is None else read_natural(tree["modulus"], f"{where}.modulus", 1)
        return Count(
            tuple(sorted(set(read_naturals(tree["count"], f"{where}.count", MOST_COUNTED)))),
            self.digit(tree["digit"], where),
            _read_spelling(tree["group"], f"{where}.group"),
            modulus,
        )

    def pattern(self, tree: Tree, where: str) -> tuple[int, ...]:
        digits = read_list(tree, where, self.terms, self.terms)
        return tuple(read_number(digit, where, ANY, self.digits - 1) for digit in digits)

    def digit(self, value: object, where: str) -> int | None:
        return None if value is None else read_natural(value, f"{where}.digit", 0, self.digits - 1)

    def place(self, tree: Tree, where: str) -> Place:
        read_object(tree, where, ("digit", "from", "to"))
        return Place(
            self.digit(tree["digit"], where),
            _read_spelling(tree["from"], f"{where}.from"),
            _read_spelling(tree["to"], f"{where}.to"),
        )
