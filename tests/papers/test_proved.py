"""Claims of the papers that are proved for all positions: which, in which words, and that a failing proof shows."""

from __future__ import annotations

import pytest

from sprague.games.nim import NimSum
from sprague.papers import REFUTED, VERIFIED, Claim, Verdict, find_claims
from sprague.papers.proved import PROVED, Proved, _proof
from tests.snapshots import snapshot


def claim_of(name: str, expected: str = VERIFIED) -> Claim:
    """A claim of this name that needs no computing."""
    return Claim(name, "made up", expected, lambda far: Verdict(VERIFIED, "piles up to 3", "a note"))


def test_every_proof_belongs_to_a_claim() -> None:
    assert PROVED.keys() <= {claim.id for claim in find_claims()}


@pytest.mark.parametrize("name", sorted(PROVED))
def test_every_proof_succeeds(name: str) -> None:
    assert PROVED[name].run(far=False)


def test_a_verdict_tells_what_is_proved() -> None:
    (claim,) = find_claims("ferguson/prop-5")
    verdict = claim.run()
    assert verdict.proved == "empty-transfer:boxes=4"
    snapshot(str(verdict))
    snapshot(str(claim_of("nim/theorem").run()))


def test_a_claim_that_is_not_listed_or_fails_anyway_is_not_called_proved() -> None:
    assert claim_of("nim/table").run().proved == ""
    assert claim_of("nim/theorem", expected=REFUTED).run().proved == ""


def test_parts_and_misere_play_are_named() -> None:
    snapshot(PROVED["ferguson/prop-7-misere"].run(far=False))
    snapshot(PROVED["sharing-nim/palindrome"].run(far=False))


@pytest.mark.parametrize(
    "broken",
    [
        Proved(["nim:piles=2"], also=lambda proof: (1, 2) in proof),
        Proved(["empty-transfer:boxes=2"], misere=True, also=lambda proof: (1, 1) in proof),
    ],
)
def test_a_failing_proof_is_a_refutation(monkeypatch: pytest.MonkeyPatch, broken: Proved) -> None:
    monkeypatch.setitem(PROVED, "nim/theorem", broken)
    verdict = claim_of("nim/theorem").run()
    assert (verdict.kind, verdict.proved) == (REFUTED, "")
    snapshot(verdict.note)


def test_a_theorem_with_a_wrong_formula_is_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimSum, "formula", "xor = 1")
    monkeypatch.setitem(PROVED, "nim/theorem", Proved(["nim:piles=2"]))
    _proof.cache_clear()
    verdict = claim_of("nim/theorem").run()
    _proof.cache_clear()
    assert verdict.kind == REFUTED
    snapshot(verdict.note)
