"""Rules that split heaps: parsing, options, sentences and refused input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.errors import OutOfReach
from sprague.rules import Position, parse
from tests.properties.random_rules import examples
from tests.snapshots import refusal, refused, snapshot
from tests.splitting_rules import SplitRule, split_rules, sums

KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"


@given(split_rules(), st.data())
@examples(60)
def test_options_are_those_of_the_plain_definition(definition: SplitRule, data: st.DataObject) -> None:
    rule = parse(definition.text)
    total = data.draw(sums(definition, most=4, components=3))
    expected = {definition.flat(option) for option in definition.options(total)}
    position = definition.flat(total)
    options = rule.options(position)
    assert set(options) == expected
    assert len(set(options)) == len(options)
    assert rule.is_terminal(position) == (not expected)
    shuffled = data.draw(st.permutations([*total, (0,) * len(definition.piles)]))
    given_order = tuple(entry for component in shuffled for entry in component)
    assert rule.position(given_order) == position
    for move in rule.moves(given_order):
        assert move.option in expected
        assert rule.move_to(given_order, move.option).option == move.option


@given(split_rules())
@examples(100)
def test_the_canonical_form_is_read_as_the_same_rule(definition: SplitRule) -> None:
    rule = parse(definition.text)
    assert parse(str(rule)) == rule
    assert str(parse(str(rule))) == str(rule)
    assert rule.describe()
    assert rule.latex()


def test_a_sum_of_names_without_brackets_is_a_sum_of_parts() -> None:
    assert parse("n -> u + v where u + v = n - 2") == parse("(n) -> (u) + (v) where u + v = n - 2")
    assert parse("n -> n - 2 ; n - 1") == parse("(n) -> (n - 2) ; (n - 1)")
    assert (
        str(parse("n → n - k where (k odd)\n n div 2 where n >= 1"))
        == "(n) -> (n - k) where k mod 2 = 1 ; (n div 2) where n >= 1"
    )


def test_empty_heaps_are_left_out() -> None:
    kayles = parse(KAYLES)
    assert kayles.options((1,)) == [(0,)]
    assert kayles.options((2, 0, 1)) == [(2,), (1, 1), (1,)]
    assert kayles.position((0, 0)) == (0,)
    assert kayles.is_terminal((0, 0, 0))


def test_an_empty_component_from_which_there_is_a_move_stays() -> None:
    rule = parse("(a, b) -> (a + 1, b) where a < 3 ; (0, u) + (0, v) where u + v = b - 1, a = 3 positions where a <= 3")
    assert rule.position((0, 0, 3, 1)) == (0, 0, 3, 1)
    assert rule.options((3, 1)) == [(0, 0, 0, 0)]


def test_remembered_numbers_belong_to_each_component() -> None:
    rule = parse("(n | t) -> (u | 1) + (v | 1) where u + v = n - t, t >= 1")
    assert rule.options((3, 2)) == [(0, 1, 1, 1)]
    assert rule.components((3, 2, 1, 1)) == [(1, 1), (3, 2)]


@pytest.mark.parametrize(
    ("text", "position", "option"),
    [
        (KAYLES, (10,), (3, 5)),
        (KAYLES, (4, 10), (3, 4, 5)),
        (KAYLES, (4, 2), (4,)),
        ("n -> u + v where u + v = n, u >= 1, v >= 1", (5, 4), (2, 2, 5)),
        ("n -> u + v where u < n, v < n", (2,), (1, 1)),
        ("n -> u + v where u < n, v < n", (3,), (2, 2)),
        ("n -> n - k where k in {1, 3}", (3, 5), (3, 4)),
        ("n -> n - k where k in {1, 3}", (5,), (4,)),
        ("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a ; (a - 1, b)", (5, 5, 2, 3), (0, 2, 1, 1, 5, 5)),
        ("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a ; (a - 1, b)", (5, 5, 2, 3), (2, 3, 4, 5)),
    ],
)
def test_sentences_say_which_heap_becomes_what(text: str, position: Position, option: Position) -> None:
    rule = parse(text)
    sentence = rule.move_to(position, option).sentence
    snapshot(sentence)
    assert sentence in [move.sentence for move in rule.moves(position)]


def test_a_move_between_large_heaps_is_found_without_listing_them() -> None:
    move = parse(KAYLES).move_to((10**30, 7), (7, 4, 10**30 - 6))
    assert move.choice == (("u", 4), ("v", 10**30 - 6))
    refusal(lambda: parse(KAYLES).move_to((5,), (1, 1)))


def test_prose_and_latex() -> None:
    rule = parse(
        "(n) -> (u) + (v) where u + v = n - 2 ; (u) + (v) where u + v = n, u >= 1, v >= 1\n(0) + (n div 2) where n >= 1"
    )
    snapshot("\n".join(rule.describe().split("\n")[:5]))


def test_parts_need_not_have_fewer_chips_in_all() -> None:
    rule = parse("n -> u + v where u < n, v < n")
    snapshot(rule.describe())
    assert rule.options((2,)) == [(0,), (1,), (1, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "(n) -> (u) + (v) where u + v = n",
        "(a, b) -> (a - 1, u) + (v, b) where u <= b, v <= a",
        "(n) -> (u) + (v) where u + v = n - 1 win when n = 1",
        "(n) -> (u) + (v) where u + v = n - 1 block 1",
        "(n) -> (0) + (0) + (0) + (0) + (0) + (0) + (0) where n >= 1",
    ],
)
def test_rules_that_make_no_game_are_refused(text: str) -> None:
    refusal(lambda: parse(text))


def test_a_choice_without_a_bound_is_pointed_at() -> None:
    text = "(n) -> (u) + (n - 1)"
    refusal(lambda: parse(text))


def test_other_clauses_hold_for_each_component() -> None:
    rule = parse("(n) -> (u) + (v) where u + v = n - 1 piles >= 1 stop when n = 4")
    assert rule.options((4,)) == []
    assert rule.options((5,)) == [(1, 3), (2, 2)]
    assert rule.options((4, 5)) == [(1, 3, 4), (2, 2, 4)]
    assert rule.is_terminal((4, 4, 2))
    domain = parse("(n) -> (u) + (v) where u + v = n - 1 positions where n != 2")
    assert domain.options((4,)) == [(3,)]
    refusal(lambda: domain.position((4, 2)))
    alternatives = parse("(n) -> (u) + (v) where u + v = n - 1 positions where n <= 1 or n >= 4")
    assert alternatives.options((6,)) == [(5,), (1, 4)]
    circle = parse("(a, b, c) -> (a - 1, b, 0) + (0, 0, c) in a circle")
    assert circle.options((1, 2, 3)) == [(0, 0, 3, 0, 2, 0), (0, 1, 3, 1, 0, 0), (0, 2, 0, 1, 0, 2)]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (KAYLES, ()),
        (KAYLES, (3, -1)),
        ("(a, b) -> (a - 1, 0) + (0, b - 1)", (3, 4, 5)),
        ("(a, b) -> (a - 1, b)", (3, 4, 5)),
        ("(n) -> (n - 1) block 1", (3, 4)),
        ("(n) -> (n - 1) win when n = 1", (3, 4)),
    ],
)
def test_what_is_no_sum_is_refused(text: str, position: Position) -> None:
    refusal(lambda: parse(text).position(position))


def test_what_reads_steps_between_positions_is_given_none() -> None:
    assert parse(KAYLES).vectors is None
    assert parse(KAYLES).constraints[0].reached == {}


def test_a_single_component_is_no_sum() -> None:
    assert parse(KAYLES).single((5, 0)) == (5,)
    refusal(lambda: parse(KAYLES).single((5, 6)))


def test_parts_that_are_positions_in_too_many_ways() -> None:
    domain = " or ".join(f"n = {2 * number}" for number in range(30))
    text = f"(n) -> (u) + (v) where u + v < n positions where {domain}"
    refusal(lambda: parse(text))


@pytest.mark.slow
def test_very_many_heaps() -> None:
    kayles = parse(KAYLES)
    assert kayles.options((1,) * 100_000) == [(1,) * 99_999]
    with refused(OutOfReach):
        kayles.options((100,) * 1_000_000)
    refusal(lambda: kayles.position((1,) * 10_000_001))
    refusal(lambda: kayles.position((1,) * 200 + (-1,)))
