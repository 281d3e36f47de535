"""Functions that find and run the installed Coq program, and compile Sprague's Coq library (`compiled_library`).

The source files of the Coq library are part of the package. Sprague compiles the source files of its Coq library only
once, into a folder of the user's cache. The name of the cache folder depends on the content of the source files and on
the version of Coq.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import sleep

from platformdirs import user_cache_path

from sprague import limits
from sprague.errors import OutOfReach, SpragueError, system_message
from sprague.files import user_folder

FOLDER_VARIABLE = "SPRAGUE_COQ"
PROJECT = "_CoqProject"  # name of the file that lists the source files of the Coq library in compilation order
NAME = "Sprague"  # name of Sprague's Coq library in `Require` commands
POLL_SECONDS = 0.05  # seconds between two checks of the time and memory limits
# Coq's error message if a Boolean check in a proof evaluates to false
_FALSE = re.compile(r'The term "eq_refl" has type "true = true" while it is expected to have type "(.+) = true"\.')


class NoCoq(SpragueError):
    """Raised when the Coq program is not installed on this machine."""


@dataclass(frozen=True)
class Coq:
    """The installed Coq program: the command of its compiler, and its version."""

    command: tuple[str, ...]
    version: str

    def __str__(self) -> str:
        return f"Coq {self.version}"


@cache
def find_coq() -> Coq:
    """Return the installed Coq program; raise `NoCoq` with installation instructions if Coq is missing."""
    for command in (("coqc",), ("rocq", "compile")):
        if (path := shutil.which(command[0])) is not None:
            output = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            version = re.search(r"[0-9]+(\.[0-9]+)+", output)
            return Coq((path, *command[1:]), version[0] if version else "of an unknown version")
    raise NoCoq(
        "Coq is not installed: the command 'coqc' was not found; install Coq with 'apt-get install coq' (Debian, "
        "Ubuntu) or from https://rocq-prover.org"
    )


def library_folder() -> Path:
    """Return the folder with the source files of Sprague's Coq library, in the package or in the repository."""
    packaged = Path(__file__).parent / "library"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "coq"


def library_files() -> list[str]:
    """Return the names of the files of Sprague's Coq library in the order of compilation."""
    lines = (library_folder() / PROJECT).read_text("utf-8").splitlines()
    return [line for line in lines if line.endswith(".v")]


def compiled_library() -> Path:
    """Return the folder of Sprague's Coq library compiled for the installed Coq; compile the library if necessary."""
    coq = find_coq()
    folder = _cache_folder() / _content_name(coq)
    if folder.is_dir():
        return folder
    unfinished = f"{folder.name}-begun-"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.with_suffix(".lock")):
            for left in folder.parent.glob(f"{unfinished}*"):  # an interrupted process may have left a temporary folder
                shutil.rmtree(left, ignore_errors=True)
            if not folder.is_dir():
                with tempfile.TemporaryDirectory(dir=folder.parent, prefix=unfinished) as made:
                    _compile_library(coq, Path(made) / "library")
                    os.replace(Path(made) / "library", folder)
    except OSError as error:
        raise SpragueError(
            f"cannot write {str(folder.parent)!r}: {system_message(error)}; set the environment variable "
            f"{FOLDER_VARIABLE} to another folder for the compiled Coq library"
        ) from None
    return folder


@dataclass(frozen=True)
class RunResult:
    """The exit code, output and error output of one run of the Coq program."""

    code: int
    output: str
    errors: str

    @property
    def reason(self) -> str:
        """Coq's first error message, in one line."""
        _, _, message = self.errors.partition("Error:")
        place = re.search(r"line [0-9]+", self.errors)
        text = " ".join((message or self.errors).split()) or f"Coq ended with exit code {self.code}"
        if false := _FALSE.fullmatch(text):
            text = f"the check computes false: {false[1]}"
        return f"{text} ({place[0]})" if place else text


def run_coq(coq: Coq, arguments: Sequence[str], folder: Path) -> RunResult:
    """Run the Coq program in a folder, within the current limits on time and memory."""
    most = limits.current().memory or limits.default_memory()
    # Coq needs a large stack to read large terms.
    shell = f'ulimit -s unlimited 2>/dev/null; ulimit -v {most // 1024} 2>/dev/null; exec "$@"'
    with (folder / "output").open("w+b") as output, (folder / "errors").open("w+b") as errors:
        running = subprocess.Popen(
            ["sh", "-c", shell, "sh", *coq.command, "-q", *arguments], cwd=folder, stdout=output, stderr=errors
        )
        try:
            while running.poll() is None:
                limits.check()
                with suppress(subprocess.TimeoutExpired):
                    running.wait(POLL_SECONDS)
        finally:
            running.kill()
            running.wait()
        for file in (output, errors):
            file.seek(0)
        result = RunResult(running.returncode, *(file.read().decode(errors="replace") for file in (output, errors)))
    if result.code and re.search(r"out of memory|Out_of_memory|Stack overflow", result.errors, re.IGNORECASE):
        raise OutOfReach(f"Coq needs more than {most / 1e9:.1f} GB of memory; allow more with Limits(memory=...)")
    return result


def _cache_folder() -> Path:
    folder = user_folder(FOLDER_VARIABLE, user_cache_path)
    return folder if os.environ.get(FOLDER_VARIABLE) else folder / "coq"


def _content_name(coq: Coq) -> str:
    content = hashlib.sha256(str(coq).encode())
    for name in (PROJECT, *library_files()):
        content.update((library_folder() / name).read_bytes())
    return f"library-{content.hexdigest()[:16]}"


def _compile_library(coq: Coq, folder: Path) -> None:
    folder.mkdir()
    for name in library_files():
        shutil.copyfile(library_folder() / name, folder / name)
        result = run_coq(coq, ["-Q", ".", NAME, name], folder)
        if result.code:
            raise SpragueError(f"{coq} cannot compile the Coq library of Sprague: error in {name}: {result.reason}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Return a context manager that holds a file lock, so that only one process compiles the Coq library."""
    try:
        import fcntl
    except ImportError:  # without file locks, two processes may compile the same library
        yield
        return
    with path.open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                limits.check()
                sleep(POLL_SECONDS)
        yield
