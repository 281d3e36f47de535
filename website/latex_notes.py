"""The notes of the documentation as LaTeX: `python -m website.latex_notes` writes docs/latex/ from the Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "latex"
#: The notes, each with its keywords and its classes of the Mathematics Subject Classification 2020.
NOTES = {
    "exact-nim": ("Nim, Exact Nim, Moore's Nim, impartial games, P-positions", "91A46 (primary), 91A05 (secondary)"),
    "chocolate": ("chocolate bar games, impartial games, Grundy values, nim-sum", "91A46 (primary), 91A05 (secondary)"),
}
WIDTH = 76  # columns of a line of output, which fit the width of the text

PREAMBLE = r"""% Written by `python -m website.latex_notes` from docs/{name}.md. Change the Markdown, not this file.
\documentclass[11pt,a4paper]{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage{{amsmath,amssymb,amsthm}}
\usepackage[hidelinks]{{hyperref}}
\setlength{{\emergencystretch}}{{3em}}
\newtheorem{{theorem}}{{Theorem}}
\newtheorem{{lemma}}[theorem]{{Lemma}}
\newtheorem{{corollary}}[theorem]{{Corollary}}
\theoremstyle{{definition}}
\newtheorem{{definition}}[theorem]{{Definition}}
\newtheorem{{remark}}[theorem]{{Remark}}
\DeclareUnicodeCharacter{{2264}}{{\ensuremath{{\le}}}}
\DeclareUnicodeCharacter{{2265}}{{\ensuremath{{\ge}}}}
\DeclareUnicodeCharacter{{230A}}{{\ensuremath{{\lfloor}}}}
\DeclareUnicodeCharacter{{230B}}{{\ensuremath{{\rfloor}}}}
\title{{{title}}}
\author{{The Sprague authors}}
\date{{}}
\begin{{document}}
\maketitle
"""

HEADING = re.compile(r"(#+) (.+)")
STATEMENT = re.compile(r"\*\*(Definition|Theorem|Lemma|Corollary|Remark) (\d+)(?: \((.+?)\))?\.\*\* (.+)", re.DOTALL)
PROOF = re.compile(r"\*(Proof.*?)\.\* ?(.*)", re.DOTALL)
REFERENCE = re.compile(r"\[(\d+)\] (.+)", re.DOTALL)
END_OF_PROOF = " ∎"


@dataclass(frozen=True)
class Block:
    """A block of a page: a heading, paragraph, list, quotation, table or code, with the lists inside a list."""

    kind: str
    text: str = ""
    items: tuple[tuple[str, tuple[Block, ...]], ...] = ()


def blocks_of(text: str) -> Iterator[Block]:
    r"""Yield the blocks of a Markdown page whose paragraphs and list items are one line each.

    >>> [block.kind for block in blocks_of("# A note\n\nWords.\n\n- one\n    - inside\n- two\n")]
    ['heading', 'paragraph', 'list']
    """
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = lines.index("```", at + 1)
            yield Block("code", "\n".join(lines[at + 1 : end]))
            at = end + 1
            continue
        start, at = at, at + 1
        if line.startswith("#"):
            yield Block("heading", line)
        elif line.startswith("> "):
            yield Block("quotation", line.removeprefix("> "))
        elif line.startswith(("- ", "|")):
            while at < len(lines) and lines[at].lstrip().startswith(line[0]):
                at += 1
            yield _list(lines[start:at]) if line[0] == "-" else Block("table", "\n".join(lines[start:at]))
        elif line and not line.startswith("<!--"):
            yield Block("paragraph", line)


def _list(lines: list[str]) -> Block:
    """Return the list on some lines; items inside of an item are indented by four spaces."""
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("- "):
            items.append((line[2:], []))
        else:
            items[-1][1].append(line.removeprefix("    "))
    return Block("list", items=tuple((text, (_list(below),) if below else ()) for text, below in items))


@dataclass
class _Writer:
    """The state of a conversion: statements so far, whether a proof is open, and in which section the text is."""

    name: str
    statements: int = 0
    in_proof: bool = False
    in_references: bool = False
    lines: list[str] = field(default_factory=list)

    def note(self, text: str) -> str:
        """Return the LaTeX of a note."""
        title, *blocks = blocks_of(text)
        self.lines = [PREAMBLE.format(name=self.name, title=inline(title.text.removeprefix("# ")))]
        first = next(place for place, block in enumerate(blocks) if block.kind == "heading")
        keywords, classes = NOTES[self.name]
        self.environment("abstract", lambda: [self.block(block) for block in blocks[:first]])
        self.lines.append(f"\\noindent\\textbf{{Keywords:}} {inline(keywords)}.\n")
        self.lines.append(f"\\noindent\\textbf{{Mathematics Subject Classification 2020:}} {classes}.\n")
        place = first
        while place < len(blocks):
            place += self.block(blocks[place], blocks[place + 1] if place + 1 < len(blocks) else None)
        assert not self.in_proof, f"docs/{self.name}.md ends within a proof"
        return "\n".join(self.lines) + "\\end{document}\n"

    def environment(self, name: str, content: Callable[[], object], options: str = "") -> None:
        self.lines.append(f"\\begin{{{name}}}{options}")
        content()
        self.end(name)

    def end(self, name: str) -> None:
        """Close an environment without an empty line before its end, which would start another paragraph."""
        self.lines[-1] = self.lines[-1].rstrip("\n")
        self.lines.append(f"\\end{{{name}}}\n")

    def block(self, block: Block, following: Block | None = None) -> int:
        """Write a block and return how many blocks were written: a statement includes the list that follows it."""
        if block.kind == "heading":
            self.heading(block.text)
        elif block.kind == "code":
            self.code(block.text)
        elif block.kind == "table":
            self.table(block.text)
        elif block.kind == "quotation":
            self.environment("quote", lambda: self.paragraph(block.text))
        elif block.kind == "list":
            self.bibliography(block) if self.in_references else self.list(block)
            self.close_proof(block)
        elif (found := STATEMENT.match(block.text)) is not None:
            return self.statement(found, following)
        else:
            self.proof_or_paragraph(block)
        return 1

    def heading(self, text: str) -> None:
        found = HEADING.match(text)
        assert found is not None
        self.in_references = found[2] == "References"
        if not self.in_references:
            self.lines.append(f"\\{'sub' * (len(found[1]) - 2)}section{{{inline(found[2])}}}\n")

    def statement(self, found: re.Match[str], following: Block | None) -> int:
        kind, number, note, text = found.groups()
        self.statements += 1
        assert int(number) == self.statements, f"{kind} {number} of docs/{self.name}.md is statement {self.statements}"
        listed = following if following is not None and following.kind == "list" else None

        def content() -> None:
            self.lines.append(f"\\label{{{number}}}")
            self.paragraph(_upright(text))
            if listed is not None:
                self.list(listed)

        self.environment(kind.lower(), content, f"[{inline(note)}]" if note else "")
        return 1 if listed is None else 2

    def proof_or_paragraph(self, block: Block) -> None:
        text = block.text
        if (found := PROOF.match(text)) is not None:
            if self.in_proof:  # a further part of the same proof
                text = f"*{found[1]}.* {found[2]}"
            else:
                self.in_proof = True
                options = "" if found[1] == "Proof" else f"[{inline(found[1])}]"
                self.lines.append(f"\\begin{{proof}}{options}")
                text = found[2]
        self.paragraph(text.removesuffix(END_OF_PROOF))
        self.close_proof(block)

    def close_proof(self, block: Block) -> None:
        ends = block.text.endswith(END_OF_PROOF) or (block.kind == "list" and "∎" in str(block.items))
        assert not ends or self.in_proof, f"a proof ends that did not begin: {block}"
        if ends:
            self.in_proof = False
            self.end("proof")

    def paragraph(self, text: str) -> None:
        if text:
            self.lines.append(inline(text) + "\n")

    def code(self, text: str) -> None:
        self.lines.append("{\\footnotesize")
        self.environment("verbatim", lambda: self.lines.extend(_wrapped(text)))
        self.lines[-1] = "\\end{verbatim}}\n"

    def list(self, block: Block) -> None:
        def content() -> None:
            for text, below in block.items:
                end = "\\qedhere" if text.endswith(END_OF_PROOF) else ""
                self.lines.append(f"\\item {inline(_upright(text.removesuffix(END_OF_PROOF)))}{end}")
                for inner in below:
                    self.list(inner)

        self.environment("itemize", content)

    def bibliography(self, block: Block) -> None:
        def content() -> None:
            for text, _ in block.items:
                found = REFERENCE.match(text)
                assert found is not None, f"a reference starts with its number: {text}"
                self.lines.append(f"\\bibitem{{{found[1]}}} {inline(found[2])}")

        self.environment("thebibliography", content, "{9}")

    def table(self, text: str) -> None:
        head, columns, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n"))
        layout = "".join("r" if column.endswith(":") else "l" for column in columns)
        self.lines += ["\\begin{center}", f"\\begin{{tabular}}{{{layout}}}", "\\hline"]
        for place, row in enumerate([head, *rows]):
            self.lines.append(" & ".join(map(inline, row)) + (" \\\\\\hline" if place in (0, len(rows)) else " \\\\"))
        self.lines += ["\\end{tabular}", "\\end{center}\n"]


def _upright(text: str) -> str:
    """Return the text of a statement without the asterisks around it, since LaTeX sets statements in italics itself."""
    whole = re.fullmatch(r"\*([^*]+)\*", text)
    return text if whole is None else whole[1]


def _code(text: str) -> str:
    """Return code within a line; paths may be broken after a slash."""
    broken = text.translate(ESCAPES).replace("/", "/\\allowbreak{}")
    return f"\\texttt{{{broken}}}"


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a block of code, long lines of output broken between words."""
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        yield from textwrap.wrap(line, WIDTH, subsequent_indent=indent + "    ", break_long_words=False) or [""]


ESCAPES = str.maketrans(
    {"#": "\\#", "%": "\\%", "&": "\\&", "_": "\\_", "~": "\\textasciitilde{}", "–": "--", "…": "\\dots{}"}
)
#: Parts of a line that are converted before the words between them.
PARTS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"\$([^$]+)\$", lambda part: f"${part[1]}$"),
    (r"`([^`]+)`", lambda part: _code(part[1])),
    (r"\[([\w-]+\.json)\]\([^)]+\)", lambda part: f"\\texttt{{{part[1]}}}"),
    (r"\[([^\]]+)\]\([^)]+\)", lambda part: inline(part[1])),
    (r"\[(\d+)\]", lambda part: f"\\cite{{{part[1]}}}"),
    (r"\*\*([^*]+)\*\*", lambda part: f"\\textbf{{{inline(part[1])}}}"),
    (r"\*((?:\$[^$]+\$|[^*$])+)\*", lambda part: f"\\emph{{{inline(part[1])}}}"),
    (r"(Definition|Theorem|Lemma|Corollary|Remark) (\d+)", lambda part: f"{part[1]}~\\ref{{{part[2]}}}"),
    (r"Lemmas (\d+) and (\d+)", lambda part: f"Lemmas~\\ref{{{part[1]}}} and~\\ref{{{part[2]}}}"),
    (r'"([^"]+)"', lambda part: f"``{inline(part[1])}''"),
)


def inline(text: str) -> str:
    r"""Return a line of Markdown as LaTeX.

    >>> inline("By *Lemma 2* and [1], `a_b` has $x_1 = 3$; see [the page](rules.md) & 5%.")
    'By \\emph{Lemma~\\ref{2}} and \\cite{1}, \\texttt{a\\_b} has $x_1 = 3$; see the page \\& 5\\%.'
    """
    written, at = "", 0
    while at < len(text):
        first = min(
            (
                (found.start(), place, found)
                for place, (pattern, _) in enumerate(PARTS)
                if (found := re.compile(pattern).search(text, at))
            ),
            default=None,
        )
        if first is None:
            break
        start, place, found = first
        written += text[at:start].translate(ESCAPES) + PARTS[place][1](found)
        at = found.end()
    return written + text[at:].translate(ESCAPES)


def latex_of(name: str) -> str:
    """Return the LaTeX of a note of the documentation."""
    return _Writer(name).note((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in NOTES:
        (FOLDER / f"{name}.tex").write_text(latex_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
