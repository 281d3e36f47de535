"""Predecessor sets, compared with an enumeration of all moves."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.automata.automaton import Automaton, determinise
from sprague.automata.nondeterministic import Nondeterministic
from sprague.automata.numeration import BINARY
from sprague.language.formula_parser import parse_formula
from sprague.proofs import kernel_equation
from sprague.proofs.kernel_equation import Effort, check_kernel
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.predecessors import predecessors
from sprague.proofs.translation import translate
from sprague.rules import Ruleset, parse

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
    positions = translate(parse_formula(formula, game.names), game.names, BINARY) & positions_automaton(game, BINARY)
    found = determinise(predecessors(game, positions))
    for position in filter(game.is_position, product(range(4), repeat=4)):
        assert (position in found) is any(option in positions for option in game.options(position)), position


@pytest.mark.parametrize("formula", ["a = c and b = d", "a = c and b = d or a = 9 and b = 3 and c = 4 and d = 8"])
def test_more_effort_comes_to_the_same(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse(CIRCLE)
    positions = translate(parse_formula(formula, game.names), game.names, BINARY)
    at_once = check_kernel(game, positions, fewest=True)
    made: list[int] = []

    def noted(rule: Ruleset, positions: Automaton, size_factor: int = 1) -> Nondeterministic:
        made.append(size_factor)
        return predecessors(rule, positions, size_factor)

    monkeypatch.setattr(kernel_equation, "predecessors", noted)
    monkeypatch.setattr(kernel_equation, "EFFORTS", (Effort(1, 1), Effort(8, 2), Effort(64, None)))
    by_efforts = check_kernel(game, positions, fewest=True)
    assert by_efforts.failure == at_once.failure
    assert len(made) > 1  # the first was too small
    assert made == [1, 8, 64][: len(made)]  # each once, however often it compares
