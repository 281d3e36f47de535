"""Atoms read by digits are true of the same numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from sprague.checker.atoms import Fact, Residue
from sprague.checker.digits import Digits
from sprague.checker.readers import reader_of
from sprague.rules import Linear


@pytest.mark.parametrize("base", [2, 3, 0])
def test_conditions_read_by_digits_are_those_of_the_numbers(base: int) -> None:
    digits, chance = Digits(base), Random(base)
    for _ in range(60):
        term = Linear.build({"a": chance.randint(-3, 3), "b": chance.randint(-3, 3)}, chance.randint(-9, 9))
        residue = Residue(
            Linear.build({"a": chance.randint(-2, 2), "b": 1}, chance.randint(-3, 3)), chance.randint(1, 5)
        )
        residues = ((chance.choice((1, -1)), residue),) if chance.random() < 0.5 else ()
        fact = Fact(term, chance.choice((">=", "=", "!=")), residues)
        reader = reader_of(fact, ("a", "b"), digits)
        for a, b in product(range(0, 40, 3), range(14)):
            words = [digits.write(number) for number in (a, b)]
            length = max(map(len, words))
            state = reader.start
            for column in zip(*([0] * (length - len(word)) + word for word in words), strict=True):
                state = reader.after(state, column)
            value = term.value({"a": a, "b": b}) + sum(s * r.value({"a": a, "b": b}) for s, r in residues)
            expected = {">=": value >= 0, "=": value == 0, "!=": value != 0}[fact.relation]
            assert reader.holds(state) == expected, (fact, a, b)


def test_fibonacci_digits_are_read_as_they_are_written() -> None:
    digits = Digits(0)
    words = [digits.write(number) for number in range(200)]
    assert [digits.read(word) for word in words] == list(range(200))
    assert all("11" not in "".join(map(str, word)) for word in words)
    assert words[12] == [1, 0, 1, 0, 1]
