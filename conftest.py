"""What every test and every example in a docstring has: a folder of its own for theorems, and a Ctrl-C that works."""

import signal
from pathlib import Path

import pytest

pytest_plugins = ["tests.snapshots"]

# A shell that starts the tests in the background has them, and all they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "data"))
