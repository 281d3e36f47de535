"""The head of a certificate: what every kind has, whoever writes it.

A certificate is a JSON object that says which rule and play it is about, why play ends, and by what evidence of its
kind. `sprague verify` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sprague.rules.ranks import Rank
from sprague.rules.ruleset import Ruleset
from sprague.version import __version__

#: What older certificates call a game that has no name.
UNNAMED = "this game"


def certificate_of(
    rule: Ruleset, misere: bool, rank: Rank, kind: str, evidence: Mapping[str, object], claim: str | None = None
) -> dict[str, object]:
    """A certificate with this evidence; `claim` is the formula that says the same, if there is one."""
    return {
        "certificate": "sprague",
        "version": 1,
        "made by": f"sprague {__version__}",
        "kind": kind,
        "game": rule.name or str(rule),
        "rule": str(rule),
        "play": "misere" if misere else "normal",
        "claim": claim,
        "rank": rank.certificate(),
        **evidence,
    }
