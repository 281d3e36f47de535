"""The example game of CONTRIBUTING.md is in the catalogue, is solved, and is covered by the general tests."""

from __future__ import annotations

import doctest
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sprague
from sprague.games import find_game
from sprague.games.support.catalogue import FOLDERS_VARIABLE
from tests.documents import ROOT, code_blocks, text_of
from tests.oracle import Oracle

CONTRIBUTING = text_of("CONTRIBUTING.md")
(EXAMPLE,) = code_blocks(CONTRIBUTING, "python")


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "my-games"
    folder.mkdir()
    (folder / "bounded_nim.py").write_text(EXAMPLE, encoding="utf-8")
    return folder


def test_the_game_is_in_the_catalogue(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS_VARIABLE, str(folder))
    assert "bounded-nim" in [entry.name for entry in sprague.catalogue()]
    assert find_game("Bounded Nim").summary.startswith("Take at least one chip")
    game = sprague.game("bounded-nim", most=2)
    answer = sprague.solve(game, (10**50, 1))
    assert (answer.outcome, answer.because.kind) == (Oracle(game.options).outcome((1, 1)), "theorem")


def test_the_example_in_its_docstring_runs(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location("bounded_nim", folder / "bounded_nim.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = doctest.DocTestFinder().find(module.bounded_nim.make, "bounded_nim", module, vars(module))
    results = [doctest.DocTestRunner().run(test) for test in tests]
    assert [(result.attempted, result.failed) for result in results] == [(1, 0)]


def cross_checks(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Those tests of all games that bear the name of this one."""
    files = [f"tests/games/test_{name}.py" for name in names]
    program = [sys.executable, "-m", "pytest", *files, "-k", "bounded-nim", "-p", "no:cacheprovider", "--tb=no", "-n0"]
    environment = {**os.environ, FOLDERS_VARIABLE: str(folder)}
    return subprocess.run(program, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)


@pytest.mark.slow
def test_the_cross_checks_reach_the_game_and_notice_a_slip(folder: Path) -> None:
    done = cross_checks(folder, "catalogue", "tables", "theorems_proved", "theorems")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(".") >= 14
    (folder / "bounded_nim.py").write_text(EXAMPLE.replace("(high - low) % self.modulus == 0", "(high - low) % 3 == 0"))
    done = cross_checks(folder, "theorems")
    assert done.returncode == 1
    assert "test_theorems_agree_with_exhaustive_search[bounded-nim-normal]" in done.stdout


def test_the_example_keeps_to_the_style(folder: Path) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    for check in (["check"], ["format", "--check"]):
        command = [*ruff, *check, "--config", str(ROOT / "pyproject.toml"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
