"""The kernel generated for the accumulators of a rule computes the same values as the general kernel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

import sprague
from sprague import Ruleset, Table, jit, tabulate
from sprague.jit import Kernel
from sprague.results.base import Measure
from sprague.rules import parse
from sprague.tables.generation.sorted_runs import run_kernel
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals import sorted_order
from sprague.tables.traversals.sorted_order import SortedTraversal
from tests.expected_tables import Expected, positions_within
from tests.fake_clocks import FakeClock
from tests.layers import sample
from tests.properties.random_rules import THOROUGH, WAYS, examples


def general(rule: Ruleset, limit: int, what: Measure, cap: int | None) -> Table:
    """Return the table that the general kernel fills."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_order, "run_kernel", lambda *asked: None)
        table: Table = tabulate(rule, limit, what=what, cap=cap)
    return table


def generated(rule: Ruleset, limit: int, what: Measure, cap: int | None, how: str) -> Table:
    """Return the table that the generated kernel fills, as plain Python or compiled."""
    calls: Counter[str] = Counter()
    real = Kernel.__call__

    def noted(self: Kernel, *arguments: object) -> object:
        calls[self.plain.__name__] += 1
        return real(self, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "mode", how)
        patch.setattr(Kernel, "is_preferred", True)
        patch.setattr(Kernel, "__call__", noted)
        table: Table = tabulate(rule, limit, what=what, cap=cap)
    assert calls["fill_runs"]
    assert not calls["fill_sorted"]
    return table


RULES = [
    ("nim:piles=1", 150),
    ("nim:piles=2", 70),
    ("nim:piles=4", 9),
    ("wythoff", 60),
    ("empty-transfer", 30),
    ("empty-transfer:boxes=5", 9),
    ("empty-all-but-one", 12),
    ("(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c) where k >= 1 any order", 20),
    ("(a, b, c) -> (u, v, c) where u + v = b, u < b, v < b any order piles >= 2", 20),
    ("(a, b, c) -> (a - 2k, b - k, c) where k >= 1 any order", 20),
    ("(a, b, c, d) -> (a - k, b - k, c - k, d) where k >= 1 any order", 10),
    ("(a, b, c) -> (u, v, c) where u + v = b - 1 any order piles >= 1", 20),
]


@pytest.mark.parametrize(("what", "cap"), [("grundy", None), ("grundy", 1), ("grundy", 70), ("outcome", None)])
@pytest.mark.parametrize(("game", "limit"), sample(RULES, 3))
@pytest.mark.parametrize("how", sample(["plain", "compiled"], 2))
def test_generated_and_general_kernels_agree(how: str, game: str, limit: int, what: Measure, cap: int | None) -> None:
    rule = sprague.game(game)
    if not isinstance(select_traversal(Request(rule, limit, None, what, False, cap)), SortedTraversal):
        pytest.skip("this table is filled by lines")
    assert generated(rule, limit, what, cap, how) == general(rule, limit, what, cap)


TARGETS = [
    "(u{rest}) where u < a",
    "(u{rest}) where u + {n} < a",
    "(a - {n}k, b - k{rest}) where k >= 1",
    "(a - k, b - k{rest}) where k >= 1",
    "(u, v{rest}) where u + v = b",
    "(u, v{rest}) where u + v + {n} = b",
    "(u, v{rest}) where u = v, u + v + {n} = a",
    "(u, u{rest}) where u < a, u < b",
]


@st.composite
def rules(draw: st.DrawFn) -> Ruleset:
    """Moves on interchangeable piles, of which many have accumulators."""
    names = "abcd"[: draw(st.integers(2, 4))]
    texts = []
    for move in draw(st.lists(st.sampled_from(TARGETS), min_size=1, max_size=3, unique=True)):
        changed = 1 if ", " not in move.split("{rest}")[0] else 2
        rest = "".join(f", {name}" for name in names[changed:])
        texts.append(move.replace("{rest}", rest).replace("{n}", str(draw(st.integers(1, 3)))))
    floor = draw(st.integers(0, 2))
    return parse(f"({', '.join(names)}) -> {' ; '.join(texts)} any order piles >= {floor}")


SEEN: Counter[str] = Counter()


@examples(100)
@given(st.data(), rules(), st.sampled_from(("grundy", "outcome")), st.sampled_from((False, False, True)))
def tables_of_random_rules(data: st.DataObject, rule: Ruleset, what: Measure, compiled: bool) -> None:
    assume(rule.rank is not None)
    limit = rule.floor + data.draw(st.integers(1, (14, 8, 6)[len(rule.piles) - 2]))
    cap = data.draw(st.sampled_from((None, None, 2))) if what == "grundy" else None
    traversal = select_traversal(Request(rule, limit, None, what, False, cap))
    if not isinstance(traversal, SortedTraversal):
        reject()
    # A rule with very many accumulators has no generated kernel.
    assume(run_kernel(traversal.plan.fibre_arrays[0], len(rule.piles), traversal.request.mode, False) is not None)
    SEEN[what] += 1
    oracle = Expected(rule)
    wanted = {p: oracle.value(p, what, False) for p in positions_within(rule, limit)}
    if cap is not None:
        wanted = {p: min(int(value), cap) for p, value in wanted.items()}
    for how in WAYS if compiled else ("plain",):
        assert dict(generated(rule, limit, what, cap, how).items()) == wanted, (str(rule), limit, what, cap, how)


def test_tables_of_random_rules_agree_with_the_definitions() -> None:
    SEEN.clear()
    tables_of_random_rules()
    assert not THOROUGH or min(SEEN["grundy"], SEEN["outcome"]) > 10, SEEN


@pytest.mark.parametrize("what", sample(["grundy", "outcome"], 2))
def test_a_long_table_changes_to_the_generated_kernel(what: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse("(a, b, c) -> (u, v, c) where u + v = b, u < b, v < b any order piles >= 2")
    expected = general(rule, 20, what, None)
    monkeypatch.setattr(jit, "mode", None)
    used: list[str] = []
    call = Kernel.__call__

    def noted(self: Kernel, *arguments: object) -> object:
        used.append(self.plain.__name__)
        return call(self, *arguments)

    def found(*asked: Any) -> Kernel | None:
        kernel = run_kernel(*asked)
        if kernel is not None:  # other tests may have compiled the kernel
            monkeypatch.setattr(kernel, "_compiled", None)
            monkeypatch.setattr(kernel, "_is_cached", False)
        return kernel

    monkeypatch.setattr(Kernel, "__call__", noted)
    monkeypatch.setattr(sorted_order, "run_kernel", found)
    with FakeClock(step=0.5).running():
        table = tabulate(rule, 20, what=what)
    assert table == expected
    order = [kernel for kernel in used if kernel in ("fill_sorted", "fill_runs")]
    assert order == sorted(order, reverse=True)
    assert set(order) == {"fill_sorted", "fill_runs"}
