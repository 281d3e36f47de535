"""Standard forms of taking-and-breaking games (`standard_form`): games with equal standard forms have equal values.

*Cousins* are games with the same sequence of Grundy values, shifted by one heap (Guy and Smith). If no move of a game
takes a single chip, removing one chip from every heap gives a cousin. If a move of the game takes k chips and leaves j
nonempty heaps, the move of the cousin takes k + j - 1 chips and leaves at most j heaps. For example, Dawson's Kayles,
0.07, becomes Dawson's Chess, 0.137. One chip after another is removed from every heap until some move takes a single
chip.

*Redundant moves.*

- A move that takes a whole heap of k chips is redundant if a heap of k chips has another option of value 0.
- Suppose that a heap of m chips has the value 0. A move that takes k chips and leaves j heaps is redundant if another
  move takes k - m chips and leaves j + 1 heaps, which may include a heap of m chips.

Removing redundant moves, in any order, changes no Grundy value. Games with the same values may have different standard
forms.
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
    """The standard form of a taking-and-breaking game, and the number of heaps by which its values are shifted."""

    moves: tuple[Breaking, ...]
    shift: int


def standard_form(moves: Sequence[Breaking]) -> StandardForm:
    """Return the standard form of the taking-and-breaking game with the given moves.

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
    """Return the moves of the cousin of a game: the equivalent game in which each heap has one chip less."""
    return _possible(
        replace(move, taken=move.taken + move.parts - 1, least=0, heap=max(0, move.heap - 1)) for move in moves
    )


def _possible(moves: Iterable[Breaking]) -> tuple[Breaking, ...]:
    """Return equivalent moves of a taking-and-breaking game, without impossible moves and without empty heaps."""
    return tuple(move for move in without_empty_heaps(moves) if move.parts or move.heap <= move.taken)


def _is_idle(move: Breaking, moves: Collection[Breaking], values: Values) -> bool:
    """Return whether a move is redundant because the options of other moves have all the values of its options."""
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
