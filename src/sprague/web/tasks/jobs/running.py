"""Preparation and execution of jobs in a worker."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sprague import clock
from sprague.web.tasks.jobs.claims import RerunRequest
from sprague.web.tasks.jobs.decisions import CheckRequest, DiscoverRequest
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput
from sprague.web.tasks.jobs.periods import PeriodRequest
from sprague.web.tasks.jobs.tables import TableRequest
from sprague.web.worker import Progress, Report

AnyJob = Annotated[
    TableRequest | PeriodRequest | CheckRequest | DiscoverRequest | RerunRequest, Field(discriminator="kind")
]
BETWEEN = 0.1  # seconds between two reports


def prepare(request: AnyJob) -> bytes:
    """The name of a job, by its content; what cannot be done is refused here, at once."""
    request.check()
    return request.content().encode()


def run(request: AnyJob, place: JobOutput, report: Report) -> JobOutcome:
    """Do the work, and report now and then."""
    last = 0.0

    def now_and_then(progress: Progress) -> None:
        nonlocal last
        if (now := clock.now()) - last >= BETWEEN:
            last = now
            report(progress)

    return request.run(place, now_and_then)
