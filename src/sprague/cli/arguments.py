"""Arguments and options of several commands, such as GAME and `-o`, and functions that read their values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from sprague.errors import SpragueError
from sprague.games import catalogue, resolve
from sprague.language.rule_files import RuleFile
from sprague.render.verbosity import print_note
from sprague.results.base import json_text, with_version
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.ruleset import parse_file

GAME_HELP = (
    "a name that 'sprague games' lists, name:parameter=value, an octal code such as 0.77, a rule in quotes, @FILE for "
    "a file with a rule, or - for a rule on standard input"
)
FORMULA_HELP = "a condition on the piles a, b, c, such as 'a = b' or 'all piles odd'"


def complete_game(incomplete: str) -> list[str]:
    """Return the names of games that start with an incomplete argument, for shell completion."""
    names = [name for game in catalogue() for name in (game.name, *game.aliases)]
    return sorted(name for name in names if name.startswith(incomplete))


GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION", help="the sizes of the piles, such as 3,5,9; 1^6,10 means six piles of 1 and a pile of 10"
    ),
]


def complete_choice(choices: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a shell-completion function for an argument that must be one of several words."""

    def complete(incomplete: str) -> list[str]:
        return [choice for choice in choices if choice.startswith(incomplete)]

    return complete


def choice_option(choices: Sequence[str], *names: str, meaning: str, panel: str | None = None) -> Any:
    """Return a command-line option whose value is one of several words; help and shell completion show the words."""
    return typer.Option(
        *names,
        metavar="|".join(choices),
        autocompletion=complete_choice(choices),
        help=meaning,
        rich_help_panel=panel,
    )


def format_option(*choices: str, panel: str | None = None) -> Any:
    """Return the option `--format` for a command that can write the given formats; the first is the default."""
    meaning = f"the output format; by default the suffix of the output file, or {choices[0]}"
    return choice_option(choices, "--format", meaning=meaning, panel=panel)


def output_option(meaning: str, panel: str | None = None) -> Any:
    """Return the option `--output` (`-o`) of a command, which names the file for its result."""
    return typer.Option("--output", "-o", help=meaning, rich_help_panel=panel)


def certificate_option(panel: str | None = None) -> Any:
    """Return the option `--certificate` of a command that proves theorems."""
    return typer.Option("--certificate", help="write the certificate to this file (.json)", rich_help_panel=panel)


def coq_file_option(panel: str | None = None) -> Any:
    """Return the option `--coq-file` of a command that proves theorems."""
    return typer.Option("--coq-file", help="write the theorem for Coq to this file (.v)", rich_help_panel=panel)


def seconds_option(default: str = "", panel: str | None = None) -> Any:
    """Return the option `--seconds` of a command; the text `default` describes the default time limit."""
    meaning = "stop after this many seconds"
    return typer.Option(min=0, help=f"{meaning}; {default}" if default else meaning, rich_help_panel=panel)


def states_option(panel: str | None = None, default: str = "") -> Any:
    """Return the option `--states` of a command that builds automata; `default` describes the default limit."""
    meaning = "allow automata with at most this many states"
    return typer.Option(min=1, help=f"{meaning}; {default}" if default else meaning, rich_help_panel=panel)


AsJson = Annotated[bool, typer.Option("--json", help="print the result as JSON")]
Misere = Annotated[bool, typer.Option("--misere", help="use misère play: the player who makes the last move loses")]
Fix = Annotated[
    str | None,
    typer.Option(
        "--fix", help="fix the sizes of some piles, such as c=0,d=5, and show only positions with these sizes"
    ),
]
Cap = Annotated[int | None, typer.Option(help="cap the values: print this number instead of every larger value")]
Dark = Annotated[bool, typer.Option("--dark", help="draw pictures for a dark background")]


def read_game(text: str, entries: int | None = None) -> Ruleset:
    """Return the game that the argument GAME names; `entries` may set the number of piles of the game."""
    if (file := _rule_file(text)) is not None:
        return parse_file(file)
    try:
        return resolve(text, {}, entries)
    except SpragueError:
        if _is_file(text):
            raise SpragueError(f"unknown game {text!r}; to read a rule from the file {text}, write @{text}") from None
        raise


def read_family_text(text: str) -> str:
    """Return the text of the argument GAME; if the argument is `@FILE` or `-`, return the text of the rule file."""
    file = _rule_file(text)
    return text if file is None else file.text


def _rule_file(text: str) -> RuleFile | None:
    """Return the rule file that an argument `@FILE` or `-` names; return None for other arguments."""
    if text == "-":
        return _read_stream(sys.stdin)
    if text == "@":
        raise SpragueError("expected the name of a file after @, such as @nim.rule, got '@'")
    return RuleFile.read(text[1:]) if text.startswith("@") else None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # the argument is not a valid file name, for example because it is too long
        return False


@cache
def _read_stream(stream: TextIO | None) -> RuleFile:
    """Return the text of a rule from standard input; the text is cached, because a sum of games may need it twice."""
    if stream is None:
        raise SpragueError("cannot read a rule from standard input, because standard input is closed")
    return RuleFile.read_stream(stream.buffer, "standard input")


def read_game_and_position(game: str, position: str) -> tuple[Ruleset, Position]:
    """Return the game and the position that the arguments GAME and POSITION name.

    The length of the position determines the number of piles.
    """
    entries = parse_position(position)
    return read_game(game, len(entries)), entries


def read_game_with_echo(text: str, quiet: bool = False) -> Ruleset:
    """Return the game that the argument GAME names; unless `quiet` is true, print the parsed rule (`echo_rule`)."""
    rule = read_game(text)
    if not quiet:
        echo_rule(rule, text)
    return rule


def echo_rule(rule: Ruleset, typed: str) -> None:
    """Print the parsed rule of the argument GAME to stderr if it differs from the text that the user typed.

    The function prints nothing if the game has a name, or if the rule and the typed text differ only in white space.
    """
    if not rule.name and _without_blanks(str(rule)) not in _without_blanks(read_family_text(typed)):
        print_note(f"the rule was read as: {rule}")


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def check_bound(limit: int | None, chips: int | None) -> None:
    """Raise an error unless exactly one of the options `--limit` and `--chips` is given."""
    if (limit is None) == (chips is None):
        got = "neither" if limit is None else "both"
        raise SpragueError(
            f"expected either --limit N (every pile below N) or --chips N (at most N chips in all), got {got}"
        )


def print_json(value: object) -> None:
    """Print a result of the command line as JSON to standard output, for the option `--json`.

    The printed JSON object contains the version of the JSON format under the key `version`.
    """
    print(json_text(with_version(value)), flush=True)
