"""The sources that produce parts of the site, and a cache under build/ that is valid until these sources change."""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
FOLDER = ROOT / "build" / "cache"
#: The folders that contain the packages.
FOLDERS = {"sprague": SOURCES, "website": ROOT}
COMPILED = frozenset({".pyc", ".vo", ".vos", ".vok", ".glob", ".aux"})  # suffixes of files that are made from sources
#: Maps packages to folders elsewhere in the repository from which they read data.
OUTSIDE = {SOURCES / "sprague" / "coq": ROOT / "coq"}
#: An import statement, with the imported names, each of which may be a module. `sprague/__init__.py` imports nearly all
#: packages, so it counts only if a module imports a public name from it.
IMPORT = re.compile(r"^\s*(?:from|import) ((?:sprague|website)\b[\w.]*)(?: import (\([^)]*\)|[^\n#]*))?", re.MULTILINE)


def cache_folder(kind: str, *starts: str) -> Path:
    """Return the cache folder for files made with these modules; delete folders of other versions of the modules."""
    found = FOLDER / f"{kind}-{source_digest(*starts)}"
    for old in FOLDER.glob(f"{kind}-*"):
        if old != found:
            shutil.rmtree(old, ignore_errors=True)
    found.mkdir(parents=True, exist_ok=True)
    return found


@cache
def source_digest(*starts: str) -> str:
    """Return a hash of these modules, of everything that they import, and of the versions of the installed packages.

    >>> source_digest("sprague.language.rule_parser") == source_digest("sprague.coq")
    False
    """
    return files_digest(source_files(*starts))[:16]


def files_digest(paths: Iterable[Path]) -> str:
    """Return a hash of the names and contents of files, and of the versions of the installed packages."""
    found = hashlib.sha256(installed_versions().encode())
    for path in sorted(paths):
        found.update(f"\0{path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


@cache
def installed_versions() -> str:
    """Return the versions of Python and of all installed packages."""
    packages = sorted(f"{one.name} {one.version}" for one in distributions())
    return "\n".join([sys.version, *packages])


def source_files(*starts: str) -> set[Path]:
    """Return the files of these modules, or of all modules of these packages, and of everything that they import.

    The data files in the folder of a module of `sprague` count, too.
    """
    waiting = [path for start in starts for path in _all_of(_path_of(start))]
    found = set(waiting)
    while waiting:
        current = waiting.pop()
        for path in (*_packages(current), *_imported(current.read_text(encoding="utf-8"))):
            if path not in found:
                found.add(path)
                waiting.append(path)
    folders = {path.parent for path in found if path.is_relative_to(SOURCES)}
    folders |= {OUTSIDE[folder] for folder in folders & OUTSIDE.keys()}
    return found | {path for folder in folders for path in _data_files(folder)}


def _path_of(module: str) -> Path:
    """Return the path of a module without its suffix, which is the folder of a package."""
    return FOLDERS[module.partition(".")[0]] / module.replace(".", "/")


def _all_of(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _packages(module: Path) -> Iterator[Path]:
    """Yield the files that Python runs before a module: those of the packages that contain the module."""
    top = SOURCES / "sprague" if module.is_relative_to(SOURCES) else ROOT
    for folder in module.parents:
        if not folder.is_relative_to(top) or folder == top:
            return
        yield folder / "__init__.py"


def _data_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that are not modules, also those in folders below that contain no modules."""
    for path in folder.iterdir():
        if path.is_dir():
            if path.name != "__pycache__" and not any(path.glob("*.py")):
                yield from _data_files(path)
        elif path.suffix not in COMPILED | {".py"}:
            yield path


def _imported(text: str) -> Iterator[Path]:
    """Yield the files of the modules that a source text imports."""
    for module, names in IMPORT.findall(text):
        imported = [f"{module}.{name}" for name in re.findall(r"\w+", re.sub(r" as \w+", "", names))]
        files = {name: _file_of(name) for name in (module, *imported)}
        if module == "sprague" and (not imported or None in [files[name] for name in imported]):
            yield from (SOURCES / "sprague").rglob("*.py")  # the module uses the public names of the package
        yield from filter(None, files.values())


def _file_of(name: str) -> Path | None:
    """Return the file of a module or of a package, except the package `sprague`."""
    path = _path_of(name)
    files = (path.with_suffix(".py"), path / "__init__.py") if name != "sprague" else ()
    return next(filter(Path.is_file, files), None)
