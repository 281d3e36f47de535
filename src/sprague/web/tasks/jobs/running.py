"""Web tasks that check a job request (`prepare`) and execute the job (`run`) in a worker process."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sprague import clock
from sprague.progress import Progress, ProgressCallback
from sprague.web.tasks.jobs.computations import PeriodRequest, RerunRequest, TableRequest
from sprague.web.tasks.jobs.decisions import CheckRequest, DiscoverRequest
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput
from sprague.web.tasks.jobs.questions import AskRequest

AnyJob = Annotated[
    TableRequest | PeriodRequest | CheckRequest | DiscoverRequest | AskRequest | RerunRequest,
    Field(discriminator="kind"),
]
# The kinds of jobs, in the order in which the OpenAPI description lists them.
JOB_KINDS = ("table", "period", "check", "discover", "ask", "claim")
REPORT_SECONDS = 0.1  # minimum time between two progress reports of a job, in seconds


def prepare(request: AnyJob) -> bytes:
    """Web task: check a job request and return the id of the job."""
    request.check()
    return request.job_id().encode()


def run(request: AnyJob, output: JobOutput, report: ProgressCallback) -> JobOutcome:
    """Web task: execute a job and report its progress, with at least `REPORT_SECONDS` between two reports."""
    last = 0.0

    def throttled(progress: Progress) -> None:
        nonlocal last
        if (now := clock.now()) - last >= REPORT_SECONDS:
            last = now
            report(progress)

    return request.run(output, throttled)
