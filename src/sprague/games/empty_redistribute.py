"""Empty & Redistribute (Ferguson, Section 4): empty one box, and redistribute the remaining chips."""

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
    """Empty one box, and redistribute the chips of the others among all boxes; no box stays empty.

    >>> empty_redistribute(3).options((1, 1, 3))
    [(1, 1, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [1])


@empty_redistribute.theory
def theory_of_redistribution(boxes: int = 3) -> list[Theorem]:
    """Return the theorems about Empty & Redistribute; with two boxes, the game is the same as Empty & Transfer."""
    if boxes == 2:
        return [TwoBoxes(), MisereStrategy(2)]
    return [AllOddRedistributed(boxes) if boxes % 2 == 0 else Strategy(boxes), MisereStrategy(boxes)]


# Norms (numbers of chips) of P-positions


def f(boxes: int) -> int:
    """Return the value of Ferguson's function f at k: the least j >= 1 such that j + 1 does not divide k - 1.

    >>> f(6), f(7), f(61)
    (1, 3, 6)
    """
    j = 1
    while (boxes - 1) % (j + 1) == 0:
        j += 1
    return j


def in_s(norm: int, boxes: int) -> bool:
    """Return whether `norm` is in Ferguson's set S(k), that is, whether some P-position of k boxes has `norm` chips.

    Ferguson's set R(k) contains the numbers n >= k such that all positions with n chips are N-positions.

    >>> [norm for norm in range(30) if in_s(norm, 7)]
    [7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29]
    """
    return norm >= boxes and _level(norm, boxes) > 0


def p_position(norm: int, boxes: int) -> Position:
    """Return the P-position x(n) with n chips: k - 1 boxes have v chips each, and the last box has the rest.

    >>> p_position(16, boxes=7)
    (1, 1, 1, 1, 1, 1, 10)
    """
    if not in_s(norm, boxes):
        raise SpragueError(f"no P-position of {boxes} boxes has {show_number(norm)} chips")
    return _shared(norm, boxes, _level(norm, boxes))


def _level(norm: int, boxes: int) -> int:
    """Return v such that v, …, v, z is a P-position with `norm` chips; return 0 if no P-position has `norm` chips.

    Ferguson's example of the P-position x(n) contains a misprint: 7 - 7 - 1 instead of 7 - (7 - 1).
    """
    last = f(boxes)
    j = last if norm >= last * boxes else norm // boxes
    return (norm - j * (boxes - 1)) % (j + 1)


def _misere_level(norm: int, boxes: int) -> int:
    """Return v such that v, …, v, z is a misère P-position with `norm` chips; return 0 if no such position exists."""
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
    """A theorem about a game whose moves redistribute the chips freely, so that only the number of chips matters.

    The norm of a position is its number of chips. If some P-position has n chips, every position from which a move can
    leave n chips is an N-position. Deciding a position of k boxes takes O(k) operations, each linear in the number of
    digits.
    """

    boxes: int

    title = "Proposition 8"
    source = Source("ferguson", "Section 4")

    @property
    def norms(self) -> str:
        """The numbers of chips that P-positions can have, as English text."""
        return "the set of the numbers of chips of P-positions"

    @abstractmethod
    def level(self, norm: int) -> int:
        """Return v such that v, …, v, z is a P-position with `norm` chips; return 0 if no such position exists."""

    def is_p(self, position: Position) -> bool:
        return not self._to_empty(position) and not self._has_ended_well(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [_shared(norm, self.boxes, level) for _, norm, level in self._to_empty(position)]

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self._has_ended_well(position):
            return f"No move is left at {shown}. The player who moved last has lost."
        found = self._to_empty(position)
        if not found:
            left = [show_number(sum(position) - box) for box in dict.fromkeys(position)]
            if len(left) == 1:
                return (
                    f"Emptying a box of {shown} leaves {left[0]} chips. This number is not in {self.norms}, so your "
                    "opponent wins."
                )
            rest = f"{', '.join(left[:-1])} or {left[-1]}"
            return (
                f"Emptying a box of {shown} leaves {rest} chips. None of these numbers is in {self.norms}, so your "
                "opponent wins."
            )
        box, norm, level = found[-1]
        *_, last = _shared(norm, self.boxes, level)
        return (
            f"Empty a box of {show_number(box)}: {show_number(norm)} chips are left, a number in {self.norms}. "
            f"Share them out as {self.boxes - 1} boxes of {level} and one of {show_number(last)}: from there your "
            "opponent loses."
        )

    def _to_empty(self, position: Position) -> list[tuple[int, int, int]]:
        """Return the size of each box that a winning move can empty, the number of remaining chips, and the level v."""
        norm = sum(position)
        left = [(box, norm - box) for box in dict.fromkeys(position)]
        return [(box, rest, level) for box, rest in left if rest >= self.boxes and (level := self.level(rest))]

    def _has_ended_well(self, position: Position) -> bool:
        return self.misere and position[-1] == 1


@dataclass(frozen=True)
class Strategy(_ByNorm):
    """Ferguson's strategy: a position of n chips is P if, for every box of x chips, no P-position has n - x chips.

    Ferguson's paper states the strategy twice: first with the condition that n - x is not in S(k), and again with the
    condition that n - x is in R(k). The two conditions differ for n - x = k - 1, which is too few chips for a move and
    belongs to neither R(k) nor S(k). The class `Strategy` uses the condition that n - x is not in S(k).
    """

    @property
    def norms(self) -> str:
        return f"S({self.boxes}), the set of the numbers of chips of P-positions"

    @property
    def statement(self) -> str:
        k, last = self.boxes, f(self.boxes)
        return (
            f"A position with n chips is a P-position if and only if n - x is not in S({k}) for any box x. "
            f"S({k}) contains the numbers from {k} on that are not in R({k}). From {last * k} on, R({k}) contains the "
            f"numbers with remainder {last * (k - 1) % (last + 1)} modulo {last + 1}."
        )

    @property
    def formula(self) -> str:
        """A formula for P-positions with n chips: for every box of x chips, n - x is below k or in Ferguson's set R(k).

        The set R(k) contains, for each j from 1 to f(k) - 1, the multiples of j + 1 from jk to (j + 1)k - 1; the
        formula has a case for each j.
        """
        k, last = self.boxes, f(self.boxes)
        cases = [f"{j * k} <= sum - x < {j * k + k} and (sum - x) mod {j + 1} = 0" for j in range(1, last)]
        cases.append(f"sum - x >= {last * k} and (sum - x) mod {last + 1} = {last * (k - 1) % (last + 1)}")
        return f"all piles x: sum - x < {k} or {' or '.join(cases)}"

    def level(self, norm: int) -> int:
        return _level(norm, self.boxes)


@dataclass(frozen=True)
class AllOddRedistributed(Strategy):
    """Empty & Redistribute with an even number of boxes: a position is P if all boxes are odd."""

    statement = "With an even number of boxes, a position is a P-position if and only if every box is odd."
    formula = "all piles odd"

    def is_p(self, position: Position) -> bool:
        return all(box & 1 for box in position)

    def explain(self, position: Position) -> str:
        if self.is_p(position):
            return (
                f"All boxes of {show_position(position)} are odd. Emptying one leaves an odd number of chips, so not "
                "all boxes are odd after your move, and your opponent can make all boxes odd again."
            )
        box, norm, _ = self._to_empty(position)[-1]
        return (
            f"Empty a box of {show_number(box)}: {show_number(norm)} chips are left, an even number. Put one chip into "
            "every box but the last: then all boxes are odd, and your opponent loses."
        )


@dataclass(frozen=True)
class MisereStrategy(_ByNorm):
    """Ferguson's Proposition 8 (misère): the strategy of normal play, but P-positions have other numbers of chips.

    For each number of chips that a P-position can have, Ferguson's paper gives one P-position. There are three cases
    for the number k of boxes: odd k, k congruent to 4 modulo 6, and other even k. If no move from a position leaves as
    many chips as some P-position has, the position is a P-position. In misère play, the position with one chip in each
    box has no move and is N.
    """

    title = "Proposition 8 (misère)"
    misere = True

    @property
    def statement(self) -> str:
        k = self.boxes
        if k % 2:
            return (
                f"With an odd number of boxes, a position is a P-position if and only if {k - 1} boxes have one chip "
                "and the last box is even."
            )
        norms = f"the odd numbers between {k} and {2 * k}, and from {2 * k} "
        if k % 6 != 4:
            norms += f"on the n for which n - {2 * k} is not 1 modulo 3"
        else:
            norms += f"to {3 * k - 1} the n for which n - {2 * k} is not 1 modulo 3, "
            norms += f"and from {3 * k} on the n for which n - {3 * k} is not 1 modulo 4"
        return (
            "A position is a P-position if and only if a move is left and no move leaves a number of chips of some "
            f"P-position. These numbers are {norms}."
        )

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
    """Return the class (1 to 4) of a P-position of seven boxes in Ferguson's list; return None for an N-position.

    >>> k7_class((1, 1, 1, 1, 4, 4, 7)), k7_class((3, 3, 3, 3, 3, 3, 7)), k7_class((1, 1, 1, 1, 1, 9, 13))
    (1, 2, None)

    The residues of the boxes modulo 4 define the classes 2, 3 and 4 of P-positions. Class 1 is a table of exceptional
    P-positions with fewer than 21 chips. Some P-positions with fewer than 21 chips are not in class 1: (2, 2, 2, 2, 2,
    2, 8), with 20 chips, is in class 3.
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
