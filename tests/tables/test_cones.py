"""Cones: move families that are cones of steps, and families that are not."""

from __future__ import annotations

import pytest

import sprague
from sprague.rules import parse
from sprague.tables.cones import Cone, find_cone
from sprague.tables.union_arrays import is_manageable
from tests.snapshots import snapshot
from tests.traversals import traversal_for

UNITS = ((1, 0), (0, 1))
CONES: list[tuple[str, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]] = [
    ("(a, b) -> (u, v) where u < a, v < b", ((1, 1),), UNITS),
    ("(a, b) -> (u, v) where u <= a, v <= b, u + v < a + b", UNITS, UNITS),
    ("(a, b) -> (a - k, b - l) where k >= 1, l >= 2, k + l >= 5", ((3, 2), (2, 3), (1, 4)), UNITS),
    ("(a, b) -> (a - k, b - l) where k >= 1, l >= 1, |k - l| < 2", ((1, 1), (2, 1), (1, 2)), ((1, 1),)),
    ("(a, b) -> (a - k, b - l) where 1 <= l, l <= k, k <= 2l", ((1, 1), (2, 1)), ((1, 1), (2, 1))),
    ("(a, b) -> (a - k, b + j) where 2j < k", ((1, 0),), ((1, 0), (2, -1))),
    ("(a, b) -> (a - k, b - 2k) where k >= 3", ((3, 6),), ((1, 2),)),
    ("(a, b) -> (u, v) where u < a, v < b piles >= 2", ((1, 1),), UNITS),
    ("(a, b) -> (u, v) where u < a, v < b stop when a = 3", ((1, 1),), UNITS),
    ("(a, b) -> (u, v) where u < a, v < b positions where a != b", ((1, 1),), UNITS),
    ("(a, b | t) -> (u, v | t - 2) where u < a, v < b", ((1, 1, 2),), ((1, 0, 0), (0, 1, 0))),
    ("(a, b) -> (a - 2, b - 1)", ((2, 1),), ()),
    ("(a, b) -> (a - k, b - 1) where 2 <= k, k <= 4", ((2, 1), (3, 1), (4, 1)), ()),
]


@pytest.mark.parametrize(("text", "firsts", "steps"), CONES)
def test_steps_are_first_steps_and_sums_of_others(
    text: str, firsts: tuple[tuple[int, ...], ...], steps: tuple[tuple[int, ...], ...]
) -> None:
    cone = find_cone(parse(text), 0)
    assert cone is not None
    assert (sorted(cone.firsts), sorted(cone.steps)) == (sorted(firsts), sorted(steps))


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, v) where u < a, v < b, u <= b",  # what is taken depends on the piles
        "(a, b) -> (a - k, b) where k >= 1, 2k <= a",
        "(a, b) -> (u, v) where u < a, v < b, a >= 3",
        "(a, b) -> (u, v) where u < a, v < b, u >= 2",
        "(a, b) -> (a - k, b - l) where k >= 1, l >= 1, k mod 2 = 0",
        "(a, b) -> (u, v) where u + v < a + b",  # a pile may grow or fall
        "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k",  # a rank that is no weighted sum
        "(a, b) -> (a - k, b - l) where k >= 1, l >= 1, 999k <= l",  # the steps that make all others up are large
        "(a) -> (u) + (v) where u < a, v < a",
        "(a, b) -> (a - 1, b + 1) ; (a + 1, b - 1) where a mod 3 = 2",  # play may not end
    ],
)
def test_other_moves_are_no_cones(text: str) -> None:
    assert find_cone(parse(text), 0) is None


def test_some_steps_may_keep_the_rank() -> None:
    cone = find_cone(parse("(a, b) -> (a - k, b + j) where j < k ; (a, b - 1)"), 0)
    assert cone == Cone(0, ((1, 0),), ((1, 0), (1, -1)), may_keep_rank=True)


def test_a_rule_that_names_a_constant_step_is_a_cone_of_one() -> None:
    assert find_cone(parse("(a, b) -> (a - 1, b) ; (a, b - 1)"), 1) == Cone(1, ((0, 1),), ())


@pytest.mark.parametrize(("game", "is_so"), [("exact-nim:piles=9", True), ("exact-nim:piles=12,least=6,most=6", False)])
def test_unions_are_used_if_moves_have_few_arrangements(game: str, is_so: bool) -> None:
    rule = sprague.game(game)
    cone = find_cone(rule, 0)
    assert cone is not None
    assert is_manageable(rule, cone) is is_so


def test_families_with_the_same_steps_share_their_unions() -> None:
    both = traversal_for(parse("(a, b, c) -> (u, v, c) where u < a, v < b ; (a - 2, v, c) where v < b any order"), 5)
    snapshot(both.describe())
    rule = "(a, b, c) -> (u, v, c) where u < a, v < b ; (a - k, b - l, c) where k >= 2, l >= 1 any order"
    assert (
        traversal_for(parse(rule), 5).memory() == traversal_for(parse(rule.split(" ; ")[0] + " any order"), 5).memory()
    )
