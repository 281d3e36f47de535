"""Claims about single heaps of games that break them: refuted by a table, proved by a period."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import NotVerified
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.heap_proofs import HeapsProof
from sprague.proofs.proof import Refutation
from sprague.proofs.undecided import Undecided
from tests.certificates.samples import with_claim
from tests.snapshots import refused, snapshot

EVEN = "value = 0 and (n = 0 or n mod 2 = 1) or value = 1 and n > 0 and n mod 2 = 0"
RISING = "value = (n - 1) div 3 and n > 0 or value = 0 and n = 0"
DAWSON = "n in {0, 1, 15, 35} or n mod 34 in {5, 9, 21, 25, 29}"


@pytest.mark.parametrize(
    ("game", "claim", "misere"),
    [
        ("kayles", "value = n", False),
        ("kayles", "value <= n", False),
        ("kayles", "n < 2", False),
        ("kayles", "n = 1", False),
        ("kayles", "n = 1", True),
        ("kayles", "n = 1 or n = 3", True),
        ("grundys-game", "value = n mod 3", False),
        ("laskers-nim", "value = n", False),
        ("4.0", "power = 1", False),
        pytest.param(
            "(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a", "value = a", False, marks=pytest.mark.slow
        ),
    ],
)
def test_a_table_refutes_with_the_smallest_component(game: str, claim: str, misere: bool) -> None:
    found = sprague.prove(game, claim, misere=misere)
    assert isinstance(found, Refutation)
    snapshot(str(found))


def test_what_fails_beyond_the_table_is_refuted_by_the_period() -> None:
    found = sprague.prove("0.07", f"({DAWSON}) and n != 9 + 34 * 1000")
    assert isinstance(found, Refutation)
    assert found.counterexample == (34_009,)
    rising = sprague.prove("0.8", "n <= 3 or n = 10000000")
    assert isinstance(rising, Refutation)
    snapshot(str(rising))
    wrong = sprague.prove("4.0", f"({EVEN}) and n != 1000001 or value = 1 and n = 1000001")
    assert isinstance(wrong, Refutation)
    snapshot(str(wrong))


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("kayles", "n = 0"),
        ("0.07", DAWSON),
        ("0.8", "n in {0, 1, 2, 3}"),
        ("4.0", EVEN),
        ("4.0", EVEN.replace("value = 0", "power = 1").replace("value = 1", "power = 2")),
    ],
)
def test_a_period_proves(game: str, claim: str) -> None:
    found = sprague.prove(game, claim)
    assert isinstance(found, HeapsProof)
    snapshot(found.statement())
    verified = sprague.verify(found)
    assert verified
    assert len(verified.claims) == 1
    again = prove_certificate(found.certificate())
    assert (again.claim, again.statement()) == (claim, found.statement())


@pytest.mark.parametrize("other", ["n < 2", "n = 1000000", "value = 0", "value = n"])
def test_a_certificate_with_another_claim_is_refused(other: str) -> None:
    found = sprague.prove("kayles", "n = 0")
    assert isinstance(found, HeapsProof)
    with refused(NotVerified):
        sprague.verify(with_claim(found.certificate(), other))
    with refused(NotVerified):
        prove_certificate(with_claim(found.certificate(), other))


@pytest.mark.parametrize(
    ("game", "claim", "misere"),
    [
        ("kayles", "n in {1, 4, 9}", True),
        ("laskers-nim", "n = 0", False),
        ("0.8", "value = (n - 1) div 3 and n > 0 or value = 0 and n = 0", False),
    ],
)
def test_what_is_not_decided_says_why(game: str, claim: str, misere: bool) -> None:
    found = sprague.prove(game, claim, misere=misere)
    assert isinstance(found, Undecided)
    snapshot(found.reason)


def test_the_checker_states_the_rule_and_quotes_the_name() -> None:
    named = sprague.prove("kayles", "n = 0")
    assert isinstance(named, HeapsProof)
    found = sprague.verify(named)
    assert found.theorem.startswith("in normal play of (n) -> (u) + (v) where u + v = n - 1 ; ")
    assert ("game", "kayles") in found.quotations
