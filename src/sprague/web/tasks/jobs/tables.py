"""Jobs that compute tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from sprague.results.base import Measure
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest
from sprague.web.tasks.requests import body
from sprague.web.worker import Progress, Report

if TYPE_CHECKING:
    from sprague.tables.request import Request


class TableRequest(JobRequest):
    """A table: the value of every position up to a bound on each pile, or on the chips in all."""

    kind: Literal["table"] = "table"
    limit: int | None = Field(default=None, ge=1, le=10**9, description="every pile is below it")
    chips: int | None = Field(default=None, ge=0, le=10**9, description="at most so many chips in all")
    what: Measure = "grundy"
    cap: int | None = Field(default=None, ge=1, le=10**9, description="larger values are cut down to this one")

    def request(self) -> Request:
        from sprague.tables.request import Request

        return Request(self.rule, self.limit, self.chips, self.what, self.misere, self.cap)

    def check(self) -> None:
        from sprague.tables.tabulate import refuse_if_out_of_reach

        refuse_if_out_of_reach(self.request())

    def run(self, output: JobOutput, report: Report) -> JobOutcome:
        from sprague.render.table_exports import summary_result
        from sprague.tables.tabulate import tabulate

        table = tabulate(
            self.rule,
            self.limit,
            chips=self.chips,
            what=self.what,
            misere=self.misere,
            cap=self.cap,
            progress=lambda done: report(Progress(done, f"{done:.0%} of the positions")),
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
