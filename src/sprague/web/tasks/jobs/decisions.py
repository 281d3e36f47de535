"""Jobs of the web server that prove or refute a formula (`CheckRequest`) or discover a theorem (`DiscoverRequest`)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pydantic import AliasChoices, Field

from sprague.errors import SpragueError
from sprague.language.statements import Statement
from sprague.limits import Limits
from sprague.progress import Progress, ProgressCallback
from sprague.rules.blocking import refuse_misere
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest
from sprague.web.tasks.requests import body

if TYPE_CHECKING:
    from sprague.proofs.proof import Decision


def _decision_outcome(
    found: Decision, command: str, python: str, kept: bool = False, remark: str | None = None
) -> JobOutcome:
    """Return the outcome of a job that decided a claim: the result and, for a proof, the certificate and a drawing."""
    from sprague.proofs.proof import Proof
    from sprague.render.decision_results import certificate_bytes, decision_result, proof_result

    if not isinstance(found, Proof):
        return JobOutcome(body(decision_result(found)), command, python)
    certificate = certificate_bytes(found)
    result = proof_result(found, certificate=certificate, kept=kept, with_drawing=True)
    if remark is not None:
        result = replace(result, words=[*result.words, remark])
    drawing = None if result.automaton is None else result.automaton.encode()
    return JobOutcome(body(result), command, python, certificate, drawing)


class CheckRequest(JobRequest):
    """A job request to prove or refute a formula or, if a bound is given, to compare the formula with a table."""

    kind: Literal["check"] = "check"
    formula: str = Field(min_length=1, max_length=10_000, examples=["a = b and even(v2(c - a))"])
    limit: int | None = Field(
        default=None, ge=1, le=10**9, description="only check positions with every pile below this limit"
    )
    chips: int | None = Field(
        default=None, ge=0, le=10**9, description="only check positions with at most this many chips"
    )

    def check(self) -> None:
        if self.limit is None and self.chips is None:
            Statement.read_claim(self.rule, self.formula)
            return
        from sprague.formulas.position_set import PositionSet
        from sprague.tables.request import Request
        from sprague.tables.tabulate import refuse_if_out_of_reach

        PositionSet.read(self.rule, self.formula, products=True)
        refuse_if_out_of_reach(Request(self.rule, self.limit, self.chips, "outcome", self.misere))

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
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
                progress=lambda done: report(Progress(done.fraction, f"{done} of the positions")),
            )
            python = "sprague.tables.formula_check." + self.python("check_formula", repr(self.formula), *given)[8:]
            return JobOutcome(body(found.to_result()), self.command("check"), python)
        report(Progress(None, "proving or refuting"))
        decision = prove(self.rule, self.formula, misere=self.misere)
        return _decision_outcome(decision, self.command("check"), self.python("prove", repr(self.formula)))

    def command_words(self) -> list[str]:
        bounds = (("--limit", self.limit), ("--chips", self.chips))
        return [self.formula, *(word for name, value in bounds if value is not None for word in (name, str(value)))]


SECONDS = 60.0  # default time limit of a discovery in seconds; the operator of the server may set a lower limit


class DiscoverRequest(JobRequest):
    """A job request to discover a theorem about the P-positions or Grundy values of a game."""

    kind: Literal["discover"] = "discover"
    values: Literal["all"] | int | None = Field(
        default=None, description="'all' for the Grundy function, or n for the positions with Grundy values 0 to n"
    )
    base: str | None = Field(default=None, max_length=100, description="the only numeration to try")
    seconds: float = Field(default=SECONDS, gt=0, le=10**6, description="time limit of the search in seconds")
    refresh: bool = Field(
        default=False,
        validation_alias=AliasChoices("refresh", "anew"),
        description="search again even if a theorem is stored",
    )
    keep: bool = Field(default=True, description="store the theorem, if the server stores theorems")

    def check(self) -> None:
        refuse_misere(self.rule, self.misere)
        if self.misere and self.values is not None:
            raise SpragueError("misère play has no Grundy values; choose normal play")
        if isinstance(self.values, int) and not 0 <= self.values < 1_000:
            raise SpragueError(f"'values' must be 'all' or between 0 and 999, got {self.values}")
        if self.base is not None:
            from sprague.automata.numeration import numeration

            numeration(self.base)

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        from sprague.automata.numeration import numeration
        from sprague.discovery.discover import discover, missing_values_remark
        from sprague.proofs.proof import Proof
        from sprague.proofs.store import keep, load_matching_proof

        digits = None if self.base is None else [numeration(self.base)]
        known = None if self.refresh else load_matching_proof(self.rule, self.misere, self.values, digits)
        found = known or discover(
            self.rule,
            misere=self.misere,
            values=self.values,
            numerations=digits,
            budget=Limits(seconds=self.seconds),
            progress=report,
        )
        kept = known is not None
        if isinstance(found, Proof) and not kept and self.keep and output.keeps_theorems:
            with suppress(SpragueError):  # ignore the error, because the theorem is proved even if it cannot be stored
                keep(found)
                kept = True
        more = [] if self.values is None else [f"values={self.values!r}"]
        remark = missing_values_remark(found, self.values if isinstance(self.values, int) else None)
        return _decision_outcome(found, self.command("discover"), self.python("discover", *more), kept, remark)

    def command_words(self) -> list[str]:
        words = [] if self.values is None else ["--values", "all" if self.values == "all" else f"0..{self.values}"]
        words += [] if self.base is None else ["--base", self.base]
        words += [] if self.keep else ["--no-keep"]
        return words if self.seconds == SECONDS else [*words, "--seconds", f"{self.seconds:g}"]
