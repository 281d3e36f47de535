"""Routes for pictures of games, stored theorems, and lookup."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from sprague.web.errors import documented
from sprague.web.routes.jobs import Certificate
from sprague.web.routes.shared import Client, DeskOfApp, as_json
from sprague.web.tasks import theorems as knowledge
from sprague.web.tasks.games import Nothing

router = APIRouter(tags=["known"], responses=documented())

Digest = Annotated[str, Path(min_length=knowledge.LEAST_DIGITS, max_length=64, pattern="^[0-9a-f]+$")]
DAY = 86_400
LONGER = 4  # times as long as other questions


@router.get(
    "/api/games/{name}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    summary="A small picture of the values of a game",
)
async def picture(
    name: Annotated[str, Path(max_length=200)], desk: DeskOfApp, client: Client, dark: Annotated[bool, Query()] = False
) -> Response:
    drawn = await desk.ask(knowledge.picture, knowledge.PictureAsked(name=name, dark=dark), client)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"private, max-age={DAY}"})


@router.get("/api/seen", response_model=knowledge.AllSeen, summary="Who has seen these P-positions, or these values")
async def seen(asked: Annotated[knowledge.SeenAsked, Query()], desk: DeskOfApp, client: Client) -> Response:
    # Every game of the catalogue is looked at; the first time on a machine, what that needs is compiled.
    longer = replace(desk.settings.question_limits, seconds=LONGER * desk.settings.patience)
    return as_json(await desk.ask(knowledge.seen, asked, client, longer))


@router.get("/api/theorems", response_model=knowledge.Theorems, summary="The theorems that are kept")
async def theorems(desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(knowledge.theorems, Nothing(), client))


@router.get(
    "/api/theorems/{digest}", response_model=knowledge.TheoremAtLength, summary="A theorem that is kept, proved anew"
)
async def theorem(digest: Digest, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(knowledge.theorem, knowledge.TheoremAsked(digest=digest), client))


@router.get(
    "/api/theorems/{digest}/certificate",
    response_model=Certificate,
    summary="The certificate of a theorem that is kept",
)
async def certificate(digest: Digest, desk: DeskOfApp, client: Client) -> Response:
    content = await desk.ask(knowledge.certificate, knowledge.TheoremAsked(digest=digest), client)
    headers = {"Content-Disposition": f'attachment; filename="certificate-{digest[:8]}.json"'}
    return Response(content, headers=headers, media_type="application/json")
