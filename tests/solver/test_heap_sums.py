"""Positions of heaps that split, and their sums: values, periods and quotients decide them at any size."""

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
from tests.layers import sample
from tests.properties.random_rules import examples
from tests.snapshots import refusal, snapshot
from tests.splitting_rules import Oracle, SplitRule, split_rules, sums

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


def test_a_sum_of_heaps_follows_from_their_values() -> None:
    snapshot("\n".join(str(sprague.solve(KAYLES, (5, 7, 9))).split("\n")))


def test_piles_of_a_rule_for_one_are_a_sum() -> None:
    rule = "n -> n - k where k in {1, 3, 4}"
    answer = sprague.solve(rule, (5, 9, 30))
    assert (answer.outcome, answer.grundy) == ("N", 3)
    assert answer.winning_moves == [(2, 9, 30), (5, 5, 30), (5, 9, 26)]
    snapshot(answer.sentences[1])
    assert sprague.solve("nim:piles=1", (10**30, 5)).winning_moves == [(5, 5)]
    assert sprague.solve("nim:piles=1", (10**30, 5)).because.kind == "theorem"
    for position in [(1, 1, 1), (3, 5, 6), (2, 2), (1, 4)]:
        several = sprague.solve("nim", position, misere=True).outcome
        assert sprague.solve("nim:piles=1", position, misere=True).outcome == several


@pytest.mark.slow
def test_a_million_equal_heaps_cancel_each_other() -> None:
    answer = sprague.solve(KAYLES, (1,) * 1_000_000)
    assert (answer.outcome, answer.grundy, answer.because.kind) == ("P", 0, "theorem")
    snapshot(answer.explanation)
    more = sprague.solve(KAYLES, (1,) * 999_999 + (12,))
    assert more.winning_moves == [(1,) * 999_999 + (3, 7)]
    snapshot(more.explanation)


def test_components_with_several_piles_are_shown_apart() -> None:
    answer = sprague.solve("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a", (3, 2, 1, 4))
    snapshot("\n".join(str(answer).split("\n")[:5]))


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
    snapshot(total.sentences[0])


def test_misere_sums_are_searched_within_the_limits() -> None:
    assert sprague.solve(KAYLES, (30, 31), misere=True, budget=Limits(positions=100)).because.kind == "proof"
    pairs = "(a, b) -> (u, b) + (v, 0) where u + v = a - 1 ; (a, b - 1)"  # with two piles there is no quotient
    refusal(lambda: sprague.solve(pairs, (9, 8, 7, 9), misere=True, budget=Limits(positions=100)))


def test_a_single_heap_has_all_winning_moves_and_its_reason() -> None:
    snapshot("\n".join(str(sprague.solve("kayles", (5,))).split("\n")))


@pytest.mark.slow
def test_many_winning_moves_are_counted_and_shown_in_columns() -> None:
    answer = sprague.solve("kayles", (100,))
    assert answer.all_winning_moves
    lines = str(answer).split("\n")
    snapshot("\n".join(lines[2:5]))
    assert len(lines) == 2 + 1 + 12 + 2
    every = str(sprague.solve("kayles", (100,), every_move=True)).split("\n")
    assert (every[2], len(every)) == ("Winning moves:", 2 + 1 + 13 + 2)


@pytest.mark.parametrize(
    "rule",
    [KAYLES, "(n) -> (u) + (v) where u + v = n - 2", "(n) -> (u) + (v) where u + v = n, 1 <= u <= v"],
)
def test_the_period_of_a_typed_rule_is_proved_while_solving(rule: str) -> None:
    far, period = sprague.solve(rule, (10**12,)), sprague.find_period(rule)
    ((p,), (m,)) = period.periods, period.preperiods
    assert p is not None
    assert m is not None
    near = m + (10**12 - m) % p
    assert far.grundy == sprague.tabulate(rule, m + p)[near]
    assert far.because.kind == "proof"
    snapshot(far.because.source)
    for option in far.winning_moves:
        assert sprague.solve(rule, option).outcome == "P"
        sprague.game(rule).move_to((10**12,), option)
    both = sprague.solve(rule, (10**12, 3 * 10**12 + 1))
    assert both.outcome == "P" or both.winning_moves
    for option in both.winning_moves:
        assert sprague.solve(rule, option).outcome == "P"


def test_rising_values_are_answered_with_a_move() -> None:
    answer = sprague.solve("octal:code=0.8", (10**12,))
    assert (answer.grundy, answer.winning_moves[0]) == (333333333333, (1, 499999999999, 499999999999))
    snapshot(answer.explanation)


def test_the_refusal_of_a_large_heap_names_the_heaps_searched_for_a_period() -> None:
    refusal(lambda: sprague.solve("grundys-game", (10**12,), budget=Limits(positions=1000)))


def test_laskers_nim_of_any_size_has_winning_moves_in_sums() -> None:
    for heaps in [(10**8, 7), (7, 4), (11, 12, 10**9), (3, 4, 10**7 + 3)]:
        answer = sprague.solve("laskers-nim", heaps)
        assert answer.winning_moves
        for option in answer.winning_moves:
            assert sprague.solve("laskers-nim", option).outcome == "P"


@pytest.mark.parametrize("code", sample(["0.12", "0.121"], 2))
def test_a_stored_set_of_p_positions_does_not_hide_the_period(code: str) -> None:
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
def test_the_misere_quotient_decides_heaps_of_any_size(code: str, heaps: tuple[int, ...]) -> None:
    answer = sprague.solve(code, heaps, misere=True)
    snapshot(answer.because.source)
    assert answer.outcome == "N"
    assert answer.winning_moves
    for option in answer.winning_moves:
        answer.game.move_to(answer.position, option)
        assert sprague.solve(answer.game, option, misere=True).outcome == "P"
