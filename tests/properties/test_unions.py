"""Tables with running unions agree with the definitions, for random rules that lower several piles at once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.results.base import Measure
from sprague.rules import Ruleset, parse
from sprague.tables.traversals.unions import UnionTraversal
from tests.expected_tables import ASKED, positions_within
from tests.properties.random_rules import THOROUGH, examples
from tests.properties.test_tables import assert_as_defined

CHOICES = "jkl"
#: What else a move of two piles or more may have to meet; k and j are what the first two of them lose.
MORE = ("j + k >= 1", "j + k >= 3", "k <= j", "2k <= j + 1", "j - k < 2, k - j < 2", "j <= 2", "k = j")

ENDS = ("", "", " piles >= 1", " stop when {total} = 3", " win when {total} = 2", " block 1", " block 2")


@st.composite
def moves(draw: st.DrawFn, names: str, falling: bool) -> str:
    """Some piles are lowered by what is chosen, at least by so much; perhaps another grows by less."""
    changed = draw(st.permutations(range(len(names))))[: draw(st.integers(1, min(3, len(names))))]
    grows = falling is False and len(changed) > 1 and draw(st.booleans())
    target, where = list(names), []
    for choice, pile in zip(CHOICES, changed, strict=False):
        rises = grows and pile == changed[-1]
        target[pile] = f"{names[pile]} {'+' if rises else '-'} {choice}"
        if rises:
            where.append(f"{draw(st.sampled_from(['', '2']))}{choice} < j")
        elif least := draw(st.integers(0, 2)):
            where.append(f"{choice} >= {least}")
    where.append(" + ".join(CHOICES[: len(changed) - grows]) + " >= 1")
    if len(changed) - grows > 1:
        where += draw(st.lists(st.sampled_from(MORE), max_size=1))
    return f"({', '.join(target)}) where {', '.join(where)}"


@st.composite
def rules(draw: st.DrawFn) -> Ruleset:
    names = "abcd"[: draw(st.integers(2, 4))]
    falling = draw(st.booleans())
    families = draw(st.lists(moves(names, falling), min_size=1, max_size=2))
    families += draw(st.lists(st.sampled_from([f"(u, {', '.join(names[1:])}) where 2u < a"]), max_size=1))
    text = f"({', '.join(names)}) -> {' ; '.join(families)}"
    orders = ["", " any order", " any order of a, b", " in a circle"]
    text += draw(st.sampled_from(orders))
    text += draw(st.sampled_from(ENDS)).format(total=" + ".join(names))
    if draw(st.booleans()):
        distinct = ", ".join(f"{one} != {two}" for one, two in combinations(names, 2))
        text += draw(st.sampled_from([f" positions where {distinct}", f" positions where {' + '.join(names)} != 3"]))
    return parse(text)


@st.composite
def rules_that_remember(draw: st.DrawFn) -> Ruleset:
    """Two or three piles, and a number of passes that go down, alone or with a move."""
    names = "abc"[: draw(st.integers(2, 3))]
    last = draw(st.sampled_from(["p", "p - 1", "p - 2"]))
    move = draw(moves(names, True)).replace(")", f" | {last})", 1)
    piles = ", ".join(names)
    passing = draw(st.sampled_from(["", f" ; ({piles} | p - 1) where {' + '.join(names)} >= 1"]))
    order = draw(st.sampled_from(["", f" any order of {piles}"]))
    return parse(f"({piles} | p) -> {move}{passing}{order}{draw(st.sampled_from(['', ' positions where p <= 1']))}")


SEEN: Counter[str] = Counter()


@examples(120)
@given(st.data())
def tables_of_boxes(data: st.DataObject) -> None:
    rule = data.draw(st.one_of(rules(), rules(), rules_that_remember()))
    assume(rule.rank is not None)
    count = len(rule.names)
    by_chips = data.draw(st.booleans())
    size = rule.floor + data.draw(st.integers(2, (9, 6, 4)[count - 2]))
    bound = {"chips": rule.floor * (count - 1) + size} if by_chips else {"limit": size}
    assume(any(positions_within(rule, **bound)))
    asked: tuple[Measure, bool] = ("outcome", False) if rule.blocking else data.draw(st.sampled_from(ASKED))
    what, misere = asked
    assume(not (misere and rule.win and what != "outcome"))
    traversal = assert_as_defined(rule, bound, what, misere)
    SEEN[type(traversal).__name__] += 1
    if isinstance(traversal, UnionTraversal):
        SEEN["by number" if traversal.visits_all_indices else "by levels" if traversal.needs_levels else "by rank"] += 1
        SEEN["sorted" if rule.blocks else "in a box"] += 1
        SEEN["remembering" if rule.remembered else "of piles"] += 1
        SEEN["some positions" if rule.is_restricted else "all positions"] += 1
        SEEN["with others enumerated" if traversal.enumerated else "alone"] += 1
        SEEN["along several piles" if any(len(cone.steps) > 1 for cone in traversal.cones) else "along one"] += 1
        SEEN[
            "a pile grows" if any(min(step) < 0 for cone in traversal.cones for step in cone.steps) else "none grows"
        ] += 1
        SEEN[what] += 1


@pytest.mark.slow
def test_tables_of_rules_that_lower_several_piles_agree_with_the_definitions() -> None:
    SEEN.clear()
    tables_of_boxes()
    wanted = [
        "by number",
        "by levels",
        "by rank",
        "sorted",
        "in a box",
        "with others enumerated",
        "alone",
        "along several piles",
    ]
    wanted += ["a pile grows", "remembering", "some positions", "outcome", "grundy", "remoteness", "suspense"]
    assert not THOROUGH or not [kind for kind in wanted if SEEN[kind] < 4], SEEN
