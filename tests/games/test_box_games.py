"""The closed forms of Ferguson's box games agree with exhaustive tables, and their moves are legal and win."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import sprague
from sprague.games.empty_all_but_one import KeepOne, MisereKeepOne
from sprague.games.empty_redistribute import (
    AllOddRedistributed,
    MisereStrategy,
    Strategy,
)
from sprague.games.empty_transfer import AllOdd, FewEven, FourBoxes, OnesAndTwos, ResiduesOfThree, ThreeBoxes
from sprague.games.selective_empty_redistribute import MultiplesOfBoxes
from sprague.games.support.catalogue import theorems
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import (
    MisereTwoBoxes,
    TwoBoxes,
)
from tests.games.boxes import (
    HUGE,
    KEEP_ONE,
    ONE,
    SOME,
    TRANSFER,
    is_legal,
    outcomes,
    rule_of,
)
from tests.layers import sample
from tests.oracle import Position


@dataclass(frozen=True)
class Case:
    """A theorem about a game: `limit` or `chips` bound the table, `near` the moves looked up among the options."""

    game: str
    boxes: int
    theorem: Theorem
    limit: int | None = None
    chips: int | None = None
    near: int = 10**9
    total: bool = True

    def __str__(self) -> str:
        return f"{self.game}-{self.boxes}-{type(self.theorem).__name__}"


CASES = [
    Case(TRANSFER, 2, TwoBoxes(), limit=90, near=26),
    Case(TRANSFER, 2, MisereTwoBoxes(), limit=90, near=26),
    Case(TRANSFER, 3, ThreeBoxes(), limit=36, near=20),
    Case(TRANSFER, 4, FourBoxes(), limit=19, near=20),
    *(
        Case(TRANSFER, boxes, theorem, limit=limit, near=near, total=False)
        for boxes, limit, near in [(2, 60, 24), (3, 24, 20), (4, 14, 18), (5, 10, 17), (6, 8, 15), (7, 6, 14)]
        for theorem in (AllOdd(), FewEven(), OnesAndTwos())
    ),
    *(
        Case(TRANSFER, boxes, ResiduesOfThree(), limit=limit, total=False)
        for boxes, limit in [(5, 20), (6, 13), (7, 10), (8, 8)]
    ),
    *(
        Case(KEEP_ONE, boxes, theorem(boxes), limit=limit, near=near)
        for boxes, limit, near in [(2, 60, 24), (3, 32, 22), (4, 23, 18), (5, 12, 16)]
        for theorem in (KeepOne, MisereKeepOne)
    ),
    *(
        Case(ONE, boxes, theorem(boxes), chips=chips, near=near)
        for boxes, chips, near in [
            (2, 120, 60),
            (3, 60, 24),
            (4, 44, 20),
            (5, 36, 18),
            (6, 34, 16),
            (7, 33, 16),
            (8, 33, 15),
            (9, 32, 14),
            (10, 36, 15),
        ]
        for theorem in (Strategy, MisereStrategy)
    ),
    *(
        Case(ONE, boxes, AllOddRedistributed(boxes), chips=chips, near=near)
        for boxes, chips, near in [(2, 80, 40), (4, 40, 18), (6, 30, 14), (8, 27, 13)]
    ),
    *(
        Case(SOME, boxes, MultiplesOfBoxes(boxes), chips=chips, near=near)
        for boxes, chips, near in [(2, 100, 60), (3, 50, 20), (4, 40, 16), (5, 29, 13), (6, 25, 11), (7, 22, 10)]
    ),
    Case(SOME, 2, MisereTwoBoxes(), chips=80, near=40),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_outcomes_and_moves_are_those_of_the_table(case: Case) -> None:
    theorem, rule = case.theorem, rule_of(case.game, case.boxes)
    table = outcomes(case.game, case.boxes, case.limit, case.chips, theorem.misere)
    decided = [position for position in table if theorem.decides(position)]
    assert decided
    assert not case.total or len(decided) == len(table)
    for position in decided:
        moves = theorem.winning_moves(position)
        assert theorem.is_p(position) == (table[position] == "P"), position
        assert len(set(moves)) == len(moves), position
        assert all(table[move] == "P" for move in moves), position
        assert all(is_legal(case.game, position, move) for move in moves), position
        if table[position] == "P":
            assert moves == []
        elif not moves:
            assert theorem.misere, position
            assert rule.options(position) == [], position
        if sum(position) <= case.near and moves:
            assert set(moves) <= set(rule.options(position)), position


@pytest.mark.parametrize("case", sample(CASES, 4), ids=str)
def test_every_decided_position_is_explained_in_one_line(case: Case) -> None:
    table = outcomes(case.game, case.boxes, case.limit, case.chips, case.theorem.misere)
    for position in list(table)[:400]:
        if case.theorem.decides(position):
            words = case.theorem.explain(position)
            assert words.endswith("."), position
            assert "\n" not in words, position
    assert case.theorem.statement.endswith(".")
    assert str(case.theorem).startswith(case.theorem.title)


@pytest.mark.parametrize(
    ("spec", "misere", "known"),
    [
        ("empty-transfer:boxes=2", False, ["TwoBoxes"]),
        ("empty-transfer:boxes=2", True, ["MisereTwoBoxes"]),
        ("empty-transfer:boxes=3", False, ["ThreeBoxes"]),
        ("empty-transfer:boxes=3", True, []),
        ("empty-transfer:boxes=4", False, ["FourBoxes"]),
        ("empty-transfer:boxes=5", False, ["OnesAndTwos", "AllOdd", "FewEven", "ResiduesOfThree"]),
        ("empty-transfer:boxes=5", True, []),
        ("empty-all-but-one:boxes=2", False, ["TwoBoxes", "KeepOne"]),
        ("empty-all-but-one:boxes=5", False, ["KeepOne"]),
        ("empty-all-but-one:boxes=5", True, ["MisereKeepOne"]),
        ("empty-redistribute:boxes=2", False, ["TwoBoxes"]),
        ("empty-redistribute:boxes=6", False, ["AllOddRedistributed"]),
        ("empty-redistribute:boxes=7", False, ["Strategy"]),
        ("empty-redistribute:boxes=7", True, ["MisereStrategy"]),
        ("selective-empty-redistribute:boxes=2", True, ["MisereTwoBoxes"]),
        ("selective-empty-redistribute:boxes=4", False, ["MultiplesOfBoxes"]),
        ("selective-empty-redistribute:boxes=4", True, []),
        ("empty-some:boxes=5,empty=1", False, ["Strategy"]),
        ("empty-some:boxes=5,empty=1", True, ["MisereStrategy"]),
        ("empty-some:boxes=5,empty=4", False, ["KeepOne"]),
        ("empty-some:boxes=5,empty=4", True, ["MisereKeepOne"]),
        ("empty-some:boxes=4,empty=2", False, ["DivisorKept"]),
        ("empty-some:boxes=6,empty=4", False, ["DivisorKept"]),
        ("empty-some:boxes=6,empty=2", False, ["DivisorEmptied"]),
        ("empty-some:boxes=5,empty=2", False, []),
        ("empty-some:boxes=4,empty=2", True, []),
    ],
)
def test_theorems_of_a_game(spec: str, misere: bool, known: list[str]) -> None:
    assert [type(theorem).__name__ for theorem in theorems(sprague.game(spec), misere)] == known


def huge_boxes(boxes: int, low: Callable[[random.Random], int]) -> Position:
    chance = random.Random(boxes)
    return tuple(sorted(chance.getrandbits(200_000) * 1024 * 9 + low(chance) for _ in range(boxes)))


@pytest.mark.parametrize(
    ("game", "theorem", "position"),
    [
        (TRANSFER, TwoBoxes(), (HUGE - 1, HUGE)),
        (TRANSFER, MisereTwoBoxes(), (HUGE, 3 * HUGE)),
        (TRANSFER, ThreeBoxes(), (HUGE, 2 * HUGE, 3 * HUGE)),
        (TRANSFER, ThreeBoxes(), (HUGE, HUGE + 1, HUGE + 2)),
        (TRANSFER, FourBoxes(), (HUGE, 2 * HUGE, 3 * HUGE, 4 * HUGE)),
        (TRANSFER, FourBoxes(), (HUGE - 1, HUGE, 2 * HUGE, 3 * HUGE)),
        (TRANSFER, FewEven(), (3, HUGE - 1, HUGE, HUGE, HUGE + 1)),
        (KEEP_ONE, KeepOne(7), huge_boxes(7, lambda chance: 6 + chance.randrange(30))),
        (KEEP_ONE, MisereKeepOne(7), huge_boxes(7, lambda chance: 50 + chance.randrange(30))),
        (ONE, Strategy(7), huge_boxes(7, lambda chance: chance.randrange(1, 9))),
        (ONE, AllOddRedistributed(8), huge_boxes(8, lambda chance: chance.randrange(1, 9))),
        (ONE, MisereStrategy(10), huge_boxes(10, lambda chance: chance.randrange(1, 9))),
        (SOME, MultiplesOfBoxes(9), huge_boxes(9, lambda chance: chance.randrange(1, 9))),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Theorem) else "",
)
def test_huge_boxes_are_decided_and_moved(game: str, theorem: Theorem, position: Position) -> None:
    assert theorem.decides(position)
    assert not theorem.is_p(position)
    moves = theorem.winning_moves(position)
    assert moves
    for move in moves:
        assert is_legal(game, position, move)
        after = AllOdd() if isinstance(theorem, FewEven) else theorem
        assert after.decides(move)
        assert after.is_p(move)
        assert len(after.explain(move)) < 1000
    assert len(theorem.explain(position)) < 1000
