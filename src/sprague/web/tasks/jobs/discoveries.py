"""Jobs that discover a theorem."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from pydantic import Field

from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.rules.blocking import refuse_misere
from sprague.web.tasks.jobs.findings import outcome_of
from sprague.web.tasks.jobs.job import JobAsked, Outcome, Place
from sprague.web.worker import Progress, Report

SECONDS = 60.0  # if nobody says how long to try; the operator may allow less


class DiscoverAsked(JobAsked):
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

    def run(self, place: Place, report: Report) -> Outcome:
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
        return outcome_of(found, self, self.command("discover"), self.python("discover", *more), kept)

    def command_words(self) -> list[str]:
        words = [] if self.values is None else ["--grundy", "all" if self.values == "all" else f"0..{self.values}"]
        words += [] if self.base is None else ["--base", self.base]
        return words if self.seconds == SECONDS else [*words, "--seconds", f"{self.seconds:g}"]
