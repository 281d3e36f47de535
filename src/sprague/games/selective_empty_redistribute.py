"""Selective Empty & Redistribute (Ferguson, Section 4)."""

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
    """Empty as many boxes as you like, not all, and share out the rest among all boxes; no box stays empty.

    >>> selective_empty_redistribute(2).options((1, 4))
    [(1, 3), (2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, range(1, boxes))


@selective_empty_redistribute.theory
def _known(boxes: int = 3) -> list[Theorem]:
    # With two boxes the moves are those of Empty & Transfer.
    return [TwoBoxes(), MisereTwoBoxes()] if boxes == 2 else [MultiplesOfBoxes(boxes)]


@dataclass(frozen=True)
class MultiplesOfBoxes(Theorem):
    """P if no choice of boxes to keep, at least one and not all, holds a multiple of k chips.

    The norms of P-positions are the multiples of k, so this is what a winning move needs. It means that
    all boxes leave the same remainder r modulo k, and r and k have no common factor:

    With such boxes, j of them hold jr chips, a multiple of k for no j from 1 to k - 1. Otherwise there is
    a choice. If all remainders are r, and d is the largest common factor of r and k, keep k/d boxes. If not,
    put two boxes with different remainders first, the second not a multiple of k, and add up boxes one by one.
    If two of the k sums of 0 to k - 1 boxes agree modulo k, keep the boxes between. If none do, the sums take each
    remainder once, also that of the second box. That is not the sum of no or of one box, so it is a sum of
    two boxes or more, and the second is among them; the others in it hold a multiple of k.

    So the move takes a number of operations linear in k, each linear in the number of digits. The paper has
    the norms, and the consecutive boxes; it does not describe all P-positions. It adds that the norms are the
    same if the emptied boxes must be consecutive. That is so on a circle, or in a row if it is the kept boxes
    that must be consecutive; in a row with the emptied boxes consecutive it fails for k = 3 and norm 5.
    """

    boxes: int

    title = "Solution of Selective-Empty & Redistribute"
    source = Source("ferguson", "Section 4")

    @property
    def statement(self) -> str:
        k = self.boxes
        return (
            f"P if and only if no boxes, at least one and not all, hold a multiple of {k} chips together; that is, if "
            f"all boxes leave the same remainder on division by {k}, and it has no factor in common with {k}."
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
                f"All boxes of {show_position(position)} leave {position[0] % k} on division by {k}. So what a move "
                f"keeps is never a multiple of {k}, and the opponent can make it one."
            )
        boxes = ", ".join(show_number(box) for box in kept)
        return (
            f"Keep {boxes} and empty the rest: {show_number(sum(kept))} chips are left, a multiple of {k}. "
            "Put one into every box but the last."
        )

    def _to_keep(self, position: Position) -> list[int]:
        """Boxes, not all, that hold a multiple of k together; none of a P-position."""
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
