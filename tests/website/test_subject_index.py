"""The index of the site contains terms, headings, commands, settings and public names, with addresses of real pages."""

from __future__ import annotations

import re

from website.navigation import ENTRIES, pages_of
from website.subject_index import entries, headings, page

from tests.documents import ROOT, text_of

FOUND = list(entries())


def test_every_source_has_entries() -> None:
    addresses = {(text, address) for text, _, address in FOUND}
    assert {
        ("Grundy value", "glossary.md#outcomes-and-values"),
        ("Conditions", "notation.md#conditions"),
        ("SPRAGUE_DATA", "how-to/environment.md#environment-variables"),
        ("sprague solve", "reference/commands.md#sprague-solve"),
        ("solve", "reference/library.md#sprague.solver.answer.solve"),
    } <= addresses
    terms = re.findall(r"^\*\*(.+?)\.\*\*", text_of("docs/glossary.md"), re.MULTILINE)
    assert set(terms) <= {text for text, title, _ in FOUND if title == "Glossary"}


def test_every_address_is_a_page_of_the_site() -> None:
    pages = set(pages_of(ENTRIES))
    named = {address.partition("#")[0] for _, _, address in FOUND}
    assert [name for name in named if name not in pages and not (ROOT / "docs" / name).is_file()] == []


def test_equal_headings_of_a_page_have_different_anchors() -> None:
    found = list(headings("a.md", "# A\n\n## One\n\n```sh\n## not a heading\n```\n\n### One\n"))
    assert [address for _, _, address in found] == ["a.md", "a.md#one", "a.md#one_1"]


def test_entries_are_in_alphabetical_order_under_their_letters() -> None:
    text = page()
    letters = re.findall(r"^## ([A-Z])$", text, re.MULTILINE)
    assert letters == sorted(letters)
    assert len(letters) > 20
    assert text.index("\n- Grundy value: [Glossary]") < text.index("\n- Heap: [Glossary]")
