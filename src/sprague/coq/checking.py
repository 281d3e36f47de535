"""Verification of certificates (`verify_by_coq`) and of Coq files (`verify_file`) by the program Coq.

Sprague does not trust the statement of the theorem in the checked file. Sprague writes the statement itself, from the
rule and the formula (`statements`). Coq compares Sprague's statement with the theorem in the file (`check_statement`).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sprague.certificates.evidence import HEAPS
from sprague.certificates.reader import load_json
from sprague.coq.coq_program import NAME, Coq, RunResult, compiled_library, find_coq, run_coq
from sprague.coq.export_input import Certificate, read_certificate
from sprague.coq.headings import Heading, read_heading
from sprague.coq.sampling import ATTEMPTS, read_answers
from sprague.coq.sentence_filter import read_theorems
from sprague.coq.statements import OURS, STATED, STATEMENT, THEIRS, Statement, state
from sprague.coq.theorem_file import state_certificate, theorem_file
from sprague.errors import NotVerified, SpragueError, reading_error, system_message
from sprague.limits import Limits
from sprague.rules import parse

DEFAULT = Limits(seconds=600)
MOST_BYTES = 100_000_000  # limit on the size of a Coq file
DERIVED = "Coq has checked this set, but not its derivation"
PROVED_SETS = {
    "p-positions": "the P-positions are exactly the set of the automaton",
    "grundy-values": "the positions of each listed Grundy value are exactly the set of its automaton",
    "grundy-function": "the pairs of a position and its Grundy value are exactly the set of the automaton",
    "heaps": "the Grundy values of heaps are periodic, and the value of a sum is the nim-sum of its heaps",
    "totals": f"the P-positions are exactly the set that Sprague derived from the totals; {DERIVED}",
    "window": (
        "the P-positions are exactly the set that Sprague derived from the window; "
        f"{DERIVED}, nor the other values, nor that the periods are the least"
    ),
}


@dataclass(frozen=True, repr=False)
class VerifiedByCoq:
    """The result of a successful check of a certificate or Coq file by Coq.

    `checked` states the result in sentences. `claim` is the formula of the certificate or file. If Coq did not check
    the formula, `unproved` states why.
    """

    kind: str
    rule: str
    play: str
    checked: tuple[str, ...]
    claim: str | None = None
    unproved: str | None = None
    coq: str = ""

    def __bool__(self) -> bool:
        """Return whether the theorem and the formula are both verified."""
        return self.unproved is None

    def __repr__(self) -> str:
        return f"<VerifiedByCoq: {self.kind} of {self.rule}, {self.play} play>"

    def __str__(self) -> str:
        return " ".join(self.checked)

    def to_json(self) -> dict[str, object]:
        """Return the result as a JSON object."""
        return {
            "verified": bool(self),
            "set_verified": True,
            "formula_verified": None if self.claim is None else bool(self),
            "kind": self.kind,
            "rule": self.rule,
            "play": self.play,
            "claim": self.claim,
            "unproved": self.unproved,
            "checked": list(self.checked),
            "coq": self.coq,
        }


def verify_by_coq(certificate: str | Path | Mapping[str, object], budget: Limits | None = None) -> VerifiedByCoq:
    """Export a certificate to Coq, and check the exported theorem with Coq.

    Args:
        certificate: the path of a certificate, or the JSON object in it.
        limits: limits on time and states; by default 600 seconds.

    Raises:
        NotVerified: Coq does not accept the proof.
        NoCoq: Coq is not installed on this machine.
        SpragueError: the certificate is malformed, or the Coq library does not cover it.
    """
    data = _data(certificate)
    read = read_certificate(data)
    coq = find_coq()
    budget = Limits.of(budget).with_defaults(DEFAULT)
    with budget.watch():
        file = theorem_file(data, budget)
        check_statement(file.text, file.statement)
    kind = read.kind
    sentences = [
        _sentence(file.statement.heading, kind, str(coq)),
        f"Play ends, because {_rank_text(read)}.",
    ]
    return _result(file.statement.heading, kind, sentences, file.claim, file.unproved, str(coq))


def verify_file(
    path: Path, certificate: str | Path | Mapping[str, object] | None = None, budget: Limits | None = None
) -> VerifiedByCoq:
    """Check with Coq that an exported file proves the theorem of a certificate, or the theorem in its heading.

    Args:
        path: a file written by `sprague export`; a file with other Coq commands is refused before Coq reads it.
        certificate: the certificate whose rule, set and formula the file must prove.
        limits: limits on time and states; by default 600 seconds.

    Raises:
        NotVerified: Coq does not accept the file, or the theorems in the file differ from the expected statements.
        NoCoq: Coq is not installed on this machine.
        SpragueError: the file is refused, or it has no heading and no certificate is given.
    """
    text = _read(path)
    names = {theorem.name for theorem in read_theorems(text, path.name)}
    coq = find_coq()
    budget = Limits.of(budget).with_defaults(DEFAULT)
    claim: str | None = None
    unproved: str | None = None
    with budget.watch():
        if certificate is None:
            statement, source = _state_heading(text, path), f"the heading of {path.name}"
            sets = f"Its sets are defined in {path.name}."
        else:
            read = read_certificate(_data(certificate))
            file = state_certificate(read, budget, with_words="claim_correct" in names or "claim_correct_0" in names)
            statement, source, sets = file.statement, "the certificate", "Its sets are those of the certificate."
            claim, unproved = file.claim, file.unproved
        missing = [name for name in statement.theorems if name not in names]
        if missing:
            raise NotVerified(f"{path.name} has no theorem named {missing[0]}")
        check_statement(text, statement)
    heading = statement.heading
    if claim is None and heading.claims:
        claim = " | ".join(heading.claims)
    sentences = [
        _sentence(heading, heading.kind, str(coq)),
        f"Sprague wrote the statement from {source}. {sets}",
        "Check that this rule is the game that you mean.",
    ]
    return _result(heading, heading.kind, sentences, claim, unproved, str(coq))


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SpragueError(f"cannot read {str(path)!r}: the file has more than {MOST_BYTES:,} bytes")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise SpragueError(f"cannot read {str(path)!r}: the file is not UTF-8 text") from None
    except OSError as error:
        raise reading_error(f"cannot read {str(path)!r}: {system_message(error)}", error) from None


def _state_heading(text: str, path: Path) -> Statement:
    heading = read_heading(text)
    if heading is None:
        raise SpragueError(
            f"the first comment of {path.name} does not state the rule ('    Rule: …'); "
            f"name the certificate: sprague verify --coq {path.name} --certificate FILE.json"
        )
    return state(heading)


def _sentence(heading: Heading, kind: str, coq: str) -> str:
    play = "misère" if heading.is_misere else "normal"
    stated = PROVED_SETS[kind]
    if kind == HEAPS:
        least = "both the least" if heading.least else "not shown to be the least"
        stated += f" (preperiod {heading.preperiod} and period {heading.period}, {least})"
    return f"Verified for all positions of {parse(heading.rule)} in {play} play: {stated} ({coq}, no axioms)."


def _result(
    heading: Heading, kind: str, sentences: Sequence[str], claim: str | None, unproved: str | None, coq: str
) -> VerifiedByCoq:
    checked = list(sentences)
    if claim is not None:
        verdict = "describes the same positions." if unproved is None else f"is NOT verified: {unproved}."
        checked.append(f"The formula '{claim}' {verdict}")
    return VerifiedByCoq(kind, str(parse(heading.rule)), heading.play, tuple(checked), claim, unproved, coq)


def _rank_text(certificate: Certificate) -> str:
    """Return a phrase for the report, which gives the rank of a certificate as the reason why play ends."""
    rank = certificate.rank
    if certificate.kind == HEAPS:
        return "every move takes chips from a heap or breaks a heap"
    if isinstance(rank, str):
        sums = "squares of the piles" if rank == "squares" else "products of two piles"
        return f"the sum of the {sums} falls with every move"
    return f"{', then '.join(map(str, rank))} falls with every move"


def _data(certificate: str | Path | Mapping[str, object]) -> Mapping[str, object]:
    return certificate if isinstance(certificate, Mapping) else load_json(Path(certificate))


QUESTION = "Print Assumptions theorems.\n"  # the last line of an exported file
CLOSED = "Closed under the global context"  # the output of Coq for a proof without axioms


def check_statement(text: str, statement: Statement) -> None:
    """Check with Coq that a file proves the given statements without axioms.

    The function runs Coq three times. In the first run, Coq compiles a file that contains only the statements, and
    computes the options of small positions. Sprague compares the options that Coq computes with the options of the
    rule. In the second run, Coq compiles the untrusted file in another folder. In the third run, Coq compares the
    theorems of the file with the statements, decides which small positions are in the sets, and prints the axioms that
    the proofs use. Sprague compares Coq's decisions about small positions with the formulas. Sprague ignores what Coq
    prints in the second run, because the untrusted file can print anything.

    Raises:
        NotVerified: Coq rejects the file, its theorems differ from the given statements or use axioms, or the
            statements do not match the rule and the formulas.
    """
    library, coq = compiled_library(), find_coq()
    with tempfile.TemporaryDirectory(prefix="sprague-coq-") as folder:
        ours, theirs, between = (Path(folder) / name for name in ("ours", "theirs", "between"))
        for path in (ours, theirs, between):
            path.mkdir()
        options = ["-Q", str(library), NAME]
        _compile_statement(coq, ours, statement, [*options, "-Q", ".", OURS])
        # Remove the last command, `Print Assumptions`, which takes Coq a second; the third run of Coq prints the
        # axioms.
        found = _compile(coq, theirs, f"{STATED}.v", text.removesuffix(QUESTION), [*options, "-Q", ".", THEIRS])
        if found.code:
            raise NotVerified(f"Coq does not accept the proof: {found.reason}")
        options += ["-Q", str(ours), OURS, "-Q", str(theirs), THEIRS]
        found = _compile(coq, between, "Comparison.v", statement.comparison, options)
        if found.code:
            raise NotVerified(f"the file does not prove the expected theorem about the rule: {found.reason}")
    _check_comparison(found.output, statement)


def _compile_statement(coq: Coq, folder: Path, statement: Statement, options: Sequence[str]) -> None:
    """Compile the file of statements with Coq, and compare the options that Coq computes with those of the rule."""
    samples = statement.samples
    for _ in range(ATTEMPTS):
        found = _compile(coq, folder, f"{STATEMENT}.v", statement.text + samples.question, options)
        if found.code:
            raise SpragueError(f"Coq does not accept the statement of the theorem: {found.reason}")
        samples = samples.compare(found.output)
        if not samples.samples:
            return
        samples = samples.larger()
    samples.refuse()


def _check_comparison(output: str, statement: Statement) -> None:
    """Check in the output of Coq that the sets agree with the formulas on samples and that the proofs use no axioms."""
    answers = list(read_answers(output))
    *_, rest = ["", *re.split(r"^ *: list bool\n", output, flags=re.MULTILINE)]
    if rest != f"{CLOSED}\n":
        raise NotVerified(
            f"expected a proof without axioms, got a proof that uses: {' '.join(rest.replace(CLOSED, '').split())}"
        )
    for membership, answer in zip(statement.memberships, answers, strict=True):
        membership.compare(answer)


def _compile(coq: Coq, folder: Path, name: str, text: str, options: Sequence[str]) -> RunResult:
    (folder / name).write_text(text, "utf-8")
    return run_coq(coq, [*options, name], folder)
