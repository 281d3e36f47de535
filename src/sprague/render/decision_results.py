"""Conversion of a `Proof`, `Refutation`, `Undecided` or `StoredTheorem` to the classes of `results.decisions`."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from sprague.proofs.proof import AutomatonProof, Proof, Refutation
from sprague.render.theorem_text import function_notes, program_statement, refutation_lines, smallest_members
from sprague.results.base import play_of
from sprague.results.decisions import (
    AtlasReference,
    AttemptResult,
    ProgramTableResult,
    ProofResult,
    RefutationResult,
    TheoremDetails,
    TheoremEntry,
    UndecidedResult,
)
from sprague.rules.sums import format_sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sprague.atlas.lookup import AtlasMatch
    from sprague.proofs.proof import Decision
    from sprague.proofs.stored_theorems import StoredTheorem
    from sprague.proofs.undecided import Undecided


def decision_result(found: Decision) -> ProofResult | RefutationResult | UndecidedResult:
    """Convert a `Proof`, `Refutation` or `Undecided` to the dataclass that is printed as JSON."""
    match found:
        case Proof():
            return proof_result(found)
        case Refutation():
            return _refutation_result(found)
    return undecided_result(found)


def certificate_bytes(proof: Proof) -> bytes:
    """Return the bytes of the certificate file of a `Proof`, for example to compute the digest of the file."""
    return (json.dumps(proof.certificate(), ensure_ascii=False) + "\n").encode()


def proof_result(
    proof: Proof,
    *,
    certificate: bytes | None = None,
    certificate_file: str | None = None,
    kept: bool = False,
    known_since: str | None = None,
    with_drawing: bool = False,
    atlas: Sequence[AtlasMatch] = (),
) -> ProofResult:
    """Convert a `Proof` to a `ProofResult`.

    If `with_drawing` is true and the automaton is small, the result contains a drawing of the automaton. `atlas`
    contains the entries that match the theorem in Sprague's atlas of games.
    """
    from sprague.automata.drawing import svg_if_small

    automaton = proof.positions if isinstance(proof, AutomatonProof) else None
    return ProofResult(
        **_claim(proof),
        statement=program_statement(proof) if any(proof.programs) else proof.statement(),
        kind=proof.kind,
        words=proof.words(),
        effort=proof.effort(),
        rank=str(proof.game.rank),
        is_program=any(program is not None for program in proof.programs),
        definitions=function_notes(proof),
        tables=[
            ProgramTableResult(
                opening=table.opening,
                header=list(table.header),
                rows=[list(row) for row in table.rows],
                notes=list(table.notes),
            )
            for table in proof.tables()
        ],
        smallest=[list(position) for position in smallest_members(proof)],
        states=None if automaton is None else automaton.states,
        automaton=svg_if_small(automaton, proof.game.names) if automaton is not None and with_drawing else None,
        sha256=None if certificate is None else hashlib.sha256(certificate).hexdigest(),
        certificate=certificate_file,
        kept=kept,
        known_since=known_since,
        atlas=[AtlasReference(**match.to_json()) for match in atlas],
    )


def _refutation_result(found: Refutation) -> RefutationResult:
    """Convert a `Refutation`, with its counterexample, to a `RefutationResult`."""
    lines = [line.strip() for line in refutation_lines(found)]
    wrong, misplaced = found.wrong_value, found.misplaced
    claimed: dict[str, Any] = {}
    if wrong is not None:
        key = "claimed_powers_of_two" if wrong.by_power else "claimed"
        claimed = {"grundy": wrong.value, key: list(wrong.claimed)}
    return RefutationResult(
        **_claim(found),
        statement=lines[0],
        sentences=lines,
        counterexample=list(found.counterexample),
        text=format_sum(found.game, found.counterexample),
        half=found.failure.reason if wrong is None else None,
        option=None if wrong is not None or found.failure.option is None else list(found.failure.option),
        misplaced=None if misplaced is None else list(misplaced),
        misplaced_text=None if misplaced is None else format_sum(found.game, misplaced),
        **claimed,
    )


def undecided_result(found: Undecided) -> UndecidedResult:
    """Convert an `Undecided` claim, with the attempts to decide it, to an `UndecidedResult`."""
    return UndecidedResult(
        **_claim(found),
        statement=f"undecided: {found.reason}",
        reason=found.reason,
        sentences=found.details(),
        smallest=[list(position) for position in found.smallest],
        advice=list(found.advice),
        attempts=[
            AttemptResult(
                way=one.method, limit=one.limit, states=one.states, reached=one.states_needed, result=one.result
            )
            for one in found.attempts
        ],
    )


def theorem_entry(found: StoredTheorem, certificate_file: str | None) -> TheoremEntry:
    """Convert a `StoredTheorem` to a `TheoremEntry` for a list, without proving the theorem again."""
    return TheoremEntry(**_theorem_fields(found, certificate_file))


def theorem_details(found: StoredTheorem, certificate_file: str | None, with_drawing: bool = False) -> TheoremDetails:
    """Prove a `StoredTheorem` again, and convert it to a `TheoremDetails`."""
    proof = proof_result(
        found.proof,
        certificate=certificate_bytes(found.proof),
        certificate_file=certificate_file,
        kept=True,
        known_since=found.saved_on,
        with_drawing=with_drawing,
    )
    return TheoremDetails(
        **_theorem_fields(found, certificate_file),
        words=proof.words,
        effort=proof.effort,
        rank=proof.rank,
        proof=proof,
        command=f"sprague theorems show {found.number}",
        python=f"sprague.proofs.stored_theorems.find_theorem('{found.number}').proof",
    )


def _claim(found: Decision) -> dict[str, Any]:
    """Return the JSON fields that proofs, refutations and undecided claims share, such as the rule and the claim."""
    return {
        "game": found.game.name or str(found.game),
        "rule": str(found.game),
        "play": play_of(found.misere),
        "claim": found.claim,
        "formula": found.claim,
    }


def _theorem_fields(found: StoredTheorem, certificate_file: str | None) -> dict[str, Any]:
    return {
        "number": found.number,
        "name": found.name,
        **{key: found.summary_texts.get(key) for key in ("game", "rule", "play", "kind", "claim")},
        "statement": found.statement,
        "kept": found.saved_on,
        "certificate": certificate_file,
        "sha256": found.digest,
    }
