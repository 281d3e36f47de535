"""`Cover` finds formulas with few conditions that agree with a sample, the cheapest first.

A *part* is a conjunction of at most three conditions that is true only for members of the set. A formula is a
condition, a part, or a disjunction of two or three parts that together cover all members. If formulas are tested in
several orders of the piles, a part must be false for non-members in every order, and it covers a member if it is true
in some order.

All pairs of conditions are tested at once. Let M be the matrix with the entry 1 where a condition (row) is true for a
non-member (column). The product of M and its transpose counts, for each pair of conditions, the non-members that
satisfy both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.synthesis.bank_conditions import ConditionBank
from sprague.synthesis.number_sets import OPEN, FormulaText, conjunction, disjunction
from sprague.synthesis.set_sample import Flags

USED = 2_200  # maximum number of conditions that are combined in pairs
EXTENDED = 700  # maximum number of pairs of conditions that are extended by a third condition
MOST_PARTS = 900  # maximum number of conjunctions that are combined in pairs
MOST_TRIPLES = 90  # maximum number of conjunctions that are combined three at a time
MOST_EXCEPTIONS = 3  # maximum number of positions that are listed as exceptions to a condition
SHOWN = 24  # maximum number of proposed formulas of each kind, such as conjunctions
CHEAP = 9  # maximum cost of a pair of conditions that makes a search for triples unnecessary
PAIRS = 200  # maximum number of pairs of conditions that are proposed

Costs = NDArray[np.int64]


@dataclass(eq=False)
class _Part:
    conditions: tuple[int, ...]
    cost: int
    covers: Flags


class Cover:
    """The search for formulas that agree with a sample; `members` has one flag for each position."""

    def __init__(self, bank: ConditionBank, members: Flags) -> None:
        self.bank, self.members = bank, members
        self.orders = len(bank.frame.orders)
        self.costs = np.array(bank.costs)
        self.inside = np.repeat(members, self.orders)

    def _closed(self, masks: Flags) -> Flags:
        """Return for each condition the positions for which it is true in some order of the piles."""
        positions = masks.shape[-1] // self.orders
        return np.asarray(masks.reshape(*masks.shape[:-1], positions, self.orders).any(axis=-1))

    def single(self) -> list[FormulaText]:
        """Return the single conditions that agree with the sample."""
        if not len(self.costs):
            return []
        masks = self.bank.masks
        same = (self._closed(masks) == self.members).all(axis=1)
        return [self.bank.formula(int(i)) for i in np.flatnonzero(same)[:SHOWN]]

    def nearly(self) -> list[FormulaText]:
        """Return the conditions that are wrong at no more than MOST_EXCEPTIONS positions of the sample."""
        wrong = (self._closed(self.bank.masks) != self.members).sum(axis=1)
        few = np.flatnonzero((wrong > 0) & (wrong <= MOST_EXCEPTIONS))
        return [self.bank.formula(int(i)) for i in few[np.argsort(wrong[few], kind="stable")][:SHOWN]]

    def equivalences(self) -> list[FormulaText]:
        """Return formulas that agree with the sample and state the equivalence of two conditions."""
        if self.orders > 1:
            return []
        packed = np.packbits(self.bank.masks, axis=1)
        places = {row.tobytes(): place for place, row in reversed(list(enumerate(packed)))}
        wanted = np.packbits(~(self.bank.masks ^ self.members), axis=1)
        found = []
        for place, row in enumerate(wanted):
            other = places.get(row.tobytes())
            if other is not None and other > place:
                one, two = (self.bank.formula(each) for each in (place, other))
                text = FormulaText(f"{one.inside(0)} iff {two.inside(0)}", OPEN)
                found.append((int(self.costs[place] + self.costs[other]), place, text))
        return [text for _, _, text in sorted(found, key=lambda one: one[:2])[:SHOWN]]

    # Methods for conjunctions and disjunctions of single conditions

    def conjunctions(self) -> list[FormulaText]:
        """Return formulas that agree with the sample and are conjunctions of two or three conditions."""
        if self.orders > 1:
            return [self._written([part]) for part in self.whole]
        masks = self.bank.masks
        chosen = np.flatnonzero(masks[:, self.members].all(axis=1))[:USED]
        return [
            self._conjunction(some)
            for _, some in self._together(chosen, masks[np.ix_(chosen, np.flatnonzero(~self.members))])
        ]

    def disjunctions(self) -> list[FormulaText]:
        """Return formulas that agree with the sample and are disjunctions of two or three conditions."""
        masks = self.bank.masks
        chosen = np.flatnonzero(~masks[:, ~self.inside].any(axis=1))[:USED]
        missing = ~self._closed(masks[chosen])[:, self.members]
        return [
            reduce(disjunction, (self.bank.formula(i) for i in some)) for _, some in self._together(chosen, missing)
        ]

    def _together(self, chosen: NDArray[np.intp], wrong: Flags) -> list[tuple[int, tuple[int, ...]]]:
        """Return the cheapest pairs of conditions that no non-member satisfies; if there are none, return triples."""
        if not len(chosen):
            return []
        flags = wrong.astype(np.float32)
        counts = flags @ flags.T
        costs = self.costs[chosen]
        pairs: list[tuple[int, tuple[int, ...]]] = [
            (int(costs[i] + costs[j]) + 1, (int(chosen[i]), int(chosen[j])))
            for i, j in _cheapest(counts == 0, costs, PAIRS)
        ]
        if pairs and pairs[0][0] <= CHEAP:
            return pairs
        found: list[tuple[int, tuple[int, ...]]] = []
        first, second = np.nonzero(np.triu(counts > 0, 1))
        order = np.lexsort((costs[first] + costs[second], counts[first, second]))[:EXTENDED]
        for i, j in zip(first[order], second[order], strict=True):
            limits.check()
            left = wrong[i] & wrong[j]
            third = np.flatnonzero(~(wrong[:, left]).any(axis=1))
            if len(third):
                k = int(third[np.argmin(costs[third])])
                found.append(
                    (int(costs[i] + costs[j] + costs[k]) + 2, tuple(sorted(int(chosen[e]) for e in (i, j, k))))
                )
        return sorted({*pairs, *sorted(set(found))[:SHOWN]})

    # Parts

    @cached_property
    def whole(self) -> list[_Part]:
        """All parts that each cover every member of the set, cheap parts first."""
        return self._parts(whole=True)[:SHOWN]

    @cached_property
    def parts(self) -> list[_Part]:
        """The cheapest part for each set of covered members, without the parts that cover all members."""
        return _selected([part for part in self._every_part if not part.covers.all()])

    @cached_property
    def _every_part(self) -> list[_Part]:
        return self._parts(whole=False)

    @cached_property
    def _counts(self) -> tuple[NDArray[np.intp], list[NDArray[np.float32]]]:
        """The conditions that are true for some member, their truth values, and counts for all pairs of conditions."""
        masks = self.bank.masks
        chosen = np.flatnonzero(masks[:, self.inside].any(axis=1))[:USED]
        outside = masks[np.ix_(chosen, np.flatnonzero(~self.inside))].astype(np.float32)
        within = masks[np.ix_(chosen, np.flatnonzero(self.inside))].astype(np.float32)
        limits.check()
        return chosen, [outside, within, outside @ outside.T, within @ within.T]

    def _parts(self, whole: bool) -> list[_Part]:
        """Return parts, in order of cost; if `whole` is true, return only parts that each cover every member."""
        # each part must be true for at least `least` members
        least = int(self.members.sum()) if whole else 1
        chosen, (outside, within, wrong, right) = self._counts
        costs = self.costs[chosen]
        alone = np.diag(wrong) == 0
        some: list[tuple[int, ...]] = [(int(i),) for i in np.flatnonzero(alone & (np.diag(right) >= least))]
        first, second = np.nonzero(np.triu((wrong == 0) & (right >= least), 1))
        kept = ~alone[first] & ~alone[second]
        first, second = first[kept], second[kept]
        some += [(int(first[p]), int(second[p])) for p in _best(right[first, second], costs[first] + costs[second])]
        some += self._triples(outside, within, wrong, right, costs, least)
        return self._deduplicated(chosen, some, whole)

    def _triples(
        self,
        outside: NDArray[np.float32],
        within: NDArray[np.float32],
        wrong: NDArray[np.float32],
        right: NDArray[np.float32],
        costs: Costs,
        least: int,
    ) -> Iterator[tuple[int, ...]]:
        first, second = np.nonzero(np.triu((wrong > 0) & (right >= least), 1))
        share = wrong[first, second] / right[first, second] * (costs[first] + costs[second])
        order = np.lexsort((second, first, share))[:EXTENDED]
        first, second = first[order], second[order]
        limits.check()
        left = (outside[first] * outside[second]) @ outside.T
        kept = (within[first] * within[second]) @ within.T
        row, third = np.nonzero((left == 0) & (kept >= least) & (wrong[first] > 0) & (wrong[second] > 0))
        total = costs[first[row]] + costs[second[row]] + costs[third]
        for place in _best(kept[row, third], total):
            yield int(first[row[place]]), int(second[row[place]]), int(third[place])

    def _deduplicated(self, chosen: NDArray[np.intp], some: list[tuple[int, ...]], whole: bool) -> list[_Part]:
        """Return parts by cost: all parts if `whole` is true, else the cheapest one for each set of covered members."""
        cheapest: dict[bytes, _Part] = {}
        every: list[_Part] = []
        masks = self.bank.masks[chosen]
        for start in range(0, len(some), 256):
            limits.check()
            block = some[start : start + 256]
            together = np.array([masks[list(each)].all(axis=0) for each in block])
            covers = self._closed(together)[:, self.members]
            for each, row, key in zip(block, covers, np.packbits(covers, axis=1), strict=True):
                own = tuple(sorted(int(chosen[i]) for i in set(each)))
                part = _Part(own, int(self.costs[list(own)].sum()) + len(own) - 1, row)
                known = cheapest.get(key.tobytes())
                if row.all():
                    every.append(part)
                if known is None or (part.cost, own) < (known.cost, known.conditions):
                    cheapest[key.tobytes()] = part
        found = every if whole else list(cheapest.values())
        return sorted(found, key=lambda part: (part.cost, part.conditions))

    def unions(self) -> list[FormulaText]:
        """Return formulas that cover all members: single parts, and disjunctions of two or three parts."""
        parts = self.parts
        whole = [self._written([part]) for part in self._every_part if part.covers.all()][:SHOWN]
        if not parts:
            return whole
        missing = np.array([~part.covers for part in parts])
        flags = missing.astype(np.float32)
        left = flags @ flags.T
        costs = np.array([part.cost for part in parts])
        found = [self._written([parts[i], parts[j]]) for i, j in _cheapest(left == 0, costs)]
        if found or whole:
            return whole + found
        sizes = np.array([part.covers.sum() for part in parts])
        large = np.argsort(-sizes, kind="stable")[:MOST_TRIPLES]
        triples: dict[tuple[int, ...], int] = {}
        for place, i in enumerate(large):
            limits.check()
            for j in large[place + 1 :]:
                rest = missing[i] & missing[j]
                third = np.flatnonzero(~missing[:, rest].any(axis=1))
                if len(third):
                    k = int(third[np.argmin(costs[third])])
                    triples[tuple(sorted((int(i), int(j), k)))] = int(costs[i] + costs[j] + costs[k]) + 2
        best = sorted(triples.items(), key=lambda each: (each[1], each[0]))
        return [self._written([parts[i] for i in some]) for some, _ in islice(best, SHOWN)]

    def greedy(self, most: int) -> list[FormulaText]:
        """Return disjunctions of at most `most` parts, chosen greedily by new members per cost, and by new members."""
        if any(part.covers.all() for part in self._every_part):
            return []
        choices = (self._chosen(most, by_cost) for by_cost in (True, False))
        return [self._written(taken) for taken in choices if taken]

    def _chosen(self, most: int, by_cost: bool) -> list[_Part]:
        """Return parts that cover all members, or an empty list if more than `most` parts would be needed."""
        left = np.ones(int(self.members.sum()), np.bool_)
        taken: list[_Part] = []
        while left.any() and len(taken) < most:
            limits.check()
            new = [int((part.covers & left).sum()) for part in self.parts]
            best = max(
                range(len(new)),
                key=lambda i: (new[i] / (self.parts[i].cost + 2) if by_cost else new[i], -self.parts[i].cost),
                default=None,
            )
            if best is None or not new[best]:
                return []
            taken.append(self.parts[best])
            left &= ~self.parts[best].covers
        if left.any():
            return []
        for part in sorted(taken, key=lambda part: -part.cost):
            others = [other for other in taken if other is not part]
            if others and np.logical_or.reduce([other.covers for other in others]).all():
                taken = others
        return taken

    def _written(self, parts: list[_Part]) -> FormulaText:
        ordered = sorted(parts, key=lambda part: (-int(part.covers.sum()), part.cost))
        return self._factored([part.conditions for part in ordered])

    def _factored(self, parts: list[tuple[int, ...]]) -> FormulaText:
        """Return a disjunction of conjunctions, in which a condition that several of them share is written once."""
        saved = Counter[int]()
        for place in (place for part in parts for place in part):
            saved[place] += int(self.costs[place])
        shared = [place for place in saved if saved[place] > self.costs[place]]
        if not shared:
            return reduce(disjunction, map(self._conjunction, parts))
        common = max(shared, key=lambda place: (saved[place] - int(self.costs[place]), -place))
        inner = [tuple(place for place in part if place != common) for part in parts if common in part]
        if not all(inner):
            return reduce(disjunction, map(self._conjunction, parts))
        rest = [part for part in parts if common not in part]
        whole = conjunction(self.bank.formula(common), self._factored(inner))
        return disjunction(whole, self._factored(rest)) if rest else whole

    def _conjunction(self, conditions: Sequence[int]) -> FormulaText:
        return reduce(conjunction, sorted(map(self.bank.formula, conditions), key=lambda one: _turn(one.text)))


def _selected(parts: list[_Part]) -> list[_Part]:
    """Return the parts that cover the most members, and the cheapest parts, in the given order."""
    large = sorted(parts, key=lambda part: (-int(part.covers.sum()), part.cost))[: MOST_PARTS * 2 // 3]
    chosen = {id(part) for part in (*large, *parts[: MOST_PARTS // 3])}
    return [part for part in parts if id(part) in chosen]


def _turn(text: str) -> int:
    """Return the sort key of a condition in a conjunction: bounds first, then equations, then other conditions."""
    if re.fullmatch(r"\w+ (?:[<>]=?|!?=) \d+", text) and not text.startswith("xor"):
        return 0
    return 1 if " = " in text and " mod " not in text else 2


def _cheapest(fits: Flags, costs: Costs, most: int = SHOWN) -> list[tuple[int, int]]:
    first, second = np.nonzero(np.triu(fits, 1))
    order = np.lexsort((second, first, costs[first] + costs[second]))[:most]
    return [(int(first[p]), int(second[p])) for p in order]


def _best(sizes: NDArray[np.floating], costs: Costs) -> list[int]:
    """Return the indices of the largest and of the cheapest candidates for parts."""
    order = np.arange(len(sizes))
    large = np.lexsort((order, costs, -sizes))[: 3 * MOST_PARTS]
    cheap = np.lexsort((order, -sizes, costs))[: 2 * MOST_PARTS]
    return [int(place) for place in np.union1d(large, cheap)]
