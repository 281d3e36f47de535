"""Outcome tables that store the P-position of each line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague import SpragueError, Table
from sprague.errors import Cancelled, OutOfReach
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.rules import parse
from sprague.tables.lines.form import LineForm, NoLineForm, find_line_form
from sprague.tables.request import Request
from sprague.tables.storage import ArrayStorage, LineStorage
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.lines import LineTraversal
from tests.layers import sample
from tests.snapshots import snapshot

GOLDEN = (1 + 5**0.5) / 2
PAIRS = "(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c) where k >= 1 any order"


@pytest.mark.slow
def test_wythoff_to_a_hundred_thousand_has_the_known_p_positions() -> None:
    table = sprague.tabulate("wythoff", 100_000, what="outcome")
    found = table.positions_array("P")
    numbers = np.arange(len(found))
    lower = np.floor(numbers * GOLDEN).astype(np.int64)
    assert np.array_equal(found, np.stack([lower, lower + numbers], axis=1))
    assert table[99_998, 61_802] == "P"
    assert table[99_997, 61_802] == "N"
    assert len(table) == 100_000 * 100_001 // 2
    assert (99_999, 99_999) in table
    assert (100_000, 0) not in table


@pytest.mark.parametrize(("limit", "positions"), sample([(100, "171,700"), (600, "36,180,200")], 2))
def test_parts_of_a_large_table_are_shown(limit: int, positions: str) -> None:
    table = sprague.tabulate(PAIRS, limit, what="outcome")
    small = sprague.tabulate(PAIRS, 12, what="outcome")
    assert np.array_equal(table[:12, :12, :12], small.to_array())
    assert table.row((3, 1, None))[:12] == small.row((3, 1, None))
    assert list(table.items(50)) == list(small.items(50))
    assert str(table).splitlines()[:20] == str(small).splitlines()[:20]
    assert f"… {positions} positions in all" in str(table)
    assert table.largest == 1
    assert table.outcomes() is table


def test_the_first_positions_of_a_large_table_are_in_its_order() -> None:
    rule = "(a, b, c) -> (a, b, u) where u < c ; (a - 1, b, c) ; (a, b - 1, c) any order of a, b"
    table, small = (sprague.tabulate(rule, limit, what="outcome") for limit in (90, 60))
    assert len(list(small.items())) == len(small) == 60 * 30 * 61
    first = [position for position, _ in table.items(100)]
    assert first == list(table.positions())[:100]


def test_a_large_table_is_not_listed() -> None:
    table = sprague.tabulate("wythoff", 1 << 12, what="outcome")
    with Limits(memory=1 << 20).watch():
        for listing in (table.to_array, table.arrays, lambda: next(table.positions()), lambda: table[:, :]):
            with pytest.raises(OutOfReach) as refused:
                listing()
    snapshot(str(refused.value))


def test_lines_count_as_positions() -> None:
    assert sprague.tabulate("wythoff", 5_000, what="outcome", budget=Limits(positions=5_000))[3, 5] == "P"
    with pytest.raises(OutOfReach) as refused:
        sprague.tabulate("wythoff", 5_001, what="outcome", budget=Limits(positions=5_000))
    snapshot(str(refused.value))


def test_memory_is_that_of_lines_and_bit_arrays() -> None:
    traversal = select_traversal(Request(sprague.game("wythoff"), 1 << 20, None, "outcome"))
    assert isinstance(traversal, LineTraversal)
    assert traversal.size == 1 << 20
    assert traversal.memory() < 10_000_000


def test_too_little_memory_leads_to_another_traversal_or_is_refused() -> None:
    request = Request(parse(PAIRS), 20, None, "outcome")
    lines = select_traversal(request)
    assert isinstance(lines, LineTraversal)
    assert not isinstance(select_traversal(request, Limits(memory=lines.memory() - 1)), LineTraversal)
    with pytest.raises(OutOfReach):
        sprague.tabulate(PAIRS, 5_000, what="outcome", budget=Limits(memory=1 << 20))


def test_work_on_lines_can_be_cancelled() -> None:
    def cancel(progress: Progress) -> None:
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        sprague.tabulate(PAIRS, 50, what="outcome", progress=cancel)


def test_progress_ends_with_the_last_line() -> None:
    seen: list[float] = []
    sprague.tabulate(PAIRS, 30, what="outcome", misere=True, progress=lambda progress: seen.append(float(progress)))
    assert seen == sorted(seen)
    assert seen[-1] == 1


@pytest.mark.parametrize(
    "text",
    [
        PAIRS,
        "(a, b) -> (u, b) where u < a ; (a, u) where u < b ; (a - 2k, b - 4k) where k >= 1 ; (a - 1, b) where b <= a",
        "(a, b) -> (u, b) where u < a ; (u, v) where u + v = b, v < b",
        "(a, b) -> (u, v) where u <= a, v <= b, u + v < a + b",
        "(a, b) -> (u, b) where u < a any order stop when a + b <= 3",
        "(a, b) -> (u, b) where u < a any order positions where a != b",
        "(a, b) -> (u, b) where u < a any order block 1",
        "(a, b) -> (a - k, b) where 1 <= k <= 3 any order",
        "(a, b) -> (u, b) where u < a ; (a, b - k) where k square, k >= 1",
        "(a, b) -> (u, b) where u < a ; (a - 1, b + 1) any order",
    ],
)
def test_the_explanation_says_whether_lines_are_used(text: str) -> None:
    snapshot(select_traversal(Request(parse(text), 40, None, "outcome")).describe())


def test_a_bound_on_chips_uses_no_lines() -> None:
    rule = sprague.game("wythoff")
    assert (
        "Lines: not used, because the bound is on chips,"
        in select_traversal(Request(rule, None, 20, "outcome")).describe()
    )


def test_the_line_entry_may_be_any_pile() -> None:
    form = find_line_form(parse("(a, b, c) -> (a, u, c) where u < b ; (a - 1, b + 2, c) ; (a, b + 1, c - 1)"))
    assert isinstance(form, LineForm)
    assert form.name == "b"
    assert isinstance(find_line_form(parse("(a) -> (u) where u < a")), NoLineForm)


# Files


@pytest.fixture(name="saved")
def _saved(tmp_path: Path) -> Path:
    sprague.tabulate(PAIRS, 9, what="outcome", misere=True).save(tmp_path / "t")
    return tmp_path / "t"


def test_a_saved_table_is_loaded(saved: Path) -> None:
    table = sprague.tabulate(PAIRS, 9, what="outcome", misere=True)
    loaded = Table.load(saved)
    assert loaded == table
    assert isinstance(loaded._storage, LineStorage)
    assert list(loaded.P_positions()) == list(table.P_positions())
    assert loaded != sprague.tabulate(PAIRS, 9, what="outcome")


def test_tables_with_different_storages_are_equal() -> None:
    table = sprague.tabulate(PAIRS, 9, what="outcome")
    other = sprague.tabulate(PAIRS, 9).outcomes()
    assert isinstance(other._storage, ArrayStorage)
    assert table == other
    assert other == table
    assert table != sprague.tabulate(PAIRS, 9, what="remoteness").outcomes()._storage


@pytest.mark.parametrize(
    "change",
    [
        {"line": "x"},
        {"lines": ["a"]},
        {"lines": ["a", "c"]},
        {"lines": 3},
        {"size": 80},
        {"size": 10**15, "limit": 10**7},
        {"size": "81"},
        {"limit": 10**9},
        {"limit": 8},
        {"limit": None, "chips": 8},
        {"what": "grundy"},
        {"cap": 3},
        {"reduced": True},
        {"type": "<i4"},
        {"type": "|O"},
        {"rule": "(a, b) -> (u, b) where u < a any order"},
    ],
)
def test_forged_headers_are_refused(saved: Path, change: dict[str, object]) -> None:
    write_forged(saved, change)
    with pytest.raises(SpragueError, match="damaged"):
        Table.load(saved)


@pytest.mark.parametrize("number", [9, -2, 1000])
def test_entries_outside_the_table_are_refused(saved: Path, number: int) -> None:
    import zlib

    write_forged(saved, {}, zlib.compress(np.full(81, number, dtype="<i2").tobytes()))
    with pytest.raises(SpragueError, match="damaged"):
        Table.load(saved)


def write_forged(path: Path, change: dict[str, object], values: bytes | None = None) -> None:
    """Change the header, or the values, of a table file, and write a correct checksum."""
    magic, _, rest = path.read_bytes().split(b"\n", 2)
    header, _, packed = rest.partition(b"\n")
    content = json.dumps(json.loads(header) | change).encode() + b"\n" + (packed if values is None else values)
    path.write_bytes(magic + b"\n" + hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
