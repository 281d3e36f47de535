"""Totals of P-positions."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from sprague.checker import verify
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.rules import parse
from tests.checker.samples import (
    TOTALS,
    Certificate,
    edit,
    passes,
    totals_certificate,
)
from tests.oracle import Oracle


def totals_by_oracle(certificate: Certificate, limit: int) -> set[int]:
    """The totals below a limit that P-positions have."""
    rule = parse(certificate["rule"])
    oracle = Oracle(rule.options)
    return {
        sum(position)
        for position in combinations_with_replacement(range(rule.floor, limit), len(rule.piles))
        if sum(position) < limit and oracle.outcome(position, certificate["play"] == "misere") == "P"
    }


@pytest.mark.parametrize("name", TOTALS)
def test_totals_are_verified(name: str) -> None:
    certificate = totals_certificate(name)
    assert verify(certificate).kind == "totals"
    preperiod, period, small, residues = TOTALS[name][2]
    listed = {n for n in range(15) if (n in small if n < preperiod else n % period in residues)}
    assert listed == totals_by_oracle(certificate, 15)


@pytest.mark.parametrize("name", TOTALS)
def test_changed_totals_are_refused(name: str) -> None:
    preperiod, period, small, residues = TOTALS[name][2]
    for residue in range(period):
        changed = totals_certificate(name)
        changed["totals"]["residues"] = sorted({residue} ^ set(residues))
        assert not passes(changed)
    for total in range(preperiod):
        changed = totals_certificate(name)
        changed["totals"]["small"] = sorted({total} ^ set(small))
        assert not passes(changed)
    for other in range(1, 9):
        changed = totals_certificate(name)
        changed["totals"] |= {"period": other, "residues": [residue for residue in residues if residue < other]}
        assert passes(changed) == (other == period)
    changed = totals_certificate(name)
    changed["play"] = "normal" if TOTALS[name][1] else "misere"
    assert not passes(changed)


def test_what_totals_have_shown_is_said_in_sentences() -> None:
    assert str(verify(totals_certificate("keep two of four"))) == (
        "Verified for all positions of (a, b, c, d) -> (y1, y2, y3, y4) where y1 + y2 + y3 + y4 = a + b any order "
        "piles >= 1 in normal play: a position is P exactly if no move keeps a total listed (below 4: none; then those "
        "with residues modulo 4: 0, 1), and those are the totals of P-positions (210 positions looked at). Play ends, "
        "because a + b + c + d falls with every move."
    )


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("totals", 1, "expected totals, got 1"),
        ("totals/period", 0, "expected a period of at least 1, small totals below the preperiod and residues"),
        ("totals/residues", [9], "expected a period of at least 1, small totals below the preperiod and residues"),
        ("totals/residues", [0], "the total 5 is not listed, but a position with it is a P-position"),
        ("claim", "a = b", "is in the formula, but not in the set: 'a = b' is another claim"),
        ("totals/period", 10**6, "checking takes more than 5,000 positions; allow more with Limits(positions=…), or "),
        ("rule", "(a, b) -> (u, v) where u + v = a any order of a piles >= 1", "shares out any piles of a number anew"),
        ("rule", "(a, b) -> (u, v) where u + v < a piles >= 1", "expected a game that shares chips out in any way"),
        ("rule", "(a, b) -> (u, b) where u < a", "expected a game that shares chips out in any way"),
    ],
)  # fmt: skip
def test_totals_that_do_not_fit_are_refused(path: str, value: object, message: str) -> None:
    certificate = totals_certificate("keep two of four")
    if path == "rule":
        certificate["rank"] = {"terms": ["a + b"]}
    edit(path, value)(certificate)
    with pytest.raises(SpragueError) as raised:
        verify(certificate, Limits(positions=5_000))
    assert message in str(raised.value)
