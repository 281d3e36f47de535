"""`combine_conditions`: search for formulas that are an `or` of few parts, each an `and` of few conditions.

Given are conditions and, for each, the positions of a box in which it holds. A *part* is an `and` of at most
three conditions that holds for members only. Members do not depend on the order of piles that do not matter,
so a part is inside the set in every order if it is so in one, and it then covers all orders of what it holds
for. Parts that cover all members between them are a formula for the set, as far as the box goes; so is a
condition with a few exceptions.

All pairs of conditions are tried at once: with the conditions as rows over the positions outside the
set, the product of this matrix with its transpose counts what each pair would wrongly take in.
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

# How many of the best are looked at further. These bound no time (the watch does) but what is worth trying: candidates
# are sorted by what they cover and by how they read, and words made of later ones are long or fail.
MOST_PARTS = 400  # parts kept for covering
MOST_TRIPLES = 60  # of them tried three at a time
MOST_TRIED = 200  # formulas of several parts
EXTENDED = 300  # pairs of conditions to which a third is added
EXTENDED_LATER = 2000  # and once more, where nothing else is found: large parts need not come from nearly right pairs
# What a reader takes in.
MOST_EXCEPTIONS = 2  # positions, up to order, listed one by one
MOST_ORDERS = 24  # in which one exception is written out

Counts = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class _Part:
    """A conjunction of conditions, and which members it covers, in one order each."""

    formula: FormulaText
    covers: Flags

    @property
    def cost(self) -> tuple[int, str]:
        """The reading effort of the conjunction."""
        return reading_effort(self.formula.text)

    @cached_property
    def size(self) -> int:
        """The number of members covered."""
        return int(self.covers.sum())


def combine_conditions(box: SampleBox, texts: Sequence[str], holds: Flags) -> Iterator[list[str]]:
    """Yield `or`s of `and`s of conditions that agree with the sample box, in stages from two conditions to many.

    The stages: two conditions; one part; one part with exceptions; several parts.
    """
    if not box.members.any() or not box.others.any():
        return
    formulas = [as_formula_text(text) for text in texts]
    useful = np.flatnonzero(holds[:, box.members].any(axis=1) & ~holds[:, box.real].all(axis=1))
    formulas, holds = [formulas[i] for i in useful], holds[useful]
    if not formulas:
        return
    outside = holds[:, box.others].astype(np.float32)
    wrong = outside @ outside.T  # how often two conditions hold together outside the set
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
    """Return how hard a combined formula is to read: its length, and more for constructs that do not read well."""
    return len(text) + sum(weight * len(pattern.findall(text)) for pattern, weight in _HARD), text


_HARD = [
    (re.compile(r" mod "), 4),
    (re.compile(r" and | or "), 2),
    (re.compile(r"!=|\b(?:exactly|at least|some|no)\b"), 4),
    (re.compile(r"max - min = 0"), 9),  # all piles are equal
    (re.compile(r"\blow2\(|\bnot\b"), 6),
    # Of the piles themselves rather than of one of them: no order has to be looked for.
    (re.compile(r"\b(?!max|min|sum|xor)\w+ [<>]=? \d"), 5),
]


def _texts(found: Iterable[FormulaText]) -> list[str]:
    return sorted({formula.text for formula in found}, key=reading_effort)


def as_formula_text(text: str) -> FormulaText:
    """Return a condition as text to combine, with brackets needed if it is an `or` or open to the right."""
    if ":" in text:
        return FormulaText(text, OPEN)
    # Brackets inside may make these more than are needed; they never make them too few.
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
    """Return pairs of conditions that hold for members only, while neither does alone."""
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
    """Return pairs that hold for few other positions, with a third condition that excludes these."""
    first, second = np.nonzero(np.triu((wrong > 0) & (right > 0), 1))
    share = wrong[first, second] / right[first, second]
    chosen = np.lexsort((second, first, share))[:extended]
    first, second = first[chosen], second[chosen]
    left = (outside[first] * outside[second]) @ outside.T
    kept = (shared[first] * shared[second]) @ shared.T
    # Where two of the three do it alone, they are among the pairs.
    row, third = np.nonzero((left == 0) & (kept > 0) & (wrong[first] > 0) & (wrong[second] > 0))
    return _shortlist(formulas, np.stack([first[row], second[row], third], axis=1), kept[row, third])


def _shortlist(formulas: Sequence[FormulaText], chosen: NDArray[np.int64], sizes: Counts) -> list[tuple[int, ...]]:
    """Return the choices of conditions that hold most often, and the shortest."""
    lengths = np.array([len(part.text) for part in formulas])[chosen].sum(axis=1)
    order = np.arange(len(chosen))
    large = np.lexsort((order, lengths, -sizes))[: 3 * MOST_PARTS]
    short = np.lexsort((order, -sizes, lengths))[: 2 * MOST_PARTS]
    return [tuple(int(i) for i in chosen[place]) for place in np.union1d(large, short)]


def _parts(
    box: SampleBox, formulas: Sequence[FormulaText], holds: Flags, chosen: Sequence[tuple[int, ...]]
) -> list[_Part]:
    """Return the parts made of these conditions, one for each set of covered members."""
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
    """Return the cheapest part for each set of covered members, restricted to the largest and the shortest."""
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
    """Return how many members each two parts leave uncovered, and the cost of each part."""
    missing = np.array([~part.covers for part in parts]).astype(np.float32)
    return missing @ missing.T, np.array([part.cost[0] for part in parts])


def _unions(box: SampleBox, parts: Sequence[_Part]) -> Iterator[list[str]]:
    """Yield unions of two parts, then of two parts with listed positions, or of three parts."""
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
    """Return the chosen pairs of parts that are shortest together."""
    first, second = np.nonzero(chosen)
    order = np.lexsort((second, first, cost[first] + cost[second]))[:MOST_TRIED]
    return [(int(first[i]), int(second[i])) for i in order]


def _in_order(one: _Part, two: _Part) -> tuple[FormulaText, FormulaText]:
    """Return the formulas of two parts, the one that covers more first."""
    first, second = sorted((one, two), key=lambda part: (-part.size, part.cost))
    return first.formula, second.formula


def _with_exceptions(
    box: SampleBox, formulas: Sequence[FormulaText], holds: Flags, wrong: Counts, right: Counts
) -> Iterator[FormulaText]:
    """Yield conditions that hold for all members and a few listed exceptions."""
    few = (wrong > 0) & (wrong <= MOST_EXCEPTIONS * min(_orders(box), MOST_ORDERS))
    # In all orders together they hold for all members.
    enough = right * _orders(box) >= box.members.sum()
    for i, j in np.argwhere(np.triu(few & enough)):
        limits.check()
        mask = box.closed(holds[i] & holds[j])
        if mask[box.members].all():
            listed = _listed(box, box.positions[mask & ~box.members], in_all_orders=True)
            if listed is not None:
                yield conjunction(_joined(formulas, (int(i), int(j))), FormulaText(f"not ({listed.text})"))


def _orders(box: SampleBox) -> int:
    """Return the number of orders in which a position may be written."""
    return prod(factorial(len(block)) for block in box.rule.blocks)


def _listed(box: SampleBox, positions: NDArray[np.int64], in_all_orders: bool = False) -> FormulaText | None:
    """Return a formula that lists some positions; None if there are too many.

    Unless `in_all_orders`, one order of each is enough.
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
    """Return the formula that the piles are these, in any order."""
    times = Counter(position)
    if len(times) == 1:
        return _at(names, position)
    formulas = [
        FormulaText(f"some pile = {pile}" if number == 1 else f"at least {number} piles = {pile}")
        for pile, number in sorted(times.items())
    ]
    return reduce(conjunction, formulas)


def _at(names: Sequence[str], position: Position) -> FormulaText:
    """Return the formula that the position is this one."""
    if len(set(position)) == 1:
        return FormulaText(" = ".join([*names, str(position[0])]))
    return FormulaText(" and ".join(f"{name} = {entry}" for name, entry in zip(names, position, strict=True)), AND)


def _sorted(box: SampleBox, position: Position) -> Position:
    entries = list(position)
    for block in box.rule.blocks:
        for place, entry in zip(block, sorted(entries[i] for i in block), strict=True):
            entries[place] = entry
    return tuple(entries)
