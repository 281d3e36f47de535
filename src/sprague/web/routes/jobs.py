"""Routes for jobs: start, watch and cancel a job, and download its certificate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Path, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from sprague.results.decisions import ClaimVerdict, ProofResult, RefutationResult, TableCheckResult, UndecidedResult
from sprague.results.questions import SetResult, TruthResult, UndecidedQuestionResult
from sprague.results.tables import PeriodResult, TableSummary
from sprague.web.errors import error_responses, request_error
from sprague.web.job_service import Job, JobResponse, JobService
from sprague.web.routes.dependencies import Client, JobServiceOfApp, as_json
from sprague.web.tasks.jobs.running import AnyJob

router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"], responses=error_responses(404))

Id = Annotated[str, Path(alias="id", max_length=64, pattern="^[0-9a-f]+$", description="the id of a job")]


JobResult = (
    TableSummary
    | PeriodResult
    | ProofResult
    | RefutationResult
    | UndecidedResult
    | TableCheckResult
    | TruthResult
    | SetResult
    | UndecidedQuestionResult
    | ClaimVerdict
)


class JobWithResult(JobResponse):
    """The response of the job routes: the state of a job and, after the end of the job, the result."""

    result: JobResult | None


class Certificate(BaseModel, extra="allow"):
    """The certificate of a theorem, as the download routes return it."""

    certificate: str
    version: int


class QuestionCertificate(BaseModel, extra="allow"):
    """The certificate of the answer to a question, as the download routes return it."""

    format: str
    version: int


@router.post(
    "",
    response_model=JobWithResult,
    status_code=202,
    responses={200: {"model": JobWithResult, "description": "An equal job has already ended"}},
    summary="Start a job, or find an equal job",
)
async def begin(request: Annotated[AnyJob, Body()], jobs: JobServiceOfApp, client: Client) -> Response:
    """Start a job; if an equal job is running or finished, return the existing job."""
    job = await jobs.begin(request, client)
    return as_json(jobs.response(job), 200 if job.is_over else 202)


@router.get("/{id}", response_model=JobWithResult, summary="The state and the result of a job")
async def show(name: Id, jobs: JobServiceOfApp) -> Response:
    """Return the state of a job and its result."""
    return as_json(jobs.response(jobs.find(name)))


@router.delete("/{id}", response_model=JobWithResult, summary="Cancel a job")
async def cancel(name: Id, jobs: JobServiceOfApp, client: Client) -> Response:
    """Cancel a job."""
    return as_json(jobs.response(jobs.cancel(name, client)))


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    summary="The progress of a job as server-sent events; the last event is done, failed or cancelled",
)
async def events(name: Id, jobs: JobServiceOfApp) -> StreamingResponse:
    """Send the progress of a job to the client as a stream of server-sent events."""
    return StreamingResponse(
        _events(jobs, jobs.find(name)), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _events(jobs: JobService, job: Job) -> AsyncIterator[bytes]:
    async for is_new in job.updates():
        if is_new:
            event = job.state if job.is_over else "progress"
            yield b"event: " + event.encode() + b"\ndata: " + jobs.response(job) + b"\n\n"
        else:
            yield b": keep-alive\n\n"


@router.get(
    "/{id}/certificate",
    response_model=Certificate | QuestionCertificate,
    summary="The certificate of the theorem or answer that a job proved, for sprague verify",
)
async def certificate(name: Id, jobs: JobServiceOfApp) -> Response:
    """Return the certificate of the theorem or answer that a job proved."""
    job = jobs.find(name)
    if job.outcome is None or job.outcome.certificate is None:
        raise request_error(404, "this job has no certificate because it proved no theorem")
    headers = {"Content-Disposition": f'attachment; filename="certificate-{job.id[:8]}.json"'}
    return Response(job.outcome.certificate, headers=headers, media_type="application/json")


@router.get(
    "/{id}/automaton.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    summary="A drawing of the automaton of the theorem that a job proved",
)
async def automaton(name: Id, jobs: JobServiceOfApp) -> Response:
    """Return the drawing of the automaton of the theorem that a job proved."""
    job = jobs.find(name)
    if job.outcome is None or job.outcome.drawing is None:
        raise request_error(
            404, "this job has no drawing: it proved no theorem by an automaton, or the automaton is too large to draw"
        )
    return Response(job.outcome.drawing, media_type="image/svg+xml")
