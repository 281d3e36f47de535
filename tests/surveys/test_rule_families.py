"""The family of small rules: play ends, the games differ, and discovered theorems are true."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.proofs.proof import Proof
from sprague.rules import parse
from sprague.surveys import measures as discovery_measure
from sprague.surveys.rule_families import small_rules
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.oracle import Oracle
from tests.snapshots import refused


@pytest.mark.slow
def test_small_rules_are_games_that_end_and_differ() -> None:
    rules = small_rules()
    assert len(rules) == 362
    assert rules == tuple(dict.fromkeys(rules))
    for text in rules[::20]:
        assert parse(text).rank is not None, text
    same = [
        "(a, b) -> (a - k, b - k) where k >= 1 ; (a - k, b) where k >= 1 any order",
        "(a, b) -> (a - k, b) where k >= 1 any order",
    ]
    assert set(same) <= set(rules)
    # Guards that say nothing new: a move that takes from both piles alike leaves the larger one larger.
    assert "(a, b) -> (a - k, b - k) where k >= 1, a - k >= b - k any order" not in rules


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 7, 13, 41, 130, 320])
def test_what_is_discovered_of_a_small_rule_is_so(number: int) -> None:
    rule = parse(small_rules()[number])
    proof = discover(rule, budget=discovery_measure.LIMITS)
    if not isinstance(proof, Proof):
        pytest.fail(f"undecided: {rule}")
    oracle = Oracle(rule.options)
    high = 14 if len(rule.piles) == 2 else 7
    for position in combinations_with_replacement(range(high), len(rule.piles)):
        assert (position in proof) == (oracle.outcome(position) == "P"), position


@pytest.mark.slow
def test_small_rules_are_surveyed_by_number(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(Survey.of("small-rules", "number=0..1", "discover-quickly"), path) == 2
    assert query_survey(path, "select number, status, rule from rows order by row")[1] == [
        (number, "proved", small_rules()[number]) for number in range(2)
    ]
    for over, shown in [("number=362", "{'number': 362}"), ("a=1", "{'a': 1}")]:
        with refused(SpragueError) as error:
            Survey.of("small-rules", over, "discover")
        assert str(error.value).endswith(shown)
