"""The rule of redistribution that Ferguson's games share, and the theorems about two boxes."""

from collections.abc import Iterable
from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.games.support.bibliography import Source
from sprague.games.support.parameters import choice_names, pile_names
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


def redistribution(boxes: int, emptied: Iterable[int]) -> Ruleset:
    """Return the rule: empty one of these numbers of boxes, and redistribute the rest with a chip in each box."""
    names = pile_names(boxes)
    new = choice_names(boxes)
    moves = [f"({', '.join(new)}) where {' + '.join(new)} = {' + '.join(names[: boxes - count])}" for count in emptied]
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order piles >= 1")


def two_box_value(x: int, y: int) -> int:
    """Return the Grundy value of two boxes: the number of ones at the end of the binary (x-1) | (y-1).

    >>> two_box_value(31, 54)
    6

    Proposition 3 halves both boxes, rounding up, until both are odd. Halving x up is shifting x - 1 right
    by a place, and x is odd if x - 1 ends in 0. So the value is the lowest place at which both x - 1 and
    y - 1 have a zero. A fixed number of operations, each linear in the number of digits.
    """
    return trailing_ones((x - 1) | (y - 1))


def two_box_value_by_halving(x: int, y: int) -> int:
    """Return the same value as Proposition 3 states it, with one division for each unit of the value.

    >>> two_box_value_by_halving(31, 54)
    6
    """
    value = 0
    while not x & y & 1:
        x, y, value = (x + 1) >> 1, (y + 1) >> 1, value + 1
    return value


def two_box_value_in_binary(x: int, y: int) -> int:
    """Return the same value by the paper's second method, on binary digits from the right.

    >>> two_box_value_in_binary(31, 54)
    6

    Let j be the lowest place where not both boxes have a zero. If both have a one there, the value is j.
    Otherwise 2^j is added to the box with the one, which changes no value, and j grows. Halving both boxes
    up to place j shows why: 2^j is what the box with the one lacks to be rounded up.
    """
    while True:
        lowest = lowest_bit(x | y)
        if x & y & lowest:
            return lowest.bit_length() - 1
        x, y = (x + lowest, y) if x & lowest else (x, y + lowest)


def move_to_value(position: Position, value: int) -> Position:
    """Return the option of two boxes with this smaller Grundy value, from the proof of Proposition 3.

    >>> move_to_value((31, 54), 3)
    (8, 23)

    Below the value of the position, each place of (x-1) | (y-1) has a one. Take a box with a one at place
    `value`, and put 2^value of its chips into the other. Linear in the number of digits.
    """
    x, y = position
    own = two_box_value(x, y)
    if not 0 <= value < own:
        wanted = f"a value below {own}" if own else "a position with a value above 0"
        raise SpragueError(f"expected {wanted}, got {show_number(value)} from {show_position(position)}")
    split = y if (y - 1) >> value & 1 else x
    return _ordered(split - (1 << value), 1 << value)


@dataclass(frozen=True)
class TwoBoxes(Theorem):
    """Propositions 1 to 3: two boxes are P if both are odd, and the value is known.

    The proof of Lemma 1, on which this rests, swaps letters: it should say that c + d is 2(a + b) or one less.
    """

    title = "Proposition 3"
    source = Source("ferguson", "Section 2")
    statement = (
        "Two boxes are P if and only if both are odd; the value is 0 there, and 1 more than that of the "
        "boxes halved, rounding up, elsewhere."
    )
    formula = "all piles odd"
    grundy_formula = "power = low2(bitor(a - 1, b - 1) + 1)"

    def is_p(self, position: Position) -> bool:
        return all(box & 1 for box in position)

    def grundy(self, position: Position) -> int:
        return two_box_value(*position)

    def winning_moves(self, position: Position) -> list[Position]:
        return each_once((1, box - 1) for box in position if not box & 1)

    def explain(self, position: Position) -> str:
        if self.is_p(position):
            return f"Both boxes of {show_position(position)} are odd: splitting one leaves an odd and an even box."
        even = max(box for box in position if not box & 1)
        return (
            f"The value of {show_position(position)} is {two_box_value(*position)}. Empty the other box and put "
            f"one chip from the box of {show_number(even)} there: then both are odd."
        )


@dataclass(frozen=True)
class MisereTwoBoxes(Theorem):
    """Proposition 7 (misère) with k = 2, where three games have the same moves."""

    title = "Proposition 7 (misère), two boxes"
    source = Source("ferguson", "Section 3")
    statement = "Two boxes are P if and only if each holds 1 chip or leaves 2 on division by 3, and not both hold 1."
    formula = "some pile >= 2 and all piles x: x = 1 or x mod 3 = 2"
    misere = True

    def is_p(self, position: Position) -> bool:
        return position[-1] > 1 and all(box == 1 or box % 3 == 2 for box in position)

    def winning_moves(self, position: Position) -> list[Position]:
        # 3m = 1 + (3m - 1) and 3m + 1 = 2 + (3m - 1).
        return each_once(_ordered(box % 3 + 1, box - box % 3 - 1) for box in position if box > 2 and box % 3 != 2)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if position[-1] == 1:
            return f"In {shown} no move is left, so the player to move has won."
        if self.is_p(position):
            return f"Each box of {shown} is 1 or leaves 2 on division by 3. A move breaks that, or ends play and loses."
        box = next(box for box in reversed(position) if box > 2 and box % 3 != 2)
        less, more = _ordered(box % 3 + 1, box - box % 3 - 1)
        return (
            f"Split the box of {show_number(box)} into {show_number(less)} and {show_number(more)}: "
            "each is 1 or leaves 2 on division by 3."
        )


def trailing_ones(number: int) -> int:
    """Return the number of ones at the end of a number in binary."""
    return lowest_bit(number + 1).bit_length() - 1


def lowest_bit(number: int) -> int:
    """Return the largest power of two that divides a number."""
    return number & -number


def each_once(moves: Iterable[Position]) -> list[Position]:
    """Return the moves without repetition, in order."""
    return list(dict.fromkeys(moves))


def _ordered(x: int, y: int) -> Position:
    return (x, y) if x <= y else (y, x)
