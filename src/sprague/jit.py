"""Just-in-time compilation of kernels, which run as plain Python on small inputs and compiled on large inputs.

A module of kernels contains plain functions that take arrays and numbers. Kernels call only other kernels, and their
source does not mention numba. Other code calls kernels through `compile_lazily(module)`, which decides for each call
whether the kernel runs as plain Python or compiled. Compiling a kernel takes a second or more. Because compilation
takes long, a kernel at first runs as plain Python. When the total running time of a kernel reaches about the time of
its compilation, the kernel is compiled; this happens once on each machine. Because a kernel runs as plain Python only
until its running time reaches its compilation time, the total time is at most twice the time of the better choice, and
small tables do not wait for the compiler.

Compiled kernels are stored in numba's cache on disk. Numba notices edits only in the file that defines a kernel, so
each kernel is cached under a name that contains the `fingerprint` of everything that it calls and reads. Loading a
compiled kernel executes code, so Sprague does not use a cache folder to which other users can write. The cache also
contains kernels that are generated for a single rule (`sprague.tables.generation`). If the cache contains many
generated kernels, the oldest files are deleted.

>>> from sprague import jit
>>> from sprague.automata import kernels as plain
>>> kernels = jit.compile_lazily(plain)
>>> table, left, right = kernels.product(...)  # doctest: +SKIP

A kernel that may run for a long time has `stop` as its last parameter; callers do not pass this argument. The kernel
polls `stop[0]`. When `stop[0]` is not 0, the kernel returns at once; it may return any value of the right type. Time
limits and cancellation set `stop[0]`. When Sprague switches from plain Python to a compiled kernel, it also sets
`stop[0]`, and the compiled kernel starts the work from the beginning. Because the compiled kernel starts from the
beginning, a kernel with the parameter `stop` must not change its arguments. Kernels that change their arguments are
called for one piece of the work at a time (`sprague.tables.batching`). A loop that writes to no array must not poll
`stop`, because the compiler would move the poll out of the loop.

The environment variable SPRAGUE_KERNELS, or `jit.mode`, selects "plain" or "compiled" for all kernels. Sprague reads
the environment variable when the first kernel runs. If numba is not installed, all kernels run as plain Python.
"""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar, cast

import numpy as np

from sprague import clock, limits
from sprague.errors import SpragueError

_VARIABLE = "SPRAGUE_KERNELS"
PLAIN_SECONDS = 1.0  # processor seconds that a kernel of usual size runs as plain Python before it is compiled
USUAL_SIZE = 2_000  # size of a kernel in bytes of bytecode; numba compiles a kernel of this size in about a second
PLAIN_SECONDS_IF_CACHED = 0.1  # seconds that a kernel runs as plain Python before it is loaded from the cache
NUMBA_LOADING_SECONDS = 0.4  # seconds that all kernels together run as plain Python before numba is loaded
SILENT_SECONDS = 0.5  # total number of seconds of compilation after which a message is logged
MOST_CACHED = 500  # maximum number of cached kernels of one source file
PLAIN, COMPILED = "plain", "compiled"

# The logger reports, once in each process, that kernels are being compiled.
LOG = logging.getLogger("sprague")
_announced = threading.Event()


def parse_mode(text: str | None) -> str | None:
    """Return the compilation mode that the environment variable SPRAGUE_KERNELS selects; None means automatic.

    >>> parse_mode("plain")
    'plain'
    >>> parse_mode("fast")
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected the environment variable SPRAGUE_KERNELS to be 'plain' or 'compiled', ...
    """
    if text in (PLAIN, COMPILED):
        return text
    if text:
        raise SpragueError(
            f"expected the environment variable {_VARIABLE} to be 'plain' or 'compiled', got {text!r}; without "
            "the variable, kernels are compiled when compilation saves time"
        )
    return None


# The compilation mode of all kernels: "plain", "compiled", or None. None means that an environment variable decides.
mode: str | None = None


def current_mode() -> str | None:
    """Return the compilation mode of all kernels: `jit.mode` or, by default, the mode that the environment selects."""
    return _environment_mode() if mode is None else mode


@cache
def _environment_mode() -> str | None:
    """Return the mode that the environment selects; without numba, kernels run as plain Python."""
    chosen = parse_mode(os.environ.get(_VARIABLE))
    if find_spec("numba") is not None:
        return chosen
    if chosen == COMPILED:
        raise SpragueError(
            f"the environment variable {_VARIABLE} is 'compiled', but numba is not installed; install numba with: pip "
            "install numba"
        )
    LOG.info("numba is not installed, so tables and proofs run as plain Python, which is much slower")
    return PLAIN


@cache
def compile_lazily(module: ModuleType) -> Kernels:
    """Return the functions of a module as kernels; a kernel is compiled when it has run long enough."""
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
        """Return a dictionary from kernel names to numba dispatchers, which compile each kernel at its first call."""
        if self._compiled is None:
            # Copy the functions, so that compiled kernels call compiled kernels.
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
    """A kernel: a function that decides at each call whether to run as plain Python or as compiled code."""

    total_plain_seconds: ClassVar[float] = 0.0  # processor seconds that all kernels have run as plain Python

    def __init__(self, kernels: Kernels, plain: FunctionType) -> None:
        self.kernels, self.plain = kernels, plain
        code = plain.__code__
        self.takes_stop = code.co_varnames[: code.co_argcount][-1:] == ("stop",)
        self.plain_seconds = 0.0  # processor seconds that this kernel has run as plain Python
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        compiled = self._compiled
        if compiled is None or current_mode() == PLAIN:
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
            # Numba raises SystemError if Ctrl-C arrives while numba returns the result; raise KeyboardInterrupt
            # instead.
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        if stop[0]:
            limits.check()
        return result

    @property
    def is_compiled(self) -> bool:
        """Whether the next call of the kernel runs compiled code."""
        return self._compiled is not None and current_mode() != PLAIN

    @property
    def is_preferred(self) -> bool:
        """Whether this kernel, made for a special case, should run instead of a general kernel with the same result.

        A special kernel is preferred only if it is already compiled or in the cache, so that no call waits for its
        compilation.
        """
        mode = current_mode()
        return self.is_compiled or mode == COMPILED or (mode is None and self._is_cached)

    def compile_if_worthwhile(self, seconds: float) -> None:
        """Compile the kernel if a general kernel would need many seconds for the next calls."""
        if current_mode() is None and seconds > 2 * PLAIN_SECONDS * self._relative_size:
            self._compiled = limits.run_in_thread(self._prepare, _CompilationNotice())

    @property
    def _relative_size(self) -> float:
        return max(1.0, len(self.plain.__code__.co_code) / USUAL_SIZE)

    def _run_plain(self, arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """Run the kernel as plain Python; return whether it finished within `seconds`, and its result."""
        began = clock.busy()
        stop = _PlainStopFlag(began + seconds)
        try:
            with np.errstate(over="ignore"):  # ignore overflow warnings, because hash functions overflow on purpose
                result = self.plain(*arguments, stop) if self.takes_stop else self.plain(*arguments)
        finally:
            taken = clock.busy() - began
            self.plain_seconds += taken
            Kernel.total_plain_seconds += taken
        limits.check()
        return not stop.is_set, result

    def _plain_seconds_left(self) -> float:
        """Return how many more seconds the kernel may run as plain Python."""
        mode = current_mode()
        if mode is not None:
            return float("inf") if mode == PLAIN else 0.0
        allowed = PLAIN_SECONDS_IF_CACHED if self._is_cached else PLAIN_SECONDS * self._relative_size
        if "numba" in sys.modules:
            return allowed - self.plain_seconds
        # Numba is loaded once for all kernels, so count the time that all kernels have run as plain Python.
        return max(allowed - self.plain_seconds, NUMBA_LOADING_SECONDS + allowed - Kernel.total_plain_seconds)

    @cached_property
    def _is_cached(self) -> bool:
        return _has_cache(Path(self.plain.__code__.co_filename), _cached_name(self.plain))

    def _prepare(self) -> Callable[..., Any]:
        return cast(Callable[..., Any], self.kernels.compiled()[self.plain.__name__])

    def __repr__(self) -> str:
        return f"<kernel {self.plain.__name__} of {self.plain.__module__}>"


def fingerprint(kernel: FunctionType) -> str:
    """Return a hash of a kernel, of the kernels that it calls and of their constants, for the compilation cache."""
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
    return digest.hexdigest()[:32]


@cache
def _cached_name(kernel: FunctionType) -> str:
    """Return the name of a kernel in numba's cache."""
    return f"{kernel.__name__}_{fingerprint(kernel)}"


def _is_kernel(function: FunctionType) -> bool:
    """Return whether a function in a kernel module is a kernel and not, for example, part of the standard library."""
    return function.__module__.partition(".")[0] not in sys.stdlib_module_names


def _defining_kernels(kernel: FunctionType) -> Kernels:
    """Return all kernels in the module that defines the given kernel."""
    return compile_lazily(sys.modules[kernel.__module__])


def compilation_seconds() -> float:
    """Return the seconds that this process has spent on the compilation of kernels."""
    return _CompilationNotice.waited


class _CompilationNotice:
    """A callback during compilation that checks the limits and reports a long compilation once."""

    waited: ClassVar[float] = 0.0  # seconds that the compilation of all kernels has taken

    def __init__(self) -> None:
        self.last_call = clock.now()

    def __call__(self) -> None:
        limits.check()
        now = clock.now()
        _CompilationNotice.waited += now - self.last_call
        self.last_call = now
        if _CompilationNotice.waited > SILENT_SECONDS and not _announced.is_set():
            _announced.set()
            LOG.info("compiling; this is needed once on this machine …")


class _PlainStopFlag:
    """The `stop` flag of a kernel that runs as plain Python: 1 after the deadline, or after a limit is exceeded."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.is_set = False

    def __getitem__(self, place: int) -> int:
        if not self.is_set:
            self.is_set = clock.busy() > self.deadline or limits.is_over()
        return int(self.is_set)


def _dispatcher(kernel: FunctionType) -> Any:
    """Return a numba dispatcher, which compiles the kernel when it is called with arguments of new types.

    Compilation runs in a thread, so that the limits also apply to compilation.
    """
    from numba import njit
    from numba.core.caching import NullCache

    dispatcher: Any = njit(nogil=True)(kernel)
    source = Path(kernel.__code__.co_filename)
    with suppress(RuntimeError):  # numba raises RuntimeError if it finds no folder for its cache
        dispatcher.enable_caching()
        stored = dispatcher._cache
        folder = Path(stored.cache_path)
        # A user who can write to the folder of the source can change the source as well.
        if folder == source.parent / "__pycache__" or is_private(folder):
            load, save = stored.load_overload, stored.save_overload
            stored.load_overload = lambda *wanted: _load_if_possible(partial(load, *wanted))
            stored.save_overload = lambda *compiled: _save_if_possible(partial(save, *compiled), folder, source.stem)
        else:
            dispatcher._cache = NullCache()
    compile_for = dispatcher._compile_for_args
    dispatcher._compile_for_args = lambda *arguments: limits.run_in_thread(
        partial(compile_for, *arguments), _CompilationNotice()
    )
    return dispatcher


def _load_if_possible(load: Callable[[], Any]) -> Any:
    """Return a compiled kernel from the cache; None if its file is damaged, so that numba compiles the kernel again."""
    try:
        return load()
    except Exception:
        return None


def _save_if_possible(save: Callable[[], None], folder: Path, stem: str) -> None:
    """Save a compiled kernel in the cache; if the disk is full or read-only, do nothing.

    If the cache contains too many kernels of the same source file, the oldest kernels are deleted.
    """
    with suppress(OSError):
        save()
        saved = sorted(folder.glob(f"{stem}.*.nbi"), key=lambda place: place.stat().st_mtime)
        for index in saved[:-MOST_CACHED]:
            for place in folder.glob(f"{index.stem}.*"):
                place.unlink(missing_ok=True)


def is_private(folder: Path) -> bool:
    """Return whether a folder is safe as a cache of kernels, that is, whether no other user can change its files.

    Args:
        folder: a folder, which need not exist.

    Returns: True if this user or the administrator owns the folder and all its parents, and no other user can write to
        them. A parent folder may be writable by all users if, as in /tmp, only the owner of a file can rename the file.
        On systems without file permissions, the result is True.

    Example:
        >>> is_private(Path("/tmp")) if os.name == "posix" else False
        False
    """
    if not hasattr(os, "geteuid"):
        return True
    user = os.geteuid()
    try:
        resolved = folder.resolve()
        for place in (resolved, *resolved.parents):
            if not place.exists():
                continue
            found = place.stat()
            shared = found.st_mode & stat.S_IWOTH or (
                found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid, user)
            )
            protected = found.st_mode & stat.S_ISVTX and place != resolved
            if found.st_uid not in (0, user) or (shared and not protected):
                return False
    except OSError:
        return False
    return True


def _is_own_group(group: int, user: int) -> bool:
    """Return whether a group belongs to the administrator, or has the name of the user and no other member."""
    import grp
    import pwd

    try:
        known, name = grp.getgrgid(group), pwd.getpwuid(user).pw_name
    except KeyError:
        return False
    return group == 0 or (known.gr_name == name and set(known.gr_mem) <= {name})


def _has_cache(source: Path, name: str) -> bool:
    """Return whether numba's cache probably contains a compiled kernel; a wrong answer costs only a little time."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    places = Path(folder).glob(f"*/{source.stem}.{name}-*.nbi") if folder else _cache_files_beside(source, name)
    try:
        newest = max((place.stat().st_mtime for place in places), default=0.0)
        return newest >= source.stat().st_mtime
    except OSError:
        return False


def _cache_files_beside(source: Path, name: str) -> list[Path]:
    return list((source.parent / "__pycache__").glob(f"{source.stem}.{name}-*.nbi"))
