"""Sums of games."""

from itertools import product

import pytest

import sprague
from sprague import SpragueError, Sum
from sprague.rules import Position, Ruleset
from tests.oracle import Oracle

COOKIES = sprague.game("(x, y) -> (x-2, y) ; (x, y-2) ; (x-1, y+1)")
NIM = sprague.game("nim", piles=2)
SHARING = sprague.game("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order")


def sum_oracle(first: Ruleset, second: Ruleset) -> Oracle:
    """The sum played as one game: a position is the two positions one after the other."""
    split = len(first.names)

    def options(position: Position) -> list[Position]:
        left, right = position[:split], position[split:]
        return [option + right for option in first.options(left)] + [left + option for option in second.options(right)]

    return Oracle(options, lambda position: False)


@pytest.mark.parametrize(("first", "second"), [(COOKIES, NIM), (NIM, SHARING), (COOKIES, SHARING)])
def test_a_sum_is_the_game_of_moving_in_either(first: Ruleset, second: Ruleset) -> None:
    oracle = sum_oracle(first, second)
    for left, right in product(product(range(4), repeat=2), repeat=2):
        total = Sum(first @ left, second @ right)
        start = first.position(left) + second.position(right)
        assert total.grundy == oracle.grundy(start)
        assert total.outcome == oracle.outcome(start)
        reached = []
        for move in total.winning_moves:
            parts = [first.position(left), second.position(right)]
            parts[move.component] = move.option
            reached.append(parts[0] + parts[1])
        assert all(oracle.outcome(position) == "P" for position in reached)
        assert bool(reached) == (total.outcome == "N")


def test_a_sum_says_why() -> None:
    total = Sum(NIM @ (3, 5), COOKIES @ (4, 7))
    assert [because.kind for because in total.because] == ["theorem", "search"]


def test_what_has_no_place_in_a_sum_is_refused() -> None:
    with pytest.raises(SpragueError, match="a game with 'win when' ends at once, so it has no place in a sum"):
        Sum(sprague.game("fulves-merger") @ (1, 1, 1, 1))
    with pytest.raises(SpragueError, match="expected a sum of at least one game"):
        Sum()
