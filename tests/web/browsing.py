"""Browser tests: a server as users start it, Debian's Chromium, and checks for every page."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests.programs import require, stop_without

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP = ViewportSize(width=1440, height=900)
TABLET = ViewportSize(width=820, height=1180)
PHONE = ViewportSize(width=390, height=844)
SMALL_PHONE = ViewportSize(width=360, height=700)
IDLE_SECONDS = 120_000  # milliseconds, which only turn a hang into a failure

expect.set_options(timeout=IDLE_SECONDS)


@contextmanager
def serving(data: Path, program: str = "tests.web.patient_server", *options: str) -> Iterator[str]:
    """Start a server with `serve` of the module `program`, and yield its address."""
    command = [sys.executable, "-m", program, "serve", "--port", "0", "--no-browser", *options]
    environment = {**os.environ, "SPRAGUE_DATA": str(data)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as server:
        assert server.stdout
        line = next(line for line in server.stdout if "http://" in line)
        try:
            yield next(word for word in line.split() if word.startswith("http")).rstrip("/")
        finally:
            server.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = require("browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def another_browser(browser: Browser, *options: str) -> Iterator[Browser]:
    """Yield a second browser with these options of its command line; Playwright itself can be started only once."""
    other = browser.browser_type.launch(executable_path=require("browser"), args=["--no-sandbox", *options])
    yield other
    other.close()


@contextmanager
def opened(
    browser: Browser, site: str, viewport: ViewportSize = DESKTOP, *, dark: bool = False, touch: bool = False
) -> Iterator[Page]:
    """Yield a page without animations; every console error fails the test."""
    context = browser.new_context(
        base_url=site,
        viewport=viewport,
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        reduced_motion="reduce",
    )
    context.set_default_timeout(IDLE_SECONDS)
    page = context.new_page()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # That an answer is a refusal, the browser always logs; what pages make of it is tested.
        if message.type == "error" and "status of 4" not in message.text:
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds on the page."""
    if not AXE.exists():
        stop_without("axe-core", "make web")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:150]} {node['failureSummary'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def is_too_wide(page: Page) -> bool:
    """Whether the page must be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
