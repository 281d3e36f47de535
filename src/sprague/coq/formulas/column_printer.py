"""`program_text` prints a column program (`columns { … }`) as a Coq term (`coq/ColumnPrograms.v`)."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.coq.syntax import identifiers, list_text
from sprague.language.column_programs import ANY, LAST, NO, YES, ColumnProgram, Count, Line, Place, Spelt

GOALS = {YES: "Accept", NO: "Reject", LAST: "Last"}


def program_text(program: ColumnProgram) -> str:
    """Return the Coq text of a column program, stage by stage and line by line.

    >>> from sprague.language.formula_parser import parse_formula
    >>> nim = parse_formula("columns { start: even ones -> start; else -> no }", ("a", "b"))
    >>> assert isinstance(nim, ColumnProgram)
    >>> print(program_text(nim))
    (let piles := 0 in let start := 0 in
      Program
      [Stage (* start *)
         [Line [Count 1 piles (Some 2) [0]] (Goto start) [] false;
          Line [] Reject [] false] true]
      [piles;piles])%nat
    """
    lines = [line for stage in program.stages for line in stage.lines]
    counted = [part.group for line in lines for part in line.guard if isinstance(part, Count)]
    moved = [group for line in lines for place in line.places for group in (place.group, place.into)]
    groups = list(dict.fromkeys([*program.groups, *counted, *moved]))
    stages = [stage.name for stage in program.stages]
    names = identifiers([*groups, *stages])
    called_groups = dict(zip(groups, names[: len(groups)], strict=True))
    called_stages = dict(zip(stages, names[len(groups) :], strict=True))
    numbers = [*range(len(groups)), *range(len(stages))]
    lets = " ".join(f"let {name} := {number} in" for name, number in zip(names, numbers, strict=True))
    written = [
        f"Stage (* {stage.name} *)\n     [{_lines_text(stage.lines, called_groups, called_stages)}] {_bool(stage.ends)}"
        for stage in program.stages
    ]
    body = ";\n   ".join(written)
    return f"({lets}\n  Program\n  [{body}]\n  {list_text(called_groups[group] for group in program.groups)})%nat"


def _lines_text(lines: Sequence[Line], groups: dict[str, str], stages: dict[str, str]) -> str:
    return ";\n      ".join(_line_text(line, groups, stages) for line in lines)


def _line_text(line: Line, groups: dict[str, str], stages: dict[str, str]) -> str:
    guards = "; ".join(_guard_text(part, groups) for part in line.guard)
    goal = GOALS[line.to] if line.to in GOALS else f"(Goto {stages[line.to]})"
    places = "; ".join(_place_text(place, groups) for place in line.places)
    return f"Line [{guards}] {goal} [{places}] {_bool(line.not_last)}"


def _guard_text(part: Count | Spelt, groups: dict[str, str]) -> str:
    if isinstance(part, Spelt):
        columns = (list_text(_option(None if digit == ANY else digit) for digit in column) for column in part.columns)
        return f"Spelt {list_text(columns)}"
    asked = f"{groups[part.group]} {_option(part.modulus)} {list_text(part.numbers)}"
    return f"Total {asked}" if part.digit is None else f"Count {part.digit} {asked}"


def _place_text(place: Place, groups: dict[str, str]) -> str:
    return f"Regroup {groups[place.group]} {_option(place.digit)} {groups[place.into]}"


def _option(number: int | None) -> str:
    return "None" if number is None else f"(Some {number})"


def _bool(value: bool) -> str:
    return "true" if value else "false"
