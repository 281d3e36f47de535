"""Kernels: run as plain Python while there is little to do, compiled once that is worth it.

A module of kernels holds plain functions that take arrays and numbers and call each other, and those it imports from
other modules of kernels; it imports no other functions, and nothing in it knows of numba. `ready(module)` gives the
same functions to call from outside, and decides for each of them, call by call, how it is run. Compiling takes a
second or more, so a kernel is *rented* first: it runs as plain Python until that has taken about as long as compiling
would, and is then compiled, once for the machine. However much work there turns out to be, this takes at most twice
as long as knowing it beforehand; a newcomer's first small table waits for no compiler at all.

What was compiled is kept in numba's cache on disk. That looks for edits only in the file a kernel stands in, so it is
given each kernel under a name that has the `fingerprint` of all that the kernel calls and reads.

    from sprague import compiling
    from sprague.automata import kernels as plain

    kernels = compiling.ready(plain)
    table, left, right = kernels.product(...)

A kernel that may run for long has a last parameter `stop`, which callers leave out: it looks at `stop[0]` now and
then and returns at once, with anything of the right type, when that is not 0. This is how the seconds of `limits`
are kept, how a cancelled proof ends, and how a rented kernel gives way to the compiled one, which then starts
anew: so such a kernel must not change its arguments. Kernels that do are called for a piece of the work
at a time, no more than `kernel.chunk(most)`, by callers who look at `limits.check()` in between. (A loop that
writes to no array at all must not look at `stop`: the compiler would take the look out of it.)

SPRAGUE_KERNELS=plain or =compiled in the environment settles the matter for all kernels.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from sprague import limits

VARIABLE = "SPRAGUE_KERNELS"
RENT = 1.0  # seconds as plain Python before a kernel is compiled
CACHED_RENT = 0.1  # the same if the compiled kernel lies in the cache: it only has to be loaded
LOADING = 0.4  # and numba itself, if it is not loaded yet
PATIENCE = 1.0  # seconds of compiling before anything is said
PLAIN_PIECE = 256  # a piece of work for a compiled kernel is so many for a plain one

#: Says, once in a process, that a kernel is being compiled; the command line shows it on a terminal.
LOG = logging.getLogger("sprague")
_told = threading.Event()


@cache
def ready(module: ModuleType) -> Kernels:
    """The kernels of a module, to be called."""
    return Kernels(module)


class Kernels:
    """The functions of a module, each as a `Kernel`; its constants and classes as they are."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self._compiled: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.module, name)
        if isinstance(found, FunctionType) and _may_be_kernel(found):
            found = Kernel(self, found) if self._owns(found) else getattr(_home(found), found.__name__)
        setattr(self, name, found)
        return found

    def compiled(self) -> dict[str, Any]:
        """The functions by name, handed to numba: each is compiled when it is first called."""
        if self._compiled is None:
            from numba import njit

            # Twins of the functions that see each other instead of the plain ones.
            names: dict[str, Any] = dict(vars(self.module))
            for name, function in vars(self.module).items():
                if not isinstance(function, FunctionType) or not _may_be_kernel(function):
                    continue
                if self._owns(function):
                    twin = FunctionType(function.__code__, names, name, function.__defaults__)
                    twin.__qualname__ = _cached_name(function)
                    names[name] = _cached(njit(nogil=True)(twin))
                else:
                    names[name] = _home(function).compiled()[function.__name__]
            self._compiled = names
        return self._compiled

    def _owns(self, function: FunctionType) -> bool:
        return function.__module__ == self.module.__name__

    def __repr__(self) -> str:
        return f"<kernels of {self.module.__name__}>"


class Kernel:
    """One function of a module of kernels, plain or compiled as the work demands."""

    def __init__(self, kernels: Kernels, plain: FunctionType) -> None:
        self.kernels, self.plain = kernels, plain
        code = plain.__code__
        self.stops = code.co_varnames[: code.co_argcount][-1:] == ("stop",)
        self.spent = 0.0  # seconds as plain Python
        self._ready: dict[object, Callable[..., Any]] = {}  # compiled, by the types of the arguments

    def __call__(self, *arguments: Any) -> Any:
        kind = tuple(map(_kind, arguments))
        compiled = None if os.environ.get(VARIABLE) == "plain" else self._ready.get(kind)
        if compiled is None:
            if self.spent < self._rent():
                finished, result = self._run_plain(arguments)
                if finished:
                    return result
            compiled = self._ready[kind] = self._compile(arguments)
        if not self.stops:
            return _call(compiled, *arguments)
        result = _call(compiled, *arguments, limits.stop_flag())
        limits.check()
        return result

    def chunk(self, most: int) -> int:
        """How much to do in one call, if that is `most` for the compiled kernel: a fraction of a second in any case."""
        return most if self._ready or self.spent >= self._rent() else max(1, most // PLAIN_PIECE)

    @property
    def is_compiled(self) -> bool:
        """Whether it has been compiled, for arguments of some types: only then does it gain by threads."""
        return bool(self._ready)

    def _run_plain(self, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        """Run as plain Python; whether it came to its end within the rent, and what it returned."""
        began = perf_counter()
        clock = _Clock(began + self._rent() - self.spent)
        try:
            with np.errstate(over="ignore"):  # hashes overflow on purpose
                result = self.plain(*arguments, clock) if self.stops else self.plain(*arguments)
        finally:
            self.spent += perf_counter() - began
        limits.check()
        return not clock.struck, result

    def _rent(self) -> float:
        """How many seconds it may run as plain Python."""
        wanted = os.environ.get(VARIABLE)
        if wanted in ("plain", "compiled"):
            return float("inf") if wanted == "plain" else 0.0
        loading = 0.0 if "numba" in sys.modules else LOADING
        return loading + (CACHED_RENT if self._is_cached() else RENT)

    def _is_cached(self) -> bool:
        return _has_cache(Path(self.plain.__code__.co_filename), _cached_name(self.plain))

    def _compile(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Compile for arguments of these types; the seconds of `limits` are kept meanwhile."""
        stop = (np.zeros(1, np.uint8),) if self.stops else ()
        began = perf_counter()

        def work() -> Callable[..., Any]:
            from numba import typeof

            dispatcher: Any = self.kernels.compiled()[self.plain.__name__]
            types = [typeof(argument) for argument in (*arguments, *stop)]  # type: ignore[no-untyped-call]
            dispatcher.compile(tuple(types))
            return cast(Callable[..., Any], dispatcher)

        def meanwhile() -> None:
            limits.check()
            if perf_counter() - began > PATIENCE and not _told.is_set():
                _told.set()
                LOG.info("compiling, once on this machine …")

        return limits.apart(work, meanwhile)

    def __repr__(self) -> str:
        return f"<kernel {self.plain.__name__} of {self.plain.__module__}>"


def fingerprint(kernel: FunctionType) -> str:
    """A number, in hexadecimal, that changes when the kernel is edited, or one it calls, or a constant they read."""
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
    """The name of a kernel in the cache."""
    return f"{kernel.__name__}_{fingerprint(kernel)}"


def _may_be_kernel(function: FunctionType) -> bool:
    """Whether a function may be a kernel; `NamedTuple`, which modules of kernels import, is a function of Python's."""
    return function.__module__.partition(".")[0] not in sys.stdlib_module_names


def _home(kernel: FunctionType) -> Kernels:
    """The kernels among which a kernel is defined."""
    return ready(sys.modules[kernel.__module__])


def _call(compiled: Callable[..., Any], *arguments: Any) -> Any:
    """Call a compiled kernel; Ctrl-C, which Python may notice while numba hands over the result, stays what it is."""
    try:
        return compiled(*arguments)
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise


class _Clock:
    """The `stop` of a plain kernel: 1 once its time is over, or that of the whole work."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.struck = False

    def __getitem__(self, place: int) -> int:
        if not self.struck:
            self.struck = perf_counter() > self.until or limits.is_over()
        return int(self.struck)


def _kind(argument: Any) -> object:
    """What numba tells types apart by, found quickly: equal for arguments of one type."""
    if isinstance(argument, np.ndarray):
        # Whether it owns its data does not matter; contiguous, aligned and writeable do.
        return argument.dtype, argument.ndim, argument.flags.num & ~4
    if isinstance(argument, tuple):
        return type(argument), tuple(map(_kind, argument))
    return type(argument)


def _cached(dispatcher: Any) -> Any:
    """With a cache on disk, if there is a place where it can be written."""
    try:
        dispatcher.enable_caching()
    except RuntimeError:
        return dispatcher
    return dispatcher


@cache
def _has_cache(source: Path, name: str) -> bool:
    """Whether numba's cache seems to have the kernel; being wrong costs a moment, nothing else."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    places = Path(folder).glob(f"*/{source.stem}.{name}-*.nbi") if folder else _beside(source, name)
    try:
        newest = max((place.stat().st_mtime for place in places), default=0.0)
        return newest >= source.stat().st_mtime
    except OSError:
        return False


def _beside(source: Path, name: str) -> list[Path]:
    return list((source.parent / "__pycache__").glob(f"{source.stem}.{name}-*.nbi"))
