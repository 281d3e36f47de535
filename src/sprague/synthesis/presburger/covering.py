"""`cover_members`: find a few short conjunctions whose disjunction is true for exactly the members of a sample.

A beam search from one member finds a conjunction: it adds atoms that are true for the member until no non-member
satisfies all of them. The greedy algorithm for set cover then chooses among the conjunctions; it prefers conjunctions
that cover many members. Finally, each conjunction is replaced by one or two cheaper atoms if the result still covers
all members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.synthesis.presburger.samples import Flags

BEAM = 8  # number of conjunctions that the beam search extends
DEPTH = 8  # maximum number of atoms of a conjunction
SEEDS = 3  # number of members from which conjunctions are searched in each round
MOST_CONJUNCTIONS = 24  # maximum number of conjunctions

Conjunction = tuple[int, ...]  # the indices of the atoms in a conjunction
Numbers = NDArray[np.float32]


@dataclass
class AtomTable:
    """The truth of atoms for members and for non-members of a sample, and the costs of the atoms.

    If a formula stands for all its rotations, `turns` contains the truth of the atoms for all rotations of the members.
    """

    members: Flags
    others: Flags
    costs: NDArray[np.float64]
    turns: Sequence[Flags] = ()

    def __post_init__(self) -> None:
        self.inside = self.members.astype(np.float32)
        self.outside = self.others.astype(np.float32)

    def covers(self, conjunction: Conjunction) -> Flags:
        """Return the members for which a conjunction, or one of its rotations, is true."""
        chosen = list(conjunction)
        return np.asarray(np.logical_or.reduce([rows[:, chosen].all(axis=1) for rows in self.turns or [self.members]]))

    def excludes_others(self, conjunction: Conjunction) -> bool:
        """Return whether a conjunction is false for every non-member."""
        return not self.others[:, list(conjunction)].all(axis=1).any()

    def cost(self, conjunction: Conjunction) -> float:
        """Return the total cost of a conjunction."""
        return float(self.costs[list(conjunction)].sum()) + 4


def cover_members(table: AtomTable, exponent: float) -> list[Conjunction] | None:
    """Return conjunctions such that every member satisfies at least one and non-members satisfy none, or None.

    The greedy algorithm maximises (number of newly covered members) / cost ** exponent.
    """
    left = np.ones(len(table.members), np.bool_)
    found: list[Conjunction] = []
    while left.any():
        if len(found) == MOST_CONJUNCTIONS:
            return None
        places = np.flatnonzero(left)
        seeds = places[np.linspace(0, len(places) - 1, min(SEEDS, len(places))).astype(np.int64)]
        candidates = [c for seed in seeds for c in _conjunctions(table, int(seed), left)]
        if not candidates:
            return None
        best = max(candidates, key=lambda c: ((table.covers(c) & left).sum() / table.cost(c) ** exponent, c))
        found.append(best)
        left &= ~table.covers(best)
    return _cheapened(table, _irredundant(table, found))


def _cheapened(table: AtomTable, chosen: Sequence[Conjunction]) -> list[Conjunction]:
    """Replace each conjunction by cheaper atoms that still cover the members that no other conjunction covers."""
    found = list(chosen)
    if table.turns:
        return found
    for place in sorted(range(len(found)), key=lambda place: -table.cost(found[place])):
        limits.check()
        others = [table.covers(one) for other, one in enumerate(found) if other != place]
        alone = ~np.logical_or.reduce(others) if others else np.ones(len(table.members), np.bool_)
        found[place] = min(found[place], _cheapest(table, alone), key=table.cost)
    return found


def _cheapest(table: AtomTable, wanted: Flags) -> Conjunction:
    """Return the cheapest one or two atoms that are true for the wanted members and no non-member, else all atoms."""
    usable = np.flatnonzero(table.members[wanted].all(axis=0))
    outside, costs = table.outside[:, usable], table.costs[usable]
    both = outside.T @ outside
    sums = np.where(both == 0, costs[:, None] + costs, np.inf)
    single = np.flatnonzero(np.diag(both) == 0)
    sums[single, single] = costs[single]  # one atom suffices
    if not len(usable) or not np.isfinite(sums).any():
        return tuple(range(len(table.costs)))
    one, two = divmod(int(np.argmin(sums)), len(usable))
    return tuple(sorted({int(usable[one]), int(usable[two])}))


def _irredundant(table: AtomTable, chosen: Sequence[Conjunction]) -> list[Conjunction]:
    """Return the conjunctions after removing unnecessary ones, the most expensive first."""
    kept = list(chosen)
    for one in sorted(chosen, key=table.cost, reverse=True):
        others = [conjunction for conjunction in kept if conjunction != one]
        if others and np.logical_or.reduce([table.covers(other) for other in others]).all():
            kept = others
    return sorted(kept, key=lambda conjunction: (-int(table.covers(conjunction).sum()), conjunction))


def _conjunctions(table: AtomTable, seed: int, left: Flags) -> list[Conjunction]:
    """Return conjunctions that are true for a member and for no non-member."""
    usable = np.flatnonzero(table.members[seed])
    inside, outside = table.inside[left][:, usable], table.outside[:, usable]
    costs = table.costs[usable]
    beam: list[tuple[Conjunction, Numbers, Numbers]] = [
        ((), np.ones(len(inside), np.float32), np.ones(len(outside), np.float32))
    ]
    if not len(outside):
        return [()]
    found: dict[Conjunction, None] = {}
    for _ in range(DEPTH):
        limits.check()
        right = np.array([row for _, row, _ in beam]) @ inside
        wrong = np.array([row for _, _, row in beam]) @ outside
        spent = np.array([costs[list(chosen)].sum() for chosen, _, _ in beam])[:, None] + costs
        before = np.array([row.sum() for _, _, row in beam])[:, None]
        # An added atom must exclude at least one non-member. The score prefers many members, few non-members and cheap
        # atoms.
        score = np.log(right + 0.5) - np.log(wrong + 0.5) - spent / 40
        score[wrong >= before] = -np.inf
        complete = np.argwhere((wrong == 0) & (wrong < before))
        ranked = sorted(complete.tolist(), key=lambda pair: -(right[*pair] / (spent[*pair] + 4)))
        for row, atom in ranked[: 2 * BEAM]:
            chosen = _needed(table, tuple(sorted(int(usable[i]) for i in (*beam[row][0], atom))))
            found[chosen] = None
        score[wrong == 0] = -np.inf
        order = np.argsort(-score, axis=None, kind="stable")[: 4 * BEAM]
        following: dict[Conjunction, tuple[Conjunction, Numbers, Numbers]] = {}
        for flat in order:
            row, atom = divmod(int(flat), len(usable))
            if score[row, atom] == -np.inf or len(following) == BEAM:
                break
            chosen = tuple(sorted((*beam[row][0], atom)))
            following.setdefault(chosen, (chosen, beam[row][1] * inside[:, atom], beam[row][2] * outside[:, atom]))
        beam = list(following.values())
        if not beam:
            break
    return list(found)


def _needed(table: AtomTable, conjunction: Conjunction) -> Conjunction:
    """Remove atoms, expensive ones first, that a conjunction does not need to exclude all non-members."""
    for atom in sorted(conjunction, key=lambda atom: -table.costs[atom]):
        fewer = tuple(other for other in conjunction if other != atom)
        if table.excludes_others(fewer):
            conjunction = fewer
    return conjunction
