"""Statements of the README and its pages outside their code blocks, which `tests/test_documents.py` runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sprague
from tests.documents import Session, text_of


def test_rules_of_the_table_parse() -> None:
    """The notation at a glance: a rule for each of the games that people know."""
    notation = text_of("docs/notation.md")
    rules = [rule.replace("\\|", "|") for rule in re.findall(r"^\|[^|]+\| `(.+)` \|$", notation, re.MULTILINE)]
    assert len(rules) == 12
    for rule in rules:
        assert str(sprague.parse(rule)) == rule


@pytest.mark.slow
def test_commands_of_the_demo(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    demo = re.findall(r"^\t\$\(BIN\)/(sprague .*)$", text_of("Makefile"), re.MULTILINE)
    assert len(demo) >= 6
    session = Session(tmp_path, request)
    for command in demo:
        printed, code = session.run(command)
        assert code == 0, command
        assert printed
