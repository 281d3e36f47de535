"""Automata for all positions of a game (`positions_automaton`) and for a claimed set of positions (`translate_set`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_, or_

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.language.conditions import (
    Compare,
    Condition,
    Formula,
    all_of,
    some_of,
)
from sprague.language.expressions import (
    Expression,
)
from sprague.language.statements import Order, Statement
from sprague.proofs.translation import translate
from sprague.rules.ruleset import Ruleset


def conditions_automaton(
    rule: Ruleset, alternatives: Sequence[Sequence[Condition]], numeration: Numeration
) -> Automaton:
    """Return the automaton of the positions that satisfy conditions in disjunctive normal form."""
    parts = [all_of(conjunction) for conjunction in alternatives]
    return translate(some_of(parts), rule.names, numeration)


@lru_cache(maxsize=256)
def positions_automaton(rule: Ruleset, numeration: Numeration) -> Automaton:
    """Return the automaton of all positions of a game."""
    parts: list[Formula] = [some_of([all_of(part) for part in rule.domain])]
    for name in rule.names:
        if lowest := rule.lowest(name):
            parts.append(Compare(Expression.of(lowest), "<=", Expression.of(name)))
    return translate(all_of(parts), rule.names, numeration)


@dataclass(frozen=True)
class TranslatedSet:
    """The automaton of a claimed set of positions, and the claim as text, including the order of the piles."""

    automaton: Automaton
    text: str


def translate_set(positions: Statement, everywhere: Automaton) -> TranslatedSet:
    """Return the automaton of the positions in a claimed set; `everywhere` is the automaton of all positions.

    >>> from sprague.automata.automaton import everything
    >>> from sprague.rules import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> translate_set(Statement.read(nim, "b < a or a <= b"), everything(2)).text
    'b < a or a <= b'
    >>> translate_set(Statement.read(nim, "for every order: b <= a"), everything(2)).text
    'for every order: b <= a'
    """
    written = translate(positions.formula, positions.names, everywhere.numeration) & everywhere
    depends = not positions.is_symmetric and written.asymmetry_witness(positions.blocks) is not None
    return TranslatedSet(_in_orders(written, positions) if depends else written, positions.written(depends))


def _in_orders(automaton: Automaton, positions: Statement) -> Automaton:
    """Return the automaton of the positions that are in a set after some (or every) reordering of their piles."""
    for block in positions.blocks:
        # Every permutation is a sequence of swaps: swap index 0 with index 0 or later, then index 1 with index 1 or
        # later, and so on.
        for place, first in enumerate(block):
            swapped = [automaton, *(automaton.swap(first, second) for second in block[place + 1 :])]
            automaton = reduce(or_ if positions.order is Order.SOME else and_, swapped)
    return automaton
