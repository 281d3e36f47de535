"""Atoms read by digits are true of the same numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from sprague.automata.numeration import numeration
from sprague.checker.atoms import Fact, Residue
from sprague.checker.digits import Digits
from sprague.checker.readers import reader_of
from sprague.rules import Linear
from tests.refusals import message_of

SYSTEMS = ["2", "3", "fibonacci", "3,1", "4,-1", "tribonacci", "3,-2,1"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_conditions_read_by_digits_are_those_of_the_numbers(name: str) -> None:
    digits, chance = Digits.of(name), Random(name)
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


@pytest.mark.parametrize("name", SYSTEMS)
def test_numbers_have_the_same_digits_as_elsewhere(name: str) -> None:
    """Those of the prover, which finds them in another way; and no other words are numbers."""
    digits, theirs = Digits.of(name), numeration(name)
    assert (str(digits), digits.count) == (str(theirs), theirs.digits)
    for number in (*range(400), 10**30 + 7, 3**100):
        word = digits.write(number)
        assert word == theirs.write(number).tolist()
        assert digits.read(word) == number
    for other in product(range(digits.count), repeat=4):
        places: tuple[int, ...] | None = digits.begin(1)
        for digit in other:
            places = None if places is None else digits.follow(places, [digit])
        assert (places is not None) == theirs.is_valid(other)


@pytest.mark.parametrize(
    "name", ["1,3", "2,-1", "0,1,1", "12,1", "1", "11", "", "1,1,", "1, 1", "[1; 2]", "9,9,9,9,9,9,9"]
)
def test_digits_that_the_checker_does_not_know(name: str) -> None:
    assert message_of(lambda: Digits.of(name)) == (
        "not a certificate: expected 'numeration' to be 2 to 10, fibonacci, tribonacci or a recurrence such as 3,1, "
        f"got {name!r}"
    )


def test_fibonacci_digits_are_read_as_they_are_written() -> None:
    digits = Digits.of("fibonacci")
    words = [digits.write(number) for number in range(200)]
    assert [digits.read(word) for word in words] == list(range(200))
    assert all("11" not in "".join(map(str, word)) for word in words)
    assert words[12] == [1, 0, 1, 0, 1]
