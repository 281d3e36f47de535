"""Jobs of the web server that compute tables, periods, and verdicts on claims of papers."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Literal, cast

from pydantic import AliasChoices, Field

from sprague.errors import SpragueError
from sprague.papers import Claim, find_claims
from sprague.progress import Progress, ProgressCallback
from sprague.results.base import Measure, PeriodMeasure
from sprague.version import __version__
from sprague.web.tasks.jobs.job import DIGITS, JobOutcome, JobOutput, JobRequest
from sprague.web.tasks.requests import RequestModel, body

if TYPE_CHECKING:
    from sprague.tables.request import Request


class TableRequest(JobRequest):
    """A job request for a table of all positions up to a bound on each pile or on the number of chips."""

    kind: Literal["table"] = "table"
    limit: int | None = Field(default=None, ge=1, le=10**9, description="every pile is below this limit")
    chips: int | None = Field(default=None, ge=0, le=10**9, description="maximum total number of chips")
    what: Measure = "grundy"
    cap: int | None = Field(default=None, ge=1, le=10**9, description="larger values are replaced by this value")

    def table_request(self) -> Request:
        """Convert the job request to the table request of the library."""
        from sprague.tables.request import Request

        return Request(self.rule, self.limit, self.chips, self.what, self.misere, self.cap)

    def check(self) -> None:
        from sprague.tables.tabulate import refuse_if_out_of_reach

        refuse_if_out_of_reach(self.table_request())

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        from sprague.render.table_exports import summary_result
        from sprague.tables.tabulate import tabulate

        table = tabulate(
            self.rule,
            self.limit,
            chips=self.chips,
            what=self.what,
            misere=self.misere,
            cap=self.cap,
            progress=lambda done: report(Progress(done.fraction, f"{done} of the positions")),
        )
        report(Progress(1.0, "writing the table"))
        table.save(output.table)
        options = {"limit": self.limit, "chips": self.chips, "cap": self.cap}
        given = [f"{name}={value}" for name, value in options.items() if value is not None]
        python = self.python("tabulate", *given, *([] if self.what == "grundy" else [f"what={self.what!r}"]))
        size = output.table.stat().st_size
        return JobOutcome(body(summary_result(table)), self.command("table"), python, table=size)

    def command_words(self) -> list[str]:
        words = {"--limit": self.limit, "--chips": self.chips, "--cap": self.cap}
        found = [word for name, value in words.items() if value is not None for word in (name, str(value))]
        return [*found, *([] if self.what == "grundy" else ["--what", self.what])]


class PeriodRequest(JobRequest):
    """A job request to find and prove the period of the values along every pile of a game."""

    kind: Literal["period"] = "period"
    what: Literal["grundy", "outcome"] | None = Field(
        default=None, description="Grundy values or outcomes; misère play has only outcomes"
    )

    def check(self) -> None:
        from sprague.rules.blocking import refuse_misere

        refuse_misere(self.rule, self.misere)

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        from sprague.limits import Limits, current
        from sprague.periods.period import Period, find_period, period_result

        report(Progress(None, "searching for a period"))
        limits = Limits(positions=current().positions)
        found = find_period(self.rule, what=cast("PeriodMeasure", self._what), misere=self.misere, budget=limits)
        certificate = None
        if isinstance(found, Period):
            certificate = (json.dumps(found.certificate(), ensure_ascii=False) + "\n").encode()
        python = self.python("find_period", *([] if self.what is None else [f"what={self.what!r}"]))
        result = period_result(found, self._what, self.misere)
        return JobOutcome(body(result), self.command("period"), python, certificate)

    @property
    def _what(self) -> str:
        return self.what or ("outcome" if self.misere else "grundy")

    def command_words(self) -> list[str]:
        return [] if self.what is None else ["--what", self.what]


class RerunRequest(RequestModel):
    """A job request to compute again the verdict on a claim of a paper."""

    kind: Literal["claim"] = "claim"
    claim: str = Field(max_length=100, examples=["ferguson/prop-4"])
    full: bool = Field(
        default=False,
        validation_alias=AliasChoices("full", "far"),
        description="check more positions, which takes longer",
    )

    def check(self) -> None:
        _claim_of(self.claim)

    def job_id(self) -> str:
        text = "\n".join((__version__, self.model_dump_json()))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        report(Progress(None, "computing the verdict"))
        claim = _claim_of(self.claim)
        verdict = claim.run(self.full)
        return JobOutcome(body(verdict.to_result(claim)), f"sprague papers {claim.id}")


def _claim_of(wanted: str) -> Claim:
    """Return the claim of a paper with the given id."""
    found = [claim for claim in find_claims() if claim.id == wanted]
    if not found:
        raise SpragueError(f"unknown claim {wanted!r}; GET /api/v1/papers lists all claims")
    return found[0]
