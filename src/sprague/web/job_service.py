"""Jobs: long work in worker processes, with progress and cancellation.

A job is known by its content: the rule, the options and the version decide its name, so that whoever asks the same
again gets the same job, finished or under way. What is finished is kept as long as there is room.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, Field

from sprague import clock
from sprague.web.cache import Recent
from sprague.web.errors import Problem, Refused, refused
from sprague.web.query_service import Desk
from sprague.web.settings import Settings
from sprague.web.tasks.jobs.job import Outcome, Place
from sprague.web.tasks.jobs.running import AnyJob, prepare, run
from sprague.web.worker import Progress
from sprague.web.worker_pool import CANCELLED, Asked, Crew, Full, WorkerDied, errand

QUEUED, RUNNING, DONE, FAILED, CANCELLED_STATE = "queued", "running", "done", "failed", "cancelled"
BREATH = 15.0  # seconds after which whoever listens hears that the line is still open
OVERHEAD = 2_000  # bytes that a job takes beside its result
DIED = (
    "the process that did the work was killed: it took more memory than there is, or somebody ended it; ask for less, "
    "or again"
)


class JobTold(BaseModel):
    """A job: how far it is and, once it has ended, what it came to."""

    id: str
    kind: str
    state: str = Field(description="queued, running, done, failed or cancelled")
    progress: str = Field(description="what is being done, in words")
    fraction: float | None = Field(description="how much of it is done, if that is known")
    before: int | None = Field(description="how many jobs are before this one, while it waits")
    seconds: float = Field(description="how long it has run")
    certificate: bool = Field(description="whether there is a certificate to download")
    error: Problem | None = Field(description="why it failed")


class Job:
    """One piece of long work."""

    def __init__(self, name: str, asked: AnyJob, table: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.id, self.asked, self.table = name, asked, table
        self.askers: set[str] = set()
        self.state = QUEUED
        self.progress = Progress()
        self.outcome: Outcome | None = None
        self.problem: Problem | None = None
        self.status = 200
        self.handed_in: Asked | None = None
        self.cancelled = False
        self._ended: float | None = None
        self._loop = loop
        self._news = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return self._ended is not None

    @property
    def seconds(self) -> float:
        began = self.handed_in.began if self.handed_in else None
        return 0.0 if began is None else round((self._ended or clock.now()) - began, 3)

    @property
    def size(self) -> int:
        """How many bytes it takes, its table on disk included."""
        found = self.outcome
        if found is None:
            return OVERHEAD
        return OVERHEAD + len(found.result) + len(found.certificate or b"") + len(found.drawing or b"") + found.table

    def report(self, progress: Progress) -> None:
        """Hear how far the work is; called from the thread of a worker."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.change, RUNNING, progress)

    def change(self, state: str, progress: Progress) -> None:
        if not self.is_over:
            self.state, self.progress = state, progress
            self._tell()

    def end(self, state: str) -> None:
        self.state, self._ended = state, clock.now()
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def ended(self, seconds: float) -> bool:
        """Whether it ends within some seconds."""
        until = clock.now() + seconds
        while not self.is_over and (left := until - clock.now()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        return self.is_over

    async def news(self) -> AsyncIterator[bool]:
        """True whenever there is something new, the end included; False now and then while there is not."""
        while True:
            waiting = self._news
            yield True
            if self.is_over:
                return
            while True:
                try:
                    await asyncio.wait_for(waiting.wait(), BREATH)
                    break
                except TimeoutError:
                    yield False


class Jobs:
    """The crew for long work, the jobs that are under way, and those that are finished."""

    def __init__(self, settings: Settings, desk: Desk) -> None:
        self.settings, self._desk = settings, desk
        self.crew = Crew(settings.jobs, settings.queue, settings.memory, settings.memory)
        self._under_way: dict[str, Job] = {}
        self._finished: Recent[str, Job] = Recent(settings.stored, lambda job: job.size, _forget)
        self._folder = tempfile.TemporaryDirectory(prefix="sprague-")
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, asked: AnyJob, client: str = "") -> Job:
        """The job that does what is asked: one that is under way or done, or else a new one."""
        # How large it may be, is a matter of jobs; how long that takes to tell, one of questions.
        limits = replace(self.settings.job_limits, seconds=self.settings.patience)
        name = (await self._desk.ask(prepare, asked, client, limits)).decode()
        job = self._under_way.get(name)
        if job is None:
            finished = self._finished.get(name)
            if finished is not None and finished.state == DONE:
                return finished
            self._refuse_if_many(client)
            job = self._start(name, asked)
        job.askers.add(client)
        return job

    def _refuse_if_many(self, client: str) -> None:
        each = self.settings.each
        if each is not None and sum(client in job.askers for job in self._under_way.values()) >= each:
            raise refused(429, f"{each} jobs of yours are under way; wait for one, or cancel one", Retry_After="5")

    def _start(self, name: str, asked: AnyJob) -> Job:
        job = Job(name, asked, Path(self._folder.name) / f"{name}.table", asyncio.get_running_loop())
        place = Place(job.table, self.settings.keeps_theorems)
        limits = self.settings.job_limits
        try:
            job.handed_in = self.crew.submit(errand(run, asked, place, limits=limits, reports=True), job.report)
        except Full:
            message = f"{self.settings.queue} jobs are waiting, and no more may; ask again when some are done"
            raise refused(429, message, Retry_After="5") from None
        self._under_way[name] = job
        task = asyncio.create_task(self._follow(job, job.handed_in))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def _follow(self, job: Job, handed_in: Asked) -> None:
        """Wait for the end of a job."""
        state = FAILED
        try:
            job.outcome = await asyncio.wrap_future(handed_in.future)
            state = CANCELLED_STATE if job.cancelled else DONE
        except Refused as error:
            job.problem, job.status = error.refusal.problem, error.refusal.status
            state = CANCELLED_STATE if error is CANCELLED or job.cancelled else FAILED
        except WorkerDied:
            job.problem, job.status = Problem(message=DIED), 413
        except asyncio.CancelledError:
            job.problem = Problem(message="the server is closing")
            raise
        finally:
            del self._under_way[job.id]
            job.end(state)
            self._finished.put(job.id, job)
            if job.asked.kind == "discover":
                self._desk.kept.clear()  # more may be known now

    def find(self, name: str) -> Job:
        job = self._under_way.get(name) or self._finished.get(name)
        if job is None:
            raise refused(404, f"there is no job {name[:40]!r} any more; ask for the work again")
        return job

    def cancel(self, name: str, client: str = "") -> Job:
        """Cancel a job for one client; it ends unless another one wants it as well."""
        job = self.find(name)
        job.askers.discard(client)
        if not job.is_over and not job.askers and job.handed_in is not None:
            job.cancelled = True
            self.crew.withdraw(job.handed_in)
        return job

    def told(self, job: Job) -> bytes:
        """A job as it is sent."""
        waits = None if job.is_over or job.handed_in is None else self.crew.place(job.handed_in)
        if not job.is_over and job.state == QUEUED and waits is None:
            job.state = RUNNING
        told = JobTold(
            id=job.id,
            kind=job.asked.kind,
            state=job.state,
            progress=job.progress.text,
            fraction=job.progress.fraction,
            before=waits,
            seconds=job.seconds,
            certificate=job.outcome is not None and job.outcome.certificate is not None,
            error=job.problem,
        )
        result = b"null" if job.outcome is None else job.outcome.result
        return told.model_dump_json().encode()[:-1] + b',"result":' + result + b"}"

    def close(self) -> None:
        for job in self._under_way.values():
            if job.handed_in is not None:
                self.crew.withdraw(job.handed_in)
        self.crew.close()
        self._folder.cleanup()


def _forget(job: Job) -> None:
    with suppress(OSError):
        job.table.unlink(missing_ok=True)
