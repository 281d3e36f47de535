"""The five papers, re-run: every claim with a verdict computed now."""

from importlib import import_module

from sprague.errors import SpragueError
from sprague.games import PAPERS
from sprague.papers.claims import CONSISTENT, CORRECTED, REFUTED, VERIFIED, Claim, Paper, Verdict

__all__ = ["CONSISTENT", "CORRECTED", "REFUTED", "VERIFIED", "Claim", "Paper", "Verdict", "find_claims", "papers"]


def papers() -> list[Paper]:
    """The five papers with their claims."""
    found = []
    for name in PAPERS:
        module = import_module(f"sprague.papers.{name.replace('-', '_')}")
        paper: Paper = module.paper
        found.append(paper)
    return found


def find_claims(wanted: str = "") -> list[Claim]:
    """All claims, those of one paper, or the one with this id."""
    claims = [claim for paper in papers() for claim in paper.claims]
    found = [claim for claim in claims if not wanted or claim.id == wanted or claim.id.startswith(f"{wanted}/")]
    if not found:
        raise SpragueError(f"unknown claim {wanted!r}; sprague papers lists them")
    return found
