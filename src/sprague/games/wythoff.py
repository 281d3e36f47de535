"""Wythoff's game, and its P-positions by the golden ratio."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from sprague.games.support.bibliography import WYTHOFF, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.theorems import Theorem
from sprague.integers import PLAIN, show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued(
    "Wythoff's game",
    sources=[Source("ferguson", "Section 1"), Source(WYTHOFF)],
)
def wythoff() -> Ruleset:
    """Take any number of chips from one of two piles, or the same number from both.

    >>> wythoff().options((1, 2))
    [(0, 2), (0, 1), (1, 1)]
    """
    return parse("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order")


@wythoff.theory
def _known() -> list[Theorem]:
    return [GoldenRatio(), MisereGoldenRatio()]


@lru_cache(maxsize=16)
def golden_floor(number: int) -> int:
    """Return the whole part of `number` times the golden ratio, exactly.

    >>> [golden_floor(n) for n in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]

    It is kept: outcome, moves and explanation ask for the same few numbers.
    """
    if number.bit_length() <= PLAIN:
        return (number + isqrt(5 * number * number)) // 2
    import gmpy2

    large = gmpy2.mpz(number)
    return int((large + gmpy2.isqrt(5 * large * large)) // 2)


@dataclass(frozen=True)
class _Cold(Theorem):
    """Cold positions of which every size and every difference has exactly one; all others reach one."""

    @abstractmethod
    def partner(self, pile: int) -> int:
        """The other pile of the cold position with this pile."""

    @abstractmethod
    def lower(self, difference: int) -> int:
        """The lower pile of the cold position with this difference."""

    def is_p(self, position: Position) -> bool:
        low, high = position
        return low == self.lower(high - low)

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        low, high = position
        cold = self.lower(high - low)
        found = [(cold, cold + high - low)] if cold < low else []
        for kept, lowered in ((low, high), (high, low)):
            partner = self.partner(kept)
            if partner < lowered:
                found.append((min(kept, partner), max(kept, partner)))
        return list(dict.fromkeys(found))


@dataclass(frozen=True)
class GoldenRatio(_Cold):
    """The n-th P-position has the piles floor(n φ) and floor(n φ²), φ the golden ratio.

    The two sequences together have every positive number once, and their difference is n.
    """

    title = "Wythoff's theorem"
    source = Source(WYTHOFF)
    statement = "A position is P if and only if it is (floor(n φ), floor(n φ²)) for some n, φ the golden ratio."
    # In Fibonacci digits the larger pile is the smaller one with a zero more, and the smaller one ends in an even
    # number of zeros.
    formula = "b = fib_shift(a) and even(fib_zeros(a))"

    def partner(self, pile: int) -> int:
        # With A(n) = floor(n φ): if pile is A(n), then n is the whole part of (pile + 1)/φ = (pile + 1)(φ - 1).
        golden = golden_floor(pile + 1)
        index = golden - pile - 1
        if golden_floor(index) == pile:
            return pile + index
        # If it is A(n) + n, then n is the whole part of (pile + 1)/φ² = (pile + 1)(2 - φ).
        return pile - (2 * (pile + 1) - golden - 1)

    def lower(self, difference: int) -> int:
        return golden_floor(difference)

    def explain(self, position: Position) -> str:
        low, high = position
        number, shown = high - low, show_position(position)
        if self.is_p(position):
            return f"{shown} is cold: the lower pile is floor(n φ) for n = {show_number(number)}, the difference."
        cold = show_position(self.winning_moves(position)[0])
        return f"The cold position {cold} has the same difference as {shown}, or shares a pile: move there."


@dataclass(frozen=True)
class MisereGoldenRatio(_Cold):
    """As normal play, with (0, 1) and (2, 2) for (0, 0) and (1, 2).

    These two have the same sizes 0, 1, 2 and the same differences 0, 1 as the two they replace. So
    each size and each difference still has one cold position, no move leads from one to another, and
    a position that reached one of the two old ones reaches one of the new ones: (0, b), (1, b) and
    (a, a + 1) reach (0, 1), as does (1, 1); (2, b) and larger (a, a) reach (2, 2).
    """

    title = "Wythoff's theorem for misère play"
    source = Source("proved next to the rule of the game")
    statement = "P is as in normal play, except that (0, 1) and (2, 2) are P, and (0, 0) and (1, 2) are not."
    formula = "a = 0 and b = 1 or a = 2 and b = 2 or a >= 3 and b = fib_shift(a) and even(fib_zeros(a))"
    misere = True

    def partner(self, pile: int) -> int:
        return (1, 0, 2)[pile] if pile <= 2 else GoldenRatio().partner(pile)

    def lower(self, difference: int) -> int:
        return (2, 0)[difference] if difference <= 1 else GoldenRatio().lower(difference)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if not any(position):
            return f"Play has ended at {shown}, and whoever moved last has lost."
        if self.is_p(position):
            return f"{shown} is cold: (0, 1), (2, 2), or a cold position of normal play with larger piles."
        cold = show_position(self.winning_moves(position)[0])
        return f"The cold position {cold} has the same difference as {shown}, or shares a pile: move there."
