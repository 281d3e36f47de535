"""Digits with recurrent weights: conditions on them, and theorems that Coq accepts or refuses."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.automata.numeration import numeration as digits_of
from sprague.coq.checking import check_statement
from sprague.coq.digit_conditions import compile_condition, in_numeration
from sprague.coq.moves.condition_automata import ConditionAutomaton
from sprague.coq.numerations import Numeration
from sprague.coq.rule_terms import NotCovered, translate_condition
from sprague.coq.theorem_file import TheoremFile, theorem_file
from sprague.errors import NotVerified
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from tests.snapshots import refusal

NAMES = ("fibonacci", "3,1", "4,-1", "tribonacci")
LENGTH = 8


def verdicts(states: ConditionAutomaton, words: list[list[int]]) -> tuple[bool, bool | None]:
    """Whether the condition holds of words, and whether that was certain before their last digit."""
    state, sure = states.start, None
    for column in zip(*([0] * (LENGTH - len(word)) + word for word in words), strict=True):
        sure = states.verdict(state)
        state = states.step(state, states.columns.index(column))
    return states.accepts(state), sure


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["2a - b >= 3", "a = b + 1 or not (a < 2b)", "|a - b| <= 2", "a + b = 7", "a + 1 <= 0"]
)
def test_a_condition_holds_of_the_words_of_the_numbers_that_it_is_true_of(name: str, text: str) -> None:
    digits = digits_of(name)
    numeration, formula = Numeration.of(digits), parse_formula(text, ("a", "b"))
    cond = compile_condition(translate_condition(formula, {"a": 0, "b": 1}), numeration.base)
    states = ConditionAutomaton(in_numeration(cond, numeration, (0, 1)), numeration.base, 2, 0)
    for numbers in product(range(9), repeat=2):
        now, sure = verdicts(states, [digits.write(number).tolist() for number in numbers])
        assert now == evaluate(formula, dict(zip("ab", numbers, strict=True)))
        assert sure is None or sure == now


@pytest.mark.parametrize("name", NAMES)
def test_words_are_those_of_numbers(name: str) -> None:
    digits = digits_of(name)
    numeration = Numeration.of(digits)
    rows, accepting = numeration.numbers.transitions, numeration.numbers.accepting
    for word in product(range(numeration.base), repeat=4):
        state = 0
        for digit in word:
            state = rows[state][digit]
        number = digits.write(digits.read(word)).tolist()
        assert (state in accepting) == ([0] * (4 - len(number)) + number == list(word))


@pytest.mark.parametrize(
    "text",
    [
        "a mod 2 = 1",
        "a power of 2",
    ],
)
def test_what_words_do_not_show_is_refused(text: str) -> None:
    numeration = Numeration.of(digits_of("fibonacci"))
    cond = compile_condition(translate_condition(parse_formula(text, ("a",)), {"a": 0}), 2)
    refusal(lambda: in_numeration(cond, numeration, (0,)), NotCovered)


@pytest.fixture(scope="module")
def wythoff() -> TheoremFile:
    proof = sprague.prove("wythoff", "a = fib_shift(b) and even(fib_zeros(b))")
    assert isinstance(proof, sprague.Proof)
    return theorem_file(proof.certificate())


def test_the_theorem_says_by_which_weights_digits_are_read(wythoff: TheoremFile) -> None:
    assert "Definition weight : nat -> N := weights" in wythoff.text
    assert "(p_position Normal game x <-> accepts_by weight set x = true)" in wythoff.text
    assert "Definition claim (a b : N) : Prop := a = shift weight b /\\ zeros weight b mod 2 = 0.\n" in wythoff.text
    assert "(p_position Normal game [a; b] <-> claim a b \\/ claim b a)." in wythoff.text


def test_coq_accepts_wythoffs_game(wythoff: TheoremFile, coq: Path) -> None:
    # That the words of the theorem mean Wythoff's P-positions, and not others, Coq computes.
    assert wythoff.statement.theorems == ("p_positions", "claim_correct")
    example = "Example some : map (accepts_by weight set) [[0; 0]; [1; 2]; [5; 3]; [7; 4]; [2; 3]; [6; 10]; [6; 9]]%N ="
    found = f"{example}\n  [true; true; true; true; false; true; false].\nProof. vm_compute. reflexivity. Qed.\n"
    # 11 = 8 + 3, so that a zero more makes 13 + 5; 5 has three zeros at its end.
    found += "Example shifts : (shift weight 11, zeros weight 5) = (18, 3)%N.\nProof. vm_compute. reflexivity. Qed.\n"
    check_statement(wythoff.text + found, wythoff.statement)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Leaf 4], true);", "Leaf 4], false);"),  # a wrong acceptance
        ("[(Node [Node [Leaf 1; Leaf 2]", "[(Node [Node [Leaf 1; Leaf 3]"),  # another transition
        ("(1 <= k)].", "(2 <= k)]."),  # another rule
        ("weights [1; 2]%Z [1; 1]%Z", "weights [1; 3]%Z [1; 1]%Z"),  # other weights than those that are read
        ("Weighing [1; 2] [1; 1] [2; 3] 1", "Weighing [1; 2] [1; 1] [2; 2] 1"),  # a bound that digits go beyond
        ("[1; 0]%nat 0)", "[1; 1]%nat 0)"),  # words that are no numbers
        ("zeros weight b mod 2 = 0.", "zeros weight b mod 2 = 1."),  # a false formula
        ("weight eq_refl 1 2 [0]", "weight eq_refl 1 2 [1]"),  # another one is read
    ],
)
def test_coq_refuses_what_is_damaged(right: str, wrong: str, wythoff: TheoremFile, coq: Path) -> None:
    assert right in wythoff.text
    with pytest.raises(NotVerified, match="Coq"):
        check_statement(wythoff.text.replace(right, wrong, 1), wythoff.statement)
