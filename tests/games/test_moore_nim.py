"""Moore's Nim: its closed form against the oracle, and moves from large piles."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import sprague
from sprague.games.moore_nim import MooreSum, column_remainders
from tests.games.closed_form_checks import HUGE, PLAYS, agree_with_oracle, unordered


@PLAYS
@pytest.mark.parametrize(
    ("piles", "width", "limit"),
    [
        (1, 1, 20),
        (2, 1, 20),
        (3, 1, 9),
        (2, 2, 12),
        (3, 2, 7),
        (4, 2, 5),
        (5, 2, 3),
        (4, 3, 4),
        (5, 3, 3),
        (5, 4, 3),
        (6, 2, 3),
    ],
)
def test_every_small_position(piles: int, width: int, limit: int, misere: bool) -> None:
    rule = sprague.game("moore-nim", piles=piles, width=width)
    agree_with_oracle(rule, unordered(piles, limit - 1), misere)


@pytest.mark.parametrize(("piles", "width"), [(5, 2), (6, 3), (8, 4), (9, 5), (6, 1)])
def test_large_piles_reach_p_by_a_legal_move(piles: int, width: int) -> None:
    theorem = MooreSum(width)
    seed = 12345
    for _ in range(60):
        sizes = []
        for _ in range(piles):
            seed = seed * 6364136223846793005 % (2**89 - 1)
            sizes.append(seed >> 5)
        position = tuple(sorted(sizes))
        (move,) = theorem.winning_moves(position)
        assert theorem.is_p(move)
        before, after = Counter(position), Counter(move)
        changed = sorted((before - after).elements()), sorted((after - before).elements())
        assert 1 <= len(changed[0]) <= width
        assert all(new < old for old, new in zip(*changed, strict=True))


def test_columns_counted_all_at_once() -> None:
    for modulus, piles in product(range(2, 7), [(5,), (7, 7, 1), (1, 2, 3, 4, 5, 6, 7), (9, 9, 9, 9, 9, 9)]):
        columns = column_remainders(piles, modulus)
        for place in range(max(piles).bit_length()):
            ones = sum(pile >> place & 1 for pile in piles)
            assert [value for value in range(modulus) if columns[value] >> place & 1] == [ones % modulus]


@PLAYS
def test_huge_piles(misere: bool) -> None:
    piles = (HUGE // 3, HUGE // 5, HUGE // 7, HUGE // 11)
    answer = sprague.solve("moore-nim", piles, misere=misere)
    assert answer.outcome == "N"
    assert len(set(piles) & set(answer.winning_moves[0])) >= 2
