"""The scheduler: a slow task leaves time for other tasks, and an interrupted step is repeated with more time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import pytest

from sprague import clock as read
from sprague import limits
from sprague.discovery import scheduler
from sprague.discovery.scheduler import run_in_turns
from sprague.discovery.strategy import Problem, SearchTask, Strategy
from sprague.errors import OutOfTime
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from tests.fake_clocks import FakeClock
from tests.snapshots import snapshot

THEOREM = cast(Proof, "a theorem")


class Work(SearchTask):
    """A task with steps of the given seconds; the last step finds the theorem."""

    def __init__(
        self, name: str, clock: FakeClock, steps: Sequence[float], place: int = 0, endless: bool = False
    ) -> None:
        super().__init__()
        self.name, self.clock, self.steps = name, clock, list(steps)
        self.endless = endless
        self.allowed: list[float | None] = []  # seconds of each step that was taken
        self.spent = 0.0
        self._place = place
        self.states = 0

    def priority(self) -> tuple[int, int]:
        return self._place, self.states

    def step(self) -> Proof | None:
        allowed = limits.current().seconds
        self.allowed.append(allowed)
        takes = self.steps[0]
        used = takes if allowed is None else min(takes, allowed)
        self.clock.advance(used)
        self.spent += used
        if used < takes:
            raise OutOfTime("stopped")
        self.steps.pop(0)
        if not self.steps:
            self.is_finished = True
            return None if self.endless else THEOREM
        return None


class Several(Strategy):
    def __init__(self, *tasks: SearchTask) -> None:
        super().__init__(cast(Problem, None))
        self._ways = tasks

    def applies(self) -> bool:
        return True

    def tasks(self) -> Sequence[SearchTask]:
        return self._ways


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeClock]:
    monkeypatch.setattr(scheduler, "LONGEST_TURN", 2.0)
    with FakeClock(begin=0.0).running() as clock:
        yield clock


@pytest.mark.parametrize("others", [1, 2, 5])
def test_what_is_found_alone_in_t_is_found_within_about_t_times_the_number_of_ways(
    clock: FakeClock, others: int
) -> None:
    quick = Work("quick", clock, [0.5] * 40)
    slow = [Work(f"slow {number}", clock, [1000.0]) for number in range(others)]
    assert run_in_turns([Several(*slow, quick)]) == THEOREM
    assert quick.spent == 20
    # A slow one is at most one step ahead, which is as long as all that it had before.
    assert clock.time <= 20 * (1 + 2 * others)


def test_a_long_step_is_begun_again_with_twice_the_time(clock: FakeClock) -> None:
    long, other = Work("long", clock, [7.0]), Work("other", clock, [0.5] * 1000)
    assert run_in_turns([Several(long, other)]) == THEOREM
    assert long.allowed == [2, 2, 4, 8]
    assert other.spent <= long.spent


def test_a_way_that_is_alone_is_not_interrupted(clock: FakeClock) -> None:
    alone, ended = Work("alone", clock, [500.0]), Work("ended", clock, [1.0], endless=True)
    assert run_in_turns([Several(ended), Several(alone)]) == THEOREM
    assert alone.allowed[-1] is None
    assert alone.spent <= 502


def test_a_way_that_waits_has_no_turn_and_nobody_is_interrupted_for_it(clock: FakeClock) -> None:
    alone, waiting = Work("alone", clock, [500.0], endless=True), Work("waiting", clock, [1.0])
    waiting.is_waiting = lambda: True  # type: ignore[method-assign]
    assert run_in_turns([Several(alone, waiting)]) is None
    assert alone.allowed == [None]
    assert not waiting.allowed


def test_the_order_does_not_depend_on_the_clock_before_a_turn_is_used_up(clock: FakeClock) -> None:
    # The one that looks least far goes first, although it has had more time.
    near, far = Work("near", clock, [0.9, 0.9]), Work("far", clock, [0.1], place=1)
    assert run_in_turns([Several(far, near)]) == THEOREM
    assert not far.allowed


def test_a_machine_that_is_busy_with_other_work_does_not_change_the_order(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "busy", lambda: clock.time / 100)
    near, far = Work("near", clock, [1.9, 1.9]), Work("far", clock, [0.1], place=1)
    assert run_in_turns([Several(far, near)]) == THEOREM
    assert not far.allowed


def test_what_asks_for_many_times_as_many_states_has_half_of_a_share(clock: FakeClock) -> None:
    few, many = Work("few", clock, [0.5] * 200), Work("many", clock, [0.5] * 200)
    few.states, many.states = 8, 40
    assert run_in_turns([Several(many, few)]) == THEOREM
    assert few.spent == 100
    assert many.spent == pytest.approx(50, abs=3)
    few.states, many.states = 8, 32
    few.steps, many.steps, few.is_finished, few.spent, many.spent = [0.5] * 200, [0.5] * 200, False, 0, 0
    assert run_in_turns([Several(many, few)]) == THEOREM
    assert many.spent == pytest.approx(100, abs=3)


def test_turns_are_shorter_where_there_is_little_time(clock: FakeClock) -> None:
    first, second = Work("first", clock, [1000.0]), Work("second", clock, [0.1] * 10)
    with Limits(seconds=4).watch():
        assert run_in_turns([Several(first, second)]) == THEOREM
    assert first.allowed[0] == pytest.approx(4 / 12, rel=0.1)


def test_a_way_without_memory_is_over_and_the_others_go_on(clock: FakeClock) -> None:
    class Starving(Work):
        def step(self) -> Proof | None:
            raise MemoryError

    starving, other = Starving("starving", clock, []), Work("other", clock, [1.0])
    assert run_in_turns([Several(starving, other)]) == THEOREM
    snapshot("\n".join([str(attempt) for attempt in starving.attempts]))
