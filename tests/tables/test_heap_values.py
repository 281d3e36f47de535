"""Values of large heaps: exclusion and the sparse space agree with the values of all options."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import jit
from sprague.errors import Cancelled, OutOfReach, OutOfTime
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.rules.breaking import Breaking
from sprague.rules.octal_codes import code_rule_text, parse_code
from sprague.tables import heap_values as heaps
from sprague.tables.heap_values import HeapValues, SparseSpace, parities, walsh_hadamard
from sprague.tables.kernels import sparse_space as sparse_kernels
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals import unplanned as traversal
from sprague.tables.traversals.unplanned import HeapTraversal
from tests.fake_clocks import FakeClock
from tests.layers import sample
from tests.snapshots import refusal, snapshot

GRUNDY = [Breaking(0, 2, distinct=True)]
COUPLES = [Breaking(0, 2, heap=3)]


def naive(moves: Sequence[Breaking], limit: int) -> list[int]:
    """The values straight from their definition."""
    values: list[int] = []
    for heap in range(limit):
        reached = set()
        for move in moves:
            for parts in move.options(heap):
                total = 0
                for part in parts:
                    total ^= values[part]
                reached.add(total)
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values


def random_code(chance: random.Random, digits: str) -> str:
    while True:
        code = chance.choice("004") + "." + "".join(chance.choices(digits, k=chance.randint(1, 4)))
        if code.strip("0."):
            return code


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")


@pytest.mark.slow
def test_random_octal_games_by_exclusion_and_by_sparse_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(13)
    used = 0
    for _ in range(200):
        moves = parse_code(random_code(chance, "01234567"))
        expected = naive(moves, 250)
        with monkeypatch.context() as patch:
            assert HeapValues(moves).up_to(250).tolist() == expected
            # From the start on, and however poor the space is.
            patch.setattr(heaps, "SPARSE_FROM", 8)
            patch.setattr(heaps, "MIN_GAIN", 0)
            patch.setattr(heaps, "SPARE_RARE_HEAPS", 3)
            patch.setattr(heaps, "BLOCK_HEAPS", chance.choice([1, 5, 16]))
            found = HeapValues(moves)
            assert found.up_to(250).tolist() == expected
            used += found.space is not None
    assert used > 100


@pytest.mark.parametrize("code", sample(["0.007", "0.104", "0.77", "4.1", "0.646"], 2))
def test_any_mask_gives_the_same_values(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(code)
    monkeypatch.setattr(heaps, "SPARSE_FROM", 8)
    moves = parse_code(code)
    expected = naive(moves, 200)
    parity = {move.taken % 2 for move in moves if move.parts == 2}
    for _ in range(10):
        space = SparseSpace(chance.randint(1, 63), len(parity) == 1 and chance.random() < 0.5, min(parity), 0)
        monkeypatch.setattr(
            HeapValues, "find_sparse_space", lambda heaps, space=space: space if heaps._known > 7 else None
        )
        assert HeapValues(moves).up_to(200).tolist() == expected


@pytest.mark.parametrize("moves", [GRUNDY, COUPLES, [*GRUNDY, Breaking(2, 1)], [*GRUNDY, Breaking(1, 2)]])
def test_different_heaps_and_least_heaps(moves: list[Breaking], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = naive(moves, 400)
    assert HeapValues(moves).up_to(400).tolist() == expected
    monkeypatch.setattr(heaps, "SPARSE_FROM", 16)
    monkeypatch.setattr(heaps, "MIN_GAIN", 0)
    for rows in (1, 3, 16, 500):
        monkeypatch.setattr(heaps, "BLOCK_HEAPS", rows)
        assert HeapValues(moves).up_to(400).tolist() == expected


@pytest.mark.parametrize("moves", [GRUNDY, parse_code("0.77"), parse_code("0.007"), parse_code("0.104")])
def test_values_that_are_looked_for_one_by_one(moves: list[Breaking], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "plain")
    monkeypatch.setattr(heaps, "SPARSE_FROM", 16)
    monkeypatch.setattr(heaps, "MIN_GAIN", 0)
    for first, block in ((0, 8), (1, 4), (0, 1)):
        monkeypatch.setattr(sparse_kernels, "FIRST_BLOCKS", first)
        monkeypatch.setattr(sparse_kernels, "BLOCK", block)
        monkeypatch.setattr(sparse_kernels, "LONG_BLOCK", block)
        assert HeapValues(moves).up_to(150).tolist() == naive(moves, 150)


def test_blocks_are_visited_once_each_and_far_apart() -> None:
    for bits in range(12):
        visited = [sparse_kernels.spread(turn, bits) for turn in range(1 << bits)]
        assert sorted(visited) == list(range(1 << bits))
        some = sorted(visited[:16])
        assert all(after - before <= 2 ** max(bits - 2, 0) for before, after in itertools.pairwise(some))
        assert sparse_kernels.bits_for((1 << bits) - 1) == bits


@pytest.mark.slow
@pytest.mark.parametrize("code", ["0.77", "0.104", "0.6"])
def test_a_heap_takes_as_much_work_as_one_ten_times_larger(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rare heaps stop coming, time grows with the number of heaps: pairs of common ones are as many for each."""
    moves, sizes, some = parse_code(code), (8_000, 80_000), 100
    values = HeapValues(moves).up_to(sizes[-1] + some)
    formed = 0
    real = sparse_kernels.pairs_from

    def counted(*arguments: Any) -> Any:
        nonlocal formed
        found = real(*arguments)
        formed += found[2]
        return found

    monkeypatch.setattr(jit, "mode", "plain")
    monkeypatch.setattr(sparse_kernels, "pairs_from", counted)
    work = []
    for size in sizes:
        formed = 0
        assert HeapValues(moves, values[:size]).up_to(size + some).tolist() == values[: size + some].tolist()
        work.append(formed)
    assert 0 < work[1] < 1.5 * work[0] < some * 4_000


def test_random_hexadecimal_games() -> None:
    chance = random.Random(15)
    for _ in range(60):
        moves = parse_code(random_code(chance, "0123456789ABCDEF"))
        assert HeapValues(moves).up_to(45).tolist() == naive(moves, 45)
    four = [Breaking(1, 4), Breaking(2, 1)]
    assert HeapValues(four).up_to(40).tolist() == naive(four, 40)


def test_values_beyond_the_first_words() -> None:
    moves = [Breaking(taken, 1, 0) for taken in range(1, 300)]  # Nim, with heaps below 300
    assert HeapValues(moves).up_to(290).tolist() == list(range(290))
    wide = parse_code("0.FFF")
    assert max(HeapValues(wide).up_to(200)) > 64
    assert HeapValues(wide).up_to(60).tolist() == naive(wide, 60)


@pytest.mark.parametrize("code", ["0.77", "0.6", "0.F", "4.007"])
def test_values_go_on_from_those_that_are_known(code: str) -> None:
    moves = parse_code(code)
    whole = HeapValues(moves).up_to(2500)
    found = HeapValues(moves, whole[:1200])
    assert found.up_to(2500).tolist() == whole.tolist()
    assert found.up_to(700).tolist() == whole[:700].tolist()


def test_plain_and_compiled_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heaps, "SPARSE_FROM", 32)
    monkeypatch.setattr(heaps, "MIN_GAIN", 0)
    for moves in (parse_code("0.77"), parse_code("0.E"), GRUNDY):
        compiled = HeapValues(moves).up_to(100).tolist()
        monkeypatch.setattr(jit, "mode", "plain")
        assert HeapValues(moves).up_to(100).tolist() == compiled
        monkeypatch.setattr(jit, "mode", "compiled")


def test_grundys_game_far_out() -> None:
    """The mask of Grundy's game leaves out the lowest bit (Winning Ways, chapter 4); its rare heaps are few."""
    found = HeapValues(GRUNDY)
    values = found.up_to(60_000)
    assert found.space is not None
    assert (found.space.mask, found.space.by_place) == (0b11111110, False)
    assert found.space.rare < 1300
    for heap in (30_001, 59_999):
        sums = values[1 : (heap - 1) // 2 + 1] ^ values[heap - 1 : heap - (heap - 1) // 2 - 1 : -1]
        assert values[heap] == np.flatnonzero(~np.isin(np.arange(512), sums))[0]


def test_a_space_by_places() -> None:
    """0.104 has no sparse space in its values alone (Flammenkamp)."""
    found = HeapValues(parse_code("0.104"))
    values = found.up_to(20_000)
    assert found.space is not None
    assert found.space.by_place
    assert found.space.rare == np.count_nonzero(found.space.is_rare(values)[1 : 2**14]) < 30
    parity = "an odd number of binary ones (even if n - 3 is odd)"
    message = f"heaps are rare; the values of the others share {parity} with the mask 10111"
    assert str(found.space) == f"{found.space.rare} {message}"


def test_parities_and_their_transform() -> None:
    counts = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    expected = [sum(counts * (1 - 2 * parities(mask, 8).astype(int))) for mask in range(8)]
    assert walsh_hadamard(counts).tolist() == expected


def test_three_different_heaps_are_refused() -> None:
    refusal(lambda: HeapValues([Breaking(0, 3, distinct=True)]))


# ------------------------------------------------------------------------------ tables


def game(code: str) -> sprague.Ruleset:
    return sprague.game(code_rule_text(code))


@pytest.mark.parametrize("code", ["0.77", "0.6", "4.007", "0.F", "0.137", "C.21"])
def test_a_table_of_heaps_is_filled_heap_by_heap(code: str) -> None:
    rule = game(code)
    assert isinstance(select_traversal(Request(rule, 40)), HeapTraversal)
    expected = naive(parse_code(code), 40)
    assert sprague.tabulate(rule, 40).to_array().tolist() == expected
    assert sprague.tabulate(rule, chips=39).to_array().tolist() == expected
    outcomes = sprague.tabulate(rule, 40, what="outcome")
    assert [outcomes[heap] for heap in range(40)] == ["N" if value else "P" for value in expected]
    capped = sprague.tabulate(rule, 40, cap=2)
    assert capped.to_array().tolist() == [min(value, 2) for value in expected]


def test_rules_of_another_kind_are_filled_otherwise() -> None:
    for text in ("(n) -> (n - 1)", "(n) -> (u) + (v) where u + v = n - 1, u >= 3", "(a, b) -> (a - 1, b)"):
        assert not HeapTraversal.applies(Request(sprague.game(text), 10))
    assert not HeapTraversal.applies(
        Request(sprague.game("(n) -> (u) + (v) + (w) where u + v + w = n, 1 <= u < v < w"), 10)
    )


@pytest.mark.parametrize(
    ("rule", "limit"),
    [
        (game("0.77"), 10**6),
        (sprague.game("(n) -> (u) + (v) where u + v = n, 1 <= u < v"), 1000),
        (sprague.game("(n) -> (u) + (v) + (w) where u + v + w = n, u >= 1, v >= 1, w >= 1, n >= 5"), 1000),
    ],
    ids=["kayles", "grundys-game", "three"],
)
def test_what_is_done_is_explained(rule: sprague.Ruleset, limit: int) -> None:
    snapshot(select_traversal(Request(rule, limit)).describe())


def test_a_table_goes_on_from_a_saved_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = game("0.6")
    whole = sprague.tabulate(rule, 3000)
    sprague.tabulate(rule, 2900).save(tmp_path / "officers.table")
    begun = sprague.Table.load(tmp_path / "officers.table")
    started = []
    real = HeapValues._by_exclusion
    monkeypatch.setattr(HeapValues, "find_sparse_space", lambda self: None)

    def noted(self: HeapValues, until: int, report: Callable[[int], None]) -> None:
        started.append(self._known)
        real(self, until, report)

    monkeypatch.setattr(HeapValues, "_by_exclusion", noted)
    assert sprague.tabulate(rule, 3000, known=begun) == whole
    assert started == [2900]
    assert sprague.tabulate(rule, 100, known=begun) == sprague.tabulate(rule, 100)


@pytest.mark.parametrize("what", ["grundy", "outcome"])
def test_computed_values_are_saved_when_the_work_is_cancelled(what: str, tmp_path: Path) -> None:
    rule, limit = game("0.007"), 10**6
    kept: list[sprague.Table] = []
    over = threading.Event()

    def end(progress: Progress) -> None:
        if float(progress) > 200 / limit:
            over.set()

    with pytest.raises(Cancelled):
        sprague.tabulate(rule, limit, what=what, keep=kept.append, progress=end, budget=Limits(cancel=over))  # type: ignore[call-overload]
    (begun,) = kept
    assert 200 < len(begun) < limit
    assert begun == sprague.tabulate(rule, len(begun))
    begun.save(tmp_path / "begun.table")
    begun = sprague.Table.load(tmp_path / "begun.table")
    further = len(begun) + 10
    assert sprague.tabulate(rule, further, what=what, known=begun) == sprague.tabulate(rule, further, what=what)  # type: ignore[call-overload]


def test_computed_values_are_saved_regularly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traversal, "SAVE_INTERVAL", 0.0)
    monkeypatch.setattr(traversal, "SAVE_SHARE", 1e9)  # however long it takes
    kept: list[int] = []
    sprague.tabulate(game("0.6"), 3000, keep=lambda begun: kept.append(len(begun)))
    assert len(kept) > 2
    assert kept == sorted(kept)
    kept.clear()
    sprague.tabulate("nim:piles=2", 10, keep=lambda begun: kept.append(len(begun)))
    assert kept == []


def test_keeping_values_takes_little_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large table takes seconds to write, and longer on a busy machine, so it is saved less often."""
    monkeypatch.setattr(traversal, "SAVE_INTERVAL", 1.0)
    clock = FakeClock(begin=0.0)
    kept: list[float] = []

    def keep(begun: sprague.Table) -> None:
        kept.append(clock.time)
        clock.advance(5)

    with clock.running():
        sprague.tabulate(game("0.6"), 3000, keep=keep, progress=lambda done: clock.advance(1))
    assert len(kept) == 1
    assert clock.time > 5 + 4


def test_what_keeps_values_is_a_function() -> None:
    refusal(lambda: sprague.tabulate(game("0.6"), 10, keep="begun.table"))  # type: ignore[call-overload]


def test_tables_that_cannot_be_continued_are_refused() -> None:
    rule = game("0.6")
    capped = sprague.tabulate(rule, 10, cap=2)
    refusal(lambda: sprague.tabulate(rule, 20, known=capped))
    other = sprague.tabulate(game("0.7"), 10)
    refusal(lambda: sprague.tabulate(rule, 20, known=other))
    refusal(lambda: sprague.tabulate(rule, 20, known=[0, 0]))  # type: ignore[call-overload]
    nim = sprague.tabulate("nim:piles=2", 10)
    refusal(lambda: sprague.tabulate("nim:piles=2", 20, known=nim))


@pytest.mark.parametrize("code", ["0.8", "0.F", "0.A8", "0.3F"])
def test_memory_is_estimated_if_values_rise(code: str) -> None:
    """If a heap may break into three, sums of two heaps are stored as sets of values, which grow with the values."""
    moves, limit = parse_code(code), 600
    memory = HeapValues(moves).memory_for(limit)
    found = HeapValues(moves)
    largest = int(found.up_to(limit).max())
    sets = len(found._layers) * limit * (largest + 1) // 8
    assert sets < memory < 4 * sets + 32 * len(found._layers) * limit


@pytest.mark.slow
def test_the_budget_is_respected() -> None:
    rule = game("0.007")
    refusal(lambda: sprague.tabulate(rule, 10**9, budget=Limits(memory=2 * 10**9)), OutOfReach)
    rising = game("0.8")
    refusal(lambda: sprague.tabulate(rising, 10**5, budget=Limits(memory=10**8)), OutOfReach)
    with FakeClock(step=0.1).running(), pytest.raises(OutOfTime):
        sprague.tabulate(rule, 10**8, budget=Limits(seconds=0.5))
    fractions: list[float] = []
    sprague.tabulate(rule, 5000, progress=lambda progress: fractions.append(float(progress)))
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
