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
    # With two boxes the game has the same moves as Empty & Transfer.
    return [TwoBoxes(), MisereTwoBoxes()] if boxes == 2 else [MultiplesOfBoxes(boxes)]


@dataclass(frozen=True)
class MultiplesOfBoxes(Theorem):
    """A position of k boxes is P if no proper non-empty subset of the boxes contains a multiple of k chips.

    The numbers of chips of P-positions are the multiples of k, so a winning move keeps a multiple of k chips. A
    position is P if and only if all boxes have the same remainder r modulo k, and r and k have no common factor.

    Proof. If all boxes have a remainder r without a common factor with k, then j boxes contain jr chips modulo k, which
    is not 0 for 0 < j < k. In every other position, some subset of the boxes contains a multiple of k chips, and a
    winning move keeps this subset. If all remainders are equal to r, and d > 1 is the greatest common divisor of r and
    k, a winning move keeps k/d boxes. If not all remainders are equal, order the boxes such that the first two have
    different remainders and the second is not a multiple of k. Consider the k sums of the first 0, 1, …, k - 1 boxes in
    this order. If two of the k sums are equal modulo k, a winning move keeps the boxes by which the two sums differ.
    Otherwise, one of the k sums has the same remainder as the second box, and contains this box and at least one other.
    The other boxes in this sum together contain a multiple of k chips, so a winning move keeps them.

    The construction of the move takes a number of operations linear in k, each linear in the number of digits. The
    paper gives the numbers of chips of P-positions, but does not describe all P-positions. The paper also states that
    the numbers of chips are the same if the emptied boxes must be consecutive. The statement about consecutive boxes is
    true if the boxes form a circle. In a row, the statement is false for k = 3 and 5 chips, but it is true if instead
    the kept boxes must be consecutive.
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

        The kept boxes together contain a multiple of k chips. For a P-position, the list of kept boxes is empty.
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
