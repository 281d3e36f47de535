"""Grundy values for all positions: class by class, or as one function with a track of its own.

*Classes.* Let the sets of positions with values below g be known, and let the rest be all others. Each
position of the rest has a move into each of the known sets. So, exactly as for P-positions, the positions
of value g are the one set G within the rest with: x in G if and only if no move leads from x into G.

*Functions.* The sum of a game at x with a Nim pile of w chips is a P-position if and only if w is the
Grundy value of x. So "the value of x is w" is a claim about the P-positions of the sum, which is a pile game
too. Where values are the logarithms of piles, as in Empty & Transfer with two boxes, the Nim pile is
written as a power of two: the number 2^w, lowered from power to power.
"""

from __future__ import annotations

from collections.abc import Sequence

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.errors import SpragueError
from sprague.proofs.kernel_equation import MOST_PAIRS, OUTSIDE, STOPPED_OUT, Comparison, Failure, check_within, ended
from sprague.proofs.moves import domain
from sprague.rules.conditions import Comparison as Condition
from sprague.rules.conditions import PowerOf
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Family, Ruleset

VALUE, POWER = "value", "power"


def check_values(rule: Ruleset, classes: Sequence[Automaton], limit: int = MOST_PAIRS) -> tuple[Comparison, int]:
    """Whether these are exactly the positions of values 0, 1, 2, …; and the value at which it fails."""
    numeration = classes[0].numeration
    rest = domain(rule, numeration)
    won, _ = ended(rule, numeration, misere=False)
    pairs = 0
    for value, members in enumerate(classes):
        # Where play is over the value is 0.
        over = (won - members, STOPPED_OUT) if value == 0 else (won & members, "play is over there, so its value is 0")
        for wrong, half in ((members - rest, OUTSIDE if value == 0 else "claimed to have a smaller value too"), over):
            if (position := wrong.smallest()) is not None:
                return Comparison(Failure(position, half), pairs), value
        found = check_within(rule, members, rest - won, limit)
        pairs += found.pairs
        if found.failure is not None:
            return Comparison(found.failure, pairs), value
        rest = rest - members
    return Comparison(None, pairs), len(classes)


def with_nim_pile(rule: Ruleset, as_power: bool) -> Ruleset:
    """The sum of a game with a Nim pile, which the position remembers under the name of the value.

    >>> from sprague.games import game
    >>> print(with_nim_pile(game("nim:piles=2"), as_power=False))
    (a, b | value) -> (u, b | value) where u < a ; (a, b | smaller) where smaller < value any order
    """
    if rule.remembered or rule.stop or rule.win:
        raise SpragueError(
            f"{rule.label}: expected a game that only ends when no move is left, for the sum with a Nim pile; "
            "prove its values class by class"
        )
    name = POWER if as_power else VALUE
    taken = {*rule.names, *(choice for family in rule.families for choice in family.choices(rule.names))}
    if name in taken or "smaller" in taken:
        raise SpragueError(f"{rule.label}: expected no pile or choice called '{name}' or 'smaller'; rename it")
    families = [Family((*family.target, Linear.of(name)), family.where) for family in rule.families]
    smaller: list[Condition | PowerOf] = [Condition((Linear.of("smaller"), Linear.of(name)), ("<",))]
    if as_power:
        smaller.append(PowerOf(Linear.of("smaller"), 2))
    kept = tuple(Linear.of(pile) for pile in rule.piles)
    families.append(Family((*kept, Linear.of("smaller")), tuple(smaller)))
    return Ruleset(rule.piles, tuple(families), (name,), rule.blocks, rule.floor, name=rule.name)


def check_function(rule: Ruleset, function: Automaton, as_power: bool, limit: int = MOST_PAIRS) -> Comparison:
    """Whether the last track is the Grundy value of the others (or its power of two), for all positions."""
    together = with_nim_pile(rule, as_power)
    everywhere = domain(together, function.numeration)
    if as_power:
        last = len(together.names) - 1
        everywhere = everywhere & atoms.power(function.numeration, 2).arrange((last,), last + 1)
    if (position := (function - everywhere).smallest()) is not None:
        return Comparison(Failure(position, OUTSIDE), 0)
    return check_within(together, function, everywhere, limit)
