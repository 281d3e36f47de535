"""Queries over the web API: the catalogue, rules, positions, pictures, theorems, and lookup."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import sprague
from sprague.games import catalogue
from tests.web.asking import Laboratory


def test_every_game_of_the_catalogue_is_listed(lab: Laboratory) -> None:
    games = lab.get("/api/v1/games")["games"]
    assert [game["name"] for game in games] == [entry.name for entry in catalogue()]
    nim = next(game for game in games if game["name"] == "nim")
    assert nim["known"] == "theorem"
    assert list(nim["parameters"]) == ["piles"]
    assert "Bouton" in nim["theorems"][0]["source"]
    for game in games:
        assert sprague.parse(game["rule"]) == sprague.game(game["game"])


def test_a_game_has_a_small_picture(lab: Laboratory) -> None:
    answer = lab.ask("GET", "/api/v1/games/kayles/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert len(ElementTree.fromstring(answer.text)) > 1
    dark = lab.ask("GET", "/api/v1/games/nim/picture.svg", params={"dark": True})
    assert dark.text != lab.ask("GET", "/api/v1/games/nim/picture.svg").text
    assert lab.ask("GET", "/api/v1/games/no-such-game/picture.svg").status_code == 422


def test_a_rule_is_returned_as_parsed(lab: Laboratory) -> None:
    response = lab.post("/api/v1/rule", game="(a,b|t)->(a-d,b|2d-1) where 1<=d<=t any order of a,b piles >= 1")
    assert response["rule"] == str(sprague.parse(response["rule"]))
    assert (response["names"], response["remembered"]) == (["a", "b", "t"], ["t"])
    assert response["any_order"] == [["a", "b"]]
    assert response["lowest"] == {"a": 1, "b": 1, "t": 0}
    assert response["description"].startswith("A position consists of")
    assert eval(response["python"], {"sprague": sprague}) == sprague.game(response["rule"])


def test_a_mistake_in_a_rule_is_shown_at_its_character(lab: Laboratory) -> None:
    rule = "(a, b) -> (u, b) where u < ? any order"
    answer = lab.ask("POST", "/api/v1/rule", json={"game": rule})
    assert answer.status_code == 422
    error = answer.json()
    assert (error["start"], error["end"]) == (rule.index("?"), rule.index("?") + 1)


@pytest.mark.parametrize(("game", "position"), [("nim", "3,5,7"), ("kayles", "5,8"), ("wythoff", "4,7")])
def test_a_position_is_answered_in_the_form_of_solve(lab: Laboratory, game: str, position: str) -> None:
    found = lab.post("/api/v1/position", game=game, position=position)
    answer = sprague.solve(game, tuple(found["position"]))
    expected = answer.to_json()
    for key in ("version", "game", "rule", "position", "play", "outcome", "grundy", "all_winning_moves", "forbid"):
        assert found[key] == expected[key], key
    assert set(map(tuple, found["winning_moves"])) == set(answer.winning_moves)
    assert found["because"] == expected["because"]
    assert set(found) > set(expected)
    assert {tuple(o["option"]) for o in found["options"] if o["outcome"] == "P"} == set(answer.winning_moves)
    assert {tuple(o["option"]) for o in found["options"]} == set(sprague.game(found["game"]).options(answer.position))
    assert found["more"] == 0
    assert not found["terminal"]
    assert eval(found["python"], {"sprague": sprague}).outcome == found["outcome"]


def test_a_position_is_proposed_and_again_for_the_same_seed(lab: Laboratory) -> None:
    first = lab.get("/api/v1/propose", game="wythoff", seed=4)
    assert first == lab.get("/api/v1/propose", game="wythoff", seed=4)
    assert sprague.solve("wythoff", first["position"]).outcome == "N"


def test_games_are_looked_up_by_positions(lab: Laboratory) -> None:
    found = lab.get("/api/v1/seen", positions="(0, 0), (1, 2), (3, 5), (4, 7)")["matches"]
    assert [(one["game"], one["kind"]) for one in found] == [("wythoff", "game")]
    values = lab.get("/api/v1/seen", values="0 1 2 3 1 4 3 2 1 4")["matches"]
    assert "kayles" in [one["game"] for one in values]
    assert lab.ask("GET", "/api/v1/seen").status_code == 422


def test_stored_theorems_are_listed_shown_and_looked_up(lab: Laboratory) -> None:
    rule = "(p, q) -> (s, q) where s < p any order"
    digest = lab.done(kind="discover", game=rule, misere=True)["sha256"]
    listed = lab.get("/api/v1/theorems")["theorems"]
    assert digest in [theorem["sha256"] for theorem in listed]
    shown = lab.get(f"/api/v1/theorems/{digest}")
    assert (shown["proof"]["status"], shown["certificate"]) == ("proved", None)
    certificate = lab.ask("GET", f"/api/v1/theorems/{digest[:12]}/certificate").json()
    assert (certificate["format"], certificate["version"]) == ("sprague-certificate", 2)
    seen = lab.get("/api/v1/seen", positions="0,1 2,2 3,3 4,4")["matches"]
    assert digest in [one["sha256"] for one in seen]
    answer = lab.ask("GET", "/api/v1/theorems/00000000")
    assert answer.status_code == 422
    assert "'00000000'" in answer.json()["detail"]


def test_the_interface_is_described_on_a_page_without_other_hosts(lab: Laboratory) -> None:
    page = lab.ask("GET", "/docs").text
    for path in lab.get("/openapi.json")["paths"]:
        assert path in page
    assert "http" not in page.replace("http-equiv", "")
    assert "<script>" not in page
    assert "style=" not in page
