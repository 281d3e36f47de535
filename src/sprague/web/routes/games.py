"""Routes for games, rules and positions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from sprague.web.errors import documented
from sprague.web.routes.shared import Client, DeskOfApp, as_json
from sprague.web.tasks import games, positions
from sprague.web.tasks.requests import GameAsked

router = APIRouter(tags=["games"], responses=documented())


@router.get("/api/games", response_model=games.Catalogue, summary="Every game of the catalogue")
async def all_games(desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(games.all_games, games.Nothing(), client))


@router.post("/api/rule", response_model=games.RuleTold, summary="A rule as it was understood")
async def rule(asked: GameAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(games.rule, asked, client))


@router.post("/api/position", response_model=positions.PositionTold, summary="Who wins from a position, and why")
async def position(asked: positions.PositionAsked, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(positions.position, asked, client))


@router.get("/api/propose", response_model=games.Proposal, summary="A position worth playing")
async def propose(asked: Annotated[games.ProposalAsked, Query()], desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(games.propose, asked, client))
