"""Tests never touch the theorems that the user has discovered: each has a folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.getbasetemp() / "data"
    monkeypatch.setenv("SPRAGUE_DATA", str(folder))
