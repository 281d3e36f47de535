"""Jobs that find periods."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field

from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest
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

    def run(self, output: JobOutput, report: Report) -> JobOutcome:
        from sprague.limits import Limits, current
        from sprague.periods.period import Period, find_period, period_result

        report(Progress(None, "looking for a period"))
        limits = Limits(positions=current().positions)
        found = find_period(self.rule, what=self._what, misere=self.misere, limits=limits)
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
