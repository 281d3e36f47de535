"""The one-page report of a theorem."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

import sprague
from sprague.proofs.proof import Proof
from sprague.render.report import Report, draw_page, report_to_html, report_to_pdf
from tests.cli.running import printed
from tests.snapshots import refused, snapshot

MAKER = "sprague 0: sprague discover wythoff --report page.pdf"


def report_on(game: str, misere: bool = False) -> Report:
    proof = sprague.discover(game, misere=misere)
    assert isinstance(proof, Proof)
    return Report(proof, [(0, 0)], MAKER)


@pytest.mark.slow
def test_the_page_has_the_rule_the_theorem_and_the_digest() -> None:
    report = report_on("wythoff")
    text_of = dict(report.paragraphs())
    assert text_of["The rule"] == "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"
    assert text_of["Theorem"] == f"For all positions: {report.proof.statement()}."
    assert "fib_shift(n)" in text_of["Functions"]
    assert "fib_zeros(n)" in text_of["Functions"]
    assert "8 states" in text_of["Proof"]
    assert text_of["The smallest P-positions"] == "(0,\N{NO-BREAK SPACE}0)"
    assert re.fullmatch(r"SHA-256 [0-9a-f]{64}", text_of["Certificate"])
    assert text_of["Made by"] == MAKER
    texts = "\n".join(text.get_text() for text in draw_page(report).figure.axes[0].texts)
    for heading, text in text_of.items():
        assert heading in texts
        assert text.split()[0] in texts
    drawn, mapped = draw_page(report).figure.axes[1:]
    assert len(drawn.patches) > 20  # circles, arrows, labels
    assert len(mapped.images) == 1


@pytest.mark.slow
def test_a_rule_without_a_name_is_not_cut_to_fit_the_title() -> None:
    snapshot(report_on("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order").title)


@pytest.mark.slow
def test_html_stands_alone_and_has_both_pictures() -> None:
    text = report_to_html(report_on("wythoff"))
    assert text.startswith("<!doctype html>")
    assert "(a, b) -&gt; (u, b) where u &lt; a" in text
    assert text.count("<svg") == 1
    assert text.count('<img src="data:image/png;base64,') == 1
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)


@pytest.mark.slow
def test_pdf_is_one_page() -> None:
    content = report_to_pdf(report_on("wythoff"))
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", content)) == 1
    assert MAKER.encode() in content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "misere"),
    [
        ("nim:piles=4", False),
        ("nim:piles=2", True),
        ("(n) -> (n - 1) ; (n - 2)", False),
        ("sharing-nim", False),
    ],
)
def test_the_map_fits_the_game(game: str, misere: bool) -> None:
    picture = report_on(game, misere).picture()
    assert picture is not None
    snapshot(picture.title)


@pytest.mark.slow
def test_the_digest_is_that_of_the_certificate(tmp_path: Path) -> None:
    certificate, report = tmp_path / "nim.json", tmp_path / "nim.html"
    printed("discover", "nim:piles=2", "--no-keep", "--anew", "-o", str(certificate), "--report", str(report))
    assert hashlib.sha256(certificate.read_bytes()).hexdigest() in report.read_text()
    assert "sprague discover nim:piles=2 --no-keep" in report.read_text()


def test_a_report_is_pdf_or_html(tmp_path: Path) -> None:
    with refused(sprague.SpragueError):
        printed("discover", "nim:piles=2", "--report", str(tmp_path / "page.doc"))
