"""Rules with `block m`: after each move, the player forbids up to m options for the opponent's next move.

Forbidding options is called a blocking manoeuvre, or Muller twist (F. Smith and P. Stănică, Comply/constrain games or
games with a Muller twist, Integers 2 (2002); U. Larsson, Blocking Wythoff Nim, Electronic Journal of Combinatorics 18
(2011), where m is k - 1). After each of their moves, players choose anew which options to forbid. Before the first
move, the second player forbids options. A player whose options are all forbidden cannot move and loses.

A position is a P-position if and only if at most m of its options are P-positions: the player who moved to the position
then forbids all of them.

Options are counted as positions: two moves that lead to the same position give one option. Positions that differ only
in the order of interchangeable piles count as one option. In the papers on Wythoff's game with blocking, the order of
the two piles matters, as in a rule without the clause `any order`.

Grundy values have no accepted definition for games with `block`, because it is not clear how a player may block in a
sum of games. The papers on blocking consider only normal play, so misère play has no accepted definition either.
"""

from __future__ import annotations

from sprague.errors import SpragueError
from sprague.rules.linear_rule import LinearRule

# maximum m in `block m`; tables may store m + 1 numbers for each accumulator
MOST_BLOCKED = 1_000


def refuse_values(rule: LinearRule, what: str = "Grundy values") -> None:
    """Raise an error if values other than outcomes are requested for a rule with `block`."""
    if rule.blocking:
        raise SpragueError(f"{rule.label}: games with 'block' have no {what}; ask for the outcome")


def refuse_misere(rule: LinearRule, misere: bool) -> None:
    """Raise an error if misère play is requested for a rule with `block`."""
    if rule.blocking and misere:
        raise SpragueError(f"{rule.label}: games with 'block' have no misère play; use normal play")
