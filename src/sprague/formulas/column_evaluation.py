"""Evaluation of column programs on single numbers of any size and on arrays: `program_holds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sprague import limits
from sprague.formulas.arithmetic import SAFE, Value, fibonacci_weights, is_natural
from sprague.integers import split_digits
from sprague.language.column_programs import Column, ColumnProgram, Reading
from sprague.optional_numpy import is_array, np

MOST_SHOWN = 8  # maximum number of columns of digits in an explanation


def program_holds(program: ColumnProgram, values: Sequence[Value]) -> Any:
    """Return whether a column program accepts a tuple of numbers; for a tuple of arrays, return an array of answers.

    >>> from sprague.language.formula_parser import parse_formula
    >>> nim = parse_formula("columns { start: even ones -> start }", ("a", "b", "c"))
    >>> program_holds(nim, [Value(1 << 1000), Value(1 << 1000), Value(0)])
    True
    >>> program_holds(nim, [Value(np.array([1, 2])), Value(3), Value(np.array([2, 2]))])
    array([ True, False])
    """
    natural: Any = True
    for value in values:
        natural = natural & value.defined & is_natural(value)
    if natural is False:
        return False
    numbers = [value.whole for value in values]
    if any(is_array(number) for number in numbers):
        return natural & _arrays_hold(program, [np.where(natural, number, 0) for number in numbers])
    known: dict[tuple[Reading, Column], Reading] = {}
    reading = program.start
    for column in digit_columns(numbers, program.base):
        if (reading, column) not in known:
            known[reading, column] = program.after(reading, column)
        reading = known[reading, column]
    return reading[2]


def digit_columns(numbers: Sequence[int], base: int) -> Iterator[Column]:
    """Yield the columns of digits that a column program reads, highest column first; base 0 means Fibonacci digits.

    >>> list(digit_columns([6, 3], 2)), list(digit_columns([6, 3], 0))
    ([(1, 0), (1, 1), (0, 1)], [(1, 0), (0, 1), (0, 0), (1, 0)])
    """
    if base:
        rows = [split_digits(number, base) for number in numbers]
        yield from reversed(list(zip_longest(*rows, fillvalue=0)))
        return
    left = list(numbers)
    for weight in reversed(_weights(max(left, default=0), base)):
        yield tuple(int(number >= weight) for number in left)
        left = [number - weight * (number >= weight) for number in left]


def explain_columns(program: ColumnProgram, numbers: Sequence[int]) -> str:
    """Return a text with the digit columns of a tuple of numbers, and the program line that reads each column.

    >>> from sprague.language.formula_parser import parse_formula
    >>> moore = parse_formula("columns { start: 0 or 3 ones -> start }", ("a", "b", "c"))
    >>> explain_columns(moore, [5, 5, 5])
    '111 (0 or 3 ones -> start), 000 (0 or 3 ones -> start), 111 (0 or 3 ones -> start)'
    """
    shown: list[str] = []
    reading = program.start
    for column in digit_columns(numbers, program.base):
        line = program.line(reading, column)
        if len(shown) == MOST_SHOWN or (line is None and shown):
            return ", ".join([*shown, "…"])
        shown.append(f"{''.join(map(str, column))} ({line})")
        reading = program.after(reading, column)
    return ", ".join(shown) or "none"


def _arrays_hold(program: ColumnProgram, numbers: Sequence[Any]) -> Any:
    """Return a Boolean array that tells, for each tuple in an array, whether a column program accepts the tuple.

    All tuples are processed together, column by column. Each pair (state, column) is evaluated only once, even if it
    occurs in many tuples.
    """
    left = [np.asarray(number) for number in np.broadcast_arrays(*numbers)]
    most = max((int(number.max(initial=0)) for number in left), default=0)
    readings: list[Reading] = [program.start]
    number_of = {program.start: 0}
    state = np.zeros(left[0].shape, np.int64)
    symbols = program.digits ** len(left)
    begun = np.zeros(left[0].shape, np.bool_)
    for weight in reversed(_weights(most, program.base)):
        limits.check()
        code = state.astype(object) if symbols * (len(readings) + 1) >= SAFE else state.copy()
        for track, number in enumerate(left):
            digit = number // weight
            left[track] = number - digit * weight
            code = code * program.digits + digit
        begun |= (code - state * symbols) != 0
        found, where = np.unique(code, return_inverse=True)
        after = np.empty(len(found), np.int64)
        for place, one in enumerate(found):
            old, symbol = divmod(int(one), symbols)
            column = tuple(symbol // program.digits**k % program.digits for k in reversed(range(len(left))))
            reading = program.after(readings[old], column)
            if reading not in number_of:
                number_of[reading] = len(readings)
                readings.append(reading)
            after[place] = number_of[reading]
        state = np.where(begun, after[where.reshape(state.shape)], 0)
    return np.array([ends for _, _, ends in readings])[state]


def _weights(most: int, base: int) -> list[int]:
    """Return the weights of the digits of numbers up to `most`, lowest first; base 0 means Fibonacci digits."""
    if not base:
        return [weight for weight in fibonacci_weights(most) if weight <= most]
    weights: list[int] = []
    while (weight := base ** len(weights)) <= most:
        weights.append(weight)
    return weights
