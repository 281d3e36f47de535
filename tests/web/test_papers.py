"""The papers over the web API: claims with their expected verdicts and their games."""

from __future__ import annotations

from sprague.papers import find_claims
from tests.snapshots import snapshot
from tests.web.asking import Laboratory


def test_every_claim_is_listed_with_its_verdict(lab: Laboratory) -> None:
    response = lab.get("/api/v1/papers")
    assert [(claim["id"], claim["verdict"]) for claim in response["claims"]] == [
        (c.id, c.expected) for c in find_claims()
    ]
    assert {claim["paper"] for claim in response["claims"]} == {paper["id"] for paper in response["papers"]}


def test_a_claim_has_its_proof_source_code_and_games(lab: Laboratory) -> None:
    claim = lab.get("/api/v1/papers/ferguson/prop-4")
    assert claim["proved"] == "empty-transfer:boxes=3"
    assert claim["games"] == [{"game": "empty-transfer:boxes=3", "misere": False}]
    assert claim["command"] == "sprague papers ferguson/prop-4"
    assert "def " in claim["source"]
    assert '"prop-4"' in claim["source"]


def test_a_claim_that_nobody_made_is_refused(lab: Laboratory) -> None:
    answer = lab.ask("GET", "/api/v1/papers/nim/thm")
    assert answer.status_code == 422
    snapshot(answer.json()["detail"])
