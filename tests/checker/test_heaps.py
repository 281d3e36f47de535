"""Periods of games that break heaps."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import sprague
from sprague.certificates.trees import write_rule
from sprague.certificates.writer import write_breakings
from sprague.checker import Budget, NotVerified, verify
from sprague.checker.heap_saltus import check_rise
from sprague.checker.heap_sets import heaps_in_doubt
from sprague.checker.heaps import OptionValues
from sprague.checker.listed_moves import HeapMove, heap_options
from sprague.checker.trees import read_rule
from sprague.limits import Limits
from sprague.periods.period import Period
from sprague.rules.octal_codes import code_rule_text, parse_code
from sprague.tables.heap_values import HeapValues
from tests.checker.kind_samples import Certificate, HeapOracle, changed, edit, variants, verdict, written
from tests.layers import sample
from tests.snapshots import refused, snapshot

CODES = ("0.77", "0.07", "0.137", "0.051", "0.A", "0.B", "4.3")
RISING = ("8.0", "0.8", "0.C", "0.0F", "0.A8", "0.28")
SUBTRACTION = "take 1 to 3"
RULES = (
    "(n) -> (u) + (v) where u + v = n - 1, n >= 20 ; (n - 2)",
    "(n) -> (u) + (v) where u + v = n - 1, 1 <= u < v ; (n - 1)",
    "(n) -> (0) where n = 2 ; (n - 3)",
    "(n) -> (u) + (v) + (w) where u + v + w = n - 2",
)


@cache
def _certificate(name: str) -> Certificate:
    if name == SUBTRACTION:
        rule = {"piles": ["n"], "moves": [{"to": [[["-", "n", "k"]]], "where": ["compare", 1, "<=", "k", "<=", 3]}]}
        moves = [heap_move(taken, parts) for taken in (1, 2, 3) for parts in (0, 1)]
        hints = {"mask": 0, "turns": False}
        heaps = {"moves": moves, "preperiod": 0, "period": 4, "saltus": 0, "values": [0, 1, 2, 3], **hints}
        head = {"format": "sprague-certificate", "version": 2, "kind": "heaps", "play": "normal"}
        return {**head, "rule": rule, "heaps": heaps}
    text = name if "->" in name else code_rule_text(name)
    found = sprague.find_period(sprague.game(text), budget=Limits(positions=2**14))
    assert isinstance(found, Period)
    return written(found.certificate())


def certificate(name: str) -> Certificate:
    """A fresh copy of a true certificate."""
    return copy.deepcopy(_certificate(name))


def heap_move(taken: int, parts: int, distinct: bool = False, heap: int = 0) -> Certificate:
    return {"taken": taken, "parts": parts, "distinct": distinct, "heap": heap}


@pytest.mark.parametrize("name", sample([*CODES, *RISING, *RULES, SUBTRACTION], 3))
def test_true_periods_are_verified(name: str) -> None:
    data = certificate(name)
    assert verdict(data) == "verified"
    oracle = HeapOracle(data["rule"])
    for heap, value in enumerate(data["heaps"]["values"][:25]):
        assert value == oracle.grundy(heap)


def test_the_theorem_has_the_period() -> None:
    snapshot(verify(certificate("0.77")).theorem)
    snapshot(verify(certificate("0.A8")).theorem)


@pytest.mark.slow
def test_any_other_value_is_refused() -> None:
    chance = random.Random(2)
    for place in range(71 + 12):
        value = certificate("0.77")["heaps"]["values"][place]
        other = chance.choice([one for one in range(10) if one != value])
        with pytest.raises(NotVerified):
            verify(changed(certificate("0.77"), edit(f"heaps/values/{place}", other)))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CODES, *RISING, *RULES, SUBTRACTION])
def test_other_listed_moves_are_refused(name: str) -> None:
    data = certificate(name)
    moves = data["heaps"]["moves"]
    for number, one in enumerate(moves):
        if len(moves) > 1:
            assert verdict(changed(data, edit("heaps/moves", moves[:number] + moves[number + 1 :]))) == "NotVerified"
        for other in (
            one | {"taken": one["taken"] + 1},
            one | {"parts": one["parts"] + 1},
            one | {"heap": one["taken"] + one["parts"] + 5},
            *([one | {"distinct": not one["distinct"]}] if one["parts"] > 1 else []),
        ):
            assert verdict(changed(data, edit(f"heaps/moves/{number}", other))) == "NotVerified"
    assert verdict(changed(data, edit("heaps/moves", [*moves, heap_move(40, 1)]))) == "NotVerified"
    assert verdict(changed(data, edit("heaps/moves", [*moves, moves[0]]))) == "verified"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["0.77", "0.137", "0.A8", *RULES, SUBTRACTION])
def test_another_rule_is_refused(name: str) -> None:
    data = certificate(name)
    listed = {tuple(sorted(one.items())) for one in data["heaps"]["moves"]}
    for rule in variants(data["rule"]):
        changed_rule = data | {"rule": rule}
        if verdict(changed_rule) == "verified":
            own, other = HeapOracle(data["rule"]), HeapOracle(rule)
            assert all(own.options(heap) == other.options(heap) for heap in range(25)), (rule, listed)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_options_of_a_heap_are_those_of_the_rule(name: str) -> None:
    tree = certificate(name)["rule"]
    options, oracle = heap_options(read_rule(tree, splits=True), Budget()), HeapOracle(tree)
    options.check_smaller()
    for heap in range(25):
        assert {tuple(sorted(option)) for option in options.of_heap(heap)} == oracle.options(heap)


def test_different_heaps_are_not_equal() -> None:
    """Grundy's game: break a heap into two different heaps."""
    where = ["and", ["compare", ["+", "u", "v"], "=", "n"], ["compare", 1, "<=", "u", "<", "v"]]
    oracle = HeapOracle({"piles": ["n"], "moves": [{"to": [["u"], ["v"]], "where": where}]})
    values = [oracle.grundy(heap) for heap in range(30)]
    assert values[:10] == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]
    options = OptionValues([HeapMove(0, 2, True, 0)], values, Budget())
    assert [options.mex(heap) for heap in range(30)] == values
    equal = OptionValues([HeapMove(0, 2, False, 0)], values, Budget())
    assert [equal.mex(heap) for heap in range(30)] != values


def twice(data: Certificate) -> None:
    heaps = data["heaps"]
    more = [value + heaps["saltus"] for value in heaps["values"][heaps["preperiod"] :]]
    heaps.update(period=2 * heaps["period"], saltus=2 * heaps["saltus"], values=heaps["values"] + more)


def later(data: Certificate) -> None:
    heaps = data["heaps"]
    value = heaps["values"][heaps["preperiod"]] + heaps["saltus"]
    heaps.update(preperiod=heaps["preperiod"] + 1, values=[*heaps["values"], value])


def sooner(data: Certificate) -> None:
    heaps = data["heaps"]
    heaps.update(preperiod=heaps["preperiod"] - 1, values=heaps["values"][:-1])


def shorter(data: Certificate) -> None:
    heaps = data["heaps"]
    heaps.update(period=heaps["period"] // 2, values=heaps["values"][: heaps["preperiod"] + heaps["period"] // 2])


@pytest.mark.parametrize("name", ["0.77", "0.137", "0.A8", "8.0"])
@pytest.mark.parametrize("change", [twice, later, sooner, shorter])
def test_another_period_or_preperiod_is_refused(name: str, change: Callable[[Certificate], None]) -> None:
    assert verdict(changed(certificate(name), change)) == "NotVerified"


def test_a_period_of_a_subtraction_game_may_be_longer_than_the_chips_taken() -> None:
    """The heaps that are examined are fewer than two periods."""
    data = certificate(SUBTRACTION)
    period = data["heaps"]["period"]
    for times in (3, 5, 7):
        values = data["heaps"]["values"] * times
        other = changed(data, edit("heaps/period", period * times), edit("heaps/values", values))
        assert verdict(other) == "NotVerified"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("heaps/period", 0, "NotACertificate"),
        ("heaps/turns", 1, "NotACertificate"),
        ("heaps/preperiod", 70, "NotACertificate"),
        ("heaps/preperiod", -1, "NotACertificate"),
        ("heaps/more", 1, "NotACertificate"),
        ("heaps/values", [10**9] * 83, "NotACertificate"),
        ("heaps/saltus", 1, "NotVerified"),
        ("heaps/moves", [], "NotACertificate"),
        ("heaps/moves/0", heap_move(0, 1), "NotACertificate"),
        ("heaps", 3, "NotACertificate"),
        ("play", "misere", "NotACertificate"),
        ("rule/stop", ["compare", "n", "=", 1], "NotACertificate"),
        ("rule/win", ["compare", "n", "=", 1], "NotACertificate"),
        ("rule/positions", ["compare", "n", "<=", 9], "NotACertificate"),
        ("rule/least_pile", 1, "NotACertificate"),
        ("rule/block", 1, "NotACertificate"),
        ("rank", {"terms": ["n"]}, "NotACertificate"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(path: str, value: object, expected: str) -> None:
    assert verdict(changed(certificate("0.77"), edit(path, value))) == expected


def test_a_rule_whose_play_does_not_end_is_refused() -> None:
    split: Any = {"piles": ["n"], "moves": [{"to": [["u"], ["v"]], "where": ["compare", ["+", "u", "v"], "=", "n"]}]}
    assert verdict(certificate("4.3") | {"rule": split}) == "NotVerified"


def test_different_heaps_of_three_are_out_of_reach() -> None:
    order = ["compare", 1, "<=", "u", "<", "v", "<", "w"]
    where = ["and", order, ["compare", ["+", "u", "v", "w"], "=", ["-", "n", 1]]]
    rule = {"piles": ["n"], "moves": [{"to": [["u"], ["v"], ["w"]], "where": where}]}
    data = changed(certificate("0.8") | {"rule": rule}, edit("heaps/moves", [heap_move(1, 3, True)]))
    assert verdict(data) == "OutOfReach"


# ------------------------------------------------------------------------------ masks


@pytest.mark.parametrize("mask", [0, 1, 5, 15, 255])
def test_any_mask_will_do(mask: int) -> None:
    for turns in (False, True):
        hints = edit("heaps/mask", mask), edit("heaps/turns", turns)
        assert verdict(changed(certificate("0.77"), *hints)) == "verified"
        assert verdict(changed(certificate("0.77"), *hints, edit("heaps/values/82", 3))) == "NotVerified"


@pytest.mark.parametrize("text", ["0.104", "0.156", "4.102"])
def test_wrong_heaps_are_among_those_in_doubt(text: str) -> None:
    """For every mask, and whichever value is changed."""
    moves = [HeapMove(one.taken, one.parts, one.distinct, one.heap) for one in parse_code(text)]
    chance, right = random.Random(text), HeapValues(parse_code(text)).up_to(300).tolist()
    for _ in range(40):
        mask, turns = chance.choice([1, 7, 0b10111, chance.randrange(64)]), chance.random() < 0.5
        values = list(right)
        place = chance.randrange(1, 300)
        values[place] = chance.choice([value for value in range(12) if value != right[place]])
        assert place in heaps_in_doubt(moves, values, mask, turns, Budget())


def test_few_heaps_are_examined_one_by_one() -> None:
    moves = [HeapMove(one.taken, one.parts, one.distinct, one.heap) for one in parse_code("0.77")]
    values = HeapValues(parse_code("0.77")).up_to(5000).tolist()
    assert len(set(heaps_in_doubt(moves, values, 0b1111, False, Budget()))) < 100


# ------------------------------------------------------------------------------ values that rise


def test_a_rise_that_is_changed_is_refused() -> None:
    data = certificate("0.A8")
    values = data["heaps"]["values"]
    for saltus in (0, 1, 3, 4, 5_000_000):
        assert verdict(changed(data, edit("heaps/saltus", saltus))) in ("NotVerified", "OutOfReach")
    for place, value in enumerate(values):
        assert verdict(changed(data, edit(f"heaps/values/{place}", value + 1))) == "NotVerified"


@pytest.mark.parametrize(
    ("code", "preperiod", "period", "saltus", "expected"),
    [("0.3F", 0, 6, 3, "OutOfReach"), ("0.8F", 7, 7, 4, "NotVerified")],
)
def test_a_rise_of_the_first_values_is_not_enough(
    code: str, preperiod: int, period: int, saltus: int, expected: str
) -> None:
    game = sprague.game(code_rule_text(code))
    values = HeapValues(parse_code(code)).up_to(preperiod + period).tolist()
    heaps = {"preperiod": preperiod, "period": period, "saltus": saltus, "values": values, "mask": 0, "turns": False}
    data = certificate("0.8") | {"rule": write_rule(game), "heaps": {"moves": write_breakings(game), **heaps}}
    assert verdict(data) == expected


def test_a_rise_whose_options_may_have_its_value_is_not_verified() -> None:
    moves = [HeapMove(1, 3, False, 0)]
    with refused(NotVerified):
        check_rise(moves, [0, *((n - 1) // 6 for n in range(1, 20))], 1, 6, 1, Budget())


# ------------------------------------------------------------------------------ claims


@pytest.mark.parametrize(
    ("name", "about", "formula", "expected"),
    [
        (SUBTRACTION, "p-positions", ["compare", ["mod", "n", 4], "=", 0], "verified"),
        (SUBTRACTION, "p-positions", ["compare", ["mod", "n", 4], "=", 1], "NotVerified"),
        (SUBTRACTION, "value", ["compare", "value", "=", ["mod", "n", 4]], "verified"),
        (SUBTRACTION, "value", ["compare", "value", "<=", ["mod", "n", 4]], "NotVerified"),
        ("4.3", "power", ["compare", "power", "=", ["min", ["+", "n", 1], 4]], "NotVerified"),
        ("0.8", "p-positions", ["compare", "n", "<=", 3], "verified"),
        ("0.8", "value", ["compare", "value", "=", ["div", "n", 4]], "unproved claim"),
    ],
)  # fmt: skip
def test_claims_about_heaps(name: str, about: str, formula: Any, expected: str) -> None:
    claim = {"formula": formula, "order": "written", "about": about}
    assert verdict(certificate(name) | {"claims": [claim]}) == expected


def test_claims_about_powers() -> None:
    data = certificate(SUBTRACTION)
    cases = [["and", ["compare", ["mod", "n", 4], "=", r], ["compare", "power", "=", 2**r]] for r in range(4)]
    claim = {"formula": ["or", *cases], "order": "written", "about": "power"}
    assert verdict(data | {"claims": [claim]}) == "verified"
    claim["formula"] = ["or", *cases[:-1]]
    assert verdict(data | {"claims": [claim]}) == "NotVerified"


# ------------------------------------------------------------------------------ resources


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("heaps/moves/0/taken", 2**62),
        ("heaps/moves/0/parts", 2**62),
        ("heaps/moves/0/heap", 2**62),
        ("heaps/preperiod", 2**62),
        ("heaps/period", 2**62),
        ("heaps/saltus", 2**62),
        ("heaps/moves", [heap_move(n, 2) for n in range(1, 9_000)]),
        ("rule/moves/0/to", [["u"] for _ in range(10)]),
        ("rule/moves/0/where", ["compare", ["mod", ["+", "u", "v"], 10**30], "=", "n"]),
    ],
)
def test_large_numbers_end_within_the_budget(path: str, value: object) -> None:
    data = changed(certificate("0.77"), edit(path, value))
    assert verdict(data, Budget(steps=50_000, seconds=None)) != "verified"


def test_true_moves_with_large_numbers_are_out_of_reach() -> None:
    """The moves are those of the rule, but too many heaps must be examined, or they have too many options."""
    data = certificate(SUBTRACTION)
    for taken in (10**6, 10**12, 2**62):
        rule = {"piles": ["n"], "moves": [{"to": [[["-", "n", taken]]], "where": ["and"]}]}
        moves = [heap_move(taken, 0), heap_move(taken, 1)]
        large = changed(data | {"rule": rule}, edit("heaps/moves", moves))
        assert verdict(large, Budget(steps=50_000, seconds=None)) == "OutOfReach"
    chance = random.Random(1)
    values = [chance.randrange(5_000_000) for _ in range(3_000)]
    many = changed(certificate("0.A8"), edit("heaps/values", values), edit("heaps/period", 2_999))
    assert verdict(changed(many, edit("heaps/mask", 1)), Budget(steps=50_000, seconds=None)) != "verified"
