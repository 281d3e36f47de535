"""The distribution of values."""

from __future__ import annotations

from collections import Counter

import pytest

from sprague import tabulate
from sprague.render.pictures.bar_chart import draw_bars, draw_distribution
from sprague.render.pictures.picture import Picture
from tests.snapshots import snapshot


def bars(picture: Picture) -> list[float]:
    return [bar.get_height() for bar in picture.figure.axes[0].patches]  # type: ignore[attr-defined]


def labels(picture: Picture) -> list[str]:
    return [label.get_text() for label in picture.figure.axes[0].get_xticklabels()]


def test_each_value_has_a_bar_as_high_as_it_is_frequent() -> None:
    table = tabulate("nim", limit=8)
    counted = Counter(value for _, value in table.items())
    picture = draw_distribution(table)
    assert bars(picture) == [counted[value] for value in range(8)]
    assert labels(picture) == [str(value) for value in range(8)]
    snapshot(picture.title)


def test_many_values_share_bars() -> None:
    table = tabulate("wythoff", limit=100)
    picture = draw_distribution(table)
    assert sum(bars(picture)) == len(table)
    assert labels(picture)[:7] == ["0", "1", "2", "3", "4–5", "6–7", "8–11"]
    counted = Counter(value for _, value in table.items())
    assert bars(picture)[6] == sum(counted[value] for value in range(8, 12))


@pytest.mark.parametrize("fixed", [None, {"c": 3}])
def test_outcomes_are_two_bars(fixed: dict[str, int] | None) -> None:
    table = tabulate("nim", limit=8, what="outcome")
    p = 8 if fixed else sum(value == "P" for _, value in table.items())
    picture = draw_distribution(table, fixed)
    assert bars(picture) == [p, (64 if fixed else len(table)) - p]
    assert labels(picture) == ["P", "N"]


def test_nothing_is_cut_off_and_rare_values_are_visible() -> None:
    picture = draw_bars({0: 1, 1: 5, 70_000: 900_000}, "Values")
    axes = picture.figure.axes[0]
    assert axes.get_yscale() == "log"
    assert axes.get_ylabel() == "positions (logarithmic)"
    assert axes.get_ylim()[0] < 1
    picture.write("png")  # which puts the letters in their places
    assert axes.get_tightbbox().y0 >= 0  # type: ignore[union-attr]
    assert draw_bars({0: 1, 1: 5}, "Values").figure.axes[0].get_yscale() == "linear"


def test_the_chart_states_that_orders_are_counted_once() -> None:
    counted = [
        draw_distribution(tabulate(game, limit=4)).figure.axes[0].get_ylabel() for game in ("wythoff", "a -> a - 1")
    ]
    assert counted == ["positions, without regard to order", "positions"]
