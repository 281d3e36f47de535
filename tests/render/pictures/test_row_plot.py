"""Rows with their records, and periods marked."""

from __future__ import annotations

import numpy as np

from sprague import SpragueError, find_period, parse, rows, tabulate
from sprague.periods.period import Period
from sprague.render.pictures.picture import LIGHT, Picture
from sprague.render.pictures.row_plot import PlottedRow, draw_rows, draw_table_row
from sprague.render.pictures.value_maps import period_map
from tests.snapshots import refused, snapshot


def drawn(picture: Picture, place: int) -> list[tuple[int, int]]:
    """The points of one of the lines of a row: values, zeros, records, and then marks."""
    line = picture.figure.axes[0].lines[place]
    return [(int(x), int(y)) for x, y in np.array(line.get_data()).T]


def explained(picture: Picture) -> list[str]:
    """Return the labels of the legend."""
    legend = picture.figure.axes[0].get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def test_numbers_of_records_do_not_touch() -> None:
    row = PlottedRow("", np.array([0, 1, 2, 3, 50, *[0] * 200]))
    picture = draw_rows([row], "one row")
    assert [text.get_text() for text in picture.figure.axes[0].texts] == ["50", "3"]
    picture = draw_rows([PlottedRow("", np.array([0, 1, 2, 3]))], "one row")
    assert [text.get_text() for text in picture.figure.axes[0].texts] == ["3", "2", "1"]


def test_a_row_has_all_values_and_its_records() -> None:
    picture = draw_table_row(tabulate("kayles", limit=30))
    values = tabulate("kayles", limit=30).row((None,))
    assert sorted(drawn(picture, 0) + drawn(picture, 1)) == list(enumerate(values))
    assert drawn(picture, 1) == [(0, 0)]
    assert drawn(picture, 2) == [(1, 1), (2, 2), (3, 3), (5, 4), (11, 6), (15, 7), (27, 8)]
    assert picture.figure.axes[0].get_xlabel() == "n"
    assert picture.title == "Grundy values of kayles, piles < 30"


def test_rows_stand_below_each_other() -> None:
    found = rows("sharing-nim", [1, 5], 60)
    picture = draw_rows([PlottedRow(f"a = {a}", row) for a, row in zip((1, 5), found, strict=True)], "two rows")
    assert [axes.get_ylabel() for axes in picture.figure.axes] == ["a = 1", "a = 5"]
    assert [axes.get_xlabel() for axes in picture.figure.axes] == ["", "n"]


def test_too_many_rows_are_refused() -> None:
    with refused(SpragueError):
        draw_rows([PlottedRow("", np.arange(3))] * 17, "rows")


def test_periods_are_marked_where_they_begin_and_end() -> None:
    found = find_period("subtraction-transfer:a=2,b=3,c=2")
    assert isinstance(found, Period)
    marked = [line for line in period_map(found).figure.axes[0].lines if line.get_color() == LIGHT.mark]
    ends = [np.array(line.get_data()) for line in marked]
    down = {float(y[0]) for x, y in ends if x[0] != x[1]}
    across = {float(x[0]) for x, y in ends if x[0] == x[1]}
    assert (down, across) == ({3.5, 7.5}, {-0.5, 5.5})
    assert explained(period_map(found))[-2:] == ["x: period 4 from 4", "y: period 6"]


def test_the_period_of_one_pile_and_of_outcomes() -> None:
    found = find_period("kayles")
    assert isinstance(found, Period)
    picture = period_map(found)
    assert [line.get_xdata()[0] for line in picture.figure.axes[0].lines[3:]] == [70.5, 82.5]  # type: ignore[index]
    assert explained(picture) == ["Grundy value", "0", "record", "n: period 12 from 71"]
    misere = find_period(parse("(n) -> (n - 1) ; (n - 2)"), what="outcome", misere=True)
    assert isinstance(misere, Period)
    snapshot(period_map(misere).title)


def test_periods_of_more_piles_are_not_drawn() -> None:
    found = find_period("(a, b, c) -> (a - 1, b, c) ; (a, b - 1, c) ; (a, b, c - 2)")
    assert isinstance(found, Period)
    with refused(SpragueError):
        period_map(found)
