"""The README and the demo are true: every command and every example in them runs and prints what is shown."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[tuple[str, str]]:
    """Each `$ command` of a console block with the output printed under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            found.append((command, output))
    return found


def run(command: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    name, *arguments = shlex.split(command)
    assert name == "sprague"
    program = [sys.executable, "-m", "sprague", *arguments]
    # Files go into the folder, and theorems that are discovered too.
    environment = {**os.environ, "SPRAGUE_DATA": str(folder)} if folder != ROOT else None
    return subprocess.run(program, capture_output=True, text=True, check=False, cwd=folder, env=environment)


@pytest.mark.parametrize(("command", "output"), commands())
def test_command_prints_what_the_readme_shows(command: str, output: str, tmp_path: Path) -> None:
    assert run(command, tmp_path).stdout == output


def test_python_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_rules_of_the_readme_parse() -> None:
    import sprague

    rules = [rule.replace("\\|", "|") for rule in re.findall(r"^\|[^|]+\| `(.+)` \|$", README, re.MULTILINE)]
    assert len(rules) == 9
    for rule in rules:
        assert str(sprague.parse(rule)) == rule


def test_commands_of_the_demo() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    demo = [
        line.replace("$(BIN)/", "").strip() for line in makefile.splitlines() if line.startswith("\t$(BIN)/sprague")
    ]
    assert len(demo) >= 6
    for command in demo:
        assert run(command).returncode == 0, command
