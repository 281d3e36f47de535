"""Proofs of termination: `find_rank` searches for a rank, a number or tuple that every move lowers.

A *rank* assigns to each position a natural number, or a tuple of natural numbers, that decreases with every move. The
search for a rank first tries the number of chips. If moves make piles more equal, the sum of the squares of the piles
decreases. If moves make piles less equal, the sum of the products of all pairs of piles decreases. The last candidates
for a rank are weighted sums of the entries of a position: a single sum, or several sums that are compared
lexicographically. If a move leads to a sum, the rank of each part must be lower than the rank of the position. If the
ranks of all parts are lower, play in a sum ends, because each move replaces one rank in the multiset of ranks by
finitely many smaller ranks. N. Dershowitz and Z. Manna prove this theorem about multisets in Proving termination with
multiset orderings, Communications of the ACM 22 (1979). To prove that every move lowers the rank, the module writes the
decrease of the rank, minus 1, as a sum of constraints of the rule with non-negative multipliers. For ranks with
squares, the sum may also contain products of two constraints.

For ranks that are weighted sums, Farkas' lemma shows how to find the multipliers. A move from the position x to the
position y decreases the weighted sum with the weights w by w·x - w·y. The decrease w·x - w·y is a linear term in x and
the choices of the mover, and its coefficients are linear in w. The constraints of a family are terms c_i that are at
least 0 for each move of the family. *Farkas' lemma* describes the linear terms that are at least f at all rational
solutions of the inequalities c_i >= 0: they are the terms f + m_0 + m_1 c_1 + m_2 c_2 + … with multipliers m_i >= 0.
Farkas' lemma requires that the inequalities have a solution. Two linear terms are equal if they have the same
coefficients and the same constant. Comparing the coefficients and the constants gives equations that are linear in the
weights, the decreases f and the multipliers. So one linear program finds the weights, the decreases and the
multipliers. All unknowns of the linear program are at least 0. The linear program has one equation for each pair of a
move family and a name, and one equation for the constant of each move family.

For ranks with squares, Handelman's theorem replaces Farkas' lemma: a quadratic term is at least 0 if it is a
non-negative combination of constraints and products of two constraints.
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

# The part of error messages that explains why nothing can be proved about a rule without a rank.
NO_RANK = "no rank (a number that every move lowers) was found, so play may not end"

Cases = list[list[Linear]]  # a disjunction (`or`) of conjunctions (`and`) of inequalities


@dataclass(frozen=True, slots=True)
class Rank(ABC):
    """A rank: a tuple of natural numbers that every move lowers lexicographically, which proves termination.

    `names` contains the names of the entries of a position: first the piles, whose number is `piles`, then the
    remembered numbers.
    """

    names: tuple[str, ...]
    piles: int

    def value(self, position: Sequence[int]) -> tuple[int, ...]:
        """Return the rank of a position as a tuple; ranks are compared lexicographically."""
        return self._numbers(lambda entry: position[entry])

    def keys(self, positions: npt.NDArray[Any]) -> list[npt.NDArray[np.int64]]:
        """Return the ranks of many positions, which are rows of an array.

        The result contains one array for each component of the rank.
        """
        return list(self._numbers(lambda entry: positions[:, entry].astype("int64")))

    @abstractmethod
    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        """Return the components of the rank; the function `entry` returns one entry of a position, or of many."""

    @abstractmethod
    def falls(self, facts: MoveConstraints) -> bool:
        """Return whether every move of a family provably lowers the rank."""

    @abstractmethod
    def lower(self, relation: Relation) -> Cases | None:
        """Return the condition that an option has a lower rank than its position, as cases of linear inequalities.

        Returns None if the condition is not linear.
        """

    def among_differences(self, families: Sequence[MoveConstraints]) -> Rank | None:
        """Return an equivalent rank that depends only on the differences of piles, or None if no such rank exists."""
        return None

    @property
    def is_chips(self) -> bool:
        """Whether the rank of a position is its number of chips."""
        return False

    @abstractmethod
    def __str__(self) -> str:
        """Return the rank as an English phrase or as a term."""


@dataclass(frozen=True, slots=True)
class WeightedSums(Rank):
    """A rank that consists of weighted sums of the entries, usually only the number of chips."""

    terms: tuple[Linear, ...]

    @staticmethod
    def chips(rule: LinearRule) -> WeightedSums:
        """Return the rank that counts the chips of a position."""
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
        return f"({', '.join((first, *rest))}) in lexicographic order" if rest else first


@dataclass(frozen=True, slots=True)
class Quadratic(Rank):
    """A rank that depends only on the sum of the squares of the piles and on their total.

    If `sign` is 1, a move that keeps the total of the piles lowers the rank if it lowers the sum of squares. If `sign`
    is -1, a move that keeps the total lowers the rank if it raises the sum of squares.
    """

    sign: ClassVar[int] = 1

    @abstractmethod
    def _number(self, squares: Any, total: Any) -> Any:
        """Return the rank of a position, given the sum of the squares of its piles and their total."""

    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        squares = total = 0
        for pile in range(self.piles):
            height = entry(pile)
            squares, total = squares + height * height, total + height
        return (self._number(squares, total),)

    def lower(self, relation: Relation) -> Cases | None:
        # A move from the position x to x + k s lowers the sum of squares by k (-2 s·x - k s·s). The decrease of the sum
        # of squares is positive if k and -2 s·x - k s·s are both positive or both negative.
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
    """A rank: the sum of the squares of the piles, which decreases if moves make piles more equal."""

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
    """A rank: the sum of the products of all pairs of piles.

    A move that keeps the total of the piles and makes the piles less equal lowers the sum of products.
    """

    sign: ClassVar[int] = -1

    def _number(self, squares: Any, total: Any) -> Any:
        return (total * total - squares) // 2

    def falls(self, facts: MoveConstraints) -> bool:
        return self._total_stays(facts) and self._squares_fall(facts)

    def __str__(self) -> str:
        return "the sum of the products of two piles"


@dataclass(frozen=True, slots=True)
class SquaredDifferences(Quadratic):
    """A rank: the sum of the squared differences of all pairs of piles, for games that depend only on differences.

    For n piles the rank is n Σx² - (Σx)². For moves that keep the total of the piles, this rank decreases if and only
    if the sum of squares decreases.
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
    """Return a rank that every move of a rule lowers, or None if no rank of the known kinds is found."""
    families = _played(rule)
    shape = (rule.names, len(rule.piles))
    # Try the number of chips first, because most moves lower the number of chips and the check is quick.
    simple = (WeightedSums.chips(rule), Squares(*shape), Pairs(*shape))
    found = next((rank for rank in simple if all(rank.falls(facts) for facts in families)), None)
    if found is not None and (found.is_chips or all(Relation.of(facts).line for facts in families)):
        return found
    # Tables and the checker support a quadratic rank only if the moves of every family lie on a line. If the moves of
    # some family do not lie on a line, prefer weighted sums, and return a quadratic rank only if no weighted sums are
    # found.
    levels = _levels(WeightProgram([*_entries(rule), *_margins(rule)], families))
    return found if levels is None else WeightedSums(*shape, tuple(levels))


@lru_cache(maxsize=256)
def lowers_chips_or_memory(rule: LinearRule) -> bool:
    """Return whether every move lowers the number of chips, or lowers a remembered number and keeps the chips."""
    terms = (Linear.sum(rule.piles), *map(Linear.of, rule.remembered))
    order = WeightedSums(rule.names, len(rule.piles), terms)
    return all(order.falls(facts) for facts in _played(rule))


@lru_cache(maxsize=1024)
def falling_sum(rule: LinearRule, name: str) -> Linear | None:
    """Return the smallest weighted sum of entries that contains a given entry and that no move of a rule increases.

    In the weighted sum, interchangeable piles have the same weight.
    """
    weighing = WeightProgram(_entries(rule), _played(rule))
    weights = weighing.least_weights((), [number for number, part in enumerate(weighing.parts) if name in part.names])
    return None if weights is None else weighing.total(weights)


def _entries(rule: LinearRule) -> list[Linear]:
    """Return the entries of a position as terms, where the sum of each group of interchangeable piles is one term."""
    return [Linear.sum(group) for group in rule.pile_groups]


def _margins(rule: LinearRule) -> list[Linear]:
    """Return linear terms whose values are natural numbers at every position because of `positions where`.

    Inequalities that differ only in the order of interchangeable piles are replaced by their sum, which does not depend
    on this order.
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
    """Return the linear constraints of all move families of a rule that have legal moves."""
    return [facts.solved for facts in rule.step_constraints if not facts.solved.is_contradictory]


def _levels(weighing: WeightProgram) -> list[Linear] | None:
    """Return weighted sums that form a lexicographic rank of a rule, or None if no lexicographic rank is found.

    A family may increase a weighted sum only if it lowers an earlier sum. Among the families that lower no earlier sum,
    as many families as possible lower each weighted sum.
    """
    levels: list[Linear] = []
    while weighing.families:
        lowered = weighing.most_lowered()
        if not lowered:
            return None
        weights = weighing.least_weights(lowered)
        assert weights is not None  # scaling the weights of `most_lowered` makes every positive decrease at least 1
        # Search again with a weight of at least 1 for every term in use. The new weights may be smaller, such as 2x + y
        # instead of 3x + y.
        used = [part for part, weight in enumerate(weights) if weight]
        levels.append(weighing.total(weighing.least_weights(lowered, used) or weights))
        left = [facts for number, facts in enumerate(weighing.families) if number not in lowered]
        weighing = WeightProgram(weighing.parts, left)
    return levels


Monomial = tuple[str, ...]  # a monomial: a product of up to two names; () stands for the constant 1


def squares_fall(facts: MoveConstraints, names: Sequence[str], by: int = 1) -> bool:
    """Return whether all moves of a family provably lower (or raise, if `by` is -1) the sum of squares of `names`."""
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
    # Rename the variables to v0, v1, … before the cached call, because many families differ only in names.
    renamed = {name: f"v{number}" for number, name in enumerate(sorted(involved))}
    shape = {tuple(sorted(renamed[name] for name in monomial)): factor for monomial, factor in fall.items() if factor}
    new_names = {name: Linear.of(new) for name, new in renamed.items()}
    terms = [fact.substitute(new_names) for fact in facts.all if involved.issuperset(fact.names)]
    return _is_sum_of_products(tuple(sorted(shape.items())), tuple(terms))


def _product(one: Linear, two: Linear) -> Counter[Monomial]:
    """Return the product of two linear terms as a polynomial: the coefficient of each monomial."""
    result: Counter[Monomial] = Counter()
    for first, left in _monomials(one):
        for second, right in _monomials(two):
            result[tuple(sorted(first + second))] += left * right
    return result


def _monomials(term: Linear) -> list[tuple[Monomial, int]]:
    return [*(((name,), factor) for name, factor in term.coefficients), ((), term.constant)]


@lru_cache(maxsize=1024)
def _is_sum_of_products(polynomial: tuple[tuple[Monomial, int], ...], facts: tuple[Linear, ...]) -> bool:
    """Return whether a polynomial is a non-negative combination of constraints and products of two constraints."""
    wanted = Counter(dict(polynomial))
    products = [_product(one, two) for one, two in combinations_with_replacement([Linear.of(1), *facts], 2)]
    monomials = sorted({monomial for poly in (wanted, *products) for monomial, factor in poly.items() if factor})
    rows = [[product[monomial] for product in products] for monomial in monomials]
    return minimise(rows, [wanted[monomial] for monomial in monomials], [0] * len(products)) is not None


class Unknown(NamedTuple):
    """An unknown of the linear program for the weights of a rank."""

    kind: int
    of: int
    fact: int = 0


def _weight(part: int) -> Unknown:
    return Unknown(0, part)


def _fall(family: int) -> Unknown:
    """Return the unknown f of a move family in the linear program; each move lowers the weighted sum by at least f."""
    return Unknown(1, family)


def _shortfall(family: int) -> Unknown:
    """Return the unknown 1 - f of a move family in the linear program; moves lower the weighted sum by at least f."""
    return Unknown(2, family)


def _multiplier(family: int, fact: int) -> Unknown:
    return Unknown(3, family, fact)


def _surplus(part: int) -> Unknown:
    """Return the unknown w - 1 of the linear program, where w is the weight of a term in the weighted sum."""
    return Unknown(4, part)


Equation = tuple[Mapping[Unknown, int], int]  # a linear equation: the coefficient of each unknown, and the right side


@dataclass(frozen=True)
class WeightProgram:
    """The linear program for the weights of a rank, with equations from Farkas' lemma."""

    parts: Sequence[Linear]
    families: Sequence[MoveConstraints]

    def most_lowered(self) -> list[int]:
        """Find a weighted sum that no family raises and many families lower; return the indices of these families.

        The weighted sum is chosen so that as many families as possible lower it. The unknown f of a family is a number
        from 0 to 1; every move of the family lowers the weighted sum by at least f. The linear program minimises the
        sum of 1 - f over all families.
        """
        numbers = range(len(self.families))
        found = self._solve(map(_shortfall, numbers), [({_fall(i): 1, _shortfall(i): 1}, 1) for i in numbers])
        return [] if found is None else [i for i in numbers if found[_fall(i)] > 0]

    def least_weights(self, lowered: Collection[int], used: Iterable[int] = ()) -> list[int] | None:
        """Return the smallest weights of a weighted sum that every family in `lowered` lowers and no family raises.

        Every term with an index in `used` has a weight of at least 1. If no weights satisfy these conditions, the
        method returns None.
        """
        unknowns = [_weight(part) for part in range(len(self.parts))]
        falls: list[Equation] = [({_fall(i): 1}, int(i in lowered)) for i in range(len(self.families))]
        found = self._solve(unknowns, [*falls, *(({_weight(part): 1, _surplus(part): -1}, 1) for part in used)])
        if found is None:
            return None
        scale = lcm(*(found[unknown].denominator for unknown in unknowns))
        return [int(found[unknown] * scale) for unknown in unknowns]

    def total(self, weights: Sequence[int]) -> Linear:
        """Return the sum of the terms of a rank, each multiplied by its weight."""
        return Linear.sum(weight * part for part, weight in zip(self.parts, weights, strict=True))

    def _solve(self, cost: Iterable[Unknown], more: Sequence[Equation]) -> dict[Unknown, Fraction] | None:
        """Solve the equations of Farkas' lemma and those in `more`; minimise the sum of the unknowns in `cost`."""
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
        """Yield the equations of Farkas' lemma for a move family.

        The equations state that the decrease of the weighted sum has the same coefficients as f + m_0 + Σ m_i c_i,
        where c_i are the constraints of the family and m_i are the unknown multipliers.
        """
        falls = [facts.fall(part) for part in self.parts]
        for part, fall in enumerate(falls):
            if fall is None:  # the weight of an entry that a Python function computes must be 0
                yield {_weight(part): 1}
        known = {_weight(part): fall for part, fall in enumerate(falls) if fall is not None}
        taken = {_multiplier(number, i): -fact for i, fact in enumerate(facts.all, 1)}
        terms = {**known, **taken}
        for name in sorted({name for term in terms.values() for name in term.names}):
            yield {unknown: term.coefficient(name) for unknown, term in terms.items()}
        constants = {unknown: term.constant for unknown, term in terms.items()}
        yield constants | {_fall(number): -1, _multiplier(number, 0): -1}
