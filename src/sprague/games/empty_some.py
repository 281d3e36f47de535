"""Empty-Some, the game that the referee of Ferguson's paper proposed."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from sprague.games.empty_all_but_one import theory_of_all_but_one
from sprague.games.empty_redistribute import f, in_s, p_position, theory_of_redistribution
from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Observation, Theorem
from sprague.games.theory.redistribution import redistribution
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset


@catalogued("Empty-Some", sources=[Source("ferguson", "Section 1, the referee's generalisation")])
def empty_some(boxes: int = 4, empty: int = 2) -> Ruleset:
    """Empty exactly `empty` boxes, and share out the remaining chips among all boxes; no box stays empty.

    >>> empty_some(4, empty=2).options((1, 1, 1, 3))
    [(1, 1, 1, 1)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [whole("empty", empty, 1, boxes - 1)])


@empty_some.theory
def _known(boxes: int = 4, empty: int = 2) -> list[Theorem]:
    """Return the theorems about Empty-Some.

    Empty-Some, in which a move empties k of n boxes, is solved if k = 1, if k = n - 1, if k divides n, or if n - k
    divides n.
    - k divides n.
    """
    if empty == 1:
        return list(theory_of_redistribution(boxes))
    if empty == boxes - 1:
        return list(theory_of_all_but_one(boxes))
    if comb(boxes, empty) > MOST_KEPT:
        return []
    if boxes % (boxes - empty) == 0:
        return [DivisorKept(boxes, empty)]
    return [DivisorEmptied(boxes, empty)] if boxes % empty == 0 else []


# Maximum number of ways to choose the kept boxes; games with more ways get no closed form.
MOST_KEPT = 20_000


@dataclass(frozen=True)
class _ByNorm(Theorem):
    """A theorem that describes the norms (numbers of chips) of P-positions.

    The norm of a position is its number of chips. A move may share out the kept chips in any way, so only the number of
    chips after a move matters. If no move from a position leaves as many chips as some P-position has, the position is
    a P-position.
    """

    boxes: int
    empty: int

    @property
    def kept(self) -> int:
        return self.boxes - self.empty

    @property
    def statement(self) -> str:
        return (
            f"A position is a P-position if and only if no {self.kept} boxes together contain as many chips as some "
            f"P-position; these numbers of chips are {self.norms}."
        )

    @property
    @abstractmethod
    def norms(self) -> str:
        """The numbers of chips that P-positions of Empty-Some can have, as English text."""

    @abstractmethod
    def is_norm(self, number: int) -> bool:
        """Return whether some P-position of Empty-Some has the given number of chips."""

    @abstractmethod
    def p_position(self, norm: int) -> Position:
        """Return a P-position of Empty-Some with the given number of chips."""

    @abstractmethod
    def _free(self, total: str) -> str:
        """Return a formula for "no P-position has `total` chips", where `total` is a sum of boxes such as a + b."""

    @property
    def formula(self) -> str:
        kept = (" + ".join(names) for names in combinations(pile_names(self.boxes), self.kept))
        return " and ".join(self._free(f"({total})") for total in kept)

    def is_p(self, position: Position) -> bool:
        return next(self._to_keep(position), None) is None

    def winning_moves(self, position: Position) -> list[Position]:
        return list(map(self.p_position, dict.fromkeys(sum(kept) for kept in self._to_keep(position))))

    def explain(self, position: Position) -> str:
        kept = next(self._to_keep(position), None)
        if kept is None:
            return (
                f"No {self.kept} boxes of {show_position(position)} together contain as many chips as some P-position; "
                f"these numbers are {self.norms}. So every move leads to a position from which your opponent wins."
            )
        boxes, norm = ", ".join(map(show_number, kept)), sum(kept)
        return (
            f"Keep the boxes of {boxes} and empty the others: {show_number(norm)} chips are left. Share them out as "
            f"{show_position(self.p_position(norm))}: from there your opponent loses."
        )

    def _to_keep(self, position: Position) -> Iterator[Position]:
        """Return each set of boxes that a winning move can keep."""
        return (kept for kept in combinations(position, self.kept) if self.is_norm(sum(kept)))


@dataclass(frozen=True)
class DivisorKept(_ByNorm):
    """If moves keep d of k = qd boxes, some P-position has n >= k chips unless d <= n mod k(q - 1) < k.

    Theorem 1 in docs/empty-some.md contains the proof.
    """

    title = "Kept boxes that divide the boxes"
    source = Source("found here", "docs/empty-some.md, Theorem 1")

    @property
    def period(self) -> int:
        return self.boxes * (self.boxes // self.kept - 1)

    @property
    def norms(self) -> str:
        left = f"{self.kept} to {self.boxes - 1}"
        return f"the n >= {self.boxes} whose remainder modulo {self.period} is not from {left}"

    def is_norm(self, number: int) -> bool:
        return number >= self.boxes and not self.kept <= number % self.period < self.boxes

    def p_position(self, norm: int) -> Position:
        most = self.boxes // self.kept
        heights = [most - 1] * (self.empty + 1) + [most] * (self.kept - 1)
        periods = (norm - self.boxes) // self.period
        too_many = sum(heights) - (norm - periods * self.period)
        for place, height in enumerate(heights):
            taken = min(too_many, height - 1)
            heights[place], too_many = height - taken, too_many - taken
        heights[-1] += periods * self.period
        return tuple(sorted(heights))

    def _free(self, total: str) -> str:
        return f"{self.kept} <= {total} mod {self.period} < {self.boxes}"


@dataclass(frozen=True)
class DivisorEmptied(_ByNorm):
    """If moves empty g of gk boxes, some P-position has n chips if and only if floor(n/g) is in S(k).

    S(k) contains the numbers of chips that P-positions of Empty & Redistribute can have; a move in this game empties 1
    of k boxes. Theorem 4 in docs/empty-some.md contains the proof.
    """

    title = "Scaled Proposition 8"
    source = Source("found here", "docs/empty-some.md, Theorem 4")

    @property
    def small(self) -> int:
        """The number k of boxes in the game of Empty & Redistribute that the theorem uses."""
        return self.boxes // self.empty

    @property
    def norms(self) -> str:
        return f"the n with floor(n/{self.empty}) in S({self.small}) of Proposition 8"

    def is_norm(self, number: int) -> bool:
        return in_s(number // self.empty, self.small)

    def p_position(self, norm: int) -> Position:
        low = p_position(norm // self.empty, self.small)[0]
        return (low,) * (self.boxes - 1) + (norm - (self.boxes - 1) * low,)

    def _free(self, total: str) -> str:
        g, k, last = self.empty, self.small, f(self.small)
        cases = [
            f"{j * g * k} <= {total} < {(j + 1) * g * k} and {total} mod {(j + 1) * g} < {g}" for j in range(1, last)
        ]
        left = last * (k - 1) % (last + 1) * g
        cases.append(f"{total} >= {last * g * k} and {left} <= {total} mod {(last + 1) * g} < {left + g}")
        return f"({total} < {g * k} or {' or '.join(cases)})"


@empty_some.observed
def _observations(boxes: int = 4, empty: int = 2) -> list[Observation]:
    """Return the observations (patterns without a proof) about Empty-Some.

    >>> [observation.title for observation in _observations(7, 5)]
    ['Five in a row']
    """
    if (boxes, empty) != (7, 5):
        return []
    return [
        Observation(
            "Five in a row",
            "The numbers n >= 7 such that no P-position has n chips form runs of five consecutive numbers: 22 to 26, "
            "42 to 46, 62 to 66, 192 to 196, ….",
            "n below 600",
            Source("found here", "sprague papers ferguson/new-referee-runs"),
        )
    ]
