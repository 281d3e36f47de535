"""Oracles from tables: the positions for comparison, the answers, and automata that agree with a table."""

from __future__ import annotations

import numpy as np
import pytest

from sprague.automata import atoms
from sprague.automata.numeration import BINARY, numeration
from sprague.discovery import table_oracle as oracles
from sprague.discovery.learning import UNKNOWN, Learner, close_under_reordering, learn_agreeing_automaton
from sprague.discovery.table_oracle import (
    PositionEncoding,
    RefutedHypothesis,
    TableOracle,
    count_positions_below,
    count_positions_with_chips,
)
from sprague.proofs.kernel_equation import check_kernel
from sprague.rules import parse
from sprague.tables.tabulate import tabulate

NIM = parse("(a, b) -> (u, b) where u < a any order piles >= 1")
WITH_A_PASS = "(a, b | p) -> (u, b | p) where u < a ; (a, b | p - 1) any order of a, b positions where p <= 1"


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("(a, b, c) -> (u, b, c) where u < a any order", 5),
        ("(a, b, c) -> (u, b, c) where u < a any order of a, b", 6),
        ("(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order of a, b", 4),
        (WITH_A_PASS, 5),
        (WITH_A_PASS, 1),
    ],
)
def test_positions_below_a_limit_are_counted(text: str, limit: int) -> None:
    rule = parse(text)
    tuples = filter(rule.is_position, np.ndindex(*[limit] * len(rule.names)))
    assert count_positions_below(rule, limit) == len(set(map(rule.position, tuples)))


def test_positions_are_drawn_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracles, "MOST_COMPARED", 100)
    rule = parse(WITH_A_PASS)
    some = TableOracle(rule, tabulate(rule, limit=64, what="outcome"), 0)
    assert some.positions.shape == (100, 3)
    assert set(some.positions[:, 2].tolist()) == {0, 1}


def test_a_small_table_is_looked_at_whole_and_a_large_one_here_and_there(monkeypatch: pytest.MonkeyPatch) -> None:
    table = tabulate(NIM, limit=9, what="outcome")
    whole = TableOracle(NIM, table, 0)
    assert len({tuple(row) for row in whole.positions.tolist()}) == 36
    monkeypatch.setattr(oracles, "MOST_COMPARED", 30)
    some = TableOracle(NIM, table, 0)
    assert some.positions.shape == (30, 2)
    assert some.positions.min() >= 1
    assert some.positions.max() < 9
    for table_oracle in (whole, some):
        assert table_oracle.members.tolist() == [a == b for a, b in table_oracle.positions.tolist()]


def test_the_teacher_knows_what_is_no_position_and_nothing_beyond_the_table() -> None:
    table_oracle = TableOracle(NIM, tabulate(NIM, limit=4, what="outcome"), 0)
    numbers = np.array([[1, 1], [1, 2], [0, 0], [3, 3], [4, 4], [1, 9]])
    assert table_oracle.membership(PositionEncoding(BINARY, 0))(numbers).tolist() == [1, 0, 0, 1, UNKNOWN, UNKNOWN]
    # Counted from the floor, 1, these are piles of one chip more.
    assert table_oracle.membership(PositionEncoding(BINARY, 1))(numbers).tolist() == [
        1,
        0,
        1,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
    ]


def test_what_is_no_position_is_known_beyond_the_table_too() -> None:
    table_oracle = TableOracle(NIM, tabulate(NIM, limit=4, what="outcome"), 0)
    assert table_oracle.membership(PositionEncoding(BINARY, 0))(np.array([[0, 9], [9, 0], [1, 9]])).tolist() == [
        0,
        0,
        UNKNOWN,
    ]


def test_a_refuted_guess_is_right_for_fewer_chips_and_wrong_at_its_position() -> None:
    # Of Nim with two piles: equal piles, but (6, 6) is missing, and then (6, 7) seems to be one.
    equal = atoms.linear((1, -1), 0, "=", BINARY)
    guess = (equal - atoms.finite([(6, 6)], tracks=2)) | atoms.finite([(6, 7), (7, 6)], tracks=2)
    failure = check_kernel(NIM, guess - atoms.finite([(0, 0)], tracks=2), fewest=True).failure
    assert failure is not None
    assert failure.fewest
    assert failure.position == (6, 6)
    refuted = RefutedHypothesis(guess, failure.position, 2)
    asked = np.array([[5, 5], [1, 10], [6, 6], [6, 7], [7, 7], [2, 9]])
    assert refuted.answers(asked).tolist() == [1, 0, 1, UNKNOWN, UNKNOWN, 0]
    table_oracle = TableOracle(NIM, tabulate(NIM, limit=4, what="outcome"), 0)
    assert table_oracle.membership(PositionEncoding(BINARY, 1), refuted)(asked - 1).tolist() == [
        1,
        0,
        1,
        UNKNOWN,
        UNKNOWN,
        0,
    ]


def test_an_order_that_does_not_matter_is_learnt() -> None:
    def membership(
        numbers: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        return np.asarray(numbers.max(axis=1) == 2, dtype=np.int8)

    sorted_pairs = np.array([(a, b) for b in range(6) for a in range(b + 1)])
    members = sorted_pairs.max(axis=1) == 2
    found = learn_agreeing_automaton(Learner(2, BINARY, membership), sorted_pairs, members, [(0, 1)])
    assert found is not None
    assert found.asymmetry_witness([(0, 1)]) is None
    assert all(((a, b) in found) is (max(a, b) == 2) for a, b in np.ndindex(9, 9))


@pytest.mark.slow
def test_beyond_the_table_the_rising_order_is_believed() -> None:
    # Learnt from this table alone, the guess has (125, 650) and not (650, 125).
    rule = parse("(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, |k - l| < 5 any order")
    table_oracle = TableOracle(rule, tabulate(rule, limit=512, what="outcome"), 0)
    digits = numeration("5,1")
    learner = Learner(2, digits, table_oracle.membership(PositionEncoding(digits, 0)))
    found = learn_agreeing_automaton(learner, table_oracle.positions, table_oracle.members, rule.blocks)
    assert found is not None
    assert found.asymmetry_witness(rule.blocks) is None
    assert (125, 650) in found
    assert (found.contains_many(table_oracle.positions) == table_oracle.members).all()


def test_all_orders_of_a_set_given_in_ascending_order() -> None:
    next_to = atoms.linear((1, -1, 0), 1, "=", BINARY)
    found = close_under_reordering(next_to, [(0, 1)], 100)
    assert found is not None
    assert all(((a, b, c) in found) is (abs(a - b) == 1) for a, b, c in np.ndindex(5, 5, 5))
    falling = close_under_reordering(next_to, [(0, 1, 2)], 100)
    assert falling is not None
    for position in np.ndindex(4, 4, 4):
        low, middle, _ = sorted(position)
        assert (position in falling) is (middle == low + 1)
    assert close_under_reordering(atoms.linear((1, -1, 0, 0, 0), 1, "=", BINARY), [range(5)], 100) is None


#: What is taken from one pile goes to the next, less at least one chip: piles grow beyond every limit on them.
TURNING = "(a, b) -> (a - k, b + j) where j < k ; (a + j, b - k) where j < k"


def test_an_oracle_has_all_positions_with_few_chips_if_piles_grow() -> None:
    rule = parse(TURNING)
    table_oracle = TableOracle(rule, tabulate(rule, chips=6, what="outcome"), 0)
    answers = table_oracle.membership(PositionEncoding(BINARY, 0))(np.array([[3, 3], [6, 0], [0, 6], [4, 3], [7, 0]]))
    assert (answers == UNKNOWN).tolist() == [False, False, False, True, True]
    assert len(table_oracle.positions) == count_positions_with_chips(rule, 6)


def test_of_many_positions_with_few_chips_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracles, "MOST_COMPARED", 100)
    rule = parse(TURNING)
    some = TableOracle(rule, tabulate(rule, chips=40, what="outcome"), 0)
    assert 0 < len(some.positions) <= 100
    assert (some.positions.sum(axis=1) <= 40).all()
