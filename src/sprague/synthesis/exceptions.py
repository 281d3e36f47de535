"""`list_exceptions` adds to a formula a list of the finitely many positions at which the formula is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from sprague.automata.automaton import Automaton
from sprague.automata.finite_sets import is_finite
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.number_sets import AND, FormulaText, as_formula_text, conjunction, disjunction

MOST_EXCEPTIONS = 3  # maximum number of exceptions to a formula, not counting other orders of the piles
MOST_ORDERS = 24  # maximum number of orders that are listed for one exception
ENOUGH = 200  # maximum number of exceptions that are examined, counting each order of the piles


def list_exceptions(rule: Ruleset, text: str, automaton: Automaton, different: Automaton) -> str | None:
    """Add the positions of the set `different` to a formula as exceptions; return None if there are too many.

    >>> from sprague.automata import atoms
    >>> from sprague.rules import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> equal = atoms.linear((1, -1), 0, "=")
    >>> more = atoms.finite([(3, 8), (8, 3)], 2)
    >>> list_exceptions(nim, "a = b", equal | more, more)
    'a = b or a = 3 and b = 8'
    >>> list_exceptions(nim, "a = b", equal - atoms.finite([(5, 5)], 2), atoms.finite([(5, 5)], 2))
    'a = b and a != 5'
    """
    if not is_finite(different):
        return None
    every: list[Position] = []
    for position in different.members():
        every.append(position)
        if len(every) > ENOUGH:
            return None
    once = list(dict.fromkeys(_sorted(rule, position) for position in every))
    if len(once) > MOST_EXCEPTIONS:
        return None
    formula = as_formula_text(text)
    added = [position for position in once if position in automaton]
    dropped = [position for position in once if position not in automaton]
    if dropped:
        if " = ".join(rule.names) == text and all(len(set(position)) == 1 for position in dropped):
            listed = [FormulaText(f"{rule.names[0]} != {position[0]}") for position in dropped]
            return reduce(
                disjunction, [reduce(conjunction, [formula, *listed]), *(_added(rule, p) for p in added)]
            ).text
        if [len(block) for block in rule.blocks] == [len(rule.names)]:
            listed = [_with_piles(rule.names, position) for position in dropped]
        elif len(orders := [position for position in every if position not in automaton]) <= MOST_ORDERS:
            listed = [_at(rule.names, position) for position in orders]
        else:
            return None
        formula = conjunction(formula, FormulaText(f"not ({reduce(disjunction, listed).text})"))
    return reduce(disjunction, [formula, *(_added(rule, position) for position in added)]).text


def _added(rule: Ruleset, position: Position) -> FormulaText:
    """Return the formula that is true for exactly one position; the formula for the smallest position is `max = 0`."""
    if len(position) > 1 and rule.names == rule.piles and set(position) == {rule.floor}:
        return FormulaText(f"max = {rule.floor}")
    return _at(rule.names, position)


def _with_piles(names: Sequence[str], position: Position) -> FormulaText:
    """Return the formula that is true for exactly the positions with the given piles, in any order."""
    times = Counter(position)
    if len(times) == 1:
        return _at(names, position)
    return reduce(
        conjunction,
        [
            FormulaText(f"some pile = {pile}" if number == 1 else f"at least {number} piles = {pile}")
            for pile, number in sorted(times.items())
        ],
    )


def _at(names: Sequence[str], position: Position) -> FormulaText:
    """Return the formula that is true for exactly one position."""
    if len(set(position)) == 1 and len(names) > 1:
        return FormulaText(" = ".join([*names, str(position[0])]))
    return FormulaText(" and ".join(f"{name} = {entry}" for name, entry in zip(names, position, strict=True)), AND)


def _sorted(rule: Ruleset, position: Position) -> Position:
    entries = list(position)
    for block in rule.blocks:
        for place, entry in zip(block, sorted(entries[i] for i in block), strict=True):
            entries[place] = entry
    return tuple(entries)
