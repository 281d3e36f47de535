"""`entry_terms`: terms that express one entry of a position by the other entries, found by a meet-in-the-middle search.

An entry, such as the Grundy value, can be a function of the other entries. The target T consists of the values of the
entry at sample positions. For each term t, the values T - t, T + t and T xor t are looked up among the values of all
terms. Each match gives a sum, difference or nim-sum of two terms that equals the target. A minimum of two terms is
sought among the terms that are never below the target. A maximum of two terms is sought among the terms that are never
above the target. If no term agrees with the target at all positions, the terms that agree at many positions are
returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.numeration import BINARY
from sprague.synthesis.bank_conditions import ConditionBank
from sprague.synthesis.number_sets import AND
from sprague.synthesis.set_sample import Flags, Frame, SetSample
from sprague.synthesis.term_bank import OMEGA, PRODUCT, UNDEFINED, Numbers, TermBank

VALUES = 160  # number of values that are tried for the entry at each position
LARGEST = 44  # largest argument for which the function is evaluated
ROWS = 260  # number of positions at which the function is evaluated
TERMS = 24_000  # maximum number of terms that are enumerated
EXTREMES = 900  # maximum number of terms whose minima and maxima are tried
MOST_PAIRS = 300  # maximum number of pairs of terms that are combined into a function with two cases
PIECES = 90  # maximum number of terms that agree with the function at some positions only
SHOWN = 12  # maximum number of terms that agree with the function at all positions
MOSTLY = 0.6  # a candidate for a bound must equal the bound at this fraction of the positions or more
OFTEN = 8  # a term for a single case must agree with the function at 1/OFTEN of the positions or more


@dataclass(frozen=True)
class EntryTerm:
    """A condition on one entry of a position, such as `entry = term`, and its cost."""

    text: str
    cost: int


def entry_terms(frame: Frame, sample: SetSample, track: int) -> list[EntryTerm]:
    """Return equations or bounds that express an entry by the other entries; formulas without exceptions come first."""
    rows, target, is_bound = _function(frame, sample, track)
    if len(rows) < 12 or len(np.unique(target)) < 3:
        return []
    name = frame.leaves[track].text
    bank = frame.bank(sample.automaton, TERMS, without=name)
    if not bank.leaves:
        return []
    if is_bound:
        return [
            EntryTerm(f"{name} {relation} {text}", cost + 2)
            for relation, less in (("<", 0), ("<=", 1))
            for cost, text in _Meeting(bank, rows.T, target - less).bounds()
        ]
    search = _Meeting(bank, rows.T, target)
    exact = sorted(set(search.exact()))[:SHOWN]
    if exact:
        return [EntryTerm(f"{name} = {_side(text)}", cost + 2) for cost, text in exact]
    pieces = search.pieces()
    conditions = ConditionBank.of(frame, bank, rows, sample.automaton.numeration)
    cases = [
        EntryTerm(f"{one} and {name} = {_side(first)} or {other} and {name} = {_side(second)}", cost)
        for cost, one, first, other, second in _cases(pieces, conditions)
    ]
    return [*cases, *(EntryTerm(f"{name} = {_side(text)}", cost + 2) for cost, text, _ in pieces)]


def _side(text: str) -> str:
    """Return the right side of an equation; a residue gets brackets, because `a = b mod 2` would be a congruence."""
    return f"({text})" if re.search(r" mod \d+$", text) else text


def _function(frame: Frame, sample: SetSample, track: int) -> tuple[Numbers, Numbers, bool]:
    """For sample positions without one entry, return the value of that entry for which the position is in the set.

    If a position is a member exactly when the entry is below a bound (and perhaps at least 1), the second result
    contains the bounds instead of values, and the third result is True. If the entry has neither a unique value nor a
    bound, the function returns no positions.
    """
    automaton, rule = sample.automaton, frame.rule
    nothing = np.zeros((0, len(rule.names)), np.int64), np.zeros(0, np.int64), False
    rows = sample.positions.copy()
    rows[:, track] = 0
    rows = np.unique(rows[(rows <= LARGEST).all(axis=1)], axis=0)[:: max(1, len(rows) // (4 * ROWS))]
    rows = np.random.default_rng(5).permutation(rows)[:ROWS]
    if not len(rows):
        return nothing
    every = np.repeat(rows, VALUES, axis=0)
    every[:, track] = np.tile(np.arange(VALUES), len(rows))
    allowed = np.ones(len(every), np.bool_)
    if frame.is_sorted:
        for block in rule.blocks:
            allowed &= (np.diff(every[:, block], axis=1) >= 0).all(axis=1)
    good = (automaton.contains_many(every) & allowed).reshape(-1, VALUES)
    count = good.sum(axis=1)
    if (count > 1).any() and allowed.all():
        for low in (0, 1):
            if not good[:, :low].any() and not (np.diff(good[:, low:].astype(np.int8), axis=1) > 0).any():
                return rows, np.where(count == VALUES - low, OMEGA, count + low).astype(np.int64), True
    if (count > 1).any() or not count.any():
        return nothing
    return rows[count == 1], np.argmax(good, axis=1)[count == 1].astype(np.int64), False


class _Meeting:
    """The search for a term that has given values at the sample positions."""

    def __init__(self, bank: TermBank, entries: Numbers, target: Numbers) -> None:
        self.bank, self.target = bank, target
        self.values = bank.values(np.ascontiguousarray(entries))
        self.final = np.array(bank.final)
        self.usable = ~(self.final | (self.values == UNDEFINED).any(axis=1))
        self.mixers = np.random.default_rng(9).integers(1, 1 << 62, len(target)).astype(np.uint64) * np.uint64(
            2
        ) + np.uint64(1)
        order = np.flatnonzero(self.usable)
        hashes = self._hashes(self.values[order])
        self.hashes, first = np.unique(hashes, return_index=True)
        self.places = order[first]

    def _hashes(self, rows: Numbers) -> NDArray[np.uint64]:
        mixed = rows.astype(np.uint64) * self.mixers
        mixed ^= mixed >> np.uint64(31)
        return np.asarray((mixed * np.uint64(0xBF58476D1CE4E5B9)).sum(axis=-1, dtype=np.uint64))

    def _found(self, rows: Numbers) -> Iterator[tuple[int, int]]:
        """Yield the pairs (i, j) such that row i of `rows` contains the values of the term with index j."""
        wanted = self._hashes(rows)
        at = np.minimum(np.searchsorted(self.hashes, wanted), len(self.hashes) - 1)
        for place in np.flatnonzero(self.hashes[at] == wanted):
            yield int(place), int(self.places[at[place]])

    def bounds(self) -> list[tuple[int, str]]:
        """Return terms that equal the target at many positions; the target can contain infinite values."""
        same = (self.values == self.target) | ((self.values >= VALUES) & (self.target >= OMEGA - 1))
        right = np.asarray(same.mean(axis=1))
        often = np.flatnonzero(right >= max(MOSTLY, right.max(initial=0.0) - 0.05))
        order = often[np.lexsort((often, np.array(self.bank.costs)[often], -right[often]))][:SHOWN]
        return [(self.bank.costs[index], self.bank.text(int(index))) for index in order]

    def exact(self) -> Iterator[tuple[int, str]]:
        """Yield terms that equal the target at all positions, each with its cost."""
        bank, target = self.bank, self.target
        single = [index for _, index in self._found(target[None])]
        if single:
            yield bank.costs[single[0]], bank.text(single[0])
            return
        every = np.flatnonzero(self.usable)
        for start in range(0, len(every), 4096):
            limits.check()
            some = every[start : start + 4096]
            rows = self.values[some]
            for place, other in self._found(target - rows):
                one = int(some[place])
                yield self._joined("+", other, one, 1)
            for place, other in self._found(target + rows):
                yield self._joined("-", other, int(some[place]), 2)
            if bank.numeration == BINARY:
                natural = np.asarray((rows >= 0).all(axis=1))
                for place, other in self._found(target ^ np.where(natural[:, None], rows, 0)):
                    if natural[place]:
                        yield self._joined("xor", other, int(some[place]), 2)
        for word, within in (
            ("min", (self.values >= target).all(axis=1)),
            ("max", (self.values <= target).all(axis=1)),
        ):
            yield from self._extremes(word, np.flatnonzero(self.usable & within))

    def _extremes(self, word: str, chosen: NDArray[np.intp]) -> Iterator[tuple[int, str]]:
        missing = self.values[chosen] != self.target
        useful = np.flatnonzero(~missing.all(axis=1))[:EXTREMES]
        flags = missing[useful].astype(np.float32)
        first, second = np.nonzero(np.triu(flags @ flags.T == 0, 1))
        for i, j in list(zip(first, second, strict=True))[:SHOWN]:
            yield self._joined(word, int(chosen[useful[i]]), int(chosen[useful[j]]), 1)

    def _joined(self, function: str, one: int, two: int, more: int) -> tuple[int, str]:
        bank = self.bank
        cost = bank.costs[one] + bank.costs[two] + more
        if function in ("min", "max"):
            return cost, f"{function}({bank.text(one)}, {bank.text(two)})"
        if function != "-" and (bank.costs[two], bank.text(two)) < (bank.costs[one], bank.text(one)):
            one, two = two, one
        if function == "xor":
            return cost, f"{bank.nim_operand(one)} xor {bank.nim_operand(two)}"
        return (
            cost,
            f"{bank.summand(one)} {function} {bank.summand(two) if function == '+' else bank.operand(two, PRODUCT)}",
        )

    def pieces(self) -> list[tuple[int, str, Flags]]:
        """Return cheap terms that equal the target at many positions; no two terms equal it at the same positions."""
        agree: Flags = (self.values == self.target) & (self.values != OMEGA)
        agree[~self.usable] = False
        counts = agree.sum(axis=1)
        costs = np.array(self.bank.costs)
        often = np.flatnonzero(counts * OFTEN >= len(self.target))
        # Cheap terms and terms that agree at many positions come first. The greatest number of agreements is worth 12
        # units of cost.
        order = often[np.lexsort((often, 3 * costs[often] - 36 * counts[often] // max(1, counts.max(initial=1))))]
        found: dict[bytes, tuple[int, str, Flags]] = {}
        for index in order:
            found.setdefault(agree[index].tobytes(), (int(costs[index]), self.bank.text(int(index)), agree[index]))
            if len(found) >= PIECES:
                break
        return list(found.values())


def _cases(pieces: Sequence[tuple[int, str, Flags]], conditions: ConditionBank) -> list[tuple[int, str, str, str, str]]:
    """Return functions with two cases, cheapest first: one term if a condition is true, another term if it is false."""
    found = []
    masks, places = conditions.masks, {row.tobytes(): i for i, row in reversed(list(enumerate(conditions.masks)))}
    pairs = [
        (one[0] + two[0], i, j)
        for i, one in enumerate(pieces)
        for j, two in enumerate(pieces[:i])
        if (one[2] | two[2]).all()
    ]
    for cost, i, j in sorted(pairs)[:MOST_PAIRS]:
        limits.check()
        (_, first, one), (_, second, two) = pieces[i], pieces[j]
        for place in np.flatnonzero(masks[:, one & ~two].all(axis=1) & ~masks[:, two & ~one].any(axis=1)):
            other = places.get((~masks[place]).tobytes())
            if other is not None:
                own = conditions.formula(int(place)).inside(AND), conditions.formula(other).inside(AND)
                total = cost + conditions.costs[place] + conditions.costs[other] + 6
                found.append((total, own[0], first, own[1], second))
                break
    return sorted(found)[:SHOWN]
