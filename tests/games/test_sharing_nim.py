"""Sharing Nim: closed forms against tables, errors of the paper, and very large piles."""

from __future__ import annotations

import pytest

import sprague
from sprague.games import theorems
from sprague.games.sharing_nim import count_p_positions
from tests.games.closed_form_checks import HUGE, PLAYS, agree_with_table, deciding
from tests.oracle import Position


@PLAYS
@pytest.mark.parametrize(("piles", "limit"), [(2, 40), (3, 20)])
def test_every_small_position(piles: int, limit: int, misere: bool) -> None:
    agree_with_table(sprague.game("sharing-nim", piles=piles), limit, misere)


@PLAYS
def test_wide_differences(misere: bool) -> None:
    rule = sprague.game("sharing-nim", piles=3)
    table = sprague.tabulate(rule, limit=100, what="outcome", misere=misere)
    (theorem,) = theorems(rule, misere)
    for high in range(100):
        for middle in range(high + 1):
            position = (0, middle, high)
            moves = theorem.winning_moves(position)
            assert theorem.is_p(position) == (table[position] == "P"), position
            assert all(table[move] == "P" and sum(move) == sum(position) for move in moves), position
            assert len(moves) == (not theorem.is_p(position) and high > 1), position


def test_values_zero_and_one() -> None:
    rule = sprague.game("sharing-nim", piles=3)
    table = sprague.tabulate(rule, limit=90)
    (theorem,) = theorems(rule)
    for high in range(90):
        for middle in range(high + 1):
            position = (0, middle, high)
            value = theorem.grundy(position)
            assert value == (table[position] if table[position] <= 1 else None), position


def test_two_piles_are_a_nim_pile() -> None:
    rule = sprague.game("sharing-nim", piles=2)
    (theorem,) = theorems(rule)
    for position, value in sprague.tabulate(rule, limit=50).items():
        assert theorem.grundy(position) == value


def test_the_equalising_moves_of_the_paper_do_not_suffice() -> None:
    """From (0, 1, 3) no equalising move wins, contrary to the remark in the paper."""
    answer = sprague.solve("sharing-nim", (0, 1, 3))
    assert answer.winning_moves == [(1, 1, 2)]


@pytest.mark.parametrize(
    ("position", "move"),
    [((0, 0, 3), (0, 1, 2)), ((0, 0, 7), (0, 2, 5)), ((0, 0, 8), (0, 3, 5)), ((0, 5, 10), (4, 5, 6))],
)
def test_misere_cases_that_the_printed_proof_leaves_out_or_singles_out(position: Position, move: Position) -> None:
    assert sprague.solve("sharing-nim", position, misere=True).winning_moves == [move]


@pytest.mark.parametrize("piles", [4, 6])
def test_mirror_positions(piles: int) -> None:
    rule = sprague.game("sharing-nim", piles=piles)
    table = sprague.tabulate(rule, limit=9 if piles == 4 else 5, what="outcome")
    (theorem,) = theorems(rule)
    decided = 0
    for position, outcome in table.items():
        if theorem.decides(position):
            assert outcome == "P"
            assert all(position.count(pile) % 2 == 0 for pile in position)
            decided += 1
    assert decided == (45 if piles == 4 else 35)
    assert deciding(rule, (2,) * piles).explain((2,) * piles)
    assert not theorems(rule, misere=True)


def test_an_odd_number_of_piles_has_no_mirror() -> None:
    assert theorems(sprague.game("sharing-nim", piles=5)) == []


def test_number_of_p_positions() -> None:
    table = sprague.tabulate("sharing-nim", limit=40, what="outcome")
    cold = list(table.P_positions())
    for chips in range(40):
        there = [position for position in cold if sum(position) == chips]
        assert count_p_positions(chips, empty_piles=True) == len(there)
        assert count_p_positions(chips, empty_piles=False) == sum(0 not in position for position in there)


@PLAYS
def test_huge_piles(misere: bool) -> None:
    for position in [(7, HUGE, 3 * HUGE), (HUGE, HUGE, 3 * HUGE), (0, 0, 3 * HUGE), (5, HUGE + 5, 2 * HUGE + 5)]:
        answer = sprague.solve("sharing-nim", position, misere=misere)
        assert (answer.outcome == "N") == bool(answer.winning_moves)
        assert all(sum(move) == sum(position) for move in answer.winning_moves)
        assert "digits" in answer.explanation
