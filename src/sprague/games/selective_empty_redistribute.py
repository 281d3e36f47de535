"""Selective Empty & Redistribute (Ferguson, Section 4): empty some boxes, and redistribute the remaining chips."""

from dataclasses import dataclass
from itertools import accumulate
from math import gcd

from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import MisereTwoBoxes, TwoBoxes, redistribution
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset


@catalogued("Selective Empty & Redistribute", sources=[Source("ferguson", "Section 4")])
def selective_empty_redistribute(boxes: int = 3) -> Ruleset:
    """Empty some boxes, but not all, and redistribute the remaining chips so that no box is empty.

    >>> selective_empty_redistribute(2).options((1, 4))
    [(1, 3), (2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, range(1, boxes))


@selective_empty_redistribute.theory
def _known(boxes: int = 3) -> list[Theorem]:
    # With two boxes, Selective Empty & Redistribute has the same moves as Empty & Transfer.
    return [TwoBoxes(), MisereTwoBoxes()] if boxes == 2 else [MultiplesOfBoxes(boxes)]


@dataclass(frozen=True)
class MultiplesOfBoxes(Theorem):
    """A position of k boxes is P if no proper non-empty subset of the boxes contains a multiple of k chips.

    A P-position of k boxes contains a multiple of k chips, so a winning move keeps boxes that together contain a
    multiple of k chips. A position is P if and only if all boxes have the same remainder r modulo k, and r and k have
    no common factor.

    Proof. If all boxes have the same remainder r, and r and k have no common factor, then j boxes contain jr chips
    modulo k, which is not 0 for 0 < j < k. If the remainders are not all equal, or r and k have a common factor, some
    subset of the boxes contains a multiple of k chips, and a winning move keeps this subset. If all boxes have the same
    remainder r modulo k, and d > 1 is the greatest common divisor of r and k, a winning move keeps k/d boxes. If not
    all boxes have the same remainder modulo k, order the boxes such that the first two have different remainders and
    the second is not a multiple of k. Let S(i) be the number of chips in the first i boxes for i = 0, …, k - 1; if S(i)
    and S(j) are equal modulo k for i < j, a winning move keeps the boxes i + 1, …, j. If all sums S(0), …, S(k - 1) are
    different modulo k, one sum S(i) with i >= 2 is equal to the second box modulo k, and a winning move keeps the first
    i boxes except the second.

    Constructing a winning move takes O(k) operations, each linear in the number of digits. Ferguson's paper states how
    many chips a P-position can have, but does not describe all P-positions. The paper also states that the numbers of
    chips of P-positions stay the same if the emptied boxes must be consecutive. The statement about consecutive emptied
    boxes is true if the boxes form a circle, but false for k = 3 boxes in a row with 5 chips. For boxes in a row, the
    numbers of chips of P-positions stay the same if the kept boxes, not the emptied boxes, must be consecutive.
    """

    boxes: int

    title = "Solution of Selective-Empty & Redistribute"
    source = Source("ferguson", "Section 4")

    @property
    def statement(self) -> str:
        k = self.boxes
        return (
            f"A position is a P-position if and only if all boxes have the same remainder modulo {k}, and this "
            f"remainder has no factor in common with {k}. In other words, no selection of boxes, neither empty nor "
            f"all, contains a multiple of {k} chips."
        )

    @property
    def formula(self) -> str:
        k = self.boxes
        return " or ".join(f"all piles mod {k} = {rest}" for rest in range(1, k) if gcd(rest, k) == 1)

    def is_p(self, position: Position) -> bool:
        remainders = {box % self.boxes for box in position}
        return len(remainders) == 1 and gcd(self.boxes, *remainders) == 1

    def winning_moves(self, position: Position) -> list[Position]:
        kept = sum(self._to_keep(position))
        return [(1,) * (self.boxes - 1) + (kept - self.boxes + 1,)] if kept else []

    def explain(self, position: Position) -> str:
        k, kept = self.boxes, self._to_keep(position)
        if not kept:
            return (
                f"All boxes of {show_position(position)} have remainder {position[0] % k} modulo {k}. So no move "
                f"leaves a multiple of {k} chips, but your opponent can then leave one."
            )
        boxes = ", ".join(show_number(box) for box in kept)
        return (
            f"Keep the boxes of {boxes} and empty the others: {show_number(sum(kept))} chips are left, a multiple of "
            f"{k}. Put one chip into every box but the last: from there your opponent loses."
        )

    def _to_keep(self, position: Position) -> list[int]:
        """Return the boxes that a winning move of Selective Empty & Redistribute keeps.

        The kept boxes together contain a multiple of k chips. For a P-position, the returned list is empty.
        """
        if self.is_p(position):
            return []
        k = self.boxes
        remainders = [box % k for box in position]
        other = next((place for place in range(1, k) if remainders[place] != remainders[0]), None)
        if other is None:
            return list(position[: k // gcd(k, remainders[0])])
        first, second = (0, other) if remainders[other] else (other, 0)
        order = [first, second, *(place for place in range(1, k) if place != other)]
        seen: dict[int, int] = {}
        for count, total in enumerate(accumulate((remainders[place] for place in order[:-1]), initial=0)):
            start = seen.setdefault(total % k, count)
            if start < count:
                return [position[place] for place in order[start:count]]
        among = order[: seen[remainders[second]]]
        return [position[place] for place in among if place != second]
