"""The explorer in a real browser: values under the pointer, positions set by a click, and slices set by sliders."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Browser, Locator, Page, expect

import sprague
from sprague.render.pictures.picture import find_theme
from sprague.render.pictures.value_maps import _scale, class_bounds
from tests.web.browsing import PHONE, is_too_wide, opened, violations

GUTTER = (46, 30)  # dots of the canvas to the left of the map and above it
RIGHT = 12


def explorer(page: Page, game: str, **more: object) -> None:
    """Open a map, and wait until its tiles are drawn."""
    page.goto(f"/explorer?{urlencode({'game': game, **more})}")
    expect(page.locator(".map-card")).to_have_attribute("aria-busy", "false")
    expect(canvas(page)).to_be_visible()


def canvas(page: Page) -> Locator:
    return page.locator(".map canvas")


def readout(page: Page) -> Locator:
    return page.locator(".readout")


def place_of(page: Page, column: int, row: int, cells: int) -> tuple[float, float]:
    """The middle of a cell on the page, of a square map that is seen as a whole."""
    box = canvas(page).bounding_box()
    assert box
    width, height = box["width"] - GUTTER[0] - RIGHT, box["height"] - GUTTER[1]
    scale = min(width / cells, height / cells, 40)
    left, top = (width - scale * cells) / 2, (height - scale * cells) / 2
    return box["x"] + GUTTER[0] + left + (column + 0.5) * scale, box["y"] + GUTTER[1] + top + (row + 0.5) * scale


def expect_query(page: Page, **wanted: str) -> None:
    """Wait until the address contains this query."""
    for name, value in wanted.items():
        expect(page).to_have_url(re.compile(re.escape(urlencode({name: value})) + "(&|$)"))


def test_a_cell_is_read_by_pointing_and_set_up_by_a_click(page: Page) -> None:
    explorer(page, "wythoff", limit=32)
    table = sprague.tabulate("wythoff", limit=32)
    for row, column in [(3, 5), (4, 20)]:
        page.mouse.move(*place_of(page, column, row, 32))
        expect(readout(page)).to_have_text(f"({row}, {column}): Grundy value {table[row, column]}")
    page.mouse.click(*place_of(page, 20, 4, 32))
    panel = page.get_by_role("region", name="Position")
    expect(panel.get_by_role("heading", name="(4, 20)")).to_be_visible()
    expect(panel.locator(".badge")).to_have_text("N")
    expect(panel.locator("tbody tr")).to_have_count(len(sprague.game("wythoff").options((4, 20))))
    expect_query(page, at="4,20")
    panel.get_by_role("button", name="(4, 7)", exact=True).click()
    expect(panel.get_by_role("heading", name="(4, 7)")).to_be_visible()
    expect(panel.locator(".badge")).to_have_text("P")
    assert "position=4,7" in (panel.get_by_role("link", name="Play").get_attribute("href") or "")


def test_sliders_cut_other_slices_and_the_row_follows(page: Page) -> None:
    explorer(page, "nim", limit=16)
    slider = page.get_by_role("slider", name="Height of pile c")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slider output")).to_have_text("2")
    page.mouse.move(*place_of(page, 5, 3, 16))
    expect(readout(page)).to_have_text(f"(3, 5, 2): Grundy value {3 ^ 5 ^ 2}")
    expect_query(page, fix="c=2")
    plot = page.get_by_role("img", name=re.compile("Grundy values along b, from 0 to 15; the largest is 15"))
    expect(plot).to_be_visible()


def test_a_position_that_is_linked_stands_on_its_slice(page: Page) -> None:
    explorer(page, "nim", limit=16, at="3,5,7")
    expect(page.locator(".slider output")).to_have_text("7")
    expect(page.get_by_role("region", name="Position")).to_contain_text("15 options (8 on this map)")


def test_a_table_that_takes_long_is_cancelled(waiting_page: Page) -> None:
    waiting_page.goto("/explorer?game=nim&limit=16")
    waiting_page.get_by_role("button", name="Cancel").click()
    expect(waiting_page.get_by_role("alert")).to_contain_text("The computation was cancelled")


def test_the_map_is_walked_with_the_keyboard(page: Page) -> None:
    explorer(page, "wythoff", limit=32)
    canvas(page).focus()
    for key in ("ArrowDown", "ArrowDown", "Shift+ArrowRight", "ArrowLeft", "+", "-", "0"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="(1, 9)")).to_be_visible()


def test_a_game_of_one_pile_is_a_strip_with_its_period(page: Page) -> None:
    explorer(page, "n -> n - k where k in {1, 3, 4}", limit=32)
    expect(page.get_by_label("Show the periods")).to_be_checked()
    expect(page.locator(".overlays")).to_contain_text("n: 7")
    box = canvas(page).bounding_box()
    assert box
    wide = (box["width"] - GUTTER[0] - RIGHT) / 32
    page.mouse.move(box["x"] + GUTTER[0] + 5.5 * wide, box["y"] + box["height"] / 2 + 10)
    expect(readout(page)).to_have_text("(5): Grundy value 3")


def test_a_wheel_zooms_and_dragging_pans(page: Page) -> None:
    explorer(page, "wythoff", limit=32)
    x, y = place_of(page, 16, 16, 32)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -2000)
    expect(readout(page)).to_contain_text("(16, 16)")
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.move(x + 200, y, steps=4)
    page.mouse.up()
    page.mouse.move(x + 1, y)
    expect(readout(page)).not_to_contain_text("(16, 16)")
    page.get_by_role("button", name="Whole map").click()
    page.mouse.move(x, y)
    expect(readout(page)).to_contain_text("(16, 16)")


def test_an_unknown_game_is_reported(page: Page) -> None:
    page.goto("/explorer?game=nimm")
    expect(page.get_by_role("alert")).to_contain_text("Unknown game 'nimm'; did you mean 'nim'?")
    expect(page.get_by_role("alert").get_by_role("link", name="All games")).to_have_attribute("href", "/")
    page.get_by_label("Game or rule").fill("nim:piles=2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect_query(page, game="nim:piles=2")


def test_colours_and_classes_are_those_of_the_pictures(page: Page) -> None:
    page.goto("/explorer?game=wythoff&limit=16")
    for largest in (0, 1, 5, 15, 16, 60, 1000, 40_000):
        for dark in (False, True):
            shown_text = page.evaluate(
                "async asked => (await import('/js/explorer/colours.js')).legendOf('grundy', ...asked)",
                [largest, dark],
            )
            bounds = class_bounds(largest)
            assert shown_text["bounds"] == bounds
            assert shown_text["colours"] == list(_scale(len(bounds), find_theme(dark)))


def test_the_explorer_has_no_barriers_and_fits_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, dark=True, touch=True) as page:
        explorer(page, "nim", limit=16, at="3,5,0")
        expect(page.locator(".options")).to_be_visible()
        assert violations(page) == []
        assert not is_too_wide(page)
