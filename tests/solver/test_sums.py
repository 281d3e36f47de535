"""Sums of games."""

from itertools import product

import pytest

import sprague
from sprague import SpragueError, Sum
from sprague.errors import OutOfReach
from sprague.proofs.proof import Proof
from sprague.proofs.store import keep
from sprague.rules import Position, Ruleset
from sprague.solver.sums import SumMove
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

COOKIES = sprague.game("(x, y) -> (x-2, y) ; (x, y-2) ; (x-1, y+1)")
NIM = sprague.game("nim", piles=2)
SHARING = sprague.game("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order")


def sum_oracle(first: Ruleset, second: Ruleset) -> Oracle:
    """The sum played as one game: a position is the two positions one after the other."""
    split = len(first.names)

    def options(position: Position) -> list[Position]:
        left, right = position[:split], position[split:]
        return [option + right for option in first.options(left)] + [left + option for option in second.options(right)]

    return Oracle(options, lambda position: False)


@pytest.mark.parametrize(("first", "second"), [(COOKIES, NIM), (NIM, SHARING), (COOKIES, SHARING)])
def test_a_sum_is_the_game_of_moving_in_either(first: Ruleset, second: Ruleset) -> None:
    oracle = sum_oracle(first, second)
    for left, right in product(product(range(4), repeat=2), repeat=2):
        total = Sum(first @ left, second @ right)
        start = first.position(left) + second.position(right)
        assert total.grundy == oracle.grundy(start)
        assert total.outcome == oracle.outcome(start)
        reached = []
        for move in total.winning_moves:
            parts = [first.position(left), second.position(right)]
            parts[move.component] = move.option
            reached.append(parts[0] + parts[1])
        assert all(oracle.outcome(position) == "P" for position in reached)
        assert bool(reached) == (total.outcome == "N")


def test_the_explanation_of_a_sum() -> None:
    total = Sum(NIM @ (3, 5), COOKIES @ (4, 7))
    assert [because.kind for because in total.because] == ["theorem", "search"]


def test_games_that_have_no_sums_are_refused() -> None:
    with refused(SpragueError):
        Sum(sprague.game("fulves-merger") @ (1, 1, 1, 1))
    with refused(SpragueError):
        Sum()


class TestWhatIsKnownIsUsed:
    """A component is known as far as `solve` knows it."""

    FAR = (10**9, 10**9 + 1)

    def test_a_closed_form_without_values_decides_the_outcome(self) -> None:
        game = sprague.game("empty-transfer:boxes=3")
        total = Sum(game @ (3 * 10**20, 10**20 + 2, 10**20 + 4))
        assert (total.outcome, total.grundy, total.values) == ("N", None, (None,))
        alone = sprague.solve(game, (3 * 10**20, 10**20 + 2, 10**20 + 4))
        assert [move.option for move in total.winning_moves] == alone.winning_moves
        assert not total.all_winning_moves
        assert total.because[0].kind == "theorem"

    def test_beside_games_of_value_0(self) -> None:
        game = sprague.game("empty-transfer:boxes=3")
        far = (10**20, 10**20 + 2, 10**20 + 4)
        total = Sum(NIM @ (5, 5), game @ (1, 1, 1), game @ far, NIM @ (1, 2), NIM @ (0, 3))
        assert (total.outcome, total.grundy, total.values) == ("N", None, (0, 0, None, 3, 3))
        assert {move.component for move in total.winning_moves} == {2}
        snapshot(total.explanation)

    @pytest.mark.slow
    def test_a_stored_proof_decides_a_component(self) -> None:
        rule = sprague.parse("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order")
        proof = sprague.discover(rule, words=False)
        assert isinstance(proof, Proof)
        keep(proof)
        total = Sum(rule @ self.FAR)
        assert (total.outcome, total.because[0].kind) == ("N", "proof")
        assert all(move.option in proof for move in total.winning_moves)
        assert total.winning_moves

    def test_grundy_values_that_were_proved(self) -> None:
        rule = sprague.parse("(x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 1, y + 1)")
        proof = sprague.discover(rule, words=False)
        assert isinstance(proof, Proof)
        keep(proof)
        total = Sum(rule @ (10**30, 10**30 + 1), NIM @ (10**12, 3))
        value = proof.grundy((10**30, 10**30 + 1))
        assert value is not None
        assert (total.values[0], total.grundy) == (value, value ^ 10**12 ^ 3)
        assert total.because[0].kind == "proof"

    def test_moves_of_nim_are_constructed(self) -> None:
        total = Sum(NIM @ (10**30, 5), NIM @ (7, 10**29))
        assert total.outcome == "N"
        assert total.all_winning_moves
        for move in total.winning_moves:
            positions = [NIM.position((10**30, 5)), NIM.position((7, 10**29))]
            NIM.move_to(positions[move.component], move.option)
            positions[move.component] = move.option
            assert Sum(*(NIM @ position for position in positions)).outcome == "P"

    def test_a_game_and_its_equal_cancel(self) -> None:
        rule = sprague.parse("(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c) where k >= 1 any order")
        far = (10**6, 10**6 + 1, 10**7)
        total = Sum(rule @ far, NIM @ (3, 5), rule @ far)
        assert (total.outcome, total.grundy, total.values) == ("N", 6, (None, 6, None))
        assert total.winning_moves == [SumMove(1, (3, 3))]
        assert not total.all_winning_moves
        snapshot(str(total.because[0]))
        assert Sum(rule @ far, rule @ far).outcome == "P"
        snapshot(total.explanation)

    def test_the_missing_value_is_named(self) -> None:
        game = sprague.game("empty-transfer:boxes=3")
        far = (10**20, 10**20 + 2, 10**20 + 4)
        with refused(OutOfReach):
            Sum(game @ far, NIM @ (3, 5)).outcome  # noqa: B018

    def test_a_name_in_the_catalogue_helps_its_equals(self) -> None:
        total = Sum(sprague.parse(str(NIM)) @ (10**20, 1), NIM @ (1, 2))
        assert [because.kind for because in total.because] == ["theorem", "theorem"]


def test_every_move_of_a_sum() -> None:
    game = sprague.game("empty-transfer:boxes=3")
    some, every = Sum(game @ (3, 10, 12)), Sum(game @ (3, 10, 12), every_move=True)
    assert not some.all_winning_moves
    assert every.all_winning_moves
    assert set(some.winning_moves) < set(every.winning_moves)


@pytest.mark.parametrize("component", ["nim", NIM, (3, 5), None])
def test_malformed_components_are_refused(component: object) -> None:
    with refused(SpragueError):
        Sum(component)  # type: ignore[arg-type]


def test_a_sum_prints_the_same_as_the_command_solve() -> None:
    total = Sum(sprague.game("nim:piles=2") @ (3, 5), sprague.game("nim:piles=1") @ (4,))
    snapshot(str(total))
