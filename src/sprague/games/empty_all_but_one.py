"""Empty-All-But-One (Ferguson, Section 3)."""

from dataclasses import dataclass

from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import TwoBoxes, redistribution
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset


@catalogued("Empty-All-But-One", sources=[Source("ferguson", "Section 3")])
def empty_all_but_one(boxes: int = 3) -> Ruleset:
    """Empty all boxes but one, and share out the chips of that one among all boxes; no box stays empty.

    >>> empty_all_but_one(3).options((1, 2, 5))
    [(1, 1, 3), (1, 2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [boxes - 1])


@empty_all_but_one.theory
def theory_of_all_but_one(boxes: int = 3) -> list[Theorem]:
    """Return the theorems for this number of boxes; with two the moves are those of Empty & Transfer."""
    return [*([TwoBoxes()] if boxes == 2 else []), KeepOne(boxes), MisereKeepOne(boxes)]


@dataclass(frozen=True)
class KeepOne(Theorem):
    """Proposition 7: each box is good or bad by itself, by its residue modulo k(k-1).

    One division for each box; the winning move takes a number of operations linear in k.
    """

    boxes: int

    title = "Proposition 7"
    source = Source("ferguson", "Section 3")

    @property
    def statement(self) -> str:
        return f"P if and only if every box leaves 1 to {self.boxes - 1} on division by {self._modulus}."

    @property
    def formula(self) -> str:
        return f"all piles x: 1 <= x mod {self._modulus} < {self.boxes}"

    @property
    def _modulus(self) -> int:
        return self.boxes * (self.boxes - 1)

    def is_p(self, position: Position) -> bool:
        return not self._to_keep(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [self._shared(box) for box in self._to_keep(position)]

    def explain(self, position: Position) -> str:
        kept = self._to_keep(position)
        if not kept:
            return (
                f"Every box of {show_position(position)} leaves 1 to {self.boxes - 1} on division by {self._modulus}; "
                f"{self.boxes} such numbers never add up to another one."
            )
        residue = kept[-1] % self._modulus
        return (
            f"Keep the box of {show_number(kept[-1])}, which leaves {residue} on division by {self._modulus}. Share "
            f"it out so that every box leaves 1 to {self.boxes - 1}."
        )

    def _to_keep(self, position: Position) -> list[int]:
        """The boxes, each size once, whose chips can be shared out into a P-position."""
        return [box for box in dict.fromkeys(position) if not 1 <= box % self._modulus < self.boxes]

    def _shared(self, box: int) -> Position:
        # The residue, from k to k(k-1), is shared out evenly; the rest changes no residue.
        residue = box % self._modulus or self._modulus
        each, more = divmod(residue, self.boxes)
        parts = [each] * (self.boxes - more) + [each + 1] * more
        parts[-1] += box - residue
        return tuple(parts)


@dataclass(frozen=True)
class MisereKeepOne(Theorem):
    """Proposition 7 in misère play, with residues modulo (k-1)(2k-1); as fast as in normal play."""

    boxes: int

    title = "Proposition 7 (misère)"
    source = Source("ferguson", "Section 3")
    misere = True

    @property
    def statement(self) -> str:
        k = self.boxes
        return (
            f"P if and only if every box holds fewer than {k} chips or leaves {k} to {2 * k - 2} "
            f"on division by {self._modulus}, and some box holds {k} or more."
        )

    @property
    def formula(self) -> str:
        k = self.boxes
        return f"some pile >= {k} and all piles x: x < {k} or {k} <= x mod {self._modulus} <= {2 * k - 2}"

    @property
    def _modulus(self) -> int:
        return (self.boxes - 1) * (2 * self.boxes - 1)

    def is_p(self, position: Position) -> bool:
        return position[-1] >= self.boxes and not self._to_keep(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [self._shared(box) for box in self._to_keep(position)]

    def explain(self, position: Position) -> str:
        k, shown = self.boxes, show_position(position)
        if position[-1] < k:
            return f"In {shown} no box has the {k} chips that a move needs, so the player to move has won."
        good = f"fewer than {k} chips or leave {k} to {2 * k - 2} on division by {self._modulus}"
        kept = self._to_keep(position)
        if not kept:
            return f"All boxes of {shown} hold {good}. Any move breaks that, or ends play and loses."
        return f"Keep the box of {show_number(kept[-1])}. Share it out so that all boxes hold {good}, not all fewer."

    def _to_keep(self, position: Position) -> list[int]:
        """The boxes, each size once, whose chips can be shared out into a P-position."""
        k = self.boxes
        return [box for box in dict.fromkeys(position) if box >= k and not k <= box % self._modulus <= 2 * k - 2]

    def _shared(self, box: int) -> Position:
        # Sums of k numbers from 1 to 2k-2, one of them k or more: all from 2k-1 to k(2k-2), that is,
        # every residue that a box to keep can have.
        residue = box % self._modulus
        if residue < self.boxes:
            residue += self._modulus
        most = 2 * self.boxes - 3
        full, more = divmod(residue - self.boxes, most)
        parts = [1 + most] * full + ([1 + more] if full < self.boxes else []) + [1] * (self.boxes - full - 1)
        # The first part has k or more, so its residue may stand for a large box.
        parts[0] += box - residue
        return tuple(sorted(parts))
