"""The domain of a rule: which tuples of numbers are positions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from sprague import arguments
from sprague.errors import OutOfReach, SpragueError
from sprague.language.positions import Position, show_position
from sprague.language.rule_ast import DOMAIN, listed
from sprague.language.rule_english import count_of
from sprague.linear.constraints import is_possible
from sprague.linear.terms import Applied
from sprague.rules.families import meets
from sprague.rules.linear_rule import LinearRule
from sprague.rules.sums import arranged, counted, in_components
from sprague.rules.symmetry import sorted_in

MOST_IN_SUM = 10_000_000


def check_domain(rule: LinearRule) -> None:
    """Refuse a domain without positions, and one of numbers that only a Python function knows."""
    if not any(is_possible([*rule.floors, *terms]) for terms in rule.domain_inequalities):
        raise SpragueError(f"expected some positions, but no piles are as '{DOMAIN}' says; leave out a condition")
    spoken = {name for part in rule.domain for condition in part for name in condition.names}
    for family in rule.families:
        for name, entry in zip(rule.names * len(family.parts), family.entries, strict=True):
            if isinstance(entry, Applied) and name in spoken:
                raise SpragueError(f"expected '{DOMAIN}' to say nothing of {name}, which becomes {entry}")


def checked(rule: LinearRule, entries: Iterable[int]) -> Position:
    """A position of the rule, with its piles in the order given; what is none is refused.

    It may be a sum of components, where the rule takes sums.
    """
    try:
        given = tuple(entries)
    except TypeError:
        raise SpragueError(f"{rule.label}: expected a position such as (3, 5), got {entries!r}") from None
    try:
        position = tuple(arguments.whole("a pile", entry) for entry in given)
    except SpragueError:
        raise SpragueError(f"{rule.label}: expected whole numbers, got {show_position(given)}") from None
    if not rule.takes_sums or len(position) == len(rule.names):
        _check(rule, position, position)
        return position
    if not position or len(position) % len(rule.names):
        each = " for each component" if len(rule.names) > 1 else ""
        raise SpragueError(
            f"{rule.label}: expected {_entries(rule)}{each}, got {len(position):,}: {show_position(position)}"
        )
    if len(position) > MOST_IN_SUM:
        raise OutOfReach(
            f"{rule.label}: expected at most {MOST_IN_SUM:,} numbers in a position, got {len(position):,}; "
            "in normal play leave out equal components two by two"
        )
    for component in counted(rule, position):
        _check(rule, component, position)
    return position


def position_of(rule: LinearRule, entries: Iterable[int]) -> Position:
    """Return the position with these entries, checked, with piles sorted where their order does not matter.

    Of a sum, components that are empty are left out, and the others are sorted.
    """
    given = checked(rule, entries)
    if len(given) == len(rule.names):
        return sorted_in(rule.blocks, given)
    return arranged(rule, given)


def as_placed(rule: LinearRule, entries: Iterable[int]) -> Position:
    """Check that these are a position, and leave piles in the order given; components that add nothing are left out.

    >>> from sprague.rules import parse
    >>> as_placed(parse("n -> n - 1"), (7, 0, 5))
    (7, 5)
    """
    given = checked(rule, entries)
    if len(given) == len(rule.names):
        return given
    kept = [one for one in in_components(rule, given) if any(one) or not rule.is_over_at(one)]
    return tuple(chain(*(kept or in_components(rule, given)[:1])))


def _check(rule: LinearRule, component: Position, whole: Position) -> None:
    """Refuse what is no position of a single component."""
    if len(component) != len(rule.names):
        raise SpragueError(
            f"{rule.label}: expected {_entries(rule)}, got {len(component):,}: {show_position(component)}"
        )
    for name, entry in zip(rule.names, component, strict=True):
        if entry < (least := rule.lowest(name)):
            raise SpragueError(f"{rule.label}: expected {name} to be at least {least}: {show_position(whole)}")
    if rule.is_restricted and not meets(rule.domain, rule.names, component):
        raise SpragueError(
            f"{rule.label}: expected a position where {_missed(rule, component)}, got {show_position(whole)}"
        )


def _entries(rule: LinearRule) -> str:
    """How many numbers a position has, in words."""
    extra = f" and {count_of(len(rule.remembered), 'remembered number')}" if rule.remembered else ""
    return f"{count_of(len(rule.piles), 'pile')}{extra}"


def _missed(rule: LinearRule, position: Position) -> str:
    """What a tuple that is no position should be: the first condition that fails, if all of them must hold."""
    if len(rule.domain) > 1:
        return listed(rule.ast.domain)
    values = dict(zip(rule.names, position, strict=True))
    return next(str(condition) for condition in rule.domain[0] if not condition.holds(values))
