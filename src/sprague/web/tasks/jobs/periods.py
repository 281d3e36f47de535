"""Jobs that find periods."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field

from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest, Same
from sprague.web.tasks.requests import body
from sprague.web.worker import Progress, Report


class PeriodRequest(JobRequest):
    """The least period of every pile."""

    kind: Literal["period"] = "period"
    what: Literal["grundy", "outcome"] | None = Field(
        default=None, description="Grundy values, or outcomes, of which alone there are any in misère play"
    )

    def check(self) -> None:
        from sprague.rules.blocking import refuse_misere

        refuse_misere(self.rule, self.misere)

    def run(self, place: JobOutput, report: Report) -> JobOutcome:
        from sprague.limits import Limits, current
        from sprague.periods.period import Period, find_period

        report(Progress(None, "looking for a period"))
        limits = Limits(positions=current().positions)
        found = find_period(self.rule, what=self._what, misere=self.misere, limits=limits)
        proved = isinstance(found, Period)
        sentences = str(found).splitlines()
        if isinstance(found, Period):
            sentences.append(f"{found.evidence}; class: {found.kind}")
        told = PeriodResponse(
            found=None not in found.periods,
            kind="proof" if proved else "observation",
            names=list(self.rule.piles),
            periods=list(found.periods),
            preperiods=list(found.preperiods),
            saltus=found.saltus if isinstance(found, Period) else 0,
            largest=found.largest if isinstance(found, Period) else None,
            sentences=sentences,
            command=self.command("period"),
            python=self.python("find_period", *([] if self.what is None else [f"what={self.what!r}"])),
        )
        certificate = None
        if isinstance(found, Period):
            certificate = (json.dumps(found.certificate(), ensure_ascii=False) + "\n").encode()
        return JobOutcome(body(told), certificate)

    @property
    def _what(self) -> str:
        return self.what or ("outcome" if self.misere else "grundy")

    def command_words(self) -> list[str]:
        return [] if self.what is None else ["--what", self.what]


class PeriodResponse(Same):
    """The period of every pile, proved; null for a pile where none was found."""

    found: bool = Field(description="whether every pile has one")
    kind: Literal["proof", "observation"]
    names: list[str]
    periods: list[int | None]
    preperiods: list[int | None]
    saltus: int = Field(description="by how much values rise with each period")
    largest: int | None = Field(description="the largest value of all positions, if it is known")
    sentences: list[str]
