"""Windows of values that repeat."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

from sprague.checker import verify
from sprague.errors import SpragueError
from sprague.patterns.periods import Period, find_period
from sprague.rules import parse
from tests.checker.samples import (
    COOKIES,
    LIMITED,
    Certificate,
    changed_rules,
    edit,
    passes,
)
from tests.oracle import Oracle

PERIODIC = {
    "cookies": (COOKIES, "grundy", False),
    "preperiod": ("subtraction-transfer:a=2,b=3,c=2", "grundy", False),
    "misère": (COOKIES, "outcome", True),
    "parts": (LIMITED, "grundy", False),
    "conditions": (
        "(x, y) -> (x - 2, y) where x mod 3 = 1 ; (x - 1, y) ; (x, y - 1) where x + y >= 5",
        "grundy",
        False,
    ),
    "win": ("(x) -> (x - 1) ; (x - 3) where x >= 5 piles >= 1 win when x <= 2", "outcome", True),
}


@cache
def _periodic(name: str) -> Certificate:
    game, what, misere = PERIODIC[name]
    found = find_period(game, what=what, misere=misere)
    assert isinstance(found, Period)
    certificate = found.certificate()
    del certificate["game"]  # so that another rule may stand there
    return certificate


@pytest.mark.parametrize("name", PERIODIC)
def test_a_window_is_verified(name: str) -> None:
    found = verify(copy.deepcopy(_periodic(name)))
    assert found.kind == "window"
    assert found.play == ("misere" if PERIODIC[name][2] else "normal")


def test_what_a_window_has_shown_is_said_in_sentences() -> None:
    assert str(verify(copy.deepcopy(_periodic("preperiod")))) == (
        "Verified for all positions of (x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 2, y + 2) in normal play: in Grundy "
        "values, x has period 4 from 4 on, y has period 6 from 0 on, and none is less or begins sooner (90 positions "
        "looked at). Play ends, because 3x + 2y falls with every move."
    )


@pytest.mark.parametrize("name", PERIODIC)
def test_a_window_with_another_value_is_refused(name: str) -> None:
    for number, window in enumerate(_periodic(name)["window"]["windows"]):
        rows = window["values"]
        while isinstance(rows[0], list):
            rows = rows[-1]
        for place in range(len(rows)):
            for value in (rows[place] + 1, 0 if rows[place] else 2):
                changed = copy.deepcopy(_periodic(name))
                inner = changed["window"]["windows"][number]["values"]
                while isinstance(inner[0], list):
                    inner = inner[-1]
                inner[place] = value
                assert not passes(changed)


def test_a_window_for_another_rule_passes_only_if_it_is_right_for_it() -> None:
    passed = 0
    for name, (_, what, misere) in PERIODIC.items():
        for rule in sorted(changed_rules(str(_periodic(name)["rule"]))):
            changed = copy.deepcopy(_periodic(name)) | {"rule": rule}
            if not passes(changed):
                continue
            passed += 1
            game = parse(rule)
            oracle = Oracle(game.options, game.is_won)
            (window,) = changed["window"]["windows"]
            sizes = [m + p for m, p in zip(window["preperiods"], window["periods"], strict=True)]
            for heights in product(*map(range, sizes)):
                value: Any = window["values"]
                for height in heights:
                    value = value[height]
                position = tuple(height + game.floor for height in heights)
                expected = oracle.grundy(position) if what == "grundy" else int(oracle.outcome(position, misere) == "N")
                assert value == expected, (rule, position)
    assert passed < 10


def doubled(certificate: Certificate) -> None:
    """The first window with twice the first period."""
    window = certificate["window"]["windows"][0]
    m, p = window["preperiods"][0], window["periods"][0]
    window["values"] += window["values"][m : m + p]
    window["periods"][0] = 2 * p


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("cookies", doubled, "nothing shows that the period 8 is the least"),
        ("preperiod", edit("window/windows/0/too_soon/0", None), "nothing shows that the preperiod 4 is the least"),
        ("preperiod", edit("window/windows/0/too_short/0", []), "nothing shows that the period 4 is the least"),
        ("cookies", edit("window/idle", [0]), r"expected each pile in one window at most, got piles \[0, 0, 1\]"),
        ("parts", edit("window/what", "outcome"), "only Grundy values of games without conditions may be checked part"),
        ("misère", edit("window/what", "grundy"), "expected outcomes in misère play, got Grundy values"),
        ("cookies", edit("window/windows/0/periods/0", 0), "expected a preperiod and a period of at least 1"),
        ("cookies", edit("window/windows/0/periods/0", 5), "expected 5 values along a pile with preperiod 0"),
        ("cookies", edit("window/windows/0/values/0/0", -1), "expected 'values' to be natural numbers"),
        ("cookies", edit("window/windows", []), "expected a window for each part of the game"),
        ("cookies", edit("window/what", "hope"), "expected 'what' to be one of grundy, outcome, got 'hope'"),
        ("cookies", edit("rule", "(x, y) -> (u, y) where u < x ; (x, y - 1)"), "a choice without a bound of its own"),
        ("cookies", edit("rule", "(x, y) -> (y, x) where y < x ; (x - 1, y - 1)"), "moves that add fixed numbers"),
        ("cookies", edit("rule", "(x, y) -> (x - 2, y) ; (x, y - 2) where x <= y ; (x - 1, y + 1)"), "compares piles"),
        ("cookies", edit("rule", "(x, y) -> (x - 2, y) ; (x, y - 2) where x power of 2"), "got a power"),
    ],
)  # fmt: skip
def test_a_changed_window_is_refused(name: str, change: Callable[[Certificate], None], message: str) -> None:
    certificate = copy.deepcopy(_periodic(name))
    change(certificate)
    with pytest.raises(SpragueError, match=message):
        verify(certificate)
