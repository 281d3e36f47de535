"""The command `sprague discover`: find and prove the P-positions of a rule, or of a family of rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from sprague.cli.arguments import (
    AsJson,
    GameText,
    Misere,
    certificate_option,
    coq_file_option,
    print_json,
    read_game_with_echo,
    seconds_option,
    states_option,
)
from sprague.cli.discover_family import DiscoverySettings, discover_members
from sprague.cli.outputs import check_output_path, choose_format, running_command
from sprague.errors import SpragueError
from sprague.files import write_atomically
from sprague.games import theorems
from sprague.limits import Limits
from sprague.render.terminal import print_lines, status_line
from sprague.render.theorem_text import coq_line, smallest_members
from sprague.rules import Position, Ruleset

if TYPE_CHECKING:
    from sprague.automata.numeration import Numeration
    from sprague.proofs.proof import Proof
    from sprague.proofs.undecided import Undecided

EXAMPLES = (
    'sprague discover "(a, b) -> (u, b) where u < a any order" --certificate nim.json',
    'sprague discover "(a) -> (a - k) where 1 <= k <= t" --over t=1..5',
)
UNDECIDED = 3
SUM = "A position together with a Nim pile of n chips is a P-position exactly if the Grundy value of the position is n."
QUESTION, SEARCH, FILES = "What to discover", "Limits of the search", "Output files"

Values: TypeAlias = int | Literal["all"] | None


def discover(
    context: typer.Context,
    game: GameText,
    misere: Misere = False,
    over: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=A..B",
            help="search one game for each value of a parameter of GAME, such as t=1..5, and look for a common formula",
            rich_help_panel=QUESTION,
        ),
    ] = None,
    grundy: Annotated[
        str | None,
        typer.Option(
            "--values",
            metavar="0..N|all",
            help="0..N searches for the positions of each Grundy value up to N; 'all' searches for a formula for the "
            "Grundy value",
            rich_help_panel=QUESTION,
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            help="use only this numeration: a base from 2 to 10, fibonacci, tribonacci, pell, a linear recurrence such "
            "as 3,1, or a periodic continued fraction such as '[1; 3]'",
            rich_help_panel=SEARCH,
        ),
    ] = None,
    seconds: Annotated[float, seconds_option(panel=SEARCH)] = 60.0,
    positions: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="compute tables with at most this many positions; by default 33,554,432",
            rich_help_panel=SEARCH,
        ),
    ] = None,
    states: Annotated[int | None, states_option(SEARCH, "by default 10,000")] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="compare at most this many pairs of states in a proof; by default 400,000",
            rich_help_panel=SEARCH,
        ),
    ] = None,
    output: Annotated[Path | None, certificate_option(FILES)] = None,
    coq: Annotated[Path | None, coq_file_option(FILES)] = None,
    drawing: Annotated[
        Path | None, typer.Option(help="draw the automaton into this file (.svg)", rich_help_panel=FILES)
    ] = None,
    report_file: Annotated[
        Path | None,
        typer.Option("--report", help="write a one-page report to this file (.pdf, .html)", rich_help_panel=FILES),
    ] = None,
    keep: Annotated[bool, typer.Option(help="store the theorem, so that 'sprague solve' can use it")] = True,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="search again, even if a theorem about the game is stored")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find and prove a formula for the P-positions of a game.

    The theorem is valid for all positions, however large the piles are. If a theorem about the game is already stored,
    it is verified and printed; --refresh repeats the search. Ctrl-C stops the search and prints the attempts so far.

    With --over, the command finds and proves a theorem for each game of a family separately. If one formula with the
    parameter fits all the games, it is a conjecture, which the command tests on further games of the family. The
    formula may have a case for each residue of the parameter, and a few exceptions. The command also searches for one
    theorem about all values of the parameter.

    The exit code is 0 if a theorem is proved, and 3 if the search ends without a proof or if some requested Grundy
    value has no proof. With --over, the exit code is 0 for a conjecture or a theorem about the whole family, 1 if the
    conjecture fails for a further game, and 3 in all other cases.
    """
    from sprague.discovery.discover import missing_values_remark
    from sprague.proofs.proof import Proof

    files = _OutputFiles(output, coq, drawing, report_file)
    files.check()
    limits = Limits(seconds=seconds, positions=positions, states=states, pairs=pairs)
    settings = DiscoverySettings(misere, _parse_base(base), limits)
    if over is not None:
        if grundy is not None or files.are_any:
            raise SpragueError(
                "--over cannot be combined with --values, --certificate, --coq-file, --drawing or --report; "
                "discover one game of the family instead"
            )
        raise typer.Exit(discover_members(game, over, settings, _store_theorem if keep else None, as_json))
    rule = read_game_with_echo(game, as_json)
    values = _parse_values(grundy)
    found, is_known = _find_theorem(rule, settings, values, refresh)
    if not isinstance(found, Proof):
        _print_undecided(found, as_json)
        raise typer.Exit(UNDECIDED)
    # The theorem is stored and printed even if its output files cannot be written.
    is_stored = is_known or (keep and _store_theorem(found))
    certificate = None
    try:
        certificate = files.write_certificate(found)
        files.write_others(found, running_command(context))
    finally:
        _print_proof(found, certificate, is_stored, is_known, as_json)
    if coq is not None and not as_json:
        print(coq_line(found, coq))
    if not is_known and missing_values_remark(found, values if isinstance(values, int) else None) is not None:
        raise typer.Exit(UNDECIDED)


@dataclass(frozen=True)
class _OutputFiles:
    """The requested output files of `sprague discover`, such as a certificate and a Coq file."""

    certificate: Path | None
    coq: Path | None
    drawing: Path | None
    report: Path | None

    @property
    def are_any(self) -> bool:
        """Whether at least one output file of `sprague discover` is requested."""
        return any((self.certificate, self.coq, self.drawing, self.report))

    def check(self) -> None:
        """Raise an error if a requested output file cannot be written, or if its suffix belongs to another format."""
        more = "-o writes the certificate (.json), --drawing the automaton (.svg), --report a page (.html, .pdf)"
        check_output_path(self.certificate, "json", more)
        check_output_path(self.coq, "coq", more)
        check_output_path(self.drawing, "svg", more)
        check_output_path(self.report, choose_format(("html", "pdf"), None, self.report))

    def write_certificate(self, proof: Proof) -> Path | None:
        """Write the certificate of a discovered proof to its output file, and return the path."""
        if self.certificate is not None:
            proof.save(self.certificate)
        return self.certificate

    def write_others(self, proof: Proof, maker: str) -> None:
        """Write the requested Coq file, drawing and report of a discovered proof."""
        if self.coq is not None:
            write_atomically(self.coq, proof.to_coq())
        if self.drawing is not None:
            write_atomically(self.drawing, _automaton_svg(proof))
        if self.report is not None:
            from sprague.render.report import REPORT_FORMATS, Report

            kind = choose_format(REPORT_FORMATS, None, self.report)
            write_atomically(self.report, REPORT_FORMATS[kind](Report(proof, smallest_members(proof), maker)))


def _automaton_svg(proof: Proof) -> str:
    from sprague.automata.drawing import to_svg
    from sprague.proofs.proof import AutomatonProof

    if not isinstance(proof, AutomatonProof):
        raise SpragueError(
            f"--drawing needs a proof by an automaton, got a proof of the kind {proof.kind}; leave out --drawing"
        )
    return to_svg(proof.positions, proof.game.names)


def _find_theorem(
    rule: Ruleset, settings: DiscoverySettings, values: Values, refresh: bool
) -> tuple[Proof | Undecided, bool]:
    """Return the stored theorem (or else the result of a search), and whether the theorem was already stored."""
    from sprague.discovery.discover import discover
    from sprague.proofs.store import load_matching_proof

    known = None if refresh else load_matching_proof(rule, settings.misere, values, settings.numerations)
    if known is not None:
        return known, True
    with status_line(rule.label) as report:
        found = discover(
            rule,
            misere=settings.misere,
            values=values,
            numerations=settings.numerations,
            budget=settings.limits,
            progress=report,
        )
    return found, False


def _store_theorem(proof: Proof) -> bool:
    """Store a theorem for `sprague solve`; if the theorem cannot be stored, print the reason and return False."""
    from sprague.proofs.store import keep
    from sprague.proofs.theorem_files import StoreNotUsed

    try:
        keep(proof)
    except StoreNotUsed:
        return False
    except SpragueError as error:
        print(f"sprague: the theorem could not be stored: {error}", file=sys.stderr)
        return False
    return True


def _parse_base(text: str | None) -> list[Numeration] | None:
    from sprague.automata.numeration import numeration

    return None if text is None else [numeration(text)]


def _parse_values(text: str | None) -> Values:
    """Return the value of the option `--values`: the largest Grundy value, "all", or None for the P-positions."""
    if text is None:
        return None
    if text.strip() == "all":
        return "all"
    match = re.fullmatch(r"(?:0\s*\.\.\s*)?([0-9]{1,4})", text.strip())
    if match is None:
        raise SpragueError(f"expected --values to be a range such as 0..3, or all, got {text!r}")
    return int(match[1])


def _print_proof(proof: Proof, certificate: Path | None, is_stored: bool, is_known: bool, as_json: bool) -> None:
    from sprague.certificates.evidence import VALUES
    from sprague.proofs.stored_theorems import find_theorem_about
    from sprague.render.decision_results import proof_result

    theorem = find_theorem_about(proof.game, proof.misere, proof.kind == VALUES) if is_stored else None
    members = smallest_members(proof)
    if as_json:
        print_json(
            proof_result(
                proof,
                certificate_file=None if certificate is None else str(certificate),
                kept=is_stored,
                known_since=theorem.saved_on if theorem and is_known else None,
                atlas=proof.atlas_entries(),
            )
        )
        return
    lines = _proof_lines(proof, members, theorem.path if theorem else certificate)
    if certificate is not None:
        lines.append(f"  Certificate: {certificate}; check it with: sprague verify {certificate}")
    if theorem and is_known:
        lines.append(f"  Stored on {theorem.saved_on} and verified just now; --refresh repeats the search")
    elif is_stored:
        first = " where no theorem of the catalogue applies" if theorems(proof.game, proof.misere) else ""
        lines.append(f"  The theorem was stored; sprague solve uses it from now on{first}")
    lines += _atlas_lines(proof)
    print_lines(lines)


def _atlas_lines(proof: Proof) -> list[str]:
    """Return lines about the entry of the game in the atlas, and about other entries with the same P-positions."""
    matches = proof.atlas_entries()
    same = [match for match in matches if match.is_same_game]
    others = [match for match in matches if not match.is_same_game]
    lines = []
    for match in same:
        title = match.entry.title.removeprefix(match.entry.notation).removeprefix(", ")  # omit the rule
        lines.append(f"  In the atlas: {match.entry.id}" + (f", {title}" if title else ""))
    if others:
        first, number = others[0], f"{len(others)} entries, such as " if len(others) > 1 else ""
        lines.append(f"  In the atlas with {first.reason}: {number}{first.entry.id}, {first.entry.title}")
    return lines


def _proof_lines(proof: Proof, members: Sequence[Position], certificate: Path | None) -> list[str]:
    """Return lines of text with the discovered theorem, its smallest P-positions, and its proof."""
    from sprague.certificates.evidence import FUNCTION
    from sprague.render.theorem_text import missing_formula_lines, proof_lines, theorem_lines

    single = len(proof.game.names) == 1
    shown = ", ".join(str(position[0]) if single else proof.game.ast.tuple_text(position) for position in members)
    of_heaps = "single heaps that are " if proof.game.splits else ""
    return [
        *theorem_lines(proof),
        *([f"  {SUM}"] if proof.kind == FUNCTION else []),
        *(f"  {line}" for line in missing_formula_lines(proof, certificate)),
        f"  Smallest {of_heaps}P-positions: {shown or 'none were found'}",
        *proof_lines(proof),
    ]


def _print_undecided(found: Undecided, as_json: bool) -> None:
    from sprague.render.decision_results import undecided_result

    if as_json:
        print_json(undecided_result(found))
    else:
        print_lines([f"Undecided: {found.reason}.", *(f"  {line}" for line in found.details())])
