"""The playground of the site: Python in the reader's browser checks certificates, solves rules and plays.

`playground_files` yields everything below `playground/` in the site:

- `pyodide/` and `wheels/`: Python for browsers, which `make docs` fetches and checks by hash,
- `sprague-checker.pyz`: the independent checker, the same file that readers download,
- `sprague.zip`: the package `sprague`, of which the browser runs `sprague.web.playground`,
- `js/`, `css/`, `vendor/`: the modules of the pages of the server, and the modules in `website/playground/pages`,
- `build.json`: the names and sizes of the files that a browser downloads.

A browser downloads Python only after the reader has pressed a button. Every file is served by the site itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
PAGES = Path(__file__).parent / "pages"
SERVER_PAGES = SOURCES / "sprague" / "web" / "pages"
PYODIDE = ROOT / "website" / "node_modules" / "pyodide"
WHEELS = ROOT / "build" / "playground" / "wheels"
#: The files of Pyodide that a browser loads, and the file with its version and licence.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ABOUT_PYODIDE = "package.json"
BUILD_CHECKER = ROOT / "packaging" / "build_checker.py"
CHECKER = "sprague-checker.pyz"
LIBRARY = "sprague.zip"
#: Parts of the package `sprague` that no task of the playground imports.
LEFT_OUT = ("cli", "coq", "papers", "surveys", "synthesis", "web/routes")
OLDEST = (1980, 1, 1, 0, 0, 0)  # the date of all files in the archive, so that equal sources give equal archives


def playground_files() -> Iterator[tuple[str, bytes]]:
    """Yield every file of the playground with its name in the site."""
    for name, content in chain(_downloads(), _pages()):
        yield f"playground/{name}", content
    yield "playground/build.json", json.dumps(build_description(), indent=1).encode()


def playground_inputs() -> Iterator[Path]:
    """Yield the files that `playground_files` reads."""
    for folder in (PYODIDE, WHEELS, SOURCES / "sprague", PAGES):
        yield from (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    yield BUILD_CHECKER


def build_description() -> dict[str, object]:
    """Return the version of Pyodide, the names of the wheels, and the sizes of all downloads in bytes."""
    version = json.loads((PYODIDE / ABOUT_PYODIDE).read_text(encoding="utf-8"))["version"]
    sizes = {name: len(content) for name, content in _downloads()}
    return {"pyodide": version, "wheels": [name for name in sizes if name.startswith("wheels/")], "sizes": sizes}


def _downloads() -> Iterator[tuple[str, bytes]]:
    """Yield the files of Python, of the checker and of the library."""
    if not PYODIDE.is_dir() or not WHEELS.is_dir():
        raise SystemExit("Python for browsers is missing; fetch it with: make build/playground/.ready")
    for name in (*PYODIDE_FILES, ABOUT_PYODIDE):
        yield f"pyodide/{name}", (PYODIDE / name).read_bytes()
    for path in sorted(WHEELS.glob("*.whl")):
        yield f"wheels/{path.name}", path.read_bytes()
    yield CHECKER, checker_archive()
    yield LIBRARY, library_archive()


def checker_archive() -> bytes:
    """Return the independent checker as a zip application, as `make checker` builds it."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / CHECKER
        command = [sys.executable, str(BUILD_CHECKER), str(target)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return target.read_bytes()


def library_archive() -> bytes:
    """Return a zip file of the package `sprague` without the parts that the playground does not use."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted((*SOURCES.glob("sprague/**/*.py"), *SOURCES.glob("sprague/games/**/*.json"))):
            name = path.relative_to(SOURCES).as_posix()
            if not name.startswith(tuple(f"sprague/{part}/" for part in LEFT_OUT)):
                archive.writestr(ZipInfo(name, OLDEST), path.read_bytes(), ZIP_DEFLATED)
    return packed.getvalue()


def _pages() -> Iterator[tuple[str, bytes]]:
    """Yield the modules and styles of the server's pages, then the pages of the playground."""
    served = [path for kind in ("js", "css", "vendor") for path in (SERVER_PAGES / kind).rglob("*")]
    for folder, paths in ((SERVER_PAGES, [*served, SERVER_PAGES / "icon.svg"]), (PAGES, [*PAGES.rglob("*")])):
        for path in sorted(paths):
            if path.is_file() and path.suffix != ".ts":
                yield path.relative_to(folder).as_posix(), path.read_bytes()
