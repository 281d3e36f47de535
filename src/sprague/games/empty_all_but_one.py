"""Empty-All-But-One, the game in Section 3 of the paper by Ferguson."""

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
    """Empty all boxes except one, and share out the chips of that box among all boxes; no box stays empty.

    >>> empty_all_but_one(3).options((1, 2, 5))
    [(1, 1, 3), (1, 2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [boxes - 1])


@empty_all_but_one.theory
def theory_of_all_but_one(boxes: int = 3) -> list[Theorem]:
    """Return the theorems about Empty-All-But-One; with two boxes, the game is the same as Empty & Transfer."""
    return [*([TwoBoxes()] if boxes == 2 else []), KeepOne(boxes), MisereKeepOne(boxes)]


@dataclass(frozen=True)
class KeepOne(Theorem):
    """Empty-All-But-One, Proposition 7: k boxes are P if the residue of each box modulo k(k-1) is from 1 to k - 1.

    Deciding a position takes one division for each box, and constructing a winning move takes O(k) operations.
    """

    boxes: int

    title = "Proposition 7"
    source = Source("ferguson", "Section 3")

    @property
    def statement(self) -> str:
        return (
            f"A position is a P-position if and only if the remainder of every box modulo {self._modulus} is from 1 to "
            f"{self.boxes - 1}."
        )

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
                f"Every box of {show_position(position)} has a remainder from 1 to {self.boxes - 1} modulo "
                f"{self._modulus}. The sum of {self.boxes} such numbers never has such a remainder, so every move "
                "breaks this pattern, and your opponent can restore it."
            )
        residue = kept[-1] % self._modulus
        return (
            f"Keep the box of {show_number(kept[-1])}, whose remainder modulo {self._modulus} is {residue}. Share it "
            f"out so that every box has a remainder from 1 to {self.boxes - 1}: then your opponent loses."
        )

    def _to_keep(self, position: Position) -> list[int]:
        """Return the sizes of the boxes that a winning move can keep; each size occurs only once."""
        return [box for box in dict.fromkeys(position) if not 1 <= box % self._modulus < self.boxes]

    def _shared(self, box: int) -> Position:
        # Let r be the residue of the kept box modulo k(k-1), chosen such that k <= r <= k(k-1). Share out r chips
        # evenly among the k boxes, and put all other chips into the last box. The number of other chips is a multiple
        # of k(k-1), so the other chips do not change the residue of the last box.
        residue = box % self._modulus or self._modulus
        each, more = divmod(residue, self.boxes)
        parts = [each] * (self.boxes - more) + [each + 1] * more
        parts[-1] += box - residue
        return tuple(parts)


@dataclass(frozen=True)
class MisereKeepOne(Theorem):
    """Empty-All-But-One, Proposition 7 in misère play, with residues modulo (k-1)(2k-1)."""

    boxes: int

    title = "Proposition 7 (misère)"
    source = Source("ferguson", "Section 3")
    misere = True

    @property
    def statement(self) -> str:
        k = self.boxes
        return (
            f"A position is a P-position if and only if some box has {k} chips or more, and every box has fewer than "
            f"{k} chips or a remainder from {k} to {2 * k - 2} modulo {self._modulus}."
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
            return f"No box of {shown} has the {k} chips that a move needs. The player who moved last has lost."
        good = f"fewer than {k} chips or a remainder from {k} to {2 * k - 2} modulo {self._modulus}"
        kept = self._to_keep(position)
        if not kept:
            return (
                f"All boxes of {shown} have {good}. Every move either breaks this pattern, which your opponent can "
                "restore, or ends play and loses."
            )
        return (
            f"Keep the box of {show_number(kept[-1])}. Share it out so that all boxes have {good}, and some box has at "
            f"least {k} chips: then your opponent loses."
        )

    def _to_keep(self, position: Position) -> list[int]:
        """Return the sizes of the boxes that a winning move can keep in misère play; each size occurs only once."""
        k = self.boxes
        return [box for box in dict.fromkeys(position) if box >= k and not k <= box % self._modulus <= 2 * k - 2]

    def _shared(self, box: int) -> Position:
        # A winning move keeps a box whose residue lies between 2k-1 and k(2k-2). Every number between 2k-1 and k(2k-2)
        # is a sum of k numbers from 1 to 2k-2, at least one of which is k or more.
        residue = box % self._modulus
        if residue < self.boxes:
            residue += self._modulus
        most = 2 * self.boxes - 3
        full, more = divmod(residue - self.boxes, most)
        parts = [1 + most] * full + ([1 + more] if full < self.boxes else []) + [1] * (self.boxes - full - 1)
        # The first new box already has at least k chips. Adding a multiple of k(k-1) chips does not change the residue
        # of the box.
        parts[0] += box - residue
        return tuple(sorted(parts))
