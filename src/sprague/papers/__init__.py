"""The claims of five papers on pile games, each with a function that computes its verdict."""

from sprague.errors import SpragueError
from sprague.papers.claims import CONSISTENT, CORRECTED, ERRATA, REFUTED, VERIFIED, Claim, Paper, Verdict

__all__ = [
    "CONSISTENT",
    "CORRECTED",
    "ERRATA",
    "REFUTED",
    "VERIFIED",
    "Claim",
    "Paper",
    "Verdict",
    "find_claims",
    "papers",
]


def papers() -> list[Paper]:
    """Return the five papers on pile games whose claims Sprague checks."""
    from sprague.papers import dynamic_nim, ferguson, lengyel, nim, sharing_nim

    return [ferguson.paper, sharing_nim.paper, dynamic_nim.paper, lengyel.paper, nim.paper]


def find_claims(wanted: str = "") -> list[Claim]:
    """Return all claims of the papers, the claims of one paper, or the claim with a given id."""
    claims = [claim for paper in papers() for claim in paper.claims]
    found = [claim for claim in claims if not wanted or claim.id == wanted or claim.id.startswith(f"{wanted}/")]
    if not found:
        raise SpragueError(f"unknown claim {wanted!r}; run 'sprague papers' to list all claims")
    return found
