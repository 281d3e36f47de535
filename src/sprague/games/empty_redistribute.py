"""Empty & Redistribute (Ferguson, Section 4)."""

from abc import abstractmethod
from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import TwoBoxes, redistribution
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset


@catalogued("Empty & Redistribute", sources=[Source("ferguson", "Section 4")])
def empty_redistribute(boxes: int = 3) -> Ruleset:
    """Empty one box, and share out the chips of the others anew among all boxes; no box stays empty.

    >>> empty_redistribute(3).options((1, 1, 3))
    [(1, 1, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [1])


@empty_redistribute.theory
def theory_of_redistribution(boxes: int = 3) -> list[Theorem]:
    """Return the theorems for this number of boxes; with two the moves are those of Empty & Transfer."""
    if boxes == 2:
        return [TwoBoxes(), MisereStrategy(2)]
    return [AllOddRedistributed(boxes) if boxes % 2 == 0 else Strategy(boxes), MisereStrategy(boxes)]


# The norms of P-positions


def f(boxes: int) -> int:
    """Return the least j >= 1 such that j + 1 does not divide k - 1.

    >>> f(6), f(7), f(61)
    (1, 3, 6)
    """
    j = 1
    while (boxes - 1) % (j + 1) == 0:
        j += 1
    return j


def in_r(norm: int, boxes: int) -> bool:
    """Return whether the norm is in R(k): there are positions of this norm, and all are N.

    >>> [norm for norm in range(40) if in_r(norm, 7)]
    [8, 10, 12, 15, 18, 22, 26, 30, 34, 38]
    """
    return norm >= boxes and not in_s(norm, boxes)


def in_s(norm: int, boxes: int) -> bool:
    """Return whether the norm is in S(k): some P-position has it.

    >>> [norm for norm in range(30) if in_s(norm, 7)]
    [7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29]
    """
    return norm >= boxes and _level(norm, boxes) > 0


def p_position(norm: int, boxes: int) -> Position:
    """Return the P-position x(n) of this norm: k - 1 boxes of v chips, and z in the last.

    >>> p_position(16, boxes=7)
    (1, 1, 1, 1, 1, 1, 10)
    """
    if not in_s(norm, boxes):
        raise SpragueError(f"expected a norm in S({boxes}), got {show_number(norm)}")
    return _shared(norm, boxes, _level(norm, boxes))


def _level(norm: int, boxes: int) -> int:
    """The number v of x(n), or 0 for a norm in R(k). The paper prints 7 - 7 - 1 for 7 - (7 - 1) in its example."""
    last = f(boxes)
    j = last if norm >= last * boxes else norm // boxes
    return (norm - j * (boxes - 1)) % (j + 1)


def _misere_level(norm: int, boxes: int) -> int:
    """The number v of x(n) in misère play, or 0 if no P-position has this norm."""
    if norm <= boxes:
        return 0
    if boxes % 2:
        return 1 - norm % 2
    if norm < 2 * boxes:
        return norm % 2
    if boxes % 6 != 4 or norm < 3 * boxes:
        return (2, 0, 1)[(norm - 2 * boxes) % 3]
    return (3, 0, 1, 2)[(norm - 3 * boxes) % 4]


def _shared(norm: int, boxes: int, level: int) -> Position:
    return tuple(sorted([level] * (boxes - 1) + [norm - (boxes - 1) * level]))


# The strategy


@dataclass(frozen=True)
class _ByNorm(Theorem):
    """A game in which only the norm of an option matters, because chips are shared out at will.

    A move is winning if the norm it leaves is that of a P-position. Operations: linear in k, each linear
    in the number of digits.
    """

    boxes: int

    title = "Proposition 8"
    source = Source("ferguson", "Section 4")

    @property
    def norms(self) -> str:
        """The numbers of chips that P-positions have, in words."""
        return "the norms of P-positions"

    @abstractmethod
    def level(self, norm: int) -> int:
        """The v for which v, …, v, z of this norm is P; 0 if no position of this norm is."""

    def is_p(self, position: Position) -> bool:
        return not self._to_empty(position) and not self._has_ended_well(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [_shared(norm, self.boxes, level) for _, norm, level in self._to_empty(position)]

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self._has_ended_well(position):
            return f"In {shown} no move is left, so the player to move has won."
        found = self._to_empty(position)
        if not found:
            left = [show_number(sum(position) - box) for box in dict.fromkeys(position)]
            if len(left) == 1:
                return f"Emptying a box of {shown} leaves {left[0]} chips, which is not in {self.norms}."
            rest = f"{', '.join(left[:-1])} or {left[-1]}"
            return f"Emptying a box of {shown} leaves {rest} chips; none of these is in {self.norms}."
        box, norm, level = found[-1]
        *_, last = _shared(norm, self.boxes, level)
        return (
            f"Emptying a box of {show_number(box)} leaves {show_number(norm)} chips, which is in {self.norms}. "
            f"Share them out as {self.boxes - 1} boxes of {level} and one of {show_number(last)}, which is P."
        )

    def _to_empty(self, position: Position) -> list[tuple[int, int, int]]:
        """The boxes that can be emptied to win, each size once, with the norm that is left and its v."""
        norm = sum(position)
        left = [(box, norm - box) for box in dict.fromkeys(position)]
        return [(box, rest, level) for box, rest in left if rest >= self.boxes and (level := self.level(rest))]

    def _has_ended_well(self, position: Position) -> bool:
        return self.misere and position[-1] == 1


@dataclass(frozen=True)
class Strategy(_ByNorm):
    """The general strategy: x is P if no n - x_i is in S(k).

    After the proof the paper says "if every n - x_i is in R(k)". That is not the same: n - x_i can be
    k - 1, too few chips for a move, which is in neither set. The form used here is the one before the proof.
    """

    @property
    def norms(self) -> str:
        return f"S({self.boxes}), the norms of P-positions"

    @property
    def statement(self) -> str:
        k, last = self.boxes, f(self.boxes)
        return (
            f"A position of norm n is P if and only if n - x is not in S({k}) for any box x. "
            f"S({k}) is all norms from {k} on without R({k}); from {last * k} on, R({k}) is the norms that "
            f"leave {last * (k - 1) % (last + 1)} on division by {last + 1}."
        )

    @property
    def formula(self) -> str:
        """Every n - x is below k or in R(k); below k·f(k) that goes by the multiples of k, as j + 1 divides k - 1."""
        k, last = self.boxes, f(self.boxes)
        cases = [f"{j * k} <= sum - x < {j * k + k} and (sum - x) mod {j + 1} = 0" for j in range(1, last)]
        cases.append(f"sum - x >= {last * k} and (sum - x) mod {last + 1} = {last * (k - 1) % (last + 1)}")
        return f"all piles x: sum - x < {k} or {' or '.join(cases)}"

    def level(self, norm: int) -> int:
        return _level(norm, self.boxes)


@dataclass(frozen=True)
class AllOddRedistributed(Strategy):
    """The general strategy for an even number of boxes: S(k) is the even norms, and P means all odd."""

    statement = "With an even number of boxes, a position is P if and only if every box is odd."
    formula = "all piles odd"

    def is_p(self, position: Position) -> bool:
        return all(box & 1 for box in position)

    def explain(self, position: Position) -> str:
        if self.is_p(position):
            return (
                f"All boxes of {show_position(position)} are odd. Emptying one leaves an odd number of chips, "
                "so that not all boxes can be odd."
            )
        box, norm, _ = self._to_empty(position)[-1]
        return (
            f"Emptying a box of {show_number(box)} leaves {show_number(norm)} chips, an even number. Put one chip "
            "into every box but the last: then all boxes are odd."
        )


@dataclass(frozen=True)
class MisereStrategy(_ByNorm):
    """Proposition 8 (misère): the same strategy, with other norms, in three cases by the number of boxes.

    The paper gives a P-position of each norm that has one. The others follow: a position is P if no
    box can be emptied to leave such a norm. The position of ones alone is N, without a move.
    """

    title = "Proposition 8 (misère)"
    misere = True

    @property
    def statement(self) -> str:
        k = self.boxes
        if k % 2:
            return f"With an odd number of boxes, P is {k - 1} boxes of one chip and an even last box."
        norms = f"the odd numbers between {k} and {2 * k}, and from {2 * k} "
        if k % 6 != 4:
            norms += f"on those n with n - {2 * k} not 1 modulo 3"
        else:
            norms += f"to {3 * k - 1} those n with n - {2 * k} not 1 modulo 3, "
            norms += f"and from {3 * k} on those n with n - {3 * k} not 1 modulo 4"
        return f"P if and only if some move is left and none leads to a norm of P-positions. These norms are {norms}."

    @property
    def formula(self) -> str:
        k = self.boxes
        if k % 2:
            return f"exactly {k - 1} piles = 1 and sum is even"
        cases = [f"sum - x <= {k}", f"sum - x < {2 * k} and sum - x is even"]
        upper = f" and sum - x < {3 * k}" if k % 6 == 4 else ""
        cases.append(f"sum - x >= {2 * k}{upper} and (sum - x) mod 3 = {(2 * k + 1) % 3}")
        if upper:
            cases.append(f"sum - x >= {3 * k} and (sum - x) mod 4 = {(3 * k + 1) % 4}")
        return f"some pile >= 2 and all piles x: {' or '.join(cases)}"

    def level(self, norm: int) -> int:
        return _misere_level(norm, self.boxes)


# Seven boxes


def k7_class(position: Position) -> int | None:
    """Return the class of Ferguson's list that contains this position of seven boxes, 1 to 4; None for an N-position.

    >>> k7_class((1, 1, 1, 1, 4, 4, 7)), k7_class((3, 3, 3, 3, 3, 3, 7)), k7_class((1, 1, 1, 1, 1, 9, 13))
    (1, 2, None)

    Classes 2, 3 and 4 go by residues modulo 4; class 1 is a table of exceptions with fewer than 21 chips. They
    are not all P-positions with as few: 2^6 8, with 20 chips, is in class 3.
    """
    boxes = tuple(sorted(position))
    if len(boxes) != 7:
        raise SpragueError(f"expected 7 boxes, got {len(boxes)}: {show_position(boxes)}")
    if boxes in _K7_EXCEPTIONS:
        return 1
    residues = {box % 4 for box in boxes}
    if residues == {3}:
        return 2
    if boxes[:6] == (2,) * 6 and boxes[6] % 4 == 0 and boxes[6] >= 8:
        return 3
    ones = boxes.count(1)
    left_out = (ones >= 5 and 9 in boxes) or (ones >= 4 and boxes.count(5) >= 2)
    if residues == {1} and sum(boxes) >= 23 and not left_out:
        return 4
    return None


_K7_EXCEPTIONS = {
    (1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 1, 1, 1, 3),
    (1, 1, 1, 1, 1, 1, 5),
    (1, 1, 1, 1, 1, 3, 3),
    (1, 1, 1, 1, 1, 1, 7),
    (1, 1, 1, 1, 1, 3, 5),
    (1, 1, 1, 1, 3, 3, 3),
    (2, 2, 2, 2, 2, 2, 2),
    (1, 1, 1, 1, 1, 1, 10),
    (1, 1, 1, 1, 4, 4, 4),
    (2, 2, 2, 2, 2, 2, 5),
    (1, 1, 1, 1, 1, 1, 13),
    (1, 1, 1, 1, 1, 7, 7),
    (1, 1, 1, 1, 4, 4, 7),
    (1, 1, 1, 4, 4, 4, 4),
    (2, 2, 2, 2, 2, 5, 5),
}
