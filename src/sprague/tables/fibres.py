"""Fibres (`find_fibre`): sets of positions whose values one accumulator merges, so that moves need not be enumerated.

The equations between a position x and its option y have the form K(x) = L(y), where K and L are linear maps. The
*fibre* of x is the set of all positions y with L(y) = K(x). All options of a position x lie in the fibre of x, and
positions with the same K(x) share a fibre. One accumulator for each fibre replaces the enumeration of moves if the
following statement is true:

    The options of a position x are exactly the positions of its fibre that have a lower rank than x.

Positions are visited in the order of their ranks. The values of all positions of one rank are computed before any of
these values is added to an accumulator. When the value of a position is computed, the accumulator of the position's
fibre therefore contains exactly the values of the options. By the definition of a rank, every legal move lowers the
rank. Linear programming proves that every position of lower rank in the fibre of a position x is an option of x. If the
proof fails for a move family, the moves of the family are enumerated.
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

MOST_CHANGED = 2  # maximum number of changed piles that `_ways` permutes


@dataclass(frozen=True, slots=True)
class Fibre:
    """The fibres of a move family; `rows` contains the equations K(x) = L(y) between a position and its options.

    `kept` contains the indices of the piles that the move does not change. `any_order` is true if positions need not be
    visited by rank: any order in which options come before their positions is correct.
    """

    family: int
    kept: tuple[int, ...]
    rows: tuple[Link, ...]
    any_order: bool

    def maps(self, rule: Ruleset) -> tuple[str, str]:
        """Return the maps K and L of a fibre as text, such as "(b, c)" and "(a + b, c)"."""
        piles = [rule.piles[part] for part in self.kept]
        left = ", ".join([*(str(k) for k, _ in self.rows), *piles])
        right = ", ".join([*(str(term) for _, term in self.rows), *piles])
        return f"({left})", f"({right})"

    def describe(self, rule: Ruleset) -> str:
        """Return an English phrase about a fibre: "one accumulator for each value of (b, c), which equals …"."""
        left, right = self.maps(rule)
        if left == "()":
            return "one accumulator for all positions"
        kept = "which the move keeps" if left == right else f"which equals {right} of the option"
        return f"one accumulator for each value of {left}, {kept}"


@dataclass(frozen=True, slots=True)
class EnumeratedFamily:
    """A move family without a fibre, whose options must be enumerated; `reason` says why."""

    family: int
    reason: str


@lru_cache(maxsize=1024)
def find_fibre(rule: Ruleset, number: int) -> Fibre | EnumeratedFamily:
    """Return the fibre of a move family, or the reason why linear programming cannot prove that there is a fibre."""
    facts = rule.constraints[number]
    if rule.families[number].splits:
        return EnumeratedFamily(number, "it leads to sums, whose values are the nim-sums of their components")
    if not facts.choices:
        return EnumeratedFamily(number, "it has only one option")
    if rule.remembered:
        return EnumeratedFamily(number, "positions have a remembered number")
    if not facts.is_linear:
        return EnumeratedFamily(number, "not all its conditions are linear inequalities")
    if rule.rank is None:
        return EnumeratedFamily(number, "no proof was found that play ends")
    relation = linear_relation(facts)
    if relation is None:
        return EnumeratedFamily(number, "the option does not determine the choice")
    cases = rule.rank.lower(relation)
    if cases is None:
        return EnumeratedFamily(number, f"the rank, {rule.rank}, does not compare options by linear inequalities")
    ways = list(_ways(rule, number, relation))
    try:
        shown = all(is_legal_fibre(rule, relation, case, ways) for case in cases)
    except TooManyCases:
        return EnumeratedFamily(number, "proving which positions its fibres contain would take too long")
    if not shown:
        return EnumeratedFamily(number, "its fibres contain positions of lower rank that the move does not reach")
    steps = relation.line.steps.values() if relation.line is not None else ()
    chain = len(relation.changed) == 1 or (bool(steps) and (min(steps) >= 0 or max(steps) <= 0))
    kept = tuple(rule.piles.index(name) for name in relation.kept)
    return Fibre(number, kept, relation.equations, chain or is_legal_fibre(rule, relation, [], ways[:1]))


@lru_cache(maxsize=256)
def options_precede_positions(rule: Ruleset) -> bool:
    """Return whether every option comes before its position if positions are compared by their largest piles.

    The result is true if each move makes no pile grow, or changes a pile that is larger than every pile that the move
    produces.
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
    """Return the relation K(x) = L(y) between a position and its options; None if the relation is not linear."""
    if not facts.is_linear:
        return None
    relation = Relation.of(facts)
    return None if relation.unsolved else relation


def _ways(rule: Ruleset, number: int, relation: Relation) -> Iterator[list[Linear]]:
    """For each move family and each order of the piles, yield the conditions under which a move leads from x to y."""
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


def is_legal_fibre(rule: Ruleset, relation: Relation, case: Sequence[Linear], ways: Sequence[Sequence[Linear]]) -> bool:
    """Return whether every y in the fibre of x that satisfies `case` also satisfies some conjunction in `ways`."""
    equations = [link.term for link in relation.equations]
    solved, rest = solve_equations(equations, [option_name(pile) for pile in relation.changed])
    values = solved | {option_name(pile): Linear.of(pile) for pile in relation.kept}
    goals = [[term.substitute(values) for term in way] for way in ways]
    lower = [term.substitute(values) for term in case]
    # Both x and y satisfy the bounds on piles, because only positions are added to the accumulator of a fibre.
    positions = [term.substitute(values) for bound in rule.bounds for term in (bound, at_option(bound))]
    # Drop conditions on names that occur neither in the goals nor in the case, because these conditions cannot help the
    # proof.
    names = {name for term in chain(lower, solved.values(), *goals) for name in term.names}
    facts = [*lower, *(term for term in (*as_inequalities(rest), *positions) if set(term.names) <= names)]
    open_goals = [[term for term in way if not (term.is_constant and term.constant >= 0)] for way in goals]
    facts = list(dict.fromkeys(facts))
    return implies(facts, open_goals[0]) or implies(facts, *open_goals)
