"""The pages of the site before they are built, and builds of a small site after changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from website.building import build
from website.navigation import ENTRIES, pages_of
from website.parts import Part

from tests.documents import ROOT
from website import building, papers


def test_every_written_page_is_in_the_navigation() -> None:
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert written - set(pages_of(ENTRIES)) == set()


def test_no_page_is_there_twice() -> None:
    pages = pages_of(ENTRIES)
    assert len(pages) == len(set(pages))


class SmallSite:
    """A site of two pages, which Zensical builds; `pages` may be changed between builds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pages = {
            "index.md": "# First\n\nSee [the other page](other.md).\n",
            "other.md": "# Other\n\nSome words.\n",
        }
        self.runs = 0
        theme = {f"theme/{path.name}": path.read_text() for path in (ROOT / "website" / "theme").iterdir()}
        run = building.run_zensical

        def counted(*arguments: object) -> object:
            self.runs += 1
            return run(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(building, "ENTRIES", (("First", "index.md"), ("Other", "other.md")))
        monkeypatch.setattr(papers.Run, "start", lambda: None)
        monkeypatch.setattr(
            building, "page_parts", lambda _: [Part("pages", None, lambda: (theme | self.pages).items())]
        )
        monkeypatch.setattr(building, "run_zensical", counted)
        monkeypatch.setattr(building, "database_files", lambda: [("atlas/S000001.html", "<p>An entry</p>")])
        monkeypatch.setattr(building, "playground_files", list)
        monkeypatch.setattr(building, "playground_inputs", list)
        # The entry of the atlas has no link, so it would be too far from the first page.
        monkeypatch.setattr("website.site_checks._far", lambda *_: [])


@pytest.fixture
def small_site(monkeypatch: pytest.MonkeyPatch) -> SmallSite:
    return SmallSite(monkeypatch)


def html(folder: Path) -> dict[str, bytes]:
    files = (path for path in (folder / "html").rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.docs
def test_a_clean_build_equals_an_incremental_one(small_site: SmallSite, tmp_path: Path) -> None:
    """A build after changes, additions and deletions of pages gives the files that a build in a new folder gives."""
    folder = tmp_path / "site"
    assert build(folder) == 0
    first = html(folder)
    assert b"Some words" in first["html/other.html"]
    assert build(folder) == 0
    assert (small_site.runs, html(folder)) == (1, first)

    changes: list[dict[str, str]] = [
        {"other.md": '# Other\n\nNew words, and an included section.\n\n--8<-- "CONTRIBUTING.md:kinds"\n'},
        {"more.md": "# More\n", "other.md": "# Another title\n\nSee [more](more.md).\n"},
    ]
    for number, changed in enumerate(changes):
        small_site.pages |= changed
        assert build(folder) == 0
        clean = tmp_path / f"clean-{number}"
        assert build(clean) == 0
        assert html(folder) == html(clean)
    assert b"Another title" in html(folder)["html/other.html"]

    small_site.pages |= {"other.md": "# Other\n\nSome words.\n"}
    del small_site.pages["more.md"]
    assert build(folder) == 0
    assert html(folder) == first


@pytest.mark.docs
def test_a_page_with_a_wrong_link_fails_in_every_build(small_site: SmallSite, tmp_path: Path) -> None:
    small_site.pages["other.md"] += '\n<a href="missing.html">A link that Zensical does not check</a>\n'
    assert [build(tmp_path / "site"), build(tmp_path / "site")] == [1, 1]
    small_site.pages["other.md"] = "# Other\n"
    assert build(tmp_path / "site") == 0
