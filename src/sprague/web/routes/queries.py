"""Routes for short queries about games, positions, matches, theorems and papers, and the health route."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field
from starlette.responses import FileResponse

from sprague.results.decisions import TheoremDetails
from sprague.results.games import RuleDetails
from sprague.results.positions import PositionAnalysis
from sprague.version import __version__
from sprague.web.errors import error_responses
from sprague.web.page_files import thumbnail_path
from sprague.web.routes.dependencies import Client, Queries, SettingsOfApp, as_json
from sprague.web.routes.jobs import Certificate
from sprague.web.tasks import games, matches, papers, positions, theorems
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.requests import GameRequest

router = APIRouter(responses=error_responses())


class LimitsResponse(BaseModel):
    """The limits on computations, as the health route returns them."""

    seconds: float = Field(description="time limit of a job in seconds")
    memory: int = Field(description="memory limit of a job in bytes")
    positions: int = Field(description="maximum number of positions of a table")
    states: int = Field(description="maximum number of states of an automaton")
    patience: float = Field(description="time limit of a query in seconds")
    jobs: int = Field(description="maximum number of jobs that run at the same time")
    queue: int = Field(description="maximum number of jobs that wait")
    body: int = Field(description="maximum size of a request in bytes")


class Health(BaseModel):
    """The response of the health route: the version and the limits of the server."""

    version: str
    public: bool = Field(description="whether the server has the smaller limits of a public server")
    keeps_theorems: bool = Field(description="whether discovered theorems are stored")
    limits: LimitsResponse


@router.get("/api/v1/health", tags=["server"], summary="The version and the limits of the server")
async def health(settings: SettingsOfApp) -> Health:
    """Return the version and the limits of the server."""
    limits = {name: getattr(settings, name) for name in LimitsResponse.model_fields}
    return Health(
        version=__version__,
        public=settings.public,
        keeps_theorems=settings.keeps_theorems,
        limits=LimitsResponse(**limits),
    )


@router.get("/api/v1/games", tags=["games"], response_model=games.Catalogue, summary="Every game of the catalogue")
async def all_games(queries: Queries, client: Client) -> Response:
    """Return every game of the catalogue."""
    return as_json(await queries.ask(games.all_games, EmptyRequest(), client))


@router.post("/api/v1/rule", tags=["games"], response_model=RuleDetails, summary="A parsed rule with its description")
async def rule(request: GameRequest, queries: Queries, client: Client) -> Response:
    """Return the parsed rule of a game, with a description in English."""
    return as_json(await queries.ask(games.rule, request, client))


@router.post(
    "/api/v1/position",
    tags=["games"],
    response_model=PositionAnalysis,
    summary="Who wins from a position, and why",
)
async def position(request: positions.PositionRequest, queries: Queries, client: Client) -> Response:
    """Return the analysis of a position: the outcome, the reason, and the value of every move."""
    return as_json(await queries.ask(positions.position, request, client))


@router.get("/api/v1/propose", tags=["games"], response_model=games.Proposal, summary="An interesting start position")
async def propose(request: Annotated[games.ProposalRequest, Query()], queries: Queries, client: Client) -> Response:
    """Return a start position for a match."""
    return as_json(await queries.ask(games.propose, request, client))


@router.post("/api/v1/match", tags=["matches"], response_model=matches.StateResponse, summary="Start or resume a match")
async def begin(request: matches.MatchRequest, queries: Queries, client: Client) -> Response:
    """Start or resume a match."""
    return as_json(await queries.ask(matches.begin, request, client))


@router.post("/api/v1/match/move", tags=["matches"], response_model=matches.StateResponse, summary="Make a move")
async def move(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Make a move in a match."""
    return as_json(await queries.ask(matches.move, request, client))


@router.post(
    "/api/v1/match/forbid",
    tags=["matches"],
    response_model=matches.StateResponse,
    summary="Forbid options before the first move",
)
async def forbid(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Forbid options before the first move of a match."""
    return as_json(await queries.ask(matches.forbid, request, client))


@router.post("/api/v1/match/undo", tags=["matches"], response_model=matches.StateResponse, summary="Take back moves")
async def undo(request: matches.UndoRequest, queries: Queries, client: Client) -> Response:
    """Take back moves of a match."""
    return as_json(await queries.ask(matches.undo, request, client))


@router.post(
    "/api/v1/match/reply", tags=["matches"], response_model=matches.StateResponse, summary="Let the computer move"
)
async def reply(request: matches.ReplyRequest, queries: Queries, client: Client) -> Response:
    """Let the computer move in a match."""
    return as_json(await queries.ask(matches.reply, request, client))


@router.post(
    "/api/v1/match/hint", tags=["matches"], response_model=matches.HintResponse, summary="A hint: the best move"
)
async def hint(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the best move in a match."""
    return as_json(await queries.ask(matches.hint, request, client))


@router.post("/api/v1/match/why", tags=["matches"], response_model=matches.WhyResponse, summary="Who wins, and why")
async def why(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the outcome of the current position of a match, with the reason."""
    return as_json(await queries.ask(matches.why, request, client))


@router.post(
    "/api/v1/match/analyse", tags=["matches"], response_model=matches.AnalysisResponse, summary="A rating of every move"
)
async def analyse(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the ratings of all moves in a match."""
    return as_json(await queries.ask(matches.analyse, request, client))


@router.post(
    "/api/v1/match/review",
    tags=["matches"],
    response_model=matches.ReviewResponse,
    summary="A review of all moves made",
)
async def review(request: matches.TranscriptRequest, queries: Queries, client: Client) -> Response:
    """Return the moves of a match with their ratings, and a sentence for each mistake."""
    return as_json(await queries.ask(matches.review, request, client))


@router.post(
    "/api/v1/match/explain",
    tags=["matches"],
    response_model=matches.ExplainResponse,
    summary="Whether a move is legal, and if not, why",
)
async def explain(request: matches.MoveRequest, queries: Queries, client: Client) -> Response:
    """Return whether a move is legal in a match; if the move is illegal, return the reason."""
    return as_json(await queries.ask(matches.explain, request, client))


Digest = Annotated[str, Path(min_length=theorems.LEAST_DIGITS, max_length=64, pattern="^[0-9a-f]+$")]
DAY = 86_400  # seconds
GAME_NAME = re.compile("[a-z0-9-]{1,100}")
LONGER = 4  # the time limit of a lookup is this multiple of the time limit of other queries


@router.get(
    "/api/v1/games/{name}/picture.svg",
    tags=["known"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    summary="A small picture of the values of a game",
)
async def picture(
    name: Annotated[str, Path(max_length=200)], queries: Queries, client: Client, dark: Annotated[bool, Query()] = False
) -> Response:
    """Return a small picture of the values of a game."""
    headers = {"Cache-Control": f"private, max-age={DAY}"}
    if GAME_NAME.fullmatch(name) and (file := thumbnail_path(name, dark)).is_file():
        return FileResponse(file, media_type="image/svg+xml", headers=headers)
    # The picture of a plug-in's game must be computed, and the first computation on a machine also compiles functions
    # with numba.
    longer = replace(queries.settings.question_limits, seconds=LONGER * queries.settings.patience)
    drawn = await queries.ask(theorems.picture, theorems.PictureRequest(name=name, dark=dark), client, longer)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get(
    "/api/v1/seen",
    tags=["known"],
    response_model=theorems.LookupResponse,
    summary="Look up games by P-positions or values",
)
async def lookup(request: Annotated[theorems.LookupRequest, Query()], queries: Queries, client: Client) -> Response:
    """Return the games and theorems that have the given P-positions or values."""
    # A lookup compares the request with every game of the catalogue; the first lookup on a machine also compiles
    # functions with numba.
    longer = replace(queries.settings.question_limits, seconds=LONGER * queries.settings.patience)
    return as_json(await queries.ask(theorems.lookup, request, client, longer))


@router.get("/api/v1/theorems", tags=["known"], response_model=theorems.Theorems, summary="All stored theorems")
async def all_theorems(queries: Queries, client: Client) -> Response:
    """Return the stored theorems."""
    return as_json(await queries.ask(theorems.theorems, EmptyRequest(), client))


@router.get(
    "/api/v1/theorems/{sha256}",
    tags=["known"],
    response_model=TheoremDetails,
    summary="A stored theorem, verified again",
)
async def theorem(sha256: Digest, queries: Queries, client: Client) -> Response:
    """Verify a stored theorem again, and return the theorem."""
    return as_json(await queries.ask(theorems.theorem, theorems.TheoremRequest(sha256=sha256), client))


@router.get(
    "/api/v1/theorems/{sha256}/certificate",
    tags=["known"],
    response_model=Certificate,
    summary="The certificate of a stored theorem",
)
async def certificate(sha256: Digest, queries: Queries, client: Client) -> Response:
    """Return the certificate of a stored theorem."""
    content = await queries.ask(theorems.certificate, theorems.TheoremRequest(sha256=sha256), client)
    headers = {"Content-Disposition": f'attachment; filename="certificate-{sha256[:8]}.json"'}
    return Response(content, headers=headers, media_type="application/json")


@router.get(
    "/api/v1/papers",
    tags=["papers"],
    response_model=papers.PapersResponse,
    summary="The five papers and their claims with verdicts",
)
async def all_papers(queries: Queries, client: Client) -> Response:
    """Return the papers and their claims with verdicts."""
    return as_json(await queries.ask(papers.all_papers, EmptyRequest(), client))


@router.get(
    "/api/v1/papers/{paper}/{name}",
    tags=["papers"],
    response_model=papers.ClaimDetailResponse,
    summary="A claim of a paper with its games and source code",
)
async def claim(paper: str, name: str, queries: Queries, client: Client) -> Response:
    """Return a claim of a paper with its games and its source code."""
    return as_json(await queries.ask(papers.claim, papers.ClaimRequest(claim=f"{paper}/{name}"[:100]), client))
