"""The library as a user of Coq gets it: all files are listed, and the package has the version of Sprague."""

from __future__ import annotations

from pathlib import Path

from sprague.coq.assistant import library_files, library_folder
from sprague.version import __version__

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
