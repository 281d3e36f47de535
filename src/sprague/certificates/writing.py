"""Writing certificates: the object of each kind, from a rule and the evidence of a proof.

`docs/certificate-format.md` defines the format. Nothing here is trusted: a checker reads what is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sprague.certificates.names import Names
from sprague.certificates.ranks import write_rank
from sprague.certificates.trees import names_of, write_formula, write_rule
from sprague.rules.ranks import Rank
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import POWER, VALUE, Order, Statement
from sprague.version import __version__

FORMAT, VERSION = "sprague-certificate", 2
P_POSITIONS, VALUES, FUNCTION = "p-positions", "grundy-values", "grundy-function"
TOTALS, WINDOW, HEAPS, QUOTIENT = "totals", "window", "heaps", "misere-quotient"
KINDS = (P_POSITIONS, VALUES, FUNCTION, TOTALS, WINDOW, HEAPS, QUOTIENT)
NO_RANK = (HEAPS, QUOTIENT)  # kinds whose moves leave smaller heaps, so that play ends
SEVERAL = " | "  # between the formulas of a quotation about several Grundy values

Certificate = dict[str, Any]


def write_certificate(
    rule: Ruleset,
    *,
    kind: str,
    misere: bool,
    evidence: Mapping[str, object],
    rank: Rank | None = None,
    claims: Sequence[Statement] = (),
    quoted: str | None = None,
) -> Certificate:
    """The certificate of a theorem about all positions of a rule.

    Args:
        rule: The rule, whose name is quoted as that of the game.
        kind: One of `KINDS`.
        misere: Whether misère play is meant.
        evidence: The keys that this kind has, and their values.
        rank: Why play ends; not for heaps and quotients.
        claims: A formula for each proved set, or none.
        quoted: The claims as they were typed.

    Returns:
        The certificate, a JSON object.

    Raises:
        SpragueError: If the rule or a claim has a part that no automaton can decide.
    """
    functions = [name for claim in claims for name in claim.names if name in (VALUE, POWER) and name not in rule.names]
    names = names_of(rule, [claim.formula for claim in claims], kept=functions)
    found: Certificate = {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "rule": write_rule(rule, names),
        "play": "misere" if misere else "normal",
    }
    if kind not in NO_RANK:
        assert rank is not None
        found["rank"] = write_rank(rule, rank, names)
    if claims:
        found["claims"] = [write_claim(rule, claim, names, kind) for claim in claims]
    quotations = {"program": f"sprague {__version__}", "game": rule.name, "claims": quoted}
    found["quotations"] = {key: text for key, text in quotations.items() if text}
    return found | dict(evidence)


def write_claim(rule: Ruleset, claim: Statement, names: Names, kind: str) -> dict[str, Any]:
    """The object of a claim."""
    order = "written" if not rule.blocks else "every" if claim.order is Order.EVERY else "some"
    found: dict[str, Any] = {"formula": write_formula(claim.formula, names), "order": order}
    if kind == HEAPS:
        own = set(claim.names) - set(rule.names)
        found["about"] = next((name for name in (VALUE, POWER) if name in own), P_POSITIONS)
    return found
