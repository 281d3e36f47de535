"""Wythoff's game: P-positions against tables, and against Fibonacci numbers with many digits."""

from __future__ import annotations

import sprague
from sprague.games import theorems
from sprague.games.wythoff import golden_floor
from tests.games.closed_form_checks import HUGE, PLAYS, agree_with_table, deciding


@PLAYS
def test_every_small_position(misere: bool) -> None:
    agree_with_table(sprague.game("wythoff"), 45, misere)


@PLAYS
def test_all_winning_moves_are_found(misere: bool) -> None:
    rule = sprague.game("wythoff")
    table = sprague.tabulate(rule, limit=30, what="outcome", misere=misere)
    (theorem,) = theorems(rule, misere)
    for position in table.positions():
        winning = {option for option in rule.options(position) if table[option] == "P"}
        assert set(theorem.winning_moves(position)) == winning


@PLAYS
def test_far_out(misere: bool) -> None:
    """The closed form is exact where floating point numbers are not."""
    rule = sprague.game("wythoff")
    low = golden_floor(10**40)
    assert low == 16180339887498948482045868343656381177203
    cold = (low, low + 10**40)
    theorem = deciding(rule, cold, misere)
    assert theorem.is_p(cold)
    assert theorem.winning_moves((low, cold[1] + 7)) == [cold]
    assert cold in theorem.winning_moves((low + 12, cold[1] + 12))
    assert cold in theorem.winning_moves((low + 3, cold[1]))


@PLAYS
def test_huge_piles(misere: bool) -> None:
    answer = sprague.solve("wythoff", (HUGE, 3 * HUGE), misere=misere)
    assert answer.outcome == "N"
    assert answer.winning_moves


@PLAYS
def test_piles_of_100_000_digits_from_fibonacci_numbers(misere: bool) -> None:
    """A sum of Fibonacci numbers, no two neighbours, the lowest of even index; and the sum of the next ones.

    Those pairs are the cold positions (Fraenkel): the golden ratio does not come into it. With a
    single one the product with the golden ratio is as near to an integer as it can be.
    """
    rule = sprague.game("wythoff")
    for indices in ([478_500], [478_501 - 97 * n for n in range(12)] + [400_000, 4], [478_499, 71, 2]):
        pairs = [fibonacci(index) for index in indices]
        low, high = sum(first for first, _ in pairs), sum(second for _, second in pairs)
        assert sprague.solve(rule, (low, high), misere=misere).outcome == "P"
        for warm in [(low, high + 1), (low + 1, high + 1), (low + 1, high)]:
            answer = sprague.solve(rule, warm, misere=misere)
            assert answer.outcome == "N"
            assert (low, high) in answer.winning_moves
        for warm in [(low, high - 1), (low - 1, high)]:
            answer = sprague.solve(rule, warm, misere=misere)
            assert answer.outcome == "N"
            assert all(rule.move_to(warm, move).option == move for move in answer.winning_moves)
            assert all(sprague.solve(rule, move, misere=misere).outcome == "P" for move in answer.winning_moves)


def fibonacci(index: int) -> tuple[int, int]:
    """The Fibonacci number of this index and the next, by doubling; 1 has the indices 1 and 2."""
    if index == 0:
        return 0, 1
    first, second = fibonacci(index // 2)
    even, odd = first * (2 * second - first), first * first + second * second
    return (odd, even + odd) if index % 2 else (even, odd)
