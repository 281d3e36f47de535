"""Periods of games that break heaps, as theorems: the value of a heap of any size from those of the first few."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sprague.games._bibliography import GUY_SMITH
from sprague.games._catalogue import Source
from sprague.games._theory import Theorem
from sprague.rules import Position
from sprague.rules.breaking import Breaking, without_empty_heaps
from sprague.rules.octal import read_code
from sprague.rules.positions import show_number

#: Preperiods and periods of octal games, by code; `sprague period` proves each of them anew.
KNOWN = {
    "0.07": (53, 34),
    "0.137": (52, 34),
    "0.15": (1, 10),
    "0.77": (71, 12),
}


@dataclass(frozen=True)
class HeapPeriod(Theorem):
    """A single heap has the value of the heap that is left when periods are taken off."""

    code: str
    preperiod: int
    period: int

    title = "The periodicity of octal games"
    source = Source(GUY_SMITH)

    @property
    def statement(self) -> str:
        return f"Grundy values of heaps of {self.preperiod} chips or more repeat with period {self.period}."

    def decides(self, position: Position) -> bool:
        return len(position) == 1

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        return _values(self.code, self.preperiod + self.period)[self._folded(position[0])]

    def _folded(self, heap: int) -> int:
        beyond = heap - self.preperiod
        return heap if beyond < self.period else self.preperiod + beyond % self.period

    def winning_moves(self, position: Position) -> list[Position]:
        return self._moves_to(position[0], 0) if self.grundy(position) else []

    def _moves_to(self, heap: int, value: int) -> list[Position]:
        """Options of this value: those whose smaller heap has fewer chips than preperiod and period together.

        A period of chips can be moved from a larger one to the other heap, so that there is one if there is any.
        """
        found: dict[Position, None] = {}
        for move in read_code(self.code):
            for parts in _first_parts(move, heap, self.preperiod + self.period):
                total = 0
                for part in parts:
                    total ^= self.grundy((part,))
                if total == value:
                    found[tuple(sorted(parts)) or (0,)] = None
        return list(found)

    def explain(self, position: Position) -> str:
        (heap,) = position
        value, folded = self.grundy(position), self._folded(heap)
        shown = f"A heap of {show_number(heap)} has the value {value}"
        if folded == heap:
            return f"{shown}."
        return f"{shown}, as one of {folded} has: from {self.preperiod} on, values repeat with period {self.period}."


def _first_parts(move: Breaking, heap: int, most: int) -> list[tuple[int, ...]]:
    """What an octal move leaves, the smaller of two heaps having fewer chips than this."""
    rest = heap - move.taken
    if rest < move.parts or (move.parts == 0 and rest):
        return []
    if move.parts < 2:
        return [(rest,)[: move.parts]]
    return [(small, rest - small) for small in range(1, min(most, rest // 2 + 1))]


@lru_cache(maxsize=16)
def _values(code: str, limit: int) -> tuple[int, ...]:
    """The values of the first heaps, each from all its options: few, and tables stand on games, not games on tables."""
    moves = without_empty_heaps(read_code(code))
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
    """What is known of the game with this code."""
    return [HeapPeriod(code, *KNOWN[code])] if code in KNOWN else []
