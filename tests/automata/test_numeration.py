"""Numerations: conversion of numbers to digits and back, in bases and recurrences, and refused input."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random

import pytest

from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, TRIBONACCI, Numeration, base, numeration
from tests.snapshots import refusal

RECURRENCES = ["2,1", "3,1", "4,1", "4,-1", "3,-1", "1,0,1", "2,2", "5,-2", "1,1,1,1", "2,-1,1", "3,-2,1", "9,0,-1"]
NUMERATIONS = [BINARY, TERNARY, base(10), FIBONACCI, TRIBONACCI, *map(numeration, RECURRENCES)]


@pytest.mark.parametrize("system", NUMERATIONS, ids=str)
def test_writing_counts_up_through_all_valid_words(system: Numeration) -> None:
    """In lexicographic order, the n-th valid word represents n; the valid words are those of the greedy algorithm."""
    length = {2: 9, 3: 5, 4: 4, 5: 4}.get(system.digits, 3)
    recurrence = system.recurrence
    weights = system.expansion.weights(len(recurrence))
    while len(weights) <= length:
        weights.append(sum(c * weight for c, weight in zip(recurrence, reversed(weights), strict=False)))

    def is_greedy(word: tuple[int, ...]) -> bool:
        """Return whether the rest at each place is less than the weight before it."""
        values = [digit * weight for digit, weight in zip(reversed(word), weights, strict=False)]
        return all(sum(values[:place]) < weights[place] for place in range(1, length + 1))

    for number, word in enumerate(filter(is_greedy, product(range(system.digits), repeat=length))):
        assert tuple(system.write(number, length)) == word
        assert system.read(word) == number
        assert system.is_valid(word)
        assert system.write(number).size == (length - word.index(next(filter(None, word))) if number else 0)


@pytest.mark.parametrize("system", NUMERATIONS, ids=str)
def test_numbers_of_many_digits(system: Numeration) -> None:
    for number in (7**5000, 2**9999 - 1, 10**3001, 3**6000):
        word = system.write(number)
        assert word[0] > 0
        assert system.is_valid(word)
        assert system.read(word) == number


def test_decimal_digits_are_those_python_prints() -> None:
    assert "".join(map(str, base(10).write(7**4000).tolist())) == str(7**4000)


def test_names_of_numerations() -> None:
    assert [numeration(system.name) for system in NUMERATIONS] == NUMERATIONS
    assert list(map(str, NUMERATIONS[:6])) == [
        "base 2",
        "base 3",
        "base 10",
        "Fibonacci digits",
        "Tribonacci digits",
        "digits of weights 1, 3, 7, 17, 41, …",
    ]
    for name in ("11", "", "1;2", "[1]", "[1; 0]", "[1; ]", "golden"):
        refusal(partial(numeration, name))
    refusal(lambda: base(1))
    assert not BINARY.is_valid([0, 2])
    assert not FIBONACCI.is_valid([0, 1, 1, 0])


def test_numbers_that_cannot_be_written() -> None:
    refusal(lambda: BINARY.write(-1))
    refusal(lambda: TERNARY.write(9, length=2))


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("pell", "2,1"),
        ("1, 1", "fibonacci"),
        ("1,1,1", "tribonacci"),
        ("[1; 2]", "2,1"),
        ("[0; 5, 7, (2)]", "2,1"),
        ("[2; 1, 1, 1, 1]", "fibonacci"),
        ("[1; 1, 2]", "4,-1"),
        ("[1; (1, 2)]", "4,-1"),
        ("[-3; (2, 1)]", "4,-1"),
    ],
)
def test_names_for_the_same_digits(name: str, same: str) -> None:
    assert numeration(name) == numeration(same)
    assert numeration(name).name == same


@pytest.mark.parametrize("system", NUMERATIONS, ids=str)
def test_zeros_may_be_appended(system: Numeration) -> None:
    for number in range(200):
        assert system.is_valid([*system.write(number), 0])


@pytest.mark.parametrize("system", NUMERATIONS, ids=str)
def test_numbers_around_those_that_end_in_many_zeros(system: Numeration) -> None:
    """These numbers test the joins of the halves of long words: all zeros, or the greatest word."""
    random = Random(5)
    for size in (60, 255, 256, 257, 300, 511, 513, 1500):
        weight = system.read([1] + [0] * size)
        for number in (weight - 1, weight, weight + 1, weight * 2 // 3, weight - random.randrange(10**9)):
            word = system.write(number)
            assert system.is_valid(word)
            assert system.read(word) == number


def test_recurrences_that_automata_cannot_add() -> None:
    for name in ("1,3", "0,2", "1,-1", "2,-1", "3,0", "1,1,2"):
        refusal(partial(numeration, name))
    refusal(lambda: numeration("0,1,1"))
    refusal(lambda: numeration("[3; 70]"))
