"""Fibres, `find_fibre`: positions with equal K(x) share the options of a move family, and one accumulator.

The equations that link the position left, x, and the position reached, y, say K(x) = L(y) for two
linear maps. So the options of x lie in one *fibre* of L, the one over K(x), and positions with the
same K(x) share it. An accumulator per fibre then replaces the enumeration of moves, provided that

    among the positions y with L(y) = K(x), the legal ones are exactly those of lower rank than x,

for then, walking by rank, what has been added to the fibre so far is what x may reach (positions of
one rank are all looked up before any of them is added). That legal moves lower the rank is what a rank
is. The converse is shown here, by linear programming, for all positions; a family for which it cannot
be shown is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations, product

from sprague.linear.constraints import TooManyCases, implies, solve_equations
from sprague.linear.terms import as_inequalities
from sprague.rules import Linear, Ruleset
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import Link, Relation, at_option, option_name

MOST_CHANGED = 2  # piles that may be permuted while looking for the move that reaches y


@dataclass(frozen=True, slots=True)
class Fibre:
    """A fibre: the equations K(x) = L(y) of a move family, in `rows`, whose options share an accumulator.

    `kept` are the parts whose pile stays as it is; each is an equation too, and the order of their
    piles does not matter where that of the game's piles does not. `any_order` says that accumulators
    are right in every order of walking in which options come first: the whole fibre is legal, or the
    positions of a fibre form a chain in which each has all its piles at most as high as the next.
    """

    family: int
    kept: tuple[int, ...]
    rows: tuple[Link, ...]
    any_order: bool

    def describe(self, rule: Ruleset) -> str:
        """Return the two maps in words, as in "(b, c) of the position left = (a + b, c) of the option"."""
        piles = [rule.piles[part] for part in self.kept]
        left = ", ".join([*(str(k) for k, _ in self.rows), *piles])
        right = ", ".join([*(str(term) for _, term in self.rows), *piles])
        return f"({left}) of the position left = ({right}) of the option"


@dataclass(frozen=True, slots=True)
class EnumeratedFamily:
    """A move family without a fibre, whose options are enumerated, with the reason."""

    family: int
    reason: str


@lru_cache(maxsize=1024)
def find_fibre(rule: Ruleset, number: int) -> Fibre | EnumeratedFamily:
    """Return the fibre of a move family if one is shown to exist; otherwise the reason to enumerate its options."""
    facts = rule.constraints[number]
    if rule.families[number].splits:
        return EnumeratedFamily(number, "it leads to sums, whose values are the nim-sums of their parts")
    if not facts.choices:
        return EnumeratedFamily(number, "it leads to a single option")
    if rule.remembered:
        return EnumeratedFamily(number, "positions remember a number")
    if not facts.is_linear:
        return EnumeratedFamily(number, "not all its conditions are linear inequalities")
    if rule.rank is None:
        return EnumeratedFamily(number, "play has not been shown to end")
    relation = linear_relation(facts)
    if relation is None:
        return EnumeratedFamily(number, "the option does not determine the choice")
    cases = rule.rank.lower(relation)
    if cases is None:
        return EnumeratedFamily(number, f"options are not compared by {rule.rank}")
    ways = list(_ways(rule, number, relation))
    try:
        shown = all(_holds(rule, relation, case, ways) for case in cases)
    except TooManyCases:
        return EnumeratedFamily(number, "it would take too long to show what its fibres hold")
    if not shown:
        return EnumeratedFamily(number, "its fibres also hold positions of lower rank that it does not reach")
    steps = relation.line.steps.values() if relation.line is not None else ()
    chain = len(relation.changed) == 1 or (bool(steps) and (min(steps) >= 0 or max(steps) <= 0))
    kept = tuple(rule.piles.index(name) for name in relation.kept)
    return Fibre(number, kept, relation.equations, chain or _holds(rule, relation, [], ways[:1]))


@lru_cache(maxsize=256)
def options_precede_positions(rule: Ruleset) -> bool:
    """Return whether every option precedes its position when positions are compared by largest piles.

    It does if no pile grows, or if all new piles are smaller than one of those they replace.
    """
    for facts in rule.constraints:
        new = {name: entry for name, entry in facts.reached.items() if name not in facts.kept}
        if len(facts.reached) < len(rule.piles):
            return False
        if implies(facts.all, [Linear.of(name) - entry for name, entry in new.items()]):
            continue
        if not any(implies(facts.all, [Linear.of(name) - entry - 1 for entry in new.values()]) for name in new):
            return False
    return True


def linear_relation(facts: MoveConstraints) -> Relation | None:
    """Return the relation K(x) = L(y) of a move family in linear terms; None if it is not linear."""
    if not facts.is_linear:
        return None
    relation = Relation.of(facts)
    return None if relation.unsolved else relation


def _ways(rule: Ruleset, number: int, relation: Relation) -> Iterator[list[Linear]]:
    """What makes y an option of x: the family as it is, the others, then with piles permuted.

    Only changed piles whose order does not matter are permuted, in x and in y independently.
    """
    yield [link.term for link in relation.inequalities]
    for other, facts in enumerate(rule.constraints):
        if other != number and (found := linear_relation(facts)) is not None:
            yield found.all
    blocks = [[rule.piles[i] for i in block if rule.piles[i] in relation.changed] for block in rule.blocks]
    movable = [pile for block in blocks for pile in block]
    if not movable or len(movable) > MOST_CHANGED:
        return
    orders = [
        dict(zip(movable, (pile for part in parts for pile in part), strict=True))
        for parts in product(*(permutations(block) for block in blocks))
    ]
    for before, after in list(product(orders, orders))[1:]:
        names = {pile: Linear.of(other) for pile, other in before.items()}
        names |= {option_name(pile): Linear.of(option_name(other)) for pile, other in after.items()}
        yield [term.substitute(names) for term in relation.all]


def _holds(rule: Ruleset, relation: Relation, case: Sequence[Linear], ways: Sequence[Sequence[Linear]]) -> bool:
    """Whether in this case every y of the fibre is reached in one of the ways.

    Kept piles and the equations of the fibre are substituted first, which makes the linear programs small.
    """
    equations = [link.term for link in relation.equations]
    solved, rest = solve_equations(equations, [option_name(pile) for pile in relation.changed])
    values = solved | {option_name(pile): Linear.of(pile) for pile in relation.kept}
    goals = [[term.substitute(values) for term in way] for way in ways]
    lower = [term.substitute(values) for term in case]
    # Both are positions: only those are ever added to a fibre.
    positions = [term.substitute(values) for bound in rule.bounds for term in (bound, at_option(bound))]
    # Facts about other names than those of the goals and the case cannot matter.
    names = {name for term in chain(lower, solved.values(), *goals) for name in term.names}
    facts = [*lower, *(term for term in (*as_inequalities(rest), *positions) if set(term.names) <= names)]
    open_goals = [[term for term in way if not (term.is_constant and term.constant >= 0)] for way in goals]
    facts = list(dict.fromkeys(facts))
    return implies(facts, open_goals[0]) or implies(facts, *open_goals)
