"""Position by position, for rules without a plan: exhaustive search from each position asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sprague.errors import CycleError
from sprague.rules import Position, Ruleset
from sprague.rules.facts import Facts
from sprague.rules.implication import follows
from sprague.rules.positions import show_position
from sprague.tables.layout import places_of
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.search import search
from sprague.tables.walks.walk import Progress, Values, Walk

MOST_TRIED = 1000  # positions tried for a move that can be made again and again: a moment


class BySearch(Walk):
    """A search that looks at no more than so many positions."""

    region = None

    def __init__(self, request: Request, reason: str, most: int) -> None:
        self.request, self.reason, self.most = request, reason, most

    def memory(self) -> int:
        return 0

    def describe(self) -> str:
        return f"Plan: search, position by position, because {self.reason}."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        rule = self.request.rule
        positions = asked.positions(rule)
        starts = [tuple(row) for row in positions.tolist()]

        def reported() -> Iterator[Position]:
            for number, start in enumerate(starts):
                report(number / len(starts))
                yield start

        refuse_if_endless(rule, starts[:MOST_TRIED])
        found = search(rule, reported(), self.request.what, self.request.misere, self.most)
        out = np.zeros(asked.size, dtype=np.int64)
        out[places_of(positions, asked.layout)] = [found[start] for start in starts]
        return out


def refuse_if_endless(rule: Ruleset, starts: Iterable[Position]) -> None:
    """Refuse a game in which some move can be made again and again, so that a search would never end.

    Such a move adds fixed numbers, none of them negative, and what allows it allows it afterwards. (Where not every
    tuple is a position, that is left for the search to find out.)
    """
    if rule.stop or rule.win or rule.is_restricted:
        return
    moves = zip(rule.vectors or (), rule.facts, strict=False)
    endless = [vector for vector, facts in moves if min(vector) >= 0 < max(vector) and _stays_legal(facts)]
    for start in starts:
        for vector in endless:
            steps = [tuple(e + n * by for e, by in zip(start, vector, strict=True)) for n in range(3)]
            if rule.position(steps[1]) in rule.options(start):
                shown = " -> ".join(map(show_position, steps))
                raise CycleError(f"{rule.label}: play can go on for ever, so there is no outcome: {shown} -> …")


def _stays_legal(facts: Facts) -> bool:
    """Whether the conditions of a move, once they hold, hold after it."""
    return not facts.others and follows(facts.all, [fact.substitute(facts.reached) for fact in facts.all])
