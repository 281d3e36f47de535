"""Formula schemas: formulas whose numbers depend linearly on a parameter; `common_schema` finds one for two formulas.

Two formulas have a common schema if they agree token by token, apart from lists of all piles and numbers that are
linear in the parameter. For example, `a mod 3 = 0` for t = 2 and `a mod 4 = 0` for t = 3 have the schema `a mod (t + 1)
= 0`. A list of all piles, such as `a, b, c` or `a + b + c`, matches a list of all piles of any length. Column programs
have schemas in the same way as formulas. Two equal formulas have a schema in which no number depends on the parameter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sprague.language.tokens import tokenize
from sprague.rules.ruleset import Ruleset

# Maps the separator of a list of all piles to the text that stands for the list in a schema.
_SEPARATORS = {",": "all piles", "+": "the sum of all piles", "xor": "the xor of all piles"}
# maps singular to plural forms of the names of digits, because column programs say "1 one" but "2 ones"
_COUNTED = {"zero": "zeros", "one": "ones"}


@dataclass(frozen=True)
class Number:
    """A number in a formula schema, which depends on the parameter: slope * parameter + start."""

    slope: int
    start: int

    def at(self, value: int) -> int:
        """Return the number of the schema for a value of the parameter."""
        return self.slope * value + self.start

    def written(self, parameter: str) -> str:
        """Return the number as it is written in a formula schema, such as "(t + 1)".

        >>> Number(1, 1).written("t"), Number(2, 0).written("t"), Number(-1, 5).written("t"), Number(0, 7).written("t")
        ('(t + 1)', '2t', '(5 - t)', '7')
        """
        if self.slope == 0:
            return str(self.start)
        size = abs(self.slope)
        term = parameter if size == 1 else f"{size}{parameter}"
        if self.slope < 0:
            return f"({self.start} - {term})"
        return f"({term} {'+' if self.start > 0 else '-'} {abs(self.start)})" if self.start else term


@dataclass(frozen=True)
class _AllPiles:
    """The list of all piles of a game, in order, with a separator between two piles."""

    separator: str

    def of(self, piles: Sequence[str]) -> str:
        """Return the list of the given piles as text."""
        return self.separator.join(piles)

    def __str__(self) -> str:
        """Return the text of the list in a schema, in which the number of piles is open.

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
            written += f"{{{text.strip('()')}}}" if inside else text
        return _usual(written)


def common_schema(parameter: str, first: tuple[int, Ruleset, str], second: tuple[int, Ruleset, str]) -> Schema | None:
    """Return a schema that gives the first formula at the first value of the parameter, and the second at the second.

    >>> from sprague.rules import parse
    >>> one = parse("(a) -> (a - k) where 1 <= k <= 2")
    >>> print(common_schema("t", (2, one, "a mod 3 = 0"), (3, one, "a mod 4 = 0")))
    a mod (t + 1) = 0
    """
    (least, here, text), (most, there, other_text) = first, second
    listed = here.piles != there.piles  # if both games have the same piles, their names stay in the schema
    mine, others = _split_formula(text, here.piles, listed), _split_formula(other_text, there.piles, listed)
    if len(mine) != len(others):
        return None
    found: list[str | Number | _AllPiles] = []
    for one, other in zip(mine, others, strict=True):
        if isinstance(one, int) and isinstance(other, int):
            slope, rest = divmod(other - one, most - least)
            if rest:
                return None
            found.append(Number(slope, one - slope * least))
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
