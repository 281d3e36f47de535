"""Commands run in this process, for tests."""

from __future__ import annotations

import re

from typer.testing import CliRunner

from sprague.cli.main import app


def run(*arguments: str) -> tuple[int, str]:
    """The exit code of a command, and what it prints; what it refuses is raised."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "100"})
    return result.exit_code, result.stdout


def printed(*arguments: str) -> str:
    """What a command that succeeds prints; it says nothing else but how a rule was read."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stderr == "" or re.fullmatch(r"[^\n]*: \(.*-> .*\n", result.stderr)
    return result.stdout


def without_digits(text: str) -> str:
    """Hide the base and the states of a proof that `discover` found: several bases race, and the load decides.

    >>> without_digits("the proof: base 3, 6 states, 6 pairs compared")
    'the proof: DIGITS, 6 pairs compared'
    """
    return re.sub(r"\b(?:base \d+|Fibonacci digits), [\d,]+ states?", "DIGITS", text)
