"""Hints: which moves have one, and that the conditions in them are equivalent to those of the rule."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import event, given, reject

import sprague
from sprague.certificates.hints import write_hints
from sprague.certificates.trees import names_of, read_formula
from sprague.certificates.writing import write_certificate
from sprague.formulas.truth import truth
from sprague.rules import Ruleset, parse
from tests.properties.everything import Meant, any_rule
from tests.properties.rules import examples
from tests.properties.test_rules import attempt


def check_conditions(rule: Ruleset, most: int) -> None:
    """Every condition of a hint is true of the same positions and choices as that of the move."""
    hints = write_hints(rule, names := names_of(rule)) or []
    for move, hint in zip(rule.written.moves, hints, strict=False):
        if hint is None or "where" not in hint:
            continue
        known = [*rule.names, *move.choices(rule.names)]
        condition = read_formula(hint["where"], {names[name] for name in known})
        for numbers in product(range(most), repeat=len(known)):
            values = dict(zip(known, numbers, strict=True))
            spelt = {names[name]: number for name, number in values.items()}
            assert truth(condition, spelt) == truth(move.where, values), (str(rule), values)


NIM_OF_MOORE = "(a, b, c) -> (u, v, w) where u <= a, v <= b, w <= c, u + v + w < a + b + c"


@pytest.mark.parametrize(
    ("game", "order", "sums"),
    [
        (NIM_OF_MOORE, [["u"], ["v"], ["w"]], None),
        ("(a, b, c) -> (a - i, b - j, c - k) where i + j + k >= 1", [["i"], ["j"], ["k"]], None),
        ("exact-nim:piles=4,least=3,most=3", [["u"], ["v"], ["w"]], None),
        ("empty-redistribute:boxes=3", [["u", "v", "w"], ["s"]], ["+", "a", "b"]),
        ("empty-all-but-one:boxes=3", [["u", "v", "w"]], None),
        (
            "(a, s, c) -> (u, v, w) where 2a + s = u + v + w piles >= 1",
            [["u", "v", "w"], ["s_1"]],
            ["+", ["*", 2, "a"], "s"],
        ),
    ],
)
def test_a_move_that_changes_many_entries_has_a_hint(game: str, order: object, sums: object) -> None:
    rule = sprague.game(game)
    (hint,) = write_hints(rule) or []
    assert hint["order"] == order
    assert [one["term"] for one in hint.get("sums", [])] == ([] if sums is None else [sums])
    check_conditions(rule, 3)


def test_a_disjunction_has_no_condition_on_two_choices() -> None:
    (hint,) = write_hints(parse(NIM_OF_MOORE)) or []
    word, *cases = hint["where"]
    assert word == "or"
    assert [case[-1] for case in cases] == [
        ["compare", "u", "<", "a"],
        ["compare", "v", "<", "b"],
        ["compare", "w", "<", "c"],
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "(a, b, c) -> (u, b, c) where u < a any order",
        "(a, b) -> (u, v) where u <= a, v <= b, u + v < a + b",
        "(a, b, c) -> (a - k, b - k, c - k) where k >= 1",
        "(a, b, c) -> (u, v, w) where u + v + w = a, u <= b",
        "(a, b, c) -> (a - i, b - j, c - k) where i + j >= 1, j + k >= 1",
        "(a, b, c) -> (u, v, w) where u + v + w < a + b + c",
        "(a, b, c) -> (u, v, w) where u <= a, v <= b, w <= c, 2u + v + w < a + b + c",
        "(n) -> (u) + (v) + (w) where u + v + w = n - 1",
    ],
)
def test_other_moves_have_no_hint(rule: str) -> None:
    assert write_hints(parse(rule)) is None


@examples(40)
@given(any_rule())
def test_conditions_of_random_hints_are_equivalent(meant: Meant) -> None:
    rule = attempt(meant.text)
    if isinstance(rule, str) or rule.obstacle is not None:
        reject()
    event(f"hints: {write_hints(rule) is not None}")
    check_conditions(rule, 3 if len(rule.names) < 3 else 2)


def test_a_certificate_has_hints_where_a_move_has_one() -> None:
    rule = parse(NIM_OF_MOORE)
    evidence = {"numeration": [2], "automaton": {"transitions": [[0] * 8], "accepting": []}}
    found = write_certificate(rule, kind="p-positions", misere=False, evidence=evidence, rank=rule.rank)
    assert found["hints"] == {"moves": write_hints(rule)}
    plain = parse("(a, b, c) -> (u, b, c) where u < a any order")
    assert "hints" not in write_certificate(plain, kind="p-positions", misere=False, evidence=evidence, rank=plain.rank)
