"""Games of three moves on two piles: each move takes a fixed number of chips from either pile.

U. Larsson, I. Saha and M. Yokoo (*Subtraction games in more than one dimension*, 2024) conjecture that all of them
have regular outcomes. The family `three-moves` lists them by number, those with small moves first. A game that is
another one with its piles exchanged is listed once. So is one whose moves take from a pile multiples of a number
only: packs of so many chips are the chips of another game. Games that never take from a pile are games of one pile,
and not here.

>>> len(three_moves()), three_moves()[0]
(625, ((0, 1), (1, 0), (1, 1)))
>>> print(three_moves_rule(number=0))
(a, b) -> (a, b - 1) ; (a - 1, b) ; (a - 1, b - 1)
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import gcd

from sprague.errors import SpragueError
from sprague.rules import Ruleset
from sprague.surveys.ranges import Parameter

LARGEST = 4  # chips that a move takes from a pile

Move = tuple[int, int]


@cache
def three_moves() -> tuple[tuple[Move, ...], ...]:
    """All of them, each as what its moves take; by the largest number of chips taken from a pile."""
    numbers = range(LARGEST + 1)
    moves = [move for move in product(numbers, numbers) if any(move)]
    games = (game for game in combinations(moves, 3) if _is_listed(game))
    return tuple(sorted(games, key=lambda game: (max(map(max, game)), game)))


def three_moves_rule(**parameters: Parameter) -> Ruleset:
    """The game of this number."""
    games = three_moves()
    number = parameters.get("number")
    if len(parameters) != 1 or not isinstance(number, int) or not 0 <= number < len(games):
        raise SpragueError(f"three-moves: expected number=0..{len(games) - 1}, got {parameters}")
    return Ruleset.adding(("a", "b"), [(-left, -right) for left, right in games[number]])


def _is_listed(game: tuple[Move, ...]) -> bool:
    exchanged = tuple(sorted((right, left) for left, right in game))
    return all(gcd(*taken) == 1 for taken in zip(*game, strict=True)) and game <= exchanged
