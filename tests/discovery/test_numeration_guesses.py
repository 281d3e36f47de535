"""Numerations that the P-positions of a table suggest, and theorems found with them."""

from __future__ import annotations

from math import isqrt

import numpy as np
import pytest

import sprague
from sprague.automata.numeration import numeration
from sprague.certificates.verification import verify
from sprague.discovery.numeration_guesses import QuadraticNumber, find_slopes
from sprague.proofs.proof import AutomatonProof
from tests.oracle import Oracle

#: Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982).
FRAENKEL = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, |k - l| < {} any order"


def members(game: str, limit: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    table = sprague.tabulate(game, limit=limit, what="outcome")
    return np.array([position for position, outcome in table.items() if outcome == "P"])


@pytest.mark.slow
@pytest.mark.parametrize("t", [1, 2, 3, 4, 5, 6])
def test_fraenkels_games_suggest_their_continued_fraction(t: int) -> None:
    assert find_slopes(members(FRAENKEL.format(t), 256))[0].numerations[0] == numeration(f"[{t}; {t}]")


@pytest.mark.parametrize("name", ["fibonacci", "2,1", "5,1", "4,-1", "tribonacci", "1,0,1"])
def test_numbers_beside_themselves_shifted_suggest_their_digits(name: str) -> None:
    digits = numeration(name)
    pairs = np.array([(n, digits.read([*digits.write(n), 0])) for n in range(300)])
    assert any(digits in slope.numerations for slope in find_slopes(pairs))


@pytest.mark.parametrize("game", ["nim:piles=2", "nim:piles=3", "(a, b) -> (a - k, b) where k >= 1, 2k <= a any order"])
def test_slopes_of_grids_suggest_nothing(game: str) -> None:
    assert not any(slope.numerations for slope in find_slopes(members(game, 64)))


def test_no_members_suggest_nothing() -> None:
    assert find_slopes(np.empty((0, 2), np.int64)) == []


@pytest.mark.slow
@pytest.mark.parametrize("t", [2, 3])
def test_fraenkels_games_are_proved_by_default(t: int) -> None:
    proof = sprague.discover(FRAENKEL.format(t))
    assert isinstance(proof, AutomatonProof)
    assert proof.positions.numeration == numeration(f"{t},1")
    assert verify(proof.certificate())
    oracle = Oracle(sprague.game(FRAENKEL.format(t)).options)
    for position in np.ndindex(30, 30):
        assert (position in proof) == (oracle.outcome(position) == "P"), position
    # Far beyond every table: the n-th pair is n times (2 - t + √(t² + 4)) / 2, rounded down, and n times t more.
    for n in (10**6 + 3, 7**50, 2**200 - 1):
        smaller = (n * (2 - t) + isqrt(n * n * (t * t + 4))) // 2
        assert (smaller, smaller + t * n) in proof
        assert (smaller, smaller + t * n + 1) not in proof


@pytest.mark.parametrize(("steps", "field", "recurrence"), [(2, 17, "8,1"), (3, 37, "12,1")])
def test_the_field_of_the_slope_decides_the_recurrence(steps: int, field: int, recurrence: str) -> None:
    # Wythoff's game with equal numbers taken from both piles only in multiples of `steps`.
    game = f"(a, b) -> (a - k, b) where k >= 1 ; (a - {steps}k, b - {steps}k) where k >= 1 any order"
    slope = find_slopes(members(game, 256))[0]
    assert slope.number == QuadraticNumber(1, field, 2 * steps)
    assert slope.number.field == field
    assert [one.name for one in slope.numerations] == [recurrence]
    assert f"√{field}" in str(slope)


#: A move takes pk chips from a pile and adds qk to the other pile, where k is greater than the other pile.
MORE_THAN_THE_OTHER = "(a, b) -> (a - {}k, b + {}k) where k > b any order"


@pytest.mark.parametrize(
    ("taken", "added", "slope", "recurrence"),
    [
        (1, 0, QuadraticNumber(1, 5, 2), "fibonacci"),
        (2, 1, QuadraticNumber(2, 12, 2), "4,-1"),
        (3, 1, QuadraticNumber(3, 17, 2), "8,1"),
        (3, 2, QuadraticNumber(3, 21, 2), "5,-1"),
    ],
)
def test_the_edge_of_a_region_suggests_its_slope(
    taken: int, added: int, slope: QuadraticNumber, recurrence: str
) -> None:
    found = find_slopes(members(MORE_THAN_THE_OTHER.format(taken, added), 128))
    assert float(found[0].number or 0) == pytest.approx(float(slope))
    assert recurrence in [one.name for one in found[0].numerations]


def test_the_lower_edge_of_a_region_suggests_its_slope() -> None:
    above = np.array([(x, y) for x in range(128) for y in range(128) if y * y >= 2 * x * x])
    found = find_slopes(above, 128)
    assert [str(slope.number) for slope in found] == ["√2"]


def test_the_border_of_a_table_suggests_no_slope() -> None:
    everything = np.argwhere(np.ones((64, 64), bool))
    below = everything[everything.sum(axis=1) < 64]
    assert find_slopes(everything, 64) == []
    assert find_slopes(below, 32) == []


@pytest.mark.slow
def test_a_region_with_an_irrational_slope_is_proved() -> None:
    game = MORE_THAN_THE_OTHER.format(2, 1)
    proof = sprague.discover(game)
    assert isinstance(proof, AutomatonProof)
    assert proof.positions.numeration == numeration("4,-1")
    assert verify(proof.certificate())
    oracle = Oracle(sprague.game(game).options)
    for position in np.ndindex(40, 120):
        assert (position in proof) == (oracle.outcome(position) == "P"), position
    for n in (10**6 + 3, 7**50):  # far beyond every table, about 1 + √3 chips for each chip of the smaller pile
        assert (n, n + isqrt(3 * n * n) - 3) in proof
        assert (n, n + isqrt(3 * n * n) + 5) not in proof


@pytest.mark.parametrize(
    ("number", "fraction", "recurrence", "text"),
    [
        (QuadraticNumber(1, 5, 2), ((), (1,)), (1, 1), "(1 + √5) / 2"),
        (QuadraticNumber(0, 12, 2), ((1,), (1, 2)), (4, -1), "√3"),
        (QuadraticNumber(4, 20, 2), ((), (4,)), (4, 1), "2 + √5"),
        (QuadraticNumber(-7, 13, -9), ((0, 2), (1, 1, 1, 1, 6)), (36, 1), "(7 - √13) / 9"),
    ],
)
def test_continued_fractions_of_quadratic_numbers(
    number: QuadraticNumber, fraction: object, recurrence: tuple[int, ...], text: str
) -> None:
    assert number.recurrence() == recurrence
    assert str(number) == text
    found = number.continued_fraction()
    assert found is not None
    before, period = found
    value = 0.0
    for quotient in reversed((*before, *(period * 20))):
        value = quotient + (1 / value if value else 0)
    assert value == pytest.approx(float(number))
    if text != "(7 - √13) / 9":
        assert found == fraction
