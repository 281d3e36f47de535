"""Completion of tuples, and formulas for piecewise linear functions."""

from __future__ import annotations

import numpy as np
import pytest

import sprague
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, TERNARY, Numeration
from sprague.formulas.position_set import PositionSet
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.completion import NONE, SEVERAL, Completion
from sprague.synthesis.piecewise_linear import piecewise_formulas

THREE = "(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c"


def chocolate(k: int) -> Ruleset:
    """Cut a bar along a line and eat the part without the bitter square."""
    cuts = f"(u, y, z) where u < x ; (x, u, z) where u < y ; (x, min(y, u div {k}), u) where u < z"
    return sprague.game(f"(x, y, z) -> {cuts} positions where y <= z div {k}")


def automaton_of(rule: Ruleset, formula: str, numeration: Numeration = BINARY) -> Automaton:
    return translate_set(PositionSet.read(rule, formula), positions_automaton(rule, numeration)).automaton


@pytest.mark.parametrize("numeration", [BINARY, TERNARY])
def test_completions_are_those_that_are_found_by_trying(numeration: Numeration) -> None:
    rule = sprague.game(THREE)
    automaton = automaton_of(rule, "c = 2a + (b div 3) and b != 5 or b = 7 and c <= 1", numeration)
    others = np.array([(a, b) for a in range(6) for b in range(9)])
    found = Completion(automaton, 2).values(others)
    for (a, b), value in zip(others.tolist(), found.tolist(), strict=True):
        good = [c for c in range(40) if (a, b, c) in automaton]
        assert value == (NONE if not good else SEVERAL if len(good) > 1 else good[0]), (a, b)


def test_completions_of_large_numbers() -> None:
    completed = Completion(atoms.linear((3, -1, -1), 4, "="), 1)  # 3a = b + c - 4
    assert completed.values(np.array([[10**15, 7]])).tolist() == [3 * 10**15 + 4 - 7]


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 3])
def test_chocolate_bars_with_odd_k(k: int) -> None:
    rule = chocolate(k)
    odd = f"y + z is odd and x = min((2z - y) div 2, ({2 * k + 1}z - {2 * k + 1}y) div {2 * k})"
    known = f"y + z is even and x = (y + 2z + 1) div 2 or {odd}"
    assert describe_set(rule, automaton_of(rule, known), Limits(seconds=60)) == known


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("c = (a + b) div 3", "c = (a + b) div 3"),
        ("c = max(2a, b + 3)", "c = max(2a, b + 3)"),
        ("a is even and c = 5a div 4 or a is odd and c = b", "a is even and c = 5a div 4 or a is odd and c = b"),
        ("(a + b) mod 3 = 1 and c = a + 2b", "(a + b) mod 3 = 1 and c = a + 2b"),
    ],
)
def test_linear_functions_in_pieces(formula: str, words: str) -> None:
    rule = sprague.game(THREE)
    assert words in list(piecewise_formulas(rule, automaton_of(rule, formula), positions_automaton(rule, BINARY)))


def test_no_words_for_what_is_not_linear_or_no_function() -> None:
    rule = sprague.game(THREE)
    for formula in ("xor = 0", "a + b <= c", "c = low2(a + b)"):
        assert list(piecewise_formulas(rule, automaton_of(rule, formula), positions_automaton(rule, BINARY))) == []
