"""The command `sprague check`: prove or refute that a formula describes the P-positions."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import (
    FORMULA_HELP,
    AsJson,
    GameText,
    Misere,
    certificate_option,
    check_bound,
    coq_file_option,
    print_json,
    read_game_with_echo,
    seconds_option,
)
from sprague.cli.outputs import check_output_path
from sprague.errors import NotationError, OutOfTime, SpragueError
from sprague.files import write_atomically
from sprague.language.statements import Statement
from sprague.limits import Limits
from sprague.render.terminal import print_lines, progress_bar
from sprague.render.theorem_text import refutation_lines
from sprague.rules import Ruleset

if TYPE_CHECKING:
    from sprague.proofs.proof import Decision, Proof, Refutation
    from sprague.proofs.undecided import Undecided

EXAMPLES = (
    'sprague check nim "xor = 0"',
    'sprague check sharing-nim "a = b and even(v2(c - a))"',
)
REFUTED, UNDECIDED = 1, 3
TABLE, FILES = "Comparison with a table", "Output files"


def check(
    game: GameText,
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help=FORMULA_HELP)],
    misere: Misere = False,
    limit: Annotated[
        int | None,
        typer.Option(
            help="compare the formula with a table of all positions with every pile below this number, instead of "
            "proving the formula",
            rich_help_panel=TABLE,
        ),
    ] = None,
    chips: Annotated[
        int | None,
        typer.Option(
            help="compare the formula with a table of all positions with at most this many chips, instead of proving "
            "the formula",
            rich_help_panel=TABLE,
        ),
    ] = None,
    seconds: Annotated[float | None, seconds_option("by default there is no limit")] = None,
    output: Annotated[Path | None, certificate_option(FILES)] = None,
    coq: Annotated[Path | None, coq_file_option(FILES)] = None,
    as_json: AsJson = False,
) -> None:
    """Prove or refute a formula for the P-positions of a game.

    The result is valid for all positions, however large the piles are. A formula that contains "value" is a claim about
    Grundy values, such as "value = a xor b". With --limit or --chips, the command only compares the formula with a
    table, which is not a proof. The page "Formulas" of the documentation (docs/formulas.md) describes all formulas.

    The exit code is 0 if the formula is proved or agrees with the table, 1 if the formula is refuted, and 3 if the
    limits are too low to decide.
    """
    rule = read_game_with_echo(game, as_json)
    if limit is not None or chips is not None:
        check_bound(limit, chips)
        if output is not None or coq is not None:
            word = "--certificate" if output is not None else "--coq-file"
            raise SpragueError(
                f"{word} cannot be combined with --limit or --chips, because a comparison with a table gives no "
                f"proof; leave out {word}"
            )
        raise typer.Exit(_compare_with_table(rule, formula, misere, limit, chips, seconds, as_json))
    check_output_path(output, "json", "--certificate writes the certificate")
    check_output_path(coq, "coq")
    from sprague.proofs.proof import Proof, Refutation
    from sprague.proofs.proving import prove

    found = prove(rule, formula, misere=misere, budget=Limits(seconds=seconds))
    _print_decision(found, formula, as_json)
    if isinstance(found, Proof):
        _write_files(found, output, coq, as_json)
        if _add_formula(found) and not as_json:
            print("  The formula was saved with the stored theorem.")
    elif isinstance(found, Refutation):
        raise typer.Exit(REFUTED)
    else:
        raise typer.Exit(UNDECIDED)


def _print_decision(found: Decision, formula: str, as_json: bool) -> None:
    from sprague.proofs.proof import Proof, Refutation
    from sprague.render.theorem_text import proof_lines, theorem_lines

    if as_json:
        from sprague.render.decision_results import decision_result

        print_json(decision_result(found))
    elif isinstance(found, Proof):
        print_lines([*theorem_lines(found), *proof_lines(found)])
    else:
        print_lines(refutation_lines(found) if isinstance(found, Refutation) else [f"Undecided: {found.reason}."])
        _print_order(found, formula)


def _write_files(proof: Proof, output: Path | None, coq: Path | None, as_json: bool) -> None:
    """Write the certificate and the Coq file of a proof, and print their names."""
    from sprague.render.theorem_text import coq_line

    if output is not None:
        proof.save(output)
        if not as_json:
            print(f"  Certificate: {output}; check it with: sprague verify {output}")
    if coq is not None:
        write_atomically(coq, proof.to_coq())
        if not as_json:
            print(coq_line(proof, coq))


def _add_formula(proof: Proof) -> bool:
    """Add a proved formula to the stored theorem about its game if the theorem has none; return True if added."""
    from sprague.certificates.evidence import P_POSITIONS
    from sprague.proofs.store import keep
    from sprague.proofs.stored_theorems import find_theorem_about

    kept = find_theorem_about(proof.game, proof.misere)
    if kept is None or kept["claim"] or not kept["kind"] == proof.kind == P_POSITIONS:
        return False
    try:
        keep(proof)
    except SpragueError as error:
        print(f"sprague: the formula could not be saved: {error}", file=sys.stderr)
        return False
    return True


def _compare_with_table(
    rule: Ruleset,
    formula: str,
    misere: bool,
    limit: int | None,
    chips: int | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Compare a formula with a table, print the result, and return the exit code."""
    from sprague.tables.formula_check import check_formula

    try:
        with progress_bar(rule.label) as report:
            found = check_formula(
                rule,
                formula,
                misere=misere,
                limit=limit,
                chips=chips,
                budget=Limits(seconds=seconds),
                progress=report,
            )
    except NotationError:
        if _is_about_values(rule, formula):
            raise SpragueError(
                f"{formula!r} is a claim about Grundy values, but --limit and --chips compare only P-positions; "
                "leave out --limit and --chips"
            ) from None
        raise
    except OutOfTime as error:
        if as_json:
            from sprague.proofs.undecided import Undecided
            from sprague.render.decision_results import undecided_result

            print_json(undecided_result(Undecided(rule, misere, formula, str(error))))
        else:
            print(f"Undecided: {error}.")
        return UNDECIDED
    if as_json:
        print_json(found.to_result())
    else:
        print(found)
    return 0 if found.holds else REFUTED


def _is_about_values(rule: Ruleset, formula: str) -> bool:
    """Return whether a formula is a claim about Grundy values."""
    with suppress(SpragueError):
        return len(Statement.read_claim(rule, formula).names) > len(rule.names)
    return False


def _print_order(found: Refutation | Undecided, formula: str) -> None:
    """If the formula does not state an order of the piles, print the order that Sprague assumes."""
    from sprague.language.statements import begins_with_order

    if found.claim is not None and begins_with_order(found.claim) and not begins_with_order(formula.lstrip()):
        print(f"  The order of the piles does not matter, so the formula was read as: {found.claim}")
