"""`combine_conditions` searches for formulas that are an `or` of few parts, each an `and` of few conditions.

The input is a list of conditions and, for each condition, the positions of a sample box where it is true. A *part* is
an `and` of at most three conditions that is true only for members. Membership does not depend on the order of
interchangeable piles. So a part of a formula covers all reorderings of the members for which it is true. Parts that
together cover all members form a formula that agrees with the box. Another kind of formula is a condition with a short
list of exceptions.

All pairs of conditions are tested at once: for the matrix of conditions by positions outside the set, the product of
the matrix with its transpose counts the positions that each pair wrongly includes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.language.positions import Position
from sprague.synthesis.number_sets import AND, ATOM, OPEN, OR, FormulaText, conjunction, disjunction
from sprague.synthesis.sample_box import Flags, SampleBox

# Candidates are sorted by the number of members that they cover and by reading effort. The following limits drop late
# candidates, whose formulas would be long or wrong; the time is limited separately.
MOST_PARTS = 400  # maximum number of parts combined to cover all members
MOST_TRIPLES = 60  # maximum number of parts that are combined three at a time
MOST_TRIED = 200  # maximum number of formulas of several parts
EXTENDED = 300  # number of pairs of conditions that are extended by a third condition
EXTENDED_LATER = 2000  # number of pairs that are extended in a second attempt, if no formula is found
MOST_EXCEPTIONS = 2  # maximum number of exceptions, not counting reorderings
MOST_ORDERS = 24  # maximum number of reorderings that are listed for one exception

Counts = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class _Part:
    """A conjunction of conditions, and the sorted members that it covers."""

    formula: FormulaText
    covers: Flags

    @property
    def cost(self) -> tuple[int, str]:
        """The reading effort of the conjunction."""
        return reading_effort(self.formula.text)

    @cached_property
    def size(self) -> int:
        """The number of sorted members that the part covers."""
        return int(self.covers.sum())


def combine_conditions(box: SampleBox, texts: Sequence[str], holds: Flags) -> Iterator[list[str]]:
    """Yield lists of formulas that agree with the sample box, simple formulas first.

    The formulas are, stage by stage: two conditions, one part, one part with exceptions, and several parts.
    """
    if not box.members.any() or not box.others.any():
        return
    formulas = [as_formula_text(text) for text in texts]
    useful = np.flatnonzero(holds[:, box.members].any(axis=1) & ~holds[:, box.real].all(axis=1))
    formulas, holds = [formulas[i] for i in useful], holds[useful]
    if not formulas:
        return
    outside = holds[:, box.others].astype(np.float32)
    # array [condition, condition]: the number of positions outside the set where both conditions are true
    wrong = outside @ outside.T
    shared = holds[:, box.members].astype(np.float32)
    right = shared @ shared.T
    singles = _parts(box, formulas, holds, [(int(i),) for i in np.flatnonzero(np.diag(wrong) == 0)])
    parts = _best([*singles, *_parts(box, formulas, holds, _pairs(formulas, wrong, right))])
    yield _texts([*(part.formula for part in parts if part.covers.all()), *_two(singles)])
    longer = _parts(box, formulas, holds, _triples(formulas, outside, shared, wrong, right))
    yield _texts(part.formula for part in longer if part.covers.all())
    yield _texts(_with_exceptions(box, formulas, holds, wrong, right))
    yield from _unions(box, _best([*parts, *longer]))
    wider = _parts(box, formulas, holds, _triples(formulas, outside, shared, wrong, right, EXTENDED_LATER))
    yield from _unions(box, _best([*parts, *wider]))


def reading_effort(text: str) -> tuple[int, str]:
    """Return the reading effort of a formula: its length, plus weights for constructs that are hard to read."""
    return len(text) + sum(weight * len(pattern.findall(text)) for pattern, weight in _HARD), text


_HARD = [
    (re.compile(r" mod "), 4),
    (re.compile(r" and | or "), 2),
    (re.compile(r"!=|\b(?:exactly|at least|some|no)\b"), 4),
    (re.compile(r"max - min = 0"), 9),  # the equivalent `all piles equal` is easier to read
    (re.compile(r"\blow2\(|\bnot\b"), 6),
    # Bounds on single piles are harder to read than bounds on max, min or sum, which do not depend on the order of the
    # piles.
    (re.compile(r"\b(?!max|min|sum|xor)\w+ [<>]=? \d"), 5),
]


def _texts(found: Iterable[FormulaText]) -> list[str]:
    return sorted({formula.text for formula in found}, key=reading_effort)


def as_formula_text(text: str) -> FormulaText:
    """Return a condition as text with its outermost connective, which decides whether it needs brackets."""
    if ":" in text:
        return FormulaText(text, OPEN)
    # A connective inside brackets may cause unnecessary brackets, but necessary brackets are never missing.
    return FormulaText(text, OR if " or " in text else AND if " and " in text else ATOM)


def _joined(formulas: Sequence[FormulaText], chosen: Sequence[int]) -> FormulaText:
    ordered = sorted((formulas[i] for i in set(chosen)), key=lambda part: (_turn(part.text), part.text))
    return reduce(conjunction, ordered)


def _turn(text: str) -> int:
    """Return the rank of a condition in a conjunction: bounds first, then equations, then the rest."""
    if re.fullmatch(r"[\w -]+ (?:[<>]=?|!?=) \d+", text) and " mod " not in text and not text.startswith("xor"):
        return 0
    return 1 if " = " in text and " mod " not in text else 2


def _pairs(formulas: Sequence[FormulaText], wrong: Counts, right: Counts) -> list[tuple[int, ...]]:
    """Return pairs of conditions that together are true only for members, although neither condition alone is."""
    alone = np.diag(wrong) == 0
    first, second = np.nonzero(np.triu((wrong == 0) & (right > 0), 1))
    useful = ~alone[first] & ~alone[second]
    first, second = first[useful], second[useful]
    return _shortlist(formulas, np.stack([first, second], axis=1), right[first, second])


def _triples(
    formulas: Sequence[FormulaText],
    outside: Counts,
    shared: Counts,
    wrong: Counts,
    right: Counts,
    extended: int = EXTENDED,
) -> list[tuple[int, ...]]:
    """Return triples: pairs that are true for few non-members, and a third condition that excludes these."""
    first, second = np.nonzero(np.triu((wrong > 0) & (right > 0), 1))
    share = wrong[first, second] / right[first, second]
    chosen = np.lexsort((second, first, share))[:extended]
    first, second = first[chosen], second[chosen]
    left = (outside[first] * outside[second]) @ outside.T
    kept = (shared[first] * shared[second]) @ shared.T
    # A triple is dropped if two of its conditions suffice, because `_pairs` already returns this pair.
    row, third = np.nonzero((left == 0) & (kept > 0) & (wrong[first] > 0) & (wrong[second] > 0))
    return _shortlist(formulas, np.stack([first[row], second[row], third], axis=1), kept[row, third])


def _shortlist(formulas: Sequence[FormulaText], chosen: NDArray[np.int64], sizes: Counts) -> list[tuple[int, ...]]:
    """Return the choices of conditions that are true for the most members, and the shortest choices."""
    lengths = np.array([len(part.text) for part in formulas])[chosen].sum(axis=1)
    order = np.arange(len(chosen))
    large = np.lexsort((order, lengths, -sizes))[: 3 * MOST_PARTS]
    short = np.lexsort((order, -sizes, lengths))[: 2 * MOST_PARTS]
    return [tuple(int(i) for i in chosen[place]) for place in np.union1d(large, short)]


def _parts(
    box: SampleBox, formulas: Sequence[FormulaText], holds: Flags, chosen: Sequence[tuple[int, ...]]
) -> list[_Part]:
    """Return the parts for these choices of conditions, one part for each set of covered members."""
    found: list[_Part] = []
    seen = box.members & box.in_order
    for start in range(0, len(chosen), 64):
        limits.check()
        block = chosen[start : start + 64]
        masks = np.array([holds[list(conditions)].all(axis=0) for conditions in block])
        covers = box.closed(masks)[:, seen]
        found += [_Part(_joined(formulas, c), row) for c, row in zip(block, covers, strict=True)]
    return _best(found)


def _best(parts: Sequence[_Part]) -> list[_Part]:
    """Return the cheapest part for each set of covered members, limited to the largest and the shortest parts."""
    cheapest: dict[bytes, _Part] = {}
    for part in parts:
        key = np.packbits(part.covers).tobytes()
        if key not in cheapest or part.cost < cheapest[key].cost:
            cheapest[key] = part
    large = sorted(cheapest.values(), key=lambda part: (-part.size, part.cost))[:MOST_PARTS]
    short = sorted(cheapest.values(), key=lambda part: part.cost)[: MOST_PARTS // 2]
    return list(dict.fromkeys([*large, *short]))


def _two(parts: Sequence[_Part]) -> list[FormulaText]:
    """Return the disjunctions of two parts that cover all members."""
    if not parts:
        return []
    left, cost = _left_by_two(parts)
    return [disjunction(*_in_order(parts[i], parts[j])) for i, j in _cheapest(np.triu(left == 0, 1), cost)]


def _left_by_two(parts: Sequence[_Part]) -> tuple[Counts, NDArray[np.int64]]:
    """Return the number of members that each pair of parts leaves uncovered, and the cost of each part."""
    missing = np.array([~part.covers for part in parts]).astype(np.float32)
    return missing @ missing.T, np.array([part.cost[0] for part in parts])


def _unions(box: SampleBox, parts: Sequence[_Part]) -> Iterator[list[str]]:
    """Yield formulas with two parts, then with two parts and listed positions, or with three parts."""
    if not parts:
        return
    yield _texts(_two(parts))
    left, cost = _left_by_two(parts)
    members = box.positions[box.members & box.in_order]
    found: list[FormulaText] = []
    for i, j in _cheapest(np.triu((left > 0) & (left <= MOST_EXCEPTIONS)), cost):
        listed = _listed(box, members[~parts[i].covers & ~parts[j].covers])
        if listed is not None:
            found.append(
                disjunction(disjunction(*_in_order(parts[i], parts[j])) if i != j else parts[i].formula, listed)
            )
    packed = np.packbits(np.array([~part.covers for part in parts]), axis=1)
    triples: list[tuple[int, int, int, int]] = []
    for i in range(min(len(parts), MOST_TRIPLES)):
        limits.check()
        for j in range(i + 1, min(len(parts), MOST_TRIPLES)):
            if not left[i, j]:
                continue
            covered = ~(packed & (packed[i] & packed[j])).any(axis=1)
            fits = covered & (left[i] > 0) & (left[j] > 0)
            if fits.any():
                third = int(np.flatnonzero(fits)[np.argmin(cost[fits])])
                triples.append((int(cost[i] + cost[j] + cost[third]), i, j, third))
    for _, i, j, third in sorted(triples)[:MOST_TRIED]:
        found.append(disjunction(disjunction(*_in_order(parts[i], parts[j])), parts[third].formula))
    yield _texts(found)


def _cheapest(chosen: Flags, cost: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the chosen pairs of parts with the lowest total cost."""
    first, second = np.nonzero(chosen)
    order = np.lexsort((second, first, cost[first] + cost[second]))[:MOST_TRIED]
    return [(int(first[i]), int(second[i])) for i in order]


def _in_order(one: _Part, two: _Part) -> tuple[FormulaText, FormulaText]:
    """Return the formulas of two parts; the part that covers more members comes first."""
    first, second = sorted((one, two), key=lambda part: (-part.size, part.cost))
    return first.formula, second.formula


def _with_exceptions(
    box: SampleBox, formulas: Sequence[FormulaText], holds: Flags, wrong: Counts, right: Counts
) -> Iterator[FormulaText]:
    """Yield conditions that are true for all members, with a list of the few other positions as exceptions."""
    few = (wrong > 0) & (wrong <= MOST_EXCEPTIONS * min(_orders(box), MOST_ORDERS))
    # Reordering piles multiplies the number of covered members by at most `_orders(box)`, so a part that covers fewer
    # members cannot cover all.
    enough = right * _orders(box) >= box.members.sum()
    for i, j in np.argwhere(np.triu(few & enough)):
        limits.check()
        mask = box.closed(holds[i] & holds[j])
        if mask[box.members].all():
            listed = _listed(box, box.positions[mask & ~box.members], in_all_orders=True)
            if listed is not None:
                yield conjunction(_joined(formulas, (int(i), int(j))), FormulaText(f"not ({listed.text})"))


def _orders(box: SampleBox) -> int:
    """Return the number of ways to reorder interchangeable piles."""
    return prod(factorial(len(block)) for block in box.rule.blocks)


def _listed(box: SampleBox, positions: NDArray[np.int64], in_all_orders: bool = False) -> FormulaText | None:
    """Return a formula that lists the given positions, or None if there are too many.

    If `in_all_orders` is set, the formula lists all orders of each position; otherwise one order.
    """
    every = [tuple(int(entry) for entry in position) for position in positions]
    once = list(dict.fromkeys(_sorted(box, position) for position in every))
    if not every or len(once) > MOST_EXCEPTIONS:
        return None
    if not in_all_orders:
        return reduce(disjunction, [_at(box.rule.names, position) for position in once])
    if [len(block) for block in box.rule.blocks] == [len(box.rule.names)]:
        return reduce(disjunction, [_with_piles(box.rule.names, position) for position in once])
    if len(every) > MOST_ORDERS:
        return None
    return reduce(disjunction, [_at(box.rule.names, position) for position in every])


def _with_piles(names: Sequence[str], position: Position) -> FormulaText:
    """Return the formula that is true for all orders of a position."""
    times = Counter(position)
    if len(times) == 1:
        return _at(names, position)
    formulas = [
        FormulaText(f"some pile = {pile}" if number == 1 else f"at least {number} piles = {pile}")
        for pile, number in sorted(times.items())
    ]
    return reduce(conjunction, formulas)


def _at(names: Sequence[str], position: Position) -> FormulaText:
    """Return the formula that is true for exactly one position."""
    if len(set(position)) == 1:
        return FormulaText(" = ".join([*names, str(position[0])]))
    return FormulaText(" and ".join(f"{name} = {entry}" for name, entry in zip(names, position, strict=True)), AND)


def _sorted(box: SampleBox, position: Position) -> Position:
    entries = list(position)
    for block in box.rule.blocks:
        for place, entry in zip(block, sorted(entries[i] for i in block), strict=True):
            entries[place] = entry
    return tuple(entries)
