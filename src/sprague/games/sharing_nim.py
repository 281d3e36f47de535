"""Sharing Nim, which on unordered piles is the same game as Entropy Reduction."""

from dataclasses import dataclass
from itertools import pairwise

from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse

PROVED_HERE = Source("proved next to the rule of the game")


@catalogued(
    "Sharing Nim", sources=[Source("sharing-nim"), Source("ferguson", "Section 5")], aliases=["entropy-reduction"]
)
def sharing_nim(piles: int = 3) -> Ruleset:
    """Move chips from one pile to another; afterwards, the pile that gained chips must not be the larger one.

    >>> sharing_nim(3).options((0, 1, 3))
    [(1, 1, 2), (0, 2, 2)]

    In Ferguson's game Entropy Reduction, a move must make two piles more nearly equal. Entropy Reduction also allows
    moves after which the receiving pile is the larger one. If a move of Entropy Reduction makes the receiving pile the
    larger one, a move of Sharing Nim leads to the same piles in another order. The game called Sharing Nim in arXiv
    2008.01075 is a different game, in which a move removes or transfers chips.
    """
    giver, taker, *others = pile_names(pile_count("piles", piles, 2))
    return parse(
        f"({', '.join([giver, taker, *others])}) -> ({', '.join([f'{giver} - k', f'{taker} + k', *others])}) "
        f"where k >= 1, {taker} + k <= {giver} - k any order"
    )


@sharing_nim.theory
def _known(piles: int = 3) -> list[Theorem]:
    if piles == 2:
        return [TwoPiles(), MisereTwoPiles()]
    if piles == 3:
        return [ThreePiles(), MisereThreePiles()]
    return [Mirror()] if piles % 2 == 0 else []


def count_p_positions(chips: int, empty_piles: bool) -> int:
    """Return how many P-positions of Sharing Nim have three unordered piles and a given total number of chips.

    >>> count_p_positions(3, empty_piles=True), count_p_positions(3, empty_piles=False)
    (2, 1)

    For n chips, the paper on Sharing Nim states the number floor(n/3), which is correct if no pile may be empty. If
    piles may be empty, as everywhere else in the paper, there are floor(n/3) + 1 P-positions. For example, the
    P-positions with three chips are (0, 0, 3) and (1, 1, 1).
    """
    return whole("chips", chips, 0) // 3 + empty_piles


@dataclass(frozen=True)
class TwoPiles(Theorem):
    """Two piles of Sharing Nim are equivalent to a Nim pile of half their difference, rounded down."""

    title = "Two piles"
    source = PROVED_HERE
    statement = (
        "The Grundy value is half the difference of the piles, rounded down. A position is a P-position if and only if "
        "the piles differ by at most 1."
    )
    formula = "a <= b <= a + 1"
    grundy_formula = "2 value <= b - a <= 2 value + 1"

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        return _half_difference(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return _moves_between_two(position, _half_difference(position))

    def explain(self, position: Position) -> str:
        half, shown = _half_difference(position), show_position(position)
        if half == 0:
            return f"The piles of {shown} differ by at most 1: there is no move."
        return (
            f"Move {_chips(half)} from the larger pile of {shown} to the smaller: then the piles differ by "
            "at most 1, and your opponent has no move."
        )


@dataclass(frozen=True)
class MisereTwoPiles(Theorem):
    """Two piles of misère Sharing Nim are equivalent to one pile of misère Nim, whose size is half the difference."""

    title = "Two piles, misère"
    source = PROVED_HERE
    statement = "A position is a P-position if and only if the piles differ by 2 or 3."
    formula = "a + 2 <= b <= a + 3"
    misere = True

    def is_p(self, position: Position) -> bool:
        return _half_difference(position) == 1

    def winning_moves(self, position: Position) -> list[Position]:
        return _moves_between_two(position, _half_difference(position) - 1)

    def explain(self, position: Position) -> str:
        half, shown = _half_difference(position), show_position(position)
        if half == 0:
            return f"Play has ended at {shown}. The player who moved last has lost."
        if half == 1:
            return f"{shown} has only one move, which ends the game, and whoever makes it loses."
        return (
            f"Move {_chips(half - 1)} from the larger pile of {shown} to the smaller: then the piles differ "
            "by 2 or 3, and your opponent must make the last move."
        )


@dataclass(frozen=True)
class ThreePiles(Theorem):
    """Three piles of Sharing Nim are P if two are equal and differ from the third by 0 or by 4^n m, where m is odd.

    Grundy values of Sharing Nim depend only on the differences of the piles, and do not change if all differences
    change sign. For three sorted piles, two numbers determine the Grundy value: the smaller gap a between neighbouring
    piles, and the difference b between the largest and the smallest pile. The Grundy value is 1 if and only if a = 0
    and b mod 4 = 2, or a = 2 and b mod 4 = 1, or a = 1 and b = 2.
    """

    title = "Proposition 9"
    source = Source("ferguson", "Section 5")
    statement = (
        "A position is a P-position if and only if two piles are equal and their difference to the third pile is 0 or, "
        "written in binary, ends in an even number of zeros."
    )
    formula = "a = b and even(v2(c - a))"
    grundy_formula = (
        formula,
        "a = b and (c - a) mod 4 = 2 or b = a + 2 and c >= a + 4 and (c - a) mod 4 = 1 "
        "or a = b + 2 and a >= c + 4 and (a - c) mod 4 = 1 or b = a + 1 and c = a + 2",
    )

    def is_p(self, position: Position) -> bool:
        return _two_equal(position) and _is_quiet(_spread(position))

    def grundy(self, position: Position) -> int | None:
        if self.is_p(position):
            return 0
        gap, spread = _gap(position), _spread(position)
        is_one = (gap == 0 and spread % 4 == 2) or (gap == 2 and spread % 4 == 1) or (gap, spread) == (1, 2)
        return 1 if is_one else None

    def winning_moves(self, position: Position) -> list[Position]:
        # The paper states that three moves make two piles equal, and that one of the three moves wins. From (0, 1, 3),
        # none of the three moves wins, so this function uses the moves in the proof of Proposition 9.
        if self.is_p(position):
            return []
        if _two_equal(position):
            return [_between_unequal(position, _spread(position) // 2)]
        return [_from_largest(position, self._chips(position))]

    def _chips(self, position: Position) -> int:
        """Return how many chips a winning move transfers from the largest of three different piles to the smallest."""
        return _gap(position) if _is_quiet(_unevenness(position)) else _spread(position) // 2

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self.is_p(position):
            if _spread(position) <= 1:
                return f"The piles of {shown} differ by at most 1: there is no move."
            return (
                f"Two piles of {shown} are equal and the third differs by {show_number(_spread(position))}, which in "
                f"binary ends in an even number of zeros. No move leads to another position of this kind: the only "
                f"move that leaves two equal piles halves the difference. So your opponent can always answer."
            )
        if _two_equal(position):
            return (
                f"Two piles of {shown} are equal and the third differs by {show_number(_spread(position))}, which in "
                f"binary ends in an odd number of zeros. Make the third pile and one of the two equal: this halves the "
                "difference, and your opponent loses."
            )
        uneven, chips = _unevenness(position), _chips(self._chips(position))
        if _is_quiet(uneven):
            rest = "all piles are equal"
            if uneven:
                rest = f"two piles are equal and the third differs by {show_number(uneven)}, which in binary ends in an"
                rest += " even number of zeros"
            return f"Move {chips} from the largest pile of {shown} to the smallest: then {rest}. Your opponent loses."
        return (
            f"Move {chips} from the largest pile of {shown} to the smallest: then these two are equal, and the "
            f"middle pile differs by {show_number(uneven // 2)}, which in binary ends in an even number of zeros. Your "
            "opponent loses."
        )


@dataclass(frozen=True)
class MisereThreePiles(Theorem):
    """Misère Sharing Nim has the P-positions of normal play, except if a difference is small, 3 * 2^n or 7 * 2^n.

    Ferguson's paper states the same set of P-positions, but the proof in the paper needs three corrections, all of
    which this class uses. In the proof, a pair (x, y) stands for three piles: x and y are the two larger piles minus
    the smallest pile. First, the paper omits the winning moves from (3, 0) to (2, 1) and from (7, 0) to (5, 2). In
    addition, halving x = 4^n m wins not only for n > 1, as the paper states, but also for n = 1. Second, the expression
    y - 2x in the paper must be replaced by 2y - x. Third, the paper's move from a position (x, y) with y = x/2 ends the
    game and therefore loses; the move to (2, 1) wins.
    """

    title = "Proposition 9 (misère)"
    source = Source("ferguson", "Section 5")
    statement = (
        "A position is a P-position if and only if its differences are those of (0, 1, 2), (0, 2, 5) or (0, 3, 5), or "
        "two piles are equal and the third differs by x, where x = 2, or x = 4^n m with m odd, m not 3 or 7, and x not "
        "1 or 4, or x = 4^n 2m with m = 3 or 7."
    )
    formula = (
        "a = b and (exists x <= a + c: (c = a + x or a = c + x) and (x = 2 or x >= 3 and x != 4 and "
        "(even(v2(x)) iff x != 3 low2(x) and x != 7 low2(x)))) "
        "or b = a + 1 and c = a + 2 or b = a + 2 and c = a + 5 or b = a + 3 and c = a + 5"
    )
    misere = True

    def is_p(self, position: Position) -> bool:
        gap, spread = _gap(position), _spread(position)
        if gap:
            return (gap, spread) in {(1, 2), (2, 5)}
        if spread in (0, 1, 2, 4):
            return spread == 2
        odd_part = spread // (spread & -spread)
        return _is_quiet(spread) != (odd_part in (3, 7))

    def winning_moves(self, position: Position) -> list[Position]:
        spread = _spread(position)
        if self.is_p(position) or spread <= 1:
            return []
        if _two_equal(position):
            # If two piles are equal and the third differs by 3, 7 or 8, the winning move leads to (0, 1, 2), (0, 2, 5)
            # or (0, 3, 5). For differences other than 3, 7 and 8, the winning move makes the third pile equal to one of
            # the other two.
            return [_between_unequal(position, {3: 1, 7: 2, 8: 3}.get(spread, spread // 2))]
        if (_gap(position), spread) == (1, 3):
            return [_between_largest_gap(position)]
        return [_from_largest(position, self._chips(position))]

    def _chips(self, position: Position) -> int:
        """Return how many chips a winning move transfers from the largest of three different piles to the smallest.

        One move transfers as many chips as the smaller gap between sorted piles: then two piles are equal and differ
        from the third by `uneven`. Another move transfers half of the difference between the largest and the smallest
        pile: then two piles are equal and differ from the third by half of `uneven`. If both moves lead to N-positions,
        moving slightly more or fewer chips leads to a small P-position, such as (0, 1, 2).
        """
        level, uneven = _gap(position), _unevenness(position)
        nearby = {0: level - 1, 1: level - 2, 2: level, 3: level + 1, 7: level + 2, 8: level + 3}
        if uneven in nearby:
            return nearby[uneven]
        if uneven % 2:
            return level
        after_level = uneven != 4 and _is_quiet(uneven) != (uneven // (uneven & -uneven) in (3, 7))
        return level if after_level else _spread(position) // 2

    def explain(self, position: Position) -> str:
        shown, spread = show_position(position), _spread(position)
        if spread <= 1:
            return f"Play has ended at {shown}. The player who moved last has lost."
        if self.is_p(position):
            if _gap(position) or spread == 2:
                return f"{shown} is one of the few small P-positions. After every move your opponent can win."
            return (
                f"Two piles of {shown} are equal and the third differs by {show_number(spread)}. The only move to "
                f"another position with two equal piles halves this difference, and half of it is not in the list of "
                "the theorem. So after every move your opponent can win."
            )
        after = self.winning_moves(position)[0]
        if _gap(after) or _spread(after) == 2:
            return f"Move from {shown} to {show_position(after)}: from there your opponent loses."
        return (
            f"Move from {shown} to {show_position(after)}: there two piles are equal and the third differs by "
            f"{show_number(_spread(after))}, which is in the list of the theorem. Your opponent loses."
        )


@dataclass(frozen=True)
class Mirror(Theorem):
    """Positions of Sharing Nim whose piles form equal pairs are P: the opponent copies each move.

    No move is possible between equal piles, so every move changes one pile in each of two pairs; the opponent makes the
    same move with the other piles of these pairs.
    """

    title = "Mirror positions"
    source = PROVED_HERE
    statement = "If every pile size occurs an even number of times, the position is a P-position."

    def decides(self, position: Position) -> bool:
        return position[::2] == position[1::2]

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        return (
            f"The piles of {show_position(position)} come in equal pairs. Your opponent can copy each move on the "
            "other piles of the two pairs."
        )


def _chips(count: int) -> str:
    return "one chip" if count == 1 else f"{show_number(count)} chips"


def _half_difference(position: Position) -> int:
    return _spread(position) // 2


def _moves_between_two(position: Position, chips: int) -> list[Position]:
    low, high = position
    return [(low + chips, high - chips)] if chips >= 1 else []


def _spread(position: Position) -> int:
    """Return the largest pile of Sharing Nim minus the smallest."""
    return position[-1] - position[0]


def _gap(position: Position) -> int:
    """Return the smaller of the two gaps between three sorted piles."""
    return min(high - low for low, high in pairwise(position))


def _unevenness(position: Position) -> int:
    """Return the difference of the two gaps between three sorted piles."""
    low, middle, high = position
    return abs(low + high - 2 * middle)


def _two_equal(position: Position) -> bool:
    return _gap(position) == 0


def _is_quiet(difference: int) -> bool:
    """Return whether a difference is 0 or its binary notation ends in an even number of zeros."""
    return difference == 0 or (difference & -difference).bit_length() % 2 == 1


def _from_largest(position: Position, chips: int) -> Position:
    low, middle, high = position
    return tuple(sorted((low + chips, middle, high - chips)))


def _between_unequal(position: Position, chips: int) -> Position:
    """If two of three piles are equal, return the position after moving chips from a larger to a smaller pile."""
    low, middle, high = position
    return tuple(sorted((low, middle + chips, high - chips) if low == middle else (low + chips, middle - chips, high)))


def _between_largest_gap(position: Position) -> Position:
    """Return the position after one chip moves across the larger of the two gaps between three sorted piles.

    For example, (0, 2, 3) becomes (1, 1, 3), and (0, 1, 3) becomes (0, 2, 2).
    """
    low, middle, high = position
    return (low + 1, middle - 1, high) if middle - low > high - middle else (low, middle + 1, high - 1)
