"""Routes for matches."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sprague.web.errors import documented
from sprague.web.routes.shared import Client, DeskOfApp, as_json
from sprague.web.tasks import matches
from sprague.web.tasks import matches as match_told

router = APIRouter(prefix="/api/match", tags=["matches"], responses=documented())


@router.post("", response_model=match_told.StateTold, summary="Begin a match, or go on with one")
async def begin(asked: match_told.MatchAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.begin, asked, client))


@router.post("/move", response_model=match_told.StateTold, summary="Make a move")
async def move(asked: match_told.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.move, asked, client))


@router.post("/forbid", response_model=match_told.StateTold, summary="Forbid options before the first move")
async def forbid(asked: match_told.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.forbid, asked, client))


@router.post("/undo", response_model=match_told.StateTold, summary="Take moves back")
async def undo(asked: match_told.UndoAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.undo, asked, client))


@router.post("/reply", response_model=match_told.StateTold, summary="Let the computer move")
async def reply(asked: match_told.ReplyAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.reply, asked, client))


@router.post("/hint", response_model=match_told.HintTold, summary="A move worth making")
async def hint(asked: match_told.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.hint, asked, client))


@router.post("/why", response_model=match_told.WhyTold, summary="Who wins, and why")
async def why(asked: match_told.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.why, asked, client))


@router.post("/analyse", response_model=match_told.AnalysisTold, summary="What every move is worth")
async def analyse(asked: match_told.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.analyse, asked, client))


@router.post(
    "/explain", response_model=match_told.ExplainTold, summary="Whether a move may be made, and if not, why not"
)
async def explain(asked: match_told.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.explain, asked, client))
