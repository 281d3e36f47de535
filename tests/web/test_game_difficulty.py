"""The order of the gallery and the kinds of moves."""

from __future__ import annotations

import pytest

from sprague.games import catalogue, game
from sprague.web.tasks.game_difficulty import MINUTES, difficulty, kinds_of_moves, minutes


def test_every_game_of_the_catalogue_has_its_place_and_nim_is_first() -> None:
    names = {entry.name for entry in catalogue()}
    assert set(MINUTES) == names
    assert min(names, key=difficulty) == "nim"
    assert len({difficulty(name) for name in names}) == len(names)
    assert difficulty("a game of a plug-in") > max(difficulty(name) for name in names)
    assert minutes("nim") == 1


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("nim", ["takes"]),
        ("wythoff", ["takes"]),
        ("sharing-nim", ["moves"]),
        ("one-bottle", ["moves"]),
        ("subtraction-transfer", ["takes", "moves"]),
        ("kayles", ["takes", "splits"]),
        ("grundys-game", ["splits"]),
        ("laskers-nim", ["takes", "splits"]),
    ],
)
def test_the_kinds_of_moves_are_found(name: str, kinds: list[str]) -> None:
    assert kinds_of_moves(game(name)) == kinds


def test_every_game_has_a_kind_of_move() -> None:
    for entry in catalogue():
        assert kinds_of_moves(game(entry.name)), entry.name
