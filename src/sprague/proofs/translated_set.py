"""A statement as a set: where its formula holds, in some or in every order of piles that may come in any order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from sprague.automata.automaton import Automaton
from sprague.proofs.translate import translate
from sprague.rules.statements import Order, Statement


@dataclass(frozen=True)
class TranslatedSet:
    """A set of positions as an automaton, and its formula as text, with an order of the piles where that matters."""

    automaton: Automaton
    text: str


def translate_set(positions: Statement, everywhere: Automaton) -> TranslatedSet:
    """The set in the digits of the automaton of all positions; of other tuples a formula says nothing.

    >>> from sprague.automata.automaton import everything
    >>> from sprague.rules.notation import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> translate_set(Statement.read(nim, "b < a or a <= b"), everything(2)).text
    'b < a or a <= b'
    >>> translate_set(Statement.read(nim, "for every order: b <= a"), everything(2)).text
    'for every order: b <= a'
    """
    written = translate(positions.formula, positions.names, everywhere.numeration) & everywhere
    depends = not positions.is_symmetric and written.told_apart(positions.blocks) is not None
    return TranslatedSet(_in_orders(written, positions) if depends else written, positions.written(depends))


def _in_orders(automaton: Automaton, positions: Statement) -> Automaton:
    """The tuples that are members in some or in every order of each block."""
    for block in positions.blocks:
        # Every order is a product of swaps of one place with a later one, place by place.
        for place, first in enumerate(block):
            swapped = [automaton, *(automaton.swap(first, second) for second in block[place + 1 :])]
            automaton = reduce(or_ if positions.order is Order.SOME else and_, swapped)
    return automaton
