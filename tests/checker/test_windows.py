"""Windows: periods of games with finitely many moves."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from sprague.checker import Budget, NotVerified, OutOfReach, verify
from sprague.checker.evaluation import evaluate_formula
from sprague.checker.trees import read_rule
from sprague.checker.trends import settles
from sprague.periods.period import Period, find_period
from tests.checker import literal_interpreter as literal
from tests.checker.kind_samples import Certificate, changed, edit, variants, verdict, written
from tests.checker.test_evaluation import RandomTrees
from tests.snapshots import refused, snapshot

#: A game, whether outcomes are meant instead of Grundy values, and misère play.
GAMES = {
    "cookies": ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", False, False),
    "preperiod": ("(x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 2, y + 2)", False, False),
    "misère": ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", True, True),
    "parts": ("(a, b) -> (a - k, b) where 1 <= k <= 2 any order", False, False),
    "order": ("(a, b) -> (a - k, b) where 1 <= k <= 2 any order", True, True),
    "conditions": ("(x, y) -> (x - 2, y) where x mod 3 = 1 ; (x - 1, y) ; (x, y - 1) where x + y >= 5", False, False),
    "win": ("(x) -> (x - 1) ; (x - 3) where x >= 5 piles >= 1 win when x <= 2", True, True),
    "stop": ("(x, y) -> (x - 1, y) ; (x, y - 1) stop when x + y <= 2", True, True),
    "idle": ("(x, y) -> (x - 2, y + 1) ; (x - 3, y)", False, False),
    "circle": ("(a, b, c) -> (a - 1, b, c) ; (a - 2, b, c) in a circle", False, False),
    "take 1 or 2": ("(x) -> (x - 1) ; (x - 2)", False, False),
    "powers": ("(x) -> (x - k) where 1 <= k <= 9, k power of 3", False, False),
}


@cache
def _certificate(name: str) -> Certificate:
    game, outcomes, misere = GAMES[name]
    found = find_period(game, what="outcome" if outcomes else "grundy", misere=misere)
    assert isinstance(found, Period)
    return written(found.certificate())


def certificate(name: str) -> Certificate:
    """A fresh copy of a true certificate."""
    return copy.deepcopy(_certificate(name))


def value_at(window: Certificate, heights: tuple[int, ...]) -> Any:
    """The value of a window at some heights, with periods subtracted."""
    value = window["values"]
    for height, m, p in zip(heights, window["preperiods"], window["periods"], strict=True):
        value = value[height if height < m + p else m + (height - m) % p]
    return value


def is_right(data: Certificate, more: int = 3) -> bool:
    """Whether a certificate with one window states right values of all positions up to some height."""
    rule, misere = read_rule(data["rule"]), data["play"] == "misere"
    (window,) = data["window"]["windows"]
    place = {pile: number for number, pile in enumerate(window["piles"])}

    @cache
    def value(position: tuple[int, ...]) -> int:
        reached = {value(option) for option in literal.options(rule, position, 10)}
        if data["window"]["what"] == "grundy":
            return next(number for number in range(len(reached) + 1) if number not in reached)
        if not reached and misere:
            return int(not literal.holds(rule.win, dict(zip(rule.piles, position, strict=True))))
        return int(0 in reached)

    sizes = [m + p + more for m, p in zip(window["preperiods"], window["periods"], strict=True)]
    for heights in product(*map(range, sizes)):
        position = tuple((heights[place[n]] if n in place else 0) + rule.least_pile for n in range(len(rule.piles)))
        if value_at(window, heights) != value(position):
            return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_a_true_window_is_verified(name: str) -> None:
    assert verdict(certificate(name)) == "verified"
    if len(certificate(name)["window"]["windows"]) == 1:
        assert is_right(certificate(name))


def test_the_theorem_has_periods_and_the_example_of_an_error_is_a_position() -> None:
    snapshot(verify(certificate("preperiod")).theorem)
    assert "y does not matter" in verify(certificate("idle")).theorem
    wrong = changed(certificate("cookies"), edit("window/windows/0/values/1/1", 3))
    with refused(NotVerified):
        verify(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_window_with_another_value_is_refused(name: str) -> None:
    for number, window in enumerate(certificate(name)["window"]["windows"]):
        places = product(*(range(m + p) for m, p in zip(window["preperiods"], window["periods"], strict=True)))
        for heights in list(places)[:20]:
            path = "/".join(map(str, ("window/windows", number, "values", *heights)))
            value = value_at(window, heights)
            for other in {0, 1, 2, value + 1} - {value}:
                assert verdict(changed(certificate(name), edit(path, other))) == "NotVerified"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_step_more_or_less_or_another_one_is_refused(name: str) -> None:
    steps = certificate(name)["window"]["steps"]
    for number, step in enumerate(steps):
        assert verdict(changed(certificate(name), edit(f"window/steps/{number}", ...))) == "NotVerified"
        vector = [*step["vector"][:-1], step["vector"][-1] - 1]
        assert verdict(changed(certificate(name), edit(f"window/steps/{number}/vector", vector))) == "NotVerified"
        if step["where"] != ["and"]:
            assert verdict(changed(certificate(name), edit(f"window/steps/{number}/where", ["and"]))) == "NotVerified"
        more = {**step, "vector": [-7, *step["vector"][1:]]}
        assert verdict(changed(certificate(name), edit("window/steps", [*steps, more]))) == "NotVerified"
        again = {**step, "where": ["and", step["where"], ["compare", 0, "<=", 1]]}
        assert verdict(changed(certificate(name), edit("window/steps", [*steps, again]))) == "verified"


@pytest.mark.parametrize("name", GAMES)
def test_another_rule_of_the_same_shape_is_refused_unless_it_has_the_same_values(name: str) -> None:
    accepted = 0
    for rule in variants(certificate(name)["rule"]):
        data = certificate(name) | {"rule": rule}
        if verdict(data) == "verified":
            accepted += 1
            assert len(data["window"]["windows"]) > 1 or is_right(data), rule
    assert accepted <= 2


@pytest.mark.parametrize("name", GAMES)
def test_misere_for_normal_play_is_refused(name: str) -> None:
    normal = certificate(name)["play"] == "normal"
    data = certificate(name) | {"play": "misere" if normal else "normal"}
    if name == "win":  # play always ends there, so that there is no difference
        assert verdict(data) == "verified"
        return
    assert verdict(data) in ("NotVerified", "NotACertificate")
    if normal:
        assert verdict(changed(data, edit("window/what", "outcome"))) == "NotVerified"


def doubled(data: Certificate) -> None:
    """The first window with twice the first period."""
    window = data["window"]["windows"][0]
    m, p = window["preperiods"][0], window["periods"][0]
    window["values"] += window["values"][m : m + p]
    window["periods"][0] = 2 * p


def doubled_with_reasons(data: Certificate) -> None:
    """Twice the first period, with heights that do not show that it is the least."""
    doubled(data)
    window = data["window"]["windows"][0]
    window["too_short"][0] = [[2, [0] * len(window["piles"])]]


def later(data: Certificate) -> None:
    """The first window with a preperiod that is greater by 1."""
    window = data["window"]["windows"][0]
    m = window["preperiods"][0]
    window["values"].append(window["values"][m])
    window["preperiods"][0] = m + 1
    window["too_soon"][0] = [m] + [0] * (len(window["piles"]) - 1)


def halved(data: Certificate) -> None:
    """The first window with half the first period."""
    window = data["window"]["windows"][0]
    p = window["periods"][0]
    window["periods"][0] = p // 2
    del window["values"][-(p - p // 2) :]


def later_with_an_earlier_reason(data: Certificate) -> None:
    """A preperiod that is greater by 1, with the height that shows that the true one is the least."""
    reason = data["window"]["windows"][0]["too_soon"][0]
    later(data)
    data["window"]["windows"][0]["too_soon"][0] = reason


def doubled_with_an_earlier_reason(data: Certificate) -> None:
    """Twice the first period, with heights before the preperiod at which the true one fails."""
    doubled(data)
    window = data["window"]["windows"][0]
    window["too_short"][0] = [[2, window["too_soon"][0]]]


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("preperiod", later_with_an_earlier_reason, "NotVerified"),
        ("preperiod", doubled_with_an_earlier_reason, "NotVerified"),
        ("cookies", doubled, "NotVerified"),
        ("cookies", doubled_with_reasons, "NotVerified"),
        ("cookies", later, "NotVerified"),
        ("cookies", halved, "NotVerified"),
        ("preperiod", edit("window/windows/0/too_soon/0", None), "NotVerified"),
        ("preperiod", edit("window/windows/0/too_short/0", []), "NotVerified"),
        ("preperiod", edit("window/windows/0/too_short/0/0/0", 4), "NotVerified"),
        ("cookies", edit("window/idle", [0]), "NotACertificate"),
        ("parts", edit("window/what", "outcome"), "NotVerified"),
        ("parts", edit("window/idle", [0]), "NotACertificate"),
        ("idle", edit("window/windows/0/piles", [1]), "NotACertificate"),
        ("cookies", edit("window/windows/0/periods/0", 0), "NotACertificate"),
        ("cookies", edit("window/windows/0/periods/0", 5), "NotACertificate"),
        ("cookies", edit("window/windows/0/values/0/0", -1), "NotACertificate"),
        ("cookies", edit("window/windows/0/values/0/0", True), "NotACertificate"),
        ("cookies", edit("window/windows", []), "NotACertificate"),
        ("cookies", edit("window/what", "hope"), "NotACertificate"),
        ("cookies", edit("window/steps/0/where", ["compare", "z", "=", 1]), "NotACertificate"),
        ("cookies", edit("rule/remembered", ["t"]), "NotACertificate"),
        ("cookies", edit("rule/positions", ["compare", "x", "!=", 3]), "NotACertificate"),
        ("idle", edit("rule/block", 1), "NotACertificate"),
    ],
)  # fmt: skip
def test_a_changed_window_is_refused(name: str, change: Callable[[Certificate], None], expected: str) -> None:
    assert verdict(changed(certificate(name), change)) == expected


@pytest.mark.parametrize(
    ("vector", "where"),
    [
        ([-1, -1], ["and"]),
        ([-1, 0], ["compare", "y", ">=", 1]),
        ([-1, 0], ["compare", ["mod", "y", 2], "=", 0]),
    ],
)
def test_idle_piles_and_windows_may_not_hide_a_connection(vector: list[int], where: Any) -> None:
    """The second pile is listed as idle, or is in no window, but moves of the first pile depend on it."""
    data = certificate("take 1 or 2")
    terms = [["+", pile, change] for pile, change in zip("xy", vector, strict=True)]
    moves = [{"to": [[["-", "x", 2], "y"]], "where": ["and"]}, {"to": [terms], "where": where}]
    data |= {"rule": {"piles": ["x", "y"], "moves": moves}, "rank": {"terms": ["x"]}}
    data["window"]["steps"] = [{"vector": [-2, 0], "where": ["and"]}, {"vector": vector, "where": where}]
    for idle in ([], [1]):
        assert verdict(changed(data, edit("window/idle", idle))) == "NotVerified"


def test_win_may_not_depend_on_an_idle_pile() -> None:
    data = certificate("take 1 or 2")
    win = ["and", ["compare", "x", "=", 0], ["compare", "y", "=", 1]]
    where = ["not", win]
    rule = {"piles": ["x", "y"], "moves": [{"to": [[["-", "x", 1], "y"]], "where": ["and"]}], "win": win}
    windows = [{"piles": [0], "preperiods": [0], "periods": [2], "values": [1, 0], "too_soon": [None]}]
    windows[0]["too_short"] = [[[2, [0]]]]
    window = {"what": "outcome", "idle": [1], "windows": windows, "steps": [{"vector": [-1, 0], "where": ["and"]}]}
    data |= {"rule": rule, "window": window, "play": "misere"}
    assert verdict(data) == "NotVerified"
    assert verdict(changed(data, edit("rule/win", ...))) == "verified"
    assert verdict(changed(data, edit("window/steps/0/where", where))) == "NotVerified"


@pytest.mark.parametrize(
    "where",
    [
        ["compare", ["mod", "x", 5], "!=", 3],
        ["compare", ["mod", ["div", "x", 4], 3], "!=", 2],
        ["compare", "x", "!=", 7],
        ["not", ["in", "x", [[9, 11], 30]]],
        ["compare", ["abs", ["-", "x", 21]], ">=", 1],
    ],
)
def test_values_that_are_right_only_for_small_piles_are_refused(where: Any) -> None:
    data = certificate("take 1 or 2")
    rule = {"piles": ["x"], "moves": [{"to": [[["-", "x", 1]]], "where": where}]}
    one = {"piles": [0], "preperiods": [0], "periods": [2], "values": [0, 1], "too_soon": [None]}
    one["too_short"] = [[[2, [0]]]]
    window = {"what": "grundy", "idle": [], "windows": [one], "steps": [{"vector": [-1], "where": where}]}
    data |= {"rule": rule, "window": window}
    assert verdict(data) == "NotVerified"
    always = changed(data, edit("rule/moves/0/where", ["and"]), edit("window/steps/0/where", ["and"]))
    assert verdict(always) == "verified"


def test_piles_without_a_window_may_have_any_values() -> None:
    data = changed(certificate("parts"), edit("window/windows/1", ...))
    assert verdict(data) == "verified"
    claim = {"formula": ["compare", ["mod", "a", 3], "=", ["mod", "b", 3]], "order": "some"}
    assert verdict(certificate("parts") | {"claims": [claim]}) == "verified"
    assert verdict(data | {"claims": [claim]}) == "unproved claim"


@pytest.mark.parametrize(
    ("name", "formula", "order", "expected"),
    [
        ("cookies", ["compare", ["mod", "x", 4], "<=", 5], "written", "NotVerified"),
        ("parts", ["compare", ["mod", "a", 3], "=", ["mod", "b", 3]], "every", "verified"),
        ("idle", ["compare", ["mod", "x", 5], "<=", 1], "written", "verified"),
        ("idle", ["compare", ["mod", "x", 5], "<=", 2], "written", "NotVerified"),
        ("win", ["compare", ["mod", "x", 2], "=", 0], "written", "NotVerified"),
        ("idle", ["compare", ["mod", ["fib_zeros", 1, "x"], 2], "=", 0], "written", "unproved claim"),
    ],
)  # fmt: skip
def test_claims_about_windows(name: str, formula: Any, order: str, expected: str) -> None:
    assert verdict(certificate(name) | {"claims": [{"formula": formula, "order": order}]}) == expected


# ------------------------------------------------------------------------------ conditions


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (["compare", "x", ">=", 5], (5, 1)),
        (["compare", ["+", "x", "y"], ">=", 5], (6, 1)),
        (["compare", ["mod", ["*", 4, "x"], 6], "=", 2], (0, 3)),
        (["compare", ["mod", ["div", "x", 5], 3], "!=", "y"], (0, 15)),
        (["compare", ["min", "x", 12], ">=", ["mod", "y", 4]], (13, 1)),
        (["compare", ["abs", ["-", "x", 7]], "<=", 2], (12, 1)),
        (["in", "x", [2, [4, 9]]], (10, 1)),
        (["power", ["mod", "x", 5], 2], (0, 5)),
        (["compare", ["-", ["+", "x", "y"], "x"], ">", 3], (0, 1)),
        (["exists", "x", ["compare", "x", "=", "y"], ["mod", "x", 3]], (0, 3)),
        (["compare", "x", "<=", "y"], None),
        (["compare", ["max", "x", "y"], "<=", 5], None),
        (["compare", ["+", "x", ["valuation", 2, "y"]], "<=", 5], None),
        (["power", "x", 2], None),
        (["exists", "k", ["compare", ["*", 3, "k"], "=", "y"], "x"], None),
    ],
)  # fmt: skip
def test_conditions_settle_for_large_piles(condition: Any, expected: tuple[int, int] | None) -> None:
    step = {"vector": [-1, 0], "where": condition}
    rule = {"piles": ["x", "y"], "moves": [{"to": [[["-", "x", 1], "y"]], "where": condition}]}
    formula = read_rule(rule).moves[0].where
    if expected is None:
        with pytest.raises(OutOfReach):
            settles(formula, "x")
        data = certificate("cookies") | {"rule": rule, "rank": {"terms": ["x"]}}
        assert verdict(changed(data, edit("window/steps", [step]))) == "OutOfReach"
    else:
        tail, cycle = settles(formula, "x")
        assert tail <= expected[0] + 1
        assert cycle == expected[1]


@pytest.mark.slow
def test_conditions_do_not_change_beyond_their_tail() -> None:
    trees, settled = RandomTrees(Random(5), (2,)), 0
    for _ in range(1_500):
        formula = trees.formula(2)
        try:
            tail, cycle = settles(formula, "a")
        except OutOfReach:
            continue
        settled += cycle > 1 or tail > 0
        for other in (0, 1, 2, 5, 17, 200):
            for first in (tail, tail + 1, tail + 3, tail + 20):
                try:
                    here = evaluate_formula(formula, {"a": first, "b": other})
                except OutOfReach:  # a quantifier whose bound is Ω
                    continue
                assert here == evaluate_formula(formula, {"a": first + cycle, "b": other}), (formula, first, other)
    assert settled > 100


# ------------------------------------------------------------------------------ resources

DEEP: Any = ["compare", "x", ">=", 1]
for _ in range(91):
    DEEP = ["not", DEEP]
NESTED: Any = "x"
for _ in range(45):
    NESTED = ["mod", ["+", NESTED, 1], 10**29 + 1]


@pytest.mark.parametrize(
    "change",
    [
        edit("window/windows/0/preperiods/0", 2**62),
        edit("window/windows/0/periods/0", 2**62),
        edit("window/steps/0/vector/0", -(2**62)),
        edit("window/steps/0/where", ["compare", ["mod", "x", 10**30], "<", 5]),
        edit("window/steps/0/where", ["compare", "x", ">=", 10**30]),
        edit("window/steps/0/where", ["exists", "k", ["compare", ["*", 2, "k"], "=", ["mod", "x", 2]], 10**30]),
        edit("window/steps/0/where", DEEP),
        edit("window/steps/0/where", ["compare", NESTED, ">=", 1]),
        edit("window/steps", [{"vector": [-n, -n], "where": ["and"]} for n in range(1, 5_000)]),
    ],
)
def test_large_numbers_end_within_the_budget(change: Callable[[Certificate], None]) -> None:
    budget = Budget(steps=50_000, seconds=None)
    assert verdict(changed(certificate("cookies"), change), budget) != "verified"


def test_a_true_window_whose_size_is_large_is_out_of_reach() -> None:
    condition = ["compare", ["mod", "x", 10**9], "!=", 10**8]
    step = {"vector": [-1], "where": ["or", condition, ["not", condition]]}
    data = certificate("powers") | {"rule": {"piles": ["x"], "moves": [{"to": [[["-", "x", 1]]], "where": ["and"]}]}}
    data = changed(data, edit("window/steps", [step]))
    assert verdict(data, Budget(steps=50_000, seconds=None)) == "OutOfReach"
