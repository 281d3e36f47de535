"""`Sample`: positions that are near the origin or near the boundaries of a set, with their membership.

The sample contains a box of small positions and the positions of random walks through the automaton. A walk prefers
transitions inside a strongly connected component, so many positions lie on the hyperplanes that bound the set. The
random numbers have a fixed seed, so the same automaton always has the same sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.words import decode_word
from sprague.synthesis.presburger.directions import strong_components

Flags = NDArray[np.bool_]
Points = NDArray[np.int64]

# maps the number of entries to the number of values of each entry in small positions; the default is 4
SIDES = {1: 2_000, 2: 64, 3: 16, 4: 9, 5: 6}
WALKS = 4_000  # number of random walks
LARGEST = 1 << 40  # upper bound on the entries of sample positions
STAYING = (0.6, 0.85, 0.97)  # probabilities that a walk stays in its strongly connected component
NEIGHBOURS = 1_500  # maximum number of positions whose neighbours are added to the sample


@dataclass(frozen=True, eq=False)
class PointSet:
    """A set to be described: its automaton, the automaton of all positions, and the blocks of interchangeable piles.

    Only positions that are ascending within every block are considered.
    """

    automaton: Automaton
    domain: Automaton
    blocks: tuple[tuple[int, ...], ...]

    def considered(self, points: Points) -> Points:
        """Return the points that are positions, each once, with the piles of each block in ascending order."""
        points = points[(points >= 0).all(axis=1) & (points < LARGEST).all(axis=1)]
        for block in self.blocks:
            points[:, list(block)] = np.sort(points[:, list(block)], axis=1)
        points = np.unique(points, axis=0)
        return points[self.domain.contains_many(points)]

    def are_members(self, points: Points) -> Flags:
        """Return for each point whether it is a member of the set."""
        return self.automaton.contains_many(points)


@dataclass(frozen=True, eq=False)
class Sample:
    """Sample positions, one per row, and whether each is a member of the set."""

    points: Points
    members: Flags

    @staticmethod
    def of(target: PointSet, points: Points) -> Sample:
        """Return the sample of the given points that are positions."""
        kept = target.considered(points)
        return Sample(kept, target.are_members(kept))

    def join(self, other: Sample) -> Sample:
        """Return the union of two samples."""
        points, places = np.unique(np.concatenate([self.points, other.points]), axis=0, return_index=True)
        return Sample(points, np.concatenate([self.members, other.members])[places])

    def without_small(self, bound: int) -> Sample:
        """Return the sample without the positions whose entries are all smaller than a bound."""
        large = self.points.max(axis=1, initial=0) >= bound
        return Sample(self.points[large], self.members[large])


def sample_points(target: PointSet) -> Sample:
    """Return a sample of the small positions and of positions near the boundaries of a set."""
    tracks = target.automaton.tracks
    random = np.random.default_rng(tracks)
    side = SIDES.get(tracks, 4)
    box = np.indices((side,) * tracks).reshape(tracks, -1).T.astype(np.int64)
    walked = np.array(_walks(target.automaton), np.int64).reshape(-1, tracks)
    some = random.permutation(walked)[:NEIGHBOURS]
    near = [some + random.integers(-2, 3, size=some.shape) for _ in range(2)]
    units = [some[: NEIGHBOURS // 3] + sign * unit for unit in np.eye(tracks, dtype=np.int64) for sign in (1, -1)]
    return Sample.of(target, np.concatenate([box, walked, *near, *units]))


def neighbours(target: PointSet, positions: Iterable[Sequence[int]], vectors: Sequence[Sequence[int]]) -> Sample:
    """Return the sample of the given positions, and of these positions shifted by small multiples of the vectors."""
    tracks = target.automaton.tracks
    centres = np.array([p for p in positions if max(p) < LARGEST // 4], np.int64).reshape(-1, tracks)
    steps = np.array([[0] * tracks, *vectors], np.int64)
    every = [centres + times * step for step in steps for times in (-2, -1, 1, 2, 5)]
    return Sample.of(target, np.concatenate([centres, *every]))


def _walks(automaton: Automaton) -> list[tuple[int, ...]]:
    """Return the tuples that random walks through the automaton read."""
    random = Random(automaton.tracks)
    component = np.zeros(automaton.states, np.int64)
    for number, states in enumerate(strong_components(automaton)):
        component[states] = number
    choices: list[tuple[list[list[int]], list[list[int]]]] = []
    for state in range(automaton.states):
        row = automaton.table[state]
        targets = np.unique(row)
        inside = component[targets] == component[state]
        choices.append(
            (
                [np.flatnonzero(row == target).tolist() for target in targets[inside]],
                [np.flatnonzero(row == target).tolist() for target in targets],
            )
        )
    longest = automaton.numeration.write(LARGEST - 1).size // 2
    found = []
    for number in range(WALKS):
        if number % 64 == 0:
            limits.check()
        length = 2 + number % (longest - 1)
        staying = STAYING[number % len(STAYING)]
        state, word = 0, []
        for _ in range(length):
            same, every = choices[state]
            symbols = random.choice(same if same and random.random() < staying else every)
            symbol = random.choice(symbols)
            word.append(symbol)
            state = int(automaton.table[state, symbol])
        found.append(word)
    return [
        decode_word(np.array(word, np.int32), automaton.tracks, automaton.numeration)
        for word in found
        if not automaton.numeration.is_restricted or _is_valid(word, automaton)
    ]


def _is_valid(word: Sequence[int], automaton: Automaton) -> bool:
    rest = np.array(word, np.int64)
    for _ in range(automaton.tracks):
        rest, digits = np.divmod(rest, automaton.numeration.digits)
        if not automaton.numeration.is_valid(digits):
            return False
    return True
