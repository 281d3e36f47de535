"""Jobs that compute tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest, Same
from sprague.web.tasks.requests import Number, body, numbers
from sprague.web.worker import Progress, Report

if TYPE_CHECKING:
    from sprague.tables.request import Request
    from sprague.tables.table import Table

Measure = Literal["grundy", "outcome", "remoteness", "suspense"]


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

    def run(self, place: JobOutput, report: Report) -> JobOutcome:
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
        table.save(place.table)
        return JobOutcome(body(self._told(table)), table=place.table.stat().st_size)

    def command_words(self) -> list[str]:
        words = {"--limit": self.limit, "--chips": self.chips, "--cap": self.cap}
        found = [word for name, value in words.items() if value is not None for word in (name, str(value))]
        return [*found, *([] if self.what == "grundy" else ["--what", self.what])]

    def _told(self, table: Table) -> TableResponse:
        from sprague.render.table_exports import first_p_positions, summary_lines

        options = {"limit": self.limit, "chips": self.chips, "cap": self.cap}
        given = [f"{name}={value}" for name, value in options.items() if value is not None]
        return TableResponse(
            limit=self.limit,
            chips=self.chips,
            what=self.what,
            positions=len(table),
            largest=table.largest,
            p_positions=[numbers(position) for position in first_p_positions(table)],
            sentences=list(summary_lines(table)),
            command=self.command("table"),
            python=self.python("tabulate", *given, *([] if self.what == "grundy" else [f"what={self.what!r}"])),
        )


class TableResponse(Same):
    """A table in a few figures; its values are told by maps and rows."""

    limit: int | None
    chips: int | None
    what: Measure
    positions: int
    largest: int = Field(description="the largest value; outcomes count 0 for P and 1 for N")
    p_positions: list[list[Number]] = Field(description="the smallest P-positions, the fewest chips first")
    sentences: list[str]
