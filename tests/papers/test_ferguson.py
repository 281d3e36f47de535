"""The claims of Ferguson's paper: corrections, counterexamples, and mutations that are noticed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sprague.papers import ferguson
from sprague.papers.claims import CONSISTENT, CORRECTED, REFUTED, VERIFIED, Claim
from sprague.papers.ferguson import beyond, entropy, introduction, keep_one, redistribute, redistribute_misere, transfer
from tests.layers import sample

CLAIMS = {claim.id.removeprefix("ferguson/"): claim for claim in ferguson.paper.claims}
NOT_VERIFIED = {
    "lemma-1-proof": CORRECTED,
    "selective-consecutive": CORRECTED,
    "notation-example": CORRECTED,
    "p-iff-norms-in-r": CORRECTED,
    "prop-9-misere-proof": CORRECTED,
    "prop-9-misere-proof-move": CORRECTED,
    "new-transfer-misere-3": CONSISTENT,
    "new-referee-runs": CONSISTENT,
    "probe-misere-4-doubling": REFUTED,
    "new-referee-scaling-10": REFUTED,
}


def test_claims_that_are_not_verified() -> None:
    assert {name: claim.expected for name, claim in CLAIMS.items() if claim.expected != VERIFIED} == NOT_VERIFIED


@pytest.mark.parametrize(
    ("name", "counterexample"),
    [
        pytest.param("lemma-1-proof", "(1, 2)", marks=pytest.mark.papers),
        ("selective-consecutive", "3 boxes, norm 5"),
        pytest.param("p-iff-norms-in-r", "(1, 1)", marks=pytest.mark.papers),
        ("prop-9-misere-proof", "(3, 0)"),
        ("prop-9-misere-proof-move", "(4, 2)"),
        ("probe-misere-4-doubling", "(1, 1, 1, 2)"),
        ("new-referee-scaling-10", "counterexample 42"),
    ],
)
def test_refuted_claims_have_the_smallest_counterexample(name: str, counterexample: str) -> None:
    note = CLAIMS[name].run().note
    assert f"{counterexample};" in f"{note};"


SABOTAGE: list[tuple[str, object, str, Callable[..., object]]] = [
    ("prop-1", transfer, "even_boxes", lambda position: 0),
    ("prop-3", transfer, "g", lambda x, y: 0),
    ("binary-method", transfer, "binary_value", lambda x, y: x % 2),
    ("lemma-1", transfer, "residue", lambda number, value: number % 2**value),
    ("prop-3-move", transfer, "boxes_to_split", lambda pair, j: [max(pair)]),
    ("prop-4", transfer, "same_power", lambda position: len({box % 2 for box in position}) == 1),
    ("prop-5", transfer, "doubled", lambda position: [tuple(3 * box for box in position)]),
    ("k4-algorithm", transfer, "halved", lambda position: (0, position)),
    ("k4-moves", transfer, "k4_moves", lambda position: [(0, 3, 1)]),
    ("prop-7", keep_one, "is_p", lambda position: max(position) < len(position)),
    ("prop-7-misere", keep_one, "is_misere_p", lambda position: False),
    ("selective", keep_one, "with_ones", lambda norm, boxes: (2,) * (boxes - 1) + (norm - 2 * boxes + 2,)),
    ("selective-consecutive", keep_one, "kept_in_row", lambda boxes: [(0,)]),
    ("f-facts", redistribute, "f", lambda k: 1 if k % 2 == 0 else 3),
    ("prop-8-norms", redistribute, "f", lambda k: 1),
    ("prop-8-positions", redistribute, "x", lambda norm, k: (1,) * (k - 1) + (norm - k + 1,)),
    ("p-iff-norms-in-r", redistribute, "in_r", lambda norm, k: norm % 2 == 1),
    ("k7-list", redistribute, "EXCEPTIONS", lambda: None),
    ("prop-8-misere-1", redistribute_misere, "is_one_odd_out", lambda position: position[-1] % 2 == 0),
    ("prop-8-misere-2", redistribute_misere, "misere_v", lambda norm, k: 1 if norm % 2 else None),
    ("prop-8-misere-3", redistribute_misere, "misere_v", lambda norm, k: 1 if norm % 2 else None),
    ("prop-9", entropy, "is_quiet", lambda difference: difference % 2 == 1 or difference == 0),
    ("prop-9-misere", entropy, "is_misere_p", entropy.is_p),
    ("prop-9-proof-move", entropy, "proof_move", lambda position: position),
    ("prop-9-misere-proof-move", entropy, "printed_misere_chips", lambda x, y: 1),
    ("new-transfer-mod-3", beyond, "in_mod_3_class", lambda position: position[0] % 3 == 2),
    ("new-transfer-ones-and-twos", beyond, "ones_and_twos_is_p", lambda boxes, pairs: pairs % 3 == 0),
    ("transfer-misere-2", beyond, "misere_two_is_p", lambda position: False),
    ("new-transfer-3-graph", beyond, "are_adjacent", lambda u, v: u % 2 == v % 2),
    ("new-transfer-2-remoteness", beyond, "remoteness", sum),
    ("new-transfer-2-suspense", beyond, "suspense", len),
    ("new-referee-scaling", beyond, "scaled", lambda smaller, factor, chips: smaller),
    ("new-referee-runs", beyond, "count_totals", lambda *asked: (np.arange(asked[2]) % 9 > 3, 0)),
    ("new-referee-half", beyond, "in_half_norms", lambda norm, boxes: norm >= boxes),
    ("new-referee-endpoints", beyond, "in_s", lambda norm, boxes: norm >= boxes),
    ("rim-secret", introduction, "without_carry", lambda position, base: [sum(position) % base]),
    ("rim5-example", introduction, "without_carry", lambda position, base: [sum(position) % base]),
    ("s1-conditions", introduction, "meets_conditions", lambda options, members, misere: not members),
]


@pytest.mark.parametrize(
    ("name", "module", "formula", "broken"), sample(SABOTAGE, 10, "papers"), ids=[case[0] for case in SABOTAGE]
)
def test_a_broken_formula_turns_the_verdict(
    monkeypatch: pytest.MonkeyPatch, name: str, module: object, formula: str, broken: Callable[..., object]
) -> None:
    claim: Claim = CLAIMS[name]
    monkeypatch.setattr(module, formula, set() if formula == "EXCEPTIONS" else broken)
    assert claim.run().kind != claim.expected


def test_a_broken_conjecture_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "MISERE_CLIQUE", {1, 3, 9, 11})
    assert CLAIMS["new-transfer-misere-3"].run().kind == REFUTED
