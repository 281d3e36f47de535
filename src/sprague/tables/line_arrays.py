"""The bit arrays of a line form as arrays for the kernels: `LineLayout`, `build_line_arrays`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np

from sprague.linear.terms import Linear
from sprague.rules import Ruleset
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.kernels.lines import LineArrays
from sprague.tables.line_form import BitArrayMove, LineForm


@dataclass(frozen=True)
class LineLayout:
    """The lines of a box: names and ranges of the other entries, in the order of the lines, and of the line entry."""

    names: tuple[str, ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]

    @staticmethod
    def of(rule: Ruleset, entry: int, order: Sequence[int], highest: Sequence[int]) -> LineLayout:
        """Return the lines along an entry in the box with these highest entries."""
        places = [*order, entry]
        names = tuple(rule.names[place] for place in places)
        return LineLayout(names, tuple(map(rule.lowest, names)), tuple(highest[place] for place in places))

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values of each other entry."""
        pairs = zip(self.lowest[:-1], self.highest[:-1], strict=True)
        return tuple(high - low + 1 for low, high in pairs)

    @property
    def size(self) -> int:
        """The number of lines."""
        return prod(self.shape)

    def vector(self, term: Linear) -> list[int]:
        """Return the coefficients of a term: of the other entries, of the line entry, and the constant."""
        return [*(term.coefficient(name) for name in self.names), term.constant]

    def range_of(self, term: Linear) -> tuple[int, int]:
        """Return bounds on the values of a term in the box."""
        ends = [
            (factor * low, factor * high)
            for factor, low, high in zip(self.vector(term), self.lowest, self.highest, strict=False)
        ]
        return term.constant + sum(map(min, ends)), term.constant + sum(map(max, ends))


class _Numbering(NamedTuple):
    """The bit arrays of one move: ranges of the rows of the key, words of one bit array, and the least row of a bit.

    `divisor` is the coefficient of the line entry in the row of the bit.
    """

    move: BitArrayMove
    lows: list[int]
    sizes: list[int]
    words: int
    least: int
    bits: int
    divisor: int

    @property
    def block(self) -> int:
        """The number of words of all bit arrays with the same key, apart from the residue and the remainder."""
        return self.words * self.move.modulus * self.divisor

    @property
    def size(self) -> int:
        """The number of words of all bit arrays of the move."""
        return prod(self.sizes) * self.block

    @property
    def strides(self) -> list[int]:
        return [self.block * prod(self.sizes[row + 1 :]) for row in range(len(self.sizes))]


def count_words(form: LineForm, layout: LineLayout) -> int:
    """Return the number of words of all bit arrays."""
    return sum(_numbered(move, layout).size for move in form.bit_arrays)


def build_line_arrays(form: LineForm, layout: LineLayout) -> LineArrays:
    """Return the lines and the bit arrays of a table as arrays for the kernels."""
    numberings = [_numbered(move, layout) for move in form.bit_arrays]
    starts = np.cumsum([0, *(one.size for one in numberings)])[:-1].tolist()
    count, width = len(numberings), len(layout.names) + 1
    rows = max((len(one.sizes) for one in numberings), default=0)

    def padded(values: list[list[int]]) -> object:
        return [[*row, *[0] * (rows - len(row))] for row in values]

    keys = [[layout.vector(link.reached) for link in one.move.key] for one in numberings]
    vectors = [move for move in form.vectors if any(move.step[place] for place in form.order)]
    conditions = [[layout.vector(term) for term in move.conditions] for move in vectors]
    steps = [[move.step[place] for place in form.order] for move in vectors]
    return LineArrays(
        lowest=integer_array(layout.lowest[:-1], (width - 2,)),
        highest=integer_array(layout.highest[:-1], (width - 2,)),
        line=integer_array([layout.lowest[-1], layout.highest[-1]], (2,)),
        free=integer_array([place in form.free for place in form.order], (width - 2,)),
        terms=integer_array(
            [
                [layout.vector(term) for term in kind]
                for kind in zip(*map(_terms, numberings, starts, [layout] * count), strict=True)
            ]
            or [[]] * 6,
            (6, count, width),
        ),
        whole=integer_array([one.move.bit is None for one in numberings], (count,)),
        modulus=integer_array([one.move.modulus for one in numberings], (count,)),
        divisor=integer_array([one.divisor for one in numberings], (count,)),
        words=integer_array([one.words for one in numberings], (count,)),
        bits=integer_array([one.bits for one in numberings], (count,)),
        checked=integer_array([_is_checked(one, layout) for one in numberings], (count,)),
        key=integer_array([[*key, *[[0] * width] * (rows - len(key))] for key in keys], (count, rows, width)),
        key_low=integer_array(padded([one.lows for one in numberings]), (count, rows)),
        key_size=integer_array(padded([one.sizes for one in numberings]), (count, rows)),
        step=integer_array(steps, (len(vectors), width - 2)),
        step_line=integer_array([move.step[form.entry] for move in vectors], (len(vectors),)),
        step_number=integer_array([_line_number(step, layout) for step in steps], (len(vectors),)),
        conditions=integer_array([row for part in conditions for row in part], (sum(map(len, conditions)), width)),
        condition_start=integer_array(np.cumsum([0, *map(len, conditions)]), (len(vectors) + 1,)),
    )


def _numbered(move: BitArrayMove, layout: LineLayout) -> _Numbering:
    """Return the numbers of words and bits that positions of the lines read."""
    ranges = [layout.range_of(link.left) for link in move.key]
    lows = [low for low, _ in ranges]
    sizes = [high - low + 1 for low, high in ranges]
    if move.bit is None:
        return _Numbering(move, lows, sizes, 1, 0, 1, 1)
    divisor = move.bit.left.coefficient(layout.names[-1])
    least, most = layout.range_of(_without_line(move.bit.left, layout))
    bits = layout.highest[-1] + (most - least) // divisor + 1
    # Kernels read two words at a time, and the last word is never full.
    return _Numbering(move, lows, sizes, (bits - 1) // 64 + 2, least, bits, divisor)


def _terms(one: _Numbering, start: int, layout: LineLayout) -> list[Linear]:
    """Return the six terms of the bit arrays of a move, in the order of the kernel."""
    move = one.move
    bases = [Linear.of(start), Linear.of(start)]
    for link, low, stride in zip(move.key, one.lows, one.strides, strict=True):
        bases = [base + stride * (term - low) for base, term in zip(bases, link, strict=True)]
    bits = [Linear(), Linear()] if move.bit is None else [term - one.least for term in move.bit]
    # The bit is the one of line entry 0, because the kernel adds the line entry.
    first_bit = _without_line(bits[0], layout)
    return [bases[0], move.residue.left, first_bit, bases[1], move.residue.reached, bits[1]]


def _is_checked(one: _Numbering, layout: LineLayout) -> bool:
    """Return whether the key of a position of the box may be a key that no position reads."""
    ranges = [layout.range_of(link.reached) for link in one.move.key]
    return any(
        least < low or most >= low + size for (least, most), low, size in zip(ranges, one.lows, one.sizes, strict=True)
    )


def _without_line(term: Linear, layout: LineLayout) -> Linear:
    name = layout.names[-1]
    return term - term.coefficient(name) * Linear.of(name)


def _line_number(step: Sequence[int], layout: LineLayout) -> int:
    """Return the difference of the indices of two lines that differ by a vector."""
    total = 0
    for change, size in zip(step, layout.shape, strict=True):
        total = total * size + change
    return total
