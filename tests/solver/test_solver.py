"""The solver: theorem, proof, table or search, strongest first."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.errors import OutOfReach, OutOfTime
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.store import keep as keep_proof
from sprague.rules import Position
from sprague.solver import computation
from sprague.solver.reasons import ByQuotient, ByTable
from sprague.solver.solver import Solver
from tests.fake_clocks import WorkClock
from tests.oracle import Oracle
from tests.quotients.plainly import misere, octal
from tests.snapshots import refused, snapshot

WYTHOFF = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"
EMPTY_TRANSFER = "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1"


def keep(rule: str, misere: bool = False) -> Proof:
    """Discover a theorem and store it, as `sprague discover` does."""
    proof = sprague.discover(rule, misere=misere, words=False)
    assert isinstance(proof, Proof)
    keep_proof(proof)
    return proof


KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"


class TestQuotients:
    """Sums of heaps in misère play: a misère quotient that covers them, where a search would be long."""

    @pytest.mark.slow
    def test_outcomes_and_moves_are_those_of_plain_search(self) -> None:
        solver, is_p = Solver(sprague.parse(KAYLES), misere=True), misere(octal("0.77"))
        for position in ((4, 8, 9, 11), (1, 1, 13, 16)):
            reason = solver.reason(position)
            assert isinstance(reason, ByQuotient)
            assert reason.is_p(position) == is_p(position)
            moves, are_all = solver.winning_moves(position)
            assert (sorted(moves), are_all) == (sorted(filter(is_p, solver.options(position))), True)
            assert bool(moves) != is_p(position)

    @pytest.mark.slow
    def test_far_heaps_are_decided_by_the_period(self) -> None:
        answer = sprague.solve(KAYLES, (27, 1001, 1013), misere=True)
        assert (answer.outcome, answer.because.kind) == ("N", "proof")
        snapshot(answer.because.source)

    def test_heaps_that_do_not_split_are_sums_too(self) -> None:
        answer = sprague.solve("(n) -> (n - k) where k in {1, 3, 4}", (30, 40, 50, 61), misere=True)
        assert answer.because.kind == "proof"
        snapshot(answer.because.source)

    def test_a_small_sum_is_searched(self) -> None:
        assert sprague.solve(KAYLES, (3, 4), misere=True).because.kind == "search"

    @pytest.mark.slow
    def test_a_game_without_a_quotient_is_searched(self) -> None:
        growing = "(n) -> (n - 3) ; (n + 1) where n mod 3 = 0, n >= 3 ; (n - 4) where n mod 3 = 1"
        answer = sprague.solve(growing, (30, 31, 32), misere=True)
        assert answer.because.kind in ("search", "table")


class TestOrder:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("game", "position", "kind"),
        [
            ("nim:piles=3", (3, 5, 7), "theorem"),
            (EMPTY_TRANSFER, (3, 6, 4), "proof"),
            ("(a, b) -> (u, b) where u < a any order", (20, 30), "search"),
            ("(a, b, c) -> (u, b, c) where u < a any order", (25, 26, 27), "table"),
        ],
    )
    def test_the_strongest_reason_answers(self, game: str, position: Position, kind: str) -> None:
        keep(EMPTY_TRANSFER)
        assert sprague.solve(game, position).because.kind == kind

    def test_reasons_are_listed_strongest_first(self) -> None:
        keep("nim:piles=2")
        assert [reason.because.kind for reason in Solver(sprague.game("nim:piles=2")).reasons] == [
            "theorem",
            "proof",
        ]
        assert Solver(sprague.parse(WYTHOFF)).reasons == []

    def test_computed_positions_are_remembered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        solver = Solver(sprague.parse(WYTHOFF))
        first = solver.reason((8, 9))
        monkeypatch.delattr(computation, "search")
        assert solver.reason((8, 9)) is first
        assert solver.reason((3, 5)) is first  # an option of an option


RULES = [
    "(a, b) -> (u, b) where u < a any order",
    "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)",
    "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
    "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order",
    "(a | t) -> (a - d | 2d - 1) where 1 <= d <= t",
    "(a, b) -> (a - 2, b + 1) ; (a, u) where u < b",
    "(a) -> (a - 1) stop when a <= 2",
]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rule", RULES)
def test_a_table_agrees_with_the_oracle(rule: str, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computation, "STRATEGIES", computation.STRATEGIES[1:])  # without the small search
    game = sprague.parse(rule)
    oracle = Oracle(game.options, game.is_won)
    for position in product(range(1, 5), repeat=len(game.names)):
        answer = sprague.solve(game, position, misere=misere)
        assert answer.because.kind == "table"
        assert answer.outcome == oracle.outcome(answer.position, misere)
        assert answer.grundy == (None if misere else oracle.grundy(answer.position))
        wins = [option for option in game.options(position) if oracle.outcome(option, misere) == "P"]
        assert (answer.winning_moves, answer.all_winning_moves) == (wins, True)


@pytest.mark.slow
def test_a_table_names_its_bound() -> None:
    rule = sprague.parse("(a, b, c) -> (u, b, c) where u < a any order")
    solver = Solver(rule)
    reason = solver.reason((25, 26, 27))
    assert isinstance(reason, ByTable)
    snapshot(str(reason.because))
    assert solver.reason((3, 20, 27)) is reason
    assert solver.reason((3, 20, 28)) is not reason


class TestLimits:
    @pytest.mark.slow
    def test_a_table_is_filled_only_within_them(self) -> None:
        rule = "(a, b, c) -> (u, b, c) where u < a any order"
        assert sprague.solve(rule, (25, 26, 27), budget=Limits(positions=5_000)).because.kind == "table"
        with refused(OutOfReach):
            sprague.solve(rule, (25, 26, 27), budget=Limits(positions=3_000))
        with refused(OutOfReach):
            sprague.solve(rule, (25, 26, 27), budget=Limits(positions=2_500, memory=1_000))

    def test_a_search_ends_when_its_seconds_are_over(self) -> None:
        # No rank is found, so that there is no table.
        rule = "(a, b, c) -> (u, b, c) where u < a ; (a, b, c) where a = b, b = c, c = 1000000 any order"
        with WorkClock(0.3).running(), refused(OutOfTime):
            sprague.solve(rule, (60, 70, 80), budget=Limits(seconds=0.3))


class TestWinningMoves:
    def test_those_that_a_theorem_constructs_may_not_be_all(self) -> None:
        answer = sprague.solve("empty-transfer", (3, 10, 12))
        every = sprague.solve("empty-transfer", (3, 10, 12), every_move=True)
        assert not answer.all_winning_moves
        assert every.all_winning_moves
        assert set(answer.winning_moves) < set(every.winning_moves)
        oracle = Oracle(every.game.options, every.game.is_won)
        assert every.winning_moves == [o for o in every.game.options((3, 10, 12)) if oracle.outcome(o) == "P"]

    def test_a_small_position_has_all_winning_moves(self) -> None:
        assert sprague.solve("nim", (3, 5, 7)).all_winning_moves
        assert not sprague.solve("nim", (3, 500, 700)).all_winning_moves

    def test_a_p_position_has_none(self) -> None:
        answer = sprague.solve("nim", (10**20, 10**20))
        assert (answer.winning_moves, answer.all_winning_moves) == ([], True)

    @pytest.mark.slow
    @pytest.mark.parametrize("misere", [False, True])
    def test_a_proof_lists_all_on_request(self, misere: bool) -> None:
        keep(WYTHOFF, misere)
        for position in [(25, 40), (31, 33)]:
            some = sprague.solve(WYTHOFF, position, misere=misere)
            every = sprague.solve(WYTHOFF, position, misere=misere, every_move=True)
            assert some.because.kind == every.because.kind == "proof"
            assert set(some.winning_moves) <= set(every.winning_moves)
            oracle = Oracle(every.game.options, every.game.is_won)
            wins = [o for o in every.game.options(position) if oracle.outcome(o, misere) == "P"]
            assert every.winning_moves == wins

    def test_all_of_very_many_are_refused_at_once(self) -> None:
        with refused(OutOfReach):
            sprague.solve("nim", (3, 10**18), every_move=True)

    @pytest.mark.slow
    def test_options_that_the_theorem_does_not_decide_are_computed_on_request(self) -> None:
        """The closed form covers only some positions; the answer never claims more than is known."""
        found = 0
        for position in product(range(1, 7), repeat=3):
            rule = sprague.game("sharing-nim")
            answer = sprague.solve(rule, position)
            every = sprague.solve(rule, position, every_move=True)
            wins = [o for o in rule.options(answer.position) if sprague.solve(rule, o).outcome == "P"]
            assert every.winning_moves == wins
            assert answer.all_winning_moves <= (sorted(answer.winning_moves) == sorted(wins))
            found += answer.because.kind == "theorem"
        assert found


def test_a_folder_of_theorems_is_looked_at_once_for_each_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No result is cached beyond a request: the next request uses a theorem that was stored in the meantime."""
    assert sprague.solve(EMPTY_TRANSFER, (3, 6, 4)).because.kind == "search"
    keep(EMPTY_TRANSFER)
    assert sprague.solve(EMPTY_TRANSFER, (3, 6, 4)).because.kind == "proof"
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "elsewhere"))
    assert sprague.solve(EMPTY_TRANSFER, (3, 6, 4)).because.kind == "search"


def test_small_heaps_that_a_period_does_not_tell_are_searched_once() -> None:
    solver = Solver(sprague.game("dawsons-kayles"))
    moves, are_all = solver.winning_moves((1_990,))
    assert are_all
    assert all(solver.value(move)[0] == 0 for move in moves)
    assert len(solver._computed) < 5  # each heap below 86 had a search of its own
