"""`positions where`: which tuples are positions, and that moves keep to them."""

from __future__ import annotations

import pytest

from sprague.rules import parse
from tests.snapshots import refusal, snapshot

STAIRS = parse("(a, b) -> (a, u) where u < b ; (u, b) where u < a positions where a >= b")
DISTINCT = parse("(a, b) -> (u, b) where u < a any order positions where a != b")
RACE = parse("(a) -> (a + k) where 1 <= k <= 3 positions where a <= 21")


def test_moves_keep_to_the_positions() -> None:
    assert STAIRS.options((3, 2)) == [(3, 0), (3, 1), (2, 2)]
    snapshot("\n".join([move.sentence for move in STAIRS.moves((2, 2))]))
    assert DISTINCT.options((2, 1)) == [(0, 2), (0, 1)]
    assert DISTINCT.is_terminal((0, 1))
    assert RACE.options((20,)) == [(21,)]
    assert RACE.count_choices((20,), 10) == 1


@pytest.mark.parametrize(
    ("text", "position", "options"),
    [
        # Alternatives: each is enough.
        ("(a) -> (u) where u < a positions where a <= 1 or a mod 3 = 0", (6,), [(0,), (1,), (3,)]),
        ("(a, b) -> (u, b) where u < a positions where a power of 2, b != 3", (8, 1), [(1, 1), (2, 1), (4, 1)]),
        # An equation leaves one choice, and the domain bounds what no condition does.
        ("(a, b) -> (u, v) where u < a positions where a + b = 4", (3, 1), [(0, 4), (1, 3), (2, 2)]),
        ("(a) -> (u) where u > a positions where a <= 4", (2,), [(3,), (4,)]),
        # A remembered number may be spoken of.
        ("(a | t) -> (a - d | d) where d >= 1 positions where t <= 2", (5, 0), [(4, 1), (3, 2)]),
    ],
)
def test_options_in_a_domain(text: str, position: tuple[int, ...], options: list[tuple[int, ...]]) -> None:
    rule = parse(text)
    assert rule.options(position) == options
    for option in options:
        assert rule.move_to(position, option).option == option


def test_what_is_no_position_is_refused_with_what_it_should_be() -> None:
    refusal(lambda: STAIRS.position((1, 2)))
    both = parse("(a, b) -> (a - 1, b) positions where a >= b, a mod 2 = 0")
    refusal(lambda: both.options((3, 2)))
    either = parse("(a, b) -> (a - 1, b) positions where (a >= b, a > 1) or b = 7")
    refusal(lambda: either.is_terminal((1, 1)))
    refusal(lambda: DISTINCT.move_to((1, 2), (1, 1)))
    assert (STAIRS.is_position((2, 1)), STAIRS.is_position((1, 2)), STAIRS.is_position((2, 1, 0))) == (
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a any order positions where a < b",
        "(a) -> (a - 1) positions where a < 3, a > 5",
        "(a) -> (a - 1) positions where a < u",
        "(a) -> (a - 1) positions where a < 5 positions where a > 1",
        "(a) -> (u) where u > a positions where a >= 4",
    ],
)
def test_domains_that_are_refused(text: str) -> None:
    refusal(lambda: parse(text))


def test_a_domain_says_nothing_of_what_a_function_gives() -> None:
    text = "(a | t) -> (a - d | f(d)) where 1 <= d <= t positions where t <= 5"
    refusal(lambda: parse(text, {"f": lambda d: d}))


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("(a) -> (a + k) where 1 <= k <= 3 positions where a <= 21", "21 - a"),
        # Piles in any order share what is left of their bounds.
        ("(a, b) -> (a + 1, b) any order positions where a <= 5, b <= 5", "10 - a - b"),
        ("(a, b) -> (a, b + k) where k >= 1 positions where b <= a", "a - b"),
        # What all alternatives say holds everywhere.
        ("(a) -> (a + 1) positions where (a <= 9, a mod 2 = 0) or (a <= 9, a mod 3 = 1)", "9 - a"),
        # That the position left is in the domain tells that b is not 0.
        ("(a, b) -> (a - b, b) positions where b >= 1", "the number of chips"),
    ],
)
def test_play_ends_because_of_the_domain(text: str, rank: str) -> None:
    assert str(parse(text).rank) == rank


def test_without_the_domain_there_is_no_rank() -> None:
    assert parse("(a, b) -> (a - b, b)").rank is None
    assert parse("(a) -> (a + 1) positions where a <= 9 or a mod 2 = 0").rank is None


def test_a_domain_is_printed_described_and_typeset() -> None:
    text = "(a, b) -> (u, b) where u < a positions where a >= b or b mod 2 = 1"
    rule = parse(text)
    assert str(rule) == text
    snapshot(rule.describe())
    assert r"\text{positions where } a \geq b \text{ or } b \text{ is odd}" in rule.latex()


@pytest.mark.parametrize(
    ("text", "highest"),
    [
        ("(a, b) -> (a - 1, b) ; (a, b - 1) positions where a + b <= 5, a <= 3", {"a": 3, "b": 5}),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) positions where a <= 3 or (a <= 7, b <= 2)", {"a": 7}),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) positions where (a <= 3, a >= 4) or (2b <= 5, a mod 2 = 1)", {"b": 2}),
        ("(a, b) -> (a - 1, b) ; (a, b - 1)", {}),
    ],
)
def test_how_high_an_entry_can_be_as_far_as_the_domain_says(text: str, highest: dict[str, int]) -> None:
    assert parse(text).highest == highest
