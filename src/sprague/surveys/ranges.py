"""Ranges of parameters, such as `a=1..40,b=1..40`.

Parameters are separated by commas. Each is given by

    a=7            one number
    a=1..40        every number from 1 to 40
    a=3..199:2     every second one
    b=a            tied to a parameter before it; b=2a+1, c=1..a, c=1..max(a,b) likewise
    c={1,2,5}      one set of numbers, for games whose parameter may be a set
    c={1..a}       one set: all numbers from 1 to a; {1..a:2} has every second one

The last parameter changes fastest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sprague.errors import SpragueError, clip
from sprague.formulas.evaluation import value as value_of
from sprague.language.conditions import Chain
from sprague.language.expressions import Expression
from sprague.language.formula_parser import parse_formula

Parameter = int | tuple[int, ...]
Parameters = dict[str, Parameter]

MOST_ROWS = 100_000_000  # at a tenth of a second each, four months
MOST_MEMBERS = 10_000  # numbers in a set that is one parameter
_SHAPE = "a=1..40, a=3..199:2, a=7, b=a, c=1..a or c={1..a}"


@dataclass(frozen=True)
class Stretch:
    """The numbers from one term to another (or just one term), in steps."""

    first: Expression
    last: Expression | None = None
    step: int = 1

    def numbers(self, values: Mapping[str, int]) -> range:
        first = _number(self.first, values)
        return range(first, first + 1) if self.last is None else range(first, _number(self.last, values) + 1, self.step)

    def __str__(self) -> str:
        text = _compact(self.first)
        if self.last is not None:
            text += f"..{_compact(self.last)}" + (f":{self.step}" if self.step != 1 else "")
        return text


@dataclass(frozen=True)
class Spread:
    """The values of one parameter: numbers one after another, or one set that holds them all."""

    name: str
    stretches: tuple[Stretch, ...]
    is_set: bool = False

    def choices(self, values: Mapping[str, int]) -> Sequence[Parameter]:
        if not self.is_set:
            return self.stretches[0].numbers(values)
        if sum(len(stretch.numbers(values)) for stretch in self.stretches) > MOST_MEMBERS:
            raise SpragueError(f"expected a set of at most {MOST_MEMBERS:,} numbers, got more: {self}")
        return [tuple(sorted({number for stretch in self.stretches for number in stretch.numbers(values)}))]

    def __str__(self) -> str:
        inside = ",".join(map(str, self.stretches))
        return f"{self.name}={{{inside}}}" if self.is_set else f"{self.name}={inside}"


@dataclass(frozen=True)
class Over:
    """The parameters of a survey and the values they take.

    >>> over = Over.parse("a=1..5:2,b=a,c={1..a}")
    >>> list(over)
    [{'a': 1, 'b': 1, 'c': (1,)}, {'a': 3, 'b': 3, 'c': (1, 2, 3)}, {'a': 5, 'b': 5, 'c': (1, 2, 3, 4, 5)}]
    >>> str(over), len(over)
    ('a=1..5:2,b=a,c={1..a}', 3)
    """

    spreads: tuple[Spread, ...]

    @staticmethod
    def parse(text: str) -> Over:
        """Read the ranges of a survey."""
        spreads: list[Spread] = []
        for piece in re.split(r",(?![^{}()]*[})])", text):
            name, equals, values = (part.strip() for part in piece.partition("="))
            if not equals or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or not values:
                raise SpragueError(f"expected parameters such as {_SHAPE}, got {clip(piece)!r}")
            if name in (spread.name for spread in spreads):
                raise SpragueError(f"expected every parameter once, got {name!r} twice")
            known = [spread.name for spread in spreads if not spread.is_set]
            is_set = values.startswith("{") and values.endswith("}")
            pieces = re.split(r",(?![^()]*\))", values[1:-1]) if is_set else [values]
            spreads.append(Spread(name, tuple(_stretch(part, known, piece) for part in pieces), is_set))
        return Over(tuple(spreads))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(spread.name for spread in self.spreads)

    def __iter__(self) -> Iterator[Parameters]:
        return self._from(0, {}, {})

    def _from(self, depth: int, found: Parameters, numbers: dict[str, int]) -> Iterator[Parameters]:
        if depth == len(self.spreads):
            yield dict(found)
            return
        spread = self.spreads[depth]
        for value in spread.choices(numbers):
            found[spread.name] = value
            if isinstance(value, int):
                numbers[spread.name] = value
            yield from self._from(depth + 1, found, numbers)

    def __len__(self) -> int:
        total = self._count(0, {})
        if not 0 < total <= MOST_ROWS:
            raise SpragueError(f"expected a survey of 1 to {MOST_ROWS:,} games, got {total:,}: {self}")
        return total

    def _count(self, depth: int, numbers: dict[str, int]) -> int:
        if depth == len(self.spreads):
            return 1
        spread = self.spreads[depth]
        choices = spread.choices(numbers)
        used = {name for later in self.spreads[depth + 1 :] for s in later.stretches for name in _names(s)}
        if spread.is_set or spread.name not in used:
            # What follows is the same for each, so that one stands for all.
            return len(choices) * self._count(depth + 1, numbers) if len(choices) else 0
        total = 0
        for value in choices:
            assert isinstance(value, int)
            total += self._count(depth + 1, {**numbers, spread.name: value})
            if total > MOST_ROWS:
                break
        return total

    def __str__(self) -> str:
        return ",".join(map(str, self.spreads))


def _names(stretch: Stretch) -> frozenset[str]:
    return stretch.first.names | (stretch.last.names if stretch.last else frozenset())


def _stretch(text: str, known: Sequence[str], piece: str) -> Stretch:
    matched = re.fullmatch(r"(.+?)(?:\.\.(.+?))?(?::([0-9]{1,9}))?", text.strip())
    if matched is None or (matched[3] is not None and (matched[2] is None or int(matched[3]) < 1)):
        raise SpragueError(f"expected parameters such as {_SHAPE}, got {clip(piece.strip())!r}")
    last = None if matched[2] is None else _term(matched[2], known, piece)
    return Stretch(_term(matched[1], known, piece), last, int(matched[3] or 1))


def _term(text: str, known: Sequence[str], piece: str) -> Expression:
    try:
        formula = parse_formula(f"{text} = 0", known, products=True)
    except SpragueError:
        formula = None
    if not isinstance(formula, Chain) or formula.sides[1:] != (Expression.of(0),):
        tied = f"a number, or a term in {', '.join(known)}" if known else "a number"
        raise SpragueError(f"expected {tied}, got {clip(text)!r} in {clip(piece.strip())!r}; such as {_SHAPE}")
    return formula.sides[0]


def _number(term: Expression, values: Mapping[str, int]) -> int:
    found = value_of(term, values)
    if not found.defined or found.endless:
        raise SpragueError(f"expected a number, and '{term}' is none for {dict(values)}")
    return int(found.whole)


def _compact(term: Expression) -> str:
    return str(term).replace(" + ", "+").replace(" - ", "-")
