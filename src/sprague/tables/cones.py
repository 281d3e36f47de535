"""Cones, `find_cone`: move families whose options are all positions below in some directions.

A *step* is what a move takes from each pile; a pile that grows gives less than nothing. In exact Nim with two piles
the steps are (1, 1) and whatever more is taken from either pile:

    {(1, 1)} + sums of (1, 0) and (0, 1),

in Moore's Nim {(1, 0), (0, 1)} + the same sums. So let U(z) be what is seen of z and of all that lies a sum of steps
below it: that is z itself, U at (1, 0) below z and U at (0, 1) below z, two look-ups however many positions it stands
for. A position x reads U at the first steps below it, in exact Nim at x - (1, 1). What is seen may be taken in more
than once, be it a flag, a bit set, or the least and greatest of some numbers: it does not matter that boxes overlap.

It is right if the steps of a family are the same from every position, as far as piles reach; if each of them
is a first step and a sum of others (both shown here, by linear programming, for steps of all sizes); and if no pile
grows by one step and falls by another: then all that lies between is an option as well, and has its place in the table.
U at one step below is known in time if the rank falls with each step. If it stays the same with some, as in
`(a - k, b + j) where j < k`, all values of a rank must be known before their unions are led on, each union in an
order of its own in which what lies one step below comes first.
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

Step = tuple[int, ...]  # what is taken from each entry of a position

MOST_TRIED = 1024  # steps among which those are looked for of which all others are sums


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone: a move family whose steps are the sums of one of `firsts` and of any number of `steps`.

    `may_keep_rank` says that some of the steps, though no move, do not lower the rank.
    """

    family: int
    firsts: tuple[Step, ...]
    steps: tuple[Step, ...]
    may_keep_rank: bool = False

    def describe(self, rule: Ruleset) -> str:
        """Return the directions of the running union and the positions where it is read, in words."""
        units = {tuple(int(name == other) for other in rule.names): name for name in rule.names}
        along = _listed([units.get(step) or _below(rule, step) for step in self.steps])
        read = _listed([_below(rule, first) for first in self.firsts])
        return f"a running union along {along}, read at {read}" if self.steps else f"looked up at {read}"


@lru_cache(maxsize=1024)
def find_cone(rule: Ruleset, number: int) -> Cone | None:
    """Return the steps of a move family as a cone; None if they are not shown to form one."""
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
        return None  # what a move may take depends on more than the step
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
    """For each pile that changes 1 if it never grows, and -1 if it never falls; None if it may do both."""
    facts = [*relation.all, *(term for bound in rule.bounds for term in (bound, at_option(bound)))]
    found = {}
    for pile in relation.changed:
        fall = Linear.of(pile) - Linear.of(option_name(pile))
        found[pile] = 1 if implies(facts, [fall]) else -1 if implies(facts, [-fall]) else 0
    return found if all(found.values()) else None


class _Shape:
    """The sizes of steps that meet linear conditions, in which nothing else is said."""

    def __init__(self, names: tuple[str, ...], conditions: Sequence[Linear]) -> None:
        self.names = names
        own = dict.fromkeys(term for term in conditions if set(term.names) <= set(names))
        #: The conditions that speak of sizes alone, and say something.
        self.rows = tuple(term for term in own if not term.is_natural)
        #: The same without constants: a step in these directions may be repeated as often as one likes.
        self.directions = tuple(term for row in self.rows if not (term := row - row.constant).is_natural)

    def _tried(self) -> Iterator[Step]:
        """All small sizes but 0, the smallest first."""
        top = max(1, int(MOST_TRIED ** (1 / len(self.names))) - 1)
        sizes = product(range(top + 1), repeat=len(self.names))
        return iter(sorted((one for one in sizes if any(one)), key=lambda one: (sum(one), [-size for size in one])))

    def steps(self) -> list[Step]:
        """Those among the small steps in the directions that are no sums of others."""
        found: list[Step] = []
        for sizes in self._tried():
            less = (_less(sizes, step) for step in found)
            if self._meets(self.directions, sizes) and not any(self._meets(self.directions, one) for one in less):
                found.append(sizes)
        return found

    def firsts(self, steps: Sequence[Step]) -> list[Step]:
        """Those among the small sizes that are no sum of another one and a step."""
        tried = [sizes for sizes in self._tried() if self._meets(self.rows, sizes)]
        return [one for one in tried if not any(self._meets(self.rows, _less(one, step)) for step in steps)]

    def _meets(self, rows: Sequence[Linear], sizes: Step) -> bool:
        values = dict(zip(self.names, sizes, strict=True))
        return min(sizes) >= 0 and all(row.value(values) >= 0 for row in rows)

    def is_shown(self, steps: Sequence[Step], firsts: Sequence[Step]) -> bool:
        """Whether each direction is a sum of these steps, and each size one of the firsts and such a sum.

        A direction other than 0 must leave a direction when one of the steps is taken off: it is smaller, so this ends.
        """
        some = Linear.sum(self.names) - 1
        repeated = implies([*self.directions, some], *(self._leaves([*self.directions, some], step) for step in steps))
        return repeated and implies(self.rows, *(self._leaves(self.rows, first) for first in firsts))

    def _leaves(self, facts: Sequence[Linear], step: Step) -> list[Linear]:
        """What it takes, beyond the facts, to be a direction when a step is taken off.

        What follows from the rest is left out, large numbers first: in programs over the rationals half a step fails.
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
    """Whether the rank falls by a step from any position to any other."""
    below = {pile: Linear.of(pile) - taken for pile, taken in zip(rule.names, step, strict=True)}
    there = tuple(bound.substitute(below) for bound in rule.bounds)
    return rule.rank is not None and rule.rank.falls(MoveConstraints((), (below,), rule.bounds, there, (), (), ()))


def _never_raises_rank(rule: Ruleset, step: Step) -> bool:
    """Whether the rank, if it is made of weighted sums, stays the same or falls by a step."""
    taken = dict(zip(rule.names, step, strict=True))
    if not isinstance(rule.rank, WeightedSums):
        return False
    falls = [sum(factor * taken[name] for name, factor in term.coefficients) for term in rule.rank.terms]
    return falls >= [0] * len(falls)


def _below(rule: Ruleset, step: Step) -> str:
    """The position that is a step below a position, as in "(a - 1, b)"."""
    return rule.ast.option_text([[Linear.of(name) - taken for name, taken in zip(rule.names, step, strict=True)]])


def _listed(texts: Sequence[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
