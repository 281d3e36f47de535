"""Jobs that prove or refute a formula, or discover a theorem, and their results."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from sprague.errors import SpragueError
from sprague.language.statements import Statement
from sprague.limits import Limits
from sprague.rules.blocking import refuse_misere
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest, Same
from sprague.web.tasks.requests import Number, body, numbers, position_text
from sprague.web.worker import Progress, Report

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


class AttemptResponse(BaseModel):
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
    attempts: list[AttemptResponse] = Field(default=[], description="what was tried")
    advice: list[str] = Field(default=[], description="what to try next")


def certificate_of(proof: Proof) -> bytes:
    """The certificate as a file has it, so that its digest is the same."""
    return (json.dumps(proof.certificate(), ensure_ascii=False) + "\n").encode()


def decision_outcome(found: Decision, request: JobRequest, command: str, python: str, kept: bool = False) -> JobOutcome:
    """What a decision is told as."""
    from sprague.proofs.proof import Proof, Refutation

    match found:
        case Proof():
            certificate = certificate_of(found)
            told = proof_response(found, command, python, kept, certificate)
            drawing = None if told.automaton is None else told.automaton.encode()
            return JobOutcome(body(told), certificate, drawing)
        case Refutation():
            return JobOutcome(body(_refuted(found, command, python)))
    return JobOutcome(body(_undecided(found, command, python)))


def proof_response(proof: Proof, command: str, python: str, kept: bool, certificate: bytes) -> Finding:
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
            AttemptResponse(
                way=one.way, limit=one.limit, states=one.states, reached=one.states_needed, result=one.result
            )
            for one in found.attempts
        ],
        advice=list(found.advice),
        command=command,
        python=python,
    )


def table_check_response(found: Check, command: str, python: str) -> Finding:
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


class CheckRequest(JobRequest):
    """A claim: for all positions, or, with a bound, compared with a table."""

    kind: Literal["check"] = "check"
    formula: str = Field(min_length=1, max_length=10_000, examples=["a = b and even(v2(c - a))"])
    limit: int | None = Field(default=None, ge=1, le=10**9, description="only look at a table with piles below it")
    chips: int | None = Field(default=None, ge=0, le=10**9, description="only look at a table of so many chips")

    def check(self) -> None:
        if self.limit is None and self.chips is None:
            Statement.read_claim(self.rule, self.formula)
            return
        from sprague.formulas.position_set import PositionSet
        from sprague.tables.request import Request
        from sprague.tables.tabulate import refuse_if_out_of_reach

        PositionSet.read(self.rule, self.formula, products=True)
        refuse_if_out_of_reach(Request(self.rule, self.limit, self.chips, "outcome", self.misere))

    def run(self, place: JobOutput, report: Report) -> JobOutcome:
        from sprague.proofs.proving import prove

        given = [
            f"{name}={value}" for name, value in (("limit", self.limit), ("chips", self.chips)) if value is not None
        ]
        if given:
            from sprague.tables.formula_check import check_formula

            found = check_formula(
                self.rule,
                self.formula,
                misere=self.misere,
                limit=self.limit,
                chips=self.chips,
                progress=lambda done: report(Progress(done, f"{done:.0%} of the positions")),
            )
            python = "sprague.tables.formula_check." + self.python("check_formula", repr(self.formula), *given)[8:]
            return JobOutcome(body(table_check_response(found, self.command("check"), python)))
        report(Progress(None, "proving or refuting"))
        decision = prove(self.rule, self.formula, misere=self.misere)
        return decision_outcome(decision, self, self.command("check"), self.python("prove", repr(self.formula)))

    def command_words(self) -> list[str]:
        bounds = (("--limit", self.limit), ("--chips", self.chips))
        return [self.formula, *(word for name, value in bounds if value is not None for word in (name, str(value)))]


SECONDS = 60.0  # if nobody says how long to try; the operator may allow less


class DiscoverRequest(JobRequest):
    """A theorem about the P-positions of a game, or about its Grundy values."""

    kind: Literal["discover"] = "discover"
    values: Literal["all"] | int | None = Field(
        default=None, description="the Grundy function itself, or the positions of value 0 to this one"
    )
    base: str | None = Field(default=None, max_length=100, description="read digits in this base only")
    seconds: float = Field(default=SECONDS, gt=0, le=10**6, description="how long to try")
    anew: bool = Field(default=False, description="look for it again, even if a theorem is kept")

    def check(self) -> None:
        refuse_misere(self.rule, self.misere)
        if self.misere and self.values is not None:
            raise SpragueError("expected normal play for a search for Grundy values; misère play has none")
        if isinstance(self.values, int) and not 0 <= self.values < 1_000:
            raise SpragueError(f"expected Grundy values such as 3, up to 999, or 'all', got {self.values}")
        if self.base is not None:
            from sprague.automata.numeration import numeration

            numeration(self.base)

    def run(self, place: JobOutput, report: Report) -> JobOutcome:
        from sprague.automata.numeration import numeration
        from sprague.discovery.discover import discover
        from sprague.proofs.proof import Proof
        from sprague.proofs.store import keep, load_matching_proof

        digits = None if self.base is None else [numeration(self.base)]
        known = None if self.anew else load_matching_proof(self.rule, self.misere, self.values, digits)
        found = known or discover(
            self.rule,
            misere=self.misere,
            values=self.values,
            numerations=digits,
            limits=Limits(seconds=self.seconds),
            report=lambda text: report(Progress(None, text)),
        )
        kept = known is not None
        if isinstance(found, Proof) and not kept and place.keeps_theorems:
            with suppress(SpragueError):  # it is true all the same
                keep(found)
                kept = True
        more = [] if self.values is None else [f"values={self.values!r}"]
        return decision_outcome(found, self, self.command("discover"), self.python("discover", *more), kept)

    def command_words(self) -> list[str]:
        words = [] if self.values is None else ["--grundy", "all" if self.values == "all" else f"0..{self.values}"]
        words += [] if self.base is None else ["--base", self.base]
        return words if self.seconds == SECONDS else [*words, "--seconds", f"{self.seconds:g}"]
