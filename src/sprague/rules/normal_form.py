"""The normal form of a rule (`normal_form`): a text that is equal for rules that differ only in notation.

Piles are numbered. The normal form describes a move family by constraints on the position x before the move and the
position y after the move. Choices that x and y determine are eliminated, so that `a - k where k >= 1` and `u where u <
a` have the same normal form. To compute the normal form, equations are solved, redundant inequalities are dropped, and
families and conditions are sorted. If the order of piles does not matter, the normal form is the lexicographically
least of the texts for all orders of the piles.

Rules with the same normal form define the same game. Rules with different normal forms may still define the same game,
because the normal form removes only differences of notation.

>>> from sprague.rules import parse
>>> nim = parse("(a, b) -> (u, b) where u < a any order")
>>> normal_form(nim) == normal_form(parse("(x, y) -> (x, y - k) where 1 <= k <= y any order"))
True
>>> normal_form(nim) == normal_form(parse("(a, b) -> (u, b) where u <= a - 2 any order"))
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations

from sprague.language.conditions import Chain, Condition
from sprague.language.rule_ast import Block
from sprague.linear.constraints import solve_equations, strongest
from sprague.linear.terms import Linear
from sprague.rules.breaking import find_breakings
from sprague.rules.families import Conjunction, Family
from sprague.rules.linear_rule import LinearRule
from sprague.rules.symmetry import role_classes

_CHOICE = "k"
MOST_ORDERS = 200  # maximum number of orders of piles and choices that a normal form compares


@lru_cache(maxsize=64)
def normal_form(rule: LinearRule) -> str:
    """Return the normal form of a rule, as text.

    The normal form of a taking-and-breaking game lists its moves. If a rule that is not a taking-and-breaking game is
    nonlinear or splits positions, its normal form is its text.
    """
    if rule.splits and (moves := find_breakings(rule)) is not None:
        return "\n".join(["heaps", *map(str, moves)])
    if not rule.is_linear:
        return str(rule)
    lines = [
        f"{len(rule.piles)} piles, {len(rule.remembered)} remembered, {rule.floor} at least, {rule.blocking} blocked"
    ]
    lines += [f"any order of {block}" for block in rule.blocks]
    for word, clause in (("positions", rule.domain), ("stop", rule.stop), ("win", rule.win)):
        lines.append(f"{word}: {' or '.join(sorted({conjunction_form(rule, part) for part in clause}))}")
    return "\n".join([*lines, *sorted({family_form(rule, family) for family in rule.families})])


def conjunction_form(rule: LinearRule, part: Conjunction) -> str:
    """Return the normal form of a conjunction of conditions on a position."""
    left = {name: Linear.of(f"x{number}") for number, name in enumerate(rule.names)}
    return _System.of(part, left).text(_bounds(rule, "x"))


def family_form(rule: LinearRule, family: Family, any_order: bool = True) -> str:
    """Return the normal form of a move family of a rule; the new values of the entries must be linear.

    The form is the lexicographically least of the texts for all orders of the choices and, if `any_order` is true, of
    the piles. If there are more than `MOST_ORDERS` orders of piles and choices, the form is the text for the first
    order.
    """
    known = [*_bounds(rule, "x"), *_bounds(rule, "y")]
    classes = role_classes(rule.names, family, rule.blocks) if any_order else []
    families = list(_reordered(rule, family)) if any_order else [family]
    arrangements = _arrangements(len(rule.names), classes)
    systems = (_system(rule, one, places) for places in arrangements for one in families)
    tried = list(islice((same for system in systems for same in system.renamed()), MOST_ORDERS + 1))
    texts = (system.text(known) for system in tried)
    return next(texts) if len(tried) > MOST_ORDERS else min(texts)


def _reordered(rule: LinearRule, family: Family) -> Iterator[Family]:
    """Yield equivalent move families, in which the new values of interchangeable piles are permuted.

    Piles that the family does not change keep their places. The new values of interchangeable piles are swapped only if
    exactly two piles of a block change.
    """
    target = list(family.target)
    for block in rule.blocks:
        entries = [target[place] for place in block]
        kept = [place for place in block if Linear.of(rule.names[place]) in entries]
        for place in kept:
            entries.remove(Linear.of(rule.names[place]))
            target[place] = Linear.of(rule.names[place])
        for place in block:
            if place not in kept:
                target[place] = entries.pop(0)
    yield Family.to(target, family.where)
    for block in rule.blocks:
        changed = [place for place in block if target[place] != Linear.of(rule.names[place])]
        if len(changed) == 2:
            one, two = changed
            swapped = list(target)
            swapped[one], swapped[two] = target[two], target[one]
            yield Family.to(swapped, family.where)


def _system(rule: LinearRule, family: Family, places: Sequence[int]) -> _System:
    """Permute the piles of a move family, eliminate determined choices, and return the remaining constraints."""
    choices = [f"{_CHOICE}{number}" for number, _ in enumerate(family.choices(rule.names))]
    names = {name: Linear.of(f"x{place}") for name, place in zip(rule.names, places, strict=True)}
    names |= dict(zip(family.choices(rule.names), map(Linear.of, choices), strict=True))
    system = _System.of(family.where, names)
    system.inequalities += map(Linear.of, choices)
    for place, entry in zip(places, family.target, strict=True):
        assert isinstance(entry, Linear)
        system.equations.append(Linear.of(f"y{place}") - entry.substitute(names))
    return system.without(choices)


def _bounds(rule: LinearRule, letter: str) -> list[Linear]:
    """Return the lower bounds of all entries of a position, which a normal form omits."""
    return [Linear.of(f"{letter}{number}") - rule.lowest(name) for number, name in enumerate(rule.names)]


def _arrangements(entries: int, classes: Sequence[Sequence[Block]]) -> Iterator[list[int]]:
    """Yield permutations of the entries of a position, first the identity; interchangeable roles keep their order."""
    places = list(range(entries))
    groups = [group for block in classes for group in block]
    free = {i: frozenset(j for group in block for j in group) for block in classes for group in block for i in group}

    def assign(depth: int, taken: frozenset[int]) -> Iterator[list[int]]:
        if depth == len(groups):
            yield list(places)
            return
        group = groups[depth]
        for chosen in combinations(sorted(free[group[0]] - taken), len(group)):
            for part, place in zip(sorted(group), chosen, strict=True):
                places[part] = place
            yield from assign(depth + 1, taken | set(chosen))

    return assign(0, frozenset())


class _System:
    """A conjunction of linear equations, linear inequalities and nonlinear conditions."""

    def __init__(self, equations: list[Linear], inequalities: list[Linear], others: list[Condition]) -> None:
        self.equations, self.inequalities, self.others = equations, inequalities, others

    @staticmethod
    def of(where: Conjunction, names: Mapping[str, Linear]) -> _System:
        system = _System([], [], [])
        for condition in where:
            for one in _links(condition.substitute(names)):
                bounds = one.bounds()
                if bounds.complete:
                    system.equations += bounds.equations
                    system.inequalities += bounds.inequalities
                else:
                    system.others.append(one)
        return system

    def without(self, names: Sequence[str]) -> _System:
        """Return the system after solving its equations and eliminating the names that they determine."""
        values, rest = solve_equations(self.equations, names)
        return _System(
            rest,
            [term.substitute(values) for term in self.inequalities],
            [condition.substitute(values) for condition in self.others],
        )

    def renamed(self) -> Iterator[_System]:
        """Yield the system of constraints with its remaining choices permuted in every way, the identity first."""
        terms = [term.names for term in (*self.equations, *self.inequalities, *self.others)]
        left = sorted({name for names in terms for name in names if name.startswith(_CHOICE)})
        for order in permutations(range(len(left))):
            new = {name: Linear.of(f"{_CHOICE}{number}") for name, number in zip(left, order, strict=True)}
            yield _System(
                [term.substitute(new) for term in self.equations],
                [term.substitute(new) for term in self.inequalities],
                [condition.substitute(new) for condition in self.others],
            )

    def text(self, known: Iterable[Linear]) -> str:
        """Return the constraints as one sorted text, without the inequalities that an inequality in `known` implies."""
        names = sorted({name for term in self.equations for name in term.names}, reverse=True)
        values, rest = solve_equations(self.equations, names)
        asked = {f"{name} = {value}" for name, value in values.items()}
        asked |= {_unsigned(term) for term in rest if term != Linear()}
        least = {term.coefficients: term.constant for term in strongest([*known, Linear()])}
        for term in strongest(term.substitute(values) for term in self.inequalities):
            if term.constant < least.get(term.coefficients, term.constant + 1):
                asked.add(f"{Linear(term.coefficients)} >= {-term.constant}")
        asked |= {str(condition.substitute(values)) for condition in self.others}
        return ", ".join(sorted(asked)) or "true"


def _links(condition: Condition) -> Iterator[Condition]:
    """Yield the single comparisons in a chain such as `0 <= a <= b`; yield any other condition unchanged."""
    if isinstance(condition, Chain):
        yield from (Chain.of(link.left, link.relation, link.right) for link in condition.links())
    else:
        yield condition


def _unsigned(term: Linear) -> str:
    return min(f"{term} = 0", f"{-term} = 0")
