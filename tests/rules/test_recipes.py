"""The recipes of docs/recipes.md: each rule has the moves, the outcomes and the values of its game's definition."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import sprague
from tests.layers import sample
from tests.rules.recipes import DEFINITIONS, Definition, Position

TEXT = Path(__file__).parents[2].joinpath("docs/recipes.md").read_text("utf-8")
RECIPES = dict(re.findall(r"^### (.+)\n(?:.+\n)+?```rule\n((?:.+\n)+?)```", TEXT, re.MULTILINE))


def test_every_recipe_has_a_definition_and_a_source() -> None:
    assert list(RECIPES) == re.findall(r"^### (.+)", TEXT, re.MULTILINE)
    assert set(RECIPES) == set(DEFINITIONS)
    assert len(RECIPES) >= 30
    for name, words in re.findall(r"^### (.+)\n((?:.+\n)+?)```rule", TEXT, re.MULTILINE):
        assert re.search(r"Source: (folklore|.*\([0-9]{4}\))\.", words), name


@pytest.mark.parametrize("name", RECIPES)
def test_the_rule_has_the_moves_of_the_definition(name: str) -> None:
    rule, definition = sprague.parse(RECIPES[name]), DEFINITIONS[name]
    positions = list(definition.positions())
    assert len(positions) > 20
    for position in positions:
        assert set(rule.options(position)) == definition.reached(position), position


@pytest.mark.parametrize("name", sample(RECIPES, 2))
def test_the_table_is_that_of_the_definition(name: str) -> None:
    rule, definition = sprague.parse(RECIPES[name]), DEFINITIONS[name]
    what = "outcome" if definition.blocked else "grundy"
    table = sprague.tabulate(rule, limit=definition.limit, what=what)  # type: ignore[call-overload]
    value = values_of(definition)
    assert {position: table[position] for position in table} == {p: value(p) for p in definition.positions()}


@pytest.mark.parametrize("name", RECIPES)
def test_the_canonical_form_is_the_same_rule(name: str) -> None:
    rule = sprague.parse(RECIPES[name])
    assert sprague.parse(str(rule)) == rule
    assert "\n" not in str(rule)
    assert rule.describe()
    assert rule.latex().startswith("\\begin{align*}")


def values_of(definition: Definition) -> Callable[[Position], int | str]:
    """The Grundy value of a position, or its outcome where options may be blocked, by the definition."""

    @cache
    def value(position: Position) -> int | str:
        options = [value(option) for option in definition.reached(position)]
        if definition.blocked:
            return "P" if options.count("P") <= definition.blocked else "N"
        return next(number for number in range(len(options) + 1) if number not in options)

    return value
