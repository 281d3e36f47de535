"""Atomic file writes, and the user's data folder.

A file is first written without a name, in the folder where it belongs, and then put in its place in one step: whoever
looks, at whatever moment, sees the old content or the new one, and work that is interrupted, killed or out of space
changes nothing. A link is followed: its target is replaced, the link stays. What is no regular file (a terminal, a
pipe, a device such as /dev/null) is never replaced; the content is written to it.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sprague.errors import SpragueError, reason_of

PathName = str | os.PathLike[str]


class NoHome(SpragueError):
    """Nobody knows where the user's home is."""


def write_whole(path: PathName, content: bytes | str) -> None:
    """Write a file (text as UTF-8) so that it is either there whole or not changed at all.

    A file that is there keeps its permissions; a new one has those of any new file.
    """
    data = content.encode() if isinstance(content, str) else content
    place = check_place(path)
    with _explained(place):
        if (opened := _open_descriptor(place)) is not None:
            # What was printed before stands before it.
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


def check_place(path: PathName) -> Path:
    """Refuse a place where no file can be written, as far as that can be told before; long work asks first."""
    place = path_of(path)
    name = str(place)
    with _explained(place):
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


def is_file_place(path: PathName) -> bool:
    """Whether what is written there becomes a file: the place is no device or pipe, and does not stand for one."""
    place = path_of(path)
    return _open_descriptor(place) is None and not _is_device(place)


def path_of(path: PathName) -> Path:
    """The place that a name of a file stands for."""
    try:
        place = Path(os.fsdecode(path))
    except TypeError:
        raise SpragueError(f"expected the name of a file, got {path!r}") from None
    if "\0" in str(place):
        raise SpragueError(f"expected the name of a file, got {str(place)!r}")
    return place


def user_folder(variable: str, of_user: Callable[..., Path]) -> Path:
    """The folder that a variable of the environment names, or else one of the user's own, as `platformdirs` has it."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    try:
        found = of_user("sprague", appauthor=False)
    except RuntimeError:  # of newer versions; older ones have a folder called ~
        found = Path("~")
    if not found.is_absolute():
        raise NoHome(f"expected a user with a home, got none that is known; {variable} names a folder instead")
    return found


def make_folder(path: PathName) -> None:
    """Make a folder, and those it is in, unless it is there."""
    with _explained(Path(path)):
        os.makedirs(path, exist_ok=True)


def remove(path: PathName) -> None:
    """Delete a file, if it is there."""
    with _explained(Path(path)), suppress(FileNotFoundError):
        os.unlink(path)


def _replace(target: Path, data: bytes) -> None:
    """Put a file in its place in one step, with the permissions of the one that was there."""
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
    """A new file to write, and whether it has no name yet: then nothing is left of it even if the process is killed.

    Linux has such files, on most of its file systems; elsewhere the file has its temporary name from the beginning.
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
    """The descriptor that /dev/stdout, /dev/fd/3 and the like stand for; opened again, a file would be cut off."""
    for _ in range(40):  # links, of which a system follows as many
        folder = os.path.realpath(place.parent)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and place.name.isdecimal():
            return int(place.name)
        if not place.is_symlink():
            return None
        place = Path(folder, os.readlink(place))
    return None


def _is_device(place: Path) -> bool:
    """Whether there is something at this place that is written to and not replaced: no file, but a pipe or device."""
    return place.exists() and not place.is_file()


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


@contextmanager
def _explained(place: Path) -> Iterator[None]:
    """Say what the system refused. A pipe whose reader has gone is no mistake, and stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise SpragueError(f"cannot write {str(place)!r}: {reason_of(error)}; name another place") from None
