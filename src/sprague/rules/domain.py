"""Validation of a position (`check_position`, `normalize_position`), and of the clause `positions where` of a rule."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from sprague import arguments
from sprague.errors import ArgumentTypeError, OutOfReach, SpragueError
from sprague.language.positions import Position, read_position, show_position
from sprague.language.rule_ast import DOMAIN, condition_list
from sprague.language.rule_english import count_text
from sprague.linear.constraints import is_possible
from sprague.linear.terms import Applied
from sprague.rules.families import satisfies
from sprague.rules.linear_rule import LinearRule
from sprague.rules.sums import count_components, normalize_sum, split_components
from sprague.rules.symmetry import sort_blocks

MOST_IN_SUM = 10_000_000  # maximum number of entries of a position in games whose positions are sums of components


def check_domain(rule: LinearRule) -> None:
    """Raise an error if no position satisfies `positions where`, or if the clause contains the result of a function."""
    if not any(is_possible([*rule.floors, *terms]) for terms in rule.domain_inequalities):
        raise SpragueError(f"no position satisfies '{DOMAIN}'; leave out a condition")
    spoken = {name for part in rule.domain for condition in part for name in condition.names}
    for family in rule.families:
        for name, entry in zip(rule.names * len(family.parts), family.entries, strict=True):
            if isinstance(entry, Applied) and name in spoken:
                raise SpragueError(
                    f"'{DOMAIN}' must not contain {name}, because a Python function computes {name}: {entry}"
                )


def check_position(rule: LinearRule, entries: Iterable[int]) -> Position:
    """Return the given entries as a position, in the given order; raise an error if the rule has no such position.

    The position may be a sum of components if the rule allows sums.
    """
    given = read_position(entries)
    try:
        position = tuple(arguments.check_integer("a pile", entry) for entry in given)
    except SpragueError:
        raise ArgumentTypeError(f"{rule.label}: expected whole numbers, got {show_position(given)}") from None
    if not rule.takes_sums or len(position) == len(rule.names):
        _check(rule, position, position)
        return position
    if not position or len(position) % len(rule.names):
        each = " for each component" if len(rule.names) > 1 else ""
        count, shown = f"{_entries(rule)}{each}", show_position(position)
        raise SpragueError(f"{rule.label}: expected {count}, got {len(position):,}: {shown}")
    if len(position) > MOST_IN_SUM:
        raise OutOfReach(
            f"{rule.label}: expected at most {MOST_IN_SUM:,} numbers in a position, got {len(position):,}; in "
            "normal play, leave out pairs of equal components"
        )
    for component in count_components(rule, position):
        _check(rule, component, position)
    return position


def normalize_position(rule: LinearRule, entries: Iterable[int]) -> Position:
    """Return the given entries as a checked position, with interchangeable piles sorted.

    If the position is a sum, empty components are removed, and the remaining components are sorted.
    """
    given = check_position(rule, entries)
    if len(given) == len(rule.names):
        return sort_blocks(rule.blocks, given)
    return normalize_sum(rule, given)


def position_in_given_order(rule: LinearRule, entries: Iterable[int]) -> Position:
    """Return the given entries as a checked position, in the given order; empty components of a sum are removed.

    >>> from sprague.rules import parse
    >>> position_in_given_order(parse("n -> n - 1"), (7, 0, 5))
    (7, 5)
    """
    given = check_position(rule, entries)
    if len(given) == len(rule.names):
        return given
    kept = [one for one in split_components(rule, given) if any(one) or not rule.is_terminal_component(one)]
    return tuple(chain(*(kept or split_components(rule, given)[:1])))


def _check(rule: LinearRule, component: Position, whole: Position) -> None:
    """Raise an error if a component of a position does not belong to the game."""
    if len(component) != len(rule.names):
        count, shown = _entries(rule), show_position(component)
        raise SpragueError(f"{rule.label}: expected {count}, got {len(component):,}: {shown}")
    for name, entry in zip(rule.names, component, strict=True):
        if entry < (least := rule.lowest(name)):
            raise SpragueError(f"{rule.label}: expected {name} to be at least {least}, got {show_position(whole)}")
    if rule.is_restricted and not satisfies(rule.domain, rule.names, component):
        condition, shown = _missed(rule, component), show_position(whole)
        raise SpragueError(f"{rule.label}: expected a position where {condition}, got {shown}")


def _entries(rule: LinearRule) -> str:
    """Return a phrase that states how many entries a position has, such as "3 piles"."""
    extra = f" and {count_text(len(rule.remembered), 'remembered number')}" if rule.remembered else ""
    return f"{count_text(len(rule.piles), 'pile')}{extra}"


def _missed(rule: LinearRule, position: Position) -> str:
    """Return the text of the condition of `positions where` that a tuple violates.

    If `positions where` is a conjunction, the text contains only the first part that the tuple violates.
    """
    if len(rule.domain) > 1:
        return condition_list(rule.ast.domain)
    values = dict(zip(rule.names, position, strict=True))
    return next(str(condition) for condition in rule.domain[0] if not condition.holds(values))
