"""What a move remembers: the maps K and L of a family, and when accumulators may be shared.

The equations that link the position left, x, and the position reached, y, say K(x) = L(y) for two
linear maps. So the options of x lie in one *fibre* of L, the one over K(x), and positions with the
same K(x) share it. An accumulator per fibre then replaces the enumeration of moves, provided that

    among the positions y with L(y) = K(x), the legal ones are exactly those of lower rank than x,

for then, walking by rank, what has been added to the fibre so far is what x may reach. That legal
moves lower the rank is what a rank is. The converse is shown here, by linear programming, for all
positions; a family for which it cannot be shown is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from sprague.rules import Family, Linear, Ruleset
from sprague.rules.choices import solve_equations
from sprague.rules.implication import TooManyCases, follows
from sprague.rules.relations import Relation, arrow

MOST_CHANGED = 2  # piles that may be permuted while looking for the move that reaches y


@dataclass(frozen=True, slots=True)
class Fibre:
    """The equations of a family: `rows` are pairs (K, L) of linear terms in the names of the piles.

    `kept` are the parts whose pile stays as it is; each is an equation too, and the order of their
    piles does not matter where that of the game's piles does not. `any_order` says that accumulators
    are right in every order of walking in which options come first: the whole fibre is legal, or the
    positions of a fibre form a chain in which each has all its piles at most as high as the next.
    """

    family: int
    kept: tuple[int, ...]
    rows: tuple[tuple[Linear, Linear], ...]
    any_order: bool

    def describe(self, rule: Ruleset) -> str:
        """The two maps, as in "(b, c) of the position = (a + b, c) of the option"."""
        piles = [rule.piles[part] for part in self.kept]
        left = ", ".join([*(str(k) for k, _ in self.rows), *piles])
        right = ", ".join([*(str(term) for _, term in self.rows), *piles])
        return f"({left}) of the position left = ({right}) of the option"


@lru_cache(maxsize=1024)
def find_fibre(rule: Ruleset, number: int) -> Fibre | str:
    """The fibre of a family that is shown to be shared; otherwise the reason why it is enumerated."""
    family = rule.families[number]
    choices = family.choices(rule.names)
    if not choices:
        return "it leads to a single option"
    if rule.remembered:
        return "positions remember a number"
    if not all(condition.bounds().complete for condition in family.where):
        return "not all its conditions are linear inequalities"
    if rule.rank is None:
        return "play has not been shown to end"
    conditions = _solved(rule, family)
    if conditions is None:
        return "the option does not determine the choice"
    cases = _lower_rank(rule, family, conditions)
    if cases is None:
        return f"options are not compared by {rule.rank}"
    kept = tuple(i for i, name in enumerate(rule.piles) if family.target[i] == Linear.of(name))
    changed = [i for i in range(len(rule.piles)) if i not in kept]
    ways = list(_ways(rule, number, conditions, changed))
    known = {arrow(rule.piles[i]): Linear.of(rule.piles[i]) for i in kept}
    try:
        shown = all(_holds(rule, conditions, known, case, ways) for case in cases)
    except TooManyCases:
        return "it would take too long to show what its fibres hold"
    if not shown:
        return "its fibres also hold positions of lower rank that it does not reach"
    plain = [equation for equation in conditions.equations if equation.substitute(known) != Linear()]
    line = _line(rule, family, conditions)
    chain = len(changed) == 1 or (line is not None and (min(line[1].values()) >= 0 or max(line[1].values()) <= 0))
    any_order = chain or _holds(rule, conditions, known, [], ways[:1])
    return Fibre(number, kept, tuple(_split(equation) for equation in plain), any_order)


@lru_cache(maxsize=256)
def options_sort_first(rule: Ruleset) -> bool:
    """Whether every option comes before its position when sorted positions are compared by their
    largest pile, then by the next, and so on.

    It does if no pile grows, or if all new piles are smaller than one of those they replace.
    """
    for family in rule.families:
        facts = family_facts(rule, family)
        entries = dict(zip(rule.piles, family.target, strict=True))
        changed = {name: entry for name, entry in entries.items() if entry != Linear.of(name)}
        if not all(isinstance(entry, Linear) for entry in changed.values()):
            return False
        new = [entry for entry in changed.values() if isinstance(entry, Linear)]
        shrinks = [Linear.of(name) - entry for name, entry in zip(changed, new, strict=True)]
        if follows(facts, shrinks):
            continue
        if not any(follows(facts, [Linear.of(name) - entry - 1 for entry in new]) for name in changed):
            return False
    return True


def family_facts(rule: Ruleset, family: Family, with_floor: bool = True) -> list[Linear]:
    """Inequalities that hold for every move of a family; without what the floor says of the option."""
    facts = [Linear.of(name) - rule.lowest(name) for name in rule.names]
    if with_floor:
        facts += [
            entry - rule.lowest(name)
            for name, entry in zip(rule.names, family.target, strict=True)
            if isinstance(entry, Linear)
        ]
    for condition in family.where:
        bounds = condition.bounds()
        facts += bounds.inequalities
        facts += [side for term in bounds.equations for side in (term, -term)]
    return facts


def _solved(rule: Ruleset, family: Family) -> Relation | None:
    """The relation of a family; None if it is more than linear terms in the two positions."""
    relation = Relation.of(rule, family)
    return None if relation.unsolved or relation.others else relation


def _ways(rule: Ruleset, number: int, conditions: Relation, changed: Sequence[int]) -> Iterator[list[Linear]]:
    """What makes y an option of x: the family as it is, the others, then with piles permuted.

    Only changed piles whose order does not matter are permuted, in x and in y independently.
    """
    yield list(conditions.inequalities)
    for other, family in enumerate(rule.families):
        if other != number and (found := _solved(rule, family)) is not None:
            yield found.all
    blocks = [[i for i in block if i in changed] for block in rule.blocks]
    movable = [i for block in blocks for i in block]
    if not movable or len(movable) > MOST_CHANGED:
        return
    orders = [
        dict(zip(movable, (i for part in parts for i in part), strict=True))
        for parts in product(*(permutations(block) for block in blocks))
    ]
    for before, after in list(product(orders, orders))[1:]:
        names = {rule.piles[i]: Linear.of(rule.piles[j]) for i, j in before.items()}
        names |= {arrow(rule.piles[i]): Linear.of(arrow(rule.piles[j])) for i, j in after.items()}
        yield [term.substitute(names) for term in conditions.all]


def _holds(
    rule: Ruleset,
    conditions: Relation,
    known: Mapping[str, Linear],
    case: Sequence[Linear],
    ways: Sequence[Sequence[Linear]],
) -> bool:
    """Whether in this case every y of the fibre is reached in one of the ways.

    Kept piles and the equations of the fibre are substituted first, which makes the programs small.
    """
    relations = [equation.substitute(known) for equation in conditions.equations]
    reached = [arrow(pile) for pile in rule.piles if arrow(pile) not in known]
    solved, rest = solve_equations([term for term in relations if term != Linear()], reached)
    values = {**known, **solved}
    facts = [term.substitute(values) for term in case] + [side for term in rest for side in (term, -term)]
    facts += [Linear.of(name).substitute(values) - rule.floor for pile in rule.piles for name in (pile, arrow(pile))]
    goals = [[term.substitute(values) for term in way] for way in ways]
    names = {
        name
        for term in (*facts[: len(case)], *solved.values(), *(t for way in goals for t in way))
        for name in term.names
    }
    facts = [term for term in dict.fromkeys(facts) if set(term.names) <= names or term in facts[: len(case)]]
    goals = [[term for term in way if not (term.is_constant and term.constant >= 0)] for way in goals]
    return follows(facts, goals[0]) or follows(facts, *goals)


def _lower_rank(rule: Ruleset, family: Family, conditions: Relation) -> list[list[Linear]] | None:
    """Linear inequalities, by cases, that hold whenever y has lower rank than x in the same fibre."""
    rank = rule.rank
    assert rank is not None
    if not rank.quadratic:
        if len(rank.terms) > 1:
            return None
        after = {name: Linear.of(arrow(name)) for name in rule.piles}
        return [[rank.terms[0] - rank.terms[0].substitute(after) - 1]]
    # Quadratic ranks are compared where one choice k moves the position along a line:
    # with y = x + k s the sum of squares falls by k (-2 s·x - k s·s), a product of two terms
    # that must have the same sign (or opposite signs, if the rank falls as squares rise).
    choice = _line(rule, family, conditions)
    if choice is None:
        return None
    k, steps = choice
    factor = sum((-2 * step * Linear.of(name) for name, step in steps.items()), Linear())
    factor = factor - sum(step * step for step in steps.values()) * k
    if rank.quadratic == "pairs":
        factor = -factor
    return [[k - 1, factor - 1], [-k - 1, -factor - 1]]


def _line(rule: Ruleset, family: Family, conditions: Relation) -> tuple[Linear, dict[str, int]] | None:
    """The single choice, in terms of x and y, and by how much one more of it changes each pile."""
    if len(conditions.solved) != 1:
        return None
    ((choice, value),) = conditions.solved.items()
    steps: dict[str, int] = {}
    for pile, entry in zip(rule.piles, family.target, strict=True):
        change = entry.substitute({pile: Linear()}) if isinstance(entry, Linear) else None
        if change is None or entry.names not in ((pile,), tuple(sorted((pile, choice)))) or change.constant:
            return None
        if change.coefficient(choice):
            steps[pile] = change.coefficient(choice)
    return value, steps


def _split(equation: Linear) -> tuple[Linear, Linear]:
    """Write an equation between x and y as K(x) = L(y), in the names of the piles."""
    after = {name: factor for name, factor in equation.coefficients if name.startswith("→")}
    before = {name: -factor for name, factor in equation.coefficients if name not in after}
    sign = 1 if sum(after.values()) >= 0 else -1
    reached = Linear.build({name[1:]: sign * factor for name, factor in after.items()})
    return Linear.build({n: sign * f for n, f in before.items()}, -sign * equation.constant), reached
