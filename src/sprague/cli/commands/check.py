"""The command `sprague check`: a formula proved or refuted as the set of P-positions."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import AsJson, GameText, Misere, check_bound, print_json, read_game_with_echo
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


def check(
    game: GameText,
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help="such as 'a = b' or 'all piles odd'")],
    misere: Misere = False,
    limit: Annotated[int | None, typer.Option(help="only look at a table with every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="only look at a table of at most this many chips in all")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="how long to try; by default as long as it takes")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="write the certificate to this file")] = None,
    coq: Annotated[
        Path | None, typer.Option("--coq", help="write the theorem and its proof as a file of Coq to this file")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove or refute that a formula tells the P-positions.

    It is proved or refuted for all positions.
    A formula that speaks of `value` is a claim about Grundy values: "value = a xor b". With --limit or --chips
    the formula is only compared with a table. Exit code 0: proved (or holds in the table); 1: refuted, with a smallest
    counterexample; 3: undecided within the limits.
    """
    rule = read_game_with_echo(game, as_json)
    if limit is not None or chips is not None:
        check_bound(limit, chips)
        if output is not None or coq is not None:
            word = "--output" if output is not None else "--coq"
            raise SpragueError(f"expected no {word} with --limit or --chips: a table proves nothing to certify")
        raise typer.Exit(_compare_with_table(rule, formula, misere, limit, chips, seconds, as_json))
    check_output_path(output, "json", "-o writes the certificate")
    check_output_path(coq, "coq")
    from sprague.proofs.proof import Proof, Refutation
    from sprague.proofs.proving import prove

    found = prove(rule, formula, misere=misere, limits=Limits(seconds=seconds))
    _print_decision(found, formula, as_json)
    if isinstance(found, Proof):
        _write_files(found, output, coq, as_json)
        if _add_formula(found) and not as_json:
            print("  the theorem that is kept has these words from now on")
    elif isinstance(found, Refutation):
        raise typer.Exit(REFUTED)
    else:
        raise typer.Exit(UNDECIDED)


def _print_decision(found: Decision, formula: str, as_json: bool) -> None:
    from sprague.proofs.proof import Proof, Refutation
    from sprague.render.theorem_text import theorem_lines

    if as_json:
        from sprague.render.decision_results import decision_result

        print_json(decision_result(found))
    elif isinstance(found, Proof):
        ends = f"  play ends, as every move lowers {found.game.rank}"
        print_lines([*theorem_lines(found), f"  {found.effort()}", ends])
    else:
        print_lines(refutation_lines(found) if isinstance(found, Refutation) else [f"Undecided: {found.reason}"])
        _print_order(found, formula)


def _write_files(proof: Proof, output: Path | None, coq: Path | None, as_json: bool) -> None:
    """Write the certificate and the Coq file, and print where they are."""
    from sprague.render.theorem_text import coq_line

    if output is not None:
        proof.save(output)
        if not as_json:
            print(f"  certificate: {output}")
    if coq is not None:
        write_atomically(coq, proof.to_coq())
        if not as_json:
            print(coq_line(proof, coq))


def _add_formula(proof: Proof) -> bool:
    """Add the formula to a stored theorem that has none, and return whether there is such a theorem."""
    from sprague.certificates.evidence import P_POSITIONS
    from sprague.proofs.store import keep
    from sprague.proofs.stored_theorems import find_theorem_about

    kept = find_theorem_about(proof.game, proof.misere)
    if kept is None or kept["claim"] or not kept["kind"] == proof.kind == P_POSITIONS:
        return False
    try:
        keep(proof)
    except SpragueError as error:
        print(f"sprague: the words could not be kept: {error}", file=sys.stderr)
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
                limits=Limits(seconds=seconds),
                progress=report,
            )
    except NotationError:
        if _is_about_values(rule, formula):
            raise SpragueError(
                "expected a formula for P-positions with --limit or --chips, got one that speaks of values: "
                f"{formula!r}; without these the values of all positions are compared"
            ) from None
        raise
    except OutOfTime as error:
        if as_json:
            from sprague.proofs.undecided import Undecided
            from sprague.render.decision_results import undecided_result

            print_json(undecided_result(Undecided(rule, misere, formula, str(error))))
        else:
            print(f"Undecided: {error}")
        return UNDECIDED
    if as_json:
        print_json(found.to_result())
    else:
        print(found)
    return 0 if found.holds else REFUTED


def _is_about_values(rule: Ruleset, formula: str) -> bool:
    """Whether a formula is a claim about Grundy values, which are not compared with a table."""
    with suppress(SpragueError):
        return len(Statement.read_claim(rule, formula).names) > len(rule.names)
    return False


def _print_order(found: Refutation | Undecided, formula: str) -> None:
    """Print how the formula was read, if it does not state the order of the piles itself."""
    from sprague.language.statements import begins_with_order

    if found.claim is not None and begins_with_order(found.claim) and not begins_with_order(formula.lstrip()):
        print(f"  the formula was read as '{found.claim}'")
