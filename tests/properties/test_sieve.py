"""Tables of outcomes that are filled by a sieve agree with the definitions, for random rules of several kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague import Ruleset, jit
from sprague.errors import SpragueError
from sprague.rules import parse
from sprague.tables.kernels.indexing import CHIPS, DENSE, SORTED
from sprague.tables.layout import position_indices
from sprague.tables.plan import Plan, make_plan
from sprague.tables.request import Request
from sprague.tables.tabulate import tabulate
from sprague.tables.traversals import sieve
from sprague.tables.traversals.sieve import SieveTraversal
from tests.expected_tables import Expected, positions_within
from tests.layers import sample
from tests.properties.random_rules import WAYS, examples
from tests.properties.test_tables import rules

SEEN: Counter[str] = Counter()
LAYOUTS = {DENSE: "box", SORTED: "sorted", CHIPS: "by chips"}


def assert_sieved(data: st.DataObject, rule: Ruleset, compiled: bool) -> None:
    """The sieve finds the outcomes that the definitions give."""
    misere = data.draw(st.booleans())
    expected = Expected(rule)
    assume(rule.rank is not None)
    size = data.draw(st.integers(1, (20, 10, 6, 4)[min(len(rule.names), 4) - 1]))
    by_chips = data.draw(st.booleans())
    limit, chips = (None, rule.floor * len(rule.piles) + size) if by_chips else (rule.floor + size, None)
    request = Request(rule, limit, chips, "outcome", misere)
    try:
        plan = make_plan(rule, limit, chips)
    except SpragueError:
        assume(False)
    assume(isinstance(plan, Plan) and plan.region.size <= 3000 and SieveTraversal.applies(request, plan))
    assert isinstance(plan, Plan)
    traversal = SieveTraversal(request, plan)
    SEEN[LAYOUTS[traversal.region.layout.kind] + " by list" * (not traversal.is_by_index) + " misère" * misere] += 1
    positions = list(positions_within(rule, limit, chips))
    assume(positions)
    wanted = [int(expected.value(position, "outcome", misere) == "N") for position in positions]
    for how in WAYS if compiled else ("plain",):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            values = traversal.fill(plan.requested, 0, lambda done: None)
            places = position_indices(np.array(positions, dtype=np.int64), plan.requested.layout)
        assert values[places].tolist() == wanted, (str(rule), request, how)
        assert sum(wanted) == int(values.sum()), "a tuple that is not a position of the table has a value"


@examples(200)
@given(st.data(), rules(), st.sampled_from((False, False, True)))
def linear_rules(data: st.DataObject, rule: Ruleset, compiled: bool) -> None:
    assert_sieved(data, rule, compiled)


# {n} is a small number, and {left} and {right} are the piles a and b after the move.
SHAPES = [(1, 0), (1, -1), (2, -1), (3, -2), (1, 1), (2, 1), (3, 1), (3, 2)]
GUARDS = [
    "k <= {n}",
    "k mod {n} = 1",
    "k <= b",
    "k > b",
    "a >= b",
    "{left} >= {right}",
    "{left} <= {right}",
    "k <= a div {n}",
    "k power of 2",
    "k square",
    "k prime",
    "k divides b",
    "a mod {n} != b mod {n}",
    "k != {n}",
]
OTHERS = [
    "(u, v{rest}) where u < a, v < b",
    "(u, v{rest}) where u + v < b",
    "(u, v{rest}) where u + v = a, v < b",
    "(u, u{rest}) where u < a, u <= b",
    "(b, a - k{rest}) where k >= 1, b + k <= a",
    "(0, b{rest}) where a >= {n}",
    "(a - {n}, b - 1{rest})",
]
CLAUSES = ["", "", "", " positions where {total} != 4", " stop when {total} <= {n}", " win when {even}"]


@st.composite
def guarded_rules(draw: st.DrawFn) -> Ruleset:
    """Draw one or two moves with a guard on two or three piles, which may be interchangeable or in a circle."""
    count, number = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    rest = ", c" * (count - 2)

    def move() -> str:
        if draw(st.integers(0, 3)) == 0:
            return draw(st.sampled_from(OTHERS)).format(rest=rest, n=number)
        taken, given = draw(st.sampled_from(SHAPES))
        left, right = f"a - {taken}k", f"b {'-' if given < 0 else '+'} {abs(given)}k" if given else "b"
        guards = draw(st.lists(st.sampled_from(GUARDS), max_size=2, unique=True))
        where = ", ".join(["k >= 1", *guards]).format(n=number, left=left, right=right)
        return f"({left}, {right}{rest}) where {where}"

    moves = " ; ".join(move() for _ in range(draw(st.integers(1, 2))))
    text = f"(a, b{rest}) -> {moves}" + draw(st.sampled_from(["", " any order", " any order", " in a circle"]))
    clause = draw(st.sampled_from(CLAUSES)).format(
        total=" + ".join("abc"[:count]), even=", ".join(f"{pile} mod 2 = 0" for pile in "abc"[:count]), n=number
    )
    text += draw(st.sampled_from(["", "", " piles >= 1"]))
    try:
        return parse(text + clause)
    except SpragueError:  # for example, because a move can never be made
        assume(False)
        raise


@examples(400)
@given(st.data(), guarded_rules(), st.sampled_from((False, False, True)))
def rules_with_guards(data: st.DataObject, rule: Ruleset, compiled: bool) -> None:
    assert_sieved(data, rule, compiled)


REMEMBERED = [
    "(a, b | t) -> (a - k, b | t) where 1 <= k <= t ; (a, b | t - 1) where t >= 1",
    "(a, b | t) -> (a - k, b | u) where 1 <= k <= t, u <= t ; (a, b - k | t) where k >= 1, k mod 2 = 1",
    "(a | t) -> (a - k | t) where k >= 1, k != t ; (a | u) where u < t, a >= 1",
    "(a, b | s, t) -> (a - k, b | s - 1, t) where k >= 1 ; (a, b - k | s, t - 1) where k >= 1, k <= s",
]


@examples(20)
@given(st.data(), st.sampled_from(REMEMBERED))
def rules_with_remembered_numbers(data: st.DataObject, text: str) -> None:
    rule = parse(text)
    assert_sieved(data, rule, False)


@pytest.mark.parametrize("some_rules", sample([linear_rules, rules_with_guards, rules_with_remembered_numbers], 3))
def test_the_sieve_agrees_with_the_definitions(some_rules: Callable[[], None]) -> None:
    SEEN.clear()
    some_rules()
    assert SEEN, "no rule was drawn to which the sieve applies"
    assert any("misère" in kind for kind in SEEN), SEEN
    assert any("by list" in kind for kind in SEEN) or some_rules is rules_with_remembered_numbers, SEEN


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("limit", [1, 7, 8, 9, 40])
def test_a_table_with_many_marks_is_filled_by_another_traversal(
    limit: int, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "(a, b) -> (a - k, b) where k >= 1, k <= b ; (a - k, b - k) where k >= 1, k mod 2 = 1 any order"
    sieved = tabulate(rule, limit, what="outcome", misere=misere)
    monkeypatch.setattr(sieve, "MOST_MARKS", 0)
    assert tabulate(rule, limit, what="outcome", misere=misere) == sieved
    marked = Request(sieved.game, limit, None, "outcome", misere)
    plan = make_plan(sieved.game, limit, None)
    assert isinstance(plan, Plan)
    assert SieveTraversal(marked, plan)._sieve(lambda done: None, True) is None or limit == 1
