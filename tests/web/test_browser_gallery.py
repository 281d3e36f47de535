"""The gallery in a real browser: all games, search, filters and lookup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from sprague.games import catalogue
from tests.web.browsing import PHONE, is_too_wide, opened, serving, violations


def test_every_game_is_there_and_leads_to_its_board(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".tile")).to_have_count(len(catalogue()))
    page.get_by_role("link", name="Play Kayles").click()
    expect(page).to_have_url(re.compile(r"/board\?game=kayles"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kayles")


def test_games_are_searched_and_filtered_and_the_link_remembers_it(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Search the games").fill("ferguson box")
    expect(page.locator(".tile").first).to_contain_text("Empty & Transfer")
    found = page.locator(".tile").count()
    assert 0 < found < len(catalogue())
    page.get_by_text("Open", exact=True).click()
    expect(page.locator(".tile h2")).to_have_text(["Fulves's Merger"])
    expect(page).to_have_url("/?search=ferguson+box&known=open")
    page.reload()
    expect(page.locator(".tile h2")).to_have_text(["Fulves's Merger"])
    page.get_by_label("Search the games").fill("chess with dice")
    expect(page.get_by_text("No game matches.")).to_be_visible()


def test_games_are_ordered_by_difficulty_and_filtered_by_their_moves(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".tile h2").first).to_have_text("Nim")
    expect(page.locator(".tile").first).to_contain_text("1 minute to learn")
    page.get_by_label("Kind of move").select_option("moves")
    expect(page.locator(".tile h2", has_text="Sharing Nim")).to_have_count(1)
    expect(page.locator(".tile h2").first).not_to_have_text("Nim")
    expect(page).to_have_url("/?moves=moves")
    page.reload()
    expect(page.locator(".tile h2", has_text="Kayles")).to_have_count(0)
    expect(page.locator(".tile h2", has_text="Sharing Nim")).to_have_count(1)


def test_more_about_a_game_has_its_rule_and_what_is_known(page: Page) -> None:
    page.goto("/?search=bouton")
    page.get_by_role("button", name="More about Nim", exact=True).click()
    sheet = page.get_by_role("dialog", name="Nim")
    expect(sheet).to_contain_text("(a, b, c) -> (u, b, c) where u < a any order")
    expect(sheet).to_contain_text("Bouton")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_lookup_finds_a_game_and_the_link_stores_the_query(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="0,0 1,2 3,5 4,7").click()
    expect(page.locator(".found a")).to_have_text(["Wythoff's game"])
    assert violations(page) == []
    page.reload()
    expect(page.locator(".found")).to_contain_text("these are its first P-positions")
    page.get_by_text("Values", exact=True).first.click()
    seen = page.get_by_label("The first Grundy values of a heap, starting with heap 0")
    seen.fill("0 1 2 3 1 4 3 2 1 4")
    expect(page.locator(".found")).to_contain_text("Kayles")
    seen.fill("0 1 2 x")
    expect(page.locator(".seen .refused")).to_contain_text("expected 4 to 200 values")
    seen.fill("9 9 9 9 9")
    expect(page.locator(".seen")).to_contain_text("No game or theorem starts like this.")


def test_a_picture_that_is_late_is_asked_for_again(page: Page) -> None:
    answers = iter([413])
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>'
    page.route(
        "**/picture.svg*",
        lambda route: route.fulfill(status=next(answers, 200), body=drawing, content_type="image/svg+xml"),
    )
    page.goto("/?search=lasker")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator(".tile img")).to_have_js_property("naturalWidth", 8)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_pictures_are_there_at_the_first_visit(browser: Browser, tmp_path: Path, dark: bool) -> None:
    with serving(tmp_path) as fresh, opened(browser, fresh, dark=dark) as page:
        answers: list[Response] = []
        page.on("response", lambda response: answers.append(response))
        page.goto("/")
        pictures = page.locator(".tile img")
        expect(pictures).to_have_count(len(catalogue()))
        for picture in pictures.all():
            picture.scroll_into_view_if_needed()
            expect(picture).to_have_js_property("complete", True)
            assert picture.evaluate("one => one.naturalWidth") > 0
        statuses = [answer.status for answer in answers if "picture.svg" in answer.url]
        assert statuses == [200] * len(catalogue())  # each picture is requested once


def test_on_a_phone_the_gallery_fits(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        page.goto("/")
        expect(page.locator(".tile").first).to_be_visible()
        assert not is_too_wide(page)
