"""The digits that theorems read, in a real browser: below the board, and in the explanation of a position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.store import keep
from tests.web.browsing import PHONE, is_too_wide, opened, serving, violations
from tests.web.test_browser_board import board, chip, turns


def column_sums(page: Page) -> Locator:
    return page.locator(".digit-panel tfoot td")


def test_digits_of_the_piles_are_shown_and_change_with_the_pointer(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.get_by_role("button", name="Digits").click()
    expect(column_sums(page)).to_have_text(["2 even", "2 even", "3 odd"])
    expect(page.locator(".digits-text")).to_have_text("The piles in base 2. The column 1 is odd.")
    assert violations(page) == []
    chip(page, 1, 3).hover()
    expect(column_sums(page)).to_have_text(["2 even", "2 even", "2 even"])
    chip(page, 1, 3).click()
    expect(turns(page)).to_have_count(3)
    expect(column_sums(page).filter(has_text="odd")).not_to_have_count(0)
    page.get_by_role("button", name="Go to the start").click()
    expect(column_sums(page)).to_have_text(["2 even", "2 even", "3 odd"])
    page.get_by_role("button", name="Digits").click()
    expect(column_sums(page)).to_have_count(0)


def test_digits_are_those_that_the_theorem_reads(page: Page) -> None:
    board(page, "moore-nim", "1,2,3,4")
    page.get_by_role("button", name="Digits").click()
    expect(column_sums(page).first).to_have_text("1 remainder 1")
    expect(page.locator(".digits-text")).to_contain_text("of the columns 4, 2 and 1 are not divisible by 3.")
    board(page, "wythoff", "3,5")
    page.get_by_role("button", name="Digits").click()
    expect(page.locator(".digits-text")).to_have_text("The piles in Fibonacci digits.")
    expect(page.locator(".digit-panel thead th")).to_have_text(["Pile", "5", "3", "2", "1"])
    expect(page.locator(".digit-panel tbody tr").last.locator("td")).to_have_text(["1", "0", "0", "0"])
    board(page, "kayles", "3,5")
    expect(page.get_by_role("button", name="Digits")).to_have_count(0)


def test_why_shows_the_digits(page: Page) -> None:
    board(page, "nim", "3,5,6")
    page.get_by_role("button", name="Why").click()
    expect(page.locator(".offer.why .digits-text")).to_have_text("The piles in base 2. Every column is even.")
    assert violations(page) == []


def test_why_shows_the_columns_that_an_automaton_reads(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "(a, b) -> (a - k, b) where k >= 1, a - k >= b ; (a - k, b - k) where k >= 1 any order"
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path))
    proof = prove(rule, "a = 2b")
    assert isinstance(proof, Proof)
    keep(proof)
    with serving(tmp_path) as site, opened(browser, site, PHONE) as page:
        board(page, rule, "4,8")
        page.get_by_role("button", name="Why").click()
        rows = page.locator(".reading tbody tr")
        expect(rows).to_have_count(5)
        expect(rows.nth(1).locator("th, td")).to_have_text(["8", "0 1", re.compile("later digits can change this")])
        expect(rows.nth(4).locator("th, td")).to_have_text(["1", "0 0", re.compile("those of a P-position")])
        expect(page.locator(".offer.why")).not_to_contain_text("states 0")
        assert violations(page) == []
        assert not is_too_wide(page)
