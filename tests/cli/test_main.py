"""The command line itself: output, streams and exit codes."""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sprague
from sprague import jit
from sprague.cli import main as command_line
from sprague.cli.main import COMMANDS, app, main
from sprague.discovery.discover import DEFAULT
from tests.snapshots import snapshot
from tests.waiting import LONGEST

NIM = "(a, b) -> (u, b) where u < a any order"
BOUTON = "Bouton's theorem (C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901))"


def run(*arguments: str) -> str:
    """Return the stdout of a command that succeeds; stderr may contain only the echo of a rule."""
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False, env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    assert result.stderr == "" or re.fullmatch(r"[^\n]*: \(.*-> .*\n", result.stderr)
    return result.stdout


def run_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sprague", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False, encoding="utf-8")


COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
NIM_RULE = "(a, b) -> (u, b) where u < a any order"  # no name: the catalogue knows no theorem for it

SOLVED: list[list[str]] = [
    [NIM_RULE, "1,2"],
    [NIM_RULE, "2,2"],
    [NIM_RULE, "1,1", "--misere"],
    ["nim", "1^6,10"],
]


@pytest.mark.parametrize("arguments", SOLVED)
def test_solve_says_who_wins_how_and_why(arguments: list[str]) -> None:
    snapshot(run("solve", *arguments))


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (
            [NIM_RULE, "3,1"],
            {
                "version": 1,
                "game": NIM_RULE,
                "rule": NIM_RULE,
                "position": [1, 3],
                "play": "normal",
                "outcome": "N",
                "grundy": 2,
                "winning_moves": [[1, 1]],
                "all_winning_moves": True,
                "sentences": 1,
                "forbid": [],
                "explanation": "",
                "because": "search",
                "grundy_because": None,
            },
        ),
        (
            ["(a | t) -> (a - d | 2d - 1) where 1 <= d <= t", "(2 | 1)", "--misere"],
            {
                "version": 1,
                "game": "(a | t) -> (a - d | 2d - 1) where 1 <= d <= t",
                "rule": "(a | t) -> (a - d | 2d - 1) where 1 <= d <= t",
                "position": [2, 1],
                "play": "misere",
                "outcome": "N",
                "grundy": None,
                "winning_moves": [[1, 1]],
                "all_winning_moves": True,
                "sentences": 1,
                "forbid": [],
                "explanation": "",
                "because": "search",
                "grundy_because": None,
            },
        ),
    ],
)
def test_solve_prints_one_json_object(arguments: list[str], data: dict[str, object]) -> None:
    output = run("solve", *arguments, "--json")
    assert output.count("\n") == 1
    found = json.loads(output)
    snapshot("\n".join([*found["sentences"], found["explanation"], found["because"]["source"]]))
    found |= {"sentences": len(found["sentences"]), "explanation": "", "because": found["because"]["kind"]}
    assert list(found.items()) == list(data.items())


@pytest.mark.parametrize(
    ("game", "position", "name"),
    [
        ("nim", "1,2,3,4", "nim:piles=4"),
        ("empty-transfer", "1^5", "empty-transfer:boxes=5"),
        ("Sharing Nim", "1,2", "sharing-nim:piles=2"),
        ("entropy-reduction", "1,2", "sharing-nim:piles=2"),
        ("dynamic-nim", "1,2,3", "dynamic-nim:piles=2,stop=0,limit=x"),
        ("moore-nim:width=1", "1,2", "moore-nim:piles=2,width=1"),
        ("subtraction-transfer:c=1/2", "3,1", "subtraction-transfer:a=2,b=2,c=1/2"),
    ],
)
def test_the_number_of_piles_follows_from_the_position(game: str, position: str, name: str) -> None:
    assert json.loads(run("solve", game, position, "--json"))["game"] == name


@pytest.mark.parametrize(
    "rule",
    [
        NIM,
        "(a,b)->(u,b)where u<a any order",
        "(a, b)\n  → (u, b)\n  where u < a\n  any order\n",
        "  (a,\tb) ->\r\n (u, b) where u <\n a any   order ",
    ],
)
def test_a_rule_may_be_written_with_any_white_space(rule: str) -> None:
    data = json.loads(run("solve", rule, " 3 , 1 ", "--json"))
    assert (data["game"], data["grundy"]) == (NIM, 2)


def test_moves_lists_every_option_with_a_sentence() -> None:
    snapshot("\n".join(sorted(run("moves", NIM, "2,1").splitlines())))


def test_moves_says_when_play_is_over() -> None:
    snapshot(run("moves", "nim", "0,0"))
    assert json.loads(run("moves", "nim", "0,0", "--json"))["moves"] == []


def test_moves_as_json() -> None:
    assert json.loads(run("moves", "(a | t) -> (a - d | d) where 1 <= d <= t", "5,1", "--json")) == {
        "version": 1,
        "game": "(a | t) -> (a - d | d) where 1 <= d <= t",
        "rule": "(a | t) -> (a - d | d) where 1 <= d <= t",
        "position": [5, 1],
        "moves": [
            {
                "option": [4, 1],
                "sentence": "take 1 chip from the pile; t becomes 1",
                "choice": {"d": 1},
                "others": [],
            }
        ],
    }


def test_moves_to_one_option_stand_together() -> None:
    both = "take 1 chip from the 1st pile and 1 chip from the 2nd pile"
    snapshot(run("moves", "wythoff", "1,2"))
    output = {tuple(move["option"]): move for move in json.loads(run("moves", "wythoff", "1,2", "--json"))["moves"]}
    assert [other["sentence"] for other in output[0, 1]["others"]] == [both]
    assert output[1, 1]["others"] == []


@pytest.mark.parametrize("arguments", [("moves", "3,4"), ("solve", "3,4")])
def test_a_typed_rule_is_echoed_as_parsed(arguments: tuple[str, str]) -> None:
    command, position = arguments
    result = CliRunner().invoke(app, [command, "(a, b) → (u, b) with u<a, any order", position])
    snapshot(result.stderr)
    assert CliRunner().invoke(app, [command, "nim", position]).stderr == ""
    assert CliRunner().invoke(app, [command, NIM_RULE, position, "--json"]).stderr == ""


def test_each_rule_of_a_sum_is_echoed_once() -> None:
    result = CliRunner().invoke(app, ["solve", f"{NIM_RULE} 3,4 + nim 5 + {NIM_RULE} 1,2"])
    snapshot(result.stderr)


def test_a_move_that_changes_nothing_is_warned_of() -> None:
    result = CliRunner().invoke(app, ["moves", "(a, b) -> (a - k, b)", "1,1"])
    snapshot(result.stdout)
    snapshot(result.stderr)


def test_games_lists_the_whole_catalogue() -> None:
    listed = run("games")
    data = json.loads(run("games", "--json"))
    assert [entry["name"] for entry in data] == [game.name for game in sprague.catalogue()]
    for entry in data:
        assert list(entry) == ["version", "name", "title", "aliases", "parameters", "summary"]
        assert f"\n{entry['name']}" in f"\n{listed}"
        assert " ".join(entry["summary"].split()) in " ".join(listed.split())


def test_show_explains_a_game_of_the_catalogue() -> None:
    lines = run("show", "nim:piles=2").splitlines()
    snapshot("\n".join(lines[:4]))
    assert NIM in lines
    snapshot("\n".join(lines))


def test_show_explains_a_rule() -> None:
    rule = sprague.parse(NIM)
    assert run("show", NIM) == f"{NIM}\n\n{rule.describe()}\n"
    assert json.loads(run("show", NIM, "--json")) == {
        "version": 1,
        "game": NIM,
        "title": None,
        "summary": None,
        "rule": NIM,
        "description": rule.describe(),
        "latex": rule.latex(),
        "rank": "the number of chips",
        "sources": [],
        "theorems": [],
        "discovered": [],
        "observations": [],
    }


def test_show_says_when_no_rank_is_known() -> None:
    assert json.loads(run("show", "(a) -> (a)", "--json"))["rank"] is None


def test_version_and_help() -> None:
    assert run("--version") == f"sprague {sprague.__version__}\n"
    helped = run("--help")
    commands = [line.split()[0] for line in helped.partition("Games and positions:")[2].splitlines() if line.strip()]
    assert {"games", "show", "moves", "solve"} <= set(commands)
    for command in ("games", "show", "moves", "solve"):
        assert "--json" in run(command, "--help")


def test_the_module_runs_as_the_command() -> None:
    done = run_process("solve", "nim", "1,1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outcome"] == "P"
    done = run_process("show", "qqq")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sprague: ")


ERRORS: list[list[str]] = [
    ["solve", "nim:piles=3", "1,2"],
    ["solve", "sharin-nim", "1,2"],
    ["show", "qqq"],
    ["solve", "(a, b) -> (a - k, b) where k >= 1 + nim 3,4", "2,2"],
    ["solve", "nim + wythoff", "2,2"],
    ["solve", "nim + qqq", "2,2"],
    ["moves", "nim:pils=3", "1,2"],
    ["moves", "nim:3", "1,2,3"],
    ["moves", "nim:piles=2,piles=3", "1,2"],
    ["solve", "nim", "1,x"],
    ["solve", "(a) -> (a - 1", "3"],
    ["solve", "(a) -> (a)", "3", "--json"],
    ["solve", "nim"],
    ["solve", "nim", ""],
    ["moves", "nim", " "],
    ["solve", "nim\x01", "1,2"],
    ["show", "nim:piles=2\x1f"],
]
OUT_OF_LIMITS = [
    ["solve", "(a) -> (a - 1)", "50", "--positions", "20", "--json"],
    ["solve", "nim 3,5 + cookies 4,7", "--misere", "--positions", "20"],
]


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that ends with exit code 2 and prints nothing to stdout, and return what it prints to stderr."""

    def run_main(arguments: list[str], code: int = 2) -> str:
        monkeypatch.setattr(sys, "argv", ["sprague", *arguments])
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main replaces it
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert (ended.value.code, printed.out) == (code, "")
        return printed.err

    return run_main


@pytest.mark.parametrize("arguments", ERRORS)
def test_bad_input_is_a_message_on_stderr_and_exit_code_2(
    fail: Callable[[list[str]], str], arguments: list[str]
) -> None:
    message = fail(arguments)
    assert message.startswith("sprague: ")
    snapshot(message)


@pytest.mark.parametrize("arguments", OUT_OF_LIMITS)
def test_work_beyond_the_limits_has_exit_code_3(fail: Callable[..., str], arguments: list[str]) -> None:
    message = fail(arguments, 3)
    assert message.startswith("sprague: ")
    snapshot(message)


@pytest.mark.parametrize("arguments", [["solve"], ["moves", "nim"], ["sove"], ["solve", "nim", "1,2", "--nimber"]])
def test_bad_usage_is_explained_on_stderr_with_exit_code_2(
    fail: Callable[[list[str]], str], arguments: list[str]
) -> None:
    message = fail(arguments)
    assert message.startswith("Usage: ")
    assert "Traceback" not in message


def test_a_sum_is_solved_by_the_values_of_its_components() -> None:
    snapshot(run("solve", "nim 3 + nim 5"))
    snapshot("\n".join(run("solve", "nim 3,5 + nim 6").splitlines()[:2]))


def test_a_sum_of_one_game_is_that_game() -> None:
    assert run("solve", "nim 1,1,1", "--misere") == run("solve", "nim", "1,1,1", "--misere")
    assert run("solve", f"{COOKIES} 4,7", "--json") == run("solve", COOKIES, "4,7", "--json")


@pytest.mark.slow
def test_moves_without_number_are_refused_at_once() -> None:
    for arguments in (["moves", "nim", "3,999999999999999999"], ["solve", "nim", "3,999999999999999999", "--all"]):
        done = run_process(*arguments)
        assert (done.returncode, done.stdout) == (3, "")
        snapshot(done.stderr)


def test_winning_moves_that_may_not_be_all_say_so() -> None:
    lines = run("solve", "empty-transfer", "3,10,12").splitlines()
    snapshot("\n".join(lines))
    assert json.loads(run("solve", "empty-transfer", "3,10,12", "--json"))["all_winning_moves"] is False
    every = run("solve", "empty-transfer", "3,10,12", "--all").splitlines()
    assert "Winning moves:" in every
    assert len(every) > len(lines)


def test_a_sum_as_json() -> None:
    data = json.loads(run("solve", f"nim 3,5 + {COOKIES} 4,7", "--json"))
    assert list(data.items()) == [
        ("version", 1),
        (
            "sum",
            [
                {"game": "nim:piles=2", "rule": NIM_RULE, "position": [3, 5], "grundy": 6},
                {"game": COOKIES, "rule": COOKIES, "position": [4, 7], "grundy": 1},
            ],
        ),
        ("play", "normal"),
        ("outcome", "N"),
        ("grundy", 7),
        ("winning_moves", [{"component": 0, "option": [2, 3]}]),
        ("all_winning_moves", True),
        ("sentences", ["in the 1st game, nim:piles=2 3,5: take 3 chips from the 2nd pile"]),
        ("explanation", "The nim-sum of 6, 1 is 7."),
        (
            "because",
            [
                {
                    "kind": "theorem",
                    "source": BOUTON,
                },
                {"kind": "search", "source": "all 26 reachable positions"},
            ],
        ),
    ]


def test_piles_of_many_digits_are_solved_and_printed_whole() -> None:
    digits = "7" * 50_000
    data = run("solve", "nim", f"{digits},{digits},1", "--json")
    assert f"[1, {digits}, {digits}]" in data
    assert f'"winning_moves": [[0, {digits}, {digits}], ' in data


def test_an_interruption_is_on_stderr(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sprague, "solve", interrupted)
    monkeypatch.setattr(sys, "argv", ["sprague", "solve", "nim", "1,2"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert capsys.readouterr() == ("", "sprague: interrupted\n")


def test_other_exit_codes_are_left_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["sprague", "--version"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert capsys.readouterr().err == ""


def test_a_command_is_the_function_of_its_name_in_the_file_of_its_name() -> None:
    folder = Path(command_line.__file__).parent / "commands"
    assert {path.stem for path in folder.rglob("*.py")} == {"__init__", *COMMANDS}
    for name in COMMANDS:
        assert callable(getattr(import_module(command_line.module_of_command(name)), name))


def test_a_command_loads_no_other() -> None:
    program = (
        "import sys; from sprague.cli.main import app\n"
        "try: app(['solve', 'nim', '3,5'])\n"
        "finally: print(sorted(m for m in sys.modules if m.startswith('sprague.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONGEST, check=False)
    loaded = done.stdout.splitlines()[-1]
    snapshot(loaded)


@pytest.mark.slow
def test_a_command_spelt_nearly_right_is_suggested() -> None:
    snapshot(run_process("sove").stderr)


@pytest.mark.parametrize("terminal", [True, False])
def test_compilation_is_reported_only_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    def command() -> None:
        jit.LOG.info("compiling, once on this machine …")

    monkeypatch.setattr(command_line, "app", command)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    try:
        main()
    finally:
        jit.LOG.handlers.clear()
        jit.LOG.setLevel(logging.NOTSET)
    assert capsys.readouterr().err == ("sprague: compiling, once on this machine …\n" if terminal else "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["table", "--limit", "3"],
        ["positions", "--limit", "3"],
        ["check", "a = b"],
        ["discover"],
        ["period", "(x,y)->(x-1-1,y);(x,y-2)"],
    ],
)
def test_a_typed_rule_is_echoed_in_standard_notation(arguments: list[str]) -> None:
    command, *rest = arguments
    rule = rest.pop() if command == "period" else "(a,b)->(a-1-k,b) where 1 <= k + 1 any order"
    canonical = str(sprague.parse(rule))
    assert canonical != rule
    typed = CliRunner().invoke(app, [command, rule, *rest])
    assert typed.stderr.endswith(f": {canonical}\n")
    spaced = CliRunner().invoke(app, [command, canonical.replace(" - ", "-"), *rest])
    assert spaced.stderr == ""
    as_json = CliRunner().invoke(app, [command, rule, *rest, "--json"])
    assert as_json.stderr == ""
    assert json.loads(as_json.stdout)["rule"] == canonical
    named = CliRunner().invoke(app, [command, "cookies" if command == "period" else "nim:piles=2", *rest])
    assert (named.exit_code, named.stderr) == (0, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_two_examples_that_are_commands(name: str) -> None:
    help_text = run(name, "-h")
    assert help_text == run(name, "--help")
    examples = import_module(command_line.module_of_command(name)).EXAMPLES
    assert len(examples) == 2
    for example in examples:
        assert f"\n    {example}\n" in help_text
        program, command, *arguments = shlex.split(example)
        assert (program, command) == ("sprague", name)
        made = command_line.CommandGroup().get_command(None, name)
        assert made is not None
        made.make_context(name, arguments)  # the arguments are read, and nothing is done


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("play", "the level of the computer; by default perfect"),
        ("play", "who moves first; by default you"),
        ("sequence", "by default the suffix of the output file, or text"),
        ("discover", f"at most this many positions; by default {DEFAULT.positions:,}"),
        ("discover", f"at most this many states; by default {DEFAULT.states:,}"),
        ("discover", f"pairs of states in a proof; by default {DEFAULT.pairs:,}"),
        ("check", "docs/formulas.md"),
    ],
)
def test_help_states_defaults_and_pages(command: str, words: str) -> None:
    assert words in " ".join(run(command, "--help").split())


def test_the_help_of_compare_describes_games_once() -> None:
    assert " ".join(run("compare", "--help").split()).count("an octal code such as 0.77") == 1


@pytest.mark.slow
def test_summaries_fit_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    helped = run_process("--help").stdout.partition("Games and positions:\n")[2].partition("\n  Examples:")[0]
    listed = [line for line in helped.splitlines() if line.startswith("  ")]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("sprague di", ["discover"]), ("sprague solve wyt", ["wythoff"]), ("sprague show sharing", ["sharing-nim"])],
)
def test_the_shell_completes_commands_and_games(typed: str, offered: list[str]) -> None:
    words = {"_SPRAGUE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    result = CliRunner().invoke(app, [], prog_name="sprague", env=words)
    assert result.stdout.split() == offered


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["show", "kayles"], ["games"], ["table", "kayles", "--limit", "9000", "--format", "csv"]]
)
def test_a_closed_pipe_ends_the_command_silently(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "sprague", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": ""}  # as on a machine where nobody has set it
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as done:
        assert done.stdout is not None
        done.stdout.close()
        _, errors = done.communicate()
    assert (done.returncode, errors) == (0, b"")


def test_misere_heaps_of_one_game_are_one_position() -> None:
    several, one = (run("solve", *words, "--misere") for words in (["kayles 5 + kayles 6"], ["kayles", "5,6"]))
    assert several == one


def test_a_small_misere_sum_is_searched() -> None:
    output = run("solve", "kayles 5,6 + nim 3,4", "--misere")
    snapshot(output.splitlines()[0])
    snapshot(output.splitlines()[-1])
    assert json.loads(run("solve", "kayles 5,6 + nim 3,4", "--misere", "--json"))["outcome"] == "N"


@pytest.mark.parametrize("arguments", [["solve", "nim", "3", "5", "7"], ["moves", "nim", "3,", "5,", "7"]])
def test_a_position_in_several_arguments_is_shown_with_commas(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "write a position with commas and without spaces: 3,5,7" in " ".join(result.stderr.split())


def test_other_superfluous_numbers_are_no_position() -> None:
    result = CliRunner().invoke(app, ["table", "nim", "3", "5"])
    assert (result.exit_code, "with commas" in result.stderr) == (2, False)
