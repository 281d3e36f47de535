"""The `sprague` command.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 refuted or not found,
2 bad input, 3 undecided within the limits.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

import sprague
from sprague.commands.arguments import AsJson, GameText, Misere, PositionText, print_json
from sprague.commands.automaton import automaton
from sprague.commands.check import check
from sprague.commands.discover import discover
from sprague.commands.patterns import register as register_patterns
from sprague.commands.survey import survey
from sprague.commands.verify import verify
from sprague.errors import SpragueError
from sprague.games import catalogue, resolve
from sprague.integers import format_integer
from sprague.rules import Ruleset, format_position, parse_position
from sprague.show.knowledge import game_data, game_text
from sprague.show.paper_table import print_papers
from sprague.show.progress import progress_bar
from sprague.tables.search import MOST_POSITIONS

app = typer.Typer(
    name="sprague",
    help="A laboratory for pile games. GAME is a name (sprague games lists them), name:param=value,param=value, "
    "or a rule in quotes; POSITION is 3,5,9, and 1^6,10 means six ones and a ten.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
register_patterns(app)

INTERRUPTED = 130  # the exit code after Ctrl-C, as shells have it


def main() -> None:
    """Run the command; bad input is one message on stderr and exit code 2, never a traceback."""
    try:
        app()
    except SpragueError as error:
        print(f"sprague: {error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer turns Ctrl-C into the exit code 130 without a word.
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        print("sprague: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        sys.stderr.close()
        sys.exit(0)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"sprague {sprague.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version and stop")
    ] = False,
) -> None:
    pass


def _game_of(game: str, position: str) -> tuple[Ruleset, tuple[int, ...]]:
    entries = parse_position(position)
    return resolve(game, {}, len(entries)), entries


@app.command("games")
def list_games(as_json: AsJson = False) -> None:
    """List the games of the catalogue."""
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "aliases": list(game.aliases),
                    "parameters": {key: str(default) for key, default in game.parameters.items()},
                    "summary": game.summary,
                }
                for game in catalogue()
            ]
        )
        return
    console = Console(highlight=False)
    for game in catalogue():
        parameters = ",".join(f"{key}={value}" for key, value in game.parameters.items())
        aliases = "".join(f"  also {alias}" for alias in game.aliases)
        console.print(f"[bold cyan]{game.name}[/]{escape(f':{parameters}' if parameters else '')}[dim]{aliases}[/]")
        console.print(Padding(escape(game.summary), (0, 0, 0, 4)))
    _list_discovered(console)


def _list_discovered(console: Console) -> None:
    """The theorems that were discovered and kept; nothing is loaded if there are none."""
    from sprague.proofs.store_folder import store_folder

    if not any(store_folder().glob("*.json")):
        return
    from sprague.proofs.store import remembered

    console.print("\n[bold]Discovered and proved[/]")
    for proof in remembered():
        play = " in misère play" if proof.misere else ""
        console.print(f"[bold cyan]{escape(proof.game.name or str(proof.game))}[/]{play}")
        console.print(Padding(escape(proof.statement()), (0, 0, 0, 4)))


@app.command()
def show(game: GameText, as_json: AsJson = False) -> None:
    """Explain a game: its rule in the notation and in words, why play ends, what is proved and what was seen."""
    rule = resolve(game, {}, None)
    if as_json:
        print_json(game_data(rule))
    else:
        print(game_text(rule))


@app.command()
def moves(game: GameText, position: PositionText, as_json: AsJson = False) -> None:
    """List the moves from a position, each with the option it leads to."""
    rule, entries = _game_of(game, position)
    found = rule.moves(entries)
    if as_json:
        print_json(
            {
                "game": rule.name or str(rule),
                "position": list(entries),
                "moves": [
                    {"option": list(move.option), "sentence": move.sentence, "choice": dict(move.choice)}
                    for move in found
                ],
            }
        )
        return
    if not found:
        print("no move: play is over")
        return
    width = max(len(format_position(move.option)) for move in found)
    for move in found:
        print(f"{format_position(move.option):<{width}}  {move.sentence}")


@app.command()
def solve(
    game: GameText,
    position: Annotated[str, typer.Argument(metavar="[POSITION]", help="such as 3,5,9 or 1^6,10")] = "",
    misere: Misere = False,
    as_json: AsJson = False,
    most: Annotated[int, typer.Option(min=1, help="search at most this many positions")] = MOST_POSITIONS,
) -> None:
    """Say who wins from a position, by which moves, and why it is so.

    A sum of games is written in one argument: 'nim 3,5 + cookies 4,7'.
    """
    if not position:
        _solve_sum(game, misere, as_json, most)
        return
    rule, entries = _game_of(game, position)
    answer = sprague.solve(rule, entries, misere=misere, most=most)
    if as_json:
        print_json(answer.to_json())
        return
    _print_outcome(_short(format_position(entries)), answer.outcome, answer.grundy)
    if answer.winning_moves:
        print("Winning moves:")
        for option in answer.winning_moves:
            print(f"  {_short(format_position(option))}  {_short(rule.move_to(entries, option).sentence)}")
    if answer.explanation:
        print(f"Why: {answer.explanation}")
    print(f"Because of {answer.because}")


def _solve_sum(text: str, misere: bool, as_json: bool, most: int) -> None:
    """Solve `game position + game position + …`."""
    if misere:
        raise SpragueError("sums are solved in normal play only; Grundy values say nothing about misère play")
    pieces = [piece.strip().rpartition(" ") for piece in text.split(" + ")]
    if not all(game and position for game, _, position in pieces):
        raise SpragueError(f"expected GAME POSITION, or a sum such as 'nim 3,5 + cookies 4,7', got {text!r}")
    components = [_game_of(game.strip(), position) for game, _, position in pieces]
    total = sprague.Sum(*(rule @ entries for rule, entries in components), most=most)
    if as_json:
        print_json(
            {
                "sum": [
                    {"game": rule.name or str(rule), "position": list(entries), "grundy": value}
                    for (rule, entries), value in zip(components, total.values, strict=True)
                ],
                "play": "normal",
                "outcome": total.outcome,
                "grundy": total.grundy,
                "winning_moves": [
                    {"component": move.component, "option": list(move.option)} for move in total.winning_moves
                ],
                "because": [{"kind": because.kind, "source": because.source} for because in total.because],
            }
        )
        return
    _print_outcome("the sum", total.outcome, total.grundy)
    for (rule, entries), value, because in zip(components, total.values, total.because, strict=True):
        print(f"  {rule.label} {_short(format_position(entries))} has value {value}, because of {because}")
    for move in total.winning_moves:
        rule, entries = components[move.component]
        words = rule.move_to(entries, move.option).sentence
        print(f"  winning: in {rule.label}, {_short(words)}")


def _print_outcome(what: str, outcome: str, grundy: int | None) -> None:
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    print(f"{what} is {'an N' if outcome == 'N' else 'a P'}-position: {who}")
    if grundy is not None:
        print(f"Grundy value: {_short(format_integer(grundy))}")


def _short(text: str) -> str:
    """A line that a terminal can bear; --json gives every digit."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters left out) … {text[-100:]}"


@app.command()
def table(
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    what: Annotated[str, typer.Option(help="grundy, outcome, remoteness or suspense")] = "grundy",
    misere: Misere = False,
    cap: Annotated[int | None, typer.Option(help="Grundy values only up to this, exactly")] = None,
    format_name: Annotated[str, typer.Option("--format", help="text, json, csv, npy, bfile, latex or png")] = "text",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="say how the table would be filled, and stop")] = False,
    as_json: AsJson = False,
) -> None:
    """Tabulate the value of every position up to a bound."""
    from sprague.show.exports import FORMATS
    from sprague.tables.plan import make_plan
    from sprague.tables.table import write_whole
    from sprague.tables.tabulate import check_request

    format_name = "json" if as_json else format_name
    if format_name not in FORMATS:
        raise SpragueError(f"expected --format to be one of {', '.join(FORMATS)}, got {format_name!r}")
    rule = resolve(game, {}, None)
    check_request(rule, limit, chips, what, misere, cap)
    if output is not None and not output.parent.is_dir():
        raise SpragueError(f"expected a file in an existing folder, got {str(output)!r}")
    if explain:
        print(make_plan(rule, limit, chips, values_only=what in ("grundy", "outcome") and not misere).describe())
        return
    with progress_bar(f"{rule.label}, {what}") as report:
        found = sprague.tabulate(rule, limit, chips=chips, what=what, misere=misere, cap=cap, progress=report)
    content = FORMATS[format_name](found)
    if output is not None:
        write_whole(output, content if isinstance(content, bytes) else content.encode())
    elif isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        print(content, end="")


@app.command()
def papers(
    claim: Annotated[str, typer.Argument(metavar="[CLAIM]", help="a paper, or a claim such as ferguson/prop-4")] = "",
    far: Annotated[bool, typer.Option("--far", help="go further out; takes longer")] = False,
    as_json: AsJson = False,
) -> None:
    """Re-run the five papers: every claim with a verdict computed now.

    The exit code is 1 if some verdict is not the one established before.
    """
    from sprague.papers import find_claims

    claims = find_claims(claim)
    found = []
    with progress_bar("the five papers") as report:
        for number, entry in enumerate(claims):
            report(number / len(claims))
            found.append((entry, entry.run(far)))
    if as_json:
        print_json(
            [
                {
                    "id": entry.id,
                    "statement": entry.statement,
                    "verdict": verdict.kind,
                    "extent": verdict.extent,
                    "note": verdict.note,
                    "proved": verdict.proved,
                    "as_expected": verdict.kind == entry.expected,
                }
                for entry, verdict in found
            ]
        )
    else:
        print_papers(found, at_length=len(found) == 1)
    if any(verdict.kind != entry.expected for entry, verdict in found):
        raise typer.Exit(1)


app.command()(automaton)
app.command()(check)
app.command()(discover)
app.command()(survey)
app.command()(verify)
