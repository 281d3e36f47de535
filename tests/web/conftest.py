"""One laboratory for all tests that leave it as it was: its workers take a second to start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.asking import Laboratory


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    # Workers take the folder of theorems from the process that forks them.
    before, os.environ["SPRAGUE_DATA"] = os.environ.get("SPRAGUE_DATA"), str(tmp_path_factory.mktemp("data"))
    with Laboratory() as laboratory:
        yield laboratory
    if before is None:
        del os.environ["SPRAGUE_DATA"]
    else:
        os.environ["SPRAGUE_DATA"] = before


@pytest.fixture
def data_folder() -> Path:
    """The folder of theorems of the test."""
    return Path(os.environ["SPRAGUE_DATA"])
