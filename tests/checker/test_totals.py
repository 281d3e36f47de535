"""Totals of P-positions."""

from __future__ import annotations

import copy
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from sprague.checker import Budget, CheckerError, verify
from sprague.checker.totals import check_totals
from sprague.checker.trees import read_rule
from tests.checker.kind_samples import Certificate, changed, edit, verdict
from tests.snapshots import snapshot


def sharing(piles: int, kept: int, least: int = 1) -> Certificate:
    """The rule: keep some piles and share out their chips among all."""
    names, choices = [f"x{n}" for n in range(piles)], [f"y{n}" for n in range(piles)]
    equation = ["compare", ["+", *choices], "=", ["+", *names[:kept]] if kept > 1 else names[0]]
    moves = [{"to": [choices], "where": equation}]
    return {"piles": names, "least_pile": least, "moves": moves, "any_order": [names]}


#: Piles, how many are kept, misère play, and the totals of P-positions: preperiod, period, small, residues.
GAMES: dict[str, tuple[int, int, bool, tuple[int, int, list[int], list[int]]]] = {
    "keep one of two": (2, 1, False, (2, 2, [], [0])),
    "keep two of three": (3, 2, False, (3, 3, [], [0, 2])),
    "keep three of four": (4, 3, False, (4, 2, [], [0])),
    "keep two of four": (4, 2, False, (4, 4, [], [0, 1])),
    "keep two of three misère": (3, 2, True, (4, 2, [], [0])),
}


def certificate(name: str) -> Certificate:
    piles, kept, misere, (preperiod, period, small, residues) = GAMES[name]
    rule = sharing(piles, kept)
    return {
        "format": "sprague-certificate", "version": 2, "kind": "totals", "play": "misere" if misere else "normal",
        "rule": rule, "rank": {"terms": [["+", *rule["piles"]]]},
        "totals": {"preperiod": preperiod, "period": period, "small": small, "residues": residues},
    }  # fmt: skip


def totals_by_definition(data: Certificate, limit: int) -> set[int]:
    """The totals below a limit that P-positions have, if one move keeps the first piles and shares out their chips."""
    rule, misere = data["rule"], data["play"] == "misere"
    piles, least, sums = len(rule["piles"]), rule["least_pile"], rule["moves"][0]["where"][3]
    kept = len(sums) - 1 if isinstance(sums, list) else 1
    sized = combinations_with_replacement(range(least, limit), piles)
    positions = [position for position in sized if sum(position) < limit]

    @cache
    def reaches_p(total: int) -> bool:
        return any(is_p(position) for position in positions if sum(position) == total)

    @cache
    def is_p(position: tuple[int, ...]) -> bool:
        totals = {sum(some) for some in combinations(position, kept)}
        can_move = any(total >= piles * least for total in totals)
        return not any(map(reaches_p, totals)) if can_move else not misere

    return {sum(position) for position in positions if is_p(position)}


def listed(data: Certificate, limit: int) -> set[int]:
    totals = data["totals"]
    m, p = totals["preperiod"], totals["period"]
    return {n for n in range(limit) if (n in totals["small"] if n < m else n % p in totals["residues"])}


def evidence_verdict(data: Certificate) -> str:
    """The verdict about the totals alone; the proof that play ends takes longer."""
    try:
        check_totals(data["totals"], read_rule(data["rule"]), data["play"] == "misere", Budget(steps=1_000_000))
    except CheckerError as error:
        return type(error).__name__
    return "verified"


@pytest.mark.parametrize("name", GAMES)
def test_true_totals_are_verified(name: str) -> None:
    assert verdict(certificate(name)) == "verified"
    assert listed(certificate(name), 16) == totals_by_definition(certificate(name), 16)


def test_the_theorem_has_the_totals() -> None:
    snapshot(verify(certificate("keep two of four")).theorem)


@pytest.mark.parametrize("name", GAMES)
def test_other_totals_are_refused(name: str) -> None:
    preperiod, period, small, residues = GAMES[name][3]
    for residue in range(period):
        data = changed(certificate(name), edit("totals/residues", sorted({residue} ^ set(residues))))
        assert evidence_verdict(data) == "NotVerified"
    for total in range(preperiod):
        data = changed(certificate(name), edit("totals/small", sorted({total} ^ set(small))))
        assert evidence_verdict(data) == "NotVerified"
    for other in range(1, 9):
        totals = {"preperiod": preperiod, "period": other, "small": [], "residues": [r for r in residues if r < other]}
        data = certificate(name) | {"totals": totals}
        same = listed(data, 50) == listed(certificate(name), 50)
        assert evidence_verdict(data) == ("verified" if same else "NotVerified")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_set_in_other_words_is_verified(name: str) -> None:
    _, period, _, residues = GAMES[name][3]
    twice = {"period": 2 * period, "residues": [*residues, *(residue + period for residue in residues)]}
    data = certificate(name)
    assert evidence_verdict(data | {"totals": data["totals"] | twice}) == "verified"
    start = data["totals"]["preperiod"] + 3
    small = sorted(listed(data, start))
    assert evidence_verdict(data | {"totals": data["totals"] | {"preperiod": start, "small": small}}) == "verified"


@pytest.mark.parametrize("name", GAMES)
def test_another_rule_or_play_is_refused_unless_it_has_the_same_totals(name: str) -> None:
    piles, kept, misere, _ = GAMES[name]
    others = [sharing(piles, other) for other in range(1, piles) if other != kept] + [sharing(piles, kept, 2)]
    data = [certificate(name) | {"rule": rule} for rule in others]
    data.append(certificate(name) | {"play": "normal" if misere else "misere"})
    for one in data:
        if evidence_verdict(one) == "verified":
            assert listed(one, 16) == totals_by_definition(one, 16)
        else:
            assert evidence_verdict(one) == "NotVerified"
    assert evidence_verdict(data[-1]) == "NotVerified"


X, Y = ["x0", "x1", "x2"], ["y0", "y1", "y2"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("totals", 1),
        ("totals/period", 0),
        ("totals/residues", [9]),
        ("totals/small", [3]),
        ("totals/more", 1),
        ("rule/any_order", [["x0", "x1"]]),
        ("rule/any_order", []),
        ("rule/stop", ["compare", "x0", "=", 1]),
        ("rule/win", ["compare", "x0", "=", 1]),
        ("rule/positions", ["compare", "x0", ">=", 1]),
        ("rule/block", 1),
        ("rule/moves/0/where/2", "<="),
        ("rule/moves/0/where/3", ["+", "x0", ["*", 2, "x1"]]),
        ("rule/moves/0/where/3", ["+", "x0", "x1", 1]),
        ("rule/moves/0/where/3", ["-", "x0", "x1"]),
        ("rule/moves/0/where/3", ["+", "x0", "z"]),
        ("rule/moves/0/where/3", ["+", "x0", ["mod", "x1", 2]]),
        ("rule/moves/0/where/1", ["+", "y0", "y1"]),
        ("rule/moves/0/where/1", ["+", "y0", "y1", "y2", "y2"]),
        ("rule/moves/0/where", ["and", ["compare", ["+", *Y], "=", ["+", "x0", "x1"]], ["compare", "y0", "<=", "y1"]]),
        ("rule/moves/0/where", ["compare", ["+", *Y], "=", ["+", "x0", "x1"], ">=", "y0"]),
        ("rule/moves/0/to/0", ["y0", "y1", "x2"]),
        ("rule/moves/0/to/0", ["y0", "y1", "y1"]),
        ("rule/moves/0/to/0", ["y0", "y1", ["+", "y2", 1]]),
    ],
)  # fmt: skip
def test_totals_of_another_kind_are_refused(path: str, value: object) -> None:
    data = changed(certificate("keep two of three"), edit(path, value))
    assert verdict(data) in ("NotACertificate", "NotVerified")
    assert verdict(data) == "NotACertificate" or "rank" in _message(data)


def _message(data: Certificate) -> str:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - only the text matters
        verify(data)
    return str(raised.value)


@pytest.mark.parametrize(
    ("formula", "order", "expected"),
    [
        (["compare", ["mod", ["+", "x0", "x1"], 3], "=", 1], "every", "verified"),
        (["compare", ["mod", ["+", "x0", "x1"], 3], "=", 2], "every", "NotVerified"),
        (["compare", ["mod", ["+", "x0", "x1"], 3], "=", 1], "some", "NotVerified"),
    ],
)
def test_claims_about_totals(formula: Any, order: str, expected: str) -> None:
    """A position is P if no sum of two piles is in the set, which is that of 3, 5, 6, 8, 9, …; 2 is not in it."""
    data = certificate("keep two of three")
    either = ["or", formula, ["compare", ["+", "x0", "x1"], "=", 2]]
    assert verdict(data | {"claims": [{"formula": either, "order": order}]}) == expected


@pytest.mark.parametrize(
    "totals",
    [
        {"preperiod": 2**62, "period": 3, "small": [], "residues": [0]},
        {"preperiod": 3, "period": 2**62, "small": [], "residues": [0]},
        {"preperiod": 2000, "period": 2000, "small": [], "residues": []},
        {"preperiod": 2000, "period": 2000, "small": list(range(1, 2000, 7)), "residues": []},
    ],
)
def test_large_numbers_end_within_the_budget(totals: Certificate) -> None:
    data = copy.deepcopy(certificate("keep two of three")) | {"totals": totals}
    assert verdict(data, Budget(steps=200_000, seconds=None)) == "OutOfReach"


def test_many_piles_end_within_the_budget() -> None:
    data = certificate("keep two of three") | {"rule": sharing(16, 8)}
    data["rank"] = {"terms": [["+", *data["rule"]["piles"]]]}
    assert verdict(data, Budget(steps=200_000, seconds=None)) == "OutOfReach"
