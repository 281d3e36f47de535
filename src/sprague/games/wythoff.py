"""Wythoff's game, whose P-positions are given by the golden ratio."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sprague.games.support.bibliography import WYTHOFF, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.theorems import Theorem
from sprague.integers import PLAIN, fast_integer, integer_root, show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued(
    "Wythoff's game",
    sources=[Source("ferguson", "Section 1"), Source(WYTHOFF)],
)
def wythoff() -> Ruleset:
    """Take any number of chips from one of two piles, or take the same number of chips from both piles.

    >>> wythoff().options((1, 2))
    [(0, 2), (0, 1), (1, 1)]
    """
    return parse("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order")


@wythoff.theory
def _known() -> list[Theorem]:
    return [GoldenRatio(), MisereGoldenRatio()]


@lru_cache(maxsize=16)
def golden_floor(number: int) -> int:
    """Return the integer part of `number` times the golden ratio, computed exactly.

    >>> [golden_floor(n) for n in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]

    Results are cached, because the outcome, the moves and the explanation of a position use the same few numbers.
    """
    large = number if number.bit_length() <= PLAIN else fast_integer(number)
    return int((large + integer_root(5 * large * large)) // 2)


@dataclass(frozen=True)
class _Cold(Theorem):
    """A theorem about games in which each pile size, and each difference of piles, occurs in exactly one P-position.

    From every N-position, a move leads to the P-position with the same difference of piles, or to a P-position that
    shares a pile size with the N-position.
    """

    @abstractmethod
    def partner(self, pile: int) -> int:
        """Return the pile that, together with a given pile, forms a P-position of Wythoff's game."""

    @abstractmethod
    def lower(self, difference: int) -> int:
        """Return the smaller pile of the P-position of Wythoff's game in which the piles differ by the given number."""

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

    def _explain_move(self, position: Position) -> str:
        after = self.winning_moves(position)[0]
        return f"Move from {show_position(position)} to {show_position(after)}: from there your opponent loses."


@dataclass(frozen=True)
class GoldenRatio(_Cold):
    """The n-th P-position of Wythoff's game has the piles floor(n φ) and floor(n φ²), where φ is the golden ratio.

    The sequences floor(n φ) and floor(n φ²) together contain every positive integer once, and their n-th terms differ
    by n.
    """

    title = "Wythoff's theorem"
    source = Source(WYTHOFF)
    statement = (
        "A position is a P-position if and only if it is (floor(n φ), floor(n φ²)), in either order, for some n, where "
        "φ is the golden ratio."
    )
    # In the Fibonacci (Zeckendorf) notation of a P-position, the smaller pile ends in an even number of zeros. In
    # Fibonacci notation, the larger pile of a P-position is the smaller pile with one more zero at the end.
    formula = "b = fib_shift(a) and even(fib_zeros(a))"
    # In Fibonacci notation, two automata recognise the positions with Grundy value 0 and with Grundy value 1. The
    # automaton for Grundy value 1 has 826 states.
    value_certificate = Path(__file__).with_name("certificates") / "wythoff-values.json"

    def partner(self, pile: int) -> int:
        # If the pile is floor(n φ), then n is the integer part of (pile + 1)/φ = (pile + 1)(φ - 1).
        golden = golden_floor(pile + 1)
        index = golden - pile - 1
        if golden_floor(index) == pile:
            return pile + index
        # If the pile is floor(n φ) + n, then n is the integer part of (pile + 1)/φ² = (pile + 1)(2 - φ).
        return pile - (2 * (pile + 1) - golden - 1)

    def lower(self, difference: int) -> int:
        return golden_floor(difference)

    def explain(self, position: Position) -> str:
        low, high = position
        number, shown = high - low, show_position(position)
        if not high:
            return f"No move is left at {shown}. The player who moved last has won."
        if self.is_p(position):
            return (
                f"The piles of {shown} differ by n = {show_number(number)}, and the smaller pile is floor(n φ), where "
                "φ is the golden ratio. From every position that you can move to, your opponent can move to another "
                "position of this kind."
            )
        return self._explain_move(position)


@dataclass(frozen=True)
class MisereGoldenRatio(_Cold):
    """In misère play, the P-positions (0, 1) and (2, 2) replace the P-positions (0, 0) and (1, 2) of normal play.

    The new P-positions (0, 1) and (2, 2) have the same pile sizes 0, 1, 2 and the same differences 0, 1 as the old
    P-positions (0, 0) and (1, 2). Each pile size and each difference therefore still occurs in only one P-position, and
    no move leads from one P-position to another. Every N-position with a move to (0, 0) or (1, 2) also has a move to
    (0, 1) or (2, 2). The positions (0, b), (1, b), (a, a + 1) and (1, 1) have a move to (0, 1); the positions (2, b),
    and (a, a) for a > 2, have a move to (2, 2).
    """

    title = "Wythoff's theorem for misère play"
    source = Source("proved next to the rule of the game")
    statement = "The P-positions are those of normal play, with (0, 1) and (2, 2) instead of (0, 0) and (1, 2)."
    formula = "a = 0 and b = 1 or a = 2 and b = 2 or a >= 3 and b = fib_shift(a) and even(fib_zeros(a))"
    misere = True

    def partner(self, pile: int) -> int:
        return (1, 0, 2)[pile] if pile <= 2 else GoldenRatio().partner(pile)

    def lower(self, difference: int) -> int:
        return (2, 0)[difference] if difference <= 1 else GoldenRatio().lower(difference)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if not any(position):
            return f"Play has ended at {shown}. The player who moved last has lost."
        if self.is_p(position):
            return (
                f"{shown} is (0, 1), (2, 2) or a P-position of normal play with larger piles. From every position that "
                "you can move to, your opponent can move to another position of this kind."
            )
        return self._explain_move(position)
