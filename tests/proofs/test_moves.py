"""Positions with a move into a set, compared with trying every move."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.automata.numeration import BINARY
from sprague.automata.subsets import determinise
from sprague.proofs.moves import domain, predecessors
from sprague.proofs.translate import translate
from sprague.rules import parse
from sprague.rules.formula_notation import parse_formula

CIRCLE = "(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle"


@pytest.mark.parametrize("rule", [CIRCLE, f"{CIRCLE} of a, b, c, d positions where a + b + c + d != 3"])
@pytest.mark.parametrize(
    "formula",
    [
        "a = c and b = d",  # stays the same as the circle turns
        "a = c and b = 0",  # does not
        "a + b <= 2c",
    ],
)
def test_moves_in_a_circle_are_made_once_where_the_set_turns_with_it(rule: str, formula: str) -> None:
    game = parse(rule)
    positions = translate(parse_formula(formula, game.names), game.names, BINARY) & domain(game, BINARY)
    found = determinise(predecessors(game, positions))
    for position in filter(game.is_position, product(range(4), repeat=4)):
        assert (position in found) is any(option in positions for option in game.options(position)), position
