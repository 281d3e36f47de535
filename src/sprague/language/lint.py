"""Detection of probable mistakes in valid rules, such as unused choices and terms that are compared with themselves."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.language.conditions import FALSE, Chain, Compare, Formula, Junction, Not, all_of
from sprague.language.expressions import Expression
from sprague.language.rule_ast import MoveAst, conjuncts


def is_idle_choice(choice: str, move: MoveAst, piles: Sequence[str]) -> bool:
    """Return whether a choice is probably a mistake, because it occurs in no new value and restricts no other name.

    >>> from sprague.rules import parse
    >>> (move,) = parse("(a, b) -> (a - k, b) where 1 <= k <= b, a = 2q").ast.moves
    >>> is_idle_choice("k", move, ("a", "b")), is_idle_choice("q", move, ("a", "b"))  # a = 2q: the pile a is even
    (False, False)

    A choice that occurs in a condition with other choices is not reported.
    """
    if any(choice in entry.names for entry in move.entries):
        return False
    conditions = [part for part in conjuncts(move.where) if choice in part.names]
    known = {choice, *piles}
    if len(conditions) > 1 and not all(part.names <= known for part in conditions):
        return False
    return not any(_needs(part, choice) for part in conditions)


def _needs(condition: Formula, choice: str) -> bool:
    """Return whether a condition on a choice also restricts the values of other names.

    For example, a = 2q restricts a, because a number q exists only if a is even.
    """
    if condition.names <= {choice}:
        return False
    if isinstance(condition, Junction):
        return any(_needs(part, choice) for part in condition.parts if choice in part.names)
    if isinstance(condition, Not):
        return _needs(condition.part, choice)
    if not isinstance(condition, Chain):
        return True
    links = [link for link in condition.links() if choice in link.names]
    return any(_has_gaps(link, choice, len(links)) for link in links)


def _has_gaps(link: Compare, choice: str, links: int) -> bool:
    """Return whether, for some values of its other names, the comparison `link` has no solution for the name `choice`.

    `link` belongs to a chain such as `1 <= k < a`; `links` is the number of comparisons in the chain that contain
    `choice`.
    """
    difference = link.right - link.left
    factor = difference.linear.coefficient(choice)
    equal = link.relation == "="
    if abs(factor) != 1 or any(choice in call.names for call, _ in difference.calls):
        # A choice with a factor excludes some values: `3q <= a <= 3q + 1` has no solution q for a = 2.
        return equal or links > 1
    rest = (difference - Expression.of(choice) * factor) * -factor
    parts = (*rest.linear.coefficients, *rest.calls)
    # `w = u + v` has a solution w for all u and v, but `w = a - u - v` requires u + v <= a.
    return equal and (rest.linear.constant < 0 or any(size < 0 for _, size in parts))


def is_never_positive(entry: object) -> bool:
    """Return whether the new value of a pile is probably a mistake, because it is never positive, as in `-k`."""
    if not isinstance(entry, Expression) or entry.calls:
        return False
    linear = entry.linear
    return linear.constant <= 0 and all(factor < 0 for _, factor in linear.coefficients) and str(linear) != "0"


def without_self_comparisons(condition: Formula) -> Formula:
    """Replace each comparison of a term with itself by `true` or `false`.

    `all piles >= a` expands to a condition with `a >= a`, which the parser of rules would reject.

    >>> from sprague.language.formula_parser import parse_formula
    >>> print(without_self_comparisons(parse_formula("a >= a and b >= a", ("a", "b"))))
    true and b >= a
    """
    match condition:
        case Junction(word, parts):
            return Junction(word, tuple(map(without_self_comparisons, parts)))
        case Not(part):
            return Not(without_self_comparisons(part))
        case Chain() if compares_with_itself(condition):
            links = list(condition.links())
            if any(link.left == link.right and link.relation in ("<", "!=") for link in links):
                return FALSE
            others = [link for link in links if link.left != link.right]
            return all_of([Chain((link.left, link.right), (link.relation,)) for link in others])
    return condition


def compares_with_itself(condition: Formula) -> bool:
    """Return whether a comparison is probably a mistake, because both sides are the same, as in k >= k."""
    return isinstance(condition, Chain) and any(link.names and link.left == link.right for link in condition.links())
