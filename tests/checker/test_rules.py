"""Random rules: trees have the meaning of their texts, and the checker's moves agree with a literal interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.certificates.trees import write_rule
from sprague.checker.automata import Relations
from sprague.checker.errors import Budget, OutOfReach
from sprague.checker.game import Game
from sprague.checker.numeration import Numeration
from sprague.checker.trees import Rule, TreeReader, read_rule
from sprague.errors import SpragueError
from sprague.rules import parse
from tests.checker import literal_interpreter as literal
from tests.properties.notation_rules import ANY_RULE, Meant
from tests.properties.random_rules import examples

SETS = (
    ["and"],
    ["compare", ["mod", ["+", "%"], 2], "=", 0],
    ["compare", ["max", "%"], "<=", 2],
    ["or", ["compare", ["+", "%"], "<=", 1], ["compare", ["mod", ["+", "%"], 3], "=", 1]],
)


def read(meant: Meant) -> Rule:
    """The rule of a text as the checker reads its tree."""
    assume(not meant.splits)
    try:
        rule = parse(meant.text)
        return read_rule(write_rule(rule))
    except SpragueError:  # not a rule that can be proved anything about
        assume(False)
        raise


def powers(formula: Any) -> Iterator[int]:
    """The bases of powers in a formula."""
    if formula[0] == "power":
        yield formula[2]
    elif formula[0] in ("and", "or", "not"):
        for part in formula[1:]:
            yield from powers(part)


@pytest.mark.slow
@given(ANY_RULE)
@examples(60)
def test_trees_of_rules_mean_what_their_texts_mean(meant: Meant) -> None:
    rule = read(meant)
    for position in meant.small[:6]:
        most = 3 * sum(position) + 8
        assume(most ** max(len(rule.choices(move)) for move in rule.moves) < 20_000)
        assert literal.options(rule, position, most) == meant.options(position), (meant.text, position)


@pytest.mark.slow
@given(ANY_RULE, st.sampled_from(SETS))
@examples(60)
def test_the_moves_of_the_checker_are_the_literal_ones(meant: Meant, members: list[object]) -> None:
    rule = read(meant)
    base = next((base for move in rule.moves for base in powers(move.where)), 2)
    relations = Relations(Numeration((base,)), Budget(steps=5_000_000, seconds=None))
    game = Game(rule, relations)

    def filled(tree: object) -> object:
        if not isinstance(tree, list):
            return tree
        return [one for part in tree for one in (rule.entries if part == "%" else [filled(part)])]

    formula = TreeReader().formula(filled(members))
    try:
        target = relations.conjunction([game.translation.relation(formula, game.names), *game.positions()])
        found = game.moves_into(target)
    except OutOfReach:
        assume(False)
        raise
    for position in meant.small[:6]:
        most = 3 * sum(position) + 8
        assume(most ** max(len(rule.choices(move)) for move in rule.moves) < 20_000)
        values = dict(zip(rule.entries, position, strict=True))
        if literal.holds(rule.stop, values) or literal.holds(rule.win, values):
            continue
        options = literal.options(rule, position, most)
        wanted = any(literal.holds(formula, dict(zip(rule.entries, one, strict=True))) for one in options)
        for numbers in {tuple(position)} | {
            p for p in product(position, repeat=len(position)) if literal.sort(rule, p) == tuple(position)
        }:
            assert relations.contains(found, dict(zip(game.x, numbers, strict=True))) == wanted, (meant.text, numbers)
