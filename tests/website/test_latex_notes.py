"""The LaTeX files of the notes agree with the documentation, and pdflatex typesets them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from website.latex_notes import NOTES, inline, latex_of

from tests.documents import text_of

NAMES = pytest.mark.parametrize("name", NOTES)


@NAMES
def test_the_kept_file_is_the_converted_page(name: str) -> None:
    """After a change of the page, `python -m website.latex_notes` renews the file."""
    assert text_of(f"docs/latex/{name}.tex") == latex_of(name)


def words(text: str) -> list[str]:
    """The words and formulas of a text, without markup of Markdown and LaTeX."""
    formulas = re.findall(r"\$[^$]+\$", text)
    prose = re.sub(r"\$[^$]+\$", " $ ", text)
    prose = re.sub(r"\\(begin|end)\{\w+\}|\\label\{\d+\}|\\item|\\ref|\\emph", " ", prose)
    filled = iter(formulas)
    return [next(filled) if word == "$" else word for word in re.findall(r"\$|\w+", prose)]


@NAMES
def test_statements_have_the_same_numbers_and_words(name: str) -> None:
    """The statements of the page are found here without the converter: a paragraph and the list that follows it."""
    page = text_of(f"docs/{name}.md")
    written = re.findall(
        r"^\*\*(\w+) (\d+)(?: \([^\n]+?\))?\.\*\* ([^\n]+\n(?:\n(?:- [^\n]+\n)+)?)", page, re.MULTILINE
    )
    typeset = re.findall(
        r"\\begin\{(definition|theorem|lemma|corollary|remark)\}[^\n]*\n\\label\{(\d+)\}\n(.*?)\\end\{\1\}",
        text_of(f"docs/latex/{name}.tex"),
        re.DOTALL,
    )
    assert [(kind.lower(), number, words(text)) for kind, number, text in written] == [
        (kind, number, words(text.replace("\\cite", ""))) for kind, number, text in typeset
    ]
    assert [int(number) for _, number, _ in written] == list(range(1, len(written) + 1))
    assert len(written) >= 9


@NAMES
def test_a_note_has_the_parts_of_a_paper(name: str) -> None:
    latex = text_of(f"docs/latex/{name}.tex")
    for part in (r"\title{", r"\begin{abstract}", r"\textbf{Keywords:}", r"\section{Related work}", r"\bibitem{1}"):
        assert part in latex
    assert r"\section{Evidence and data availability}" in latex
    assert latex.count(r"\begin{proof}") == text_of(f"docs/{name}.md").count("∎")
    assert set(re.findall(r"\\cite\{(\d+)\}", latex)) == set(re.findall(r"\\bibitem\{(\d+)\}", latex))


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("# A\n\nB.\n\n## C\n\n**Lemma 2.** *D.*\n", "Lemma 2 of docs/exact-nim.md is statement 1"),
        ("# A\n\nB.\n\n## C\n\n*Proof.* D.\n", "ends within a proof"),
        ("# A\n\nB.\n\n## C\n\nD. ∎\n", "a proof ends that did not begin"),
        ("# A\n\nB.\n\n## References\n\n- No number.\n", "a reference starts with its number"),
    ],
)
def test_mistakes_of_a_page_are_found(page: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "exact-nim.md").write_text(page, encoding="utf-8")
    monkeypatch.setattr("website.latex_notes.ROOT", tmp_path)
    with pytest.raises(AssertionError, match=problem):
        latex_of("exact-nim")


def test_characters_of_latex_are_escaped_outside_of_formulas() -> None:
    assert inline("50% of `a_b` & $a_b$ #1") == r"50\% of \texttt{a\_b} \& $a_b$ \#1"


@NAMES
def test_pdflatex_typesets_the_note(name: str, latex: str, tmp_path: Path) -> None:
    """Every reference is defined, every statement gets its number of the page, and no line is too long."""
    (tmp_path / f"{name}.tex").write_text(text_of(f"docs/latex/{name}.tex"), encoding="utf-8")
    for _ in range(2):
        done = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")
    log = (tmp_path / f"{name}.log").read_text(encoding="latin-1")
    assert not re.search("undefined|multiply defined|Overfull", log)
    assert (tmp_path / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    labels = re.findall(r"\\newlabel\{(\d+)\}\{\{(\d+)\}", (tmp_path / f"{name}.aux").read_text(encoding="utf-8"))
    assert labels
    assert all(label == number for label, number in labels)
