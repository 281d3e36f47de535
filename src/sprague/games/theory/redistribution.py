"""The rule that several of Ferguson's redistribution games share, and the theorems about games with two boxes."""

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
    """Return the rule of a redistribution game.

    A move empties some boxes; `emptied` lists the allowed numbers of emptied boxes. The move redistributes the chips of
    the other boxes among all boxes, with at least one chip in each box.
    """
    names = pile_names(boxes)
    new = choice_names(boxes)
    moves = [f"({', '.join(new)}) where {' + '.join(new)} = {' + '.join(names[: boxes - count])}" for count in emptied]
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order piles >= 1")


def two_box_value(x: int, y: int) -> int:
    """Return the Grundy value of two boxes x and y: the number of trailing ones of (x-1) | (y-1) in binary.

    >>> two_box_value(31, 54)
    6

    Ferguson's Proposition 3 states: the Grundy value is the number of times that both boxes must be halved, rounding
    up, until both are odd. In binary, halving x, rounding up, shifts x - 1 right by one digit, and x is odd if x - 1
    ends in 0. The Grundy value is therefore the index of the lowest binary digit that is 0 in both x - 1 and y - 1. The
    computation takes a constant number of operations, each linear in the number of digits.
    """
    return trailing_ones((x - 1) | (y - 1))


def two_box_value_in_binary(x: int, y: int) -> int:
    """Return the Grundy value of two boxes by the second method in the paper, which reads binary digits from the right.

    >>> two_box_value_in_binary(31, 54)
    6

    Let j be the index of the lowest binary digit that is 1 in at least one box. If digit j is 1 in both boxes, the
    Grundy value is j. If digit j is 1 in only one box, the method adds 2^j to this box, and continues with a larger j.
    Adding 2^j does not change the Grundy value, because the value is computed by halving boxes with rounding up.
    """
    while True:
        lowest = lowest_bit(x | y)
        if x & y & lowest:
            return lowest.bit_length() - 1
        x, y = (x + lowest, y) if x & lowest else (x, y + lowest)


def move_to_value(position: Position, value: int) -> Position:
    """Return an option of two boxes that has a given smaller Grundy value, as in Ferguson's proof of Proposition 3.

    >>> move_to_value((31, 54), 3)
    (8, 23)

    If g is the Grundy value of boxes x and y, the last g binary digits of (x-1) | (y-1) are ones. The move chooses a
    box of z chips such that binary digit `value` of z - 1 is one. The move empties the other box, and moves 2^value
    chips into it from the chosen box. The running time is linear in the number of digits.
    """
    x, y = position
    own = two_box_value(x, y)
    if not 0 <= value < own:
        shown = show_position(position)
        if not own:
            raise SpragueError(f"the position {shown} has the Grundy value 0, so no move leads to a smaller value")
        raise SpragueError(
            f"expected a value below {own}, which is the Grundy value of {shown}; got {show_number(value)}"
        )
    split = y if (y - 1) >> value & 1 else x
    return _ordered(split - (1 << value), 1 << value)


@dataclass(frozen=True)
class TwoBoxes(Theorem):
    """Ferguson's Propositions 1 to 3: two boxes are P if both are odd; Proposition 3 gives the Grundy value.

    The propositions use Lemma 1 of Ferguson's paper. The proof of Lemma 1 interchanges letters; the correct statement
    is that c + d is 2(a + b) or 2(a + b) - 1.
    """

    title = "Proposition 3"
    source = Source("ferguson", "Section 2")
    statement = (
        "A position of two boxes is a P-position if and only if both boxes are odd. Otherwise its Grundy value is 1 "
        "more than the value of the position whose boxes are halved, rounding up."
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
            return (
                f"Both boxes of {show_position(position)} are odd. Every move leaves an odd and an even box, and your "
                "opponent can make both odd again."
            )
        even = max(box for box in position if not box & 1)
        return (
            f"{show_position(position)} has an even box. Put one chip from the box of {show_number(even)} into the "
            "other box, after emptying that: then both boxes are odd, and your opponent loses."
        )


@dataclass(frozen=True)
class MisereTwoBoxes(Theorem):
    """Ferguson's Proposition 7 (misère) for two boxes; three of Ferguson's games have the same moves on two boxes."""

    title = "Proposition 7 (misère), two boxes"
    source = Source("ferguson", "Section 3")
    statement = (
        "A position of two boxes is a P-position if and only if each box is 1 or has remainder 2 modulo 3, and not "
        "both are 1."
    )
    formula = "some pile >= 2 and all piles x: x = 1 or x mod 3 = 2"
    misere = True

    def is_p(self, position: Position) -> bool:
        return position[-1] > 1 and all(box == 1 or box % 3 == 2 for box in position)

    def winning_moves(self, position: Position) -> list[Position]:
        # A winning move splits a box of 3m chips into 1 and 3m - 1, or a box of 3m + 1 chips into 2 and 3m - 1.
        return each_once(_ordered(box % 3 + 1, box - box % 3 - 1) for box in position if box > 2 and box % 3 != 2)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if position[-1] == 1:
            return f"No move is left at {shown}. The player who moved last has lost."
        if self.is_p(position):
            return (
                f"Each box of {shown} is 1 or has remainder 2 modulo 3. Every move either breaks this pattern, which "
                "your opponent can restore, or ends play and loses."
            )
        box = next(box for box in reversed(position) if box > 2 and box % 3 != 2)
        less, more = _ordered(box % 3 + 1, box - box % 3 - 1)
        return (
            f"Split the box of {show_number(box)} into {show_number(less)} and {show_number(more)}: "
            "each of these is 1 or has remainder 2 modulo 3, and your opponent loses."
        )


def trailing_ones(number: int) -> int:
    """Return the number of trailing ones of the binary notation of a number."""
    return lowest_bit(number + 1).bit_length() - 1


def lowest_bit(number: int) -> int:
    """Return the largest power of two that divides a number."""
    return number & -number


def each_once(moves: Iterable[Position]) -> list[Position]:
    """Return options without repetition, in the given order."""
    return list(dict.fromkeys(moves))


def _ordered(x: int, y: int) -> Position:
    return (x, y) if x <= y else (y, x)
