"""Positions as text: parsing, printing and refused input."""

from __future__ import annotations

import pytest

from sprague.language.positions import show_position
from sprague.rules import format_position, parse_position
from tests.snapshots import refusal


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3,5,9", (3, 5, 9)),
        (" 3 , 5 ", (3, 5)),
        ("7", (7,)),
        ("(5, 9 | 3)", (5, 9, 3)),
        ("5,9|3", (5, 9, 3)),
        ("1^6,10", (1, 1, 1, 1, 1, 1, 10)),
        ("2^3,0^2", (2, 2, 2, 0, 0)),
        ("007", (7,)),
        (str(10**3999), (10**3999,)),
        ("1^1000", (1,) * 1000),
    ],
)
def test_a_position_is_read(text: str, position: tuple[int, ...]) -> None:
    assert parse_position(text) == position


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ((3, 5, 9), "3,5,9"),
        ((1,) * 3, "1,1,1"),
        ((1,) * 4, "1^4"),
        ((0, 2, 2, 2, 2, 2, 1), "0,2^5,1"),
        ((7,), "7"),
    ],
)
def test_a_position_is_written_and_reads_back(position: tuple[int, ...], text: str) -> None:
    assert format_position(position) == text
    assert parse_position(text) == position


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (text, repr(at))
        for text, at in [
            ("", ""),
            ("3,,5", ""),
            ("3,5,", ""),
            ("()", ""),
            ("3;5", "3;5"),
            ("a", "a"),
            ("-1", "-1"),
            ("2,1.5", "1.5"),
            ("1^", "1^"),
            ("^2", "^2"),
            ("4,1^2^3", "1^2^3"),
            ("(3,5", "(3"),
            ("3 - 5", "3 - 5"),
        ]
    ]
    + [
        ("x" * 100, f"'{'x' * 50} … xxxxx'"),
        ("1" * 1_000_001, f"'{'1' * 50} … 11111'"),
        ("1^1000001", "'1^1000001'"),
        ("1^600000,2^600000", "'1^600000,2^600000'"),
    ],
)
def test_what_is_no_position_is_refused(text: str, at: str) -> None:
    assert at in str(refusal(lambda: parse_position(text)))


@pytest.mark.parametrize(
    ("position", "shown"),
    [
        ((), "()"),
        ((3,), "(3,)"),
        ((3, -5), "(3, -5)"),
        ((10**60 - 1,), f"({10**60 - 1},)"),
        ((10**60,), "(a number of 61 digits,)"),
        ((10**61 - 1, -(10**60)), "(a number of 61 digits, a number of 61 digits)"),
        ((10**5000, 10**5000 - 1), "(a number of 5001 digits, a number of 5000 digits)"),
        ((10**5000, 1.5, None), "(a number of 5001 digits, 1.5, None)"),
        ((1, "x" * 100), f"(1, '{'x' * 49} … xxxx')"),
    ],
)
def test_a_position_in_a_message_stays_short(position: tuple[object, ...], shown: str) -> None:
    assert show_position(position) == shown
