"""Every page in a real browser: axe-core finds nothing, the theme is remembered, and no other host is contacted."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from xml.etree.ElementTree import tostring

import pytest
from playwright.sync_api import Browser, Page, expect
from website.formulas import mathml

from tests.web.browsing import DESKTOP, PHONE, TABLET, is_too_wide, opened, serving, violations

#: Each page with an address and what is there when it is drawn.
PAGES = {
    "gallery": ("/", ".tile"),
    "learn": ("/learn", ".pile"),
    "board": ("/board?game=dynamic-nim&position=5,10,8", ".pile"),
    "board with heaps": ("/board?game=kayles&position=3,5,7", ".pile"),
    "board with numbers": ("/board?game=nim&position=5,100,2000", ".pile"),
    "explorer": ("/explorer?game=wythoff&limit=32&at=3,7", ".options"),
    "laboratory": ("/laboratory", ".live-map canvas"),
    "glossary": ("/glossary", ".terms"),
    "papers": ("/papers?paper=nim", ".claim"),
    "worksheet": ("/worksheet?game=nim&count=4", ".exercises > li"),
    "web API": ("/docs", "h1"),
    "page that does not exist": ("/nowhere", ".login-form"),
    "board without a match": ("/board?game=nimm", ".empty"),
    "explorer of an unknown game": ("/explorer?game=nimm", ".notice"),
    "worksheet of an unknown game": ("/worksheet?game=nimm", ".notice"),
    "gallery without games": ("/?search=chess+with+dice", ".none"),
}
SIZES = (DESKTOP, TABLET, PHONE)


def no_barriers(page: Page) -> None:
    """Check the page with axe-core in three sizes; it must never be scrolled sideways."""
    for size in SIZES:
        page.set_viewport_size(size)
        assert violations(page) == []
        assert not is_too_wide(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_core_finds_no_violation(browser: Browser, site: str, name: str, dark: bool) -> None:
    address, there = PAGES[name]
    with opened(browser, site, dark=dark) as page:
        page.goto(address)
        expect(page.locator(there).first).to_be_visible()
        no_barriers(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_core_finds_no_violation_while_a_match_is_played(browser: Browser, site: str, dark: bool) -> None:
    with opened(browser, site, PHONE, dark=dark) as page:
        page.goto("/board?game=wythoff&position=4,7")
        page.get_by_label("off").check()
        expect(page.locator(".moves")).to_be_visible()
        page.locator(".chip.lit").first.click()
        expect(page.locator(".offer.drafted")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".offer.hint")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("n")
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        assert not is_too_wide(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_core_finds_no_violation_on_the_login_page(browser: Browser, tmp_path: Path, dark: bool) -> None:
    with serving(tmp_path, "sprague", "--class") as lan, opened(browser, lan, dark=dark) as page:
        page.goto("/board?game=nim")
        no_barriers(page)
        page.get_by_label("Code of your class").fill("WRONG1")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_be_visible()
        no_barriers(page)


def test_the_theme_is_switched_and_remembered(page: Page) -> None:
    page.goto("/")
    light = str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    body = page.locator("body")
    page.get_by_role("button", name="Theme").click()
    expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
    expect(body).to_have_css("background-color", light)
    page.get_by_role("button", name="Theme: light").click()
    expect(body).not_to_have_css("background-color", light)
    page.reload()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    expect(body).not_to_have_css("background-color", light)


def test_the_first_key_leads_past_the_navigation(page: Page) -> None:
    page.goto("/board?game=nim&position=1,2,3")
    expect(page.locator(".table")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_nothing_is_loaded_from_elsewhere(page: Page, site: str) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    for address, there in PAGES.values():
        page.goto(address)
        expect(page.locator(there).first).to_be_visible()
    assert hosts == {urlsplit(site).netloc}


def test_an_address_that_does_not_exist_leads_back_to_the_pages(page: Page) -> None:
    assert page.request.head("/").status == 200
    answer = page.goto("/nowhere/at/all")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("This page does not exist")
    page.get_by_role("link", name="The lessons").click()
    expect(page.locator("#step-title")).to_be_visible()


def test_modules_are_loaded_at_once_compressed_and_kept(page: Page) -> None:
    answers: dict[str, dict[str, str]] = {}
    page.on("response", lambda response: answers.update({urlsplit(response.url).path: response.headers}))
    page.goto("/board?game=nim&position=1,2,3")
    expect(page.locator(".pile").first).to_be_visible()
    modules = {path: headers for path, headers in answers.items() if "/js/" in path or "/css/" in path}
    assert len(modules) > 30
    assert {headers["cache-control"] for headers in modules.values()} == {"public, max-age=31536000, immutable"}
    large = [headers for headers in modules.values() if int(headers.get("content-length", 0)) > 1000]
    assert {headers.get("content-encoding") for headers in large} == {"gzip"}
    preloaded = page.evaluate(
        "[...document.querySelectorAll('link[rel=modulepreload]')].map(one => new URL(one.href).pathname)"
    )
    # theme.js is a plain script, which is loaded before the page is drawn.
    assert {path for path in modules if path.endswith(".js")} - set(preloaded) <= {
        path for path in modules if path.endswith("/js/theme.js")
    }
    page.goto("/board?game=nim&position=1,2,4")
    expect(page.locator(".pile").first).to_be_visible()
    sent = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => /[/](js|css)[/]/.test(one.name))"
        ".map(one => one.transferSize)"
    )
    assert sent
    assert set(sent) == {0}


def test_a_reference_to_the_latest_value_does_not_change_while_the_page_is_drawn(page: Page) -> None:
    page.goto("/glossary")
    seen = page.evaluate(
        """async () => {
            const { html, render } = await import("/vendor/preact.js");
            const { useLatest } = await import("/js/latest.js");
            const seen = [];
            const holder = document.createElement("div");
            let last;
            const Part = ({ value }) => { last = useLatest(value); seen.push(last.current); return value; };
            render(html`<${Part} value="old" />`, holder);
            render(html`<${Part} value="new" />`, holder);
            return [...seen, last.current];
        }"""
    )
    assert seen == ["old", "old", "new"]


def test_a_formula_of_the_site_that_is_wider_than_a_phone_can_be_scrolled(browser: Browser, site: str) -> None:
    """The site is not built here: its style sheet and its formulas are put on a page of their own."""
    style = (Path(__file__).parents[2] / "website" / "theme" / "sprague.css").read_text()
    for tag, is_alone in (("div", True), ("span", False)):
        wide = tostring(
            mathml(r"P = \\text{the positions from which no move leads into } P, P, P, P, P", is_alone)
        ).decode()
        with opened(browser, site, PHONE) as page:
            page.set_content(f"<style>{style}</style><p><{tag} class='arithmatex'>{wide}</{tag}></p>")
            assert not is_too_wide(page)
            holder = page.locator(".arithmatex")
            assert holder.evaluate("one => one.scrollWidth > one.clientWidth")
            assert holder.evaluate("one => { one.scrollLeft = 50; return one.scrollLeft; }") == 50
