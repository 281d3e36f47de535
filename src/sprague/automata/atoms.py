"""Atoms: automata of linear conditions, residues, bitwise functions, powers, valuations and finite sets.

Most functions of this module build an automaton state by state (see `sprague.automata.exploration`). Every automaton
that a function returns is minimal. A *track* of an automaton holds the digits of one number.

The valuation v(x) is the number of zeros at the end of the digits of x. In base b, the valuation v(x) is the exponent
of the greatest power of b that divides x. The valuation v(0) is infinite: greater than every number, and equal to
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import gcd
from operator import eq, ge, gt, le, lt, ne
from typing import Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.automata.automaton import Automaton, determinise, everything
from sprague.automata.carries import Carries, Carry, PossibleSigns
from sprague.automata.exploration import Memory, digit_pairs, explore
from sprague.automata.nondeterministic import project_tracks
from sprague.automata.numeration import BINARY, Numeration
from sprague.automata.size_limits import check_state_count, state_limit
from sprague.automata.words import Position, count_symbols, digit_columns, encode_word
from sprague.errors import SpragueError

COMPARE: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


def linear(coefficients: Sequence[int], constant: int, relation: str, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the tuples x that satisfy a linear condition, such as Σ c_i x_i + constant < 0.

    >>> addition = linear((1, 1, -1), 0, "=")
    >>> (3, 5, 8) in addition, (3, 5, 9) in addition, addition
    (True, False, Automaton(3 tracks, base 2, 3 states))
    >>> linear((1,), -1_000_000, "<=")
    Automaton(1 track, base 2, 40 states)

    As long as unread digits can change the sign of the expression, a state of the automaton is a carry (see
    `sprague.automata.carries`). When the sign is known for every number of remaining digits, a state is the list of the
    signs for 0, 1, 2, … remaining digits.

    The automaton of a linear condition has finitely many states, for the following reason. If k digits remain in base
    b, the sign of the expression is undecided only for carries that differ from -constant / b^k by at most Σ |c_i|. At
    most 2 Σ |c_i| + 1 carries leave the sign undecided, and these carries are the same for all k with b^k > |constant|.

    In other numerations, a carry is a tuple of numbers v_j. Let β > 1 be the dominant root of the recurrence of the
    weights; all other roots ψ have |ψ| < 1. While the sign of the expression is undecided, the sum Σ v_j β^j of a carry
    is bounded, just as a carry in base b is bounded. For each root ψ other than β, the sum Σ v_j ψ^j is bounded,
    because reading a column multiplies this sum by ψ and adds a bounded number. Only finitely many tuples of integers
    v_j satisfy the bounds for all roots.
    """
    up, down = _positive_and_negative(coefficients)
    if up and down and numeration.base is not None:
        # The automaton has a state for each carry. The carries are the multiples of g between -up and down, where g is
        # the greatest common divisor of the coefficients.
        check_state_count("carries of a sum", (up + down) // gcd(*coefficients) - 1, len(coefficients), numeration)
    reader = comparison_reader(coefficients, constant, relation, numeration)
    return explore(len(coefficients), numeration, _column_values(coefficients, numeration), *reader)


class ColumnReader(NamedTuple, Generic[Memory]):
    """A reader that decides a linear condition; its input symbols are the values Σ c_i d_i of columns of digits.

    `start` is the state before the first column, `step` returns the state after one more column, and `accepts` tests
    the state after the last column. The result of a reader has no meaning for words that do not represent numbers.
    """

    start: Memory
    step: Callable[[Memory, int], Memory]
    accepts: Callable[[Memory], bool]


def comparison_reader(
    coefficients: Sequence[int], constant: int, relation: str, numeration: Numeration
) -> ColumnReader[tuple[Carry | None, PossibleSigns]]:
    """Return the column reader that decides a linear condition such as Σ c_i x_i + constant < 0."""
    compare = _comparison_function(relation)
    carries = Carries(numeration, *_positive_and_negative(coefficients), constant)

    @cache
    def remember(carry: Carry) -> tuple[Carry | None, PossibleSigns]:
        signs = carries.possible_signs(carry)
        return (carry if None in signs else None), signs

    def step(memory: tuple[Carry | None, PossibleSigns], column: int) -> tuple[Carry | None, PossibleSigns]:
        carry, signs = memory
        if carry is None:
            return None, signs[1:] or signs
        return remember(carries.step(carry, column))

    def accepts(memory: tuple[Carry | None, PossibleSigns]) -> bool:
        _, (sign, *_) = memory
        assert sign is not None  # when no digits remain, the sign of the expression is known
        return compare(sign, 0)

    return ColumnReader(remember(carries.start), step, accepts)


def residue_reader(
    constant: int, modulus: int, remainders: Collection[int], numeration: Numeration
) -> ColumnReader[Carry]:
    """Return the reader of digit columns that decides whether Σ c_i x_i + constant has one of the given residues."""
    rule = Carries(numeration, 0, 0, 0)
    wanted = {remainder % modulus for remainder in remainders}

    def step(carry: Carry, column: int) -> Carry:
        return tuple(number % modulus for number in rule.step(carry, column))

    return ColumnReader(rule.start, step, lambda carry: (rule.value(carry) + constant) % modulus in wanted)


def residue(
    coefficients: Sequence[int],
    constant: int,
    modulus: int,
    remainders: Collection[int],
    numeration: Numeration = BINARY,
) -> Automaton:
    """Return the automaton of the tuples x for which Σ c_i x_i + constant modulo `modulus` is one of the remainders.

    >>> residue((1, 1), 0, 3, {0})
    Automaton(2 tracks, base 2, 3 states)

    A state of the automaton is a carry modulo `modulus`. Every carry is a multiple of the greatest common divisor of
    the modulus and all coefficients.
    """
    _check_at_least("a modulus", modulus, 1)
    wanted = {remainder % modulus for remainder in remainders}
    unit = gcd(modulus, *coefficients)
    residues = modulus // unit
    needed = residues ** len(numeration.recurrence)
    check_state_count(f"residues modulo {modulus:,}", needed, len(coefficients), numeration)
    columns = [value % residues for value in _column_values([c // unit % residues for c in coefficients], numeration)]
    if numeration.base is not None:
        table = (np.arange(residues)[:, None] * numeration.base + np.array(columns)) % residues
        accepting = [(carry * unit + constant) % modulus in wanted for carry in range(residues)]
        return Automaton(len(coefficients), numeration, table, accepting)
    accepted = {place for place in range(residues) if (place * unit + constant) % modulus in wanted}
    return explore(len(coefficients), numeration, columns, *residue_reader(0, residues, accepted, numeration))


def power(numeration: Numeration, of: int) -> Automaton:
    """Return the automaton of the powers 1, b, b², … of the base b.

    >>> from itertools import islice
    >>> list(islice(power(BINARY, 2).members(), 4))
    [(1,), (2,), (4,), (8,)]
    """
    if numeration.base != of:
        raise SpragueError(f"an automaton for the powers of {of!r} must read base {of!r}, got {numeration}")
    # A power of the base is written as the digit 1 followed by zeros. State 0 means that only zeros were read, state 1
    # that the number is a power, and state 2 that the number is not a power.
    return explore(1, numeration, list(range(of)), 0, lambda seen, digit: min(seen + digit, 2), lambda seen: seen == 1)


def digit_sum_zero(tracks: int, modulus: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the tuples in which the digits of every column add up to a multiple of the modulus.

    >>> (1, 2, 3) in digit_sum_zero(3, 2), (1, 3, 3) in digit_sum_zero(3, 3)
    (True, False)

    In base 2, the automaton accepts the P-positions of Nim if the modulus is 2, and of Moore's Nim with moves in at
    most k piles if the modulus is k + 1.
    """
    _check_at_least("a modulus", modulus, 1)
    columns = digit_columns(tracks, numeration).sum(axis=0) % modulus
    return explore(
        tracks, numeration, columns.tolist(), True, lambda good, column: good and column == 0, lambda good: good
    )


def bitwise(operation: Callable[[Sequence[npt.NDArray[np.int64]]], npt.NDArray[np.int64]], arguments: int) -> Automaton:
    """Return the automaton of the tuples (x_0, x_1, …, y) in which y is a bitwise operation of the other numbers.

    >>> union = bitwise(lambda digits: digits[0] | digits[1], 2)
    >>> (5, 3, 7) in union, (5, 3, 6) in union
    (True, False)
    """
    *columns, result = digit_columns(arguments + 1, BINARY)
    good = operation(columns) == result
    return explore(arguments + 1, BINARY, good.tolist(), True, lambda fine, column: fine and column, lambda fine: fine)


def shift(numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the pairs (x, y) in which y has the digits of x followed by a zero; in base b, y = b·x.

    >>> from sprague.automata.numeration import FIBONACCI
    >>> [y for y in range(20) if (6, y) in shift(FIBONACCI)]  # 5 + 1, 8 + 2
    [10]

    A state of the automaton is the current digit of y, which must be the next digit of x.
    """

    def step(due: int, column: tuple[int, int]) -> int:
        return column[1] if column[0] == due else -1

    return explore(2, numeration, digit_pairs(numeration), 0, step, lambda due: due == 0)


def finite(members: Iterable[Position], tracks: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of a finite set of tuples, each with `tracks` numbers.

    >>> sorted(finite([(1, 2), (0, 0), (700, 3)], tracks=2).members())
    [(0, 0), (1, 2), (700, 3)]

    The states form a prefix tree of the words of all members. No word in the prefix tree begins with a column of zeros,
    so a loop at the root can read leading zeros.
    """
    symbols = count_symbols(tracks, numeration)
    children: list[dict[int, int]] = [{0: 0}]
    ends = set()
    for member in members:
        limits.check()
        if len(member) != tracks:
            raise SpragueError(f"expected tuples of {tracks} numbers, got {len(member)}: {member!r}")
        node = 0
        for symbol in encode_word(member, numeration).tolist():
            if symbol not in children[node]:
                children[node][symbol] = len(children)
                children.append({})
            node = children[node][symbol]
        ends.add(node)
    dead = len(children)
    state_limit(symbols).check("a finite set", dead + 1)
    table = np.full((dead + 1, symbols), dead, np.int32)
    for node, ways in enumerate(children):
        for symbol, target in ways.items():
            table[node, symbol] = target
    accepting = np.zeros(dead + 1, np.bool_)
    accepting[list(ends)] = True
    return Automaton(tracks, numeration, table, accepting)


def ascending_blocks(tracks: int, blocks: Iterable[Sequence[int]], numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the tuples whose numbers are in ascending order within each block of tracks.

    >>> ascending = ascending_blocks(3, [(0, 2)])
    >>> (1, 0, 1) in ascending, (2, 0, 1) in ascending
    (True, False)
    """
    found = everything(tracks, numeration)
    at_most = linear((1, -1), 0, "<=", numeration)
    for block in blocks:
        for one, two in pairwise(block):
            found = found & at_most.arrange((one, two), tracks)
    return found


def fix_tracks(automaton: Automaton, numbers: Mapping[int, int]) -> Automaton:
    """Return the automaton of the members of a set that have given numbers on some of the tracks.

    >>> fix_tracks(linear((1, 1, -1), 0, "="), {0: 3, 1: 4}).smallest()
    (3, 4, 7)
    """
    for track, number in numbers.items():
        automaton = automaton & linear((1,), -number, "=", automaton.numeration).arrange((track,), automaton.tracks)
    return automaton


def add_to_tracks(automaton: Automaton, amounts: Mapping[int, int], limit: int | None = None) -> Automaton:
    """Return the automaton of a translated set: given amounts, possibly negative, are added to tracks of each member.

    Each intermediate automaton has at most `limit` states.

    >>> add_to_tracks(finite([(1, 2), (5, 0)], tracks=2), {0: -2}).smallest()
    (3, 0)
    """
    tracks = automaton.tracks
    for track, amount in amounts.items():
        if amount:
            # Move the old number to a new last track, relate it to the new number by a linear condition, and remove the
            # last track by projection.
            sources = [tracks if source == track else source for source in range(tracks)]
            moved = linear((1, -1), -amount, "=", automaton.numeration).arrange((track, tracks), tracks + 1)
            automaton = determinise(project_tracks(automaton.arrange(sources, tracks + 1) & moved, tracks), limit)
    return automaton


def _positive_and_negative(coefficients: Sequence[int]) -> tuple[int, int]:
    """Return the sum of the positive coefficients, and the absolute value of the sum of the negative ones."""
    return sum(c for c in coefficients if c > 0), -sum(c for c in coefficients if c < 0)


def _column_values(coefficients: Sequence[int], numeration: Numeration) -> list[int]:
    """Return the value Σ c_i d_i of each column of digits d_i."""
    columns = [0]
    for coefficient in coefficients:
        columns = [value + coefficient * digit for value in columns for digit in range(numeration.digits)]
    return columns


_INFINITE = 1 << 200  # number that stands for the infinite valuation v(0)


def valuation_fixed(relation: str, constant: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the numbers x whose valuation satisfies a relation such as v(x) <= constant.

    >>> [x for x in range(13) if x in valuation_fixed("=", 2)]
    [4, 12]
    """
    compare = _comparison_function(relation)
    # limit on the trailing zeros that are counted; further trailing zeros do not change the result of the comparison
    most = max(constant, 0) + 1
    check_state_count("zeros at the end of a number", most, 1, numeration)

    return explore(
        1,
        numeration,
        list(range(numeration.digits)),
        _INFINITE,
        lambda zeros, digit: _after(zeros, digit, most),
        lambda zeros: compare(zeros, constant),
    )


def valuation_compare(relation: str, constant: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the pairs (x, y) whose valuations satisfy a relation such as v(x) <= v(y) + constant.

    The valuation of 0 is infinite: v(0) > v(y) + constant for every y > 0, and v(0) = v(0) + constant.

    >>> same = valuation_compare("=", 0)
    >>> (6, 10) in same, (4, 2) in same, (0, 0) in same, (0, 4) in same
    (True, False, True, False)

    A state of the automaton holds three numbers: the trailing zeros of x, the trailing zeros of y, and their
    difference. The three numbers in a state are limited to |constant| + 1, because larger numbers do not change the
    result.
    """
    compare = _comparison_function(relation)
    most = abs(constant) + 1
    check_state_count("zeros at the end of two numbers", most, 2, numeration)

    def step(state: tuple[int, int, int], column: tuple[int, int]) -> tuple[int, int, int]:
        left, right = _after(state[0], column[0], most), _after(state[1], column[1], most)
        difference = state[2] if column == (0, 0) else max(-most, min(left - right, most))
        return left, right, difference

    def accepts(state: tuple[int, int, int]) -> bool:
        if state[0] == state[1] == _INFINITE:
            return compare(0, 0)
        return compare(state[2], constant)

    return explore(2, numeration, digit_pairs(numeration), (_INFINITE, _INFINITE, 0), step, accepts)


def valuation_residue(modulus: int, remainders: Collection[int], numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the numbers x whose valuation v(x) modulo `modulus` is one of the remainders.

    The infinite valuation v(0) counts as having every remainder. Callers that translate formulas treat the case x = 0
    separately.

    >>> [x for x in range(17) if x in valuation_residue(2, {0})]
    [0, 1, 3, 4, 5, 7, 9, 11, 12, 13, 15, 16]
    """
    _check_at_least("a modulus", modulus, 1)
    check_state_count(f"zeros modulo {modulus:,} at the end of a number", modulus, 1, numeration)
    wanted = {remainder % modulus for remainder in remainders}

    def step(zeros: int, digit: int) -> int:
        return 0 if digit else zeros if zeros < 0 else (zeros + 1) % modulus

    return explore(
        1,
        numeration,
        list(range(numeration.digits)),
        -1,
        step,
        lambda zeros: bool(wanted) if zeros < 0 else zeros in wanted,
    )


def lowest_power(numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the pairs (x, y) in which y is the greatest power of the base that divides x > 0.

    In Fibonacci digits, y is the least Fibonacci number in the Zeckendorf sum of x.

    >>> (12, 4) in lowest_power(), (12, 2) in lowest_power()
    (True, False)
    """

    def step(seen: int, column: tuple[int, int]) -> int:
        digit, mark = column
        if seen == 0:
            return 0 if mark == 0 else 1 if mark == 1 and digit > 0 else 2
        return seen if column == (0, 0) else 2

    return explore(2, numeration, digit_pairs(numeration), 0, step, lambda seen: seen == 1)


def _after(zeros: int, digit: int, most: int) -> int:
    """Return the number of trailing zeros after one more digit, limited to `most`, or infinity if all digits are 0."""
    return 0 if digit else _INFINITE if zeros == _INFINITE else min(zeros + 1, most)


def _comparison_function(relation: str) -> Callable[[int, int], bool]:
    """Return the comparison function of a relation such as "<="; raise SpragueError for any other text."""
    if relation not in COMPARE:
        raise SpragueError(f"expected a comparison sign ({', '.join(COMPARE)}), got {relation!r}")
    return COMPARE[relation]


def _check_at_least(what: str, number: int, least: int) -> None:
    """Raise SpragueError if a number, such as a modulus, is less than `least`."""
    if number < least:
        raise SpragueError(f"expected {what} of at least {least}, got {number!r}")
