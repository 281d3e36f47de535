"""Proofs of claims for all positions: all succeed, are described, and a failing proof refutes the claim."""

from __future__ import annotations

import pytest

from sprague.games.nim import NimSum
from sprague.papers import REFUTED, VERIFIED, Claim, Verdict, find_claims
from sprague.papers.general_proofs import GeneralProof, _prove_theorem
from tests.layers import sample
from tests.snapshots import snapshot

PROVED = {claim.id: claim.proof for claim in find_claims() if claim.proof is not None}
THREE_PILES = PROVED["nim/theorem"]


def made_up_claim(proof: GeneralProof | None, expected: str = VERIFIED) -> Claim:
    """A claim with this proof that needs no computation."""
    check = Verdict(VERIFIED, "piles up to 3", "a note")
    return Claim("nim/made-up", "made up", expected, lambda far: check, proof=proof)


@pytest.mark.parametrize("name", sample(sorted(PROVED), 6, "papers", lambda name: name == "ferguson/k4-algorithm"))
def test_every_proof_succeeds(name: str) -> None:
    assert PROVED[name].run(far=False)


def test_a_verdict_names_the_proved_games() -> None:
    (claim,) = find_claims("ferguson/prop-5")
    verdict = claim.run()
    assert verdict.proved == "empty-transfer:boxes=4"
    snapshot(str(verdict))
    snapshot(str(made_up_claim(THREE_PILES).run()))


def test_a_claim_without_a_proof_or_with_another_verdict_is_not_called_proved() -> None:
    assert made_up_claim(None).run().proved == ""
    assert made_up_claim(THREE_PILES, expected=REFUTED).run().proved == ""


def test_parts_and_misere_play_are_named() -> None:
    snapshot(PROVED["ferguson/prop-7-misere"].run(far=False))
    snapshot(PROVED["sharing-nim/palindrome"].run(far=False))


@pytest.mark.parametrize(
    "broken",
    [
        GeneralProof(["nim:piles=2"], property=lambda proof: (1, 2) in proof),
        GeneralProof(["empty-transfer:boxes=2"], misere=True, property=lambda proof: (1, 1) in proof),
    ],
)
def test_a_failing_proof_is_a_refutation(broken: GeneralProof) -> None:
    verdict = made_up_claim(broken).run()
    assert (verdict.kind, verdict.proved) == (REFUTED, "")
    snapshot(verdict.note)


def test_a_theorem_with_a_wrong_formula_is_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimSum, "formula", "xor = 1")
    _prove_theorem.cache_clear()
    verdict = made_up_claim(GeneralProof(["nim:piles=2"])).run()
    _prove_theorem.cache_clear()
    assert verdict.kind == REFUTED
    snapshot(verdict.note)
