"""The list of messages contains error messages, messages that functions pass on, warnings and help texts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.list_messages import ROOT, SOURCE, list_messages, message_receivers, messages_of

EXAMPLE = '''
import warnings
import typer

class TooLarge(ValueError):
    """An error."""

def refuse(expected: str, value: object) -> None:
    raise TooLarge(f"expected {expected}, got {value!r}")

def check(value: int) -> None:
    if value > 5:
        refuse("at most five piles", value)
    message = "no piles are left"
    if value == 0:
        raise ValueError(message)
    warnings.warn("many piles " + "take long", stacklevel=2)
    print("this is no error message")

def command(piles: int = typer.Option(3, help="play with this many piles")) -> None: ...
'''


def found_in(source: str) -> list[str]:
    tree = ast.parse(source)
    path = ROOT / "src" / "example.py"
    return [
        f"{one.line} {one.receiver}: {one.text}" for one in sorted(messages_of(path, tree, message_receivers([tree])))
    ]


def test_messages_of_an_example_are_found() -> None:
    assert found_in(EXAMPLE) == [
        "9 TooLarge: expected {expected}, got {value}",
        "13 refuse: at most five piles",
        "16 ValueError: no piles are left",
        "17 warn: many piles take long",
        "20 help: play with this many piles",
    ]


@pytest.mark.slow
def test_messages_of_every_package_are_listed_with_their_lines() -> None:
    found = list_messages()
    packages = {Path(message.path).parts[2] for message in found}
    assert {"automata", "cli", "coq", "language", "proofs", "rules", "tables", "web"} <= packages
    assert any(message.receiver == "help" for message in found)
    for message in found[::50]:
        assert 0 < message.line <= len((ROOT / message.path).read_text(encoding="utf-8").splitlines())


@pytest.mark.slow
def test_a_folder_restricts_the_list() -> None:
    found = list_messages([SOURCE / "rules"])
    assert found
    assert {Path(message.path).parts[:3] for message in found} == {("src", "sprague", "rules")}
