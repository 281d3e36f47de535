"""Routes for short queries: games, positions, matches, theorems, papers; and the server's health."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from sprague.results.decisions import TheoremDetails
from sprague.results.games import RuleDetails
from sprague.results.positions import PositionAnalysis
from sprague.version import __version__
from sprague.web.errors import error_responses
from sprague.web.routes.dependencies import Client, Queries, SettingsOfApp, as_json
from sprague.web.routes.jobs import Certificate
from sprague.web.tasks import games, matches, papers, positions, theorems
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.requests import GameRequest

router = APIRouter(responses=error_responses())


class LimitsResponse(BaseModel):
    """The limits on computations, as the health route returns them."""

    seconds: float = Field(description="of a job")
    memory: int = Field(description="bytes of a job")
    positions: int = Field(description="of a table")
    states: int = Field(description="of an automaton")
    patience: float = Field(description="seconds of a question, which is answered while the page waits")
    jobs: int = Field(description="at the same time")
    queue: int = Field(description="jobs that may wait")
    body: int = Field(description="bytes of a request")


class Health(BaseModel):
    """The response of the health route: the version and the limits of the server."""

    version: str
    public: bool = Field(description="whether strangers may ask")
    keeps_theorems: bool = Field(description="whether a theorem that is discovered is kept")
    limits: LimitsResponse


@router.get("/api/health", tags=["server"], summary="Whether the server is there, and what it allows")
async def health(settings: SettingsOfApp) -> Health:
    """Return the version and the limits of the server."""
    limits = {name: getattr(settings, name) for name in LimitsResponse.model_fields}
    return Health(
        version=__version__,
        public=settings.public,
        keeps_theorems=settings.keeps_theorems,
        limits=LimitsResponse(**limits),
    )


@router.get("/api/games", tags=["games"], response_model=games.Catalogue, summary="Every game of the catalogue")
async def all_games(queries: Queries, client: Client) -> Response:
    """Return every game of the catalogue."""
    return as_json(await queries.ask(games.all_games, EmptyRequest(), client))


@router.post("/api/rule", tags=["games"], response_model=RuleDetails, summary="A rule as it was understood")
async def rule(request: GameRequest, queries: Queries, client: Client) -> Response:
    """Return a rule as it was parsed."""
    return as_json(await queries.ask(games.rule, request, client))


@router.post(
    "/api/position",
    tags=["games"],
    response_model=PositionAnalysis,
    summary="Who wins from a position, and why",
)
async def position(request: positions.PositionRequest, queries: Queries, client: Client) -> Response:
    """Return the analysis of a position."""
    return as_json(await queries.ask(positions.position, request, client))


@router.get("/api/propose", tags=["games"], response_model=games.Proposal, summary="A position worth playing")
async def propose(request: Annotated[games.ProposalRequest, Query()], queries: Queries, client: Client) -> Response:
    """Return a start position for a match."""
    return as_json(await queries.ask(games.propose, request, client))


@router.post(
    "/api/match", tags=["matches"], response_model=matches.StateResponse, summary="Begin a match, or go on with one"
)
async def begin(request: matches.MatchRequest, queries: Queries, client: Client) -> Response:
    """Start or resume a match."""
    return as_json(await queries.ask(matches.begin, request, client))


@router.post("/api/match/move", tags=["matches"], response_model=matches.StateResponse, summary="Make a move")
async def move(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Make a move in a match."""
    return as_json(await queries.ask(matches.move, request, client))


@router.post(
    "/api/match/forbid",
    tags=["matches"],
    response_model=matches.StateResponse,
    summary="Forbid options before the first move",
)
async def forbid(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Forbid options before the first move of a match."""
    return as_json(await queries.ask(matches.forbid, request, client))


@router.post("/api/match/undo", tags=["matches"], response_model=matches.StateResponse, summary="Take moves back")
async def undo(request: matches.UndoRequest, queries: Queries, client: Client) -> Response:
    """Undo moves of a match."""
    return as_json(await queries.ask(matches.undo, request, client))


@router.post(
    "/api/match/reply", tags=["matches"], response_model=matches.StateResponse, summary="Let the computer move"
)
async def reply(request: matches.ReplyRequest, queries: Queries, client: Client) -> Response:
    """Let the computer move in a match."""
    return as_json(await queries.ask(matches.reply, request, client))


@router.post("/api/match/hint", tags=["matches"], response_model=matches.HintResponse, summary="A move worth making")
async def hint(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return a good move in a match."""
    return as_json(await queries.ask(matches.hint, request, client))


@router.post("/api/match/why", tags=["matches"], response_model=matches.WhyResponse, summary="Who wins, and why")
async def why(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the outcome of the position of a match and the reason."""
    return as_json(await queries.ask(matches.why, request, client))


@router.post(
    "/api/match/analyse", tags=["matches"], response_model=matches.AnalysisResponse, summary="What every move is worth"
)
async def analyse(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the ratings of all moves in a match."""
    return as_json(await queries.ask(matches.analyse, request, client))


@router.post(
    "/api/match/explain",
    tags=["matches"],
    response_model=matches.ExplainResponse,
    summary="Whether a move may be made, and if not, why not",
)
async def explain(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Return whether a move is legal in a match, and if not, why not."""
    return as_json(await queries.ask(matches.explain, request, client))


Digest = Annotated[str, Path(min_length=theorems.LEAST_DIGITS, max_length=64, pattern="^[0-9a-f]+$")]
DAY = 86_400
LONGER = 4  # times as long as other questions


@router.get(
    "/api/games/{name}/picture.svg",
    tags=["known"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    summary="A small picture of the values of a game",
)
async def picture(
    name: Annotated[str, Path(max_length=200)], queries: Queries, client: Client, dark: Annotated[bool, Query()] = False
) -> Response:
    """Return a small picture of the values of a game."""
    drawn = await queries.ask(theorems.picture, theorems.PictureRequest(name=name, dark=dark), client)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"private, max-age={DAY}"})


@router.get(
    "/api/seen",
    tags=["known"],
    response_model=theorems.LookupResponse,
    summary="Who has seen these P-positions, or these values",
)
async def lookup(request: Annotated[theorems.LookupRequest, Query()], queries: Queries, client: Client) -> Response:
    """Return the games and theorems that have these P-positions or values."""
    # Every game of the catalogue is looked at; the first time on a machine, what that needs is compiled.
    longer = replace(queries.settings.question_limits, seconds=LONGER * queries.settings.patience)
    return as_json(await queries.ask(theorems.lookup, request, client, longer))


@router.get("/api/theorems", tags=["known"], response_model=theorems.Theorems, summary="The theorems that are kept")
async def all_theorems(queries: Queries, client: Client) -> Response:
    """Return the stored theorems."""
    return as_json(await queries.ask(theorems.theorems, EmptyRequest(), client))


@router.get(
    "/api/theorems/{digest}",
    tags=["known"],
    response_model=TheoremDetails,
    summary="A theorem that is kept, proved anew",
)
async def theorem(digest: Digest, queries: Queries, client: Client) -> Response:
    """Return a stored theorem, proved again."""
    return as_json(await queries.ask(theorems.theorem, theorems.TheoremRequest(digest=digest), client))


@router.get(
    "/api/theorems/{digest}/certificate",
    tags=["known"],
    response_model=Certificate,
    summary="The certificate of a theorem that is kept",
)
async def certificate(digest: Digest, queries: Queries, client: Client) -> Response:
    """Return the certificate of a stored theorem."""
    content = await queries.ask(theorems.certificate, theorems.TheoremRequest(digest=digest), client)
    headers = {"Content-Disposition": f'attachment; filename="certificate-{digest[:8]}.json"'}
    return Response(content, headers=headers, media_type="application/json")


@router.get(
    "/api/papers",
    tags=["papers"],
    response_model=papers.PapersResponse,
    summary="The five papers, every claim with its verdict",
)
async def all_papers(queries: Queries, client: Client) -> Response:
    """Return the papers and their claims."""
    return as_json(await queries.ask(papers.all_papers, EmptyRequest(), client))


@router.get(
    "/api/papers/{paper}/{name}",
    tags=["papers"],
    response_model=papers.ClaimDetailResponse,
    summary="A claim, and where it can be seen",
)
async def claim(paper: str, name: str, queries: Queries, client: Client) -> Response:
    """Return a claim of a paper with its games and its source code."""
    return as_json(await queries.ask(papers.claim, papers.ClaimRequest(claim=f"{paper}/{name}"[:100]), client))
