"""Command-line arguments that several commands share: `read_game` parses GAME, `print_json` serves `--json`."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Annotated, TextIO

import typer

from sprague.errors import SpragueError
from sprague.games import catalogue, resolve
from sprague.language.rule_files import RuleFile
from sprague.results.base import json_text
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.ruleset import parse_file

GAME_HELP = "a name, name:param=value, an octal code, a rule in quotes, @FILE with a rule, or - for standard input"


def complete_game(incomplete: str) -> list[str]:
    """Return the names of games that start with an incomplete argument, for completion in the shell."""
    names = [name for game in catalogue() for name in (game.name, *game.aliases)]
    return sorted(name for name in names if name.startswith(incomplete))


GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="such as 3,5,9 or 1^6,10")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Misere = Annotated[bool, typer.Option("--misere", help="the last player to move loses")]
Fix = Annotated[str | None, typer.Option("--fix", help="a slice only, with these heights: c=0,d=5")]
Dark = Annotated[bool, typer.Option("--dark", help="a picture in colours for a dark screen")]


def read_game(text: str, entries: int | None = None) -> Ruleset:
    """Return the game that the argument GAME names; `entries`, the length of POSITION, is the default for piles."""
    if (file := _rule_file(text)) is not None:
        return parse_file(file)
    try:
        return resolve(text, {}, entries)
    except SpragueError:
        if _is_file(text):
            raise SpragueError(f"unknown game {text!r}; write @{text} for the rule in the file of that name") from None
        raise


def read_family_text(text: str) -> str:
    """Return the argument GAME as the text of a family of rules; for `@FILE`, return the text of the rule file."""
    file = _rule_file(text)
    return text if file is None else file.text


def _rule_file(text: str) -> RuleFile | None:
    """Return the rule file that an argument `@FILE` or `-` names, else None."""
    if text == "-":
        return _read_stream(sys.stdin)
    if text == "@":
        raise SpragueError("expected the name of a file after @, such as @nim.rule, got '@'")
    return RuleFile.read(text[1:]) if text.startswith("@") else None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


@cache
def _read_stream(stream: TextIO | None) -> RuleFile:
    """Return the rule in a stream, which is read once, though a sum may name it twice."""
    if stream is None:
        raise SpragueError("expected a rule on standard input, which is closed")
    return RuleFile.read_stream(stream.buffer, "standard input")


def read_game_and_position(game: str, position: str) -> tuple[Ruleset, Position]:
    """Return the game and the position that the arguments GAME and POSITION name.

    The length of the position determines the number of piles.
    """
    entries = parse_position(position)
    return read_game(game, len(entries)), entries


def read_game_with_echo(text: str, quiet: bool = False) -> Ruleset:
    """Return the game that the argument GAME names; unless `quiet`, print an unnamed rule to stderr as parsed."""
    rule = read_game(text)
    if not quiet:
        echo_rule(rule)
    return rule


def echo_rule(rule: Ruleset) -> None:
    """Print the rule given as an argument to stderr as it was parsed, unless the rule has a name."""
    if not rule.name:
        print(f"the rule was read as: {rule}", file=sys.stderr)


def check_bound(limit: int | None, chips: int | None) -> None:
    """Raise an error unless exactly one of the options `--limit` and `--chips` is given."""
    if (limit is None) == (chips is None):
        got = "neither" if limit is None else "both"
        raise SpragueError(f"expected --limit N (every pile below N) or --chips N (at most N chips in all), got {got}")


def print_json(value: object) -> None:
    """Print a result to standard output as JSON, for the option `--json`."""
    print(json_text(value))
