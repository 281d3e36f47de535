"""Empty-Some, the game of Ferguson's referee."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import gcd

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.games._redistribution import redistribution
from sprague.games._theory import Observation, Theorem
from sprague.games.empty_all_but_one import theory_of_all_but_one
from sprague.games.empty_redistribute import theory_of_redistribution
from sprague.rules import Position, Ruleset
from sprague.rules.positions import show_number, show_position


@catalogued("Empty-Some", sources=[Source("ferguson", "Section 1, the referee's generalisation")])
def empty_some(boxes: int = 4, empty: int = 2) -> Ruleset:
    """Empty exactly `empty` boxes, and share out the rest among all boxes; no box stays empty.

    >>> empty_some(4, empty=2).options((1, 1, 1, 3))
    [(1, 1, 1, 1)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [whole("empty", empty, 1, boxes - 1)])


@empty_some.theory
def _known(boxes: int = 4, empty: int = 2) -> list[Theorem]:
    """The two ends are solved games; in between, half of the boxes is."""
    if empty == 1:
        return list(theory_of_redistribution(boxes))
    if empty == boxes - 1:
        return list(theory_of_all_but_one(boxes))
    return [HalfOfTheBoxes(boxes)] if boxes == 2 * empty and boxes <= MOST_HALF else []


#: The number of boxes up to which the remainders behind `HalfOfTheBoxes` have been gone through.
MOST_HALF = 10


@dataclass(frozen=True)
class HalfOfTheBoxes(Theorem):
    """Emptying j of k = 2j boxes: P if no j boxes hold a number of chips that leaves less than j modulo k.

    If so, the kept chips of no move can be shared out into a P-position, and those of every other move can: for
    the norms of P-positions are the n >= k that leave less than j. If n does, 1, …, 1, n - k + 1 is P, since
    its sums of j boxes are j and n - j. If n does not, there is none: that depends on the remainders of
    the boxes alone, and holds for all of them up to ten boxes (the tests go through them).
    """

    boxes: int

    title = "Half of the boxes"
    source = Source("proved next to the rule of the game")

    @property
    def statement(self) -> str:
        j = self.boxes // 2
        return f"P if and only if the chips in no {j} boxes together leave less than {j} on division by {self.boxes}."

    @property
    def formula(self) -> str:
        j = self.boxes // 2
        kept = (" + ".join(names) for names in combinations(pile_names(self.boxes), j))
        return " and ".join(f"({total}) mod {self.boxes} >= {j}" for total in kept)

    def is_p(self, position: Position) -> bool:
        return next(self._to_keep(position), None) is None

    def winning_moves(self, position: Position) -> list[Position]:
        norms = dict.fromkeys(sum(kept) for kept in self._to_keep(position))
        return [(1,) * (self.boxes - 1) + (norm - self.boxes + 1,) for norm in norms]

    def explain(self, position: Position) -> str:
        k, j = self.boxes, self.boxes // 2
        kept = next(self._to_keep(position), None)
        if kept is None:
            return (
                f"Any {j} boxes of {show_position(position)} leave {j} or more on division by {k}. So what a move "
                f"keeps cannot be shared out into such a position again."
            )
        boxes, norm = ", ".join(show_number(box) for box in kept), sum(kept)
        return (
            f"Keep {boxes} and empty the rest: {show_number(norm)} chips are left, which leave {norm % k} on division "
            f"by {k}. Put one into every box but the last."
        )

    def _to_keep(self, position: Position) -> Iterator[Position]:
        """The boxes that a winning move can keep."""
        j = self.boxes // 2
        return (kept for kept in combinations(position, j) if sum(kept) % self.boxes < j)


#: How many chips in all were looked at, by the number of boxes; `sprague papers … --far` does so again.
SEEN_SCALING = {6: 50, 8: 40, 9: 40}


@empty_some.observed
def _seen(boxes: int = 4, empty: int = 2) -> list[Observation]:
    """Patterns of the norms, the numbers of chips in all that some P-position has; none for boxes not looked at.

    >>> [observation.title for observation in _seen(6, 2)]
    ['Scaling law']

    For half of the boxes the law follows from the theorem.
    """
    times = gcd(boxes, empty)
    if times == 1 or boxes == 2 * empty or boxes not in SEEN_SCALING:
        return []
    return [
        Observation(
            "Scaling law",
            f"Emptying {empty} of {boxes} boxes, there is a P-position with n chips in all if and only if, "
            f"emptying {empty // times} of {boxes // times}, there is one with floor(n/{times}).",
            f"n up to {SEEN_SCALING[boxes]}, and likewise for the other games of fewer than 10 boxes; emptying 4 of 10 "
            "it fails (no P-position has 42 chips)",
            Source("found here", "sprague papers ferguson/new-referee-scaling"),
        )
    ]
