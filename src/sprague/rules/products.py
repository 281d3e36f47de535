"""Products of names in rules, such as `a * k`: their expansion, and linear bounds on their values.

The terms of a rule are polynomials in the piles and choices. A polynomial is stored as a linear term plus multiples of
products of names: for example, (a - 1)k is stored as a*k - k. In linear constraints, each product is represented by a
generated name, which an object of the class `Times` defines. Linear bounds on products and powers follow from five
facts. For natural numbers n >= l, the power n^e is convex in n, so n^e >= l^e + ((l + 1)^e - l^e)(n - l). If x >= a and
y >= b, then x y >= a y + b x - a b, and products of more factors have similar bounds. If a product is at least 1, each
factor is at least 1. If m >= j and n <= h, then (m - j)(h - n) >= 0. A divisor of a positive number n is at least 1 and
at most n.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil, floor, prod

from sprague.errors import SpragueError
from sprague.language.conditions import Condition
from sprague.language.expressions import Entry, Expression, Mod, Product
from sprague.language.number_conditions import Divides, Times
from sprague.linear.constraints import greatest, implies
from sprague.linear.terms import Applied, Linear

MOST_PRODUCTS = 100  # maximum number of products in one expanded term


def substitute_terms(term: Expression, values: Mapping[str, Expression]) -> Expression:
    """Return a term with names simultaneously replaced by terms, and with all products expanded.

    >>> a, b, k = map(Expression.of, "abk")
    >>> print(substitute_terms(Product.of(a, b), {"a": a - k}))
    a*b - k*b
    """
    total = Expression.of(term.linear.constant)
    for name, factor in term.linear.coefficients:
        total += values.get(name, Expression.of(name)) * factor
    for call, factor in term.calls:
        inside = [substitute_terms(argument, values) for argument in call.arguments]
        if isinstance(call, Mod):
            total += Expression.of(Mod(inside[0], call.modulus)) * factor
        else:
            assert isinstance(call, Product)
            total += reduce(_multiplied, inside) * factor
    return total


def expand(term: Expression) -> Expression:
    """Expand all products in a term, so that it becomes a sum of multiples of names and of products of names.

    >>> a, k = Expression.of("a"), Expression.of("k")
    >>> print(expand(Product.of(a - Expression.of(1), k)))
    -k + a*k
    """
    return substitute_terms(term, {})


def _multiplied(one: Expression, two: Expression) -> Expression:
    left, right = _monomials(one), _monomials(two)
    if len(left) * len(right) > MOST_PRODUCTS:
        raise SpragueError(f"a term expands to more than {MOST_PRODUCTS} products; multiply shorter sums")
    total: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    for first, factor in left:
        for second, other in right:
            names = first + second
            # The first occurrence of a product determines the order of its factors.
            spelt, before = total.get(tuple(sorted(names)), (names, 0))
            total[tuple(sorted(names))] = spelt, before + factor * other
    return sum((_product(names) * factor for names, factor in total.values()), Expression(Linear()))


def _monomials(term: Expression) -> list[tuple[tuple[str, ...], int]]:
    found: list[tuple[tuple[str, ...], int]] = [((name,), factor) for name, factor in term.linear.coefficients]
    for call, factor in term.calls:
        if not isinstance(call, Product):
            raise SpragueError(
                f"a product must not contain '{call}'; write a choice r instead, with the condition 'r = {call}'"
            )
        found.append((_names(call), factor))
    return [*found, *([((), term.linear.constant)] if term.linear.constant else [])]


def _product(names: Sequence[str]) -> Expression:
    if len(names) < 2:
        return Expression.of(names[0] if names else 1)
    return Expression.of(Product(tuple(map(Expression.of, names))))


def _names(product: Product) -> tuple[str, ...]:
    return tuple(str(term) for term in product.terms)


def is_polynomial(term: Expression) -> bool:
    """Return whether a term consists of sums and products of names and numbers."""
    return all(isinstance(call, Product) and all(map(is_polynomial, call.terms)) for call, _ in term.calls)


def to_entry(term: Expression) -> Entry:
    """Convert a term of a rule to a `Linear` if the term contains no products of names; else return it unchanged."""
    return term.linear if term.is_linear else term


def products_in(terms: Iterable[Entry | Condition | Expression]) -> list[Product]:
    """Return the products of names, such as `a * k`, that occur in the entries and conditions of a move."""
    found: list[Product] = []

    def look(term: Expression) -> Expression:
        for call, _ in term.calls:
            if isinstance(call, Product):
                found.append(call)
            for argument in call.arguments:
                look(argument)
        return term

    for term in terms:
        if isinstance(term, Expression):
            look(term)
        elif not isinstance(term, Linear | Applied):
            term.with_terms(look)
    return list(dict.fromkeys(found))


def product_definition(product: Product) -> Times:
    """Return the definition of a product of names: its generated name, and its factors."""
    factors = tuple(sorted(_names(product)))
    return Times("*".join(factors), factors)


def name_products(term: Expression) -> Expression:
    """Return a term with products of names replaced by their generated names."""
    total = Expression(term.linear)
    for call, factor in term.calls:
        if isinstance(call, Product):
            total += Expression.of(product_definition(call).name) * factor
        else:
            assert isinstance(call, Mod)
            total += Expression.of(Mod(name_products(call.term), call.modulus)) * factor
    return total


MOST_ROUNDS = 4  # maximum number of rounds in which bounds are derived from earlier bounds


def product_bounds(facts: Sequence[Linear], others: Iterable[Times | Condition]) -> tuple[Linear, ...]:
    """Return linear bounds on products and divisors that follow from known inequalities.

    >>> k, b = Linear.of("k"), Linear.of("b")
    >>> product_bounds([k - 1, b - 1], [Times("b*k", ("b", "k"))])
    (Linear('b*k - b - k + 1'),)
    """
    definitions = [other for other in others if isinstance(other, Times | Divides)]
    found: list[Linear] = []
    for _ in range(MOST_ROUNDS if definitions else 0):
        known = [*facts, *found]
        more = [term for other in definitions for term in _implied_bounds(other, known) if term not in known]
        # Drop bounds that other bounds imply.
        more = [term for term in dict.fromkeys(more) if not implies(known, [term])]
        if not more:
            break
        found += more
    return tuple(found)


def _implied_bounds(other: Times | Divides, known: Sequence[Linear]) -> Iterator[Linear]:
    if isinstance(other, Divides):
        yield from _of_divisor(other, known)
        return
    product = Linear.of(other.name)
    powers = Counter(other.factors)
    least = {name: _least(Linear.of(name), known) for name in powers}
    if any(low is None for low in least.values()):
        return  # no move is legal, because the constraints contradict each other
    lows = {name: max(0, ceil(low)) for name, low in least.items() if low is not None}
    if (_least(product, known) or 0) > 0:
        yield from (Linear.of(name) - 1 for name in powers)
    yield product - _below(powers, lows)
    if len(other.factors) == 2:
        for one, two in (other.factors, other.factors[::-1]):
            if (high := greatest(Linear.of(two), known)) is not None:
                most, low = floor(high), lows[one]
                yield most * Linear.of(one) + low * Linear.of(two) - low * most - product


def _below(powers: Mapping[str, int], lows: Mapping[str, int]) -> Linear:
    """Return a linear lower bound on a product of powers of names, given a lower bound on each name."""
    least = {name: lows[name] ** power for name, power in powers.items()}
    total = Linear((), prod(least.values()))
    for name, power in powers.items():
        slope = (lows[name] + 1) ** power - least[name]
        others = prod(low for other, low in least.items() if other != name)
        total = total + slope * others * (Linear.of(name) - lows[name])
    return total


def _of_divisor(other: Divides, known: Sequence[Linear]) -> Iterator[Linear]:
    if not (other.divisor.is_linear and other.number.is_linear):
        return
    divisor, number = other.divisor.linear, other.number.linear
    low = _least(number, known)
    if low is None or low <= 0:
        return
    yield number - divisor
    least = _least(divisor, known)
    if least is not None and least > -1:
        yield divisor - 1


def _least(term: Linear, known: Sequence[Linear]) -> Fraction | None:
    most = greatest(-term, known)
    return None if most is None else -most
