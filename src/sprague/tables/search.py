"""Exhaustive search from one position: plain, memoised, and wary of cycles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sprague.errors import CycleError, OutOfReach
from sprague.limits import check
from sprague.rules import Position, Ruleset
from sprague.rules.positions import show_position

MOST_POSITIONS = 200_000
OPTIONS_EACH = 25  # options looked at, on average, for each position that may be: they are what takes the time


class TooManyPositions(OutOfReach):
    """A search that would look at more positions than it may."""


def search(
    rule: Ruleset, starts: Iterable[Position], what: str = "grundy", misere: bool = False, most: int = MOST_POSITIONS
) -> dict[Position, int]:
    """The value of every position that can be reached from the starts.

    Outcomes are 1 for N and 0 for P. Depth first and without recursion, so that long games are no
    problem; a position met again on the way to itself is a cycle. Beside `most` positions, 25 times as
    many options may be looked at.
    """
    looked_at = 0
    values: dict[Position, int] = {}
    # The path from the start, each position with its options: all, and those still to look at.
    path: list[tuple[Position, list[Position], Iterator[Position]]] = []
    on_path: set[Position] = set()

    def open_position(position: Position) -> None:
        nonlocal looked_at
        check()
        origin = path[0][0] if path else position
        if len(values) + len(path) >= most:
            raise TooManyPositions(
                f"{rule.label}: the search from {show_position(origin)} needs more than {most:,} positions; "
                "ask for a smaller position or allow more"
            )
        options = rule.options(position)
        looked_at += len(options)
        if looked_at > OPTIONS_EACH * most:
            raise TooManyPositions(
                f"{rule.label}: the search from {show_position(origin)} looks at more than {OPTIONS_EACH * most:,} "
                "options; ask for a smaller position or allow more"
            )
        path.append((position, options, iter(options)))
        on_path.add(position)

    for start in starts:
        if start not in values:
            open_position(start)
        while path:
            position, options, unseen = path[-1]
            for option in unseen:
                if option in on_path:
                    raise CycleError(_cycle_message(rule, [step for step, _, _ in path], option))
                if option not in values:
                    open_position(option)
                    break
            else:
                path.pop()
                on_path.remove(position)
                reached = {values[option] for option in options}
                values[position] = _value(rule, position, reached, what, misere)
    return values


def _value(rule: Ruleset, position: Position, reached: set[int], what: str, misere: bool) -> int:
    """The value of a position whose options have these values."""
    if what == "grundy":
        mex = 0
        while mex in reached:
            mex += 1
        return mex
    if what == "outcome":
        if reached:
            return int(0 in reached)
        # The player to move at the end has won in misère play, unless `win when` says otherwise.
        return int(misere and not rule.is_won(position))
    # A remoteness or suspense tells by its parity who wins; `winning` are those to move to.
    winning = {value for value in reached if value % 2 == int(misere)}
    losing = reached - winning
    if winning:
        return 1 + (min(winning) if what == "remoteness" else max(winning))
    if losing:
        return 1 + (max(losing) if what == "remoteness" else min(losing))
    return 0


def _cycle_message(rule: Ruleset, path: list[Position], again: Position) -> str:
    cycle = [*path[path.index(again) :], again]
    shown = " -> ".join(map(show_position, cycle if len(cycle) <= 8 else cycle[:4])) + (
        "" if len(cycle) <= 8 else f" -> … -> {show_position(again)} ({len(cycle) - 1} moves)"
    )
    hint = ""
    if len(cycle) == 2:  # mostly a slip of the pen: in mathematics one is used to choices from 1 on
        zero = [name for name, number in rule.move_to(again, again).choice if number == 0]
        hint = f", with {zero[0]} = 0; write {zero[0]} >= 1 if that is no move" if zero else ""
    return f"{rule.label}: play can go on for ever, so there is no outcome: {shown}{hint}"
