"""Weighted sums of the entries that no move raises, found by linear programming.

Let w be the weights of a sum, and let a move of a family lead from x to y. The sum falls by w·x - w·y, a linear
term in x and the choices, whose coefficients are linear in w. The facts of the family are terms that are at least 0
for each of its moves. *Farkas' lemma*: if they do not contradict each other, a term is at least f wherever the facts
hold (over the rationals) exactly if it is

    f + m_0 + m_1 fact_1 + m_2 fact_2 + …        with multipliers m_i >= 0.

Two linear terms are the same if they have the same coefficient at each name, and the same constant. So weights,
falls and multipliers are together the unknowns of one linear program, all of them at least 0, with one equation
for each family and name, and one for each family's constant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from sprague.rules.facts import Facts
from sprague.rules.linear import Linear
from sprague.rules.simplex import minimise


class Unknown(NamedTuple):
    """An unknown of the program; unknowns are listed in their order as tuples."""

    kind: int
    of: int
    fact: int = 0


def _weight(part: int) -> Unknown:
    return Unknown(0, part)


def _fall(family: int) -> Unknown:
    """By how much the sum falls with each move of the family, at least: f."""
    return Unknown(1, family)


def _shortfall(family: int) -> Unknown:
    """What that fall lacks of 1."""
    return Unknown(2, family)


def _multiplier(family: int, fact: int) -> Unknown:
    return Unknown(3, family, fact)


def _surplus(part: int) -> Unknown:
    """By how much a part's weight is more than 1."""
    return Unknown(4, part)


Equation = tuple[Mapping[Unknown, int], int]  # the factors of its unknowns, and what their sum must be


@dataclass(frozen=True)
class Weighing:
    """The weighted sums of these parts, which are natural numbers, as moves of these families change them."""

    parts: Sequence[Linear]
    families: Sequence[Facts]

    def most_lowered(self) -> list[int]:
        """As many of the families as one sum can lower while it raises none of them, by number.

        Falls are at most 1 in this program, and what they lack of it is made as little as can be. Where a fall
        is positive, weights scaled up make it 1 or more.
        """
        numbers = range(len(self.families))
        found = self._solve(map(_shortfall, numbers), [({_fall(i): 1, _shortfall(i): 1}, 1) for i in numbers])
        return [] if found is None else [i for i in numbers if found[_fall(i)] > 0]

    def least_weights(self, lowered: Collection[int], used: Iterable[int] = ()) -> list[int] | None:
        """The smallest weights of a sum that falls by 1 in the families `lowered`, and rises in none.

        The weights of the parts `used` are at least 1. None if there are no such weights.
        """
        unknowns = [_weight(part) for part in range(len(self.parts))]
        falls: list[Equation] = [({_fall(i): 1}, int(i in lowered)) for i in range(len(self.families))]
        found = self._solve(unknowns, [*falls, *(({_weight(part): 1, _surplus(part): -1}, 1) for part in used)])
        if found is None:
            return None
        scale = lcm(*(found[unknown].denominator for unknown in unknowns))
        return [int(found[unknown] * scale) for unknown in unknowns]

    def total(self, weights: Sequence[int]) -> Linear:
        """The weighted sum itself."""
        return Linear.sum(weight * part for part, weight in zip(self.parts, weights, strict=True))

    def _solve(self, cost: Iterable[Unknown], more: Sequence[Equation]) -> dict[Unknown, Fraction] | None:
        """Unknowns that satisfy Farkas' equations and some more, with the least sum of those that cost."""
        equations = [*((row, 0) for i, facts in enumerate(self.families) for row in self._farkas(i, facts)), *more]
        costly = set(cost)
        unknowns = sorted(costly.union(*(row for row, _ in equations)))
        place = {unknown: column for column, unknown in enumerate(unknowns)}
        rows = [[0] * len(unknowns) for _ in equations]
        for row, (coefficients, _) in zip(rows, equations, strict=True):
            for unknown, factor in coefficients.items():
                row[place[unknown]] = factor
        found = minimise(rows, [right for _, right in equations], [int(unknown in costly) for unknown in unknowns])
        return None if found is None else dict(zip(unknowns, found, strict=True))

    def _farkas(self, number: int, facts: Facts) -> Iterator[dict[Unknown, int]]:
        """That the weighted fall is f + m_0 + Σ m_i fact_i, coefficient by coefficient, as equations with 0."""
        falls = [facts.fall(part) for part in self.parts]
        for part, fall in enumerate(falls):
            if fall is None:  # a function says what becomes of it, so nothing is known: it has no weight
                yield {_weight(part): 1}
        known = {_weight(part): fall for part, fall in enumerate(falls) if fall is not None}
        taken = {_multiplier(number, i): -fact for i, fact in enumerate(facts.all, 1)}
        terms = {**known, **taken}
        for name in sorted({name for term in terms.values() for name in term.names}):
            yield {unknown: term.coefficient(name) for unknown, term in terms.items()}
        constants = {unknown: term.constant for unknown, term in terms.items()}
        yield constants | {_fall(number): -1, _multiplier(number, 0): -1}
