"""The automata of the checker against the literal interpreter, on random formulas."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from sprague.checker.automata import Relations, Variable
from sprague.checker.errors import Budget, OutOfReach
from sprague.checker.formulas import Translation
from sprague.checker.numeration import Numeration
from sprague.checker.trees import TreeReader
from tests.checker.literal_interpreter import holds
from tests.layers import sample

NAMES = ("a", "b")
RELATIONS = ("<", "<=", "=", "!=", ">=", ">")


def random_term(rng: random.Random, names: tuple[str, ...], depth: int, numeration: tuple[int, ...]) -> Any:
    """A term whose functions suit the numeration."""
    kind = rng.randrange(12) if depth else rng.randrange(3)

    def inner() -> Any:
        return random_term(rng, names, depth - 1, numeration)

    if kind == 0:
        return rng.choice((0, 1, 2, 3, 5, 8, -1, -4, rng.randrange(30, 90), -rng.randrange(30, 90)))
    if kind <= 2:
        return rng.choice(names)
    if kind == 3:
        return ["+", *(inner() for _ in range(rng.randint(1, 3)))]
    if kind == 4:
        return ["-", inner(), inner()]
    if kind == 5:
        return ["*", rng.choice((-2, -1, 2, 3)), inner()]
    if kind == 6:
        return [rng.choice(("div", "mod")), inner(), rng.randint(1, 5)]
    if kind == 7:
        return [rng.choice(("min", "max")), *(inner() for _ in range(rng.randint(1, 3)))]
    if kind == 8:
        return ["abs", inner()]
    if numeration == (2,) and kind == 9:
        return [rng.choice(("xor", "bitand", "bitor")), *(inner() for _ in range(rng.randint(1, 2)))]
    if len(numeration) == 1 and kind == 10:
        return [rng.choice(("valuation", "lowest")), numeration[0], inner()]
    if len(numeration) == 2 and kind >= 9:
        return [rng.choice(("fib_shift", "fib_zeros", "fib_low")), numeration[0], inner()]
    return inner()


def random_formula(rng: random.Random, names: tuple[str, ...], depth: int, numeration: tuple[int, ...]) -> Any:
    """A formula whose quantifiers are bounded by terms that are small where names are."""
    kind = rng.randrange(9) if depth else rng.randrange(4)

    def term(deep: int = 2) -> Any:
        return random_term(rng, names, deep, numeration)

    def inner() -> Any:
        return random_formula(rng, names, depth - 1, numeration)

    if kind <= 2:
        return ["compare", term(), rng.choice(RELATIONS), term()]
    if kind == 3:
        choice = rng.randrange(4)
        if choice == 0:
            return ["in", term(), [rng.randrange(6), [rng.randrange(6), rng.randrange(12)]]]
        if choice == 1 and len(numeration) == 1:
            return ["power", term(1), numeration[0]]
        if choice == 2 and len(numeration) == 1:
            return ["columns", [term(1), term(0)], numeration[0], rng.randint(1, 3)]
        return ["compare", term(1), rng.choice(RELATIONS), term(1), rng.choice(RELATIONS), term(1)]
    if kind <= 6:
        return [rng.choice(("and", "or")), *(inner() for _ in range(rng.randint(0, 3)))]
    if kind == 7:
        return ["not", inner()]
    name = rng.choice(("n", *names))  # an inner name may hide an outer one
    body = random_formula(rng, (*names, name), depth - 1, numeration)
    return ["exists", name, body, ["min", random_term(rng, names, 0, numeration), 9]]


@pytest.mark.parametrize("numeration", [(2,), (3,), (1, 1), (2, 1)], ids=str)
@pytest.mark.parametrize("seed", sample(range(40), 8))
def test_random_formulas_hold_where_the_literal_interpreter_says(numeration: tuple[int, ...], seed: int) -> None:
    rng = random.Random(f"{numeration} {seed}")
    budget = Budget(steps=20_000_000, seconds=None)
    relations = Relations(Numeration(numeration), budget)
    variables = {name: Variable(name) for name in NAMES}
    refused = 0
    for _ in range(8):
        formula = TreeReader().formula(random_formula(rng, NAMES, 3, numeration))
        try:
            found = Translation(relations).relation(formula, variables)
        except OutOfReach:  # a valuation that is compared with too much, or too many cases
            refused += 1
            continue
        for a, b in product(range(13), repeat=2):
            values = {"a": a, "b": b}
            wanted = holds(formula, values)
            assert relations.contains(found, {variables[n]: values[n] for n in NAMES}) == wanted, (formula, values)
    assert refused < 8


@pytest.mark.slow
def test_formulas_with_many_atoms_and_large_constants() -> None:
    rng = random.Random(7)
    relations = Relations(Numeration((2,)), Budget(seconds=None))
    variables = {name: Variable(name) for name in NAMES}
    for size, differences in ((10**3, 8), (10**6, 3), (10**20, 1)):
        atoms: list[Any] = [
            ["compare", ["-", "b", rng.randrange(size)], "!=", ["div", "a", 3]] for _ in range(differences)
        ]
        for number in range(70):
            atom = rng.choice(
                (
                    ["compare", ["div", "a", number + 2], ">=", 0],
                    ["compare", "a", "!=", rng.randrange(size)],
                    ["compare", ["*", 2, "a"], "<", ["+", "b", 2 * size]],
                )
            )
            atoms.append(atom)
        some = ["or", ["compare", "a", "=", ["+", "b", 17]], ["compare", ["div", "a", 2], "=", ["+", "b", 40]]]
        formula = TreeReader().formula(["and", *atoms, some])
        found = Translation(relations).relation(formula, variables)
        constants = [part[3] for part in formula[1:-1] if isinstance(part[3], int)]
        near = [n + d for n in (*rng.sample(constants, 12), 0, size) for d in (-1, 0, 1) if n + d >= 0]
        for a in near:
            for b in (a - 17, a // 2 - 40, a, 0):
                if b >= 0:
                    values = {"a": a, "b": b}
                    wanted = holds(formula, values)
                    assert relations.contains(found, {variables[n]: values[n] for n in NAMES}) == wanted, values
