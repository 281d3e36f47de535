"""A cache under build/ for slow parts of the site, valid until the sources that produce them change."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
FOLDER = ROOT / "build" / "cache"
#: An import statement, with the imported names, each of which may be a module. `sprague/__init__.py` imports nearly all
#: packages; the packages import only modules from `sprague`, so that file is left out.
IMPORT = re.compile(r"^\s*(?:from|import) (sprague[\w.]*)(?: import (\([^)]*\)|[^\n#]*))?", re.MULTILINE)


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
    """Return a hash of the source of these modules and of everything that they import.

    >>> source_digest("sprague.language.rule_parser") == source_digest("sprague.coq")
    False
    """
    found = hashlib.sha256()
    for path in sorted(source_files(*starts)):
        found.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def source_files(*starts: str) -> set[Path]:
    """Return the files of these modules, or of all modules of these packages, and of everything that they import."""
    waiting = [path for start in starts for path in _all_of(SOURCES / start.replace(".", "/"))]
    found = set(waiting)
    while waiting:
        for path in _imported(waiting.pop().read_text(encoding="utf-8")):
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


def _all_of(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _imported(text: str) -> Iterator[Path]:
    """Yield the files of the modules that a source text imports."""
    for module, names in IMPORT.findall(text):
        for name in (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))):
            path = SOURCES / name.replace(".", "/")
            files = (path.with_suffix(".py"), path / "__init__.py") if name != "sprague" else ()
            yield from filter(Path.is_file, files)
