"""The sources of pages are written so that the site displays them as intended."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from website.building import GENERATED, TOP, include_sections, link_site_pages, link_theorem_pages

from tests.documents import ROOT

PAGES = sorted(ROOT.glob("docs/**/*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_formula_by_itself_is_a_paragraph(path: Path) -> None:
    """Within a paragraph, the site generator treats a displayed formula as inline and leaves dollar signs."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"[^\n]\n(\$\$.+)|(\$\$)\n[^\n]", text) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_have_descriptive_texts(path: Path) -> None:
    """The name of a file is not a descriptive text."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"\[[\w-]+\.md\]\(", text) == []


def link_targets(text: str) -> list[str]:
    """The relative links of a page, outside of blocks of code."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [link for link in re.findall(r"\]\(([^)#\s]+)", prose) if not re.match("[a-z]+:", link)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_lead_to_files_of_the_checkout(path: Path) -> None:
    assert [link for link in link_targets(path.read_text(encoding="utf-8")) if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_of_the_site_stay_within_the_site(path: Path) -> None:
    page = path.relative_to(ROOT / "docs").as_posix()
    text = link_theorem_pages(link_site_pages(page, include_sections(path.read_text(encoding="utf-8"))))
    found = [os.path.normpath(os.path.join(os.path.dirname(page), link)) for link in link_targets(text)]
    pages = {*TOP.values(), *GENERATED.values()}
    wrong = [one for one in found if one not in pages and not one.startswith("atlas/theorem-")]
    assert [one for one in wrong if one.startswith("..") or not (ROOT / "docs" / one).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_show_no_directives_in_the_checkout(path: Path) -> None:
    """The site includes sections of other documents; the checkout shows links to these sections."""
    assert "--8<--" not in path.read_text(encoding="utf-8")


def test_included_sections_exist() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    included = re.findall("^<!-- include (.+) -->$", text, re.MULTILINE)
    assert sorted(included) == ["CONTRIBUTING.md:game", "README.md:comparison"]
    for name, section in (one.split(":") for one in included):
        assert f"[start:{section}]" in (ROOT / name).read_text(encoding="utf-8")
