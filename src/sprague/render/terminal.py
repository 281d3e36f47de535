"""Terminal output: wrapped lines and progress bars."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sprague import clock


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each as soon as it is known; what is broken goes on with the same indentation."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lines:
        print(line if width is None else broken(line, width))


def broken(line: str, width: int, hanging: int = 0) -> str:
    """A line broken at words, if it does not fit this many columns; it goes on as many columns further in."""
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


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
