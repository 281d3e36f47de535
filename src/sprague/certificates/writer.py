"""`write_certificate` builds the JSON object for a certificate of any kind.

`docs/certificate-format.md` defines the format. The writer need not be trusted, because the checker verifies its
output.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sprague.certificates.evidence import (
    FUNCTION,
    HEAPS,
    P_POSITIONS,
    QUOTIENT,
    SEVERAL,
    VALUES,
    WINDOW,
    WITHOUT_RANK,
)
from sprague.certificates.json_values import LONGEST_TEXT
from sprague.certificates.names import Names
from sprague.certificates.ranks import write_rank
from sprague.certificates.trees import AS_WRITTEN, names_of, write_formula, write_rule
from sprague.errors import SpragueError
from sprague.language.conditions import FALSE, Not, all_of
from sprague.language.statements import Order, Statement
from sprague.rules.breaking import require_breakings
from sprague.rules.labelled_moves import expand_moves
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Rank
from sprague.version import __version__

FORMAT, VERSION = "sprague-certificate", 2
CertificateData = dict[str, Any]  # type of a certificate, which is a JSON object


def write_certificate(
    rule: Ruleset,
    *,
    kind: str,
    misere: bool,
    evidence: Mapping[str, Any],
    rank: Rank | None = None,
    claims: Sequence[Statement] = (),
    quoted: str | None = None,
) -> CertificateData:
    """Return the certificate of a theorem about all positions of a rule, as a JSON object.

    Args:
        rule: The rule; its name is quoted as the name of the game.
        kind: One of `KINDS`.
        misere: Whether the theorem is about misère play.
        evidence: The evidence, with the keys that this kind requires.
        rank: The proof that play ends; None for heaps and quotients.
        claims: A formula for each proved set, or none.
        quoted: The claims as the user typed them.

    Returns:
        The certificate, a JSON object.

    Raises:
        SpragueError: If the rule or a claim has a part that no automaton can decide.

    For windows, heaps and quotients, the function derives the moves from the rule and adds them to the evidence.
    """
    tracks = [name for claim in claims for name in claim.names[len(rule.names) :]]
    names = names_of(rule, [claim.formula for claim in claims], kept=tracks)
    found: CertificateData = {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "rule": write_rule(rule, names),
        "play": "misere" if misere else "normal",
    }
    if kind not in WITHOUT_RANK:
        assert rank is not None
        found["rank"] = write_rank(rule, rank, names)
    if claims:
        found["claims"] = [write_claim(rule, claim, names, kind) for claim in claims]
    quotations = {"program": f"sprague {__version__}", "game": rule.name, "claims": quoted}
    found["quotations"] = {key: text for key, text in quotations.items() if text and len(text) <= LONGEST_TEXT}
    found |= evidence
    if kind == WINDOW:
        # Certificates of the kind 'window' do not support `positions where`, so omit this clause if it is always true.
        if not rule.is_restricted:
            found["rule"].pop("positions", None)
        found["window"] = {**found["window"], "steps": _write_steps(rule, names)}
    elif kind == HEAPS:
        found["heaps"] = {"moves": write_breakings(rule), **found["heaps"]}
    elif kind == QUOTIENT and (repeat := found["quotient"]["repeat"]) is not None:
        found["quotient"] = {**found["quotient"], "repeat": {**repeat, "moves": write_breakings(rule)}}
    return found


def write_claim(rule: Ruleset, claim: Statement, names: Names, kind: str) -> dict[str, Any]:
    """Return a claim as a JSON object of a certificate."""
    order = "written" if not rule.blocks else "every" if claim.order is Order.EVERY else "some"
    found: dict[str, Any] = {"formula": write_formula(claim.formula, names), "order": order}
    if kind == HEAPS:
        (about,) = claim.names[len(rule.names) :] or (P_POSITIONS,)
        found["about"] = about
    return found


def read_claims(rule: Ruleset, kind: str, text: str, track: str | None = None) -> list[Statement]:
    """Parse the text of a claim in a certificate; return its formula, or its formulas for the Grundy values.

    In a claim about the Grundy function, `track` is the additional name that its formula uses: `value` or `power`.
    """
    if kind == VALUES:
        return [Statement.read(rule, part) for part in text.split(SEVERAL)]
    if kind == HEAPS:
        return [Statement.read_claim(rule, text)]
    return [Statement.read(rule, text, *([track] if track else []))]


# Evidence


def automata_evidence(
    numeration: Sequence[int], automata: Sequence[Mapping[str, Any]], kind: str, track: str | None = None
) -> dict[str, Any]:
    """Return the JSON evidence of a certificate for a list of automata, each with transitions and accepting states."""
    digits = list(numeration)
    if kind == VALUES:
        return {"numeration": digits, "automata": list(automata)}
    (automaton,) = automata
    return {"numeration": digits, "automaton": automaton, **({"track": track} if kind == FUNCTION else {})}


def _write_steps(rule: Ruleset, names: Mapping[str, str] = AS_WRITTEN) -> list[dict[str, Any]]:
    """Return all moves of a rule as JSON objects for `window` evidence, each with a vector and a condition.

    >>> from sprague.rules import parse
    >>> _write_steps(parse("(a, b) -> (a - k, b) where 1 <= k <= 2, b even stop when a + b <= 1"))[1]["vector"]
    [-2, 0]

    The condition excludes positions at which `stop` or `win` holds, because no move is possible there.
    """
    labelled = expand_moves(rule)
    if labelled.vectors is None:
        raise SpragueError(
            f"{rule.label}: cannot write a certificate of the kind 'window'; each move must add fixed numbers to "
            "the piles"
        )
    over = [Not(part) for part in (rule.ast.stop, rule.ast.win) if part != FALSE]
    steps = []
    for vector, family in zip(labelled.vectors, labelled.families, strict=True):
        where = all_of([*family.where, *over])
        steps.append({"vector": list(vector), "where": write_formula(where, names)})
    return steps


def write_breakings(rule: Ruleset) -> list[dict[str, Any]]:
    """Return the moves of a taking-and-breaking rule as JSON objects for the evidence of a certificate.

    >>> from sprague.rules import parse
    >>> write_breakings(parse("(n) -> (n - 2)"))
    [{'taken': 2, 'parts': 0, 'distinct': False, 'heap': 0}, {'taken': 2, 'parts': 1, 'distinct': False, 'heap': 0}]
    """
    return [
        {"taken": move.taken, "parts": move.parts, "distinct": move.distinct, "heap": move.heap}
        for move in require_breakings(rule)
    ]
