"""Fixtures of every test and every example in a docstring: a folder for theorems, a patient clock, a working Ctrl-C."""

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time

import pytest

from sprague import clock, compiling
from sprague.discovery import sharing

# A shell that starts the tests in the background has them, and all they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOWER = 20.0


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def _patient_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let time pass more slowly for the library, so that its limits do not end the work of a test on a slow machine.

    Tests of limits replace this clock by one of `tests.clock`. Times that only decide in which order work is done, or
    how, stay as long as they are. Work that a test has left behind in a thread ends before the next test begins.
    """
    monkeypatch.setattr(clock, "now", lambda: monotonic() / SLOWER)
    monkeypatch.setattr(clock, "busy", lambda: process_time() / SLOWER)
    for name in ("RENT", "CACHED_RENT", "LOADING", "PATIENCE"):
        monkeypatch.setattr(compiling, name, getattr(compiling, name) / SLOWER)
    monkeypatch.setattr(sharing, "LONGEST_TURN", sharing.LONGEST_TURN / SLOWER)
    yield
    if left := [thread for thread in threading.enumerate() if thread.name == "sprague-apart"]:
        monkeypatch.setattr(clock, "now", lambda: 1e12)  # all its time is over
        for thread in left:
            thread.join(120)
