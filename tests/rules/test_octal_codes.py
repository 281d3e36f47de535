"""Octal codes: parsing, printing and refused codes."""

from __future__ import annotations

import random

import pytest

from sprague.rules.breaking import Breaking, without_empty_heaps
from sprague.rules.octal_codes import code_rule_text, format_code, parse_code
from tests.snapshots import refusal


@pytest.mark.parametrize(
    ("text", "written", "moves"),
    [
        ("0.77", "0.77", [(k, parts) for k in (1, 2) for parts in (0, 1, 2)]),
        (".77", "0.77", [(k, parts) for k in (1, 2) for parts in (0, 1, 2)]),
        ("0.7700", "0.77", [(k, parts) for k in (1, 2) for parts in (0, 1, 2)]),
        ("4.007", "4.007", [(0, 2), (3, 0), (3, 1), (3, 2)]),
        ("0.f", "0.F", [(1, 0), (1, 1), (1, 2), (1, 3)]),
        ("0.3", "0.3", [(1, 0), (1, 1)]),
        ("C.01", "C.01", [(0, 2), (0, 3), (2, 0)]),
        ("4", "4.0", [(0, 2)]),
        ("8.0", "8.0", [(0, 3)]),
        (" 0.137 ", "0.137", [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]),
    ],
)
def test_a_code_is_read_and_written_back(text: str, written: str, moves: list[tuple[int, int]]) -> None:
    found = parse_code(text)
    assert [(move.taken, move.parts) for move in found] == moves
    assert format_code(found) == written
    assert parse_code(written) == found


def test_random_codes_come_back() -> None:
    chance = random.Random(1)
    for _ in range(300):
        digits = [chance.choice("048C"), *chance.choices("0123456789ABCDEF", k=chance.randint(1, 6))]
        code = digits[0] + "." + ("".join(digits[1:]).rstrip("0") or "0")
        if code != "0.0":
            assert format_code(parse_code(code)) == code


@pytest.mark.parametrize("text", ["0.7G", "77", "0.", "", "0.-7", "0.7 7", "00.7"])
def test_what_is_no_code_is_refused(text: str) -> None:
    refusal(lambda: parse_code(text))


@pytest.mark.parametrize("text", ["1.7", "6.7", "F.7"])
def test_nothing_taken_and_one_heap_left_is_no_move(text: str) -> None:
    refusal(lambda: parse_code(text))


@pytest.mark.parametrize("text", ["0.333...", "4.3…"])
def test_endless_codes_are_refused(text: str) -> None:
    refusal(lambda: parse_code(text))


@pytest.mark.parametrize(
    "text",
    [
        "0.000",
        "0." + "7" * 65,
    ],
)
def test_codes_too_small_and_too_large_are_refused(text: str) -> None:
    refusal(lambda: parse_code(text))


def test_a_number_is_no_code() -> None:
    refusal(lambda: parse_code(0.77))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("0.7", "(n) -> (u) + (v) where u + v = n - 1"),
        ("0.123", "(n) -> (0) where n = 1 ; (n - 2) where n >= 3 ; (n - 3)"),
        ("0.456", "(n) -> (u) + (v) where u + v = n - 1, u >= 1, v >= 1 ; (0) where n = 2 ; "
         "(u) + (v) where u + v = n - 2, u >= 1, v >= 1 ; (u) + (v) where u + v = n - 3, u >= 1"),
        ("8.B", "(n) -> (u) + (v) + (w) where u + v + w = n, u >= 1, v >= 1, w >= 1 ; (n - 1) ; "
         "(u) + (v) + (w) where u + v + w = n - 1, u >= 1, v >= 1, w >= 1"),
        ("0.F", "(n) -> (u) + (v) + (w) where u + v + w = n - 1"),
    ],
)  # fmt: skip
def test_the_rule_of_a_code(code: str, text: str) -> None:
    assert code_rule_text(code) == text


@pytest.mark.parametrize(
    "moves",
    [
        [Breaking(0, 2, distinct=True)],
        [Breaking(1, 4)],
        [Breaking(0, 2, heap=3)],
        [Breaking(1, 2, least=0)],
        [Breaking(65, 1)],
        [],
    ],
)
def test_moves_without_a_code(moves: list[Breaking]) -> None:
    assert format_code(moves) is None


def test_a_bound_on_the_heap_that_says_nothing_new_is_no_obstacle() -> None:
    assert format_code([Breaking(1, 2, heap=3)]) == "0.4"


def test_parts_that_may_be_empty_make_the_same_code() -> None:
    assert format_code(without_empty_heaps([Breaking(1, 2, least=0), Breaking(2, 1, least=0)])) == "0.73"
