"""Regions with residues: each formula describes its set, and sets without such a formula have none."""

from __future__ import annotations

import numpy as np
import pytest

import sprague
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.formulas.position_set import PositionSet
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proving import prove
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.regions import Region, Wall, WallSearch, region_formulas
from sprague.synthesis.sample_box import SampleBox

SLOW = "(a, b, c, d) -> (a - 1, b - 1, c, d) any order"
SLOW_WORDS = (
    "in some order: a <= b <= c <= d and (a + d < b + c and (sum mod 4 = 1 or a = b = c = d (mod 2)) "
    "or a + d >= b + c and a = b = c (mod 2))"
)
TWO = "(a, b) -> (u, b) where u < a ; (a, v) where v < b"
THREE = "(a, b, c) -> (u, b, c) where u < a any order"


def automaton_of(rule: Ruleset, formula: str) -> Automaton:
    return translate_set(PositionSet.read(rule, formula), positions_automaton(rule, BINARY)).automaton


@pytest.mark.slow
def test_slow_exact_nim_with_four_piles_has_one_wall() -> None:
    rule = sprague.game(SLOW)
    proof = prove(rule, SLOW_WORDS)
    assert proof
    assert describe_set(rule, automaton_of(rule, SLOW_WORDS), Limits(seconds=60)) == SLOW_WORDS


@pytest.mark.parametrize(
    ("game", "formula"),
    [
        (TWO, "2a < b and b mod 3 = 1 or 2a >= b and a + b is even"),
        (TWO, "a < b and (a is odd or b mod 4 = 2) or a >= b + 2 and (a + b) mod 4 = 3"),
        (TWO, "a = 2b and b is odd or a != 2b and a + b is even"),
        (THREE, "a <= b <= c and (a + c < 2b and sum mod 3 = 1 or a + c >= 2b and a = b (mod 2))"),
    ],
)
def test_words_of_sets_that_are_made_of_regions_are_the_sets(game: str, formula: str) -> None:
    rule = sprague.game(game)
    automaton = automaton_of(rule, formula)
    texts = list(region_formulas(SampleBox.of(rule, automaton, 8_000)))
    assert any(automaton_of(rule, text) == automaton for text in texts), texts


def test_two_walls_are_those_that_leave_no_members_among_others() -> None:
    rule = sprague.game(TWO)
    box = SampleBox.of(rule, automaton_of(rule, "a <= 3 and 2a < b and b is odd or a >= 4 and a + b is even"), 64)
    walls = WallSearch(Region(rule, box.limit, box.positions, box.real, box.members))
    classes = box.positions[:, 0] % 2 + 2 * (box.positions[:, 1] % 2)

    def divide(first: Wall, second: Wall) -> bool:
        kinds = set(zip(classes, first.holds, second.holds, box.members, strict=True))
        return len(kinds) == len({kind[:-1] for kind in kinds})

    chosen = set(walls.choices(2, classes))
    assert chosen
    for first in {first for first, _ in chosen}:
        assert {(first, second) for second in walls.every if divide(first, second)} == {
            pair for pair in chosen if pair[0] is first
        }


def test_what_no_two_walls_and_residues_tell_has_no_words() -> None:
    rule = sprague.game("nim:piles=2")
    box = SampleBox.of(rule, automaton_of(rule, "a xor b < 5"), 10_000)
    assert list(region_formulas(box)) == []


def test_positions_in_one_order_are_enough() -> None:
    """A region contains each position once, and the formula for it determines all other orders."""
    rule = sprague.game(THREE)
    automaton = automaton_of(rule, "max < 2min and sum is odd or max >= 2min and all piles even")
    for text in region_formulas(SampleBox.of(rule, automaton, 20_000)):
        said = PositionSet.read(rule, text)
        entries = np.indices((9, 9, 9)).reshape(3, -1)
        if text.startswith("a <= b <= c"):
            assert np.array_equal(said.mask(list(entries)), automaton.contains_many(entries.T.astype(np.int64)))
