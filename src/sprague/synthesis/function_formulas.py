"""`describe_function` finds a formula for a Grundy function, given as an automaton."""

from __future__ import annotations

from sprague.automata.automaton import Automaton
from sprague.language.statements import POWER, VALUE
from sprague.limits import Limits
from sprague.proofs.grundy import add_nim_pile
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.set_formulas import describe_set


def describe_function(rule: Ruleset, automaton: Automaton, as_power: bool, limits: Limits | None = None) -> str | None:
    """Return a formula for the Grundy function of an automaton over positions and values, or None.

    >>> from sprague.automata import atoms
    >>> from sprague.rules import parse
    >>> describe_function(parse("(a, b) -> (u, b) where u < a any order"), atoms.digit_sum_zero(3, 2), as_power=False)
    'value = xor'
    """
    together = add_nim_pile(rule, as_power)
    name = together.names[-1]
    if name not in (VALUE, POWER):
        return None  # a pile already has this name, so the formula cannot use it for the value
    return describe_set(together, automaton, limits)
