"""Benchmark of the playground of the site in a headless browser, with files from a plain file server.

    python benchmarks/playground.py

The benchmark measures the seconds until Python and the checker are loaded, the seconds of each check of a certificate
of the documentation, and the seconds until the library is loaded and a position is solved.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, expect
from tests.web.browsing import chromium, opened
from tests.web.playground_site import CERTIFICATES, file_server, write_site

from results import Cell, record

MEGABYTE = 1e6


def main() -> None:
    rows: list[tuple[Cell, ...]] = []
    with TemporaryDirectory() as folder:
        write_site(Path(folder))
        sizes = json.loads((Path(folder) / "playground" / "build.json").read_text())["sizes"]
        with file_server(Path(folder)) as address, chromium() as browser:
            with opened(browser, address) as page:
                page.goto("/check.html")
                rows += _checks(page)
            with opened(browser, address) as page:
                page.goto("/playground/try.html")
                began = time.monotonic()
                page.get_by_role("button", name="Start Python").click()
                expect(page.locator("section.position h2")).to_be_visible()
                rows.append(("load Python and Sprague, solve a position", time.monotonic() - began))
    for row in rows:
        print(*row, sep="\t")
    checker = sum(size for name, size in sizes.items() if name.startswith(("pyodide/", "sprague-checker")))
    figures: dict[str, Cell] = {
        "MB to download for a check": round(checker / MEGABYTE, 1),
        "MB to download for rules and matches": round(
            (sum(sizes.values()) - sizes["sprague-checker.pyz"]) / MEGABYTE, 1
        ),
        "kB of sprague-checker.pyz": round(sizes["sprague-checker.pyz"] / 1000),
    }
    print(figures)
    record(["step", "s"], rows, figures)


def _checks(page: Page) -> list[tuple[Cell, ...]]:
    """Return the seconds of the first check, with the loading of Python, and of each check by itself."""
    files = sorted(CERTIFICATES.glob("*.json"))
    field = page.locator("input[type=file]")
    began = time.monotonic()
    field.set_input_files(files[0])
    expect(page.locator(".check-verdict")).to_have_text("Verified")
    rows: list[tuple[Cell, ...]] = [
        ("load Python and the checker, check the first certificate", time.monotonic() - began)
    ]
    expect(field).to_be_enabled()
    field.set_input_files(files)
    expect(page.locator(".check-verdict")).to_have_text(["Verified"] * len(files), timeout=600_000)
    for path, text in zip(files, page.locator(".check-list > p").all_inner_texts(), strict=True):
        rows.append((f"check {path.name}", float(text.rpartition(" in ")[2].partition(" s.")[0])))
    return rows


if __name__ == "__main__":
    main()
