"""`NimPileStrategy`: discovery for games with a separate Nim pile, by the Grundy values of the other entries.

A game with a separate Nim pile is the sum of the Nim pile and a game on the other entries. In a P-position, the height
of the Nim pile therefore equals the Grundy value of the other entries. A table of the Grundy values without the Nim
pile contains the same information as a table of all positions, but is much smaller. The strategy uses the tables of
Grundy values only for learning. The learnt automaton is proved for the original game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sprague.discovery.automaton_strategy import MOST_SHOWN, AutomatonStrategy, TableTask
from sprague.discovery.grundy_function_strategy import GrundyFunctionOracle
from sprague.discovery.strategy import Problem
from sprague.language.positions import Position
from sprague.linear.constraints import TooManyCases, implies
from sprague.linear.terms import Linear
from sprague.rules.families import Family
from sprague.rules.relations import Relation, option_name
from sprague.rules.ruleset import Ruleset
from sprague.tables.table import Table


@dataclass(frozen=True)
class NimPile:
    """A separate Nim pile of a game: its index in positions, and the game on the other entries."""

    place: int
    others: Ruleset


@lru_cache(maxsize=64)
def find_nim_pile(rule: Ruleset) -> NimPile | None:
    """Return the first pile of a game that is a Nim pile independent of the other entries; None if there is none.

    >>> from sprague.rules import parse
    >>> found = find_nim_pile(parse("(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2"))
    >>> found.place, str(found.others)
    (0, '(y) -> (y - k) where 1 <= k <= 2')
    """
    if len(rule.piles) < 2 or rule.stop or rule.win or rule.blocking or rule.splits or rule.functions or rule.floor:
        return None
    try:
        places = (place for place in range(len(rule.piles)) if _is_nim(rule, place))
        return next((NimPile(place, _without(rule, place)) for place in places), None)
    except TooManyCases:
        return None


def _is_nim(rule: Ruleset, place: int) -> bool:
    name = rule.names[place]
    spoken = {other for part in rule.domain for condition in part for other in condition.names}
    if name in spoken or any(place in block for block in rule.blocks):
        return False
    own = [number for number, family in enumerate(rule.families) if family.target[place] != Linear.of(name)]
    others = [family for number, family in enumerate(rule.families) if number not in own]
    return len(own) == 1 and _takes_any_number(rule, own[0], name) and not any(_names(one, name) for one in others)


def _takes_any_number(rule: Ruleset, number: int, name: str) -> bool:
    """Return whether the moves of a family are exactly the moves that lower one pile by any number."""
    if not rule.constraints[number].is_linear:
        return False
    relation = Relation.of(rule.constraints[number])
    if relation.changed != (name,) or relation.equations or relation.others or relation.unsolved:
        return False
    there, fall = Linear.of(option_name(name)), Linear.of(name) - Linear.of(option_name(name)) - 1
    terms = [link.term for link in relation.inequalities]
    everywhere = [*rule.bounds, there, fall]
    return implies([*terms, *rule.bounds], [fall]) and all(implies(everywhere, [term]) for term in terms)


def _names(family: Family, name: str) -> bool:
    """Return whether a move family depends on the height of a pile that its moves do not change."""
    entries = [entry for entry in family.target if entry != Linear.of(name)]
    spoken = {other for condition in family.where for other in condition.names}
    return name in spoken or any(name in entry.names for entry in entries)


def _without(rule: Ruleset, place: int) -> Ruleset:
    """Return the game on the entries other than the Nim pile."""
    families = [family for family in rule.families if family.target[place] == Linear.of(rule.names[place])]
    return Ruleset.from_families(
        (*rule.piles[:place], *rule.piles[place + 1 :]),
        tuple(Family.to((*one.target[:place], *one.target[place + 1 :]), one.where) for one in families),
        rule.remembered,
        tuple(tuple(entry - (entry > place) for entry in block) for block in rule.blocks),
        domain=rule.domain,
    )


class NimPileStrategy(AutomatonStrategy):
    """The discovery strategy for games with a Nim pile; it uses tables of the Grundy values of the other entries."""

    def __init__(self, problem: Problem, pile: NimPile) -> None:
        super().__init__(problem)
        self.pile = pile
        self.tables = _NimPileTables(self, pile)

    @property
    def tabulated(self) -> Ruleset:
        return self.pile.others


class _NimPileTables(TableTask):
    """The task that computes tables of Grundy values, which are the heights of the Nim pile in P-positions."""

    what = "grundy"

    def __init__(self, search: AutomatonStrategy, pile: NimPile) -> None:
        super().__init__(search)
        self.pile = pile

    def oracle_of(self, table: Table) -> GrundyFunctionOracle:
        return GrundyFunctionOracle(self.search.problem.rule, table, 0, self.pile.place)

    def smallest_p_positions(self, table: Table) -> list[Position]:
        place, piles = self.pile.place, len(table.game.piles) + 1
        found = [(*others[:place], value, *others[place:]) for others, value in table.items()]
        known = [position for position in found if sum(position[:piles]) < table.complete_below]
        return sorted(known, key=lambda position: (sum(position[:piles]), position))[:MOST_SHOWN]
