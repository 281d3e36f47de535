"""Comparison of the closed forms of a rule with tables or the oracle: outcomes, and moves that are legal and win."""

from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement

import pytest

import sprague
from sprague import Ruleset
from sprague.games import Theorem, theorems
from tests.oracle import Oracle, Position

PLAYS = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
HUGE = 1 << 100_000


def deciding(rule: Ruleset, position: Position, misere: bool = False) -> Theorem:
    return first(theorems(rule, misere), position)


def first(known: list[Theorem], position: Position) -> Theorem:
    return next(theorem for theorem in known if theorem.decides(position))


def unordered(piles: int, top: int) -> Iterable[Position]:
    return combinations_with_replacement(range(top + 1), piles)


def agree(rule: Ruleset, positions: Iterable[Position], misere: bool, outcome: Callable[[Position], str]) -> None:
    """The theorem's outcome is the true one, and its moves are legal, win, and exist where there are any."""
    known = theorems(rule, misere)
    seen = set()
    for position in positions:
        theorem = first(known, position)
        moves = theorem.winning_moves(position)
        assert theorem.is_p(position) == (outcome(position) == "P"), position
        assert len(set(moves)) == len(moves)
        if theorem.is_p(position):
            assert not moves, position
        else:
            options = set(rule.options(position))
            assert set(moves) <= options, position
            assert all(outcome(move) == "P" for move in moves), position
            assert bool(moves) == bool(options), position
        assert theorem.explain(position).endswith(".")
        seen.add(theorem.is_p(position))
    assert seen == {True, False}


def agree_with_table(rule: Ruleset, limit: int, misere: bool) -> None:
    table = sprague.tabulate(rule, limit=limit, what="outcome", misere=misere)
    agree(rule, table.positions(), misere, table.__getitem__)


def agree_with_oracle(rule: Ruleset, positions: Iterable[Position], misere: bool) -> None:
    oracle = Oracle(rule.options)
    agree(rule, positions, misere, lambda position: oracle.outcome(position, misere))
