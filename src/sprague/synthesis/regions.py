"""`region_formulas` finds formulas with linear walls that divide the positions into regions decided by residues.

Many games with finitely many moves have P-positions that walls and residues describe. An example is slow exact Nim,
where a move takes one chip from each of two of four piles a <= b <= c <= d. In slow exact Nim with a + d < b + c, a
position is a P-position exactly if all piles are even, all piles are odd, or their sum is 1 modulo 4. If a + d >= b +
c, a position is a P-position exactly if a, b and c are all even or all odd.

A member and a non-member with equal residues must lie on different sides of a wall. The search finds few walls that
separate all pairs of a member and a non-member with equal residues. Then each region between walls is described by
residues (`condition_search`). The formulas agree with the sample box; outside the box, the formulas are guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice, product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.condition_search import as_formula_text, combine_conditions, reading_effort
from sprague.synthesis.number_sets import ALWAYS, NEVER, FormulaText, conjunction, describe_residues, disjunction
from sprague.synthesis.sample_box import Flags, SampleBox

LARGEST = {2: 3, 3: 2, 4: 1}  # largest coefficient of a wall, indexed by the number of entries
SHIFTS = (0, -1, 1, -2, 2, -3, 3)  # constants of walls
# Pairs of moduli: one for the residues of every entry, one for the residue of the sum of all entries.
MODULI = ((1, 2), (1, 3), (2, 2), (1, 4), (2, 4), (3, 3), (1, 5), (4, 4), (3, 6), (5, 5), (6, 6))
MOST_POSITIONS = 8_000  # maximum number of examined positions
AT_LEAST = 6  # minimum average number of positions per residue class
MOST_FIRST = 40  # maximum number of first walls for which a second wall is searched
MOST_CHOICES = 12  # maximum number of choices of walls for which formulas are searched

Classes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Wall:
    """A wall: a linear comparison that separates two regions of positions."""

    inside: str
    outside: str
    holds: Flags

    def side(self, inside: bool) -> FormulaText:
        """Return the comparison that describes one side of the wall: the wall's comparison or its negation."""
        return FormulaText(self.inside if inside else self.outside)


class Region(SampleBox):
    """A region to be divided by walls: a sample of positions, each with sorted piles."""

    def closed(self, masks: Flags) -> Flags:
        """Return the masks unchanged, because a region contains each position in only one order."""
        return masks


def region_formulas(box: SampleBox) -> Iterator[str]:
    """Yield formulas that agree with the sample box and have few walls and small moduli."""
    tracks = len(box.rule.names)
    if tracks not in LARGEST:
        return
    seen = _small(box)
    whole = Region(box.rule, box.limit, box.positions[seen], box.real[seen], box.members[seen])
    walls = WallSearch(whole)
    enough = [moduli for moduli in MODULI if _classes_of(moduli, tracks) * AT_LEAST <= len(whole.positions)]
    enough.sort(key=lambda moduli: _classes_of(moduli, tracks))
    for number, (modulus, total) in product((1, 2), enough):
        classes = _residues(whole, modulus, total)
        found = list(islice(walls.choices(number, classes), MOST_CHOICES))
        if not found:
            continue
        residues = _Residues(whole, classes, list(_conditions(box.rule, modulus, total)))
        formula = [text for chosen in found for text in _in_order(box.rule, residues.formula(chosen))]
        if formula:
            yield from formula
            return


def _small(box: SampleBox) -> Flags:
    """Return the sorted positions with small entries, at most `MOST_POSITIONS`."""
    largest = (box.positions - box.positions[0]).max(axis=1)
    sizes = np.cumsum(np.bincount(largest[box.in_order], minlength=1))
    return np.asarray(box.in_order & (largest < max(1, int((sizes <= MOST_POSITIONS).sum()))))


def _classes_of(moduli: tuple[int, int], tracks: int) -> int:
    modulus, total = moduli
    return int(modulus**tracks * total // modulus)


def _residues(region: SampleBox, modulus: int, total: int) -> Classes:
    """Return the index of the residue class of each position."""
    entries = region.positions % modulus
    found = region.positions.sum(axis=1) % total
    for column in entries.T:
        found = found * modulus + column
    return np.unique(found, return_inverse=True)[1].reshape(-1)


def _in_order(rule: Ruleset, formula: FormulaText | None) -> Iterator[str]:
    """Yield a formula for sorted piles, first without and then with the condition that the piles are sorted."""
    if formula is None:
        return
    yield formula.text
    chains = [" <= ".join(rule.names[place] for place in block) for block in rule.blocks]
    if chains:
        yield conjunction(FormulaText(" and ".join(chains)), formula).text


# Walls


def _walls(region: SampleBox) -> list[Wall]:
    """Return the walls of a region, one for each way to divide its positions, simplest first."""
    names, positions = region.rule.names, region.positions
    largest = LARGEST[len(names)]
    forms = [form for form in product(range(-largest, largest + 1), repeat=len(names)) if gcd(*form) == 1]
    forms = [form for form in forms if next(factor for factor in form if factor) > 0]
    found: dict[bytes, Wall] = {}
    for form in sorted(forms, key=lambda form: (sum(map(abs, form)), [-factor for factor in form])):
        limits.check()
        values = positions @ np.array(form)
        for shift in SHIFTS:
            for inside, outside, holds in (
                (_compared(names, form, "<=", shift), _compared(names, form, ">", shift), values <= shift),
                (_compared(names, form, "=", shift), _compared(names, form, "!=", shift), values == shift),
            ):
                if holds.any() and not holds.all():
                    key = np.packbits(holds if holds[0] else ~holds).tobytes()
                    found.setdefault(key, Wall(inside, outside, holds))
    return list(found.values())


def _compared(names: Sequence[str], form: Sequence[int], relation: str, shift: int) -> str:
    """Return the comparison of a linear form with a number as text without minus signs.

    >>> _compared(("a", "b", "c"), (1, -2, 1), "<=", -1), _compared(("a", "b"), (1, -1), ">", 2)
    ('a + c < 2b', 'a > b + 2')
    """
    if shift == -1 and relation in ("<=", ">"):
        relation, shift = {"<=": "<", ">": ">="}[relation], 0
    left = [_times(factor, name) for name, factor in zip(names, form, strict=True) if factor > 0]
    right = [_times(-factor, name) for name, factor in zip(names, form, strict=True) if factor < 0]
    if shift:
        (right if shift > 0 else left).append(str(abs(shift)))
    return f"{' + '.join(left)} {relation} {' + '.join(right) or 0}"


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{factor}{name}"


def _mixed(classes: Classes, members: Flags) -> Flags:
    """Return the positions in mixed classes, which contain both members and non-members."""
    inside = np.bincount(classes, members)
    size = np.bincount(classes)
    return np.asarray(((inside > 0) & (inside < size))[classes])


class WallSearch:
    """The search for walls that separate members from non-members with the same residues."""

    def __init__(self, region: Region) -> None:
        self.members = region.members
        self.every = _walls(region)
        self._holds = np.array([wall.holds for wall in self.every], np.bool_)
        self._weights = self._holds.astype(np.float32)

    def choices(self, number: int, classes: Classes) -> Iterator[tuple[Wall, ...]]:
        """Yield sets of at most `number` walls (one or two) that separate members from non-members in each class."""
        if not _mixed(classes, self.members).any():
            yield ()
            return
        errors = self._left_mixed(classes)
        yield from ((self.every[place],) for place in np.flatnonzero(errors == 0))
        for place in np.argsort(errors, kind="stable")[:MOST_FIRST] if number > 1 else ():
            limits.check()
            wall = self.every[place]
            others = self._dividing(2 * classes + wall.holds)
            yield from ((wall, self.every[other]) for other in others if other != place)

    def _left_mixed(self, classes: Classes) -> NDArray[np.float32]:
        """Return for each wall the number of positions on the wrong side of it, in mixed classes."""
        mixed = _mixed(classes, self.members)
        numbers, places = np.unique(classes[mixed], return_inverse=True)
        kinds = np.zeros((len(places), 2 * len(numbers)), np.float32)
        kinds[np.arange(len(places)), 2 * places.reshape(-1) + self.members[mixed]] = 1
        inside = (self._weights[:, mixed] @ kinds).reshape(len(self._weights), -1, 2)
        outside = kinds.sum(axis=0).reshape(-1, 2) - inside
        return np.asarray((inside.min(axis=2) + outside.min(axis=2)).sum(axis=1))

    def _dividing(self, classes: Classes) -> NDArray[np.int64]:
        """Return the walls that leave no class mixed.

        A wall that leaves no class mixed separates one member from one non-member of each mixed class. Few walls
        separate these pairs, and only these walls are tested on all positions.
        """
        mixed = _mixed(classes, self.members)
        inside, outside = np.flatnonzero(mixed & self.members), np.flatnonzero(mixed & ~self.members)
        numbers, one = np.unique(classes[inside], return_index=True)
        _, other = np.unique(classes[outside], return_index=True)
        sides = self._holds[:, inside[one]]
        walls = np.flatnonzero((sides != self._holds[:, outside[other]]).all(axis=1))
        # All members of a class must be on the side of its first member, and all non-members on the other side.
        like_one = sides[walls][:, np.searchsorted(numbers, classes[mixed])] == self._holds[walls][:, mixed]
        return np.asarray(walls[(like_one == self.members[mixed]).all(axis=1)])


# Residues


class _Residues:
    """The search for residue conditions that describe the members of each region between walls."""

    def __init__(self, whole: Region, classes: Classes, conditions: list[str]) -> None:
        self.whole, self.classes = whole, classes
        self.texts, self.holds = whole.evaluated(conditions)
        self._known: dict[bytes, FormulaText | None] = {}

    def formula(self, walls: Sequence[Wall], here: Flags | None = None) -> FormulaText | None:
        """Return a formula for the members among the positions `here`, which may use the walls, or None."""
        if here is None:
            here = np.ones(len(self.whole.positions), np.bool_)
        if not _mixed(self.classes[here], self.whole.members[here]).any():
            return self._in_region(here)
        if not walls:
            return None
        wall, later = walls[0], walls[1:]
        parts = []
        for inside in (True, False):
            part = self.formula(later, here & (wall.holds == inside))
            if part is None:
                return None
            if part != NEVER:
                parts.append(conjunction(wall.side(inside), part))
        return reduce(disjunction, parts)

    def _in_region(self, here: Flags) -> FormulaText | None:
        key = np.packbits(here).tobytes()
        if key not in self._known:
            self._known[key] = self._looked_for(here)
        return self._known[key]

    def _looked_for(self, here: Flags) -> FormulaText | None:
        whole = self.whole
        if not whole.members[here].any():
            return NEVER
        if whole.members[here].all():
            return ALWAYS
        places = np.flatnonzero(here)
        # One position represents all positions with the same residues.
        ones = places[np.unique(self.classes[here], return_index=True)[1]]
        region = Region(whole.rule, whole.limit, whole.positions[ones], whole.real[ones], whole.members[ones])
        for texts in combine_conditions(region, self.texts, self.holds[:, ones]):
            limits.check()
            right = [text for text in texts if self._agrees(text, here)]
            if right:
                return as_formula_text(min(right, key=reading_effort))
        return None

    def _agrees(self, text: str, here: Flags) -> bool:
        return np.array_equal(self.whole.truth_of(text)[here], self.whole.members[here])


def _conditions(rule: Ruleset, modulus: int, total: int) -> Iterator[str]:
    """Yield candidate conditions on residues."""
    names = rule.names
    for divisor in _divisors(modulus):
        for name in names:
            yield from _each_residue(name, divisor)
        for size in range(2, len(names) + 1):
            for some in combinations(names, size):
                yield f"{' = '.join(some)} (mod {divisor})"
                if size < len(names) and divisor > 2:
                    yield from _each_residue(" + ".join(some), divisor)
        if divisor == 2 and names == rule.piles:
            yield from ("all piles even", "all piles odd")
    for divisor in _divisors(total):
        text = "sum" if names == rule.piles else " + ".join(names)
        yield from _each_residue(text, divisor)


def _divisors(number: int) -> Iterable[int]:
    return (divisor for divisor in range(2, number + 1) if number % divisor == 0)


def _each_residue(term: str, modulus: int) -> Iterator[str]:
    return (describe_residues(term, modulus, frozenset([residue])).text for residue in range(modulus))
