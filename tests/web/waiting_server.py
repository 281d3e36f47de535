"""A server whose tables, discoveries and questions wait until they are cancelled.

Tests of the Cancel buttons start it as `python -m tests.web.waiting_server serve …`. The work they cancel therefore
never ends by itself, however fast the machine is. Workers are forked from a process that imports this module under the
name `__mp_main__`, so they also run the replaced methods; an import under any other name replaces nothing.
"""

from __future__ import annotations

import time
from typing import NoReturn

from sprague import limits
from sprague.cli.main import main
from sprague.progress import Progress, ProgressCallback
from sprague.web.tasks.jobs.computations import TableRequest
from sprague.web.tasks.jobs.decisions import DiscoverRequest
from sprague.web.tasks.jobs.job import JobOutput, JobRequest
from sprague.web.tasks.jobs.questions import AskRequest


def wait_until_cancelled(job: JobRequest, place: JobOutput, report: ProgressCallback) -> NoReturn:
    """Report the beginning of the work, then do nothing until the job is cancelled."""
    report(Progress(0.0, "waiting"))
    while True:
        limits.check()
        time.sleep(0.01)


if __name__ in ("__main__", "__mp_main__"):
    for kind in (TableRequest, DiscoverRequest, AskRequest):
        setattr(kind, "run", wait_until_cancelled)  # noqa: B010 (mypy refuses to assign to a method)

if __name__ == "__main__":
    main()
