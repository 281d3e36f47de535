"""Commands run in this process, for tests."""

from __future__ import annotations

import re

from typer.testing import CliRunner

from sprague.cli.main import app


def run(*arguments: str) -> tuple[int, str]:
    """Return the exit code of a command and its output; errors are raised."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "100"})
    return result.exit_code, result.stdout


def printed(*arguments: str) -> str:
    """Return the output of a command that succeeds; stderr may contain only the echo of a rule."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stderr == "" or re.fullmatch(r"[^\n]*: \(.*-> .*\n", result.stderr)
    return result.stdout


def without_digits(text: str) -> str:
    """Replace the base and the states of a proof that `discover` found, because they depend on the machine's load.

    >>> without_digits("the proof: base 3, 6 states, 6 pairs compared")
    'the proof: DIGITS, 6 pairs compared'
    """
    return re.sub(r"\b(?:base \d+|Fibonacci digits), [\d,]+ states?", "DIGITS", text)
