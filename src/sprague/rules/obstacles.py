"""What stands in the way of proofs: the first term of a rule that is not linear, in words."""

from __future__ import annotations

from collections.abc import Iterable

from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.conditions import Condition, Not
from sprague.rules.expressions import Entry
from sprague.rules.products import products_in


def obstacle_in(said: Iterable[Entry | Condition]) -> str | None:
    """The first product, square, prime or divisor among entries and conditions.

    >>> from sprague.rules.expressions import Expression
    >>> obstacle_in([Square(Expression.of("k"))])
    "'k square' is not linear"
    """
    for term in said:
        if products := products_in([term]):
            return f"{products[0]} is a product"
        part = term.part if isinstance(term, Not) else term
        if isinstance(part, Square | Prime | Divides):
            return f"{str(part)!r} is not linear"
    return None
