"""Rules by cases are lowered to the expected linear families, and printed as they were written."""

from __future__ import annotations

import pickle

import pytest

from sprague.language.conditions import FALSE, TRUE
from sprague.rules import Family, Linear, Ruleset, parse
from sprague.rules.families import is_generated_name
from sprague.rules.lowering import lower_condition
from tests.snapshots import refusal


def families(text: str) -> list[str]:
    """The families of a rule, as moves are written."""
    rule = parse(text)
    return [
        f"{rule.ast.tuple_text(family.target)} where {', '.join(map(str, family.where))}".removesuffix(" where ")
        for family in rule.families
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What is linear stays as it is written.
        ("(a, b) -> (u, b) where 0 < u < a, u mod 2 = b mod 2", ["(u, b) where 0 < u < a, u mod 2 = b mod 2"]),
        # A bound by the least number needs no cases, one by the largest has two.
        ("(a, b) -> (a - k, b) where k <= min(a, b)", ["(a - k, b) where a - k >= 0, b - k >= 0"]),
        ("(a, b) -> (a - k, b) where k <= max(a, b)", ["(a - k, b) where a - k >= 0", "(a - k, b) where b - k >= 0"]),
        ("(a, b) -> (a - k, b) where |k - b| <= 1", ["(a - k, b) where b - k + 1 >= 0, k - b + 1 >= 0"]),
        # Equal to the larger of two: which of them it is, and that it is.
        (
            "(a, b) -> (a - k, b) where k = max(a, b)",
            ["(a - k, b) where b <= a, a - k = 0", "(a - k, b) where a < b, b - k = 0"],
        ),
        # Quotients are compared without dividing.
        ("(a) -> (a - k) where 1 <= k <= a div 2", ["(a - k) where 1 <= k, a - 2k >= 0"]),
        ("(a) -> (a - k) where k = a div 3", ["(a - k) where a - 3k >= 0, 3k - a + 2 >= 0"]),
        ("(a) -> (a - k) where k >= 1, not k > ceil(a/2)", ["(a - k) where k >= 1, a - 2k + 1 >= 0"]),
        # Among other terms their residues are the cases.
        (
            "(a) -> (a - 1) where 2*(a div 2) > 3",
            ["(a - 1) where a mod 2 = 0, 2a - 8 >= 0", "(a - 1) where a mod 2 = 1, 2a - 10 >= 0"],
        ),
        ("(a) -> (a - 1) where (a div 2) mod 2 = 1", ["(a - 1) where a mod 4 = 2", "(a - 1) where a mod 4 = 3"]),
        # Numbers in a row are one case.
        ("(a) -> (a - k) where k in {1, 2, 3, 7}", ["(a - k) where 1 <= k <= 3", "(a - k) where k = 7"]),
        ("(a) -> (a - k) where k in 2..4", ["(a - k) where 2 <= k <= 4"]),
        # `not` turns comparisons round, and `or` into `and`.
        ("(a) -> (a - k) where not (k = 0 or k > 3)", ["(a - k) where k != 0, k <= 3"]),
        ("(a) -> (a - k) where not 1 <= k <= 2", ["(a - k) where k < 1", "(a - k) where 2 < k"]),
        # Cases that contradict themselves are left out.
        ("(a) -> (a - k) where k in {1, 3}, k != 2, (k = 1 or k = 4)", ["(a - k) where k = 1, k != 2"]),
        # What a pile becomes: which is the larger, and a hidden choice for a quotient.
        (
            "(a, b) -> (|a - b|, b) where a >= 1",
            ["(a - b, b) where a >= 1, 0 <= a - b", "(b - a, b) where a >= 1, a - b < 0"],
        ),
    ],
)  # fmt: skip
def test_a_move_falls_into_families(text: str, expected: list[str]) -> None:
    assert families(text) == expected


def test_a_quotient_in_a_target_is_a_hidden_choice() -> None:
    rule = parse("(a, b) -> (a div 2, b - k) where k <= a div 2")
    (family,) = rule.families
    assert family.choices(rule.names) == ("k", "a div 2")
    assert [name for name in family.choices(rule.names) if is_generated_name(name)] == ["a div 2"]
    assert [(dict(move.choice), move.option) for move in rule.moves((3, 1))] == [({"k": 0}, (1, 1)), ({"k": 1}, (1, 0))]
    assert rule.move_to((10**30 + 1, 5), (5 * 10**29, 3)).choice == (("k", 2),)


def test_a_quotient_of_a_negative_number_is_rounded_down() -> None:
    rule = parse("(a, b) -> (a + ((a - b) div 2), b)")
    assert [rule.options((3, b)) for b in range(11)] == [
        [(3 + (3 - b) // 2, b)] if 3 + (3 - b) // 2 >= 0 else [] for b in range(11)
    ]


def test_a_move_is_known_by_its_number_as_it_is_written() -> None:
    rule = parse("(a) -> (a - k) where k = 1 or k = 3 ; (a div 2) where a >= 2")
    assert rule.move_numbers == (0, 0, 1)
    assert [(move.family, move.option) for move in rule.moves((5,))] == [(0, (4,)), (0, (2,))]
    assert [(move.family, move.option) for move in rule.moves((6,))] == [(0, (5,)), (0, (3,))]
    assert rule.describe().count("From (a)") == 2


@pytest.mark.parametrize(
    "text",
    [
        "(a) -> (a - 1) where " + ", ".join(f"(a != {2 * i} or a = {3 * i})" for i in range(1, 10)),
        f"(a) -> (a - k) where k in {{{', '.join(str(2 * i) for i in range(1, 502))}}}",
        "(a) -> (a - 1) where (a mod 1000) + (a mod 2) = 3",
    ],
)
def test_too_many_cases_are_refused(text: str) -> None:
    refusal(lambda: parse(text))


@pytest.mark.parametrize(
    "text", ["(a) -> (a - 1) where 2a = 1", "(a, b, c) -> (a - 1, b, c) where a < b, b < c, c < a"]
)
def test_a_move_that_can_never_be_made_is_a_family(text: str) -> None:
    rule = parse(text)
    assert len(rule.families) == 1
    assert rule.options((5,) * len(rule.piles)) == []


def test_always_and_never() -> None:
    assert lower_condition(TRUE) == ((),)
    assert lower_condition(FALSE) == ()
    assert parse("(a) -> (a - 1) stop when false") == parse("(a) -> (a - 1)")


def test_a_rule_made_of_families_is_written_as_they_are() -> None:
    made = Ruleset.from_families(("a", "b"), (Family.to((Linear.of("a") - 1, Linear.of("b"))),), blocks=((0, 1),))
    assert str(made) == "(a, b) -> (a - 1, b) any order"
    assert made == parse(str(made))


@pytest.mark.parametrize(
    "text",
    ["(a, b) -> (a div 2, max(a, b)) where a >= 1 or not b odd", "(a) -> (a - k) where k in {1, 3} stop when a = 2"],
)
def test_a_rule_is_what_is_written(text: str) -> None:
    rule = parse(text)
    again = pickle.loads(pickle.dumps(rule))
    assert again == rule == parse(str(rule))
    assert hash(again) == hash(rule)
    assert again.options((4,) * len(rule.piles)) == rule.options((4,) * len(rule.piles))


def test_rules_that_mean_the_same_differ_if_they_are_written_differently() -> None:
    one, other = (parse(f"(a) -> (a - k) where {condition}") for condition in ("k = 1 or k = 3", "k in {1, 3}"))
    assert one.families == other.families
    assert one != other
