"""`sprague automaton`, as a person uses it."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from sprague.automata.serialization import from_walnut
from sprague.errors import SpragueError
from tests.automata.test_drawing import SVG, read_dot
from tests.cli.running import printed
from tests.snapshots import refused


def test_every_format_is_written_and_two_are_read(tmp_path: Path) -> None:
    arguments = ("sharing-nim", "a = b and even(v2(c - a))")
    states, edges = read_dot(printed("automaton", *arguments).rstrip("\n"))
    assert (len(states), len(edges)) == (7, 13)
    assert ET.fromstring(printed("automaton", *arguments, "--format", "svg")).tag == f"{SVG}svg"
    data = json.loads(printed("automaton", *arguments, "--format", "json"))
    assert data["tracks"] == ["a", "b", "c"]
    assert len(data["automaton"]["transitions"]) == 8
    for name in ("walnut", "json"):
        path = tmp_path / name
        assert printed("automaton", *arguments, "--format", name, "-o", str(path)) == ""
        assert json.loads(printed("automaton", "sharing-nim", "--from", str(path), "--format", "json")) == data
        assert printed("automaton", "--from", str(path), "--format", "walnut") == printed(
            "automaton", *arguments, "--format", "walnut"
        )
    members = from_walnut(printed("automaton", *arguments, "--format", "walnut"))
    assert [(0, 0, d) in members for d in range(9)] == [True, True, False, True, True, True, False, True, False]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nim", "a = b", "--format", "gif"],
        ["nim"],
        [],
        ["nim", "a = b", "--from", "x"],
        ["nim", "a = b", "-o", "/no/such/folder/x"],
        ["nim:piles=3", "--from", "PAIRS"],
    ],
)
def test_bad_input_is_refused(arguments: list[str], tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 0\n")
    with refused(SpragueError):
        printed("automaton", *(str(pairs) if argument == "PAIRS" else argument for argument in arguments))


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with refused(SpragueError):
            printed("automaton", "--from", str(path))


def test_json_is_a_format_too() -> None:
    output = printed("automaton", "nim:piles=2", "a = b", "--json")
    assert output == printed("automaton", "nim:piles=2", "a = b", "--format", "json")
    assert json.loads(output)["tracks"] == ["a", "b"]
