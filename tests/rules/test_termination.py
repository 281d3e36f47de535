"""Termination: the rank of a rule, and rules without a rank."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sprague.rules import Rank, parse
from sprague.rules.relations import Relation
from sprague.rules.termination import Pairs, Squares, WeightedSums, lowers_chips_or_memory
from tests.snapshots import snapshot

RANKS: list[tuple[str, str | None]] = [
    ("(a, b) -> (u, b) where u < a any order", "the number of chips"),
    ("(a | t) -> (a - d | 2d - 1) where 1 <= d <= t", "the number of chips"),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "2x + y"),
    ("(x, y) -> (x - 1, u) where u <= 5", "x"),
    ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", "(x, y) in lexicographic order"),
    ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order", "the sum of the squares of the piles"),
    # Squares fall as well, but along no line: what is linear is worth more.
    ("(a, b) -> (a - k, b + m) where 0 < k, m <= k, b + m <= a - k", "a"),
    ("(a, b) -> (a - k, b + m) where 0 < k, m <= k, b + m <= a - k any order", "the sum of the squares of the piles"),
    ("(a, b) -> (a - k, b + k) where 1 <= k <= a <= b any order", "the sum of the products of two piles"),
    # A move that is never played does no harm.
    ("(a, b) -> (a - 1, b) ; (a + 1, b) where a < b, 2b < 2a", "the number of chips"),
    # Play that need not end
    ("(a) -> (a)", None),
    ("(a) -> (a + 1)", None),
    ("(a, b) -> (a + 1, b) any order", None),
    ("(a, b) -> (a - 1, b + 1) any order", None),
    ("(a, b) -> (a - 1, b + 2) ; (a + 2, b - 1)", None),
]


@pytest.mark.parametrize(("rule", "rank"), RANKS)
def test_a_rank_is_found_where_play_ends(rule: str, rank: str | None) -> None:
    found = parse(rule).rank
    assert (None if found is None else str(found)) == rank


@pytest.mark.parametrize(
    ("rule", "position", "value"),
    [
        ("(a, b) -> (u, b) where u < a any order", (3, 4), (7,)),
        ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", (3, 4), (10,)),
        ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", (3, 4), (3, 4)),
        ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order", (3, 4), (25,)),
        ("(a, b, c) -> (a - k, b + k, c) where 1 <= k <= a <= b any order", (1, 2, 3), (11,)),
    ],
)
def test_a_rank_has_a_value_at_every_position(rule: str, position: tuple[int, ...], value: tuple[int, ...]) -> None:
    rank = parse(rule).rank
    assert rank is not None
    assert rank.value(position) == value


LEVELLING_MOVE = "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k"
LEVELLING = f"{LEVELLING_MOVE} any order"
GATHERING = "(a, b, c) -> (a - k, b + k, c) where 1 <= k <= a <= b any order"
#: A rule of each kind, and its rank in a certificate.
KINDS: list[tuple[str, type[Rank], dict[str, object]]] = [
    ("(a, b) -> (u, b) where u < a any order", WeightedSums, {"terms": ["a + b"]}),
    ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", WeightedSums, {"terms": ["x", "y"]}),
    (LEVELLING, Squares, {"quadratic": "squares"}),
    (GATHERING, Pairs, {"quadratic": "pairs"}),
]


def rank_of(text: str) -> Rank:
    rank = parse(text).rank
    assert rank is not None
    return rank


@pytest.mark.parametrize(("text", "kind", "written"), KINDS)
def test_a_rank_is_of_this_kind(text: str, kind: type[Rank], written: dict[str, object]) -> None:
    rank = rank_of(text)
    assert type(rank) is kind
    if isinstance(rank, WeightedSums):
        assert [str(term) for term in rank.terms] == written["terms"]


@pytest.mark.parametrize("text", [text for text, _, _ in KINDS])
def test_ranks_of_many_positions_at_once(text: str) -> None:
    rule = parse(text)
    rank = rank_of(text)
    positions = np.array(list(product((0, 1, 7, 50_000), repeat=len(rule.names))), dtype=np.int32)
    keys = rank.keys(positions)
    assert {key.dtype for key in keys} == {np.dtype(np.int64)}
    assert list(zip(*(key.tolist() for key in keys), strict=True)) == [rank.value(p) for p in positions.tolist()]


@pytest.mark.parametrize("text", [text for text, _, _ in KINDS])
def test_a_rank_that_was_found_falls_with_every_family(text: str) -> None:
    assert all(rank_of(text).falls(facts) for facts in parse(text).constraints)


def test_a_rank_does_not_fall_with_a_move_that_may_raise_it() -> None:
    for text, kind, _ in KINDS:
        rank = rank_of(text)
        names = ", ".join(rank.names)
        raising = parse(f"({names}) -> ({rank.names[0]} + 1{names.removeprefix(rank.names[0])})")
        assert not rank.falls(raising.constraints[0]), kind


def test_later_sums_count_only_where_earlier_ones_do_not_rise() -> None:
    rank = rank_of("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)")
    moves = parse("(x, y) -> (x - 1, y + 9) ; (x, y - 1) ; (x - k, y - 1) ; (x + 1, y - 1) ; (x, y)").constraints
    assert [rank.falls(facts) for facts in moves] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("text", "chips"), [("(a, b) -> (u, b) where u < a any order", True), *((text, False) for text, _, _ in KINDS[1:])]
)
def test_the_number_of_chips_is_a_rank_of_its_own_kind(text: str, chips: bool) -> None:
    assert rank_of(text).is_chips is chips


def test_squared_differences_stand_in_for_squares_where_moves_keep_the_total() -> None:
    rule = parse(LEVELLING)
    rank = rank_of(LEVELLING).among_differences(rule.constraints)
    assert rank is not None
    snapshot(str(rank))
    assert rank.value((1, 4, 6)) == (9 + 25 + 4,) == rank.value((0, 3, 5))
    assert all(rank.falls(facts) for facts in rule.constraints)
    assert rank.among_differences(rule.constraints) == rank


@pytest.mark.parametrize("text", [f"{LEVELLING_MOVE} ; (u, b, c) where u < a any order", KINDS[0][0], GATHERING])
def test_other_ranks_change_with_a_chip_more_on_every_pile(text: str) -> None:
    assert rank_of(text).among_differences(parse(text).constraints) is None


@pytest.mark.parametrize(
    ("text", "lower"),
    [
        (KINDS[0][0], [["a + b - →a - →b - 1"]]),
        (LEVELLING, [["a - →a - 1", "2→a - 2b - 1"], ["→a - a - 1", "2b - 2→a - 1"]]),
        (GATHERING, [["a - →a - 1", "2b - 2→a - 1"], ["→a - a - 1", "2→a - 2b - 1"]]),
    ],
)
def test_what_lower_means_in_linear_terms(text: str, lower: list[list[str]]) -> None:
    cases = rank_of(text).lower(Relation.of(parse(text).constraints[0]))
    assert cases is not None
    assert [[str(term) for term in case] for case in cases] == lower


@pytest.mark.parametrize(
    ("text", "number"),
    [(KINDS[1][0], 1), (f"{LEVELLING_MOVE} ; (k - a, b, c) where a < k < 2a any order", 1)],
)
def test_lower_is_not_always_linear(text: str, number: int) -> None:
    assert rank_of(text).lower(Relation.of(parse(text).constraints[number])) is None


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ("(a, b) -> (u, b) where u < a any order", True),
        ("(a, b | p) -> (u, b | p) where u < a ; (a, b | p - 1) any order of a, b", True),
        ("(a, b | p, q) -> (u, b | p, q) where u < a ; (b, a | p, q - 1) ; (a, b | p - 1, q + 5)", True),
        ("(a | t) -> (a - d | 2d) where 1 <= d <= t", True),
        ("(a, b) -> (a - 1, b + 1)", False),
        ("(a, b | p) -> (a - 1, b | p + 1) ; (a + 1, b | p - 1) ; (a, b - 1 | p)", False),
    ],
)
def test_moves_take_chips_or_lower_what_is_remembered(text: str, so: bool) -> None:
    assert lowers_chips_or_memory(parse(text)) is so
