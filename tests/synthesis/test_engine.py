"""The enumeration of terms and conditions: values of terms, formulas of known sets and functions, determinism."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

import sprague
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration
from sprague.formulas.evaluation import evaluate
from sprague.formulas.position_set import PositionSet
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.bank_conditions import ConditionBank
from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.set_formulas import describe_function
from sprague.synthesis.set_sample import Frame, SetSample
from sprague.synthesis.term_bank import OMEGA, UNDEFINED
from tests.fake_clocks import FakeClock
from tests.layers import sample

PLENTY = Limits(seconds=120)
TWO = "(a, b) -> (u, b) where u < a any order"
THREE = "(a, b, c) -> (u, b, c) where u < a any order"
FOUR = "(a, b, c, d) -> (u, b, c, d) where u < a any order"
ORDERED = "(a, b) -> (u, b) where u < a ; (a, v) where v < b"
REMEMBERED = "(a, b | t) -> (u, b | t) where u < a any order"


def automaton_of(rule: Ruleset, formula: str, numeration: Numeration = BINARY) -> Automaton:
    return translate_set(PositionSet.read(rule, formula), positions_automaton(rule, numeration)).automaton


def function_of(rule: Ruleset, formula: str) -> Automaton:
    places = len(rule.names)
    everywhere = positions_automaton(rule, BINARY).arrange(range(places), places + 1)
    return translate_set(PositionSet.read(rule, formula, "value"), everywhere).automaton


@pytest.mark.parametrize("numeration", [BINARY, TERNARY, FIBONACCI])
def test_terms_have_the_values_of_their_texts(numeration: Numeration) -> None:
    rule = sprague.game(ORDERED)
    frame = Frame.all_of(rule, automaton_of(rule, "a = b", numeration))[0]
    bank = frame.bank(automaton_of(rule, "a = b", numeration), 1_500)
    rows = np.array(list(product((0, 1, 2, 3, 5, 8, 13, 20), repeat=2)), np.int64)
    values = bank.values(np.ascontiguousarray(rows.T))
    for index in range(0, len(bank), 7):
        for number in {0, 1, 3, int(values[index][5])} - {UNDEFINED, OMEGA}:
            formula = parse_formula(f"{bank.operand(index)} = {number}", rule.names)
            truth = np.broadcast_to(evaluate(formula, {"a": rows[:, 0], "b": rows[:, 1]}), len(rows))
            assert np.array_equal(truth, values[index] == number), (bank.text(index), number)


@pytest.mark.parametrize("game", [ORDERED, TWO, THREE, REMEMBERED])
def test_conditions_hold_where_their_texts_hold(game: str) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, "a = b")
    sample = SetSample.of(rule, automaton)
    for frame in Frame.all_of(rule, automaton):
        rows = frame.rows(sample.positions[:12])
        bank = ConditionBank.of(frame, frame.bank(automaton, 600), rows, BINARY)
        values = {name: rows[:, place] for place, name in enumerate(rule.names)}
        for index in range(0, len(bank.costs), 5):
            text = bank.formula(index).text
            truth = evaluate(parse_formula(text, rule.names, rule.piles), values)
            assert np.array_equal(np.broadcast_to(truth, len(rows)), bank.masks[index]), text


@pytest.mark.parametrize(
    ("game", "formula", "best", "numeration"),
    sample(
        [
            (FOUR, "a <= b <= c <= d and a is even and sum is even", "min is even and sum is even", BINARY),
            (THREE, "(a is odd or a = 0) and b = 1 and c = 1", "at least 2 piles = 1 and max is odd", BINARY),
            (REMEMBERED, "even(v2(t)) and a = b", "a = b and even(v2(t))", BINARY),
            ("(a) -> (u) where u < a", "fibonacci(a)", "fibonacci(a)", FIBONACCI),
            (TWO, "a = b and not (a = b = 5)", "a = b and a != 5", BINARY),
            (ORDERED, "(a + b) mod 4 < 2 iff a is even", "(b - a) div 2 is even", BINARY),
            (REMEMBERED, "t < low2(a xor b)", "t < low2(xor)", BINARY),
        ],
        2,
        expensive=lambda game, *rest: game in (TWO, THREE, FOUR),
    ),
)
def test_sets_get_the_best_known_formulas(game: str, formula: str, best: str, numeration: Numeration) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, formula, numeration)
    found = describe_set(rule, automaton, PLENTY)
    assert found is not None
    assert formula_cost(found) <= formula_cost(best), found
    assert automaton_of(rule, found, numeration) == automaton


@pytest.mark.parametrize(
    ("game", "formula", "best"),
    sample(
        [
            (TWO, "value = 2min(a div 2, b div 2) + ((a + b) mod 2)", "value = min xor (max mod 2)"),
            (THREE, "value = xor", "value = xor"),
            (ORDERED, "value = max(a div 2, b) + (a mod 3)", "value = (a mod 3) + max(b, a div 2)"),
            (ORDERED, "a is even and value = b or a is odd and value = a + b", None),
        ],
        4,
    ),
)
def test_functions_get_the_best_known_formulas(game: str, formula: str, best: str | None) -> None:
    rule = sprague.game(game)
    automaton = function_of(rule, formula)
    found = describe_function(rule, automaton, as_power=False, limits=PLENTY)
    assert found is not None
    assert formula_cost(found) <= formula_cost(best or formula), found
    assert function_of(rule, found) == automaton


#: A program that describes a Presburger set, a set of digits, and a set of positions with a condition on every pile.
PROGRAM = f"""
import sprague
from sprague.automata.numeration import BINARY
from sprague.formulas.position_set import PositionSet
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.automata import atoms
from sprague.synthesis import describe_set
rule = sprague.game("{ORDERED}")
print(describe_set(rule, atoms.linear((1, -2), 0, "<=") & atoms.residue((1, 1), 0, 3, {{1, 2}})))
print(describe_set(rule, atoms.digit_sum_zero(2, 2) | atoms.residue((1, 0), 0, 4, {{3}})))
rule = sprague.game("{TWO}")
positions = PositionSet.read(rule, "max >= 2 and all piles x: x mod 3 = 2 or x = 1")
print(describe_set(rule, translate_set(positions, positions_automaton(rule, BINARY)).automaton))
"""


@pytest.mark.slow
def test_results_do_not_depend_on_hash_seeds_and_threads() -> None:
    texts = set()
    for seed, threads in (("0", "1"), ("4321", "2")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": threads}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        texts.add(run.stdout)
    assert len(texts) == 1
    assert "None" not in texts.pop()


@pytest.mark.parametrize(
    ("game", "formula"),
    sample([(ORDERED, "b = 2a or a = 1"), (TWO, "max >= 2 and a = b or max <= 1 and xor = 1")], 2),
)
def test_results_do_not_depend_on_the_speed_of_the_machine(game: str, formula: str) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, formula)
    texts = set()
    for step in (0.0, 0.0005):  # seconds that pass with every look at the clock
        with FakeClock(step).running():
            texts.add(describe_set(rule, automaton, PLENTY))
    assert len(texts) == 1


def test_a_mixed_term_costs_more_than_two_conditions() -> None:
    assert formula_cost("xor + min(max, 2) = 2") > formula_cost("xor = 0 and max >= 2")
    assert formula_cost("xor(a - 1, b - 1) = 0") < formula_cost("(a xor b) - 1 = 0") + 4
