"""Requests out of reach are refused at once, with the size and the remedy; no work is started."""

from __future__ import annotations

from string import ascii_lowercase

import pytest

import sprague
from sprague.errors import CycleError, OutOfReach, SpragueError
from sprague.tables.special.difference_games import find_distribution
from tests.fake_clocks import at_most_calls
from tests.snapshots import refused

NAMES = ascii_lowercase[:20]


def twenty_piles(limits: bool) -> str:
    """Return a rule with twenty distinguishable piles; a move takes any number of chips, or one chip, from one pile."""
    moves = []
    for name in NAMES:
        entry = "z" if limits else f"{name} - 1"
        move = ", ".join(entry if other == name else other for other in NAMES)
        moves.append(f"({move})" + (f" where z < {name}" if limits else ""))
    return f"({', '.join(NAMES)}) -> " + " ; ".join(moves)


@pytest.mark.slow
@pytest.mark.parametrize("limits", [False, True])
@at_most_calls(10_000_000)
def test_twenty_piles_without_symmetry(limits: bool) -> None:
    game = sprague.game(twenty_piles(limits))
    with refused(OutOfReach):
        sprague.tabulate(game, 4)


@pytest.mark.slow
@at_most_calls(10_000_000)
def test_sixty_four_piles_of_one_height() -> None:
    table = sprague.tabulate("nim:piles=64", 1)
    assert list(table.items()) == [((0,) * 64, 0)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(c, a) -> (c, a + 1) ; (c - 1, a - 1)", "(0, 0) -> (0, 1) -> (0, 2) -> …"),
        ("(a, b) -> (a, b + 1)", "(0, 0) -> (0, 1) -> (0, 2) -> …"),
        ("(a) -> (a + 2) where a >= 3 ; (a - 1)", "(3,) -> (5,) -> (7,) -> …"),
    ],
)
@at_most_calls(100_000)
def test_a_move_that_can_be_made_for_ever(text: str, shown: str) -> None:
    with refused(CycleError, shown):
        sprague.tabulate(text, 5)


@pytest.mark.parametrize("text", ["(a, b) -> (a*b, b)", "(a, b) -> (a*b, b) ; (a - 1, b) piles >= 1"])
@at_most_calls(100_000)
def test_a_move_to_a_product_that_can_be_made_for_ever(text: str) -> None:
    with refused(CycleError, "(3, 4) -> (12, 4) -> (48, 4) -> …"):
        sprague.solve(text, (3, 4))


@at_most_calls(10_000_000)
def test_a_move_to_a_product_that_cannot_always_be_made_is_searched() -> None:
    assert sprague.solve("(a, b) -> (a*b - 2a, b - 1)", (3, 4)).outcome == "P"  # the only play has four moves


def test_a_move_that_only_goes_up_may_still_end() -> None:
    assert sprague.tabulate("(a, b) -> (a + 1, b) where a <= 5 ; (a, b - 1)", 4)[3, 1] == 0


@pytest.mark.parametrize(
    "game", ["moore-nim:piles=4,width=3", "one-bottle", "sharing-nim:piles=5", "dynamic-nim", "(a, b) -> (a - 1, b)"]
)
@at_most_calls(200_000)
def test_far_rows_and_values_of_other_games(game: str) -> None:
    rule = sprague.game(game)
    with refused(SpragueError):
        sprague.rows(rule, [0], 10_000)
    with refused(SpragueError):
        find_distribution(rule, 10_000, 256)


def test_a_move_that_grows_may_come_to_an_end_where_positions_do() -> None:
    # No rank shows it, but the search finds it out.
    table = sprague.tabulate("(a) -> (a + 1) positions where a mod 2 = 0 or a <= 9", 12)
    assert dict(table.items()) == {(a,): a % 2 for a in range(11)}
