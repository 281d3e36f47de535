"""`VectorMoves` stores the vectors of the moves of a game as arrays, which the search for periods reads.

A finite check can prove a period if adding a period to a large pile does not change which moves are legal. So a move
may have a condition that tests the residue of a pile, such as `x mod 3 = 1`. A condition may also compare a number with
a term whose coefficients have the same sign, such as `x >= 3` or `x + 2y = 7`, because one large pile decides the
comparison. A condition that compares piles with each other, such as `x <= y`, is refused, because one large pile does
not decide the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.conditions import Chain, Condition
from sprague.linear.terms import constant_change
from sprague.rules import Linear, Ruleset

Vector = tuple[int, ...]
Flags = npt.NDArray[np.bool_]

# Default limit on the size of the array `legal`, which has an entry for each move and each case of the conditions.
CASES = 1_000_000


@dataclass(frozen=True)
class VectorMoves:
    """The moves of a game as an array of move vectors; the height of a pile is counted from its least height.

    Adding `cycles[i]` chips to pile i changes no condition if the pile has at least `thresholds[i]` chips. The arrays
    `legal[move, …]` and `won[…]` contain the truth values of the conditions for piles below `thresholds[i] +
    cycles[i]`. If the rule has no conditions, `won` has a single cell, and `legal` has a single cell for each move.
    """

    vectors: tuple[Vector, ...]
    thresholds: Vector
    cycles: Vector
    legal: Flags
    won: Flags

    @staticmethod
    def free(vectors: Iterable[Vector], piles: int) -> VectorMoves:
        """Return move vectors without conditions: each move is legal if no pile becomes negative."""
        found = tuple(dict.fromkeys(vectors))
        legal = np.ones((len(found), *(1,) * piles), dtype=np.bool_)
        return VectorMoves(found, (0,) * piles, (1,) * piles, legal, np.zeros((1,) * piles, dtype=np.bool_))

    @property
    def piles(self) -> int:
        return len(self.thresholds)

    @cached_property
    def is_unconditional(self) -> bool:
        """Whether the move vectors have no conditions."""
        return self.legal.size == len(self.vectors) and bool(self.legal.all()) and not self.won.any()

    @cached_property
    def falls(self) -> Vector:
        """The largest decrease of each pile by a move vector."""
        return tuple(max([0, *(-vector[i] for vector in self.vectors)]) for i in range(self.piles))

    @cached_property
    def rises(self) -> Vector:
        """The largest increase of each pile by a move vector."""
        return tuple(max([0, *(vector[i] for vector in self.vectors)]) for i in range(self.piles))

    @cached_property
    def order(self) -> Vector | None:
        """An order of the piles in which every move lowers the first pile that it changes; None if no order exists."""
        left = list(self.vectors)
        order: list[int] = []
        while len(order) < self.piles:
            lowered = [i for i in range(self.piles) if i not in order and all(vector[i] <= 0 for vector in left)]
            if not lowered:
                return None
            # First choose the pile that is lowered by the most moves; then the fewest moves remain for other piles.
            best = max(lowered, key=lambda i: (sum(vector[i] < 0 for vector in left), -i))
            order.append(best)
            left = [vector for vector in left if vector[best] == 0]
        return None if left else tuple(order)

    def arranged(self, order: Sequence[int]) -> VectorMoves:
        """Return the same move vectors with the piles in another order."""
        axes = list(order)
        return VectorMoves(
            tuple(tuple(vector[i] for i in axes) for vector in self.vectors),
            tuple(self.thresholds[i] for i in axes),
            tuple(self.cycles[i] for i in axes),
            np.ascontiguousarray(self.legal.transpose(0, *(i + 1 for i in axes))),
            np.ascontiguousarray(self.won.transpose(axes)),
        )

    def without_first(self) -> VectorMoves:
        """Return the move vectors of the game that results if the first pile always has its least height."""
        kept = [number for number, vector in enumerate(self.vectors) if vector[0] == 0]
        return VectorMoves(
            tuple(self.vectors[number][1:] for number in kept),
            self.thresholds[1:],
            self.cycles[1:],
            self.legal[kept, 0],
            self.won[0],
        )


def read_vector_moves(rule: Ruleset) -> VectorMoves:
    """Return the moves of an expanded rule as move vectors; raise `SpragueError` if a move is not a fixed vector."""
    changes = rule.vectors
    if changes is None:
        name, entry = next(
            (name, entry)
            for family in rule.families
            for name, entry in zip(rule.piles, family.target, strict=True)
            if constant_change(name, entry) is None
        )
        raise SpragueError(
            f"{rule.label}: periods can be computed only if every move adds fixed numbers to the piles, but a "
            f"move changes {name} to {entry}; to see values up to a limit, use 'sprague table'"
        )
    conditions = [part for family in rule.families for part in family.where]
    conditions += [
        part for alternatives in (rule.stop, rule.win) for conjunction in alternatives for part in conjunction
    ]
    if not (conditions or rule.stop or rule.win):
        return VectorMoves.free(changes, len(rule.piles))
    thresholds, cycles = [0] * len(rule.piles), [1] * len(rule.piles)
    for condition in conditions:
        _widen(rule, condition, thresholds, cycles)
    thresholds = [max(0, tail - rule.floor) for tail in thresholds]
    shape = tuple(tail + cycle for tail, cycle in zip(thresholds, cycles, strict=True))
    cases, most = prod(shape) * max(1, len(changes)), max(CASES, limits.current().positions or 0)
    if cases > most:
        raise OutOfReach(
            f"{rule.label}: the conditions of the rule distinguish {cases:,} cases, more than the limit of "
            f"{most:,}; use smaller numbers and moduli, or allow more with --positions {cases} (positions={cases})"
        )
    grid = np.indices(shape)
    values = {name: grid[i] + rule.floor for i, name in enumerate(rule.piles)}
    stopped, won = (_any(alternatives, values, shape) for alternatives in ((*rule.stop, *rule.win), rule.win))
    legal = np.ones((len(changes), *shape), dtype=np.bool_)
    for number, family in enumerate(rule.families):
        legal[number] = ~stopped
        for part in family.where:
            legal[number] &= evaluate(part, values)
    return VectorMoves(changes, tuple(thresholds), tuple(cycles), legal, won)


def _any(alternatives: Iterable[Sequence[Condition]], values: dict[str, Any], shape: Sequence[int]) -> Flags:
    met = np.zeros(tuple(shape), dtype=np.bool_)
    for conjunction in alternatives:
        part = np.ones(tuple(shape), dtype=np.bool_)
        for condition in conjunction:
            part &= evaluate(condition, values)
        met |= part
    return met


def _widen(rule: Ruleset, condition: Condition, thresholds: list[int], cycles: list[int]) -> None:
    """Raise `thresholds` and `cycles` until a condition has period `cycles[i]` in pile i from `thresholds[i]` on."""
    if not isinstance(condition, Chain):
        raise SpragueError(
            f"{rule.label}: no period can be proved, because the condition {str(condition)!r} is not periodic"
        )
    for link in condition.links():
        linear, slack = Linear(), 0
        for side, sign in ((link.left, -1), (link.right, 1)):
            if (residue := side.residue) is not None:
                slack += residue.modulus
                for name, factor in residue.term.linear.coefficients:
                    i = rule.piles.index(name)
                    cycles[i] = lcm(cycles[i], residue.modulus // gcd(residue.modulus, factor))
            else:
                linear = linear + sign * side.linear
        signs = {factor > 0 for _, factor in linear.coefficients}
        if len(signs) > 1:
            raise SpragueError(
                f"{rule.label}: no period can be proved, because the condition {str(condition)!r} compares piles "
                "with each other"
            )
        for name, factor in linear.coefficients:
            i = rule.piles.index(name)
            thresholds[i] = max(thresholds[i], (abs(linear.constant) + slack) // abs(factor) + 1)
