"""Pictures of pages are drawn by commands that the pages show."""

from __future__ import annotations

import pytest
from website.command_pictures import PLACE, draw_pictures, insert_figures

from tests.documents import ROOT, text_of

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
DRAWN = [name for name in PAGES if PLACE.search(text_of(name))]


def test_the_doors_of_students_and_researchers_have_pictures() -> None:
    assert {"docs/start/student.md", "docs/start/researcher.md"} <= set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_has_its_picture_for_bright_and_dark_screens(name: str) -> None:
    text = text_of(name)
    page = insert_figures(text)
    found = dict(draw_pictures(name, text))
    assert len(found) == 2 * len(PLACE.findall(text))
    for picture, content in found.items():
        assert f'src="{picture.rpartition("/")[2]}#only-' in page
        assert b"<svg" in content
        assert str(ROOT).encode() not in content  # the picture contains its command
    assert len(set(found.values())) == len(found)


def test_a_picture_without_its_command_is_noticed() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        list(draw_pictures("page.md", "<!-- drawn: nim.svg Nim. -->"))
