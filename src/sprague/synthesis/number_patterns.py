"""`number_formulas`: formulas such as `1 <= a + b <= 5`, which state that the value of a term is in a set of numbers.

The formula can also state that all piles are in a set, or distinguish cases by a term with few values.

The sets of numbers are described by residues, ranges and lists (`number_sets`), which are read off a box of small
positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.synthesis.bank_conditions import unused_name
from sprague.synthesis.number_sets import ALWAYS, NEVER, OPEN, FormulaText, conjunction, describe_numbers, disjunction
from sprague.synthesis.set_sample import Flags, Frame
from sprague.synthesis.term_bank import OMEGA, UNDEFINED, Numbers, TermBank

TERMS = 420  # maximum number of terms for which the search tests whether the value of the term decides membership
ROW = 240  # maximum number of values of a term that are examined
LEAST = 8  # minimum number of values of a term; fewer values show no pattern
MOST_CASES = 6  # maximum number of values of a term that distinguishes the cases of a formula
CASE_TERMS = 60  # maximum number of terms that are tried to distinguish the cases of a formula
LONG = 512  # number of values that are examined for a single pile


def number_formulas(
    frame: Frame, bank: TermBank, automaton: Automaton, box: Numbers, members: Flags
) -> Iterator[FormulaText]:
    """Yield formulas with sets of numbers, such as residues, that are correct for all positions in a box."""
    values = bank.values(np.ascontiguousarray(box.T), TERMS)
    texts = [bank.text(i) for i in range(len(values))]
    for text, row in zip(texts, values, strict=True):
        limits.check()
        if (formula := _decided(text, row, members)) is not None:
            yield formula
    yield from _every_pile(frame, automaton, box, members)
    yield from _products(frame, automaton, box, members)
    yield from _cases(frame, texts[:CASE_TERMS], values[:CASE_TERMS], members)


def _decided(text: str, values: Numbers, members: Flags, other_text: str | None = None) -> FormulaText | None:
    """Return a condition on the value of a term if the value decides membership, else None."""
    row = _row(values, members)
    if row is None or len(row[1]) < LEAST:
        return None
    return describe_numbers(text, row[1], row[0])


def _row(values: Numbers, members: Flags) -> tuple[int, NDArray[np.bool_]] | None:
    """Return the least value of a term, and whether each value implies membership; None if a value is undecided."""
    if (values == UNDEFINED).any() or (values == OMEGA).any() or not len(values):
        return None
    first = int(values.min())
    size = int(values.max()) - first + 1
    if size > 4 * len(values) + 8:
        return None
    seen = np.bincount(values - first, minlength=size)
    inside = np.bincount(values - first, weights=members, minlength=size)
    if ((inside > 0) & (inside < seen)).any():
        return None
    gaps = np.flatnonzero(seen == 0)
    end = min(int(gaps[0]) if len(gaps) else size, ROW)
    return (first, inside[:end] > 0) if first >= -ROW else None


def _every_pile(frame: Frame, automaton: Automaton, box: Numbers, members: Flags) -> Iterator[FormulaText]:
    """Yield the condition that all piles are in a set of numbers."""
    rule = frame.rule
    piles = [rule.names.index(pile) for pile in rule.piles]
    if len(piles) < 2 or len(piles) < len(rule.names) or not members.any():
        return
    name = unused_name(rule)
    least = box[members].min(axis=0)
    line = np.tile(np.full(len(piles), least.max() if len(set(least.tolist())) == 1 else least), (LONG, 1))
    for place in (0, len(piles) - 1):
        line[:, place] = np.arange(LONG) + rule.floor
        row = automaton.contains_many(line.astype(np.int64))
        formula = describe_numbers(name, row, rule.floor)
        if formula is not None and formula not in (ALWAYS, NEVER):
            short = formula.text.removeprefix(f"{name} ").removeprefix("is ")
            simple = len(re.findall(rf"\b{name}\b", formula.text)) == 1 and formula.text.startswith(f"{name} ")
            yield (
                FormulaText(f"all piles {short}") if simple else FormulaText(f"all piles {name}: {formula.text}", OPEN)
            )


def _products(frame: Frame, automaton: Automaton, box: Numbers, members: Flags) -> Iterator[FormulaText]:
    """Yield a conjunction of conditions, one on each entry of a position."""
    if not members.any():
        return
    names = frame.rule.names
    for base in _corners(box[members]):
        found = []
        for place, name in enumerate(names):
            line = np.tile(base, (LONG, 1))
            lowest = frame.rule.lowest(name)
            line[:, place] = np.arange(LONG) + lowest
            formula = describe_numbers(name, automaton.contains_many(line), lowest)
            if formula is None:
                return
            found.append(formula)
        yield reduce(conjunction, found)


def _corners(inside: Numbers) -> Sequence[Numbers]:
    order = np.argsort(inside.sum(axis=1), kind="stable")
    return [inside[order[0]], inside[order[len(order) // 2]]]


def _cases(frame: Frame, texts: Sequence[str], values: Numbers, members: Flags) -> Iterator[FormulaText]:
    """Yield disjunctions of cases: one term distinguishes the cases, and another term decides membership."""
    if not members.any():
        return
    entries = range(len(frame.rule.names))
    for one, text in enumerate(texts):
        inside = np.unique(values[one][members])
        if not 1 <= len(inside) <= MOST_CASES or UNDEFINED in inside or OMEGA in inside:
            continue
        for two in entries:
            limits.check()
            if two == one:
                continue
            formulas = []
            for number in inside:
                here = values[one] == number
                row = _row(values[two][here], members[here])
                condition = (
                    None if row is None or len(row[1]) < LEAST // 2 else describe_numbers(texts[two], row[1], row[0])
                )
                if condition is None:
                    break
                formulas.append((_equation(text, int(number)), condition))
            else:
                yield _joined(formulas)


def _equation(text: str, number: int) -> FormulaText:
    """Return the equation `term = number` as text; a subtracted operand is moved to the other side."""
    left, minus, right = text.partition(" - ")
    if minus and " " not in left + right:
        if number < 0:
            left, right, number = right, left, -number
        return FormulaText(f"{left} = {right}" if number == 0 else f"{left} = {right} + {number}")
    return FormulaText(f"{text} = {number}")


def _joined(formulas: Sequence[tuple[FormulaText, FormulaText]]) -> FormulaText:
    return reduce(disjunction, (conjunction(*each) for each in formulas))
