"""The running unions of cones (`sprague.tables.cones`) as arrays for kernels: `build_union_arrays`.

If a table stores only sorted positions, there is a running union for each assignment of the piles of a move to the
entries of a position. The set of steps identifies the union. Move families with the same steps share their unions.
Subtracting a step from a sorted position may give an unsorted tuple. Each entry of the tuple has a label, which moves
with the entry when the tuple is sorted. After sorting, the order of the labels identifies the union. Two entries have
the same label if exchanging the two entries in each step does not change the set of steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from sprague.language.rule_ast import Block
from sprague.linear.terms import interchangeable_groups
from sprague.rules import Ruleset
from sprague.rules.symmetry import role_assignments
from sprague.tables.cones import Cone, Step
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.kernels.indexing import DENSE
from sprague.tables.kernels.unions import UnionArrays
from sprague.tables.regions import Region

ALONE = -1  # list entry that stands for the value of the position itself instead of a union
MOST_UNIONS = 128  # maximum number of running unions that each position has for one move family
MOST_LABELLED = 1 << 16  # maximum number of ways to assign labels to the entries of a position

Classes = list[list[Block]]


def is_manageable(rule: Ruleset, cone: Cone) -> bool:
    """Return whether running unions for all assignments of a cone's piles to entries are few enough to be stored."""
    classes = _classes(rule, cone.steps)
    ways = prod(factorial(sum(map(len, block))) // prod(factorial(len(one)) for one in block) for block in classes)
    places = sum(map(len, rule.blocks))
    return ways <= MOST_UNIONS and _labels_of(classes) ** places <= MOST_LABELLED


def build_union_arrays(rule: Ruleset, region: Region, cones: Sequence[Cone]) -> UnionArrays:
    """Return arrays that contain the running unions of cones, and the steps after which they are read and propagated.

    One visit propagates all unions with the same step. If some steps leave the rank unchanged, each visit propagates a
    single union.
    """
    numbered = _Numbered(rule, cones)
    if any(cone.may_keep_rank for cone in cones):
        leads = [(step, [union]) for placed, union in numbered.unions.items() for step in sorted(placed)]
    else:
        leads = _grouped((step, union) for placed, union in numbered.unions.items() for step in placed)
    reads = _grouped(numbered.reads(cones))
    visits = [*reads, *leads]
    steps = integer_array([step for step, _ in visits], (len(visits), len(rule.names)))
    start = [0, *accumulate(len(visited) for _, visited in visits)]
    return UnionArrays(
        len(numbered.unions),
        len(reads),
        steps,
        _changed(steps),
        _falls(region, steps),
        integer_array(start, (len(start),)),
        integer_array(list(chain(*(visited for _, visited in visits))), (start[-1],)),
        integer_array(numbered.labels, (len(numbered.labels), len(rule.names))),
        integer_array(numbered.weights, (len(rule.names),)),
        integer_array(numbered.first, (len(numbered.first),)),
        np.concatenate([*numbered.of_labels, np.zeros(0, np.int64)]),
        integer_array([rule.lowest(name) for name in rule.names], (len(rule.names),)),
        integer_array(region.highest, (len(rule.names),)),
    )


class _Numbered:
    """The indices of the running unions of cones; each union is identified by a tuple of labels of entries."""

    def __init__(self, rule: Ruleset, cones: Sequence[Cone]) -> None:
        self.rule = rule
        self.unions: dict[frozenset[Step], int] = {}
        self.labels: list[list[int]] = []
        self.first: list[int] = []
        self.of_labels: list[npt.NDArray[np.int64]] = []
        movable = [place for block in rule.blocks for place in block]
        base = max((_labels_of(_classes(rule, cone.steps)) for cone in cones), default=1)
        places = range(len(rule.names))
        self.weights = [base ** movable.index(place) if place in movable else 0 for place in places]
        for cone in cones:
            if cone.steps and frozenset(cone.steps) not in self.unions:
                self._add(cone.steps, base ** len(movable))

    def _add(self, steps: Sequence[Step], ways: int) -> None:
        """Add the running unions of some steps, for all assignments of the piles of a cone to entries."""
        classes = _classes(self.rule, steps)
        label_of = {part: label for label, one in enumerate(chain(*classes)) for part in one}
        first = sum(map(len, self.of_labels))
        of_labels = np.zeros(ways, np.int64)
        for order in self._orders(classes):
            labels = [0] * len(order)
            for part, label in label_of.items():
                labels[order[part]] = label
            of_labels[np.dot(self.weights, labels)] = self.unions[_placed(steps, order)] = len(self.unions)
            self.labels.append(labels)
            self.first.append(first)
        self.of_labels.append(of_labels)

    def reads(self, cones: Iterable[Cone]) -> Iterator[tuple[Step, int]]:
        """Yield the first steps of all cones, each with the index of the running union to read after that step."""
        for cone in cones:
            for order in self._orders(_classes(self.rule, cone.steps, cone.firsts)):
                union = self.unions.get(_placed(cone.steps, order), ALONE)
                yield from ((step, union) for step in _placed(cone.firsts, order))

    def _orders(self, classes: Classes) -> Iterator[list[int]]:
        return role_assignments(range(len(self.rule.names)), classes)


def _classes(rule: Ruleset, *sets: Sequence[Step]) -> Classes:
    """Return the groups of piles that can be exchanged without changing any of the given sets of steps."""

    def swappable(one: int, two: int) -> bool:
        order = list(range(len(rule.names)))
        order[one], order[two] = two, one
        return all(_placed(steps, order) == frozenset(steps) for steps in sets)

    return [interchangeable_groups(block, swappable) for block in rule.blocks]


def _labels_of(classes: Classes) -> int:
    """Return the number of labels of a running union: one label for each group of equivalent piles."""
    return max(1, sum(map(len, classes)))


def _placed(steps: Iterable[Step], order: Sequence[int]) -> frozenset[Step]:
    """Return steps of a cone with their entries permuted by `order`."""
    places = [order.index(place) for place in range(len(order))]
    return frozenset(tuple(step[part] for part in places) for step in steps)


def _grouped(visits: Iterable[tuple[Step, int]]) -> list[tuple[Step, list[int]]]:
    """Return, for each step, the running unions that are looked up after the step.

    Short steps come first. The union after a short step covers more positions, so a winning option is usually found
    sooner.
    """
    unions: dict[Step, set[int]] = {}
    for step, union in visits:
        unions.setdefault(step, set()).add(union)
    return [(step, sorted(unions[step])) for step in sorted(unions, key=lambda step: (sum(map(abs, step)), step))]


def _changed(steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the indices of the entries that each step of a cone changes; -1 pads short rows."""
    places = [np.flatnonzero(step).tolist() for step in steps]
    most = max(map(len, places), default=0)
    return integer_array([[*row, *[-1] * (most - len(row))] for row in places], (len(steps), most))


def _falls(region: Region, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return how much each step lowers the table index of a position, or 0 if the decrease varies."""
    return steps @ region.layout.strides if region.layout.kind == DENSE else np.zeros(len(steps), np.int64)
