"""Why play ends: ranks that fall, and those that do not."""

from __future__ import annotations

import pytest

import sprague
from sprague.checker import verify
from sprague.errors import NotVerified, OutOfReach
from tests.checker.samples import (
    certificate_of,
)


@pytest.mark.parametrize(
    ("name", "rank", "message"),
    [
        (
            "nim 2",
            {"terms": ["a"]},
            r"^the rank may stay as it is with the move to \(a, choice 0\), so play need not end$",
        ),
        ("nim 2", {"terms": ["2a - b"]}, "^the rank '2a - b' is not a natural number at every position$"),
        ("nim 2", {"terms": []}, "the rank may stay as it is"),
        ("boxes 3", {"terms": ["a + b"]}, "the rank may rise"),
        ("nim 2", {"quadratic": "pairs"}, "does not go along a line|changes the number of chips"),
        ("sharing", {"terms": ["a + b + c"]}, "the rank may stay as it is"),
        ("sharing", {"quadratic": "pairs"}, "the rank may stay or rise"),
    ],
)
def test_a_rank_that_does_not_fall_is_refused(name: str, rank: object, message: str) -> None:
    with pytest.raises(NotVerified, match=message):
        verify(certificate_of(name) | {"rank": rank})


def test_squares_that_fall_otherwise_than_along_a_line_are_out_of_reach() -> None:
    rule = "(a, b) -> (u, v) where u + v < a ; (a - k, b + k) where k >= 1, b + k < a, 2k <= a"
    with pytest.raises(OutOfReach, match="the checker sees squares fall along lines only, and the move to"):
        verify(certificate_of("nim 2") | {"rule": rule, "rank": {"quadratic": "squares"}})


def test_the_prover_takes_another_rank_where_there_is_one() -> None:
    rule = "(a, b) -> (u, v) where u + v < a ; (a - k, b + k) where k >= 1, b + k < a, 2k <= a"
    proof = sprague.prove(rule, "a = 0")
    assert isinstance(proof, sprague.Proof)
    assert proof.certificate()["rank"] == {"terms": ["a"]}
    assert verify(proof.certificate())


@pytest.mark.parametrize(
    ("rule", "rank"),
    [
        ("(a, b) -> (a - 1, b + 1)", {"terms": ["a"]}),
        ("(a, b) -> (a - 1, u) where u <= 2b + 7 ; (a, u) where u < b", {"terms": ["a", "b"]}),
        ("(a, b) -> (u, v) where u + v = a + b, u < a, v < a any order", {"quadratic": "squares"}),
        ("(a, b) -> (a - 1, b + 1) where b + 1 <= a - 1 any order", {"quadratic": "squares"}),
        ("(a, b) -> (a - k, b + k) where 1 <= k <= a, a <= b any order", {"quadratic": "pairs"}),
    ],
)
def test_the_rank_of_every_kind_is_shown_to_fall(rule: str, rank: object) -> None:
    # The set of nothing is wrong, but only after the rank has been accepted.
    nothing = {"transitions": [[0] * 4], "accepting": []}
    with pytest.raises(NotVerified, match=r"^\(0, 0\) is not in the set, but no move from it leads into the set$"):
        verify(certificate_of("nim 2") | {"rule": rule, "rank": rank, "automaton": nothing})


def test_without_a_rank_a_second_solution_of_the_equation_would_pass() -> None:
    # From (a) one may stay: the equation has no solution; from pairs that swap it has two. A rank has neither.
    swapped = {
        "rule": "(a) -> (a + 1) where a mod 2 = 0 ; (a - 1) where a mod 2 = 1",
        "tracks": ["a"],
        "rank": {"terms": ["a"]},
        "automaton": {"transitions": [[0, 1], [0, 1]], "accepting": [0]},
        "claim": None,
    }
    with pytest.raises(NotVerified, match="the rank may rise"):
        verify(certificate_of("nim 2") | swapped)
