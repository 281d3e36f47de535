"""Programs outside Python as fixtures; the Coq library is compiled once for all tests."""

from __future__ import annotations

import getpass
import tempfile
from pathlib import Path

import pytest

from sprague.coq.coq_program import FOLDER_VARIABLE, compiled_library
from sprague.games.support import catalogue
from tests.programs import require


@pytest.fixture
def coq(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the library, compiled for the Coq of this machine.

    The name of the folder depends on its content, so all workers and all runs share it. The first worker compiles the
    library while the others wait.
    """
    require("coq")
    monkeypatch.setenv(FOLDER_VARIABLE, str(Path(tempfile.gettempdir()) / f"sprague-coq-{getpass.getuser()}"))
    return compiled_library()


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node."""
    return require("node")


@pytest.fixture(scope="session")
def latex() -> str:
    """The path of pdflatex."""
    return require("latex")


@pytest.fixture(autouse=True)
def _games_of_one_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the games that a test defines from the catalogue when the test ends."""
    monkeypatch.setattr(catalogue, "_defined", dict(catalogue._defined))
