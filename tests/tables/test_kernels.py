"""The compiled kernels do what the same functions do in plain Python."""

from __future__ import annotations

from itertools import product
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import tabulate, winning_numbers
from sprague.rules import parse
from sprague.tables import kernels, regions, table
from sprague.tables.layout import box_layout, chips_layout, sorted_layout
from tests.expected import ASKED, positions_within

# Unsigned numbers wrap around, in plain Python with a warning.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

COMPILED: dict[str, Any] = {name: kernel for name, kernel in vars(kernels).items() if hasattr(kernel, "py_func")}


@pytest.fixture(name="calls")
def _plain(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All kernels in plain Python; the set receives the names of those that are called from outside."""
    called: set[str] = set()
    for module in (kernels, regions, table):
        for name in COMPILED.keys() & vars(module).keys():
            monkeypatch.setattr(module, name, COMPILED[name].py_func)
    for name in ("fill_places", "fill_levels", "fill_in_order", "fill_by_chips", "fill_lines", "fill_rows"):
        plain: FunctionType = COMPILED[name].py_func

        def counted(*arguments: object, plain: FunctionType = plain, name: str = name) -> object:
            called.add(name)
            return plain(*arguments)

        monkeypatch.setattr(kernels, name, counted)
    return called


RULES: list[tuple[str, dict[str, int], str]] = [
    ("nim", {"limit": 5}, "fill_in_order"),
    ("nim:piles=1", {"limit": 70}, "fill_in_order"),
    ("nim", {"chips": 6}, "fill_levels"),
    ("wythoff", {"limit": 6}, "fill_in_order"),
    ("empty-transfer", {"limit": 6}, "fill_in_order"),
    ("empty-redistribute", {"chips": 9}, "fill_by_chips"),
    ("empty-redistribute", {"limit": 4}, "fill_levels"),
    ("sharing-nim", {"limit": 8}, "fill_lines"),
    ("sharing-nim", {"chips": 9}, "fill_levels"),
    ("sharing-nim:piles=4", {"limit": 4}, "fill_levels"),
    ("cookies", {"limit": 6}, "fill_rows"),
    ("vector-addition:vectors=(0,-1)/(-1,0)/(-1,-1)/(-1,1)/(-2,0)/(0,-2)/(-2,1)/(-2,-2)", {"limit": 6}, "fill_rows"),
    ("trim:piles=2", {"limit": 7}, "fill_levels"),
    ("dynamic-nim:stop=1,limit=2x-1", {"limit": 4}, "fill_levels"),
    ("fulves-merger:boxes=3", {"chips": 6}, "fill_levels"),
    ("graph-nim", {"limit": 4}, "fill_levels"),
]


@pytest.mark.parametrize(("game", "bound", "kernel"), RULES)
def test_compiled_and_plain_kernels_agree(
    game: str, bound: dict[str, Any], kernel: str, calls: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = sprague.game(game)
    asked = [(what, misere) for what, misere in ASKED if not (misere and rule.win and what != "outcome")]
    plain = [tabulate(rule, what=what, misere=misere, **bound) for what, misere in asked]
    capped = tabulate(rule, cap=2, **bound)
    assert kernel in calls
    monkeypatch.undo()
    calls.clear()
    assert [tabulate(rule, what=what, misere=misere, **bound) for what, misere in asked] == plain
    assert tabulate(rule, cap=2, **bound) == capped
    assert not calls


def test_compiled_and_plain_winning_numbers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [sprague.game("dynamic-nim", piles=piles, stop=3, limit="2x-1") for piles in (1, 2, 3)]
    compiled = [list(winning_numbers(rule, 6, misere=misere).items()) for rule in rules for misere in (False, True)]
    for name, kernel in COMPILED.items():
        monkeypatch.setattr(kernels, name, kernel.py_func)
    assert [list(winning_numbers(r, 6, misere=m).items()) for r in rules for m in (False, True)] == compiled


@pytest.mark.parametrize("word", [0, 1, 2, 3, 5, 0x7F, 0xFF, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 2])
def test_the_lowest_zero_bit(word: int) -> None:
    place = next(bit for bit in range(64) if not word >> bit & 1)
    for kernel in (COMPILED["lowest_zero"], COMPILED["lowest_zero"].py_func):
        assert kernel(np.uint64(word)) == place


@pytest.mark.parametrize(("base", "powers"), [(2, {1, 2, 4, 8, 16}), (3, {1, 3, 9, 27})])
def test_powers(base: int, powers: set[int]) -> None:
    assert {number for number in range(-3, 31) if kernels.is_power(number, base)} == powers


@pytest.mark.parametrize("floor", [0, 1, 2])
@pytest.mark.parametrize("piles", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["box", "sorted", "differences", "chips"])
def test_positions_are_numbered_without_gaps(kind: str, piles: int, floor: int) -> None:
    names = ", ".join("abcd"[:piles])
    order = "" if kind == "box" else " any order"
    rule = parse(f"({names}) -> ({names.replace('a', 'u')}) where u < a{order} piles >= {floor}")
    bound = {"chips": piles * floor + 5} if kind == "chips" else {"limit": floor + 4}
    positions = list(positions_within(rule, **bound))
    if kind == "box":
        layout, size = box_layout(rule, (floor + 3,) * piles)
        assert size == (floor + 4) ** piles
    elif kind == "chips":
        layout, size = chips_layout(rule, bound["chips"])
        assert size == len(positions)
    else:
        layout, size = sorted_layout(rule, bound["limit"], kind == "differences")
        if kind == "differences":
            positions = [position for position in positions if position[0] == floor]
        assert size == len(positions)
    for fill in (COMPILED["fill_places"], COMPILED["fill_places"].py_func):
        numbers = np.zeros(len(positions), dtype=np.int64)
        fill(numbers, np.array([position[::-1] if order else position for position in positions]), layout)
        if kind == "box":
            assert len(set(numbers)) == len(positions)
            assert numbers.min() >= 0
            assert numbers.max() < size
        else:
            assert sorted(numbers) == list(range(size))
    if kind == "differences" and piles > 1:
        higher = np.zeros(len(positions), dtype=np.int64)
        kernels.fill_places(higher, np.array(positions) + 7, layout)
        assert (higher == numbers).all()


@pytest.mark.parametrize("floor", [0, 1])
def test_sorted_positions_within_a_limit_or_a_number_of_chips(floor: int) -> None:
    for count, limit, chips, most in product((1, 2, 3), (0, 2, 4), (-1, 3, 6), (5, 1 << 40)):
        expected = {
            position
            for position in product(range(floor, 8), repeat=count)
            if list(position) == sorted(position)
            and sum(position) <= most
            and (position[-1] < limit or sum(position) <= chips)
        }
        room = np.zeros((len(expected), count), np.int32)
        found = kernels.fill_sorted(room, count, 0, floor, limit, chips, most)
        if expected:
            assert found == len(expected)
            assert {tuple(row) for row in room.tolist()} == expected
