"""Rim and Trim: the sum without carrying against tables, and piles of many digits."""

from __future__ import annotations

import pytest

import sprague
from sprague.games.rim import RimSum
from tests.games.closed_form_checks import HUGE, agree_with_table, deciding
from tests.snapshots import snapshot


@pytest.mark.parametrize(
    ("piles", "base", "limit"),
    [
        (1, 3, 30),
        (2, 2, 12),
        (3, 2, 8),
        (2, 3, 20),
        (3, 3, 10),
        (4, 3, 3),
        (2, 4, 20),
        (3, 4, 6),
        (2, 5, 16),
        (3, 5, 6),
        (4, 4, 4),
    ],
)
def test_every_small_position(piles: int, base: int, limit: int) -> None:
    agree_with_table(sprague.game("rim", piles=piles, base=base), limit, False)


def test_trim() -> None:
    agree_with_table(sprague.game("trim", piles=3), 10, False)


def test_flanigans_example() -> None:
    rule = sprague.game("rim", piles=5, base=5)
    position = (71, 135, 138, 176, 252)
    theorem = deciding(rule, position)
    assert not theorem.is_p(position)
    assert theorem.is_p(rule.position((71 - 62, 135, 138, 176 - 50, 252)))
    assert all(theorem.is_p(move) for move in theorem.winning_moves(position))
    assert "y = 25," in theorem.explain(position)


@pytest.mark.parametrize("base", [2, 3, 7])
def test_huge_piles(base: int) -> None:
    rule = sprague.game("rim", piles=3, base=base)
    answer = sprague.solve(rule, (HUGE // 7, HUGE // 5, HUGE // 3))
    assert answer.outcome == "N"
    assert all(deciding(rule, move).is_p(move) for move in answer.winning_moves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "block"),
    [
        # The digits of three piles: every column sums to a multiple of the base.
        (2, ["0110100", "1011001", "1101101"]),
        (3, ["2101202", "1200221", "0002210"]),
        (7, ["6403215", "5160344", "3214225"]),
        (12, ["b0a7419", "1b27803", "010a0b0"]),
    ],
)
def test_piles_of_100_000_digits_from_a_repeated_block(base: int, block: list[str]) -> None:
    """A block of digits repeated: P if the block is, and not after a change of one digit."""
    width, times = 7, 15_000
    repeated = (base ** (width * times) - 1) // (base**width - 1)
    cold = tuple(sorted(int(text, base) * repeated for text in block))
    rule = sprague.game("rim", piles=3, base=base)
    answer = sprague.solve(rule, cold)
    assert (answer.outcome, answer.winning_moves) == ("P", [])
    snapshot(answer.explanation)
    place = base ** (3 * times)
    warm = rule.position((cold[0], cold[1], cold[2] + place))
    answer = sprague.solve(rule, warm)
    assert answer.outcome == "N"
    assert cold in answer.winning_moves
    for move in answer.winning_moves:
        assert rule.move_to(warm, move).option == move
        assert sprague.solve(rule, move).outcome == "P"
    # Below the highest wrong column the digits change as well.
    warm = rule.position((cold[0], cold[1] + place // base**9, cold[2] + place))
    for move in sprague.solve(rule, warm).winning_moves:
        assert rule.move_to(warm, move).option == move
        assert sprague.solve(rule, move).outcome == "P"


def test_more_piles_than_a_small_number_can_count() -> None:
    theorem = RimSum(12)
    assert theorem.is_p((11 * 12**30,) * 48)
    assert theorem.winning_moves((11 * 12**30,) * 49)[0] == (0,) + (11 * 12**30,) * 48
