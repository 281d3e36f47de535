"""Results of discovery: a proof, a refutation, or what was tried."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from sprague.web.tasks.jobs.job import JobAsked, Outcome, Same
from sprague.web.tasks.requests import Number, body, numbers, position_text

if TYPE_CHECKING:
    from sprague.proofs.proof import Decision, Proof, Refutation
    from sprague.proofs.undecided import Undecided
    from sprague.tables.formula_check import Check


class Counterexample(BaseModel):
    """Where a claim fails, and how it can be seen."""

    position: str
    piles: list[Number]
    misplaced: str | None = Field(description="a position whose outcome is not what the claim says")
    sentences: list[str]


class AttemptTold(BaseModel):
    """One try: in which way, up to which limit, with how many states, and what became of it."""

    way: str
    limit: int | None
    states: int | None
    reached: int
    result: str


class Finding(Same):
    """A proof, a refutation, or what was tried; of a table, an observation."""

    kind: Literal["proof", "refutation", "undecided", "observation"]
    statement: str
    sentences: list[str] = Field(default=[], description="the claim in words, where it has some")
    formula: str | None = Field(default=None, description="the claim, if it is a formula")
    program: str | None = Field(default=None, description="the claim, if it is a column program")
    counterexample: Counterexample | None = None
    automaton: str | None = Field(default=None, description="the automaton of the P-positions, drawn in SVG")
    states: int | None = Field(default=None, description="of that automaton")
    smallest: list[list[Number]] = Field(default=[], description="the smallest P-positions")
    proof: list[str] = Field(default=[], description="how it was proved, and why play ends")
    evidence: str | None = Field(default=None, description="the kind of proof, as the certificate calls it")
    digest: str | None = Field(default=None, description="SHA-256 of the certificate")
    kept: bool = Field(default=False, description="whether it is kept, so that it is used from now on")
    reason: str | None = Field(default=None, description="why it is undecided")
    attempts: list[AttemptTold] = Field(default=[], description="what was tried")
    advice: list[str] = Field(default=[], description="what to try next")


def certificate_of(proof: Proof) -> bytes:
    """The certificate as a file has it, so that its digest is the same."""
    return (json.dumps(proof.certificate(), ensure_ascii=False) + "\n").encode()


def outcome_of(found: Decision, asked: JobAsked, command: str, python: str, kept: bool = False) -> Outcome:
    """What a decision is told as."""
    from sprague.proofs.proof import Proof, Refutation

    match found:
        case Proof():
            certificate = certificate_of(found)
            told = proof_told(found, command, python, kept, certificate)
            drawing = None if told.automaton is None else told.automaton.encode()
            return Outcome(body(told), certificate, drawing)
        case Refutation():
            return Outcome(body(_refuted(found, command, python)))
    return Outcome(body(_undecided(found, command, python)))


def proof_told(proof: Proof, command: str, python: str, kept: bool, certificate: bytes) -> Finding:
    """A proof as it is told."""
    from sprague.automata.drawing import svg_if_small
    from sprague.proofs.proof import AutomatonProof
    from sprague.render.theorem_text import smallest_members

    automaton = proof.positions if isinstance(proof, AutomatonProof) else None
    is_program = any(program is not None for program in proof.programs)
    return Finding(
        kind="proof",
        statement=proof.statement(),
        sentences=proof.words(),
        formula=None if is_program else proof.claim,
        program=proof.claim if is_program else None,
        automaton=None if automaton is None else svg_if_small(automaton, proof.game.names),
        states=None if automaton is None else automaton.states,
        smallest=[numbers(position) for position in smallest_members(proof)],
        proof=[proof.effort(), f"play ends, as every move lowers {proof.game.rank}"],
        evidence=proof.kind,
        digest=hashlib.sha256(certificate).hexdigest(),
        kept=kept,
        command=command,
        python=python,
    )


def _refuted(found: Refutation, command: str, python: str) -> Finding:
    from sprague.render.theorem_text import refutation_lines

    lines = [line.strip() for line in refutation_lines(found)]
    game, misplaced = found.game, found.misplaced
    return Finding(
        kind="refutation",
        statement=lines[0],
        formula=found.claim,
        counterexample=Counterexample(
            position=position_text(game, found.counterexample),
            piles=numbers(found.counterexample),
            misplaced=None if misplaced is None else position_text(game, misplaced),
            sentences=lines,
        ),
        command=command,
        python=python,
    )


def _undecided(found: Undecided, command: str, python: str) -> Finding:
    return Finding(
        kind="undecided",
        statement=f"undecided: {found.reason}",
        sentences=found.details(),
        formula=found.claim,
        reason=found.reason,
        smallest=[numbers(position) for position in found.smallest],
        attempts=[
            AttemptTold(way=one.way, limit=one.limit, states=one.states, reached=one.states_needed, result=one.result)
            for one in found.attempts
        ],
        advice=list(found.advice),
        command=command,
        python=python,
    )


def observed(found: Check, command: str, python: str) -> Finding:
    """What was seen in a table, which proves nothing, but refutes."""
    lines = [line.strip() for line in str(found).splitlines()]
    difference = found.difference
    return Finding(
        kind="observation" if difference is None else "refutation",
        statement=lines[0],
        sentences=lines[1:],
        formula=found.claim,
        counterexample=None
        if difference is None
        else Counterexample(
            position=position_text(found.game, difference.position),
            piles=numbers(difference.position),
            misplaced=position_text(found.game, difference.position),
            sentences=lines,
        ),
        command=command,
        python=python,
    )
