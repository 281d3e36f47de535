"""Games are found by their first P-positions or by their values, and other games are not found."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import SpragueError
from sprague.solver.lookup import find_games_by_positions, find_games_by_values, parse_positions, parse_values
from tests.snapshots import refused, snapshot


def test_a_game_is_found_by_its_first_p_positions_before_those_with_others_between() -> None:
    found = find_games_by_positions([(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)])
    assert (found[0].rule, found[0].misere, found[0].missing) == (sprague.game("nim"), False, 0)
    for one in found:
        for position in [(0, 1, 1), (1, 2, 3)]:
            assert sprague.solve(one.rule, one.rule.position(position), misere=one.misere).outcome == "P"


def test_positions_left_out_are_counted() -> None:
    wythoff = next(one for one in find_games_by_positions([(1, 2), (4, 7)]) if one.rule.name == "wythoff")
    assert wythoff.missing == 2  # (0, 0) and (3, 5)
    snapshot(wythoff.why)


def test_unknown_data_match_no_game() -> None:
    assert find_games_by_positions([(0, 0), (1, 2), (3, 6), (4, 9)]) == []


def test_a_stored_theorem_is_found_with_its_digest() -> None:
    rule = sprague.game("(a, b) -> (u, b) where u < a any order")
    proof = sprague.prove(rule, "a = b")
    assert isinstance(proof, sprague.Proof)
    sprague.keep(proof)
    found = [one for one in find_games_by_positions([(0, 0), (1, 1), (2, 2)]) if one.digest]
    assert [one.rule for one in found] == [rule]


@pytest.mark.slow
def test_values_match_from_the_least_height_or_the_next() -> None:
    found = {one.rule.name: one.why for one in find_games_by_values([1, 2, 3, 1, 4, 3, 2, 1, 4])}
    snapshot(found["kayles"])


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_positions, "1,2 3"),
        (parse_positions, " "),
        (parse_values, "0, 1"),
        (parse_values, "a b c d"),
    ],
)
def test_malformed_lists_are_refused(read: object, text: str) -> None:
    with refused(SpragueError):
        read(text)  # type: ignore[operator]
