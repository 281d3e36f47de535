"""Names in certificates: allowed names, and replacements for other names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.certificates.names import LONGEST_NAME, RESERVED, Names, is_name, new_name
from sprague.certificates.trees import names_of, read_rule, write_formula, write_rule
from sprague.language.statements import Statement
from sprague.rules import parse
from tests.properties.random_rules import examples


@pytest.mark.parametrize("name", ["a", "x1", "n_r", "a_", "u__v", "z" * LONGEST_NAME])
def test_a_name_fits(name: str) -> None:
    assert is_name(name)
    assert Names([name])[name] == name


@pytest.mark.parametrize(
    "name", ["", "A", "n_R", "1a", "_a", "a'", "α", "a b", "z" * (LONGEST_NAME + 1), *sorted(RESERVED)]
)
def test_another_name_does_not_fit(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["n_R", "n_B"], ["n_r", "n_b"]),
        (["n_R", "n_r"], ["n_r_1", "n_r"]),
        (["a'", "a''", "a"], ["a_1", "a_2", "a"]),
        (["a'", "a_1"], ["a_1_1", "a_1"]),
        (["α", "ω", "alpha"], ["alpha_1", "omega", "alpha"]),
        (["max", "max_1", "value"], ["max_2", "max_1", "value_1"]),
        (["A", "a", "A'"], ["a_1", "a", "a_1_1"]),
        (["the power of 2 below a"], ["the_power_of_2_below_a"]),
    ],
)
def test_names_are_rewritten_and_stay_different(names: list[str], expected: list[str]) -> None:
    spelling = Names(names)
    assert [spelling[name] for name in names] == expected


@examples(100)
@given(st.lists(st.text("aAbB1_'αβmaxin", min_size=1, max_size=45), max_size=8))
def test_every_name_gets_a_spelling_of_its_own(names: list[str]) -> None:
    spelling = Names(names, kept=["value"])
    assert all(is_name(new) or new == "value" for new in spelling.values())
    assert len(set(spelling.values())) == len(spelling)
    assert all(spelling[name] == name for name in names if is_name(name))


def test_a_long_name_is_cut_and_numbered() -> None:
    long = "z" * LONGEST_NAME
    found = new_name(long, [long])
    assert is_name(found)
    assert found != long


def test_a_choice_is_not_taken_for_a_pile() -> None:
    rule = parse("(a_1, b) -> (a_1 - a', b) where a' >= 1, a' <= b")
    names = names_of(rule)
    again = read_rule(write_rule(rule, names))
    assert again.piles == ("a_1", "b")
    assert again.ast.moves[0].choices(again.names) == ("a_1_1",)
    assert again.options((5, 3)) == rule.options((5, 3))


def test_the_spelling_of_a_rule_does_not_depend_on_claims() -> None:
    rule = parse("(n_R, b) -> (n_R - k, b) where k >= 1 any order")
    claim = Statement.read(rule, "exists n_r: n_R = 2n_r + b")
    names = names_of(rule, [claim.formula])
    assert write_rule(rule, names) == write_rule(rule)
    assert write_formula(claim.formula, names)[1] == "n_r_1"


def test_a_rule_keeps_its_meaning_under_other_names() -> None:
    rule = parse("(n_R, α | max) -> (n_R - k', α | k') where 1 <= k' <= max, α >= 2 stop when n_R = α")
    again = read_rule(write_rule(rule))
    assert again.names == ("n_r", "alpha", "max_1")
    for position in [(7, 2, 3), (5, 5, 1), (3, 2, 9), (9, 1, 9)]:
        assert again.options(position) == rule.options(position)
