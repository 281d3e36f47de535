"""`discover` ends at its time limit, when cancelled and when interrupted, and returns the results so far."""

from __future__ import annotations

import os
import signal
import threading
from itertools import permutations
from typing import NoReturn

import pytest

from sprague import limits as watching
from sprague.automata.numeration import BINARY
from sprague.discovery import automaton_strategy as digits
from sprague.discovery import period_strategy as windows
from sprague.discovery import totals_strategy as totals
from sprague.discovery.discover import discover
from sprague.discovery.learning import Answers, Learner, Numbers
from sprague.discovery.period_strategy import PeriodStrategy
from sprague.discovery.strategy import SearchTask
from sprague.errors import OutOfReach, OutOfTime, SpragueWarning
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from tests.fake_clocks import WorkClock, at_most_calls
from tests.layers import sample
from tests.snapshots import refused, snapshot

TWENTY = [f"x{number}" for number in range(20)]
MOVES = [f"({', '.join('u' if other == name else other for other in TWENTY)})" for name in TWENTY]
LATE = 8  # reports of a search, after which something has been tried
#: Rules that once took far longer than they were given, or never came back.
HARD = {
    "exact nim, 2 of 5": "(a, b, c, d, e) -> (u, v, c, d, e) where u < a, v < b any order",
    "slow exact nim, 2 of 4": "(a, b, c, d) -> (a - 1, b - 1, c, d) any order",
    "circular nim, 2 of 5": "(a, b, c, d, e) -> (u, v, c, d, e) where u <= a, v <= b, u + v < a + b ; "
    "(a, u, v, d, e) where u <= b, v <= c, u + v < b + c ; (a, b, u, v, e) where u <= c, v <= d, u + v < c + d ; "
    "(a, b, c, u, v) where u <= d, v <= e, u + v < d + e ; (v, b, c, d, u) where u <= e, v <= a, u + v < e + a",
    "a large constant": "(a, b) -> (u, b) where u < a - 999999 any order",
    "a large vector": "(a, b) -> (a - 1000000, b + 999999) ; (a, b - 7)",
    "a large modulus": "(a, b) -> (u, b) where u < a, u mod 99991 = 3 any order",
    "two choices": "(a, b) -> (a - k, b + j) where 1 <= j, j < k ; (a - k, b - k) where k >= 1 any order",
    "many families": "(a, b, c) -> "
    + " ; ".join(
        f"(a - {i}, b + {i - 1}, c) ; (a, b - {i}, c + {i - 2}) ; (a - {i}, b, c + {i // 2})" for i in range(2, 22)
    ),
    "totals that explode": "empty-some:boxes=12,empty=5",
    "stops late": "(a, b) -> (u, b) where u < a any order stop when a + b <= 10000",
}


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rule", sample(HARD, 3))
def test_the_time_limit_is_respected(rule: str, misere: bool) -> None:
    with WorkClock(1).running():
        found = discover(HARD[rule], misere=misere, budget=Limits(seconds=1))
    assert isinstance(found, Proof | Undecided)


@pytest.mark.parametrize(
    "moves",
    [
        f"{MOVES[0]} where u < x0 any order",
        " ; ".join(f"{move} where u < {name}" for move, name in zip(MOVES, TWENTY, strict=True)),
    ],
)
def test_twenty_piles_are_refused_at_once(moves: str) -> None:
    with at_most_calls(1_000_000):
        found = discover(f"({', '.join(TWENTY)}) -> {moves}")
    assert isinstance(found, Undecided)
    snapshot(found.reason)
    snapshot(found.details()[0])


def test_tables_that_are_too_large_are_reported() -> None:
    found = discover("sharing-nim:piles=5", budget=Limits(positions=10))
    assert isinstance(found, Undecided)
    snapshot("\n".join(map(str, found.attempts)))


def test_a_table_that_is_refused_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*asked: object, **more: object) -> None:
        raise OutOfReach("a table needs 12 GB")

    monkeypatch.setattr(digits, "tabulate", refuse)
    found = discover("nim:piles=2")
    assert isinstance(found, Undecided)
    snapshot("\n".join(map(str, found.attempts)))


@pytest.mark.slow
def test_a_strategy_without_memory_leaves_the_others_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def starve(strategy: SearchTask) -> None:
        raise MemoryError

    monkeypatch.setattr(PeriodStrategy, "step", starve)
    assert isinstance(discover("(a) -> (a - 1) ; (a - 2)", words=False), AutomatonProof)
    resisting = discover("sharing-nim:piles=4", budget=Limits(positions=50))
    assert isinstance(resisting, Undecided)
    snapshot(resisting.details()[0])


def test_periods_that_were_not_found_are_among_what_was_tried() -> None:
    found = discover("(x, y, z) -> (x - 1, y - 1, z) ; (x, y - 3, z + 1)", budget=Limits(positions=100, states=3))
    assert isinstance(found, Undecided)
    assert found.attempts[0].method == "periods"
    snapshot(found.attempts[0].result)


def test_a_strategy_that_takes_long_leaves_the_others_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(strategy: SearchTask) -> None:
        while True:
            watching.check()

    monkeypatch.setattr(PeriodStrategy, "step", for_ever)
    with WorkClock(10).running():
        assert isinstance(discover("nim:piles=2", budget=Limits(seconds=10), words=False), AutomatonProof)


def test_cancelled_from_another_thread() -> None:
    cancel = threading.Event()
    reports: list[str] = []

    def cancel_elsewhere(progress: Progress) -> None:
        reports.append(progress.message)
        if len(reports) == LATE:
            other = threading.Thread(target=cancel.set)
            other.start()
            other.join()

    found = discover("sharing-nim:piles=4", budget=Limits(cancel=cancel), progress=cancel_elsewhere)
    assert isinstance(found, Undecided)
    assert found.reason == "cancelled"
    assert found.attempts
    assert len(reports) <= LATE + 1


def test_proved_values_are_returned_after_cancellation() -> None:
    cancel = threading.Event()

    def report(progress: Progress) -> None:
        if progress.message == "searching for the positions of Grundy value 1":
            cancel.set()

    with pytest.warns(SpragueWarning):
        proof = discover("nim:piles=2", values=3, budget=Limits(cancel=cancel), progress=report)
    assert isinstance(proof, AutomatonProof)
    assert len(proof.automata) == 1
    assert proof.claim is None


def test_ctrl_c_ends_it() -> None:
    reports: list[str] = []

    def press(progress: Progress) -> None:
        reports.append(progress.message)
        if len(reports) == LATE:
            os.kill(os.getpid(), signal.SIGINT)

    found = discover("sharing-nim:piles=4", progress=press)
    assert isinstance(found, Undecided)
    assert found.reason == "interrupted"
    assert len(reports) == LATE


def test_a_theorem_is_returned_when_its_synthesis_is_interrupted() -> None:
    def report(progress: Progress) -> None:
        if progress.message == "searching for a formula":
            raise KeyboardInterrupt

    proof = discover("nim:piles=3", progress=report)
    assert isinstance(proof, AutomatonProof)
    assert proof.claim is None


def test_a_learner_keeps_to_its_memory() -> None:
    def membership(numbers: Numbers) -> Answers:
        found: Answers = (numbers[:, 0] % 13 == 0).astype("int8")
        return found

    learner = Learner(1, BINARY, membership, memory=1000)
    with refused(OutOfReach):
        learner.hypothesis()


@pytest.mark.slow
def test_a_search_for_a_rank_ends_in_time() -> None:
    names = [f"x{number}" for number in range(12)]
    moves = [
        ", ".join(f"{name} - 2" if name == one else f"{name} + 1" if name == two else name for name in names)
        for one, two in permutations(names, 2)
    ]
    total = " + ".join(names)
    rule = parse(f"({', '.join(names)}) -> " + " ; ".join(f"({move}) where {total} >= 3" for move in moves))
    with WorkClock(1).running():
        found = discover(rule, budget=Limits(seconds=1))
    assert isinstance(found, Proof | Undecided)


@pytest.mark.parametrize(("given", "computed"), [(None, 1 << 20), (1000, 1000), (3_000_000, 3_000_000)])
def test_periods_are_looked_for_among_as_many_positions_as_are_allowed(
    given: int | None, computed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    def note(rule: object, *, what: str, misere: bool, budget: Limits) -> NoReturn:
        asked.append(budget.positions)
        raise OutOfReach("no more")

    monkeypatch.setattr(windows, "find_period", note)
    discover("nim:piles=1", budget=Limits(positions=given), words=False)
    assert asked == [computed]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "tried"), [(None, 400_000_000), (10**9, 10**9)])
def test_totals_are_counted_as_far_as_is_allowed(
    given: int | None, tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def note(kind: object, misere: bool, limit: int, members: object, most: int) -> NoReturn:
        asked.append(most)
        raise OutOfTime

    monkeypatch.setattr(totals, "count_totals", note)
    discover("empty-redistribute:boxes=3", budget=Limits(positions=given), words=False)
    assert set(asked) == {tried}  # what is out of time is begun again
