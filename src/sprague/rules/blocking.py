"""Rules with `block m`: the player who has moved forbids up to m of the opponent's options, for one move.

A blocking manoeuvre, or Muller twist (F. Smith and P. Stănică, Comply/constrain games or games with a Muller twist,
Integers 2 (2002); U. Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011), where m is k - 1). Before the next
move any others may be forbidden. In the position in which play begins, the player who does not move forbids first. A
player all of whose options are forbidden cannot move, and loses. So

    a position is P if and only if at most m of its options are P:

then the previous player forbids those, and the next one moves to an N-position or not at all. Options are positions:
what is reached in two ways is one option, and so are positions that differ in the order of piles that may come in any
order. (In the papers the two piles of Wythoff are told apart; then so does the rule, without `any order`.)

Nobody has said what a Grundy value is here: a sum would have to say whose options are counted. The papers have normal
play only, so misère play has no agreed meaning either. Both are refused.
"""

from __future__ import annotations

from sprague.errors import SpragueError
from sprague.rules.linear_rule import LinearRule

MOST_BLOCKED = 1_000  # options: an accumulator keeps a number for each


def refuse_values(rule: LinearRule, what: str = "Grundy values") -> None:
    """Raise an error if values other than outcomes are requested of a rule with `block`."""
    if rule.blocking:
        raise SpragueError(f"{rule.label}: {what} have no agreed meaning with 'block'; ask for the outcome")


def refuse_misere(rule: LinearRule, misere: bool) -> None:
    """Raise an error if misère play is requested of a rule with `block`."""
    if rule.blocking and misere:
        raise SpragueError(f"{rule.label}: misère play has no agreed meaning with 'block'; ask for normal play")
