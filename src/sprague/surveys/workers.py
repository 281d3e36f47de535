"""Execution of the batches of a survey: in this process, in worker processes, or on a Dask cluster.

The functions `run_in_process`, `run_on_workers` and `run_on_cluster` take batches from an iterator on demand and yield
results as they arrive, in any order. On Dask, each batch is a task. If a worker dies, the Dask scheduler gives its
tasks to other workers. If several workers die while they compute the same task, the scheduler abandons the task. This
module submits an abandoned task again; after a few failed attempts, the survey fails. A task consists of a method of a
survey and a list of parameters. Tasks are sent as pickles, so all processes must run the same version of Sprague and
trust each other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from sprague import limits
from sprague.errors import MissingExtraError, SpragueError
from sprague.version import __version__

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
BATCHES_PER_WORKER = 3  # number of batches that are submitted in advance for each worker, so that no worker is idle
CONNECT_SECONDS = 20  # seconds to wait for the response of a Dask scheduler
SETTINGS = {
    "distributed.scheduler.allowed-failures": 20,
    "distributed.worker.daemon": True,
    "distributed.logging.distributed": "critical",
    "distributed.comm.timeouts.connect": CONNECT_SECONDS,
}


def run_in_process(compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Compute the batches of a survey in this process."""
    for batch in batches:
        yield compute(batch)


def run_on_workers(workers: int, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Compute the batches of a survey in worker processes on this machine, and stop the processes at the end."""
    dask, distributed = _dask()
    with (
        dask.config.set(SETTINGS),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield from _stream_results(client, distributed, compute, batches)


def run_on_cluster(address: str, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Compute the batches of a survey on a running Dask cluster, and leave the cluster running."""
    dask, distributed = _dask()
    with dask.config.set(SETTINGS):
        try:
            client = distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TypeError) as error:
            raise SpragueError(
                f"no Dask scheduler answers at {address!r} ({type(error).__name__}); start a scheduler with 'dask "
                "scheduler', and give the address of the scheduler, such as tcp://host:8786"
            ) from None
        with client:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS * 6)
            versions = {str(version) for version in client.run(_sprague_version).values()}
            if versions != {__version__}:
                found = ", ".join(sorted(versions))
                raise SpragueError(
                    f"expected Dask workers with version {__version__} of sprague, got {found}; install the same "
                    "version on all workers"
                )
            yield from _stream_results(client, distributed, compute, batches)


def _sprague_version() -> str:
    """Return the version of Sprague on a worker of a Dask cluster."""
    return __version__


def _stream_results(client: Any, distributed: Any, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Yield the results of batches as they arrive; a few batches are submitted in advance for each worker."""
    pending = iter(batches)
    running = distributed.as_completed([])
    submitted: dict[str, tuple[T, int]] = {}

    def submit(batch: T, attempt: int) -> None:
        future = client.submit(compute, batch, pure=False, retries=RETRIES)
        submitted[future.key] = batch, attempt
        running.add(future)

    def fill() -> None:
        wanted = max(2, BATCHES_PER_WORKER * sum(client.nthreads().values()))
        while len(submitted) < wanted:
            try:
                batch = next(pending)
            except StopIteration:
                return
            submit(batch, 1)

    fill()
    futures = iter(running)
    while (future := limits.run_in_thread(lambda: next(futures, None))) is not None:
        batch, attempt = submitted.pop(future.key)
        error = future.exception() if future.status != "finished" else None
        if future.status == "finished":
            yield future.result()
        elif isinstance(error, SpragueError):
            raise error
        elif attempt > RETRIES:
            raise SpragueError(
                f"{attempt} workers died while computing the same batch ({type(error).__name__}); the finished "
                "rows are saved; start the survey again with fewer workers, or with more memory for each worker"
            )
        else:
            submit(batch, attempt + 1)
        future.release()
        fill()


def _dask() -> tuple[Any, Any]:
    try:
        import dask
        import distributed
    except ImportError:
        raise MissingExtraError(
            "surveys on several processes need dask[distributed]: pip install 'sprague[cluster]'; or use --workers 1"
        ) from None
    return dask, distributed
