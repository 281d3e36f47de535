"""`golden_shift_formulas`: formulas for games like Wythoff's, with two piles whose ratio is nearly the golden ratio.

In Wythoff's game the P-position with difference n is (a, a + n), where a is the integer part of the golden ratio times
n. The integer part a equals `fib_shift(n - 1) + 1`, where `fib_shift` appends a zero to the Fibonacci digits. In
similar games, the smaller pile a is `fib_shift(n - 1) + 1` minus a small number, the *shift*. The shift is the same for
all n with few exceptions: some numbers n, and the numbers that consist of the digits of an exceptional n followed by
zeros. An automaton that reads both piles is large, but a formula that states the shift for each difference n is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice, takewhile
from operator import or_

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata import atoms
from sprague.automata.atoms import ascending_blocks
from sprague.automata.automaton import Automaton, nothing
from sprague.automata.numeration import Numeration
from sprague.formulas.arithmetic import fibonacci
from sprague.language.expressions import Expression
from sprague.language.formula_parser import parse_formula
from sprague.linear.terms import Linear
from sprague.proofs.translation import translate
from sprague.synthesis.column_synthesis import column_program
from sprague.synthesis.number_sets import (
    ALWAYS,
    NEVER,
    FormulaText,
    as_formula_text,
    conjunction,
    describe_list,
    describe_residues,
    disjunction,
)
from sprague.synthesis.sample_box import SampleBox
from sprague.synthesis.term_bank import fibonacci_prefix

MOST_SHIFTS = 12  # bound on the difference between the largest and the smallest shift
MOST_LISTED = 8  # maximum length of a list in a formula: a list of numbers, or a list of pairs without a shift
MOST_CHIPS = 16  # largest n for which the search tests whether all pairs with a sum of at most n are members
LARGEST = 1 << 40  # numbers below this bound are examined for an unusual shift
MOST_SEEN = 400  # maximum number of examined numbers with an unusual shift
OFTEN = 6  # minimum number of members of a family: numbers that differ only in trailing zeros
PARITIES = ("even", "odd")


@dataclass(frozen=True)
class _ShiftFrame:
    """A relation between two numbers: appending a zero to the digits of `key` gives a number close to `other`."""

    word: str
    key: Linear
    other: Linear

    def relation(self, shift: int) -> FormulaText:
        """Return the formula which states that appending a zero to the digits of `key` gives `other` plus the shift.

        >>> a, b = Linear.of("a"), Linear.of("b")
        >>> _ShiftFrame("fib", b - a - 1, a).relation(2).text, _ShiftFrame("fib3", a, b).relation(-1).text
        ('a + 2 = fib_shift(b - a - 1)', 'b = fib3_shift(a) + 1')
        """
        left = f"{self.other} + {shift}" if shift > 0 else str(self.other)
        right = f"{self.word}_shift({self.key})"
        return FormulaText(f"{left} = {right}" if shift >= 0 else f"{left} = {right} + {-shift}")


def golden_shift_formulas(box: SampleBox, automaton: Automaton) -> Iterator[str]:
    """Yield formulas for pairs of interchangeable piles whose ratio is close to the golden ratio or a similar one."""
    rule, word = box.rule, fibonacci_prefix(automaton.numeration)
    if word is None or len(rule.names) != 2 or not rule.blocks or not box.members.any():
        return
    program = column_program(automaton, list(map(Expression.of, rule.names)))
    a, b = map(Linear.of, rule.names)
    # In P-positions (a, b) of Fraenkel's games (t = 1 is Wythoff's game), a + (t - 1)b is close to the number whose
    # digits are the digits of b - a followed by a zero.
    for frame in (
        _ShiftFrame(word, b - a - 1, a + (automaton.numeration.recurrence[0] - 1) * b),
        _ShiftFrame(word, a, b),
    ):
        for formula in _ShiftSearch(box, automaton, frame).formula():
            if program is None or len(formula.text) < len(str(program)):
                yield formula.text


class _ShiftSearch:
    """The search for the shifts of a set of pairs; `term` is either the difference or the smaller pile of a pair."""

    def __init__(self, box: SampleBox, automaton: Automaton, frame: _ShiftFrame) -> None:
        self.names, self.numeration, self.frame = box.rule.names, automaton.numeration, frame
        self.rising = ascending_blocks(2, box.rule.blocks, self.numeration)
        self.pairs = automaton & self.rising
        self.term = frame.key - frame.key.constant
        entries = dict(zip(self.names, box.positions[box.members & box.in_order].T, strict=True))
        keys, others = (_values(term, entries) for term in (frame.key, frame.other))
        self.times = self.numeration.recurrence[0]
        self.keys = keys[keys >= 0] - frame.key.constant
        self.shifts = fibonacci(keys[keys >= 0], self.times)[0] - others[keys >= 0]

    @cached_property
    def _none(self) -> Automaton:
        return nothing(1, self.numeration)

    def formula(self) -> Iterator[FormulaText]:
        """Yield formulas for the set of pairs, first without and then with a lower bound on `term`."""
        shifts = sorted(set(self.shifts.tolist()))
        if not shifts or shifts[-1] - shifts[0] >= MOST_SHIFTS:
            return
        ended, pairs = self._without_the_end()
        terms: dict[int, Automaton] = {}
        left = pairs
        for shift in shifts:
            related = self._set(self.frame.relation(shift).text)
            if not (numbers := self._terms(pairs & related)).is_empty:
                terms[shift] = numbers
            left = left - related
        rest = self._listed_pairs(left)
        if rest is None or not terms:
            return
        least = min(next(iter(numbers.members()))[0] for numbers in terms.values())
        if (condition := self._shift_formula(terms, least)) is not None:
            yield reduce(disjunction, (condition, ended, rest))
            yield reduce(disjunction, (conjunction(FormulaText(f"{self.term} >= {least}"), condition), ended, rest))

    def _without_the_end(self) -> tuple[FormulaText, Automaton]:
        """Return a condition `sum <= n` that is true only for members, and the set of the remaining members."""
        formula, left = NEVER, self.pairs
        for most in range(1, MOST_CHIPS):
            small = self._set(f"{' + '.join(self.names)} <= {most}") & self.rising
            if not small <= self.pairs:
                break
            formula, left = FormulaText(f"sum <= {most}"), self.pairs - small
        return formula, left

    def _set(self, text: str, names: Sequence[str] | None = None) -> Automaton:
        limits.check()
        names = self.names if names is None else names
        return translate(parse_formula(text, names), names, self.numeration)

    def _terms(self, pairs: Automaton) -> Automaton:
        """Return the automaton that accepts the values of the term for a set of pairs."""
        factors = [self.term.coefficient(name) for name in self.names]
        return (pairs.arrange((0, 1), 3) & atoms.linear((*factors, -1), 0, "=", self.numeration)).project(0, 1)

    # Methods that describe the shift of each number

    def _shift_formula(self, terms: Mapping[int, Automaton], least: int) -> FormulaText | None:
        """Return the formula that states the usual shift and the numbers with other shifts, or None."""
        usual = max(terms, key=lambda shift: np.count_nonzero(self.shifts == shift))
        possible = self._set(f"n >= {least}", ("n",))
        residue = Counter((self.keys[self.shifts == usual] % self.times).tolist()).most_common(1)[0][0]
        alike = describe_residues(str(self.term), self.times, frozenset([residue]))
        if alike != ALWAYS:
            possible &= self._set(f"n mod {self.times} = {residue}", ("n",))
        other = possible - terms[usual]
        if other.is_empty:
            return conjunction(self.frame.relation(usual), alike)
        families = self._families(other)
        by_zeros = self._by_zeros(families & other, terms)
        expected = {shift: families & zeros for shift, (_, zeros) in by_zeros.items()}
        expected[usual] = possible - reduce(or_, expected.values(), self._none)
        # Collect the numbers whose shift differs from the expected shift.
        wrong = [terms.get(shift, self._none) ^ (expected.get(shift, self._none) & possible) for shift in terms]
        listed = _few(reduce(or_, wrong))
        if listed is not None:
            formula = self._with_families(usual, families, by_zeros, listed, terms)
        else:
            formula = self._with_programs(usual, other, terms)
        return formula and conjunction(alike, formula)

    def _families(self, numbers: Automaton) -> Automaton:
        """Return the automaton of the families; a family consists of numbers that differ only in trailing zeros."""
        small = takewhile(lambda number: number < LARGEST, (number for (number,) in numbers.members()))
        digits = [tuple(self.numeration.write(number).tolist()) for number in islice(small, MOST_SEEN)]
        cores = Counter(tuple(_stripped(word)) for word in digits)
        kept = [_followed_by_zeros(core, self.numeration) for core, times in cores.items() if times >= OFTEN]
        return reduce(or_, kept, self._none)

    def _by_zeros(self, families: Automaton, terms: Mapping[int, Automaton]) -> dict[int, tuple[str, Automaton]]:
        """Return the shifts of families of numbers with an even and with an odd number of trailing zeros."""
        found = {}
        for parity in PARITIES:
            zeros = self._set(f"{parity}({self.frame.word}_zeros(n))", ("n",))
            seen = {shift: len(_first(numbers & families & zeros)) for shift, numbers in terms.items()}
            shift = max(seen, key=lambda shift: seen[shift])
            if seen[shift] >= OFTEN and shift not in found:
                found[shift] = f"{parity}({self.frame.word}_zeros({self.term}))", zeros
        return found

    def _with_families(
        self,
        usual: int,
        families: Automaton,
        by_zeros: Mapping[int, tuple[str, Automaton]],
        single: Sequence[int],
        terms: Mapping[int, Automaton],
    ) -> FormulaText | None:
        """Return a formula with the usual shift, and with other shifts for families of numbers and single numbers."""
        alone = ALWAYS if not single else self._not_listed(single)
        formula = conjunction(self.frame.relation(usual), alone)
        if by_zeros:
            zero = self._set("n = 0", ("n",))
            members = _shortest([self._program(families), self._program(families | zero)])
            if members is None:
                return None
            shifted = [
                conjunction(FormulaText(zeros), self.frame.relation(shift)) for shift, (zeros, _) in by_zeros.items()
            ]
            inside = conjunction(conjunction(members, alone), reduce(disjunction, shifted))
            formula = disjunction(
                conjunction(conjunction(self.frame.relation(usual), FormulaText(f"not {members.text}")), alone), inside
            )
        for shift, numbers in terms.items():
            if own := [number for number in single if number in numbers]:
                formula = disjunction(
                    formula, conjunction(self.frame.relation(shift), describe_list(str(self.term), own, None))
                )
        return formula

    def _with_programs(self, usual: int, other: Automaton, terms: Mapping[int, Automaton]) -> FormulaText | None:
        """Return a formula in which column programs describe the numbers with each shift."""
        exceptions = self._numbers(other)
        formula = (
            None
            if exceptions is None
            else conjunction(self.frame.relation(usual), FormulaText(f"not {exceptions.inside(-1)}"))
        )
        for shift, numbers in terms.items():
            if shift != usual:
                condition = self._numbers(numbers)
                formula = (
                    formula and condition and disjunction(formula, conjunction(self.frame.relation(shift), condition))
                )
        return formula

    def _numbers(self, numbers: Automaton) -> FormulaText | None:
        listed = _few(numbers)
        return self._program(numbers) if listed is None else describe_list(str(self.term), listed, None)

    def _program(self, numbers: Automaton) -> FormulaText | None:
        program = column_program(numbers, [Expression.of(self.term)])
        return None if program is None else FormulaText(str(program))

    def _not_listed(self, numbers: Sequence[int]) -> FormulaText:
        if len(numbers) == 1:
            return FormulaText(f"{self.term} != {numbers[0]}")
        return FormulaText(f"{self.term} not in {{{', '.join(map(str, numbers))}}}")

    def _listed_pairs(self, left: Automaton) -> FormulaText | None:
        """Return a formula that lists the given pairs without a shift; None if there are too many."""
        pairs = list(islice(left.members(), MOST_LISTED + 1))
        if len(pairs) > MOST_LISTED:
            return None
        first, second = self.names
        if len(pairs) == 1 and len(set(pairs[0])) == 1:
            return (
                FormulaText(f"max = {pairs[0][0]}")
                if pairs[0][0] == 0
                else FormulaText(f"{first} = {second} = {pairs[0][0]}")
            )
        if pairs and all(one == two for one, two in pairs):
            return conjunction(FormulaText(f"{first} = {second}"), describe_list(first, [one for one, _ in pairs], 0))
        return reduce(
            disjunction, (as_formula_text(f"{first} = {one} and {second} = {two}") for one, two in pairs), NEVER
        )


def _values(term: Linear, entries: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.asarray(sum(factor * entries[name] for name, factor in term.coefficients) + term.constant)


def _first(numbers: Automaton) -> list[int]:
    return [number for (number,) in islice(numbers.members(), MOST_LISTED + 1)]


def _few(numbers: Automaton) -> list[int] | None:
    """Return all numbers of a set if there are few, else None."""
    found = _first(numbers)
    return found if len(found) <= MOST_LISTED else None


def _stripped(digits: Sequence[int]) -> Sequence[int]:
    """Return the digits of a number without trailing zeros."""
    places = [place for place, digit in enumerate(digits) if digit]
    return digits[: places[-1] + 1] if places else ()


def _followed_by_zeros(word: Sequence[int], numeration: Numeration) -> Automaton:
    """Return the automaton of the numbers that consist of the given digits followed by any number of zeros.

    >>> from sprague.automata.numeration import FIBONACCI
    >>> list(islice(_followed_by_zeros((1, 0, 1), FIBONACCI).members(), 4))
    [(4,), (7,), (11,), (18,)]
    """
    last, dead = len(word), len(word) + 1
    table = np.full((dead + 1, numeration.digits), dead)
    table[range(len(word)), list(word)] = range(1, len(word) + 1)
    table[0, 0], table[last, 0] = 0, last
    return Automaton(1, numeration, table, np.arange(len(table)) == last)


def _shortest(found: Sequence[FormulaText | None]) -> FormulaText | None:
    return min(
        (formula for formula in found if formula is not None), key=lambda formula: len(formula.text), default=None
    )
