"""Claims about residues of many piles, decided by totals and a window."""

import pytest

import sprague
from sprague.certificates.verification import verify
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.kernel_equation import NO_MOVE, ONE_MOVE_APART, STOPPED_IN
from sprague.proofs.proof import Refutation, TotalsProof
from sprague.proofs.proving import prove
from sprague.proofs.residue_claims import _reach

KEEP_ONE = "(all piles x: x < 4 or 4 <= x mod 21 <= 6) and not all piles < 4"


def test_four_boxes_keep_one_misere() -> None:
    proof = prove("empty-all-but-one:boxes=4", KEEP_ONE, misere=True)
    assert isinstance(proof, TotalsProof)
    assert proof.claim == KEEP_ONE
    assert (4, 5, 6, 25 + 21 * 10**40) in proof
    assert (4, 5, 7, 25) not in proof
    # The checker has no such shortcut: it verifies the set, and says that the formula is beyond it.
    verified = verify(proof.certificate(), budget=Limits(states=5_000))
    assert not verified
    assert "is NOT verified" in str(verified)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "half"),
    [
        (KEEP_ONE.replace("<= 6", "<= 7"), ONE_MOVE_APART),
        (KEEP_ONE.replace("<= 6", "<= 5"), NO_MOVE),
        (KEEP_ONE.replace("21", "22"), NO_MOVE),
        (KEEP_ONE.replace(" and not all piles < 4", ""), STOPPED_IN),
        (KEEP_ONE + " and not (sum = 40 and max = 26)", NO_MOVE),
    ],
)
def test_a_wrong_claim_is_refuted_where_it_is_wrong(claim: str, half: str) -> None:
    found = prove("empty-all-but-one:boxes=4", claim, misere=True)
    assert isinstance(found, Refutation)
    assert found.misplaced == found.counterexample
    answer = sprague.solve("empty-all-but-one:boxes=4", found.counterexample, misere=True)
    in_claim = half != NO_MOVE
    assert found.failure.reason == half
    assert (answer.outcome == "P") != in_claim
    if found.failure.option is not None:
        assert sprague.solve("empty-all-but-one:boxes=4", found.failure.option, misere=True).outcome == "P"


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        ("a mod 6 = 1", (2, 6)),
        ("a < 4 or b mod 4 = a mod 6", (15, 12)),
        ("max >= 2", (3, 1)),
        ("a + b = 7 and not c mod 5 in {1, 2}", (8, 5)),
        ("a < b", None),
        ("a xor b = 0", None),
        ("even(v2(a))", None),
        ("max > a", None),
    ],
)
def test_how_far_a_formula_reaches(text: str, reach: tuple[int, int] | None) -> None:
    formula = parse_formula(text, ("a", "b", "c"))
    found = _reach(formula)
    assert (found is None) == (reach is None)
    if found is None or reach is None:
        return
    assert found[1] == reach[1]
    height, modulus = found
    # What the reach promises, tried out.
    for a in range(height, height + 3):
        for b in range(4):
            for c in range(4):
                values = {"a": a, "b": b, "c": c}
                assert evaluate(formula, values) == evaluate(formula, {**values, "a": a + modulus})
