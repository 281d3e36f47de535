"""Files: atomic writes (`write_atomically`), checks before writing, and the user's data folder.

An atomic write creates a temporary file in the same folder and renames it in one step. A reader always sees either the
old content or the new content; an interruption, a crash or a full disk leaves the old file unchanged. If the path is a
symbolic link, the target of the link is replaced and the link stays. Terminals, pipes and devices such as /dev/null are
never replaced; the content is written into them directly.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sprague.errors import ArgumentTypeError, MissingFileError, SpragueError, system_message

PathName = str | os.PathLike[str]


class NoHome(SpragueError):
    """Raised when the home folder of the user is not known."""


def write_atomically(path: PathName, content: bytes | str) -> None:
    """Write a file atomically, that is, completely or not at all; text is encoded as UTF-8.

    An existing file keeps its permissions; a new file has the default permissions.
    """
    data = content.encode() if isinstance(content, str) else content
    place = check_writable(path)
    with _translate_errors(place):
        if (opened := _open_descriptor(place)) is not None:
            # Flush the output, so that text printed earlier comes first.
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
    """Raise an error if a file cannot be written; call this check before a long computation."""
    place = as_path(path)
    name = str(place)
    with _translate_errors(place):
        if _open_descriptor(place) is not None:
            return place
        target = Path(os.path.realpath(place))
        if target.is_symlink():
            raise SpragueError(f"cannot write {name!r}: the symbolic link refers to itself")
        if not target.parent.is_dir():
            raise MissingFileError(f"cannot write {name!r}: the folder {str(target.parent)!r} does not exist")
        if place.is_dir():
            raise SpragueError(f"cannot write {name!r}, because {name!r} is a folder; give the name of a file")
        if place.exists() and not os.access(place, os.W_OK):
            raise SpragueError(f"cannot write {name!r}: the file is write-protected; choose another file")
        if not _is_device(place) and not os.access(target.parent, os.W_OK | os.X_OK):
            folder = str(target.parent)
            raise SpragueError(
                f"cannot write {name!r}: no permission to create files in {folder!r}; choose another folder"
            )
    return place


def is_regular_target(path: PathName) -> bool:
    """Return whether a path names a regular file, existing or new, and not a device, pipe or file descriptor."""
    place = as_path(path)
    return _open_descriptor(place) is None and not _is_device(place)


def as_path(path: PathName) -> Path:
    """Return the `Path` of a file name; raise an error for values that cannot be a file name."""
    try:
        place = Path(os.fsdecode(path))
    except TypeError:
        raise ArgumentTypeError(f"expected a file name, got {path!r}") from None
    if "\0" in str(place):
        raise SpragueError(f"expected a file name without null characters, got {str(place)!r}")
    return place


def user_folder(variable: str, of_user: Callable[..., Path]) -> Path:
    """Return a folder of the user: the one in an environment variable, or by default the choice of `platformdirs`."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    try:
        found = of_user("sprague", appauthor=False)
    except RuntimeError:  # platformdirs is missing or finds no home folder; old versions of platformdirs then return ~
        found = Path("~")
    if not found.is_absolute():
        raise NoHome(f"the home folder of the user is not known; set the environment variable {variable} to a folder")
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
    """Replace a file atomically, and keep its permissions."""
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
    """Open a temporary file for an atomic write; return its descriptor, and whether the file has no name yet.

    A file without a name disappears if the process is killed. Linux supports files without a name on most file systems;
    on other systems, the file has a temporary name from the start.
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
    """Return the descriptor that a path such as /dev/stdout or /dev/fd/3 names; for other paths, return None.

    The descriptor is used directly, because opening the path again would truncate a redirected file.
    """
    for _ in range(40):  # operating systems follow at most 40 symbolic links
        folder = os.path.realpath(place.parent)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and place.name.isdecimal():
            return int(place.name)
        if not place.is_symlink():
            return None
        place = Path(folder, os.readlink(place))
    return None


def _is_device(place: Path) -> bool:
    """Return whether a path is a pipe or device, so that content is written directly into it."""
    return place.exists() and not place.is_file()


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


@contextmanager
def _translate_errors(place: Path) -> Iterator[None]:
    """Convert operating-system errors to `SpragueError`, except broken pipes."""
    try:
        yield
    except (BrokenPipeError, MissingFileError):
        raise
    except OSError as error:
        raise SpragueError(f"cannot write {str(place)!r}: {system_message(error)}") from None
