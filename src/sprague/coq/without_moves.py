"""The positions where play is over or no move is left, as an automaton: misère play is decided there."""

from __future__ import annotations

from itertools import chain

from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.ground import Ground
from sprague.checker.guessed_moves import moves_anywhere
from sprague.checker.play import Play
from sprague.checker.sets import Guesses, explored
from sprague.coq.conditions import Automaton
from sprague.rules.ruleset import Ruleset


def without_moves(rule: Ruleset, digits: Digits, budget: Budget) -> Automaton:
    """The positions where play is over or no move is left."""
    play = Play.of(rule)
    ground = Ground.of(play, digits, budget)
    moves = Guesses(list(chain(*moves_anywhere(play, digits))), budget)
    symbols = digits.count ** len(rule.names)

    def after(state: tuple[int, int, int], symbol: int) -> tuple[int, int, int]:
        stopped, won, moved = state
        rows = ground.stopped.transitions, ground.won.transitions
        return rows[0][stopped][symbol], rows[1][won][symbol], moves.after(moved, symbol)

    def accepts(state: tuple[int, int, int]) -> bool:
        stopped, won, moved = state
        return stopped in ground.stopped.accepting or won in ground.won.accepting or not moves.accepts(moved)

    found = explored((0, 0, moves.start), symbols, after, accepts, budget)
    return Automaton(found.transitions, found.accepting)
