"""No test, and no example in a docstring, touches the theorems a user has discovered: each has a folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "data"))
