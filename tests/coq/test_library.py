"""The Coq library: its list of files, its package, and the table of trusted files."""

from __future__ import annotations

import re
from pathlib import Path

from sprague.coq.coq_program import library_files, library_folder
from sprague.version import __version__
from tests.snapshots import renewing

ROOT = Path(__file__).parents[2]


def test_all_files_of_the_library_are_listed() -> None:
    assert sorted(library_files()) == sorted(path.name for path in library_folder().glob("*.v"))


def test_the_opam_package_has_the_version_of_sprague() -> None:
    assert f'\nversion: "{__version__}"\n' in (ROOT / "coq-sprague.opam").read_text("utf-8")


def test_no_file_of_the_library_admits_anything() -> None:
    for name in library_files():
        text = (library_folder() / name).read_text("utf-8")
        for word in ("Admitted", "admit.", "Axiom", "Parameter ", "Conjecture", "Unset Guard", "bypass_check"):
            assert word not in text, f"{word} in {name}"


def line_count(name: str) -> int:
    return len((ROOT / name).read_text("utf-8").splitlines())


def test_the_documentation_counts_the_lines_that_have_to_be_trusted() -> None:
    page = ROOT / "docs" / "coq.md"
    text = page.read_text("utf-8")
    if renewing():
        text = re.sub(r"(\| `(src/sprague/coq/[\w/]+\.py)` \| )\d+", lambda row: f"{row[1]}{line_count(row[2])}", text)
        page.write_text(text, "utf-8")
    counted = re.findall(r"\| `(src/sprague/coq/[\w/]+\.py)` \| (\d+) \|", text)
    assert len(counted) >= 15
    for name, lines in counted:
        assert line_count(name) == int(lines), name
    parts = re.findall(r"\| `(coq/\w+\.v)` \| (\d+)–(\d+) \|", text)
    assert f"together have {sum(int(last) - int(first) + 1 for _, first, last in parts)} lines" in text
    for name, first, last in parts:
        lines = (ROOT / name).read_text("utf-8").splitlines()
        assert first == "1" or lines[int(first) - 1].startswith("(** * "), name
        assert int(last) == len(lines) or lines[int(last)].startswith("(** * "), name
