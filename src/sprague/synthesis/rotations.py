"""`rotation_formulas`: formulas for sets that are invariant under rotation of the piles.

Theorems about games on a circle have the form "for some pile a, followed by b, c, d, e: a = 0, b = e and b = c + d". So
the search looks for an `and` of few linear conditions such that the `or` of all its rotations describes the set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.language.formula_parser import rename_piles
from sprague.synthesis.candidate_conditions import golden_ratio_bounds
from sprague.synthesis.sample_box import Flags, SampleBox

LEAST, MOST = 3, 6  # minimum and maximum number of piles on the circle
MOST_CONDITIONS = 3  # maximum number of conditions joined by `and`


def rotation_formulas(box: SampleBox, automaton: Automaton) -> Iterator[str]:
    """Yield formulas for a set that is invariant under rotation of the piles, with the fewest conditions first."""
    names = box.rule.names
    if not LEAST <= len(names) <= MOST or box.rule.remembered or box.rule.blocks or not _turns(automaton):
        return
    texts, holds = box.evaluated(list(_conditions(names, automaton.numeration)))
    useful = np.flatnonzero(holds[:, box.members].any(axis=1) & holds[:, box.real].any(axis=1))
    texts, holds = [texts[i] for i in useful], holds[useful]
    index = np.arange(len(box.members)).reshape(box.shape)
    turns = [_turned(index, by).reshape(-1) for by in range(len(names))]
    for count in range(1, MOST_CONDITIONS + 1):
        for chosen in _within(holds, box.others, count):
            mask: Flags = np.asarray(holds[list(chosen)].all(axis=0))
            part = " and ".join(texts[i] for i in chosen)
            if np.array_equal(mask, box.members):
                yield part
            elif np.array_equal(np.logical_or.reduce([mask[turn] for turn in turns]), box.members):
                yield " or ".join(_turned_texts(part, names))


def _turns(automaton: Automaton) -> bool:
    tracks = automaton.tracks
    return automaton.arrange([(track + 1) % tracks for track in range(tracks)], tracks) == automaton


def _turned(index: NDArray[np.int64], by: int) -> NDArray[np.int64]:
    return np.moveaxis(index, range(index.ndim), [(axis + by) % index.ndim for axis in range(index.ndim)])


def _turned_texts(part: str, names: Sequence[str]) -> list[str]:
    """Return the texts of a formula for all rotations of the piles."""
    return [rename_piles(part, names, [*names[by:], *names[:by]]) for by in range(len(names))]


def _within(holds: Flags, others: Flags, count: int) -> Iterator[tuple[int, ...]]:
    """Yield minimal choices of `count` conditions that together are true only for members."""
    outside = holds[:, others]
    alone = ~outside.any(axis=1)
    if count == 1:
        yield from ((int(i),) for i in np.flatnonzero(alone))
        return
    rest = np.flatnonzero(~alone)
    for first in combinations(rest.tolist(), count - 1):
        limits.check()
        left = outside[list(first)].all(axis=0)
        if not left.any():
            continue  # fewer conditions suffice
        later = rest[rest > first[-1]]
        fits = later[~(outside[later] & left).any(axis=1)]
        yield from ((*first, int(i)) for i in fits)


def _conditions(names: Sequence[str], numeration: Numeration) -> Iterator[str]:
    """Yield candidate conditions for games on a circle."""
    for name in names:
        yield from (f"{name} = 0", f"{name} = max", f"{name} = min")
    yield from (f"{one} = {two}" for one, two in combinations(names, 2))
    for total in names:
        others = [name for name in names if name != total]
        yield from (f"{total} = {one} + {two}" for one, two in combinations(others, 2))
    for one, two in permutations(names, 2):
        yield from golden_ratio_bounds(one, two, numeration)
    for four in combinations(names, 4):
        for other in four[1:]:
            one, two = (name for name in four[1:] if name != other)
            yield f"{four[0]} + {other} = {one} + {two}"
