"""Translation of formulas into statements of Coq."""

from __future__ import annotations

import pytest

from sprague.automata.numeration import numeration
from sprague.coq.formulas.formula_theorem import translate_claim
from sprague.coq.formulas.subformulas import Subformula
from sprague.coq.rule_terms import NotCovered
from sprague.rules import parse
from tests.snapshots import refusal

NIM = "(a, b, c) -> (u, b, c) where u < a"


def definition_of(formula: str, rule: str = NIM, base: int = 2) -> str:
    return translate_claim(parse(rule), formula, numeration(str(base))).definition


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("a + 2b <= c + 1", "a + 2 * b <= c + 1"),
        ("a - 2b + 3 > -c", "2 * b < a + c + 3"),
        ("a != b", "a <> b"),
        ("1 <= a < b", "1 <= a /\\ a < b"),
        ("a = b or a = 0 and not b = c", "a = b \\/ (a = 0 /\\ ~ (b = c))"),
        ("(a + b) mod 3 = 1", "(a + b) mod 3 = 1"),
        ("(a - b) mod 3 = 1", "Z.to_N ((Z.of_N a - Z.of_N b) mod 3) = 1"),
        ("a = (b mod 3)", "a = b mod 3"),
        ("xor = 0", "N.lxor a (N.lxor b c) = 0"),
        ("bitand(a, b) = bitor(b, c) + 1", "N.land a b = N.lor b c + 1"),
        ("max - min <= 1", "N.max a (N.max b c) <= N.min a (N.min b c) + 1"),
        ("|a - b| = 2", "dist a b = 2"),
        ("a div 2 = b", "a / 2 = b"),
        ("a power of 2", "exists e, a = 2 ^ e"),
        ("a in {1, 3..5}", "a = 1 \\/ (3 <= a /\\ a <= 5)"),
        ("all columns mod 2 = 0", "forall i, column_sum 2 i [a; b; c] mod 2 = 0"),
        ("even(v2(c - a))", "v 2 (dist c a) mod 2 = 0"),
        (
            "at least 2 piles odd",
            "(a mod 2 = 1 /\\ b mod 2 = 1) \\/ (a mod 2 = 1 /\\ c mod 2 = 1) \\/ (b mod 2 = 1 /\\ c mod 2 = 1)",
        ),
        # Of 0 the valuation is larger than any number.
        ("v2(a) = 3", "~ (a = 0) /\\ v 2 a = 3"),
        ("v2(a) >= 3", "(~ (a = 0) /\\ 3 <= v 2 a) \\/ a = 0"),
        ("v2(a) < v2(b)", "(~ (a = 0) /\\ ~ (b = 0) /\\ v 2 a < v 2 b) \\/ (~ (a = 0) /\\ b = 0)"),
        ("a < low2(b)", "b = 0 \\/ a < low 2 b"),
        ("a > low2(b)", "~ (b = 0) /\\ low 2 b < a"),
        ("exists n: a = 2n", "exists n, a = 2 * n"),
        ("exists n <= b: a = 2n and n > c", "exists n, n <= b /\\ (a = 2 * n /\\ c < n)"),
        ("columns(a, b) { start: even ones -> start }", "in_columns 2 columns_1 [a; b]"),
        # Sums of sums keep their brackets.
        (
            "(5 - ((a + b) mod 2) - ((b + c) mod 2)) xor a = 0",
            "N.lxor (5 - (((a + b) mod 2) + ((b + c) mod 2))) a = 0",
        ),
        # What is said of a function of what is no natural number is false.
        ("(a - 1) xor b = 0", "1 <= a /\\ N.lxor (a - 1) b = 0"),
    ],
)
def test_a_formula_reads_as_it_is_written(formula: str, expected: str) -> None:
    assert definition_of(formula) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("a = fib_shift(b) and even(fib_zeros(b))", "a = shift weight b /\\ zeros weight b mod 2 = 0"),
        ("not b <= fib_shift(c - 1) + 1", "~ (1 <= c /\\ b <= shift weight (c - 1) + 1)"),
        ("fib_zeros(a) < 2", "~ (a = 0) /\\ zeros weight a < 2"),
    ],
)
def test_digits_that_have_weights_have_functions_of_their_own(formula: str, expected: str) -> None:
    assert translate_claim(parse(NIM), formula, numeration("fibonacci")).definition == expected


@pytest.mark.parametrize(
    "formula",
    [
        "fib2_shift(a) = b",
        "a mod 2 = b",
        "xor = 0",
        "exists n: a = 2n",
        "columns fibonacci { start: 0 ones -> start }",
        "even(fib_zeros(a - b))",
        "a < fib_low(b)",
    ],
)
def test_uncovered_formulas_in_weighted_digits_are_refused(formula: str) -> None:
    refusal(lambda: translate_claim(parse(NIM), formula, numeration("fibonacci")), NotCovered)


def test_cases_that_positions_exclude_are_omitted() -> None:
    rule = "(a, b) -> (u, v) where u + v = a piles >= 1"
    assert definition_of("v2(a) = v2(b)", rule) == "v 2 a = v 2 b"
    assert definition_of("bitor(a - 1, b - 1) = 0", rule) == "N.lor (a - 1) (b - 1) = 0"


def test_names_of_the_rule_do_not_mean_anything_else() -> None:
    assert definition_of("v power of 2", "(e, v) -> (e, u) where u < v") == "exists e_, v_ = 2 ^ e_"


def test_orders_that_add_nothing_are_left_out() -> None:
    sharing = parse("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
    binary = numeration("2")
    found = translate_claim(sharing, "a = b and even(v2(c - a))", binary)
    assert found.definition == "a = b /\\ v 2 (dist c a) mod 2 = 0"
    assert found.statement == "claim a b c \\/ claim a c b \\/ claim b c a"
    assert translate_claim(sharing, "for every order: a <= b + 1", binary).statement.count("/\\") == 5
    assert translate_claim(sharing, "some two piles equal", binary).statement == "claim a b c"


@pytest.mark.parametrize(
    ("formula", "base"),
    [
        ("columns base 3 { start: 0 ones -> start }", 2),
        ("xor = 0", 3),
        ("v3(a) = 1", 2),
        ("v2(a) + b = 3", 2),
        ("fib_shift(a) = b", 2),
        ("even(fib_zeros(a))", 2),
        ("low2(low2(a)) = b", 2),
        ("(a - b) div 2 = 1", 2),
        ("max(a - b, c) = 1", 2),
    ],
)
def test_uncovered_formulas_are_refused(formula: str, base: int) -> None:
    refusal(lambda: definition_of(formula, base=base), NotCovered)


def test_a_large_formula_is_split_into_subformulas() -> None:
    rule = parse("(a, b, c) -> (u, v, w) where u + v + w = a + b any order piles >= 1")
    formula = "all piles x: sum - x < 3 or 3 <= sum - x < 6 and even(sum - x) or sum - x >= 6 and (sum - x) mod 3 = 1"
    words = translate_claim(rule, formula, numeration("2"))
    # One automaton for the sum of two piles, whichever they are.
    (part,) = words.translator.definitions.values()
    assert isinstance(part, Subformula)
    assert words.definition == " /\\ ".join(f"({part.text_for(two)})" for two in ("bc", "ac", "ab"))
    assert len(words.translator.atoms) == 6  # three sets, and that piles are not empty


def test_numbers_of_a_subformula_may_be_shifted_entries() -> None:
    rule = parse("(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1")
    formula = "v2(1 + bitor(bitand(a - 1, b - 1), bitand(b - 1, c - 1))) = v2(1 + bitor(a - 1, b - 1, c - 1))"
    words = translate_claim(rule, formula, numeration("2"))
    (part,) = words.translator.definitions.values()
    assert isinstance(part, Subformula)
    assert words.translator.extra_numbers == ["a - 1", "b - 1", "c - 1"]
    assert part.text_for(["(a - 1)", "(b - 1)", "(c - 1)"]) == words.definition
