"""Conditions evaluated digit by digit agree with their values at numbers."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.coq.automaton_tables import Automaton
from sprague.coq.digit_conditions import DigitCondition, Member, compile_condition
from sprague.coq.moves.condition_automata import ConditionAutomaton
from sprague.coq.rule_terms import NotCovered, translate_condition
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from tests.snapshots import refusal

SAME = Automaton(((0, 1, 1, 0), (1, 1, 1, 1)), frozenset({0}))


def verdicts(cond: DigitCondition, numbers: tuple[int, ...], base: int) -> tuple[bool, bool | None]:
    """Whether it holds of the numbers, and whether that was certain when the digits ended."""
    states = ConditionAutomaton(cond, base, len(numbers), 0)
    state = states.start
    for place in reversed(range(6)):
        column = tuple(number // base**place % base for number in numbers)
        state = states.step(state, states.columns.index(column))
    return states.accepts(state), states.verdict(state)


@pytest.mark.parametrize("base", [2, 3])
@pytest.mark.parametrize(
    "text",
    [
        "2a - b >= 3",
        "a = b + 1 or not (a < 2b)",
        "(a + 2b) mod 3 = 1",
        "a mod 3 <= b mod 2",
        "max(a, 2) - min(b, a - 1) = 3",
        "|a - b| <= 2 and a div 2 >= b - 1",
        "2*(a div 3) != b",
        "(a - 3) div 2 < b",
        "a in {1, 4..6}",
        "true",
        "1 <= 0",
    ],
)
def test_a_condition_holds_of_the_numbers_that_it_is_true_of(text: str, base: int) -> None:
    formula = parse_formula(text, ("a", "b"))
    cond = compile_condition(translate_condition(formula, {"a": 0, "b": 1}), base)
    for a, b in product(range(10), repeat=2):
        now, sure = verdicts(cond, (a, b), base)
        assert now == evaluate(formula, {"a": a, "b": b})
        assert sure is None or sure == now


def test_powers_and_members_of_automata() -> None:
    power = compile_condition(translate_condition(parse_formula("a power of 3", ("a",)), {"a": 0}), 3)
    assert [a for a in range(30) if verdicts(power, (a,), 3)[0]] == [1, 3, 9, 27]
    assert verdicts(Member(SAME, (1, 0)), (5, 5), 2) == (True, None)
    assert verdicts(Member(SAME, (1, 0)), (5, 4), 2) == (False, False)


def test_what_digits_do_not_show_is_refused() -> None:
    power = translate_condition(parse_formula("a power of 3", ("a",)), {"a": 0})
    refusal(lambda: compile_condition(power, 2), NotCovered)
    nested = translate_condition(parse_formula("(a mod 4) mod 3 = 1", ("a",)), {"a": 0})
    refusal(lambda: compile_condition(nested, 2), NotCovered)
