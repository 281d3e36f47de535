"""The condition `fibonacci(n)`: reading, printing, evaluation, automata, and the independent checker."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague.automata.numeration import FIBONACCI
from sprague.errors import NotationError
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.language.latex import formula_latex
from sprague.proofs.translation import translate

NUMBERS = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144}


def test_fibonacci_numbers_are_recognised() -> None:
    formula = parse_formula("fibonacci(a)", ("a",))
    assert {n for n in range(200) if evaluate(formula, {"a": n})} == NUMBERS
    truth = np.asarray(evaluate(parse_formula("not fibonacci(2a - 4)", ("a",)), {"a": np.arange(100)}))
    assert [n for n in range(2, 100) if not truth[n]] == [n for n in range(2, 100) if 2 * n - 4 in NUMBERS]
    automaton = translate(formula, ("a",), FIBONACCI)
    assert {n for n in range(200) if (n,) in automaton} == NUMBERS


def test_texts_are_read_again() -> None:
    formula = parse_formula("a = 4 or (fibonacci(b - a) and not fibonacci(a))", ("a", "b"))
    assert parse_formula(str(formula), ("a", "b")) == formula
    program = "columns(a) fibonacci { start: 1 one -> zeros; zeros: 0 ones -> zeros }"
    assert str(parse_formula(program, ("a",))) == "fibonacci(a)"
    assert str(parse_formula("fibonacci + 1 = 3", ("fibonacci",))) == "fibonacci + 1 = 3"
    assert formula_latex(parse_formula("not fibonacci(a)", ("a",))) == r"a \text{ is not a Fibonacci number}"


@pytest.mark.parametrize("text", ["fibonacci(a", "fibonacci a", "fibonacci(a, b)", "fibonacci()"])
def test_mistakes_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_formula(text, ("a", "b"))


def test_rules_have_no_such_condition() -> None:
    with pytest.raises(NotationError):
        sprague.game("(a) -> (u) where u < a, fibonacci(u)")


def test_the_checker_prints_and_verifies_it(tmp_path: Path) -> None:
    rule = sprague.game(
        "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order stop when a + b <= 2"
    )
    claim = (
        "a + 1 = fib_shift(b - a - 1) and not fibonacci(b - a) or fibonacci(b - a) and (even(fib_zeros(b - a)) and "
        "a = fib_shift(b - a - 1) or odd(fib_zeros(b - a)) and a + 2 = fib_shift(b - a - 1)) or sum <= 2"
    )
    proof = sprague.prove(rule, claim)
    assert isinstance(proof, sprague.Proof)
    file = tmp_path / "stopped.json"
    proof.save(file)
    assert sprague.verify(file)
    assert "fibonacci(b - a)" in str(sprague.verify(file))
    assert "fibonacci" in json.dumps(json.loads(file.read_text(encoding="utf-8"))["quotations"])
