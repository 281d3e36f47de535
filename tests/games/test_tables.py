"""Tables of every game of the catalogue agree with the definitions, for all kinds of values."""

from __future__ import annotations

import pytest

import sprague
from sprague import Ruleset
from sprague.tables.plan import Plan, make_plan
from sprague.tables.traversals.base import Traversal
from sprague.tables.traversals.differences import DifferenceTraversal
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.levels import LevelTraversal
from sprague.tables.traversals.rows import RowTraversal
from sprague.tables.traversals.sorted_order import ChipsTraversal, SortedTraversal
from sprague.tables.traversals.unions import UnionTraversal
from sprague.tables.traversals.unplanned import SearchTraversal
from tests.expected_tables import ASKED, Expected, positions_within
from tests.layers import sample
from tests.traversals import traversal_for


def square(x: int) -> int:
    return x * x


VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((game.name, {}) for game in sprague.catalogue()),
    ("nim", {"piles": 1}),
    ("nim", {"piles": 2}),
    ("nim", {"piles": 4}),
    ("moore-nim", {"piles": 2, "width": 1}),
    ("moore-nim", {"piles": 4, "width": 2}),
    ("rim", {"piles": 1, "base": 5}),
    ("rim", {"piles": 2, "base": 5}),
    ("rim", {"piles": 3, "base": 2}),
    ("trim", {"piles": 4}),
    ("empty-transfer", {"boxes": 2}),
    ("empty-transfer", {"boxes": 4}),
    ("empty-transfer", {"boxes": 5}),
    ("empty-all-but-one", {"boxes": 2}),
    ("empty-all-but-one", {"boxes": 4}),
    ("empty-redistribute", {"boxes": 2}),
    ("empty-redistribute", {"boxes": 4}),
    ("empty-redistribute", {"boxes": 5}),
    ("selective-empty-redistribute", {"boxes": 2}),
    ("selective-empty-redistribute", {"boxes": 4}),
    ("empty-some", {"boxes": 4, "empty": 3}),
    ("empty-some", {"boxes": 5, "empty": 2}),
    ("sharing-nim", {"piles": 2}),
    ("sharing-nim", {"piles": 4}),
    ("graph-nim", {"graph": "path2"}),
    ("graph-nim", {"graph": "path3", "rule": "entropy"}),
    ("graph-nim", {"graph": "cycle4", "rule": "sharing"}),
    ("graph-nim", {"graph": "star3", "rule": "sharing"}),
    ("one-bottle", {"piles": 2}),
    ("one-bottle", {"piles": 4}),
    ("dynamic-nim", {"piles": 1, "stop": 2, "limit": "2x-1"}),
    ("dynamic-nim", {"piles": 2, "stop": 3, "limit": "2x-1"}),
    ("dynamic-nim", {"piles": 2, "limit": "3"}),
    ("dynamic-nim", {"piles": 1, "limit": square}),
    ("dynamic-nim", {"piles": 2, "stop": 1, "limit": square}),
    ("subtraction-transfer", {"a": 3, "b": 1, "c": 2}),
    ("subtraction-transfer", {"a": 1, "b": 2, "c": (1, 3)}),
    ("subtraction-transfer", {"a": 2, "b": 3, "c": "1/2/3"}),
    ("vector-addition", {"vectors": [(-1, 2), (0, -3), (-2, 0), (-1, -1)]}),
    ("vector-addition", {"vectors": [(-1, 1, 0), (0, -1, 1), (0, 0, -1)]}),
    ("vector-addition", {"vectors": [(-1,), (-3,)]}),
    ("fulves-merger", {"boxes": 2}),
    ("fulves-merger", {"boxes": 3}),
]
#: How far to go, by the number of entries of a position: piles below this; so many chips above the least.
LIMITS = {1: 14, 2: 8, 3: 6, 4: 4, 5: 3}
CHIPS = {1: 14, 2: 10, 3: 8, 4: 6, 5: 6}


def label(variant: tuple[str, dict[str, object]]) -> str:
    name, parameters = variant
    return name + "".join(f"-{getattr(value, '__name__', value)}" for value in parameters.values())


@pytest.mark.parametrize("bound", ["limit", "chips"])
@pytest.mark.parametrize("variant", sample(((variant,) for variant in VARIANTS), 7), ids=label)
def test_tables_agree_with_the_definitions(variant: tuple[str, dict[str, object]], bound: str) -> None:
    name, parameters = variant
    rule = sprague.game(name, **parameters)
    entries = len(rule.names)
    limit = LIMITS[entries] + rule.floor if bound == "limit" else None
    chips = CHIPS[entries] + rule.floor * entries if bound == "chips" else None
    expected = Expected(rule)
    positions = list(positions_within(rule, limit, chips))
    assert len(positions) > 10
    for what, misere in ASKED:
        if misere and rule.win and what != "outcome":
            continue  # refused: tests/test_tabulate.py
        table = sprague.tabulate(rule, limit, chips=chips, what=what, misere=misere)
        assert sorted(table.positions()) == sorted(positions)
        assert dict(table.items()) == {p: expected.value(p, what, misere) for p in positions}, (what, misere)


#: The game, then how it is filled: Grundy values to a limit, to a number of chips; remoteness to a limit.
WAYS: list[tuple[str, type[Traversal], type[Traversal], type[Traversal]]] = [
    ("dynamic-nim", EnumeratedTraversal, EnumeratedTraversal, EnumeratedTraversal),
    ("empty-all-but-one", SortedTraversal, ChipsTraversal, SortedTraversal),
    ("empty-redistribute", LevelTraversal, ChipsTraversal, LevelTraversal),
    ("empty-some", LevelTraversal, ChipsTraversal, LevelTraversal),
    ("empty-transfer", SortedTraversal, LevelTraversal, SortedTraversal),
    ("exact-nim", UnionTraversal, UnionTraversal, UnionTraversal),
    ("fulves-merger", LevelTraversal, LevelTraversal, LevelTraversal),
    ("graph-nim", EnumeratedTraversal, EnumeratedTraversal, EnumeratedTraversal),
    ("moore-nim", UnionTraversal, UnionTraversal, UnionTraversal),
    ("nim", SortedTraversal, LevelTraversal, SortedTraversal),
    ("one-bottle", EnumeratedTraversal, EnumeratedTraversal, EnumeratedTraversal),
    ("rim", LevelTraversal, LevelTraversal, LevelTraversal),
    ("selective-empty-redistribute", LevelTraversal, ChipsTraversal, LevelTraversal),
    ("sharing-nim", DifferenceTraversal, LevelTraversal, LevelTraversal),
    ("subtraction-transfer", RowTraversal, UnionTraversal, UnionTraversal),
    ("trim", LevelTraversal, LevelTraversal, LevelTraversal),
    ("vector-addition", RowTraversal, UnionTraversal, UnionTraversal),
    ("wythoff", SortedTraversal, LevelTraversal, SortedTraversal),
]


def ways(rule: Ruleset) -> tuple[type[Traversal], ...]:
    asked = (
        traversal_for(rule, 6, values_only=True),
        traversal_for(rule, chips=8, values_only=True),
        traversal_for(rule, 6),
    )
    return tuple(type(traversal) for traversal in asked)


@pytest.mark.parametrize(("name", "to_limit", "to_chips", "lengths"), WAYS)
def test_each_game_is_filled_by_its_traversal(
    name: str, to_limit: type[Traversal], to_chips: type[Traversal], lengths: type[Traversal]
) -> None:
    assert ways(sprague.game(name)) == (to_limit, to_chips, lengths)


def test_a_game_with_a_python_function_is_searched() -> None:
    assert ways(sprague.game("dynamic-nim", limit=square)) == (SearchTraversal, SearchTraversal, SearchTraversal)


#: Families with shared accumulators; all others are enumerated. Losing one would only cost time, and go unseen.
SHARED: list[tuple[str, dict[str, object], int, int]] = [
    ("nim", {}, 1, 0),
    ("wythoff", {}, 2, 0),
    ("empty-transfer", {"boxes": 5}, 1, 0),
    ("empty-redistribute", {"boxes": 4}, 1, 0),
    ("selective-empty-redistribute", {"boxes": 4}, 3, 0),
    ("sharing-nim", {}, 1, 0),
    ("sharing-nim", {"piles": 5}, 1, 0),
    ("fulves-merger", {}, 1, 0),
    ("trim", {}, 1, 1),
    ("moore-nim", {}, 0, 1),
    ("one-bottle", {}, 0, 1),
    ("dynamic-nim", {}, 0, 1),
    ("graph-nim", {}, 0, 4),
    ("subtraction-transfer", {}, 0, 3),
]


@pytest.mark.parametrize(("name", "parameters", "shared", "enumerated"), SHARED)
def test_accumulators_are_shared_if_possible(
    name: str, parameters: dict[str, object], shared: int, enumerated: int
) -> None:
    plan = make_plan(sprague.game(name, **parameters), 6, None)
    assert isinstance(plan, Plan)
    assert (len(plan.fibres), len(plan.enumerated)) == (shared, enumerated)
