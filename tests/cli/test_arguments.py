"""The argument GAME: rules in files and on standard input."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.cli.arguments import read_game
from sprague.cli.main import app
from sprague.errors import SpragueError
from sprague.rules import parse
from tests.cli.running import run
from tests.snapshots import refused

NIM = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
WRITTEN = "# Nim with bounds\n(a, b) -> (a - k, b)   # one pile\n  where 1 <= k <= 2\nany order\n"

#: Every command that takes a game, with what follows the game.
COMMANDS = [
    ("show",),
    ("moves", "1,2"),
    ("solve", "1,2"),
    ("table", "--limit", "3"),
    ("period",),
    ("check", "a = b"),
    ("automaton", "a = b"),
    ("discover", "--no-keep"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_rule_may_stand_in_a_file_or_come_from_standard_input(command: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "nim.rule"
    file.write_text(WRITTEN)
    name, *rest = command
    typed = run(name, NIM, *rest)
    assert typed[1]
    assert run(name, f"@{file}", *rest) == typed
    piped = CliRunner().invoke(app, [name, "-", *rest], input=WRITTEN, catch_exceptions=False, env={"COLUMNS": "100"})
    assert (piped.exit_code, piped.stdout) == typed


def test_a_sum_may_name_standard_input_twice() -> None:
    result = CliRunner().invoke(app, ["solve", "nim 3 + - 1,2 + - 2,5"], input=WRITTEN, catch_exceptions=False)
    assert result.stdout.startswith("the sum is a P-position")


@pytest.mark.parametrize(
    "text",
    [
        "@",
        "@missing.rule",
    ],
)
def test_a_file_that_is_not_there_is_refused(text: str) -> None:
    with refused(SpragueError):
        read_game(text)


def test_standard_input_that_is_closed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with refused(SpragueError):
        read_game("-")


def test_what_is_typed_otherwise_is_a_name_or_a_rule() -> None:
    assert read_game(NIM) == parse(NIM)
    assert read_game("nim", 2) == read_game("nim:piles=2")


def test_rules_in_a_folder_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_GAMES", str(tmp_path))
    (tmp_path / "slow_nim.rule").write_text(WRITTEN)
    (tmp_path / "untitled.rule").write_text(NIM)
    listed = [line.rstrip() for line in run("games")[1].splitlines()]
    assert listed[listed.index("slow-nim") + 1] == "    Nim with bounds"
    assert listed[listed.index("untitled") + 1] == "    untitled"
    assert run("show", "slow-nim")[1].splitlines()[:4] == ["Nim with bounds", "===============", "", NIM]
    assert run("solve", "slow-nim", "1,2") == run("solve", NIM, "1,2")


def test_the_name_of_a_file_asks_for_its_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.rule").write_text("(a) -> (a - 1)")
    with refused(SpragueError):
        read_game("mine.rule")
    for name in ("other.rule", "x" * 5000, "x\0"):
        with refused(SpragueError):
            read_game(name)
