"""The comparison of a Coq file with the statements that it has to prove."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from sprague.coq.assistant import NAME, Coq, Ran, compiled_library, find_coq, run_coq
from sprague.coq.statements import OURS, STATED, STATEMENT, THEIRS, Statement
from sprague.errors import NotVerified, SpragueError

QUESTION = "Print Assumptions theorems.\n"  # the end of a file that sprague export writes
CLOSED = "Closed under the global context"  # Coq's answer for a proof without axioms


def check_statement(text: str, statement: Statement) -> None:
    """Have Coq check that a file proves the statements, without axioms.

    Coq runs three times. It compiles the file of statements, with no other file but the library in reach. Then it
    compiles the file to be checked, in another folder. At last it compares the theorems with the statements and prints
    the axioms that the proofs use. The output of the first two runs is ignored.

    Raises:
        NotVerified: Coq refuses the file, its theorems prove something else, or they use axioms.
    """
    library, coq = compiled_library(), find_coq()
    with tempfile.TemporaryDirectory(prefix="sprague-coq-") as folder:
        ours, theirs, between = (Path(folder) / name for name in ("ours", "theirs", "between"))
        options = ["-Q", str(library), NAME]
        found = _compile(coq, ours, f"{STATEMENT}.v", statement.text, [*options, "-Q", ".", OURS])
        if found.code:
            raise SpragueError(f"Coq does not accept the statement of the theorem: {found.reason}")
        # The comparison asks for the axioms, which takes Coq a second.
        found = _compile(coq, theirs, f"{STATED}.v", text.removesuffix(QUESTION), [*options, "-Q", ".", THEIRS])
        if found.code:
            raise NotVerified(f"Coq does not accept the proof: {found.reason}")
        options += ["-Q", str(ours), OURS, "-Q", str(theirs), THEIRS]
        found = _compile(coq, between, "Comparison.v", statement.comparison, options)
        if found.code:
            raise NotVerified(f"the file does not prove the theorem of this rule: {found.reason}")
        if found.output.split("\n") != [CLOSED, ""]:
            axioms = " ".join(found.output.replace(CLOSED, "").split())
            raise NotVerified(f"the proof rests on axioms: {axioms}")


def _compile(coq: Coq, folder: Path, name: str, text: str, options: Sequence[str]) -> Ran:
    folder.mkdir()
    (folder / name).write_text(text, "utf-8")
    return run_coq(coq, [*options, name], folder)
