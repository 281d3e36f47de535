"""Cones, `find_cone`: move families whose options are all positions below a position in certain directions.

A *step* is the vector of chips that a move takes from each pile; the entry of a pile that grows is negative. In exact
Nim with two piles the steps are (1, 1) plus any further chips from either pile:

    {(1, 1)} + sums of (1, 0) and (0, 1).

In Moore's Nim the steps are {(1, 0), (0, 1)} plus the same sums. Let U(z) be the union of the values of z and of all
positions that are reached from z by subtracting a sum of repeatable steps. The union U(z) combines the value of z with
U(z - (1, 0)) and U(z - (0, 1)): computing U(z) takes two lookups, however many positions U(z) covers. To find the
values of its options, a position x reads U(x - f) for each first step f; in exact Nim, it reads only U(x - (1, 1)). The
sets of positions that the unions cover overlap, so some values are merged more than once. Repeated merging is harmless,
because merging a flag, a bit set, a minimum or a maximum twice changes nothing.

Running unions are correct under three conditions. First, the steps of a family are the same from every position, as far
as the piles allow them. Second, each step of the family is a first step plus a sum of repeatable steps. Linear
programming proves the first two conditions for steps of all sizes. Third, no pile grows by one step of the family and
falls by another. Under these conditions, all positions on the way to an option are also options, and the table contains
them.

If every step lowers the rank, the union U of the position one step below is known before a position is visited. Some
steps may keep the rank, as in `(a - k, b + j) where j < k`. If some steps keep the rank, all values of a rank must be
known before their unions are propagated. Each union is propagated in its own order, in which the position one step
below comes first.
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

Step = tuple[int, ...]  # the number of chips taken from each entry of a position

MOST_TRIED = 1024  # maximum number of small steps that are tried as generators of a cone


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone: a move family whose steps are the sums of one step of `firsts` and any number of `steps`.

    `may_keep_rank` is true if some entry of `steps`, which need not be a legal move, does not lower the rank.
    """

    family: int
    firsts: tuple[Step, ...]
    steps: tuple[Step, ...]
    may_keep_rank: bool = False

    def describe(self, rule: Ruleset) -> str:
        """Return a phrase that names the directions of the running union and the positions at which it is read."""
        units = {tuple(int(name == other) for other in rule.names): name for name in rule.names}
        along = _listed([units.get(step) or _below(rule, step) for step in self.steps])
        read = _listed([_below(rule, first) for first in self.firsts])
        return f"a running union along {along}, read at {read}" if self.steps else f"a lookup at {read}"


@lru_cache(maxsize=1024)
def find_cone(rule: Ruleset, number: int) -> Cone | None:
    """Return the steps of a move family as a cone; None if they cannot be proved to form a cone."""
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
    # The size of a step is a natural number for each entry that changes: y = x - direction * size.
    positions = [term for bound in rule.bounds for term in (bound, at_option(bound))]
    sizes = {pile: Linear.of(f"↓{pile}") for pile in relation.changed}
    values = {option_name(pile): Linear.of(pile) - directions[pile] * sizes[pile] for pile in relation.changed}
    values |= {option_name(pile): Linear.of(pile) for pile in relation.kept}
    terms = [link.term for link in relation.inequalities] + as_inequalities(link.term for link in relation.equations)
    conditions = [term.substitute(values) for term in terms]
    shape = _Shape(tuple(str(size) for size in sizes.values()), conditions)
    if not implies([*shape.rows, *(term.substitute(values) for term in positions)], conditions):
        return None  # there is no cone if the legality of a step also depends on the position
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
    """Return 1 for each changed pile that never grows, and -1 for each that never falls.

    The result is None if a pile can both grow and fall.
    """
    facts = [*relation.all, *(term for bound in rule.bounds for term in (bound, at_option(bound)))]
    found = {}
    for pile in relation.changed:
        fall = Linear.of(pile) - Linear.of(option_name(pile))
        found[pile] = 1 if implies(facts, [fall]) else -1 if implies(facts, [-fall]) else 0
    return found if all(found.values()) else None


class _Shape:
    """The set of sizes of the steps of a cone, given by linear conditions on the sizes alone."""

    def __init__(self, names: tuple[str, ...], conditions: Sequence[Linear]) -> None:
        self.names = names
        own = dict.fromkeys(term for term in conditions if set(term.names) <= set(names))
        # The conditions of the rule that mention sizes only, without trivial conditions.
        self.rows = tuple(term for term in own if not term.is_natural)
        # The conditions on sizes without their constants. Steps that satisfy the conditions without constants may be
        # repeated any number of times.
        self.directions = tuple(term for row in self.rows if not (term := row - row.constant).is_natural)

    def _tried(self) -> Iterator[Step]:
        """Return all small nonzero sizes, in increasing order."""
        top = max(1, int(MOST_TRIED ** (1 / len(self.names))) - 1)
        sizes = product(range(top + 1), repeat=len(self.names))
        return iter(sorted((one for one in sizes if any(one)), key=lambda one: (sum(one), [-size for size in one])))

    def steps(self) -> list[Step]:
        """Return the small steps in the repeatable directions that are not sums of other such steps."""
        found: list[Step] = []
        for sizes in self._tried():
            less = (_less(sizes, step) for step in found)
            if self._meets(self.directions, sizes) and not any(self._meets(self.directions, one) for one in less):
                found.append(sizes)
        return found

    def firsts(self, steps: Sequence[Step]) -> list[Step]:
        """Return the small sizes that are not the sum of another size and a step."""
        tried = [sizes for sizes in self._tried() if self._meets(self.rows, sizes)]
        return [one for one in tried if not any(self._meets(self.rows, _less(one, step)) for step in steps)]

    def _meets(self, rows: Sequence[Linear], sizes: Step) -> bool:
        values = dict(zip(self.names, sizes, strict=True))
        return min(sizes) >= 0 and all(row.value(values) >= 0 for row in rows)

    def is_shown(self, steps: Sequence[Step], firsts: Sequence[Step]) -> bool:
        """Return whether each direction is a sum of `steps`, and each size is a first step plus a direction.

        To prove the first statement, subtracting one of the steps from a nonzero direction must leave a direction. The
        remaining direction is smaller, so repeated subtraction ends after finitely many steps.
        """
        some = Linear.sum(self.names) - 1
        repeated = implies([*self.directions, some], *(self._leaves([*self.directions, some], step) for step in steps))
        return repeated and implies(self.rows, *(self._leaves(self.rows, first) for first in firsts))

    def _leaves(self, facts: Sequence[Linear], step: Step) -> list[Linear]:
        """Return the conditions, beyond `facts`, under which subtracting `step` leaves a direction of the cone.

        Conditions that follow from other conditions are dropped; conditions with large constants are tested first.
        Without dropping these conditions, the proof by linear programs over the rationals would fail, because they
        allow fractions of a step.
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
    """Return whether a step from any position to another position lowers the rank."""
    below = {pile: Linear.of(pile) - taken for pile, taken in zip(rule.names, step, strict=True)}
    there = tuple(bound.substitute(below) for bound in rule.bounds)
    return rule.rank is not None and rule.rank.falls(MoveConstraints((), (below,), rule.bounds, there, (), (), ()))


def _never_raises_rank(rule: Ruleset, step: Step) -> bool:
    """Return whether the rank is a list of weighted sums and a step never raises it."""
    taken = dict(zip(rule.names, step, strict=True))
    if not isinstance(rule.rank, WeightedSums):
        return False
    falls = [sum(factor * taken[name] for name, factor in term.coefficients) for term in rule.rank.terms]
    return falls >= [0] * len(falls)


def _below(rule: Ruleset, step: Step) -> str:
    """Return the position that lies one step below a position, as text such as "(a - 1, b)"."""
    return rule.ast.option_text([[Linear.of(name) - taken for name, taken in zip(rule.names, step, strict=True)]])


def _listed(texts: Sequence[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
