"""Output to the terminal: `print_lines` wraps lines; `progress_bar` and `status_line` show progress on stderr."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich import progress as rich_progress
from rich.console import Console

from sprague import clock
from sprague.progress import Progress, ProgressCallback
from sprague.render import verbosity


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text; if stdout is a terminal, wrap long lines and keep their indentation."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lines:
        print(line if width is None else wrap_line(line, width))


def wrap_line(line: str, width: int, hanging: int = 0) -> str:
    """Return a line of terminal output wrapped between words to `width` columns.

    The second and all later lines are indented by `hanging` more columns than the first line.
    """
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


PROGRESS_DELAY = 1.0  # number of seconds after which a progress bar is shown


@contextmanager
def progress_bar(title: str) -> Iterator[ProgressCallback]:
    """Yield a function that shows a finished fraction as a progress bar, and remove the bar at the end."""
    bar: rich_progress.Progress | None = None
    task = rich_progress.TaskID(0)
    start = clock.now()

    def report(progress: Progress) -> None:
        nonlocal bar, task
        if bar is None:
            if verbosity.level == verbosity.QUIET or not sys.stderr.isatty() or clock.now() - start < PROGRESS_DELAY:
                return
            bar = rich_progress.Progress(
                rich_progress.TextColumn(title),
                rich_progress.BarColumn(),
                rich_progress.TextColumn("{task.percentage:>3.0f} %"),
                rich_progress.TimeElapsedColumn(),
                rich_progress.TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            task = bar.add_task(title, total=1.0)
            bar.start()
        bar.update(task, completed=progress.fraction)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()


@contextmanager
def status_line(title: str) -> Iterator[ProgressCallback]:
    """Yield a function that shows a text as a status line in the terminal, and remove the line at the end."""
    with Console(stderr=True, quiet=verbosity.level == verbosity.QUIET).status(title) as status:
        yield lambda progress: status.update(f"{title}: {progress}")
