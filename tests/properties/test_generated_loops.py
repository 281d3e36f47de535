"""Loops generated for a rule: tables in which every move is enumerated agree with the definitions.

The rules come from several sources: models with their own evaluator, moves that lower or share piles, and moves that
are not linear. Plans are changed so that no move uses an accumulator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague import Ruleset, jit
from sprague.errors import SpragueError
from sprague.rules import parse
from sprague.tables.fibres import EnumeratedFamily
from sprague.tables.kernels.indexing import CHIPS, DENSE, SORTED
from sprague.tables.layout import position_indices
from sprague.tables.loop_arrays import TermBounds
from sprague.tables.plan import Plan, make_plan
from sprague.tables.request import Request
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from tests.blocking_rules import with_blocking
from tests.expected_tables import ASKED, Expected, positions_within
from tests.layers import sample
from tests.oracle import Oracle, Position
from tests.properties.random_rules import THOROUGH, WAYS, Model, bounded_models, examples
from tests.properties.test_nonlinear import Written, written
from tests.properties.test_tables import rules

SEEN: Counter[str] = Counter()
LAYOUTS = {DENSE: "box", SORTED: "sorted", CHIPS: "by chips"}


def enumerated(request: Request) -> EnumeratedTraversal | None:
    """Return the traversal that enumerates all moves, also those with accumulators; None if it does not apply."""
    rule = request.rule
    try:
        plan = make_plan(rule, request.limit, request.chips)
    except SpragueError:
        return None
    if not isinstance(plan, Plan) or rule.splits:
        return None
    every = range(len(rule.families))
    top = max(plan.region.highest)
    if plan.region.size > 3000 or not all(one.fit for n in every for one in TermBounds.of_family(rule, n, top)):
        return None
    plan = replace(plan, fibres=(), enumerated=tuple(EnumeratedFamily(n, "this test says so") for n in every))
    return EnumeratedTraversal(request, plan)


def assert_enumerated(request: Request, expected: Callable[[Position], int | str], compiled: bool) -> None:
    """The loops generated for the rule compute the values that the definitions give."""
    traversal = enumerated(request)
    assume(traversal is not None)
    assert traversal is not None
    SEEN[LAYOUTS[traversal.region.layout.kind] + (" by index" if traversal.is_by_index else " by list")] += 1
    SEEN[request.what] += 1
    positions = list(positions_within(request.rule, request.limit, request.chips))
    assume(positions)
    wanted = [value if isinstance(value, int) else int(value == "N") for value in map(expected, positions)]
    region = traversal.plan.requested
    for how in WAYS if compiled else ("plain",):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            values = traversal.fill(region, 1 << 30, lambda done: None)
            places = position_indices(np.array(positions, dtype=np.int64), region.layout)
        assert values[places].tolist() == wanted, (str(request.rule), request, how)


@st.composite
def requests(draw: st.DrawFn, rule: Ruleset) -> Request:
    """A request for a table of some hundred positions."""
    what, misere = draw(st.sampled_from(ASKED))
    if rule.blocking:
        what, misere = "outcome", False
    assume(not (misere and rule.win and what != "outcome"))
    count = len(rule.names)
    size = draw(st.integers(1, (12, 7, 4, 3)[min(count, 4) - 1]))
    if draw(st.sampled_from((False, False, True))):
        return Request(rule, None, rule.floor * len(rule.piles) + size, what, misere)
    return Request(rule, rule.floor + size, None, what, misere)


@examples(120)
@given(st.data(), st.sampled_from((False, False, True)))
def linear_rules(data: st.DataObject, compiled: bool) -> None:
    rule = data.draw(rules(with_domain=data.draw(st.sampled_from((False, False, True)))))
    rule = with_blocking(rule, data.draw(st.sampled_from((0, 0, 0, 0, 1, 2))))
    assume(rule.rank is not None)
    request = data.draw(requests(rule))
    oracle = Expected(rule)
    assert_enumerated(request, lambda p: oracle.value(p, request.what, request.misere), compiled)


@examples(150)
@given(st.data(), bounded_models(), st.sampled_from((False, False, True)))
def modelled_rules(data: st.DataObject, model: Model, compiled: bool) -> None:
    try:
        rule = parse(model.text())
    except SpragueError:
        assume(False)
    assume(rule.rank is not None)
    request = data.draw(requests(rule))
    # The model finds options by trying all orders and choices; only the length of play uses the options of the rule.
    oracle = Oracle(model.options, model.is_won)
    lengths = Expected(rule)

    def value(position: Position) -> int | str:
        if request.what == "grundy":
            return oracle.grundy(position)
        if request.what == "outcome":
            return oracle.outcome(position, request.misere)
        return lengths.value(position, request.what, request.misere)

    assert_enumerated(request, value, compiled)


@examples(100)
@given(st.data(), written(), st.sampled_from((False, False, True)))
def rules_that_are_not_linear(data: st.DataObject, both: tuple[Written, Ruleset], compiled: bool) -> None:
    meant, rule = both
    assume(rule.rank is not None)
    request = data.draw(requests(rule))
    assume(request.what in ("grundy", "outcome"))
    oracle = Oracle(meant.options)

    def value(position: Position) -> int | str:
        return oracle.grundy(position) if request.what == "grundy" else oracle.outcome(position, request.misere)

    assert_enumerated(request, value, compiled)


@pytest.mark.parametrize("some_rules", sample([linear_rules, modelled_rules, rules_that_are_not_linear], 3))
def test_generated_loops_agree_with_the_definitions(some_rules: Callable[[], None]) -> None:
    SEEN.clear()
    some_rules()
    layouts = ("box by index", "box by list", "sorted by index", "sorted by list", "by chips by list")
    assert not THOROUGH or not [kind for kind in layouts if not SEEN[kind]], SEEN
