"""Numbers and their digits: bases and Fibonacci, written, read and refused."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, base, numeration
from tests.refusals import message_of

NUMERATIONS = [BINARY, TERNARY, base(10), FIBONACCI]


@pytest.mark.parametrize("system", NUMERATIONS, ids=str)
def test_writing_counts_up_through_all_valid_words(system: Numeration) -> None:
    """In the order of words, the n-th valid word without leading zeros is n."""
    length = {2: 8, 3: 5, 10: 3}[system.digits]
    words = (
        w for w in product(range(system.digits), repeat=length) if not (system == FIBONACCI and (1, 1) in pairwise(w))
    )
    for number, word in enumerate(words):
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
    assert list(map(str, NUMERATIONS)) == ["base 2", "base 3", "base 10", "Fibonacci digits"]
    assert (
        message_of(lambda: numeration("11"))
        == "unknown numeration '11'; expected a base from '2' to '10' or 'fibonacci'"
    )
    assert message_of(lambda: base(1)) == "expected a base from 2 to 10, got 1; larger digits have no automata here"
    assert not BINARY.is_valid([0, 2])
    assert not FIBONACCI.is_valid([0, 1, 1, 0])


def test_numbers_that_cannot_be_written() -> None:
    assert message_of(lambda: BINARY.write(-1)) == (
        "expected a natural number to write in digits, got -1; only 0 and above have any"
    )
    assert message_of(lambda: TERNARY.write(9, length=2)) == (
        "expected a number of at most 2 digits, got one of 3; ask for more digits"
    )
