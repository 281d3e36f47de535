"""Matches: begin, move, undo, reply, hint, why, analyse, explain."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sprague.web.problems import documented
from sprague.web.routes.answering import Client, DeskOfApp, as_json
from sprague.web.work import matches

router = APIRouter(prefix="/api/match", tags=["matches"], responses=documented())


@router.post("", response_model=matches.StateTold, summary="Begin a match, or go on with one")
async def begin(asked: matches.MatchAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.begin, asked, client))


@router.post("/move", response_model=matches.StateTold, summary="Make a move")
async def move(asked: matches.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.move, asked, client))


@router.post("/forbid", response_model=matches.StateTold, summary="Forbid options before the first move")
async def forbid(asked: matches.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.forbid, asked, client))


@router.post("/undo", response_model=matches.StateTold, summary="Take moves back")
async def undo(asked: matches.UndoAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.undo, asked, client))


@router.post("/reply", response_model=matches.StateTold, summary="Let the computer move")
async def reply(asked: matches.ReplyAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.reply, asked, client))


@router.post("/hint", response_model=matches.HintTold, summary="A move worth making")
async def hint(asked: matches.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.hint, asked, client))


@router.post("/why", response_model=matches.WhyTold, summary="Who wins, and why")
async def why(asked: matches.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.why, asked, client))


@router.post("/analyse", response_model=matches.AnalysisTold, summary="What every move is worth")
async def analyse(asked: matches.InMatch, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.analyse, asked, client))


@router.post("/explain", response_model=matches.ExplainTold, summary="Whether a move may be made, and if not, why not")
async def explain(asked: matches.MoveAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(matches.explain, asked, client))
