"""Terms and formulas evaluated at numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sprague.checker.automata import Relations, Variable
from sprague.checker.errors import Budget, OutOfReach
from sprague.checker.evaluation import evaluate_formula, evaluate_term
from sprague.checker.formulas import Translation
from sprague.checker.numeration import Numeration
from sprague.checker.trees import TreeReader
from tests.checker import literal_interpreter as literal

NUMBERS = {"a": 12, "b": 5, "z": 0}


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (["-", ["+", "a", 1], ["*", 2, "b"]], (0, 3)),
        (["div", ["-", "b", "a"], 3], (0, -3)),
        (["mod", ["-", "b", "a"], 3], (0, 2)),
        (["min", "a", "b", 7], (0, 5)),
        (["abs", ["-", "b", "a"]], (0, 7)),
        (["xor", "a", "b"], (0, 9)),
        (["bitand", "a", "b"], (0, 4)),
        (["bitor", "a", "b"], (0, 13)),
        (["xor", ["-", "b", "a"], 1], None),
        (["valuation", 2, ["-", "z", "a"]], (0, 2)),
        (["valuation", 3, "z"], (1, 0)),
        (["lowest", 2, "a"], (0, 4)),
        (["lowest", 2, ["-", "z", "a"]], None),
        (["lowest", 2, "z"], (1, 0)),
        (["fib_shift", 1, "a"], (0, 20)),  # 12 = 8 + 3 + 1 becomes 13 + 5 + 2
        (["fib_zeros", 1, 11], (0, 2)),  # 8 + 3
        (["fib_zeros", 1, "z"], (1, 0)),
        (["fib_low", 1, 11], (0, 3)),
        (["fib_low", 3, 15], (0, 1)),  # 13 + 2 · 1
        (["fib_low", 1, "z"], (1, 0)),
        (["fib_shift", 2, 7], (0, 17)),  # the weights of [2, 1] are 1, 3, 7, 17
        # Ω
        (["+", ["valuation", 2, "z"], "b"], (1, 5)),
        (["*", -2, ["+", ["valuation", 2, "z"], "b"]], (-2, -10)),
        (["max", "a", ["lowest", 2, "z"]], (1, 0)),
        (["min", "a", ["lowest", 2, "z"]], (0, 12)),
        (["abs", ["-", "a", ["lowest", 2, "z"]]], (1, -12)),
        (["mod", ["+", ["lowest", 2, "z"], 7], 4], (0, 3)),
        (["div", ["lowest", 2, "z"], 4], None),
        (["valuation", 2, ["+", ["lowest", 2, "z"], 4]], (0, 2)),
        (["lowest", 2, ["-", ["lowest", 2, "z"], 4]], (0, 4)),
        (["lowest", 2, ["-", 4, ["lowest", 2, "z"]]], None),
        (["fib_shift", 1, ["lowest", 2, "z"]], None),
        (["xor", "a", ["lowest", 2, "z"]], None),
        # Functions that cancel need not be defined.
        (["-", ["+", "a", ["xor", ["-", "z", 1], 1]], ["xor", ["-", "z", 1], 1]], (0, 12)),
        (["+", "a", ["*", 0, ["xor", ["-", "z", 1], 1]]], (0, 12)),
    ],
)  # fmt: skip
def test_terms(term: Any, value: tuple[int, int] | None) -> None:
    assert evaluate_term(TreeReader().term(term), NUMBERS) == value


PROGRAM = {
    "terms": ["a", "b"], "groups": ["piles", "piles"], "numeration": [2],
    "stages": [
        {"name": "even", "ends": True, "lines": [
            {"guard": [{"count": [1], "digit": 1, "group": "piles", "modulus": None}], "to": "odd", "last": False,
             "regroup": [{"digit": 1, "from": "piles", "to": "free"}]},
            {"guard": [], "to": "even", "last": True, "regroup": []}]},
        {"name": "odd", "ends": True, "lines": [
            {"guard": [{"patterns": [[1, 1], [0, 0]]}], "to": "odd", "last": True, "regroup": []},
            {"guard": [{"count": [1], "digit": None, "group": "free", "modulus": 2}], "to": "last", "last": True,
             "regroup": []}]},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "truth"),
    [
        (["compare", 1, "<", "b", "<=", 5, "!=", "a"], True),
        (["compare", 1, "<", "b", "<", 5], False),
        (["compare", ["xor", ["-", "z", 1], 1], "!=", 0], False),
        (["not", ["compare", ["xor", ["-", "z", 1], 1], "!=", 0]], True),
        (["compare", ["valuation", 2, "z"], ">", 10**30], True),
        (["compare", ["valuation", 2, "z"], "=", ["lowest", 3, "z"]], True),
        (["in", "a", [1, [10, 12]]], True),
        (["in", "a", [[13, 20]]], False),
        (["power", ["+", "b", 3], 2], True),
        (["power", "z", 2], False),
        (["power", "a", 2], False),
        (["power", ["lowest", 2, "z"], 2], False),
        (["columns", ["a", "b", 9], 2, 2], True),
        (["columns", ["a", "b", -1], 2, 1], False),
        (["and"], True),
        (["or"], False),
        (["exists", "k", ["compare", ["*", 5, "k"], "=", ["+", "a", 3]], "b"], True),
        (["exists", "k", ["compare", ["*", 5, "k"], "=", ["+", "a", 3]], 2], False),
        (["exists", "b", ["compare", "b", "=", 4], "b"], True),  # the bound is outside
        (["exists", "k", ["and"], -1], False),
        # 1011 and 0110: to the stage "odd", and a is free; 0 and 1 is no pattern, and the sum of the free digits is 0.
        (["program", PROGRAM | {"terms": [11, 6]}], False),
        (["program", PROGRAM | {"terms": [5, 1]}], True),  # 101 and 001: 0 and 0, then 1 and 1
        (["program", PROGRAM | {"terms": [5, 0]}], True),  # the last column has one free 1
        (["program", PROGRAM | {"terms": [6, 0]}], False),  # the same, but the column is not the last
        (["program", PROGRAM | {"terms": [1, "z"]}], False),  # this column must not be the last
        (["program", PROGRAM | {"terms": ["z", "z"]}], True),
    ],
)  # fmt: skip
def test_formulas(formula: Any, truth: bool) -> None:
    assert evaluate_formula(TreeReader().formula(formula), NUMBERS) is truth


def test_a_quantifier_without_a_bound_is_out_of_reach() -> None:
    for formula in (("exists", "k", ("and",)), ("exists", "k", ("and",), ("valuation", 2, 0))):
        with pytest.raises(OutOfReach):
            evaluate_formula(formula, {})


def test_a_large_bound_spends_the_budget() -> None:
    formula = ("exists", "k", ("exists", "l", ("compare", "k", "<", "l"), "k"), 10**30)
    with pytest.raises(OutOfReach):
        evaluate_formula(formula, {}, Budget(steps=50_000))


class RandomTrees:
    """Random terms and formulas in a and b, with functions that are decided in one numeration."""

    def __init__(self, chance: Random, numeration: tuple[int, ...]) -> None:
        self.chance, self.numeration = chance, numeration

    def terms(self, depth: int, most: int) -> list[Any]:
        return [self.term(depth) for _ in range(self.chance.randint(1, most))]

    def term(self, depth: int) -> Any:
        chance = self.chance
        if not depth or chance.random() < 0.2:
            return chance.choice(["a", "b", "a", "b", chance.randint(-5, 9)])
        digits = ["valuation", "lowest"] if len(self.numeration) == 1 else ["fib_shift", "fib_zeros", "fib_low"]
        bitwise = ["xor", "bitand", "bitor"] if self.numeration == (2,) else []
        word = chance.choice(["+", "-", "*", "mod", "div", "min", "max", "abs", *digits, *bitwise])
        if word in ("*", *digits):
            return word, chance.randint(-3, 3) if word == "*" else self.numeration[0], self.term(depth - 1)
        if word in ("mod", "div"):
            return word, self.term(depth - 1), chance.randint(1, 5)
        if word in ("-", "abs"):
            return word, *(self.term(depth - 1) for _ in range(2 if word == "-" else 1))
        return word, *self.terms(depth - 1, 3)

    def formula(self, depth: int) -> Any:
        chance = self.chance
        digits = ["power", "columns"] if len(self.numeration) == 1 else []
        word = (
            chance.choice(["compare", "compare", "in", "and", "or", "not", "exists", *digits]) if depth else "compare"
        )
        if word == "compare":
            return word, self.term(2), chance.choice(["<", "<=", "=", "!=", ">=", ">"]), self.term(2)
        if word == "in":
            return word, self.term(2), ((-2, 1), (4, 4), (7, 9))
        if word == "power":
            return word, self.term(1), self.numeration[0]
        if word == "columns":
            return word, tuple(self.terms(1, 3)), self.numeration[0], chance.randint(1, 3)
        if word == "exists":
            return word, "b", self.formula(depth - 1), self.term(1)
        return word, *(self.formula(depth - 1) for _ in range(1 if word == "not" else chance.randint(0, 3)))


@pytest.mark.slow
@pytest.mark.parametrize("numeration", [(2,), (3,), (1, 1), (2, 1)])
def test_automata_and_evaluation_agree(numeration: tuple[int, ...]) -> None:
    trees, compared = RandomTrees(Random(str(numeration)), numeration), 0
    a, b = Variable("a"), Variable("b")
    for _ in range(60):
        formula = trees.formula(2)
        relations = Relations(Numeration(numeration), Budget(steps=1_000_000))
        try:
            relation = Translation(relations).relation(formula, {"a": a, "b": b})
        except OutOfReach:
            continue
        for first in range(12):
            for second in range(12):
                try:
                    expected = evaluate_formula(formula, {"a": first, "b": second})
                except OutOfReach:
                    continue
                assert expected == literal.holds(formula, {"a": first, "b": second}), (formula, first, second)
                assert expected == relations.contains(relation, {a: first, b: second}), (formula, first, second)
                compared += 1
    assert compared > 3_000
