"""Certificates of games in which options may be forbidden: what is verified, and what is not."""

from __future__ import annotations

import pytest

import sprague
from sprague.checker.blocking import ManyOptions
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.play import Play
from sprague.checker.sets import Dfa
from sprague.errors import NotVerified, SpragueError
from sprague.rules import parse
from tests.expected import positions_within

NIM = "(a, b) -> (u, b) where u < a any order"
#: The P-positions of two piles with one option forbidden: their nim-sum is at most 1.
CERTIFICATE: dict[str, object] = {
    "certificate": "sprague",
    "version": 1,
    "kind": "p-positions",
    "play": "normal",
    "numeration": "2",
    "rule": f"{NIM} block 1",
    "tracks": ["a", "b"],
    "rank": {"terms": ["a + b"]},
    "automaton": {"transitions": [[0, 1, 1, 0], [2, 2, 2, 2], [2, 2, 2, 2]], "accepting": [0, 1]},
    "claim": "xor <= 1",
}


def test_the_equation_counts_options() -> None:
    verified = sprague.verify(CERTIFICATE)
    assert verified
    assert verified.rule == f"{NIM} block 1"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rule": NIM}, "(0, 1) is in the set, and a move leads to another position of it: (0, 0)"),
        ({"rule": f"{NIM} block 2"}, "(0, 2) is not in the set, but at most 2 of its options are"),
        ({"claim": "xor <= 2"}, "(0, 2) "),
        (
            {"automaton": {"transitions": [[0, 1, 1, 0], [2, 2, 2, 2], [2, 2, 2, 2]], "accepting": [0, 1, 2]}},
            "(0, 2) is in the set, and more than 1 of its options are in it",
        ),
        (
            {"automaton": {"transitions": [[0, 1, 1, 0], [2, 2, 2, 2], [2, 2, 2, 2]], "accepting": [0]}},
            "(0, 1) is not in the set, but at most 1 of its options are",
        ),
    ],
)
def test_what_is_not_so_is_not_verified(change: dict[str, object], message: str) -> None:
    with pytest.raises(NotVerified) as error:
        sprague.verify(CERTIFICATE | change)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "got"),
    [
        ({"play": "misere"}, "p-positions, misere play"),
        (
            {"kind": "grundy-values", "automata": [CERTIFICATE["automaton"]], "automaton": None},
            "grundy-values, normal play",
        ),
    ],
)
def test_blocking_has_p_positions_in_normal_play_only(change: dict[str, object], got: str) -> None:
    data = {key: value for key, value in (CERTIFICATE | change).items() if value is not None}
    with pytest.raises(SpragueError) as error:
        sprague.verify(data)
    assert str(error.value) == (
        "not a certificate: expected the P-positions in normal play, which is what 'block' has a meaning for, "
        f"got {got!r}"
    )


@pytest.mark.parametrize("name", ["2", "3", "fibonacci", "2,1"])
@pytest.mark.parametrize("blocking", [1, 2, 3])
@pytest.mark.parametrize(
    "rule",
    [
        NIM,
        "(a, b) -> (u, b) where u < a ; (a, v) where v < b ; (a - k, b - k) where k >= 1",
        "(a, b) -> (u, v) where u + v < a + b any order",
        "(a) -> (a - k) where k power of 2",
        "(a, b) -> (a - 1, b + 5) ; (a, b - 1)",
    ],
)
def test_options_are_counted_once_each(rule: str, blocking: int, name: str) -> None:
    """Of the set of all positions with an even number of ones among their digits."""
    game, digits = parse(f"{rule} block {blocking}"), Digits.of(name)
    if name != "2" and "power" in rule:
        return
    tracks = len(game.names)
    rows = tuple(tuple((state + sum(column)) % 2 for column in digits.columns(tracks)) for state in range(2))
    even = Dfa(rows, frozenset({0}))
    many = ManyOptions(Play.of(game), even, digits, Budget.of())

    def accepts(position: tuple[int, ...]) -> bool:
        words = [digits.write(number) for number in position]
        length = max(map(len, words))
        columns = list(digits.columns(tracks))
        state = many.start
        for column in zip(*([0] * (length - len(word)) + word for word in words), strict=True):
            state = many.after(state, columns.index(column))
        return many.accepts(state)

    for position in positions_within(game, limit=game.floor + 6):
        inside = sum(even.contains(option, digits) for option in game.options(position))
        assert accepts(position) == (inside > blocking), position
