"""How large the numbers can be that come up while moves are enumerated: kernels count in 64 bits."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from sprague.rules import Linear, Ruleset
from sprague.rules.arithmetic import Divides, Times
from sprague.rules.choices import Loop, Loops
from sprague.rules.conditions import Condition
from sprague.rules.expressions import Expression

SAFE = 1 << 62


class Sizes:
    """The largest that each name of a family can be in loops over its choices, if no entry is above `top`.

    >>> from sprague.rules import parse
    >>> (sizes,) = Sizes.of_family(parse("(a, b) -> (a - k*b, b) where k >= 1, b >= 1"), 0, 10)
    >>> sizes.of["k"], sizes.of["b*k"]
    (11, 110)
    """

    def __init__(self, rule: Ruleset, family: int, loops: Loops, top: int) -> None:
        self.loops, self.reached = loops, [entry for part in rule.facts[family].parts for entry in part.values()]
        self.of = dict.fromkeys(rule.names, top)
        self._multiply(self.loops.products)
        for loop in self.loops.loops:
            above = (self.most(bound.term) // bound.divisor for bound in loop.upper)
            self.of[loop.name] = max(0, min(above))
            self._multiply(loop.products)
        for name, term in self.loops.derived:
            self.of[name] = max(0, self.most(term))

    @staticmethod
    def of_family(rule: Ruleset, family: int, top: int) -> list[Sizes]:
        return [Sizes(rule, family, loops, top) for loops in rule.plays[family].loops if loops.possible]

    def _multiply(self, products: tuple[Times, ...]) -> None:
        for product in products:
            self.of[product.name] = prod(self.of[factor] for factor in product.factors)

    def most(self, term: Linear) -> int:
        """The most that a term can be."""
        return term.constant + sum(factor * self.of[name] for name, factor in term.coefficients if factor > 0)

    def visited(self, loop: Loop) -> int:
        """How far the numbers must be known that a loop visits, or those whose divisors it visits."""
        divided = loop.visit.number.linear if isinstance(loop.visit, Divides) else None
        return self.of[loop.name] if divided is None else self.size(divided)

    @property
    def fit(self) -> bool:
        """Whether no term of the family can be too large for the kernels."""
        loops = self.loops
        terms = [*loops.guards, *self.reached, *_terms(loops.guard_checks)]
        for loop in loops.loops:
            terms += [bound.term for bound in (*loop.lower, *loop.upper)]
            terms += [*loop.falling, *loop.rising, *_terms([*loop.checks, *([loop.visit] if loop.visit else [])])]
        return all(self.size(term) < SAFE for term in terms)

    def size(self, term: Linear) -> int:
        """The most that a term can be, with either sign."""
        return abs(term.constant) + sum(abs(factor) * self.of[name] for name, factor in term.coefficients)


def _terms(conditions: Iterable[Condition]) -> list[Linear]:
    """The linear terms in which conditions speak."""
    found: list[Linear] = []

    def look(term: Expression) -> Expression:
        found.append(term.linear)
        for call, _ in term.calls:
            for argument in call.arguments:
                look(argument)
        return term

    for condition in conditions:
        condition.with_terms(look)
    return found
