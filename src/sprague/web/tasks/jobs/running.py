"""Preparation and execution of jobs in a worker."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sprague import clock
from sprague.web.tasks.jobs.checks import CheckAsked
from sprague.web.tasks.jobs.claims import RerunAsked
from sprague.web.tasks.jobs.discoveries import DiscoverAsked
from sprague.web.tasks.jobs.job import Outcome, Place
from sprague.web.tasks.jobs.periods import PeriodAsked
from sprague.web.tasks.jobs.tables import TableAsked
from sprague.web.worker import Progress, Report

AnyJob = Annotated[TableAsked | PeriodAsked | CheckAsked | DiscoverAsked | RerunAsked, Field(discriminator="kind")]
BETWEEN = 0.1  # seconds between two reports


def prepare(asked: AnyJob) -> bytes:
    """The name of a job, by its content; what cannot be done is refused here, at once."""
    asked.check()
    return asked.content().encode()


def run(asked: AnyJob, place: Place, report: Report) -> Outcome:
    """Do the work, and report now and then."""
    last = 0.0

    def now_and_then(progress: Progress) -> None:
        nonlocal last
        if (now := clock.now()) - last >= BETWEEN:
            last = now
            report(progress)

    return asked.run(place, now_and_then)
