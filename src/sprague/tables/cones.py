"""Cones (`find_cone`): move families whose moves combine steps such as (1, 0) and (0, 1) any number of times.

A *step* is a vector with the number of chips that a move takes from each pile; the number is negative for a pile that
grows. A move family is a cone if each of its moves is one of finitely many *first steps* plus a sum of *repeatable
steps*. In exact Nim with two piles, the first step is (1, 1), and the repeatable steps are (1, 0) and (0, 1). In
Moore's Nim with two piles, (1, 0) and (0, 1) are the first steps and also the repeatable steps.

The *running union* U(z) contains the value of the position z and the values of all positions that are reached from z by
subtracting repeatable steps. In exact Nim, U(z) contains the value of z and the values in U(z - (1, 0)) and U(z - (0,
1)). Two lookups therefore give the running union U(z), however many positions the union covers. The values of the
options of a position x are the union of the sets U(x - f) over all first steps f. The sets U(z) overlap, so some values
are merged twice, which changes no flag, bit set, minimum or maximum.

Running unions give correct values under three conditions:

- The same steps are legal from every position in which the piles are large enough.
- Each step of the move family is a first step plus a sum of repeatable steps.
- No pile grows by one step of the move family and falls by another step.

Linear programming proves the three conditions on steps, for steps of all sizes. Consider a path of repeatable steps
from a position to one of its options. The conditions imply that all positions on the path are options too, so the table
contains them.

If every repeatable step lowers the rank, a running union is computed as soon as its position has a value. A repeatable
step may also leave the rank unchanged, as in `(a - k, b + j) where j < k`. If some repeatable steps leave the rank
unchanged, the values of all positions of a rank are computed before the running unions of the rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from sprague.linear.constraints import TooManyCases, implies
from sprague.linear.terms import as_inequalities
from sprague.rules import Linear, Ruleset
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import Relation, at_option, option_name
from sprague.rules.termination import WeightedSums
from sprague.tables.fibres import linear_relation

Step = tuple[int, ...]  # a step: the number of chips taken from each entry of a position

MOST_TRIED = 1024  # maximum number of candidates for first steps, and of candidates for repeatable steps


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone: a move family whose moves subtract one vector of `firsts` and any number of vectors of `steps`.

    `may_keep_rank` is true if subtracting some vector of `steps` may leave the rank of a position unchanged.
    """

    family: int
    firsts: tuple[Step, ...]
    steps: tuple[Step, ...]
    may_keep_rank: bool = False

    def describe(self, rule: Ruleset) -> str:
        """Return an English phrase about a cone: the steps of its running union, and where the union is read."""
        units = {tuple(int(name == other) for other in rule.names): name for name in rule.names}
        along = _listed([units.get(step) or _below(rule, step) for step in self.steps])
        read = _listed([_below(rule, first) for first in self.firsts])
        return f"a running union along {along}, read at {read}" if self.steps else f"a lookup at {read}"


@lru_cache(maxsize=1024)
def find_cone(rule: Ruleset, number: int) -> Cone | None:
    """Return the cone of a move family; None if its moves cannot be proved to form a cone."""
    if rule.families[number].splits or rule.rank is None:
        return None
    relation = linear_relation(rule.constraints[number])
    if relation is None or not relation.changed:
        return None
    try:
        return _find(rule, number, relation)
    except TooManyCases:
        return None


def _find(rule: Ruleset, number: int, relation: Relation) -> Cone | None:
    directions = _directions(rule, relation)
    if directions is None:
        return None
    # A move changes each entry x of a position to y = x - direction * size, where the size is a natural number.
    positions = [term for bound in rule.bounds for term in (bound, at_option(bound))]
    sizes = {pile: Linear.of(f"↓{pile}") for pile in relation.changed}
    values = {option_name(pile): Linear.of(pile) - directions[pile] * sizes[pile] for pile in relation.changed}
    values |= {option_name(pile): Linear.of(pile) for pile in relation.kept}
    terms = [link.term for link in relation.inequalities] + as_inequalities(link.term for link in relation.equations)
    conditions = [term.substitute(values) for term in terms]
    shape = _Shape(tuple(str(size) for size in sizes.values()), conditions)
    if not implies([*shape.rows, *(term.substitute(values) for term in positions)], conditions):
        return None  # a move family is not a cone if the legality of a step depends on the position
    steps = shape.steps()
    firsts = shape.firsts(steps)
    if not shape.is_shown(steps, firsts):
        return None

    def whole(sizes: Step) -> Step:
        of = dict(zip(relation.changed, sizes, strict=True))
        return tuple(directions[pile] * of[pile] if pile in of else 0 for pile in rule.names)

    cone = Cone(number, tuple(map(whole, firsts)), tuple(map(whole, steps)))
    if all(_lowers_rank(rule, step) for step in cone.steps):
        return cone
    return replace(cone, may_keep_rank=True) if all(_never_raises_rank(rule, step) for step in cone.steps) else None


def _directions(rule: Ruleset, relation: Relation) -> dict[str, int] | None:
    """Return 1 for each changed pile that never grows, -1 for each that never falls; None if a pile may do either."""
    facts = [*relation.all, *(term for bound in rule.bounds for term in (bound, at_option(bound)))]
    found = {}
    for pile in relation.changed:
        fall = Linear.of(pile) - Linear.of(option_name(pile))
        found[pile] = 1 if implies(facts, [fall]) else -1 if implies(facts, [-fall]) else 0
    return found if all(found.values()) else None


class _Shape:
    """The possible moves of a cone, given by linear conditions on the numbers of chips by which piles change."""

    def __init__(self, names: tuple[str, ...], conditions: Sequence[Linear]) -> None:
        self.names = names
        own = dict.fromkeys(term for term in conditions if set(term.names) <= set(names))
        # Conditions on steps: the nontrivial conditions of the move family that contain only sizes of steps as names.
        self.rows = tuple(term for term in own if not term.is_natural)
        # Conditions on repeatable steps: the conditions on the sizes of steps, with every constant term replaced by 0.
        # A step that satisfies the changed conditions may be repeated any number of times.
        self.directions = tuple(term for row in self.rows if not (term := row - row.constant).is_natural)

    def _tried(self) -> Iterator[Step]:
        """Return all small nonzero steps, in the order of their sums."""
        top = max(1, int(MOST_TRIED ** (1 / len(self.names))) - 1)
        sizes = product(range(top + 1), repeat=len(self.names))
        return iter(sorted((one for one in sizes if any(one)), key=lambda one: (sum(one), [-size for size in one])))

    def steps(self) -> list[Step]:
        """Return the small repeatable steps of a cone that are not sums of other repeatable steps."""
        found: list[Step] = []
        for sizes in self._tried():
            less = (_less(sizes, step) for step in found)
            if self._meets(self.directions, sizes) and not any(self._meets(self.directions, one) for one in less):
                found.append(sizes)
        return found

    def firsts(self, steps: Sequence[Step]) -> list[Step]:
        """Return the small first steps of a cone: legal steps that are not a legal step plus a repeatable step."""
        tried = [sizes for sizes in self._tried() if self._meets(self.rows, sizes)]
        return [one for one in tried if not any(self._meets(self.rows, _less(one, step)) for step in steps)]

    def _meets(self, rows: Sequence[Linear], sizes: Step) -> bool:
        values = dict(zip(self.names, sizes, strict=True))
        return min(sizes) >= 0 and all(row.value(values) >= 0 for row in rows)

    def is_shown(self, steps: Sequence[Step], firsts: Sequence[Step]) -> bool:
        """Return whether linear programming proves that each legal step is one of `firsts` plus a sum of `steps`.

        For repeatable steps, the function proves that every nonzero repeatable step minus a suitable element of `steps`
        is again a repeatable step.
        """
        some = Linear.sum(self.names) - 1
        repeated = implies([*self.directions, some], *(self._leaves([*self.directions, some], step) for step in steps))
        return repeated and implies(self.rows, *(self._leaves(self.rows, first) for first in firsts))

    def _leaves(self, facts: Sequence[Linear], step: Step) -> list[Linear]:
        """Return conditions that, together with `facts`, imply that subtracting `step` leaves a repeatable step.

        Conditions that follow from the other conditions are dropped. A proof of redundant conditions would fail,
        because linear programs over the rationals allow fractions of a step.
        """
        less = {name: Linear.of(name) - size for name, size in zip(self.names, step, strict=True)}
        terms = [less[name] for name, size in zip(self.names, step, strict=True) if size]
        terms += [row.substitute(less) for row in self.directions]
        for term in sorted(terms, key=lambda term: term.constant):
            others = [other for other in terms if other is not term]
            if implies([*facts, *others], [term]):
                terms = others
        return terms


def _less(sizes: Step, step: Step) -> Step:
    return tuple(size - other for size, other in zip(sizes, step, strict=True))


def _lowers_rank(rule: Ruleset, step: Step) -> bool:
    """Return whether subtracting `step` from a position always lowers its rank if the result is a position."""
    below = {pile: Linear.of(pile) - taken for pile, taken in zip(rule.names, step, strict=True)}
    there = tuple(bound.substitute(below) for bound in rule.bounds)
    return rule.rank is not None and rule.rank.falls(MoveConstraints((), (below,), rule.bounds, there, (), (), ()))


def _never_raises_rank(rule: Ruleset, step: Step) -> bool:
    """Return whether a game's rank consists of weighted sums, and subtracting `step` never raises the rank."""
    taken = dict(zip(rule.names, step, strict=True))
    if not isinstance(rule.rank, WeightedSums):
        return False
    falls = [sum(factor * taken[name] for name, factor in term.coefficients) for term in rule.rank.terms]
    return falls >= [0] * len(falls)


def _below(rule: Ruleset, step: Step) -> str:
    """Return the text of a general position after subtracting `step`, such as "(a - 1, b)"."""
    return rule.ast.option_text([[Linear.of(name) - taken for name, taken in zip(rule.names, step, strict=True)]])


def _listed(texts: Sequence[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
