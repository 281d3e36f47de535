"""The moves and options of a position, each once, and upper bounds on their number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.language.positions import Position, show_count, show_position
from sprague.rules.choice_loops import most_tried
from sprague.rules.move_enumeration import Play, plays_from
from sprague.rules.rule_english import sentence, sentence_in_sum
from sprague.rules.sums import in_components, plays_in
from sprague.rules.symmetry import sorted_in

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset

MOST_OPTIONS = 1_000_000  # of a list, some hundred megabytes of it
MOST_NUMBERS = 50_000_000  # in the options of one position
MANY = 1_000  # a pile from which there may be very many moves


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: which of the moves that are written, with which choice, the option reached, and a sentence."""

    family: int
    choice: tuple[tuple[str, int], ...]
    option: Position
    sentence: str

    @staticmethod
    def of(rule: Ruleset, given: Position, play: Play, option: Position, component: int = 0) -> Move:
        """A play from piles in the order given, as the move that is written, with the choices that it has there.

        Where the position is a sum, the play is in the component of this number.
        """
        kind = rule.kinds[play.family]
        choices = rule.written.moves[kind].choices(rule.names)
        choice = tuple((name, play.values[name]) for name in choices if name in play.values)
        if _is_in_parts(rule, given):
            told = sentence_in_sum(rule, play, in_components(rule, given), component)
        else:
            told = sentence(rule, play.family, play.order, given, play.reached)
        return Move(kind, choice, option, told)

    def __str__(self) -> str:
        return self.sentence


def options_from(rule: Ruleset, start: Position) -> list[Position]:
    """The positions reached by one move, each once; sorted where order does not matter."""
    _refuse_if_huge(rule, start)
    if _is_in_parts(rule, start):
        reached = (option for _, _, option in plays_in(rule, in_components(rule, start)))
    else:
        reached = (sorted_in(rule.blocks, play.parts[0]) for play in plays_from(rule, start))
    found: dict[Position, None] = {}
    most = _most_options(start)
    for option in reached:
        found[option] = None
        if len(found) > most:
            raise _too_many(rule, start, most)
    return list(found)


def _is_in_parts(rule: Ruleset, position: Position) -> bool:
    """Whether a position, or an option of it, may be a sum."""
    return rule.splits or len(position) > len(rule.names)


def _plays(rule: Ruleset, position: Position) -> Iterator[tuple[int, Play, Position]]:
    """Every play from a position: in which component of it, how, and the option."""
    if _is_in_parts(rule, position):
        return plays_in(rule, in_components(rule, position))
    return ((0, play, sorted_in(rule.blocks, play.reached)) for play in plays_from(rule, position))


def _most_options(position: Position) -> int:
    """How many options may be listed: of long positions fewer, as all of their entries are."""
    return min(MOST_OPTIONS, MOST_NUMBERS // max(1, len(position)))


def moves_from(rule: Ruleset, given: Position) -> list[Move]:
    """A move to every option; its sentence speaks of the piles in the order given."""
    _refuse_if_huge(rule, given)
    found: dict[Position, Move] = {}
    most = _most_options(given)
    for component, play, option in _plays(rule, given):
        if option not in found:
            found[option] = Move.of(rule, given, play, option, component)
            if len(found) > most:
                raise _too_many(rule, given, most)
    return list(found.values())


def ways_from(rule: Ruleset, given: Position) -> dict[Position, list[Move]]:
    """All moves to every option, those that are told in the same words once; of equal piles only the first plays."""
    found: dict[Position, dict[str, Move]] = {}
    for component, play, option in _plays(rule, given):
        move = Move.of(rule, given, play, option, component)
        found.setdefault(option, {}).setdefault(move.sentence, move)
    return {option: list(moves.values()) for option, moves in found.items()}


def _too_many(rule: Ruleset, position: Position, most: int) -> OutOfReach:
    return OutOfReach(
        f"{rule.label}: {show_position(position)} has more than {most:,} options; ask for a smaller position"
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
