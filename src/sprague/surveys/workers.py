"""Execution of survey batches: in this process, in worker processes, or on a Dask cluster.

All three take batches from an iterator as they go and hand back results as they come, in any order. On Dask a
batch is a task. A worker that dies takes nothing with it but time: the scheduler gives its tasks to others, and
a task that it gives up, because several workers in a row died with it, is handed in anew a few times before the
survey ends. What a task is, a method of a survey and a list of parameters, travels as Dask sends everything: pickled,
between processes of one version of the package that trust each other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from sprague.errors import SpragueError
from sprague.version import __version__

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
AHEAD = 3  # batches in hand for each worker, so that none waits for work
WAIT = 20  # seconds for a scheduler to answer
SETTINGS = {
    "distributed.scheduler.allowed-failures": 20,
    "distributed.worker.daemon": True,
    "distributed.logging.distributed": "critical",
    "distributed.comm.timeouts.connect": WAIT,
}


def in_this_process(compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    for batch in batches:
        yield compute(batch)


def on_workers(workers: int, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """In worker processes of this machine, which end with the survey."""
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
        yield from _streamed(client, distributed, compute, batches)


def on_cluster(address: str, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """On the workers of a scheduler that runs already; it and they run on afterwards."""
    dask, distributed = _dask()
    with dask.config.set(SETTINGS):
        try:
            client = distributed.Client(address, timeout=WAIT)
        except (OSError, ValueError, TypeError) as error:
            raise SpragueError(
                f"expected a Dask scheduler at {address!r}, such as tcp://host:8786, and none answers: "
                f"{type(error).__name__}; start one with 'dask scheduler'"
            ) from None
        with client:
            client.wait_for_workers(1, timeout=WAIT * 6)
            versions = {str(version) for version in client.run(sprague_version).values()}
            if versions != {__version__}:
                found = ", ".join(sorted(versions))
                raise SpragueError(f"expected workers with sprague {__version__}, got {found}; install the same on all")
            yield from _streamed(client, distributed, compute, batches)


def sprague_version() -> str:
    return __version__


def _streamed(client: Any, distributed: Any, compute: Callable[[T], R], batches: Iterable[T]) -> Generator[R]:
    """Results as they come; a few batches for each worker are under way at any time."""
    waiting = iter(batches)
    under_way = distributed.as_completed([])
    given: dict[str, tuple[T, int]] = {}

    def hand_in(batch: T, attempt: int) -> None:
        future = client.submit(compute, batch, pure=False, retries=RETRIES)
        given[future.key] = batch, attempt
        under_way.add(future)

    def fill() -> None:
        wanted = max(2, AHEAD * sum(client.nthreads().values()))
        while len(given) < wanted:
            try:
                batch = next(waiting)
            except StopIteration:
                return
            hand_in(batch, 1)

    fill()
    for future in under_way:
        batch, attempt = given.pop(future.key)
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
            hand_in(batch, attempt + 1)
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
