"""The answers of the web API without a server equal those of the server."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sprague
from sprague.atlas.fingerprint import box_limit, shape_digest
from sprague.atlas.lookup import searched_box
from sprague.rules import parse
from sprague.web.playground import DIGESTS, TASKS, respond
from tests.web.asking import Laboratory

RULE = "(a, b) -> (a - k, b) where 1 <= k <= 3 any order"


def answer(path: str, **fields: Any) -> Any:
    """Return the answer of the playground to a request that must succeed."""
    status, body = respond(path, fields)
    assert status == 200, body
    return json.loads(body)


def test_every_path_is_a_path_of_the_server(lab: Laboratory) -> None:
    assert set(TASKS) - {DIGESTS} <= set(lab.app.openapi()["paths"])


def test_the_digests_of_a_rule_are_those_of_the_atlas() -> None:
    rule = parse(RULE)
    digests = answer(DIGESTS, game=RULE)
    assert digests["shape"] == shape_digest(rule)
    assert digests["boxes"] == {"normal": searched_box(rule, False), "misere": searched_box(rule, True)}
    assert digests["limit"] == box_limit(rule)
    assert respond(DIGESTS, {"game": "(a) -> (a - "})[0] == 422
    # The search covers moves that split positions only in normal play.
    assert answer(DIGESTS, game="kayles")["boxes"] == {
        "normal": searched_box(sprague.game("kayles"), False),
        "misere": None,
    }


def test_the_answers_are_those_of_the_server(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="nim", position="3,5,7", level="casual")["state"]["match"]
    requests: dict[str, list[dict[str, Any]]] = {
        "/api/v1/rule": [{"game": "sharing-nim"}, {"game": RULE}],
        "/api/v1/position": [{"game": "wythoff", "position": "3,5"}, {"game": RULE, "position": "3,6", "misere": True}],
        "/api/v1/match": [{"game": RULE, "position": "3,6"}, {"match": match}],
        "/api/v1/match/move": [{"match": match, "move": "2,5,7"}],
        "/api/v1/match/undo": [{"match": f"{match}1: 2,5,7\n"}],
        "/api/v1/match/reply": [{"match": f"{match}1: 2,5,7\n", "seed": 5}],
        "/api/v1/match/hint": [{"match": match}],
        "/api/v1/match/why": [{"match": match}],
        "/api/v1/match/analyse": [{"match": match}],
        "/api/v1/match/review": [{"match": f"{match}1: 2,5,7\n2: 2,4,7\n"}],
        "/api/v1/match/explain": [{"match": match, "move": "3,5,8"}, {"match": match, "move": "1-1"}],
    }
    for path, questions in requests.items():
        for fields in questions:
            # The proposed start position `first` depends on the time that its search takes.
            expected = {key: value for key, value in lab.post(path, **fields).items() if key != "first"}
            assert expected == {key: value for key, value in answer(path, **fields).items() if key != "first"}, path
    assert answer("/api/v1/games") == lab.get("/api/v1/games")
    proposed = {"game": "wythoff", "seed": 3}
    assert answer("/api/v1/propose", **proposed) == lab.get("/api/v1/propose", **proposed)
    blocking = lab.post("/api/v1/match", game="(a, b) -> (u, b) where u < a any order block 1", position="2,3")
    forbidden = {"match": blocking["state"]["match"], "move": "0,2"}
    assert (
        respond("/api/v1/match/forbid", forbidden)[0]
        == lab.ask("POST", "/api/v1/match/forbid", json=forbidden).status_code
    )


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/v1/rule", {"game": "(a, b) -> (a - k, b"}),
        ("/api/v1/rule", {"game": "nimm"}),
        ("/api/v1/position", {"game": "nim", "position": "1,x"}),
        ("/api/v1/match/move", {"match": "sprague match 1", "move": "1"}),
        ("/api/v1/match", {"game": "nim", "position": "1,2", "level": "expert"}),
        ("/api/v1/rule", {"rule": "nim"}),
    ],
)
def test_a_refusal_has_the_status_and_code_of_the_server(lab: Laboratory, path: str, fields: dict[str, Any]) -> None:
    status, body = respond(path, fields)
    response = lab.ask("POST", path, json=fields)
    assert (status, json.loads(body)["code"]) == (response.status_code, response.json()["code"])
    if response.json()["code"] != "invalid-request":
        assert json.loads(body) == response.json()


def test_a_request_that_needs_the_server_names_the_command() -> None:
    status, body = respond("/api/v1/jobs", {"kind": "discover", "game": "nim"})
    assert status == 404
    assert "sprague discover" in json.loads(body)["detail"]
