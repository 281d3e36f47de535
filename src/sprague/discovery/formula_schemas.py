"""Formula schemas: formulas whose numbers depend linearly on a parameter; `common_schema` finds a schema.

Two formulas have a common schema if they agree token by token, except that numbers may depend linearly on the
parameter, and lists of all piles may have different lengths. For example, `a mod 3 = 0` for t = 2 and `a mod 4 = 0` for
t = 3 have the schema `a mod (t + 1) = 0`. A list of all piles, such as `a, b, c` or `a + b + c`, matches a list of all
piles of any length. Column programs, like formulas, have schemas. Two equal formulas have a schema in which no number
depends on the parameter.

A `PiecewiseSchema` has one schema for each residue of the parameter modulo a number, and finitely many exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd

from sprague.language.statements import begins_with_order
from sprague.language.tokens import tokenize
from sprague.rules.ruleset import Ruleset

# Maps the separator of a list of all piles, such as + in `a + b + c`, to the text that stands for the list in a schema.
_SEPARATORS = {",": "all piles", "+": "the sum of all piles", "xor": "the xor of all piles"}
# maps singular to plural forms of the names of digits, because column programs say "1 one" but "2 ones"
_COUNTED = {"zero": "zeros", "one": "ones"}


@dataclass(frozen=True)
class Number:
    """A number that depends on the parameter of a formula schema: (slope * parameter + start) div divisor."""

    slope: int
    start: int
    divisor: int = 1

    def at(self, value: int) -> int:
        """Return the number of the schema for a value of the parameter."""
        return (self.slope * value + self.start) // self.divisor

    def written(self, parameter: str) -> str:
        """Return the number as it is written in a formula schema, such as "(t + 1)".

        >>> Number(1, 1).written("t"), Number(2, 0).written("t"), Number(-1, 5).written("t"), Number(0, 7).written("t")
        ('(t + 1)', '2t', '(5 - t)', '7')
        >>> Number(1, -2, 2).written("t")
        '((t - 2) div 2)'
        """
        if self.slope == 0:
            return str(self.start // self.divisor)
        size = abs(self.slope)
        term = parameter if size == 1 else f"{size}{parameter}"
        if self.slope < 0:
            term = f"({self.start} - {term})"
        elif self.start:
            term = f"({term} {'+' if self.start > 0 else '-'} {abs(self.start)})"
        return term if self.divisor == 1 else f"({term} div {self.divisor})"


@dataclass(frozen=True)
class _AllPiles:
    """The list of all piles of a game, in order, with a separator between two piles."""

    separator: str

    def of(self, piles: Sequence[str]) -> str:
        """Return the list of the given piles as text."""
        return self.separator.join(piles)

    def __str__(self) -> str:
        """Return the text of the list in a schema; the schema fits games with any number of piles.

        >>> str(_AllPiles(", ")), str(_AllPiles(" + "))
        ('all piles', 'the sum of all piles')
        """
        return _SEPARATORS[self.separator.strip()]


# A piece of a formula: a fixed text, a number, or a list of all piles.
Piece = str | int | _AllPiles


@dataclass(frozen=True)
class Schema:
    """A formula schema: for each value of a parameter, it gives a formula whose numbers depend on the parameter."""

    parameter: str
    pieces: tuple[str | Number | _AllPiles, ...]

    def claim(self, rule: Ruleset, value: int) -> str:
        """Return the formula of the schema for a value of the parameter and the piles of a game."""
        written = ""
        for piece in self.pieces:
            if isinstance(piece, Number):
                written += str(piece.at(value))
            else:
                written += piece.of(rule.piles) if isinstance(piece, _AllPiles) else piece
        return _usual(written)

    def __str__(self) -> str:
        """Return the schema as text; a number that is part of a name is written in { }.

        >>> str(Schema("t", ("a = ", "fib", Number(1, 0), "_shift", "(b)")))
        'a = fib{t}_shift(b)'
        """
        written = ""
        for piece in self.pieces:
            text = piece.written(self.parameter) if isinstance(piece, Number) else str(piece)
            inside = isinstance(piece, Number) and piece.slope != 0 and written[-1:].isalpha()
            written += f"{{{text[1:-1] if text.startswith('(') else text}}}" if inside else text
        return _usual(written)


@dataclass(frozen=True)
class PiecewiseSchema:
    """A formula schema for each residue of a parameter, and a formula for each of finitely many exceptional values.

    `pieces[r]` is the schema for the values t with t mod n = r, where n is the number of pieces. `exceptions` maps each
    exceptional value of the parameter to its formula.

    >>> odd, even = Schema("t", ("a is even",)), Schema("t", ("a mod ", Number(2, 0), " < ", Number(1, 0)))
    >>> schema = PiecewiseSchema("t", (even, odd), ((0, "a = 0"),))
    >>> for condition, formula in schema.cases():
    ...     print(f"if {condition}: {formula}")
    if t mod 2 = 0, t != 0: a mod 2t < t
    if t mod 2 = 1: a is even
    if t = 0: a = 0
    """

    parameter: str
    pieces: tuple[Schema, ...]
    exceptions: tuple[tuple[int, str], ...] = ()

    def claim(self, rule: Ruleset, value: int) -> str:
        """Return the formula for a value of the parameter and the piles of a game."""
        return dict(self.exceptions).get(value) or self.pieces[value % len(self.pieces)].claim(rule, value)

    def cases(self) -> list[tuple[str, str]]:
        """Return the cases of the schema: conditions on the parameter, each with its formula."""
        count, found = len(self.pieces), []
        for residue, piece in enumerate(self.pieces):
            conditions = [f"{self.parameter} mod {count} = {residue}"] if count > 1 else []
            conditions += [f"{self.parameter} != {value}" for value, _ in self.exceptions if value % count == residue]
            found.append((", ".join(conditions), str(piece)))
        return found + [(f"{self.parameter} = {value}", claim) for value, claim in self.exceptions]

    def __str__(self) -> str:
        """Return the formulas for all cases as a single formula.

        >>> str(PiecewiseSchema("t", (Schema("t", ("a = ", Number(1, 0))),), ((0, "a = 2"),)))
        't != 0 and (a = t) or t = 0 and (a = 2)'
        """
        cases = self.cases()
        orders = {formula.partition(": ")[0] if begins_with_order(formula) else "" for _, formula in cases}
        order = orders.pop() if len(orders) == 1 else ""
        parts = []
        for condition, formula in cases:
            bare = formula.removeprefix(f"{order}: ") if order else formula
            parts.append(f"{condition.replace(', ', ' and ')} and ({bare})")
        return f"{f'{order}: ' if order else ''}{' or '.join(parts)}"


def common_schema(
    parameter: str, first: tuple[int, Ruleset, str], second: tuple[int, Ruleset, str], divisor: int = 1
) -> Schema | None:
    """Return a schema that produces two given formulas at two given values of the parameter.

    Each number of the schema is an integer multiple of the parameter plus a constant, divided by a divisor of
    `divisor`.

    >>> from sprague.rules import parse
    >>> one = parse("(a) -> (a - k) where 1 <= k <= 2")
    >>> print(common_schema("t", (2, one, "a mod 3 = 0"), (3, one, "a mod 4 = 0")))
    a mod (t + 1) = 0
    """
    (least, here, text), (most, there, other_text) = first, second
    listed = here.piles != there.piles  # if both games have the same piles, the schema keeps the names of the piles
    mine, others = _split_formula(text, here.piles, listed), _split_formula(other_text, there.piles, listed)
    if len(mine) != len(others):
        return None
    found: list[str | Number | _AllPiles] = []
    for one, other in zip(mine, others, strict=True):
        if isinstance(one, int) and isinstance(other, int):
            slope, rest = divmod(divisor * (other - one), most - least)
            if rest:
                return None
            start = divisor * one - slope * least
            common = gcd(slope, start, divisor)
            found.append(Number(slope // common, start // common, divisor // common))
        elif isinstance(one, int) or isinstance(other, int) or one != other:
            return None
        else:
            found.append(one)
    return Schema(parameter, tuple(found))


def _split_formula(text: str, piles: Sequence[str], listed: bool) -> list[Piece]:
    """Split a formula into pieces: numbers, lists of all piles, and other text.

    >>> _split_formula("xor(a, b) = fib3_shift(a)", ("a", "b"), listed=True)
    ['xor', '(', _AllPiles(separator=', '), ')', ' ', '=', ' ', 'fib', 3, '_shift', '(', 'a', ')']
    """
    tokens = tokenize(text, "a formula", frozenset())[:-1]
    found: list[Piece] = []
    end = place = 0
    while place < len(tokens):
        token = tokens[place]
        if blank := text[end : token.offset]:
            found.append(blank)
        names = tokens[place : place + 2 * len(piles) - 1 : 2]
        end, place = token.end, place + 1
        # In the text 2a + b, the list of all piles does not begin at a, because a has a factor.
        alone = place < 2 or (tokens[place - 2].kind != "number" and tokens[place - 2].text not in "+-*")
        if listed and alone and [name.text for name in names] == list(piles):
            between = {text[one.end : other.offset] for one, other in pairwise(names)}
            if len(between) == 1 and (separator := between.pop()).strip() in _SEPARATORS:
                found.append(_AllPiles(separator))
                end, place = names[-1].end, place + 2 * len(piles) - 2
                continue
        if token.kind == "number" or token.text in piles:
            found.append(int(token.text) if token.kind == "number" else token.text)
        else:
            # the notation fib_shift is short for fib1_shift
            word = re.sub("^fib_", "fib1_", _COUNTED.get(token.typed, token.typed))
            found += [int(part) if part.isdigit() else part for part in re.split("([0-9]+)", word) if part]
    return found


def _usual(text: str) -> str:
    """Undo the changes of `_split_formula`: return a formula in its usual notation."""
    return re.sub(r"\b1 (zero|one)s", r"1 \1", re.sub(r"\bfib1_", "fib_", text))
