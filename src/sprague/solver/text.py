"""Answers as text for people, one fact per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.integers import format_integer
from sprague.rules import Position, format_position
from sprague.rules.sums import sum_text
from sprague.solver.solver import can_list

if TYPE_CHECKING:
    from sprague.solver.answer import Answer
    from sprague.solver.sums import Sum

#: How all winning moves are asked for in Python; the command line says it in its own way.
EVERY_MOVE = "every_move=True"
SHOWN = 12  # winning moves, unless all are asked for
WIDEST = 40  # of the column of options


def answer_lines(answer: Answer, given: Position, every: str = EVERY_MOVE) -> Iterator[str]:
    """What is to be said about a position, with its piles in the order given; `every` is how to ask for all moves."""
    yield _outcome(_short(sum_text(answer.game, given)), answer.outcome)
    if answer.grundy is not None:
        why = f" ({answer.grundy_because})" if answer.grundy_because else ""
        yield f"Grundy value: {_short(format_integer(answer.grundy))}{why}"
    if answer.winning_moves:
        shown = answer.winning_moves[: None if answer.every_move else SHOWN]
        more = len(answer.winning_moves) if len(shown) < len(answer.winning_moves) else None
        yield _heading(answer.all_winning_moves, every if can_list(answer.game, given) else None, more)
        options = [_short(sum_text(answer.game, option)) for option in shown]
        width = min(max(map(len, options)), WIDEST)
        for option, text in zip(shown, options, strict=True):
            words = answer.game.move_to(given, option).sentence
            if forbidden := _forbidden(answer, option):
                words += f", then forbid {forbidden}"
            yield f"  {text.ljust(width)}  {_short(words)}"
    elif not answer.all_winning_moves:
        yield "There is a winning move, but none was found within the limits"
    elif answer.forbid:
        yield f"The previous player forbids {_forbidden(answer, answer.position) or 'nothing'}"
    yield f"Why: {answer.explanation}"
    yield f"Because of {answer.because}"


def _forbidden(answer: Answer, position: Position) -> str:
    """What is to be forbidden once a position is reached."""
    return " and ".join(map(format_position, answer.forbid.get(position, ())))


def sum_lines(total: Sum, given: Sequence[Position], every: str = EVERY_MOVE) -> Iterator[str]:
    """What is to be said about a sum, with the piles of each component in the order given."""
    yield _outcome("the sum", total.outcome)
    if total.grundy is not None:
        yield f"Grundy value: {_short(format_integer(total.grundy))}"
    named = [total.name_of(number, _short(format_position(entries))) for number, entries in enumerate(given)]
    for name, value, because in zip(named, total.values, total.because, strict=True):
        told = f"has value {_short(format_integer(value))}" if value is not None else "has a value that is not needed"
        yield f"  the {name} {told}, because of {because}"
    yield f"Why: {total.explanation}"
    if total.outcome == "P":
        return
    try:
        moves = total.winning_moves
    except OutOfReach as refusal:
        yield f"No winning move was found: {refusal}"
        return
    lists = all(can_list(part.game, entries) for part, entries in zip(total.components, given, strict=True))
    shown = moves[: None if total.every_move else SHOWN]
    more = len(moves) if len(shown) < len(moves) else None
    yield _heading(total.all_winning_moves, every if lists else None, more)
    for move in shown:
        words = total.components[move.component].game.move_to(given[move.component], move.option).sentence
        yield f"  in the {named[move.component]}: {_short(words)}"


def _heading(are_all: bool, every: str | None, count: int | None) -> str:
    """What is said above the winning moves; `count` is how many there are if not all of these are shown."""
    if are_all and count is not None:
        return f"Winning moves ({SHOWN} of {count:,}{f'; {every} lists all' if every else ''}):"
    if are_all:
        return "Winning moves:"
    return f"Winning moves (there may be others{f'; {every} lists all' if every else ', too many to list'}):"


def _outcome(what: str, outcome: str) -> str:
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    return f"{what} is {'an N' if outcome == 'N' else 'a P'}-position: {who}"


def _short(text: str) -> str:
    """A text that a terminal can bear; JSON has every digit."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters left out) … {text[-100:]}"
