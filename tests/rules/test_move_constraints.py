"""The linear constraints of a move family, which every move satisfies."""

from __future__ import annotations

import pytest

import sprague
from sprague.rules import Linear, parse
from sprague.rules.move_constraints import MoveConstraints


def facts_of(text: str, number: int = 0) -> MoveConstraints:
    return parse(text).constraints[number]


def texts(terms: tuple[Linear, ...]) -> list[str]:
    return [str(term) for term in terms]


def test_facts_say_what_the_floors_and_the_conditions_say() -> None:
    facts = facts_of("(a, b) -> (a - k, b) where 1 <= k <= 2b, a mod 2 = 0, a + b = 7 piles >= 1")
    assert facts.choices == ("k",)
    assert {name: str(entry) for name, entry in facts.reached.items()} == {"a": "a - k", "b": "b"}
    assert texts(facts.left_domain) == ["a - 1", "b - 1"]
    assert texts(facts.reached_domain) == ["a - k - 1", "b - 1"]
    assert facts.equations == (7 - Linear.sum("ab"),)
    assert texts(facts.inequalities)[:3] == ["k", "k - 1", "2b - k"]
    assert [str(condition) for condition in facts.others] == ["a mod 2 = 0"]
    assert facts.kept == ("b",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Each once, and only what says something; a residue is at least linear in its bounds.
        ("(a) -> (u) where u < a", ["a", "u", "a - u - 1"]),
        ("(a) -> (a - 1)", ["a", "a - 1"]),
        ("(a | t) -> (a - d | d) where 1 <= d <= t", ["a", "t", "a - d", "d", "d - 1", "t - d"]),
        ("(a, b) -> (u, v) where u + v = b", ["a", "b", "u", "v", "u + v - b", "b - u - v"]),
    ],
)
def test_all_facts_as_inequalities(text: str, expected: list[str]) -> None:
    assert sorted(texts(facts_of(text).all)) == sorted(expected)


def test_choices_that_equations_determine_are_written_in_terms_of_the_others() -> None:
    facts = facts_of("(a, b) -> (u, v) where u + v = b").solved
    assert facts.choices == ("u",)
    assert str(facts.reached["b"]) == "b - u"
    assert "b - u" in texts(facts.all)
    assert facts.equations == ()


@pytest.mark.parametrize(
    ("text", "contradictory"),
    [
        ("(a) -> (a - 1)", False),
        ("(a, b) -> (u, b) where u = b, 2u = 2b + 1", True),
    ],
)
def test_facts_may_contradict_themselves(text: str, contradictory: bool) -> None:
    assert facts_of(text).solved.is_contradictory is contradictory


def test_by_how_much_a_term_falls() -> None:
    facts = facts_of("(x, y) -> (x - 2, y + k) where k <= 3")
    assert facts.fall(2 * Linear.of("x") + Linear.of("y")) == 4 - Linear.of("k")


def test_nothing_is_known_of_an_entry_that_a_function_gives() -> None:
    facts = sprague.game("dynamic-nim", piles=1, limit=lambda taken: taken + 1).constraints[0]
    (pile,) = facts.reached
    assert facts.fall(Linear.of(pile)) is not None
    assert facts.fall(Linear.of("t")) is None


@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        ("(a, b) -> (a - 2, b) ; (a - 1, b + 1) where a > b", ((-2, 0), (-1, 1))),
        ("(a | t) -> (a - 1 | t - 1)", ((-1, -1),)),
        ("(a, b) -> (a - 2, b) ; (u, b) where u < a", None),
        ("(a, b) -> (b, a - 1)", None),
    ],
)
def test_what_moves_add(text: str, vectors: tuple[tuple[int, ...], ...] | None) -> None:
    assert parse(text).vectors == vectors


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("(a, b) -> (a - 1, b)", (("a",), ("b",))),
        ("(a, b, c | t) -> (a - 1, b, c | t) any order of b, c", (("b", "c"), ("a",), ("t",))),
        ("(a, b, c) -> (a - 1, b, c) any order", (("a", "b", "c"),)),
    ],
)
def test_entries_that_may_come_in_any_order(text: str, alike: tuple[tuple[str, ...], ...]) -> None:
    assert parse(text).pile_groups == alike
