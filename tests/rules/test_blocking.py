"""`block m`: notation, descriptions and refused input."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sprague
from sprague import Ruleset, SpragueError
from sprague.rules import parse
from sprague.tables.formula_check import check_formula
from sprague.tables.special.difference_games import find_distribution
from tests.snapshots import refused, snapshot

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
    "text",
    [
        f"{NIM} block",
        f"{NIM} block a",
        f"{NIM} block 1 block 1",
        f"{NIM} block 1001",
    ],
)
def test_other_blocks_are_refused(text: str) -> None:
    with refused(SpragueError):
        parse(text)


def test_the_rule_in_words_says_who_forbids_what() -> None:
    lines = parse(f"{NIM} block 1").describe().splitlines()
    snapshot("\n".join(lines[3:5]))
    snapshot(parse(f"{NIM} block 3").describe())


@pytest.mark.parametrize("blocking", [1, 2])
def test_the_rule_in_latex_says_how_many(blocking: int) -> None:
    line = parse(f"{NIM} block {blocking}").latex().splitlines()[-2]
    snapshot(line)


def test_options_and_moves_are_those_of_the_game_without_blocking() -> None:
    for position in [(0, 0), (1, 2), (3, 3)]:
        assert parse(f"{NIM} block 2").options(position) == parse(NIM).options(position)


@pytest.mark.parametrize(
    "ask",
    [
        lambda rule: sprague.tabulate(rule, 4),
        lambda rule: sprague.tabulate(rule, 4, what="remoteness"),
        lambda rule: sprague.tabulate(rule, 4, what="outcome", misere=True),
        lambda rule: sprague.solve(rule, (1, 2), misere=True),
        lambda rule: sprague.Sum(rule @ (1, 2), rule @ (1, 2)),
        lambda rule: sprague.prove(rule, "value = a xor b"),
        lambda rule: sprague.prove(rule, ["a = b", "a = b + 1"]),
        lambda rule: sprague.prove(rule, "a = b", misere=True),
        lambda rule: sprague.discover(rule, values=2),
        lambda rule: sprague.discover(rule, misere=True),
        lambda rule: check_formula(rule, "a = b", misere=True),
        lambda rule: find_distribution(rule, 10, 3),
        lambda rule: sprague.rows(rule, range(3), 10),
        lambda rule: sprague.find_period(rule, what="outcome"),
        lambda rule: sprague.winning_numbers(rule, 10),
    ],
)
def test_what_blocking_has_no_meaning_for_is_refused(ask: Callable[[Ruleset], object]) -> None:
    with refused(SpragueError):
        ask(parse(f"{NIM} block 1"))


def test_winning_numbers_are_refused_with_blocking_alone() -> None:
    dynamic = "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order"
    assert sprague.winning_numbers(parse(dynamic), 4)[0, 1] == 1
    with refused(SpragueError):
        sprague.winning_numbers(parse(f"{dynamic} block 1"), 4)
