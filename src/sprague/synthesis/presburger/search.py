"""`presburger_formula` finds a formula with linear comparisons and residues for the set of an automaton.

A set of tuples is a *Presburger set* if a Boolean combination of comparisons such as `2a <= b + c + 1` and residues
such as `(a + b) mod 3 = 1` describes it. The search has four steps:

1. the automaton determines the linear forms that can be needed (`directions`);
2. the least modulus, and few linear forms with narrow ranges, are chosen so that they determine membership in a sample
  (`cells`);
3. few conjunctions of comparisons and residues are chosen that cover the members of the sample (`covering`);
4. the formula is translated into an automaton and compared with the given automaton.

If the automata differ, the position where they differ joins the sample, and the search returns to step 2. Every formula
that the search returns is therefore proved. If no formula is returned, the set can still be a Presburger set: its
constants, modulus or coefficients can be too large for the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from sprague import limits as watching
from sprague.automata.automaton import Automaton, everything
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.language.formula_parser import rename_piles
from sprague.language.rule_ast import Block
from sprague.limits import Limits
from sprague.proofs.position_automata import translate_set
from sprague.synthesis.number_sets import ALWAYS, NEVER, FormulaText, conjunction, disjunction
from sprague.synthesis.presburger.atoms import Atom, Comparison, PileExtreme, atom_cost, atoms_of_cells, function_atoms
from sprague.synthesis.presburger.cells import Cells, Range, find_cells, shrink_cells
from sprague.synthesis.presburger.covering import AtomTable, cover_members
from sprague.synthesis.presburger.directions import Directions, find_directions
from sprague.synthesis.presburger.normal_forms import disjunction_text, negation_text
from sprague.synthesis.presburger.samples import PointSet, Sample, neighbours, sample_points

MOST_COVERS = 40  # maximum number of covers of a sample that are computed
MOST_ROUNDS = 12  # maximum number of rounds, each with one counterexample
# preferences of the greedy cover: cheap conjunctions, and conjunctions that cover many positions
EXPONENTS = (1.0, 0.5)
BOUNDS = (0, 1, 2, 4)  # bounds on the entries of positions that are tried as exceptions to a formula
MOST_EXCEPTIONS = 5  # maximum number of listed exceptions to a formula
SHORT = 40  # the search stops when it finds a formula of at most this cost
MOST_ROWS = 8_000  # maximum number of sample positions from which a cover is computed
MOST_TURNED = 800  # maximum number of members, and of other positions, whose rotations are examined
TURN_COST = 20  # cost of `for some rotation`, in characters
FEWEST_ON_CIRCLE, MOST_ON_CIRCLE = 3, 6  # numbers of piles for which rotations are tried
NOT_COST = 8  # cost of `not (…)`, in characters


@dataclass(frozen=True)
class _Names:
    """The names of the entries of a position, the piles, and the blocks of interchangeable piles."""

    names: tuple[str, ...]
    piles: tuple[str, ...]
    blocks: tuple[Block, ...]


def presburger_formula(
    automaton: Automaton,
    names: Sequence[str],
    *,
    domain: Automaton | None = None,
    piles: Sequence[str] | None = None,
    blocks: Sequence[Block] = (),
    limits: Limits | None = None,
) -> str | None:
    """Return a quantifier-free formula of Presburger arithmetic for the set of an automaton, or None.

    The formula is proved: its automaton equals the given automaton.

    >>> from sprague.automata import atoms
    >>> presburger_formula(atoms.linear((1, -2), 0, "<=") & atoms.residue((1, 1), 0, 3, {1}), ("a", "b"))
    'a <= 2b and sum mod 3 = 1'
    >>> presburger_formula(atoms.digit_sum_zero(3, 2), ("a", "b", "c")) is None
    True

    Args:
        automaton: The automaton of the set.
        names: The names of the numbers, one for each track.
        domain: The automaton of all positions, by default all tuples; the formula may be wrong for other tuples.
        piles: The names over which `sum` ranges; by default all names.
        blocks: Blocks of interchangeable tracks. The set must not depend on the order of the tracks within a block. If
            the formula depends on the order, the result starts with `in some order:`.
        limits: Limits on the search; by default, only the size of the search is limited, and not its time.

    Returns:
        The formula, or None if the set is not a Presburger set or no formula is found.
    """
    whole = everything(automaton.tracks, automaton.numeration) if domain is None else domain
    known = _Names(tuple(names), tuple(names if piles is None else piles), tuple(blocks))
    search = _Search(known, PointSet(automaton, whole, known.blocks))
    with suppress(OutOfTime), Limits.of(limits).watch():
        search.run()
    return search.best


@dataclass
class _Search:
    """The search for a formula for one automaton."""

    known: _Names
    target: PointSet
    best: str | None = None
    divided: set[Cells | None] = field(default_factory=set)  # the cells with which formulas have already been searched
    turned: dict[str, int] = field(default_factory=dict)  # maps each formula with `for some rotation` to its cost
    tried: set[str] = field(default_factory=set)
    counterexamples: list[tuple[int, ...]] = field(default_factory=list)
    covers: int = 0  # number of covers that have been computed

    def run(self) -> None:
        """Search for a formula, and store the shortest proved formula in `best`."""
        if not self.target.automaton <= self.target.domain:
            return
        for text in (NEVER.text, ALWAYS.text):
            if self.proved(text):
                return
        if (directions := find_directions(self.target.automaton)) is None:
            return
        sample = sample_points(self.target)
        if (found := find_cells(self.target, sample, directions)) is None:
            return
        cells, sample = found
        for bound in BOUNDS:
            self.with_exceptions(cells, sample, directions, bound)
            if self.covers >= MOST_COVERS or (self.best is not None and self.effort(self.best)[0] <= SHORT):
                return

    def with_exceptions(self, cells: Cells, sample: Sample, directions: Directions, bound: int) -> None:
        """Search for a formula that lists a few small positions as exceptions."""
        start = len(self.counterexamples)
        for _ in range(MOST_ROUNDS):
            watching.check()
            before = len(self.counterexamples)
            extra = neighbours(self.target, self.counterexamples, self.steps(cells, directions))
            larger = sample.join(extra)
            rest = larger.without_small(bound)
            if not len(rest.points):
                return
            choices = dict.fromkeys(shrink_cells(cells, rest, narrow) for narrow in (False, True))
            if len(self.counterexamples) == start and choices.keys() <= self.divided:
                return  # stop, because the search without the small positions would use the same cells again
            self.divided |= choices.keys()
            proved = [
                self.has_proof(batch, larger, bound)
                for small in choices
                if small is not None
                for batch in self.batches(small, rest, bound)
            ]
            if any(proved) or len(self.counterexamples) == before or self.covers >= MOST_COVERS:
                return

    def batches(self, cells: Cells, sample: Sample, bound: int) -> Iterator[set[FormulaText]]:
        """Yield batches of formulas that agree with a sample."""
        if self.is_circular and bound == 0:
            yield set(self.turned_formulas(cells, sample))
            if self.best in self.turned:
                return
        for positive in (True, False):
            yield set(self.formulas(cells, sample, positive))

    def has_proof(self, formulas: set[FormulaText], sample: Sample, bound: int) -> bool:
        """Return whether one of the formulas, perhaps with exceptions, is proved and cheaper than the best so far."""
        for formula in sorted(formulas, key=lambda formula: self.effort(formula.text)):
            listed = self.listed(formula, sample, bound)
            if listed is None or (self.best is not None and self.effort(listed.text) >= self.effort(self.best)):
                continue
            proved = [self.proved(text) for text in self.in_orders(listed)]
            if any(proved):
                return True
        return False

    def steps(self, cells: Cells, directions: Directions) -> list[tuple[int, ...]]:
        """Return the period vectors of the set, and their multiples by the modulus of the cells."""
        return [
            tuple(times * entry for entry in vector) for vector in directions.periods for times in (1, cells.modulus)
        ]

    @cached_property
    def is_circular(self) -> bool:
        """Whether the set is invariant under all rotations of the piles, but not under all permutations."""
        automaton, tracks = self.target.automaton, self.target.automaton.tracks
        if self.known.blocks or self.known.piles != self.known.names:
            return False
        turn = [(track + 1) % tracks for track in range(tracks)]
        return FEWEST_ON_CIRCLE <= tracks <= MOST_ON_CIRCLE and automaton.arrange(turn, tracks) == automaton

    # Methods for formulas that agree with a sample

    def formulas(self, cells: Cells, sample: Sample, positive: bool) -> Iterator[FormulaText]:
        """Yield formulas that agree with a sample; the cells must decide membership in the sample.

        If `positive` is true, the formulas describe the members; if not, they are negations of formulas for the
        non-members.
        """
        tracks = self.target.automaton.tracks
        piles = [self.known.names.index(pile) for pile in self.known.piles]
        every = [*atoms_of_cells(cells, tracks, piles), *function_atoms(cells, sample.points[sample.members])]
        atoms, rows, members = _atom_rows(every, sample, self.known.names)
        costs = np.array([atom_cost(atom.text(self.known.names)) for atom in atoms], np.float64)
        table = AtomTable(rows[members == positive], rows[members != positive], costs)
        for exponent in EXPONENTS:
            self.covers += 1
            found = cover_members(table, exponent)
            if found is not None:
                parts = [[atoms[place] for place in chosen] for chosen in found]
                yield (disjunction_text if positive else negation_text)(parts, self.known.names)

    def turned_formulas(self, cells: Cells, sample: Sample) -> Iterator[FormulaText]:
        """Yield formulas that consist of all rotations of one conjunction, for a set that rotations do not change.

        For example, rotations do not change the set of the P-positions of a game on a circle.
        """
        names, tracks = self.known.names, self.target.automaton.tracks
        turned_ranges = {
            Range(tuple(part.form[by:] + part.form[:by]), part.low, part.high): None
            for part in cells.ranges
            for by in range(tracks)
        }
        every = [*atoms_of_cells(Cells(cells.modulus, tuple(turned_ranges)), tracks, range(tracks))]
        every += (Comparison(difference, 0, 0) for difference in _differences(tracks))
        every += (PileExtreme(word, track, tuple(range(tracks))) for word in ("min", "max") for track in range(tracks))
        # Use only part of the sample, because rotations multiply the number of points.
        random = np.random.default_rng(tracks)
        inside, outside = (random.permutation(np.flatnonzero(sample.members == flag)) for flag in (True, False))
        some = np.concatenate([inside[:MOST_TURNED], outside[:MOST_TURNED], *self.last_places(sample)])
        chosen = Sample(sample.points[some], sample.members[some])
        turned = [Sample(np.roll(chosen.points, -by, axis=1), chosen.members) for by in range(tracks)]
        atoms, rows, members = _atom_rows(every, reduce(Sample.join, turned), names)
        turns = [np.array([atom.holds(one.points[one.members]) for atom in atoms]).T for one in turned]
        costs = np.array([atom_cost(atom.text(names)) for atom in atoms], np.float64)
        table = AtomTable(turns[0], rows[~members], costs, turns)
        for exponent in EXPONENTS:
            self.covers += 1
            found = cover_members(table, exponent)
            if found is None or len(found) > 1:
                continue
            part = disjunction_text([[atoms[place] for place in found[0]]], names)
            if turns[0][:, list(found[0])].all():
                yield part
                continue
            texts = [rename_piles(part.text, names, [*names[by:], *names[:by]]) for by in range(tracks)]
            formula = reduce(disjunction, [replace(part, text=text) for text in texts])
            self.turned[formula.text] = _effort(part.text)[0] + TURN_COST
            yield formula

    def last_places(self, sample: Sample) -> Iterator[NDArray[np.int64]]:
        """Yield the row numbers of the counterexamples in a sample."""
        for position in self.counterexamples:
            yield np.flatnonzero((sample.points == np.array(position)).all(axis=1))

    def effort(self, text: str) -> tuple[int, str]:
        """Return the cost of reading a formula; all rotations of a conjunction count as one conjunction."""
        return (self.turned[text], text) if text in self.turned else _effort(text)

    def listed(self, formula: FormulaText, sample: Sample, bound: int) -> FormulaText | None:
        """Return a formula with a list of its small exceptions added, or None if there are too many exceptions."""
        small = sample.points.max(axis=1, initial=0) < bound
        if not small.any():
            return formula
        points, members = sample.points[small], sample.members[small]
        described = PositionSet.read(_Names(self.known.names, self.known.piles, ()), formula.text)
        wrong = described.mask([points[:, i] for i in range(points.shape[1])]) != members
        if wrong.sum() > MOST_EXCEPTIONS:
            return None
        added = [self.at(point) for point in points[wrong & members].tolist()]
        removed = [self.at(point) for point in points[wrong & ~members].tolist()]
        formula = reduce(disjunction, added, formula)
        if removed:
            formula = conjunction(formula, FormulaText(f"not ({reduce(disjunction, removed).text})"))
        return formula

    def at(self, point: Sequence[int]) -> FormulaText:
        """Return the formula that is true for exactly one position."""
        if len(set(point)) == 1:
            return FormulaText(" = ".join([*self.known.names, str(point[0])]))
        parts = [FormulaText(f"{name} = {entry}") for name, entry in zip(self.known.names, point, strict=True)]
        return reduce(conjunction, parts)

    # Methods for orders of interchangeable piles, and for proofs of candidate formulas

    def in_orders(self, formula: FormulaText) -> Iterator[str]:
        """Yield variants of a formula for sorted piles: unchanged, with `min` and `max`, and with `a <= b` added."""
        yield formula.text
        if not self.known.blocks:
            return
        names = self.known.names
        if len(self.known.blocks[0]) == len(names) > 1:
            extremes = [*names]
            extremes[0], extremes[-1] = "min", "max"
            with suppress(SpragueError):
                yield rename_piles(formula.text, names, extremes)
        links = [(one, two) for block in self.known.blocks for one, two in pairwise(block)]
        yield conjunction(self.chain(links), formula).text

    def chain(self, links: Sequence[tuple[int, int]]) -> FormulaText:
        """Return the formula which states that piles are in ascending order."""
        text = ""
        for place, (one, two) in enumerate(links):
            first, second = self.known.names[one], self.known.names[two]
            if place and links[place - 1][1] == one:
                text += f" <= {second}"
            else:
                text += f"{' and ' if place else ''}{first} <= {second}"
        return FormulaText(text)

    def proved(self, text: str) -> bool:
        """Return whether a formula describes the set; store the shortest such formula, or the counterexample."""
        if text in self.tried:
            return False
        watching.check()
        self.tried.add(text)
        try:
            candidate = translate_set(PositionSet.read(self.known, text), self.target.domain)
            different = candidate.automaton.difference(self.target.automaton)
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            return False  # the text is not a formula, or its automaton is too large
        if different is not None:
            self.counterexamples.append(tuple(int(entry) for entry in different))
            return False
        if self.best is None or self.effort(candidate.text) < self.effort(self.best):
            self.best = candidate.text
        return True


def _atom_rows(
    atoms: list[Atom], sample: Sample, names: Sequence[str]
) -> tuple[list[Atom], np.ndarray[tuple[int, int], np.dtype[np.bool_]], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Return atoms that differ on the sample, their truth at distinct sample points, and the points' membership."""
    atoms = sorted(dict.fromkeys(atoms), key=lambda atom: (atom_cost(atom.text(names)), atom.text(names)))
    first: dict[bytes, tuple[Atom, np.ndarray[tuple[int], np.dtype[np.bool_]]]] = {}
    for atom in atoms:
        holds = atom.holds(sample.points)
        if holds.any():
            first.setdefault(np.packbits(holds).tobytes(), (atom, holds))
    kept = [atom for atom, _ in first.values()]
    rows = np.array([holds for _, holds in first.values()], dtype=np.bool_).reshape(len(kept), len(sample.points)).T
    keys = np.concatenate([np.packbits(rows, axis=1), sample.members[:, None].astype(np.uint8)], axis=1)
    places = np.unique(keys, axis=0, return_index=True)[1]
    places = np.sort(np.random.default_rng(len(places)).permutation(places)[:MOST_ROWS])
    return kept, rows[places], sample.members[places]


def _differences(tracks: int) -> Iterator[tuple[int, ...]]:
    """Yield the linear forms x - y for all pairs of numbers x and y."""
    for one, two in combinations(range(tracks), 2):
        yield tuple(int(track == one) - int(track == two) for track in range(tracks))


def _effort(text: str) -> tuple[int, str]:
    joins = text.count(" and ") + text.count(" or ")
    return atom_cost(text) + 2 * joins + NOT_COST * text.count("not ("), text
