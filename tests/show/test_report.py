"""A theorem on one page."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

import sprague
from sprague.proofs.proof import Proof
from sprague.show.report import Report, as_html, as_pdf, page
from tests.commands.running import printed

MAKER = "sprague 0: sprague discover wythoff --report page.pdf"


def report_on(game: str, misere: bool = False) -> Report:
    proof = sprague.discover(game, misere=misere)
    assert isinstance(proof, Proof)
    return Report(proof, [(0, 0)], MAKER)


@pytest.mark.slow
def test_the_page_has_the_rule_the_theorem_and_the_digest() -> None:
    report = report_on("wythoff")
    told = dict(report.paragraphs())
    assert told["The rule"] == "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"
    assert told["Theorem"] == f"For all positions: {report.proof.statement()}."
    assert told["Here"].startswith("fib_shift(n) is n with a 0 appended to its Fibonacci digits: ")
    assert "; fib_zeros(n) is the number of zeros that end the Fibonacci digits of n (" in told["Here"]
    assert told["Proof"].startswith("Fibonacci digits, 8 states")
    assert told["The first P-positions"] == "(0,\N{NO-BREAK SPACE}0)"
    assert re.fullmatch(r"SHA-256 [0-9a-f]{64}", told["Certificate"])
    assert told["Made by"] == MAKER
    texts = "\n".join(text.get_text() for text in page(report).figure.axes[0].texts)
    for heading, text in told.items():
        assert heading in texts
        assert text.split()[0] in texts
    drawn, mapped = page(report).figure.axes[1:]
    assert len(drawn.patches) > 20  # circles, arrows, labels
    assert len(mapped.images) == 1


@pytest.mark.slow
def test_a_rule_without_a_name_is_not_cut_to_fit_the_title() -> None:
    assert report_on("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order").title == (
        "Theorem on a game, normal play"
    )


@pytest.mark.slow
def test_html_stands_alone_and_has_both_pictures() -> None:
    text = as_html(report_on("wythoff"))
    assert text.startswith("<!doctype html>")
    assert "(a, b) -&gt; (u, b) where u &lt; a" in text
    assert text.count("<svg") == 1
    assert text.count('<img src="data:image/png;base64,') == 1
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)


@pytest.mark.slow
def test_pdf_is_one_page() -> None:
    content = as_pdf(report_on("wythoff"))
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", content)) == 1
    assert MAKER.encode() in content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "misere", "title"),
    [
        ("nim:piles=4", False, "Grundy values of nim:piles=4, c = 1, d = 1, piles < 17"),
        ("nim:piles=2", True, "Outcomes of nim:piles=2 in misère play, piles < 24"),
        ("(n) -> (n - 1) ; (n - 2)", False, "Grundy values of (n) -> (n - 1) ; (n - 2), piles < 24"),
        ("sharing-nim", False, "Grundy values of sharing-nim:piles=3, positions (0, a, b), piles < 24"),
    ],
)
def test_the_map_fits_the_game(game: str, misere: bool, title: str) -> None:
    picture = report_on(game, misere).picture()
    assert picture is not None
    assert picture.title == title


@pytest.mark.slow
def test_the_digest_is_that_of_the_certificate(tmp_path: Path) -> None:
    certificate, report = tmp_path / "nim.json", tmp_path / "nim.html"
    printed("discover", "nim:piles=2", "--no-keep", "--anew", "-o", str(certificate), "--report", str(report))
    assert hashlib.sha256(certificate.read_bytes()).hexdigest() in report.read_text()
    assert "sprague discover nim:piles=2 --no-keep" in report.read_text()


def test_a_report_is_pdf_or_html(tmp_path: Path) -> None:
    with pytest.raises(sprague.SpragueError) as refusal:
        printed("discover", "nim:piles=2", "--report", str(tmp_path / "page.doc"))
    assert str(refusal.value).startswith("expected a file whose suffix tells the format, .pdf, .html, got")
