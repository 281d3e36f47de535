"""Progress is shown on a terminal, and only for long work."""

from __future__ import annotations

import io
import sys

import pytest

from sprague.progress import Progress
from sprague.render import terminal as progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "patience", "shown"), [(True, 0.0, True), (True, 60.0, False), (False, 0.0, False)]
)
def test_progress_is_shown_on_a_terminal_and_only_for_long_work(
    terminal: bool, patience: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PROGRESS_DELAY", patience)
    with progress.progress_bar("counting sheep") as report:
        report(Progress(0.25))
        report(Progress(0.5))
    assert ("counting sheep" in stderr.getvalue()) is shown
    assert bool(stderr.getvalue()) is shown
