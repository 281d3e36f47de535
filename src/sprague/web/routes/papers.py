"""Routes for the papers and their claims."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sprague.web.errors import documented
from sprague.web.routes.shared import Client, DeskOfApp, as_json
from sprague.web.tasks import papers
from sprague.web.tasks.games import Nothing

router = APIRouter(prefix="/api/papers", tags=["papers"], responses=documented())


@router.get("", response_model=papers.PapersTold, summary="The five papers, every claim with its verdict")
async def all_papers(desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(papers.all_papers, Nothing(), client))


@router.get("/{paper}/{name}", response_model=papers.ClaimAtLength, summary="A claim, and where it can be seen")
async def claim(paper: str, name: str, desk: DeskOfApp, client: Client) -> Response:
    return as_json(await desk.ask(papers.claim, papers.ClaimAsked(claim=f"{paper}/{name}"[:100]), client))
