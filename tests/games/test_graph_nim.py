"""Graph Nim: the path of three, mirrored positions, and no claim about other graphs."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.games import theorems
from tests.games.closed_form_checks import HUGE, agree_with_table, deciding
from tests.oracle import Oracle


@pytest.mark.parametrize("rule", ["sharing", "entropy"])
@pytest.mark.parametrize("graph", ["path3", "star2", "1-3/3-2"])
def test_path_of_three(graph: str, rule: str) -> None:
    agree_with_table(sprague.game("graph-nim", graph=graph, rule=rule), 12 if graph == "path3" else 6, False)


@pytest.mark.parametrize("rule", ["sharing", "entropy"])
def test_all_winning_moves_on_the_path_are_found(rule: str) -> None:
    path = sprague.game("graph-nim", graph="path3", rule=rule)
    table = sprague.tabulate(path, limit=9, what="outcome")
    (theorem,) = theorems(path)
    for position in table.positions():
        winning = {option for option in path.options(position) if table[option] == "P"}
        assert set(theorem.winning_moves(position)) == winning


@pytest.mark.parametrize("rule", ["sharing", "entropy"])
@pytest.mark.parametrize(
    ("graph", "pairs", "limit"),
    [
        ("path2", [(0, 1)], 12),
        ("path4", [(0, 3), (1, 2)], 5),
        ("2-1/1-4/4-3", [(1, 2), (0, 3)], 4),
        ("cycle4", [(0, 2), (1, 3)], 5),
        ("path6", [(0, 5), (1, 4), (2, 3)], 3),
        ("cycle6", [(0, 3), (1, 4), (2, 5)], 3),
    ],
)
def test_mirror_positions(graph: str, pairs: list[tuple[int, int]], limit: int, rule: str) -> None:
    game = sprague.game("graph-nim", graph=graph, rule=rule)
    (theorem,) = theorems(game)
    decided = 0
    oracle = Oracle(game.options)
    for position in product(range(limit), repeat=2 * len(pairs)):
        mirrored = all(position[i] == position[j] for i, j in pairs)
        assert theorem.decides(position) == mirrored
        if mirrored:
            assert oracle.outcome(position) == "P"
            assert theorem.is_p(position)
            assert theorem.winning_moves(position) == []
            decided += 1
    assert decided == limit ** len(pairs)


@pytest.mark.parametrize("graph", ["cycle3", "star3", "path5", "cycle5", "complete4", "1-2/3-4"])
def test_nothing_is_claimed_about_other_graphs(graph: str) -> None:
    assert theorems(sprague.game("graph-nim", graph=graph)) == []


@pytest.mark.parametrize("rule", ["sharing", "entropy"])
def test_huge_piles(rule: str) -> None:
    path = sprague.game("graph-nim", graph="path3", rule=rule)
    for position in [(HUGE, 0, HUGE - 9), (0, HUGE, 5), (HUGE, 3, 0)]:
        theorem = deciding(path, position)
        moves = theorem.winning_moves(position)
        assert moves
        assert all(theorem.is_p(move) for move in moves)
        assert theorem.explain(position)
        assert theorem.explain(moves[0])
