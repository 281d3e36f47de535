"""Filling tables: caps, growing bit sets, large rows, threads, positions beyond the bound, and refused requests."""

from __future__ import annotations

from itertools import combinations_with_replacement
from operator import xor
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import Ruleset, SpragueError, Table, jit, tabulate
from sprague.errors import CycleError, OutOfReach
from sprague.limits import Limits
from sprague.rules import parse
from sprague.tables import batching, plan
from sprague.tables.fibre_arrays import Accumulators
from sprague.tables.request import Request
from sprague.tables.traversals import differences as lines
from sprague.tables.traversals import levels
from sprague.tables.traversals.differences import DifferenceTraversal
from sprague.tables.traversals.levels import LevelTraversal
from tests.expected_tables import ASKED, Expected, positions_within
from tests.oracle import Oracle, Position
from tests.snapshots import refused
from tests.traversals import traversal_for

COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"


def in_pieces_of(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give kernels a fixed amount of work at a time, however fast they are."""
    monkeypatch.setattr(batching.BatchSizer, "__init__", lambda self, first=1: setattr(self, "size", size))
    monkeypatch.setattr(batching, "MAX_SIZE", size)


def values(table: Table) -> dict[Position, object]:
    return dict(table.items())


# Caps


@pytest.mark.parametrize("cap", [1, 2, 3, 7, 64, 65, 200])
@pytest.mark.parametrize(
    ("game", "bound"),
    [
        ("nim", {"limit": 8}),
        ("nim", {"chips": 12}),
        ("wythoff", {"limit": 9}),
        ("trim", {"limit": 6}),
        ("sharing-nim", {"limit": 14}),
        ("sharing-nim", {"chips": 20}),
        ("cookies", {"limit": 9}),
        ("empty-redistribute", {"chips": 14}),
        ("graph-nim", {"limit": 5}),
        ("dynamic-nim", {"limit": 5}),
        ("(a, b) -> (a - 1, u) where u <= 2b ; (a, u) where u < b", {"limit": 4}),
    ],
)
def test_a_cap_cuts_off_larger_values_and_changes_no_smaller_one(game: str, bound: dict[str, Any], cap: int) -> None:
    whole = values(tabulate(game, **bound))
    capped = tabulate(game, **bound, cap=cap)
    assert capped.cap == cap
    assert values(capped) == {position: min(int(str(value)), cap) for position, value in whole.items()}


# Bit sets that grow


def test_values_may_pass_64_and_128() -> None:
    one = tabulate("nim:piles=1", limit=140)
    assert [one[n] for n in range(140)] == list(range(140))
    two = tabulate("nim:piles=2", limit=140)
    assert values(two) == {(a, b): xor(a, b) for a, b in combinations_with_replacement(range(140), 2)}
    assert max(xor(a, b) for a in range(140) for b in range(140)) > 128


@pytest.mark.parametrize(("cap", "most"), [(None, 255), (64, 64), (100, 100), (128, 128), (129, 129)])
def test_growing_and_capped_bit_sets_agree_on_levels(cap: int | None, most: int) -> None:
    """Chips bound the table of Nim by levels, with accumulators; the enumerated move changes no value."""
    for game in ("nim:piles=2", "(a, b) -> (u, b) where u < a ; (a - 1, b) any order"):
        table = tabulate(game, chips=150, cap=cap)
        for a in range(0, 76, 5):
            assert [table[a, b] for b in range(150 - a)] == [min(a ^ b, most) for b in range(150 - a)]


def nearer(position: Position) -> set[Position]:
    """Sharing Nim: two of the three piles come nearer to each other; all piles are counted from the least."""
    low, middle, high = position
    found: set[Position] = set()
    for still, small, large in ((low, middle, high), (middle, low, high), (high, low, middle)):
        for moved in range(1, (large - small) // 2 + 1):
            piles = sorted((still, small + moved, large - moved))
            found.add((0, piles[1] - piles[0], piles[2] - piles[0]))
    return found


def test_sharing_nim_beyond_one_word() -> None:
    limit = 110
    oracle = Oracle(nearer)
    # From the most level positions on, so that the oracle's recursion stays shallow.
    pairs = sorted(
        combinations_with_replacement(range(limit), 2), key=lambda p: p[0] ** 2 + p[1] ** 2 + (p[1] - p[0]) ** 2
    )
    expected = {pair: oracle.grundy((0, *pair)) for pair in pairs}
    assert max(expected.values()) > 64
    table = tabulate("sharing-nim", limit)
    assert {(a, b): table[0, a, b] for a, b in pairs} == expected
    by_levels = tabulate("sharing-nim", chips=limit)
    assert all(by_levels[0, a, b] == expected[a, b] for a, b in pairs if a + b <= limit)


def test_sharing_nim_with_and_without_a_cap() -> None:
    whole = tabulate("sharing-nim", 110).arrays()[1].astype(int)
    assert whole.max() == 73
    for cap in (64, 65):  # around the 64 bits of a word
        assert (np.minimum(whole, cap) == tabulate("sharing-nim", 110, cap=cap).arrays()[1]).all()


# Reduced tables

LABELLED: list[tuple[str, str]] = [
    ("nim:piles=2", "(a, b) -> (u, b) where u < a ; (a, u) where u < b"),
    ("nim", "(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c"),
    ("wythoff", "(a, b) -> (u, b) where u < a ; (a, u) where u < b ; (a - k, b - k) where k >= 1"),
    (
        "empty-transfer:boxes=2",
        "(a, b) -> (u, v) where u + v = a ; (u, v) where u + v = b piles >= 1",
    ),
    (
        "sharing-nim:piles=2",
        "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k ; (a + k, b - k) where k >= 1, a + k <= b - k",
    ),
    ("sharing-nim", "graph-nim:graph=complete3"),
    (
        "trim:piles=2",
        "(a, b) -> (a - x, b) where x >= 1 ; (a, b - x) where x >= 1 ; (a - x, b - y) where x >= 1, "
        "2y > x, y power of 3 ; (a - y, b - x) where x >= 1, 2y > x, y power of 3",
    ),
]


@pytest.mark.parametrize(("game", "labelled"), LABELLED)
def test_sorted_positions_have_the_values_of_all_their_orders(game: str, labelled: str) -> None:
    limit = 6
    for what, misere in ASKED:
        table = tabulate(game, limit, what=what, misere=misere)
        plain = tabulate(labelled, limit, what=what, misere=misere)
        assert not plain.game.blocks
        assert (table.to_array() == plain.to_array()).all(), (what, misere)


def without_differences(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "is_translation_invariant", lambda rule: False)


@pytest.mark.parametrize("game", ["one-bottle:piles=2", "one-bottle", "sharing-nim", "sharing-nim:piles=4"])
@pytest.mark.parametrize(("what", "misere"), ASKED)
def test_differences_have_the_values_of_all_their_positions(
    game: str, what: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = sprague.game(game)
    limit = {2: 14, 3: 9, 4: 6}[len(rule.piles)]
    reduced = tabulate(rule, limit, what=what, misere=misere)  # type: ignore[call-overload]
    assert reduced.is_of_differences
    without_differences(monkeypatch)
    whole = tabulate(rule, limit, what=what, misere=misere)  # type: ignore[call-overload]
    assert not whole.is_of_differences
    assert values(reduced) == values(whole)


@pytest.mark.parametrize("cap", [None, 1, 5, 70])
def test_lines_and_levels_agree(cap: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = sprague.game("sharing-nim")
    assert isinstance(traversal_for(rule, 70, values_only=True), DifferenceTraversal)
    by_lines = tabulate(rule, 70, cap=cap), tabulate(rule, 70, what="outcome")
    monkeypatch.setattr(lines, "find_lines", lambda plan: ())
    assert isinstance(traversal_for(rule, 70, values_only=True), LevelTraversal)
    assert by_lines == (tabulate(rule, 70, cap=cap), tabulate(rule, 70, what="outcome"))


def test_half_a_column_says_the_other_half(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = sprague.game("sharing-nim")
    mirrored = tabulate(rule, 60)
    monkeypatch.setattr(lines, "is_reflection_invariant", lambda rule: False)
    traversal = traversal_for(rule, 60, values_only=True)
    assert isinstance(traversal, DifferenceTraversal)
    assert not traversal.mirrored
    assert tabulate(rule, 60) == mirrored


# Rows


@pytest.mark.parametrize("cap", [None, 1, 6, 255, 256])
def test_rows_are_rows_of_the_table(cap: int | None) -> None:
    table = tabulate("sharing-nim", 60, cap=cap)
    chosen = [0, 7, 3, 59, 31]
    found = sprague.rows("sharing-nim", chosen, 60, cap=cap)
    assert found.tolist() == [[table[0, a, n] for n in range(60)] for a in chosen]


def test_rows_of_small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    in_pieces_of(3, monkeypatch)
    table = tabulate("sharing-nim", 40)
    assert sprague.rows("sharing-nim", range(40), 40).tolist() == [
        [table[0, a, n] for n in range(40)] for a in range(40)
    ]


def test_no_rows() -> None:
    assert sprague.rows("sharing-nim", [], 9).shape == (0, 9)


ROW_ERRORS: list[tuple[str, list[int], int]] = [
    ("nim", [0], 8),
    ("sharing-nim:piles=4", [0], 8),
    ("one-bottle", [0], 8),
    ("sharing-nim", [0, 8], 8),
    ("sharing-nim", [-1], 8),
    ("sharing-nim", [0], 0),
]


@pytest.mark.parametrize(("game", "chosen", "limit"), ROW_ERRORS)
def test_rows_that_cannot_be_had(game: str, chosen: list[int], limit: int) -> None:
    with refused(SpragueError):
        sprague.rows(game, chosen, limit)


# Positions beyond the bound


@pytest.mark.parametrize(
    "game",
    [
        "cookies",
        "vector-addition:vectors=(-1,5)/(0,-2)/(-2,-1)",
        "vector-addition:vectors=(-1,3,0)/(0,-1,2)/(0,0,-2)",
        "empty-redistribute",
        "selective-empty-redistribute",
        "fulves-merger:boxes=2",
        "fulves-merger:boxes=3",
        "(a, b) -> (a - k, b + 2k) where k >= 1 ; (a, v) where v + 2 < b",
        "(a, b) -> (u, v) where u + v = a + b - 1 any order",
    ],
)
def test_moves_may_leave_the_bound(game: str) -> None:
    rule = sprague.game(game)
    limit = 5
    inside = set(positions_within(rule, limit))
    assert any(option not in inside for position in inside for option in rule.options(position))
    expected = Expected(rule)
    for what, misere in ASKED[: 3 if rule.win else None]:
        table = tabulate(rule, limit, what=what, misere=misere)
        assert values(table) == {p: expected.value(p, what, misere) for p in inside}


# Threads


@pytest.mark.slow
@pytest.mark.parametrize("worth", [1, 3])
@pytest.mark.parametrize("chunk", [7, 4])
@pytest.mark.parametrize(
    "game", ["(a, b) -> (u, v) where u + v < a any order", "trim", "sharing-nim:piles=4", "graph-nim"]
)
def test_threads_change_nothing(game: str, worth: int, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ASKED if worth == 1 else ASKED[:1]
    plain = [tabulate(game, 6, what=what, misere=misere) for what, misere in asked]
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr(levels, "WORTH_THREADS", worth)
    in_pieces_of(chunk, monkeypatch)
    assert [tabulate(game, 6, what=what, misere=misere) for what, misere in asked] == plain


@pytest.mark.slow
def test_threads_and_bit_sets_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tabulate("nim:piles=2", chips=150)
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr(levels, "WORTH_THREADS", 10)
    in_pieces_of(20, monkeypatch)
    assert tabulate("nim:piles=2", chips=150) == plain


@pytest.mark.parametrize("game", ["nim", "empty-transfer", "sharing-nim", "cookies", "trim"])
def test_small_steps_change_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tabulate(game, 12), tabulate(game, chips=20)
    in_pieces_of(1, monkeypatch)
    assert (tabulate(game, 12), tabulate(game, chips=20)) == plain


# Progress


PROGRESS: list[tuple[Ruleset, dict[str, int]]] = [
    (sprague.game("nim"), {"limit": 9}),
    (sprague.game("empty-redistribute"), {"chips": 16}),
    (sprague.game("trim"), {"limit": 6}),
    (sprague.game("sharing-nim"), {"limit": 60}),
    (sprague.game("cookies"), {"limit": 9}),
    (sprague.game("dynamic-nim", limit=lambda x: x * x), {"limit": 5}),
]


@pytest.mark.parametrize(("rule", "bound"), PROGRESS, ids=str)
def test_progress_rises_to_the_end(rule: Ruleset, bound: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    in_pieces_of(1, monkeypatch)
    done: list[float] = []
    tabulate(rule, **bound, progress=lambda progress: done.append(float(progress)))
    assert len(done) > 3
    assert done == sorted(done)
    assert done[0] >= 0.0
    assert 0.9 <= done[-1] <= 1.0


# What is refused

CHECKS: list[tuple[str, dict[str, object]]] = [
    ("nim", {"limit": 4, "what": "nimber"}),
    ("nim", {}),
    ("nim", {"limit": 4, "chips": 4}),
    ("nim", {"limit": 0}),
    ("nim", {"limit": -3}),
    ("empty-transfer", {"limit": 1}),
    ("nim", {"chips": -1}),
    ("empty-transfer", {"chips": 2}),
    ("nim", {"limit": 4, "cap": 0}),
    ("nim", {"limit": 4, "cap": 9, "what": "remoteness"}),
    ("nim", {"limit": 4, "misere": True}),
    ("fulves-merger", {"limit": 4, "misere": True, "what": "suspense"}),
]


@pytest.mark.parametrize(("game", "arguments"), CHECKS)
def test_what_makes_no_table(game: str, arguments: dict[str, Any]) -> None:
    with refused(SpragueError):
        tabulate(game, **arguments)


@pytest.mark.parametrize(("game", "least"), [("nim", 1), ("empty-transfer", 2)])
def test_the_smallest_tables(game: str, least: int) -> None:
    corner = (least - 1,) * 3
    assert values(tabulate(game, least)) == values(tabulate(game, chips=3 * (least - 1))) == {corner: 0}
    assert values(tabulate(game, least, what="outcome", misere=True)) == {corner: "N"}


TOO_LARGE: list[tuple[str, dict[str, object]]] = [
    ("nim", {"limit": 2000, "budget": Limits(memory=10**9)}),
    ("nim:piles=6", {"limit": 10**5, "budget": Limits(memory=10**9)}),
    ("nim", {"limit": 1400, "budget": Limits(memory=10**9)}),
    ("nim", {"chips": 10**6, "budget": Limits(memory=10**9)}),
    ("cookies", {"limit": 10**5, "budget": Limits(memory=10**9)}),
    ("sharing-nim", {"limit": 10**5, "budget": Limits(memory=10**9)}),
]


@pytest.mark.parametrize(("game", "arguments"), TOO_LARGE)
def test_what_does_not_fit_is_refused_before_it_is_begun(
    game: str, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Accumulators, "__init__", None)  # nothing may get this far
    with refused(OutOfReach):
        tabulate(game, **arguments)


def test_bit_sets_that_outgrow_the_memory() -> None:
    shared = Accumulators(Request(sprague.game("nim"), 10), 1000, 16_000)
    shared.totals[:] = 1
    shared.grow()
    assert (shared.totals == [[1, 0]] * 1000).all()
    with refused(OutOfReach):
        shared.grow()


@pytest.mark.parametrize("game", ["nim:piles=1", "nim", "sharing-nim", "cookies", "trim"])
def test_a_table_that_just_does_not_fit(game: str) -> None:
    needed = traversal_for(sprague.game(game), 20, values_only=True).memory()
    assert 0 < needed < 10**6
    with refused(OutOfReach):
        tabulate(game, 20, budget=Limits(memory=needed - 1))


def test_too_many_rows() -> None:
    with refused(OutOfReach):
        sprague.rows("sharing-nim", range(1000), 1000, budget=Limits(memory=1_900_000))


@pytest.mark.parametrize(
    "text",
    [
        "(a) -> (a)",
        "(a, b) -> (a - 1, b + 1) ; (a + 1, b - 1)",
    ],
)
def test_play_that_goes_on_for_ever_is_refused(text: str) -> None:
    with refused(CycleError):
        tabulate(parse(text), 4)


def test_a_search_that_reaches_too_far_is_refused() -> None:
    with refused(OutOfReach):
        tabulate("(a, b) -> (a - 1, u) where u <= 2b", 9, budget=Limits(positions=100))


@pytest.mark.parametrize(
    "text",
    [
        "(a, b | t) -> (a - k, b | t + k) where k >= 1 any order",
        "(a, b, c) -> (a - k, b, c + k) where k >= 1 any order of a, b",
        "(a, b, c) -> (u, b, c) where u < a any order of a, b",
        "(a, b, c, d) -> (u, b, c, d) where u < a any order of a, b, c",
        "(a, b, c) -> (a - 1, b, c) where b <= a - 1 ; (a - k, b + k, c) where k >= 1, b + k <= a - k any order",
        # Down to 1, not to 0; and k - a is not a pile moved along a line.
        "(a, b) -> (k - a, b) where a < k < 2a ; (a - k, b + k) where k >= 1, b + k <= a - k any order",
    ],
)
def test_order_and_differences_are_taken_only_where_they_hold(text: str) -> None:
    game = sprague.game(text)
    table = sprague.tabulate(game, limit=4)
    oracle = Oracle(game.options, game.is_won)
    assert [table[position] for position in table.positions()] == [oracle.grundy(p) for p in table.positions()]


def test_a_cap_above_all_values_changes_nothing() -> None:
    assert (
        sprague.tabulate("cookies", 8, cap=300).to_array().tolist()
        == sprague.tabulate("cookies", 8).to_array().tolist()
    )
    assert sprague.tabulate("nim", 8, cap=10**12)[1, 2, 7] == 4


def test_planning_gives_up_where_showing_would_take_too_long() -> None:
    table = sprague.tabulate("moore-nim:piles=4,width=3", limit=3)
    assert table[1, 1, 1, 1] == 0


def test_the_positions_of_a_table_are_limited() -> None:
    assert len(list(tabulate("nim:piles=2", 4, budget=Limits(positions=10)).items())) == 10
    with refused(OutOfReach):
        tabulate("nim:piles=2", 5, budget=Limits(positions=10))
    with Limits(positions=10).watch(), pytest.raises(OutOfReach):
        tabulate("nim:piles=2", chips=9)


def test_running_unions_of_bit_sets_grow() -> None:
    # Whoever may lower either pile or both can reach every smaller number of chips.
    values = tabulate("moore-nim:piles=2,width=2", 80).items()
    assert all(value == sum(position) for position, value in values)
