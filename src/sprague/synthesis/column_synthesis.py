"""`column_program` converts an automaton into a short column program.

Classes of states of the automaton (`column_stages`) become the stages of the program. Piles that are interchangeable in
a state form a group of the stage. Piles whose remaining digits cannot change the result are called free. The next stage
depends only on how often each digit occurs in each group, and the next group of a pile depends only on its group and
its digit. A program therefore only has to count the digits in each group.

If no two piles are interchangeable, the program lists columns of digits instead of counting digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations

import numpy as np

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.digit_patterns import find_patterns
from sprague.automata.numeration import FIBONACCI
from sprague.language.column_programs import (
    DECIDED,
    FREE,
    NO,
    PILES,
    Column,
    ColumnProgram,
    Count,
    Line,
    Place,
    Spelt,
    Stage,
)
from sprague.language.expressions import Expression
from sprague.synthesis.column_stages import ColumnAutomaton

MOST_STATES = 400  # maximum number of states of an automaton for which a column program is searched
GROUP_NAMES = ("X", "Y", "Z", "U", "V", "W", "R", "S", "T")
STAGE_NAMES = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
MOST_STAGES = len(STAGE_NAMES)

Cell = tuple[str, int]  # a group and a digit
Key = tuple[tuple[int, ...], ...]  # for each group of piles, the number of occurrences of each digit
# the next stage of a column program, and whether the column cannot be the last column of a word
Target = tuple[str, bool]
Action = tuple[Target, Mapping[Cell, str]]  # the stage after a column, and the next group for each group and digit


def column_program(automaton: Automaton, terms: Sequence[Expression]) -> ColumnProgram | None:
    """Return the shortest column program for an automaton and one term for each track; None if the program is too long.

    >>> from sprague.automata import atoms
    >>> print(column_program(atoms.digit_sum_zero(3, 2), [Expression.of(name) for name in "abc"]))
    columns(a, b, c) { start: even ones -> start }
    """
    base = automaton.numeration.base
    if automaton.states > MOST_STATES or (base is None and automaton.numeration != FIBONACCI):
        return None
    machines = [ColumnAutomaton.of(automaton), ColumnAutomaton.joined(automaton)]
    found = []
    for machine in machines:
        if machine is not None and len(machine.stages) <= MOST_STAGES:
            writer = _Writer(machine, terms)
            found.append(ColumnProgram(tuple(terms), writer.first_groups, base or 0, tuple(writer.stages())))
    return min(found, key=lambda program: len(str(program)), default=None)


@dataclass
class _Writer:
    """A writer of a column program's stages; the first line that leads to a stage names the stage's groups."""

    machine: ColumnAutomaton
    terms: Sequence[Expression]
    named: dict[int, dict[int, str]] = field(default_factory=dict)  # the names of the groups of each stage

    @cached_property
    def spells(self) -> bool:
        """Whether the program lists columns of digits, because no two piles are interchangeable."""
        return not self.machine.swaps and self.machine.tracks > 1

    @cached_property
    def first_groups(self) -> tuple[str, ...]:
        """The name of each pile's group at the start: PILES for the largest group, otherwise the name of a pile."""
        classes = self.machine.alike(0)
        largest = max(classes, key=classes.count)
        return tuple(PILES if first == largest or self.spells else self._called(first) for first in classes)

    def _called(self, track: int) -> str:
        term = self.terms[track]
        return term.linear.names[0] if term.is_linear and term.linear.is_name else GROUP_NAMES[-1 - track]

    def stages(self) -> list[Stage]:
        """Return the stages of the program, after merging equal stages and naming the remaining stages."""
        machine = self.machine
        roots = dict(zip(machine.alike(0), self.first_groups, strict=True))
        self.named[0] = {root: FREE if machine.idle[0, root] else name for root, name in roots.items()}
        order: list[int] = []
        drafts: list[Stage] = []
        while len(order) < len(self.named):
            limits.check()
            stage = next(state for state in self.named if state not in order)
            order.append(stage)
            lines = self._spelt(stage) if self.spells else self._counted(stage)
            drafts.append(Stage(str(stage), tuple(lines), machine.ends or stage > 0))
        return _titled(_merged(_with_ends(drafts)))

    def _target(self, state: int, symbol: int) -> tuple[str, bool]:
        """Return the next stage of the program after a column, and whether no word may end with the column."""
        target, last = int(self.machine.table[state, symbol]), bool(self.machine.last[state, symbol])
        verdict = self.machine.decided.get((target, last))
        return verdict or str(self.machine.stage(target)), not last and verdict != NO

    # Methods for column programs that list columns

    def _spelt(self, stage: int) -> list[Line]:
        """Return the program lines of a stage, which list columns of digits as patterns."""
        machine = self.machine
        targets: dict[tuple[str, bool], list[int]] = {}
        for symbol in range(len(machine.columns)):
            target = self._target(stage, symbol)
            targets.setdefault(target, []).append(symbol)
            if target[0] not in DECIDED:
                self.named.setdefault(int(target[0]), {})
        lines = []
        for (to, not_last), symbols in targets.items():
            wanted = np.zeros(len(machine.columns), np.bool_)
            wanted[symbols] = True
            found = find_patterns(wanted.reshape([machine.digits] * machine.tracks))
            lines.append([Line((Spelt(tuple(found)),), to, (), not_last)])
        return _with_else(lines)

    # Methods for column programs that count digits

    def _counted(self, stage: int) -> list[Line]:
        """Return the program lines of a stage, with guards on how often each digit occurs in each group."""
        machine = self.machine
        groups = [self.named[stage][root] for root in machine.groups(stage)]
        counted = [name for name in dict.fromkeys(groups) if name != FREE]
        actions: dict[Key, Action] = {}
        for symbol, column in enumerate(machine.columns):
            free = any(digit for digit, group in zip(column, groups, strict=True) if group == FREE)
            if free or not machine.possible[stage, symbol]:
                continue
            key = tuple(self._counts(column, groups, name) for name in counted)
            if key not in actions:
                target = self._target(stage, symbol)
                after = int(machine.table[stage, symbol])
                actions[key] = target, {} if target[0] in DECIDED else self._moved(after, column, groups)
        lines = []
        for (to, not_last), moved, keys in _joined(actions):
            places = tuple(_places(moved, counted, machine.digits))
            guards = _Guards(counted, list(actions), keys, machine.digits).found()
            lines.append([Line(guard, to, places, not_last) for guard in guards])
        return _with_else(lines)

    def _counts(self, column: Column, groups: Sequence[str], name: str) -> tuple[int, ...]:
        own = [digit for digit, group in zip(column, groups, strict=True) if group == name]
        return tuple(own.count(digit) for digit in range(self.machine.digits))

    def _moved(self, target: int, column: Column, groups: Sequence[str]) -> dict[Cell, str]:
        """Name the groups of a new stage, and return the next group for each group and digit."""
        stage, roots = self.machine.stage(target), self.machine.groups(target)
        if stage not in self.named:
            idle = {root for track, root in enumerate(roots) if self.machine.idle[target, track]}
            self.named[stage] = _named_after(roots, groups, idle)
        names = self.named[stage]
        cells = zip(zip(groups, column, strict=True), roots, strict=True)
        return {cell: names[root] for cell, root in cells if cell[0] != FREE}


def _named_after(roots: Sequence[int], groups: Sequence[str], idle: set[int]) -> dict[int, str]:
    """Return names for the groups of a stage; if possible, a group keeps the name of the group that it comes from."""
    names = dict.fromkeys(idle, FREE)
    fresh = iter(name for name in GROUP_NAMES if name not in groups)
    for root in sorted(set(roots) - idle, key=lambda root: (-roots.count(root), root)):
        came = [group for own, group in zip(roots, groups, strict=True) if own == root and group != FREE]
        wanted = [name for name in sorted(set(came), key=lambda name: -came.count(name)) if name not in names.values()]
        names[root] = wanted[0] if wanted else next(fresh)
    if PILES not in names.values() and (counted := [root for root in names if root not in idle]):
        names[counted[0]] = PILES
    return names


def _joined(actions: Mapping[Key, Action]) -> list[tuple[Target, dict[Cell, str], list[Key]]]:
    """Return the columns of digits grouped by the next stage and by the next groups of the piles."""
    found: list[tuple[Target, dict[Cell, str], list[Key]]] = []
    for key, (to, moved) in actions.items():
        for known_to, known, keys in found:
            if to == known_to and all(known.get(cell, name) == name for cell, name in moved.items()):
                known.update(moved)
                keys.append(key)
                break
        else:
            found.append((to, dict(moved), [key]))
    return found


def _places(moved: Mapping[Cell, str], groups: Sequence[str], digits: int) -> Iterator[Place]:
    for group in groups:
        into = {digit: moved[group, digit] for digit in range(digits) if (group, digit) in moved}
        if len(set(into.values())) == 1 and len(into) > 1:
            if (name := next(iter(into.values()))) != group:
                yield Place(None, group, name)
            continue
        yield from (Place(digit, group, name) for digit, name in into.items() if name != group)


@dataclass
class _Guards:
    """The search for short guards: conditions that are true for the wanted digit counts and false for all others."""

    groups: Sequence[str]
    every: Sequence[Key]
    wanted: Sequence[Key]
    digits: int

    def found(self) -> list[tuple[Count, ...]]:
        """Return guards on digit sums if they suffice and the base is at least 3, else guards on digit counts."""
        if len(self.every) == 1 and len(self.groups) == 1:
            return [self._only(self.every[0][0])]
        if len(self.wanted) == len(self.every):
            return [()]
        if self.digits > 2 and (summed := self._by_sums()) is not None:
            return summed
        return self._boxes([tuple(n for own in key for n in own[1:]) for key in self.every], self._axes())

    def _only(self, counts: tuple[int, ...]) -> tuple[Count, ...]:
        """Return the guard for a stage with only one possible column."""
        digits = [digit for digit in range(1, self.digits) if counts[digit]]
        return tuple(Count((counts[digit],), digit, self.groups[0]) for digit in digits or [1])

    def _axes(self) -> list[tuple[str, int | None]]:
        return [(group, digit) for group in self.groups for digit in range(1, self.digits)]

    def _by_sums(self) -> list[tuple[Count, ...]] | None:
        sums = [tuple(sum(d * n for d, n in enumerate(own)) for own in key) for key in self.every]
        chosen = {sums[self.every.index(key)] for key in self.wanted}
        if any(total in chosen and key not in self.wanted for total, key in zip(sums, self.every, strict=True)):
            return None
        return self._boxes(sums, [(group, None) for group in self.groups])

    def _boxes(
        self, points: Sequence[tuple[int, ...]], axes: Sequence[tuple[str, int | None]]
    ) -> list[tuple[Count, ...]]:
        """Return guards that together allow exactly the wanted digit counts; each guard is a box of digit counts."""
        wanted = {point for point, key in zip(points, self.every, strict=True) if key in set(self.wanted)}
        others = set(points) - wanted
        values = [sorted({point[axis] for point in points}) for axis in range(len(axes))]
        left, found = set(wanted), []
        while left:
            seed = min(left)
            boxes = [_widened(seed, order, values, others) for order in _orders(len(axes))]
            best = max(boxes, key=lambda box: (len(_inside(left, box)), -sum(map(len, box))))
            left -= _inside(left, best)
            found.append(
                tuple(
                    self._count(axes[i], best[i], values[i]) for i in range(len(axes)) if len(best[i]) < len(values[i])
                )
            )
        return found

    def _count(self, axis: tuple[str, int | None], numbers: Sequence[int], possible: Sequence[int]) -> Count:
        group, digit = axis
        moduli = range(2, self.digits + 1) if digit is None else (2,)
        for modulus in moduli:
            rests = {number % modulus for number in numbers}
            if len(rests) == 1 and len(numbers) > 1 and list(numbers) == [n for n in possible if n % modulus in rests]:
                return Count(tuple(rests), digit, group, modulus)
        return Count(tuple(numbers), digit, group)


def _orders(axes: int) -> list[tuple[int, ...]]:
    return list(permutations(range(axes))) if axes <= 4 else [tuple(range(axes)), tuple(reversed(range(axes)))]


def _widened(
    seed: tuple[int, ...], order: Sequence[int], values: Sequence[Sequence[int]], others: set[tuple[int, ...]]
) -> list[list[int]]:
    box = [[number] for number in seed]
    for axis in order:
        for number in values[axis]:
            if number in box[axis]:
                continue
            wider = [*box[:axis], sorted([*box[axis], number]), *box[axis + 1 :]]
            if not _inside(others, wider):
                box = wider
    return box


def _inside(points: set[tuple[int, ...]], box: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    return {point for point in points if all(n in numbers for n, numbers in zip(point, box, strict=True))}


def _with_else(lines: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the program lines of a stage, without lines for rejected columns, and with `else` if this is shorter."""
    ways = [[line for group in lines for line in group if line.to != NO]]
    for last in lines:
        if last[0].to != NO and len(lines) > 1:
            ways.append([*(line for group in lines if group is not last for line in group), replace(last[0], guard=())])
    return min(ways, key=lambda way: sum(len(str(line)) + 2 for line in way))


def _with_ends(stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages; if all program lines to a stage are marked `not last`, mark the stage instead of the lines."""
    leading = {
        stage.name: [line for other in stages for line in other.lines if line.to == stage.name] for stage in stages
    }
    ends = {name: any(not line.not_last for line in lines) for name, lines in leading.items()}
    ends[stages[0].name] = stages[0].ends
    return [
        Stage(
            stage.name,
            tuple(replace(line, not_last=line.not_last and ends.get(line.to, True)) for line in stage.lines),
            ends[stage.name],
        )
        for stage in stages
    ]


def _merged(stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages after merging stages that are equal except for their names."""
    while True:
        first: dict[object, str] = {}
        names = {stage.name: first.setdefault(_without_name(stage), stage.name) for stage in stages}
        kept = [stage for stage in stages if names[stage.name] == stage.name]
        if len(kept) == len(stages):
            return kept
        stages = [_renamed(stage, names) for stage in kept]


def _without_name(stage: Stage) -> object:
    """Return the stage of a column program without its name, for the comparison of stages."""
    return _renamed(stage, {stage.name: ""})


def _renamed(stage: Stage, names: Mapping[str, str]) -> Stage:
    lines = tuple(replace(line, to=names.get(line.to, line.to)) for line in stage.lines)
    return Stage(names.get(stage.name, stage.name), lines, stage.ends)


def _titled(stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages with names: `zeros` or `rest` for loops, `start` for a single stage, else ordinal numbers."""
    titles: dict[str, str] = {}
    numbered = iter(STAGE_NAMES)
    for place, stage in enumerate(stages):
        loops = place > 0 and [line.to for line in stage.lines] == [stage.name]
        zeros = all(part == replace(part, numbers=(0,), modulus=None) for part in _counts_of(stage))
        title = "zeros" if loops and zeros else "rest"
        titles[stage.name] = title if loops and title not in titles.values() else next(numbered)
    if STAGE_NAMES[1] not in titles.values():
        titles[stages[0].name] = "start"
    return [_renamed(stage, titles) for stage in stages]


def _counts_of(stage: Stage) -> Iterator[Count]:
    for line in stage.lines:
        yield from (part for part in line.guard if isinstance(part, Count))
