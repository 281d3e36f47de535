"""Formulas as automata: the size and the meaning of each connective."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest

from sprague.automata import atoms
from sprague.automata.numeration import BINARY, FIBONACCI, Numeration, recurrent
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.proofs.translation import translate

NAMES = ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "numeration"),
    [
        ("a = 1 iff b = 1 iff c = 1", BINARY),
        ("a < b iff (b mod 3 = 1 iff c is even)", BINARY),
        ("not (a < b and b < c iff v2(a) = 1)", BINARY),
        ("a < b iff not a < b", BINARY),
        ("a mod 2 in {3}", BINARY),  # a residue is less than its modulus
        ("a mod 2 in {1, 4} or b mod 1 in {1}", BINARY),
        ("fib_zeros(a) = 1 iff a < b", FIBONACCI),
        ("a < fib_low(b) or fib_low(a + b) = 3", FIBONACCI),
        ("fib3_low(a) < b + 2 iff fib3_zeros(b) = 1", recurrent((3, 1))),
        ("fib3_zeros(a) = 1 iff fib3_shift(b) < 3a + 7", recurrent((3, 1))),
        ("even(fib2_zeros(a)) and b = fib2_shift(a) or a = 2b + 1", recurrent((2, 1))),
        ("not (a = b iff c <= 2)", FIBONACCI),
    ],
)
def test_iff_holds_where_both_sides_hold_or_neither(text: str, numeration: Numeration) -> None:
    formula = parse_formula(text, NAMES)
    automaton = translate(formula, NAMES, numeration)
    for position in product(range(6), repeat=3):
        assert (position in automaton) == evaluate(formula, dict(zip(NAMES, position, strict=True)))


def test_each_side_of_an_iff_is_translated_once() -> None:
    formula = parse_formula("a < b iff b < c iff a + b < c", NAMES)
    with patch.object(atoms, "linear", wraps=atoms.linear) as linear:
        translate(formula, NAMES)
    assert linear.call_count == 3
