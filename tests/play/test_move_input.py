"""Moves in the short notation that a person types."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.games import catalogue, game
from sprague.play.illegal_moves import IllegalMove
from sprague.play.match import Match
from sprague.play.move_input import format_move, numbered_moves, parse_bare_number, parse_forbidden, parse_move
from sprague.rules import Position
from tests.properties.random_rules import examples
from tests.snapshots import refusal, snapshot

BLOCKING = "(a, b) -> (u, b) where u < a any order block 2"


@pytest.mark.parametrize(
    ("text", "position", "typed", "option"),
    [
        ("nim", (3, 5, 7), "3-1", (3, 5, 6)),
        ("nim", (3, 5, 7), " 3 - 1 ", (3, 5, 6)),
        ("nim", (3, 5, 7), "1=0", (0, 5, 7)),
        ("nim", (3, 5, 7), "7,3,4", (3, 4, 7)),
        ("nim", (3, 5, 7), "#1", (0, 5, 7)),
        ("wythoff", (3, 5), "1-2 2-2", (1, 3)),
        ("wythoff", (3, 5), "1-2, 2-2", (1, 3)),
        ("sharing-nim", (0, 2, 9), "3>1 4", (2, 4, 5)),
        ("sharing-nim", (0, 2, 9), "3 > 1: 4", (2, 4, 5)),
        ("subtraction-transfer:a=2,b=2,c=1", (4, 7), "1>2 1", (3, 8)),
        ("subtraction-transfer:a=2,b=2,c=1", (4, 7), "1-1 2+1", (3, 8)),
        ("empty-transfer:boxes=3", (3, 5, 7), "1=2 3=5", (2, 5, 5)),
        ("kayles", (3, 7), "2=1+5", (1, 3, 5)),
        ("kayles", (3, 7), "2=0+5", (3, 5)),
        ("kayles", (2, 7), "1-2", (7,)),
        ("kayles", (7,), "5", (5,)),
        ("kayles", (7,), "#1", (6,)),
        ("dynamic-nim", (5, 9, 3), "2-2", (5, 7, 2)),
        ("dynamic-nim", (5, 9, 3), "5,7", (5, 7, 2)),
        ("dynamic-nim", (5, 9, 3), "(5, 7 | 2)", (5, 7, 2)),
        ("(a, b) -> (a - 1, 0) + (0, b - 1)", (2, 4, 3, 1), "(2, 4) + (2, 0) + (0, 0)", (2, 0, 2, 4)),
        ("nim", (3, 10**30, 10**40), f"3-{10**20}", (3, 10**30, 10**40 - 10**20)),
    ],
)
def test_what_is_typed_is_read(text: str, position: Position, typed: str, option: Position) -> None:
    match = Match(text, position)
    read, forbidden = parse_move(match, typed)
    assert (match.playable.normalize(read), forbidden) == (option, [])
    match.play(option)


@pytest.mark.parametrize(
    ("text", "position", "typed"),
    [
        ("nim", (3, 5, 7), "hello"),
        ("nim", (3, 5, 7), "4-1"),
        ("nim", (3, 5, 7), "1-4"),
        ("nim", (3, 5, 7), "#99"),
        ("nim", (3, 5, 99), "#1"),
        ("nim", (3, 5, 7), "3,5"),
        ("(a, b) -> (a - 1, 0) + (0, b - 1)", (2, 4), "1=1+1"),
        ("dynamic-nim", (10**30, 10**30, 10**30), "1-1"),
        ("nim", (3, 5, 7), "1"),
        ("sharing-nim", (0, 2, 9), "1"),
        ("kayles", (5, 9), "2=1+9"),
    ],
)
def test_what_is_no_move_is_refused(text: str, position: Position, typed: str) -> None:
    refusal(lambda: parse_move(Match(text, position), typed))


@pytest.mark.parametrize(
    ("text", "board", "typed", "after"),
    [
        ("nim", (9, 5, 7), "1-7", (2, 5, 7)),
        ("nim", (9, 5, 7), "2,5,7", (2, 5, 7)),
        ("nim", (9, 5, 7), "7,9,1", (9, 1, 7)),
        ("nim", (4, 4, 4), "2-1", (4, 3, 4)),
        ("wythoff", (1, 2), "2-2", (1, 0)),
        ("wythoff", (1, 2), "1-1 2-1", (0, 1)),
        ("sharing-nim", (7, 1, 1), "1>3 2", (5, 1, 3)),
        ("dynamic-nim", (9, 2, 3), "1-2", (7, 2, 2)),
        ("kayles", (6, 4), "1=3+1", (3, 1, 4)),
        ("kayles", (6, 4, 4), "3-1", (6, 4, 3)),
        ("kayles", (6, 1, 4), "2-1", (6, 4)),
    ],
)
def test_piles_stay_where_they_stand(text: str, board: Position, typed: str, after: Position) -> None:
    match = Match(text, board)
    read, _ = parse_move(match, typed)
    snapshot(match.playable.move_sentence(match.board, read))
    assert match.play(read).board == after
    assert match.position == match.playable.normalize(after)


@pytest.mark.parametrize(
    ("text", "board", "typed"),
    [
        ("wythoff", (3, 5), "1-1 2-2"),
        ("sharing-nim", (3, 7), "2>1 3"),
        ("(a, b) -> (a - k, b) where 1 <= k <= 3 any order", (3, 5), "1=2 2=3"),
        ("kayles", (3, 4), "1-1 2-1"),
        ("kayles", (3, 4), "1=4 2=2"),
    ],
)
def test_a_short_move_leads_to_the_typed_heights_at_the_typed_piles(text: str, board: Position, typed: str) -> None:
    match = Match(text, board)
    error = refusal(lambda: parse_move(match, typed))
    assert isinstance(error, IllegalMove)
    assert "in this order of the piles" in str(error)


def test_a_typed_position_may_name_the_piles_in_another_order() -> None:
    match = Match("wythoff", (3, 5))
    assert match.play(*parse_move(match, "2,3")).board == (3, 2)


def test_a_short_move_in_a_sum_of_games_names_its_piles() -> None:
    match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
    assert isinstance(refusal(lambda: parse_move(match, "1-1 2-2")), IllegalMove)
    assert parse_move(match, "2-3")[0] == ((3, 2), (7,))


def test_forbidden_options_follow_a_move() -> None:
    match = Match(BLOCKING, (3, 6))
    assert parse_move(match, "2-3 forbid 2,3 and 1,3") == ((3, 3), [(2, 3), (1, 3)])
    assert parse_forbidden(match, "0,3 and 3,3") == [(0, 3), (3, 3)]
    assert parse_forbidden(match, "") == []


def test_a_sum_of_games_numbers_all_piles() -> None:
    match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
    assert parse_move(match, "3=2+4") == (((3, 5), (2, 4)), [])
    assert parse_move(match, "1-1") == (((2, 5), (7,)), [])
    assert parse_move(match, "2,5 ; 7") == (((2, 5), (7,)), [])
    assert format_move(match.playable, match.position, ((3, 5), (2, 4))) == "3=2+4"
    refusal(lambda: parse_move(match, "2,5"))


def test_few_moves_have_numbers() -> None:
    assert numbered_moves(Match("nim", (1, 2))) == [(0, 2), (0, 1), (1, 1)]
    assert numbered_moves(Match("nim", (1, 99))) == []
    # On a board with the higher pile first, its moves come first.
    assert numbered_moves(Match("nim", (2, 1))) == [(0, 1), (1, 1), (0, 2)]


RULES = [*(entry.name for entry in catalogue()), BLOCKING, "(a, b) -> (a - 1, 0) + (0, b - 1) ; (a - 1, b)"]


@examples(80)
@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_the_short_notation_is_parsed_again(text: str, seed: int) -> None:
    rule, random = game(text), Random(seed)
    heaps = random.choice((1, 2, 3)) if rule.takes_sums else 1
    position = tuple(random.randint(rule.lowest(name), 8) for name in rule.names * heaps)
    assume(rule.is_position(position))
    match = Match(rule, position)
    if match.is_over:
        return
    for option in random.sample(moves := match.moves(), min(5, len(moves))):
        typed = format_move(match.playable, match.board, option)
        read, forbidden = parse_move(match, typed)
        assert (match.playable.normalize(read), forbidden) == (option, [])


@pytest.mark.parametrize(
    ("text", "position", "typed", "option"),
    [
        ("0.77", (7,), "5", (5,)),  # leave 5: no move takes 5
        ("0.77", (7,), "1", (6,)),  # take 1: no move leaves 1
        ("(a) -> (a - k) where 1 <= k <= 3", (4,), "2", (2,)),  # both meanings are the same move
    ],
)
def test_a_number_alone_is_a_number_of_chips(text: str, position: Position, typed: str, option: Position) -> None:
    assert parse_bare_number(Match(text, position), typed) == option


@pytest.mark.parametrize(
    ("text", "position", "typed"),
    [
        ("(a) -> (a - k) where 1 <= k <= 3", (5,), "3"),
        ("(a) -> (a - k) where 1 <= k <= 3", (50,), "7"),
        ("nim", (3, 5, 7), "6"),
        ("nim", (3, 5, 7), "8"),
        ("kayles", (5, 9), "1"),
    ],
)
def test_a_number_alone_with_two_meanings_or_none_is_refused(text: str, position: Position, typed: str) -> None:
    refusal(lambda: parse_bare_number(Match(text, position), typed))


def test_an_illegal_split_is_explained_for_the_heap_that_was_named() -> None:
    error = refusal(lambda: parse_move(Match("kayles", (5, 9)), "2=1+9"))
    assert "heap 2" in str(error)
    assert "the new heaps would have 10 chips together" in str(error)


def test_the_short_form_names_the_piles_that_the_sentence_names() -> None:
    match = Match("(a, b) -> (a - k, b) where k >= 1, a - k >= b ; (a - k, b - k) where k >= 1 any order", (9, 14))
    sentence, after = match.playable.apply_move(match.board, (4, 9))
    assert sentence == "take 5 chips from the 1st pile and 5 chips from the 2nd pile"
    assert after == (4, 9)
    assert format_move(match.playable, match.board, (4, 9)) == "1-5 2-5"  # not 2-10, although 9,4 is the same position
