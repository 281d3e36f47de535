"""The papers: claims, verdicts, and where each can be seen."""

from __future__ import annotations

from inspect import getsource

from pydantic import BaseModel, Field

from sprague.papers import Claim, find_claims, papers
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.requests import RequestModel, body


class PaperResponse(BaseModel):
    """A paper."""

    id: str
    title: str


class ClaimResponse(BaseModel):
    """A claim, with the verdict that was established before; a job of the kind claim computes it anew."""

    id: str = Field(examples=["ferguson/prop-4"])
    paper: str
    statement: str
    verdict: str = Field(description="verified, refuted, corrected, or consistent: a conjecture that stands")
    proved: str = Field(description="of which games it, or a part of it, is proved for all positions; empty if of none")


class PapersResponse(BaseModel):
    """The papers and all their claims, in their order."""

    papers: list[PaperResponse]
    claims: list[ClaimResponse]


class ClaimGame(BaseModel):
    """A game in which a claim can be seen."""

    game: str
    misere: bool


class ClaimDetailResponse(ClaimResponse):
    """A claim with all that there is to see of it."""

    games: list[ClaimGame]
    source: str = Field(description="the computation that decides it")
    command: str


class ClaimRequest(RequestModel):
    """A claim, by its id."""

    claim: str = Field(min_length=1, max_length=100, examples=["ferguson/prop-4"])


def all_papers(request: EmptyRequest) -> bytes:
    """The papers and all their claims."""
    found = papers()
    return body(
        PapersResponse(
            papers=[PaperResponse(id=paper.id, title=paper.title) for paper in found],
            claims=[ClaimResponse(**_told(claim)) for paper in found for claim in paper.claims],
        )
    )


def claim(request: ClaimRequest) -> bytes:
    """A claim with all that there is to see of it."""
    found = find_claims(request.claim)[0]
    return body(
        ClaimDetailResponse(
            **_told(found),
            games=[ClaimGame(game=name, misere=misere) for name, misere in found.shown_games],
            source=getsource(found.check),
            command=f"sprague papers {found.id}",
        )
    )


def _told(claim: Claim) -> dict[str, str]:
    proved = claim.proof.describe(far=False) if claim.proof else ""
    return {
        "id": claim.id,
        "paper": claim.id.partition("/")[0],
        "statement": claim.statement,
        "verdict": claim.expected,
        "proved": proved,
    }
