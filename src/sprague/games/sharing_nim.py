"""Sharing Nim, which on unordered piles is Entropy Reduction."""

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
    """Move chips from one pile to another, which must not become the larger of the two.

    >>> sharing_nim(3).options((0, 1, 3))
    [(1, 1, 2), (0, 2, 2)]

    Ferguson's Entropy Reduction asks that the two piles become more nearly equal. He thereby also
    allows to move so many chips that the two exchange roles, which leads to the same piles.
    (The game called Sharing Nim in arXiv 2008.01075, remove or transfer, is another one.)
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
    """Return the number of P-positions of three unordered piles with this many chips.

    >>> count_p_positions(3, empty_piles=True), count_p_positions(3, empty_piles=False)
    (2, 1)

    The paper on Sharing Nim says floor(n/3), which is right if every pile holds a chip. With empty
    piles, which it allows everywhere else, there is one more: (0, 0, 3) and (1, 1, 1).
    """
    return whole("chips", chips, 0) // 3 + empty_piles


@dataclass(frozen=True)
class TwoPiles(Theorem):
    """Two piles are one pile of Nim: a move of k chips lowers half the difference by k, for any k."""

    title = "Two piles"
    source = PROVED_HERE
    statement = "The value is half the difference of the piles, rounded down; P means a difference of at most 1."
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
        return f"Evening out {shown}, by moving {show_number(half)}, leaves a difference of at most 1, and no move."


@dataclass(frozen=True)
class MisereTwoPiles(Theorem):
    """As misère Nim with one pile, of half the difference: one is left for the opponent."""

    title = "Two piles, misère"
    source = PROVED_HERE
    statement = "P means that the piles differ by 2 or 3."
    formula = "a + 2 <= b <= a + 3"
    misere = True

    def is_p(self, position: Position) -> bool:
        return _half_difference(position) == 1

    def winning_moves(self, position: Position) -> list[Position]:
        return _moves_between_two(position, _half_difference(position) - 1)

    def explain(self, position: Position) -> str:
        half, shown = _half_difference(position), show_position(position)
        if half == 0:
            return f"Play has ended at {shown}, and whoever moved last has lost."
        if half == 1:
            return f"In {shown} one chip can be moved, and then none: whoever moves it loses."
        return f"Moving {show_number(half - 1)} in {shown} leaves a difference of 2 or 3, and one last move."


@dataclass(frozen=True)
class ThreePiles(Theorem):
    """Two piles are equal and differ from the third by 4^n m with m odd, or not at all.

    Since values depend on differences only, and stay the same when the order of sizes is reversed,
    a position is known by the lesser a of its two gaps and its spread b. The value is 1 just for
    a = 0 and b = 2 mod 4, for a = 2 and b = 1 mod 4, and for a = 1, b = 2.
    """

    title = "Proposition 9"
    source = Source("ferguson", "Section 5")
    statement = (
        "A position is P if and only if two piles are equal and their difference to the third is 0 "
        "or ends in an even number of binary zeros."
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
        # The paper on Sharing Nim says that one of three equalising moves wins. From (0, 1, 3) none
        # does; this is the right form, by the proof of Proposition 9.
        if self.is_p(position):
            return []
        if _two_equal(position):
            return [_between_unequal(position, _spread(position) // 2)]
        return [_from_largest(position, self._chips(position))]

    def _chips(self, position: Position) -> int:
        """From three different piles: how many chips to move from the largest pile to the smallest."""
        return _gap(position) if _is_quiet(_unevenness(position)) else _spread(position) // 2

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self.is_p(position):
            if _spread(position) <= 1:
                return f"The piles of {shown} differ by at most 1: there is no move."
            return (
                f"Two piles of {shown} are equal and the third differs by {show_number(_spread(position))}, which "
                f"ends in an even number of binary zeros. After a move this never holds: the only move that "
                f"leaves two equal piles halves the difference."
            )
        if _two_equal(position):
            return (
                f"Two piles of {shown} are equal and the third differs by {show_number(_spread(position))}, which ends "
                f"in an odd number of binary zeros. Making the third and one of the two equal halves it."
            )
        uneven, chips = _unevenness(position), show_number(self._chips(position))
        if _is_quiet(uneven):
            rest = "all piles equal"
            if uneven:
                rest = f"two equal piles and the third {show_number(uneven)} away"
                rest += ", which ends in an even number of binary zeros"
            return (
                f"Moving {chips} from the largest pile of {shown} to the smallest, until one of them equals the "
                f"middle one, leaves {rest}."
            )
        return (
            f"Moving {chips} in {shown} makes the largest and the smallest pile equal; their difference to the "
            f"middle one is {show_number(uneven // 2)}, which ends in an even number of binary zeros."
        )


@dataclass(frozen=True)
class MisereThreePiles(Theorem):
    """As in normal play but for small differences, and for those of 3 or 7 times a power of four.

    The set is the printed one. Its proof is completed here: (3, 0) moves to (2, 1) and (7, 0) to
    (5, 2), where the paper asks for n > 1 in x = 4^n m and halves x, right for n >= 1 only; for
    y - 2x it must read 2y - x; and where y = x/2 it moves to the end of the game, which loses: there
    (x, y) moves to (2, 1).
    """

    title = "Proposition 9 (misère)"
    source = Source("ferguson", "Section 5")
    statement = (
        "P means: two equal piles and the third x away, with x = 2, or x = 4^n m for odd m other than 3 and 7 but "
        "x not 1 or 4, or x = 4^n 2m for m = 3 or 7; or piles like (0, 1, 2), (0, 2, 5), (0, 3, 5)."
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
            # To (0, 1, 2), (0, 2, 5) and (0, 3, 5), or the third pile and one of the two become equal.
            return [_between_unequal(position, {3: 1, 7: 2, 8: 3}.get(spread, spread // 2))]
        if (_gap(position), spread) == (1, 3):
            return [_between_largest_gap(position)]
        return [_from_largest(position, self._chips(position))]

    def _chips(self, position: Position) -> int:
        """From three different piles: how many chips to move from the largest pile to the smallest.

        Moving the lesser gap leaves two equal piles and the third `uneven` away; moving half of the
        spread leaves the third half as far away. Where both are N, a few chips more or less lead to
        piles like (0, 1, 2) or (0, 2, 5).
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
            return f"Play has ended at {shown}, and whoever moved last has lost."
        if self.is_p(position):
            if _gap(position) or spread == 2:
                return f"From {shown}, one of the few small P-positions, no move reaches another P-position."
            return (
                f"Two piles of {shown} are equal and the third is {show_number(spread)} away. A move to another such "
                f"position could only halve that, and half of it is not in the list."
            )
        after = self.winning_moves(position)[0]
        if _gap(after) or _spread(after) == 2:
            return f"From {shown}, moving to {show_position(after)} reaches one of the few small P-positions."
        return (
            f"From {shown}, moving to {show_position(after)} leaves two equal piles and the third "
            f"{show_number(_spread(after))} away, a distance in the list of P-positions."
        )


@dataclass(frozen=True)
class Mirror(Theorem):
    """Piles in equal pairs: whatever is done to two piles is copied on their partners.

    Equal piles have no move between them, so a move concerns two pairs, and the copy is possible.
    """

    title = "Mirror positions"
    source = PROVED_HERE
    statement = "If every size occurs an even number of times, the position is P."

    def decides(self, position: Position) -> bool:
        return position[::2] == position[1::2]

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        return f"The piles of {show_position(position)} come in equal pairs: copy each move on the partners."


def _half_difference(position: Position) -> int:
    return _spread(position) // 2


def _moves_between_two(position: Position, chips: int) -> list[Position]:
    low, high = position
    return [(low + chips, high - chips)] if chips >= 1 else []


def _spread(position: Position) -> int:
    """Largest less smallest; with two equal piles of three, how far the third is away."""
    return position[-1] - position[0]


def _gap(position: Position) -> int:
    """The lesser of the two gaps between three piles in order."""
    return min(high - low for low, high in pairwise(position))


def _unevenness(position: Position) -> int:
    """By how much the two gaps between three piles differ."""
    low, middle, high = position
    return abs(low + high - 2 * middle)


def _two_equal(position: Position) -> bool:
    return _gap(position) == 0


def _is_quiet(difference: int) -> bool:
    """Return whether a difference is 0 or ends in an even number of binary zeros."""
    return difference == 0 or (difference & -difference).bit_length() % 2 == 1


def _from_largest(position: Position, chips: int) -> Position:
    low, middle, high = position
    return tuple(sorted((low + chips, middle, high - chips)))


def _between_unequal(position: Position, chips: int) -> Position:
    """With two equal piles: chips moved between the third and one of them."""
    low, middle, high = position
    return tuple(sorted((low, middle + chips, high - chips) if low == middle else (low + chips, middle - chips, high)))


def _between_largest_gap(position: Position) -> Position:
    """One chip over the larger of the two gaps: from (0, 2, 3) to (1, 1, 3), from (0, 1, 3) to (0, 2, 2)."""
    low, middle, high = position
    return (low + 1, middle - 1, high) if middle - low > high - middle else (low, middle + 1, high - 1)
