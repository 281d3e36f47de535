"""Outcome tables of random rules in which any number may be taken from a pile: they are filled by lines."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sprague
from sprague import Ruleset, Table, jit
from sprague.rules import parse
from sprague.tables.plan import Plan, make_plan
from sprague.tables.request import Request
from sprague.tables.storage import ArrayStorage
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.levels import LevelTraversal
from sprague.tables.traversals.lines import LineTraversal
from tests.expected_tables import Expected, positions_within
from tests.layers import sample
from tests.properties.random_rules import THOROUGH, WAYS, examples

# Moves on the piles x and y, or on x alone; {n} is a small number.
MOVES = [
    {"x": "u", "where": "u < x"},
    {"x": "u", "where": "u + {n} < x"},
    {"x": "x - k", "where": "k >= 1, k mod 2 = {n} mod 2"},
    {"x": "x - k", "where": "1 <= k <= {n}"},
    {"x": "x - k", "where": "k power of 2"},
    {"x": "x - {n}"},
    {"x": "x - k", "y": "y - k", "where": "k >= 1"},
    {"x": "x - k", "y": "y - k", "where": "1 <= k <= {n}"},
    {"x": "x - {n}k", "y": "y - {n}k", "where": "k >= 1"},
    {"x": "x - 2k", "y": "y - {n}k", "where": "k >= 1"},
    {"x": "x - 3k", "y": "y - 2k", "where": "k >= {n}"},
    {"x": "x - 4k", "y": "y - 6k", "where": "k >= 1"},
    {"x": "x - {n}k", "y": "y + k", "where": "k >= 1"},
    {"x": "x - k", "y": "y - l", "where": "1 <= k + l <= {n}"},
    {"x": "x - k", "y": "y - l", "where": "k >= 1, l = 2k"},
    {"x": "x - 1", "y": "y - {n}"},
    {"x": "x - {n}", "y": "y + 1"},
    {"x": "x - 1", "y": "y - 1", "where": "x <= y"},
    {"x": "x - 1", "y": "y - {n}", "where": "x + {n} <= 2y"},
    {"x": "u", "y": "v", "where": "u + v < x"},
    {"x": "u", "y": "v", "where": "u < x, v < y"},
    {"x": "u", "y": "v", "where": "u < x, v <= 3"},
    {"x": "u", "y": "v", "where": "u < x, v = y + {n}"},
    {"x": "u", "y": "v", "where": "u < x, v < x"},
    {"x": "u", "y": "v", "where": "u < x, u + v = y"},
    {"x": "u", "y": "v", "where": "u < x, u + 2v = 2y"},
    {"x": "u", "y": "v", "where": "u < x, v = 2u"},
    {"x": "y", "y": "v", "where": "y < x, v < y"},
    {"x": "y", "y": "x - 1", "where": "y + 1 < x"},
    {"x": "x - k", "where": "k square, k >= 1"},
    {"x": "x - k", "where": "k prime"},
    {"x": "x - k", "y": "y - 1", "where": "k power of 3"},
    {"x": "x - k", "y": "u", "where": "k square, 1 <= k, u + k <= y"},
    {"x": "x - k", "where": "1 <= k, k divides y"},
    {"x": "x - k", "where": "1 <= k, 2k <= x"},
    {"x": "x - k", "y": "y - l", "where": "1 <= k, k <= l, l <= 2k"},
    {"x": "x - k", "y": "y - l", "where": "1 <= k + l, k <= {n}, l mod 3 = x mod 3"},
    {"x": "x - 1", "y": "u", "where": "u < y or x mod 2 = 0, u <= y + 1"},
    {"x": "u", "y": "v", "where": "u < x, v < y, u != v"},
]
ENDINGS = [
    "",
    "",
    "",
    "",
    " stop when {total} <= 3",
    " win when {total} = 2",
    " stop when a <= {last}",
    " stop when {last} mod 3 = 1, a >= 2",
    " win when 2a = {last} + 1 or {last} = 4",
    " stop when a = 1 or {last} = 5 win when {total} <= 1",
    " positions where a + {last} != 3",
    " positions where a <= {last} + 2",
    " positions where a mod 2 = {last} mod 2 or a >= 2",
    " positions where a + 2{last} >= 3 stop when a = 1",
    " positions where {last} mod 4 != 1 win when {last} = 2",
]
# New values of a remembered number t, and conditions on t and a choice k.
REMEMBERED = [
    ("t", ""),
    ("t", ""),
    ("t - 1", ""),
    ("0", ""),
    ("k", "1 <= k <= t + 1"),
    ("k", "k < t"),
    ("2k", "k <= 1"),
]


@st.composite
def rules(draw: st.DrawFn) -> Ruleset:
    """A rule in which one pile may be lowered to any number, and up to three other moves."""
    names = "abcd"[: draw(st.sampled_from((2, 2, 2, 3, 3, 4)))]
    remembers = draw(st.integers(0, 4)) == 0
    if remembers:
        names = names[: draw(st.integers(1, 2))]

    def written(move: dict[str, str]) -> str:
        x, y = [*draw(st.permutations(names)), *names][:2]
        number = draw(st.integers(0, 3))
        target = {x: move["x"], y: move.get("y", "y")}
        where = f" where {move['where']}" if "where" in move else ""
        text = ", ".join(target.get(name, name) for name in names)
        if remembers:
            memory, condition = draw(st.sampled_from(REMEMBERED))
            used = [part for part in (condition, move.get("where")) if part]
            where = f" where {', '.join(used)}" if used else ""
            text += f" | {memory}"
        text = f"({text})"
        renamed = {"x": x, "y": y}
        return "".join(renamed.get(letter, letter) for letter in (text + where)).replace("{n}", str(number))

    usable = [move for move in MOVES if len(names) > 1 or ("y" not in move and "y" not in move.get("where", ""))]
    chosen = [MOVES[0], *draw(st.lists(st.sampled_from(usable), max_size=3))]
    entries = f"{', '.join(names)}{' | t' if remembers else ''}"
    text = f"({entries}) -> {' ; '.join(map(written, chosen))}"
    order = f" any order{' of ' + ', '.join(names) if remembers else ''}" if len(names) > 1 else ""
    text += draw(st.sampled_from(("", order))) + draw(st.sampled_from(("", "", " piles >= 1")))
    return parse(text + draw(st.sampled_from(ENDINGS)).format(total=" + ".join(names), last=names[-1]))


SEEN: Counter[str] = Counter()


@examples(150)
@given(st.data())
def outcomes_of_random_rules(data: st.DataObject) -> None:
    try:
        rule = data.draw(rules())
    except sprague.SpragueError:
        assume(False)
    assume(rule.rank is not None)
    limit = rule.floor + data.draw(st.integers(1, (20, 20, 9, 5)[len(rule.names) - 1]))
    misere = data.draw(st.booleans())
    request = Request(rule, limit, None, "outcome", misere)
    traversal = select_traversal(request)
    SEEN[type(traversal).__name__] += 1
    expected = Expected(rule)
    wanted = {p: expected.outcome(p, misere) for p in positions_within(rule, limit)}
    # Other traversals compile a kernel for each rule; their own tests do this.
    for how in WAYS if isinstance(traversal, LineTraversal) else ("plain",):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            table = sprague.tabulate(rule, limit, what="outcome", misere=misere)
        assert dict(table.items()) == wanted, (str(rule), limit, misere, how)
        assert list(table.P_positions()) == [p for p in table.positions() if wanted[p] == "P"]
        assert len(table) == len(wanted)


def test_outcome_tables_of_random_rules_agree_with_the_definitions() -> None:
    SEEN.clear()
    outcomes_of_random_rules()
    assert SEEN["LineTraversal"] > 5, SEEN
    assert not THOROUGH or len(SEEN) > 2, SEEN


def by_levels(request: Request) -> Table:
    """Return the table that the traversal by levels fills, without using lines."""
    plan = make_plan(request.rule, request.limit, request.chips, differences=False)
    assert isinstance(plan, Plan)
    values = LevelTraversal(request, plan).fill(plan.requested, 1 << 30, lambda done: None)
    stored = ArrayStorage(plan.requested, values.astype("uint8"))
    return Table(request.rule, "outcome", request.misere, request.limit, request.chips, None, plan.requested, stored)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("text", "limit"),
    sample(
        [
            ("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order", 150),
            ("(a, b) -> (u, b) where u < a ; (a - 2k, b - 2k) where k >= 1 any order", 300),
            ("(a, b) -> (u, b) where u < a ; (a - 3k, b - 6k) where k >= 1 any order piles >= 1", 300),
            ("(a, b) -> (u, b) where u < a ; (a, u) where u < b ; (a - 3k, b - 2k) where k >= 1 ; (a - 1, b - 1)", 150),
            ("(a, b) -> (a, u) where u < b ; (u, v) where u < a, u + v = b", 200),
            ("(a, b) -> (u, b) where u < a ; (u, v) where u + v = b, v < b", 60),
            ("(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c) where k >= 1 any order", 70),
            ("(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c - k) where k >= 1 any order", 70),
            ("(a, b, c) -> (a, b, u) where u < c ; (u, b, c) where u < a ; (a - 1, b - 2, c + 1) ; (a, b - 1, c)", 40),
            ("(a, b, c, d) -> (u, b, c, d) where u < a ; (a - k, b - k, c, d) where k >= 1 any order", 20),
        ],
        3,
    ),
)
def test_lines_and_levels_find_the_same_outcomes(text: str, limit: int, misere: bool) -> None:
    request = Request(parse(text), limit, None, "outcome", misere)
    traversal = select_traversal(request)
    assert isinstance(traversal, LineTraversal)
    assert sprague.tabulate(request.rule, limit, what="outcome", misere=misere) == by_levels(request)
