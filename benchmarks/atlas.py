"""Benchmark of the atlas: the size of its files, and the seconds of its searches.

    python benchmarks/atlas.py

The benchmark measures the search in Python, in processor seconds, and the search of the site in a headless browser, in
elapsed seconds, without the download of the index. Files come from a plain file server.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page
from tests.web.browsing import chromium, opened
from tests.web.playground_site import file_server, write_atlas, write_site

from results import Cell, record
from sprague.atlas import search
from sprague.atlas.database import DATA, Atlas

MEGABYTE = 1e6
QUERIES = ("0 1 2 0 1 2", "1,2 3,5 4,7", "2 piles fibonacci")
RULE = "(m) -> (m - i) where i in {1, 2}"
#: A script that returns the milliseconds of a search by the module of the site.
TIMED = """async (query) => {
  const { search } = await import("/playground/js/playground/atlas_search.js");
  const { entries } = await (await fetch("/atlas/atlas.json")).json();
  const began = performance.now();
  search(entries, query);
  return performance.now() - began;
}"""


def main() -> None:
    rows: list[tuple[Cell, ...]] = []
    began = time.process_time()
    atlas = Atlas(DATA)
    rows.append(("read all entries", "Python", time.process_time() - began))
    for query in (*QUERIES, RULE):
        began = time.process_time()
        assert search(query, atlas=atlas).hits
        rows.append((f"search for {query}", "Python", time.process_time() - began))
    with TemporaryDirectory() as folder:
        write_site(Path(folder))
        write_atlas(Path(folder), [])
        index, table = (Path(folder) / "atlas" / name for name in ("atlas.json", "atlas.parquet"))
        sizes = [_megabytes([path.stat().st_size]) for path in (index, table)]
        with file_server(Path(folder)) as address, chromium() as browser, opened(browser, address) as page:
            rows += _searches(page)
    for row in rows:
        print(*row, sep="\t")
    figures: dict[str, Cell] = {
        "entries": len(atlas),
        "entries with a certificate": sum(entry.certificate is not None for entry in atlas),
        "MB of the data in the package": _megabytes(path.stat().st_size for path in DATA.rglob("*") if path.is_file()),
        "MB of the index that the search downloads": sizes[0],
        "MB of the Parquet file": sizes[1],
    }
    print(figures)
    record(["step", "where", "s"], rows, figures)


def _megabytes(sizes: Iterable[int]) -> float:
    return round(sum(sizes) / MEGABYTE, 1)


def _searches(page: Page) -> list[tuple[Cell, ...]]:
    """Return the seconds of each search by the module of the site, in the browser."""
    page.goto("/atlas/index.html")
    return [(f"search for {query}", "browser", page.evaluate(TIMED, query) / 1000) for query in QUERIES]


if __name__ == "__main__":
    main()
