"""Projections and strategies of guess automata."""

from __future__ import annotations

from itertools import product

from sprague.coq.automaton_tables import StateLimit
from sprague.coq.digit_conditions import DigitCondition, LinearCondition, Member
from sprague.coq.moves.condition_automata import ConditionAutomaton
from sprague.coq.moves.strategies import GuessAutomaton, Projection, Strategy, project

DOUBLE = LinearCondition(((-1, 0), (2, 1)), 0, (), True)  # twice the second number is the first
NEXT = LinearCondition(((-1, 0), (1, 1)), -1, (), True)  # the second is one more
LESS = LinearCondition(((1, 0), (-1, 1), (-1, 2)), 0, (), False)  # the other two together are no more than the first


def found_for(cond: DigitCondition, guessed: int = 1) -> Projection:
    return project(GuessAutomaton(1, guessed, cond, 2), StateLimit.of())


def test_a_projection_has_the_numbers_with_a_right_guess() -> None:
    image = found_for(DOUBLE).automaton
    assert image.transitions == ((0, 1), (0, 1))
    assert image.accepting == {0}


def strategy_for(found: Projection) -> Strategy:
    return found.strategy(ConditionAutomaton(Member(found.automaton, (0,)), 2, 1, 0))


def test_a_number_is_guessed_that_has_more_digits_than_what_is_read() -> None:
    strategy = strategy_for(found_for(NEXT))
    assert strategy.zeros >= 1
    assert all(cell.guesses for cell in strategy.cells)


def test_guesses_of_a_cell_are_successors_of_those_before() -> None:
    for cond, guessed in ((DOUBLE, 1), (NEXT, 1), (LESS, 2)):
        found = found_for(cond, guessed)
        cells = strategy_for(found).cells
        for cell, symbol in product(cells, range(2)):
            target = cell.successors[symbol]
            if target is not None:
                assert set(cells[target].guesses) <= found.guesses.all_successors(cell.guesses, symbol)
                assert cells[target].state == (found.automaton.transitions[cell.state[0] - 1][symbol] + 1,)
