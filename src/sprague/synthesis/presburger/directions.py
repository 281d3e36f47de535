"""`Directions`: the linear forms that suffice to describe a Presburger set, computed from the automaton of the set.

Let C be a strongly connected component of the automaton of a set in base b. For a state q of C, let E(q) be the set of
the points Σ d_i b^(-i), i >= 1, whose digits d_1 d_2 … label an infinite path in C from q. The differences of points of
E(q) span the same space V for all states q of C, because E(q) contains a scaled copy of E(r) for every other state r.
If e(q) is any point of E(q), the space V is spanned by the vectors (d + e(r)) / b - e(q) for all transitions q → r in C
with the column d.

A Presburger set is a Boolean combination of comparisons `c · x <= k` and residues. The digits of points close to the
hyperplane c · x = k lead to components whose space V lies in the hyperplane c · x = 0. The normal vectors of the spaces
V therefore include the coefficients c of every comparison that is needed for large numbers. In a component whose space
V is the whole space, only residues determine acceptance. In an automaton of residues, every state can reach every other
state. In the automaton of a Presburger set, no transition therefore leaves a component whose space V is the whole
space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.words import digit_columns

Form = tuple[int, ...]  # the coefficients of a linear form
Matrix = NDArray[np.int64]

PRIME = (1 << 31) - 1  # vectors are computed modulo this prime; products fit into 64 bits
# bound on the numerators and denominators of fractions that are found from their residue modulo PRIME
LARGEST_FRACTION = 30_000
LARGEST_COEFFICIENT = 200  # maximum coefficient of a linear form; forms with larger coefficients are ignored
# maps the number of entries to the largest coefficient of the linear forms that are tried; the default is 1
SMALL = {1: 1, 2: 3, 3: 2}


@dataclass(frozen=True)
class Directions:
    """The linear forms for the comparisons of a set, and vectors along which membership can be periodic.

    Attributes:
        forms: The coefficients of the forms, simplest first; a form and its negative count as one.
        periods: Vectors of integers that span the spaces V.
    """

    forms: tuple[Form, ...]
    periods: tuple[Form, ...]


def find_directions(automaton: Automaton) -> Directions | None:
    """Return the linear forms and periods of a set, or None if the set is not a Presburger set.

    >>> from sprague.automata import atoms
    >>> (1, -3) in find_directions(atoms.linear((1, -3), 0, "<=")).forms
    True
    >>> find_directions(atoms.digit_sum_zero(3, 2)) is None
    True

    For a numeration without a base, such as Fibonacci, the result contains all forms with small coefficients.
    """
    tracks = automaton.tracks
    found = set(_small_forms(tracks, np.zeros((0, tracks), np.int64), SMALL.get(tracks, 1)))
    periods = {tuple(int(i == track) for i in range(tracks)) for track in range(tracks)}
    if automaton.numeration.base is not None:
        for component in strong_components(automaton):
            limits.check()
            basis = hull_of_component(automaton, component)
            if basis is None:
                continue
            if len(basis) == tracks:
                if not np.isin(automaton.table[component], component).all():
                    return None
                continue
            periods.update(_period_vectors(basis))
            normals = normals_of(basis, tracks)
            found.update(_canonical(normal) for normal in normals)
            if len(normals) > 1:
                found.update(_small_forms(tracks, basis, SMALL.get(tracks, 1)))
    kept = [form for form in found if max(map(abs, form)) <= LARGEST_COEFFICIENT]
    return Directions(tuple(sorted(kept, key=form_cost)), tuple(sorted(periods, key=form_cost)))


def _period_vectors(basis: Matrix) -> Iterator[Form]:
    """Yield the vectors of a basis and their pairwise sums and differences, each divided by its common factor."""
    yield from map(tuple, basis.tolist())
    for one, two in combinations(basis, 2):
        for vector in (one + two, one - two):
            size = gcd(*vector.tolist())
            yield tuple(int(entry) // size for entry in vector)


def form_cost(form: Form) -> tuple[int, int, tuple[int, ...]]:
    """Return a sort key for linear forms, given by their coefficients: simple forms come first."""
    return sum(map(abs, form)), sum(map(bool, form)), tuple(-factor for factor in form)


def strong_components(automaton: Automaton) -> Iterator[NDArray[np.int64]]:
    """Yield the strongly connected components of the states, each as a sorted array (Tarjan's algorithm)."""
    after = [np.unique(row).tolist() for row in automaton.table]
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    inside: set[int] = set()
    calls: list[tuple[int, Iterator[int]]] = [(0, iter(after[0]))]
    index[0] = low[0] = 0
    stack.append(0)
    inside.add(0)
    while calls:
        state, targets = calls[-1]
        for target in targets:
            if target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                inside.add(target)
                calls.append((target, iter(after[target])))
                break
            if target in inside:
                low[state] = min(low[state], index[target])
        else:
            calls.pop()
            if calls:
                low[calls[-1][0]] = min(low[calls[-1][0]], low[state])
            if low[state] == index[state]:
                component = []
                while True:
                    component.append(stack.pop())
                    inside.discard(component[-1])
                    if component[-1] == state:
                        break
                yield np.array(sorted(component), np.int64)


def hull_of_component(automaton: Automaton, component: NDArray[np.int64]) -> Matrix | None:
    """Return an integer basis of the space V of a component; None if the component has no cycle.

    The basis is computed modulo a prime, and its entries are reconstructed as fractions. A wrong basis is very
    unlikely, and only leads to useless candidate formulas.
    """
    base = automaton.numeration.digits
    columns = digit_columns(automaton.tracks, automaton.numeration).T
    table = automaton.table
    place = np.full(automaton.states, -1, np.int64)
    place[component] = np.arange(len(component))
    source, symbol = np.nonzero(place[table[component]] >= 0)
    if not len(source):
        return None
    target = place[table[component[source], symbol]]
    # For every other state, a backward breadth-first search from the first state chooses a transition towards the first
    # state.
    into: list[list[int]] = [[] for _ in component]
    for edge, state in enumerate(target.tolist()):
        into[state].append(edge)
    chosen: dict[int, int] = {}
    order, seen = [0], {0}
    for state in order:
        for edge in into[state]:
            before = int(source[edge])
            if before not in seen:
                seen.add(before)
                chosen[before] = edge
                order.append(before)
    chosen[0] = next(edge for edge in range(len(source)) if source[edge] == 0)
    # For the first state, choose the point whose digits repeat the digits of a cycle without end.
    cycle: list[Matrix] = []
    state = 0
    while not cycle or state != 0:
        cycle.append(columns[symbol[chosen[state]]])
        state = int(target[chosen[state]])
    value = [0] * automaton.tracks
    for column in cycle:
        value = [(base * number + int(digit)) % PRIME for number, digit in zip(value, column, strict=True)]
    divisor = (pow(base, len(cycle), PRIME) - 1) % PRIME
    if divisor == 0:
        return None
    points = np.zeros((len(component), automaton.tracks), np.int64)
    points[0] = [number * pow(divisor, -1, PRIME) % PRIME for number in value]
    inverse = pow(base, -1, PRIME)
    for state in order[1:]:
        edge = chosen[state]
        points[state] = (columns[symbol[edge]] + points[target[edge]]) % PRIME * inverse % PRIME
    vectors = ((columns[symbol] + points[target]) % PRIME * inverse - points[source]) % PRIME
    return _integers(_row_space(np.unique(vectors, axis=0)))


def _row_space(rows: Matrix) -> Matrix:
    """Return the reduced row echelon form of a matrix modulo PRIME, without zero rows."""
    rows = rows.copy()
    rank = 0
    for column in range(rows.shape[1]):
        pivots = np.flatnonzero(rows[rank:, column])
        if not len(pivots):
            continue
        chosen = rank + int(pivots[0])
        rows[[rank, chosen]] = rows[[chosen, rank]]
        rows[rank] = rows[rank] * pow(int(rows[rank, column]), -1, PRIME) % PRIME
        others = np.arange(len(rows)) != rank
        rows[others] = (rows[others] - rows[others, column][:, None] * rows[rank]) % PRIME
        rank += 1
        rows = np.concatenate([rows[:rank], np.unique(rows[rank:], axis=0)])
        if rank == len(rows):
            break
    return rows[:rank]


def _integers(rows: Matrix) -> Matrix | None:
    """Return rows of coprime integers proportional to fractions modulo PRIME; None if a fraction is not small."""
    found = []
    for row in rows.tolist():
        fractions = [_fraction(number) for number in row]
        if None in fractions:
            return None
        known = [fraction for fraction in fractions if fraction is not None]
        common = lcm(*(below for _, below in known))
        found.append([above * (common // below) for above, below in known])
    return np.array(found, np.int64).reshape(len(found), rows.shape[1])


def _fraction(residue: int) -> tuple[int, int] | None:
    """Return the small fraction (numerator, denominator) that has a residue modulo PRIME, or None.

    >>> _fraction(pow(3, -1, PRIME) * 2 % PRIME), _fraction(PRIME - 5)
    ((2, 3), (-5, 1))
    """
    before, now = (PRIME, 0), (residue, 1)
    while now[0] > LARGEST_FRACTION:
        times = before[0] // now[0]
        before, now = now, (before[0] - times * now[0], before[1] - times * now[1])
    above, below = now
    if below < 0:
        above, below = -above, -below
    return (above, below) if 0 < below <= LARGEST_FRACTION else None


def normals_of(basis: Matrix, tracks: int) -> list[Form]:
    """Return a basis of the linear forms that are zero on a space.

    The space is spanned by the rows of `basis`, which are multiples of the rows of a reduced row echelon form.

    >>> normals_of(np.array([[1, 1, 0], [0, 0, 1]]), 3)
    [(-1, 1, 0)]
    """
    rows = basis.tolist()
    pivots = [next(place for place, entry in enumerate(row) if entry) for row in rows]
    found = []
    for free in (track for track in range(tracks) if track not in pivots):
        common = lcm(*(row[pivot] for row, pivot in zip(rows, pivots, strict=True)))
        normal = [0] * tracks
        normal[free] = common
        for row, pivot in zip(rows, pivots, strict=True):
            normal[pivot] = -row[free] * common // row[pivot]
        size = gcd(*normal)
        found.append(tuple(factor // size for factor in normal))
    return found


def _canonical(form: Form) -> Form:
    return form if next(factor for factor in form if factor) > 0 else tuple(-factor for factor in form)


def _small_forms(tracks: int, basis: Matrix, largest: int) -> Iterator[Form]:
    """Yield the forms with small coprime coefficients that are zero on a space, without negatives of yielded forms."""
    every = np.array(list(product(range(-largest, largest + 1), repeat=tracks)), np.int64)
    zero = ~(every @ basis.T).any(axis=1) if len(basis) else np.ones(len(every), np.bool_)
    for form in map(tuple, every[zero].tolist()):
        if gcd(*form) == 1 and form == _canonical(form):
            yield form
