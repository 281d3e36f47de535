"""The glossary of the pages: it is generated from the document, which is its only source."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import PHONE, is_too_wide, opened, violations

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "web" / "glossary.py"))


def test_the_generated_files_are_up_to_date() -> None:
    assert TOOL["main"](True) is None


def test_every_entry_of_the_document_is_read() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    entries = [entry for _, entries in TOOL["read_glossary"](text) for entry in entries]
    assert len(entries) == len(re.findall(r"^\*\*", text, re.MULTILINE))
    assert not [entry for entry in entries if re.search(r"\]\(|\*|see$", " ".join(entry.values()))]


def test_an_entry_without_an_example_is_refused() -> None:
    with pytest.raises(ValueError, match="Example"):
        TOOL["read_glossary"]("## Moves\n\n**Chip.** One object in a pile.\n")


def test_the_page_lists_all_terms_and_finds_some(page: Page) -> None:
    page.goto("/glossary#p-position")
    expect(page.locator("#p-position")).to_be_in_viewport()
    entries = len(re.findall(r"^\*\*", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE))
    expect(page.locator(".terms dt")).to_have_count(entries + 7)
    page.get_by_role("searchbox", name="Search").fill("excludant")
    expect(page.locator(".terms dt")).to_have_text(["Mex"])
    page.get_by_role("searchbox", name="Search").fill("no such term")
    expect(page.get_by_text("No term contains these words.")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_fits_a_phone(browser: Browser, site: str, dark: bool) -> None:
    with opened(browser, site, PHONE, dark=dark) as page:
        page.goto("/glossary")
        expect(page.locator(".terms").first).to_be_visible()
        assert violations(page) == []
        assert not is_too_wide(page)


def test_terms_explain_themselves_to_pointer_and_keyboard(page: Page) -> None:
    page.goto("/board?game=nim&position=1,2,3")
    page.get_by_role("button", name="Why").press("Enter")  # after a click, the pointer might be on a term
    term = page.locator(".offer.why").get_by_role("button", name="P-position").first
    tip = page.get_by_role("tooltip")
    expect(tip).to_have_count(0)
    term.hover()
    expect(tip).to_contain_text("A position from which the previous player")
    tip.hover()
    page.wait_for_timeout(300)
    expect(tip).to_be_visible()
    assert violations(page) == []
    page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    term.focus()
    expect(tip).to_contain_text("Example: the Nim position (3, 5, 6) is a P-position.")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(page.locator(".offer.why")).to_be_visible()


def test_a_term_that_appears_under_the_pointer_waits_until_the_pointer_moves(page: Page) -> None:
    page.goto("/board?game=nim&position=1,2,3")
    why = page.get_by_role("button", name="Why")
    why.press("Enter")
    box = page.locator(".offer.why .term").first.bounding_box()
    assert box
    page.keyboard.press("Escape")
    expect(page.locator(".offer.why")).to_have_count(0)
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    why.press("Enter")
    expect(page.locator(".offer.why .term").first).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.mouse.move(box["x"] + 8, box["y"] + 5)
    expect(page.get_by_role("tooltip")).to_be_visible()


def test_a_tap_explains_a_term_on_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        page.goto("/learn?lesson=values&step=label")
        page.locator(".step").get_by_role("button", name="Grundy value").first.tap()
        tip = page.get_by_role("tooltip")
        expect(tip).to_contain_text("The mex of the Grundy values of the options")
        box = tip.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


#: Pages that use a term, with a text around it.
USES = {
    "Grundy value": "/explorer?game=wythoff&limit=32&at=3,7",
    "misère": "/board?game=nim&position=1,2,3&misere=1",
    "P-positions": "/laboratory",
    "remoteness": "/board?game=nim&position=1,2,3",
    "mex": "/learn?lesson=values&step=label",
    "N-position": "/learn?lesson=positions&step=words",
    "nim-sum": "/learn?lesson=values&step=kayles",
}


@pytest.mark.parametrize("term", USES)
def test_every_term_has_a_tooltip_where_it_is_used(page: Page, term: str) -> None:
    page.goto(USES[term])
    page.locator(".term", has_text=re.compile(f"^{term}$")).first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Example:")
