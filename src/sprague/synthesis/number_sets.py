"""`describe_numbers` describes a set of numbers by a condition that consists of residues, ranges and exceptions.

A set of numbers is given as Boolean flags for the numbers `first`, `first + 1`, …. The conditions are short and agree
with all flags. For numbers beyond the last flag, the conditions are guesses, which a proof must confirm.

>>> def row(holds): return np.array([holds(number) for number in range(60)])
>>> describe_numbers("x", row(lambda x: x % 6 in (1, 2))).text
'1 <= x mod 6 <= 2'
>>> describe_numbers("x", row(lambda x: x >= 4 and x % 3 == 1)).text
'x >= 4 and x mod 3 = 1'
>>> describe_numbers("x", row(lambda x: x % 2 == 1 or x == 4)).text
'x is odd or x = 4'
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.bool_]

# precedence of a formula; an OPEN formula, such as `all piles x: …`, extends to the end of the text
ATOM, AND, OR, OPEN = range(4)
MOST_LISTED = 12  # maximum number of listed numbers in a condition
REPEATS = 2  # minimum number of repetitions of a period


@dataclass(frozen=True)
class FormulaText:
    """A formula about numbers as text, and its outermost connective."""

    text: str
    joined: int = ATOM

    def inside(self, joined: int) -> str:
        """Return the formula text as an operand of a connective, in brackets if needed."""
        return f"({self.text})" if self.joined > joined else self.text


ALWAYS, NEVER = FormulaText("true"), FormulaText("false")


def conjunction(one: FormulaText, two: FormulaText) -> FormulaText:
    """Return the `and` of two formula texts, simplified."""
    if ALWAYS in (one, two):
        return two if one == ALWAYS else one
    return FormulaText(f"{one.inside(AND)} and {two.inside(AND)}", AND)


def disjunction(one: FormulaText, two: FormulaText) -> FormulaText:
    """Return the `or` of two formula texts, simplified."""
    if NEVER in (one, two):
        return two if one == NEVER else one
    return FormulaText(f"{one.inside(OR)} or {two.inside(OR)}", OR)


def as_formula_text(text: str) -> FormulaText:
    """Return the `FormulaText` of a condition on numbers: its text and its outermost connective."""
    if ":" in text:
        return FormulaText(text, OPEN)
    # Because the test also finds connectives inside brackets, it may add unnecessary brackets, but it never omits
    # necessary brackets.
    return FormulaText(text, OR if " or " in text else AND if " and " in text else ATOM)


def describe_numbers(name: str, members: Row, first: int = 0) -> FormulaText | None:
    """Return a condition for a set of numbers, given as Boolean flags; None if no short condition is found."""
    found = _tail(members)
    if found is None:
        return None
    start, period = found
    size = len(members)
    residues = frozenset((first + place) % period for place in range(size - period, size) if members[place])
    expected = np.array([(first + place) % period in residues for place in range(start)], np.bool_)
    head = members[:start]
    listed = [first + int(place) for place in np.flatnonzero(head)]
    extra = [first + int(place) for place in np.flatnonzero(head & ~expected)]
    missing = [first + int(place) for place in np.flatnonzero(expected & ~head)]
    if len(listed) > MOST_LISTED and len(extra) + len(missing) > MOST_LISTED:
        return None
    if not residues:
        return describe_list(name, listed, first)
    pattern = describe_residues(name, period, residues)
    if not missing:
        return disjunction(pattern, describe_list(name, extra, first)) if pattern != ALWAYS or not extra else pattern
    if first + len(missing) - 1 == missing[-1] and pattern == ALWAYS and not extra:
        return FormulaText(f"{name} >= {missing[-1] + 1}")
    onward = next(number for number in range(missing[-1] + 1, missing[-1] + period + 1) if number % period in residues)
    beyond = conjunction(FormulaText(f"{name} >= {onward}"), pattern)
    early = [number for number in listed if number <= missing[-1]]
    late = [number for number in extra if number > missing[-1]]
    choices = [disjunction(beyond, describe_list(name, sorted(early + late), first))]
    if len(missing) <= 2:
        kept = disjunction(pattern, describe_list(name, extra, None))
        for number in missing:
            kept = conjunction(kept, FormulaText(f"{name} != {number}"))
        choices.append(kept)
    return min(choices, key=lambda formula: len(formula.text))


def _tail(members: Row) -> tuple[int, int] | None:
    """Return the preperiod and the period of a row of flags, or None."""
    size = len(members)
    for period in range(1, size // (REPEATS + 1) + 1):
        differ = np.flatnonzero(members[period:] != members[:-period])
        start = int(differ[-1]) + 1 if len(differ) else 0
        if start + (REPEATS + 1) * period <= size and start <= size * 3 // 4:
            return start, period
    return None


def describe_list(name: str, numbers: list[int], lowest: int | None) -> FormulaText:
    """Return the condition that a number is in a sorted list; write the condition as a range if possible.

    `lowest` is the least possible number, or None if there is no least number.
    """
    if not numbers:
        return NEVER
    if all(two == one + 1 for one, two in pairwise(numbers)):
        low, high = numbers[0], numbers[-1]
        if low == high:
            return FormulaText(f"{name} = {low}")
        return FormulaText(f"{name} <= {high}" if low == lowest else f"{low} <= {name} <= {high}")
    if numbers[0] >= 0:
        return FormulaText(f"{name} in {{{', '.join(map(str, numbers))}}}")
    formula = NEVER
    for run in _runs(numbers):
        formula = disjunction(formula, describe_list(name, run, lowest))
    return formula


def describe_residues(name: str, modulus: int, residues: frozenset[int]) -> FormulaText:
    """Return the condition that a number has one of the given residues."""
    if not residues:
        return NEVER
    if len(residues) == modulus:
        return ALWAYS
    if modulus == 2:
        return FormulaText(f"{name} is {'odd' if 1 in residues else 'even'}")
    rest = f"({name}) mod {modulus}" if " " in name else f"{name} mod {modulus}"
    if len(residues) == modulus - 1:
        (without,) = set(range(modulus)) - residues
        return FormulaText(f"{rest} != {without}")
    runs = _runs(sorted(residues))
    if len(runs) == 1:
        low, high = runs[0][0], runs[0][-1]
        if low == high:
            return FormulaText(f"{rest} = {low}")
        if low == 0:
            return FormulaText(f"{rest} <= {high}")
        return FormulaText(f"{rest} >= {low}" if high == modulus - 1 else f"{low} <= {rest} <= {high}")
    outside = _runs(sorted(set(range(modulus)) - residues))
    if len(outside) == 1 and len(outside[0]) > 1 and len(residues) > 2:
        low, high = outside[0][0], outside[0][-1]
        return FormulaText(f"{rest} < {low} or {rest} > {high}", OR)
    return FormulaText(f"{rest} in {{{', '.join(map(str, sorted(residues)))}}}")


def _runs(numbers: list[int]) -> list[list[int]]:
    """Split a sorted list of numbers into runs of consecutive numbers."""
    found = [[numbers[0]]]
    for one, two in pairwise(numbers):
        if two == one + 1:
            found[-1].append(two)
        else:
            found.append([two])
    return found
