"""The kernel equation: whether a set of positions is exactly the set of P-positions.

A game in which play always ends has one set P with

    x in P   if and only if   no move leads from x into P,

for all positions x (in misère play, with terminal positions outside P). An automaton for a claimed
set is compared with the automaton that guesses a move into the set, both reading the digits of x, in
one search that stops at the first difference: a smallest position at which the equation fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sprague.automata.automaton import Automaton, read_word
from sprague.automata.numeration import Numeration
from sprague.automata.subsets import determinise, expect, find_difference
from sprague.errors import SpragueError
from sprague.proofs.moves import conditions_automaton, domain, predecessors
from sprague.proofs.strategy import options_into
from sprague.rules.positions import Position, show_position
from sprague.rules.ruleset import Ruleset

OUTSIDE = "in the set, but not a position of the game"
STOPPED_OUT = "play is over there and was won by the last to move, but it is not in the set"
STOPPED_IN = "in the set, but play is over there and the last to move has lost"
NO_MOVE = "not in the set, but no move leads into it"
ONE_MOVE_APART = "in the set, and a move leads to another position of the set"


@dataclass(frozen=True)
class Failure:
    """A smallest position at which a claimed set fails, and how; `option` is the move, if one is at fault."""

    position: Position
    half: str
    option: Position | None = None

    def __str__(self) -> str:
        if self.option is not None:
            return f"{show_position(self.position)} and its option {show_position(self.option)} are both in the set"
        return f"{show_position(self.position)}: {self.half}"


@dataclass(frozen=True)
class Comparison:
    """How a check went: a failure or none, and how many pairs of states it took."""

    failure: Failure | None
    pairs: int


@lru_cache(maxsize=64)
def ended(rule: Ruleset, numeration: Numeration, misere: bool) -> tuple[Automaton, Automaton]:
    """Positions where the play is over by the rule's words: those the last to move has won, and has lost.

    In misère play these include positions without a move; in normal play those are left to the
    equation, which says of them what it should.
    """
    everywhere = domain(rule, numeration)
    won = conditions_automaton(rule, rule.win, numeration) & everywhere
    stopped = conditions_automaton(rule, rule.stop, numeration) & everywhere
    if not misere:
        return won | stopped, everywhere - everywhere
    can_move = determinise(predecessors(rule, everywhere))
    return won, ((everywhere - can_move) | stopped) - won


def check_kernel(rule: Ruleset, positions: Automaton, misere: bool = False) -> Comparison:
    """Decide whether these are the P-positions, for all positions of the game."""
    check_order(rule, positions)
    numeration = positions.numeration
    everywhere = domain(rule, numeration)
    won, lost = ended(rule, numeration, misere)
    for wrong, half in (
        (positions - everywhere, OUTSIDE),
        (won - positions, STOPPED_OUT),
        (lost & positions, STOPPED_IN),
    ):
        if (position := wrong.smallest()) is not None:
            return Comparison(Failure(position, half), 0)
    return check_within(rule, positions, everywhere - won - lost)


def check_within(rule: Ruleset, positions: Automaton, care: Automaton) -> Comparison:
    """Whether, among the positions cared for, those of the set are exactly those without a move into it."""
    found = find_difference(expect(~positions, care), predecessors(rule, positions))
    if found.word is None:
        return Comparison(None, found.explored)
    position = read_word(found.word, positions.tracks, positions.numeration)
    if position not in positions:
        return Comparison(Failure(position, NO_MOVE), found.explored)
    option = options_into(rule, positions, position)[0]
    return Comparison(Failure(rule.position(position), ONE_MOVE_APART, option), found.explored)


def check_order(rule: Ruleset, positions: Automaton) -> None:
    """Refuse a set that depends on the order of piles that the rule does not tell apart."""
    if positions.tracks != len(rule.names):
        raise SpragueError(f"{rule.label}: expected a set of {len(rule.names)}-tuples, got {positions!r}")
    if (pair := positions.told_apart(rule.blocks)) is not None:
        raise SpragueError(
            f"{rule.label}: expected a set that does not depend on the order of the piles, "
            f"got one with {pair[0]} in only one order"
        )
