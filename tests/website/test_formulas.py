"""Formulas of the pages are MathML."""

from __future__ import annotations

from markdown import markdown


def rendered(text: str) -> str:
    settings = {"pymdownx.arithmatex": {"generic": True}}
    return markdown(text, extensions=["pymdownx.arithmatex", "website.formulas"], extension_configs=settings)


def test_a_formula_in_a_line() -> None:
    html = rendered("From $a \\le b$ on.")
    assert '<math display="inline">' in html
    assert "<mo>≤</mo>" in html
    assert "$" not in html


def test_a_formula_by_itself() -> None:
    html = rendered("Before.\n\n$$x < y$$\n\nAfter.")
    assert '<math display="block">' in html
    assert "<mo>&lt;</mo>" in html


def test_code_is_not_changed() -> None:
    assert "<code>$a$</code>" in rendered("Not `$a$`.")
