"""The README and the demo are true: every command and every example in them runs and prints what is shown."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import sprague
from tests.documents import ROOT, code_blocks, run, shown_commands, text_of

README = text_of("README.md")


def test_commands_print_what_the_readme_shows(tmp_path: Path) -> None:
    """In the order of the page, as a newcomer types them: some use the files that others have written."""
    for command, output in shown_commands(README):
        assert run(command, tmp_path).stdout == output, command


def test_the_theorem_that_coq_checks(coq: Path, tmp_path: Path) -> None:
    (block,) = (block for block in code_blocks(README, "sh") if "coqc" in block)
    (tmp_path / "sprague").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sprague "$@"\n')
    (tmp_path / "sprague").chmod(0o755)
    path = os.pathsep.join(str(Path(part).resolve()) for part in sys.path if part)
    given = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": path}
    done = subprocess.run(["sh", "-c", block], cwd=tmp_path, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.count("Closed under the global context") == 1
    )  # one look at the theorems of the set and of the words
    assert "told a b c" in (tmp_path / "sharing.v").read_text()


def test_python_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_rules_of_the_table_parse() -> None:
    """The notation at a glance: a rule for each of the games that people know."""
    notation = text_of("docs/notation.md")
    rules = [rule.replace("\\|", "|") for rule in re.findall(r"^\|[^|]+\| `(.+)` \|$", notation, re.MULTILINE)]
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
