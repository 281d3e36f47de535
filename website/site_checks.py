"""Checks of the built site: all links have targets, nothing loads from another host, every page is a few clicks away.

The site generator checks only links in Markdown. These checks read the built HTML, which also contains links from HTML,
plug-ins and scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

CLICKS = 3  # largest number of clicks from the first page to any other page
LOADED = {
    "img": "src",
    "script": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "audio": "src",
    "video": "src",
}


@dataclass
class Page(HTMLParser):
    """The anchors, links and loaded files of an HTML page."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := given.get(name))}
        if tag == "a" and (link := given.get("href")) is not None:
            self.links.append(link)
        if (name := LOADED.get(tag)) is not None and (address := given.get(name)) and given.get("rel") != "canonical":
            self.loaded.append(address)


def find_problems(folder: Path) -> list[str]:
    """Return the problems of a built site, one line each."""
    pages = {path.relative_to(folder).as_posix(): read_page(path) for path in sorted(folder.rglob("*.html"))}
    found = [f"{name}: {problem}" for name, page in pages.items() for problem in _of_page(folder, name, page, pages)]
    found += [f"{name}: more than {CLICKS} clicks from the first page" for name in _far(folder, pages)]
    return found + [f"{path.name}: loads {host}" for path in folder.rglob("*.css") for host in _hosts(path)]


def read_page(path: Path) -> Page:
    """Read the anchors, links and loaded files of a page."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _of_page(folder: Path, name: str, page: Page, pages: dict[str, Page]) -> Iterator[str]:
    for address in page.loaded:
        if urlsplit(address).netloc:
            yield f"loads {address}"
    for link in (*page.links, *page.loaded):
        if (target := _target(folder, name, link)) is None:
            continue
        fragment = urlsplit(link).fragment
        if not target.is_file():
            yield f"links to {link}, which does not exist"
        elif fragment and target.suffix == ".html" and unquote(fragment) not in pages[_name(folder, target)].anchors:
            yield f"links to {link}, but the page has no such heading"


def _target(folder: Path, name: str, link: str) -> Path | None:
    """Return the target file of a link, or None if the link leads to another host."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    start = folder if parts.path.startswith("/") else (folder / name).parent
    target = start / unquote(parts.path).lstrip("/") if parts.path else folder / name
    return target / "index.html" if target.is_dir() else target


def _name(folder: Path, target: Path) -> str:
    return target.resolve().relative_to(folder.resolve()).as_posix()


def _far(folder: Path, pages: dict[str, Page]) -> list[str]:
    """Return the pages that are more than `CLICKS` clicks away from the first page, if there is a first page."""
    near = {"index.html"} & pages.keys()
    if not near:
        return []
    for _ in range(CLICKS):
        targets = [_target(folder, name, link) for name in near for link in pages[name].links]
        near |= {_name(folder, target) for target in targets if target is not None and target.is_file()} & pages.keys()
    return sorted(pages.keys() - near - {"404.html"})


def _hosts(path: Path) -> list[str]:
    return re.findall(r"url\([\"']?(https?://[^)\"']+)", path.read_text(encoding="utf-8"))
