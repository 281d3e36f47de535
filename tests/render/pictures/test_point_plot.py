"""P-positions as points."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from sprague import tabulate
from sprague.errors import OutOfReach
from sprague.render.pictures.picture import DARK, LIGHT, Picture
from sprague.render.pictures.point_plot import draw_points
from tests.render.pictures.reading import colour, dots
from tests.snapshots import refused, snapshot


def drawn(picture: Picture) -> set[tuple[int, ...]]:
    """The points of a picture in the plane."""
    (line,) = picture.figure.axes[0].lines
    return {(int(x), int(y)) for x, y in np.array(line.get_data()).T}


def test_points_are_the_p_positions_in_both_orders() -> None:
    table = tabulate("wythoff", limit=100)
    assert drawn(draw_points(table)) == {p for a, b in table.P_positions() for p in ((a, b), (b, a))}
    axes = draw_points(table).figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("a", "b")


def test_points_of_another_value_and_of_a_slice() -> None:
    table = tabulate("nim", limit=8)
    picture = draw_points(table, 3, {"c": 6})
    assert drawn(picture) == {(a, b) for a, b in product(range(8), repeat=2) if a ^ b ^ 6 == 3}
    snapshot(picture.title)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_points_are_visible_in_the_picture(dark: bool) -> None:
    colours = DARK if dark else LIGHT
    image = dots(draw_points(tabulate("wythoff", limit=2000, what="outcome"), dark=dark).write("png"))
    assert image[2, 2].tolist() == colour(colours.background)
    shown = (image == np.array(colour(colours.zero), np.uint8)).all(axis=-1)
    assert 0.003 < shown.mean() < 0.05


def test_three_piles_are_points_in_space() -> None:
    picture = draw_points(tabulate("nim", limit=8))
    axes: Any = picture.figure.axes[0]
    legend: Any = picture.figure.axes[1]
    assert legend.get_title() == "c"
    assert legend.get_ylim() == (0, 7)
    (cloud,) = axes.collections
    found = {tuple(int(entry) for entry in point) for point in zip(*cloud._offsets3d, strict=True)}
    assert found == {(a, b, a ^ b) for a, b in product(range(8), repeat=2)}
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_zlabel()) == ("a", "b", "c")


@pytest.mark.slow
def test_too_many_points_in_space_are_refused() -> None:
    table = tabulate("(a, b, c) -> (a - 1, b, c) ; (a, b - 1, c) ; (a, b, c - 1)", limit=60)
    with refused(OutOfReach):
        draw_points(table)
