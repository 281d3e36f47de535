"""Fixtures of every test and docstring example (a data folder, a patient clock, a working Ctrl-C), and layers of tests.

A layer is a marker of `pyproject.toml`. `make test` runs the tests that are in no layer, `make check` all tests. A test
that uses the fixture `coq`, `browser`, `firefox`, `node` or `latex` is in the layer of that name. A run that leaves out
tests lists their layers at its end.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import pytest

from sprague import clock, jit
from sprague.discovery import scheduler

pytest_plugins = ["tests.snapshots"]

# A shell that starts the tests in the background makes them, and the programs they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Collecting the tests creates millions of objects that live as long as the process. The garbage collector looks at none
# of them: it stops until the tests are collected, and then leaves out what exists (`pytest_collection_finish`).
gc.disable()

#: How many times slower time passes for the library in tests.
SLOWER = 20.0
#: How many times longer a kernel runs as plain Python in tests before it is compiled. A process runs thousands of small
#: tests, and compiling a kernel takes longer than its plain runs in all of them.
PLAIN_LONGER = 5.0
#: Fixtures that stand for a program outside Python; a test that uses one belongs to the layer of the same name.
PROGRAMS = ("coq", "browser", "firefox", "node", "latex")
#: Timeout of a test with Coq. The first such test compiles the library, which takes a minute on a machine without other
#: work, and much longer on a busy one.
COQ_SECONDS = 3_000
#: Folders whose tests belong to the layer `docs`.
SITE = [Path(__file__).parent / "website", Path(__file__).parent / "tests" / "website"]
#: Functions whose docstring examples take long because they compile many kernels; they are in the layer `slow`.
SLOW_EXAMPLES = {
    "sprague.discovery.discover.discover",
    "sprague.discovery.families.discover_family",
    "sprague.queries.compare.Comparison",
    "sprague.render.pictures.thumbnail.thumbnail",
    "sprague.solver.lookup.find_games_by_values",
    "sprague.surveys.measures.measure_heaps",
    "sprague.surveys.rule_families",
    "sprague.synthesis.function_formulas.describe_function",
    "sprague.tables.table.Table.to_pandas",
    "sprague.tables.table.Table.to_xarray",
    "sprague.tables.table_values.TableValues.positions_array",
}
PREPARE = jit.Kernel._prepare
LEFT_OUT = pytest.StashKey[Counter[str]]()


@pytest.fixture(scope="session", autouse=True)
def _data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[str]]:
    """Paths of folders that do not exist yet. `tmp_path` would create a folder, which takes as long as a small test.

    Between tests the data folder is one of the session, so that servers that several tests share, and the processes
    that they start, do not use the home folder.
    """
    parent = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SPRAGUE_DATA", str(parent / "session"))
        yield (str(parent / str(number)) for number in count())


@pytest.fixture(autouse=True)
def _own_data(_data_folders: Iterator[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", next(_data_folders))


@pytest.fixture(autouse=True)
def _patient_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let time pass more slowly for the library, so that its limits do not end the work of a test on a slow machine.

    Durations that only decide the order of work stay the same: the turns of discovery, and the seconds after which
    kernels are compiled. Tests of limits replace this clock by one of `tests.fake_clocks`. A thread that a test has
    started ends before the next test.

    Kernels that a test compiles on purpose, by `jit.mode`, run as plain Python again in the next test. Otherwise small
    tables of later tests would call them with new types, and so compile them again for seconds.
    """
    compiled: list[jit.Kernel] = []

    def prepare(kernel: jit.Kernel) -> Callable[..., Any]:
        if jit.current_mode() == jit.COMPILED:
            compiled.append(kernel)
        return PREPARE(kernel)

    monkeypatch.setattr(jit.Kernel, "_prepare", prepare)
    monkeypatch.setattr(clock, "now", lambda: monotonic() / SLOWER)
    monkeypatch.setattr(clock, "busy", lambda: process_time() / SLOWER)
    for name in ("PLAIN_SECONDS", "PLAIN_SECONDS_IF_CACHED", "NUMBA_LOADING_SECONDS", "SILENT_SECONDS"):
        monkeypatch.setattr(jit, name, getattr(jit, name) / SLOWER)
    monkeypatch.setattr(jit, "PLAIN_SECONDS", jit.PLAIN_SECONDS * PLAIN_LONGER)
    monkeypatch.setattr(scheduler, "LONGEST_TURN", scheduler.LONGEST_TURN / SLOWER)
    yield
    for kernel in compiled:
        kernel._compiled = None
    if left := [thread for thread in threading.enumerate() if thread.name == "sprague-thread"]:
        monkeypatch.setattr(clock, "now", lambda: 1e12)  # all its time is over
        for thread in left:
            thread.join(120)


@pytest.fixture
def long_turns(_patient_clock: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt no strategy of discovery, so that the first proof is the same on a machine of any speed."""
    monkeypatch.setattr(scheduler, "LONGEST_TURN", 1e9)


def layers(config: pytest.Config) -> dict[str, str]:
    """Return the layers and their descriptions, as `pyproject.toml` lists them."""
    lines = (line.partition(": ") for line in config.getini("markers"))
    return {name: text for name, _, text in lines if text.startswith("layer: ")}


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = Counter()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of programs outside Python and of the site, before `-m` selects among them."""
    site = {path for path in {item.path for item in items} if any(path.is_relative_to(folder) for folder in SITE)}
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        for name in set(PROGRAMS) & set(getattr(item, "fixturenames", ())) - set(parameters):
            item.add_marker(name)
            if name == "coq":
                item.add_marker(pytest.mark.timeout(COQ_SECONDS))
        if item.path in site:
            item.add_marker("docs")
        if isinstance(item, pytest.DoctestItem) and item.name in SLOW_EXAMPLES:
            item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        for name in layers(item.config):
            if item.get_closest_marker(name):
                item.config.stash[LEFT_OUT][name] += 1
                break


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts of a worker of pytest-xdist to the main process; all workers collect the same tests."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        left_out: Counter[str] = session.config.stash[LEFT_OUT]
        output["left out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    found: Counter[str] = Counter(getattr(node, "workeroutput", {}).get("left out", {}))
    node.config.stash[LEFT_OUT] |= found


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    left_out = config.stash[LEFT_OUT]
    if left_out and config.option.markexpr:
        terminalreporter.section("not run")
        for name, description in layers(config).items():
            if left_out[name]:
                terminalreporter.write_line(f"{left_out[name]:6} {name:8} {description.removeprefix('layer: ')}")
        terminalreporter.write_line("make check runs them; .venv/bin/pytest -n auto -m LAYER runs one layer")
