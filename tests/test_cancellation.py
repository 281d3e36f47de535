"""The watchdog: one thread sets the stop flags of all work; a forked process has its own."""

import os

import pytest

from sprague import clock, limits
from sprague.cancellation import Watchdog
from sprague.errors import OutOfTime
from sprague.limits import Limits
from tests.waiting import wait_until


class Work:
    """Work that is over when a test sets `over`, or by the clock."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self.over = self.stopped = False
        self.polls = 0

    def is_over(self) -> bool:
        self.polls += 1
        return self.over or (self.deadline is not None and clock.now() >= self.deadline)

    def set_stop_flag(self) -> None:
        self.stopped = True


class CountingWatchdog(Watchdog):
    """A watchdog that counts the threads it has started, and those that run."""

    started = running = 0

    def _run(self) -> None:
        self.started += 1
        self.running += 1
        try:
            super()._run()
        finally:
            self.running -= 1


def test_only_the_flags_of_work_that_is_over_are_set() -> None:
    watchdog, works = Watchdog(), [Work(), Work(), Work()]
    for work in works:
        watchdog.watch(work)
    works[1].over = True
    wait_until(lambda: works[1].stopped)
    watchdog.unwatch(works[2])
    works[2].over = works[0].over = True
    wait_until(lambda: works[0].stopped)
    assert not works[2].stopped


def test_one_thread_watches_all_work_and_is_started_again() -> None:
    watchdog = CountingWatchdog(poll_seconds=0.01, idle_polls=1)
    for start in (1, 2):
        works = [Work() for _ in range(5)]
        for work in works:
            watchdog.watch(work)
        wait_until(lambda: all(work.polls >= 3 for work in works))  # noqa: B023 (called before the next round)
        assert (watchdog.started, watchdog.running) == (start, 1)
        for work in works:
            watchdog.unwatch(work)
        wait_until(lambda: not watchdog.running)


def test_a_deadline_before_the_next_poll_is_respected() -> None:
    watchdog, patient = Watchdog(poll_seconds=3600.0), Work()
    watchdog.watch(patient)
    wait_until(lambda: watchdog._next_poll)  # now the thread waits for an hour
    hasty = Work(clock.now() + 0.002)
    watchdog.watch(hasty)
    wait_until(lambda: hasty.stopped)
    watchdog.unwatch(patient)


def test_an_event_that_raises_ends_only_its_own_work() -> None:
    class Broken(Work):
        def is_over(self) -> bool:
            raise ConnectionError("the one who would tell is gone")

    watchdog, broken, other = Watchdog(), Broken(), Work()
    watchdog.watch(broken)
    watchdog.watch(other)
    wait_until(lambda: broken.stopped)
    other.over = True
    wait_until(lambda: other.stopped)


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_forked_process_has_its_own_watchdog() -> None:
    with Limits(seconds=3600).watch():
        limits.stop_flag()
        child = os.fork()
        if not child:
            try:
                with Limits(seconds=0.005).watch():
                    flag = limits.stop_flag()
                    wait_until(lambda: flag[0])
                    limits.check()
            except OutOfTime:
                os._exit(0)
            finally:
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
