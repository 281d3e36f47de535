"""`example_questions`: every example is answered, and agrees with brute force where it is a set."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.queries.answers import SetAnswer, UndecidedAnswer
from sprague.queries.examples import example_questions
from tests.oracle import Oracle

GAMES = {
    "wythoff": 5,
    "nim:piles=3": 5,
    "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)": 5,
    "n -> n - k where k in {1, 3, 4}": 5,
    "(N, i) -> (N - k, i) where 1 <= k <= 2 any order": 5,
    "(a, b | t) -> (a - d, b | d) where 1 <= d <= t": 4,
}


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_answered(game: str) -> None:
    questions = example_questions(game)
    assert len(questions) == GAMES[game]
    for one in questions:
        found = sprague.ask(game, one.question)
        assert not isinstance(found, UndecidedAnswer), one


def test_games_without_linear_moves_have_no_examples() -> None:
    assert example_questions("0.77") == []
    assert len(example_questions("wythoff", misere=True)) == 4


def test_winning_moves_in_one_pile_agree_with_the_definition() -> None:
    rule = sprague.game("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)")
    oracle = Oracle(rule.options)
    (question,) = [one.question for one in example_questions(rule) if "changes only y" in one.title]
    found = sprague.ask(rule, question)
    assert isinstance(found, SetAnswer)
    for x, y in product(range(9), repeat=2):
        wins = any(option[0] == x and oracle.outcome(option) == "P" for option in rule.options((x, y)))
        assert ((x, y) in found) == wins
