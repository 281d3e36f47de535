"""Where a claim fails, and how a person can see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sprague.rules import format_position

if TYPE_CHECKING:
    from sprague.proofs.proof import Refutation


def refutation_lines(found: Refutation) -> Iterator[str]:
    """The counterexample with what is wrong there, and how to see what is misplaced."""
    from sprague.proofs.grundy import ValueFailure

    position, option = found.counterexample, found.failure.option
    if found.wrong_value is not None:
        why = str(found.wrong_value)
    elif isinstance(found.failure, ValueFailure):
        why = str(found.failure)
    elif option is not None:
        words = found.game.move_to(position, option).sentence
        why = f"{format_position(position)} and {format_position(option)} are both in the set, one move apart: {words}"
    else:
        why = f"{format_position(position)}: {found.failure.half}"
    yield f"Refuted: {why}."
    if found.misplaced is not None:
        play = " --misere" if found.misere else ""
        shown = f"sprague solve '{found.game.name or found.game}' {format_position(found.misplaced)}{play}"
        yield f"  {format_position(found.misplaced)} is misplaced: {shown}"
