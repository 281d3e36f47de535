"""Tables respect the limits on seconds and memory and end when they are cancelled, with all kinds of kernels."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import pytest

import sprague
from sprague import jit, tabulate
from sprague import limits as watching
from sprague.errors import Cancelled, OutOfReach, OutOfTime
from sprague.jit import Kernel
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.rules import parse
from sprague.tables import layout
from sprague.tables import tabulate as filling
from sprague.tables.kernels import sorted_order as kernels
from sprague.tables.plan import Plan, make_plan
from sprague.tables.predecessors import find_predecessors
from sprague.tables.request import Request
from sprague.tables.search import search
from sprague.tables.special import winning_numbers as numbers
from sprague.tables.traversals import sorted_order
from sprague.tables.traversals.levels import LevelTraversal, RankLevels
from tests.fake_clocks import FakeClock, WorkClock
from tests.layers import sample
from tests.snapshots import refused
from tests.waiting import LONGEST

EUCLID = "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1"

#: Each takes minutes as plain Python, and is filled by a walk of its own.
LONG: list[tuple[str, dict[str, Any]]] = [
    ("nim", {"limit": 400}),
    ("empty-redistribute:boxes=4", {"chips": 160}),
    ("moore-nim:piles=4,width=2", {"limit": 30}),
    ("trim", {"limit": 100}),
    ("sharing-nim", {"limit": 4000}),
    ("cookies:a=5,b=7,c=3", {"limit": 8000}),
    ("dynamic-nim:piles=3", {"limit": 30}),
    (EUCLID, {"limit": 3000}),
    ("(a) -> (a - k) where k square, k >= 1", {"limit": 10_000_000, "what": "outcome"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bound"), LONG)
def test_plain_kernels_respect_the_time_limit(game: str, bound: dict[str, Any]) -> None:
    rule = sprague.game(game)
    with WorkClock(0.5).running(), pytest.raises(OutOfTime, match=r"stopped after 0.5 seconds"):
        tabulate(rule, **bound, budget=Limits(seconds=0.5))


def test_a_search_respects_the_time_limit() -> None:
    with WorkClock(0.3).running(), pytest.raises(OutOfTime):
        tabulate("(a, b) -> (a - 1, u) where u <= 2b", 15, budget=Limits(seconds=0.3))


def test_rows_and_winning_numbers_keep_their_seconds() -> None:
    with WorkClock(0.2).running(), pytest.raises(OutOfTime):
        sprague.rows("sharing-nim", [0], 20_000, budget=Limits(seconds=0.2))
    with WorkClock(0.2).running(), pytest.raises(OutOfTime):
        sprague.winning_numbers("dynamic-nim:piles=3", 120, budget=Limits(seconds=0.2))


@pytest.mark.parametrize(
    ("game", "limit", "how"),
    sample(
        [
            ("nim", 400, "plain"),
            (EUCLID, 3000, "plain"),
            (EUCLID, 3000, "compiled"),
            ("dynamic-nim:piles=3", 30, "compiled"),
            ("empty-transfer", 400, "compiled"),
        ],
        expensive=lambda game, limit, how: how == "compiled" and game != EUCLID,
    ),
)
def test_a_table_is_cancelled_from_another_thread(
    game: str, limit: int, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "mode", how)
    cancel = threading.Event()
    reports: list[float] = []

    def cancel_elsewhere(progress: Progress) -> None:
        assert not reports, "the table went on after it was cancelled"
        reports.append(float(progress))
        other = threading.Thread(target=cancel.set)
        other.start()
        other.join()

    with pytest.raises(Cancelled):
        tabulate(game, limit, budget=Limits(cancel=cancel), progress=cancel_elsewhere)
    assert len(reports) == 1


def test_a_table_respects_enclosing_limits() -> None:
    rule = sprague.game("trim")
    with WorkClock(0.3).running(), pytest.raises(OutOfTime), Limits(seconds=0.3).watch():
        find_predecessors(rule, lambda entries: entries[0] % 2 == 0, 60)


def test_a_table_begun_plain_is_finished_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "PLAIN_SECONDS", 0.02)
    monkeypatch.setattr(jit, "PLAIN_SECONDS_IF_CACHED", 0.02)
    monkeypatch.setattr(jit, "NUMBA_LOADING_SECONDS", 0.0)
    monkeypatch.setattr(jit, "mode", None)
    functions = [name for name, function in vars(kernels).items() if isinstance(function, FunctionType)]
    used = [kernel for name in functions if isinstance(kernel := getattr(jit.compile_lazily(kernels), name), Kernel)]
    for kernel in used:  # other tests may have compiled them
        monkeypatch.setattr(kernel, "_compiled", None)
        monkeypatch.setattr(kernel, "plain_seconds", 0.0)
    # Without a kernel generated for the rule, which may be in the cache.
    monkeypatch.setattr(sorted_order, "run_kernel", lambda *asked: None)
    with FakeClock(step=0.02).running():
        table = tabulate("nim:piles=2", 300)
        assert any(kernel.plain_seconds > 0 and kernel.is_compiled for kernel in used)
    assert all(table[a, b] == a ^ b for a in range(0, 300, 7) for b in range(300))


def test_the_memory_limit_is_respected() -> None:
    with refused(OutOfReach):
        tabulate("nim", 100, budget=Limits(memory=1000))


def test_one_kernel_sets_no_pace_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    # With one accumulator to share, adding takes little time, and filling enumerates many options of each position;
    # and a kernel that is still plain cannot keep up with a compiled one.
    rule = "(a, b, c) -> (u, v, c) where 2u <= a, v <= b, u + v < a + b ; (a, u, v) where u < b, 2v <= c ; "
    rule += "(a, b, w) where w < c"
    sizes: set[int] = set()

    def only_add(self: RankLevels, shared: Any, report: object) -> None:
        for level in range(len(self)):
            self.add(shared.totals, level)
            sizes.update((self.level_sizer.size, self.fill_sizer.size))

    monkeypatch.setattr(RankLevels, "run", only_add)
    tabulate(rule, limit=24, what="remoteness")
    assert len(sizes) == 1


@pytest.mark.parametrize("limits", [Limits(seconds=0.2), Limits(cancel=threading.Event())])
def test_positions_that_take_long_to_list_are_left(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(limits.cancel, threading.Event):
        limits.cancel.set()
    go_on = threading.Event()
    monkeypatch.setattr(numbers, "sorted_positions", lambda *asked: go_on.wait(LONGEST))
    with FakeClock(step=0.05).running(), pytest.raises((OutOfTime, Cancelled)):
        sprague.winning_numbers("dynamic-nim:piles=2", 50, budget=limits)
    assert not go_on.is_set()
    go_on.set()


@contextmanager
def most_memory() -> Iterator[list[int]]:
    """The most bytes that Python and numpy hold at a time."""
    held: list[int] = []
    tracemalloc.start()
    try:
        yield held
        held.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("game", "limit"),
    sample(
        [
            ("sharing-nim", 600),
            ("trim", 50),
            ("moore-nim:piles=4,width=2", 20),
            ("(a, b) -> (a - 9, b + 8) ; (a, b - 7) ; (a - 1, b) where a mod 11 = 3 stop when a + b <= 3", 150),
            ("dynamic-nim:piles=3", 20),
            ("(a, b, c, d) -> (u, b, c, d) where u < a any order of a, b, c", 30),
        ],
        expensive=lambda game, limit: limit in (600, 30),
    ),
)
def test_levels_take_the_memory_that_they_say(game: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", jit.PLAIN)  # a compilation, which a slow machine starts earlier, takes memory too
    request = Request(sprague.game(game), limit)
    plan = make_plan(request.rule, limit, None)
    assert isinstance(plan, Plan)
    RankLevels(request, plan)  # fills the caches
    with most_memory() as held:
        RankLevels(request, plan)
    reported = LevelTraversal(request, plan).memory()
    assert (reported - 1_000_000) / 2 < held[0] < reported + 1_000_000


@pytest.mark.parametrize(
    ("game", "bound"),
    sample(
        [
            ("sharing-nim", {"limit": 1200, "cap": 60}),
            ("sharing-nim", {"limit": 1200, "what": "outcome"}),
            ("cookies", {"limit": 1500}),
            ("dynamic-nim:piles=3", {"limit": 20}),
            ("nim", {"limit": 400, "what": "outcome"}),
            (EUCLID, {"limit": 2500}),
            ("(a) -> (a - k) where k divides a, k < a", {"limit": 300_000}),
            ("empty-transfer:boxes=4", {"limit": 60, "what": "outcome"}),
            ("empty-transfer", {"limit": 200}),
        ],
        3,
    ),
)
def test_tables_take_the_memory_that_they_say(
    game: str, bound: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "mode", jit.COMPILED)
    reported: list[int] = []
    monkeypatch.setattr(
        filling, "refuse_if_too_large", lambda label, what, needed, memory, way_out: reported.append(needed)
    )
    tabulate(game, **bound)  # so that what is kept for next time is there
    with most_memory() as held:
        tabulate(game, **bound)
    assert reported[-1] / 2 < held[0] < 2 * reported[-1]


def test_winning_numbers_take_no_more_memory_than_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", jit.COMPILED)
    reported: list[int] = []
    monkeypatch.setattr(
        numbers, "refuse_if_too_large", lambda label, what, needed, memory, way_out: reported.append(needed)
    )
    for _ in range(3):  # so that nothing is compiled or imported while memory is measured
        sprague.winning_numbers("dynamic-nim:piles=3", 40)
    with most_memory() as held:
        sprague.winning_numbers("dynamic-nim:piles=3", 40)
    assert held[0] < reported[0] + 100_000


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["(a, b, c) -> (a, b, u) where u < c any order", "(a) -> (a - 1)"])
def test_a_search_respects_the_memory_limit(rule: str) -> None:
    game, memory = parse(rule), 1_000_000
    start = (10**6,) * len(game.names) if len(game.names) == 1 else (60, 60, 60)
    refusal = pytest.raises(OutOfReach, match=r"needs more than 1,000,000 bytes; choose .* or allow more memory")
    with most_memory() as held, Limits(positions=10**9, memory=memory).watch(), refusal:
        search(game, [start])
    assert memory / 4 < held[0] < memory + 100_000


def test_a_table_respects_an_enclosing_memory_limit() -> None:
    with refused(OutOfReach), Limits(memory=1000).watch():
        tabulate("nim", 100)


def test_positions_are_listed_with_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    # Calls of numpy that keep the interpreter to themselves would keep the clock from being looked at elsewhere, too.
    looks: list[None] = []
    monkeypatch.setattr(layout, "CHUNK", 100)
    monkeypatch.setattr(watching, "check", lambda: looks.append(None))
    in_order = layout.sorted_positions(2, 0, 60, -1)
    assert in_order.tolist() == [[a, b] for b in range(60) for a in range(b + 1)]
    assert len(looks) > 30
    looks.clear()
    in_a_box = layout.PositionBox([0, 1], [50, 60], {1: 0}, [[1, 1]], [70]).positions()
    assert in_a_box.tolist() == [[a, b] for a in range(51) for b in range(max(1, a), 61) if a + b <= 70]
    assert len(looks) > 30
