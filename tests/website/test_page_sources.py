"""The sources of pages are written so that the site displays them as intended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
