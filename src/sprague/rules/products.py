"""Products of names in rules: written out as sums, and given names of their own, of which linear facts can speak.

The terms of a rule are polynomials in the piles and choices, kept as a linear term plus multiples of products of
names: (a - 1)k is a*k - k. Where a move is looked at in linear terms (`facts`, `choices`, tables), each product is one
more number with a name that nobody can type, and `Times` says what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from sprague.errors import SpragueError
from sprague.rules.arithmetic import Times
from sprague.rules.conditions import Condition
from sprague.rules.expressions import Entry, Expression, Mod, Product
from sprague.rules.linear import Applied, Linear

MOST_PRODUCTS = 100  # products in one term, written out


def replaced(term: Expression, values: Mapping[str, Expression]) -> Expression:
    """A term of a rule with names replaced by terms, all at once, and written out.

    >>> a, b, k = map(Expression.of, "abk")
    >>> print(replaced(Product.of(a, b), {"a": a - k}))
    a*b - k*b
    """
    total = Expression.of(term.linear.constant)
    for name, factor in term.linear.coefficients:
        total += values.get(name, Expression.of(name)) * factor
    for call, factor in term.calls:
        inside = [replaced(argument, values) for argument in call.arguments]
        if isinstance(call, Mod):
            total += Expression.of(Mod(inside[0], call.modulus)) * factor
        else:
            assert isinstance(call, Product)
            total += reduce(_multiplied, inside) * factor
    return total


def written_out(term: Expression) -> Expression:
    """A term of a rule as a sum of multiples of names and of products of names.

    >>> a, k = Expression.of("a"), Expression.of("k")
    >>> print(written_out(Product.of(a - Expression.of(1), k)))
    -k + a*k
    """
    return replaced(term, {})


def _multiplied(one: Expression, two: Expression) -> Expression:
    left, right = _monomials(one), _monomials(two)
    if len(left) * len(right) > MOST_PRODUCTS:
        raise SpragueError(f"expected terms of at most {MOST_PRODUCTS} products, written out; multiply shorter sums")
    total: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    for first, factor in left:
        for second, other in right:
            names = first + second
            # The order in which a product is written first is kept.
            spelt, before = total.get(tuple(sorted(names)), (names, 0))
            total[tuple(sorted(names))] = spelt, before + factor * other
    return sum((_product(names) * factor for names, factor in total.values()), Expression(Linear()))


def _monomials(term: Expression) -> list[tuple[tuple[str, ...], int]]:
    found: list[tuple[tuple[str, ...], int]] = [((name,), factor) for name, factor in term.linear.coefficients]
    for call, factor in term.calls:
        if not isinstance(call, Product):
            raise SpragueError(f"expected a product of names and numbers, got one with '{call}'; name it first")
        found.append((_names(call), factor))
    return [*found, *([((), term.linear.constant)] if term.linear.constant else [])]


def _product(names: Sequence[str]) -> Expression:
    if len(names) < 2:
        return Expression.of(names[0] if names else 1)
    return Expression.of(Product(tuple(map(Expression.of, names))))


def _names(product: Product) -> tuple[str, ...]:
    return tuple(str(term) for term in product.terms)


def is_polynomial(term: Expression) -> bool:
    """Whether a term is made of names and numbers by adding and multiplying."""
    return all(isinstance(call, Product) and all(map(is_polynomial, call.terms)) for call, _ in term.calls)


def entry_of(term: Expression) -> Entry:
    """A term as an entry of a target: linear, if it is."""
    return term.linear if term.is_linear else term


def products_in(terms: Iterable[Entry | Condition | Expression]) -> list[Product]:
    """The products of names that occur in entries and conditions."""
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


def definition(product: Product) -> Times:
    """The name that a product has of its own, and what it stands for."""
    factors = tuple(sorted(_names(product)))
    return Times("*".join(factors), factors)


def in_names(term: Expression) -> Expression:
    """A term with each product written as the name it has of its own."""
    total = Expression(term.linear)
    for call, factor in term.calls:
        if isinstance(call, Product):
            total += Expression.of(definition(call).name) * factor
        else:
            assert isinstance(call, Mod)
            total += Expression.of(Mod(in_names(call.term), call.modulus)) * factor
    return total
