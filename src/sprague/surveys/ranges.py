"""`ParameterRanges`: the ranges of the parameters of a survey, parsed from text such as `a=1..40,b=1..a`.

Parameters are separated by commas. The values of a parameter are given in one of these forms:

- `a=7` is one number.
- `a=1..40` is every number from 1 to 40.
- `a=3..199:2` is every second number from 3 to 199.
- A bound may be a term in earlier parameters, as in `b=a`, `b=2a+1`, `c=1..a` and `c=1..max(a,b)`.
- `c={1,2,5}` gives c a single value, the set {1, 2, 5}, because some games have a parameter that may be a set.
- `c={1..a}` is the set of all numbers from 1 to a, and `c={1..a:2}` is the set of every second number from 1 to a.

The assignments of values are ordered so that the last parameter changes fastest.
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

MOST_ROWS = 100_000_000  # limit on the rows of a survey; at 0.1 seconds per row, 10^8 rows take four months
MOST_MEMBERS = 10_000  # limit on the numbers in a parameter that is a set
_EXAMPLES = "a=1..40, a=3..199:2, a=7, b=a, c=1..a or c={1..a}"


@dataclass(frozen=True)
class NumberRange:
    """A range of numbers in a survey: a single number, or the numbers from one term to another in equal steps."""

    first: Expression
    last: Expression | None = None
    step: int = 1

    def numbers(self, values: Mapping[str, int]) -> range:
        """Return the numbers of the range for given values of the earlier parameters."""
        first = _term_value(self.first, values)
        last = first if self.last is None else _term_value(self.last, values)
        return range(first, last + 1, self.step)

    def __str__(self) -> str:
        text = _term_text(self.first)
        if self.last is not None:
            text += f"..{_term_text(self.last)}" + (f":{self.step}" if self.step != 1 else "")
        return text


@dataclass(frozen=True)
class ParameterValues:
    """The values of a parameter in a survey: each number of a range, or a single value that is a set of numbers."""

    name: str
    ranges: tuple[NumberRange, ...]
    is_set: bool = False

    def choices(self, values: Mapping[str, int]) -> Sequence[Parameter]:
        """Return the values of the parameter for given values of the earlier parameters."""
        if not self.is_set:
            return self.ranges[0].numbers(values)
        if sum(len(number_range.numbers(values)) for number_range in self.ranges) > MOST_MEMBERS:
            raise SpragueError(f"expected a set of at most {MOST_MEMBERS:,} numbers, got more: {self}")
        return [tuple(sorted({number for number_range in self.ranges for number in number_range.numbers(values)}))]

    def __str__(self) -> str:
        inside = ",".join(map(str, self.ranges))
        return f"{self.name}={{{inside}}}" if self.is_set else f"{self.name}={inside}"


@dataclass(frozen=True)
class ParameterRanges:
    """The parameters of a survey and their ranges; iteration yields every assignment of values.

    >>> ranges = ParameterRanges.parse("a=1..5:2,b=a,c={1..a}")
    >>> list(ranges)
    [{'a': 1, 'b': 1, 'c': (1,)}, {'a': 3, 'b': 3, 'c': (1, 2, 3)}, {'a': 5, 'b': 5, 'c': (1, 2, 3, 4, 5)}]
    >>> str(ranges), len(ranges)
    ('a=1..5:2,b=a,c={1..a}', 3)
    """

    parameters: tuple[ParameterValues, ...]

    @staticmethod
    def parse(text: str) -> ParameterRanges:
        """Parse the ranges of the parameters of a survey."""
        parameters: list[ParameterValues] = []
        for piece in re.split(r",(?![^{}()]*[})])", text):
            name, equals, values = (part.strip() for part in piece.partition("="))
            if not equals or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or not values:
                raise SpragueError(f"expected parameters such as {_EXAMPLES}, got {clip(piece)!r}")
            if name in (parameter.name for parameter in parameters):
                raise SpragueError(f"the parameter {name!r} is given twice; leave out one of the two")
            known = [parameter.name for parameter in parameters if not parameter.is_set]
            is_set = values.startswith("{") and values.endswith("}")
            pieces = re.split(r",(?![^()]*\))", values[1:-1]) if is_set else [values]
            parameters.append(ParameterValues(name, tuple(_parse_range(part, known, piece) for part in pieces), is_set))
        return ParameterRanges(tuple(parameters))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters of the survey."""
        return tuple(parameter.name for parameter in self.parameters)

    def __iter__(self) -> Iterator[Parameters]:
        return self._assignments(0, {}, {})

    def _assignments(self, depth: int, found: Parameters, numbers: dict[str, int]) -> Iterator[Parameters]:
        if depth == len(self.parameters):
            yield dict(found)
            return
        parameter = self.parameters[depth]
        for value in parameter.choices(numbers):
            found[parameter.name] = value
            if isinstance(value, int):
                numbers[parameter.name] = value
            yield from self._assignments(depth + 1, found, numbers)

    def __len__(self) -> int:
        total = self._count(0, {})
        if not 0 < total <= MOST_ROWS:
            raise SpragueError(f"expected a survey of 1 to {MOST_ROWS:,} games, got {total:,}: {self}")
        return total

    def _count(self, depth: int, numbers: dict[str, int]) -> int:
        if depth == len(self.parameters):
            return 1
        parameter = self.parameters[depth]
        choices = parameter.choices(numbers)
        used = {name for later in self.parameters[depth + 1 :] for s in later.ranges for name in _used_names(s)}
        if parameter.is_set or parameter.name not in used:
            # If no later range depends on a parameter, each value of the parameter occurs in the same number of
            # assignments.
            return len(choices) * self._count(depth + 1, numbers) if len(choices) else 0
        total = 0
        for value in choices:
            assert isinstance(value, int)
            total += self._count(depth + 1, {**numbers, parameter.name: value})
            if total > MOST_ROWS:
                break
        return total

    def __str__(self) -> str:
        return ",".join(map(str, self.parameters))


def _used_names(number_range: NumberRange) -> frozenset[str]:
    return number_range.first.names | (number_range.last.names if number_range.last else frozenset())


def _parse_range(text: str, known: Sequence[str], piece: str) -> NumberRange:
    matched = re.fullmatch(r"(.+?)(?:\.\.(.+?))?(?::([0-9]{1,9}))?", text.strip())
    if matched is None or (matched[3] is not None and (matched[2] is None or int(matched[3]) < 1)):
        raise SpragueError(f"expected parameters such as {_EXAMPLES}, got {clip(piece.strip())!r}")
    last = None if matched[2] is None else _parse_term(matched[2], known, piece)
    return NumberRange(_parse_term(matched[1], known, piece), last, int(matched[3] or 1))


def _parse_term(text: str, known: Sequence[str], piece: str) -> Expression:
    try:
        formula = parse_formula(f"{text} = 0", known, products=True)
    except SpragueError:
        formula = None
    if not isinstance(formula, Chain) or formula.sides[1:] != (Expression.of(0),):
        tied = f"a number, or a term in {', '.join(known)}" if known else "a number"
        raise SpragueError(
            f"expected {tied}, got {clip(text)!r} in {clip(piece.strip())!r}; write for example {_EXAMPLES}"
        )
    return formula.sides[0]


def _term_value(term: Expression, values: Mapping[str, int]) -> int:
    found = value_of(term, values)
    if not found.defined or found.endless:
        raise SpragueError(f"the term '{term}' has no value if the names have the values {dict(values)}")
    return int(found.whole)


def _term_text(term: Expression) -> str:
    return str(term).replace(" + ", "+").replace(" - ", "-")
