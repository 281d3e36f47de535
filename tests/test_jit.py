"""Kernels run plain or compiled, with the same results and the same time limits."""

import importlib
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from sprague import jit, limits
from sprague.cancellation import watchdog
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.jit import Kernel, Kernels
from sprague.limits import Limits
from sprague.tables.kernels import bit_rows as tables_kernels
from tests import sample_kernels
from tests.fake_clocks import FakeClock
from tests.snapshots import refused
from tests.waiting import LONGEST, wait_until


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    monkeypatch.setattr(jit, "mode", None)
    return Kernels(sample_kernels)


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


def once_a_kernel_runs(action: Callable[[], object]) -> threading.Thread:
    """Start a thread that acts as soon as a compiled kernel of this process polls a flag."""

    def wait_and_act() -> None:
        wait_until(lambda: watchdog._watched)
        action()

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    return thread


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def sum_to(most: int) -> int:
    return 3 * most * (most - 1) // 2 % 1000003


def test_constants_are_unchanged_and_functions_are_shared(kernels: Kernels) -> None:
    assert kernels.SCALE == 3
    assert kernels.count_up is kernels.count_up
    assert repr(kernels.count_up) == "<kernel count_up of tests.sample_kernels>"
    assert jit.compile_lazily(sample_kernels) is jit.compile_lazily(sample_kernels)
    with pytest.raises(AttributeError):
        _ = kernels.missing


def test_little_work_is_done_without_a_compiler(
    kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kernels, "compiled", lambda self: pytest.fail("compiled"))
    out = np.zeros(4, np.int64)
    kernels.fill_scaled(out)
    assert out.tolist() == [0, 3, 6, 9]
    assert kernels.count_up(1000)[0] == sum_to(1000)
    assert not kernels.count_up.is_compiled


def test_much_work_is_compiled_and_begun_anew(
    kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "PLAIN_SECONDS", 0.05)
    monkeypatch.setattr(jit, "PLAIN_SECONDS_IF_CACHED", 0.05)
    monkeypatch.setattr(jit, "NUMBA_LOADING_SECONDS", 0.0)
    clock.step = 0.01
    most = 1_000
    total, reached = kernels.count_up(most)
    assert (total, reached.tolist()) == (sum_to(most), [most])
    assert kernels.count_up.is_compiled


def test_the_time_to_load_numba_counts_for_all_kernels_together(
    kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.step = 0.01
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(Kernels, "compiled", lambda self: {})
    monkeypatch.setattr(jit, "PLAIN_SECONDS", 0.05)
    monkeypatch.setattr(jit, "PLAIN_SECONDS_IF_CACHED", 0.05)
    monkeypatch.setattr(jit, "NUMBA_LOADING_SECONDS", 60.0)
    monkeypatch.setattr(Kernel, "total_plain_seconds", 60.0)
    with pytest.raises(KeyError):  # it would be compiled
        kernels.count_up(1 << 50)
    assert kernels.count_up.plain_seconds < 0.2
    monkeypatch.setattr(Kernel, "total_plain_seconds", 0.0)
    assert kernels.count_up(1000)[0] == sum_to(1000)


def test_other_ways_are_refused() -> None:
    assert jit.parse_mode(None) is jit.parse_mode("") is None
    assert jit.parse_mode("plain") == "plain"
    with refused(SpragueError, "'bogus'") as caught:
        jit.parse_mode("bogus")
    environment = {**os.environ, "SPRAGUE_KERNELS": "bogus"}
    command = [sys.executable, "-m", "sprague", "table", "nim", "--limit", "3"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"sprague: {caught.value}")
    assert len(done.stderr.splitlines()) == 1
    command = [sys.executable, "-c", "from sprague import jit, tabulate; print(jit.mode)"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "None\n")


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_how_kernels_run_can_be_settled(kernels: Kernels, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(jit, "mode", how)
    assert kernels.count_up(12345)[0] == sum_to(12345)
    assert (kernels.count_up.plain_seconds > 0) == (how == "plain")
    for kind in (np.int64, np.int32):
        out = np.zeros(3, kind)
        kernels.fill_scaled(out)
        assert out.tolist() == [0, 3, 6]


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_the_time_limit_applies(kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(jit, "mode", how)
    kernels.count_up(1)
    clock.step = 0.1
    looked = clock.readings
    with pytest.raises(OutOfTime, match=r"stopped after 0\.3 seconds"), Limits(seconds=0.3).watch():
        kernels.count_up(1 << 50)
    assert clock.readings < looked + 20


def test_compiling_counts_towards_the_limit(
    kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr(Kernels, "compiled", lambda self: go_on.wait(LONGEST))
    clock.step = 0.1
    with pytest.raises(OutOfTime), Limits(seconds=0.2).watch():
        kernels.count_up(10)
    assert not go_on.is_set()
    go_on.set()


def test_compiling_for_other_types_counts_towards_the_limit(
    kernels: Kernels, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(jit, "mode", "compiled")
    assert kernels.count_up(1000)[0] == sum_to(1000)
    monkeypatch.setattr(kernels.compiled()["count_up"], "compile", lambda types: go_on.wait(LONGEST))
    clock.step = 0.1
    with pytest.raises(OutOfTime), Limits(seconds=0.2).watch():
        kernels.count_up(np.int16(1000))
    assert not go_on.is_set()
    go_on.set()


def test_kernels_call_those_of_other_modules_and_the_cache_notices_edits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "calling.py").write_text(
        "from called import SCALE, scaled as times\n\ndef total(number):\n    return times(number) + SCALE\n"
    )
    called = "SCALE = {}\n\ndef scaled(number):\n    return {} * number\n"
    names = []
    for scale, factor in [(3, 4), (3, 5), (6, 5)]:
        (tmp_path / "called.py").write_text(called.format(scale, factor))
        for module in ("calling", "called"):
            sys.modules.pop(module, None)
        kernels = jit.compile_lazily(importlib.import_module("calling"))
        assert kernels.total(10) == 10 * factor + scale
        assert kernels.times is jit.compile_lazily(sys.modules["called"]).scaled
        names.append(jit.fingerprint(kernels.module.total))
    assert len(set(names)) == 3


def test_kernels_are_compiled_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def full(self: object, key: object, data: object) -> None:
        tried.append(key)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "kept_nowhere.py").write_text("def twice(number):\n    return 2 * number\n")
    assert jit.compile_lazily(importlib.import_module("kept_nowhere")).twice(7) == 14
    assert tried


def test_functions_of_python_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.syspath_prepend(tmp_path)
    text = (
        "from typing import NamedTuple\n\nclass Pair(NamedTuple):\n    a: int\n\ndef first(pair):\n    return pair.a\n"
    )
    (tmp_path / "importing_typing.py").write_text(text)
    module = importlib.import_module("importing_typing")
    assert jit.compile_lazily(module).first(module.Pair(7)) == 7


def test_fingerprints_are_those_of_other_processes() -> None:
    ask = "import sprague.tables.kernels.bit_rows as k, sprague.jit as c; print(c.fingerprint(k.fill_rows))"
    output = subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True, text=True).stdout
    assert output.strip() == jit.fingerprint(jit.compile_lazily(tables_kernels).fill_rows.plain)


def test_an_error_while_compiling_is_raised(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr(Kernels, "compiled", lambda self: {})
    with pytest.raises(KeyError, match="count_up"):
        kernels.count_up(10)


def test_compiled_kernels_are_cancelled_from_another_thread(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    kernels.count_up(1)
    cancel = threading.Event()
    other = once_a_kernel_runs(cancel.set)
    with pytest.raises(Cancelled), Limits(cancel=cancel).watch():
        kernels.count_up(1 << 50)
    other.join()
    assert not limits.is_over()


def test_ctrl_c_ends_a_compiled_kernel(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    kernels.count_up(1)
    before = signal.set_wakeup_fd(-1)
    for seconds in (None, 3600):
        other = once_a_kernel_runs(press_ctrl_c)
        with pytest.raises(KeyboardInterrupt), Limits(seconds=seconds).watch(), Limits().watch():
            kernels.count_up(1 << 50)
        other.join()
        assert kernels.count_up(12345)[0] == sum_to(12345)
    assert signal.set_wakeup_fd(before) == -1


@pytest.mark.slow
def test_somebody_elses_ctrl_c_is_left_alone(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    signals: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: signals.append(number))
    try:
        with Limits(seconds=3600).watch():
            other = once_a_kernel_runs(press_ctrl_c)
            assert kernels.count_up(100_000_000)[0] == sum_to(100_000_000)
            other.join()
        wait_until(lambda: signals)
    finally:
        signal.signal(signal.SIGINT, before)
    assert signals == [signal.SIGINT]


def test_a_long_compilation_is_reported_once(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")
    monkeypatch.setattr(jit, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(Kernel, "_is_cached", False)
    announced = threading.Event()
    monkeypatch.setattr(jit, "_announced", announced)
    real = Kernels.compiled

    def slow(self: Kernels) -> dict[str, object]:
        assert announced.wait(LONGEST)
        return real(self)

    monkeypatch.setattr(Kernels, "compiled", slow)
    with caplog.at_level(logging.INFO, "sprague"):
        kernels.count_up(1)
        kernels.fill_scaled(np.zeros(1, np.int64))
    assert caplog.messages == ["compiling; this is needed once on this machine …"]


def test_many_short_compilations_are_reported(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit, "SILENT_SECONDS", 0.25)
    monkeypatch.setattr(jit, "_announced", threading.Event())
    monkeypatch.setattr(jit._CompilationNotice, "waited", 0.0)
    with caplog.at_level(logging.INFO, "sprague"):
        for compilation in range(1, 5):
            meanwhile = jit._CompilationNotice()
            clock.advance(0.1)
            meanwhile()
            assert len(caplog.messages) == (compilation >= 3)
    assert caplog.messages == ["compiling; this is needed once on this machine …"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of folders differ on this system")
def test_folders_to_which_others_can_write_are_not_private(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    assert jit.is_private(folder)
    assert jit.is_private(folder / "missing")
    for mode in (0o702, 0o777, 0o1777):
        folder.chmod(mode)
        assert not jit.is_private(folder)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert not jit.is_private(link)
    inside = folder / "inside"
    inside.mkdir(mode=0o700)
    assert jit.is_private(inside)  # with the mode 1777, only the owner can rename the folder inside
    folder.chmod(0o777)
    assert not jit.is_private(inside)


CACHED = """
import sys
sys.path.insert(0, sys.argv[1])
import sample
from sprague import jit
jit.mode = "compiled"
kernel = jit.Kernels(sample).double
print(kernel(21), sum(kernel.kernels.compiled()["double"].stats.cache_hits.values()))
"""


def compiled_sample(folder: Path) -> str:
    """Return the result of a compiled kernel in a new process, and how often it was loaded from the cache."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-c", CACHED, str(folder / "source")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of folders differ on this system")
def test_compiled_kernels_are_loaded_from_private_folders_only(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "sample.py").write_text("def double(number):\n    return 2 * number\n")
    (tmp_path / "cache").mkdir(mode=0o700)
    assert compiled_sample(tmp_path) == "42 0"
    assert compiled_sample(tmp_path) == "42 1"
    for file in (tmp_path / "cache").rglob("*.nbc"):
        file.write_bytes(b"damaged")
    assert compiled_sample(tmp_path) == "42 0"
    (tmp_path / "cache").chmod(0o777)
    assert compiled_sample(tmp_path) == "42 0"


def test_the_oldest_cached_kernels_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "MOST_CACHED", 2)
    (tmp_path / "other.kernel-1.py311.nbi").touch()

    def save(number: int) -> None:
        for suffix in ("nbi", "1.nbc"):
            place = tmp_path / f"rules.kernel{number}-1.py311.{suffix}"
            place.touch()
            os.utime(place, (number, number))

    for number in range(1, 5):
        jit._save_if_possible(lambda number=number: save(number), tmp_path, "rules")  # type: ignore[misc]
    left = {place.name for place in tmp_path.iterdir()}
    kept = {f"rules.kernel{number}-1.py311.{suffix}" for number in (3, 4) for suffix in ("nbi", "1.nbc")}
    assert left == {"other.kernel-1.py311.nbi"} | kept
