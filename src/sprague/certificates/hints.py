"""Hints for moves that change many entries at once: how a checker may eliminate the choices.

A checker asks at which positions there are choices that lead into a set. To guess many choices at the same time takes
an automaton with many states. Two shapes of moves need no such automaton.

*Sums.* In Empty & Redistribute, `(a, b, c) -> (u, v, w) where u + v + w = a + b`, the choices depend on the position
only by one number s = a + b. Eliminate u, v and w together, which leaves a set of numbers s, then s.

*Piles by themselves.* In Moore's Nim, `(a, b, c) -> (u, v, w) where u <= a, v <= b, w <= c, u + v + w < a + b + c`, the
last condition alone connects the piles. As a disjunction, u < a or v < b or w < c, it does not, and the choices can be
eliminated one after another.

A hint is not believed: a checker shows that the conditions are equivalent before it uses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sprague.certificates.names import new_name
from sprague.certificates.trees import AS_WRITTEN, write_formula, write_linear
from sprague.certificates.values import Tree
from sprague.rules.conditions import Chain, Formula, all_of, some_of
from sprague.rules.expressions import Expression
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Ruleset
from sprague.rules.written import WrittenMove, conjuncts

FEW = 2  # entries that may change at once without a hint


def write_hints(rule: Ruleset, names: Mapping[str, str] = AS_WRITTEN) -> list[Tree] | None:
    """A hint, or None, for each move of a rule; None if no move needs one.

    >>> from sprague.rules.notation import parse
    >>> write_hints(parse("(a, b, c) -> (u, v, w) where u + v + w = a + b any order piles >= 1"))
    [{'sums': [{'name': 's', 'term': ['+', 'a', 'b']}], 'order': [['u', 'v', 'w'], ['s']]}]
    >>> nim = "(a, b, c) -> (u, v, w) where u <= a, v <= b, w <= c, u + v + w < a + b + c"
    >>> write_hints(parse(nim))[0]["order"]
    [['u'], ['v'], ['w']]
    """
    hints = [_hint(rule, move, names) for move in rule.written.moves]
    return hints if any(hint is not None for hint in hints) else None


def _hint(rule: Ruleset, move: WrittenMove, names: Mapping[str, str]) -> Tree | None:
    if rule.splits:
        return None
    owners = _owners(rule, move)
    changed = [name for name, entry in zip(rule.names, move.entries, strict=True) if entry != Expression.of(name)]
    if owners is None or len(changed) <= FEW:
        return None
    return _sum_hint(rule, move, owners, names) or _separate_hint(move, owners, names)


def _owners(rule: Ruleset, move: WrittenMove) -> dict[str, str] | None:
    """For each choice the one entry that it becomes a part of; None if a choice has none or several."""
    owners: dict[str, str] = {}
    for choice in move.choices(rule.names):
        entries = [name for name, entry in zip(rule.names, move.entries, strict=True) if choice in entry.names]
        if len(entries) != 1 or entries[0] in owners.values():
            return None
        owners[choice] = entries[0]
    return owners


# ---------------------------------------------------------------------------------------- sums


def _sum_hint(
    rule: Ruleset, move: WrittenMove, owners: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, Tree] | None:
    """The hint for choices that are entries themselves, and whose sum is a sum of entries."""
    parts = conjuncts(move.where)
    for part in parts:
        if (total := _kept_sum(part, owners)) is None:
            continue
        others = [other for other in parts if other is not part]
        alone = all(not (set(other.names) & set(owners) and set(other.names) & set(rule.names)) for other in others)
        plain = all(
            entry == Expression.of(name) or (entry.is_linear and entry.linear.is_name and str(entry) in owners)
            for name, entry in zip(rule.names, move.entries, strict=True)
            if isinstance(entry, Expression)
        )
        if not (alone and plain):
            return None
        order = [[names[choice] for choice in owners]]
        if total.is_name:
            return {"order": order}
        name = new_name("s", names.values() if names else {*rule.names, *owners})
        return {"sums": [{"name": name, "term": write_linear(total, names)}], "order": [*order, [name]]}
    return None


def _kept_sum(part: Formula, choices: Mapping[str, str]) -> Linear | None:
    """The sum of entries that is equal to the sum of all choices, if a condition says that."""
    if not isinstance(part, Chain) or part.relations != ("=",) or not all(side.is_linear for side in part.sides):
        return None
    left, right = (side.linear for side in part.sides)
    for difference in (left - right, right - left):
        total = Linear.sum(choices) - difference
        positive = total.coefficients and all(factor > 0 for _, factor in total.coefficients)
        if positive and not total.constant and not set(total.names) & set(choices):
            return total
    return None


# -------------------------------------------------------------------------- piles by themselves


@dataclass(frozen=True)
class _Margin:
    """A term that is at least 0 by the other conditions, and is about one choice."""

    choice: str
    term: Linear

    @property
    def is_positive(self) -> Formula:
        """The condition that the term is at least 1, written as u < a if it is a - u."""
        negative = Linear.build({name: -factor for name, factor in self.term.coefficients if factor < 0})
        if negative == Linear():
            return Chain.of(self.term, ">=", Linear.of(1))
        return Chain.of(negative, "<", self.term + negative)


def _separate_hint(move: WrittenMove, owners: Mapping[str, str], names: Mapping[str, str]) -> dict[str, Tree] | None:
    """The hint for choices that each change one entry, of which at most one condition connects several."""
    parts = conjuncts(move.where)
    joint = [part for part in parts if len(set(part.names) & set(owners)) > 1]
    order = [[names[choice]] for choice in owners]
    if not joint:
        return {"order": order} if len(owners) > FEW else None
    if len(joint) > 1 or len(owners) < FEW:
        return None
    rest = [part for part in parts if part is not joint[0]]
    margins = _margins(joint[0], rest, owners)
    if margins is None:
        return None
    cases = [all_of([*rest, margin.is_positive]) for margin in margins]
    return {"where": write_formula(some_of(cases), names), "order": order}


def _margins(joint: Formula, rest: Sequence[Formula], owners: Mapping[str, str]) -> list[_Margin] | None:
    """The terms of which a condition says that not all are 0, where other conditions say that none is negative."""
    if not isinstance(joint, Chain) or len(joint.sides) != 2 or not all(side.is_linear for side in joint.sides):
        return None
    bounds = joint.bounds()
    if len(bounds.inequalities) != 1 or bounds.equations or not bounds.complete:
        return None
    remaining = bounds.inequalities[0] + 1  # which is at least 1
    natural = _naturals(rest)
    found = []
    for choice in owners:
        factor = remaining.coefficient(choice)
        if not factor:
            continue
        known = [term for term in (*natural, Linear.of(choice)) if set(term.names) & set(owners) == {choice}]
        term = next((term for term in known if term.coefficient(choice) == factor), None)
        if term is None:
            return None
        found.append(_Margin(choice, term))
        remaining = remaining - term
    return found if len(found) > 1 and remaining == Linear() else None


def _naturals(parts: Sequence[Formula]) -> list[Linear]:
    """The terms that conditions say are at least 0, as far as they are linear."""
    chains = [part for part in parts if isinstance(part, Chain)]
    return [term for chain in chains for term in chain.bounds().inequalities]
