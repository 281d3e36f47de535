"""The atlas of the static site in a real browser: search, pages of entries, and checks of their certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from sprague import atlas
from tests.web.browsing import DESKTOP, PHONE, is_too_wide, opened, violations
from tests.web.playground_site import file_server, require_python_for_browsers, write_atlas, write_site

pytestmark = pytest.mark.timeout(900)  # seconds, which only turn a hang into a failure; Python is loaded several times

ATLAS = atlas.load_atlas()
ONE_OR_TWO = "S000223"
WYTHOFF = "S000220"
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture(scope="session")
def atlas_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the playground and the atlas; a few entries have pages."""
    require_python_for_browsers()
    folder = tmp_path_factory.mktemp("atlas")
    write_site(folder)
    write_atlas(folder, [ATLAS[ONE_OR_TWO], ATLAS[WYTHOFF], ATLAS["S001087"]])
    return folder


@pytest.fixture(scope="session")
def atlas_site(atlas_folder: Path) -> Iterator[str]:
    """The address of a plain file server for this folder."""
    with file_server(atlas_folder) as address:
        yield address


def search(page: Page, query: str) -> None:
    """Type a query and wait for its answer."""
    before = page.locator(".atlas-results").inner_text()
    page.get_by_role("searchbox").fill(query)
    expect(page.locator(".atlas-results")).not_to_have_text(before)
    expect(page.locator(".atlas-count")).to_be_visible()


def first_hit(page: Page) -> str:
    return page.locator(".atlas-hits > li").first.inner_text()


@SIZES
def test_eight_values_lead_to_an_entry_and_its_checked_certificate(
    browser: Browser, atlas_site: str, size: ViewportSize, tmp_path: Path
) -> None:
    """The way of a researcher: from the first page to the statement, the check, the JSON form and the citation."""
    with opened(browser, atlas_site, size) as page:
        page.goto("/index.html")
        page.get_by_role("searchbox").fill("0 1 2 0 1 2 0 1")
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".atlas-count")).to_contain_text("read as values")
        assert not is_too_wide(page)
        page.get_by_role("link", name="Subtraction game {1, 2}", exact=False).first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Subtraction game {1, 2}")
        expect(page.locator("main")).to_contain_text("S000223 · normal play · subtraction games")
        button = page.get_by_role("button", name="Check it here")
        expect(page.locator(".check-start")).to_contain_text("Nothing is sent anywhere")
        button.click()
        expect(page.locator(".check-verdict")).to_have_text("Verified")
        info = ATLAS[ONE_OR_TWO].certificate
        assert info is not None
        assert info.verified in page.locator(".check-output").inner_text()
        with page.expect_download() as downloading:
            page.get_by_role("link", name="S000223.json").click()
        downloading.value.save_as(tmp_path / "entry.json")
        assert json.loads((tmp_path / "entry.json").read_text()) == json.loads(json.dumps(ATLAS.to_json(ATLAS["s223"])))
        expect(page.locator("main")).to_contain_text("@misc{sprague-S000223,")
        assert not is_too_wide(page)


def test_positions_rules_and_words_find_entries(browser: Browser, atlas_site: str) -> None:
    """Python is started only for the normal form of a rule; then everything works without a network."""
    with opened(browser, atlas_site) as page:
        page.goto("/atlas/index.html?q=2,1+5,3+4,7")
        expect(page.locator(".atlas-count")).to_contain_text("read as P-positions")
        assert WYTHOFF in first_hit(page)
        page.context.set_offline(True)
        search(page, "2 piles fibonacci")
        assert any(WYTHOFF in text for text in page.locator(".atlas-hits > li").all_inner_texts())
        search(page, "5 77 123 9999")
        expect(page.locator(".atlas-count")).to_contain_text("Nothing found. The query was read as values. Tried:")
        expect(page.locator(".atlas-tried")).to_contain_text("as differences")
        page.context.set_offline(False)
        search(page, "(m) -> (m - i) where i in {1, 2}")
        expect(page.locator(".atlas-count")).to_contain_text("Nothing found. The query was read as a rule.")
        page.get_by_role("button", name="Compare the normal form").click()
        expect(page.locator(".atlas-hits > li").first).to_contain_text(f"{ONE_OR_TWO} Subtraction game {{1, 2}}")
        assert "the same game" in first_hit(page)
        page.context.set_offline(True)
        search(page, "(m) -> (m - i")
        page.get_by_role("button", name="Compare the normal form").click()
        expect(page.locator(".atlas-rule small")).to_contain_text("expected")
        search(page, "proved")
        page.get_by_role("button", name="Show all").click()
        expect(page.locator(".atlas-hits > li")).to_have_count(len(atlas.search("proved").hits))


@SIZES
def test_the_keyboard_copies_the_bibtex_entry_from_a_file(
    browser: Browser, atlas_folder: Path, size: ViewportSize
) -> None:
    """The button needs no server: the page is opened as a file, with and without the clipboard of the browser."""
    context = browser.new_context(viewport=size)
    page = context.new_page()
    page.goto((atlas_folder / "atlas" / f"{WYTHOFF}.html").as_uri())
    button = page.get_by_role("button", name="Copy BibTeX")
    status = page.locator(".copy [role=status]")
    for without_clipboard in (False, True):
        if without_clipboard:
            page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
            status.evaluate("note => { note.textContent = '' }")
        expect(status).to_have_text("")
        button.focus()
        page.keyboard.press("Enter")
        expect(status).to_have_text("Copied")
        assert pasted(page).rstrip() == ATLAS[WYTHOFF].bibtex().rstrip()
    context.close()


def pasted(page: Page) -> str:
    """Return the text that the keyboard pastes from the clipboard, and empty the clipboard."""
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")
    text = page.locator("#paste").input_value()
    page.locator("#paste").fill("nothing")
    page.locator("#paste").select_text()
    page.keyboard.press("Control+C")
    page.locator("#paste").evaluate("field => field.remove()")
    return text


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_core_finds_no_violation(browser: Browser, atlas_site: str, dark: bool) -> None:
    with opened(browser, atlas_site, dark=dark) as page:
        for entry in (WYTHOFF, "S001087"):
            page.goto(f"/atlas/{entry}.html")
            expect(page.get_by_role("button", name="Check it here")).to_be_visible()
            for summary in page.locator("summary").all():
                summary.click()
            assert violations(page) == []
        page.goto("/atlas/all.html")
        assert violations(page) == []


@SIZES
def test_long_rules_and_wide_tables_fit(browser: Browser, atlas_site: str, size: ViewportSize) -> None:
    with opened(browser, atlas_site, size) as page:
        for name in (f"{WYTHOFF}.html", "S001087.html", "all.html"):
            page.goto(f"/atlas/{name}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            for summary in page.locator("summary").all():
                summary.click()
            assert not is_too_wide(page), name
