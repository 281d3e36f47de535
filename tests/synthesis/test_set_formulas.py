"""Formulas for automata: known games, proofs of the formulas, and sets with exceptions."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague import Ruleset
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, everything
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration
from sprague.discovery.discover import discover
from sprague.formulas.evaluation import evaluate
from sprague.formulas.position_set import PositionSet
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.proving import prove
from sprague.synthesis import describe_set
from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.number_sets import describe_numbers
from tests.fake_clocks import WorkClock
from tests.layers import sample
from tests.oracle import Oracle
from tests.properties.random_rules import examples

PATH = "-1 <= a + c - 2b <= 1 or a = c and a != b + 2 and b != a + 2"

TWO = "(a, b) -> (u, b) where u < a ; (a, v) where v < b"
THREE = "(a, b, c) -> (u, b, c) where u < a any order"
CIRCULAR = "(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle"
GREEDY = "(a, b, c, d) -> (u, b, c, d) where u < a, a >= b, a >= c, a >= d any order"
QUEEN = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where 1 <= k <= 3 any order"
QUEEN_WORDS = (
    "in some order: a = b and a mod 4 = 0 or b = a + 1 and (a mod 8 = 6 or a = 1) or "
    "b = a + 2 and (a >= 9 and a mod 8 = 1 or a = 3) or b = a + 3 and a mod 8 = 2 and a != 2"
)

# Slow exact Nim: one chip from each of two piles.
SLOW = "2max < sum and sum mod 4 = 1 or a + b <= c and a is even and b is even or all piles even"
SLOW_WORDS = (
    "in some order: a <= b <= c and "
    "(a + b < c and a is even and b is even or a + b >= c and (sum mod 4 = 1 or all piles even))"
)

SLOW_FOUR = (
    "a <= b <= c <= d and (a + d < b + c and (sum mod 4 = 1 or a = b = c = d (mod 2)) "
    "or a + d >= b + c and a = b = c (mod 2))"
)

# Nim that ends with one pile left, and Nim with piles of one that stay: both are counted from one.
ONE_LEFT = "(a, b, c) -> (u, b, c) where u < a any order stop when at most one pile x: x >= 1"
STAYING = "(a, b, c) -> (u, b, c) where u < a any order piles >= 1"

# A chocolate bar of height (z + 1) / 2, and one that is a column higher than long.
CUTS = "(x, y, z) -> (u, y, z) where u < x ; (x, u, z) where u < y ; (x, min(y, HEIGHT), u) where u < z"
SHIFTED = f"{CUTS} positions where y <= (z + 1) div 2".replace("HEIGHT", "(u + 1) div 2")
HIGHER = f"{CUTS} positions where y <= z + 1".replace("HEIGHT", "u + 1")
HIGHER_WORDS = "y + z is even and x = min((3z - 3y) div 2, (2z - y) div 2) or y + z is odd and x = (y + 2z + 1) div 2"

# Game, misère, a formula known for it (None: it is discovered), the words that are found.
KNOWN = [
    ("nim:piles=3", False, None, "xor = 0"),
    ("nim:piles=3", True, None, "max >= 2 and xor = 0 or max <= 1 and xor = 1"),
    (ONE_LEFT, False, None, "xor(a - 1, b - 1, c - 1) = 0 or at most 1 pile >= 1"),
    (STAYING, False, None, "xor(a - 1, b - 1, c - 1) = 0"),
    ("nim:piles=6", True, "max >= 2 and xor = 0 or max <= 1 and sum is odd", None),
    ("moore-nim:piles=3,width=2", False, "all columns mod 3 = 0", "all piles equal"),
    ("moore-nim:piles=4,width=2", False, "all columns mod 3 = 0", "all columns mod 3 = 0"),
    ("empty-transfer:boxes=2", False, "all piles odd", "all piles odd"),
    ("empty-transfer:boxes=2", True, "some pile >= 2 and all piles x: x = 1 or x mod 3 = 2", None),
    ("empty-transfer:boxes=3", False, None, "v2(a) = v2(b) = v2(c)"),
    ("sharing-nim:piles=2", False, "a <= b <= a + 1", "max - min <= 1"),
    ("sharing-nim", False, "a = b and even(v2(c - a))", "in some order: a = b and even(v2(a - c))"),
    ("graph-nim:graph=path3", False, PATH, PATH),
    ("wythoff", False, None, "in some order: a = fib_shift(b) and even(fib_zeros(b))"),
    ("trim:piles=3", False, None, "all columns base 3 mod 3 = 0"),
    ("trim:piles=2", True, None, "all columns(a, b, 2) base 3 mod 3 = 0"),
    ("dynamic-nim:piles=1,limit=2x", False, None, "t < fib_low(a)"),
    ("dynamic-nim:piles=2", False, None, "t < low2(a xor b)"),
    ("dynamic-nim:piles=2,stop=3", False, "sum <= 2 or t < low2(a xor b xor 3)", "t < low2(a xor b xor 3) or sum <= 2"),
    ("empty-all-but-one:boxes=3", False, "all piles x: 1 <= x mod 6 < 3", "all piles x: 1 <= x mod 6 <= 2"),
    ("empty-all-but-one:boxes=3", True, "some pile >= 3 and all piles x: x < 3 or 3 <= x mod 10 <= 4", None),
    ("empty-some:boxes=2,empty=1", False, "all piles odd", "all piles odd"),
    (CIRCULAR, False, None, "a = c and b = d"),
    (GREEDY, False, None, "exactly 2 piles = max or all piles equal"),
    (QUEEN, False, None, QUEEN_WORDS),
    (SHIFTED, False, "y = (x + 1) xor (z + 1)", "y = (x + 1) xor (z + 1)"),
    (HIGHER, False, HIGHER_WORDS, HIGHER_WORDS),
    ("(a, b, c) -> (a - 1, b - 1, c) any order", False, SLOW, SLOW_WORDS),
    ("(a, b, c, d) -> (a - 1, b - 1, c, d) any order", False, SLOW_FOUR, SLOW_FOUR),
    ("subtraction-transfer:a=2,b=2,c=1", False, "(x + y) mod 4 < 2 iff x is even", "(x - y) mod 4 in {0, 3}"),
]


def automaton_of(rule: Ruleset, formula: str, numeration: Numeration = BINARY) -> Automaton:
    return translate_set(PositionSet.read(rule, formula), positions_automaton(rule, numeration)).automaton


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "misere", "formula", "words"), sample(KNOWN, 4), ids=[f"{k[0]}{'-misère' * k[1]}" for k in KNOWN]
)
def test_p_positions_are_put_into_words_that_prove_again(
    game: str, misere: bool, formula: str | None, words: str | None
) -> None:
    rule = sprague.game(game)
    proof = discover(rule, misere=misere) if formula is None else prove(rule, formula, misere=misere)
    assert isinstance(proof, AutomatonProof)
    found = describe_set(rule, proof.automata[0], Limits(seconds=60))
    assert found is not None
    assert words is None or formula_cost(found) <= formula_cost(words), found
    again = prove(rule, found, misere=misere)
    assert again, found
    assert again.claim == found


@pytest.mark.parametrize(
    ("rule", "formula", "words"),
    sample(
        [
            ("(a, b) -> (u, b) where u < a ; (a, v) where v < b", "sum mod 3 = 0", "sum mod 3 = 0"),
            ("(a, b) -> (u, b) where u < a ; (a, v) where v < b", "a mod 3 = b mod 3", "(a - b) mod 3 = 0"),
            (
                "(a, b) -> (u, b) where u < a ; (a, v) where v < b",
                "(a + 2b) mod 5 in {1, 3}",
                "(3a + b) mod 5 >= 3",
            ),
            ("(a, b) -> (u, b) where u < a ; (a, v) where v < b", "a >= 4 and a is odd and b <= 7", None),
            ("(a, b) -> (u, b) where u < a any order", "a mod 6 in {1, 2} and b mod 4 = 3", None),
            ("(a) -> (u) where u < a", "a >= 4 and a mod 7 = 2 or a = 1", "a >= 9 and a mod 7 = 2 or a = 1"),
            ("(a) -> (u) where u < a", "a power of 2", "a power of 2"),
            (
                "(x, y, z) -> (u, y, z) where u < x any order",
                "all piles n: n mod 5 in {1, 4}",
                "all piles mod 5 in {1, 4}",
            ),
            (
                "(x, y, z) -> (u, y, z) where u < x any order",
                "all piles n: 1 <= n mod 5 < 3",
                "all piles n: 1 <= n mod 5 <= 2",
            ),
            ("(a, b, c) -> (u, b, c) where u < a any order piles >= 2", "all piles even", "all piles even"),
            ("(a, b, c) -> (u, b, c) where u < a any order piles >= 2", "true", "true"),
            ("(a, b, c) -> (u, b, c) where u < a any order piles >= 2", "sum < 4", "false"),
        ],
        5,
    ),
)
def test_residues_and_preperiods_are_read_off(rule: str, formula: str, words: str | None) -> None:
    game = sprague.game(rule)
    automaton = automaton_of(game, formula)
    found = describe_set(game, automaton, Limits(seconds=60))
    assert found is not None
    assert words is None or formula_cost(found) <= formula_cost(words), found
    assert automaton_of(game, found) == automaton


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "formula", "dropped", "words"),
    [
        ("nim:piles=2", "a = b", (5, 5), "a = b and a != 5"),
        ("nim:piles=3", "xor = 0", (1, 2, 3), "xor = 0 and not (some pile = 1 and some pile = 2 and some pile = 3)"),
        (
            "sharing-nim",
            "a = b and even(v2(a - c))",
            (1, 1, 2),
            "in some order: a = b and even(v2(a - c)) and not (at least 2 piles = 1 and some pile = 2)",
        ),
        (
            "dynamic-nim:piles=2",
            "t < low2(a xor b)",
            (3, 3, 2),
            "t < low2(a xor b) and not (a = 3 and b = 3 and t = 2)",
        ),
        # Positions that no small sample contains are found as counterexamples.
        ("nim:piles=3", "xor = 0", (300, 300, 0), "xor = 0 and not (some pile = 0 and at least 2 piles = 300)"),
        (
            "empty-all-but-one:boxes=3",
            "all piles x: 1 <= x mod 6 < 3",
            (601, 602, 1),
            "(all piles x: 1 <= x mod 6 <= 2) and not (some pile = 1 and some pile = 601 and some pile = 602)",
        ),
    ],
)
def test_sets_without_one_position_are_described(game: str, formula: str, dropped: tuple[int, ...], words: str) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, formula)
    fixed = set(range(len(dropped))) - {place for block in rule.blocks for place in block}
    orders = [order for order in permutations(range(len(dropped))) if all(order[place] == place for place in fixed)]
    every = {tuple(dropped[place] for place in order) for order in orders}
    less = automaton - atoms.finite(every, len(dropped))
    assert less != automaton
    found = describe_set(rule, less, Limits(seconds=60))
    assert found is not None
    assert automaton_of(rule, found) == less
    assert formula_cost(found) <= formula_cost(words), found


def test_an_added_position_is_listed() -> None:
    rule = sprague.game("nim:piles=2")
    more = automaton_of(rule, "a = b") | atoms.finite([(3, 8), (8, 3)], 2)
    found = describe_set(rule, more, Limits(seconds=60))
    assert found == "in some order: a = b or a = 3 and b = 8"


def test_no_words_for_what_is_no_set_of_positions_of_the_game() -> None:
    boxes = sprague.game("empty-transfer:boxes=2")
    assert describe_set(boxes, everything(2)) is None  # (0, 0) is no position
    assert describe_set(boxes, everything(3)) is None
    nim = sprague.game("nim:piles=2")
    assert describe_set(nim, atoms.linear((1, -1), 0, "<")) is None  # the order of piles does not matter


def test_there_are_no_words_without_time() -> None:
    nim = sprague.game("nim:piles=2")
    assert describe_set(nim, automaton_of(nim, "a = b"), Limits(seconds=0)) is None


@pytest.mark.slow
def test_residues_of_a_large_modulus_are_found() -> None:
    rule = sprague.game("nim:piles=2")
    residues = (1, 4, 6, 11, 13, 17, 20, 22)
    automaton = automaton_of(rule, " or ".join(f"sum mod 23 = {residue}" for residue in residues))
    found = describe_set(rule, automaton, Limits(seconds=60))
    assert found is not None
    assert automaton_of(rule, found) == automaton


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "formula"),
    [
        (TWO, "2a < b and b mod 3 = 1 or 2a >= b and a + b is even"),
        (TWO, "a < b and (a is odd or b mod 4 = 2) or a >= b + 2 and (a + b) mod 4 = 3"),
        (TWO, "a = 2b and b is odd or a != 2b and a + b is even"),
        (THREE, "a <= b <= c and (a + c < 2b and sum mod 3 = 1 or a + c >= 2b and a = b (mod 2))"),
    ],
)
def test_regions_between_lines_with_residues_are_found(game: str, formula: str) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, formula)
    found = describe_set(rule, automaton, Limits(seconds=120))
    assert found is not None
    assert formula_cost(found) <= formula_cost(formula), found
    assert automaton_of(rule, found) == automaton


@pytest.mark.slow
def test_words_of_grundy_values_agree_with_the_oracle() -> None:
    rule = sprague.game("sharing-nim:piles=2")
    proof = discover(rule, values=2)
    assert isinstance(proof, AutomatonProof)
    oracle = Oracle(rule.options)
    for value, automaton in enumerate(proof.automata):
        words = describe_set(rule, automaton)
        assert words is not None
        positions = PositionSet.read(rule, words)
        for position in product(range(12), repeat=2):
            assert (position in positions) is (oracle.grundy(rule.position(position)) == value), (words, position)


# Random sets

LABELLED = sprague.game("(a, b) -> (u, b) where u < a ; (a, v) where v < b")
ALIKE = sprague.game("(a, b) -> (u, b) where u < a any order piles >= 1")
CONDITIONS = ["a = b", "sum is even", "min >= 3", "max <= 4", "max - min <= 2", "some pile = 2", "sum mod 3 = 1"]
OF_DIGITS = {
    BINARY: ["xor = 3", "even(v2(a - b))", "all piles x: odd(v2(x))", "v2(a) = v2(b)"],
    TERNARY: ["v3(a) = v3(b)", "all columns base 3 mod 3 = 0", "some pile odd"],
    FIBONACCI: ["max = fib_shift(min)", "fibonacci(max - min)", "even(fib_zeros(sum))", "min < fib_low(max)"],
}
CASES = [
    (rule, digits, [*CONDITIONS, *conditions]) for rule in (LABELLED, ALIKE) for digits, conditions in OF_DIGITS.items()
]


@st.composite
def said_of_shapes(draw: st.DrawFn) -> tuple[Ruleset, Numeration, str]:
    rule, digits, known = draw(st.sampled_from(CASES))
    parts = draw(st.lists(st.sampled_from(known), min_size=1, max_size=2))
    return rule, digits, draw(st.sampled_from([" and ", " or "])).join(f"({part})" for part in parts)


@pytest.mark.slow
@given(said_of_shapes())
@examples(6)
def test_what_is_made_of_one_or_two_conditions_is_recognised(case: tuple[Ruleset, Numeration, str]) -> None:
    rule, digits, formula = case
    automaton = automaton_of(rule, formula, digits)
    found = describe_set(rule, automaton, Limits(seconds=60))
    assert found is not None, formula
    assert automaton_of(rule, found, digits) == automaton


@pytest.mark.slow
@given(st.data())
@examples(5)
def test_random_automata_get_true_words_or_none(data: st.DataObject) -> None:
    states = data.draw(st.integers(1, 4))
    table = np.array(data.draw(st.lists(st.integers(0, states - 1), min_size=4 * states, max_size=4 * states))).reshape(
        states, 4
    )
    table[0, 0] = 0
    accepting = np.array(data.draw(st.lists(st.booleans(), min_size=states, max_size=states)))
    automaton = Automaton(2, BINARY, table, accepting)
    with WorkClock(1).running():
        found = describe_set(LABELLED, automaton, Limits(seconds=1))
    if found is not None:
        holds = parse_formula(found, LABELLED.names, LABELLED.piles)
        for a, b in product((0, 1, 2, 3, 5, 8, 13, 64, 100, 511), repeat=2):
            assert evaluate(holds, {"a": a, "b": b}) is ((a, b) in automaton), found


@given(
    first=st.integers(-9, 3),
    modulus=st.integers(1, 9),
    residues=st.sets(st.integers(0, 8)),
    head=st.lists(st.booleans(), max_size=7),
)
@examples(150)
def test_rows_of_numbers_are_described_exactly(first: int, modulus: int, residues: set[int], head: list[bool]) -> None:
    tail = [(first + place) % modulus in residues for place in range(len(head), 70)]
    condition = describe_numbers("x", np.array(head + tail), first)
    assert condition is not None
    holds = parse_formula(condition.text, ("x",))
    assert [evaluate(holds, {"x": first + place}) for place in range(70)] == head + tail, condition
