"""Progress for work that takes longer than a second, and what is being tried: on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sprague import clock

PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A function to call with the fraction done; the bar goes to stderr and vanishes at the end."""
    bar: Progress | None = None
    task = TaskID(0)
    start = clock.now()

    def report(done: float) -> None:
        nonlocal bar, task
        if bar is None:
            if not sys.stderr.isatty() or clock.now() - start < PATIENCE:
                return
            bar = Progress(
                TextColumn(title),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f} %"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            task = bar.add_task(title, total=1.0)
            bar.start()
        bar.update(task, completed=done)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()


@contextmanager
def status_line(title: str) -> Iterator[Callable[[str], None]]:
    """A function to call with what is being tried; the line goes to stderr and vanishes at the end."""
    with Console(stderr=True).status(title) as status:
        yield lambda text: status.update(f"{title}: {text}")
