"""Theorems about the known periods of taking-and-breaking games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sprague.games.support.bibliography import GUY_SMITH, Source
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.rules import Position
from sprague.rules.breaking import options_with_value, without_empty_heaps
from sprague.rules.octal_codes import parse_code

# The preperiod and the period of some octal games, by code; the command `sprague period` can prove each period.
KNOWN = {
    "0.07": (53, 34),
    "0.137": (52, 34),
    "0.15": (1, 10),
    "0.77": (71, 12),
}


@dataclass(frozen=True)
class HeapPeriod(Theorem):
    """A theorem about an octal game: the Grundy values of heaps repeat with a known period."""

    code: str
    preperiod: int
    period: int

    title = "The periodicity of octal games"
    source = Source(GUY_SMITH)

    @property
    def statement(self) -> str:
        return f"Grundy values of heaps of {self.preperiod} chips or more repeat with period {self.period}."

    def decides(self, position: Position) -> bool:
        # The theorem does not decide heaps below preperiod plus period, because their values are computed directly.
        return len(position) == 1 and position[0] >= self._first

    @property
    def _first(self) -> int:
        """The sum of the preperiod and the period; the values of smaller heaps determine those of all other heaps."""
        return self.preperiod + self.period

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        return self._value(position[0])

    def _value(self, heap: int) -> int:
        return _values(self.code, self._first)[self._folded(heap)]

    def _folded(self, heap: int) -> int:
        return heap if heap < self._first else self.preperiod + (heap - self.preperiod) % self.period

    def winning_moves(self, position: Position) -> list[Position]:
        return self.some_moves_to_value(position, 0) if self.grundy(position) else []

    def some_moves_to_value(self, position: Position, value: int) -> list[Position]:
        return list(options_with_value(parse_code(self.code), position[0], value, self._value, self._first))

    def explain(self, position: Position) -> str:
        (heap,) = position
        return (
            f"A heap of {show_number(heap)} chips has the same Grundy value as a heap of {self._folded(heap)}, namely "
            f"{self.grundy(position)}: from {self.preperiod} chips on, values repeat with period {self.period}."
        )


@lru_cache(maxsize=16)
def _values(code: str, limit: int) -> tuple[int, ...]:
    """Return the Grundy values of the first heaps of an octal game.

    The function enumerates all options of each heap, because this package must not import the faster `sprague.tables`.
    """
    moves = without_empty_heaps(parse_code(code))
    values: list[int] = []
    for heap in range(limit):
        reached = set()
        for move in moves:
            for parts in move.options(heap):
                total = 0
                for part in parts:
                    total ^= values[part]
                reached.add(total)
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return tuple(values)


def known_period(code: str) -> list[Theorem]:
    """Return a list with the theorem about the period of an octal game, or an empty list if no period is known."""
    return [HeapPeriod(code, *KNOWN[code])] if code in KNOWN else []
