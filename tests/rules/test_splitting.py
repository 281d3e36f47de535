"""Rules in which a heap splits: what is read, options, sentences, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.errors import OutOfReach
from sprague.rules import Position, parse
from tests.properties.rules import examples
from tests.refusals import message_of
from tests.splits import SplitRule, split_rules, sums

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
    ("text", "position", "option", "sentence"),
    [
        (KAYLES, (10,), (3, 5), "take 2 chips from the heap and split the rest into heaps of 3 and 5"),
        (KAYLES, (4, 10), (3, 4, 5), "take 2 chips from the 2nd heap and split the rest into heaps of 3 and 5"),
        (KAYLES, (4, 2), (4,), "take 2 chips from the 2nd heap"),
        ("n -> u + v where u + v = n, u >= 1, v >= 1", (5, 4), (2, 2, 5), "split the 2nd heap into heaps of 2 and 2"),
        ("n -> u + v where u < n, v < n", (2,), (1, 1), "split the heap into heaps of 1 and 1"),
        ("n -> u + v where u < n, v < n", (3,), (2, 2), "replace the heap by heaps of 2 and 2"),
        ("n -> n - k where k in {1, 3}", (3, 5), (3, 4), "take 1 chip from the 2nd pile"),
        ("n -> n - k where k in {1, 3}", (5,), (4,), "take 1 chip from the pile"),
        (
            "(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a ; (a - 1, b)",
            (5, 5, 2, 3),
            (0, 2, 1, 1, 5, 5),
            "take 1 chip from the 2nd component, (2, 3), and split the rest into (0, 2) and (1, 1)",
        ),
        (
            "(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a ; (a - 1, b)",
            (5, 5, 2, 3),
            (2, 3, 4, 5),
            "in the 1st component, (5, 5): take 1 chip from the 1st pile",
        ),
    ],
)
def test_sentences_say_which_heap_becomes_what(text: str, position: Position, option: Position, sentence: str) -> None:
    rule = parse(text)
    assert rule.move_to(position, option).sentence == sentence
    assert sentence in [move.sentence for move in rule.moves(position)]


def test_a_move_between_large_heaps_is_found_without_listing_them() -> None:
    move = parse(KAYLES).move_to((10**30, 7), (7, 4, 10**30 - 6))
    assert move.choice == (("u", 4), ("v", 10**30 - 6))
    assert (
        message_of(lambda: parse(KAYLES).move_to((5,), (1, 1)))
        == "this game: expected an option of (5,), and (1, 1) is none"
    )


def test_prose_and_latex() -> None:
    rule = parse(
        "(n) -> (u) + (v) where u + v = n - 2 ; (u) + (v) where u + v = n, u >= 1, v >= 1\n(0) + (n div 2) where n >= 1"
    )
    assert rule.describe().split("\n")[:5] == [
        "A position is any number of heaps of chips, side by side; a move is made in one of them, n.",
        "There are three kinds of move.",
        "1. From (n) to (u) + (v): take 2 chips from n and split the rest into two heaps, u and v, "
        "where u + v equals n - 2.",
        "2. From (n) to (u) + (v): split n into two heaps, u and v, "
        "where u + v equals n, u is at least 1 and v is at least 1.",
        "3. From (n) to (0) + (n div 2): n becomes two heaps, 0 and n div 2, where n is at least 1.",
    ]


def test_parts_need_not_have_fewer_chips_in_all() -> None:
    rule = parse("n -> u + v where u < n, v < n")
    assert rule.describe().endswith("from what is split to each of its parts, the number of chips falls.")
    assert rule.options((2,)) == [(0,), (1,), (1, 1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(n) -> (u) + (v) where u + v = n",
            "in the move to (u) + (v): the part (u) may be as large as (n), from which it comes, so that play need not "
            "end; ask for fewer chips in every part, such as u < n",
        ),
        (
            "(a, b) -> (a - 1, u) + (v, b) where u <= b, v <= a",
            "in the move to (a - 1, u) + (v, b): the part (v, b) may be as large as (a, b), from which it comes, so "
            "that play need not end; ask for fewer chips in every part, such as v + b < a + b",
        ),
        (
            "(n) -> (u) + (v) where u + v = n - 1 win when n = 1",
            "expected no 'win when' beside moves to a sum: play would end in one part of it, and go on in the others; "
            "write 'stop when'",
        ),
        (
            "(n) -> (u) + (v) where u + v = n - 1 block 1",
            "expected no 'block' beside moves to a sum: nobody has said whose options are forbidden there",
        ),
        (
            "(n) -> (0) + (0) + (0) + (0) + (0) + (0) + (0) where n >= 1",
            "expected a move to a sum of at most 6 parts, got 7",
        ),
    ],
)
def test_rules_that_make_no_game_are_refused(text: str, message: str) -> None:
    assert message_of(lambda: parse(text)) == f"{message}\n  in the rule: {text}"


def test_a_choice_without_a_bound_is_pointed_at() -> None:
    text = "(n) -> (u) + (n - 1)"
    assert message_of(lambda: parse(text)).startswith("line 1, column 9: the choice u has no upper bound")


def test_other_clauses_hold_for_each_component() -> None:
    rule = parse("(n) -> (u) + (v) where u + v = n - 1 piles >= 1 stop when n = 4")
    assert rule.options((4,)) == []
    assert rule.options((5,)) == [(1, 3), (2, 2)]
    assert rule.options((4, 5)) == [(1, 3, 4), (2, 2, 4)]
    assert rule.is_terminal((4, 4, 2))
    domain = parse("(n) -> (u) + (v) where u + v = n - 1 positions where n != 2")
    assert domain.options((4,)) == [(3,)]
    assert message_of(lambda: domain.position((4, 2))) == "this game: expected a position where n != 2, got (4, 2)"
    alternatives = parse("(n) -> (u) + (v) where u + v = n - 1 positions where n <= 1 or n >= 4")
    assert alternatives.options((6,)) == [(5,), (1, 4)]
    circle = parse("(a, b, c) -> (a - 1, b, 0) + (0, 0, c) in a circle")
    assert circle.options((1, 2, 3)) == [(0, 0, 3, 0, 2, 0), (0, 1, 3, 1, 0, 0), (0, 2, 0, 1, 0, 2)]


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        (KAYLES, (), "this game: expected 1 pile, got 0: ()"),
        (KAYLES, (3, -1), "this game: expected n to be at least 0: (3, -1)"),
        (
            "(a, b) -> (a - 1, 0) + (0, b - 1)",
            (3, 4, 5),
            "this game: expected 2 piles for each component, got 3: (3, 4, 5)",
        ),
        ("(a, b) -> (a - 1, b)", (3, 4, 5), "this game: expected 2 piles, got 3: (3, 4, 5)"),
        ("(n) -> (n - 1) block 1", (3, 4), "this game: expected 1 pile, got 2: (3, 4)"),
        ("(n) -> (n - 1) win when n = 1", (3, 4), "this game: expected 1 pile, got 2: (3, 4)"),
    ],
)
def test_what_is_no_sum_is_refused(text: str, position: Position, message: str) -> None:
    assert message_of(lambda: parse(text).position(position)) == message


def test_what_reads_steps_between_positions_is_given_none() -> None:
    assert parse(KAYLES).vectors is None
    assert parse(KAYLES).facts[0].reached == {}


def test_a_single_component_is_no_sum() -> None:
    assert parse(KAYLES).single((5, 0)) == (5,)
    assert message_of(lambda: parse(KAYLES).single((5, 6))) == "this game: expected a single pile, got a sum: (5, 6)"


def test_parts_that_are_positions_in_too_many_ways() -> None:
    domain = " or ".join(f"n = {2 * number}" for number in range(30))
    text = f"(n) -> (u) + (v) where u + v < n positions where {domain}"
    assert message_of(lambda: parse(text)).startswith(
        "in the move to (u) + (v): expected parts that are positions in at most 500 ways together, got more; "
        "write fewer alternatives, or fewer parts"
    )


@pytest.mark.slow
def test_very_many_heaps() -> None:
    kayles = parse(KAYLES)
    assert kayles.options((1,) * 100_000) == [(1,) * 99_999]
    with pytest.raises(OutOfReach, match="has more than 50 options"):
        kayles.options((100,) * 1_000_000)
    assert message_of(lambda: kayles.position((1,) * 10_000_001)) == (
        "this game: expected at most 10,000,000 numbers in a position, got 10,000,001; "
        "in normal play leave out equal components two by two"
    )
    assert message_of(lambda: kayles.position((1,) * 200 + (-1,))).endswith("1, 1, … 201 numbers in all)")
