"""Whether numbers satisfy conditions is found as by trying them."""

from __future__ import annotations

from itertools import product
from random import Random

from sprague.checker.atoms import Fact, IsPower, at_least, equals
from sprague.checker.budget import Budget
from sprague.checker.solvable import is_solvable
from sprague.rules import Linear, parse_term


def test_systems_are_solved_as_by_trying() -> None:
    chance = Random(5)
    outcomes = set()
    for _ in range(150):
        terms = [
            Linear.build({n: chance.randint(-2, 2) for n in "xyz"}, chance.randint(-4, 4))
            for _ in range(chance.randint(1, 3))
        ]
        bounded = at_least(parse_term("6 - x - y - z"))
        relations = [chance.choice((">=", "=", "!=")) for _ in terms]
        atoms = [bounded, *(Fact(term, relation) for term, relation in zip(terms, relations, strict=True))]
        tried = any(
            sum(numbers) <= 6
            and all(
                {">=": value >= 0, "=": value == 0, "!=": value != 0}[relation]
                for relation, term in zip(relations, terms, strict=True)
                for value in [term.value(dict(zip("xyz", numbers, strict=True)))]
            )
            for numbers in product(range(7), repeat=3)
        )
        assert is_solvable(atoms, Budget.of()) == tried
        outcomes.add(tried)
    assert outcomes == {True, False}
    assert is_solvable([IsPower(Linear.of("x"), 7), equals(parse_term("2x - 6"))], Budget.of())


def test_numbers_that_are_at_least_others_are_counted_from_there() -> None:
    pairs = [(Linear.of(f"x{place}"), Linear.of(f"y{place}")) for place in range(15)]
    falls = sum((x - y for x, y in pairs), Linear())
    atoms = [*(at_least(x - y) for x, y in pairs), at_least(falls, 1)]
    assert is_solvable(atoms, Budget.of())
    assert not is_solvable([*atoms, at_least(-falls)], Budget.of())
