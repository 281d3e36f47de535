"""The parser of rules: every error points at the right character, and equal rules are parsed as equal."""

from __future__ import annotations

import sys

import pytest

from sprague.errors import NotationError, SpragueError
from sprague.language.tokens import DEEPEST
from sprague.language.tokens import MOST_CHARACTERS as MOST
from sprague.rules import Linear, parse, parse_term
from tests.fake_clocks import at_most_calls
from tests.snapshots import refusal, refused

# One line each: the text and the column of the caret.
POINTED: list[tuple[str, int]] = [
    ("", 1),
    (";", 2),
    ("nim", 1),
    ("where u < a", 1),
    ("(a, b)", 7),
    ("(a, b) any order", 8),
    ("(a, b) ->", 10),
    ("(a) -> a - 1", 8),
    ("()", 2),
    ("(a, b", 6),
    ("(a b) -> (a, b)", 4),
    ("(a, ) -> (a, b)", 5),
    ("(a) -> (f(a))", 9),
    # The two sides
    ("(a, b) -> (a - 1)", 11),
    ("(a) -> (a - 1, a)", 8),
    ("(a, b) -> (a | b)", 11),
    ("(a, b | t) -> (a, b, t)", 15),
    ("(a | s, t) -> (a | s)", 15),
    ("(a | b | c) -> (a | b | c)", 8),
    ("(a, 2) -> (a, 1)", 1),
    ("(a + b) -> (a)", 1),
    ("(2a) -> (a)", 1),
    ("(a, a) -> (a, a)", 1),
    ("(a | a) -> (a | a)", 1),
    ("(a, b) -> (a - 1, b) ; (b, a) -> (b, a)", 24),
    ("(a | t) -> (a - 1 | t) ; (a, t) -> (a, t)", 26),
    # Signs, numbers and terms
    ("(a, b) -> (a - §, b)", 16),
    ("(a) -> (a ! 1)", 11),
    ("(a) -> (1234567890a)", 9),
    (f"(a) -> ({10**30}a)", 9),
    ("(a) -> (99999a*99999)", 16),
    ("(a) -> (999999999a + a)", 22),
    ("(a) -> (a - 999999999 - 1)", 25),
    ("(a, b) -> (a b, b)", 14),
    ("(a) -> (a - k) where k is 3", 27),
    ("(a, b) -> ((a)b, b)", 15),
    ("(a) -> (a - )", 13),
    ("(a) -> (* a)", 9),
    ("(a) -> (a - - 1)", 13),
    ("(a) -> (where)", 9),
    ("(a) -> ((a - 1)", 16),
    ("(a) -> ((a - 1, a)", 15),
    # Conditions
    ("(a) -> (u) where", 17),
    ("(a) -> (u) where u", 19),
    ("(a) -> (u) where u, u < a", 19),
    ("(a) -> (u) where u <", 21),
    ("(a) -> (u) where u << a", 21),
    ("(a) -> (u) where u < a,", 24),
    ("(a) -> (u) where u < a and", 27),
    ("(a) -> (u) where u + 1 mod 2 = 0, u < a", 22),
    ("(a) -> (u) where u < a, -u mod 2 = 0", 26),
    ("(a) -> (a - a div 2)", 13),
    ("(a) -> (u) where u < a, u > 1 or u = 0", 31),
    ("(a) -> (u) where u mod a = 0", 24),
    ("(a) -> (u) where u mod 0 = 0", 24),
    ("(a) -> (u) where u power of 1, u < a", 29),
    ("(a) -> (u) where u power of", 28),
    ("(a) -> (u) where u power 2", 20),
    ("(a) -> (u) where u mod 2 power of 2", 26),
    # Names that are no piles, and choices without a bound
    ("(a) -> (a + k)", 13),
    ("(x) -> (x - 1) ; (x - 2) where j >= 1", 32),
    ("(a, b) -> (u, v) where u + v >= a", 12),
    ("(a | t) -> (a - 1 | u) where u mod 3 = 1", 21),
    # What formulas have and rules do not
    ("(a) -> (u) where u < a, v2(u) = 0", 25),
    ("(a) -> (u) where u < a, u xor a = 1", 27),
    ("(a) -> (u) where u < a, exists n: a = 2n", 25),
    ("(a) -> (a - 1) stop when all columns mod 2 = 0", 26),
    # Clauses
    ("(a) -> (a - 1) any", 19),
    ("(a) -> (a - 1) order", 16),
    ("(a) -> (a - 1) hello", 16),
    (f"(a) -> (a - 1) {'x' * 40}", 16),
    (f"(a) -> (a - 1) {'x' * 41}", 16),
    ("(a) -> (a - 1) any order where a > 1", 26),
    ("(a) -> (a - 1))", 15),
    ("(a) -> (a - 1) stop", 16),
    ("(a) -> (a - 1) -> (a)", 16),
    ("(a, b) -> (a - 1, b) any order of", 34),
    ("(a, b) -> (a - 1, b) any order of c", 35),
    ("(a | t) -> (a - 1 | t) any order of a, t", 40),
    ("(a, b) -> (a - 1, b) any order of a, a", 22),
    ("(a, b) -> (a - 1, b) any order any order", 32),
    ("(a, b, c) -> (a - 1, b, c) any order of a, b any order of b, c", 46),
    ("(a) -> (a - 1) piles", 21),
    ("(a) -> (a - 1) piles = 1", 22),
    ("(a) -> (a - 1) piles >= b", 25),
    ("(a) -> (a - 1) piles >= -1", 25),
    ("(a) -> (a - 1) stop when", 25),
    ("(a) -> (a - 1) stop when a", 27),
    ("(a) -> (a - 1) stop when k = 1", 26),
    ("(a) -> (a - 1) win when a = 1 or", 33),
    ("(a) -> (a - 1) win when a = 1 or k = 2", 34),
]

# With a function f, which only a remembered number may be.
POINTED_WITH_FUNCTION: list[tuple[str, int]] = [
    ("(a | t) -> (f(a) | t)", 12),
    ("(a | t) -> (a - 1 | f(a) + 1)", 26),
    ("(a | t) -> (a - 1 | 2f(a))", 22),
    ("(a | t) -> (a - 1 | t) where f(a) > 1", 30),
    ("(a | t) -> (a - 1 | f a)", 23),
]

POINTED_TERMS: list[tuple[str, int]] = [
    ("", 1),
    ("2x -", 5),
    ("2x 3", 4),
    ("x < 2", 3),
    ("x*y", 1),
]


@pytest.mark.parametrize(("text", "column"), POINTED)
def test_an_error_points_at_its_place(text: str, column: int) -> None:
    with refused(NotationError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize(("text", "column"), POINTED_WITH_FUNCTION)
def test_an_error_about_a_function_points_at_its_place(text: str, column: int) -> None:
    assert refusal(lambda: parse(text, {"f": abs}), NotationError).column == column


@pytest.mark.parametrize(("text", "column"), POINTED_TERMS)
def test_an_error_in_a_term_points_at_its_place(text: str, column: int) -> None:
    assert refusal(lambda: parse_term(text), NotationError).column == column


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("(a)\n  -> (a - 1)\n  where k ! 2", 3, 11),
        ("(a, b) -> (u, b) where u\n any order", 1, 25),
        ("(a)\t-> (a - 1)\t§", 1, 16),
        ("\n\n", 3, 1),
    ],
)
def test_an_error_names_its_line(text: str, line: int, column: int) -> None:
    error = refusal(lambda: parse(text), NotationError)
    assert (error.line, error.column) == (line, column)


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
    with refused(NotationError):
        parse(f"(a) -> (a - 1) piles >= 1 {second}")


def test_a_long_line_is_shown_around_the_caret() -> None:
    text = "(a) -> (a - 1) where " + ", ".join(["a >= 10"] * 30) + " §" + ", a >= 10" * 30
    error = refusal(lambda: parse(text), NotationError)
    assert error.offset == text.index("§")
    _, shown, caret = str(error).split("\n")
    assert len(shown) <= 78
    assert shown[2:] in text
    assert shown[caret.index("^")] == "§"


def entangled(lower: int, upper: int) -> str:
    """Each lower bound of v meets each upper bound when v is eliminated."""
    bounds = [f"v >= {i}u" for i in range(1, lower + 1)] + [f"v <= {j}a + b" for j in range(1, upper + 1)]
    return "(a, b) -> (a, b) where u <= a, " + ", ".join(bounds)


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (a - 1, b) stop when a = 0 any order",
        "(a, b, c) -> (a - 1, b, c) any order of b, c win when a = 0 and b < c",
        entangled(45, 45),
    ],
)
def test_a_rule_that_reads_well_but_cannot_be_played_is_refused(text: str) -> None:
    refusal(lambda: parse(text))


def test_conditions_just_short_of_too_entangled_are_accepted() -> None:
    assert parse(entangled(20, 20)).options((2, 2)) == [(2, 2)]


def names(count: int) -> str:
    return ", ".join(f"x{number}" for number in range(count))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"({names(65)}) -> ({names(65)})", (1, 1)),
        ("(a) -> (" + "(" * 5_000 + "a" + ")" * 5_000 + ")", (1, 49)),
        ("(a) -> (" + "(" * 41 + "a" + ")" * 41 + ")", (1, 49)),
        ("(a) -> (" + "2(" * 30 + "a" + ")" * 30 + ")", (1, 99)),
        ("(a) -> (" + "2*" * 5_000 + "a)", (1, 67)),
        ("(" * 20_000, (1, 1)),
        ("a" * (MOST + 1), None),
        ("\n" * 10**6, None),
        ("\n" * MOST, (MOST + 1, 1)),
        ("(a) -> (" + "\n" * 19_000, (19_001, 1)),
        ("(a) -> (" + "-" * 19_000, (1, 10)),
    ],
    ids=range(11),
)
@at_most_calls(5_000_000)
def test_an_absurd_text_is_refused_at_once(text: str, place: tuple[int, int] | None) -> None:
    error = refusal(lambda: parse(text))
    assert ((error.line, error.column) if isinstance(error, NotationError) else None) == place


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
    *(
        (f"(a, b) -> (a - 1, b) {clause} {congruence}", f"(a, b) -> (a - 1, b) {clause} {residues}")
        for clause in ("where", "stop when", "positions where")
        for congruence, residues in [
            ("(a ≡ b (mod 3))", "a mod 3 = b mod 3"),
            ("(a ≡ b mod 3)", "a mod 3 = b mod 3"),
            ("((a + 1 ≡ b (mod 3)) or a = 0)", "(a + 1) mod 3 = b mod 3 or a = 0"),
            ("not (a ≡ b (mod 3))", "not a mod 3 = b mod 3"),
            ("(max(a, b) ≡ 1 (mod 3))", "max(a, b) mod 3 = 1"),
            ("(1 ≡ max (mod 3))", "1 = max(a, b) mod 3"),
        ]
    ),
    ("(a, b) -> (a - 1, b) where max > 3", "(a, b) -> (a - 1, b) where max(a, b) > 3"),
    (
        "(a, b | t) -> (a - k, b | k) where k >= 1, max - min <= t, sum <= 9",
        "(a, b | t) -> (a - k, b | k) where k >= 1, max(a, b) - min(a, b) <= t, a + b <= 9",
    ),
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


BREAKS = ["\r\n", *"\n\x0b\x0c\r\x1c\x1d\x1e\x85\u2028\u2029"]


@pytest.mark.slow
def test_no_other_character_ends_a_line() -> None:
    assert [sign for sign in map(chr, range(sys.maxunicode + 1)) if len(f".{sign}.".splitlines()) == 2] == BREAKS[1:]


@pytest.mark.parametrize("ends", BREAKS, ids=ascii)
def test_whatever_ends_a_line_ends_a_comment_and_separates_moves(ends: str) -> None:
    rule = "(a) -> (a - 1) ; (a - 2) ; (a - 3) stop when a = 5"
    assert str(parse(f"(a) -> (a - 1) # one{ends}(a - 2){ends}(a - 3){ends}# all{ends}stop when a = 5")) == rule
    with refused(NotationError) as error:
        parse(f"(a) -> # one{ends}  (a - 2, a)")
    assert (error.value.line, error.value.column) == (2, 3)
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
    refusal(lambda: parse(rules[DEEPEST]))
    refusal(lambda: parse(rules[DEEPEST - 1]))


def test_a_condition_in_many_words_reads_back() -> None:
    every = " and ".join(f"not a = {number}" for number in range(2 * DEEPEST))
    chain = " implies ".join(f"a > {number}" for number in range(DEEPEST))
    for where in (every, chain):
        rule = parse(f"(a, b) -> (a - k, b) where k >= 1, ({where})")
        assert parse(str(rule)) == rule


def test_a_domain_without_positions_is_refused() -> None:
    with refused(SpragueError):
        parse("(a) -> (a - 1) positions where false")
