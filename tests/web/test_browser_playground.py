"""The playground in a real browser, from a plain file server: checks of certificates, rules, and matches, offline."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Request, ViewportSize, expect

from tests.web.browsing import DESKTOP, PHONE, is_too_wide, opened, violations
from tests.web.playground_site import CERTIFICATES, file_server, require_python_for_browsers, write_site
from tests.web.test_browser_board import await_reply, status, turns

pytestmark = pytest.mark.timeout(900)  # seconds, which only turn a hang into a failure; Python is loaded several times


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a plain file server with the files of the playground."""
    require_python_for_browsers()
    folder = tmp_path_factory.mktemp("playground")
    write_site(folder)
    with file_server(folder) as address:
        yield address


def forged() -> bytes:
    """A certificate whose automaton accepts the complement of the proved set."""
    data = json.loads((CERTIFICATES / "wythoff-2.json").read_text())
    states = range(len(data["automaton"]["transitions"]))
    data["automaton"]["accepting"] = [state for state in states if state not in data["automaton"]["accepting"]]
    return json.dumps(data).encode()


def load_python(page: Page) -> None:
    page.get_by_role("button", name="Start Python").click()


def play_to_the_end(page: Page) -> None:
    """Make the first legal move until the match is over."""
    while "win" not in status(page).inner_text():
        made = turns(page).count()
        page.locator(".chip.lit").last.click()
        await_reply(page, made)


def test_a_certificate_is_checked_on_the_page_of_its_theorem(browser: Browser, playground: str) -> None:
    requests: list[Request] = []
    with opened(browser, playground) as page:
        page.on("request", lambda request: requests.append(request))
        page.goto("/theorem.html")
        button = page.get_by_role("button", name="Check it here")
        expect(page.locator(".check-start")).to_contain_text("Nothing is sent anywhere")
        assert not [one for one in requests if "pyodide" in one.url]
        button.click()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
        expect(page.locator(".check-verdict")).to_have_text("Verified")
        expect(page.locator(".check-output")).to_contain_text("Verified: in normal play of (a, b) -> (a - k, b)")
        assert violations(page) == []
    assert [one for one in requests if "pyodide.asm.wasm" in one.url]
    assert {one.method for one in requests} == {"GET"}
    assert [one.url for one in requests if not one.url.startswith(playground)] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_files_are_checked_and_a_forged_certificate_is_rejected(
    browser: Browser, playground: str, size: ViewportSize
) -> None:
    with opened(browser, playground, size) as page:
        page.goto("/check.html")
        files = {"forged": forged(), "notes": b"[]", "good": (CERTIFICATES / "triangle.json").read_bytes()}
        page.locator("input[type=file]").set_input_files(
            [FilePayload(name=f"{name}.json", mimeType="application/json", buffer=text) for name, text in files.items()]
        )
        expect(page.locator(".check-verdict")).to_have_text(["Rejected", "Not a certificate", "Verified"])
        outputs = page.locator(".check-output")
        expect(outputs.nth(0)).to_contain_text("Not verified: ")
        expect(outputs.nth(1)).to_contain_text("Not a certificate: ")
        assert not is_too_wide(page)


def test_a_dropped_file_is_checked_and_a_check_is_cancelled(browser: Browser, playground: str) -> None:
    """The check is cancelled while Python is being loaded: the test holds the download back."""
    with opened(browser, playground) as page:
        page.goto("/check.html")
        page.route("**/pyodide.asm.wasm", lambda route: None)  # no answer
        drop = """([text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "dropped.json"));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector(".check-drop").dispatchEvent(drop);
        }"""
        text = (CERTIFICATES / "wythoff-2.json").read_text()
        expect(page.locator(".check-drop")).to_be_visible()  # the script of the page adds it after the page has loaded
        page.evaluate(drop, [text])
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".check-list")).to_contain_text("Cancelled after")
        page.unroute("**/pyodide.asm.wasm")
        page.evaluate(drop, [text])
        expect(page.locator(".check-verdict")).to_have_text("Verified")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_rule_is_solved_and_played_offline(browser: Browser, playground: str, size: ViewportSize) -> None:
    """A rule in English, a solved position, and three matches; after the start, every request would fail."""
    with opened(browser, playground, size) as page:
        page.goto("/playground/try.html")
        expect(page.get_by_text("Nothing is sent anywhere").first).to_be_visible()
        load_python(page)
        expect(page.get_by_label("Rule in words")).to_contain_text("take k chips from a")
        page.context.set_offline(True)
        page.get_by_label("Rule", exact=True).fill("(a, b) -> (a - k, b where k >= 1")
        expect(page.locator(".problem")).to_contain_text("expected")
        page.get_by_label("Rule", exact=True).fill("(a, b) -> (a - k, b) where 1 <= k <= 2 any order")
        expect(page.get_by_label("Rule in words")).to_contain_text("k is at least 1 and at most 2")
        page.get_by_role("textbox", name="Position").fill("3,5")
        position = page.locator("section.position")
        expect(position).to_contain_text("(3, 5)")
        expect(position).to_contain_text("The player to move can win")
        page.locator(".try-commands summary").click()
        expect(page.locator(".try-commands")).to_contain_text(
            "sprague discover '(a, b) -> (a - k, b) where 1 <= k <= 2 any order'"
        )
        assert not is_too_wide(page)
        position.get_by_role("link", name="Play").click()
        expect(page.locator(".table")).to_be_visible()
        for _ in range(3):
            play_to_the_end(page)
            page.get_by_role("button", name="Play again").click()
            expect(turns(page)).to_have_count(1)
        assert not is_too_wide(page)
        page.go_back()
        expect(page.get_by_label("Rule in words")).to_be_visible()


def test_the_download_is_cancelled_and_started_again(browser: Browser, playground: str) -> None:
    with opened(browser, playground) as page:
        page.goto("/playground/try.html?game=nim&position=1,2,3")
        page.route("**/pyodide.asm.wasm", lambda route: None)  # no answer
        load_python(page)
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("alert")).to_have_text("Cancelled.")
        page.unroute("**/pyodide.asm.wasm")
        load_python(page)
        expect(page.locator(".status .position")).to_have_text("1,2,3")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_core_finds_no_violation(browser: Browser, playground: str, dark: bool) -> None:
    with opened(browser, playground, dark=dark) as page:
        page.goto("/playground/try.html")
        assert violations(page) == []
        load_python(page)
        expect(page.locator("section.position h2")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("link", name="Play this rule").first.click()
        expect(page.locator(".table")).to_be_visible()
        assert violations(page) == []
