"""Comparison of a Coq file with the statements that it must prove."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sprague.coq.assistant import NAME, Coq, Ran, compiled_library, find_coq, run_coq
from sprague.coq.sampling import ATTEMPTS, read_answers
from sprague.coq.statements import OURS, STATED, STATEMENT, THEIRS, Statement
from sprague.errors import NotVerified, SpragueError

QUESTION = "Print Assumptions theorems.\n"  # the end of a file that sprague export writes
CLOSED = "Closed under the global context"  # Coq's answer for a proof without axioms


def check_statement(text: str, statement: Statement) -> None:
    """Have Coq check that a file proves the statements, without axioms.

    Coq runs three times. It compiles the file of statements, with no other file but the library in reach, and computes
    the options of small positions, which are compared with those of the rule. Then it compiles the file to be checked,
    in another folder. At last it compares the theorems with the statements, computes which small positions are in the
    sets, for the comparison with the formulas, and prints the axioms that the proofs use. The output of the second run
    is ignored.

    Raises:
        NotVerified: Coq refuses the file, its theorems prove something else, they use axioms, or the statement is not
            about the rule and the formula.
    """
    library, coq = compiled_library(), find_coq()
    with tempfile.TemporaryDirectory(prefix="sprague-coq-") as folder:
        ours, theirs, between = (Path(folder) / name for name in ("ours", "theirs", "between"))
        for path in (ours, theirs, between):
            path.mkdir()
        options = ["-Q", str(library), NAME]
        _compile_statement(coq, ours, statement, [*options, "-Q", ".", OURS])
        # The comparison asks for the axioms, which takes Coq a second.
        found = _compile(coq, theirs, f"{STATED}.v", text.removesuffix(QUESTION), [*options, "-Q", ".", THEIRS])
        if found.code:
            raise NotVerified(f"Coq does not accept the proof: {found.reason}")
        options += ["-Q", str(ours), OURS, "-Q", str(theirs), THEIRS]
        found = _compile(coq, between, "Comparison.v", statement.comparison, options)
        if found.code:
            raise NotVerified(f"the file does not prove the theorem of this rule: {found.reason}")
    _check_comparison(found.output, statement)


def _compile_statement(coq: Coq, folder: Path, statement: Statement, options: Sequence[str]) -> None:
    """Compile the file of statements, and compare the options of small positions."""
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
    """Compare the members of sets that Coq has printed, and see that it has printed no axioms after them."""
    answers = list(read_answers(output))
    *_, rest = ["", *re.split(r"^ *: list bool\n", output, flags=re.MULTILINE)]
    if rest != f"{CLOSED}\n":
        raise NotVerified(f"the proof rests on axioms: {' '.join(rest.replace(CLOSED, '').split())}")
    for membership, answer in zip(statement.memberships, answers, strict=True):
        membership.compare(answer)


def _compile(coq: Coq, folder: Path, name: str, text: str, options: Sequence[str]) -> Ran:
    (folder / name).write_text(text, "utf-8")
    return run_coq(coq, [*options, name], folder)
