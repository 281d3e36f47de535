"""The files of the pages: what browsers may keep, what is loaded first, and addresses that do not exist."""

from __future__ import annotations

import re

import pytest

from sprague.web.app import PAGE_PATHS
from sprague.web.page_files import PAGES, imported_modules, page_html, static_path
from tests.web.asking import Laboratory


@pytest.mark.parametrize("path", [*PAGE_PATHS, "/docs"])
def test_every_page_answers_head_as_it_answers_get(lab: Laboratory, path: str) -> None:
    head, got = lab.ask("HEAD", path), lab.ask("GET", path)
    assert (head.status_code, got.status_code) == (200, 200)
    assert head.headers["content-type"] == got.headers["content-type"]


def test_an_address_that_does_not_exist_shows_a_page_to_people(lab: Laboratory) -> None:
    page = lab.ask("GET", "/nowhere/at/all", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "This page does not exist" in page.text
    data = lab.ask("GET", "/api/v1/nowhere", headers={"accept": "text/html"})
    assert (data.status_code, data.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("name", PAGE_PATHS.values())
def test_all_modules_of_a_page_are_loaded_at_the_same_time(name: str) -> None:
    text = page_html(name)
    loaded = set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', text))
    assert {f"{static_path()}/js/shell.js", f"{static_path()}/js/{name}/page.js"} <= loaded
    for address in loaded:
        path = address.removeprefix(f"{static_path()}/")
        assert {f"{static_path()}/{other}" for other in imported_modules(path)} <= loaded


def test_files_with_the_digest_are_kept_and_other_files_are_checked(lab: Laboratory) -> None:
    kept = lab.ask("GET", f"{static_path()}/js/shell.js")
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.text == (PAGES / "js" / "shell.js").read_text()
    assert lab.ask("GET", "/js/shell.js").headers["cache-control"] == "no-cache"
    assert lab.ask("GET", "/").headers["cache-control"] == "no-cache"
    assert lab.ask("GET", "/static/0000/js/shell.js").status_code == 404


def test_large_answers_are_compressed(lab: Laboratory) -> None:
    for path in ("/api/v1/games", "/js/board/board.js", "/board"):
        assert lab.ask("GET", path, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
        assert "content-encoding" not in lab.ask("GET", path, headers={"accept-encoding": "identity"}).headers
