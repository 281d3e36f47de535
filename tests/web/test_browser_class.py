"""A class in a real browser: students log in with the code that `sprague serve --class` prints, at its address."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE, opened


@pytest.fixture(scope="module")
def classroom() -> Iterator[tuple[str, str, str]]:
    """The address of a server for a class, its code, and the link that contains the code."""
    command = [sys.executable, "-m", "sprague", "serve", "--class", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            lines = [server.stdout.readline() for _ in range(4)]
            (link,) = re.findall(r"Link with the code: (\S+)", "".join(lines))
            (address,) = re.findall(r"Sprague is running at (\S+)/ ", lines[0])
            (code,) = re.findall(r"Code of the class: (\S+)", lines[1])
            yield address, code, link
        finally:
            server.terminate()


def test_the_address_is_a_number_and_the_code_is_short(classroom: tuple[str, str, str]) -> None:
    address, code, _ = classroom
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+", address)  # phones cannot resolve the name of a machine
    assert re.fullmatch(r"\w{3}-\w{3}", code)


def test_a_student_opens_an_assignment_and_enters_the_code(browser: Browser, classroom: tuple[str, str, str]) -> None:
    address, code, _ = classroom
    with opened(browser, address, PHONE, touch=True) as page:
        page.goto(f"/board?{urlencode({'game': 'nim', 'position': '0,0,3', 'level': 'teacher'})}")
        page.get_by_label("Code of your class").fill(code.lower())
        page.get_by_role("button", name="Log in").tap()
        expect(page.locator(".badge", has_text="Teacher opponent")).to_be_visible()
        page.locator('.pile[data-place="2"] [data-level="0"]').tap()
        expect(page.locator(".status strong")).to_have_text("You win")


def test_the_link_with_the_code_leads_to_the_pages_of_an_assignment(
    browser: Browser, classroom: tuple[str, str, str]
) -> None:
    """The QR code contains this link."""
    address, _, link = classroom
    with opened(browser, address, PHONE, touch=True) as page:
        page.goto(link)
        expect(page.locator(".tile").first).to_be_visible()
        page.goto("/learn?lesson=1")
        expect(page.locator("#step-title")).to_have_text("The rule of Nim")
        page.goto("/worksheet?game=nim&count=8&seed=1")
        expect(page.locator(".exercises > li")).to_have_count(8)
        page.goto(f"/laboratory?{urlencode({'rule': '(a, b) -> (u, b) where u < a any order'})}")
        expect(page.get_by_role("textbox", name="Rule")).to_have_value("(a, b) -> (u, b) where u < a any order")
