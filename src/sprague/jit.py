"""Just-in-time compilation of kernels (`compile_lazily`): plain Python on small inputs, numba on large ones.

A module of kernels contains plain functions that take arrays and numbers and call each other and kernels of other such
modules; it imports no other functions and does not mention numba. `compile_lazily(module)` returns the same functions
for callers outside, and decides for each call how it runs. Compiling takes a second or more, so a kernel runs as plain
Python until that has taken about as long as compiling would, and is then compiled, once for the machine. This takes at
most twice as long as the better choice, however much work there is, and a small first table waits for no compiler.

Compiled kernels are stored in numba's cache on disk. Numba notices edits only in the file that defines a kernel, so
each kernel is cached under a name that contains the `fingerprint` of everything that it calls and reads.

    from sprague import jit
    from sprague.automata import kernels as plain

    kernels = jit.compile_lazily(plain)
    table, left, right = kernels.product(...)

A kernel that may run for long has a last parameter `stop`, which callers leave out: it polls `stop[0]` and returns at
once, with any value of the right type, when that is not 0. Time limits, cancellation, and the change from the plain to
the compiled kernel, which starts again from the beginning, all work this way: so such a kernel must not change its
arguments. Kernels that do are called for a piece of the work at a time (`sprague.tables.batching`). (A loop that writes
to no array at all must not poll `stop`: the compiler would move the poll out of the loop.)

SPRAGUE_KERNELS=plain or =compiled in the environment, or `jit.mode`, decides for all kernels.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar, cast

import numpy as np

from sprague import clock, limits
from sprague.errors import SpragueError

_VARIABLE = "SPRAGUE_KERNELS"
PLAIN_SECONDS = 1.0  # seconds that a kernel runs as plain Python before it is compiled
PLAIN_SECONDS_IF_CACHED = 0.1  # the same for a kernel in the cache, which only has to be loaded
NUMBA_LOADING_SECONDS = 0.4  # plain seconds of all kernels together before numba is loaded
SILENT_SECONDS = 0.5  # seconds of compiling, of all kernels together, before a message
PLAIN, COMPILED = "plain", "compiled"

#: Reports, once in a process, that a kernel is being compiled; the command line shows it on a terminal.
LOG = logging.getLogger("sprague")
_announced = threading.Event()


def parse_mode(text: str | None) -> str | None:
    """Return the mode of compilation that SPRAGUE_KERNELS selects for all kernels; None for automatic.

    >>> parse_mode("plain")
    'plain'
    >>> parse_mode("fast")
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected SPRAGUE_KERNELS to be plain or compiled, got 'fast'; leave it out to have ...
    """
    if text in (PLAIN, COMPILED):
        return text
    if text:
        raise SpragueError(
            f"expected {_VARIABLE} to be plain or compiled, got {text!r}; leave it out to have kernels compiled "
            "when it is worth it"
        )
    return None


#: The mode of all kernels, "plain" or "compiled"; None for automatic.
mode: str | None = parse_mode(os.environ.get(_VARIABLE))


@cache
def compile_lazily(module: ModuleType) -> Kernels:
    """Return the functions of a module as kernels that are compiled once they have run long enough."""
    return Kernels(module)


class Kernels:
    """The kernels of a module: a namespace in which each function is a `Kernel`, compiled lazily."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self._compiled: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.module, name)
        if isinstance(found, FunctionType) and _is_kernel(found):
            found = Kernel(self, found) if self._owns(found) else getattr(_defining_kernels(found), found.__name__)
        setattr(self, name, found)
        return found

    def compiled(self) -> dict[str, Any]:
        """Return the functions by name, as numba dispatchers: each is compiled when it is first called."""
        if self._compiled is None:
            # Copies of the functions that call each other instead of the plain ones.
            names: dict[str, Any] = dict(vars(self.module))
            for name, function in vars(self.module).items():
                if not isinstance(function, FunctionType) or not _is_kernel(function):
                    continue
                if self._owns(function):
                    copy = FunctionType(function.__code__, names, name, function.__defaults__)
                    copy.__qualname__ = _cached_name(function)
                    names[name] = _dispatcher(copy)
                else:
                    names[name] = _defining_kernels(function).compiled()[function.__name__]
            self._compiled = names
        return self._compiled

    def _owns(self, function: FunctionType) -> bool:
        return function.__module__ == self.module.__name__

    def __repr__(self) -> str:
        return f"<kernels of {self.module.__name__}>"


class Kernel:
    """A function that runs plain or compiled by numba, decided call by call."""

    total_plain_seconds: ClassVar[float] = 0.0  # seconds that all kernels have run as plain Python

    def __init__(self, kernels: Kernels, plain: FunctionType) -> None:
        self.kernels, self.plain = kernels, plain
        code = plain.__code__
        self.takes_stop = code.co_varnames[: code.co_argcount][-1:] == ("stop",)
        self.plain_seconds = 0.0  # seconds that it has run as plain Python
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        compiled = self._compiled
        if compiled is None or mode == PLAIN:
            if (seconds := self._plain_seconds_left()) > 0:
                finished, result = self._run_plain(arguments, seconds)
                if finished:
                    return result
            compiled = self._compiled = limits.run_in_thread(
                self._prepare, limits.check if self._is_cached else _CompilationNotice()
            )
        try:
            if not self.takes_stop:
                return compiled(*arguments)
            stop = limits.stop_flag()
            result = compiled(*arguments, stop)
        except SystemError as error:
            # Python may notice Ctrl-C while numba returns the result; keep it a KeyboardInterrupt.
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        if stop[0]:
            limits.check()
        return result

    @property
    def is_compiled(self) -> bool:
        """Whether it runs compiled from now on: only then do threads make it faster."""
        return self._compiled is not None and mode != PLAIN

    def _run_plain(self, arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """Run as plain Python; return whether it finished within the seconds, and its result."""
        began = clock.now()
        stop = _PlainStopFlag(began + seconds)
        try:
            with np.errstate(over="ignore"):  # hashes overflow on purpose
                result = self.plain(*arguments, stop) if self.takes_stop else self.plain(*arguments)
        finally:
            taken = clock.now() - began
            self.plain_seconds += taken
            Kernel.total_plain_seconds += taken
        limits.check()
        return not stop.is_set, result

    def _plain_seconds_left(self) -> float:
        """Return how many more seconds it may run as plain Python."""
        if mode is not None:
            return float("inf") if mode == PLAIN else 0.0
        allowed = PLAIN_SECONDS_IF_CACHED if self._is_cached else PLAIN_SECONDS
        if "numba" in sys.modules:
            return allowed - self.plain_seconds
        # Numba is loaded once for all kernels, so the plain seconds of all of them count.
        return max(allowed - self.plain_seconds, NUMBA_LOADING_SECONDS + allowed - Kernel.total_plain_seconds)

    @cached_property
    def _is_cached(self) -> bool:
        return _has_cache(Path(self.plain.__code__.co_filename), _cached_name(self.plain))

    def _prepare(self) -> Callable[..., Any]:
        return cast(Callable[..., Any], self.kernels.compiled()[self.plain.__name__])

    def __repr__(self) -> str:
        return f"<kernel {self.plain.__name__} of {self.plain.__module__}>"


def fingerprint(kernel: FunctionType) -> str:
    """Return a hash of a kernel, of the kernels it calls and of the constants they read, for the compilation cache."""
    digest = hashlib.sha256()
    waiting: list[object] = [kernel]
    seen: set[FunctionType] = set()
    while waiting:
        found = waiting.pop()
        if not isinstance(found, FunctionType):
            digest.update(found.tobytes() if isinstance(found, np.ndarray) else repr(found).encode())
        elif found not in seen:
            seen.add(found)
            code = found.__code__
            what = code.co_code, code.co_consts, code.co_names, code.co_varnames, found.__defaults__
            digest.update(repr(what).encode())
            waiting += [found.__globals__[name] for name in code.co_names if name in found.__globals__]
    return digest.hexdigest()[:16]


@cache
def _cached_name(kernel: FunctionType) -> str:
    """Return the name of a kernel in numba's cache."""
    return f"{kernel.__name__}_{fingerprint(kernel)}"


def _is_kernel(function: FunctionType) -> bool:
    """Return whether a function is a kernel; `NamedTuple`, which kernel modules import, is a standard function."""
    return function.__module__.partition(".")[0] not in sys.stdlib_module_names


def _defining_kernels(kernel: FunctionType) -> Kernels:
    """Return the kernels of the module that defines a kernel."""
    return compile_lazily(sys.modules[kernel.__module__])


class _CompilationNotice:
    """A callback during compilation that checks the limits and reports a long compilation once."""

    waited: ClassVar[float] = 0.0  # seconds of compiling, of all kernels

    def __init__(self) -> None:
        self.last_call = clock.now()

    def __call__(self) -> None:
        limits.check()
        now = clock.now()
        _CompilationNotice.waited += now - self.last_call
        self.last_call = now
        if _CompilationNotice.waited > SILENT_SECONDS and not _announced.is_set():
            _announced.set()
            LOG.info("compiling, once on this machine …")


class _PlainStopFlag:
    """The `stop` flag of a plain kernel: 1 once its plain seconds or the limits are over."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.is_set = False

    def __getitem__(self, place: int) -> int:
        if not self.is_set:
            self.is_set = clock.now() > self.deadline or limits.is_over()
        return int(self.is_set)


def _dispatcher(kernel: FunctionType) -> Any:
    """Return a numba dispatcher, which compiles the kernel when it is called with arguments of new types.

    Numba itself inspects the types of arguments, which costs less than a microsecond; so the limits are kept inside:
    the method that numba calls to compile runs in a thread.
    """
    from numba import njit

    dispatcher: Any = njit(nogil=True)(kernel)
    with suppress(RuntimeError):  # numba finds no folder for its cache
        dispatcher.enable_caching()
        save = dispatcher._cache.save_overload
        dispatcher._cache.save_overload = lambda *compiled: _save_if_possible(partial(save, *compiled))
    compile_for = dispatcher._compile_for_args
    dispatcher._compile_for_args = lambda *arguments: limits.run_in_thread(
        partial(compile_for, *arguments), _CompilationNotice()
    )
    return dispatcher


def _save_if_possible(save: Callable[[], None]) -> None:
    """Save a compiled kernel, unless the disk is full or read-only: then it is compiled again next time."""
    with suppress(OSError):
        save()


def _has_cache(source: Path, name: str) -> bool:
    """Return whether numba's cache seems to contain the kernel; a wrong answer only costs a moment."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    places = Path(folder).glob(f"*/{source.stem}.{name}-*.nbi") if folder else _cache_files_beside(source, name)
    try:
        newest = max((place.stat().st_mtime for place in places), default=0.0)
        return newest >= source.stat().st_mtime
    except OSError:
        return False


def _cache_files_beside(source: Path, name: str) -> list[Path]:
    return list((source.parent / "__pycache__").glob(f"{source.stem}.{name}-*.nbi"))
