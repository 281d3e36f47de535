"""Exact Nim: its rule by a definition of its own, its closed forms against the oracle."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import sprague
from sprague import SpragueError
from sprague.games.exact_nim import LastMove
from tests.games.agreement import PLAYS, agree_with_oracle, unordered


@pytest.mark.parametrize(("piles", "least", "most"), [(3, 2, 2), (4, 2, 3), (3, 1, 2), (4, 4, 4), (2, 1, 1)])
def test_the_moves_are_those_of_the_definition(piles: int, least: int, most: int) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    for position in unordered(piles, 3):
        expected = set()
        for count in range(least, most + 1):
            for chosen in combinations(range(piles), count):
                for sizes in product(*(range(position[i]) for i in chosen)):
                    option = list(position)
                    for place, size in zip(chosen, sizes, strict=True):
                        option[place] = size
                    expected.add(tuple(sorted(option)))
        assert set(rule.options(position)) == expected


@pytest.mark.parametrize(("piles", "least", "most"), [(3, 2, 2), (4, 2, 3), (4, 3, 3), (5, 3, 4)])
def test_every_small_position(piles: int, least: int, most: int) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    agree_with_oracle(rule, unordered(piles, 3), misere=False)


@PLAYS
def test_from_one_pile_on_it_is_moore_s(misere: bool) -> None:
    agree_with_oracle(sprague.game("exact-nim", least=1), unordered(3, 5), misere)


@pytest.mark.parametrize(("piles", "least", "most"), [(3, 2, 2), (4, 2, 3), (4, 3, 3), (5, 3, 3)])
def test_the_formula_is_proved(piles: int, least: int, most: int) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    assert sprague.prove(rule, LastMove(piles, least, most).formula)


def test_two_of_four_is_not_claimed() -> None:
    assert sprague.solve("exact-nim:piles=4", (1, 1, 2, 3)).because.kind == "search"


def test_most_below_least_is_refused() -> None:
    with pytest.raises(SpragueError, match="expected most to be at least 2, which is least, got 1"):
        sprague.game("exact-nim", most=1)
