"""`compare` and `sprague compare`: differences of games against tables, observations and refusals."""

from __future__ import annotations

import json
from itertools import product

import pytest

import sprague
from sprague.errors import SpragueError
from sprague.limits import Limits, check
from sprague.proofs.undecided import Undecided
from sprague.queries.compare import Comparison
from tests.cli.running import run
from tests.fake_clocks import FakeClock
from tests.oracle import Oracle

ONE_OR_TWO = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
PAIRS = [
    ("wythoff", "nim:piles=2"),
    (ONE_OR_TWO, "nim:piles=2"),
    (ONE_OR_TWO, "(a, b) -> (a - k, b) where 1 <= k <= 3 any order"),
    (COOKIES, "(x, y) -> (x - 2, y) ; (x, y - 1) ; (x - 1, y + 2)"),
    ("nim:piles=2", "(a, b) -> (u, b) where u < a any order piles >= 1"),
]


def naive(game: str, position: tuple[int, ...], misere: bool = False) -> bool:
    rule = sprague.game(game)
    if not rule.is_position(position):
        return False
    return Oracle(rule.options).outcome(rule.position(position), misere) == "P"


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_differences_agree_with_brute_force(first: str, second: str) -> None:
    found = sprague.compare(first, second)
    assert found.status == "proved"
    assert found.equal is bool(found) is False
    assert found.difference is not None
    assert found.only_first is not None
    assert found.only_second is not None
    for position in product(range(8), repeat=2):
        one, two = naive(first, position), naive(second, position)
        assert (position in found.difference) == (one != two)
        assert (position in found.only_first) == (one and not two)
        assert (position in found.only_second) == (two and not one)


def test_equal_games() -> None:
    other = "(a, b) -> (u, b) where u < a ; (a, u) where u < b ; (a - k, b - k) where k >= 1"
    found = sprague.compare("wythoff", other)
    assert found.equal is bool(found) is True
    assert found.difference is not None
    assert not found.difference
    assert sprague.compare("nim:piles=2", "nim:piles=2", values="all")


def test_normal_and_misere_play() -> None:
    found = sprague.compare("nim:piles=2")
    assert found.misere == (False, True)
    assert found.difference is not None
    assert list(found.difference) == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.slow
def test_misere_play_of_two_games() -> None:
    both = sprague.compare("nim:piles=2", "wythoff", misere=True)
    assert both.difference is not None
    for position in product(range(7), repeat=2):
        expected = naive("nim:piles=2", position, True) != naive("wythoff", position, True)
        assert (position in both.difference) == expected


def test_values() -> None:
    other = "(a, b) -> (a - k, b) where 1 <= k <= 3 any order"
    found = sprague.compare("nim:piles=2", other, values=1)
    assert found.what == "Grundy values 0 to 1"
    assert found.difference is not None
    one, two = (Oracle(sprague.game(game).options) for game in ("nim:piles=2", other))
    for position in product(range(9), repeat=2):
        key = tuple(sorted(position))
        left, right = one.grundy(key), two.grundy(key)
        assert (position in found.difference) == (left != right and min(left, right) <= 1)


def test_values_with_theorems_over_different_digits() -> None:
    found = sprague.compare("wythoff", "nim:piles=2", values=1)
    assert found.status == "proved"
    assert found.difference is not None
    one = Oracle(sprague.game("wythoff").options)
    for position in product(range(14), repeat=2):
        left, right = one.grundy(tuple(sorted(position))), position[0] ^ position[1]
        assert (position in found.difference) == (left != right and min(left, right) <= 1), position


def test_the_values_that_can_be_compared_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.queries.game_theorems.discover", lambda rule, **_: Undecided(rule, False, None, ""))
    found = sprague.compare("wythoff", "nim:piles=2", values=2, limit=5)
    assert (found.status, found.found[0]) == ("computed", (1, 1))
    assert found.reason == (
        "no theorem about Grundy value 2 of wythoff is known, and none was found; only the values 0 to 1 are known "
        "(Fibonacci digits); the values 0 to 1 of both games can be compared for all positions with Fibonacci digits: "
        "--values 1"
    )


def undecided(first: str, second: str, limit: int = 6) -> Comparison:
    return sprague.compare(first, second, limit=limit, budget=Limits(states=1))


def test_tables_are_compared_without_a_proof() -> None:
    chips = "(a, b) -> (a - k, b) where 1 <= k, k divides a any order"
    same = "(a, b) -> (a - k, b) where 1 <= k <= a, k divides a any order"
    found = undecided(chips, same)
    assert (found.status, found.equal, bool(found), found.limit) == ("observation", None, False, 6)
    assert found.reason
    found = undecided(chips, "nim:piles=2")
    assert (found.status, found.equal) == ("computed", False)
    for position in product(range(6), repeat=2):
        assert (position in found.found) == (naive(chips, position) != naive("nim:piles=2", position))


def test_tables_are_compared_if_the_search_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeClock().running() as clock:

        def search(*_: object, **__: object) -> None:
            clock.advance(46)
            check()

        monkeypatch.setattr("sprague.queries.game_theorems.discover", search)
        found = sprague.compare("wythoff", "(a, b) -> (u, b) where u < a ; (a - 2, b - 1) any order", limit=6)
    assert (found.status, found.equal, found.limit) == ("computed", False, 6)
    assert (3, 3) in found.found
    assert found.reason is not None
    assert found.reason.startswith("stopped after 45 seconds")


def test_wrong_arguments() -> None:
    with pytest.raises(SpragueError, match="same number"):
        sprague.compare("nim:piles=2", "nim:piles=3")
    with pytest.raises(SpragueError, match="Grundy"):
        sprague.compare("nim:piles=2", values=1)
    with pytest.raises(SpragueError, match="leave out 'misere'"):
        sprague.compare("nim:piles=2", misere=True)


def test_command() -> None:
    code, text = run("compare", "nim:piles=2")
    assert (code, text.splitlines()[0]) == (1, "Different, proved: the P-positions differ at exactly 4 positions.")
    code, text = run("compare", "nim:piles=2", "nim:piles=2")
    assert (code, text) == (
        0,
        "Equal, proved for all positions: the first game and the second game have the same P-positions.\n",
    )
    same = "(a, b) -> (u, b) where u < a any order"
    _, text = run("compare", "nim:piles=2", same)
    assert text == f"Equal, proved for all positions: nim:piles=2 and {same} have the same P-positions.\n"
    chips = "(a, b) -> (a - k, b) where 1 <= k, k divides a any order"
    code, text = run("compare", chips, chips, "--limit", "4", "--seconds", "5")
    assert code == 3
    assert "Observation" in text
    _, text = run("compare", "0.07", "0.77", "--limit", "10")
    assert text.splitlines()[1] == "  1, 5, 9"


def test_the_games_and_plays_are_named() -> None:
    assert run("compare", "nim:piles=2")[1].splitlines()[1:3] == [
        "  Only in normal play: (0, 0), (1, 1)",
        "  Only in misère play: (0, 1), (1, 0)",
    ]
    lower = "(a, b) -> (u, b) where u < a, u >= 1 any order"
    _, text = run("compare", "nim:piles=2", lower)
    assert text.startswith(
        f"Different, proved: the P-positions differ at exactly 2 positions.\n  Only in {lower}: (0, 1), (1, 0)\n"
    )
    start = " ; ".join(f"(a - {k}, b)" for k in range(1, 9))
    one, two = (f"(a, b) -> {start} ; (a, b - {k})" for k in (1, 2))
    assert sprague.compare(one, two).labels == ("the first game", "the second game")


@pytest.mark.slow
def test_command_with_an_infinite_difference() -> None:
    code, text = run("compare", "nim:piles=2", "wythoff", "--json")
    data = json.loads(text)
    assert (code, data["equal"], data["difference"]["finite"]) == (1, False, False)
    assert data["only_first"][:2] == [[1, 1], [2, 2]]


@pytest.mark.slow
def test_command_with_values() -> None:
    _, text = run("compare", "nim:piles=2", ONE_OR_TWO, "--values", "1", "--members", "2")
    assert "  Positions: (0, 3), (3, 0), …\n" in text


@pytest.mark.parametrize(("first", "second"), [("wythoff", "nim"), ("nim", "wythoff")])
def test_the_number_of_piles_follows_from_the_other_game(first: str, second: str) -> None:
    with_piles = [name.replace("nim", "nim:piles=2") for name in (first, second)]
    found = sprague.compare(first, second)
    assert [found.first.name, found.second.name] == with_piles
    assert run("compare", first, second) == run("compare", *with_piles)


def test_a_given_number_of_piles_is_not_changed() -> None:
    for one, two in (("nim:piles=3", "wythoff"), ("wythoff", "nim:piles=3"), ("kayles", "wythoff")):
        with pytest.raises(SpragueError, match="same number of piles"):
            sprague.compare(one, two)
