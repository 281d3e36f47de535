"""The papers: claims, verdicts, and where each can be seen."""

from __future__ import annotations

from inspect import getsource

from pydantic import BaseModel, Field

from sprague.papers import Claim, find_claims, papers
from sprague.papers.proved import PROVED, games_of
from sprague.web.tasks.games import Nothing
from sprague.web.tasks.requests import Question, body


class PaperTold(BaseModel):
    """A paper."""

    id: str
    title: str


class ClaimTold(BaseModel):
    """A claim, with the verdict that was established before; a job of the kind claim computes it anew."""

    id: str = Field(examples=["ferguson/prop-4"])
    paper: str
    statement: str
    verdict: str = Field(description="verified, refuted, corrected, or consistent: a conjecture that stands")
    proved: str = Field(description="of which games it, or a part of it, is proved for all positions; empty if of none")


class PapersTold(BaseModel):
    """The papers and all their claims, in their order."""

    papers: list[PaperTold]
    claims: list[ClaimTold]


class ShownIn(BaseModel):
    """A game in which a claim can be seen."""

    game: str
    misere: bool


class ClaimAtLength(ClaimTold):
    """A claim with all that there is to see of it."""

    games: list[ShownIn]
    source: str = Field(description="the computation that decides it")
    command: str


class ClaimAsked(Question):
    """A claim, by its id."""

    claim: str = Field(min_length=1, max_length=100, examples=["ferguson/prop-4"])


def all_papers(asked: Nothing) -> bytes:
    """The papers and all their claims."""
    found = papers()
    return body(
        PapersTold(
            papers=[PaperTold(id=paper.id, title=paper.title) for paper in found],
            claims=[ClaimTold(**_told(claim)) for paper in found for claim in paper.claims],
        )
    )


def claim(asked: ClaimAsked) -> bytes:
    """A claim with all that there is to see of it."""
    found = find_claims(asked.claim)[0]
    return body(
        ClaimAtLength(
            **_told(found),
            games=[ShownIn(game=name, misere=misere) for name, misere in games_of(found)],
            source=getsource(found.check),
            command=f"sprague papers {found.id}",
        )
    )


def _told(claim: Claim) -> dict[str, str]:
    proved = PROVED[claim.id].words(far=False) if claim.id in PROVED else ""
    return {
        "id": claim.id,
        "paper": claim.id.partition("/")[0],
        "statement": claim.statement,
        "verdict": claim.expected,
        "proved": proved,
    }
