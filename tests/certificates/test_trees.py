"""Syntax trees: rules, formulas and column programs are written and read back as equal objects."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import event, given, reject
from hypothesis import strategies as st

import sprague
from sprague.certificates.ranks import lines_of, read_rank, write_rank
from sprague.certificates.trees import (
    names_of,
    read_formula,
    read_linear,
    read_rule,
    read_term,
    write_formula,
    write_linear,
    write_rule,
    write_term,
)
from sprague.errors import SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Chain, Exists, Formula, Junction, Member
from sprague.language.expressions import Expression
from sprague.language.formula_parser import parse_formula
from sprague.language.statements import Statement
from sprague.rules import Linear, Ruleset, parse
from sprague.rules.termination import NO_RANK
from tests.properties.case_rules import AnyCondition, any_conditions
from tests.properties.notation_rules import Meant, any_rule
from tests.properties.random_rules import examples
from tests.properties.test_column_programs import programs
from tests.properties.test_formulas import NAMES, Meaning, random_formulas, truths
from tests.properties.test_rules import attempt
from tests.snapshots import refusal

GAMES = [game.name for game in sprague.catalogue()]


def check_rule(rule: Ruleset) -> None:
    """Check that the tree of a rule is JSON, reads back as the same rule except for names, and stays the same."""
    names = names_of(rule)
    tree = json.loads(json.dumps(write_rule(rule, names)))
    again = read_rule(tree)
    assert write_rule(again) == tree
    assert again.names == tuple(names[name] for name in rule.names)
    if all(names[name] == name for name in names):
        assert again == rule
        assert again.ast == rule.ast
    if rule.rank is not None and not rule.splits:
        rank = write_rank(rule, rule.rank, names)
        read, _ = read_rank(json.loads(json.dumps(rank)), again)
        assert write_rank(again, read) == rank


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_catalogue_has_a_tree(name: str) -> None:
    check_rule(sprague.game(name))


@examples(120)
@given(any_rule())
def test_random_rules_read_back(meant: Meant) -> None:
    rule = attempt(meant.text)
    if isinstance(rule, str):
        reject()
    if rule.obstacle is None or (rule.splits and "square" not in meant.text and "prime" not in meant.text):
        check_rule(rule)
    else:
        event("no tree")
        with pytest.raises(SpragueError):
            write_rule(rule)


@examples(60)
@given(any_rule())
def test_a_rule_in_other_names_has_the_same_options(meant: Meant) -> None:
    rule = attempt(meant.text)
    if isinstance(rule, str) or not meant.small:
        reject()
    try:
        again = read_rule(write_rule(rule))
    except SpragueError:
        reject()
    for position in meant.small[:10]:
        assert again.options(position) == rule.options(position)


@examples(100)
@given(random_formulas)
def test_random_formulas_read_back(what: Meaning) -> None:
    formula = parse_formula(what.text, NAMES)
    tree = json.loads(json.dumps(write_formula(formula)))
    again = read_formula(tree, set(NAMES))
    assert again == formula
    assert write_formula(again) == tree


@examples(50)
@given(any_conditions(["a", "b"]))
def test_random_conditions_read_back(condition: AnyCondition) -> None:
    formula = parse_formula(str(condition), ("a", "b"))
    tree = json.loads(json.dumps(write_formula(formula)))
    again = read_formula(tree, {"a", "b"})
    assert write_formula(again) == tree
    grid = [dict(zip("ab", entries, strict=True)) for entries in product(range(6), repeat=2)]
    assert [evaluate(again, values) for values in grid] == [evaluate(formula, values) for values in grid]


@examples(100)
@given(programs())
def test_random_column_programs_read_back(program: ColumnProgram) -> None:
    names = [str(term) for term in program.terms]
    tree = json.loads(json.dumps(write_formula(program)))
    again = read_formula(tree, set(names))
    assert write_formula(again) == tree
    tuples = product(range(5), repeat=len(names))
    for numbers in tuples:
        values = dict(zip(names, numbers, strict=True))
        assert evaluate(again, values) == evaluate(program, values)


FORMULAS = [
    ("a = b", ["compare", "a", "=", "b"]),
    ("1 <= a < b", ["compare", 1, "<=", "a", "<", "b"]),
    ("2a - 3b + 1 > 0", ["compare", ["-", ["+", ["*", 2, "a"], 1], ["*", 3, "b"]], ">", 0]),
    ("-a > -2", ["compare", ["*", -1, "a"], ">", -2]),
    ("a in {1, 3, 5..8}", ["in", "a", [1, 3, [5, 8]]]),
    ("a in {1, 2}", ["in", "a", [[1, 2]]]),
    ("a power of 3", ["power", "a", 3]),
    ("true", ["and"]),
    ("not false", ["not", ["or"]]),
    ("a odd or b = 0", ["or", ["compare", ["mod", "a", 2], "=", 1], ["compare", "b", "=", 0]]),
    ("a div 2 = |b|", ["compare", ["div", "a", 2], "=", ["abs", "b"]]),
    ("max(a, b) = min", ["compare", ["max", "a", "b"], "=", ["min", "a", "b", "c"]]),
    ("xor = bitand(a, b)", ["compare", ["xor", "a", "b", "c"], "=", ["bitand", "a", "b"]]),
    ("v3(a) < low2(b)", ["compare", ["valuation", 3, "a"], "<", ["lowest", 2, "b"]]),
    ("b < fib2_low(a)", ["compare", "b", "<", ["fib_low", 2, "a"]]),
    ("fib_shift(a) = fib3_zeros(b)", ["compare", ["fib_shift", 1, "a"], "=", ["fib_zeros", 3, "b"]]),
    ("all columns base 3 mod 2 = 0", ["columns", ["a", "b", "c"], 3, 2]),
    ("exists n: a = 2n", ["exists", "n", ["compare", "a", "=", ["*", 2, "n"]]]),
    ("exists n <= b: a = n", ["exists", "n", ["compare", "a", "=", "n"], "b"]),
    ("all n: n >= 0", ["not", ["exists", "n", ["not", ["compare", "n", ">=", 0]]]]),
]


@pytest.mark.parametrize(("text", "tree"), FORMULAS)
def test_a_formula_has_this_tree(text: str, tree: object) -> None:
    formula = parse_formula(text, NAMES)
    assert write_formula(formula) == tree
    assert read_formula(tree, set(NAMES)) == formula


def test_a_column_program_has_this_tree() -> None:
    text = "columns(a, b in X) base 3 { odd: sum 1 of X -> odd not last with ones of X free; 2* -> yes; end -> no }"
    program = parse_formula(text, ("a", "b"))
    assert write_formula(program) == [
        "program",
        {
            "terms": ["a", "b"],
            "groups": ["piles", "x"],
            "numeration": [3],
            "stages": [
                {
                    "name": "odd",
                    "ends": False,
                    "lines": [
                        {
                            "guard": [{"count": [1], "digit": None, "group": "x", "modulus": None}],
                            "to": "odd",
                            "last": False,
                            "regroup": [{"digit": 1, "from": "x", "to": "free"}],
                        },
                        {"guard": [{"patterns": [[2, -1]]}], "to": "yes", "last": True, "regroup": []},
                    ],
                }
            ],
        },
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a square", "'a square'"),
        ("a prime", "'a prime'"),
        ("a divides b", "'a divides b'"),
        ("a*b = 2", "'a*b'"),
        ("a power of 11", "base 11"),
        ("all columns base 11 mod 2 = 0", "base 11"),
    ],
)
def test_what_no_automaton_decides_has_no_tree(text: str, named: str) -> None:
    formula = parse_formula(text, NAMES, products=True)
    assert named in str(refusal(lambda: write_formula(formula)))


def test_a_python_function_has_no_tree() -> None:
    rule = parse("(a | t) -> (a - d | f(d)) where 1 <= d <= t", functions={"f": lambda d: d + 1})
    refusal(lambda: write_rule(rule))


def test_numbers_beyond_the_format_have_no_tree() -> None:
    assert write_linear(Linear.of("a") * 10**30) == ["*", 10**30, "a"]
    assert "above 10^30" in str(refusal(lambda: write_linear(Linear.of("a") * (10**30 + 1))))


def test_a_formula_that_is_nested_too_deeply_has_no_tree() -> None:
    formula: Formula = parse_formula("a = b", NAMES)
    for number in range(300):
        formula = Exists(f"n{number}", formula)
    refusal(lambda: write_formula(formula))


@pytest.mark.slow
def test_long_lists_are_written_as_several() -> None:
    numbers = tuple(range(0, 5001, 2))
    tree = write_formula(Member(Expression.of("a"), numbers))
    assert [tree[0], *(part[0] for part in tree[1:])] == ["or", "in", "in", "in"]
    parts = tuple(Chain.of(Linear.of("a"), "!=", Linear.of(number)) for number in range(1001))
    tree = write_formula(Junction("and", parts))
    assert [len(part) for part in tree[1:]] == [1001, 2]
    for number in (0, 7, 4998, 5000, 5002):
        assert evaluate(read_formula(tree, {"a"}), {"a": number}) == (number > 1000)
    assert write_formula(read_formula(tree, {"a"})) == [tree[0], tree[1], tree[2][1]]


# Trees that other programs write


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["+", "a"], "a"),
        (["+", "a", ["+", "b", 2], ["*", 3, ["-", "a", 1]]], "4a + b - 1"),
        (["*", 2, ["max", "a", ["-", "b", 1]]], "2*max(a, b - 1)"),
        (["min", "a"], "a"),
        (["xor", "a"], "(a xor 0)"),
        (["-", ["mod", "a", 2], ["mod", "a", 2]], "0"),
    ],
)
def test_a_term_is_read_as(tree: object, text: str) -> None:
    assert str(read_term(tree, {"a", "b"})) == text


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["in", "a", [-3, [5, 8]]], "-3 <= a <= -3 or 5 <= a <= 8"),
        (["in", "a", [[3, 10**20]]], f"3 <= a <= {10**20}"),
        (["in", "a", []], "false"),
        (["in", "a", [[3, 2]]], "3 <= a <= 2"),
        (["and", ["compare", "a", "<", "b"]], "a < b"),
        (["exists", "a", ["compare", "a", "=", "b"]], "exists a_1: a_1 = b"),
        (["exists", "n", ["exists", "n", ["compare", "n", "=", "b"], "n"]], "exists n: exists n_1 <= n: n_1 = b"),
        (["exists", "a", ["compare", "a", "=", "b"], "a"], "exists a_1 <= a: a_1 = b"),
    ],
)
def test_a_formula_is_read_as(tree: object, text: str) -> None:
    found = read_formula(tree, {"a", "b"})
    assert str(found) == text


def test_a_hidden_name_means_what_the_format_says() -> None:
    inner = ["exists", "a", ["and", ["compare", "a", "=", ["*", 2, "b"]], ["exists", "b", ["compare", "b", ">", "a"]]]]
    formula = read_formula(["and", inner, ["compare", "a", "<", "b"]], {"a", "b"})
    assert formula.names == {"a", "b"}


WRONG_TERMS = [
    1.5,
    True,
    None,
    10**31,
    "c",
    "A",
    [],
    ["-", "a"],
    ["-", "a", "b", "a"],
    ["+"],
    ["*", "a", 2],
    ["div", "a", 0],
    ["min", *["a"] * 51],
    ["valuation", 11, "a"],
    ["fib_shift", 0, "a"],
    ["power", "a", 2],
    {"+": 1},
]


@pytest.mark.parametrize("tree", WRONG_TERMS, ids=str)
def test_another_term_is_refused(tree: object) -> None:
    assert "place" in str(refusal(lambda: read_term(tree, {"a", "b"}, "place")))


WRONG_FORMULAS = [
    "a",
    ["compare", "a"],
    ["compare", "a", "<"],
    ["compare", "a", "==", "b"],
    ["in", "a", [[1, 2, 3]]],
    ["power", "a", 1],
    ["columns", [], 2, 2],
    ["columns", ["a"], 2, 0],
    ["columns", ["a"], 2, 10**6 + 1],
    ["not"],
    ["exists", "n"],
    ["exists", "max", ["and"]],
    ["exists", "n", ["and"], "n"],
    ["xor", ["and"]],
    ["program", {}],
]


@pytest.mark.parametrize("tree", WRONG_FORMULAS, ids=str)
def test_another_formula_is_refused(tree: object) -> None:
    refusal(lambda: read_formula(tree, {"a", "b"}, "place"))


def wrong_program(**change: object) -> object:
    tree = write_formula(
        parse_formula("columns(a, b) { s: 1 one -> s with ones free; 2* -> yes }".replace("2", "1"), "ab")
    )
    return [tree[0], tree[1] | change]


LINE = {"guard": [], "to": "yes", "last": True, "regroup": []}
COUNT = {"count": [1], "digit": 1, "group": "piles", "modulus": None}


def stage(**change: object) -> dict[str, object]:
    return {"stages": [{"name": "s", "ends": True, "lines": [LINE]} | change]}


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1},
        {"terms": []},
        {"groups": ["piles"]},
        {"groups": ["piles", "X"]},
        {"numeration": [11]},
        {"numeration": [2, 1]},
        {"stages": []},
        stage(name="yes"),
        stage(name="S"),
        stage(ends=1),
        {"stages": [*stage()["stages"], *stage()["stages"]]},  # type: ignore[misc]
        stage(lines=[LINE | {"to": "t"}]),
        stage(lines=[LINE | {"last": None}]),
        stage(lines=[LINE | {"guard": [{"patterns": [[1]]}]}]),
        stage(lines=[LINE | {"guard": [{"patterns": [[2, 0]]}]}]),
        stage(lines=[LINE | {"guard": [COUNT | {"digit": 2}]}]),
        stage(lines=[LINE | {"guard": [COUNT | {"modulus": 0}]}]),
        stage(lines=[LINE | {"guard": [COUNT | {"count": [-1]}]}]),
        stage(lines=[LINE | {"regroup": [{"digit": 0, "from": "piles"}]}]),
    ],
)
def test_another_program_is_refused(change: dict[str, object]) -> None:
    refusal(lambda: read_formula(wrong_program(**change), {"a", "b"}))


NIM = {
    "piles": ["a", "b"],
    "moves": [{"to": [["u", "b"]], "where": ["compare", "u", "<", "a"]}],
    "any_order": [["a", "b"]],
}


@pytest.mark.parametrize(
    "change",
    [
        {"piles": []},
        {"piles": ["a", "a"]},
        {"piles": ["a", "B"]},
        {"remembered": ["b"]},
        {"least_pile": -1},
        {"moves": []},
        {"moves": [{"to": [["u", "b"]]}]},
        {"moves": [{"to": [["u"]], "where": ["and"]}]},
        {"moves": [{"to": [], "where": ["and"]}]},
        {"any_order": [["a", "c"]]},
        {"rows": [["a", "b"]]},
        {"any_order": [["a", "a"]]},
        {"stop": ["compare", "u", "=", 0]},
        {"block": 1001},
        {"order": 1},
        {"positions": ["or"]},
    ],
)
def test_another_rule_is_refused(change: dict[str, object]) -> None:
    assert read_rule(NIM) == parse("(a, b) -> (u, b) where u < a any order")
    refusal(lambda: read_rule(NIM | change))


@pytest.mark.parametrize("key", ["piles", "moves"])
def test_a_rule_needs_its_keys(key: str) -> None:
    rest = {name: value for name, value in NIM.items() if name != key}
    refusal(lambda: read_rule(rest))


def test_a_rule_with_every_clause() -> None:
    text = (
        "(a, b, c, d, e | t) -> (a - k, b + k, c, d, e | k) where 1 <= k <= t any order of a, b in a circle of c, d "
        "piles >= 1 positions where t <= 9 stop when c = d or t = 3 win when e = 4 block 2"
    )
    rule = parse(text)
    tree = write_rule(rule)
    assert list(tree) == [
        *("piles", "remembered", "least_pile", "moves", "any_order", "circles", "positions", "stop", "win", "block")
    ]
    assert tree["stop"] == ["or", ["compare", "c", "=", "d"], ["compare", "t", "=", 3]]
    assert read_rule(tree) == rule
    assert str(read_rule(tree)) == text


# Ranks


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("(a, b) -> (u, b) where u < a any order", {"terms": [["+", "a", "b"]]}),
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", {"terms": [["+", ["*", 6, "x"], "y"]]}),
        (
            "(a, b) -> (a - 2k, b + 2k) where k >= 1, b + 2k <= a - 2k any order",
            {"quadratic": "squares", "lines": [{"steps": [-2, 2], "amount": "k"}]},
        ),
        (
            "(a, b) -> (a - 1, b + 1) where b + 2 <= a any order",
            {"quadratic": "squares", "lines": [{"steps": [-1, 1], "amount": 1}]},
        ),
        (
            "(a, b) -> (a - k, b + j) where k >= 1, j = k, b + j <= a - k any order",
            {"quadratic": "squares", "lines": [{"steps": [-1, 1], "amount": "k"}]},
        ),
        (
            "(a, b, c) -> (u, v, c) where u + v = a + b, u > max(a, b) any order",
            {"quadratic": "pairs", "lines": [{"steps": [1, -1, 0], "amount": ["-", "u", "a"]}]},
        ),
    ],
)
def test_a_rank_has_this_tree(text: str, rank: object) -> None:
    rule = parse(text)
    assert rule.rank is not None, NO_RANK
    assert write_rank(rule, rule.rank) == rank
    read, lines = read_rank(rank, rule)
    assert read == rule.rank
    assert list(lines) == ([] if "terms" in rank else lines_of(rule))  # type: ignore[operator]


@pytest.mark.parametrize(
    "rank",
    [
        {},
        {"terms": []},
        {"terms": ["u"]},
        {"terms": [["min", "a", "b"]]},
        {"quadratic": "cubes", "lines": []},
        {"quadratic": "squares"},
        {"quadratic": "squares", "lines": []},
        {"quadratic": "squares", "lines": [{"steps": [1], "amount": 1}]},
        {"quadratic": "squares", "lines": [{"steps": [1, 1], "amount": "v"}]},
    ],
)
def test_another_rank_is_refused(rank: object) -> None:
    refusal(lambda: read_rank(rank, read_rule(NIM)))


# Claims with the name of a Grundy value


def test_a_value_keeps_its_name_and_a_pile_of_that_name_does_not() -> None:
    rule = parse("(value, b) -> (u, b) where u < value any order")
    claim = Statement.read(rule, "power = low2(value)", "power")
    names = names_of(rule, [claim.formula], kept=["power"])
    assert write_formula(claim.formula, names) == ["compare", "power", "=", ["lowest", 2, "value_1"]]


@given(st.integers(-(10**30), 10**30))
def test_an_integer_is_a_term(number: int) -> None:
    assert read_term(write_term(Expression.of(number)), set()) == Expression.of(number)
    assert read_linear(number, set()) == Linear.of(number)


def test_truths_are_those_of_the_formula() -> None:
    formula = parse_formula("exists n <= b: a xor n = c", NAMES)
    assert truths(read_formula(write_formula(formula), set(NAMES))) == truths(formula)
