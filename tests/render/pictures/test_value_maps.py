"""Heat maps and outcome maps: every cell has the colour of its value, at every size."""

from __future__ import annotations

import numpy as np
import pytest

from sprague import SpragueError, game, tabulate
from sprague.errors import OutOfReach
from sprague.render.pictures.cell_grid import contrasting_colour
from sprague.render.pictures.picture import DARK, LIGHT, Picture
from sprague.render.pictures.value_maps import class_bounds, heat_map, outcome_map
from tests.oracle import Oracle
from tests.render.pictures.reading import cell_dots, has_colour, written
from tests.snapshots import refused, snapshot

GAMES = ["wythoff", "nim:piles=2", "subtraction-transfer:a=1,b=2,c=1"]


def legend_of(picture: Picture) -> dict[str, str]:
    from matplotlib.colors import to_hex

    legend = picture.figure.axes[0].get_legend()
    assert legend is not None
    patches = [to_hex(patch.get_facecolor()) for patch in legend.get_patches()]
    return dict(zip([text.get_text() for text in legend.get_texts()], patches, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("limit", "dark"), [(8, False), (8, True), (33, False), (100, True)])
def test_every_cell_of_a_heat_map_has_the_colour_of_its_value(name: str, limit: int, dark: bool) -> None:
    table = tabulate(name, limit=limit)
    values = table.to_array()
    picture = heat_map(table, dark=dark)
    cells = cell_dots(picture, limit, limit)
    for label, paint in legend_of(picture).items():
        low, _, high = label.partition("–")
        assert (has_colour(cells, paint) == ((values >= int(low)) & (values <= int(high or low)))).all()
    zero = (DARK if dark else LIGHT).zero
    assert (has_colour(cells, zero) == (values == 0)).all()


@pytest.mark.slow
def test_zeros_of_a_large_map_are_enlarged_and_hide_none() -> None:
    table = tabulate("nim:piles=2", limit=600)
    picture = heat_map(table)
    cells = cell_dots(picture, 600, 600)
    zeros = has_colour(cells, LIGHT.zero)
    assert zeros[np.eye(600, dtype=bool)].all()
    assert zeros[[0, 300], [1, 301]].all()
    assert not zeros[300, 310]
    assert next(iter(legend_of(picture))) == "0 (enlarged)"


@pytest.mark.slow
def test_many_zeros_of_a_large_map_are_not_enlarged() -> None:
    table = tabulate("subtraction-transfer:a=2,b=2,c=1", limit=600)
    picture = heat_map(table)
    assert (has_colour(cell_dots(picture, 600, 600), LIGHT.zero) == (table.to_array() == 0)).all()
    assert list(legend_of(picture)) == ["0", "1"]


def test_numbers_stand_in_the_cells_while_they_fit() -> None:
    small, large = heat_map(tabulate("wythoff", limit=8)), heat_map(tabulate("wythoff", limit=100))
    values = tabulate("wythoff", limit=8).to_array()
    texts = small.figure.axes[0].texts
    assert [text.get_text() for text in texts] == [str(value) for value in values.reshape(-1)]
    assert texts[0].get_fontweight() == "bold"
    assert not list(large.figure.axes[0].texts)
    # The labels at the sides are the heights of the piles.
    assert written(small)[64:72] == [str(height) for height in range(8)]


@pytest.mark.slow
def test_the_outcome_map_agrees_with_a_search() -> None:
    picture = outcome_map(tabulate("wythoff", limit=16, what="outcome", misere=True))
    cells = cell_dots(picture, 16, 16)
    oracle = Oracle(game("wythoff").options)
    for a in range(16):
        for b in range(16):
            is_p = oracle.outcome((min(a, b), max(a, b)), misere=True) == "P"
            assert bool(has_colour(cells[a, b], LIGHT.zero)) == is_p
    snapshot(picture.title)
    assert list(legend_of(picture)) == ["P", "N"]


def test_a_slice_of_a_larger_game() -> None:
    table = tabulate("nim", limit=8)
    picture = heat_map(table, {"b": 5})
    assert picture.title == "Grundy values of nim:piles=3, b = 5, piles < 8"
    axes = picture.figure.axes[0]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("a", "c")
    zeros = has_colour(cell_dots(picture, 8, 8), LIGHT.zero)
    assert zeros.tolist() == [[a ^ 5 ^ c == 0 for c in range(8)] for a in range(8)]


@pytest.mark.slow
def test_cells_without_a_position_are_left_white() -> None:
    """Of the differences of three piles there is a triangle; with a bound on chips, another."""
    triangle = cell_dots(heat_map(tabulate("sharing-nim", limit=12)), 12, 12)
    assert (has_colour(triangle, LIGHT.background) == np.tri(12, k=-1, dtype=bool)).all()
    chips = cell_dots(heat_map(tabulate("nim:piles=2", chips=9)), 10, 10)
    assert (has_colour(chips, LIGHT.background) == (np.add.outer(np.arange(10), np.arange(10)) > 9)).all()


@pytest.mark.slow
def test_a_cap_is_shown() -> None:
    labels = list(legend_of(heat_map(tabulate("nim:piles=2", limit=32, cap=5))))
    assert labels == ["0", "1", "2", "3", "4", "5 and more"]


@pytest.mark.parametrize("largest", [0, 1, 15, 16, 100, 3037, 10**6])
def test_classes_of_values_are_in_order_and_not_too_many(largest: int) -> None:
    bounds = class_bounds(largest)
    assert bounds[0] == 0
    assert bounds == sorted(set(bounds))
    assert bounds[-1] <= largest
    assert len(bounds) <= 25
    assert largest == 0 or bounds[1] == 1  # zero stands alone


def test_numbers_can_be_read_on_every_colour() -> None:
    assert contrasting_colour("#000000") == "#ffffff"
    assert contrasting_colour("#ffffff") == "#000000"
    assert contrasting_colour("#fde725") == "#000000"
    assert contrasting_colour("#24435f") == "#ffffff"


def test_the_scale_is_read_in_grey_and_by_colour_blind_eyes() -> None:
    """Brightness falls (on white) or rises (on black) along the scale, and zero is beyond its end."""
    for dark in (False, True):
        paints = list(legend_of(heat_map(tabulate("nim:piles=2", limit=64), dark=dark)).values())
        bright = [sum(w * int(p[i : i + 2], 16) for w, i in ((0.299, 1), (0.587, 3), (0.114, 5))) for p in paints]
        zero, scale = bright[0], bright[1:]
        assert scale == sorted(scale, reverse=not dark)
        assert zero > max(scale) + 40 if dark else zero < min(scale) - 40


def test_what_cannot_be_drawn_is_refused() -> None:
    with refused(SpragueError):
        heat_map(tabulate("nim:piles=4", limit=4))
    with refused(OutOfReach):
        outcome_map(tabulate("nim:piles=2", limit=4001, what="outcome"))


def test_a_notebook_shows_a_picture_in_its_natural_size() -> None:
    picture = heat_map(tabulate("nim:piles=2", limit=8))
    content, size = picture._repr_png_()
    assert content.startswith(b"\x89PNG")
    assert size["width"] < 700
    snapshot(repr(picture))
