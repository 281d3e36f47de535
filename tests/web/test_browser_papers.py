"""The papers in a real browser: claims are filtered, and open with a verdict that is computed on request."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from sprague.papers import REFUTED, find_claims
from tests.web.browsing import PHONE, is_too_wide, opened, violations


def test_claims_are_filtered_by_paper_verdict_and_words(page: Page) -> None:
    page.goto("/papers")
    claims = page.locator(".claim")
    expect(claims).to_have_count(len(find_claims()))
    page.get_by_role("combobox", name="Paper").select_option("sharing-nim")
    expect(claims).to_have_count(len(find_claims("sharing-nim")))
    page.locator(".filters .segmented").get_by_text("refuted").click()
    refuted = [claim for claim in find_claims("sharing-nim") if claim.expected == REFUTED]
    expect(claims).to_have_count(len(refuted))
    page.get_by_role("searchbox", name="Words").fill("every graph")
    expect(claims).to_have_count(1)
    expect(page).to_have_url(re.compile("paper=sharing-nim&verdict=refuted&text=every"))
    page.reload()
    expect(claims).to_have_count(1)
    page.get_by_role("searchbox", name="Words").fill("no such words")
    page.get_by_role("button", name="Show all").click()
    expect(claims).to_have_count(len(find_claims()))


def test_a_claim_opens_to_its_evidence(page: Page) -> None:
    page.goto("/papers?paper=nim")
    page.get_by_role("button", name="Taking coins from one pile").click()
    evidence = page.locator(".evidence")
    expect(evidence).to_contain_text("verified for")
    assert "game=nim" in (evidence.get_by_role("link", name="Board: nim").get_attribute("href") or "")
    assert violations(page) == []
    expect(page).to_have_url(re.compile("claim=nim%2Ffact-1"))


def test_the_papers_fit_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, dark=True, touch=True) as page:
        page.goto("/papers?paper=nim")
        expect(page.locator(".claim").first).to_be_visible()
        assert violations(page) == []
        assert not is_too_wide(page)
