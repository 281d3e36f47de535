"""The pages in Firefox: they open without errors, a match and a lesson are played, and links are copied without TLS."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from operator import xor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.browsing import serving
from tests.web.firefox import Firefox, Tab, opened_tab
from tests.web.test_browser_pages import PAGES


@pytest.fixture
def tab(firefox: Firefox, site: str) -> Iterator[Tab]:
    with opened_tab(firefox, site) as tab:
        yield tab


def chip(place: int, level: int) -> str:
    """Return the selector of a chip: its pile and its height, both from 0 on."""
    return f'.pile[data-place="{place}"] [data-level="{level}"]'


def piles(tab: Tab) -> list[int]:
    counts = tab.evaluate("[...document.querySelectorAll('.pile .count')].map(one => Number(one.textContent))")
    assert isinstance(counts, list)
    return counts


def take_by_key(tab: Tab, place: int, chips: int) -> None:
    """Lead to a pile with the arrow keys, mark its upper chips, and take them."""
    tab.press("Right")
    while tab.evaluate("document.activeElement.dataset.place") != str(place):
        tab.press("Right")
    for _ in range(chips):
        tab.press("Down")
    tab.press("Enter")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_errors(tab: Tab, name: str) -> None:
    address, there = PAGES[name]
    tab.goto(address)
    tab.wait_for(f"document.querySelector({json.dumps(there)})?.checkVisibility()")


def test_an_error_on_a_page_is_noticed(firefox: Firefox, site: str) -> None:
    with pytest.raises(AssertionError, match="broken"), opened_tab(firefox, site) as tab:  # noqa: PT012
        tab.goto("/glossary")
        tab.evaluate("setTimeout(() => { throw Error('broken'); })")


def test_nim_is_played_to_a_win_by_mouse_and_keyboard(tab: Tab) -> None:
    tab.goto("/board?game=nim&position=3,5,7&level=perfect")
    is_mouse = True
    while True:
        tab.wait_for("/^(Your move|You win)$/.test(document.querySelector('.status strong')?.textContent)")
        if tab.text(".status strong") == "You win":
            break
        before = piles(tab)
        total = reduce(xor, before)
        place = next(place for place, pile in enumerate(before) if pile ^ total < pile)
        left = before[place] ^ total
        if is_mouse:
            tab.click(chip(place, left))
        else:
            take_by_key(tab, place, before[place] - left)
        is_mouse = not is_mouse
        tab.wait_for(
            "(now => now !== 'The computer is thinking' && "
            "[...document.querySelectorAll('.pile .count')].map(one => one.textContent).join() !== "
            f"'{','.join(map(str, before))}')(document.querySelector('.status strong').textContent)"
        )
    assert sum(piles(tab)) == 0


def test_the_order_of_the_piles_is_kept(tab: Tab) -> None:
    tab.goto("/board?game=nim&position=7,2,5&level=perfect")
    tab.has_text(".status .position", "7,2,5")
    tab.click(chip(0, 6))
    tab.has_text(".turns .reached", "6,2,5")
    tab.goto("/board?game=nim&position=1000,200,50")
    tab.has_text("#entry-explanation", "Short forms")


def test_the_question_of_the_teacher_is_answered_on_the_board(tab: Tab) -> None:
    tab.goto("/board?game=nim&position=3,5,7&level=teacher")
    tab.click(chip(0, 0))
    tab.has_text(".offer.question", "Which move wins for me?")
    tab.click(chip(1, 0))  # leaves 0,0,7, from which the player wins
    tab.has_text(".offer.question", "No: take 5 chips from the 2nd pile, and you could win")
    tab.click(chip(2, 5))  # leaves 0,5,5
    tab.has_text(".offer.question", "Yes: take 2 chips from the 3rd pile, and I win")
    tab.click("button", "Take back my move")
    tab.has_text(".status .position", "3,5,7")


def test_the_first_steps_of_the_first_lesson_are_completed(tab: Tab) -> None:
    tab.goto("/learn?lesson=1")
    tab.has_text("#step-title", "The rule of Nim")
    tab.click(chip(0, 0))
    tab.has_text(".goal .badge", "done")
    tab.click("a", "Next step")
    tab.wait_for("document.querySelector('#step-title').textContent !== 'The rule of Nim'")
    tab.goto("/learn?lesson=1&step=4")
    tab.click("button", "The computer wins")
    tab.has_text(".goal .badge", "done")


def paste_into_the_rule(tab: Tab) -> None:
    tab.click("#rule")
    tab.press("Control", "a")
    tab.press("x")
    tab.wait_for("document.querySelector('#rule').value === 'x'")
    tab.press("Control", "a")
    tab.press("Control", "v")


def test_links_are_copied_without_tls(firefox: Firefox, tmp_path: Path) -> None:
    """`navigator.clipboard` exists only on localhost and with TLS; what was copied is pasted into a text field."""
    with (
        serving(tmp_path, "sprague", "--host", "0.0.0.0", "--public") as address,
        opened_tab(firefox, f"http://class.example:{urlsplit(address).port}") as tab,
    ):
        tab.goto("/board?game=nim&position=3,5,7&level=person")
        tab.click("button", "Share")
        tab.has_text(".toast", "The link to this match has been copied.")
        assert tab.evaluate("!isSecureContext && navigator.clipboard === undefined")
        copied = tab.evaluate("location.href")
        tab.goto("/laboratory")
        tab.wait_for("document.querySelector('.live-map canvas')?.checkVisibility()")
        paste_into_the_rule(tab)
        tab.wait_for(f"document.querySelector('#rule').value === {json.dumps(copied)}")
        tab.goto("/laboratory")
        tab.wait_for("document.querySelector('.live-map canvas')?.checkVisibility()")
        tab.click("button", "Copy link")
        tab.has_text(".toast", "has been copied")
        tab.click("button", "Copy the rule")
        paste_into_the_rule(tab)
        tab.wait_for("document.querySelector('#rule').value.startsWith('(a, b) ->')")
