"""Compiled kernels agree with the same functions in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import Table, jit, tabulate, winning_numbers
from sprague.jit import Kernel
from sprague.rules import parse
from sprague.tables.kernels import states as plain_states
from sprague.tables.layout import box_layout, chips_layout, position_indices, sorted_layout, sorted_positions
from tests.expected_tables import ASKED, positions_within
from tests.layers import sample

state_kernels = jit.compile_lazily(plain_states)


@pytest.fixture(name="calls")
def _calls(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the kernels that are called from outside."""
    called: set[str] = set()
    real = Kernel.__call__

    def noted(self: Kernel, *arguments: object) -> object:
        called.add(self.plain.__name__)
        return real(self, *arguments)

    monkeypatch.setattr(Kernel, "__call__", noted)
    return called


def plain_and_compiled(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the results with plain and with compiled kernels."""
    found = []
    for how in ("plain", "compiled"):
        monkeypatch.setattr(jit, "mode", how)
        found.append(work())
    return found


RULES: list[tuple[str, dict[str, int], str]] = [
    ("nim:piles=1", {"limit": 70}, "fill_sorted"),  # `make test` compiles only the kernels of this rule
    ("moore-nim:piles=2,width=2", {"limit": 36}, "fill_positions"),
    ("nim", {"limit": 5}, "fill_sorted"),
    ("nim", {"chips": 6}, "fill_levels"),
    ("wythoff", {"limit": 6}, "fill_sorted"),
    ("empty-transfer", {"limit": 6}, "fill_sorted"),
    ("empty-redistribute", {"chips": 9}, "fill_sorted"),
    ("empty-redistribute", {"limit": 4}, "fill_levels"),
    ("sharing-nim", {"limit": 8}, "fill_lines"),
    ("sharing-nim", {"chips": 9}, "fill_levels"),
    ("sharing-nim:piles=4", {"limit": 4}, "fill_levels"),
    ("cookies", {"limit": 6}, "fill_rows"),
    ("vector-addition:vectors=(0,-1)/(-1,0)/(-1,-1)/(-1,1)/(-2,0)/(0,-2)/(-2,1)/(-2,-2)", {"limit": 6}, "fill_rows"),
    ("moore-nim:piles=3,width=2", {"limit": 5}, "fill_unions"),
    ("exact-nim:piles=4", {"chips": 9}, "fill_unions"),
    ("(a, b, c) -> (u, v, c) where u < a, v < b in a circle", {"limit": 5}, "fill_unions"),
    ("trim:piles=2", {"limit": 7}, "fill_levels"),
    ("dynamic-nim:stop=1,limit=2x-1", {"limit": 4}, "fill_enumerated"),
    ("fulves-merger:boxes=3", {"chips": 6}, "fill_levels"),
    ("graph-nim", {"limit": 4}, "fill_enumerated"),
]


@pytest.mark.parametrize(("game", "bound", "kernel"), sample(RULES, len(RULES)))
def test_compiled_and_plain_kernels_agree(
    game: str, bound: dict[str, Any], kernel: str, calls: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = sprague.game(game)
    asked = [(what, misere) for what, misere in ASKED if not (misere and rule.win and what != "outcome")]

    def tables() -> list[Table]:
        return [tabulate(rule, what=w, misere=m, **bound) for w, m in asked] + [tabulate(rule, cap=2, **bound)]

    plainly, compiled = plain_and_compiled(tables, monkeypatch)
    assert plainly == compiled
    assert kernel in calls


@pytest.mark.slow
def test_plain_bit_sets_grow_as_compiled_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("nim:piles=1", "sharing-nim:piles=2", "wythoff"):
        plainly, compiled = plain_and_compiled(lambda game=game: tabulate(game, 70), monkeypatch)  # type: ignore[misc]
        assert plainly == compiled


@pytest.mark.slow
def test_compiled_and_plain_winning_numbers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [sprague.game("dynamic-nim", piles=piles, stop=3, limit="2x-1") for piles in (1, 2, 3)]
    plainly, compiled = plain_and_compiled(
        lambda: [list(winning_numbers(r, 6, misere=m).items()) for r in rules for m in (False, True)], monkeypatch
    )
    assert plainly == compiled


@pytest.mark.parametrize("word", [0, 1, 2, 3, 5, 0x7F, 0xFF, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 2])
def test_the_lowest_zero_bit(word: int, monkeypatch: pytest.MonkeyPatch) -> None:
    place = next(bit for bit in range(64) if not word >> bit & 1)
    assert plain_and_compiled(lambda: state_kernels.lowest_zero(np.uint64(word)), monkeypatch) == [place, place]


@pytest.mark.parametrize("floor", [0, 1, 2])
@pytest.mark.parametrize("piles", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["box", "sorted", "differences", "chips"])
def test_positions_are_numbered_without_gaps(
    kind: str, piles: int, floor: int, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    rows = np.array([position[::-1] if order else position for position in positions])
    numbers, again = plain_and_compiled(lambda: position_indices(rows.copy(), layout).tolist(), monkeypatch)
    assert isinstance(numbers, list)
    assert numbers == again
    if kind == "box":
        assert len(set(numbers)) == len(positions)
        assert min(numbers) >= 0
        assert max(numbers) < size
    else:
        assert sorted(numbers) == list(range(size))
    if kind == "differences" and piles > 1:
        assert position_indices(np.array(positions) + 7, layout).tolist() == numbers


@pytest.mark.parametrize("floor", [0, 1])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("first_stands", [False, True])
def test_sorted_positions_within_a_limit_or_a_number_of_chips(count: int, floor: int, first_stands: bool) -> None:
    for limit, chips in product((0, 2, 4), (-1, 3, 6)):
        expected = [
            position[::-1]
            for position in product(range(floor, 8), repeat=count)
            if list(position[::-1]) == sorted(position)
            and (position[0] < limit or sum(position) <= chips)
            and (position[-1] == floor or not first_stands)
        ]
        found = sorted_positions(count, floor, limit, chips, first_stands=first_stands)
        assert found.dtype == np.int32
        assert found.flags.c_contiguous
        assert [tuple(row) for row in found.tolist()] == expected
