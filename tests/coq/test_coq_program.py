"""The compiled Coq library: files left by killed processes, and errors of the system."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.coq import coq_program as assistant
from sprague.coq.coq_program import Coq, compiled_library
from tests.snapshots import refusal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(assistant.FOLDER_VARIABLE, str(tmp_path / "coq"))
    monkeypatch.setattr(assistant, "find_coq", lambda: Coq(("coqc",), "8.0"))
    monkeypatch.setattr(assistant, "_compile_library", lambda coq, folder: folder.mkdir())
    return tmp_path / "coq"


def test_leftovers_of_a_killed_process_are_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = folder / f"{assistant._content_name(assistant.find_coq())}-begun-of-old"
    left.mkdir(parents=True)
    (left / "Game.vo").write_bytes(b"half")
    made = compiled_library()
    assert sorted(path.name for path in folder.iterdir()) == [made.name, f"{made.name}.lock"]


def test_a_full_disk_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(coq: Coq, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(assistant, "_compile_library", full)
    refusal(compiled_library)
    assert [path.suffix for path in folder.iterdir()] == [".lock"]


def test_an_impossible_folder_is_reported(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv(assistant.FOLDER_VARIABLE, "/dev/null/coq")
    refusal(compiled_library)
