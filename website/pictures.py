"""Take the screenshots of the pages of `sprague serve` for the documentation: `python -m website.pictures [NAME …]`.

The screenshots are stored in the repository, because they need Chromium and a server. Renew them after a change of the
pages.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PATIENCE = 300_000  # timeout in milliseconds, long enough for a busy machine
MATCH = """sprague match 1
play: normal
game: nim:piles=3
start: 3,5,7
first: you
second: casual
1: 2,5,7
2: 2,4,7
"""
WYTHOFF = "(a, b) -> (a - k, b) where k >= 1\n        ; (a - k, b - k) where k >= 1\nany order"
SHARING = "(a, b, c) -> (a - k, b + k, c)\n  where k >= 1, b + k <= a - k\nany order"


def board(page: Page) -> None:
    page.goto(f"/board?{urlencode({'match': MATCH})}")
    page.get_by_label("off").check()
    page.locator(".moves tbody tr").nth(5).wait_for()


def explorer(page: Page) -> None:
    page.goto(f"/explorer?{urlencode({'game': 'wythoff', 'limit': 128, 'at': '20,40'})}")
    page.get_by_text("17 moves left in best play").wait_for()  # the map and the analysis of the position are complete
    page.get_by_text("Known for all positions").wait_for()


def laboratory(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1480})
    page.goto("/laboratory")
    page.get_by_role("textbox", name="Rule").fill(SHARING)
    page.locator(".live-map canvas").wait_for()
    page.get_by_role("button", name="Discover").click()
    page.locator(".theorem .statement", has_text="v2").wait_for()  # the theorem appears after about a second
    page.locator(".theorem").get_by_role("img", name="Automaton", exact=True).wait_for()


def ask(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 960})
    question = "all a, b: P(a, b) implies P(a + 1, b + 1)"
    page.goto(f"/laboratory?{urlencode({'rule': WYTHOFF, 'do': 'ask', 'question': question})}")
    page.locator(".answer").wait_for()
    page.locator(".live-map canvas").wait_for()
    page.evaluate("document.querySelector('.task-bar').scrollIntoView()")


PICTURES: tuple[Callable[[Page], None], ...] = (board, explorer, laboratory, ask)


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        sys.exit("screenshots need Chromium; install it with: sudo apt install chromium")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        chosen = [show for show in PICTURES if show.__name__ in sys.argv[1:]] or PICTURES
        for show in chosen:
            page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=address, color_scheme="light")
            page.set_default_timeout(PATIENCE)
            show(page)
            page.wait_for_load_state("networkidle")
            page.mouse.move(0, 0)
            page.screenshot(path=FOLDER / f"{show.__name__}.png")
            print(FOLDER / f"{show.__name__}.png")


@contextmanager
def serving() -> Iterator[str]:
    """Start a server with one stored theorem, which the explorer shows, and yield the address of the server."""
    with tempfile.TemporaryDirectory() as data:
        program = ["env", f"SPRAGUE_DATA={data}", sys.executable, "-m", "sprague"]
        subprocess.run([*program, "discover", "wythoff"], check=True, stdout=subprocess.DEVNULL)
        command = [*program, "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = next(filter(None, (re.search(r"http://[0-9.]+:[0-9]+", line) for line in server.stdout)))
            yield found[0]
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
