"""Families of games: theorems about several members, and their common formula."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sprague.certificates.verification import verify
from sprague.discovery.claim_trials import try_claim
from sprague.discovery.families import FamilyFindings, GameFamily, discover_family
from sprague.discovery.formula_schemas import PiecewiseSchema
from sprague.errors import SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.games import game
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.store import load_proof
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot


def agrees(found: FamilyFindings, value: int, highest: int) -> bool:
    """Return whether the common formula agrees with the oracle at all small positions of a member."""
    assert found.schema is not None
    rule = found.family.member(value)
    claimed, oracle = PositionSet.read(rule, found.schema.claim(rule, value)), Oracle(rule.options)
    positions = product(range(highest), repeat=len(rule.names))
    return all((oracle.outcome(one, found.misere) == "P") == (one in claimed) for one in map(rule.position, positions))


@pytest.mark.slow
def test_a_name_in_a_rule() -> None:
    found = discover_family("(a) -> (a - k) where 1 <= k <= t", "t", range(1, 4))
    assert found
    assert found.conjecture == "a mod (t + 1) = 0"
    # The first member was told in other words, and the formula is proved of it all the same.
    assert [member.claim for member in found.members] == ["a is even", "a mod 3 = 0", "a mod 4 = 0"]
    assert [(trial.value, trial.proved) for trial in found.trials] == [(1, True), (2, True), (3, True)]
    assert [(trial.value, trial.proved) for trial in found.tested] == [(4, True), (5, True)]
    assert [trial.chips for trial in found.tested] == [999, 999]
    assert all(agrees(found, value, 40) for value in range(1, 9))


@pytest.mark.slow
def test_the_number_of_piles() -> None:
    found = discover_family("nim", "piles", range(2, 5))
    assert found.conjecture == "xor = 0"
    assert [member.claim for member in found.members] == ["a = b", "xor = 0", "xor = 0"]
    assert all(trial.proved for trial in (*found.trials, *found.tested))
    assert agrees(found, 5, 4)


def test_a_guess_that_is_wrong_at_the_next_member_is_no_conjecture() -> None:
    found = discover_family("(a) -> (a - k) where 1 <= k <= min(t, 3)", "t", range(1, 4))
    assert not found
    assert found.conjecture is None
    assert str(found.schema) == "a mod (t + 1) = 0"
    wrong = found.counterexample
    assert wrong is not None
    assert (wrong.value, wrong.wrong) == (4, (4,))
    snapshot(str(wrong))
    assert found.tested == (wrong,)  # where it failed, nothing more is tried
    assert not agrees(found, 4, 6)


@pytest.mark.slow
def test_theorems_that_are_not_one() -> None:
    found = discover_family("(a, b) -> (u, b) where u < a any order stop when a + b <= t", "t", (1, 3))
    assert all(isinstance(member.found, Proof) for member in found.members)
    assert (found.schema, found.conjecture, found.trials, found.tested) == (None, None, (), ())


@pytest.mark.slow
def test_one_theorem_about_every_value_of_the_parameter() -> None:
    text = "(a, b) -> (u, b) where u < a any order stop when a + b <= t"
    found = discover_family(text, "t", (1, 3), budget=Limits(seconds=200))
    assert found.schema is None
    theorem = found.all_members
    assert isinstance(theorem, AutomatonProof)
    assert verify(theorem.certificate())
    for t in range(8):
        oracle = Oracle(found.family.member(t).options)
        for position in product(range(9), repeat=2):
            assert ((*position, t) in theorem) is (oracle.outcome(tuple(sorted(position))) == "P")


def test_a_common_formula_that_is_proved_for_every_value() -> None:
    found = discover_family("(a) -> (u) where u < a stop when a <= t", "t", (2, 3, 5))
    assert str(found.schema) == "a <= t"
    assert isinstance(found.all_members, AutomatonProof)
    assert found.all_members.claim == "a <= t"
    assert verify(found.all_members.certificate())
    for t in range(8):
        member = found.family.member(t)
        oracle = Oracle(member.options, member.is_won)
        assert all(((a, t) in found.all_members) is (oracle.outcome((a,)) == "P") for a in range(20))


@pytest.mark.slow
def test_a_formula_for_each_residue_of_the_parameter() -> None:
    found = discover_family("(a) -> (a - 1) ; (a - t) where t >= 2", "t", range(2, 9))
    schema = found.schema
    assert isinstance(schema, PiecewiseSchema)
    assert [condition for condition, _ in schema.cases()] == ["t mod 2 = 0", "t mod 2 = 1"]
    assert str(schema.pieces[1]) == "a is even"
    assert [trial.value for trial in found.tested] == [9, 10, 11, 12]
    assert all(trial.proved for trial in (*found.trials, *found.tested))
    assert all(agrees(found, value, 60) for value in range(2, 16))


def test_an_exceptional_member_has_its_own_formula() -> None:
    found = discover_family("(a) -> (a - k) where 1 <= k <= t, (t != 3 or k mod 2 = 1)", "t", range(1, 6))
    assert isinstance(found.schema, PiecewiseSchema)
    assert [str(piece) for piece in found.schema.pieces] == ["a mod (t + 1) = 0"]
    assert found.schema.exceptions == ((3, "a is even"),)
    assert [trial.proved for trial in found.tested] == [True, True]
    assert all(agrees(found, value, 30) for value in range(1, 10))


def test_a_game_of_the_catalogue_has_no_remembered_parameter() -> None:
    assert GameFamily("nim", "piles").with_remembered_parameter() is None
    growing = GameFamily("(a) -> (a - k) where k >= 1, k mod t = 0", "t")
    assert growing.with_remembered_parameter() is None  # a residue needs a fixed modulus


def test_misere_play() -> None:
    found = discover_family("(a) -> (a - k) where 1 <= k <= t", "t", range(2, 4), misere=True)
    assert found.conjecture == "a mod (t + 1) = 1"
    assert agrees(found, 6, 30)


def test_a_conjecture_is_not_stored() -> None:
    found = discover_family("(a) -> (a - k) where 1 <= k <= t", "t", range(2, 4))
    assert found.tested[0].proved
    assert load_proof(found.tested[0].game, False, False) is None


def test_where_the_game_has_no_more_members_nothing_is_tested() -> None:
    family = GameFamily("exact-nim:piles=3,least=1", "most")
    assert [value for value, _ in family.after([1, 2])] == [3]


def test_seconds_are_those_of_all_members_together() -> None:
    found = discover_family("nim", "piles", range(2, 5), budget=Limits(seconds=0))
    assert [type(member.found).__name__ for member in found.members] == ["Undecided"] * 3
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "fails"),
    [
        ("xor = 0", False),
        ("a = b and c = 0", True),
        ("a = 0 or xor = 0", True),
        ("xor = 0 and a + b + c < 100", True),
        ("a = nothing", False),
    ],
)
def test_a_formula_tried_on_a_game(claim: str, fails: bool) -> None:
    trial = try_claim(3, game("nim"), claim, False, Limits(seconds=60))
    snapshot(str(trial))
    assert trial.fails == fails
    assert trial.holds == (claim == "xor = 0")


def test_an_unproved_formula_states_the_tested_range() -> None:
    trial = try_claim(2, game("nim:piles=2"), "a = b", False, Limits(seconds=60, pairs=1))
    snapshot(str(trial))
    assert trial.holds
    assert not trial.proved


@pytest.mark.parametrize("values", [(), (3,), (3, 3), (4, 3), range(200), np.array([4, 3])])
def test_a_family_has_several_members_in_order(values: tuple[int, ...]) -> None:
    with refused(SpragueError) as refusal:
        discover_family("nim", "piles", values)
    assert "such as 3..6, got" in str(refusal.value)
