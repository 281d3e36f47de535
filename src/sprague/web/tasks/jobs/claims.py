"""Jobs that re-run a claim of the papers."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import Field

from sprague.errors import SpragueError
from sprague.papers import Claim, find_claims
from sprague.version import __version__
from sprague.web.tasks.jobs.job import DIGITS, JobOutcome, JobOutput
from sprague.web.tasks.requests import RequestModel, body
from sprague.web.worker import Progress, Report


class RerunRequest(RequestModel):
    """A request to compute the verdict on a claim of a paper again."""

    kind: Literal["claim"] = "claim"
    claim: str = Field(max_length=100, examples=["ferguson/prop-4"])
    far: bool = Field(default=False, description="go further out; takes longer")

    def check(self) -> None:
        claim_of(self.claim)

    def job_id(self) -> str:
        text = "\n".join((__version__, self.model_dump_json()))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def run(self, output: JobOutput, report: Report) -> JobOutcome:
        report(Progress(None, "computing the verdict"))
        claim = claim_of(self.claim)
        verdict = claim.run(self.far)
        return JobOutcome(body(verdict.to_result(claim)), f"sprague papers {claim.id}")


def claim_of(wanted: str) -> Claim:
    """Return the claim with this id."""
    found = [claim for claim in find_claims() if claim.id == wanted]
    if not found:
        raise SpragueError(f"unknown claim {wanted!r}; the papers list them")
    return found[0]
