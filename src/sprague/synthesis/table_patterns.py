"""`table_formulas` finds formulas from patterns in a table: residues, sets of sums, boxes of residues.

The table determines the constants, periods and residues of the formulas directly, without trial and error. Each formula
agrees with the table or is true for all members of the table. Outside the table, a formula is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.synthesis.candidate_conditions import unused_name
from sprague.synthesis.number_sets import (
    ALWAYS,
    ATOM,
    NEVER,
    OPEN,
    FormulaText,
    conjunction,
    describe_numbers,
    disjunction,
)
from sprague.synthesis.sample_box import Flags, SampleBox

FAR = 512  # number of positions examined along a line
LARGEST = {1: 1, 2: 6, 3: 3, 4: 2}  # largest coefficient of a linear form, indexed by the number of entries
MOST_RECTANGLES = 6  # maximum number of boxes in a union
MOST_LINES = 6  # maximum number of lines in a union
MOST_CLASSES = 60  # maximum number of classes of heights of a pile; with more classes there are too many boxes


def table_formulas(box: SampleBox, automaton: Automaton) -> Iterator[str]:
    """Yield formulas suggested by patterns in a table of small positions; the caller must prove each formula."""
    if not box.members.any():
        yield NEVER.text
        return
    if not box.others.any():
        yield ALWAYS.text
    for formula in (
        *_measures(box),
        *_products(box, automaton),
        *_kept(box),
        *_lines(box, automaton),
        *_rectangles(box),
    ):
        yield formula.text


# Sets that one number decides


def _measures(box: SampleBox) -> Iterator[FormulaText]:
    """Yield conditions on one number that decides membership: the sum, a + 2b, the nim-sum, the largest pile."""
    for text, values in _numbers(box):
        limits.check()
        row = _decided(box, values)
        if row is not None and (formula := describe_numbers(text, *row)):
            yield formula


def _numbers(box: SampleBox) -> Iterator[tuple[str, NDArray[np.int64]]]:
    tracks = len(box.rule.names)
    if len(box.rule.piles) > 1:
        piles = box.positions[:, [box.rule.names.index(pile) for pile in box.rule.piles]]
        most, least = piles.max(axis=1), piles.min(axis=1)
        yield from (("max - min", most - least), ("max", most), ("min", least))
        yield "xor", np.bitwise_xor.reduce(piles, axis=1)
    largest = LARGEST.get(tracks, 1)
    smallest = -largest if tracks in LARGEST else 0
    forms = [form for form in product(range(smallest, largest + 1), repeat=tracks) if np.gcd.reduce(form) == 1]
    forms = [form for form in forms if next(factor for factor in form if factor) > 0]
    for form in sorted(forms, key=lambda form: (sum(map(abs, form)), [-factor for factor in form])):
        yield _form_text(box, form), box.positions @ np.array(form)


def _decided(box: SampleBox, values: NDArray[np.int64]) -> tuple[Flags, int] | None:
    """Return flags for the values of a number that decides membership, and the least value; otherwise None."""
    first = int(values[box.real].min())
    count = np.bincount(values[box.real] - first)
    inside = np.bincount(values[box.members] - first, minlength=len(count))
    # If a value occurs at no position, the row would have a gap.
    if not (count > 0).all() or not ((inside == 0) | (inside == count)).all():
        return None
    return inside > 0, first


def _form_text(box: SampleBox, form: Sequence[int]) -> str:
    names = box.rule.names
    if len(box.rule.piles) == len(names) > 1 and set(form) == {1}:
        return "sum"
    text = ""
    for name, factor in zip(names, form, strict=True):
        if factor:
            sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
            text += f"{sign}{'' if abs(factor) == 1 else abs(factor)}{name}"
    return text


# Conditions on each pile separately


def _products(box: SampleBox, automaton: Automaton) -> Iterator[FormulaText]:
    """Yield formulas with a separate condition on each pile, from the lines through a member."""
    members = box.positions[box.members]
    far = members[np.argmax(members.min(axis=1))]
    for member in dict.fromkeys(map(tuple, (members[0].tolist(), far.tolist(), members[-1].tolist()))):
        lines = [_line(box, automaton, member, place) for place in range(len(member))]
        yield from _each(box, lines)


def _line(box: SampleBox, automaton: Automaton, member: tuple[int, ...], place: int) -> Flags:
    lowest = box.rule.lowest(box.rule.names[place])
    positions = np.tile(np.array(member, np.int64), (FAR, 1))
    positions[:, place] = np.arange(lowest, lowest + FAR)
    return automaton.contains_many(positions)


def _each(box: SampleBox, lines: Sequence[Flags]) -> Iterator[FormulaText]:
    """Yield the formula that every pile is in its own set, in the form `all piles …` if these sets are equal."""
    rule = box.rule
    of_piles = [line for name, line in zip(rule.names, lines, strict=True) if name in rule.piles]
    alike = len(of_piles) > 1 and all(np.array_equal(line, of_piles[0]) for line in of_piles)
    whole: FormulaText | None = ALWAYS
    if alike:
        name = unused_name(rule)
        formula = describe_numbers(name, of_piles[0], rule.floor)
        whole = formula and _of_all_piles(name, formula)
    for name, line in zip(rule.names, lines, strict=True):
        if not (alike and name in rule.piles):
            formula = describe_numbers(name, line, rule.lowest(name))
            whole = whole and formula and conjunction(whole, formula)
    if whole:
        yield whole


def _of_all_piles(name: str, formula: FormulaText) -> FormulaText:
    """Return the formula `all piles x: …`, in a shorter form if there is one."""
    if formula == ALWAYS:
        return ALWAYS
    if formula.text == f"{name} is odd" or formula.text == f"{name} is even":
        return FormulaText(f"all piles {formula.text.split()[-1]}")
    start = f"{name} "
    if formula.joined == ATOM and formula.text.startswith(start) and name not in formula.text[len(start) :].split():
        return FormulaText(f"all piles {formula.text[len(start) :]}")
    return FormulaText(f"all piles {name}: {formula.text}", OPEN)


# Totals of some piles


def _kept(box: SampleBox) -> Iterator[FormulaText]:
    """Yield conditions that all totals, or at least one total, of all piles but one (or of two piles) are in a set.

    The set consists of the totals of members, or of the totals that no non-member has. Large totals may be missing in
    the table, so the search uses only small totals.
    """
    rule = box.rule
    count = len(rule.piles)
    if len(rule.names) != count or count < 2:
        return
    name = unused_name(rule)
    whole = box.positions.sum(axis=1)
    columns = [box.positions[:, i] for i in range(count)]
    families: list[tuple[list[NDArray[np.int64]], list[str]]] = [(columns, [name])]
    if count > 2:
        families.append(([whole - column for column in columns], [f"sum - {name}"]))
    if count > 3:
        pairs = list(combinations(range(count), 2))
        texts = [f"{rule.piles[i]} + {rule.piles[j]}" for i, j in pairs]
        families.append(([columns[i] + columns[j] for i, j in pairs], texts))
    for totals, texts in families:
        for every in (True, False):
            row = _members_of_totals(box, totals, every)
            if row is None:
                continue
            members, first = row
            formula = [describe_numbers(text, members, first) for text in texts]
            if formula[0] is None:
                continue
            if len(texts) == 1:
                yield (
                    _of_all_piles(name, formula[0])
                    if every
                    else FormulaText(f"some pile {name}: {formula[0].text}", OPEN)
                )
                continue
            joined = formula[0]
            for part in formula[1:]:
                assert part is not None
                joined = conjunction(joined, part) if every else disjunction(joined, part)
            yield joined


def _members_of_totals(box: SampleBox, totals: Sequence[NDArray[np.int64]], every: bool) -> tuple[Flags, int] | None:
    first = min(int(total.min()) for total in totals)
    size = max(int(total.max()) for total in totals) - first + 1
    # If `every` is set, a total is good if a member has it; otherwise, a total is good if no non-member has it.
    seen = np.zeros(size, np.bool_)
    wanted = box.members if every else box.others
    for total in totals:
        seen[total[wanted] - first] = True
    good = seen if every else ~seen
    inside = np.array([good[total - first] for total in totals])
    found = inside.all(axis=0) if every else inside.any(axis=0)
    if not np.array_equal(found & box.real, box.members):
        return None
    trusted = max(2, size * 2 // 3)
    return good[:trusted], first


# Lines along which the differences of piles are fixed


def _lines(box: SampleBox, automaton: Automaton) -> Iterator[FormulaText]:
    """Yield the formula for few fixed differences of piles, each with a condition on the first pile.

    Only sorted positions are considered, in which the first pile of each block is the smallest.
    """
    rule = box.rule
    if len(rule.names) < 2:
        return
    members = box.positions[box.members & box.in_order]
    lines = np.unique(members - members[:, :1], axis=0)
    if len(lines) > MOST_LINES:
        return
    first, lowest = rule.names[0], rule.lowest(rule.names[0])
    whole = NEVER
    for line in sorted(lines.tolist(), key=lambda line: (sum(map(abs, line)), line)):
        limits.check()
        heights = np.arange(lowest, lowest + FAR)
        row = automaton.contains_many(heights[:, None] + np.array(line))
        formula = describe_numbers(first, row, lowest)
        if formula is None:
            return
        if row.sum() == 1:
            height = lowest + int(np.argmax(row))
            parts = [FormulaText(f"{name} = {height + shift}") for name, shift in zip(rule.names, line, strict=True)]
        else:
            parts = [_apart(first, name, shift) for name, shift in zip(rule.names[1:], line[1:], strict=True)] + [
                formula
            ]
        whole = disjunction(whole, reduce(conjunction, parts))
    yield whole


def _apart(one: str, two: str, shift: int) -> FormulaText:
    """Return the formula that the second number is the first number plus a shift."""
    if shift == 0:
        return FormulaText(f"{one} = {two}")
    return FormulaText(f"{two} = {one} + {shift}" if shift > 0 else f"{one} = {two} + {-shift}")


# Boxes of residues


def _rectangles(box: SampleBox) -> Iterator[FormulaText]:
    """Yield a union of few boxes, each with a separate condition on every entry."""
    array = box.array
    tracks = array.ndim
    classes: list[list[list[int]]] = []
    kernel = array
    for axis in range(tracks):
        groups: dict[bytes, list[int]] = {}
        limits.check()
        for number in range(box.limit):
            groups.setdefault(np.take(array, number, axis=axis).tobytes(), []).append(number)
        if len(groups) > min(MOST_CLASSES, box.limit // 2 + 1):
            return
        classes.append(list(groups.values()))
        kernel = np.take(kernel, [group[0] for group in groups.values()], axis=axis)
    covered = np.zeros_like(kernel)
    parts: list[FormulaText] = []
    while not (covered >= kernel).all():
        if len(parts) == MOST_RECTANGLES:
            return
        limits.check()
        chosen = _grown(kernel, kernel & ~covered)
        lines = []
        for axis, kept in enumerate(chosen):
            line = np.zeros(box.limit, np.bool_)
            for group in kept:
                line[classes[axis][group]] = True
            lines.append(line)
        formula = next(_each(box, lines), None)
        if formula is None:
            return
        parts.append(formula)
        covered |= _orders(box, classes, lines)
    whole = NEVER
    for part in parts:
        whole = disjunction(whole, part)
    yield whole


def _orders(box: SampleBox, classes: Sequence[Sequence[Sequence[int]]], lines: Sequence[Flags]) -> Flags:
    """Return the classes that a box covers, for all reorderings of interchangeable piles."""
    whole = np.ones(box.shape, np.bool_)
    for axis, line in enumerate(lines):
        whole &= line.reshape([-1 if axis == other else 1 for other in range(len(lines))])
    closed = box.closed(whole.reshape(-1)).reshape(box.shape)
    for axis, groups in enumerate(classes):
        closed = np.take(closed, [group[0] for group in groups], axis=axis)
    return closed


def _grown(kernel: Flags, left: Flags) -> list[list[int]]:
    """Return a maximal box inside the set around the first uncovered cell."""
    best: list[list[int]] = []
    gain = -1
    seeds = np.argwhere(left)
    for order in (range(kernel.ndim), range(kernel.ndim - 1, -1, -1)):
        chosen = [[int(entry)] for entry in seeds[0]]
        for axis in order:
            sides = [list(range(kernel.shape[axis])) if other == axis else side for other, side in enumerate(chosen)]
            inner = np.moveaxis(kernel[np.ix_(*sides)], axis, 0)
            chosen[axis] = [int(c) for c in np.flatnonzero(inner.reshape(len(inner), -1).all(axis=1))]
        size = int(left[np.ix_(*chosen)].sum())
        if size > gain:
            best, gain = chosen, size
    return best
