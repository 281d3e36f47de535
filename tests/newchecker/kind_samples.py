"""Certificates of version 2 for the tests of the new checker, ways to change them, and a naive oracle for rules."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from typing import Any

from sprague.newchecker import Budget, CheckerError, verify
from sprague.newchecker.evaluation import evaluate_formula, evaluate_term
from sprague.newchecker.trees import Rule, read_rule

Certificate = dict[str, Any]
Position = tuple[int, ...]
Tree = Any

YES: Tree = ["and"]


def move(to: list[Tree], where: Tree = YES) -> Certificate:
    """A move to one part."""
    return {"to": [to], "where": where}


def split(parts: list[Tree], where: Tree = YES) -> Certificate:
    """A move of a heap to several heaps."""
    return {"to": [[part] for part in parts], "where": where}


def compare(*parts: Tree) -> Tree:
    """A chain of comparisons."""
    return ["compare", *parts]


def certificate(kind: str, rule: Certificate, evidence: Certificate, **more: Any) -> Certificate:
    """A certificate of a kind without automata."""
    key = {"misere-quotient": "quotient"}.get(kind, kind)
    found = {"format": "sprague-certificate", "version": 2, "kind": kind, "play": "normal", "rule": rule, key: evidence}
    return copy.deepcopy(found | more)


def verdict(data: Certificate, budget: Budget | None = None) -> str:
    """The result of a check: "verified", or the name of the error."""
    try:
        return "verified" if verify(copy.deepcopy(data), budget) else "unproved claim"
    except CheckerError as error:
        return type(error).__name__


def edit(path: str, value: object) -> Callable[[Certificate], None]:
    """A change of one place of a certificate; the value `...` deletes it."""

    def change(data: Certificate) -> None:
        *inner, last = [int(key) if key.isdigit() else key for key in path.split("/")]
        place: Any = data
        for key in inner:
            place = place[key]
        if value is ...:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)

    return change


def changed(data: Certificate, *changes: Callable[[Certificate], None]) -> Certificate:
    """A copy with changes."""
    found = copy.deepcopy(data)
    for change in changes:
        change(found)
    return found


def numbers_changed(tree: Tree) -> Iterator[Tree]:
    """All copies of a tree in which one number is greater by 1, or one relation is another one."""
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<=", "!=": "="}
    if isinstance(tree, dict | list):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            for new in numbers_changed(tree[key]):
                found = copy.copy(tree)
                found[key] = new
                yield found
    elif type(tree) is int:
        yield tree + 1
    elif isinstance(tree, str) and tree in other:
        yield other[tree]


# ------------------------------------------------------------------------------ the naive oracle


class Oracle:
    """Values and outcomes by the definition, for a rule whose choices are not larger than the chips."""

    def __init__(self, tree: Certificate) -> None:
        self.rule: Rule = read_rule(tree, splits=True)
        self.grundy = cache(self._grundy)
        self.is_p = cache(self._is_p)
        self.options = cache(self._options)

    def _options(self, position: Position) -> frozenset[tuple[Position, ...]]:
        """The options of a position, each a tuple of parts."""
        rule = self.rule
        values = dict(zip(rule.piles, position, strict=True))
        if any(evaluate_formula(clause, values) for clause in (rule.stop, rule.win)):
            return frozenset()
        found = set()
        for order in self._orders(position):
            at = dict(zip(rule.piles, order, strict=True))
            for one in rule.moves:
                choices = rule.choices(one)
                for chosen in product(range(sum(position) + 1), repeat=len(choices)):
                    numbers = at | dict(zip(choices, chosen, strict=True))
                    if evaluate_formula(one.where, numbers):
                        parts = [tuple(evaluate_term(term, numbers) for term in part) for part in one.parts]
                        if all(value is not None and value >= (0, rule.least_pile) for part in parts for value in part):
                            found.add(tuple(tuple(value[1] for value in part if value) for part in parts))
        return frozenset(found)

    def _orders(self, position: Position) -> set[Position]:
        orders = {position}
        for group in self.rule.any_order:
            places = [self.rule.piles.index(pile) for pile in group]
            for order in list(orders):
                for other in permutations(places):
                    new = list(order)
                    for place, source in zip(places, other, strict=True):
                        new[place] = order[source]
                    orders.add(tuple(new))
        return orders

    def _grundy(self, position: Position) -> int:
        reached = set()
        for option in self.options(position):
            value = 0
            for part in option:
                value ^= self.grundy(part)
            reached.add(value)
        return next(value for value in range(len(reached) + 1) if value not in reached)

    def _is_p(self, parts: tuple[Position, ...], misere: bool) -> bool:
        """Whether a sum of positions is a P-position."""
        options = [
            tuple(sorted((*parts[:place], *option, *parts[place + 1 :])))
            for place, part in enumerate(parts)
            for option in self.options(part)
        ]
        won = any(evaluate_formula(self.rule.win, dict(zip(self.rule.piles, part, strict=True))) for part in parts)
        if not options:
            return won or not misere
        return not any(self.is_p(option, misere) for option in options)
