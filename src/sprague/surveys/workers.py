"""Execution of the batches of a survey: in this process, in worker processes, or on a Dask cluster.

All three take batches from an iterator on demand and yield results as they come, in any order. On Dask a batch is a
task. If a worker dies, the scheduler gives its tasks to others; a task that the scheduler gives up, because several
workers in a row died with it, is submitted again a few times before the survey fails. A task, a method of a survey and
a list of parameters, is pickled, between processes of one version of the package that trust each other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from sprague.errors import SpragueError
from sprague.version import __version__

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
BATCHES_PER_WORKER = 3  # batches submitted for each worker, so that none waits
CONNECT_SECONDS = 20  # wait for a scheduler to answer
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
    """Compute the batches of a survey in worker processes of this machine, which end with the survey."""
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
    """Compute the batches of a survey on a running Dask cluster, which keeps running afterwards."""
    dask, distributed = _dask()
    with dask.config.set(SETTINGS):
        try:
            client = distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TypeError) as error:
            raise SpragueError(
                f"expected a Dask scheduler at {address!r}, such as tcp://host:8786, and none answers: "
                f"{type(error).__name__}; start one with 'dask scheduler'"
            ) from None
        with client:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS * 6)
            versions = {str(version) for version in client.run(_sprague_version).values()}
            if versions != {__version__}:
                found = ", ".join(sorted(versions))
                raise SpragueError(f"expected workers with sprague {__version__}, got {found}; install the same on all")
            yield from _stream_results(client, distributed, compute, batches)


def _sprague_version() -> str:
    """Return the version of the package on a worker."""
    return __version__


def _stream_results(client: Any, distributed: Any, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Yield results as they come, with a few batches submitted for each worker at any time."""
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
    for future in running:
        batch, attempt = submitted.pop(future.key)
        error = future.exception() if future.status != "finished" else None
        if future.status == "finished":
            yield future.result()
        elif isinstance(error, SpragueError):
            raise error
        elif attempt > RETRIES:
            raise SpragueError(
                f"a batch was lost {attempt} times with the workers that computed it ({type(error).__name__}); "
                "what is finished is kept: start the survey again with fewer workers, or more memory for each"
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
        raise SpragueError(
            "surveys on several processes need dask[distributed]: pip install 'sprague[cluster]', or take --workers 1"
        ) from None
    return dask, distributed
