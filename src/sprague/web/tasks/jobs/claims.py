"""Jobs that re-run a claim of the papers."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import BaseModel, Field

from sprague.errors import SpragueError
from sprague.papers import Claim, find_claims
from sprague.version import __version__
from sprague.web.tasks.jobs.job import DIGITS, JobOutcome, JobOutput
from sprague.web.tasks.requests import RequestModel, body
from sprague.web.worker import Progress, Report


class VerdictResponse(BaseModel):
    """What a computation found about a claim, now."""

    claim: str
    verdict: str
    extent: str
    note: str
    proved: str
    as_expected: bool = Field(description="whether it is the verdict that was established before")
    said: str = Field(description="all of it in a sentence")


class RerunRequest(RequestModel):
    """A claim of a paper, to be computed anew."""

    kind: Literal["claim"] = "claim"
    claim: str = Field(max_length=100, examples=["ferguson/prop-4"])
    far: bool = Field(default=False, description="go further out; takes longer")

    def check(self) -> None:
        claim_of(self.claim)

    def content(self) -> str:
        text = "\n".join((__version__, self.model_dump_json()))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def run(self, place: JobOutput, report: Report) -> JobOutcome:
        report(Progress(None, "computing the verdict"))
        claim = claim_of(self.claim)
        verdict = claim.run(self.far)
        told = VerdictResponse(
            claim=claim.id,
            verdict=verdict.kind,
            extent=verdict.extent,
            note=verdict.note,
            proved=verdict.proved,
            as_expected=verdict.kind == claim.expected,
            said=str(verdict),
        )
        return JobOutcome(body(told))


def claim_of(wanted: str) -> Claim:
    """The claim of this name."""
    found = [claim for claim in find_claims() if claim.id == wanted]
    if not found:
        raise SpragueError(f"unknown claim {wanted!r}; the papers list them")
    return found[0]
