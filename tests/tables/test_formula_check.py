"""Formulas compared with the P-positions of a table: both conditions of the kernel equation, by the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from sprague.errors import OutOfTime
from sprague.formulas.position_set import PositionSet
from sprague.games import game
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.tables import formula_check
from sprague.tables.formula_check import FormulaCheck, check_formula, check_set, default_limits
from sprague.tables.predecessors import find_predecessors
from tests.oracle import Oracle
from tests.snapshots import snapshot

CASES = [
    ("nim:piles=2", "a = b", False),
    ("nim:piles=2", "a = b", True),
    ("nim:piles=2", "a = b and a != 3", False),
    ("nim:piles=3", "xor = 0 or all piles equal", False),
    ("nim:piles=3", "xor = 0 and not (max = 3)", True),
    ("sharing-nim", "a = b and even(v2(c - a))", False),
    ("sharing-nim", "a = b", False),
    ("sharing-nim", "a = b and a > 1", True),
    ("empty-transfer:boxes=3", "v2(a) = v2(b) = v2(c)", False),
    ("empty-transfer:boxes=3", "all piles odd", False),
    ("subtraction-transfer:a=2,b=2,c=1", "even(x)", False),
    ("subtraction-transfer:a=1,b=2,c=3", "y mod 4 < 2 and even(x)", True),
    ("dynamic-nim:piles=2,stop=3,limit=2x-1", "a = b", False),
    ("(a, b) -> (a - k, b + k) where 1 <= k <= a, a <= b any order win when a mod 2 = 0, b mod 2 = 0", "a = 1", True),
    ("wythoff", "a = b or a = b + 1", False),
]


def closed_positions(rule: Ruleset, limit: int) -> list[Position]:
    """All positions with piles below the limit, and all that can be reached from them."""
    starts = product(range(limit), repeat=len(rule.names))
    found = {rule.position(start) for start in starts if min(start[: len(rule.piles)]) >= rule.floor}
    waiting = list(found)
    while waiting:
        for option in rule.options(waiting.pop()):
            if option not in found:
                found.add(option)
                waiting.append(option)
    return sorted(found, key=lambda position: (sum(position[: len(rule.piles)]), position))


@pytest.mark.parametrize(("text", "formula", "misere"), CASES)
def test_both_halves_and_the_difference_are_the_smallest(text: str, formula: str, misere: bool) -> None:
    rule, limit = game(text), 7
    claim = PositionSet.read(rule, formula)
    oracle = Oracle(rule.options, rule.is_won)
    stuck, near, wrong = [], [], []
    for position in closed_positions(rule, limit):
        options = rule.options(position)
        has_move_into = any(option in claim for option in options)
        if not options and misere and not rule.is_won(position):
            has_move_into = True
        if position not in claim and not has_move_into:
            stuck.append(position)
        if position in claim and has_move_into:
            near.append(position)
        if max(position) < limit and (position in claim) != (oracle.outcome(position, misere) == "P"):
            wrong.append(position)
    found = check_formula(rule, formula, misere=misere, limit=limit)
    assert found.holds == (not wrong)
    if wrong:
        assert found.difference is not None
        assert (found.difference.position, found.difference.in_set) == (wrong[0], wrong[0] in claim)
        assert found.difference.outcome == oracle.outcome(wrong[0], misere)
        assert found.no_move_in == (stuck[0] if stuck else None)
        assert (found.one_move_apart[0] if found.one_move_apart else None) == (near[0] if near else None)
    if found.one_move_apart:
        position, option = found.one_move_apart
        if option is None:
            assert not rule.options(position)
        else:
            assert option in rule.options(position)
            assert option in claim


def test_the_cases_hold_and_fail_in_each_way() -> None:
    found = [check_formula(game(text), formula, misere=misere, limit=7) for text, formula, misere in CASES]
    assert any(check.holds for check in found)
    assert any(check.no_move_in and not check.one_move_apart for check in found)
    assert any(check.one_move_apart and not check.no_move_in for check in found)
    assert any(check.one_move_apart and check.no_move_in for check in found)


@pytest.mark.parametrize("misere", [False, True])
def test_a_rule_with_a_python_function_is_checked_by_search(misere: bool) -> None:
    rule = game("dynamic-nim", piles=1, stop=1, limit=lambda taken: taken + 1)
    assert not rule.is_linear
    oracle = Oracle(rule.options, rule.is_won)
    claim = PositionSet.read(rule, "a mod 3 = 1")
    found = find_predecessors(rule, claim.mask, 6, misere=misere)
    for row, has_move_into in zip(found.positions.tolist(), found.has_move_into.tolist(), strict=True):
        options = rule.options(tuple(row))
        assert has_move_into == (
            any(o in claim for o in options) if options else misere and not rule.is_won(tuple(row))
        )
    check = check_set(rule, claim, misere=misere, limit=6)
    wrong = [p for p in closed_positions(rule, 6) if (p in claim) != (oracle.outcome(p, misere) == "P")]
    assert check.difference is not None
    assert check.difference.position == next(p for p in wrong if max(p) < 6)


def test_a_bound_on_the_chips() -> None:
    found = check_formula("empty-redistribute:boxes=3", "all piles odd", chips=10)
    assert (found.limit, found.chips, found.bound) == (None, 10, "chips <= 10")
    assert found.difference is not None
    assert sum(found.difference.position) <= 10


class Pairs:
    """A set that is no formula."""

    def mask(self, entries: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.bool_]:
        return np.asarray(entries[0] == entries[1])

    def __contains__(self, position: Sequence[int]) -> bool:
        return position[0] == position[1]


def test_any_set_can_be_checked() -> None:
    assert check_set(game("nim:piles=2"), Pairs(), limit=30).holds


def test_without_a_bound_a_sensible_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    small = check_formula("nim:piles=1", "a = 0")
    assert (small.limit, small.positions) == (512, 512)
    five = game("nim:piles=5")
    assert 10_000 < comb(default_limits(five)[0] + 4, 5) <= 200_000
    monkeypatch.setattr(formula_check, "DEFAULT_LIMITS", Limits(positions=1_000, memory=1 << 28))
    many = check_formula(five, "xor = 0")
    assert many.holds
    assert many.limit == default_limits(five)[0] == 8
    assert many.positions == comb(8 + 4, 5)


def test_what_holds_is_called_observed() -> None:
    snapshot(str(check_formula("nim:piles=2", "a = b", limit=10)))


def test_a_check_is_a_value() -> None:
    one, two = (check_formula("nim:piles=2", "a = b", limit=5) for _ in range(2))
    assert one == two
    assert isinstance(one, FormulaCheck)


def test_a_check_without_a_bound_keeps_its_limits() -> None:
    assert check_formula("nim:piles=2", "a = b").limit == 512
    assert check_formula("nim:piles=2", "a = b", budget=Limits(positions=600)).limit == 32
    with pytest.raises(OutOfTime):
        check_formula("nim:piles=2", "a = b", budget=Limits(seconds=0))
