"""Proposals of positions to start a match from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits, is_over
from sprague.play.single_game import SingleGame
from sprague.rules import Position, Ruleset

THINKING = Limits(seconds=3)  # to look for a position, where telling who wins takes long
EACH = Limits(positions=20_000)  # to tell who wins one
LOOKED_AT = 60  # positions, of which the best is proposed
TRIED = 5_000  # tuples, most of which may be no positions
HEIGHT = 12  # of piles
HEAPS = (2, 3, 4)  # where any number may stand side by side
LOW = 7  # heaps in misère play, whose sums are searched
MANY = 400  # choices; a person would not look through more
INTERESTING = 8  # moves or more, of which few win
FEW = 0.15  # of all moves


def propose_start(rule: Ruleset, misere: bool, random: Random) -> Position:
    """A position from which few of many moves win, and none by emptying a pile or making piles equal.

    >>> from sprague.games import game
    >>> propose_start(game("nim"), False, Random(3))
    (1, 2, 8)
    """
    playable = SingleGame(rule, misere, EACH)
    found: dict[Position, tuple[float, ...]] = {}
    met: list[Position] = []
    with THINKING.watch():
        for position in islice(_positions(rule, misere, random), LOOKED_AT):
            met.append(position)
            try:
                worth = _worth(playable, position)
            except OutOfReach:
                if is_over():
                    break
                continue
            if worth is not None:
                found[position] = worth
                if worth <= (0, 0, FEW):
                    break
    if found:
        return min(found, key=lambda position: found[position])
    if met:
        return max(met, key=lambda position: rule.count_choices(position, MANY))
    raise SpragueError(f"{rule.label}: expected a position to begin with, as none with a move was found; write one")


def _worth(playable: SingleGame, position: Position) -> tuple[float, ...] | None:
    """Less for positions that are better to begin with; None for those that are lost."""
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
    """Positions at which play is not over, in any order and then from the smallest on."""
    lowest = [rule.lowest(name) for name in rule.names]
    searched = rule.takes_sums and misere
    for _ in range(TRIED):
        heaps = random.choice(HEAPS[:2] if searched else HEAPS) if rule.takes_sums else 1
        height = random.randint(4, LOW if searched else HEIGHT)
        entries = tuple(low + random.randint(1, height) for low in lowest * heaps)
        if (position := _playable(rule, entries)) is not None:
            yield position
    small = product(*(range(low, low + HEIGHT) for low in lowest))
    for entries in islice(small, TRIED):
        if (position := _playable(rule, entries)) is not None:
            yield position


def _playable(rule: Ruleset, entries: Position) -> Position | None:
    if not rule.is_position(entries):
        return None
    position = rule.position(entries)
    return None if rule.is_terminal(position) or rule.count_choices(position, MANY) > MANY else position
