"""Thumbnails of games show their values: P-positions have their own colour, and cells without a position are empty."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import sprague
from sprague.render.pictures.picture import find_theme
from sprague.render.pictures.thumbnail import DARK_STEPS, LIGHT_STEPS, MAP_CELLS, ROW_BARS, SIDE, thumbnail
from sprague.render.pictures.value_maps import _scale

SVG = "{http://www.w3.org/2000/svg}"


def test_of_two_piles_it_is_a_map_in_which_p_positions_have_their_own_colour() -> None:
    drawn = ElementTree.fromstring(thumbnail(sprague.game("nim:piles=2")))
    (diagonal,) = (path for path in drawn.iter(f"{SVG}path") if path.get("fill") == find_theme(False).zero)
    size = SIDE // MAP_CELLS
    cells = [f"M{n * size} {n * size}h{size}v{size}h-{size}z" for n in range(MAP_CELLS)]
    assert diagonal.get("d") == "".join(cells)


@pytest.mark.parametrize(("dark", "steps"), [(False, LIGHT_STEPS), (True, DARK_STEPS)])
def test_its_colours_are_those_of_larger_pictures(dark: bool, steps: tuple[str, ...]) -> None:
    assert _scale(1 + len(steps), find_theme(dark)) == (find_theme(dark).zero, *steps)


def test_of_one_pile_it_is_a_row_of_bars() -> None:
    drawn = ElementTree.fromstring(thumbnail(sprague.game("kayles"), dark=True))
    _, *bars = drawn.iter(f"{SVG}rect")
    values = sprague.tabulate("kayles", limit=ROW_BARS).to_array()
    assert len(bars) == ROW_BARS
    heights = [float(bar.get("height") or 0) for bar in bars]
    assert heights.index(max(heights)) == int(values.argmax())
    assert [bar.get("fill") == find_theme(True).zero for bar in bars] == [value == 0 for value in values]


@pytest.mark.parametrize(
    "game",
    [
        "dynamic-nim",
        "empty-some",
        "(a, b) -> (a - 1, b) ; (a, b - 1) positions where a >= b",
        "(a, b | p) -> (a - k, b | p) where k >= 1 ; (a, b | p - 1) where a + b >= 1 any order positions where p <= 1",
    ],
)
def test_every_kind_of_game_has_one(game: str) -> None:
    drawn = ElementTree.fromstring(thumbnail(sprague.game(game)))
    assert len({path.get("fill") for path in drawn.iter(f"{SVG}path")}) > 1
