"""Files: atomic writes (`write_atomically`), checks before writing, and the user's data folder.

A file is first written without a name, in its folder, and then moved into place in one step: a reader always sees the
old content or the new one, and an interruption, a crash or a full disk changes nothing. A link is followed: its target
is replaced, the link stays. A terminal, a pipe or a device such as /dev/null is never replaced; the content is written
to it.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sprague.errors import SpragueError, system_message

PathName = str | os.PathLike[str]


class NoHome(SpragueError):
    """Raised when the home folder of the user is not known."""


def write_atomically(path: PathName, content: bytes | str) -> None:
    """Write a file (text as UTF-8) completely, or leave the file unchanged.

    An existing file keeps its permissions; a new one has the default permissions.
    """
    data = content.encode() if isinstance(content, str) else content
    place = check_writable(path)
    with _translate_errors(place):
        if (opened := _open_descriptor(place)) is not None:
            # Keep the order of what was printed before.
            sys.stdout.flush()
            sys.stderr.flush()
            _write_all(opened, data)
        elif _is_device(place):
            descriptor = os.open(place, os.O_WRONLY | os.O_NOCTTY)
            try:
                _write_all(descriptor, data)
            finally:
                os.close(descriptor)
        else:
            _replace(Path(os.path.realpath(place)), data)


def check_writable(path: PathName) -> Path:
    """Raise an error if a file cannot be written, as far as that is known beforehand; call it before long work."""
    place = as_path(path)
    name = str(place)
    with _translate_errors(place):
        if _open_descriptor(place) is not None:
            return place
        target = Path(os.path.realpath(place))
        if target.is_symlink():
            raise SpragueError(f"expected a file to write, got the link {name!r}, which leads in a circle")
        if not target.parent.is_dir():
            shown = f"the link {name!r} to {str(target)!r}" if place.is_symlink() else repr(name)
            raise SpragueError(f"expected a file in an existing folder, got {shown}")
        if place.is_dir():
            raise SpragueError(f"expected a file to write, got the folder {name!r}; name a file in it")
        if place.exists() and not os.access(place, os.W_OK):
            raise SpragueError(f"expected a file that may be written, got {name!r}; name another")
        if not _is_device(place) and not os.access(target.parent, os.W_OK | os.X_OK):
            folder = str(target.parent)
            raise SpragueError(f"expected a folder in which files may be made, got {folder!r}; name a file elsewhere")
    return place


def is_regular_target(path: PathName) -> bool:
    """Return whether writing to a path creates a regular file: it names no device, pipe or descriptor."""
    place = as_path(path)
    return _open_descriptor(place) is None and not _is_device(place)


def as_path(path: PathName) -> Path:
    """Return the `Path` of a file name; refuse a name that is no path."""
    try:
        place = Path(os.fsdecode(path))
    except TypeError:
        raise SpragueError(f"expected the name of a file, got {path!r}") from None
    if "\0" in str(place):
        raise SpragueError(f"expected the name of a file, got {str(place)!r}")
    return place


def user_folder(variable: str, of_user: Callable[..., Path]) -> Path:
    """Return the user's data folder: from an environment variable, or by `platformdirs`."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    try:
        found = of_user("sprague", appauthor=False)
    except RuntimeError:  # raised by newer versions; older ones return a folder called ~
        found = Path("~")
    if not found.is_absolute():
        raise NoHome(f"expected a user with a home, got none that is known; {variable} names a folder instead")
    return found


def make_folder(path: PathName) -> None:
    """Create a folder and its parents, unless the folder exists."""
    with _translate_errors(Path(path)):
        os.makedirs(path, exist_ok=True)


def remove(path: PathName) -> None:
    """Delete a file, if it exists."""
    with _translate_errors(Path(path)), suppress(FileNotFoundError):
        os.unlink(path)


def _replace(target: Path, data: bytes) -> None:
    """Replace a file in one step, and keep its permissions."""
    temporary = target.with_name(f".sprague-{secrets.token_hex(8)}")
    descriptor, nameless = _open_new(temporary)
    try:
        _write_all(descriptor, data)
        if target.exists():
            os.fchmod(descriptor, stat.S_IMODE(target.stat().st_mode))
        os.fsync(descriptor)
        if nameless:
            _give_name(descriptor, temporary)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    finally:
        os.close(descriptor)


def _open_new(temporary: Path) -> tuple[int, bool]:
    """Open a new file, and return whether it has no name yet: then nothing is left of it if the process is killed.

    Linux has files without a name on most file systems; elsewhere the file has its temporary name at once.
    """
    if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
        with suppress(OSError):
            return os.open(temporary.parent, os.O_TMPFILE | os.O_WRONLY, 0o666), True
    return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), False


def _give_name(descriptor: int, path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.link(f"/proc/self/fd/{descriptor}", path.name, dst_dir_fd=folder)
    finally:
        os.close(folder)


def _open_descriptor(place: Path) -> int | None:
    """Return the descriptor that /dev/stdout, /dev/fd/3 and the like name; opening it again would truncate a file."""
    for _ in range(40):  # the number of links that systems follow
        folder = os.path.realpath(place.parent)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and place.name.isdecimal():
            return int(place.name)
        if not place.is_symlink():
            return None
        place = Path(folder, os.readlink(place))
    return None


def _is_device(place: Path) -> bool:
    """Return whether the path is a pipe or device, which is written to and not replaced."""
    return place.exists() and not place.is_file()


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


@contextmanager
def _translate_errors(place: Path) -> Iterator[None]:
    """Translate system errors to `SpragueError`, except a broken pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise SpragueError(f"cannot write {str(place)!r}: {system_message(error)}; name another place") from None
