"""The command `sprague sequence`: print an integer sequence of a game as a list, a b-file or an OEIS entry."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from sprague import limits as watching
from sprague.cli.arguments import (
    AsJson,
    GameText,
    Misere,
    choice_option,
    format_option,
    output_option,
    read_game_with_echo,
    seconds_option,
)
from sprague.cli.commands.queries.ask import read_definition
from sprague.cli.outputs import check_output_path, choose_format, requested_format, running_command, write_output
from sprague.cli.time_limit import limit_command
from sprague.errors import OutOfTime
from sprague.limits import Limits
from sprague.render.terminal import status_line
from sprague.render.verbosity import print_note

if TYPE_CHECKING:
    from sprague.queries.sequence import IntegerSequence

EXAMPLES = (
    'sprague sequence wythoff "least b: P(a, b)" --format oeis',
    "sprague sequence wythoff --count digits",
)
FORMATS = ("text", "json", "bfile", "oeis")
OUTPUT, LIMITS = "Output", "Limits"


def sequence(
    context: typer.Context,
    game: GameText,
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]",
            help="a term with one free name, such as 'least b: P(a, b)' or 'value(3, n)', or a question with free "
            "names; by default the P-positions, each once, with interchangeable piles sorted",
        ),
    ] = None,
    misere: Misere = False,
    let: Annotated[
        list[str] | None,
        typer.Option(
            "--let",
            metavar="NAME=…",
            help="define a name for another game or a set, in the same form as for 'sprague ask'",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--pile",
            help="list only one entry of each tuple in the set, given by a name such as b; by default, list all "
            "entries",
        ),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            help="sort the tuples by 'chips' (the sum of the entries), by 'largest' (the largest entry), or by the "
            "entry with a given name"
        ),
    ] = "chips",
    count: Annotated[
        str | None,
        choice_option(
            ("chips", "limit", "digits"),
            meaning="count the members by their chips, with all numbers below n, or by their digits; not with --pile "
            "or --order",
        ),
    ] = None,
    differences: Annotated[bool, typer.Option("--differences", help="print the differences of the terms")] = False,
    terms: Annotated[
        int | None, typer.Option(min=1, help="number of terms; by default 20, or 1,000 in b-files")
    ] = None,
    format_name: Annotated[str | None, format_option(*FORMATS, panel=OUTPUT)] = None,
    output: Annotated[Path | None, output_option("write the sequence to this file", OUTPUT)] = None,
    seconds: Annotated[float, seconds_option(panel=LIMITS)] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Print an integer sequence of a game.

    The output is a list, a b-file or an OEIS entry.

    If possible, the terms are computed from a proof, which gives any number of terms. If there is no proof, the terms
    are read from a table of P-positions or Grundy values. If the sequence counts members by their number of digits, the
    command also prints the linear recurrence.
    """
    from sprague.queries.compare import PROOF_SHARE
    from sprague.queries.sequence import Counted
    from sprague.queries.sequence import sequence as find_sequence
    from sprague.render.oeis import MOST_DATA, format_recurrence, integer_sequence_entry
    from sprague.results.base import json_text
    from sprague.results.questions import SequenceResult

    chosen = choose_format(FORMATS, requested_format(as_json, format_name), output)
    rule = read_game_with_echo(game, chosen == "json" and output is None)
    check_output_path(output, chosen)
    with status_line(rule.display_name) as report, limit_command(seconds):
        found = find_sequence(
            rule,
            text,
            misere=misere,
            let=dict(read_definition(one) for one in let or ()),
            name=name,
            order=order,
            count=cast("Counted | None", count),
            differences=differences,
            budget=Limits(seconds=PROOF_SHARE * seconds),
            progress=report,
        )
        number = terms or {"bfile": 1000, "oeis": MOST_DATA // 2}.get(chosen, 20)
        values, is_cut = _first_terms(found, number)
        recurrence = None if is_cut else found.recurrence
    source = "a proof" if found.proved else "a table"
    if is_cut:
        print_note(
            f"stopped after {seconds:g} seconds, with {len(values)} of {number} terms; allow more with --seconds"
        )
    if chosen == "json":
        result = SequenceResult(
            game=rule.name or str(rule),
            title=found.title,
            offset=found.offset,
            terms=list(values),
            proved=found.proved,
            recurrence=None if recurrence is None else [str(one) for one in recurrence],
            growth=found.growth,
        )
        write_output(json_text(result) + "\n", output, chosen, running_command(context))
    elif chosen == "bfile":
        numbered = "".join(f"{place} {value}\n" for place, value in enumerate(values, found.offset))
        write_output(numbered, output, chosen, running_command(context))
    elif chosen == "oeis":
        given = {"misere": misere, "name": name, "count": count, "differences": differences}
        if order != "chips":
            given["order"] = order
        options = "".join(f", {key}={value!r}" for key, value in given.items() if value)
        options += f", let={dict(one.split('=', 1) for one in let)!r}" if let else ""
        call = f"sprague.sequence({rule.name or str(rule)!r}{f', {text!r}' if text else ''}{options})"
        entry = integer_sequence_entry(found, f"import sprague; print({call}.terms({len(values)}))", len(values))
        write_output(entry, output, chosen, running_command(context))
    else:
        goes_on = len(values) == number or not found.proved or is_cut
        lines = [", ".join(map(str, values)) + (", …" if goes_on else "")]
        if recurrence is not None and found.growth is not None:
            first = found.offset + len(recurrence)
            lines.append(f"Recurrence: {format_recurrence(recurrence, 's')} for n >= {first}")
            lines.append(f"Growth per digit: {found.growth:.6f}")
        write_output("\n".join(lines) + "\n", output, chosen, running_command(context))
        print_note(f"{found.title} The terms follow from {source}.")


def _first_terms(found: IntegerSequence, number: int) -> tuple[list[int], bool]:
    """Return the first terms of a sequence, and whether the time limit ended the computation early."""
    values: list[int] = []
    try:
        for value in islice(found, number):
            watching.check()
            values.append(value)
        watching.check()
    except OutOfTime:
        if not values:
            raise
        return values, len(values) < number
    return values, False
