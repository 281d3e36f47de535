"""`Report`: a one-page report about a theorem, as HTML or PDF, with its automaton and a map of the values."""

from __future__ import annotations

import hashlib
import io
import json
import textwrap
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, cast

from sprague.automata.drawing import Drawing, draw
from sprague.errors import OutOfReach
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.render.pictures.automaton_picture import DOTS, draw_sheet
from sprague.render.pictures.picture import LIGHT, Picture, new_figure, place_axes
from sprague.render.pictures.value_maps import draw_table
from sprague.render.theorem_text import function_notes, program_statement, theorem_lines
from sprague.results.base import Measure
from sprague.rules import Position
from sprague.tables.tabulate import tabulate

SHOWN, SHOWN_IN_PRINT = 24, 16  # number of rows and columns of the map of values, on screen and in print
POSITIONS = 100_000  # maximum number of positions of the table from which the map of values is drawn
PAGE_SIZE = 8.27, 11.69  # width and height of an A4 page in inches
MARGIN = 0.75  # margin of the printed page in inches
# possible fractions of the available space that the first of two figures takes
SHARES = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
LINE_LETTERS = 104  # maximum number of characters in a line of the report
TITLE_LETTERS = 56  # maximum number of characters in a line of the report's title


@dataclass(frozen=True)
class Report:
    """The content of a one-page report: a proof, its smallest P-positions, and the command that made the page."""

    proof: Proof
    smallest: Sequence[Position]
    made_by: str

    @property
    def title(self) -> str:
        """The title of the report, which calls a game without a name "a game"."""
        return f"Theorem on {self.proof.game.name or 'a game'}, {'misère' if self.proof.misere else 'normal'} play"

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate file that `sprague discover -o` writes."""
        text = json.dumps(self.proof.certificate(), ensure_ascii=False) + "\n"
        return hashlib.sha256(text.encode()).hexdigest()

    def paragraphs(self) -> list[tuple[str, str]]:
        """Return the paragraphs of the report, each as a pair of heading and text."""
        proof = self.proof
        # Non-breaking spaces keep a position on one line.
        members = ", ".join(
            proof.game.ast.tuple_text(position).replace(" ", "\N{NO-BREAK SPACE}") for position in self.smallest
        )
        notes = function_notes(proof)
        if any(proof.programs):
            theorem = [f"For all positions: {program_statement(proof)}."]
        else:
            lines = [line.strip() for line in theorem_lines(proof, "For all positions: ")]
            theorem = [line for line in lines if line not in notes]
        effort = proof.effort()
        return [
            ("The rule", str(proof.game)),
            ("The rule in English", proof.game.describe()),
            ("Theorem", "\n".join(theorem)),
            *([("Functions", "\n".join(notes))] if notes else []),
            *((PROGRAM, "\n".join(table.lines())) for table in proof.tables()),
            ("Proof", f"{effort[0].upper()}{effort[1:]}. Play always ends: every move lowers {proof.game.rank}."),
            ("The smallest P-positions", members or "none were found"),
            ("Certificate", f"SHA-256 {self.digest}"),
            ("Made by", self.made_by),
        ]

    def drawing(self) -> Drawing | None:
        """Return the drawing of the automaton of the theorem, or None if there is no automaton or it is too large."""
        if not isinstance(self.proof, AutomatonProof):
            return None
        try:
            return draw(self.proof.positions, self.proof.game.names)
        except OutOfReach:
            return None

    def picture(self, shown: int = SHOWN) -> Picture | None:
        """Return a map of a game's values that has `shown` rows, or None if the table would be too large."""
        game, misere = self.proof.game, self.proof.misere
        count = len(game.names)
        limit = min(game.floor + shown, int(POSITIONS ** (1 / count)))
        if limit < game.floor + 4:
            return None
        what = "outcome" if misere or game.blocking else "grundy"
        table = tabulate(game, limit, what=cast("Measure", what), misere=misere)
        open_axes = 3 if table.is_of_differences else 2
        fixed = {} if count <= open_axes else {name: game.lowest(name) + 1 for name in game.names[2:]}
        return draw_table(table, fixed)


_STYLE = """
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; }
table { border-collapse: collapse; margin: 0.5rem 0; } th, td { padding: 0.1rem 0.8rem 0.1rem 0; text-align: left; }
thead th { border-bottom: 1px solid; font-weight: 600; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: 1.2rem 0 0.2rem; }
p { margin: 0.2rem 0; white-space: pre-line; }
code { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
figure { margin: 1rem 0; } figcaption { font-size: 0.85rem; opacity: 0.75; }
figure svg, figure img { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { background: #121417; color: #e8e8e8; }
  figure svg, figure img { filter: invert(0.92) hue-rotate(180deg); } }
""".strip()
_CAPTION = "Circles are states, and double circles are accepting states. The dead state is not drawn."
PROGRAM = "Column program"
_MONOSPACED = {"The rule", "Certificate", "Made by", PROGRAM}


def report_to_html(report: Report) -> str:
    """Return the report of a theorem as a self-contained HTML page."""
    parts = []
    tables = iter(report.proof.tables())
    for heading, text in report.paragraphs():
        if heading == PROGRAM:
            parts.append(f"<h2>{heading}</h2>\n{next(tables).html()}")
            continue
        content = f"<code>{escape(text)}</code>" if heading in _MONOSPACED else escape(text)
        parts.append(f"<h2>{heading}</h2>\n<p>{content}</p>")
        if heading == "Theorem" and (sheet := report.drawing()):
            parts.append(f"<figure>{sheet.svg()}<figcaption>{_CAPTION}</figcaption></figure>")
    if picture := report.picture():
        data = b64encode(picture.write("png")).decode()
        image = f'<img src="data:image/png;base64,{data}" alt="{escape(picture.title)}" width="640">'
        parts.insert(-3, f"<figure>{image}</figure>")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<title>{escape(report.title)}</title><meta name="generator" content="{escape(report.made_by)}">',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{escape(report.title)}</h1>",
            *parts,
            "</body></html>\n",
        ]
    )


def report_to_pdf(report: Report) -> bytes:
    """Return the report of a theorem as a PDF file with one A4 page."""
    return draw_page(report).write("pdf", report.made_by)


def draw_page(report: Report) -> Picture:
    """Draw the report of a theorem as an A4 page with matplotlib, and cut off long paragraphs with an ellipsis."""
    width, height = PAGE_SIZE
    figure = new_figure(width, height, LIGHT)
    sheet: Any = place_axes(figure, 0, 0, width, height, LIGHT)
    sheet.set_axis_off()
    sheet.set_xlim(0, width)
    sheet.set_ylim(0, height)
    y = height - MARGIN
    title = textwrap.wrap(report.title, TITLE_LETTERS)
    sheet.text(MARGIN, y, "\n".join(title), fontsize=14, fontweight="bold", va="top", color=LIGHT.foreground)
    y -= 0.2 + 0.25 * len(title)
    most_lines = {"The rule in English": 7, "Theorem": 12, "The rule": 5, PROGRAM: 30}
    for heading, text in report.paragraphs():
        sheet.text(MARGIN, y, heading, fontsize=9, fontweight="bold", va="top", color=LIGHT.muted)
        y -= 0.19
        is_monospaced = heading in _MONOSPACED
        lines = _wrap(text, LINE_LETTERS - 12 if is_monospaced else LINE_LETTERS, most_lines.get(heading, 3))
        family = "monospace" if is_monospaced else "sans-serif"
        sheet.text(
            MARGIN, y, "\n".join(lines), fontsize=8 if is_monospaced else 9, family=family, va="top", linespacing=1.3,
            color=LIGHT.foreground, parse_math=False,
        )  # fmt: skip
        y -= 0.168 * len(lines) + 0.12
    _draw_figures(figure, report, y)
    return Picture(figure, report.title)


def _draw_figures(figure: Any, report: Report, y: float) -> None:
    """Draw the automaton and the map side by side or one below the other, so that both are as large as possible."""
    from matplotlib.image import imread

    images: list[tuple[float, float, Any]] = []
    if sheet := report.drawing():
        images.append((sheet.width / DOTS, sheet.height / DOTS, sheet))
    if picture := report.picture(SHOWN_IN_PRINT):
        wide, high = picture.figure.get_size_inches()
        images.append((float(wide), float(high), imread(io.BytesIO(picture.write("png")))))
    if not images:
        return
    sizes = [(wide, high) for wide, high, _ in images]
    scales, beside = _arrange(sizes, PAGE_SIZE[0] - 2 * MARGIN, y - MARGIN)
    x = MARGIN
    for scale, (wide, high, image) in zip(scales, images, strict=True):
        axes = place_axes(figure, x, y - high * scale, wide * scale, high * scale, LIGHT)
        if isinstance(image, Drawing):
            draw_sheet(axes, image, LIGHT, scale)
        else:
            axes.imshow(image, aspect="auto", interpolation="antialiased")
            axes.set_axis_off()
        if beside:
            x += wide * scale
        else:
            y -= high * scale


def _arrange(sizes: Sequence[tuple[float, float]], width: float, height: float) -> tuple[list[float], bool]:
    """Return the best scale of each figure of a report, and whether the figures should be side by side.

    >>> _arrange([(5.0, 2.0), (8.0, 7.0)], 6.5, 5.0)
    ([0.75, 0.5], False)
    """
    if len(sizes) == 1:
        ((wide, high),) = sizes
        return [min(1.0, width / wide, height / high)], False
    found = []
    for first in SHARES:
        shares = (first, 1 - first)
        for beside in (False, True):
            space = [(width * share, height) if beside else (width, height * share) for share in shares]
            scales = [min(1.0, x / w, y / h) for (w, h), (x, y) in zip(sizes, space, strict=True)]
            found.append((min(scales), sum(scales), scales, beside))
    _, _, scales, beside = max(found)
    return scales, beside


def _wrap(text: str, letters: int, most: int) -> list[str]:
    """Wrap a text to lines of at most `letters` characters; return at most `most` lines."""
    lines = [line for part in text.splitlines() for line in textwrap.wrap(part, letters) or [""]]
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1][: letters - 2]} …"]


REPORT_FORMATS: dict[str, Callable[[Report], str | bytes]] = {"html": report_to_html, "pdf": report_to_pdf}
