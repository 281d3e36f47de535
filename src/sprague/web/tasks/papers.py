"""Web tasks about the papers: their claims with verdicts, games and source code."""

from __future__ import annotations

from inspect import getsource

from pydantic import BaseModel, Field

from sprague.papers import Claim, find_claims, papers
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.requests import RequestModel, body


class PaperResponse(BaseModel):
    """The JSON form of a paper whose claims Sprague checks."""

    id: str
    title: str


class ClaimResponse(BaseModel):
    """The JSON form of a claim of a paper with its expected verdict."""

    id: str = Field(examples=["ferguson/prop-4"])
    paper: str
    statement: str
    verdict: str = Field(description="verified, refuted, corrected, or consistent (an open conjecture)")
    proved: str = Field(
        description="the games for which the claim, or a part of it, is proved for all positions; may be empty"
    )


class PapersResponse(BaseModel):
    """The response with the papers and all their claims."""

    papers: list[PaperResponse]
    claims: list[ClaimResponse]


class ClaimGame(BaseModel):
    """The JSON form of a game to which a claim of a paper applies, and its play convention."""

    game: str
    misere: bool


class ClaimDetailResponse(ClaimResponse):
    """The response with a claim of a paper, its games and its source code."""

    games: list[ClaimGame]
    source: str = Field(description="source code of the computation that decides the claim")
    command: str


class ClaimRequest(RequestModel):
    """A web request for a claim of a paper by its id."""

    claim: str = Field(min_length=1, max_length=100, examples=["ferguson/prop-4"])


def all_papers(request: EmptyRequest) -> bytes:
    """Web task: return the papers and all their claims as JSON."""
    found = papers()
    return body(
        PapersResponse(
            papers=[PaperResponse(id=paper.id, title=paper.title) for paper in found],
            claims=[ClaimResponse(**_claim_fields(claim)) for paper in found for claim in paper.claims],
        )
    )


def claim(request: ClaimRequest) -> bytes:
    """Web task: return a claim of a paper with its games and its source code as JSON."""
    found = find_claims(request.claim)[0]
    return body(
        ClaimDetailResponse(
            **_claim_fields(found),
            games=[ClaimGame(game=name, misere=misere) for name, misere in found.shown_games],
            source=getsource(found.check),
            command=f"sprague papers {found.id}",
        )
    )


def _claim_fields(claim: Claim) -> dict[str, str]:
    proved = claim.proof.describe(far=False) if claim.proof else ""
    return {
        "id": claim.id,
        "paper": claim.id.partition("/")[0],
        "statement": claim.statement,
        "verdict": claim.expected,
        "proved": proved,
    }
