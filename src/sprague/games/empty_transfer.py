"""Empty & Transfer (Ferguson, Section 2)."""

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


# Any number of boxes


@dataclass(frozen=True)
class AllOdd(Theorem):
    """Proposition 1: with every box odd, the position is P."""

    title = "Proposition 1"
    source = Source("ferguson", "Section 2")
    statement = "If every box holds an odd number of chips, the position is P."

    def decides(self, position: Position) -> bool:
        return all(box & 1 for box in position)

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        return (
            f"All boxes of {show_position(position)} are odd. A move leaves exactly one even box; "
            "one chip from it into an emptied odd box makes all odd again."
        )


@dataclass(frozen=True)
class FewEven(Theorem):
    """Proposition 2: with exactly one or two even boxes, the position is N."""

    title = "Proposition 2"
    source = Source("ferguson", "Section 2")
    statement = "If exactly one or two boxes hold an even number of chips, the position is N."

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
            f"and put one chip from the box of {show_number(even[-1])} there: then all boxes are odd."
        )


@dataclass(frozen=True)
class OnesAndTwos(Theorem):
    """Boxes of one and two chips only: a subtraction game in disguise.

    Let i boxes of k hold two chips. The only chips that can be split are a pair. Emptying a one lowers i
    by 1, emptying another pair lowers it by 2. So with a one present the game is "take one or two", with
    value i mod 3. With i = k only the second move exists, and it leads to i = k - 2.
    """

    title = "Ones and twos"
    source = PROVED_HERE
    statement = (
        "If i of the k boxes hold two chips and the others one, the value is i mod 3 for i < k; "
        "for i = k it is 1 if k leaves 2 on division by 3, and 0 otherwise."
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
            return "Every box holds one chip, so no move is left."
        if self.is_p(position):
            if pairs == len(position):
                return f"All boxes hold two. The only move leaves {pairs - 2} of them, not a multiple of 3, which is N."
            return f"{pairs} boxes hold two, a multiple of 3; a move takes away one or two of them, the reply the rest."
        return f"{pairs} boxes hold two. Empty a {'one' if pairs % 3 == 1 else 'two'}, so that a multiple of 3 is left."


@dataclass(frozen=True)
class ResiduesOfThree(Theorem):
    """P-positions of five and more boxes, by residues modulo 3.

    Call a box 0, 1 or 2 by its residue. The class M: at least three even boxes, no 0, and t twos, where 3
    divides t and 3 <= t <= k - 2. Every position of M is P:

    The norm in M is k + t, so k modulo 3. A move takes a nonzero residue off the norm, so it leaves M. It
    takes away at most two even boxes, so it does not reach all odd. If it leaves one or two even boxes,
    that is N by Proposition 2. Otherwise the reply is back in M, by the counts (zeros, ones, twos):

    - (1, k-t-1, t): empty a two, and (1, k-t, t-1): empty a one; split the zero z into a one and a two,
      4 + (z-4) if z is even and 1 + (z-1) if z is odd.
    - (0, k-t-2, t+2): empty a two, and (0, k-t-1, t+1): empty a one; split a two into two ones.
    - (0, k-t+1, t-1): empty a two, and (0, k-t+2, t-2): empty a one; split a one into two twos. If all
      ones are single chips, the three even boxes are twos, so t >= 6: then split a two into ones
      instead and empty the same, which leads to t - 3.

    Enough even boxes stay: the split gains one, by 1 + even or 4 + even for a two and 2 + rest for a one,
    and pays for the emptied box. Only a two of two chips gains nothing; split one only if all twos are
    such, and then the twos that stay, at least three, are even.
    """

    title = "Residues modulo 3"
    source = PROVED_HERE
    statement = (
        "With k >= 5 boxes, at least three of them even, none divisible by 3, and t of them 2 modulo 3, "
        "where 3 divides t and 3 <= t <= k - 2, the position is P."
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
            f"No box of {show_position(position)} is divisible by 3, {twos} boxes leave 2, and three or more are even. "
            "A move changes the norm modulo 3. The reply restores it and this pattern, or makes all boxes odd."
        )


# Three and four boxes


@dataclass(frozen=True)
class ThreeBoxes(Theorem):
    """Proposition 4: P if the same power of two divides all three boxes exactly.

    Few operations on the boxes, each linear in the number of digits.
    """

    title = "Proposition 4"
    source = Source("ferguson", "Section 2")
    statement = "Three boxes are P if and only if the same power of 2 divides all three exactly."
    formula = "v2(a) = v2(b) = v2(c)"

    def is_p(self, position: Position) -> bool:
        return len({lowest_bit(box) for box in position}) == 1

    def winning_moves(self, position: Position) -> list[Position]:
        # Keep a box with the smallest power, take that power from a box with a larger one, empty the third.
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
        if least == most:
            return (
                f"Each box of {show_position(position)} is {show_power(least)} times an odd number; "
                "no such number is a sum of two of the same kind."
            )
        return (
            f"In {show_position(position)} keep the box of {show_number(kept)}, {show_power(least)} times an odd "
            f"number. Empty the third and put {_chips(least)} from the box of {show_number(split)} there: "
            f"then all three are {show_power(least)} times an odd number."
        )


@dataclass(frozen=True)
class FourBoxes(Theorem):
    """Propositions 5 and 6: halve four boxes, rounding up, while at most one is odd.

    In binary, with a chip off each box: halving shifts right, and a box is odd if its last place is 0. So
    the halving stops at the lowest place with two or more zeros. It is found from all columns at
    once: a fixed number of operations, each linear in the number of digits.
    """

    title = "Propositions 5 and 6"
    source = Source("ferguson", "Section 2")
    statement = (
        "Halve all four boxes, rounding up, while at most one is odd. "
        "The position is P if and only if this stops with four odd boxes."
    )
    # The places up to the lowest at which two or more have a zero, and up to the lowest at which all have.
    formula = (
        "v2(1 + bitor(bitand(a - 1, b - 1, c - 1), bitand(a - 1, b - 1, d - 1), bitand(a - 1, c - 1, d - 1), "
        "bitand(b - 1, c - 1, d - 1))) = v2(1 + bitor(a - 1, b - 1, c - 1, d - 1))"
    )

    def is_p(self, position: Position) -> bool:
        return not any(self._even_at_the_end(position)[1])

    def winning_moves(self, position: Position) -> list[Position]:
        halvings, is_even = self._even_at_the_end(position)
        even = [place for place in range(4) if is_even[place]]
        # One even box gives to any other; of two even boxes, either gives to the other.
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
            found = f"Halve {shown}, rounding up, while at most one box is odd. This stops after {steps}, with {odd}"
        else:
            found = f"{shown} has {odd}"
        if not even:
            return f"{found} odd boxes; any move changes that."
        emptied = "any other box" if len(even) == 1 else f"the box of {show_number(even[0])}"
        ends = "this ends with four odd boxes" if halvings else "all four boxes are odd"
        return (
            f"{found} odd boxes. Empty {emptied} and put {_chips(halvings)} from the box of {show_number(even[-1])} "
            f"there: then {ends}."
        )

    @staticmethod
    def _even_at_the_end(position: Position) -> tuple[int, list[bool]]:
        """The number of halvings, and which boxes are then even."""
        a, b, c, d = (box - 1 for box in position)
        three_of_four = (a & b & (c | d)) | (c & d & (a | b))
        halvings = trailing_ones(three_of_four)
        return halvings, [bool(box >> halvings & 1) for box in (a, b, c, d)]


def _chips(exponent: int) -> str:
    return f"{show_power(exponent)} chips" if exponent else "one chip"


def _transfer(position: Position, emptied: int, split: int, chips: int) -> Position:
    """Empty one box and put chips of another there, boxes given by their place."""
    changed = list(position)
    changed[emptied] = chips
    changed[split] -= chips
    return tuple(sorted(changed))
