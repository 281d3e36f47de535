"""`sprague export`, and Coq files that other commands write and check."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.cli.main import app
from sprague.coq.coq_program import NoCoq, find_coq
from sprague.errors import SpragueError
from tests.cli.running import printed, run
from tests.snapshots import refusal, snapshot

RULE = "(a, b) -> (u, b) where u < a any order"
STATED = "(p_position Normal game [a; b] <-> claim a b)."


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "nim.json"
    printed("check", RULE, "a = b", "-o", str(path))
    return path


def test_a_certificate_is_exported_to_a_file_or_printed(certificate: Path, tmp_path: Path) -> None:
    shown = printed("export", str(certificate), "--to", "coq")
    assert STATED in shown
    assert printed("export", str(certificate), "-o", str(tmp_path / "nim.v")) == ""
    assert (tmp_path / "nim.v").read_text() == shown


def test_a_note_says_that_the_formula_is_not_proved(tmp_path: Path) -> None:
    path, target = tmp_path / "entry.json", tmp_path / "entry.v"
    assert run("atlas", "show", "S000075", "--certificate", str(path))[0] == 0
    result = CliRunner().invoke(app, ["export", str(path), "-o", str(target)], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("the Coq file does not prove the formula of the certificate: the export to Coq")
    assert "The formula of the certificate is not proved in this file" in target.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["nim.json", "--to", "lean"],
        [],
    ],
)
def test_what_cannot_be_exported_is_refused(arguments: list[str]) -> None:
    refusal(lambda: run("export", *arguments), SpragueError)


def test_discover_and_check_write_theorems_for_coq(tmp_path: Path) -> None:
    for name, words in {"discover": ["--base", "2"], "check": ["a = b"]}.items():
        place = tmp_path / f"{name}.v"
        output = printed(name, RULE, *words, "--coq", str(place))
        assert output.endswith(f"  Coq file: {place}; check it with: sprague verify --coq {place}\n") or name == "check"
        assert f"Coq file: {place}" in output
        assert STATED in place.read_text()


def test_the_output_states_that_coq_does_not_prove_the_period(tmp_path: Path) -> None:
    place = tmp_path / "window.v"
    output = printed("discover", "(n) -> (n - k) where k in {1, 3, 4}", "--values", "2", "--coq", str(place))
    snapshot(output)


def test_a_table_proves_nothing_to_write_for_coq(tmp_path: Path) -> None:
    asked = ["check", RULE, "a = b", "--limit", "5", "--coq", str(tmp_path / "nim.v")]
    refusal(lambda: run(*asked), SpragueError)


def test_a_file_of_coq_is_for_coq(tmp_path: Path) -> None:
    asked = str(tmp_path / "nim.v")
    refusal(lambda: run("verify", asked), SpragueError)


def test_without_coq_verify_says_how_to_get_it(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    find_coq.cache_clear()
    refusal(lambda: run("verify", "--coq", str(certificate)), NoCoq)


def test_verify_has_coq_check_certificates_and_files(coq: Path, certificate: Path, tmp_path: Path) -> None:
    output = printed("verify", "--coq", str(certificate))
    snapshot(output)
    assert json.loads(printed("verify", "--coq", "--json", str(certificate)))["verified"] is True
    assert printed("export", "--library") == f"{coq}\n"
    theorem = tmp_path / "nim.v"
    printed("export", str(certificate), "-o", str(theorem))
    output = printed("verify", "--coq", str(theorem))
    snapshot(printed("verify", "--coq", str(theorem), "--certificate", str(certificate)))
    theorem.write_text(theorem.read_text().replace("u < a any", "u < a, u + 3 >= a any"))
    code, output = run("verify", "--coq", str(theorem))
    assert code == 1


def test_a_certificate_goes_with_a_file_of_coq_only(certificate: Path) -> None:
    asked = ["verify", "--coq", str(certificate), "--certificate", str(certificate)]
    refusal(lambda: run(*asked), SpragueError)
