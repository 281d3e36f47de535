"""Ferguson's box games for tests: an independent definition of legal moves, and outcomes from tables."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations

import sprague
from sprague import Ruleset
from tests.oracle import Position

TRANSFER, KEEP_ONE, ONE, SOME = (
    "empty-transfer",
    "empty-all-but-one",
    "empty-redistribute",
    "selective-empty-redistribute",
)
HUGE = 1 << 200_000


def is_transfer(position: Position, option: Position) -> bool:
    """Return whether emptying a box and splitting another leads to this position."""
    for emptied, split in permutations(range(len(position)), 2):
        others = Counter(box for place, box in enumerate(position) if place not in (emptied, split))
        new = Counter(option)
        if others <= new and sum((new - others).elements()) == position[split]:
            return len(option) == len(position) and min(option) >= 1
    return False


def is_redistribution(position: Position, option: Position, emptied: range) -> bool:
    """Return whether emptying one of these numbers of boxes and redistributing the rest leads to this position."""
    left = sum(option)
    return (
        len(option) == len(position)
        and min(option) >= 1
        and any(sum(kept) == left for count in emptied for kept in combinations(position, len(position) - count))
    )


def is_legal(game: str, position: Position, option: Position) -> bool:
    boxes = len(position)
    if game == "empty-transfer":
        return is_transfer(position, option)
    emptied = {
        "empty-all-but-one": range(boxes - 1, boxes),
        "empty-redistribute": range(1, 2),
        "selective-empty-redistribute": range(1, boxes),
    }
    return is_redistribution(position, option, emptied[game])


@cache
def rule_of(game: str, boxes: int) -> Ruleset:
    return sprague.game(game, boxes=boxes)


@cache
def outcomes(game: str, boxes: int, limit: int | None, chips: int | None, misere: bool) -> dict[Position, str]:
    rule = rule_of(game, boxes)
    return dict(sprague.tabulate(rule, limit, chips=chips, what="outcome", misere=misere).items())
