"""Jobs that decide whether a formula describes the P-positions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sprague.rules.statements import Statement
from sprague.web.tasks.jobs.findings import observed, outcome_of
from sprague.web.tasks.jobs.job import JobAsked, Outcome, Place
from sprague.web.tasks.requests import body
from sprague.web.worker import Progress, Report


class CheckAsked(JobAsked):
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

    def run(self, place: Place, report: Report) -> Outcome:
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
            return Outcome(body(observed(found, self.command("check"), python)))
        report(Progress(None, "proving or refuting"))
        decision = prove(self.rule, self.formula, misere=self.misere)
        return outcome_of(decision, self, self.command("check"), self.python("prove", repr(self.formula)))

    def command_words(self) -> list[str]:
        bounds = (("--limit", self.limit), ("--chips", self.chips))
        return [self.formula, *(word for name, value in bounds if value is not None for word in (name, str(value)))]
