"""Why play ends: a number that every move lowers.

A *rank* is a natural number attached to each position that falls with every move. It is looked for
in the rule itself: the number of chips; the sum of squares, which levelling moves lower; the sum of
products of two piles, which gathering moves lower; a weighted sum of the piles; at last several
weighted sums in lexicographic order. Where a move leads to a sum, the rank falls from the position to each of its
parts, so that play ends all the same: the ranks of the components are a multiset in which one is replaced by smaller
ones, however many, which cannot go on for ever (N. Dershowitz and Z. Manna, Proving termination with multiset
orderings, Comm. ACM 22 (1979)). That a rank falls is shown for all positions: the fall, less 1, is
a sum of the rule's own inequalities, and for squares of products of two of them, with multipliers that
are not negative.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.rules.facts import Facts
from sprague.rules.implication import follows
from sprague.rules.linear import Linear
from sprague.rules.quadratics import squares_fall
from sprague.rules.relations import Relation, reached
from sprague.rules.weights import Weighing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sprague.rules.ruleset import Ruleset

#: Said where nothing can be proved because nothing shows that play ends.
NO_RANK = "no rank was found, a number that falls with every move, so play may not end"

Cases = list[list[Linear]]  # alternatives of inequalities


@dataclass(frozen=True, slots=True)
class Rank(ABC):
    """A tuple of natural numbers that falls, in lexicographic order, with every move.

    `names` are the entries of a position, of which the first `piles` are piles.
    """

    names: tuple[str, ...]
    piles: int

    def value(self, position: Sequence[int]) -> tuple[int, ...]:
        """The rank of a position: compare with that of an option."""
        return self._numbers(lambda entry: position[entry])

    def keys(self, positions: npt.NDArray[Any]) -> list[npt.NDArray[np.int64]]:
        """The ranks of many positions, one row each: an array for each number of the tuple."""
        return list(self._numbers(lambda entry: positions[:, entry].astype("int64")))

    @abstractmethod
    def _numbers(self, entry: Callable[[int], Any]) -> tuple[Any, ...]:
        """The rank from the entries of a position by their places, which may be numbers or arrays of them."""

    @abstractmethod
    def falls(self, facts: Facts) -> bool:
        """Whether every move of a family is shown to lower the rank."""

    @abstractmethod
    def lower(self, relation: Relation) -> Cases | None:
        """Linear inequalities between x and y, by cases, one of which holds if K(x) = L(y) and y has lower rank than x.

        None if "lower" is not linear there.
        """

    def among_differences(self, families: Sequence[Facts]) -> Rank | None:
        """A rank that falls with every move as well, and does not change with a chip more on every pile; or None."""
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
    """Weighted sums of the entries, the first of which counts most; mostly there is one, the number of chips."""

    terms: tuple[Linear, ...]

    @staticmethod
    def chips(rule: Ruleset) -> WeightedSums:
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

    def falls(self, facts: Facts) -> bool:
        falls = [facts.fall(term) for term in self.terms]
        for number, fall in enumerate(falls):
            if fall is not None and follows(facts.all, [fall - 1]):
                return all(rise is not None and follows(facts.all, [rise]) for rise in falls[:number])
        return False

    def lower(self, relation: Relation) -> Cases | None:
        if len(self.terms) > 1:
            return None
        (term,) = self.terms
        return [[term - reached(term) - 1]]

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

    def _total_stays(self, facts: Facts) -> bool:
        return facts.fall(Linear.sum(self.names[: self.piles])) == Linear()

    def _squares_fall(self, facts: Facts) -> bool:
        return squares_fall(facts, self.names[: self.piles], self.sign)


@dataclass(frozen=True, slots=True)
class Squares(Quadratic):
    """The sum of the squares of the piles, which levelling moves lower."""

    def _number(self, squares: Any, total: Any) -> Any:
        return squares

    def falls(self, facts: Facts) -> bool:
        return self._squares_fall(facts)

    def among_differences(self, families: Sequence[Facts]) -> Rank | None:
        if all(self._total_stays(facts) for facts in families):
            return SquaredDifferences(self.names, self.piles)
        return None

    def __str__(self) -> str:
        return "the sum of the squares of the piles"


@dataclass(frozen=True, slots=True)
class Pairs(Quadratic):
    """The sum of the products of two piles, which moves lower that keep the total and gather chips."""

    sign: ClassVar[int] = -1

    def _number(self, squares: Any, total: Any) -> Any:
        return (total * total - squares) // 2

    def falls(self, facts: Facts) -> bool:
        return self._total_stays(facts) and self._squares_fall(facts)

    def __str__(self) -> str:
        return "the sum of the products of two piles"


@dataclass(frozen=True, slots=True)
class SquaredDifferences(Quadratic):
    """The sum of the squared differences of two piles: what the sum of squares is worth where only differences count.

    It is n Σx² - (Σx)² for n piles, so it falls just when the sum of squares does, as moves keep the total.
    """

    def _number(self, squares: Any, total: Any) -> Any:
        return self.piles * squares - total * total

    def falls(self, facts: Facts) -> bool:
        return self._total_stays(facts) and self._squares_fall(facts)

    def among_differences(self, families: Sequence[Facts]) -> Rank | None:
        return self

    def __str__(self) -> str:
        return "the sum of the squared differences of two piles"


@lru_cache(maxsize=1024)
def find_rank(rule: Ruleset) -> Rank | None:
    """A rank that falls with every move of the rule, or None if none of these kinds does."""
    families = _played(rule)
    shape = (rule.names, len(rule.piles))
    # Most games lower the number of chips, which is quick to see family by family.
    simple = (WeightedSums.chips(rule), Squares(*shape), Pairs(*shape))
    found = next((rank for rank in simple if all(rank.falls(facts) for facts in families)), None)
    if found is not None and (found.is_chips or all(Relation.of(facts).line for facts in families)):
        return found
    # Off a line a fall of squares is of little use: neither tables nor the checker of certificates can follow it.
    levels = _levels(Weighing([*_entries(rule), *_margins(rule)], families))
    return found if levels is None else WeightedSums(*shape, tuple(levels))


@lru_cache(maxsize=256)
def takes_chips_or_memory(rule: Ruleset) -> bool:
    """Whether every move takes chips away, or adds none and lowers what is remembered, as a pass does."""
    terms = (Linear.sum(rule.piles), *map(Linear.of, rule.remembered))
    order = WeightedSums(rule.names, len(rule.piles), terms)
    return all(order.falls(facts) for facts in _played(rule))


@lru_cache(maxsize=1024)
def falling_sum(rule: Ruleset, name: str) -> Linear | None:
    """The smallest weighted sum of entries, with this one among them, that no move raises.

    Piles that may come in any order have the same weight, so that it holds in every order.
    """
    weighing = Weighing(_entries(rule), _played(rule))
    weights = weighing.least_weights((), [number for number, part in enumerate(weighing.parts) if name in part.names])
    return None if weights is None else weighing.total(weights)


def _entries(rule: Ruleset) -> list[Linear]:
    """The entries of a position; those that may come in any order count together."""
    return [Linear.sum(group) for group in rule.alike]


def _margins(rule: Ruleset) -> list[Linear]:
    """What else is a natural number at every position: by how much it keeps what the domain says.

    The domain does not depend on an order of piles that may come in any order, and neither do these sums: what such
    orders lead to from one another has the same factors, and is added up.
    """
    alike: dict[object, Linear] = {}
    for margin in rule.margins:
        key = margin.constant, *(tuple(sorted(margin.coefficient(name) for name in group)) for group in rule.alike)
        alike[key] = alike.get(key, Linear()) + margin
    return list(alike.values())


def _played(rule: Ruleset) -> list[Facts]:
    """The facts of the families, without those that contradict themselves and so are never played."""
    return [facts.solved for facts in rule.steps if not facts.solved.is_contradictory]


def _levels(weighing: Weighing) -> list[Linear] | None:
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
        weighing = Weighing(weighing.parts, left)
    return levels
