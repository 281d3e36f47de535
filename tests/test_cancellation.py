"""One thread watches all work that runs, for as long as there is some; a forked process has its own."""

import os

import pytest

from sprague import clock, limits
from sprague.cancellation import Watchman
from sprague.errors import OutOfTime
from sprague.limits import Limits
from tests.waiting import wait_until


class Work:
    """Something to watch, which is over when it is told to be, or by the clock."""

    def __init__(self, until: float | None = None) -> None:
        self.until = until
        self.over = self.raised = False
        self.looks = 0

    def is_over(self) -> bool:
        self.looks += 1
        return self.over or (self.until is not None and clock.now() >= self.until)

    def raise_flag(self) -> None:
        self.raised = True


class CountedWatchman(Watchman):
    """One that counts the threads it has started, and those that run."""

    started = running = 0

    def _look_on(self) -> None:
        self.started += 1
        self.running += 1
        try:
            super()._look_on()
        finally:
            self.running -= 1


def test_what_is_over_has_its_flag_raised_and_nothing_else() -> None:
    man, works = Watchman(), [Work(), Work(), Work()]
    for work in works:
        man.attend(work)
    works[1].over = True
    wait_until(lambda: works[1].raised)
    man.leave(works[2])
    works[2].over = works[0].over = True
    wait_until(lambda: works[0].raised)
    assert not works[2].raised


def test_one_thread_watches_all_and_one_that_ended_is_replaced() -> None:
    man = CountedWatchman(glance=0.01, stay=1)
    for start in (1, 2):
        works = [Work() for _ in range(5)]
        for work in works:
            man.attend(work)
        wait_until(lambda: all(work.looks >= 3 for work in works))  # noqa: B023 (called before the next round)
        assert (man.started, man.running) == (start, 1)
        for work in works:
            man.leave(work)
        wait_until(lambda: not man.running)


def test_work_that_ends_sooner_than_the_next_look_is_not_late() -> None:
    man, patient = Watchman(glance=3600.0), Work()
    man.attend(patient)
    wait_until(lambda: man._next_look)  # now the thread waits for an hour
    hasty = Work(clock.now() + 0.002)
    man.attend(hasty)
    wait_until(lambda: hasty.raised)
    man.leave(patient)


def test_an_event_that_fails_ends_its_own_work_alone() -> None:
    class Broken(Work):
        def is_over(self) -> bool:
            raise ConnectionError("the one who would tell is gone")

    man, broken, other = Watchman(), Broken(), Work()
    man.attend(broken)
    man.attend(other)
    wait_until(lambda: broken.raised)
    other.over = True
    wait_until(lambda: other.raised)


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_forked_process_has_a_watchman_of_its_own() -> None:
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
