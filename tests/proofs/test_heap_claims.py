"""Claims about single heaps of games that break them: refuted by a table, proved by a period."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import NotVerified
from sprague.proofs.heaps import HeapsProof
from sprague.proofs.proof import Refutation
from sprague.proofs.store import proof_of
from sprague.proofs.undecided import Undecided
from tests.certificates.samples import with_claim

EVEN = "value = 0 and (n = 0 or n mod 2 = 1) or value = 1 and n > 0 and n mod 2 = 0"
RISING = "value = (n - 1) div 3 and n > 0 or value = 0 and n = 0"
DAWSON = "n in {0, 1, 15, 35} or n mod 34 in {5, 9, 21, 25, 29}"


@pytest.mark.parametrize(
    ("game", "claim", "misere", "told"),
    [
        ("kayles", "value = n", False, "refuted: 4 has Grundy value 1, not 4"),
        ("kayles", "value <= n", False, "refuted: 1 has Grundy value 1, and the claim gives it 0 too; a claim about "),
        ("kayles", "n < 2", False, "refuted: 1: in the set, but of Grundy value 1"),
        ("kayles", "n = 1", False, "refuted: 0: not in the set, but of Grundy value 0"),
        ("kayles", "n = 1", True, "refuted: 4: not in the set, but a P-position"),
        ("kayles", "n = 1 or n = 3", True, "refuted: 3: in the set, but an N-position"),
        ("grundys-game", "value = n mod 3", False, "refuted: 1 has Grundy value 0, not 1"),
        ("laskers-nim", "value = n", False, "refuted: 3 has Grundy value 4, not 3"),
        ("4.0", "power = 1", False, "refuted: 2 has power 2, so Grundy value 1, not 1"),
        ("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a", "value = a", False, "refuted: (1, 0) has Grundy "),
    ],
)
def test_a_table_refutes_with_the_smallest_component(game: str, claim: str, misere: bool, told: str) -> None:
    found = sprague.prove(game, claim, misere=misere)
    assert isinstance(found, Refutation)
    assert str(found).startswith(told)


def test_what_fails_beyond_the_table_is_refuted_by_the_period() -> None:
    found = sprague.prove("0.07", f"({DAWSON}) and n != 9 + 34 * 1000")
    assert isinstance(found, Refutation)
    assert found.counterexample == (34_009,)
    rising = sprague.prove("0.8", "n <= 3 or n = 10000000")
    assert isinstance(rising, Refutation)
    assert str(rising) == "refuted: 10000000: in the set, but of Grundy value 3333333"
    wrong = sprague.prove("4.0", f"({EVEN}) and n != 1000001 or value = 1 and n = 1000001")
    assert isinstance(wrong, Refutation)
    assert str(wrong) == "refuted: 1000001 has Grundy value 0, not 1"


@pytest.mark.parametrize(
    ("game", "claim", "about"),
    [
        ("kayles", "n = 0", "the single heaps of kayles that are P-positions are exactly n = 0"),
        ("0.07", DAWSON, "the single heaps of octal:code=0.07 that are P-positions are exactly n in"),
        ("0.8", "n in {0, 1, 2, 3}", "the single heaps of octal:code=0.8 that are P-positions are exactly n in"),
        ("4.0", EVEN, "the Grundy function of single heaps of octal:code=4.0 is value = 0 and"),
        ("4.0", EVEN.replace("value = 0", "power = 1").replace("value = 1", "power = 2"), "the Grundy function of"),
    ],
)
def test_a_period_proves(game: str, claim: str, about: str) -> None:
    found = sprague.prove(game, claim)
    assert isinstance(found, HeapsProof)
    assert found.statement().startswith(about)
    verified = sprague.verify(found)
    assert verified
    assert len(verified.claims) == 1
    again = proof_of(found.certificate())
    assert (again.claim, again.statement()) == (claim, found.statement())


@pytest.mark.parametrize("other", ["n < 2", "n = 1000000", "value = 0", "value = n"])
def test_a_certificate_with_another_claim_is_refused(other: str) -> None:
    found = sprague.prove("kayles", "n = 0")
    assert isinstance(found, HeapsProof)
    with pytest.raises(NotVerified, match="does not describe the set"):
        sprague.verify(with_claim(found.certificate(), other))
    with pytest.raises(NotVerified, match="refuted"):
        proof_of(with_claim(found.certificate(), other))


@pytest.mark.parametrize(
    ("game", "claim", "misere", "reason"),
    [
        (
            "kayles",
            "n in {1, 4, 9}",
            True,
            "it agrees with a table of all heaps of fewer than 12 chips, and in misère play it is the misère ",
        ),
        ("laskers-nim", "n = 0", False, "what is known: A heap of 4k + 3 chips has the value 4k + 4"),
        (
            "0.8",
            "value = (n - 1) div 3 and n > 0 or value = 0 and n = 0",
            False,
            "and claims about values that rise for ever are not decided",
        ),
    ],
)
def test_what_is_not_decided_says_why(game: str, claim: str, misere: bool, reason: str) -> None:
    found = sprague.prove(game, claim, misere=misere)
    assert isinstance(found, Undecided)
    assert reason in found.reason


def test_the_checker_states_the_rule_and_quotes_the_game() -> None:
    named = sprague.prove("kayles", "n = 0")
    assert isinstance(named, HeapsProof)
    verified = sprague.verify(named)
    assert verified.theorem.lower().startswith("in normal play of (n) ->")
    assert dict(verified.quotations)["game"] == "kayles"
    typed = sprague.discover("(n) -> (u) + (v) where u + v = n - 2")
    assert isinstance(typed, HeapsProof)
    assert "game" not in dict(sprague.verify(typed).quotations)
