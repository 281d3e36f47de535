"""Naive truth of questions: quantified numbers range over boxes, and predicates follow their definitions.

The evaluation uses no automaton and no theorem. A question without free names is evaluated with quantified numbers
below a bound. Behind each alternation of quantifiers the bound grows, so that `all a: exists b: …` finds the b that
belong to a.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import sprague
from sprague.formulas.evaluation import evaluate, value
from sprague.language.conditions import Exists, Formula, InSet, Junction, Not
from sprague.rules.ruleset import Ruleset
from tests.oracle import Oracle

GROWTH = 1.8  # the bound of quantified numbers grows by this factor behind each alternation of quantifiers


class NaivePredicates:
    """The predicates of a game by definition."""

    def __init__(self, rule: Ruleset) -> None:
        self.rule, self.oracle = rule, Oracle(rule.options)
        self.is_member = cache(self._is_member)

    def _is_member(self, name: str, entries: tuple[int, ...]) -> bool:
        *play, kind = name.split(".")
        kind, _, number = kind.partition("=")
        if kind == "move":
            half = len(entries) // 2
            both = [self.position(entries[:half]), self.position(entries[half:])]
            return None not in both and both[1] in self.rule.options(both[0] or ())
        if kind == "value" and not number:
            *entries_left, wanted = entries
            place = self.position(tuple(entries_left))
            return place is not None and self.oracle.grundy(place) == wanted
        place = self.position(entries)
        if place is None or kind == "position":
            return place is not None
        if kind == "value":
            return self.oracle.grundy(place) == int(number)
        if kind == "terminal":
            return self.rule.is_terminal(place)
        return self.oracle.outcome(place, "misere" in play) == kind

    def position(self, entries: tuple[int, ...]) -> tuple[int, ...] | None:
        if min(entries) < 0 or not self.rule.is_position(entries):
            return None
        return self.rule.position(entries)


class BoxTruth:
    """The truth of questions about some games, with quantified numbers in boxes.

    `sets` contains the names and the formula of each defined set.
    """

    def __init__(self, game: str, bound: int, **others: str) -> None:
        self.bound = bound
        self.sets: dict[str, tuple[tuple[str, ...], Formula]] = {}
        self.games = {name: NaivePredicates(sprague.game(text)) for name, text in {"": game, **others}.items()}

    def holds(self, formula: Formula, numbers: dict[str, int], positive: bool = True, outer: str = "") -> bool:
        """Return whether a formula is true for some numbers.

        `outer` lists the quantifiers around the formula, E or A, where equal neighbours count once. The formula is
        inside an odd number of negations if not `positive`.
        """
        match formula:
            case Not(part):
                return not self.holds(part, numbers, not positive, outer)
            case Junction(word, parts):
                found = (self.holds(part, numbers, positive, outer) for part in sorted(parts, key=_effort))
                return all(found) if word == "and" else any(found)
            case Exists(name, body, bound):
                kind = "E" if positive else "A"
                outer += "" if outer.endswith(kind) else kind
                most = int(self.bound * GROWTH ** (len(outer) - 1))
                if bound is not None:
                    most = min(most, int(value(bound, numbers).whole) + 1)
                return any(self.holds(body, {**numbers, name: number}, positive, outer) for number in range(most))
            case InSet(name, terms):
                if name in self.sets:
                    names, defined = self.sets[name]
                    given = (int(value(term, numbers).whole) for term in terms)
                    return self.holds(defined, dict(zip(names, given, strict=True)), positive, outer)
                game = name.partition(".")[0] if name.partition(".")[0] in self.games else ""
                entries = tuple(int(value(term, numbers).whole) for term in terms)
                return self.games[game].is_member(name.removeprefix(f"{game}."), entries)
        return bool(evaluate(formula, numbers))

    def least_witness(self, formula: Formula) -> dict[str, int] | None:
        """Return the numbers with the least sum that satisfy the body of leading `exists`, or None."""
        names: list[str] = []
        while isinstance(formula, Exists):
            names.append(formula.name)
            formula = formula.body
        for entries in sorted(product(range(self.bound), repeat=len(names)), key=lambda one: (sum(one), one)):
            numbers = dict(zip(names, entries, strict=True))
            if self.holds(formula, numbers, outer="E"):
                return {name: number for name, number in numbers.items() if not name.endswith("'")}
        return None


def _effort(formula: Formula) -> bool:
    """Return whether a formula has a quantifier; formulas without quantifiers are evaluated first."""
    match formula:
        case Exists():
            return True
        case Not(part):
            return _effort(part)
        case Junction(_, parts):
            return any(map(_effort, parts))
    return False
