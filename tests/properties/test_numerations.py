"""Random recurrences: numbers, sums and comparisons in their digits are those of the numbers; so are the checker's."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.automata.atoms import COMPARE, linear, residue
from sprague.automata.numeration import Numeration, recurrent
from sprague.checker.numeration import read_numeration
from sprague.errors import SpragueError
from tests.properties.random_rules import examples


@st.composite
def numerations(draw: st.DrawFn) -> Numeration:
    """Digits of a recurrence of two or three small numbers, if there are any."""
    first = draw(st.integers(1, 4))
    others = draw(st.lists(st.integers(-2, 2), min_size=1, max_size=2))
    try:
        return recurrent((first, *others))
    except SpragueError:
        assume(False)
        raise


NUMBERS = st.integers(0, 60) | st.integers(0, 10**40)


@examples(60)
@given(numerations(), st.lists(NUMBERS, min_size=1, max_size=5))
def test_numbers_come_back_and_are_written_in_order(digits: Numeration, numbers: list[int]) -> None:
    checker = read_numeration(list(digits.recurrence))
    length = max(digits.write(number).size for number in numbers) + 1
    words = sorted((digits.write(number, length).tolist(), number) for number in numbers)
    assert [number for _, number in words] == sorted(numbers)
    for word, number in words:
        assert digits.is_valid(word)
        assert digits.read(word) == checker.read(word) == number
        assert checker.write(number) == digits.write(number).tolist()


@examples(40)
@given(
    numerations(),
    st.lists(st.integers(-2, 2), min_size=2, max_size=2),
    st.integers(-20, 20),
    st.sampled_from(sorted(COMPARE)),
    st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=20),
)
def test_conditions_are_those_of_the_numbers(
    digits: Numeration, factors: list[int], constant: int, relation: str, pairs: list[tuple[int, int]]
) -> None:
    automaton, even = linear(factors, constant, relation, digits), residue(factors, constant, 3, {1}, digits)
    for pair in (*pairs, *((i, j) for i in range(9) for j in range(9))):
        value = factors[0] * pair[0] + factors[1] * pair[1] + constant
        assert (pair in automaton) == COMPARE[relation](value, 0)
        assert (pair in even) == (value % 3 == 1)
