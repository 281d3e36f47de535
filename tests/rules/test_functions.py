"""Python functions in rules: called, copied, and pickled by their names."""

from __future__ import annotations

import copy
import pickle

import sprague
from sprague.errors import SpragueError
from tests.snapshots import refused


def doubled(chips: int) -> int:
    return 2 * chips


def test_a_rule_with_a_function_of_a_module_is_pickled() -> None:
    rule = sprague.game("dynamic-nim", piles=2, limit=doubled)
    again = pickle.loads(pickle.dumps(rule))
    assert again == rule
    assert again.options((3, 3, 1)) == rule.options((3, 3, 1))


def test_a_rule_with_a_function_of_no_name_says_why_it_cannot_be_pickled() -> None:
    rule = sprague.game("dynamic-nim", piles=2, limit=lambda chips: 2 * chips)
    with refused(SpragueError):
        pickle.dumps(rule)
    assert copy.deepcopy(rule) == rule
