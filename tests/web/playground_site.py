"""The playground as the static site contains it, in a folder, and a plain file server for this folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from website.atlas.database_files import database_files
from website.atlas.pages import SEARCH
from website.playground import PYODIDE, WHEELS, playground_files

from sprague.atlas import Entry
from tests.programs import stop_without

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "docs" / "certificates"
#: A page of the site with a certificate, and the page *Check a certificate*, without the theme of the site.
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="playground/icon.svg">
<link rel="stylesheet" href="theme/sprague.css"></head>
<body class="md-typeset"><main><h1>A page</h1>{}</main><script src="theme/check.js"></script></body></html>"""


def require_python_for_browsers() -> None:
    """Skip the test where Pyodide has not been fetched; in CI, fail."""
    if not PYODIDE.is_dir() or not WHEELS.is_dir():
        stop_without("Pyodide", "make build/playground/.ready")


def write_site(folder: Path) -> None:
    """Write the files of the playground, the certificates and two pages that use them."""
    for name, content in playground_files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for kind, paths in (("certificates", CERTIFICATES.glob("*.json")), ("theme", (ROOT / "website/theme").iterdir())):
        (folder / kind).mkdir()
        for path in paths:
            (folder / kind / path.name).write_bytes(path.read_bytes())
    certificate = '<p><a href="{0}" data-certificate="{0}">Certificate</a></p>'
    (folder / "theorem.html").write_text(PAGE.format(certificate.format("certificates/wythoff-2.json")))
    (folder / "largest.html").write_text(PAGE.format(certificate.format("certificates/wythoff-value-1.json")))
    (folder / "check.html").write_text(PAGE.format("<div data-certificate-files>This page needs JavaScript.</div>"))


def write_atlas(folder: Path, entries: Sequence[Entry]) -> None:
    """Write the atlas with the pages of these entries, its search, and a first page that leads to the search."""
    for name, content in database_files(entries):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    (folder / "index.html").write_text(PAGE.format(SEARCH.format(action="atlas/index.html", marker="")))
    page = PAGE.format(SEARCH.format(action="index.html", marker=" data-atlas-search"))
    page = page.replace("</body>", '<script src="theme/atlas.js"></script></body>')
    (folder / "atlas" / "index.html").write_text(page.replace('="theme/', '="../theme/').replace('="play', '="../play'))


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve a folder as `python -m http.server` does, and yield its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        port = server.stdout.readline().split(" port ")[1].split()[0]
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
