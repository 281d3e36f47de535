"""Plans of tables: the output of `--explain`, the selected traversal, and the data of the plan."""

from __future__ import annotations

import pytest

import sprague
from sprague.limits import MAXIMUM, Limits
from sprague.rules import Ruleset, parse
from sprague.tables.fibres import EnumeratedFamily, Fibre, find_fibre, options_precede_positions
from sprague.tables.regions import (
    closed_region,
    is_reflection_invariant,
    is_translation_invariant,
    keeps_group_maximum,
    requested_region,
)
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.base import Traversal
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.levels import LevelTraversal
from sprague.tables.traversals.rows import RowTraversal
from sprague.tables.traversals.sorted_order import ChipsTraversal, SortedTraversal
from sprague.tables.traversals.unions import UnionTraversal
from sprague.tables.traversals.unplanned import SearchTraversal
from tests.snapshots import snapshot
from tests.traversals import traversal_for

EXPLAINED: list[tuple[str, int | None, int | None, bool]] = [
    ("nim", 8, None, True),
    ("empty-redistribute", None, 9, True),
    ("sharing-nim", 8, None, True),
    ("cookies", 8, None, True),
    ("exact-nim:most=3", 8, None, False),
    ("(a, b) -> (a - k, b + j) where 2j < k ; (a, b - 1) ; (u, v) where 2u < a, v < b", 4, None, True),
    ("trim:piles=2", 8, None, True),
    ("(a) -> (a - 1) ; (a + 2) where a mod 2 = 1 stop when a > 9", 8, None, True),
]


@pytest.mark.parametrize(("game", "limit", "chips", "values_only"), EXPLAINED)
def test_a_plan_says_what_it_does_and_why(game: str, limit: int | None, chips: int | None, values_only: bool) -> None:
    snapshot(traversal_for(sprague.game(game), limit, chips, values_only).describe())


def test_a_plan_says_that_values_of_a_rank_come_before_their_unions() -> None:
    lines = traversal_for(parse("(a, b) -> (a - k, b + j) where j < k ; (a, b - 1)"), 5).describe().splitlines()
    snapshot("\n".join(lines[2:5]))


def test_two_families_that_share_accumulators_say_so() -> None:
    rule = parse("(a, b) -> (u, b) where u < a ; (a - k, b) where k >= 1 any order")
    snapshot(traversal_for(rule, 5).describe().splitlines()[-1])


SEARCHED: list[str] = [
    "(a, b) -> (a - 1, b + 1) ; (a + 1, b - 1) where a mod 3 = 2",
    "(a, b) -> (a - 1, b) ; (a + 1, b) where b > a",
    "(a, b) -> (a - 1, u) where u <= 2b",
]


@pytest.mark.parametrize("text", SEARCHED)
def test_a_rule_without_a_plan_is_searched_and_says_why(text: str) -> None:
    traversal = traversal_for(parse(text), 4)
    assert isinstance(traversal, SearchTraversal)
    snapshot(traversal.describe())


def test_a_python_function_is_searched_and_says_so() -> None:
    traversal = traversal_for(sprague.game("dynamic-nim", limit=lambda x: x * x), 4)
    snapshot(traversal.describe())


# The rule; the maps K and L of its first family; and whether any order of walking will do.
FIBRES: list[tuple[str, str, bool]] = [
    ("(a, b, c) -> (u, b, c) where u < a any order", "(b, c) = (b, c)", True),
    ("(a, b) -> (u, b) where u < a", "(b) = (b)", True),
    ("(a) -> (u) where u < a", "() = ()", True),
    (
        "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
        "(b, c) = (a + b, c)",
        True,
    ),
    ("(a, b) -> (a - k, b - k) where k >= 1", "(b - a) = (b - a)", True),
    (
        "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order",
        "(a + b) = (a + b)",
        False,
    ),
    (
        "(a, b) -> (a - k, b + k) where k >= 1, a <= b any order",
        "(a + b) = (a + b)",
        False,
    ),
]


@pytest.mark.parametrize(("text", "maps", "any_order"), FIBRES)
def test_what_a_move_remembers(text: str, maps: str, any_order: bool) -> None:
    rule = parse(text)
    fibre = find_fibre(rule, 0)
    assert isinstance(fibre, Fibre)
    assert " = ".join(fibre.maps(rule)) == maps
    snapshot(fibre.describe(rule))
    assert fibre.any_order is any_order


ENUMERATED: list[str] = [
    "(a) -> (a - 1)",
    "(a | t) -> (a - d | d) where 1 <= d <= t",
    "(a) -> (a - k) where k power of 2",
    "(a) -> (a - k) where k mod 2 = 1",
    "(a) -> (k) where k <= 3",
    "(a, b) -> (a - 1, b) where b = 2k",
    "(a, b) -> (a - 2k, b) where k >= 1",
    "(a) -> (a - k) where 1 <= k <= 3",
    "(a, b) -> (u, v) where u < a, v <= a + b ; (a, v) where v < b",
]


@pytest.mark.parametrize("text", ENUMERATED)
def test_why_a_family_is_enumerated(text: str) -> None:
    found = find_fibre(parse(text), 0)
    assert isinstance(found, EnumeratedFamily)
    assert found == EnumeratedFamily(0, found.reason)
    snapshot(found.reason)


# The rule; whether no pile outgrows the largest, whether adding a chip everywhere changes nothing, turning it over too.
SHAPES: list[tuple[str, bool, bool, bool]] = [
    ("nim", True, False, False),
    ("sharing-nim", True, True, True),
    ("sharing-nim:piles=4", True, True, True),
    ("one-bottle", True, True, True),
    ("empty-transfer", True, False, False),
    ("empty-redistribute", False, False, False),
    ("fulves-merger", False, False, False),
    ("cookies", False, False, False),
    ("(a, b) -> (a - k, b) where k >= 1, b <= a - k any order", True, True, False),
    ("(a, b) -> (a - k, b) where k >= 1, b <= a any order", True, False, False),
    ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order stop when a + b <= 1", True, False, False),
    ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k, k mod 2 = 1 any order", True, False, False),
    ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k", True, True, False),
    ("(a, b) -> (a - k, b + k) where 1 <= k <= 2b, b + k <= a - k any order", True, False, False),
]


@pytest.mark.parametrize(("game", "outgrows_never", "adding", "turning"), SHAPES)
def test_what_the_rule_shows_about_itself(game: str, outgrows_never: bool, adding: bool, turning: bool) -> None:
    rule = sprague.game(game)
    assert keeps_group_maximum(rule, rule.piles) is outgrows_never
    assert is_translation_invariant(rule) is adding
    assert is_reflection_invariant(rule) is turning


SORTS_FIRST: list[tuple[str, bool]] = [
    ("nim", True),
    ("wythoff", True),
    ("empty-transfer", True),
    ("empty-all-but-one", True),
    ("empty-redistribute", False),
    ("fulves-merger", False),
    ("(a, b) -> (u, v) where u < a, v < a any order", True),
    ("(a, b) -> (u, v) where u < a, v <= a any order", False),
]


@pytest.mark.parametrize(("game", "sorts"), SORTS_FIRST)
def test_whether_options_sort_before_their_position(game: str, sorts: bool) -> None:
    assert options_precede_positions(sprague.game(game)) is sorts


NIM_WITH_A_PASS = "(a, b | p) -> (u, b | p) where u < a ; (a, b | p - 1) where a + b >= 1 any order of a, b"

# The rule, the bound and the number of positions.
REGIONS: list[tuple[str, int | None, int | None, int]] = [
    ("nim:piles=2", 4, None, 10),
    ("nim:piles=2", None, 4, 9),
    ("empty-redistribute", 4, None, 11),
    ("fulves-merger:boxes=2", 4, None, 16),
    ("cookies", 3, None, 12),
    ("graph-nim", 3, None, 27),
    ("vector-addition", None, 3, 10),
    # What `positions where` bounds need not go as far as the piles do; nor need piles beside a remembered number.
    (f"{NIM_WITH_A_PASS} positions where p <= 1", 8, None, 72),
    (f"{NIM_WITH_A_PASS} positions where p <= 1", None, 8, 50),
    (f"{NIM_WITH_A_PASS} positions where p <= 1 or p + a + b <= 2", 8, None, 73),
    ("(a | p) -> (a - 1 | p + 2) positions where p <= 5", 4, None, 22),
    ("(a | p) -> (a - 1 | p) ; (a | p - 1) positions where a >= 9", 8, None, 0),
]


@pytest.mark.parametrize(("game", "limit", "chips", "count"), REGIONS)
def test_the_region_is_closed_and_says_why(game: str, limit: int | None, chips: int | None, count: int) -> None:
    rule = sprague.game(game)
    requested = requested_region(rule, limit, chips, reduced=False)
    region = closed_region(rule, requested, limit, chips, MAXIMUM)
    assert region is not None
    snapshot(region.reason)
    positions = {tuple(map(int, row)) for row in region.positions(rule)}
    assert len(positions) == count
    for position in positions:
        assert set(rule.options(position)) <= positions


WAYS: list[tuple[str, int | None, int | None, bool, type[Traversal]]] = [
    ("(a, b) -> (a - 1, b + 2) ; (a, b - 3)", 5, None, True, RowTraversal),
    ("(a, b) -> (a - 1, b + 2) ; (a, b - 3)", 5, None, False, UnionTraversal),
    ("(a, b) -> (a - 1, b + 2) ; (a, b - 3)", None, 5, True, UnionTraversal),
    ("(a, b) -> (a + 1, b - 2) ; (a - 1, b)", 5, None, True, UnionTraversal),
    ("(a, b) -> (a - 1, b) ; (a, b - 3) any order", 5, None, True, UnionTraversal),
    ("(a, b) -> (a - 1, b) ; (a, b - 3) piles >= 1", 5, None, True, UnionTraversal),
    ("(a, b) -> (a - 1, b) ; (a, b - 3) stop when a + b <= 2", 5, None, True, UnionTraversal),
    ("(a, b) -> (a - 1, b) where b >= 2 ; (a, b - 3)", 5, None, True, EnumeratedTraversal),
    ("(a, b) -> (u, b) where u < a any order", 5, None, True, SortedTraversal),
    ("(a, b) -> (u, b) where u < a any order stop when a + b <= 2", 5, None, True, LevelTraversal),
    ("(a, b) -> (u, b) where u < a any order win when a + b = 2", 5, None, True, LevelTraversal),
    ("(a, b) -> (u, b) where u < a ; (a - 1, b - 1) any order", 5, None, True, LevelTraversal),
    ("(a, b) -> (u, b) where u < a ; (u, v) where u < a, v < b any order", 5, None, True, UnionTraversal),
    ("(a, b) -> (u, v) where u < a, v < b ; (u, b) where 2u < a any order", 5, None, True, UnionTraversal),
    ("(a, b) -> (u, v) where u < a, v < b ; (u, v) where u + v = a - 1 any order", 5, None, True, LevelTraversal),
    ("(a, b) -> (u, v) where u + v = a + b - 1 any order", None, 5, True, ChipsTraversal),
    ("(a, b) -> (u, v) where u + v < a + b any order", None, 5, True, LevelTraversal),
]


@pytest.mark.parametrize(("text", "limit", "chips", "values_only", "way"), WAYS)
def test_the_way_follows_from_the_rule(
    text: str, limit: int | None, chips: int | None, values_only: bool, way: type[Traversal]
) -> None:
    assert type(traversal_for(parse(text), limit, chips, values_only)) is way


def test_a_rule_without_moves_has_a_table_all_the_same() -> None:
    assert sprague.tabulate(Ruleset.adding("xy", []), limit=3).to_array().tolist() == [[0] * 3] * 3


def test_options_are_enumerated_where_running_unions_take_too_much_memory() -> None:
    request = Request(sprague.game("moore-nim:piles=5,width=2"), 5)
    unions = select_traversal(request)
    assert isinstance(unions, UnionTraversal)
    enumerated = select_traversal(request, Limits(memory=unions.memory() - 1))
    assert isinstance(enumerated, EnumeratedTraversal)
    assert enumerated.memory() < unions.memory()
