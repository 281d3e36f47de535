"""Periods of games with finitely many moves: search, proof, minimality, and refused changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague import jit
from sprague.errors import OutOfReach, OutOfTime, SpragueError
from sprague.limits import Limits
from sprague.periods import period as periods
from sprague.periods.move_vectors import VectorMoves, read_vector_moves
from sprague.periods.period import NoPeriod, Period, find_period
from sprague.periods.recurrence import NoRecurrence, Recurrence, find_recurrence
from sprague.periods.windows import prime_factors
from sprague.rules import parse
from sprague.rules.labelled_moves import expand_moves
from tests.fake_clocks import FakeClock, WorkClock
from tests.layers import sample
from tests.oracle import Oracle
from tests.properties.random_rules import examples
from tests.snapshots import refused, snapshot


def proved(game: str, **asked: object) -> Period:
    found = find_period(game, **asked)  # type: ignore[arg-type]
    assert isinstance(found, Period)
    sprague.verify(found.certificate())
    return found


def recurrence(vectors: list[tuple[int, ...]]) -> Recurrence:
    found = find_recurrence(VectorMoves.free(vectors, len(vectors[0])), keep=False)
    assert isinstance(found, Recurrence)
    return found


def value_of(oracle: Oracle, position: tuple[int, ...], what: str, misere: bool) -> int | str:
    return oracle.grundy(position) if what == "grundy" else oracle.outcome(position, misere)


def check_against_oracle(found: Period, room: int, what: str = "grundy", misere: bool = False) -> None:
    """Check, on a box that extends `room` beyond the window, that the periods hold and are least."""
    game = found.game
    oracle = Oracle(game.options, game.is_won)
    known = [(m, p) for m, p in zip(found.preperiods, found.periods, strict=True) if m is not None and p is not None]
    assert len(known) == len(game.piles)
    box = [range(game.floor, m + p + room) for m, p in known]
    values = {
        position: value_of(oracle, tuple(sorted(position)) if game.blocks else position, what, misere)
        for position in product(*box)
    }
    assert found.largest == max(int(value == "N") if isinstance(value, str) else value for value in values.values())
    for pile, (m, p) in enumerate(known):

        def keeps(first: int, step: int, pile: int = pile) -> bool:
            return all(
                value == values[later]
                for position, value in values.items()
                if position[pile] >= first
                and (later := (*position[:pile], position[pile] + step, *position[pile + 1 :])) in values
            )

        assert keeps(m, p)
        assert m == game.floor or not keeps(m - 1, p)
        # Only divisors can be smaller periods, and the box has room for them.
        assert not any(keeps(m, q) for q in range(1, p) if p % q == 0)


# The figures of the papers

#: (a, b, c): period in red, in blue, preperiod in red, largest value; from an independent exhaustive computation.
KNOWN = {
    (1, 1, 1): (2, 2, 0, 3),
    (1, 1, 2): (3, 2, 0, 3),
    (2, 2, 3): (4, 4, 10, 3),
    (2, 3, 2): (4, 6, 4, 3),
    (3, 2, 2): (2, 4, 5, 3),
    (4, 1, 3): (14, 2, 7, 3),
    (2, 4, 3): (40, 8, 10, 3),
    (3, 3, 5): (48, 6, 24, 3),
    (1, 2, 7): (32, 4, 0, 3),
    (1, 2, 6): (2, 4, 0, 1),
}


@pytest.mark.parametrize(("game", "figures"), KNOWN.items(), ids=str)
def test_subtraction_transfer_games_have_their_known_periods(
    game: tuple[int, int, int], figures: tuple[int, int, int, int]
) -> None:
    a, b, c = game
    p, q, preperiod, largest = figures
    found = recurrence([(-a, 0), (0, -b), (-c, c)])
    assert (found.periods, found.preperiods, found.largest) == ((p, q), (preperiod, 0), largest)


@pytest.mark.slow
def test_600_of_the_1728_games_up_to_12_have_a_preperiod() -> None:
    games = product(range(1, 13), repeat=3)
    found = [recurrence([(-a, 0), (0, -b), (-c, c)]) for a, b, c in games]
    assert len(found) == 1728
    assert sum(any(game.preperiods) for game in found) == 600


@pytest.mark.parametrize("n", [1, 2, 31, 32, 33])
def test_cookies_in_packs_have_multiples_of_the_periods(n: int) -> None:
    """Proposition 2.2; with n = 32, rows recur exactly when the hash table of rows grows."""
    found = recurrence([(-3 * n, 0), (0, -2 * n), (-2 * n, 2 * n)])
    assert (found.periods, found.preperiods) == ((2 * n, 4 * n), (5 * n, 0))


@pytest.mark.parametrize("a", [2, 5, pytest.param(70, marks=pytest.mark.slow)])
def test_conjecture_3_also_with_more_moves_than_a_word_has_bits(a: int) -> None:
    found = recurrence([(-a, 0), (0, -a), *((-c, c) for c in range(1, a + 1))])
    assert (found.periods, found.preperiods) == ((a + 2, 2 * a), (0, 0))
    assert found.largest == 2 * -(-a // 2) + 1


# Other rules, each against the oracle

GAMES = [
    ("(x) -> (x - 2) ; (x - 5) ; (x - 6)", (11,), (0,)),
    ("(x) -> (x - 1) stop when x <= 4", (2,), (4,)),
    ("subtraction-transfer:a=2,b=3,c=1/2", (6, 6), (6, 0)),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y - 1)", (4, 4), (0, 0)),
    ("(x, y) -> (x - 2, y + 1) ; (x + 1, y - 2)", (6, 6), (0, 0)),
    ("(x, y) -> (x - 2, y + 1) ; (x + 1, y - 2) ; (x - 1, y) ; (x, y - 1)", (2, 2), (0, 0)),
    ("(a, b) -> (a - k, b) where 1 <= k <= 3 any order piles >= 1", (4, 4), (1, 1)),
    ("(x, y) -> (x - 1, y) where y mod 3 = 1 ; (x, y - 2) ; (x - 1, y + 2) where x >= 4", (2, 12), (3, 5)),
    ("(x, y) -> (x - 1, y) ; (x, y - 1) ; (x - 1, y + 1) stop when x + y <= 3", (2, 2), (5, 3)),
    ("(x, y, z) -> (x - 1, y, z) ; (x, y - 1, z) ; (x, y, z - 2) ; (x - 1, y, z + 1)", (8, 2, 4), (0, 0, 0)),
    ("(x, y, z) -> (x - 2, y, z + 1) ; (x, y - 3, z + 1)", (4, 6, 1), (0, 0, 0)),
    ("(x) -> (x - k) where k power of 2, k <= 9", (3,), (0,)),
    ("(x, y) -> (x - k, y + j) where k + j = 3, k >= 1 ; (x, y - 2)", (8, 4), (0, 0)),
]


@pytest.mark.parametrize(("text", "periods", "preperiods"), GAMES, ids=[text for text, _, _ in GAMES])
def test_periods_hold_on_a_box_past_the_window_and_are_the_least(
    text: str, periods: tuple[int, ...], preperiods: tuple[int, ...]
) -> None:
    found = proved(text)
    assert (found.periods, found.preperiods) == (periods, preperiods)
    check_against_oracle(found, 7)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "cookies",
        "subtraction-transfer:a=2,b=3,c=2",
        "(x, y) -> (x - 1, y) ; (x, y - 1) ; (x - 1, y + 1) stop when x + y <= 3",
        "(x, y) -> (x - 1, y) ; (x, y - 2) ; (x - 1, y + 1) win when x = 1",
    ],
)
def test_periods_of_outcomes(text: str, misere: bool) -> None:
    found = proved(text, what="outcome", misere=misere)
    check_against_oracle(found, 7, "outcome", misere)


def test_a_part_without_a_period_leaves_the_others_theirs() -> None:
    found = proved("(x, y, z) -> (x - 1, y - 1, z) ; (x, y, z - 1)", budget=Limits(positions=5_000))
    assert (found.periods, found.preperiods, found.kind) == ((None, None, 2), (None, None, 0), "none found")
    assert found.largest is None
    snapshot(str(found))


def test_the_search_ends_without_a_claim() -> None:
    found = find_period("(x, y) -> (x - 1, y - 1)", budget=Limits(positions=5_000))
    assert isinstance(found, NoPeriod)
    assert not found
    assert (found.periods, found.preperiods, found.kind) == ((None, None), (None, None), "none found")
    snapshot(str(found))
    # A budget too small for the period there is.
    assert not find_period("subtraction-transfer:a=7,b=7,c=1", budget=Limits(positions=200))
    assert isinstance(find_recurrence(VectorMoves.free([(-7, 0), (0, -7), (-1, 1)], 2), budget=200), NoRecurrence)


vectors_of = {
    piles: st.lists(
        st.tuples(*[st.integers(-3, 2)] * piles).filter(lambda v: next((s for s in v if s), 0) < 0),
        min_size=1,
        max_size=4,
    )
    for piles in (1, 2)
}


@examples(40)
@given(
    moves=st.one_of(vectors_of[1], vectors_of[2]),
    asked=st.sampled_from([("grundy", False), ("outcome", False), ("outcome", True)]),
)
def test_what_is_found_for_random_moves_is_so(moves: list[tuple[int, ...]], asked: tuple[str, bool]) -> None:
    what, misere = asked
    found = find_period(
        sprague.game("vector-addition", vectors=moves),
        what=what,  # type: ignore[arg-type]
        misere=misere,
        budget=Limits(positions=20_000),
    )
    if not isinstance(found, Period):
        return
    sprague.verify(found.certificate())
    sizes = [m + p for m, p in zip(found.preperiods, found.periods, strict=True) if m is not None and p is not None]
    if len(sizes) == len(found.periods) and np.prod(sizes) < 400:
        check_against_oracle(found, 8, what, misere)


# Evidence


def test_every_changed_value_of_a_window_is_noticed() -> None:
    found = proved("subtraction-transfer:a=2,b=3,c=2")
    window = found.windows[0]
    assert window.values.shape == (8, 6)
    steps = read_vector_moves(expand_moves(found.game))
    assert window.first_wrong(steps, "grundy", misere=False) is None
    for place in np.ndindex(*window.values.shape):
        values = window.values.copy()
        values[place] = (int(values[place]) + 1) % 4
        assert replace(window, values=values).first_wrong(steps, "grundy", misere=False) is not None


def test_a_rule_without_a_rank_of_its_own_has_one_by_its_piles() -> None:
    found = proved("(x, y) -> (x - 2, y + k) where k < 3, k != 0 ; (x, y - 2j) where j < 4, j != 0")
    assert found.certificate()["rank"] == {"terms": ["x", "y"]}


# Refusals


def test_choices_that_are_bounded_only_together_have_finitely_many_moves() -> None:
    rule = parse("(a, b) -> (a - k, b - l) where 1 <= k + l <= 3")
    assert len(expand_moves(rule).families) == 9
    assert find_period(rule).periods == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "nim:piles=2",
        "(x, y) -> (x - 1, y) where x <= y",
        "(x) -> (x - 1) where x power of 2",
        "dynamic-nim",
        "(x, y) -> (x - 1, 0)",
        "(x, y) -> (x - 1, y + 1) ; (x + 1, y - 1)",
        "(x) -> (x - 1) where x mod 2000000 = 1",
        "(x) -> (x) where 2x < 3, 3x > 5",
        "(x) -> (x - k) where 1 <= k <= 20000",
    ],
)
def test_a_rule_without_a_window_is_refused_with_the_reason(text: str) -> None:
    with refused(SpragueError):
        find_period(text)


def test_other_requests_are_refused() -> None:
    with refused(SpragueError):
        find_period("cookies", what="remoteness")  # type: ignore[arg-type]
    with refused(SpragueError):
        find_period("cookies", misere=True)
    with refused(SpragueError):
        find_period("cookies", budget=Limits(positions=0))
    with refused(SpragueError):
        expand_moves(sprague.game("dynamic-nim", limit=lambda d: d + 1))
    with refused(SpragueError):
        find_period("(a) -> (a - k) where k divides a, 1 <= k <= 3")


def test_prime_factors() -> None:
    assert [prime_factors(n) for n in (1, 2, 12, 97, 360, 49)] == [[], [2], [2, 3], [97], [2, 3, 5], [7]]


def test_a_game_without_a_move_has_no_period_to_find() -> None:
    rule = "(a, b) -> (a + 1, 0) where u + v = a + 2 any order piles >= 1 stop when a mod 3 = 1, b mod 3 = 1"
    with refused(SpragueError):
        find_period(rule, what="outcome", misere=True)


# Limits


@pytest.mark.parametrize("how", sample(["plain", "compiled"], 2))
def test_the_time_limit_is_respected(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = sprague.game("(x, y) -> (x - 1, y - 1) ; (x - 2, y)")
    monkeypatch.setattr(jit, "mode", how)
    clock = WorkClock(0.2) if how == "plain" else FakeClock(step=0.01)
    with clock.running(), refused(OutOfTime):
        find_period(game, budget=Limits(seconds=0.2))


@pytest.mark.slow
def test_a_caller_may_allow_more_moves_and_cases() -> None:
    moves = "(x) -> (x - k) where 1 <= k <= 10001"
    with refused(OutOfReach):
        expand_moves(parse(moves))
    with Limits(positions=1_000_100).watch():
        assert len(expand_moves(parse(moves)).families) == 10_001
    cases = parse("(x) -> (x - 1) where x mod 1000001 = 1")
    with refused(OutOfReach):
        read_vector_moves(cases)
    with Limits(positions=1_000_001).watch():
        assert read_vector_moves(cases).legal.sum() == 1


def test_tables_as_large_as_the_caller_allows_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periods, "TABLED", 16**2)
    rule = "(x, y) -> (x - 1, y - 1)"
    snapshot(str(find_period(rule)))
    snapshot(str(find_period(rule, budget=Limits(positions=32**2))))


@pytest.mark.parametrize("always", ["0 < 3", "a >= 0 or 1 = 1", "not (3 < 2)"])
def test_a_domain_that_leaves_out_nothing_changes_no_period(always: str) -> None:
    plain = "(a) -> (a - k) where k in 2..5"
    text = f"{plain}\npositions where floor(a/2) odd or {always}"
    assert proved(text).periods == proved(plain).periods == (7,)
    assert parse(text).count_choices((9,), 100) == parse(plain).count_choices((9,), 100) == 4
    check_against_oracle(proved(text), 10)


def test_a_pile_that_does_not_matter_is_no_period_of_the_others() -> None:
    found = find_period("(x, y, z) -> (x - 1, y - 1, z)", budget=Limits(positions=10_000))
    assert not found
    snapshot(str(found))
