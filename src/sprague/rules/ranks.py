"""Why play ends: a number that every move lowers.

A *rank* is a natural number attached to each position that falls with every move. It is looked for
in the rule itself: the number of chips; the sum of squares, which levelling moves lower; the sum of
products of two piles, which gathering moves lower; a weighted sum of the piles, with weights found by
linear programming; at last several weighted sums in lexicographic order. That a rank falls is shown by Farkas'
lemma (for squares: Handelman's, its quadratic cousin): the fall, less 1, is a sum of the rule's own
inequalities, and of products of two of them, with multipliers that are not negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from sprague.rules.choices import solve_equations
from sprague.rules.implication import follows
from sprague.rules.linear import Linear
from sprague.rules.simplex import minimise

if TYPE_CHECKING:
    from sprague.rules.ruleset import Family, Ruleset


@dataclass(frozen=True, slots=True)
class Rank:
    """A tuple of natural numbers that falls, in lexicographic order, with every move.

    `terms` are linear terms in the names of the position; or, instead, `quadratic` is "squares"
    (the sum of the squares of the piles) or "pairs" (the sum of the products of two piles).
    """

    terms: tuple[Linear, ...]
    names: tuple[str, ...]
    piles: int
    quadratic: str = ""

    def value(self, position: Sequence[int]) -> tuple[int, ...]:
        """The rank of a position: compare with that of an option."""
        heights = position[: self.piles]
        squares = sum(height * height for height in heights)
        if self.quadratic == "squares":
            return (squares,)
        if self.quadratic == "pairs":
            return ((sum(heights) ** 2 - squares) // 2,)
        values = dict(zip(self.names, position, strict=True))
        return tuple(term.value(values) for term in self.terms)

    def __str__(self) -> str:
        if self.quadratic == "squares":
            return "the sum of the squares of the piles"
        if self.quadratic == "pairs":
            return "the sum of the products of two piles"
        if len(self.terms) == 1:
            if self.terms[0] == Linear.sum(self.names[: self.piles]):
                return "the number of chips"
            return str(self.terms[0])
        return "first " + ", then ".join(str(term) for term in self.terms)


@dataclass(frozen=True, slots=True)
class _Step:
    """A family as inequalities (`>= 0`) that hold for its moves, and the terms it leads to."""

    facts: tuple[Linear, ...]
    reached: dict[str, Linear]


@lru_cache(maxsize=1024)
def find_rank(rule: Ruleset) -> Rank | None:
    """A rank that falls with every move of the rule, or None if none of these kinds does."""
    steps = [step for step in (_step(rule, family) for family in rule.families) if step is not None]
    piles = len(rule.piles)
    total = Linear.sum(rule.piles)
    # Most games lower the number of chips, which is quick to see family by family.
    if all((fall := _fall(rule.piles, step)) is not None and follows(step.facts, [fall - 1]) for step in steps):
        return Rank((total,), rule.names, piles)
    if all(_squares_change(rule, step, falls=True) for step in steps):
        return Rank((), rule.names, piles, "squares")
    if all(_keeps_total(rule, step) and _squares_change(rule, step, falls=False) for step in steps):
        return Rank((), rule.names, piles, "pairs")
    levels = _linear_levels(rule, steps)
    return None if levels is None else Rank(tuple(levels), rule.names, piles)


@lru_cache(maxsize=1024)
def falling_sum(rule: Ruleset, name: str) -> Linear | None:
    """The smallest weighted sum of entries, with this one among them, that no move raises.

    Piles that may come in any order have the same weight, so that it holds in every order.
    """
    steps = [step for step in (_step(rule, family) for family in rule.families) if step is not None]
    parts = _symmetric_parts(rule)
    found = _weights(parts, steps, set(), [number for number, part in enumerate(parts) if name in part])
    if found is None:
        return None
    return Linear.build({entry: weight for part, weight in zip(parts, found[0], strict=True) for entry in part})


def _step(rule: Ruleset, family: Family) -> _Step | None:
    """None for a family that contradicts itself and so is never played."""
    choices = family.choices(rule.names)
    facts = [Linear.of(name) - rule.lowest(name) for name in rule.names]
    facts += [Linear.of(name) for name in choices]
    reached: dict[str, Linear] = {}
    for name, entry in zip(rule.names, family.target, strict=True):
        if isinstance(entry, Linear):
            facts.append(entry - rule.lowest(name))
            reached[name] = entry
    equations: list[Linear] = []
    for condition in family.where:
        bounds = condition.bounds()
        equations += bounds.equations
        facts += bounds.inequalities
    solved, rest = solve_equations(equations, choices)
    facts = [term.substitute(solved) for term in facts] + [side for term in rest for side in (term, -term)]
    if any(term.is_constant and term.constant < 0 for term in facts):
        return None
    kept = tuple(dict.fromkeys(term for term in facts if not term.is_constant))
    return _Step(kept, {name: term.substitute(solved) for name, term in reached.items()})


def _symmetric_parts(rule: Ruleset) -> list[tuple[str, ...]]:
    """Entries that get one weight: piles in any order may share theirs without loss."""
    inside = [tuple(rule.names[i] for i in block) for block in rule.blocks]
    alone = [(name,) for name in rule.names if not any(name in block for block in inside)]
    return inside + alone


def _linear_levels(rule: Ruleset, steps: Sequence[_Step]) -> list[Linear] | None:
    """Weighted sums: each lowers some of the families still left and raises none of them."""
    parts = _symmetric_parts(rule)
    left = list(steps)
    levels: list[Linear] = []
    while left:
        # First as many families as possible (one variable each, at most 1, says whether it is
        # lowered), then the smallest weights that lower those.
        most = _weights(parts, left, None)
        lowered = [number for number in range(len(left)) if most is not None and most[1][number]]
        if not lowered:
            return None
        # The first solution, scaled up, shows that these have one too.
        best = _weights(parts, left, set(lowered)) or most
        if best is not None:
            used = {column for column, weight in enumerate(best[0]) if weight}
            best = _weights(parts, left, set(lowered), used) or best
        assert best is not None
        weights = {name: weight for part, weight in zip(parts, best[0], strict=True) for name in part}
        levels.append(Linear.build(weights))
        left = [step for number, step in enumerate(left) if number not in lowered]
    return levels


def _weights(
    parts: Sequence[tuple[str, ...]], steps: Sequence[_Step], lowered: set[int] | None, used: Iterable[int] = ()
) -> tuple[list[int], list[int]] | None:
    """Natural weights of the parts and, for each family, by how much it is lowered at least.

    Without `lowered` as many families as possible are lowered; with it those are, by the smallest
    weights, which are at least 1 for the parts `used` (that gives 2x + y instead of 3x + y).

    Unknowns: the weights, a fall f and slack 1 - f per family, then for each family the Farkas
    multipliers of its facts and of the constant. One equation per family and name (and constant):
    weighted fall - f - sum of multipliers times facts = 0. Families that lead to a number given by
    a function (no term known) cannot be weighed there.
    """
    count, families = len(parts), len(steps)
    first = count + 2 * families
    width = first + sum(len(step.facts) + 1 for step in steps)
    rows: list[list[int]] = []
    right: list[int] = []
    for number, step in enumerate(steps):
        falls = [_fall(part, step) for part in parts]
        for column, fall in enumerate(falls):
            if fall is None:
                rows.append([int(other == column) for other in range(width)])
                right.append(0)
        known = [Linear() if fall is None else fall for fall in falls]
        names = sorted({name for term in (*known, *step.facts) for name in term.names})
        for name in (*names, None):
            row = [0] * width
            for column, fall in enumerate(known):
                row[column] = fall.constant if name is None else fall.coefficient(name)
            for column, fact in enumerate(step.facts):
                row[first + column] = -(fact.constant if name is None else fact.coefficient(name))
            if name is None:
                row[count + number] = -1
                row[first + len(step.facts)] = -1
            rows.append(row)
            right.append(0)
        cap = [0] * width
        cap[count + number] = cap[count + families + number] = 1
        if lowered is not None:
            # The fall is now given: 1 where this family is lowered, 0 where it is only not raised.
            cap[count + families + number] = 0
        rows.append(cap)
        right.append(1 if lowered is None or number in lowered else 0)
        first += len(step.facts) + 1
    for column in used:
        # weight = 1 + a natural number: one more unknown at the end
        rows = [[*row, 0] for row in rows]
        width += 1
        rows.append([int(other == column) - int(other == width - 1) for other in range(width)])
        right.append(1)
    cost = [0] * width
    for column in range(count) if lowered is not None else range(count + families, count + 2 * families):
        cost[column] = 1
    found = minimise(rows, right, cost)
    if found is None:
        return None
    scale = lcm(*(value.denominator for value in found[:count]))
    return [int(value * scale) for value in found[:count]], [
        int(value > 0) for value in found[count : count + families]
    ]


def _fall(part: Iterable[str], step: _Step) -> Linear | None:
    """By how much the sum of these entries falls, if the family says where they lead."""
    total = Linear()
    for name in part:
        if name not in step.reached:
            return None
        total = total + Linear.of(name) - step.reached[name]
    return total


def _keeps_total(rule: Ruleset, step: _Step) -> bool:
    return _fall(rule.piles, step) == Linear()


Monomial = tuple[str, ...]


def _product(one: Linear, two: Linear) -> Counter[Monomial]:
    """The product of two linear terms, by monomial; () is the constant."""
    result: Counter[Monomial] = Counter()
    for first, left in (*((((name,), c)) for name, c in one.coefficients), ((), one.constant)):
        for second, right in (*((((name,), c)) for name, c in two.coefficients), ((), two.constant)):
            result[tuple(sorted(first + second))] += left * right
    return result


def _squares_change(rule: Ruleset, step: _Step, falls: bool) -> bool:
    """Whether the family lowers (or else raises) the sum of squares by at least 1, always."""
    change: Counter[Monomial] = Counter({(): -1})
    for name in rule.piles:
        before, after = Linear.of(name), step.reached[name]
        if before == after:
            continue
        for term, sign in ((before, 1), (after, -1)):
            for monomial, factor in _product(term, term).items():
                change[monomial] += sign * factor if falls else -sign * factor
    involved = {name for monomial, factor in change.items() if factor for name in monomial}
    facts = [fact for fact in step.facts if set(fact.names) <= involved]
    # Families often differ only in names (the edges of a graph): each kind is worked out once.
    renamed = {name: f"v{number}" for number, name in enumerate(sorted(involved))}
    shape = {tuple(sorted(renamed[name] for name in monomial)): factor for monomial, factor in change.items() if factor}
    terms = [fact.substitute({name: Linear.of(new) for name, new in renamed.items()}) for fact in facts]
    return _is_sum_of_products(tuple(sorted(shape.items())), tuple(terms))


@lru_cache(maxsize=1024)
def _is_sum_of_products(polynomial: tuple[tuple[Monomial, int], ...], facts: tuple[Linear, ...]) -> bool:
    """Whether a quadratic is a sum of facts and products of two facts, with non-negative multipliers."""
    wanted = Counter(dict(polynomial))
    terms = [Linear((), 1), *facts]
    products = [_product(terms[i], terms[j]) for i in range(len(terms)) for j in range(i, len(terms))]
    monomials = sorted({monomial for poly in (wanted, *products) for monomial, factor in poly.items() if factor})
    rows = [[product[monomial] for product in products] for monomial in monomials]
    return minimise(rows, [wanted[monomial] for monomial in monomials], [0] * len(products)) is not None
