"""Cached results are made again if their sources change, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest
from website.build_cache import SOURCES, cache_folder, source_files


def names(*starts: str) -> set[str]:
    package = SOURCES / "sprague"
    return {path.relative_to(package).as_posix() for path in source_files(*starts) if path.is_relative_to(package)}


def test_imported_modules_count() -> None:
    found = names("sprague.coq")
    assert {"coq/moves/strategies.py", "coq/automaton_tables.py", "language/rule_parser.py", "limits.py"} <= found
    assert not any(name.startswith(("web/", "render/", "tables/traversals/")) for name in found)


def test_files_of_data_count() -> None:
    assert {SOURCES.parent / "coq" / "Atoms.v"} <= source_files("sprague.coq")
    assert any(name.startswith("atlas/data/certificates/") for name in names("sprague.atlas.database"))


def test_a_module_that_uses_public_names_of_the_package_needs_all_modules() -> None:
    assert "quotients/__init__.py" in names("sprague.cli.commands.solve")


def test_the_package_init_does_not_count() -> None:
    assert "__init__.py" not in names("sprague.periods")


def test_modules_of_a_package_count_whether_they_are_imported_or_not() -> None:
    assert {"games/nim.py", "papers/ferguson/__init__.py"} <= names("sprague.games", "sprague.papers")


def test_files_made_with_other_sources_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("website.build_cache.FOLDER", tmp_path)
    old, other = tmp_path / "coq-0123", tmp_path / "papers-0123"
    old.mkdir()
    other.mkdir()
    (old / "file.json").touch()
    found = cache_folder("coq", "sprague.coq")
    assert found.is_dir()
    assert cache_folder("coq", "sprague.coq") == found
    assert not old.exists()
    assert other.exists()
