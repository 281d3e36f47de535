"""The board of a match, drawn."""

from __future__ import annotations

from sprague.games import game
from sprague.play.match import Match
from sprague.render.board import draw_board


def drawn(match: Match[tuple[int, ...]], width: int = 80, plain: bool = False) -> list[str]:
    return [line.plain for line in draw_board(match.playable, match.position, width, plain)]


def test_chips_are_drawn_while_they_fit_and_numbers_beyond() -> None:
    assert drawn(Match("nim", (0, 3, 5))) == ["   1 │ 0", "   2 │ ● ● ● 3", "   3 │ ● ● ● ● ● 5"]
    assert drawn(Match("nim", (3, 40)))[1] == "   2 │ " + "●" * 40 + " 40"
    assert drawn(Match("nim", (3, 1000))) == ["   1 │ 3", "   2 │ 1,000"]
    assert drawn(Match("nim", (3, 10**100)))[1] == "   2 │ a number of 101 digits"
    assert drawn(Match("nim", (3, 5)), plain=True)[0] == "   1 | o o o 3"
    for height in range(1, 100):
        assert all(len(line) <= 80 for line in drawn(Match("nim", (height,))))


def test_names_remembered_numbers_and_components() -> None:
    assert drawn(Match("dynamic-nim", (2, 3, 1))) == ["   1 │ ● ● 2", "   2 │ ● ● ● 3", "    t = 1"]
    assert drawn(Match("subtraction-transfer:a=2,b=2,c=1", (1, 2))) == ["   1 x │ ● 1", "   2 y │ ● ● 2"]
    assert drawn(Match("(a, b) -> (a - 1, 0) + (0, b - 1)", (1, 2, 3, 1)))[0] == "  1st component"
    assert drawn(Match("kayles", (1,) * 50))[-1] == "    … 50 piles in all"


def test_the_games_of_a_sum() -> None:
    match = Match.of_sum(game("nim:piles=1") @ (3,), game("kayles") @ (2,))
    assert [line.plain for line in draw_board(match.playable, match.position)] == [
        "  1st game, nim:piles=1",
        "   1 │ ● ● ● 3",
        "  2nd game, kayles",
        "   2 │ ● ● 2",
    ]
