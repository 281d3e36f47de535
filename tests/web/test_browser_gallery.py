"""The gallery in a real browser: every game, searched and filtered, and what anyone has seen."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from sprague.games import catalogue
from tests.web.browsing import PHONE, is_too_wide, opened


def test_every_game_is_there_and_leads_to_its_board(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".tile")).to_have_count(len(catalogue()))
    page.get_by_role("link", name="Play Kayles").click()
    expect(page).to_have_url(re.compile(r"/board\?game=kayles"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kayles")


def test_games_are_searched_and_filtered_and_the_link_remembers_it(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Search the games").fill("ferguson box")
    expect(page.locator(".tile").first).to_contain_text("Empty-All-But-One")
    found = page.locator(".tile").count()
    assert 0 < found < len(catalogue())
    page.get_by_text("Open", exact=True).click()
    expect(page.locator(".tile h2")).to_have_text(["Fulves's Merger"])
    expect(page).to_have_url("/?search=ferguson+box&known=open")
    page.reload()
    expect(page.locator(".tile h2")).to_have_text(["Fulves's Merger"])
    page.get_by_label("Search the games").fill("chess with dice")
    expect(page.get_by_text("No game is like this.")).to_be_visible()


def test_more_about_a_game_has_its_rule_and_what_is_known(page: Page) -> None:
    page.goto("/?search=bouton")
    page.get_by_role("button", name="More about Nim", exact=True).click()
    sheet = page.get_by_role("dialog", name="Nim")
    expect(sheet).to_contain_text("(a, b, c) -> (u, b, c) where u < a any order")
    expect(sheet).to_contain_text("Bouton")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_the_gallery_fits(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        page.goto("/")
        expect(page.locator(".tile").first).to_be_visible()
        assert not is_too_wide(page)
