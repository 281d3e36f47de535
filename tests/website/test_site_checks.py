"""Checks of a built site: links, headings, and loaded resources."""

from __future__ import annotations

from pathlib import Path

import pytest
from website.site_checks import find_problems

PAGE = '<html><head><link rel="stylesheet" href="style.css"></head><body><h1 id="top">x</h1>{}</body></html>'


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ('<a href="other.html">x</a>', []),
        ('<a href="other.html#there">x</a> <a href="#top">x</a> <a href="/other.html">x</a>', []),
        ('<a href="https://example.org">x</a>', []),
        ('<a href="gone.html">x</a>', ["page.html: links to gone.html, which does not exist"]),
        ('<img src="gone.png">', ["page.html: links to gone.png, which does not exist"]),
        ('<a href="other.html#gone">x</a>', ["page.html: links to other.html#gone, but the page has no such heading"]),
        ('<a href="#gone">x</a>', ["page.html: links to #gone, but the page has no such heading"]),
        ('<script src="https://example.org/x.js"></script>', ["page.html: loads https://example.org/x.js"]),
        ('<img src="//example.org/x.png">', ["page.html: loads //example.org/x.png"]),
    ],
)
def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path, body: str, wrong: list[str]) -> None:
    (tmp_path / "page.html").write_text(PAGE.format(body))
    (tmp_path / "other.html").write_text(PAGE.format('<h2 id="there">y</h2>'))
    (tmp_path / "style.css").write_text("p { color: red }")
    assert find_problems(tmp_path) == wrong


def test_a_font_from_elsewhere_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@font-face { src: url('https://example.org/font.woff2') }")
    assert find_problems(tmp_path) == ["style.css: loads https://example.org/font.woff2"]


def test_a_page_that_is_far_is_noticed(tmp_path: Path) -> None:
    """A chain of pages, each a click from the one before."""
    (tmp_path / "style.css").touch()
    names = ["index", "one", "two", "three", "four"]
    for name, following in zip(names, [*names[1:], "index"], strict=True):
        (tmp_path / f"{name}.html").write_text(PAGE.format(f'<a href="{following}.html#top">x</a>'))
    assert find_problems(tmp_path) == ["four.html: more than 3 clicks from the first page"]
    (tmp_path / "404.html").write_text(PAGE.format(""))
    (tmp_path / "index.html").write_text(PAGE.format('<a href="two.html">x</a> <a href="one.html">x</a>'))
    assert find_problems(tmp_path) == []
