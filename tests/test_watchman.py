"""One thread watches all work that runs, for as long as there is some; a forked process has its own."""

import os
import threading
import time
from collections.abc import Callable

import pytest

from sprague import limits, watchman
from sprague.errors import OutOfTime
from sprague.limits import Limits
from sprague.watchman import Watchman


class Work:
    """Something to watch, which is over when it is told to be, or by the clock."""

    def __init__(self, until: float | None = None) -> None:
        self.until = until
        self.over = self.raised = False

    def is_over(self) -> bool:
        return self.over or (self.until is not None and time.monotonic() >= self.until)

    def raise_flag(self) -> None:
        self.raised = True


def soon(happens: Callable[[], object], within: float = 5.0) -> bool:
    end = time.monotonic() + within
    while not happens() and time.monotonic() < end:
        time.sleep(0.005)
    return bool(happens())


def watchmen() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "sprague-watchman"]


def test_what_is_over_has_its_flag_raised_and_nothing_else() -> None:
    man, works = Watchman(), [Work(), Work(), Work()]
    for work in works:
        man.attend(work)
    works[1].over = True
    assert soon(lambda: works[1].raised)
    man.leave(works[2])
    works[2].over = works[0].over = True
    assert soon(lambda: works[0].raised)
    assert not works[2].raised


def test_one_thread_watches_all_and_one_that_ended_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchman, "GLANCE", 0.01)
    monkeypatch.setattr(watchman, "STAY", 1)
    assert soon(lambda: not watchmen(), 30)  # of other tests
    man = Watchman()
    for _ in range(2):
        works = [Work() for _ in range(5)]
        for work in works:
            man.attend(work)
        time.sleep(0.1)
        assert len(watchmen()) == 1
        for work in works:
            man.leave(work)
        assert soon(lambda: not watchmen())


def test_work_that_ends_sooner_than_the_next_look_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchman, "GLANCE", 6.0)
    man, patient = Watchman(), Work()
    man.attend(patient)
    time.sleep(0.1)
    hasty = Work(time.monotonic() + 0.05)
    man.attend(hasty)
    assert soon(lambda: hasty.raised)
    man.leave(patient)


def test_an_event_that_fails_ends_its_own_work_alone() -> None:
    class Broken(Work):
        def is_over(self) -> bool:
            raise ConnectionError("the one who would tell is gone")

    man, broken, other = Watchman(), Broken(), Work()
    man.attend(broken)
    man.attend(other)
    assert soon(lambda: broken.raised)
    other.over = True
    assert soon(lambda: other.raised)


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_forked_process_has_a_watchman_of_its_own() -> None:
    with Limits(seconds=60).watch():
        limits.stop_flag()
        child = os.fork()
        if not child:
            raised = False
            try:
                with Limits(seconds=0.2).watch():
                    flag = limits.stop_flag()
                    raised = soon(lambda: flag[0])
                    limits.check()
            except OutOfTime:
                os._exit(0 if raised else 1)
            finally:
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
