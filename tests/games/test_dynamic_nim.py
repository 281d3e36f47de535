"""Dynamic Nim: closed forms, counterexamples to the companion condition, and explanations."""

from __future__ import annotations

import pytest

import sprague
from sprague.games import theorems
from sprague.games.dynamic_nim import (
    Ideal,
    _limit_term,
    _suitable_slope,
    companion_condition,
    companion_witness,
    is_suitable,
    satisfies_companion,
)
from tests.games.closed_form_checks import HUGE, PLAYS, agree_with_oracle, unordered
from tests.layers import sample
from tests.oracle import Oracle, Position
from tests.snapshots import snapshot


@PLAYS
@pytest.mark.parametrize("limit", ["x", "2x - 1"])
@pytest.mark.parametrize(
    ("piles", "stop", "top"),
    sample(
        [
            (1, 0, 24),
            (1, 1, 24),
            (1, 5, 30),
            (2, 0, 10),
            (2, 1, 10),
            (2, 2, 11),
            (2, 4, 12),
            (2, 6, 12),
            (3, 0, 5),
            (3, 1, 5),
            (3, 2, 6),
            (3, 6, 7),
            (4, 0, 3),
            (4, 1, 3),
            (4, 2, 3),
            (4, 3, 3),
            (5, 1, 2),
            (5, 0, 2),
        ],
        3,
    ),
)
def test_every_small_position(piles: int, stop: int, top: int, limit: str, misere: bool) -> None:
    rule = sprague.game("dynamic-nim", piles=piles, stop=stop, limit=limit)
    if not satisfies_companion(max(1, stop + misere), piles):
        assert theorems(rule, misere) == []
        return
    positions = [(*sizes, most) for sizes in unordered(piles, top) for most in range(top + 2)]
    agree_with_oracle(rule, positions, misere)


def test_the_theorem_is_used_only_if_it_holds() -> None:
    for limit in ("1", "2x", "x + 1", "3x - 2", lambda x: x):
        assert theorems(sprague.game("dynamic-nim", limit=limit)) == []
    assert theorems(sprague.game("dynamic-nim", piles=4, stop=2)) == []
    assert [str(found.title) for found in theorems(sprague.game("dynamic-nim", piles=9))] == ["Theorem 2"]


def test_the_ideal_theorem_fails_without_the_companion_condition() -> None:
    """Four ones with stop 2: the formula says 2, but no pile has two chips, and no move wins."""
    answer = sprague.solve(sprague.game("dynamic-nim", piles=4, stop=2), (1, 1, 1, 1, 9))
    assert (answer.outcome, answer.because.kind) == ("P", "search")


def test_companion_condition() -> None:
    for piles, most in ((1, 70), (2, 40), (3, 20), (4, 9), (5, 7), (6, 4)):
        for stop in range(1, most):
            assert satisfies_companion(stop, piles) == companion_condition(stop, piles), (stop, piles)


@pytest.mark.parametrize("slope", range(5))
def test_suitable_linear_limits(slope: int) -> None:
    for constant in range(1 - slope, 6):
        limit = _limit_term(f"{slope}x + {constant}" if constant >= 0 else f"{slope}x - {-constant}")
        suitable = is_suitable(lambda x, p=slope, q=constant: p * x + q, 64)  # type: ignore[misc]
        assert (_suitable_slope(limit) is not None) == suitable


@PLAYS
def test_huge_piles(misere: bool) -> None:
    rule = sprague.game("dynamic-nim", piles=2, stop=5, limit="2x - 1")
    answer = sprague.solve(rule, (HUGE + 3, 5 * HUGE, HUGE), misere=misere)
    assert answer.outcome == "N"
    assert len(answer.winning_moves) == 2


def test_the_companion_condition_fails_at_the_witness() -> None:
    for piles, most in ((1, 70), (2, 40), (3, 40), (4, 20), (5, 12), (6, 8)):
        for stop in range(1, most):
            found = companion_witness(stop, piles)
            assert (found is None) == satisfies_companion(stop, piles), (stop, piles)
            if found is not None:
                half = 2 ** (stop.bit_length() - 1)
                assert (len(found), sum(found)) == (piles, stop + half)
                assert max(found) < half


@pytest.mark.parametrize(("stop", "piles"), [(2, 4), (3, 5), (4, 3), (5, 3), (4, 4)])
def test_the_formula_is_wrong_at_the_witness(stop: int, piles: int) -> None:
    """The theorem claims that 2^(m-1) chips change the outcome, but no pile has that many, so they do not."""
    found = companion_witness(stop, piles)
    assert found is not None
    formula = Ideal(1, stop)
    number = formula.smallest(found)
    assert number is not None
    assert number > max(found)
    rule = sprague.game("dynamic-nim", piles=piles, stop=stop)
    assert theorems(rule) == []
    fewer, enough = (*found, number - 1), (*found, number)
    assert formula.is_p(fewer)
    assert not formula.is_p(enough)
    assert Oracle(rule.options).outcome(fewer) == Oracle(rule.options).outcome(enough)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("dynamic-nim:stop=3,limit=2x-1", (5, 9, 3)),
        ("dynamic-nim:stop=3", (5, 6, 8)),
        ("dynamic-nim", (4, 6, 1)),
    ],
)
def test_explanations(game: str, position: Position) -> None:
    snapshot(sprague.solve(game, position).explanation)


def test_explanation_in_misere_play() -> None:
    answer = sprague.solve("dynamic-nim", (4, 5, 9), misere=True)
    assert answer.because.source.startswith("Theorem 3 (misère)")
    snapshot(answer.explanation)
