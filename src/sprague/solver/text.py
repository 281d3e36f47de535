"""Phrases that the printed answers about positions and about sums share: `outcome_line`, `moves_heading`, `shorten`."""

from __future__ import annotations

#: The argument that asks for all winning moves in Python; the command line has an option.
ALL_MOVES_OPTION = "every_move=True"
SHOWN_MOVES = 12  # winning moves shown, unless all are asked for


def moves_heading(are_all: bool, every: str | None, count: int | None) -> str:
    """Return the heading of the winning moves in a printed answer; `count` is their number if not all are shown."""
    if are_all and count is not None:
        return f"Winning moves ({SHOWN_MOVES} of {count:,}{f'; {every} lists all' if every else ''}):"
    if are_all:
        return "Winning moves:"
    return f"Winning moves (there may be others{f'; {every} lists all' if every else ', too many to list'}):"


def outcome_line(what: str, outcome: str) -> str:
    """Return the line of a printed answer that says who wins."""
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    return f"{what} is {'an N' if outcome == 'N' else 'a P'}-position: {who}"


def shorten(text: str) -> str:
    """Return a text for a printed answer with its middle left out if it is too long for a terminal."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters left out) … {text[-100:]}"
