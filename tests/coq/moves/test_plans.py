"""Plans that find a move into a set: images of moves, their orders, their keys."""

from __future__ import annotations

import pytest

import sprague
from sprague.automata.numeration import numeration
from sprague.coq.automaton_tables import Automaton, StateLimit
from sprague.coq.digit_conditions import LinearCondition, Member, No, conjunction
from sprague.coq.moves import plans
from sprague.coq.moves.keys import split_at_keys
from sprague.coq.moves.plans import Plan, Planner
from sprague.coq.numerations import Numeration
from sprague.coq.rule_translation import CoqRule
from sprague.errors import NotVerified
from sprague.rules import parse
from tests.snapshots import refusal

BINARY = Numeration.of(numeration("2"))


def plan_of(rule: str, formula: str) -> Plan:
    proof = sprague.prove(rule, formula)
    assert isinstance(proof, sprague.Proof)
    data = proof.certificate()["automaton"]
    assert isinstance(data, dict)
    automaton = Automaton(tuple(map(tuple, data["transitions"])), frozenset(data["accepting"]))
    planner = Planner.of(CoqRule.of(parse(rule)), BINARY, StateLimit.of())
    inside = Member(automaton, tuple(range(planner.rule.entries)))
    return planner.plan(conjunction(planner.compiled.domain, No(inside)), inside)


def test_an_image_is_removed_in_each_order_that_changes_it() -> None:
    plan = plan_of("(a, b, c) -> (u, b, c) where u < a any order", "a xor b xor c = 0")
    assert plan.key_sets == (None,)
    assert [image.move for image in plan.images] == [0]
    assert len(plan.removals) == 3  # one for each pile, whatever the order of the others


def test_images_with_a_large_product_are_removed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MOST_TRANSITIONS", 0)
    plan = plan_of("(a, b, c) -> (u, b, c) where u < a any order", "a xor b xor c = 0")
    rests = [removal.rest for removal in plan.removals]
    assert [len(rest.accepting) > 0 for rest in rests if rest is not None] == [True, True, False]


def test_redistribution_has_the_total_as_a_key() -> None:
    plan = plan_of("(a, b) -> (u, v) where u + v = b any order piles >= 1", "a is odd and b is odd")
    (key,) = plan.key_sets
    assert key is not None
    assert key.count == 1
    # Totals of two odd numbers: even, and not 0.
    assert key.automaton.transitions[0] == (0, 1)
    assert len(key.automaton.accepting) == 1


def test_a_set_that_no_move_leads_into_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = Planner.of(CoqRule.of(parse("(a) -> (a - 2)")), BINARY, StateLimit.of())
    zero = Member(Automaton(((0, 1), (1, 1)), frozenset({0})), (0,))
    refusal(lambda: planner.plan(No(zero), zero), NotVerified)
    monkeypatch.setattr(plans, "MOST_TRANSITIONS", 0)
    refusal(lambda: planner.plan(No(zero), zero), NotVerified)


def test_a_condition_is_split_at_sums_of_entries() -> None:
    # Entries at the places 0 and 1, guesses at 2 and 3: a + b = u + v, a >= 1, u >= 1.
    total = LinearCondition(((1, 0), (1, 1), (-1, 2), (-1, 3)), 0, (), True)
    here, there = LinearCondition(((1, 0),), -1, (), False), LinearCondition(((1, 2),), -1, (), False)
    split = split_at_keys(conjunction(total, conjunction(here, there)), 2, 2)
    assert split is not None
    assert split.on_entries == (here,)
    assert split.keys == (((1, 0), (1, 1)),)
    # The key is at the place 0 now, the guesses at 1 and 2.
    assert split.on_guesses == (
        LinearCondition(((1, 0), (-1, 1), (-1, 2)), 0, (), True),
        LinearCondition(((1, 1),), -1, (), False),
    )
    unlike = LinearCondition(((1, 0), (-1, 1), (-1, 2)), 0, (), True)
    assert split_at_keys(unlike, 2, 2) is None
