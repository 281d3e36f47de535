"""Moves on the board, pile by pile: all of them are listed and lead to their options."""

from __future__ import annotations

import pytest

from sprague.games import game
from sprague.play.match import Match
from sprague.play.pile_moves import PileChange, PileMove, moves_by_option


def played(heights: list[int], way: PileMove) -> list[int]:
    """The piles after a way to move, in no order."""
    changed = {change.pile: change.after for change in way}
    return sorted(part for pile, height in enumerate(heights) for part in changed.get(pile, (height,)))


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("nim", (2, 3, 3)),
        ("wythoff", (3, 5)),
        ("empty-transfer:boxes=3", (2, 3, 5)),
        ("empty-redistribute", (2, 3, 4)),
        ("moore-nim", (2, 3, 3)),
        ("sharing-nim", (0, 4, 6)),
        ("dynamic-nim:piles=2", (5, 6, 3)),
        ("kayles", (1, 4, 4)),
        ("grundys-game", (3, 7)),
        ("laskers-nim", (2, 5)),
    ],
)
def test_every_way_leads_to_its_option(name: str, position: tuple[int, ...]) -> None:
    match = Match(name, position)
    found = moves_by_option(match.playable, match.position)
    assert sorted(found) == sorted(match.moves())
    for option, several in found.items():
        assert several
        assert len(several) == len(set(several))
        for way in several:
            assert [value for value in played(list(match.position), way) if value] == sorted(filter(None, option))


def test_an_option_that_is_reached_in_two_ways_has_both() -> None:
    match = Match("wythoff", (1, 2))
    assert moves_by_option(match.playable, match.position)[0, 1] == [
        (PileChange(1, 2, (0,)),),
        (PileChange(0, 1, (0,)), PileChange(1, 2, (1,))),
    ]


def test_boxes_that_are_filled_anew_are_filled_in_any_order() -> None:
    match = Match("empty-transfer:boxes=3", (2, 6, 9))
    assert moves_by_option(match.playable, match.position)[2, 4, 9] == [
        (PileChange(1, 6, (4,)),),
        (PileChange(0, 2, (4,)), PileChange(1, 6, (2,))),
    ]


def test_empty_heaps_are_removed_from_moves() -> None:
    match = Match("kayles", (1, 3))
    found = moves_by_option(match.playable, match.position)
    assert found[3,] == [(PileChange(0, 1, (0,)),)]
    assert found[1, 1, 1] == [(PileChange(1, 3, (1, 1)),)]
    assert found[1, 2] == [(PileChange(1, 3, (2,)),)]


def test_a_remembered_number_changes_with_the_pile() -> None:
    match = Match("dynamic-nim:piles=2", (5, 6, 3))
    assert moves_by_option(match.playable, match.position)[4, 6, 1] == [
        (PileChange(0, 5, (4,)), PileChange(2, 3, (1,)))
    ]


def test_where_components_of_two_piles_split_each_pile_becomes_what_stands_in_its_place() -> None:
    match = Match("(a, b) -> (u, 0) + (0, v) where u = a - 1, v = b - 1, a >= 1, b >= 1", (2, 3))
    (several,) = moves_by_option(match.playable, match.position).values()
    assert several == [(PileChange(0, 2, (1, 0)), PileChange(1, 3, (0, 2)))]


def test_in_a_sum_piles_are_numbered_through() -> None:
    match = Match.of_sum(game("nim:piles=2") @ (1, 2), game("kayles") @ (2,))
    assert moves_by_option(match.playable, match.position)[(1, 2), (1,)] == [(PileChange(2, 2, (1,)),)]
