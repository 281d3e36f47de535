"""Identifiers of the atlas are unique, consecutive, and never change."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sprague import atlas
from sprague.atlas.database import DATA
from sprague.atlas.identifiers import Key, format_identifiers, read_identifiers
from sprague.errors import SpragueError

ROOT = Path(__file__).parents[2]
FILE = DATA / "identifiers.tsv"


def test_every_entry_has_an_identifier_of_the_file() -> None:
    numbers = read_identifiers(FILE)
    used = [entry.id for entry in atlas.entries()]
    assert set(used) <= set(numbers.values())
    assert len(used) == len(set(used)) >= 500
    assert used == sorted(used)


def test_the_key_of_an_identifier_is_about_the_game_of_its_entry() -> None:
    from sprague.atlas.fingerprint import shape_digest
    from sprague.rules import parse

    by_id = {identifier: key for key, identifier in read_identifiers(FILE).items()}
    for entry in atlas.entries()[::50]:
        key = by_id[entry.id]
        assert (key.play, key.subject) == (entry.play, entry.subject)
        assert shape_digest(parse(key.rule)) == entry.shape


def test_identifiers_of_earlier_commits_are_unchanged() -> None:
    """The committed lines of the file are the first lines of the file: lines are only appended."""
    path = FILE.relative_to(ROOT).as_posix()
    done = subprocess.run(
        ["git", "log", "--format=%H", "--", path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    commits = done.stdout.split()
    if done.returncode or not commits:
        pytest.skip("the history of the repository is not available")
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for commit in commits:
        old = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True, check=True)
        earlier = old.stdout.decode().splitlines()
        assert lines[: len(earlier)] == earlier, commit


def test_known_keys_keep_their_identifiers(tmp_path: Path) -> None:
    one, two = Key("normal", "positions", "(a) -> (a - 1)"), Key("misere", "positions", "(a) -> (a - 1)")
    path = tmp_path / "identifiers.tsv"
    path.write_text(format_identifiers({}, [one]))
    path.write_text(format_identifiers(read_identifiers(path), [two, one]))
    assert read_identifiers(path) == {one: "S000001", two: "S000002"}


@pytest.mark.parametrize("wrong", ["S000002\tnormal\tpositions\tx\n", "S000001\tn\tp\tx\nS000002\tn\tp\tx\n"])
def test_a_file_with_a_gap_or_a_repeated_key_is_refused(wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "identifiers.tsv"
    path.write_text(wrong)
    with pytest.raises(SpragueError, match="must have the identifier"):
        read_identifiers(path)
