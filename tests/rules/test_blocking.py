"""`block m`: how it is written, said and refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sprague
from sprague import Ruleset, SpragueError
from sprague.patterns.check import check_formula
from sprague.patterns.distribution import far_distribution
from sprague.rules import parse

NIM = "(a, b) -> (u, b) where u < a any order"


@pytest.mark.parametrize(
    ("text", "blocking", "written"),
    [
        (f"{NIM} block 2", 2, f"{NIM} block 2"),
        (f"{NIM}\nblock\n2", 2, f"{NIM} block 2"),
        ("(a) -> (a - 1) block 1 piles >= 1 stop when a <= 3", 1, "(a) -> (a - 1) piles >= 1 stop when a <= 3 block 1"),
        (f"{NIM} block 0", 0, NIM),
        (NIM, 0, NIM),
    ],
)
def test_block_is_a_clause_of_the_whole_game(text: str, blocking: int, written: str) -> None:
    rule = parse(text)
    assert (rule.blocking, str(rule)) == (blocking, written)
    assert parse(written) == rule
    assert (rule == parse(NIM)) == (written == NIM)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{NIM} block", "expected a number of options to forbid, found the end"),
        (f"{NIM} block a", "expected a number of options to forbid, found 'a'"),
        (f"{NIM} block 1 block 1", "expected 'block' only once"),
        (f"{NIM} block 1001", "expected at most 1,000 options to be forbidden, got 1001"),
    ],
)
def test_other_blocks_are_refused(text: str, message: str) -> None:
    with pytest.raises(SpragueError) as error:
        parse(text)
    assert message in str(error.value)


def test_the_rule_in_words_says_who_forbids_what() -> None:
    said = parse(f"{NIM} block 1").describe().splitlines()
    assert said[3:5] == [
        "After a move, the mover may forbid one option of the opponent, for the next move only; a player all of whose "
        "options are forbidden cannot move.",
        "Play ends when no move is left. The player who made the last move wins.",
    ]
    assert "may forbid up to three options of the opponent" in parse(f"{NIM} block 3").describe()


@pytest.mark.parametrize(("blocking", "words"), [(1, r"1 \text{ option may"), (2, r"2 \text{ options may")])
def test_the_rule_in_latex_says_how_many(blocking: int, words: str) -> None:
    line = parse(f"{NIM} block {blocking}").latex().splitlines()[-2]
    assert line == rf"&& & \text{{after a move, up to }} {words} be forbidden}}"


def test_options_and_moves_are_those_of_the_game_without_blocking() -> None:
    for position in [(0, 0), (1, 2), (3, 3)]:
        assert parse(f"{NIM} block 2").options(position) == parse(NIM).options(position)


VALUES = "this game: Grundy values have no agreed meaning with 'block'; ask for the outcome"
MISERE = "this game: misère play has no agreed meaning with 'block'; ask for normal play"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda rule: sprague.tabulate(rule, 4), VALUES),
        (
            lambda rule: sprague.tabulate(rule, 4, what="remoteness"),
            "this game: numbers such as remoteness have no agreed meaning with 'block'; ask for the outcome",
        ),
        (lambda rule: sprague.tabulate(rule, 4, what="outcome", misere=True), MISERE),
        (lambda rule: sprague.solve(rule, (1, 2), misere=True), MISERE),
        (
            lambda rule: sprague.Sum(rule @ (1, 2), rule @ (1, 2)),
            "this game: sums have no agreed meaning with 'block'; ask for the outcome",
        ),
        (lambda rule: sprague.prove(rule, "value = a xor b"), VALUES),
        (lambda rule: sprague.prove(rule, ["a = b", "a = b + 1"]), VALUES),
        (lambda rule: sprague.prove(rule, "a = b", misere=True), MISERE),
        (lambda rule: sprague.discover(rule, values=2), VALUES),
        (lambda rule: sprague.discover(rule, misere=True), MISERE),
        (lambda rule: check_formula(rule, "a = b", misere=True), MISERE),
        (lambda rule: far_distribution(rule, 10, 3), VALUES),
        (lambda rule: sprague.rows(rule, range(3), 10), VALUES),
        (
            lambda rule: sprague.find_period(rule, what="outcome"),
            "this game: the window that proves a period does not count options, as 'block' asks; use discover",
        ),
        (
            lambda rule: sprague.winning_numbers(rule, 10),
            "this game: winning numbers are for games in which the only move takes d chips from one of "
            "interchangeable piles, 1 <= d <= t, and t is remembered",
        ),
    ],
)
def test_what_blocking_has_no_meaning_for_is_refused(ask: Callable[[Ruleset], object], message: str) -> None:
    with pytest.raises(SpragueError) as error:
        ask(parse(f"{NIM} block 1"))
    assert str(error.value) == message


def test_winning_numbers_are_refused_with_blocking_alone() -> None:
    dynamic = "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order"
    assert sprague.winning_numbers(parse(dynamic), 4)[0, 1] == 1
    with pytest.raises(SpragueError, match="winning numbers are for games"):
        sprague.winning_numbers(parse(f"{dynamic} block 1"), 4)
