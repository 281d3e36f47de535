"""The notation: every error points at the right character in the right words, and equal rules read as equal."""

from __future__ import annotations

import sys

import pytest

from sprague.errors import NotationError, SpragueError
from sprague.rules import Linear, parse, parse_term
from sprague.rules.tokens import DEEPEST
from sprague.rules.tokens import MOST_CHARACTERS as MOST
from tests.clock import at_most_calls
from tests.refusals import message_of

TERM = "expected a name, a number or '(', found "
MORE = (
    "expected a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', 'positions where', "
    "'stop when', 'win when' or 'block', found "
)
COMPARISON = "expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found "
FUNCTIONS = "expected one of the functions min, max, sum, floor, ceil or abs, found "
NO_MOVE = "expected a move, such as (a, b) -> (a - 1, b), found the end"
PILES_LEFT = "expected only names of piles on the left, such as (a, b)"
ONE_ORDER = "expected each pile in one 'any order', 'in a circle' or 'in a row' only"
IS = "expected 'even', 'odd', 'square', 'prime', 'in' or 'power of', or a sign such as = in place of 'is', found "
BECOME = "expected what the piles become, in brackets such as (a - 1, b), found "
TWO_THINGS = "expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …"

# One line each: the text, the column of the caret, what is said there.
POINTED: list[tuple[str, int, str]] = [
    ("", 1, NO_MOVE),
    (";", 2, NO_MOVE),
    ("nim", 1, "expected the piles in brackets, such as (a, b), found 'nim'"),
    ("where u < a", 1, "expected the piles in brackets, such as (a, b), found 'where'"),
    ("(a, b)", 7, "expected '->' after the piles, found the end"),
    ("(a, b) any order", 8, "expected '->' after the piles, found 'any'"),
    ("(a, b) ->", 10, BECOME + "the end"),
    ("(a) -> a - 1", 8, BECOME + "'a'"),
    ("()", 2, "expected the name of a pile, found ')'"),
    ("(a, b", 6, "expected ',' or ')', found the end"),
    ("(a b) -> (a, b)", 4, "expected ',' or ')', found 'b'"),
    ("(a, ) -> (a, b)", 5, "expected the name of a pile, found ')'"),
    ("(a) -> (f(a))", 9, FUNCTIONS + "'f'"),
    # The two sides
    ("(a, b) -> (a - 1)", 11, "expected 2 piles on the right, as on the left, found 1 pile"),
    ("(a) -> (a - 1, a)", 8, "expected 1 pile on the right, as on the left, found 2 piles"),
    (
        "(a, b) -> (a | b)",
        11,
        "expected 2 piles on the right, as on the left, found 1 pile, '|' and 1 remembered number",
    ),
    (
        "(a, b | t) -> (a, b, t)",
        15,
        "expected 2 piles, '|' and 1 remembered number on the right, as on the left, found 3 piles",
    ),
    (
        "(a | s, t) -> (a | s)",
        15,
        "expected 1 pile, '|' and 2 remembered numbers on the right, as on the left, "
        "found 1 pile, '|' and 1 remembered number",
    ),
    ("(a | b | c) -> (a | b | c)", 8, "expected at most one '|'"),
    ("(a, 2) -> (a, 1)", 1, PILES_LEFT),
    ("(a + b) -> (a)", 1, PILES_LEFT),
    ("(2a) -> (a)", 1, PILES_LEFT),
    ("(a, a) -> (a, a)", 1, "expected a name of its own for every pile, found a twice"),
    ("(a | a) -> (a | a)", 1, "expected a name of its own for every pile, found a twice"),
    ("(a, b) -> (a - 1, b) ; (b, a) -> (b, a)", 24, "expected the same names on every left side as before: (a, b)"),
    ("(a | t) -> (a - 1 | t) ; (a, t) -> (a, t)", 26, "expected the same names on every left side as before: (a | t)"),
    # Signs, numbers and terms
    (
        "(a, b) -> (a - §, b)",
        16,
        "expected a name (letters a-z, α-ω), a number or a sign, found '§'",
    ),
    ("(a) -> (a ! 1)", 11, "expected ',' or ')', found '!'"),
    ("(a) -> (1234567890a)", 9, "expected a number of at most 9 digits, found 10"),
    (f"(a) -> ({10**30}a)", 9, "expected a number of at most 9 digits, found 31"),
    ("(a) -> (99999a*99999)", 16, "expected numbers of at most 9 digits"),
    ("(a) -> (999999999a + a)", 22, "expected numbers of at most 9 digits"),
    ("(a) -> (a - 999999999 - 1)", 25, "expected numbers of at most 9 digits"),
    ("(a, b) -> (a b, b)", 14, "expected ',' or ')', found 'b'"),
    ("(a) -> (a - k) where k is 3", 27, IS + "'3'"),
    ("(a, b) -> ((a)b, b)", 15, "expected ',' or ')', found 'b'"),
    ("(a) -> (a - )", 13, TERM + "')'"),
    ("(a) -> (* a)", 9, TERM + "'*'"),
    ("(a) -> (a - - 1)", 13, TERM + "'-'; put a negative number in brackets"),
    ("(a) -> (where)", 9, TERM + "'where'"),
    ("(a) -> ((a - 1)", 16, "expected ',' or ')', found the end"),
    ("(a) -> ((a - 1, a)", 15, "expected ')', found ','"),
    # Conditions
    ("(a) -> (u) where", 17, TERM + "the end"),
    ("(a) -> (u) where u", 19, COMPARISON + "the end"),
    ("(a) -> (u) where u, u < a", 19, COMPARISON + "','; say it of each: u < …, u < …"),
    ("(a) -> (u) where u <", 21, TERM + "the end"),
    ("(a) -> (u) where u << a", 21, TERM + "'<'"),
    ("(a) -> (u) where u < a,", 24, TERM + "the end"),
    ("(a) -> (u) where u < a and", 27, TERM + "the end"),
    (
        "(a) -> (u) where u + 1 mod 2 = 0, u < a",
        22,
        "expected brackets before 'mod': write (u + 1) mod 2",
    ),
    ("(a) -> (u) where u < a, -u mod 2 = 0", 26, "expected brackets before 'mod': write (-u) mod 2 or -(u mod 2)"),
    ("(a) -> (a - a div 2)", 13, "expected brackets before 'div': write (a - a) div 2 or a - (a div 2)"),
    ("(a) -> (u) where u < a, u > 1 or u = 0", 31, TWO_THINGS),
    ("(a) -> (u) where u mod a = 0", 24, "expected a modulus, which is a number, found 'a'; write a divides u"),
    ("(a) -> (u) where u mod 0 = 0", 24, "expected a modulus of at least 1, found '0'"),
    ("(a) -> (u) where u power of 1, u < a", 29, "expected a base of at least 2, found '1'"),
    ("(a) -> (u) where u power of", 28, "expected a base, which is a number, found the end"),
    ("(a) -> (u) where u power 2", 20, COMPARISON + "'power'"),
    ("(a) -> (u) where u mod 2 power of 2", 26, "expected a linear term before 'power of', found u mod 2"),
    # Names that are no piles, and choices without a bound
    ("(a) -> (a + k)", 13, "the choice k has no upper bound; say how large it may be"),
    (
        "(x) -> (x - 1) ; (x - 2) where j >= 1",
        32,
        "expected one of the piles x, found 'j', which as a choice would make no pile",
    ),
    ("(a, b) -> (u, v) where u + v >= a", 12, "the choice u has no upper bound; say how large it may be"),
    ("(a | t) -> (a - 1 | u) where u mod 3 = 1", 21, "the choice u has no upper bound; say how large it may be"),
    # What formulas have and rules do not
    (
        "(a) -> (u) where u < a, v2(u) = 0",
        25,
        "expected a term with which moves can be worked out, such as min(a, b), found 'v2'; formulas have it",
    ),
    (
        "(a) -> (u) where u < a, u xor a = 1",
        27,
        "expected a term with which moves can be worked out, found 'xor'; formulas have it",
    ),
    (
        "(a) -> (u) where u < a, exists n: a = 2n",
        25,
        "expected no quantified number in a rule: a name that is no pile is the mover's choice already",
    ),
    (
        "(a) -> (a - 1) stop when all columns mod 2 = 0",
        26,
        "expected no columns in a rule: moves cannot be worked out with them",
    ),
    # Clauses
    ("(a) -> (a - 1) any", 19, "expected 'order' after 'any', found the end"),
    ("(a) -> (a - 1) order", 16, MORE + "'order'"),
    ("(a) -> (a - 1) hello", 16, MORE + "'hello'"),
    (f"(a) -> (a - 1) {'x' * 40}", 16, f"{MORE}'{'x' * 40}'"),
    (f"(a) -> (a - 1) {'x' * 41}", 16, f"{MORE}'{'x' * 30}…'"),
    ("(a) -> (a - 1) any order where a > 1", 26, MORE + "'where'"),
    ("(a) -> (a - 1))", 15, MORE + "')'"),
    ("(a) -> (a - 1) stop", 16, "expected a move or a clause, found 'stop'; did you mean 'stop when'?"),
    ("(a) -> (a - 1) -> (a)", 16, MORE + "'->'"),
    ("(a, b) -> (a - 1, b) any order of", 34, "expected one of the piles a, b, found the end"),
    ("(a, b) -> (a - 1, b) any order of c", 35, "expected one of the piles a, b, found 'c'"),
    ("(a | t) -> (a - 1 | t) any order of a, t", 40, "expected one of the piles a, found 't'"),
    ("(a, b) -> (a - 1, b) any order of a, a", 22, ONE_ORDER),
    ("(a, b) -> (a - 1, b) any order any order", 32, ONE_ORDER),
    ("(a, b, c) -> (a - 1, b, c) any order of a, b any order of b, c", 46, ONE_ORDER),
    ("(a) -> (a - 1) piles", 21, "expected '>=', found the end"),
    ("(a) -> (a - 1) piles = 1", 22, "expected '>=', found '='"),
    ("(a) -> (a - 1) piles >= b", 25, "expected a number, found 'b'"),
    ("(a) -> (a - 1) piles >= -1", 25, "expected a number of at least 0, found '-1'"),
    ("(a) -> (a - 1) stop when", 25, TERM + "the end"),
    ("(a) -> (a - 1) stop when a", 27, COMPARISON + "the end"),
    ("(a) -> (a - 1) stop when k = 1", 26, "expected one of the piles a, found 'k'"),
    ("(a) -> (a - 1) win when a = 1 or", 33, TERM + "the end"),
    ("(a) -> (a - 1) win when a = 1 or k = 2", 34, "expected one of the piles a, found 'k'"),
]

# With a function f, which only a remembered number may be.
POINTED_WITH_FUNCTION: list[tuple[str, int, str]] = [
    ("(a | t) -> (f(a) | t)", 12, "expected a linear term for a pile; only a remembered number may be a function"),
    ("(a | t) -> (a - 1 | f(a) + 1)", 26, "expected ',' or ')', found '+'"),
    ("(a | t) -> (a - 1 | 2f(a))", 22, "expected f(…) only as a remembered number on the right"),
    ("(a | t) -> (a - 1 | t) where f(a) > 1", 30, "expected f(…) only as a remembered number on the right"),
    ("(a | t) -> (a - 1 | f a)", 23, "expected '(', found 'a'"),
]

POINTED_TERMS: list[tuple[str, int, str]] = [
    ("", 1, TERM + "the end"),
    ("2x -", 5, TERM + "the end"),
    ("2x 3", 4, "expected '+', '-' or the end, found '3'"),
    ("x < 2", 3, "expected '+', '-' or the end, found '<'"),
    ("x*y", 1, "expected a linear term, found x*y"),
]


def pointing(text: str, column: int, message: str) -> str:
    """The whole message for a text of one short line."""
    return f"line 1, column {column}: {message}\n  {text}\n  {' ' * (column - 1)}^"


@pytest.mark.parametrize(("text", "column", "message"), POINTED)
def test_an_error_points_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value) == pointing(text, column, message)
    assert (caught.value.line, caught.value.column, caught.value.message) == (1, column, message)


@pytest.mark.parametrize(("text", "column", "message"), POINTED_WITH_FUNCTION)
def test_an_error_about_a_function_points_at_its_place(text: str, column: int, message: str) -> None:
    assert message_of(lambda: parse(text, {"f": abs})) == pointing(text, column, message)


@pytest.mark.parametrize(("text", "column", "message"), POINTED_TERMS)
def test_an_error_in_a_term_points_at_its_place(text: str, column: int, message: str) -> None:
    assert message_of(lambda: parse_term(text)) == pointing(text, column, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(a)\n  -> (a - 1)\n  where k ! 2",
            f"line 3, column 11: {COMPARISON}'!'\n    where k ! 2\n            ^",
        ),
        (
            "(a, b) -> (u, b) where u\n any order",
            f"line 1, column 25: {COMPARISON}the end of the line\n  (a, b) -> (u, b) where u\n{' ' * 26}^",
        ),
        (
            "(a)\t-> (a - 1)\t§",
            "line 1, column 16: expected a name (letters a-z, α-ω), a number or a sign, found '§'\n"
            f"  (a) -> (a - 1) §\n{' ' * 17}^",
        ),
        ("\n\n", f"line 3, column 1: {NO_MOVE}\n  \n  ^"),
    ],
)  # fmt: skip
def test_an_error_names_its_line(text: str, message: str) -> None:
    assert message_of(lambda: parse(text)) == message


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("(é) -> (é - 1)", 2),
        ("(aé) -> (aé - 1)", 3),
        ("(a²) -> (a² - 1)", 3),
        ("(Ω) -> (Ω - 1)", 2),
        ("(ж) -> (ж - 1)", 2),
        ("(a) -> (a - ½)", 13),
        ("(_b) -> (_b - 1)", 2),
    ],
)
def test_other_letters_than_those_of_names_are_refused(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize("name", ["a", "Z", "foo", "foo_bar", "n_R", "a_", "x1", "x12", "a'", "x1''", "α", "ω", "λ'"])
def test_a_name_is_ascii_or_a_greek_letter(name: str) -> None:
    assert parse(f"({name}) -> (2{name} - 3)").piles == (name,)


@pytest.mark.parametrize("second", ["piles >= 2", "piles >= 1", "piles >= 0", "; (a - 2) piles >= 2"])
def test_the_least_pile_is_given_once(second: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(f"(a) -> (a - 1) piles >= 1 {second}")
    assert caught.value.message == "expected 'piles >=' only once"


def test_a_long_line_is_shown_around_the_caret() -> None:
    text = "(a) -> (a - 1) where " + ", ".join(["a >= 10"] * 30) + " §" + ", a >= 10" * 30
    column = text.index("§") + 1
    first, shown, caret = message_of(lambda: parse(text)).split("\n")
    assert first == f"line 1, column {column}: expected a name (letters a-z, α-ω), a number or a sign, found '§'"
    assert len(shown) <= 78
    assert shown[2:] in text
    assert shown[caret.index("^")] == "§"


def entangled(lower: int, upper: int) -> str:
    """Each lower bound of v meets each upper bound when v is eliminated."""
    bounds = [f"v >= {i}u" for i in range(1, lower + 1)] + [f"v <= {j}a + b" for j in range(1, upper + 1)]
    return "(a, b) -> (a, b) where u <= a, " + ", ".join(bounds)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(a, b) -> (a - 1, b) stop when a = 0 any order",
            "'stop when' depends on the order of piles that may come in any order; write the condition for every order",
        ),
        (
            "(a, b, c) -> (a - 1, b, c) any order of b, c win when a = 0 and b < c",
            "'win when' depends on the order of piles that may come in any order; write the condition for every order",
        ),
        (
            # 45 × 45 meetings, and u >= 0 and u <= a as before.
            entangled(45, 45),
            "in the move to (a, b): the conditions of this move are too entangled: 2027 inequalities when choices are "
            "eliminated, at most 2000 are allowed; write it as several simpler moves",
        ),
    ],
)
def test_a_rule_that_reads_well_but_cannot_be_played_is_refused(text: str, message: str) -> None:
    shown = text if len(text) <= 200 else text[:200] + "…"
    assert message_of(lambda: parse(text)) == f"{message}\n  in the rule: {shown}"


def test_conditions_just_short_of_too_entangled_are_accepted() -> None:
    assert parse(entangled(20, 20)).options((2, 2)) == [(2, 2)]


def names(count: int) -> str:
    return ", ".join(f"x{number}" for number in range(count))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"({names(65)}) -> ({names(65)})",
            "line 1, column 1: expected 1 to 64 piles and remembered numbers, found 65",
        ),
        ("(a) -> (" + "(" * 5_000 + "a" + ")" * 5_000 + ")", "line 1, column 49: expected at most 40 nested brackets"),
        ("(a) -> (" + "(" * 41 + "a" + ")" * 41 + ")", "line 1, column 49: expected at most 40 nested brackets"),
        ("(a) -> (" + "2(" * 30 + "a" + ")" * 30 + ")", "line 1, column 99: expected numbers of at most 9 digits"),
        ("(a) -> (" + "2*" * 5_000 + "a)", "line 1, column 67: expected numbers of at most 9 digits"),
        ("(" * 20_000, f"line 1, column 1: {PILES_LEFT}"),
        ("a" * (MOST + 1), f"expected a rule of at most {MOST:,} characters, got {MOST + 1:,}"),
        ("\n" * 10**6, f"expected a rule of at most {MOST:,} characters, got 1,000,000"),
        ("\n" * MOST, f"line {MOST + 1}, column 1: {NO_MOVE}"),
        ("(a) -> (" + "\n" * 19_000, f"line 19001, column 1: {TERM}the end"),
        ("(a) -> (" + "-" * 19_000, f"line 1, column 10: {TERM}'-'"),
    ],
)
@at_most_calls(5_000_000)
def test_an_absurd_text_is_refused_at_once(text: str, message: str) -> None:
    assert message_of(lambda: parse(text)).split("\n")[0] == message


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("(a) -> (" + "(" * 40 + "a - 1" + ")" * 40 + ")", "(a) -> (a - 1)"),
        ("(a) -> (" + "1*" * 9_000 + "a)", "(a) -> (a)"),
        ("(a) -> (a" + " - 1" * 4_000 + ")", "(a) -> (a - 4000)"),
        ("\n" * 9_000 + "(a)" + " " * 9_000 + "-> (a - 1)", "(a) -> (a - 1)"),
        (f"({names(64)}) -> ({names(64)})", f"({names(64)}) -> ({names(64)})"),
    ],
)
def test_a_long_text_within_the_limits_is_read(text: str, short: str) -> None:
    assert str(parse(text)) == short


# Texts that are the same rule.
EQUAL: list[tuple[str, str]] = [
    ("(a) -> (2(a - k)) where k <= a", "(a) -> (2a - 2k) where k <= a"),
    ("(a) -> (2*a - 3 * 1)", "(a) -> (2a - 3)"),
    ("(a) -> (a*2 - (1))", "(a) -> (2a - 1)"),
    ("(a) -> (+a - 1)", "(a) -> (-1 + a)"),
    ("(a) -> (a - 1 + a - a)", "(a) -> (a - 1)"),
    ("(a) -> (3*2a)", "(a) -> (6a)"),
    ("(a) → (u) where u ≤ a, u ≠ a", "(a) -> (u) where u <= a, u != a"),
    ("(a) -> (a − 1) where a ≥ 2", "(a) -> (a - 1) where a >= 2"),
    ("(a) -> (2·a - 2×1)", "(a) -> (2a - 2)"),
    ("(a) -> (u) where 2u == a", "(a) -> (u) where 2u = a"),
    ("(a, b) -> (u, b) where u < a and u < b", "(a, b) -> (u, b) where u < a, u < b"),
    ("(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)", "(a, b) -> (a - 1, b) ; (a, b - 1)"),
    ("(a, b) -> (a - 1, b)\n(a, b - 1)", "(a, b) -> (a - 1, b) ; (a, b - 1)"),
    ("(a, b) ->\n  (a - 1, b) ;\n  (a, b - 1)\n\n", "(a, b) -> (a - 1, b) ; (a, b - 1)"),
    ("(a, b) -> (a - 1, b) ;; (a, b - 1) ;", "(a, b) -> (a - 1, b) ; (a, b - 1)"),
    ("(a, b) -> (u, b)\n  where u < a,\n    u >= 1\n  any order", "(a, b) -> (u, b) where u < a, u >= 1 any order"),
    ("(a, b) -> (a\n - 1, b)", "(a, b) -> (a - 1, b)"),
    ("(a\n,\nb\n)\n->\n(2\na\n-\n1\n,\nb\n)", "(a, b) -> (2a - 1, b)"),
    ("(a\n|\nt) -> (a - 1\n| t)", "(a | t) -> (a - 1 | t)"),
    ("(a) -> (u) where u\n< a", "(a) -> (u) where u < a"),
    ("(a) -> (u) where 1\n<= u\n<= a\n+ 2\n- 3", "(a) -> (u) where 1 <= u <= a - 1"),
    ("(a) -> (u) where u\nmod 2\n= 1, u\npower\nof\n3, u < a", "(a) -> (u) where u mod 2 = 1, u power of 3, u < a"),
    ("(a, b) -> (a - 1, b) any\norder of a\n, b piles\n>=\n1", "(a, b) -> (a - 1, b) any order piles >= 1"),
    ("(a,b)->(u,b)where u<a any order", "(a, b) -> (u, b) where u < a any order"),
    ("(a, b) -> (a - 1, b) any order of b, a", "(a, b) -> (a - 1, b) any order"),
    ("(a, b) -> (a - 1, b) any order ; (a - 2, b)", "(a, b) -> (a - 1, b) ; (a - 2, b) any order"),
    ("(a) -> (a - 1) piles >= 0", "(a) -> (a - 1)"),
    ("(a) -> (a - 1) stop when a = 3 or a = 5", "(a) -> (a - 1) stop when a = 3 stop when a = 5"),
    ("(a) -> (a - 1) stop when a > 3, a < 5", "(a) -> (a - 1) stop when a > 3 and a < 5"),
    ("(a | t) -> (a - 1 | t)", "( a|t )->( a-1|t )"),
    ("(a) -> (u) where (u) mod 2 = 1, u < a", "(a) -> (u) where u mod 2 = 1, u < a"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_two_texts_are_the_same_rule(one: str, other: str) -> None:
    assert parse(one) == parse(other)
    assert str(parse(one)) == str(parse(other))


# Texts that are different rules, though some mean the same: what was written is kept.
DIFFERENT: list[tuple[str, str]] = [
    ("(a, b) -> (u, b) where u < a", "(a, b) -> (u, b) where a > u"),
    ("(a) -> (u) where u < a", "(a) -> (u) where u <= a"),
    ("(a, b) -> (a - 1, b)", "(a, b) -> (a - 1, b) any order"),
    ("(a, b) -> (a - 1, b)", "(a | b) -> (a - 1 | b)"),
    ("(a, b) -> (a - 1, b)", "(x, y) -> (x - 1, y)"),
    ("(a) -> (a - 1) stop when a = 1", "(a) -> (a - 1) win when a = 1"),
    ("(a) -> (a - 1)", "(a) -> (a - 1) piles >= 1"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_texts_are_different_rules(one: str, other: str) -> None:
    assert parse(one) != parse(other)


BREAKS = ["\r\n", *(sign for sign in map(chr, range(sys.maxunicode + 1)) if len(f".{sign}.".splitlines()) == 2)]


@pytest.mark.parametrize("ends", BREAKS, ids=ascii)
def test_whatever_ends_a_line_ends_a_comment_and_separates_moves(ends: str) -> None:
    rule = "(a) -> (a - 1) ; (a - 2) ; (a - 3) stop when a = 5"
    assert str(parse(f"(a) -> (a - 1) # one{ends}(a - 2){ends}(a - 3){ends}# all{ends}stop when a = 5")) == rule
    with pytest.raises(NotationError) as error:
        parse(f"(a) -> # one{ends}  (a - 2, a)")
    assert str(error.value).startswith("line 2, column 3: expected 1 pile")
    assert str(error.value).endswith("\n    (a - 2, a)\n    ^")


def test_a_term_is_read_by_itself() -> None:
    assert parse_term("2(x - 1) + 3") == Linear.build({"x": 2}, 1)
    assert parse_term("\n 7 \n") == Linear.of(7)


def test_a_pile_may_have_the_name_of_a_function() -> None:
    rule = parse("(max, v2) -> (u, v2) where u < max\n(max, 2(v2 - 1)) any order")
    assert str(rule) == "(max, v2) -> (u, v2) where u < max ; (max, 2v2 - 2) any order"


#: Conditions whose canonical form once was another rule, or could not be read.
CANONICAL = {
    "k >= 1, all piles >= a": "k >= 1, (true and b >= a)",
    "k >= 1, some pile > a": "k >= 1, (false or b > a)",
    "k >= 1, all piles in 0..a": "k >= 1, (0 <= a and 0 <= b <= a)",
    "k >= 1 stop when true": "k >= 1 stop when true",
    "k >= 1 win when true": "k >= 1 win when true",
    "k >= 1 stop when true stop when a = 3": "k >= 1 stop when true",
    "k >= 1 stop when a = 3 stop when false": "k >= 1 stop when a = 3",
    "k >= 1, not not not a = b": "k >= 1, not not not (a = b)",
    "k >= 1 implies a > 2 implies b > 2": "not (k >= 1) or not (a > 2) or b > 2",
}


@pytest.mark.parametrize("where", CANONICAL)
def test_the_canonical_form_reads_back(where: str) -> None:
    rule = parse(f"(a, b) -> (a - k, b) where {where}")
    assert str(rule) == f"(a, b) -> (a - k, b) where {CANONICAL[where]}"
    assert parse(str(rule)) == rule
    assert rule.describe()
    assert rule.latex()


def test_a_deep_rule_reads_back_or_is_refused() -> None:
    rules = {depth: f"(a, b) -> (a - k, b) where k >= 1, {'not ' * depth}a = b" for depth in range(DEEPEST + 1)}
    for depth in range(DEEPEST - 1):
        rule = parse(rules[depth])
        assert parse(str(rule)) == rule
    assert "nested" in message_of(lambda: parse(rules[DEEPEST]))
    assert "nested" in message_of(lambda: parse(rules[DEEPEST - 1]))


def test_a_condition_in_many_words_reads_back() -> None:
    every = " and ".join(f"not a = {number}" for number in range(2 * DEEPEST))
    chain = " implies ".join(f"a > {number}" for number in range(DEEPEST))
    for where in (every, chain):
        rule = parse(f"(a, b) -> (a - k, b) where k >= 1, ({where})")
        assert parse(str(rule)) == rule


def test_a_domain_without_positions_is_refused() -> None:
    with pytest.raises(SpragueError, match="expected some positions"):
        parse("(a) -> (a - 1) positions where false")
