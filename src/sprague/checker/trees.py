"""The checker's strict reader, which turns JSON values into immutable syntax trees of rules and formulas.

Terms and formulas have the same structure as in the file, but consist of tuples instead of lists: `("+", "a", ("*", 2,
"k"))`. A term that is a string is a name. `docs/certificate-format.md` defines the format, and the reader refuses all
other data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from .errors import NotACertificate

Term = Any  # a term is an integer, a name, or a tuple that begins with an operator
Formula = Any  # a formula is a tuple that begins with an operator

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_RESERVED = (
    "abs all and any at base bitand bitor block ceil circle columns div divides else end even every exactly exists "
    "false fibonacci floor for free in iff implies is last least low max min mod most no not odd of or order pile "
    "piles positions power prime row some square stop sum there true value when where win with xor yes"
)
RESERVED = frozenset(_RESERVED.split())
RELATIONS = ("<", "<=", "=", "!=", ">=", ">")
MOST_NUMBER = 10**30
MOST_DEPTH = 100
MOST_SMALL = 2**63
MOST_ARGUMENTS = 1000
MOST_EXTREMES = 50
MOST_PILES, MOST_MOVES, MOST_BLOCK = 64, 500, 1000
TRUE: Formula = ("and",)
FALSE: Formula = ("or",)


def refuse(expected: str, got: object) -> NoReturn:
    """Raise `NotACertificate` for data that the checker refuses; the message shows what was expected and found."""
    try:
        shown = repr(got)
    except (ValueError, RecursionError):
        shown = f"a {type(got).__name__} that is too large to show"
    raise NotACertificate(f"expected {expected}, got {shown if len(shown) <= 200 else shown[:200] + '…'}")


def read_object(data: object, what: str, required: Sequence[str], optional: Sequence[str] = ()) -> Mapping[str, Any]:
    """Checker's reader: check that a JSON value is an object with all required keys and no unknown keys."""
    if not isinstance(data, dict):
        refuse(f"{what} to be a JSON object", data)
    for key in required:
        if key not in data:
            refuse(f"the key {key!r} in {what}", list(data))
    for key in data:
        if key not in required and key not in optional:
            refuse(f"only known keys in {what}", str(key)[:40])
    return data


def read_list(data: object, what: str, least: int = 0, most: int = MOST_ARGUMENTS) -> list[Any]:
    """Checker's reader: check that a JSON value is a list of an allowed length."""
    if not isinstance(data, list) or not least <= len(data) <= most:
        refuse(f"{what} to be a list of {f'{least:,}' if least == most else f'{least} to {most:,}'} items", data)
    return data


def read_natural(data: object, what: str, least: int = 0, most: int = MOST_SMALL - 1) -> int:
    """Checker's reader: check that a JSON value is an integer in a range."""
    if type(data) is not int or not least <= data <= most:
        refuse(f"{what} to be an integer from {least} to {most:,}", data)
    return data


def read_naturals(data: object, what: str, count: int | None = None, most: int = MOST_SMALL - 1) -> tuple[int, ...]:
    """Checker's reader: check that a JSON value is a list of natural numbers; `count` is its length, if given."""
    if not isinstance(data, list) or (count is not None and len(data) != count):
        refuse(f"{what} to be a list of {'' if count is None else f'{count} '}natural numbers", data)
    for one in data:
        if type(one) is not int or not 0 <= one <= most:
            refuse(f"{what} to contain natural numbers up to {most:,}", one)
    return tuple(data)


def read_word(data: object, what: str, words: Sequence[str]) -> str:
    """Checker's reader: check that a JSON value is one of the given words."""
    if not isinstance(data, str) or data not in words:
        refuse(f"{what} to be one of {', '.join(map(repr, words))}", data)
    return data


def read_bool(data: object, what: str) -> bool:
    """Checker's reader: check that a JSON value is true or false."""
    if type(data) is not bool:
        refuse(f"{what} to be true or false", data)
    return data


def read_name(data: object, allowed: Sequence[str] = ()) -> str:
    """Checker's reader: check that a JSON value is a name; reserved words are refused unless they are in `allowed`."""
    if not isinstance(data, str) or not NAME.fullmatch(data) or (data in RESERVED and data not in allowed):
        refuse("a name that matches [a-z][a-z0-9_]* and is not a reserved word", data)
    return data


def _read_names(data: object, what: str, least: int = 0, most: int = MOST_PILES) -> tuple[str, ...]:
    """Checker's reader: check that a JSON value is a list of distinct names."""
    names = tuple(read_name(one) for one in read_list(data, what, least, most))
    if len(set(names)) < len(names):
        refuse(f"distinct names in {what}", data)
    return names


# Terms and formulas


def read_number(data: object, least: int = -MOST_NUMBER, most: int = MOST_NUMBER) -> int:
    """Checker's reader: check that a JSON value is an integer that a term may contain."""
    if type(data) is not int or not least <= data <= most:
        refuse(f"an integer from {least} to {most}", data)
    return data


class TreeReader:
    """The checker's reader of terms and formulas; `special` lists the reserved words that may be used as names.

    Only the reserved words `value` and `power` can be in `special`. `sets` maps each named set of a question to the
    length of its members.
    """

    def __init__(self, special: Sequence[str] = (), sets: Mapping[str, int] | None = None) -> None:
        self.special, self.sets = special, sets or {}

    def term(self, data: object, depth: int = 0) -> Term:
        """Check a term of a certificate and return it with tuples instead of lists."""
        if depth > MOST_DEPTH:
            raise NotACertificate(f"a tree has more than {MOST_DEPTH} levels")
        if isinstance(data, str):
            return read_name(data, self.special)
        if type(data) is int:
            return read_number(data)
        if not isinstance(data, list) or not data or not isinstance(data[0], str) or data[0] not in _TERMS:
            refuse("a term", data)
        return (data[0], *_TERMS[data[0]](self, data[1:], depth + 1))

    def formula(self, data: object, depth: int = 0) -> Formula:
        """Check a formula of a certificate and return it with tuples instead of lists."""
        if depth > MOST_DEPTH:
            raise NotACertificate(f"a tree has more than {MOST_DEPTH} levels")
        if not isinstance(data, list) or not data or not isinstance(data[0], str) or data[0] not in _FORMULAS:
            refuse("a formula", data)
        return (data[0], *_FORMULAS[data[0]](self, data[1:], depth + 1))


# A function that reads the arguments of an operator, given the tree reader, the arguments and their depth.
_ArgumentReader = Callable[[TreeReader, list[Any], int], tuple[Any, ...]]


def _terms(what: str, least: int, most: int = MOST_ARGUMENTS) -> _ArgumentReader:
    return lambda reader, arguments, depth: tuple(
        reader.term(one, depth) for one in read_list(arguments, what, least, most)
    )


def _formulas(what: str, least: int, most: int = MOST_ARGUMENTS) -> _ArgumentReader:
    return lambda reader, arguments, depth: tuple(
        reader.formula(one, depth) for one in read_list(arguments, what, least, most)
    )


def _number_and_term(what: str, least: int, most: int) -> _ArgumentReader:
    def read(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
        number, term = read_list(arguments, what, 2, 2)
        return read_number(number, least, most), reader.term(term, depth)

    return read


def _term_and_number(what: str, least: int, most: int) -> _ArgumentReader:
    def read(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
        term, number = read_list(arguments, what, 2, 2)
        return reader.term(term, depth), read_number(number, least, most)

    return read


def _comparison(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    read_list(arguments, "a comparison", 3)
    if len(arguments) % 2 == 0:
        refuse("terms and relations in alternation", arguments)
    return tuple(
        read_word(one, "a relation", RELATIONS) if place % 2 else reader.term(one, depth)
        for place, one in enumerate(arguments)
    )


def _membership(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    term, numbers = read_list(arguments, "a term and a list", 2, 2)
    ranges = []
    for one in read_list(numbers, "numbers"):
        low, high = read_list(one, "a range", 2, 2) if isinstance(one, list) else (one, one)
        ranges.append((read_number(low), read_number(high)))
    return reader.term(term, depth), tuple(ranges)


def _column_sums(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    terms, base, modulus = read_list(arguments, "terms, a base and a modulus", 3, 3)
    return _SEVERAL(reader, terms, depth), read_number(base, 2, 10), read_number(modulus, 1, 10**6)


def _program(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    (data,) = read_list(arguments, "a column program", 1, 1)
    return (_read_program(reader, data, depth),)


def _exists(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    name, formula, *bound = read_list(arguments, "a name, a formula and perhaps a bound", 2, 3)
    return read_name(name), reader.formula(formula, depth), *(reader.term(one, depth) for one in bound)


def _member(reader: TreeReader, arguments: list[Any], depth: int) -> tuple[Any, ...]:
    name, terms = read_list(arguments, "the name of a set and a list of terms", 2, 2)
    if not isinstance(name, str) or name not in reader.sets:
        refuse("the name of a set that is defined before", name)
    count = reader.sets[name]
    return name, tuple(reader.term(one, depth) for one in read_list(terms, f"a member of {name}", count, count))


_SEVERAL = _terms("terms", 1)
_EXTREMES = _terms("terms", 1, MOST_EXTREMES)
_DIVISION = _term_and_number("a term and a divisor", 1, MOST_NUMBER)
_IN_BASE = _number_and_term("a base and a term", 2, 10)
_IN_RECURRENCE = _number_and_term("a number and a term", 1, 9)
_TERMS: dict[str, _ArgumentReader] = {
    "+": _SEVERAL,
    "-": _terms("two terms", 2, 2),
    "*": _number_and_term("a factor and a term", -MOST_NUMBER, MOST_NUMBER),
    "div": _DIVISION,
    "mod": _DIVISION,
    "min": _EXTREMES,
    "max": _EXTREMES,
    "abs": _terms("one term", 1, 1),
    "xor": _SEVERAL,
    "bitand": _SEVERAL,
    "bitor": _SEVERAL,
    "valuation": _IN_BASE,
    "lowest": _IN_BASE,
    "fib_shift": _IN_RECURRENCE,
    "fib_zeros": _IN_RECURRENCE,
    "fib_low": _IN_RECURRENCE,
}
_FORMULAS: dict[str, _ArgumentReader] = {
    "compare": _comparison,
    "in": _membership,
    "power": _term_and_number("a term and a base", 2, 10),
    "columns": _column_sums,
    "program": _program,
    "and": _formulas("formulas", 0),
    "or": _formulas("formulas", 0),
    "not": _formulas("one formula", 1, 1),
    "exists": _exists,
    "member": _member,
}


# Column programs


@dataclass(frozen=True)
class Guard:
    """A guard in the checker's tree of a column program: a condition on the digits of a column.

    A guard restricts how often `digit` occurs in a group of terms, or compares the column with patterns. If `digit` is
    None, the guard restricts the sum of the digits in the group.
    """

    counts: frozenset[int] = frozenset()
    digit: int | None = None
    group: str = ""
    modulus: int | None = None
    patterns: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Line:
    """A line in the checker's tree of a column program: its guards, the next stage, and the new groups of terms.

    `regroup` contains triples (digit, old group, new group): the terms of the old group with this digit move to the new
    group. In a triple of `regroup`, the digit None stands for every digit.
    """

    guards: tuple[Guard, ...]
    to: str
    may_be_last: bool
    regroup: tuple[tuple[int | None, str, str], ...]


@dataclass(frozen=True)
class Program:
    """The checker's tree of a column program; a stage is (name, whether the digits may end there, lines)."""

    terms: tuple[Term, ...]
    groups: tuple[str, ...]
    numeration: tuple[int, ...]
    first: str
    stages: tuple[tuple[str, bool, tuple[Line, ...]], ...]


DECIDED = ("yes", "no", "last")


def _read_program(reader: TreeReader, data: object, depth: int) -> Program:
    fields = read_object(data, "a column program", ("terms", "groups", "numeration", "stages"))
    terms = _SEVERAL(reader, fields["terms"], depth)
    groups = tuple(_read_group(one) for one in read_list(fields["groups"], "groups", len(terms), len(terms)))
    numeration = tuple(read_list(fields["numeration"], "a numeration", 1, 2))
    if numeration != (1, 1) and not (len(numeration) == 1 and type(numeration[0]) is int and 2 <= numeration[0] <= 10):
        refuse("the numeration of a column program to be [b] with b from 2 to 10, or [1, 1]", fields["numeration"])
    stages = []
    for one in read_list(fields["stages"], "stages", 1):
        stage = read_object(one, "a stage", ("name", "ends", "lines"))
        lines = tuple(_read_line(line, len(terms)) for line in read_list(stage["lines"], "lines"))
        stages.append((_read_stage_name(stage["name"]), read_bool(stage["ends"], "ends"), lines))
    names = [name for name, _, _ in stages]
    targets = {line.to for _, _, lines in stages for line in lines}
    if len(set(names)) < len(names) or not targets <= {*names, *DECIDED}:
        refuse("stages with distinct names, and lines that lead to these stages", names)
    return Program(terms, groups, numeration, names[0], tuple(stages))


def _read_stage_name(data: object) -> str:
    if not isinstance(data, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", data, re.ASCII) or data in DECIDED:
        refuse("the name of a stage", data)
    return data


def _read_group(data: object) -> str:
    if not isinstance(data, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", data, re.ASCII):
        refuse("the name of a group", data)
    return data


def _read_line(data: object, terms: int) -> Line:
    fields = read_object(data, "a line", ("guard", "to", "last", "regroup"))
    regroup = []
    for one in read_list(fields["regroup"], "regroup"):
        item = read_object(one, "an item of regroup", ("digit", "from", "to"))
        regroup.append((_read_digit(item["digit"]), _read_group(item["from"]), _read_group(item["to"])))
    guards = tuple(_read_guard(one, terms) for one in read_list(fields["guard"], "guards"))
    to = fields["to"] if fields["to"] in DECIDED else _read_stage_name(fields["to"])
    return Line(guards, to, read_bool(fields["last"], "last"), tuple(regroup))


def _read_guard(data: object, terms: int) -> Guard:
    if isinstance(data, dict) and "patterns" in data:
        fields = read_object(data, "a guard", ("patterns",))
        patterns = []
        for one in read_list(fields["patterns"], "patterns", 1):
            pattern = tuple(read_list(one, "a pattern", terms, terms))
            if not all(type(digit) is int and -1 <= digit <= 9 for digit in pattern):
                refuse("a pattern of digits, or -1 for any digit", one)
            patterns.append(pattern)
        return Guard(patterns=tuple(patterns))
    fields = read_object(data, "a guard", ("count", "digit", "group", "modulus"))
    modulus = None if fields["modulus"] is None else read_natural(fields["modulus"], "a modulus", 1)
    counts = frozenset(read_naturals(fields["count"], "count"))
    if not counts:
        refuse("a guard with at least one count", data)
    return Guard(counts, _read_digit(fields["digit"]), _read_group(fields["group"]), modulus)


def _read_digit(data: object) -> int | None:
    return None if data is None else read_natural(data, "a digit", 0, 9)


# Names in trees


def free_names(tree: Any) -> frozenset[str]:
    """Return the names that are free in the checker's tree of a term or formula."""
    if isinstance(tree, str):
        return frozenset({tree})
    if isinstance(tree, int):
        return frozenset()
    match tree:
        case ("exists", name, body, *bound):
            return (free_names(body) - {name}).union(*map(free_names, bound))
        case ("program", program):
            return frozenset().union(*map(free_names, program.terms))
    return frozenset().union(*map(free_names, subtrees(tree)))


def subtrees(tree: Any) -> Iterator[Any]:
    """Return the terms and formulas directly below a node of the checker's tree."""
    match tree:
        case ("compare", *parts):
            yield from parts[::2]
        case ("in" | "power", term, _):
            yield term
        case ("columns", terms, _, _) | ("member", _, terms):
            yield from terms
        case ("program", program):
            yield from program.terms
        case ("exists", _, body, *bound):
            yield body
            yield from bound
        case ("*" | "valuation" | "lowest" | "fib_shift" | "fib_zeros" | "fib_low", _, term):
            yield term
        case ("div" | "mod", term, _):
            yield term
        case (_, *parts):
            yield from parts


def rename(tree: Any, new: Mapping[str, str]) -> Any:
    """Rename free names in the checker's tree of a term or formula."""
    match tree:
        case str():
            return new.get(tree, tree)
        case int():
            return tree
        case ("exists", name, body, *bound):
            inner = {one: other for one, other in new.items() if one != name}
            if name in (inner[one] for one in free_names(body) & set(inner)):
                refuse("a quantified name that is not the name of a pile in a circle or row", name)
            return ("exists", name, rename(body, inner), *(rename(one, new) for one in bound))
        case ("compare", *parts):
            return ("compare", *(one if place % 2 else rename(one, new) for place, one in enumerate(parts)))
        case ("in" | "power" | "div" | "mod" as word, term, other):
            return word, rename(term, new), other
        case ("*" | "valuation" | "lowest" | "fib_shift" | "fib_zeros" | "fib_low" as word, number, term):
            return word, number, rename(term, new)
        case ("columns", terms, base, modulus):
            return "columns", tuple(rename(term, new) for term in terms), base, modulus
        case ("member", name, terms):
            return "member", name, tuple(rename(term, new) for term in terms)
        case ("program", program):
            return "program", replace(program, terms=tuple(rename(term, new) for term in program.terms))
        case (word, *parts):
            return (word, *(rename(part, new) for part in parts))
    raise AssertionError(tree)


def expanded(term: Term) -> tuple[dict[Term, int], int]:
    """Expand a linear term in the checker: return the coefficients of its names and calls, and its constant."""
    factors: dict[Term, int] = {}
    constant = expand(term, 1, factors)
    return {part: factor for part, factor in factors.items() if factor}, constant


def expand(term: Term, factor: int, factors: dict[Term, int]) -> int:
    """Multiply a term by `factor` and expand it: add the coefficients to `factors`, and return the constant."""
    match term:
        case int():
            return term * factor
        case ("+", *terms):
            return sum([expand(one, factor, factors) for one in terms])
        case ("-", left, right):
            return expand(left, factor, factors) + expand(right, -factor, factors)
        case ("*", number, one):
            return expand(one, factor * number, factors)
    factors[term] = factors.get(term, 0) + factor
    return 0


def mentioned_names(tree: Any) -> frozenset[str]:
    """Expand all terms in the checker's tree of a term or formula, and return the free names that remain."""
    match tree:
        case ("exists", name, body, *bound):
            return (mentioned_names(body) - {name}).union(*map(mentioned_names, bound))
        case (word, *_) if word in _FORMULAS:
            return frozenset().union(*map(mentioned_names, subtrees(tree)))
    parts, _ = expanded(tree)
    calls = (mentioned_names(one) for part in parts if not isinstance(part, str) for one in subtrees(part))
    return frozenset(part for part in parts if isinstance(part, str)).union(*calls)


# Rules


@dataclass(frozen=True)
class Move:
    """The checker's tree of a move in a rule: the condition of the move, and the terms of each part of the option."""

    parts: tuple[tuple[Term, ...], ...]
    where: Formula

    @property
    def to(self) -> tuple[Term, ...]:
        """The terms of the option of a move, which must consist of a single part."""
        (part,) = self.parts
        return part


@dataclass(frozen=True)
class Rule:
    """The checker's tree of a rule; `any_order`, `circles` and `rows` contain lists of piles."""

    piles: tuple[str, ...]
    remembered: tuple[str, ...]
    least_pile: int
    moves: tuple[Move, ...]
    any_order: tuple[tuple[str, ...], ...]
    circles: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    positions: Formula
    stop: Formula
    win: Formula
    block: int

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of all entries of a position: piles and remembered numbers."""
        return self.piles + self.remembered

    def choices(self, move: Move) -> tuple[str, ...]:
        """Return the names in a move that are not entries of the position, in alphabetical order."""
        found = free_names(move.where).union(*(free_names(term) for part in move.parts for term in part))
        return tuple(sorted(found - set(self.entries)))


def read_rule(data: object, *, splits: bool = False) -> Rule:
    """Read the checker's tree of a rule from a certificate; `splits` allows options that consist of several parts."""
    optional = ("remembered", "least_pile", "any_order", "circles", "rows", "positions", "stop", "win", "block")
    fields = read_object(data, "a rule", ("piles", "moves"), optional)
    piles = _read_names(fields["piles"], "piles", 1)
    remembered = _read_names(fields.get("remembered", []), "remembered")
    entries = piles + remembered
    if len(set(entries)) < len(entries):
        refuse("entries with distinct names", entries)
    reader = TreeReader()
    moves = []
    for one in read_list(fields["moves"], "moves", 1, MOST_MOVES):
        move = read_object(one, "a move", ("to", "where"))
        parts = tuple(
            tuple(reader.term(term) for term in read_list(part, "a part", len(entries), len(entries)))
            for part in read_list(move["to"], "parts of a move", 1, 10 if splits else 1)
        )
        moves.append(Move(parts, reader.formula(move["where"])))
    any_order, circles, rows = (
        _read_groups(fields.get(key, []), key, piles) for key in ("any_order", "circles", "rows")
    )
    listed = [pile for group in (*any_order, *circles, *rows) for pile in group]
    if len(set(listed)) < len(listed):
        refuse("each pile in at most one list of 'any_order', 'circles' and 'rows'", listed)
    positions, stop, win = (
        reader.formula(fields[key]) if key in fields else default
        for key, default in (("positions", TRUE), ("stop", FALSE), ("win", FALSE))
    )
    for clause in (positions, stop, win):
        if unknown := free_names(clause) - set(entries):
            refuse("only names of entries in 'positions', 'stop' and 'win'", sorted(unknown))
    least = read_natural(fields.get("least_pile", 0), "least_pile")
    block = read_natural(fields.get("block", 0), "block", 0, MOST_BLOCK)
    return Rule(piles, remembered, least, tuple(moves), any_order, circles, rows, positions, stop, win, block)


def _read_groups(data: object, key: str, piles: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    groups = tuple(_read_names(one, key, 1) for one in read_list(data, key))
    if not {pile for group in groups for pile in group} <= set(piles):
        refuse(f"only piles of the rule in '{key}'", data)
    return groups
