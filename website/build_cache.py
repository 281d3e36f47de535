"""What takes long is kept under build/ for as long as the sources that it was made with stay as they are."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
FOLDER = ROOT / "build" / "kept"
#: An import, with the names that are taken: any of them may be a module. The front of the package imports nearly all
#: rooms; no room imports anything of it but modules.
IMPORT = re.compile(r"^\s*(?:from|import) (sprague[\w.]*)(?: import (\([^)]*\)|[^\n#]*))?", re.MULTILINE)


def place(kind: str, *starts: str) -> Path:
    """The folder of what was made with these modules; what was made with other states of them is forgotten."""
    found = FOLDER / f"{kind}-{digest(*starts)}"
    for old in FOLDER.glob(f"{kind}-*"):
        if old != found:
            shutil.rmtree(old, ignore_errors=True)
    found.mkdir(parents=True, exist_ok=True)
    return found


@cache
def digest(*starts: str) -> str:
    """What tells one state of these modules, and of all that they import, from another.

    >>> digest("sprague.language.rule_parser") == digest("sprague.coq")
    False
    """
    found = hashlib.sha256()
    for path in sorted(sources(*starts)):
        found.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def sources(*starts: str) -> set[Path]:
    """The files of these modules, or of all modules of these packages, and of what they import, to the end."""
    waiting = [path for start in starts for path in _all_of(SOURCES / start.replace(".", "/"))]
    found = set(waiting)
    while waiting:
        for path in _imported(waiting.pop().read_text(encoding="utf-8")):
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


def _all_of(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def _imported(text: str) -> Iterator[Path]:
    """The modules of the package that a text imports; of a package its first file."""
    for module, names in IMPORT.findall(text):
        for name in (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))):
            place = SOURCES / name.replace(".", "/")
            files = (place.with_suffix(".py"), place / "__init__.py") if name != "sprague" else ()
            yield from filter(Path.is_file, files)
