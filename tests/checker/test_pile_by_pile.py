"""Moves that change piles each for itself lead where guessing all piles at once says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from sprague.checker import guessed_moves
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.guessed_moves import moves_into, without_guessing
from sprague.checker.play import Play
from sprague.checker.sets import Dfa, Walk, image, same_set, union
from sprague.rules.notation import parse

BINARY = Digits.of("2")
BUDGET = Budget.of()
LOWERED = "(a, b, c) -> (u, v, w) where u <= a, v <= b, w <= c"


def some_set(chance: Random, states: int, tracks: int) -> Dfa:
    """A set of tuples: zeros in front change nothing."""
    rows = [[chance.randrange(states) for _ in range(1 << tracks)] for _ in range(states)]
    rows[0][0] = 0
    return Dfa(tuple(map(tuple, rows)), frozenset(chance.sample(range(states), states // 2)))


def guessed_at_once(text: str, target: Dfa, monkeypatch: pytest.MonkeyPatch) -> list[Dfa]:
    """The positions with a move into the set, move by move."""
    with monkeypatch.context() as patch:
        patch.setattr(guessed_moves, "FEW_GUESSED", 9)
        moves = moves_into(Play.of(parse(text)), target, BINARY, BUDGET)
    return [image(machines, len(machines[0].columns), BUDGET) for machines in moves]


@pytest.mark.parametrize(
    "text",
    [
        f"{LOWERED}, u + v + w < a + b + c",
        LOWERED,
        "(a, b, c) -> (a - i, b - 2j, c + k) where i >= 1, k <= c",
        "(a, b, c, d) -> (u, v, w, d) where u < a, v <= b, w < c + d, d >= 1",
        "(a, b, c) -> (u, v, w) where u < b, v < a, w < c",
        "(a, b, c) -> (u, v, w) where u <= a, v <= b, w < c, u + v + w = a + b + c - 2",
    ],
)
def test_one_pile_after_another_is_all_at_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(7)
    play = Play.of(parse(text))
    for states in (2, 2, 3):
        target = some_set(chance, states, len(play.names))
        expected = guessed_at_once(text, target, monkeypatch)
        for machines, whole in zip(moves_into(play, target, BINARY, BUDGET), expected, strict=True):
            assert same_set(image(machines, len(machines[0].columns), BUDGET), whole)


def test_only_one_number_is_guessed_where_piles_change_each_for_itself() -> None:
    def guesses(text: str) -> int:
        play = Play.of(parse(text))
        target = some_set(Random(1), 3, len(play.names))
        return max(len(machine.columns[0]) for machine in moves_into(play, target, BINARY, BUDGET)[0])

    assert guesses(f"{LOWERED}, u + v + w < a + b + c") == 2
    assert guesses(f"{LOWERED}, u + v + w + 1 < a + b + c") == 8


@pytest.mark.parametrize("where", ["in a circle", "any order", ""])
@pytest.mark.parametrize(
    "wanted", [lambda a, b, c: a ^ b ^ c == 0, lambda a, b, c: a == b, lambda a, b, c: a == b == c]
)
def test_moves_elsewhere_are_worked_out_or_placed(
    where: str, wanted: Callable[[int, int, int], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"(a, b, c) -> (u, v, c) where u <= a, v <= b, u + v < a + b {where}"
    play = Play.of(parse(text))
    # Whatever is wanted of every column.
    first = tuple(0 if wanted(*column) else 1 for column in BINARY.columns(3))
    target = Dfa((first, (1,) * 8), frozenset({0}))
    expected, *others = guessed_at_once(text, target, monkeypatch)
    for other in others:
        expected = union(expected, other, BUDGET)
    found = without_guessing(play, moves_into(play, target, BINARY, BUDGET), target, BINARY, BUDGET)
    assert isinstance(found, Walk)
    assert same_set(found.dfa, expected)


def test_a_larger_state_accepts_more() -> None:
    chance = Random(11)
    several = 0
    for _ in range(20):
        target = some_set(chance, 6, 1)
        accepted = [
            {word for word in range(256) if _runs(target, state, f"{word:08b}"[: 1 + word % 8])} for state in range(6)
        ]
        for one, mask in enumerate(target.larger):
            for two in range(6):
                if mask >> two & 1:
                    several += 1
                    assert accepted[one] <= accepted[two]
            assert not mask >> one & 1
    assert several


def _runs(target: Dfa, state: int, word: str) -> bool:
    for digit in word:
        state = target.transitions[state][int(digit)]
    return state in target.accepting
