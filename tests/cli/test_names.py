"""Names and conventions of all commands: options, former names, `--json`, `--quiet`, `--verbose` and exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sprague.cli.former_names import FORMER_OPTIONS, OTHER_COMMANDS, normalise_arguments
from sprague.cli.main import COMMANDS, _make_command, app
from sprague.errors import SpragueError

NIM = "(a, b) -> (u, b) where u < a any order"


def commands() -> Iterator[tuple[str, Any]]:
    """All commands and subcommands, with their names."""
    for name in COMMANDS:
        command: Any = _make_command(name)
        inner = getattr(command, "commands", None)
        if inner is None:
            yield name, command
        else:
            yield from ((f"{name} {one}", found) for one, found in inner.items())


def options(command: Any) -> set[str]:
    return {name for parameter in command.params if parameter.param_type_name == "option" for name in parameter.opts}


def run(*words: str, **more: Any) -> Any:
    return CliRunner().invoke(app, list(words), **more)


def test_every_command_prints_json() -> None:
    assert [name for name, command in commands() if "--json" not in options(command)] == []


def test_an_option_has_the_same_kind_of_value_in_all_commands() -> None:
    kinds: dict[str, set[bool]] = {}
    for _, command in commands():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                for name in parameter.opts:
                    kinds.setdefault(name, set()).add(parameter.is_flag)
    assert {name for name, found in kinds.items() if len(found) > 1} == set()


def test_the_short_option_o_is_always_the_output_file() -> None:
    for _, command in commands():
        for parameter in command.params:
            assert ("-o" in parameter.opts) == ("--output" in parameter.opts)
    assert "certificate" not in " ".join(run(name, "--help").output for name in ("table", "positions", "sequence"))


def test_former_options_are_not_listed_and_lead_to_current_ones() -> None:
    found = dict(commands())
    for name, former in FORMER_OPTIONS.items():
        assert set(former).isdisjoint(options(found[name]))
        assert set(former.values()) <= options(found[name])
    assert set(OTHER_COMMANDS).isdisjoint(COMMANDS)
    assert set(OTHER_COMMANDS.values()) <= set(COMMANDS)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["discover", "x", "-o", "y"], ["discover", "x", "--certificate", "y"]),
        (["discover", "x", "-oy", "--anew"], ["discover", "x", "--certificate", "y", "--refresh"]),
        (["discover", "x", "--output=y", "--grundy=all"], ["discover", "x", "--certificate=y", "--values=all"]),
        (["check", "x", "f", "--coq", "y.v"], ["check", "x", "f", "--coq-file", "y.v"]),
        (["verify", "x", "--coq"], ["verify", "x", "--coq"]),
        (["table", "x", "-o", "y"], ["table", "x", "-o", "y"]),
        (["papers", "--far"], ["papers", "--full"]),
        (["survey", "-o", "y"], ["survey", "--database", "y"]),
        (["rows", "x", "-o", "y"], ["rows", "x", "--drawing", "y"]),
        (["tabulate", "x", "--quiet"], ["--quiet", "table", "x"]),
        (["--no-store", "prove", "x", "-v", "--", "-q"], ["--no-store", "-v", "check", "x", "--", "-q"]),
        (["--version"], ["--version"]),
        ([], []),
    ],
)
def test_former_names_and_global_options_are_rewritten(given: list[str], meant: list[str]) -> None:
    assert normalise_arguments(given) == meant


def test_former_names_work(tmp_path: Path) -> None:
    file = tmp_path / "nim.json"
    assert run("prove", NIM, "a = b", "-o", str(file)).exit_code == 0
    assert run("verify", str(file)).exit_code == 0
    assert run("catalogue").output == run("games").output
    assert run("tabulate", NIM, "--limit", "4").output == run("table", NIM, "--limit", "4").output


@pytest.mark.parametrize(
    "words",
    [
        ["table", NIM, "--limit", "3"],
        ["positions", NIM, "--limit", "3"],
        ["sequence", NIM, "least b: P(a, b)"],
        ["automaton", NIM, "a = b"],
    ],
)
def test_json_is_refused_together_with_a_format(words: list[str]) -> None:
    found = run(*words, "--json", "--format", "json")
    assert isinstance(found.exception, SpragueError)
    assert re.search("--json.*--format", str(found.exception))


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["show", "nim"],
        ["moves", NIM, "1,2"],
        ["solve", NIM, "1,2"],
        ["solve", "nim 3 + nim 5"],
        ["table", NIM, "--limit", "3"],
        ["table", NIM, "--limit", "3", "--explain"],
        ["positions", NIM, "--limit", "3"],
        ["period", "(a) -> (a - 1)"],
        ["quotient", "0.77", "--heaps", "3"],
        ["rows", "sharing-nim", "--rows", "1", "--limit", "9"],
        ["values", "sharing-nim", "--limit", "9"],
        ["sequence", NIM, "least b: P(a, b)"],
        ["check", NIM, "a = b"],
        ["check", NIM, "a < b"],
        ["check", NIM, "a = b", "--limit", "4"],
        ["ask", NIM, "P(a, a)"],
        ["ask", NIM, "all a: P(a, a)"],
        ["compare", NIM, "nim:piles=2"],
        ["automaton", NIM, "a = b"],
        ["theorems"],
        ["atlas", "show", "S000001"],
        ["atlas", "list", "wythoff"],
        ["atlas", "search", "0 1 2 0 1 2"],
        ["papers", "ferguson/lemma-3"],
        ["cite"],
        ["cite", "wythoff"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_every_json_result_has_a_version(words: list[str]) -> None:
    found = json.loads(run(*words, "--json").stdout)
    results = found if isinstance(found, list) else [found]
    assert [result.get("version") for result in results] == [1] * len(results)


def test_the_json_results_about_a_certificate_have_a_version(tmp_path: Path) -> None:
    file = tmp_path / "nim.json"
    assert json.loads(run("discover", NIM, "--json", "--certificate", str(file)).stdout)["version"] == 1
    assert json.loads(run("verify", str(file), "--json").stdout)["version"] == 1
    assert json.loads(run("theorems", "name", NIM, "two piles", "--json").stdout)["version"] == 1
    assert json.loads(run("theorems", "forget", NIM, "--yes", "--json").stdout)["version"] == 1
    assert json.loads(run("theorems", "--json").stdout) == []
    assert json.loads(run("discover", "nim", "--over", "piles=1..2", "--json").stdout)["version"] == 1
    survey = ["survey", "subtraction-transfer", "--over", "a=1,b=1,c=1", "--database", str(tmp_path / "rows.duckdb")]
    assert json.loads(run(*survey, "--json").stdout)["version"] == 1


def test_words_to_choose_from_are_listed_in_the_help_and_completed() -> None:
    assert "grundy|outcome|remoteness|suspense" in run("table", "--help").output
    found = dict(commands())
    completed = {
        name
        for command in found.values()
        for parameter in command.params
        if parameter.param_type_name == "option" and parameter._custom_shell_complete is not None
        for name in parameter.opts
    }
    assert {"--what", "--format", "--draw", "--level", "--first", "--count", "--measure", "--to"} <= completed


def test_quiet_prints_no_notes_and_verbose_prints_where_an_error_was_raised() -> None:
    spaced = "(a, b) \\to (a-1, b)"
    assert "the rule was read as" in run("table", spaced, "--limit", "3").stderr
    assert run("table", spaced, "--limit", "3", "-q").stderr == ""
    both = run("games", "-q", "-v")
    assert isinstance(both.exception, SpragueError)


def test_a_match_is_printed_as_json() -> None:
    found = run("play", "nim", "1,2", "--json", input="1,1\n0,0\n")
    data = json.loads(found.stdout)
    assert (data["over"], data["winner"], data["moves"][0]) == (True, "you", "1,1")
    assert data["transcript"].startswith("sprague match")
    assert "1,1" in found.stderr


def test_stored_theorems_are_named_and_deleted_with_json(tmp_path: Path) -> None:
    assert run("discover", NIM, "--json").exit_code == 0
    assert len(json.loads(run("theorems", "--json").stdout)) == 1
    assert json.loads(run("theorems", "name", "1", "equal", "--json").stdout) == {
        "version": 1,
        "number": 1,
        "name": "equal",
        "former_name": None,
    }
    certificate = json.loads(run("theorems", "export", "1", "--json").stdout)
    file = tmp_path / "nim.json"
    file.write_text(json.dumps(certificate), "utf-8")
    assert json.loads(run("export", str(file), "--json").stdout)["text"].startswith("(*")
    deleted = json.loads(run("theorems", "forget", "1", "--yes", "--json").stdout)
    assert deleted["deleted"] is True
