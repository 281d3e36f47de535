"""Comparisons rewritten so that less is left that is not linear: by cases, or with a value in the place of a call."""

from __future__ import annotations

from sprague.rules.conditions import Compare, Formula, all_of, some_of
from sprague.rules.expressions import Call, Div, Expression, Max, Mod
from sprague.rules.linear import Linear

ZERO = Expression(Linear())
NEVER = Compare(Expression.of(1), "=", ZERO)


def by_cases(formula: Compare, call: Call) -> Formula:
    """Replace max or min by each argument, where that is the one."""
    cases = []
    for chosen in call.arguments:
        order = [
            Compare(other, "<=", chosen) if isinstance(call, Max) else Compare(chosen, "<=", other)
            for other in call.arguments
            if other != chosen
        ]
        cases.append(all_of([*order, replaced(formula, call, chosen)]))
    return some_of(cases)


def without_quotient(difference: Expression, call: Div, relation: str) -> Compare:
    """A comparison with 0, times the divisor: what is divided, less its residue, is that multiple of the quotient."""
    factor = dict(difference.calls)[call]
    rest = difference - Expression.of(call) * factor
    multiple = call.term - Expression.of(Mod(call.term, call.divisor))
    return Compare(rest * call.divisor + multiple * factor, relation, ZERO)


def replaced(formula: Compare, call: Call, value: Expression | Linear | int) -> Compare:
    """The comparison with a call replaced by its value."""
    new = value if isinstance(value, Expression) else Expression.of(value)

    def side_of(side: Expression) -> Expression:
        kept = Expression(side.linear, tuple(part for part in side.calls if part[0] != call))
        return sum((new * factor for old, factor in side.calls if old == call), kept)

    return Compare(side_of(formula.left), formula.relation, side_of(formula.right))


def residue_is(term: Expression, modulus: int, value: int) -> Formula:
    """That a term leaves this remainder."""
    return Compare(Expression.of(Mod(term, modulus)), "=", Expression.of(value))


def size_of(name: str, term: Expression) -> Formula:
    """Name = |term|."""
    return some_of([Compare(Expression.of(name), "=", term), Compare(Expression.of(name), "=", -term)])
