"""`describe_function` finds a formula for a Grundy function, given as an automaton."""

from __future__ import annotations

from contextlib import suppress

from sprague.automata.automaton import Automaton
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.language.statements import POWER, VALUE
from sprague.limits import Limits
from sprague.proofs.grundy import add_nim_pile
from sprague.proofs.position_automata import TranslatedSet, positions_automaton, translate_set
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.set_formulas import describe_set

MODULI, DIVISORS = range(2, 10), (2, 3, 4)  # moduli and divisors in candidate terms
GUESSING = Limits(seconds=5)  # time limit for testing candidate terms


def describe_function(rule: Ruleset, automaton: Automaton, as_power: bool) -> str | None:
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
    if not as_power:
        with suppress(OutOfTime), GUESSING.watch():
            everywhere = positions_automaton(rule, automaton.numeration).arrange(
                range(len(rule.names)), automaton.tracks
            )
            candidates = (_translated(rule, f"{name} = {term}", everywhere) for term in _terms(rule))
            if (found := next((one for one in candidates if one and one.automaton == automaton), None)) is not None:
                return found.text
    return describe_set(together, automaton)


def _translated(rule: Ruleset, text: str, everywhere: Automaton) -> TranslatedSet | None:
    """Return a formula translated to an automaton, or None if it has no automaton in this numeration."""
    try:
        return translate_set(PositionSet.read(rule, text, VALUE), everywhere)
    except (OutOfTime, Cancelled):
        raise
    except SpragueError:
        return None


def _terms(rule: Ruleset) -> list[str]:
    """Return candidate terms for the Grundy value, simple terms first."""
    piles = rule.piles
    several = len(piles) > 1
    terms = [*(["xor", "sum", "max", "min", "max - min"] if several else []), *rule.names]
    for modulus in MODULI:
        terms += [f"{term} mod {modulus}" for term in (*(["sum"] if several else []), *rule.names)]
        terms += [" xor ".join(f"({pile} mod {modulus})" for pile in piles)] if several else []
    for divisor in DIVISORS:
        terms += [f"{name} div {divisor}" for name in rule.names]
        terms += [" xor ".join(f"({pile} div {divisor})" for pile in piles)] if several else []
    # For two piles, also try terms that divide only one of the piles.
    for one in rule.names if len(rule.names) == 2 else ():
        (two,) = (name for name in rule.names if name != one)
        terms += [f"({one} div {divisor}) xor {two}" for divisor in DIVISORS]
    return terms
