"""The vendored library is the one in its list, including licences; `make web` compares it with npm's."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from sprague.web.page_files import PAGES

VENDOR = PAGES / "vendor"
LIST = json.loads((VENDOR / "vendor.json").read_text(encoding="utf-8"))["files"]


@pytest.mark.parametrize("entry", LIST, ids=[entry["file"] for entry in LIST])
def test_a_vendored_file_has_the_digest_that_is_listed(entry: dict[str, str]) -> None:
    assert sha256((VENDOR / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


def test_nothing_is_vendored_that_is_not_listed() -> None:
    unlisted = {file.name for file in VENDOR.iterdir()} - {entry["file"] for entry in LIST}
    assert unlisted == {"vendor.json", "preact.d.ts"}


def test_pages_have_no_script_or_style_in_them() -> None:
    for page in PAGES.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text
        assert "http" not in text
