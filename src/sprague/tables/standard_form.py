"""`standard_form`: the standard form of a taking-and-breaking game, shared by games with the same values.

*Cousins* (Guy and Smith). If a single chip cannot be taken, a heap of one is as good as no heap. Take a chip off every
heap, so that a heap of n is called n - 1: a move that took k chips and left j heaps, none of them empty, now takes
k + j - 1 chips and leaves up to j heaps. The values are the same, moved by one place. Dawson's Kayles, 0.07, becomes
Dawson's Chess, 0.137. This is done until a single chip can be taken.

*Moves that give nothing new.*

- To take exactly a heap of k chips is an option of value 0. It may be left out if the heap k has another one.
- To take k chips and leave j heaps is the same, for the values, as to take i < k chips and leave these heaps and one of
  k - i chips, if that heap has the value 0.

Neither changes the values that the options of any heap have, so that what is left out may be left out together, in any
order. Games with the same standard form have the same values; the converse need not be so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from sprague.rules.breaking import Breaking, without_empty_heaps
from sprague.tables.heap_values import HeapValues, Values


@dataclass(frozen=True)
class StandardForm:
    """The standard form of a taking-and-breaking game, and by how many heaps its values are shifted."""

    moves: tuple[Breaking, ...]
    shift: int


def standard_form(moves: Sequence[Breaking]) -> StandardForm:
    """Return the standard form of the taking-and-breaking game with given moves.

    >>> from sprague.rules.octal_codes import format_code, parse_code
    >>> [format_code(standard_form(parse_code(code)).moves) for code in ("0.07", "0.4", "0.137", "0.771", "0.64")]
    ['0.137', '0.137', '0.137', '0.77', '0.377']
    >>> standard_form(parse_code("0.4")).shift
    2
    """
    found, shift = _possible(moves), 0
    while found and not any(move.taken + move.parts == 1 and move.heap <= 1 for move in found):
        found, shift = _cousin(found), shift + 1
    most = max((move.taken for move in found), default=0)
    values = HeapValues(found).up_to(most + 1)
    return StandardForm(tuple(move for move in found if not _is_idle(move, found, values)), shift)


def _cousin(moves: Sequence[Breaking]) -> tuple[Breaking, ...]:
    """The same game, each heap with a chip less; a single chip cannot be taken."""
    return _possible(
        replace(move, taken=move.taken + move.parts - 1, least=0, heap=max(0, move.heap - 1)) for move in moves
    )


def _possible(moves: Iterable[Breaking]) -> tuple[Breaking, ...]:
    """The moves as ones that leave no empty heaps; none that takes a heap which is too small for it."""
    return tuple(move for move in without_empty_heaps(moves) if move.parts or move.heap <= move.taken)


def _is_idle(move: Breaking, moves: Collection[Breaking], values: Values) -> bool:
    """Whether all that a move leads to has values that other moves lead to."""
    if move.parts == 0:
        others = (other for other in moves if other != move)
        return any(
            not reduce(xor, (int(values[part]) for part in option), 0)
            for other in others
            for option in other.options(move.taken)
        )
    return any(
        other.parts == move.parts + 1
        and other.taken < move.taken
        and values[move.taken - other.taken] == 0
        and not (other.distinct or other.heap or move.distinct)
        for other in moves
    )
