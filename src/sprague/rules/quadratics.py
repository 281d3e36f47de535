"""Quadratic terms that are positive for every move, shown by products of linear facts.

Farkas' lemma has a quadratic cousin, Handelman's: a quadratic term that is a sum of facts (linear terms that are at
least 0) and of products of two facts, with multipliers that are not negative, is at least 0 itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from sprague.rules.facts import Facts
from sprague.rules.linear import Linear
from sprague.rules.simplex import minimise

Monomial = tuple[str, ...]  # up to two names; () is the constant


def squares_fall(facts: Facts, names: Sequence[str], by: int = 1) -> bool:
    """Whether a move always lowers the sum of the squares of these entries; with `by` = -1, whether it raises it."""
    if not all(name in facts.reached for name in names):
        return False
    fall: Counter[Monomial] = Counter({(): -1})
    for name in names:
        before, after = Linear.of(name), facts.reached[name]
        if before == after:
            continue
        for monomial, factor in _product(before, before).items():
            fall[monomial] += by * factor
        for monomial, factor in _product(after, after).items():
            fall[monomial] -= by * factor
    involved = {name for monomial, factor in fall.items() if factor for name in monomial}
    # Families often differ only in names (the edges of a graph): each kind is worked out once.
    renamed = {name: f"v{number}" for number, name in enumerate(sorted(involved))}
    shape = {tuple(sorted(renamed[name] for name in monomial)): factor for monomial, factor in fall.items() if factor}
    new_names = {name: Linear.of(new) for name, new in renamed.items()}
    terms = [fact.substitute(new_names) for fact in facts.all if involved.issuperset(fact.names)]
    return _is_sum_of_products(tuple(sorted(shape.items())), tuple(terms))


def _product(one: Linear, two: Linear) -> Counter[Monomial]:
    """The product of two linear terms, by monomial."""
    result: Counter[Monomial] = Counter()
    for first, left in _monomials(one):
        for second, right in _monomials(two):
            result[tuple(sorted(first + second))] += left * right
    return result


def _monomials(term: Linear) -> list[tuple[Monomial, int]]:
    return [*(((name,), factor) for name, factor in term.coefficients), ((), term.constant)]


@lru_cache(maxsize=1024)
def _is_sum_of_products(polynomial: tuple[tuple[Monomial, int], ...], facts: tuple[Linear, ...]) -> bool:
    """Whether a quadratic is a sum of facts and products of two facts, with multipliers that are not negative."""
    wanted = Counter(dict(polynomial))
    products = [_product(one, two) for one, two in combinations_with_replacement([Linear.of(1), *facts], 2)]
    monomials = sorted({monomial for poly in (wanted, *products) for monomial, factor in poly.items() if factor})
    rows = [[product[monomial] for product in products] for monomial in monomials]
    return minimise(rows, [wanted[monomial] for monomial in monomials], [0] * len(products)) is not None
