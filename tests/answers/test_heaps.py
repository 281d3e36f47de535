"""Positions of heaps that split, and sums of them: values, periods and quotients tell them at any size."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.store import keep
from tests.properties.rules import examples
from tests.refusals import message_of
from tests.splits import Oracle, SplitRule, split_rules, sums

KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"


@given(split_rules(), st.data(), st.booleans())
@examples(40)
def test_answers_are_those_of_plain_recursion(definition: SplitRule, data: st.DataObject, misere: bool) -> None:
    oracle = Oracle.of(definition)
    total = data.draw(sums(definition, most=3, components=3))
    answer = sprague.solve(sprague.game(definition.text), definition.flat(total), misere=misere)
    is_p = oracle.is_misere_p if misere else oracle.is_p
    assert answer.outcome == ("P" if is_p(total) else "N")
    assert answer.grundy == (None if misere else oracle.grundy(total))
    assert set(answer.winning_moves) == {definition.flat(one) for one in definition.options(total) if is_p(one)}
    assert answer.all_winning_moves
    assert len(answer.sentences) == len(answer.winning_moves)


def test_a_sum_of_heaps_is_told_by_their_values() -> None:
    assert str(sprague.solve(KAYLES, (5, 7, 9))).split("\n") == [
        "5,7,9 is an N-position: the next player wins",
        "Grundy value: 2",
        "Winning moves:",
        "  3,3,5,9  take 1 chip from the 2nd heap and split the rest into heaps of 3 and 3",
        "  1,4,5,9  take 2 chips from the 2nd heap and split the rest into heaps of 1 and 4",
        "  2,5,5,7  take 2 chips from the 3rd heap and split the rest into heaps of 2 and 5",
        "Why: The values of 5, 7, 9 are 4, 2, 4, and their nim-sum is 2.",
        "Because of search: all 10 heaps that can be reached",
    ]


def test_piles_of_a_rule_for_one_are_a_sum() -> None:
    rule = "n -> n - k where k in {1, 3, 4}"
    answer = sprague.solve(rule, (5, 9, 30))
    assert (answer.outcome, answer.grundy) == ("N", 3)
    assert answer.winning_moves == [(2, 9, 30), (5, 5, 30), (5, 9, 26)]
    assert answer.sentences[1] == "take 4 chips from the 2nd pile"
    assert sprague.solve("nim:piles=1", (10**30, 5)).winning_moves == [(5, 5)]
    assert sprague.solve("nim:piles=1", (10**30, 5)).because.kind == "theorem"
    for position in [(1, 1, 1), (3, 5, 6), (2, 2), (1, 4)]:
        several = sprague.solve("nim", position, misere=True).outcome
        assert sprague.solve("nim:piles=1", position, misere=True).outcome == several


def test_a_million_equal_heaps_cancel_each_other() -> None:
    answer = sprague.solve(KAYLES, (1,) * 1_000_000)
    assert (answer.outcome, answer.grundy, answer.because.kind) == ("P", 0, "theorem")
    assert answer.explanation == "Equal heaps cancel each other two by two, and nothing is left."
    more = sprague.solve(KAYLES, (1,) * 999_999 + (12,))
    assert more.winning_moves == [(1,) * 999_999 + (3, 7)]
    assert more.explanation == (
        "Equal heaps cancel each other two by two; the values of 1, 12 are 1, 4, and their nim-sum is 5."
    )


def test_components_with_several_piles_are_shown_apart() -> None:
    answer = sprague.solve("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a", (3, 2, 1, 4))
    assert str(answer).split("\n")[:5] == [
        "(1, 4) + (3, 2) is an N-position: the next player wins",
        "Grundy value: 5",
        "Winning moves:",
        "  (1, 1) + (1, 4) + (2, 0)  "
        "take 1 chip from the 2nd component, (3, 2), and split the rest into (1, 1) and (2, 0)",
        "Why: The values of (1, 4), (3, 2) are 1, 4, and their nim-sum is 5.",
    ]


def test_sums_with_other_games() -> None:
    total = sprague.Sum(sprague.game(KAYLES) @ (5, 7), sprague.game("nim") @ (3, 4, 2))
    assert (total.outcome, total.grundy, total.values) == ("N", 3, (6, 5))
    assert "search" in total.because[0].kind
    assert "in the 1st game" in total.sentences[0]
    assert "heap" in total.sentences[0]


def test_a_winning_move_in_a_sum_may_raise_the_value_of_a_component() -> None:
    total = sprague.Sum(sprague.game(KAYLES) @ (5, 7), sprague.game("nim:piles=2") @ (3, 4))
    assert (total.values, total.grundy) == ((6, 7), 1)
    assert [(move.component, move.option) for move in total.winning_moves] == [(0, (5, 6)), (0, (2, 4, 5)), (1, (2, 4))]
    assert total.sentences[0].endswith("take 1 chip from the 2nd heap")


def test_misere_sums_are_searched_within_the_limits() -> None:
    assert sprague.solve(KAYLES, (30, 31), misere=True, limits=Limits(positions=100)).because.kind == "proof"
    pairs = "(a, b) -> (u, b) + (v, 0) where u + v = a - 1 ; (a, b - 1)"  # with two piles there is no quotient
    assert message_of(lambda: sprague.solve(pairs, (9, 8, 7, 9), misere=True, limits=Limits(positions=100))).startswith(
        "this game: the search from (7, 9, 9, 8) needs more than 100 positions"
    )


def test_one_heap_has_all_its_winning_moves_and_the_reason_that_was_used() -> None:
    assert str(sprague.solve("kayles", (5,))).split("\n") == [
        "5 is an N-position: the next player wins",
        "Grundy value: 4",
        "Winning moves:",
        "  2,2  take 1 chip from the heap and split the rest into heaps of 2 and 2",
        "Why: Of the 5 options of 5, 1 is a P-position.",
        "Because of search: all 6 heaps that can be reached",
    ]


@pytest.mark.slow
def test_many_winning_moves_are_counted_and_shown_in_columns() -> None:
    answer = sprague.solve("kayles", (100,))
    assert answer.all_winning_moves
    lines = str(answer).split("\n")
    assert lines[2:5] == [
        "Winning moves (12 of 13; every_move=True lists all):",
        "  1,97   take 2 chips from the heap and split the rest into heaps of 1 and 97",
        "  7,91   take 2 chips from the heap and split the rest into heaps of 7 and 91",
    ]
    assert len(lines) == 2 + 1 + 12 + 2
    every = str(sprague.solve("kayles", (100,), every_move=True)).split("\n")
    assert (every[2], len(every)) == ("Winning moves:", 2 + 1 + 13 + 2)


@pytest.mark.parametrize(
    "rule",
    [KAYLES, "(n) -> (u) + (v) where u + v = n - 2", "(n) -> (u) + (v) where u + v = n, 1 <= u <= v"],
)
def test_a_typed_rule_has_a_period_that_is_proved_on_the_way(rule: str) -> None:
    far, period = sprague.solve(rule, (10**12,)), sprague.find_period(rule)
    ((p,), (m,)) = period.periods, period.preperiods
    assert p is not None
    assert m is not None
    near = m + (10**12 - m) % p
    assert far.grundy == sprague.tabulate(rule, m + p)[near]
    assert far.because.kind == "proof"
    assert far.because.source.startswith(f"the Grundy values of single heaps of this game have period {p} from")
    for option in far.winning_moves:
        assert sprague.solve(rule, option).outcome == "P"
        sprague.game(rule).move_to((10**12,), option)
    both = sprague.solve(rule, (10**12, 3 * 10**12 + 1))
    assert both.outcome == "P" or both.winning_moves
    for option in both.winning_moves:
        assert sprague.solve(rule, option).outcome == "P"


def test_values_that_rise_for_ever_are_told_with_a_move() -> None:
    answer = sprague.solve("octal:code=0.8", (10**12,))
    assert (answer.grundy, answer.winning_moves[0]) == (333333333333, (1, 499999999999, 499999999999))
    assert answer.explanation == (
        "A heap of 1000000000000 has the value 333333333333: from 1 on, 3 chips more have a value larger by 1, "
        "and 1 have the value 0."
    )


def test_a_heap_out_of_reach_says_how_far_a_period_was_looked_for() -> None:
    said = message_of(lambda: sprague.solve("grundys-game", (10**12,), limits=Limits(positions=1000)))
    assert said.endswith(
        "no period was proved by the values of 1,000 heaps; sprague period with --positions 10000 looks further"
    )


def test_laskers_nim_of_any_size_has_winning_moves_in_sums() -> None:
    for heaps in [(10**8, 7), (7, 4), (11, 12, 10**9), (3, 4, 10**7 + 3)]:
        answer = sprague.solve("laskers-nim", heaps)
        assert answer.winning_moves
        for option in answer.winning_moves:
            assert sprague.solve("laskers-nim", option).outcome == "P"


@pytest.mark.parametrize("code", ["0.12", "0.121"])
def test_a_kept_set_of_p_positions_does_not_hide_the_period(code: str) -> None:
    before = sprague.solve(code, 10**12)
    found = sprague.discover(code)
    assert isinstance(found, Proof)
    keep(found)
    after = sprague.solve(code, 10**12)
    assert (after.outcome, after.grundy) == (before.outcome, before.grundy)
    assert after.grundy_because is not None
    assert "period 4" in after.grundy_because.source
    assert "not known" not in after.explanation


@pytest.mark.slow
@pytest.mark.parametrize("heaps", [(1000, 2003), (1000, 1), (10**12, 10**9 + 1), (500, 1001, 10**6)])
def test_values_that_rise_have_winning_moves_in_sums(heaps: tuple[int, ...]) -> None:
    answer = sprague.solve("0.8", heaps)
    assert answer.grundy == reduce(xor, [(heap - 1) // 3 for heap in heaps])
    assert answer.outcome == "N"
    assert answer.winning_moves
    assert answer.because.kind == "proof" or min(heaps) == 1
    for option in answer.winning_moves:
        sprague.game("0.8").move_to(answer.position, option)
        assert reduce(xor, [(heap - 1) // 3 for heap in option]) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("code", "heaps"), [("0.77", (10**12,)), ("0.33", (10**12, 10**12 + 4, 1))])
def test_heaps_of_any_size_in_misere_play_are_told_by_the_quotient(code: str, heaps: tuple[int, ...]) -> None:
    answer = sprague.solve(code, heaps, misere=True)
    assert answer.because.source.startswith("the misère quotient of all heaps (period ")
    assert answer.outcome == "N"
    assert answer.winning_moves
    for option in answer.winning_moves:
        answer.game.move_to(answer.position, option)
        assert sprague.solve(answer.game, option, misere=True).outcome == "P"
