"""`JobService` runs the long jobs of the web server in worker processes, with progress reports and cancellation.

The id of a job is a digest of the rule, the options and the version of Sprague. Equal requests have the same id, and
therefore share one running or finished job. The service caches finished jobs up to a total size.
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
from sprague.progress import Progress
from sprague.web.errors import Problem, RequestError, make_problem, request_error
from sprague.web.query_service import LruCache, QueryService
from sprague.web.settings import Settings
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput
from sprague.web.tasks.jobs.running import AnyJob, prepare, run
from sprague.web.worker_pool import CANCELLED, QueueFull, TaskHandle, WorkerDied, WorkerPool, make_task

QUEUED, RUNNING, DONE, FAILED, CANCELLED_STATE = "queued", "running", "done", "failed", "cancelled"
KEEPALIVE_SECONDS = 15.0  # number of seconds between two keep-alive messages to a client that watches a job
OVERHEAD = 2_000  # estimated memory of a job in bytes, without its result
DIED = "the worker process was killed, probably because it used too much memory; try again, or choose a smaller problem"


class JobResponse(BaseModel):
    """The state of a job as the web API returns it: the progress and, if the job failed, the error."""

    id: str
    kind: str
    state: str = Field(description="queued, running, done, failed or cancelled")
    progress: str = Field(description="description of the current step; empty when the job is done")
    fraction: float | None = Field(description="completed fraction of the work, if known")
    before: int | None = Field(description="number of jobs ahead in the queue; null if the job does not wait")
    seconds: float = Field(description="running time of the job in seconds")
    certificate: bool = Field(description="whether a certificate can be downloaded")
    error: Problem | None = Field(description="the reason why the job failed")
    command: str = Field(description="the same request on the command line, after the end of the job")
    python: str = Field(description="the same request in Python, after the end of the job")


class Job:
    """A running or finished job of the web server, with its request, state, progress and outcome."""

    def __init__(self, name: str, request: AnyJob, table: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.id: str = name
        self.request: AnyJob = request
        self.table: Path = table
        self.clients: set[str] = set()
        self.state: str = QUEUED
        self.progress: Progress = Progress()
        self.outcome: JobOutcome | None = None
        self.problem: Problem | None = None
        self.handle: TaskHandle | None = None
        self.cancelled: bool = False
        self._ended: float | None = None
        self._loop = loop
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self._ended is not None

    @property
    def seconds(self) -> float:
        """The running time of the job in seconds."""
        began = self.handle.began if self.handle else None
        return 0.0 if began is None else round((self._ended or clock.now()) - began, 3)

    @property
    def size(self) -> int:
        """The size of the finished job in bytes, including its table on disk."""
        found = self.outcome
        if found is None:
            return OVERHEAD
        return OVERHEAD + len(found.result) + len(found.certificate or b"") + len(found.drawing or b"") + found.table

    def report(self, progress: Progress) -> None:
        """Update the progress of the job; a worker's thread calls this method."""
        with suppress(RuntimeError):  # the event loop may already be closed
            self._loop.call_soon_threadsafe(self.change, RUNNING, progress)

    def change(self, state: str, progress: Progress) -> None:
        """Set the state and the progress of the job, and notify clients, unless the job has ended."""
        if not self.is_over:
            self.state, self.progress = state, progress
            self._notify()

    def end(self, state: str) -> None:
        """Set the final state of the job, and notify clients."""
        self.state, self._ended = state, clock.now()
        self._notify()

    def _notify(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for the end of the job; return whether the job has ended."""
        until = clock.now() + seconds
        while not self.is_over and (left := until - clock.now()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return self.is_over

    async def updates(self) -> AsyncIterator[bool]:
        """Yield True after every change of the job, and False as a keep-alive signal after a time without changes."""
        while True:
            waiting = self._changed
            yield True
            if self.is_over:
                return
            while True:
                try:
                    await asyncio.wait_for(waiting.wait(), KEEPALIVE_SECONDS)
                    break
                except TimeoutError:
                    yield False


class JobService:
    """The service that runs jobs: a worker pool, the running jobs, and a cache of finished jobs."""

    def __init__(self, settings: Settings, queries: QueryService) -> None:
        self.settings: Settings = settings
        self._queries = queries
        self.pool: WorkerPool = WorkerPool(settings.jobs, settings.queue, settings.memory, settings.memory)
        self._running: dict[str, Job] = {}
        self._finished: LruCache[str, Job] = LruCache(settings.job_storage_bytes, lambda job: job.size, _delete_table)
        self._folder = tempfile.TemporaryDirectory(prefix="sprague-")
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, request: AnyJob, client: str = "") -> Job:
        """Return the running or finished job for an equal request if there is one, else begin a new job."""
        # Check the request with the size limits of a job and the time limit of a query.
        limits = replace(self.settings.job_limits, seconds=self.settings.patience)
        name = (await self._queries.ask(prepare, request, client, limits)).decode()
        job = self._running.get(name)
        if job is None:
            finished = self._finished.get(name)
            if finished is not None and finished.state == DONE:
                return finished
            self._refuse_if_many(client)
            job = self._start(name, request)
        job.clients.add(client)
        return job

    def _refuse_if_many(self, client: str) -> None:
        each = self.settings.each
        if each is not None and sum(client in job.clients for job in self._running.values()) >= each:
            raise request_error(
                429, f"{each} of your jobs are running or waiting; wait for one, or cancel one", Retry_After="5"
            )

    def _start(self, name: str, request: AnyJob) -> Job:
        job = Job(name, request, Path(self._folder.name) / f"{name}.table", asyncio.get_running_loop())
        output = JobOutput(job.table, self.settings.keeps_theorems)
        limits = self.settings.job_limits
        try:
            job.handle = self.pool.submit(make_task(run, request, output, limits=limits, reports=True), job.report)
        except QueueFull:
            message = f"the queue is full with {self.settings.queue} jobs; try again later"
            raise request_error(429, message, Retry_After="5") from None
        self._running[name] = job
        task = asyncio.create_task(self._await_outcome(job, job.handle))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def _await_outcome(self, job: Job, handle: TaskHandle) -> None:
        """Wait until a worker has finished a job, and store the outcome."""
        state = FAILED
        try:
            job.outcome = await asyncio.wrap_future(handle.future)
            state = CANCELLED_STATE if job.cancelled else DONE
        except RequestError as error:
            job.problem = error.refusal.problem
            state = CANCELLED_STATE if error is CANCELLED or job.cancelled else FAILED
        except WorkerDied:
            job.problem = make_problem(413, DIED, "out-of-memory")
        except asyncio.CancelledError:
            job.problem = make_problem(503, "the server is shutting down")
            raise
        finally:
            del self._running[job.id]
            job.end(state)
            self._finished.put(job.id, job)
            if job.request.kind in ("discover", "ask"):
                # Clear the cache, because a newly stored theorem may change cached responses.
                self._queries.cache.clear()

    def find(self, name: str) -> Job:
        """Return the running or finished job with the given id."""
        job = self._running.get(name) or self._finished.get(name)
        if job is None:
            raise request_error(404, f"the job {name[:40]!r} does not exist or has been deleted; start it again")
        return job

    def cancel(self, name: str, client: str = "") -> Job:
        """Cancel a job for one client; the job stops if no other client has requested it."""
        job = self.find(name)
        job.clients.discard(client)
        if not job.is_over and not job.clients and job.handle is not None:
            job.cancelled = True
            self.pool.cancel(job.handle)
        return job

    def response(self, job: Job) -> bytes:
        """Return the JSON response that describes a job."""
        ahead = None if job.is_over or job.handle is None else self.pool.queue_position(job.handle)
        if not job.is_over and job.state == QUEUED and ahead is None:
            job.state = RUNNING
        response = JobResponse(
            id=job.id,
            kind=job.request.kind,
            state=job.state,
            progress="" if job.state == DONE else job.progress.message,
            fraction=1.0 if job.state == DONE else job.progress.fraction,
            before=ahead,
            seconds=job.seconds,
            certificate=job.outcome is not None and job.outcome.certificate is not None,
            error=job.problem,
            command="" if job.outcome is None else job.outcome.command,
            python="" if job.outcome is None else job.outcome.python,
        )
        result = b"null" if job.outcome is None else job.outcome.result
        return response.model_dump_json().encode()[:-1] + b',"result":' + result + b"}"

    def close(self) -> None:
        """Cancel all jobs, stop all workers, and delete the tables of finished jobs."""
        for job in self._running.values():
            if job.handle is not None:
                self.pool.cancel(job.handle)
        self.pool.close()
        self._folder.cleanup()


def _delete_table(job: Job) -> None:
    with suppress(OSError):
        job.table.unlink(missing_ok=True)
