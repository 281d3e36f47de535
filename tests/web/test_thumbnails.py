"""The shipped thumbnails are those that Sprague draws, and the gallery computes none."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sprague.games import catalogue
from sprague.render.pictures.thumbnail import thumbnail
from sprague.web.page_files import thumbnail_path
from sprague.web.tasks.requests import parse_game
from tests.layers import sample
from tests.web.asking import Laboratory

# Games whose tables take seconds, because kernels are compiled for them.
SLOW = (
    "chocolate-bar",
    "dynamic-nim",
    "empty-some",
    "exact-nim",
    "fulves-merger",
    "graph-nim",
    "rim",
    "empty-redistribute",
)
GAMES = [game.name for game in catalogue()]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_thumbnail_that_is_served_at_once(lab: Laboratory, name: str, dark: bool) -> None:
    before = len(lab.app.state.queries.cache)
    answer = lab.ask("GET", f"/api/v1/games/{name}/picture.svg", params={"dark": dark})
    assert answer.status_code == 200
    assert answer.text == thumbnail_path(name, dark).read_text()
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert len(lab.app.state.queries.cache) == before


@pytest.mark.parametrize("name", sample(GAMES, 10, expensive=lambda name: name in SLOW))
def test_a_thumbnail_shows_the_values_of_the_game(name: str) -> None:
    for dark in (False, True):
        assert thumbnail(parse_game(name), dark) == thumbnail_path(name, dark).read_text(), "python web/thumbnails.py"


@pytest.mark.parametrize("name", ["..%2f..%2fapp", "nim-darker"])
def test_no_other_file_is_a_thumbnail(lab: Laboratory, name: str) -> None:
    assert lab.ask("GET", f"/api/v1/games/{name}/picture.svg").status_code in (404, 422)
