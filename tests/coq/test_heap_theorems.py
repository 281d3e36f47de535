"""Coq theorems about periods of heaps, and damaged files that Coq refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import sprague
from sprague.certificates.trees import write_rule
from sprague.coq.checking import check_statement, verify_by_coq
from sprague.coq.heap_theorems import LEAST
from sprague.coq.rule_terms import NotCovered
from sprague.coq.theorem_file import TheoremFile, theorem_file
from sprague.errors import NotVerified
from sprague.periods.period import Period
from sprague.rules import parse
from tests.coq.exported import to_coq
from tests.snapshots import refusal, snapshot


def certificate(game: str) -> dict[str, object]:
    found = sprague.find_period(game)
    assert isinstance(found, Period)
    return found.certificate()


@pytest.fixture(scope="module")
def kayles() -> TheoremFile:
    return theorem_file(certificate("0.77"))


def test_the_theorem_is_about_all_heaps_and_their_sums(kayles: TheoremFile) -> None:
    assert "    The code of the game is 0.77.\n" in kayles.text
    assert "Definition heap_value : N -> N := repeating values 71.\n" in kayles.text
    assert "grundy_value (heap_move game) heaps v <-> v = nim_sum (map heap_value heaps).\n" in kayles.text
    assert kayles.statement.theorems == ("grundy_values", "period", "least_period")


def test_coq_accepts_a_period(coq: Path) -> None:
    # From heaps of some size on only; into up to three heaps.
    assert verify_by_coq(certificate("(n) -> (n - 1) where n >= 3 ; (n - 2)"))
    snapshot(str(verify_by_coq(certificate("0.F"))))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("8; 2].\n", "8; 3].\n"),  # a wrong value
        ("   Breaking 2 1 0;\n", ""),  # another rule
        ("heaps_ok game values 71 155", "heaps_ok game values 71 150"),  # too few heaps looked at
        ("repeating values 71.", "repeating values 70."),  # a period that begins sooner
        ("nim_sum (map heap_value heaps).", "heap_value (total heaps)."),  # sums that are no nim-sums
    ],
)
def test_coq_refuses_what_is_damaged(right: str, wrong: str, kayles: TheoremFile, coq: Path) -> None:
    assert kayles.text.count(right) == 1
    with pytest.raises(NotVerified, match="Coq"):
        check_statement(kayles.text.replace(right, wrong), kayles.statement)


def test_a_period_that_is_not_least_is_stated_without_minimality(coq: Path) -> None:
    least = certificate("0.07")
    heaps = least["heaps"]
    assert isinstance(heaps, dict)
    preperiod, period, values = heaps["preperiod"], heaps["period"], heaps["values"]
    twice = {**heaps, "period": 2 * period, "values": [*values, *values[preperiod:]]}
    later = {**heaps, "preperiod": preperiod + 1, "values": [*values, values[preperiod]]}
    snapshot(str(verify_by_coq(least)))
    for changed in (twice, later):
        snapshot(str(verify_by_coq({**least, "heaps": changed})))
        file = theorem_file({**least, "heaps": changed})
        assert "least_period" not in file.statement.theorems
        # Nor does Coq accept it as the least.
        wrong = LEAST.format(preperiod=changed["preperiod"], period=changed["period"])
        text = file.text.replace("\n(** The theorems use", f"{wrong}\n(** The theorems use")
        with pytest.raises(NotVerified, match="least_per"):
            check_statement(text, file.statement)


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("0.8", None),
        ("0.77", "(n) -> (u) + (v) where u + v = n - 1, u < v"),
    ],
)
def test_what_is_not_covered_is_refused_with_the_reason(game: str, rule: str | None) -> None:
    changed = certificate(game) | ({"rule": write_rule(parse(rule))} if rule else {})
    refusal(lambda: to_coq(changed), NotCovered)
