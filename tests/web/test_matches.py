"""Matches over the web API: a match is its transcript, and each response contains the next transcript."""

from __future__ import annotations

import sprague
from sprague.play.match import Match
from tests.snapshots import snapshot
from tests.web.asking import Laboratory


def test_a_match_is_played_to_its_end_and_the_perfect_player_wins(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="3,5,7", first="computer")["state"]
    assert (state["game"], state["players"], state["mover"]) == ("nim:piles=3", ["perfect", "you"], 0)
    moves = 0
    while not state["over"]:
        if state["mover"] == 0:
            state = lab.post("/api/v1/match/reply", match=state["match"])["state"]
            assert sprague.solve("nim", state["position"]).outcome == "P"
        else:
            first = state["moves"][0]
            state = lab.post("/api/v1/match/move", match=state["match"], move=first["position"])["state"]
            assert state["position"] == first["position"]
            assert state["history"][-1]["sentence"] == first["sentence"]
        moves += 1
    assert state["winner"] == 0
    assert len(state["history"]) == moves
    assert Match.from_text(state["match"]).is_over


def test_the_moves_say_what_they_change_on_the_board(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="kayles", position="3,7")["state"]
    split = next(move for move in state["moves"] if move["position"] == "3,1,5")
    assert split["ways"] == [[{"pile": 1, "before": 7, "after": [1, 5]}]]
    assert split["short"] == "2=1+5"
    assert [pile["height"] for pile in state["piles"]] == [3, 7]


def test_a_remembered_number_is_on_the_board(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="dynamic-nim:stop=3,limit=2x-1", position="5,9,3")["state"]
    assert [(pile["name"], pile["remembered"]) for pile in state["piles"]][-1][1] is True
    assert any(change["pile"] == 2 for move in state["moves"] for way in move["ways"] for change in way)


def test_hint_why_analyse_and_undo(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="3,5,7")["state"]
    hint = lab.post("/api/v1/match/hint", match=state["match"])
    assert (hint["position"], hint["wins"]) == ("2,5,7", True)
    assert "Bouton" in " ".join(lab.post("/api/v1/match/why", match=state["match"])["messages"])
    analysis = lab.post("/api/v1/match/analyse", match=state["match"])
    assert [move["position"] for move in analysis["moves"] if move["wins"]] == ["2,5,7", "3,4,7", "3,5,6"]
    assert (analysis["outcome"], analysis["grundy"], analysis["are_all"]) == ("N", 1, True)
    moved = lab.post("/api/v1/match/move", match=state["match"], move="1-1")["state"]
    assert lab.post("/api/v1/match/undo", match=moved["match"])["state"] == state


def test_a_move_that_is_not_legal_is_explained(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="sharing-nim:piles=2", position="3,7")["state"]["match"]
    response = lab.post("/api/v1/match/explain", match=match, move="2,8")
    assert response["legal"] is False
    assert "pile 2 would have 8 chips and pile 1 only 2" in response["reason"]
    assert "(b + k <= a - k)" in response["reason"]
    assert lab.post("/api/v1/match/explain", match=match, move="4,6")["legal"] is True
    status, message = lab.request_error("/api/v1/match/move", match=match, move="2,8")
    assert status == 422
    snapshot(message)


def test_a_short_move_must_lead_to_the_typed_heights(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="wythoff", position="3,5")["state"]["match"]
    response = lab.post("/api/v1/match/explain", match=match, move="1-1 2-2")
    assert response["legal"] is False
    assert response["reason"].startswith("the rule is: take any number of chips from one pile")
    assert lab.request_error("/api/v1/match/move", match=match, move="1-1 2-2")[0] == 422
    assert lab.post("/api/v1/match/explain", match=match, move="2,3")["legal"] is True


def test_a_teacher_asks_before_replying_to_a_mistake(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="nim", position="3,5,7", level="teacher")["state"]["match"]
    match = lab.post("/api/v1/match/move", match=match, move="3,5,1")["state"]["match"]
    request = lab.post("/api/v1/match/reply", match=match)
    assert "winning move" in request["question"]
    assert request["state"]["match"] == match
    assert lab.post("/api/v1/match/reply", match=match, insist=True)["state"]["mover"] == 0


def test_misere_play_and_options_that_are_forbidden(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="1,1,1", misere=True)["state"]
    assert state["play"] == "misere"
    assert "loses" in state["aim"]
    blocked = lab.post("/api/v1/match", game="(a, b) -> (u, b) where u < a any order block 1", position="2,3")["state"]
    assert len(blocked["forbidden"]) == blocked["blocking"] == 1
    assert blocked["forbidden"][0] not in [move["position"] for move in blocked["moves"]]


def test_a_position_with_very_many_moves_lists_none(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="3,5,100000000000000000000")["state"]
    assert state["moves"] is None
    assert state["piles"][2]["height"] == "100000000000000000000"
    moved = lab.post("/api/v1/match/move", match=state["match"], move="3,5,6")["state"]
    assert moved["position"] == "3,5,6"


def test_what_is_no_match_is_refused(lab: Laboratory) -> None:
    snapshot(lab.request_error("/api/v1/match", match="nonsense")[1])
    snapshot(lab.request_error("/api/v1/match")[1])
    wrong = "sprague match 1\nplay: normal\ngame: nim:piles=3\nstart: 3,5,7\n1: 9,9,9\n"
    snapshot(lab.request_error("/api/v1/match/undo", match=wrong)[1])
    match = lab.post("/api/v1/match", game="nim", position="3,5,7")["state"]["match"]
    expected = "'level' must be one of perfect, casual, random, teacher, got 'you'"
    assert lab.request_error("/api/v1/match/reply", match=match) == (422, expected)


def test_a_sum_of_games_is_begun_as_it_is_written(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim 3,5 + kayles 7")["state"]
    assert (state["game"], state["games"], state["start"]) == (None, ["nim:piles=2", "kayles"], "3,5 ; 7")
    # Heaps of one game are one position of it.
    state = lab.post("/api/v1/match", game="kayles 3 + kayles 5", misere=True)["state"]
    assert (state["game"], state["start"], state["play"]) == ("kayles", "3,5", "misere")
    status, message = lab.request_error("/api/v1/match", game="nim 3 + nimm 5")
    assert status == 422
    snapshot(message)
    status, message = lab.request_error("/api/v1/match", game=" + ".join(["nim 1"] * 101))
    snapshot(message)


def test_an_illegal_move_is_explained_without_the_name_of_the_game(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="empty-transfer", position="3,5,9")["state"]["match"]
    response = lab.post("/api/v1/match/explain", match=match, move="0,5,9")
    snapshot(response["reason"])


def test_an_analysis_with_forbidden_options_agrees_with_solve(lab: Laboratory) -> None:
    rule = "(a, b) -> (a - 1, b) any order block 1"
    for position in ("0,2", "1,3", "1,2", "2,2"):
        response = lab.post("/api/v1/position", game=rule, position=position)
        assert response["outcome"] == sprague.solve(rule, map(int, position.split(","))).outcome, position


def test_piles_keep_the_order_in_which_the_player_gave_them(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="7,2,5")["state"]
    assert (state["start"], state["position"]) == ("7,2,5", "7,2,5")
    assert {"6,2,5", "7,2,4"} <= {move["position"] for move in state["moves"]}
    match = state["match"]
    assert lab.post("/api/v1/match/explain", match=match, move="3-1")["position"] == "7,2,4"
    moved = lab.post("/api/v1/match/move", match=match, move="1-1")["state"]
    assert (moved["position"], moved["history"][0]["position"]) == ("6,2,5", "6,2,5")
    assert "1: 6,2,5" in moved["match"].splitlines()
    hint = lab.post("/api/v1/match/hint", match=moved["match"])
    analysis = lab.post("/api/v1/match/analyse", match=moved["match"])
    assert hint["position"] in [move["position"] for move in moved["moves"]]
    assert {move["position"] for move in analysis["moves"]} == {move["position"] for move in moved["moves"]}


def test_a_move_to_the_same_position_changes_nothing(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="nim", position="1000,200,50")["state"]["match"]
    response = lab.post("/api/v1/match/explain", match=match, move="1000,200,50")
    assert response["legal"] is False
    snapshot(response["reason"])


def test_a_finished_match_answers_no_request_with_an_internal_error(lab: Laboratory) -> None:
    match = lab.post("/api/v1/match", game="nim", position="0,0,0")["state"]["match"]
    for path in ("reply", "hint"):
        assert lab.request_error(f"/api/v1/match/{path}", match=match)[0] == 422


def test_a_match_is_reviewed(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="7,3,5", level="perfect")["state"]
    assert lab.post("/api/v1/match/review", match=state["match"]) == {"moves": [], "summary": []}
    state = lab.post("/api/v1/match/move", match=state["match"], move="7,3,0")["state"]
    response = lab.post("/api/v1/match/review", match=state["match"])
    assert [(move["rating"], move["by"]) for move in response["moves"]] == [("mistake", 0)]
    better = response["moves"][0]["better"]
    assert sprague.solve("nim", better).outcome == "P"
    assert response["summary"][0].startswith(f"Your 1st move threw the win away: play {better} instead")


def test_two_people_are_named_in_a_review(lab: Laboratory) -> None:
    state = lab.post("/api/v1/match", game="nim", position="1,2", level="person")["state"]
    state = lab.post("/api/v1/match/move", match=state["match"], move="0,2")["state"]
    assert lab.post("/api/v1/match/review", match=state["match"])["summary"][0].startswith("Player 1's 1st move")
