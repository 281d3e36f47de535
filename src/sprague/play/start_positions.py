"""`propose_start`: interesting start positions for a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits, is_over
from sprague.play.single_game import SingleGame
from sprague.rules import Position, Ruleset

SEARCH_LIMITS = Limits(seconds=3)  # for the whole search
POSITION_LIMITS = Limits(positions=20_000)  # for the verdict on one position
MOST_POSITIONS = 60  # positions compared
MOST_TRIES = 5_000  # random tuples, many of which may be no positions
HEIGHT = 12  # most chips of a pile
HEAPS = (2, 3, 4)  # numbers of heaps, in games of any number of heaps
MISERE_HEIGHT = 7  # most chips of a heap in misère play, where sums are searched
MOST_CHOICES = 400  # most choices that a person considers
INTERESTING = 8  # least number of moves
FEW = 0.15  # share of moves that win


def propose_start(rule: Ruleset, misere: bool, random: Random) -> Position:
    """Return an interesting start position for a match: few of many moves win, none of them obvious.

    A move is obvious if it ends play, empties a pile or makes piles equal.

    >>> from sprague.games import game
    >>> propose_start(game("nim"), False, Random(3))
    (1, 2, 8)
    """
    playable = SingleGame(rule, misere, POSITION_LIMITS)
    found: dict[Position, tuple[float, ...]] = {}
    met: list[Position] = []
    with SEARCH_LIMITS.watch():
        for position in islice(_positions(rule, misere, random), MOST_POSITIONS):
            met.append(position)
            try:
                badness = _badness(playable, position)
            except OutOfReach:
                if is_over():
                    break
                continue
            if badness is not None:
                found[position] = badness
                if badness <= (0, 0, FEW):
                    break
    if found:
        return min(found, key=lambda position: found[position])
    if met:
        return max(met, key=lambda position: rule.count_choices(position, MOST_CHOICES))
    raise SpragueError(f"{rule.label}: expected a position to begin with, as none with a move was found; write one")


def _badness(playable: SingleGame, position: Position) -> tuple[float, ...] | None:
    """Return a key that is smaller for better start positions; None for lost ones."""
    verdict = playable.verdict(position)
    if verdict.outcome == "P" or not verdict.winning_moves:
        return None
    options = playable.options(position)
    obvious = any(_is_obvious(playable, position, option) for option in verdict.winning_moves)
    return obvious, len(options) < INTERESTING, len(verdict.winning_moves) / len(options)


def _is_obvious(playable: SingleGame, position: Position, option: Position) -> bool:
    """Whether a move ends play, empties a pile, or makes piles equal."""
    return (
        playable.is_over(option)
        or option.count(0) > position.count(0)
        or len(option) < len(position)
        or len(option) - len(set(option)) > len(position) - len(set(position))
    )


def _positions(rule: Ruleset, misere: bool, random: Random) -> Iterator[Position]:
    """Yield positions with a move: random ones, then all from the smallest on."""
    lowest = [rule.lowest(name) for name in rule.names]
    searched = rule.takes_sums and misere
    for _ in range(MOST_TRIES):
        heaps = random.choice(HEAPS[:2] if searched else HEAPS) if rule.takes_sums else 1
        height = random.randint(4, MISERE_HEIGHT if searched else HEIGHT)
        entries = tuple(low + random.randint(1, height) for low in lowest * heaps)
        if (position := _start_or_none(rule, entries)) is not None:
            yield position
    small = product(*(range(low, low + HEIGHT) for low in lowest))
    for entries in islice(small, MOST_TRIES):
        if (position := _start_or_none(rule, entries)) is not None:
            yield position


def _start_or_none(rule: Ruleset, entries: Position) -> Position | None:
    if not rule.is_position(entries):
        return None
    position = rule.position(entries)
    return None if rule.is_terminal(position) or rule.count_choices(position, MOST_CHOICES) > MOST_CHOICES else position
