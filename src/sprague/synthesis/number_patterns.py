"""`number_formulas`: formulas such as `1 <= a + b <= 5`, which state that the value of a term is in a set of numbers.

A formula can also distinguish cases by the value of another term that has only few values. `every_pile_conditions`
yields conditions that state that every pile is in a set of numbers.

Each set of numbers is found in a box of small positions, and is described by residues, ranges and lists
(`number_sets`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.bank_conditions import unused_name
from sprague.synthesis.number_sets import ALWAYS, NEVER, OPEN, FormulaText, conjunction, describe_numbers, disjunction
from sprague.synthesis.set_sample import Flags, Frame
from sprague.synthesis.term_bank import OMEGA, UNDEFINED, Numbers, TermBank

TERMS = 420  # maximum number of terms that the search examines
ROW = 240  # maximum number of values of a term that are examined
LEAST = 8  # minimum number of values of a term; fewer values show no pattern
MOST_CASES = 6  # maximum number of values of a term that is used to distinguish the cases of a formula
CASE_TERMS = 60  # maximum number of terms that are tried to distinguish the cases of a formula
MOST_ENTRIES = 3  # maximum number of entries of a position for which linear forms are tried
MOST_FACTOR = 7  # maximum factor in a linear form
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
    yield from _linear_forms(frame, box, members)
    yield from _products(frame, automaton, box, members)
    yield from _cases(frame, texts[:CASE_TERMS], values[:CASE_TERMS], members)


def _decided(text: str, values: Numbers, members: Flags, other_text: str | None = None) -> FormulaText | None:
    """Return a condition on the value of a term if the value decides membership, else None."""
    row = _row(values, members)
    if row is None or len(row[1]) < LEAST:
        return None
    return describe_numbers(text, row[1], row[0])


def _row(values: Numbers, members: Flags) -> tuple[int, NDArray[np.bool_]] | None:
    """Return the least value of a term, and which values imply membership; None if membership varies for a value."""
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


def _linear_forms(frame: Frame, box: Numbers, members: Flags) -> Iterator[FormulaText]:
    """Yield conditions on the residues of linear forms with larger factors, such as `(5a + b) mod 8 >= 4`."""
    if not 2 <= box.shape[1] <= MOST_ENTRIES:
        return
    own = [leaf.text for leaf in frame.leaves[: box.shape[1]]]
    for divisor in (1, 2, 3):
        names = own if divisor == 1 else [f"({name} div {divisor})" for name in own]
        entries = box // divisor
        for factors in product(range(1, MOST_FACTOR // divisor + 1), repeat=len(names)):
            if 1 in factors and (divisor > 1 or max(factors) > 2):
                limits.check()
                multiples = zip(factors, names, strict=True)
                text = " + ".join(name if factor == 1 else f"{factor}{name}" for factor, name in multiples)
                if (formula := _decided(text, entries @ np.array(factors), members)) is not None:
                    yield formula


def every_pile_conditions(rule: Ruleset, automaton: Automaton) -> Iterator[FormulaText]:
    """Yield conditions on every pile that all members of a set satisfy, such as `all piles x: x mod 6 <= 2`.

    Each condition states that a pile, or the sum of the other piles, has a value that occurs in some member of the set.
    """
    tracks, piles = len(rule.names), [rule.names.index(pile) for pile in rule.piles]
    if len(piles) < 2:
        return
    name = unused_name(rule)
    symmetric = any(len(block) == len(piles) for block in rule.blocks)
    for of_others in (False, True) if len(piles) > 2 else (False,):
        term, numbers = f"sum - {name}" if of_others else name, None
        for pile in piles[:1] if symmetric else piles:
            own = _occurring(automaton, [place for place in piles if place != pile] if of_others else [pile], tracks)
            if own is None:
                return
            numbers = own if numbers is None else numbers | own
        if numbers is None:
            return
        lowest = rule.floor * (len(piles) - 1 if of_others else 1)
        formula = describe_numbers(term, numbers[lowest:LONG], lowest)
        if formula is not None and formula not in (ALWAYS, NEVER):
            yield _of_every_pile(name, formula.text)


def _occurring(automaton: Automaton, places: Sequence[int], tracks: int) -> NDArray[np.bool_] | None:
    """Return for each small number whether it is the sum of the given entries of some member; None if unknown."""
    try:
        if len(places) > 1:
            total = linear([*(int(track in places) for track in range(tracks)), -1], 0, "=", automaton.numeration)
            automaton = total & automaton.arrange(range(tracks), tracks + 1)
            places = [tracks]
        others = [track for track in range(automaton.tracks) if track not in places]
        single = automaton.project(*others)
    except (OutOfTime, Cancelled):
        raise
    except SpragueError:
        return None  # an automaton is too large, or the numeration has no automaton for sums
    return single.contains_many(np.arange(LONG)[:, None])


def _of_every_pile(name: str, text: str) -> FormulaText:
    """Return the formula which states that every pile satisfies a condition on `name`; omit the name if possible."""
    short = text.removeprefix(f"{name} ").removeprefix("is ")
    simple = len(re.findall(rf"\b{name}\b", text)) == 1 and text.startswith(f"{name} ")
    return FormulaText(f"all piles {short}") if simple else FormulaText(f"all piles {name}: {text}", OPEN)


def _products(frame: Frame, automaton: Automaton, box: Numbers, members: Flags) -> Iterator[FormulaText]:
    """Yield conjunctions that contain one condition on each entry of a position."""
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
