"""Lines are wrapped to the width of a terminal, and stay whole in other output."""

from __future__ import annotations

import io
import os
import sys

import pytest

import sprague
from sprague.cli.main import app
from sprague.render.game_page import game_text
from sprague.render.terminal import print_lines
from tests.snapshots import snapshot

LONG = "  Emptying 2 of 6 boxes, there is a P-position with n chips in all if and only if there is one with half."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of 80 columns to which everything is printed."""
    opened = Terminal()
    monkeypatch.setattr(sys, "stdout", opened)
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback=(80, 24): os.terminal_size((80, 24)))
    return opened


def test_long_lines_are_broken_at_words_with_their_indentation(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    print_lines(["short", LONG])
    snapshot(terminal.getvalue())


def test_a_pipe_gets_them_whole(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines([LONG])
    assert capsys.readouterr().out == f"{LONG}\n"


@pytest.mark.parametrize("game", sprague.catalogue(), ids=lambda game: game.name)
def test_pages_about_games_fit(monkeypatch: pytest.MonkeyPatch, game: sprague.games.Game[...]) -> None:
    terminal = open_terminal(monkeypatch)
    print_lines(game_text(game()).splitlines())
    assert max(map(len, terminal.getvalue().splitlines())) <= 80


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["show", "empty-some"],
        ["solve", "empty-redistribute", "3,5,9,11,13"],
        ["solve", "nim 3,5 + (a, b) -> (u, b) where u < a any order 3,5"],
        ["check", "sharing-nim", "a = b and even(v2(c - a))"],
        ["discover", "--no-keep", "sharing-nim"],
    ],
    ids=lambda command: command[0],
)
def test_what_commands_say_fits(monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    terminal = open_terminal(monkeypatch)
    app(command, standalone_mode=False)
    lines = terminal.getvalue().splitlines()
    assert lines
    assert max(map(len, lines)) <= 80
