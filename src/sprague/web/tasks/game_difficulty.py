"""The order of the games in the web gallery from easy to hard, and the kinds of moves of a game."""

from __future__ import annotations

from itertools import islice, product
from typing import Literal

from sprague.rules import Position, Ruleset

Kind = Literal["takes", "moves", "splits", "misere"]

# Maps the name of a game to the minutes that a beginner needs to learn its rule; the games are in order of difficulty.
MINUTES = {
    "nim": 1,
    "kayles": 1,
    "chocolate-bar": 1,
    "wythoff": 1,
    "treblecross": 1,
    "dawsons-kayles": 1,
    "laskers-nim": 2,
    "grundys-game": 1,
    "moore-nim": 2,
    "exact-nim": 2,
    "subtraction-transfer": 2,
    "couples-are-forever": 2,
    "dawsons-chess": 2,
    "sharing-nim": 2,
    "one-bottle": 2,
    "empty-transfer": 3,
    "officers": 2,
    "guiles": 2,
    "james-bond": 2,
    "empty-redistribute": 3,
    "empty-all-but-one": 3,
    "empty-some": 3,
    "selective-empty-redistribute": 3,
    "graph-nim": 3,
    "dynamic-nim": 3,
    "fulves-merger": 3,
    "trim": 4,
    "rim": 4,
    "octal": 4,
    "vector-addition": 5,
}
UNKNOWN_MINUTES = 5  # estimated minutes to learn the rule of a plug-in game
MOST_MOVES = 200  # maximum number of moves of a position that are examined to find the kinds of moves


def difficulty(name: str) -> int:
    """Return the place of a game in the gallery, where 1 is the easiest game and games of plug-ins come last."""
    return [*MINUTES, name].index(name) + 1


def minutes(name: str) -> int:
    """Return roughly how many minutes a beginner needs to learn the rule of a game in the gallery."""
    return MINUTES.get(name, UNKNOWN_MINUTES)


def kinds_of_moves(rule: Ruleset) -> list[Kind]:
    """Return the kinds of moves of a game: taking chips, moving chips between piles, and splitting heaps.

    >>> from sprague.games import game
    >>> kinds_of_moves(game("nim")), kinds_of_moves(game("sharing-nim")), kinds_of_moves(game("kayles"))
    (['takes'], ['moves'], ['takes', 'splits'])
    """
    piles = len(rule.piles)
    found: set[Kind] = {"splits"} if rule.splits else set()
    for position in _small_positions(rule):
        for option in islice(rule.options(position), MOST_MOVES):
            before, after = (one if rule.takes_sums else one[:piles] for one in (position, option))
            if sum(after) < sum(before):
                found.add("takes")
            if not rule.splits and any(new > old for old, new in zip(sorted(before), sorted(after), strict=True)):
                found.add("moves")
    order: list[Kind] = ["takes", "moves", "splits"]
    return [kind for kind in order if kind in found]


def _small_positions(rule: Ruleset) -> list[Position]:
    """Return some small positions of a game in which the piles have different heights."""
    lowest = [rule.lowest(name) for name in rule.names]
    heights = product(*(range(low + 1, low + 7) for low in lowest[:4]))
    padded = (tuple(some) + tuple(low + 3 for low in lowest[4:]) for some in heights)
    found = (position for position in padded if rule.is_position(position) and not rule.is_terminal(position))
    return [rule.position(position) for position in islice(found, 0, 60, 12)]
