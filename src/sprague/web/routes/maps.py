"""Routes for maps of values, tiles of maps, and rows of values."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from sprague.results.base import Measure
from sprague.web.errors import Refusal, RequestError, error_responses, request_error
from sprague.web.job_service import DONE, FAILED, Job, JobService
from sprague.web.query_service import QueryService
from sprague.web.routes.dependencies import Client, JobServiceOfApp, Queries, as_json
from sprague.web.tasks import maps
from sprague.web.tasks.jobs.computations import TableRequest
from sprague.web.tasks.map_cells import TILE_HEADER

router = APIRouter(tags=["maps"], responses=error_responses(409))

WAIT = 1.5  # number of seconds to wait for the table of a map before the response names the job that computes the table
TABLE_NOT_READY = "the table is not computed yet; get its job from /api/v1/map and try again when the job is done"


@router.get(
    "/api/v1/map",
    response_model=maps.MapResponse,
    responses={
        202: {"model": maps.MapResponse, "description": "The job in the response is computing the table of the map"}
    },
    summary="The description of a map, or the job that computes its table",
)
async def describe(
    request: Annotated[maps.MapRequest, Query()], queries: Queries, jobs: JobServiceOfApp, client: Client
) -> Response:
    """Return the description of a map or, until the table of the map is ready, the job that computes the table."""
    plan = await _plan(queries, request, client)
    job = await _table(jobs, plan, client)
    if not job.is_over:
        return as_json(maps.MapResponse(**plan.model_dump(), ready=False, job=job.id).model_dump_json().encode(), 202)
    return as_json(await queries.ask(maps.describe, maps.TableSlice(table=job.table, plan=plan), client))


@router.get(
    "/api/v1/map/tile",
    response_class=Response,
    responses={
        200: {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "description": "16-bit numbers, low byte first, row by row; 65535 for a cell without a position",
            "headers": {
                name: {"schema": {"type": "integer"}, "description": meaning}
                for name, meaning in (
                    ("X-Width", "number of cells in a row"),
                    ("X-Height", "number of rows"),
                    ("X-Largest", "the largest value of the map"),
                )
            },
        }
    },
    summary="The values of a tile of a map",
)
async def tile(
    request: Annotated[maps.TileRequest, Query()], queries: Queries, jobs: JobServiceOfApp, client: Client
) -> Response:
    """Return the values of a tile of a map in binary form."""
    plan = await _plan(
        queries, maps.MapRequest(**request.model_dump(exclude={"x", "y", "what"}), what=_of(request)), client
    )
    job = await _table(jobs, plan, client)
    if not job.is_over:
        raise request_error(409, TABLE_NOT_READY)
    work = maps.proved_tile if request.what == "proved" else maps.tile
    packed: bytes = await queries.ask(
        work, maps.TableSlice(table=job.table, plan=plan, x=request.x, y=request.y), client
    )
    width, height, largest = TILE_HEADER.unpack_from(packed)
    headers = {"X-Width": str(width), "X-Height": str(height), "X-Largest": str(largest)}
    return Response(packed[TILE_HEADER.size :], headers=headers, media_type="application/octet-stream")


@router.get("/api/v1/row", response_model=maps.RowResponse, summary="Values along one pile")
async def row(
    request: Annotated[maps.RowRequest, Query()], queries: Queries, jobs: JobServiceOfApp, client: Client
) -> Response:
    """Return the values of the positions in which one pile varies and the other piles are fixed."""
    plan = maps.Plan.model_validate_json(await queries.ask(maps.row_plan, request, client))
    job = await _table(jobs, plan, client)
    if not job.is_over and not await job.wait(jobs.settings.patience):
        raise request_error(409, TABLE_NOT_READY)
    return as_json(await queries.ask(maps.row, maps.TableSlice(table=_filled(job).table, plan=plan), client))


def _of(request: maps.TileRequest) -> Measure:
    return "outcome" if request.what == "proved" else request.what


async def _plan(queries: QueryService, request: maps.MapRequest, client: str) -> maps.Plan:
    return maps.Plan.model_validate_json(await queries.ask(maps.plan, request, client))


async def _table(jobs: JobService, plan: maps.Plan, client: str) -> Job:
    """Wait at most `WAIT` seconds for the job that computes the table of a map, and return the job."""
    request = TableRequest(game=plan.game, misere=plan.misere, limit=plan.limit, what=plan.what)
    job = await jobs.begin(request, client)
    return _filled(job) if await job.wait(WAIT) else job


def _filled(job: Job) -> Job:
    """Return the job of a map once the job has computed the table; raise an error if it failed or was cancelled."""
    if job.state == FAILED and job.problem is not None:
        raise RequestError(Refusal(job.problem))
    if job.state != DONE:
        raise request_error(409, "the computation of the table was cancelled; try again", "cancelled")
    return job
