"""Conversion of a table's lines, and of the moves between them, to arrays for the kernels: `build_line_arrays`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import NamedTuple

import numpy as np

from sprague.linear.terms import Linear
from sprague.rules import Ruleset
from sprague.rules.relations import option_name
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.kernels.lines import LineArrays
from sprague.tables.lines.conditions import Atom, alternatives_of, build_atom_arrays
from sprague.tables.lines.form import BitArrayMove, LineForm
from sprague.tables.lines.moves import MOST_MOVES, LineMove


@dataclass(frozen=True)
class LineLayout:
    """The lines of a box of positions: the name and the range of each entry, with the line entry last."""

    names: tuple[str, ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]

    @staticmethod
    def of(rule: Ruleset, entry: int, order: Sequence[int], highest: Sequence[int]) -> LineLayout:
        """Return the lines of a box of positions; only the entry with the index `entry` varies along a line."""
        places = [*order, entry]
        names = tuple(rule.names[place] for place in places)
        return LineLayout(names, tuple(map(rule.lowest, names)), tuple(highest[place] for place in places))

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values of each entry other than the line entry."""
        pairs = zip(self.lowest[:-1], self.highest[:-1], strict=True)
        return tuple(high - low + 1 for low, high in pairs)

    @property
    def size(self) -> int:
        """The number of lines in the layout."""
        return prod(self.shape)

    def vector(self, term: Linear) -> list[int]:
        """Return the coefficients of a linear term as an array in the order of `vector_names`."""
        return [*(term.coefficient(name) for name in self.vector_names), term.constant]

    @property
    def vector_names(self) -> tuple[str, ...]:
        """The names of the numbers in a vector: the other entries, the line entry, and the line entry of an option."""
        return (*self.names, option_name(self.names[-1]))

    @property
    def box(self) -> list[Linear]:
        """Linear terms that are at least 0 at all positions of the box."""
        pairs = zip(self.names, self.lowest, self.highest, strict=True)
        return [term for name, low, high in pairs for term in (Linear.of(name) - low, high - Linear.of(name))]

    def range_of(self, term: Linear) -> tuple[int, int]:
        """Return the least and the greatest value of a linear term at the positions of the box."""
        ends = [
            (factor * low, factor * high)
            for factor, low, high in zip(self.vector(term), self.lowest, self.highest, strict=False)
        ]
        return term.constant + sum(map(min, ends)), term.constant + sum(map(max, ends))


class _Numbering(NamedTuple):
    """The sizes of one move's bit arrays, and the ranges of the linear terms that select one of these arrays.

    A linear term gives the index of a bit. The field `divisor` is the coefficient of the line entry in the term for the
    index of a bit. The field `least` is the least value of the term for the index of a bit, without the line entry.
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
        """The number of words of the bit arrays whose keys differ only in the residue and the remainder."""
        return self.words * self.move.modulus * self.divisor

    @property
    def size(self) -> int:
        """The total number of 64-bit words in all bit arrays of the move."""
        return prod(self.sizes) * self.block

    @property
    def strides(self) -> list[int]:
        return [self.block * prod(self.sizes[row + 1 :]) for row in range(len(self.sizes))]


def count_words(form: LineForm, layout: LineLayout) -> int:
    """Return the total size, in 64-bit words, of the bit arrays for a table that is filled line by line."""
    return sum(_numbered(move, layout).size for move in form.bit_arrays)


def build_line_arrays(form: LineForm, layout: LineLayout, moves: Sequence[LineMove], misere: bool) -> LineArrays:
    """Return the lines, the bit arrays and the enumerated moves of a table as arrays for the kernels."""
    numberings = [_numbered(move, layout) for move in form.bit_arrays]
    starts = np.cumsum([0, *(one.size for one in numberings)])[:-1].tolist()
    count, others, width = len(numberings), len(layout.names) - 1, len(layout.vector_names) + 1
    rows = max((len(one.sizes) for one in numberings), default=0)

    def padded(values: list[list[int]]) -> object:
        return [[*row, *[0] * (rows - len(row))] for row in values]

    keys = [[layout.vector(link.reached) for link in one.move.key] for one in numberings]
    clauses = [ending_clauses(form.rule, misere)[name] for name in ("domain", "lost", "won")]
    conjunctions = [atoms for clause in clauses for atoms in clause]
    starts_of_atoms = np.cumsum([0, *(len(move.conditions) for move in moves), *map(len, conjunctions)])
    atoms = [atom for move in moves for atom in move.conditions] + [atom for part in conjunctions for atom in part]
    return LineArrays(
        lowest=integer_array(layout.lowest[:-1], (others,)),
        highest=integer_array(layout.highest[:-1], (others,)),
        line=integer_array([layout.lowest[-1], layout.highest[-1]], (2,)),
        free=integer_array([place in form.free for place in form.order], (others,)),
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
        move_kind=integer_array([move.kind for move in moves], (len(moves),)),
        move_target=integer_array(
            [[layout.vector(term) for term in move.target] for move in moves], (len(moves), others, width)
        ),
        move_shift=integer_array([layout.vector(move.shift) for move in moves], (len(moves), width)),
        move_atoms=integer_array(starts_of_atoms[: len(moves) + 1], (len(moves) + 1,)),
        atoms=build_atom_arrays(atoms, layout.vector_names),
        conjunctions=integer_array(starts_of_atoms[len(moves) :], (len(conjunctions) + 1,)),
        clauses=integer_array(np.cumsum([0, *map(len, clauses)]), (4,)),
    )


def line_moves(form: LineForm, layout: LineLayout) -> list[LineMove]:
    """Return the enumerated moves between the lines of a box, without duplicates."""
    others, box = layout.names[:-1], layout.box
    every = (move for one in form.enumerated for move in one.moves(others, box))
    return list(dict.fromkeys(islice(every, MOST_MOVES)))


def ending_clauses(rule: Ruleset, misere: bool) -> dict[str, list[list[Atom]]]:
    """Return, for kernels of lines, the conditions that define positions, lost positions and won positions.

    In misère play, a position that satisfies both `stop when` and `win when` is lost.
    """
    stop, win = alternatives_of(rule.stop), alternatives_of(rule.win)
    return {
        "domain": alternatives_of(rule.domain) if rule.is_restricted else [],
        "lost": win if misere else [*stop, *win],
        "won": stop if misere else [],
    }


def _numbered(move: BitArrayMove, layout: LineLayout) -> _Numbering:
    """Return the sizes of one move's bit arrays, and the ranges of the terms that select one of these arrays."""
    ranges = [layout.range_of(link.left) for link in move.key]
    lows = [low for low, _ in ranges]
    sizes = [high - low + 1 for low, high in ranges]
    if move.bit is None:
        return _Numbering(move, lows, sizes, 1, 0, 1, 1)
    divisor = move.bit.left.coefficient(layout.names[-1])
    least, most = layout.range_of(_without_line(move.bit.left, layout))
    bits = layout.highest[-1] + (most - least) // divisor + 1
    # Add two words, because kernels read two words at a time, and the last word must not be full.
    return _Numbering(move, lows, sizes, (bits - 1) // 64 + 2, least, bits, divisor)


def _terms(one: _Numbering, start: int, layout: LineLayout) -> list[Linear]:
    """Return the six linear terms that locate the bits of a move, in the order READ_BASE to ADD_BIT."""
    move = one.move
    bases = [Linear.of(start), Linear.of(start)]
    for link, low, stride in zip(move.key, one.lows, one.strides, strict=True):
        bases = [base + stride * (term - low) for base, term in zip(bases, link, strict=True)]
    bits = [Linear(), Linear()] if move.bit is None else [term - one.least for term in move.bit]
    # The term gives the index of the bit for the line entry 0; the kernel adds the line entry to this index.
    first_bit = _without_line(bits[0], layout)
    return [bases[0], move.residue.left, first_bit, bases[1], move.residue.reached, bits[1]]


def _is_checked(one: _Numbering, layout: LineLayout) -> bool:
    """Return whether some P-positions of the box belong to bit arrays that no position reads."""
    ranges = [layout.range_of(link.reached) for link in one.move.key]
    return any(
        least < low or most >= low + size for (least, most), low, size in zip(ranges, one.lows, one.sizes, strict=True)
    )


def _without_line(term: Linear, layout: LineLayout) -> Linear:
    name = layout.names[-1]
    return term - term.coefficient(name) * Linear.of(name)
