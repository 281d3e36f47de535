"""Arrays in which kernels find the accumulators of fibres: `Access`, `Accumulators`, `build_fibre_arrays`.

Let K(x) = L(y) be the equations between a position x and its option y. A *fibre* is the set of all positions y with the
same L(y) and the same unchanged piles. Each equation of K(x) = L(y) is called a *row*. The index of the accumulator of
a fibre is start + Σ stride · (value - low), summed over the rows, plus the index of the multiset of unchanged piles. In
the formula for the index, `low` is the least value of a row, and `stride` is the growth of the index if the value of
the row grows by 1. If the piles are interchangeable, a table stores only sorted positions. In a table of sorted
positions, a pile of a move can be any entry of a position, so all assignments of the move's piles to entries are
considered. Each assignment is a separate access to the accumulators of the move family. To read an accumulator, a
kernel computes the accumulator's index from one linear term. To add a value to accumulators, a kernel tests each row
separately: if the value of a row is out of range, no accumulator exists.

An accumulator holds different data for Grundy values, outcomes and remotenesses (see `sprague.tables.kernels.states`).
The bit sets of Grundy values are small at first. If a kernel finds a value that is too large for a bit set, it returns
the number of finished positions, and is called again with larger bit sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.language.rule_ast import Block
from sprague.linear.terms import interchangeable_groups, swap_names
from sprague.rules import Linear, Ruleset
from sprague.rules.relations import Link
from sprague.rules.symmetry import role_assignments
from sprague.tables.fibres import Fibre
from sprague.tables.kernels.levels import FibreArrays
from sprague.tables.layout import binomials, refuse_if_too_large
from sprague.tables.regions import Region, has_sorted_positions
from sprague.tables.request import Request

Coefficients = tuple[int, ...]  # a linear term: one coefficient for each entry of a position, then a constant


class Access(NamedTuple):
    """An access to an accumulator: the linear terms that give its index, and the indices of the unchanged piles."""

    rows: tuple[Coefficients, ...]
    kept: tuple[int, ...]


class _RowSpan(NamedTuple):
    """The `size` possible values of a row, from `low` on; if the value grows by 1, the index grows by `stride`."""

    low: int
    size: int
    stride: int


@dataclass(frozen=True)
class _AccumulatorNumbering:
    """The accumulators of one move family: the range of their indices, and all accesses to accumulators."""

    reads: list[Access]
    adds: list[Access]
    spans: list[_RowSpan]
    start: int
    end: int

    def read_term(self, read: Access, width: int) -> list[int]:
        """Return a linear term that gives an accumulator's index, except for the part due to unchanged piles."""
        rows = list(zip(self.spans, read.rows, strict=True))
        term = [sum(span.stride * row[place] for span, row in rows) for place in range(width)]
        term[-1] += self.start - sum(span.stride * span.low for span in self.spans)
        return term


def build_fibre_arrays(rule: Ruleset, region: Region, fibres: Sequence[Fibre]) -> tuple[FibreArrays, int]:
    """Return all accesses to the accumulators of fibres as arrays, and the number of accumulators."""
    numberings: list[_AccumulatorNumbering] = []
    count = 0
    for fibre in fibres:
        numberings.append(_number(rule, region, fibre, count))
        count = numberings[-1].end
    return _packed(rule, region, numberings), count


def _number(rule: Ruleset, region: Region, fibre: Fibre, start: int) -> _AccumulatorNumbering:
    """Return the indices of the accumulators of one move family, beginning with the index `start`."""
    kept = fibre.kept
    base = fibre.kept if region.reduced else ()
    rows = list(fibre.rows)
    if not has_sorted_positions(rule):
        # If the order of piles matters, each unchanged pile gives an equation between the position and its option.
        rows += [Link(Linear.of(rule.piles[part]), Linear.of(rule.piles[part])) for part in kept]
        kept = ()
    left, reached = [link.left for link in rows], [link.reached for link in rows]
    every_place = range(len(rule.names))
    read_orders = role_assignments(every_place, rule.enumerators[fibre.family].classes)
    add_orders = role_assignments(every_place, _alike(rule, reached, kept))
    reads = list(dict.fromkeys(_placed(rule, left, kept, order, base) for order in read_orders))
    adds = list(dict.fromkeys(_placed(rule, reached, kept, order, base) for order in add_orders))
    ranges = [_range(rule, region, [read.rows[row] for read in reads]) for row in range(len(rows))]
    sizes = [high - low + 1 for low, high in ranges]
    multisets = _multisets(len(kept) - region.reduced, _heights(rule, region)) if kept else 1
    spans = [
        _RowSpan(low, size, multisets * prod(sizes[number + 1 :]))
        for number, ((low, _), size) in enumerate(zip(ranges, sizes, strict=True))
    ]
    return _AccumulatorNumbering(reads, adds, spans, start, start + multisets * prod(sizes))


def _heights(rule: Ruleset, region: Region) -> int:
    return max(region.highest) - rule.floor + 1


def _multisets(members: int, heights: int) -> int:
    return comb(heights + members - 1, members)


def _alike(rule: Ruleset, terms: Sequence[Linear], kept: Sequence[int]) -> list[list[Block]]:
    """Return the groups of interchangeable piles that can be exchanged without changing the linear terms `terms`."""

    def swappable(first: int, second: int) -> bool:
        if (first in kept) != (second in kept):
            return False
        mapping = swap_names(rule.piles[first], rule.piles[second])
        return all(term.substitute(mapping) == term for term in terms)

    return [interchangeable_groups(block, swappable) for block in rule.blocks]


def _placed(
    rule: Ruleset, terms: Sequence[Linear], kept: Sequence[int], order: Sequence[int], base: Sequence[int]
) -> Access:
    """Return the access to an accumulator with the rows `terms`; `order` assigns the piles of the move to entries.

    If only differences of piles matter in the game, `base` contains the unchanged piles, and the height of the first
    unchanged pile is subtracted from all heights. In games in which more than the differences of piles matters, `base`
    is empty.
    """
    # check the time limit here, because the number of assignments grows factorially with the number of piles
    limits.check()
    places = tuple(sorted(order[part] for part in kept))
    rows = []
    for term in terms:
        row = [0] * len(rule.names) + [term.constant]
        for name, factor in term.coefficients:
            row[order[rule.names.index(name)]] += factor
            if base:
                row[min(order[part] for part in base)] -= factor
        rows.append(tuple(row))
    return Access(tuple(rows), places)


def _range(rule: Ruleset, region: Region, rows: Sequence[Coefficients]) -> tuple[int, int]:
    """Return a lower and an upper bound on the value of a row at the positions of a region."""
    low, high = [], []
    for *factors, constant in rows:
        ends = [
            (factor * (0 if region.reduced else rule.lowest(name)), factor * top)
            for factor, name, top in zip(factors, rule.names, region.highest, strict=True)
        ]
        low.append(constant + sum(min(pair) for pair in ends))
        high.append(constant + sum(max(pair) for pair in ends))
        if region.chips > 0 and region.limit == 0 and set(factors) <= {0, 1}:
            high[-1] = min(high[-1], constant + region.chips)
    return min(low), max(high)


def _packed(rule: Ruleset, region: Region, numberings: Sequence[_AccumulatorNumbering]) -> FibreArrays:
    """Return all accesses to accumulators as arrays for kernels; short rows are padded with 0 or -1."""
    width = len(rule.names) + 1
    reads = [(one, read) for one in numberings for read in one.reads]
    adds = [(one, add) for one in numberings for add in one.adds]
    rows = max((len(add.rows) for _, add in adds), default=0)
    kept = max((len(read.kept) for _, read in reads), default=0)

    def spans(which: int) -> npt.NDArray[np.int64]:
        padded = [[span[which] for span in one.spans] + [0] * (rows - len(one.spans)) for one, _ in adds]
        return integer_array(padded, (len(adds), rows))

    def places(ways: Sequence[tuple[_AccumulatorNumbering, Access]]) -> npt.NDArray[np.int64]:
        return integer_array([[*way.kept, *[-1] * (kept - len(way.kept))] for _, way in ways], (len(ways), kept))

    add_terms = [[*add.rows, *[(0,) * width] * (rows - len(add.rows))] for _, add in adds]
    return FibreArrays(
        read_terms=integer_array([one.read_term(read, width) for one, read in reads], (len(reads), width)),
        read_kept=places(reads),
        add_terms=integer_array(add_terms, (len(adds), rows, width)),
        add_low=spans(0),
        add_size=spans(1),
        add_stride=spans(2),
        add_start=integer_array([one.start for one, _ in adds], (len(adds),)),
        add_kept=places(adds),
        below=binomials(kept, _heights(rule, region) if kept else 0),
        floor=rule.floor,
        reduced=int(region.reduced),
    )


def integer_array(values: object, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return a list of numbers, which may be empty, as an array of 64-bit integers with the given shape."""
    return np.array(values, dtype=np.int64).reshape(shape)


def initial_words(cap: int | None) -> int:
    """Return the initial number of 64-bit words in an accumulator's bit set of Grundy values."""
    return 1 if cap is None else min(4, (cap + 63) // 64)


def accumulator_bytes(request: Request) -> int:
    """Return the initial size of one accumulator of a table, in bytes."""
    outcome = 8 * (request.rule.blocking + 1) if request.rule.blocking else 1
    return {"grundy": 8 * initial_words(request.cap), "outcome": outcome}.get(request.what, 8)


class Accumulators:
    """The accumulators of all fibres, in the array `totals`; an accumulator merges the values of one fibre."""

    def __init__(self, request: Request, count: int, memory: int) -> None:
        self.request, self.memory = request, memory
        self.totals: npt.NDArray[Any]
        if request.what == "grundy":
            self.totals = np.zeros((max(1, count), initial_words(request.cap)), dtype=np.uint64)
        elif request.rule.blocking:
            self.totals = np.full((max(1, count), request.rule.blocking + 1), -1, dtype=np.int64)
        elif request.what == "outcome":
            self.totals = np.zeros((max(1, count), 1), dtype=np.uint8)
        else:
            self.totals = np.full((max(1, count), 2), -1, dtype=np.int32)

    def grow(self) -> None:
        """Double the size of all bit sets in the accumulators, because a Grundy value did not fit."""
        refuse_if_too_large(
            self.request.rule.label,
            "enlarging the bit sets of Grundy values",
            2 * self.totals.nbytes,
            self.memory,
            "lower the bound, or ask for a cap",
        )
        self.totals = np.concatenate((self.totals, np.zeros_like(self.totals)), axis=1)
