"""The README and the demo are true: every command and every example in them runs and prints what is shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import sprague
from tests.documents import ROOT, run, shown_commands, text_of

README = text_of("README.md")


@pytest.mark.parametrize(("command", "output"), shown_commands(README))
def test_command_prints_what_the_readme_shows(command: str, output: str, tmp_path: Path) -> None:
    assert run(command, tmp_path).stdout == output


def test_python_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_rules_of_the_readme_parse() -> None:
    rules = [rule.replace("\\|", "|") for rule in re.findall(r"^\|[^|]+\| `(.+)` \|$", README, re.MULTILINE)]
    assert len(rules) == 12
    for rule in rules:
        assert str(sprague.parse(rule)) == rule


def test_commands_of_the_demo(tmp_path: Path) -> None:
    makefile = text_of("Makefile")
    demo = [
        line.replace("$(BIN)/", "").strip() for line in makefile.splitlines() if line.startswith("\t$(BIN)/sprague")
    ]
    assert len(demo) >= 6
    for command in demo:
        assert run(command, tmp_path).returncode == 0, command
