"""Empty & Transfer, the game in Section 2 of the paper by Ferguson."""

from dataclasses import dataclass

from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import MisereTwoBoxes, TwoBoxes, each_once, lowest_bit, trailing_ones
from sprague.integers import show_number, show_power
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse

PROVED_HERE = Source("proved next to the rule of the game")


@catalogued("Empty & Transfer", sources=[Source("ferguson", "Section 2")])
def empty_transfer(boxes: int = 3) -> Ruleset:
    """Empty a box, then move some but not all chips of another box into it; no box is ever empty.

    >>> empty_transfer(2).options((1, 4))
    [(1, 3), (2, 2)]
    """
    emptied, split, *others = pile_names(pile_count("boxes", boxes, 2))
    return parse(
        f"({', '.join([emptied, split, *others])}) -> ({', '.join(['u', 'v', *others])}) "
        f"where u + v = {split} any order piles >= 1"
    )


@empty_transfer.theory
def _known(boxes: int = 3) -> list[Theorem]:
    if boxes == 2:
        return [TwoBoxes(), MisereTwoBoxes()]
    if boxes == 3:
        return [ThreeBoxes()]
    if boxes == 4:
        return [FourBoxes()]
    return [OnesAndTwos(), AllOdd(), FewEven(), ResiduesOfThree()]


# Theorems about any number of boxes


@dataclass(frozen=True)
class AllOdd(Theorem):
    """Empty & Transfer, Proposition 1: if every box is odd, the position is P."""

    title = "Proposition 1"
    source = Source("ferguson", "Section 2")
    statement = "If every box has an odd number of chips, the position is a P-position."

    def decides(self, position: Position) -> bool:
        return all(box & 1 for box in position)

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        return (
            f"All boxes of {show_position(position)} are odd. Every move leaves exactly one even box. Your opponent "
            "can then empty an odd box and put one chip from the even box there: all boxes are odd again."
        )


@dataclass(frozen=True)
class FewEven(Theorem):
    """Empty & Transfer, Proposition 2: if exactly one or two boxes are even, the position is N."""

    title = "Proposition 2"
    source = Source("ferguson", "Section 2")
    statement = "If exactly one or two boxes have an even number of chips, the position is an N-position."

    def decides(self, position: Position) -> bool:
        return 1 <= sum(1 for box in position if not box & 1) <= 2

    def is_p(self, position: Position) -> bool:
        return False

    def winning_moves(self, position: Position) -> list[Position]:
        even = [place for place, box in enumerate(position) if not box & 1]
        if len(even) == 2:
            return each_once(_transfer(position, a, b, 1) for a, b in (even, reversed(even)))
        return each_once(_transfer(position, place, even[0], 1) for place in range(len(position)) if place != even[0])

    def explain(self, position: Position) -> str:
        even = [box for box in position if not box & 1]
        emptied = f"the box of {show_number(even[0])}" if len(even) == 2 else "an odd box"
        return (
            f"{show_position(position)} has {'two even boxes' if len(even) == 2 else 'one even box'}. Empty {emptied} "
            f"and put one chip from the box of {show_number(even[-1])} there: then all boxes are odd, and your "
            "opponent loses."
        )


@dataclass(frozen=True)
class OnesAndTwos(Theorem):
    """Empty & Transfer with one or two chips in every box is a subtraction game.

    Let i be the number of boxes of two chips, out of k boxes. If every box has one or two chips, only a box of two
    chips can be split. A move that empties a box of one chip lowers i by 1, and a move that empties a box of two chips
    lowers i by 2. If some box has one chip, the moves are those of a heap of i chips from which players take one or two
    chips, so the Grundy value is i mod 3. If all of k boxes have two chips, the only possible move leaves k - 2 boxes
    of two chips.
    """

    title = "Ones and twos"
    source = PROVED_HERE
    statement = (
        "If i of the k boxes have two chips and the others have one, the Grundy value is i mod 3 for i < k; "
        "for i = k it is 1 if k is 2 modulo 3, and 0 otherwise."
    )

    def decides(self, position: Position) -> bool:
        return position[-1] <= 2

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        pairs = position.count(2)
        return pairs % 3 if pairs < len(position) else int(pairs % 3 == 2)

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        pairs, boxes = position.count(2), len(position)
        left = pairs - pairs % 3
        return [(1,) * (boxes - left) + (2,) * left]

    def explain(self, position: Position) -> str:
        pairs = position.count(2)
        if pairs == 0:
            return "Every box has one chip, so no move is left. The player who moved last has won."
        if self.is_p(position):
            if pairs == len(position):
                return (
                    f"All boxes have two chips. The only move leaves {pairs - 2} boxes of two chips, which is not a "
                    "multiple of 3, so your opponent wins."
                )
            return (
                f"{pairs} boxes have two chips, a multiple of 3. Your move changes one or two of them to boxes of one "
                "chip, and your opponent can reach a multiple of 3 again."
            )
        chips = "one chip" if pairs % 3 == 1 else "two chips"
        return (
            f"{pairs} boxes have two chips. Empty a box of {chips}, so that a multiple of 3 is left: then your "
            "opponent loses."
        )


@dataclass(frozen=True)
class ResiduesOfThree(Theorem):
    """A class of P-positions of Empty & Transfer with five or more boxes, defined by residues modulo 3.

    The residue of a box is its number of chips modulo 3. The class M contains the positions of k boxes with at least
    three even boxes, no box of residue 0, and t boxes of residue 2, where 3 divides t and 3 <= t <= k - 2. Every
    position of M is a P-position for the following reasons.

    The number of chips of a position in M is congruent to k modulo 3, because it is congruent to k + t modulo 3, and 3
    divides t. Every move removes a number of chips that is not divisible by 3, so no move leads from one position of M
    to another. A move removes at most two even boxes, so it does not reach a position in which all boxes are odd. If
    one or two even boxes remain after the move, the position is N by Proposition 2. If three or more even boxes remain,
    the opponent can move back into M, in one of the following three ways.

    - If one box has residue 0, the opponent empties a box of residue 2 if t boxes have residue 2, and a box of residue
      1 if t - 1 boxes have residue 2. The opponent splits the box of residue 0, which has z chips, into 4 and z - 4
      chips if z is even, and into 1 and z - 1 chips if z is odd.
    - If more than t boxes have residue 2, the opponent splits a box of residue 2 into two boxes of residue 1. The
      opponent empties a box of residue 2 if t + 2 boxes have residue 2, and a box of residue 1 if t + 1 boxes have
      residue 2.
    - If no box has residue 0 and fewer than t boxes have residue 2, the opponent splits a box of residue 1 into two
      boxes of residue 2. The opponent empties a box of residue 2 if t - 1 boxes have residue 2, and a box of residue 1
      if t - 2 boxes have residue 2.

    A box of one chip has residue 1, but cannot be split into two boxes of residue 2. If all boxes of residue 1 have one
    chip, all even boxes have residue 2; because there are at least three even boxes, t >= 6. If t >= 6 and no box of
    residue 1 can be split, the opponent splits a box of residue 2 into two boxes of residue 1; then t - 3 boxes of
    residue 2 remain.

    After the opponent's move, at least three boxes are even. The opponent splits a box of residue 2 into 1 or 4 chips
    and an even rest, or a box of residue 1 into 2 chips and the rest. Unless the opponent splits a box of two chips,
    the split adds one even box, which replaces the emptied box. The opponent splits a box of two chips only if every
    box of residue 2 has two chips; in this case at least three boxes of two chips remain.
    """

    title = "Residues modulo 3"
    source = PROVED_HERE
    statement = (
        "Let k >= 5 boxes be given, at least three of them even, none divisible by 3, and t of them 2 modulo 3. If 3 "
        "divides t and 3 <= t <= k - 2, the position is a P-position."
    )

    def decides(self, position: Position) -> bool:
        residues = [box % 3 for box in position]
        twos = residues.count(2)
        even = sum(1 for box in position if not box & 1)
        return even >= 3 and 0 not in residues and twos % 3 == 0 and 3 <= twos <= len(position) - 2

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        twos = sum(1 for box in position if box % 3 == 2)
        return (
            f"No box of {show_position(position)} is divisible by 3, {twos} boxes have remainder 2 modulo 3, and three "
            "or more boxes are even. After every move your opponent can restore this pattern or make all boxes odd."
        )


# Theorems about three and four boxes


@dataclass(frozen=True)
class ThreeBoxes(Theorem):
    """Proposition 4: three boxes are P if the same powers of two divide all three boxes.

    Deciding a position takes a constant number of operations, each linear in the number of digits.
    """

    title = "Proposition 4"
    source = Source("ferguson", "Section 2")
    statement = (
        "A position of three boxes is a P-position if and only if all three boxes are the same power of 2 times an odd "
        "number."
    )
    formula = "v2(a) = v2(b) = v2(c)"

    def is_p(self, position: Position) -> bool:
        return len({lowest_bit(box) for box in position}) == 1

    def winning_moves(self, position: Position) -> list[Position]:
        # For each of the three boxes, find the largest power of two that divides its number of chips, and let p be the
        # smallest of these powers. The move does not change a box with the power p, takes p chips from a box with a
        # larger power, and replaces the contents of the third box by these p chips.
        powers = [lowest_bit(box) for box in position]
        least = min(powers)
        return each_once(
            _transfer(position, 3 - kept - split, split, least)
            for kept in range(3)
            for split in range(3)
            if powers[kept] == least < powers[split]
        )

    def explain(self, position: Position) -> str:
        powers = sorted((lowest_bit(box).bit_length() - 1, box) for box in position)
        (least, kept), _, (most, split) = powers
        kind = f"{show_power(least)} times an odd number" if least else "an odd number"
        if least == most:
            return (
                f"Each box of {show_position(position)} is {kind}. A sum of two such numbers is not such a number, so "
                "every move breaks this pattern, and your opponent can restore it."
            )
        return (
            f"In {show_position(position)} keep the box of {show_number(kept)}, which is {kind}. Empty the third box "
            f"and put {_chips(least)} from the box of {show_number(split)} there: then each box is {kind}, and your "
            "opponent loses."
        )


@dataclass(frozen=True)
class FourBoxes(Theorem):
    """Halve all four boxes, rounding up, until two or more are odd: the position is P if then all four are odd.

    The theorem combines Propositions 5 and 6 of Ferguson's paper. The method writes x - 1 in binary for each box of x
    chips. Halving a box of x chips, rounding up, shifts the binary number x - 1 right by one digit. A box of x chips is
    odd if the binary number x - 1 ends in 0. The halving therefore stops at the lowest binary column with two or more
    zeros. A constant number of operations, each linear in the number of digits, computes all columns at once.
    """

    title = "Propositions 5 and 6"
    source = Source("ferguson", "Section 2")
    statement = (
        "Halve all four boxes, rounding up, while at most one is odd. "
        "The position is a P-position if and only if the halving stops with four odd boxes."
    )
    # The left side of `formula` is the index of the lowest binary column with two or more zeros. The right side of
    # `formula` is the index of the lowest binary column with four zeros.
    formula = (
        "v2(1 + bitor(bitand(a - 1, b - 1, c - 1), bitand(a - 1, b - 1, d - 1), bitand(a - 1, c - 1, d - 1), "
        "bitand(b - 1, c - 1, d - 1))) = v2(1 + bitor(a - 1, b - 1, c - 1, d - 1))"
    )

    def is_p(self, position: Position) -> bool:
        return not any(self._even_at_the_end(position)[1])

    def winning_moves(self, position: Position) -> list[Position]:
        halvings, is_even = self._even_at_the_end(position)
        even = [place for place in range(4) if is_even[place]]
        # If only one box is even, a winning move takes chips from this box and puts them into any other box. If two
        # boxes are even, a winning move takes chips from one even box and puts them into the other even box.
        return each_once(
            _transfer(position, emptied, split, 1 << halvings)
            for split in even
            for emptied in (range(4) if len(even) == 1 else even)
            if emptied != split
        )

    def explain(self, position: Position) -> str:
        halvings, is_even = self._even_at_the_end(position)
        shown, even = show_position(position), [box for box, flag in zip(position, is_even, strict=True) if flag]
        odd = {0: "four", 1: "three", 2: "two"}[len(even)]
        if halvings:
            steps = "1 step" if halvings == 1 else f"{halvings} steps"
            found = f"Halve {shown}, rounding up, while at most one box is odd. It stops after {steps}, with {odd}"
        else:
            found = f"{shown} has {odd}"
        if not even:
            return f"{found} odd boxes. Every move changes that, and your opponent can restore it."
        emptied = f"{'any box except the' if len(even) == 1 else 'the'} box of {show_number(even[0])}"
        ends = "the halving stops with four odd boxes" if halvings else "all four boxes are odd"
        return (
            f"{found} odd boxes. Empty {emptied} and put {_chips(halvings)} from the box of {show_number(even[-1])} "
            f"there: then {ends}, and your opponent loses."
        )

    @staticmethod
    def _even_at_the_end(position: Position) -> tuple[int, list[bool]]:
        """Return the number of halvings and, for each box, whether the box is even after the halvings."""
        a, b, c, d = (box - 1 for box in position)
        three_of_four = (a & b & (c | d)) | (c & d & (a | b))
        halvings = trailing_ones(three_of_four)
        return halvings, [bool(box >> halvings & 1) for box in (a, b, c, d)]


def _chips(exponent: int) -> str:
    return f"{show_power(exponent)} chips" if exponent else "one chip"


def _transfer(position: Position, emptied: int, split: int, chips: int) -> Position:
    """Return the position after emptying the box `emptied` and moving chips into it from the box `split`."""
    changed = list(position)
    changed[emptied] = chips
    changed[split] -= chips
    return tuple(sorted(changed))
