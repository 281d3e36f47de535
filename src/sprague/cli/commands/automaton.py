"""The command `sprague automaton`: print or draw the automaton of a formula, or write it for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sprague.cli.arguments import FORMULA_HELP, GAME_HELP, AsJson, Dark, format_option, output_option, read_game
from sprague.cli.outputs import check_output_path, choose_format, requested_format, running_command, write_output
from sprague.errors import SpragueError, system_message
from sprague.render.pictures.picture import PICTURE_FORMATS
from sprague.results.base import VERSION, json_text
from sprague.rules import Ruleset

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton

EXAMPLES = (
    'sprague automaton nim:piles=2 "a = b"',
    'sprague automaton wythoff "b = fib_shift(a)" -o wythoff.svg',
)
MOST_BYTES = 1 << 28  # maximum size, in bytes, of a file with an automaton


class _NamedTracks(NamedTuple):
    """An automaton that `sprague automaton` shows, with a name for each number that the automaton reads."""

    automaton: Automaton
    names: tuple[str, ...]


def automaton(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)] = "",
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help=FORMULA_HELP)] = "",
    source: Annotated[
        Path | None,
        typer.Option("--from", help="read the automaton from this certificate or Walnut file instead of a formula"),
    ] = None,
    format_name: Annotated[str | None, format_option("dot", "svg", "png", "pdf", "walnut", "json")] = None,
    output: Annotated[
        Path | None, output_option("write the automaton to this file; its suffix determines the format")
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """Show the automaton that recognises the positions of a formula.

    The automaton reads the digits of all piles side by side, and accepts a position if and only if the formula is true
    for it.
    """
    chosen = choose_format([*FORMATS, *PICTURE_FORMATS], requested_format(as_json, format_name), output)
    if bool(formula) == (source is not None) or not (game or source):
        raise SpragueError(
            "expected GAME and FORMULA, or --from FILE instead of FORMULA; see 'sprague automaton --help'"
        )
    check_output_path(output, chosen)
    rule = read_game(game) if game else None
    if source is not None:
        found = read_automaton(source, rule)
    else:
        assert rule is not None
        found = _formula_automaton(rule, formula)
    if chosen in PICTURE_FORMATS:
        write_output(_picture(found, chosen, dark, running_command(context)), output)
    else:
        write_output(FORMATS[chosen](found).removesuffix("\n") + "\n", output, chosen, running_command(context))


def _formula_automaton(rule: Ruleset, text: str) -> _NamedTracks:
    from sprague.automata.automaton import everything
    from sprague.language.statements import Statement
    from sprague.proofs.numeration_choice import choose_numeration
    from sprague.proofs.position_automata import translate_set

    positions = Statement.read(rule, text)
    digits = choose_numeration(rule, positions.formula)
    return _NamedTracks(translate_set(positions, everything(len(rule.names), digits)).automaton, rule.names)


def read_automaton(path: Path, rule: Ruleset | None = None) -> _NamedTracks:
    """Return the automaton in a file for `sprague automaton --from`: a certificate, or a file in Walnut's format.

    For a Walnut file, the names of the piles in the rule become the names of the numbers that the automaton reads.
    """
    from sprague.automata.serialization import from_walnut

    try:
        if path.exists() and not path.is_file():
            raise SpragueError(f"cannot read {str(path)!r}: not a regular file")
        if path.stat().st_size > MOST_BYTES:
            raise SpragueError(f"cannot read {str(path)!r}: the file is larger than {MOST_BYTES:,} bytes")
        text = path.read_text("utf-8")
    except OSError as error:
        raise SpragueError(f"cannot read {str(path)!r}: {system_message(error)}") from None
    except UnicodeDecodeError:
        raise SpragueError(f"cannot read {str(path)!r}: the file is not UTF-8 text") from None
    # Both JSON files and Walnut files may start with a brace, but a Walnut file contains no quotation mark.
    if text.lstrip().startswith("{") and '"' in text:
        found = _certificate_automaton(text)
    else:
        read = from_walnut(text)
        names = rule.names if rule is not None else tuple(f"x{track + 1}" for track in range(read.tracks))
        found = _NamedTracks(read, names)
    if rule is not None and len(rule.names) != found.automaton.tracks:
        raise SpragueError(
            f"expected an automaton with {len(rule.names)} tracks for {rule.label}, got {found.automaton.tracks}; "
            "leave out GAME, or choose another game"
        )
    return found


def _certificate_automaton(text: str) -> _NamedTracks:
    from sprague.automata.numeration import numeration
    from sprague.automata.serialization import from_data

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SpragueError(f"expected a certificate in JSON: {str(error)[:80]}") from None
    if "format" in data:
        return _version_2_automaton(data)
    if "automata" in data:
        raise SpragueError(
            "expected a certificate with one automaton, got one automaton for each Grundy value; move one entry "
            "of 'automata' to the key 'automaton'"
        )
    tracks, digits, stored = (data.get(key) for key in ("tracks", "numeration", "automaton"))
    if not (
        isinstance(tracks, list)
        and all(isinstance(name, str) for name in tracks)
        and isinstance(digits, str)
        and isinstance(stored, dict)
    ):
        raise SpragueError(
            "expected a certificate with an automaton; add the keys 'tracks' (a list of names), 'numeration' (a "
            "name) and 'automaton' (an object with 'transitions' and 'accepting') to the JSON file"
        )
    return _NamedTracks(from_data(stored, len(tracks), numeration(digits)), tuple(tracks))


def _version_2_automaton(data: dict[str, object]) -> _NamedTracks:
    from sprague.automata.numeration import recurrent
    from sprague.automata.serialization import from_data
    from sprague.certificates.evidence import Automata
    from sprague.certificates.reader import read_certificate

    certificate = read_certificate(data)
    evidence = certificate.evidence
    if not isinstance(evidence, Automata) or len(evidence.automata) != 1:
        raise SpragueError(
            f"expected a certificate with one automaton, got a certificate of the kind {certificate.kind}"
        )
    (stored,) = evidence.automata
    names = (*certificate.rule.names, *([evidence.track] if evidence.track else []))
    table = {"transitions": stored.transitions, "accepting": list(stored.accepting)}
    return _NamedTracks(from_data(table, len(names), recurrent(evidence.numeration)), names)


def _json(found: _NamedTracks) -> str:
    from sprague.automata.serialization import to_data

    digits = found.automaton.numeration.name
    return json_text(
        {"version": VERSION, "tracks": found.names, "numeration": digits, "automaton": to_data(found.automaton)}
    )


def _dot(found: _NamedTracks) -> str:
    from sprague.automata.drawing import to_dot

    return to_dot(*found)


def _picture(found: _NamedTracks, kind: str, dark: bool, maker: str) -> str | bytes:
    """Return a picture of an automaton as the content of a file; an SVG in light colours does not need matplotlib."""
    from sprague.automata.drawing import draw
    from sprague.render.pictures.automaton_picture import draw_automaton

    if kind == "svg" and not dark:
        return draw(*found).svg(maker) + "\n"
    return draw_automaton(*found, dark=dark).write(kind, maker)


def _walnut(found: _NamedTracks) -> str:
    from sprague.automata.serialization import to_walnut

    return to_walnut(found.automaton)


FORMATS: dict[str, Callable[[_NamedTracks], str]] = {"dot": _dot, "walnut": _walnut, "json": _json}
