"""Disjunctions described group by group."""

from __future__ import annotations

import pytest

from sprague.errors import NotationError
from sprague.language.statements import Statement, alternatives_sentences
from sprague.rules import parse
from tests.snapshots import snapshot

NIM = "(a, b, c) -> (u, b, c) where u < a any order"
CIRCLE = "(a, b, c) -> (a - 1, b - 1, c) in a circle"


@pytest.mark.parametrize(
    ("rule", "claim", "lines"),
    [
        (
            NIM,
            "in some order: a + b <= c and a is even or 2max < sum and sum mod 4 = 1 or all piles even",
            [
                "- a + b <= c and a is even",
                "- 2max < sum and sum mod 4 = 1",
                "- all piles even",
            ],
        ),
        (
            CIRCLE,
            "a = b + c and b <= 2 or b = c + a and c <= 2 or c = a + b and a <= 2",
            ["a = b + c, b <= 2."],
        ),
        # A turn is missing, or another condition stands in it: no circle.
        (
            CIRCLE,
            "a = b + c and b <= 2 or b = c + a and c <= 2 or c = a + b and a <= 3",
            [
                "- a = b + c and b <= 2",
                "- b = c + a and c <= 2",
                "- c = a + b and a <= 3",
            ],
        ),
        # What follows the colon belongs to it: the text cannot be cut there.
        (NIM, "a = 0 and b = c or all piles x: x = 1 or x = 3 or x is even and x > 6", []),
        (
            NIM,
            "max >= 2 and xor = 0 or max <= 1 and xor = 1",
            ["- max >= 2 and xor = 0", "- max <= 1 and xor = 1"],
        ),
        (NIM, "a = 0 or b = 0 or c = 0", []),
        (NIM, "for every order: a = 0 and b = 1 or b = c or a = b", []),
        (NIM, "xor = 0", []),
        # An `or` of groups as it is reckoned with, but not as it is written.
        ("(a, b, c, d) -> (u, b, c, d) where u < a any order", "at least 3 piles = min", []),
    ],
)
def test_groups_are_listed_one_by_one(rule: str, claim: str, lines: list[str]) -> None:
    found = alternatives_sentences(parse(rule), claim)
    assert [line.split(": ")[-1] for line in found if not line.endswith(":")] == lines
    snapshot("\n".join(found))


@pytest.mark.parametrize(
    ("claim", "column"),
    [
        ("value = a + b mod 2", 13),
        ("a xor b mod 2 = value", 9),
        ("power = a + b mod 2", 13),
        ("exists value: a + b mod 2 = value", 19),
        ("a power of 2 and a + b mod 2 = 0", 22),
    ],
)
def test_a_mistake_in_a_claim_about_values_is_reported_where_it_is(claim: str, column: int) -> None:
    with pytest.raises(NotationError, match="brackets before 'mod'") as caught:
        Statement.read_claim(parse("(a, b) -> (u, b) where u < a any order"), claim)
    assert caught.value.column == column
