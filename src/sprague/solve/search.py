"""Exhaustive search from one position: plain, memoised, and wary of cycles."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.errors import CycleError, OutOfReach
from sprague.rules import Position, Ruleset
from sprague.rules.positions import show_position

MOST_POSITIONS = 200_000


def search(rule: Ruleset, start: Position, misere: bool, most: int) -> dict[Position, int]:
    """The value of every position that can be reached from the start.

    In normal play the value is the Grundy value; in misère play it is 1 if the next player wins
    and 0 if the previous one does. Depth first and without recursion, so that long games are no
    problem; a position met again on the way to itself is a cycle.
    """
    values: dict[Position, int] = {}
    # The path from the start, each position with its options: all, and those still to look at.
    waiting: dict[Position, tuple[list[Position], Iterator[Position]]] = {}

    def open_position(position: Position) -> None:
        if len(values) + len(waiting) >= most:
            raise OutOfReach(
                f"{rule.label}: the search from {show_position(start)} needs more than {most:,} positions; "
                "ask for a smaller position or allow more"
            )
        options = rule.options(position)
        waiting[position] = (options, iter(options))

    open_position(start)
    while waiting:
        position, (options, unseen) = next(reversed(waiting.items()))
        for option in unseen:
            if option in waiting:
                raise CycleError(_cycle_message(rule, list(waiting), option))
            if option not in values:
                open_position(option)
                break
        else:
            del waiting[position]
            reached = {values[option] for option in options}
            values[position] = _misere_value(rule, position, reached) if misere else _mex(reached)
    return values


def _mex(values: set[int]) -> int:
    """The least natural number that is not among the values."""
    mex = 0
    while mex in values:
        mex += 1
    return mex


def _misere_value(rule: Ruleset, position: Position, values: set[int]) -> int:
    if values:
        return int(0 in values)
    # The player to move at the end has won, unless the opponent just did by `win when`.
    return 0 if rule.is_won(position) else 1


def _cycle_message(rule: Ruleset, path: list[Position], again: Position) -> str:
    cycle = [*path[path.index(again) :], again]
    shown = " -> ".join(map(show_position, cycle if len(cycle) <= 8 else cycle[:4])) + (
        "" if len(cycle) <= 8 else f" -> … -> {show_position(again)} ({len(cycle) - 1} moves)"
    )
    return f"{rule.label}: play can go on for ever, so there is no outcome: {shown}"
