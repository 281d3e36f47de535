"""Pictures of automata have the same shapes as the SVG drawings."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.automata.atoms import linear
from sprague.automata.drawing import Circle, Label, StateNumber, draw
from sprague.render.pictures.automaton_picture import draw_automaton
from sprague.render.pictures.picture import DARK, LIGHT
from tests.cli.running import printed
from tests.render.pictures.reading import colour, dots


def test_every_label_and_state_is_written() -> None:
    automaton = linear((1, 1, -1), 0, "=")
    sheet = draw(automaton, ("a", "b", "c"))
    axes = draw_automaton(automaton, ("a", "b", "c")).figure.axes[0]
    names = [shape.text for shape in sheet.shapes if isinstance(shape, StateNumber)]
    lines = [line for shape in sheet.shapes if isinstance(shape, Label) for line in shape.lines]
    assert sorted(text.get_text() for text in axes.texts) == sorted([*names, *lines, sheet.caption])


@pytest.mark.parametrize("dark", [False, True])
def test_circles_are_where_the_layout_puts_them(dark: bool) -> None:
    automaton = linear((1, -3), 1, "<=")
    sheet = draw(automaton)
    image = dots(draw_automaton(automaton, dark=dark).write("png"))
    scale = image.shape[1] / sheet.width
    ink, paper = (
        colour(c) for c in ((DARK.foreground, DARK.background) if dark else (LIGHT.foreground, LIGHT.background))
    )
    for circle in (shape for shape in sheet.shapes if isinstance(shape, Circle)):
        x, y = circle.x + sheet.offset, circle.y - sheet.top
        # Below the number, on the circle, there is a line; inside there is none.
        column = image[round((y + 8) * scale) : round((y + circle.radius + 2) * scale), round(x * scale)]
        nearest = abs(column.astype(int) - ink).sum(axis=-1).min()
        assert nearest < abs(column.astype(int) - paper).sum(axis=-1).max() / 3


@pytest.mark.parametrize(("name", "beginning"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<svg")])
def test_the_command_draws(name: str, beginning: bytes, tmp_path: Path) -> None:
    printed("automaton", "nim:piles=2", "a = b", "-o", str(tmp_path / name))
    content = (tmp_path / name).read_bytes()
    assert content.startswith(beginning)
    assert b"sprague automaton nim:piles=2 'a = b' -o" in content
