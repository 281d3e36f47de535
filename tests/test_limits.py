"""Limits are values, and a watch ends what runs inside it."""

import threading

import numpy as np
import pytest
from gmpy2 import mpz

from sprague import limits
from sprague.errors import ArgumentTypeError, Cancelled, OutOfTime, SpragueError
from sprague.limits import Limits
from tests.fake_clocks import FakeClock
from tests.snapshots import refused
from tests.waiting import LONGEST, wait_until


def test_limits_are_checked_when_they_are_made() -> None:
    with refused(SpragueError):
        Limits(seconds=-1)
    with refused(SpragueError):
        Limits(states="3")  # type: ignore[arg-type]
    with refused(SpragueError):
        Limits(cancel=3)  # type: ignore[arg-type]
    with refused(SpragueError):
        Limits(seconds=float("nan"))


def test_limits_are_numbers_of_any_integer_type() -> None:
    limits = Limits(seconds=np.float32(0.5), positions=np.int64(7), states=mpz(3))  # type: ignore[arg-type]
    assert limits == Limits(seconds=0.5, positions=7, states=3)
    assert {type(limits.positions), type(limits.states)} == {int}
    assert type(limits.seconds) is float
    with refused(ArgumentTypeError):
        Limits(positions=2.0)  # type: ignore[arg-type]
    with refused(ArgumentTypeError):
        Limits(seconds=True)


def test_missing_limits_have_defaults() -> None:
    event = threading.Event()
    assert Limits(pairs=3, cancel=event).with_defaults(Limits(pairs=5, states=7)) == Limits(pairs=3, states=7)
    assert Limits(cancel=event).with_defaults(Limits()).cancel is event


def test_without_a_watch_nothing_ends() -> None:
    limits.check()
    assert limits.seconds_left() is None
    assert not limits.is_over()
    assert limits.stop_flag()[0] == 0


def test_the_stricter_of_two_watches_wins() -> None:
    with FakeClock().running() as clock, Limits(seconds=100).watch():
        with Limits(seconds=0).watch(), refused(OutOfTime):
            limits.check()
        limits.check()
        with Limits(seconds=1000).watch():
            assert limits.seconds_left() == 100
            clock.advance(30)
            assert limits.seconds_left() == 70
            clock.advance(80)
            assert limits.seconds_left() == 0
            assert limits.is_over()
    with Limits(seconds=0).watch(), Limits(seconds=9).watch(), refused(OutOfTime):
        limits.check()


def test_the_flag_is_set_when_time_is_over() -> None:
    with FakeClock().running() as clock, Limits(seconds=60).watch():
        flag = limits.stop_flag()
        assert flag is limits.stop_flag()
        clock.advance(59)
        looked = clock.readings
        wait_until(lambda: clock.readings > looked + 1)  # by the thread that raises flags
        assert flag[0] == 0
        clock.advance(1)
        wait_until(lambda: flag[0])
        assert limits.is_over()


def test_work_is_cancelled_from_another_thread() -> None:
    event, begun = threading.Event(), threading.Event()
    ended: list[BaseException] = []

    def work() -> None:
        try:
            with Limits(cancel=event).watch():
                flag = limits.stop_flag()
                begun.set()
                wait_until(lambda: flag[0])
                limits.check()
        except Cancelled as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(LONGEST)
    event.set()
    thread.join(LONGEST)
    assert len(ended) == 1
    assert isinstance(ended[0], Cancelled)


def test_a_nested_watch_is_cancelled_too() -> None:
    event = threading.Event()
    with Limits(cancel=event).watch(), Limits(seconds=50).watch():
        limits.check()
        event.set()
        with pytest.raises(Cancelled):
            limits.check()


def test_the_strictest_limits_around_are_the_current_ones() -> None:
    assert limits.current() == Limits()
    with Limits(states=100, memory=7).watch():
        with Limits(states=1000, pairs=5).watch():
            assert limits.current() == Limits(states=100, memory=7, pairs=5)
        with Limits(states=10).watch():
            assert limits.current() == Limits(states=10, memory=7)
        assert limits.current() == Limits(states=100, memory=7)
    assert limits.current() == Limits()


def test_of_two_limits_the_stricter_holds_in_each_matter() -> None:
    event = threading.Event()
    both = Limits(seconds=3, states=0).stricter(Limits(seconds=2.5, states=4, positions=9, cancel=event))
    assert both == Limits(seconds=2.5, states=0, positions=9)
    assert both.cancel is event


def test_work_apart_gives_its_result_or_its_failure() -> None:
    assert limits.run_in_thread(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        limits.run_in_thread(lambda: 1 // 0)


def test_work_apart_is_left_behind_when_time_is_over() -> None:
    go_on = threading.Event()
    with FakeClock(step=0.1).running(), pytest.raises(OutOfTime), Limits(seconds=0.2).watch():
        limits.run_in_thread(lambda: go_on.wait(LONGEST))
    assert not go_on.is_set()
    go_on.set()


def test_work_apart_is_under_the_same_watch() -> None:
    with Limits(states=7).watch():
        assert limits.run_in_thread(lambda: limits.current().states) == 7


def test_more_than_there_can_be_is_no_limit() -> None:
    assert Limits(memory=2**70, positions=10**30) == Limits(memory=2**62, positions=2**62)


def test_the_time_of_limits() -> None:
    event = threading.Event()
    time_alone = Limits(seconds=3, states=7, cancel=event).time
    assert time_alone == Limits(seconds=3)
    assert time_alone.cancel is event
