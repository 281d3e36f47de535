"""The snapshot file: a text that is new or has changed fails a test, and renewing the file lets it pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.snapshots import FILE, ROOT, read_texts, write_texts

TESTS = """
import pytest
from tests.snapshots import refusal, refused, snapshot

def test_two_texts(tmp_path):
    snapshot({first!r})
    snapshot(f"second in {{tmp_path / 'file'}}, 7 pairs compared")

@pytest.mark.parametrize("number", [1, 2])
def test_a_refusal(number):
    with refused(ValueError, "'x'"):
        int("x", base=10)
    assert refusal(lambda: int("y"), ValueError).args

def test_without_texts():
    pass
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "tests").mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = .\n")
    (folder / "test_it.py").write_text(TESTS.format(first="first\n\nline"))
    return folder


def run(folder: Path, *options: str) -> tuple[bool, str]:
    """Run the tests in a folder; return whether they pass, and their output."""
    plugins = ["-p", "tests.snapshots", *(["-p", "xdist"] if "-n" in options else [])]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def kept(folder: Path) -> dict[str, str]:
    return read_texts((folder / FILE).read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_text_that_is_missing_or_has_changed_fails_until_it_is_renewed(folder: Path) -> None:
    passed, printed = run(folder)
    assert not passed
    assert "--renew-snapshots" in printed
    assert not (folder / FILE).exists()
    assert run(folder, "--renew-snapshots")[0]
    assert run(folder, "-n", "2")[0]
    assert run(folder, "-k", "refusal")[0]
    assert kept(folder)["test_it.py::test_two_texts"] == "first\n\nline"
    assert kept(folder)["test_it.py::test_two_texts #2"] == "second in TMP/file, N pairs compared"
    assert kept(folder)["test_it.py::test_a_refusal[1]"].startswith("ValueError: invalid literal")
    (folder / "test_it.py").write_text(TESTS.format(first="another"))
    passed, printed = run(folder)
    assert not passed
    assert "test_two_texts has changed" in printed
    assert "test_a_refusal" not in printed
    assert run(folder, "--renew-snapshots", "-n", "2")[0]
    assert kept(folder)["test_it.py::test_two_texts"] == "another"
    assert run(folder)[0]


@pytest.mark.slow
def test_renewing_some_tests_keeps_the_texts_of_others_and_renewing_all_drops_what_is_gone(folder: Path) -> None:
    assert run(folder, "--renew-snapshots", "-n", "2")[0]
    content = (folder / FILE).read_bytes()
    assert len(kept(folder)) == 6
    assert run(folder, "--renew-snapshots", "-k", "two")[0]
    assert run(folder, "--renew-snapshots", "test_it.py::test_a_refusal[1]")[0]
    assert (folder / FILE).read_bytes() == content
    text = (folder / "test_it.py").read_text().replace("[1, 2]", "[1]").replace("snapshot(f", "print(f")
    (folder / "test_it.py").write_text(text)
    passed, printed = run(folder)
    assert not passed
    assert "1 texts compared, 2 kept" in printed
    assert run(folder, "--renew-snapshots", "test_it.py")[0]
    assert "test_it.py::test_a_refusal[2]" in kept(folder)
    assert run(folder, "--renew-snapshots", "--drop-old-snapshots", "-n", "2")[0]
    assert list(kept(folder)) == [
        "test_it.py::test_a_refusal[1]",
        "test_it.py::test_a_refusal[1] #2",
        "test_it.py::test_two_texts",
    ]


@pytest.mark.slow
def test_a_refusal_of_another_type_or_without_its_fragment_fails_even_when_texts_are_renewed(folder: Path) -> None:
    text = (folder / "test_it.py").read_text()
    for old, new in (("refused(ValueError", "refused(KeyError"), ("\"'x'\"", "\"'z'\"")):
        (folder / "test_it.py").write_text(text.replace(old, new))
        assert not run(folder, "--renew-snapshots")[0]


def test_duplicate_keys_and_merge_conflicts_are_refused_and_repaired() -> None:
    entry, other = write_texts({"test_a": "text"}), write_texts({"test_a": "other"})
    for content in (entry + other, f"<<<<<<< HEAD\n{entry}=======\n{other}>>>>>>> branch\n"):
        with pytest.raises(pytest.UsageError, match=r"occurs twice|line 1: a merge conflict"):
            read_texts(content)
        assert read_texts(content, repair=True) == {"test_a": "other"}


def test_the_text_of_a_failing_test_is_not_renewed(folder: Path) -> None:
    assert run(folder, "--renew-snapshots")[0]
    content = (folder / FILE).read_bytes()
    text = (folder / "test_it.py").read_text().replace("first", "changed", 1)
    (folder / "test_it.py").write_text(text.replace('compared")', 'compared")\n    assert False'))
    assert not run(folder, "--renew-snapshots")[0]
    assert (folder / FILE).read_bytes() == content


def test_the_snapshot_file_is_sorted_and_holds_no_temporary_names() -> None:
    content = (ROOT / FILE).read_bytes().decode()
    assert write_texts(read_texts(content)) == content
    assert str(ROOT) not in content
    assert "/pytest-" not in content
