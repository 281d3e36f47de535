"""Empty & Redistribute: f, R, S and x(n) as in the paper, and both strategies by their definitions."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from sprague import SpragueError
from sprague.games.empty_redistribute import (
    AllOddRedistributed,
    MisereStrategy,
    Strategy,
    f,
    in_s,
    k7_class,
    p_position,
)
from tests.games.boxes import (
    ONE,
    outcomes,
)
from tests.snapshots import refused


def test_f_agrees_with_the_paper() -> None:
    assert (f(7), f(61)) == (3, 6)
    values = {boxes: f(boxes) for boxes in range(2, 3000)}
    assert all((value == 1) == (boxes % 2 == 0) for boxes, value in values.items())
    assert 5 not in values.values()


def test_r_and_s_agree_with_the_paper() -> None:
    assert [norm for norm in range(6, 20) if not in_s(norm, 6)] == [7, 9, 11, 13, 15, 17, 19]
    assert [norm for norm in range(7, 45) if not in_s(norm, 7)] == [8, 10, 12, 15, 18, 22, 26, 30, 34, 38, 42]
    s_of_7 = [7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29]
    assert [norm for norm in range(30) if in_s(norm, 7)] == s_of_7
    for boxes in range(2, 200):
        assert not any(in_s((boxes - 1) * j, boxes) for j in range(1, f(boxes) + 1))  # Lemma 4


def test_x_of_n_agrees_with_the_paper() -> None:
    assert p_position(7, 7) == (1,) * 7
    assert p_position(16, 7) == (1,) * 6 + (10,)
    assert p_position(28, 7) == (2,) * 6 + (16,)
    with refused(SpragueError):
        p_position(22, 7)


@pytest.mark.parametrize("boxes", [*range(2, 20), 25, 43, 61, 64])
def test_every_norm_in_s_has_its_p_position(boxes: int) -> None:
    """The proof of Proposition 8: x(n) is P, and no move from it leaves a norm in S."""
    for norm in range(boxes, boxes * (f(boxes) + 3)):
        if in_s(norm, boxes):
            position = p_position(norm, boxes)
            assert sum(position) == norm
            assert min(position) >= 1
            assert len(position) == boxes
            assert Strategy(boxes).is_p(position)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("boxes", [3, 4, 6, 8, 10, 12, 13, 16])
def test_norms_are_those_of_p_positions_by_their_definition(boxes: int, misere: bool) -> None:
    """A norm n is one of P-positions if some position of norm n has no box whose removal leaves another such norm.

    A box b may be part of a position of norm n if n - b is not the norm of a P-position, so n must be a sum of k boxes
    of this kind.
    """
    found: set[int] = set()
    for norm in range(boxes, 5 * boxes + 3):
        allowed = [box for box in range(1, norm - boxes + 2) if norm - box not in found]
        sums = 1  # bit s: s is a sum of as many allowed boxes as were added
        for _ in range(boxes):
            added = 0
            for box in allowed:
                added |= sums << box
            sums = added & ((2 << norm) - 1)
        # The terminal position is the only one of norm k, and N in misère play.
        if sums >> norm & 1 and not (misere and norm == boxes):
            found.add(norm)
        theorem = MisereStrategy(boxes) if misere else Strategy(boxes)
        assert (theorem.level(norm) > 0) == (norm in found), norm


def test_p_positions_can_leave_a_norm_in_neither_set() -> None:
    """So "every n - x is in R(k)", as the paper says after the proof, is not the condition."""
    assert Strategy(2).is_p((1, 3))
    assert not in_s(1, 2)  # and 1 < k, so 1 is not in R(2) either


def test_all_odd_and_the_general_strategy_agree() -> None:
    for boxes in (2, 4, 6):
        for position in combinations_with_replacement(range(1, 9), boxes):
            assert AllOddRedistributed(boxes).is_p(position) == Strategy(boxes).is_p(position)


def test_the_list_for_seven_boxes_is_complete() -> None:
    table = outcomes(ONE, 7, None, 44, False)
    assert all((k7_class(position) is not None) == (outcome == "P") for position, outcome in table.items())
    assert {k7_class(position) for position in table} == {None, 1, 2, 3, 4}
    assert k7_class((2, 2, 2, 2, 2, 2, 8)) == 3
    with refused(SpragueError):
        k7_class((1, 3))


def test_misere_example_with_ten_boxes() -> None:
    position = (3,) * 5 + (4,) * 2 + (7, 11, 29)
    assert MisereStrategy(10).winning_moves(position) == [(3,) * 9 + (39,), (2,) * 9 + (23,)]


@pytest.mark.parametrize("boxes", [3, 5, 7])
def test_misere_p_positions_of_an_odd_number_of_boxes(boxes: int) -> None:
    for position in combinations_with_replacement(range(1, 8), boxes):
        stated = position[:-1] == (1,) * (boxes - 1) and position[-1] % 2 == 0
        assert MisereStrategy(boxes).is_p(position) == stated
