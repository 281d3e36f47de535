"""The pages of the site, before they are built."""

from __future__ import annotations

from website.navigation import ENTRIES, pages_of

from tests.documents import ROOT


def test_every_written_page_is_in_the_navigation() -> None:
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert written - set(pages_of(ENTRIES)) == set()


def test_no_page_is_there_twice() -> None:
    pages = pages_of(ENTRIES)
    assert len(pages) == len(set(pages))
