"""Lasker's Nim: Nim in which a move may also break a heap into two."""

from dataclasses import dataclass

from sprague.games.support.bibliography import LASKER, TAKING_AND_BREAKING, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.rules import Position, Ruleset, parse


@catalogued("Lasker's Nim", sources=[Source(LASKER), Source(TAKING_AND_BREAKING)])
def laskers_nim() -> Ruleset:
    """Take any positive number of chips from a heap, or break a heap into two.

    >>> laskers_nim().options((3,))
    [(0,), (1,), (2,), (1, 2)]
    """
    return parse("(n) -> (u) where u < n ; (u) + (v) where u + v = n, 1 <= u <= v")


@laskers_nim.theory
def _known() -> list[Theorem]:
    return [LaskersNim()]


@dataclass(frozen=True)
class LaskersNim(Theorem):
    """Lasker's Nim: the value of a heap is its size, except that 4k + 3 chips have the value 4k + 4, and vice versa."""

    title = "The values of Lasker's Nim"
    source = Source(TAKING_AND_BREAKING)
    statement = (
        "A heap of 4k + 3 chips has the Grundy value 4k + 4, and a heap of 4k + 4 chips has the value 4k + 3. The "
        "value of every other heap is its size."
    )

    def decides(self, position: Position) -> bool:
        return len(position) == 1

    def is_p(self, position: Position) -> bool:
        return position == (0,)

    def grundy(self, position: Position) -> int:
        return _value(position[0])

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        (heap,) = position
        half = [(heap // 2, heap // 2)] if heap % 2 == 0 else []
        return [(0,), *half]

    def some_moves_to_value(self, position: Position, value: int) -> list[Position]:
        (heap,) = position
        if value == heap and heap % 4 == 3:
            return [(1, heap - 1)]  # the heap of the wanted value is larger than `heap`, so break one chip off `heap`
        return [(left,)] if (left := _value(value)) < heap else []

    def explain(self, position: Position) -> str:
        (heap,) = position
        if not heap:
            return "No chips are left."
        value = show_number(self.grundy(position))
        return f"A heap of {show_number(heap)} chips has the Grundy value {value}. Take the whole heap: then you win."


def _value(heap: int) -> int:
    """Return the Grundy value of a heap of Lasker's Nim.

    The function is its own inverse, so it also maps a Grundy value to the size of the heap with this value.
    """
    return heap + {0: -1, 3: 1}.get(heap % 4, 0) if heap else 0
