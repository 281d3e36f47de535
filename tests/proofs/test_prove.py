"""`prove`: proofs, refutations, undecided claims, their texts, and refused input."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

import sprague
from sprague import SpragueError
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, everything, nothing
from sprague.certificates.evidence import FUNCTION, P_POSITIONS, VALUES
from sprague.formulas.position_set import PositionSet
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.grundy import check_function
from sprague.proofs.kernel_equation import NO_MOVE, Failure
from sprague.proofs.proof import AutomatonProof, Refutation
from sprague.proofs.proving import Claim, prove
from sprague.proofs.translation import translate
from sprague.proofs.undecided import Undecided
from tests.expected_tables import positions_within
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

# Proved


@pytest.mark.parametrize(
    ("game", "claim", "misere"),
    [
        ("sharing-nim", "a = b and even(v2(c - a))", False),
        ("nim:piles=2", "max >= 2 and a = b or max <= 1 and sum = 1", True),
        ("nim:piles=2", "value = a xor b", False),
        ("nim:piles=2", ["a = b", "a = b + 1 and b is even"], False),
        ("nim:piles=2", atoms.digit_sum_zero(2, 2), False),
    ],
    ids=["formula", "misère", "function", "values", "automaton"],
)
def test_a_proof_says_what_was_proved_and_how(game: str, claim: Claim | list[Claim], misere: bool) -> None:
    found = prove(game, claim, misere=misere)
    assert found
    snapshot(str(found))


@pytest.mark.parametrize(
    ("game", "claim", "misere"),
    [
        ("(x, y) -> (x - 1, y) ; (x, y - 1) ; (x - 1, y - 1)", "x is even and y is even", False),
        ("wythoff", "b = fib_shift(a) and even(fib_zeros(a))", False),
        ("moore-nim:piles=3", "all columns mod 3 = 0", False),
        ("moore-nim:piles=3", "max >= 2 and all columns mod 3 = 0 or max <= 1 and sum mod 3 = 1", True),
        ("(a, b) -> (u, b) where u < a any order stop when a + b <= 2", "sum <= 2 or a = b + 1 and b >= 1", False),
    ],
)
def test_a_verdict_is_that_of_the_oracle(game: str, claim: str, misere: bool) -> None:
    rule = sprague.game(game)
    oracle = Oracle(rule.options)
    found = prove(rule, claim, misere=misere)
    truth = {position: oracle.outcome(position, misere) == "P" for position in positions_within(rule, 9)}
    if all(truth[position] is _holds(rule, claim, position) for position in truth):
        assert isinstance(found, AutomatonProof)
        assert all((position in found) is is_p for position, is_p in truth.items())
    else:
        assert isinstance(found, Refutation)
        assert found.misplaced is not None
        assert truth[found.misplaced] is not _holds(rule, claim, found.misplaced)


def _holds(rule: sprague.Ruleset, formula: str, position: tuple[int, ...]) -> bool:
    return position in PositionSet(parse_formula(formula, rule.names, rule.piles), rule.names, rule.blocks)


def test_kinds_of_claims() -> None:
    kinds = {
        P_POSITIONS: prove("nim:piles=2", "a = b"),
        VALUES: prove("nim:piles=2", ["a = b"]),
        FUNCTION: prove("nim:piles=2", "value = xor"),
    }
    for what, found in kinds.items():
        assert isinstance(found, AutomatonProof)
        assert found.kind == what
        assert (7, 7) in found
        assert (6, 7) not in found
        assert found.positions == atoms.digit_sum_zero(2, 2)


def test_values_follow_from_classes_and_outcomes_from_a_power_function() -> None:
    classes = prove("nim:piles=2", ["a = b", "a = b + 1 and b is even"])
    powers = prove("empty-transfer:boxes=2", "power = low2(bitor(a - 1, b - 1) + 1)")
    assert isinstance(classes, AutomatonProof)
    assert isinstance(powers, AutomatonProof)
    assert [classes.grundy(position) for position in ((4, 4), (4, 5), (4, 6))] == [0, 1, None]
    assert powers.by_power
    assert (31, 53) in powers
    assert (31, 54) not in powers
    assert (31, 54, 64) in powers.automata[0]


def test_the_set_may_be_a_position_set_or_given_in_mixed_forms() -> None:
    rule = sprague.game("nim", piles=2)
    equal = PositionSet(parse_formula("a = b", rule.names, rule.piles), rule.names, rule.blocks)
    assert prove(rule, equal)
    mixed = prove(rule, [atoms.digit_sum_zero(2, 2), "a = b + 1 and b is even"])
    assert isinstance(mixed, AutomatonProof)
    assert mixed.claim is None


def test_a_formula_applies_to_positions_only() -> None:
    # (0, 2) is no position of the game: no box is ever empty.
    assert prove("empty-transfer:boxes=2", "not some pile even or some pile = 0")
    found = prove("empty-transfer:boxes=2", everything(2))
    snapshot(str(found))


def test_a_pile_may_be_called_value() -> None:
    assert prove("(value, b) -> (u, b) where u < value any order", "value = b")


# Refuted


@pytest.mark.parametrize(
    ("game", "claim", "misere", "misplaced"),
    [
        ("nim:piles=2", "a = b or a = 3 and b = 9", False, (3, 9)),
        ("nim:piles=2", "a = b and a != 5", False, (5, 5)),
        ("nim:piles=2", "a = b", True, (0, 0)),
        ("(a, b) -> (u, b) where u < a any order win when a + b = 1", "a = b", False, (0, 1)),
        ("(a) -> (a - 2) ; (a - 3)", "a in {0, 1, 2} or a mod 5 = 1 and a >= 6", False, (2,)),
        ("nim:piles=2", ["a = b", "a = b + 1"], False, None),
        ("nim:piles=2", ["a = b", "a = b"], False, None),
        ("nim:piles=2", "value = a + b", False, None),
        ("nim:piles=2", "value = 0", False, None),
        ("nim:piles=2", "value = a - 1", False, None),
        ("nim:piles=2", "value >= a", False, None),
        ("nim:piles=1", "value > a", False, None),
        ("nim:piles=1", "power = a + 1", False, None),
        ("(a) -> (a - 1) stop when a = 3", "value = a mod 2", False, None),
    ],
    ids=[
        "one apart",
        "no move",
        "stopped in",
        "stopped out",
        "subtraction",
        "values",
        "values twice",
        "sum",
        "zero",
        "none",
        "several",
        "others",
        "power",
        "stopped",
    ],
)
def test_a_refutation_has_a_position(
    game: str, claim: Claim | list[Claim], misere: bool, misplaced: tuple[int, ...] | None
) -> None:
    found = prove(game, claim, misere=misere)
    assert not found
    assert isinstance(found, Refutation)
    snapshot(str(found))
    assert found.misplaced == misplaced


def test_the_first_position_at_which_a_set_fails_is_given() -> None:
    found = prove("nim:piles=1", nothing(1))
    assert isinstance(found, Refutation)
    assert found.counterexample == found.misplaced == (0,)
    rule = sprague.parse("(a) -> (a - 1) where a >= 4 ; (a - 3) where a = 3")
    assert prove(rule, "a in {0, 1, 2, 4, 6} or a >= 8 and a is even")
    wrong = prove(rule, "a in {0, 1, 2, 3, 5} or a >= 7 and a is odd")
    assert isinstance(wrong, Refutation)
    assert (wrong.counterexample, wrong.misplaced) == ((3,), (3,))


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("(a) -> (a - 1) piles >= 1", "value = (a + 1) mod 2"),
        ("(a, b) -> (u, b) where u < a any order piles >= 1", "value = (a - 1) xor (b - 1)"),
        ("(a) -> (a - 1) stop when a <= 2", "value = (a - min(a, 2)) mod 2"),
        ("(a) -> (u) where u < a win when a <= 2", "value = max(a - 2, 0)"),
        ("(a | t) -> (a - k | t - k) where 1 <= k <= t", "value = min(a, t)"),
        (
            "(a, b | t) -> (a - 1, b | t) where t >= 1 any order of a, b",
            "t = 0 and value = 0 or t >= 1 and value = (a + b) mod 2",
        ),
        ("(a) -> (value) where value < a", "value = a"),
        (
            "(a) -> (smaller) where smaller < a, smaller power of 2 stop when a <= 1",
            "a <= 1 and power = 1 or low2(power) = power and a <= power < 2a",
        ),
    ],
    ids=["floor", "floor 2", "stop", "win", "remembered", "remembered 2", "a choice called value", "powers"],
)
def test_a_function_is_proved_for_every_kind_of_rule(game: str, claim: str) -> None:
    rule = sprague.parse(game)
    oracle = Oracle(rule.options, rule.is_won)
    found = prove(rule, claim)
    assert isinstance(found, AutomatonProof), found
    assert found.what == FUNCTION
    for position in positions_within(rule, 7):
        assert found.grundy(position) == oracle.grundy(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        "value = xor and not max = 99999 or max = 99999 and value = 0",
        "value = xor and not max = 99999",
        "value = xor or max = 0 and value = 99999",
    ],
)
def test_a_contradiction_is_explained_without_the_value(claim: str) -> None:
    """A search finds the values of small positions only."""
    snapshot(str(prove("nim:piles=2", claim)))


def test_two_values_or_no_power_are_explained() -> None:
    nim = sprague.game("nim:piles=1")
    several = translate(parse_formula("value = a or value = a + 5", ("a", "value")), ("a", "value"))
    found = check_function(nim, several, as_power=False).failure
    snapshot(str(found))
    same = translate(parse_formula("value = a + 1", ("a", "value")), ("a", "value"))
    found = check_function(nim, same, as_power=True).failure
    snapshot(str(found))
    outside = translate(parse_formula("value = a xor b", ("a", "b", "value")), ("a", "b", "value"))
    found = check_function(sprague.parse("(a, b) -> (u, b) where u < a piles >= 1"), outside, as_power=False).failure
    snapshot(str(found))


def test_an_option_that_is_misplaced_is_named() -> None:
    rule = sprague.parse("(a) -> (a - 1)")
    failure = Failure((3,), NO_MOVE)
    snapshot(str(Refutation(rule, False, None, failure, (2,))))
    snapshot(str(Refutation(rule, False, None, failure, (3,))))


# Undecided


def test_a_limit_on_pairs_leaves_a_claim_undecided() -> None:
    found = prove("sharing-nim", "a = b and even(v2(c - a))", budget=Limits(pairs=3))
    assert isinstance(found, Undecided)
    assert not found
    snapshot(str(found))


def test_play_that_may_not_end_leaves_a_claim_undecided() -> None:
    found = prove("(a, b) -> (b, a) where a < b ; (b, a) where b < a", "a = b")
    assert isinstance(found, Undecided)
    snapshot(str(found))
    # From 90 on play goes round, which small positions do not show.
    far = prove("(a, b) -> (a - 1, b + 1) where a >= 90 ; (a + 1, b - 1) where a >= 90", "a = b")
    snapshot(str(far))


# Refused


def square(x: int) -> int:
    return x * x


@pytest.mark.parametrize(
    ("game", "claim", "misere"),
    [
        ("nim:piles=2", "value = xor", True),
        ("nim:piles=2", ["a = b"], True),
        ("nim:piles=2", [], False),
        ("nim:piles=2", atoms.digit_sum_zero(3, 2), False),
        ("nim:piles=2", atoms.linear((1, -1), 0, "<"), False),
        ("trim:piles=2", "xor = 0", False),
        ("nim:piles=2", "a = c", False),
        ("nimm", "a = b", False),
    ],
    ids=["function", "values", "none", "tracks", "order", "bases", "name", "game"],
)
def test_what_cannot_be_a_claim_is_refused(
    game: str | sprague.Ruleset, claim: Claim | list[Claim], misere: bool
) -> None:
    with refused(SpragueError):
        prove(game, claim, misere=misere)


def test_a_rule_with_a_python_function_is_undecided() -> None:
    found = prove(sprague.game("dynamic-nim", piles=1, limit=square), "t = 0")
    assert isinstance(found, Undecided)
    snapshot(found.reason)


def test_sets_that_differ_in_one_large_position_are_distinguished() -> None:
    rule, far = sprague.game("nim", piles=2), 1000
    wrong: Automaton = atoms.digit_sum_zero(2, 2) - atoms.finite([(far, far)], 2)
    found = prove(rule, wrong)
    assert isinstance(found, Refutation)
    assert found.counterexample == (far, far)
    assert found.misplaced is None  # too far to search


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("nim:piles=3", "xor = 0"),
        ("nim:piles=2", "value = a xor b"),
        ("nim:piles=2", "a = b + 1 or b = a + 1"),
        ("nim:piles=2", "a mod 999999999 = 1"),
        pytest.param("empty-all-but-one:boxes=4", "(all piles x: x mod 21 <= 6)", marks=pytest.mark.slow),
    ],
)
def test_what_is_decided_is_a_value(game: str, claim: str) -> None:
    found = prove(game, claim)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert str(again) == str(found)
    assert repr(again) == repr(found)
    if isinstance(found, AutomatonProof):
        assert all(not automaton.table.flags.writeable for automaton in again.automata)


def test_a_small_proof_loads_no_compiler() -> None:
    program = """
import sys
import sprague
assert sprague.prove("sharing-nim", "a = b and even(v2(c - a))")
assert not sprague.prove("nim:piles=2", "a = b or a = 1")
print("numba" in sys.modules)
"""
    cold = {**os.environ, "SPRAGUE_KERNELS": "", "NUMBA_CACHE_DIR": "/nonexistent"}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=cold)
    assert run.stdout == "False\n"


@pytest.mark.parametrize("formula", ["a square", "not b prime", "a divides b"])
def test_what_no_digits_tell_is_no_part_of_a_proof(formula: str) -> None:
    formula.removeprefix("not ")
    with refused(SpragueError):
        prove("nim:piles=2", formula)


def test_a_rule_that_is_not_linear_is_undecided() -> None:
    found = prove("(a) -> (a - k) where k square, k >= 1", "a = 0")
    assert isinstance(found, Undecided)
    snapshot(found.reason)
