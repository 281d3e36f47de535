"""Proofs of termination: `find_rank`, a rank of positions that every move lowers.

A *rank* is a natural number attached to each position that falls with every move. It is looked for
in the rule itself: the number of chips; the sum of squares, which levelling moves lower; the sum of
products of two piles, which gathering moves lower; a weighted sum of the piles; at last several
weighted sums in lexicographic order. Where a move leads to a sum, the rank falls from the position to each of its
parts, so that play ends all the same: the ranks of the components are a multiset in which one is replaced by smaller
ones, however many, which cannot go on for ever (N. Dershowitz and Z. Manna, Proving termination with multiset
orderings, Comm. ACM 22 (1979)). That a rank falls is shown for all positions: the fall, less 1, is
a sum of the rule's own inequalities, and for squares of products of two of them, with multipliers that
are not negative.

Farkas' lemma has a quadratic cousin, Handelman's: a quadratic term that is a sum of facts (linear terms that are at
least 0) and of products of two facts, with multipliers that are not negative, is at least 0 itself.

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

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.linear.constraints import implies
from sprague.linear.simplex import minimise
from sprague.linear.terms import Linear
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import Relation, at_option

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Said where nothing can be proved because nothing shows that play ends.
NO_RANK = "no rank was found, a number that falls with every move, so play may not end"

Cases = list[list[Linear]]  # alternatives of inequalities


@dataclass(frozen=True, slots=True)
class Rank(ABC):
    """A rank, the proof of termination: a tuple of natural numbers that every move lowers lexicographically.

    `names` are the entries of a position, of which the first `piles` are piles.
    """

    names: tuple[str, ...]
    piles: int

    def value(self, position: Sequence[int]) -> tuple[int, ...]:
        """Return the rank of a position, to compare with that of an option."""
        return self._numbers(lambda entry: position[entry])

    def keys(self, positions: npt.NDArray[Any]) -> list[npt.NDArray[np.int64]]:
        """Return the ranks of many positions, one row each: an array for each number of the tuple."""
        return list(self._numbers(lambda entry: positions[:, entry].astype("int64")))

    @abstractmethod
    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        """The rank from the entries of a position by their places, which may be numbers or arrays of them."""

    @abstractmethod
    def falls(self, facts: MoveConstraints) -> bool:
        """Return whether every move of a family is shown to lower the rank."""

    @abstractmethod
    def lower(self, relation: Relation) -> Cases | None:
        """Return linear inequalities, by cases, of which one holds if K(x) = L(y) and y has lower rank than x.

        None if "lower" is not linear there.
        """

    def among_differences(self, families: Sequence[MoveConstraints]) -> Rank | None:
        """Return a rank that also falls and does not change with a chip more on every pile; or None."""
        return None

    @property
    def is_chips(self) -> bool:
        """Whether the rank is the number of chips."""
        return False

    @abstractmethod
    def __str__(self) -> str:
        """What the rank is, in words or as a term."""


@dataclass(frozen=True, slots=True)
class WeightedSums(Rank):
    """A rank that consists of weighted sums of the entries; usually one, the number of chips."""

    terms: tuple[Linear, ...]

    @staticmethod
    def chips(rule: LinearRule) -> WeightedSums:
        """Return the number of chips, as a rank of a rule."""
        return WeightedSums(rule.names, len(rule.piles), (Linear.sum(rule.piles),))

    @property
    def is_chips(self) -> bool:
        return self.terms == (Linear.sum(self.names[: self.piles]),)

    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        place = {name: number for number, name in enumerate(self.names)}
        return tuple(
            sum((factor * entry(place[name]) for name, factor in term.coefficients), term.constant)
            for term in self.terms
        )

    def falls(self, facts: MoveConstraints) -> bool:
        falls = [facts.fall(term) for term in self.terms]
        for number, fall in enumerate(falls):
            if fall is not None and implies(facts.all, [fall - 1]):
                return all(rise is not None and implies(facts.all, [rise]) for rise in falls[:number])
        return False

    def lower(self, relation: Relation) -> Cases | None:
        if len(self.terms) > 1:
            return None
        (term,) = self.terms
        return [[term - at_option(term) - 1]]

    def __str__(self) -> str:
        if self.is_chips:
            return "the number of chips"
        first, *rest = (str(term) for term in self.terms)
        return f"first {', then '.join((first, *rest))}" if rest else first


@dataclass(frozen=True, slots=True)
class Quadratic(Rank):
    """A rank made of the sum of the squares of the piles and of their total.

    Where moves keep the total it falls with the sum of squares, or, if `sign` is -1, as that rises.
    """

    sign: ClassVar[int] = 1

    @abstractmethod
    def _number(self, squares: Any, total: Any) -> Any:
        """The rank, from the sum of squares and the total."""

    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        squares = total = 0
        for pile in range(self.piles):
            height = entry(pile)
            squares, total = squares + height * height, total + height
        return (self._number(squares, total),)

    def lower(self, relation: Relation) -> Cases | None:
        # With y = x + k s the sum of squares falls by k (-2 s·x - k s·s), a product of two terms
        # that must have the same sign (or opposite signs, if the rank falls as squares rise).
        if relation.line is None:
            return None
        k, steps = relation.line.choice, relation.line.steps
        factor = sum((-2 * step * Linear.of(name) for name, step in steps.items()), Linear())
        factor = self.sign * (factor - sum(step * step for step in steps.values()) * k)
        return [[k - 1, factor - 1], [-k - 1, -factor - 1]]

    def _total_stays(self, facts: MoveConstraints) -> bool:
        return facts.fall(Linear.sum(self.names[: self.piles])) == Linear()

    def _squares_fall(self, facts: MoveConstraints) -> bool:
        return squares_fall(facts, self.names[: self.piles], self.sign)


@dataclass(frozen=True, slots=True)
class Squares(Quadratic):
    """A rank: the sum of the squares of the piles, which levelling moves lower."""

    def _number(self, squares: Any, total: Any) -> Any:
        return squares

    def falls(self, facts: MoveConstraints) -> bool:
        return self._squares_fall(facts)

    def among_differences(self, families: Sequence[MoveConstraints]) -> Rank | None:
        if all(self._total_stays(facts) for facts in families):
            return SquaredDifferences(self.names, self.piles)
        return None

    def __str__(self) -> str:
        return "the sum of the squares of the piles"


@dataclass(frozen=True, slots=True)
class Pairs(Quadratic):
    """A rank: the sum of the products of two piles, which moves lower that keep the total and gather chips."""

    sign: ClassVar[int] = -1

    def _number(self, squares: Any, total: Any) -> Any:
        return (total * total - squares) // 2

    def falls(self, facts: MoveConstraints) -> bool:
        return self._total_stays(facts) and self._squares_fall(facts)

    def __str__(self) -> str:
        return "the sum of the products of two piles"


@dataclass(frozen=True, slots=True)
class SquaredDifferences(Quadratic):
    """A rank: the sum of the squared differences of two piles, for games where only differences count.

    It is n Σx² - (Σx)² for n piles, so it falls just when the sum of squares does, as moves keep the total.
    """

    def _number(self, squares: Any, total: Any) -> Any:
        return self.piles * squares - total * total

    def falls(self, facts: MoveConstraints) -> bool:
        return self._total_stays(facts) and self._squares_fall(facts)

    def among_differences(self, families: Sequence[MoveConstraints]) -> Rank | None:
        return self

    def __str__(self) -> str:
        return "the sum of the squared differences of two piles"


@lru_cache(maxsize=1024)
def find_rank(rule: LinearRule) -> Rank | None:
    """Return a rank that every move of a rule lowers; None if no rank of the known kinds is found."""
    families = _played(rule)
    shape = (rule.names, len(rule.piles))
    # Most games lower the number of chips, which is quick to see family by family.
    simple = (WeightedSums.chips(rule), Squares(*shape), Pairs(*shape))
    found = next((rank for rank in simple if all(rank.falls(facts) for facts in families)), None)
    if found is not None and (found.is_chips or all(Relation.of(facts).line for facts in families)):
        return found
    # Off a line a fall of squares is of little use: neither tables nor the checker of certificates can follow it.
    levels = _levels(WeightProgram([*_entries(rule), *_margins(rule)], families))
    return found if levels is None else WeightedSums(*shape, tuple(levels))


@lru_cache(maxsize=256)
def lowers_chips_or_memory(rule: LinearRule) -> bool:
    """Return whether every move takes chips away, or adds none and lowers a remembered number."""
    terms = (Linear.sum(rule.piles), *map(Linear.of, rule.remembered))
    order = WeightedSums(rule.names, len(rule.piles), terms)
    return all(order.falls(facts) for facts in _played(rule))


@lru_cache(maxsize=1024)
def falling_sum(rule: LinearRule, name: str) -> Linear | None:
    """Return the smallest weighted sum of entries, with a given entry among them, that no move raises.

    Piles that may come in any order have the same weight, so that it holds in every order.
    """
    weighing = WeightProgram(_entries(rule), _played(rule))
    weights = weighing.least_weights((), [number for number, part in enumerate(weighing.parts) if name in part.names])
    return None if weights is None else weighing.total(weights)


def _entries(rule: LinearRule) -> list[Linear]:
    """The entries of a position; those that may come in any order count together."""
    return [Linear.sum(group) for group in rule.pile_groups]


def _margins(rule: LinearRule) -> list[Linear]:
    """What else is a natural number at every position: by how much it keeps what the domain says.

    The domain does not depend on an order of piles that may come in any order, and neither do these sums: what such
    orders lead to from one another has the same factors, and is added up.
    """
    alike: dict[object, Linear] = {}
    for margin in rule.domain_bounds:
        key = (
            margin.constant,
            *(tuple(sorted(margin.coefficient(name) for name in group)) for group in rule.pile_groups),
        )
        alike[key] = alike.get(key, Linear()) + margin
    return list(alike.values())


def _played(rule: LinearRule) -> list[MoveConstraints]:
    """The facts of the families, without those that contradict themselves and so are never played."""
    return [facts.solved for facts in rule.step_constraints if not facts.solved.is_contradictory]


def _levels(weighing: WeightProgram) -> list[Linear] | None:
    """Weighted sums: each lowers some of the families still left and raises none of them."""
    levels: list[Linear] = []
    while weighing.families:
        lowered = weighing.most_lowered()
        if not lowered:
            return None
        weights = weighing.least_weights(lowered)
        assert weights is not None  # what lowers them by less than 1, scaled up
        # A weight of 1 at least where there is one gives 2x + y instead of 3x + y.
        used = [part for part, weight in enumerate(weights) if weight]
        levels.append(weighing.total(weighing.least_weights(lowered, used) or weights))
        left = [facts for number, facts in enumerate(weighing.families) if number not in lowered]
        weighing = WeightProgram(weighing.parts, left)
    return levels


Monomial = tuple[str, ...]  # up to two names; () is the constant


def squares_fall(facts: MoveConstraints, names: Sequence[str], by: int = 1) -> bool:
    """Return whether every move lowers the sum of the squares of some entries (or raises it, with `by` = -1)."""
    if not all(name in facts.reached for name in names):
        return False
    fall: Counter[Monomial] = Counter({(): -1})
    for name in names:
        before, after = Linear.of(name), facts.reached[name]
        if before == after:
            continue
        for monomial, factor in _product(before, before).items():
            fall[monomial] += by * factor
        for monomial, factor in _product(after, after).items():
            fall[monomial] -= by * factor
    involved = {name for monomial, factor in fall.items() if factor for name in monomial}
    # Families often differ only in names (the edges of a graph): each kind is worked out once.
    renamed = {name: f"v{number}" for number, name in enumerate(sorted(involved))}
    shape = {tuple(sorted(renamed[name] for name in monomial)): factor for monomial, factor in fall.items() if factor}
    new_names = {name: Linear.of(new) for name, new in renamed.items()}
    terms = [fact.substitute(new_names) for fact in facts.all if involved.issuperset(fact.names)]
    return _is_sum_of_products(tuple(sorted(shape.items())), tuple(terms))


def _product(one: Linear, two: Linear) -> Counter[Monomial]:
    """The product of two linear terms, by monomial."""
    result: Counter[Monomial] = Counter()
    for first, left in _monomials(one):
        for second, right in _monomials(two):
            result[tuple(sorted(first + second))] += left * right
    return result


def _monomials(term: Linear) -> list[tuple[Monomial, int]]:
    return [*(((name,), factor) for name, factor in term.coefficients), ((), term.constant)]


@lru_cache(maxsize=1024)
def _is_sum_of_products(polynomial: tuple[tuple[Monomial, int], ...], facts: tuple[Linear, ...]) -> bool:
    """Whether a quadratic is a sum of facts and products of two facts, with multipliers that are not negative."""
    wanted = Counter(dict(polynomial))
    products = [_product(one, two) for one, two in combinations_with_replacement([Linear.of(1), *facts], 2)]
    monomials = sorted({monomial for poly in (wanted, *products) for monomial, factor in poly.items() if factor})
    rows = [[product[monomial] for product in products] for monomial in monomials]
    return minimise(rows, [wanted[monomial] for monomial in monomials], [0] * len(products)) is not None


class Unknown(NamedTuple):
    """An unknown of the linear program for the weights of a rank; unknowns are ordered as tuples."""

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
class WeightProgram:
    """The linear program, by Farkas' lemma, for the weights of a rank."""

    parts: Sequence[Linear]
    families: Sequence[MoveConstraints]

    def most_lowered(self) -> list[int]:
        """Return the numbers of as many families as one sum can lower while it raises none of them.

        Falls are at most 1 in this program, and what they lack of it is made as little as can be. Where a fall
        is positive, weights scaled up make it 1 or more.
        """
        numbers = range(len(self.families))
        found = self._solve(map(_shortfall, numbers), [({_fall(i): 1, _shortfall(i): 1}, 1) for i in numbers])
        return [] if found is None else [i for i in numbers if found[_fall(i)] > 0]

    def least_weights(self, lowered: Collection[int], used: Iterable[int] = ()) -> list[int] | None:
        """Return the smallest weights of a sum that falls by 1 in the families `lowered`, and rises in none.

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
        """Return the weighted sum itself."""
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

    def _farkas(self, number: int, facts: MoveConstraints) -> Iterator[dict[Unknown, int]]:
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
