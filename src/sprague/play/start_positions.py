"""`propose_start` returns an interesting start position for a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits, is_over
from sprague.play.single_game import SingleGame
from sprague.rules import Position, Ruleset

SEARCH_LIMITS = Limits(seconds=3)  # time limit of the whole search for an interesting start position
POSITION_LIMITS = Limits(positions=20_000)  # limit for computing the outcome of one possible start position
MOST_POSITIONS = 60  # maximum number of start positions that are compared
MOST_TRIES = 5_000  # maximum number of random tuples that are tried; some tuples are not positions of the game
HEIGHT = 12  # maximum number of chips of a pile in a start position
HEAPS = (2, 3, 4)  # possible numbers of heaps in a start position
MISERE_HEIGHT = 7  # maximum height of a start heap in misère play, where sums of heaps are solved by search
MOST_CHOICES = 400  # maximum number of choices of a move in a start position
INTERESTING = 8  # minimum number of moves of an interesting start position
FEW = 0.15  # maximum fraction of winning moves among the moves from a good start position


def propose_start(rule: Ruleset, misere: bool, random: Random) -> Position:
    """Return an interesting start position: it has many moves, few winning moves, and no obvious winning move.

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
    raise SpragueError(f"{rule.label}: no start position with a legal move was found; choose a start position")


def _badness(playable: SingleGame, position: Position) -> tuple[float, ...] | None:
    """Return a sort key for start positions, which is smaller for better positions and None for P-positions."""
    verdict = playable.verdict(position)
    if verdict.outcome == "P" or not verdict.winning_moves:
        return None
    options = playable.options(position)
    obvious = any(_is_obvious(playable, position, option) for option in verdict.winning_moves)
    return obvious, len(options) < INTERESTING, len(verdict.winning_moves) / len(options)


def _is_obvious(playable: SingleGame, position: Position, option: Position) -> bool:
    """Return whether a move is obvious: it ends play, empties a pile, or makes piles equal."""
    return (
        playable.is_over(option)
        or option.count(0) > position.count(0)
        or len(option) < len(position)
        or len(option) - len(set(option)) > len(position) - len(set(position))
    )


def _positions(rule: Ruleset, misere: bool, random: Random) -> Iterator[Position]:
    """Yield positions with a legal move: first random positions, then all positions in ascending order."""
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
