"""The moves and options of a position, each once, and how many there may be of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.rules.choices import most_tried
from sprague.rules.plays import Play, plays_from
from sprague.rules.positions import Position, show_count, show_position
from sprague.rules.prose import sentence
from sprague.rules.symmetry import sorted_in

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset

MOST_OPTIONS = 1_000_000  # of a list, some hundred megabytes of it
MANY = 1_000  # a pile from which there may be very many moves


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: which of the moves that are written, with which choice, the option reached, and a sentence."""

    family: int
    choice: tuple[tuple[str, int], ...]
    option: Position
    sentence: str

    @staticmethod
    def of(rule: Ruleset, given: Position, play: Play, option: Position) -> Move:
        """A play from piles in the order given, as the move that is written, with the choices that it has there."""
        kind = rule.kinds[play.family]
        choices = rule.written.moves[kind].choices(rule.names)
        choice = tuple((name, play.values[name]) for name in choices if name in play.values)
        return Move(kind, choice, option, sentence(rule, play.family, play.order, given, play.reached))

    def __str__(self) -> str:
        return self.sentence


def options_from(rule: Ruleset, start: Position) -> list[Position]:
    """The positions reached by one move, each once; sorted where order does not matter."""
    _refuse_if_huge(rule, start)
    found: dict[Position, None] = {}
    for play in plays_from(rule, start):
        found[sorted_in(rule.blocks, play.reached)] = None
        if len(found) > MOST_OPTIONS:
            raise _too_many(rule, start)
    return list(found)


def moves_from(rule: Ruleset, given: Position) -> list[Move]:
    """A move to every option; its sentence speaks of the piles in the order given."""
    _refuse_if_huge(rule, given)
    found: dict[Position, Move] = {}
    for play in plays_from(rule, given):
        option = sorted_in(rule.blocks, play.reached)
        if option not in found:
            found[option] = Move.of(rule, given, play, option)
            if len(found) > MOST_OPTIONS:
                raise _too_many(rule, given)
    return list(found.values())


def _too_many(rule: Ruleset, position: Position) -> OutOfReach:
    return OutOfReach(
        f"{rule.label}: {show_position(position)} has more than {MOST_OPTIONS:,} options; ask for a smaller position"
    )


def refuse_if_many(rule: Ruleset, position: Position, most: int) -> None:
    """Refuse to list the moves from a position if more choices than this would be tried, without trying them."""
    if (found := rule.count_choices(position, most)) > most:
        raise OutOfReach(
            f"{rule.label}: at least {show_count(found)} choices would have to be tried to list the moves from "
            f"{show_position(position)}, and at most {most:,} are; ask for a smaller position"
        )


def _refuse_if_huge(rule: Ruleset, position: Position) -> None:
    """Refuse at once what would be refused after millions of choices."""
    if max(position) > MANY:
        refuse_if_many(rule, position, most_tried())
