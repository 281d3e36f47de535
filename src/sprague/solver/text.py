"""Texts that occur in printed answers about positions and about sums: `outcome_line`, `moves_heading`, `shorten`."""

from __future__ import annotations

# The Python argument that requests all winning moves; the command line has an option instead.
ALL_MOVES_OPTION = "every_move=True"
SHOWN_MOVES = 12  # number of winning moves printed, unless all are requested


def moves_heading(are_all: bool, every: str | None, count: int | None) -> str:
    """Return the heading of the winning moves in a printed answer.

    Args:
        are_all: Whether all winning moves are known.
        every: The argument or command-line option that requests all winning moves, or None if they cannot be listed.
        count: The number of winning moves if only the first ones are printed, else None.
    """
    if are_all and count is not None:
        return f"Winning moves ({SHOWN_MOVES} of {count:,}{f'; {every} lists all' if every else ''}):"
    if are_all:
        return "Winning moves:"
    return f"Winning moves (there may be others{f'; {every} lists all' if every else ', too many to list'}):"


def outcome_line(what: str, outcome: str, misere: bool = False) -> str:
    """Return the line of a printed answer that says who wins.

    >>> outcome_line("3,5", "N", misere=True)
    '3,5 is an N-position in misère play: the next player wins'
    """
    play = " in misère play" if misere else ""
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    return f"{what} is {'an N' if outcome == 'N' else 'a P'}-position{play}: {who}"


def shorten(text: str) -> str:
    """Return a text for a printed answer; omit the middle of the text if the text is very long."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters omitted) … {text[-100:]}"
