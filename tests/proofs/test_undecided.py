"""`Undecided`: the reasons and the attempts."""

from __future__ import annotations

import pytest

import sprague
from sprague.proofs.undecided import Attempt, Undecided
from sprague.rules import parse
from tests.snapshots import refused, snapshot


def test_growth_of_what_resists() -> None:
    attempts = (
        Attempt("base 2", 4, 5, "wrong at (1, 2): not in the set"),
        Attempt("base 3", 4, None, "the table is too small for it"),
        Attempt("base 2", 8, 1234, "not decided"),
    )
    result = Undecided(parse("(a, b) -> (u, b) where u < a any order"), False, None, "it resists", attempts)
    assert result.growth() == {"base 2": [(4, 5), (8, 1234)]}
    snapshot(str(result))
    snapshot(str(attempts[1]))
    snapshot(str(attempts[2]))


def test_attempts_without_a_table_are_listed_once() -> None:
    attempts = (
        Attempt("periods", None, None, "none was found in time"),
        Attempt("base 2", 4, 5, "not decided in time"),
        Attempt("periods", None, None, "none was found in time"),
    )
    result = Undecided(parse("(a) -> (u) where u < a"), True, None, "cancelled", attempts)
    snapshot("\n".join(result.details()))
    snapshot(str(attempts[0]))
    assert not result


@pytest.mark.parametrize(
    ("game", "claim"), [("(a) -> (a - k) where k divides a, k < a", "a = 1"), ("nim:piles=2", "a = 1")]
)
def test_a_result_without_a_proof_has_no_set_of_positions(game: str, claim: str) -> None:
    found = sprague.prove(game, claim)
    assert not isinstance(found, sprague.Proof)
    assert not found
    with refused(sprague.MissingResultError):
        assert (0, 1) in found
    assert issubclass(sprague.MissingResultError, TypeError)
