"""Games of three moves: each is listed once, and discovered theorems are true."""

from __future__ import annotations

from itertools import combinations, product
from math import gcd
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from sprague.surveys.rule_families import MOST_TAKEN, Move, three_moves, three_moves_rule
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.oracle import Oracle
from tests.snapshots import refused


def as_listed(game: tuple[Move, ...]) -> tuple[Move, ...]:
    """The game that stands for this one in the list: packs of chips are chips, and piles have no order."""
    left, right = (gcd(*taken) for taken in zip(*game, strict=True))
    counted = sorted((one // left, two // right) for one, two in game)
    return min(tuple(counted), tuple(sorted((two, one) for one, two in counted)))


def test_every_game_of_three_moves_on_two_piles_is_listed_once() -> None:
    numbers = range(MOST_TAKEN + 1)
    moves = [move for move in product(numbers, numbers) if any(move)]
    games = [game for game in combinations(moves, 3) if all(map(any, zip(*game, strict=True)))]
    assert len(games) > 1_500
    assert sorted(three_moves()) == sorted({as_listed(game) for game in games})
    assert len([game for game in three_moves() if max(map(max, game)) <= 3]) == 169


@pytest.mark.slow
def test_games_of_three_moves_are_surveyed_by_number(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(Survey.of("three-moves", "number=0..1"), path) == 2
    assert query_survey(path, "select number, error from rows order by row")[1] == [(0, None), (1, None)]
    for over, shown in [("number=625", "{'number': 625}"), ("a=1", "{'a': 1}")]:
        with refused(SpragueError) as error:
            Survey.of("three-moves", over, "discover")
        assert str(error.value).endswith(shown)


def test_the_moves_of_a_game_take_what_is_listed() -> None:
    for number, game in enumerate(three_moves()):
        wanted = {(9 - left, 8 - right) for left, right in game}
        assert set(three_moves_rule(number=number).options((9, 8))) == wanted
    outcomes = Oracle(three_moves_rule(number=0).options)
    assert [outcomes.outcome((0, other)) for other in range(4)] == ["P", "N", "P", "N"]
