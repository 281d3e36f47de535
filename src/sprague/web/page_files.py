"""The files of the web pages: HTML pages, and the scripts and styles, which browsers may cache.

The addresses of scripts and styles contain a digest of all files, so that browsers load each version only once.
JavaScript modules import each other by relative paths, so the addresses of all modules contain the same digest.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

PAGES = Path(__file__).parent / "pages"
FOREVER = "public, max-age=31536000, immutable"
# Browsers must ask the server whether a file has changed before they use a stored copy.
REVALIDATE = "no-cache"
_IMPORT = re.compile(r"""^\s*(?:import|export)\s[^;"']*?from\s+["'](\.[^"']+)["']""", re.MULTILINE)
_ENTRY = re.compile(r'<script type="module" src="/([^"]+)"')
_LOCAL = re.compile(r'(href|src)="/((?:js|css|vendor)/[^"]+)"')


class CachedFiles(StaticFiles):
    """The application that serves the files of the web pages with the header `Cache-Control`."""

    def __init__(self, caching: str) -> None:
        super().__init__(directory=PAGES)
        self._caching = caching

    async def get_response(self, path: str, scope: Any) -> Response:
        """Return the response that contains the file at the given path."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = self._caching
        return response


@lru_cache
def files_digest() -> str:
    """Return a digest of all files of the web pages; the digest changes if any file changes."""
    digest = hashlib.sha256()
    for file in sorted(file for file in PAGES.rglob("*") if file.is_file()):
        digest.update(str(file.relative_to(PAGES)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def static_path() -> str:
    """Return the start of the URL paths of the scripts and styles, which browsers may cache forever."""
    return f"/static/{files_digest()}"


def thumbnail_path(name: str, dark: bool) -> Path:
    """Return the path of the thumbnail file of a game of the catalogue; games of plug-ins have no thumbnail file."""
    return PAGES / "thumbnails" / f"{name}{'-dark' if dark else ''}.svg"


@lru_cache
def page_html(name: str) -> str:
    """Return the HTML of a page, which makes the browser load all JavaScript modules of the page at the same time."""
    text = (PAGES / f"{name}.html").read_text()
    if entry := _ENTRY.search(text):
        links = [f'<link rel="modulepreload" href="/{path}" />' for path in imported_modules(entry[1])]
        new = [link for link in links if link not in text]
        text = text.replace("  </head>", "".join(f"    {link}\n" for link in new) + "  </head>", 1)
    return _LOCAL.sub(rf'\1="{static_path()}/\2"', text)


def imported_modules(entry: str) -> list[str]:
    """Return the paths of a JavaScript module and of all modules that it imports, directly or indirectly."""
    found: dict[str, None] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = None
            file = PAGES / path
            for relative in _IMPORT.findall(file.read_text()):
                waiting.append(str((file.parent / relative).resolve().relative_to(PAGES.resolve())))
    return list(found)
