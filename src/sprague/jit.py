"""Kernels that run as plain Python on small inputs and are compiled by numba on large ones.

A module of kernels holds plain functions that take arrays and numbers and call each other, and those it imports from
other modules of kernels; it imports no other functions, and nothing in it knows of numba. `ready(module)` gives the
same functions to call from outside, and decides for each of them, call by call, how it is run. Compiling takes a
second or more, so a kernel is *rented* first: it runs as plain Python until that has taken about as long as compiling
would, and is then compiled, once for the machine. However much work there turns out to be, this takes at most twice
as long as knowing it beforehand; a newcomer's first small table waits for no compiler at all.

What was compiled is kept in numba's cache on disk. That looks for edits only in the file a kernel stands in, so it is
given each kernel under a name that has the `fingerprint` of all that the kernel calls and reads.

    from sprague import jit
    from sprague.automata import kernels as plain

    kernels = jit.ready(plain)
    table, left, right = kernels.product(...)

A kernel that may run for long has a last parameter `stop`, which callers leave out: it looks at `stop[0]` now and
then and returns at once, with anything of the right type, when that is not 0. This is how the seconds of `limits`
are kept, how a cancelled proof ends, and how a rented kernel gives way to the compiled one, which then starts
anew: so such a kernel must not change its arguments. Kernels that do are called for a piece of the work at a time
(`sprague.tables.batching`). (A loop that writes to no array at all must not look at `stop`: the compiler would take the
look out of it.)

SPRAGUE_KERNELS=plain or =compiled in the environment, or `jit.how`, settles the matter for all kernels.
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
RENT = 1.0  # seconds as plain Python before a kernel is compiled
CACHED_RENT = 0.1  # the same if the compiled kernel lies in the cache: it only has to be loaded
LOADING = 0.4  # and numba itself, if it is not loaded yet: rent that all kernels pay together
PATIENCE = 0.5  # seconds of compiling, of all kernels together, before anything is said
PLAIN, COMPILED = "plain", "compiled"

#: Says, once in a process, that a kernel is being compiled; the command line shows it on a terminal.
LOG = logging.getLogger("sprague")
_told = threading.Event()


def way_of(text: str | None) -> str | None:
    """How all kernels are to run, from what the environment says; None for as the work demands.

    >>> way_of("plain")
    'plain'
    >>> way_of("fast")
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


#: How all kernels run, "plain" or "compiled"; None for as the work demands.
how: str | None = way_of(os.environ.get(_VARIABLE))


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
            # Twins of the functions that see each other instead of the plain ones.
            names: dict[str, Any] = dict(vars(self.module))
            for name, function in vars(self.module).items():
                if not isinstance(function, FunctionType) or not _may_be_kernel(function):
                    continue
                if self._owns(function):
                    twin = FunctionType(function.__code__, names, name, function.__defaults__)
                    twin.__qualname__ = _cached_name(function)
                    names[name] = _dispatcher(twin)
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

    spent_by_all: ClassVar[float] = 0.0  # seconds of all kernels as plain Python

    def __init__(self, kernels: Kernels, plain: FunctionType) -> None:
        self.kernels, self.plain = kernels, plain
        code = plain.__code__
        self.stops = code.co_varnames[: code.co_argcount][-1:] == ("stop",)
        self.spent = 0.0  # seconds as plain Python
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        compiled = self._compiled
        if compiled is None or how == PLAIN:
            if (seconds := self._rent_left()) > 0:
                finished, result = self._run_plain(arguments, seconds)
                if finished:
                    return result
            compiled = self._compiled = limits.apart(self._prepare, limits.check if self._is_cached else _Patience())
        try:
            if not self.stops:
                return compiled(*arguments)
            stop = limits.stop_flag()
            result = compiled(*arguments, stop)
        except SystemError as error:
            # Ctrl-C, which Python may notice while numba hands over the result, stays what it is.
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        if stop[0]:
            limits.check()
        return result

    @property
    def is_compiled(self) -> bool:
        """Whether it is run compiled from now on: only then does it gain by threads."""
        return self._compiled is not None and how != PLAIN

    def _run_plain(self, arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """Run as plain Python; whether it came to its end within the seconds, and what it returned."""
        began = clock.now()
        stop = _Clock(began + seconds)
        try:
            with np.errstate(over="ignore"):  # hashes overflow on purpose
                result = self.plain(*arguments, stop) if self.stops else self.plain(*arguments)
        finally:
            taken = clock.now() - began
            self.spent += taken
            Kernel.spent_by_all += taken
        limits.check()
        return not stop.struck, result

    def _rent_left(self) -> float:
        """How many seconds more it may run as plain Python."""
        if how is not None:
            return float("inf") if how == PLAIN else 0.0
        rent = CACHED_RENT if self._is_cached else RENT
        if "numba" in sys.modules:
            return rent - self.spent
        # Numba is loaded once for all kernels, so what all of them have spent counts towards that.
        return max(rent - self.spent, LOADING + rent - Kernel.spent_by_all)

    @cached_property
    def _is_cached(self) -> bool:
        return _has_cache(Path(self.plain.__code__.co_filename), _cached_name(self.plain))

    def _prepare(self) -> Callable[..., Any]:
        return cast(Callable[..., Any], self.kernels.compiled()[self.plain.__name__])

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


class _Patience:
    """What is done while a kernel is compiled: keep the limits, and say so if it takes long, or many kernels do."""

    waited: ClassVar[float] = 0.0  # seconds for all kernels

    def __init__(self) -> None:
        self.looked = clock.now()

    def __call__(self) -> None:
        limits.check()
        now = clock.now()
        _Patience.waited += now - self.looked
        self.looked = now
        if _Patience.waited > PATIENCE and not _told.is_set():
            _told.set()
            LOG.info("compiling, once on this machine …")


class _Clock:
    """The `stop` of a plain kernel: 1 once its time is over, or that of the whole work."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.struck = False

    def __getitem__(self, place: int) -> int:
        if not self.struck:
            self.struck = clock.now() > self.until or limits.is_over()
        return int(self.struck)


def _dispatcher(kernel: FunctionType) -> Any:
    """A kernel in the hands of numba, which compiles it when it is called with arguments of types not met before.

    Only numba looks at the types of arguments, which costs less than a microsecond; so the limits are kept from inside:
    the method that it calls when there is something to compile does so in a thread apart.
    """
    from numba import njit

    dispatcher: Any = njit(nogil=True)(kernel)
    with suppress(RuntimeError):  # there is no place where a cache can be written
        dispatcher.enable_caching()
        save = dispatcher._cache.save_overload
        dispatcher._cache.save_overload = lambda *compiled: _if_there_is_room(partial(save, *compiled))
    compile_for = dispatcher._compile_for_args
    dispatcher._compile_for_args = lambda *arguments: limits.apart(partial(compile_for, *arguments), _Patience())
    return dispatcher


def _if_there_is_room(save: Callable[[], None]) -> None:
    """Keep what was compiled, unless the disk is full or may not be written: then it is compiled again another time."""
    with suppress(OSError):
        save()


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
