"""Routes for maps, tiles and rows."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from sprague.web.errors import Refusal, Refused, documented, refused
from sprague.web.job_service import DONE, FAILED, Job, Jobs
from sprague.web.query_service import Desk
from sprague.web.routes.shared import Client, DeskOfApp, JobsOfApp, as_json
from sprague.web.tasks import maps
from sprague.web.tasks import maps as map_told
from sprague.web.tasks.jobs.tables import TableAsked

router = APIRouter(tags=["maps"], responses=documented(409))

WAIT = 1.5  # seconds for a table, before its job is told instead


@router.get(
    "/api/map",
    response_model=map_told.MapTold,
    responses={202: {"model": map_told.MapTold, "description": "Its table is being filled by the job that is told"}},
    summary="What a map is; a job, if its table has to be filled first",
)
async def describe(
    asked: Annotated[map_told.MapAsked, Query()], desk: DeskOfApp, jobs: JobsOfApp, client: Client
) -> Response:
    plan = await _plan(desk, asked, client)
    job = await _table(jobs, plan, client)
    if not job.is_over:
        return as_json(map_told.MapTold(**plan.model_dump(), ready=False, job=job.id).model_dump_json().encode(), 202)
    return as_json(await desk.ask(maps.describe, map_told.OfTable(table=job.table, plan=plan), client))


@router.get(
    "/api/map/tile",
    response_class=Response,
    responses={
        200: {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "description": "16-bit numbers, the low byte first, row by row; 65535 where there is no position",
            "headers": {
                name: {"schema": {"type": "integer"}, "description": meaning}
                for name, meaning in (
                    ("X-Width", "cells in a row"),
                    ("X-Height", "rows"),
                    ("X-Largest", "the largest value of the map"),
                )
            },
        }
    },
    summary="A tile of a map",
)
async def tile(
    asked: Annotated[map_told.TileAsked, Query()], desk: DeskOfApp, jobs: JobsOfApp, client: Client
) -> Response:
    plan = await _plan(
        desk, map_told.MapAsked(**asked.model_dump(exclude={"x", "y", "measure"}), measure=_of(asked)), client
    )
    job = await _table(jobs, plan, client)
    if not job.is_over:
        raise refused(409, "the table is still being filled; ask /api/map for its job, and again when it is done")
    work = maps.proved_tile if asked.measure == "proved" else maps.tile
    packed: bytes = await desk.ask(work, map_told.OfTable(table=job.table, plan=plan, x=asked.x, y=asked.y), client)
    width, height, largest = maps.HEAD.unpack_from(packed)
    headers = {"X-Width": str(width), "X-Height": str(height), "X-Largest": str(largest)}
    return Response(packed[maps.HEAD.size :], headers=headers, media_type="application/octet-stream")


@router.get("/api/row", response_model=map_told.RowTold, summary="Values along one pile")
async def row(
    asked: Annotated[map_told.RowAsked, Query()], desk: DeskOfApp, jobs: JobsOfApp, client: Client
) -> Response:
    plan = map_told.Plan.model_validate_json(await desk.ask(maps.row_plan, asked, client))
    job = await _table(jobs, plan, client)
    if not job.is_over and not await job.ended(jobs.settings.patience):
        raise refused(409, "the table is still being filled; ask /api/map for its job, and again when it is done")
    return as_json(await desk.ask(maps.row, map_told.OfTable(table=_filled(job).table, plan=plan), client))


def _of(asked: map_told.TileAsked) -> map_told.Measure:
    return "outcome" if asked.measure == "proved" else asked.measure


async def _plan(desk: Desk, asked: map_told.MapAsked, client: str) -> map_told.Plan:
    return map_told.Plan.model_validate_json(await desk.ask(maps.plan, asked, client))


async def _table(jobs: Jobs, plan: map_told.Plan, client: str) -> Job:
    """The job that fills the table of a map; done, if that takes no longer than somebody waits."""
    asked = TableAsked(game=plan.game, misere=plan.misere, limit=plan.limit, what=plan.measure)
    job = await jobs.begin(asked, client)
    return _filled(job) if await job.ended(WAIT) else job


def _filled(job: Job) -> Job:
    """A job that has filled its table; what is in the way is told otherwise."""
    if job.state == FAILED and job.problem is not None:
        raise Refused(Refusal(job.status, job.problem))
    if job.state != DONE:
        raise refused(409, "the table was cancelled; ask again")
    return job
