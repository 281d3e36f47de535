"""Certificates of periods of games that break heaps: right ones are verified, and what was changed is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import sprague
from sprague.checker.heap_saltus import check_rise
from sprague.checker.heap_sets import heaps_in_doubt
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.patterns.periods import Period
from sprague.rules.octal import read_code, rule_text
from sprague.tables.heaps import Heaps
from tests.refusals import message_of


def certificate(text: str, heaps: int | None = None) -> dict[str, Any]:
    found = sprague.find_period(sprague.game(text), limits=Limits(positions=heaps))
    assert isinstance(found, Period)
    return found.certificate()


KAYLES = certificate(rule_text("0.77"))


@pytest.mark.parametrize(
    "text",
    [
        *map(rule_text, ("0.77", "0.07", "0.137", "0.051", "0.356", "0.A", "0.B", "4.3")),
        "(n) -> (u) + (v) where u + v = n - 1, n >= 20 ; (n - 2)",
        "(n) -> (u) + (v) where u + v = n - 1, 1 <= u < v ; (n - 1)",
    ],
)
def test_right_certificates_are_verified(text: str, tmp_path: Path) -> None:
    path = tmp_path / "period.json"
    path.write_text(json.dumps(certificate(text)))
    assert sprague.verify(path)


def test_what_is_verified_is_said() -> None:
    verified = sprague.verify(KAYLES)
    assert str(verified) == (
        "Verified for all heaps of 0.77, (n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2 in "
        "normal play: Grundy values have period 12 from 71 on, and none is less or begins sooner (167 heaps looked "
        "at). Play ends, because every heap that a move leaves has fewer chips than the one it is made in."
    )
    assert verified.kind == "heaps"


def changed(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    data = deepcopy(KAYLES)
    change(data["heaps"])
    return data


def test_any_value_that_is_changed_is_found() -> None:
    chance = random.Random(2)
    for place in range(71 + 12):
        data = deepcopy(KAYLES)
        values = data["heaps"]["values"]
        values[place] = chance.choice([value for value in range(10) if value != values[place]])
        with pytest.raises(NotVerified, match=r"a heap of \d+ has the value \d+, but \d+ follows from its options"):
            sprague.verify(data)


def test_a_long_period_is_verified_and_any_change_found() -> None:
    """0.16, of the longest period of a code with two digits; half a million heaps are looked at."""
    data = certificate(rule_text("0.16"), 2**19)
    assert "period 149459 from 105351 on" in str(sprague.verify(data))
    values = data["heaps"]["values"]
    for place, change in ((105_350, 1), (254_809, 64)):
        values[place] ^= change
        with pytest.raises(NotVerified, match=r"a heap of [\d,]+ has the value \d+, but \d+ follows from its options"):
            sprague.verify(data)
        values[place] ^= change


@pytest.mark.parametrize("text", ["0.104", "0.156", "4.102"])
def test_sets_of_heaps_leave_what_is_wrong_in_doubt(text: str) -> None:
    """Whatever the mask and wherever a value is changed, a heap that is wrong is among those looked at."""
    moves, chance = read_code(text), random.Random(text)
    right = Heaps(moves).up_to(400).tolist()
    for _ in range(60):
        mask, turns = chance.choice([1, 7, 0b10111, chance.randrange(64)]), chance.random() < 0.5
        values = list(right)
        place = chance.randrange(1, 400)
        values[place] = chance.choice([value for value in range(12) if value != right[place]])
        assert place in heaps_in_doubt(moves, values, mask, turns)


def test_few_heaps_are_looked_at_one_by_one() -> None:
    for code, mask, turns in (("0.104", 0b10111, True), ("0.77", 0b1111, False)):
        moves = read_code(code)
        assert len(set(heaps_in_doubt(moves, Heaps(moves).up_to(5000).tolist(), mask, turns))) < 100


@pytest.mark.parametrize("mask", [0, 1, 5, 15, 255])
def test_any_mask_will_do(mask: int) -> None:
    assert sprague.verify(changed(lambda heaps: heaps.update(mask=mask)))
    assert sprague.verify(changed(lambda heaps: heaps.update(mask=mask, turns=1)))
    with pytest.raises(NotVerified):
        sprague.verify(changed(lambda heaps: heaps.update(mask=mask, values=[*heaps["values"][:-1], 3])))


def test_a_period_that_is_not_the_least_is_refused() -> None:
    def twice(heaps: dict[str, Any]) -> None:
        heaps.update(period=24, values=heaps["values"] + heaps["values"][71:])

    assert message_of(lambda: sprague.verify(changed(twice)), NotVerified) == (
        "12 is a period, so that 24 is not the least"
    )

    def later(heaps: dict[str, Any]) -> None:
        heaps.update(preperiod=72, values=heaps["values"] + heaps["values"][71:72])

    assert message_of(lambda: sprague.verify(changed(later)), NotVerified) == "the period 12 begins sooner than at 72"


def test_a_period_that_is_none_is_refused() -> None:
    def sooner(heaps: dict[str, Any]) -> None:
        heaps.update(preperiod=70, values=heaps["values"][:-1])

    def other(heaps: dict[str, Any]) -> None:
        heaps.update(period=11, values=heaps["values"][:-1])

    for change in (sooner, other):
        with pytest.raises(NotVerified):
            sprague.verify(changed(change))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"period": 0}, "a period from 1 on, and 0 or 1 for 'turns', got [0, 0]"),
        ({"turns": 2}, "a period from 1 on, and 0 or 1 for 'turns', got [12, 2]"),
        ({"preperiod": 70}, "'values' to be a list of 82 natural numbers"),
        ({"preperiod": -1}, "'preperiod, period, mask, turns' to be natural numbers"),
        ({"more": 1}, "a period of heaps without 'more'"),
        ({"values": [10**9] * 83}, "values of at most 5,000,000, got 1000000000"),
    ],
)
def test_what_is_no_certificate_is_refused(change: dict[str, object], said: str) -> None:
    assert message_of(lambda: sprague.verify(changed(lambda heaps: heaps.update(change)))).startswith(
        f"not a certificate: expected {said}"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "(n) -> (u) + (v) where u + v = n - 1"},
        {"rule": "(n) -> (u) where u < n"},
        {"rule": "(a, b) -> (a - 1, b)"},
        {"play": "misere"},
        {"rank": {"terms": ["2n"]}},
        {"claim": "n = 1"},
        {"heaps": 3},
    ],
)
def test_another_game_or_play_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(SpragueError):
        sprague.verify(deepcopy(KAYLES) | change)


def test_the_budget_is_kept() -> None:
    with pytest.raises(OutOfReach, match="checking takes more than 100 positions"):
        sprague.verify(KAYLES, Limits(positions=100))


RISE = certificate(rule_text("0.A8"))


@pytest.mark.parametrize("code", ["8.0", "0.8", "0.C", "0.0F", "0.A8", "0.28"])
def test_values_that_rise_are_verified(code: str) -> None:
    assert sprague.verify(certificate(rule_text(code)))


def test_a_rise_that_is_verified_is_said() -> None:
    assert "Grundy values have period 4 and saltus 2 from 1 on, and none is less or begins sooner" in str(
        sprague.verify(RISE)
    )


def test_a_rise_that_is_changed_is_refused() -> None:
    values = RISE["heaps"]["values"]
    changes: list[dict[str, object]] = [{"saltus": saltus} for saltus in (0, 1, 3, 4, 5_000_000)]
    changes += [{"period": 8, "saltus": 4, "values": [*values, *(value + 2 for value in values[1:])]}]
    changes += [{"preperiod": 2, "values": [*values, values[1] + 2]}, {"preperiod": 0, "values": values[:-1]}]
    changes += [{"values": [*values[:i], values[i] + 1, *values[i + 1 :]]} for i in range(len(values))]
    for change in changes:
        data = deepcopy(RISE)
        data["heaps"].update(change)
        with pytest.raises(NotVerified):
            sprague.verify(data)
    without = deepcopy(RISE)
    del without["heaps"]["saltus"]
    with pytest.raises(NotVerified):
        sprague.verify(without)
    too_much = deepcopy(RISE)
    too_much["heaps"]["saltus"] = 10**9
    assert "values of at most 5,000,000, got 1000000000" in message_of(lambda: sprague.verify(too_much))


@pytest.mark.parametrize(
    ("code", "preperiod", "period", "saltus", "said"),
    [
        ("0.3F", 0, 6, 3, "a saltus of 3 is no power of two, for which nothing is shown"),
        ("0.8F", 7, 7, 4, "it is not shown that options of a heap of 35 chips have all smaller values"),
    ],
)
def test_a_rise_that_is_only_seen_is_not_verified(
    code: str, preperiod: int, period: int, saltus: int, said: str
) -> None:
    rule = str(sprague.game(rule_text(code)))
    data = certificate(rule_text("0.8")) | {"game": rule, "rule": rule}
    values = Heaps(read_code(code)).up_to(preperiod + period).tolist()
    data["heaps"] |= {"preperiod": preperiod, "period": period, "saltus": saltus, "values": values}
    assert message_of(lambda: sprague.verify(data), NotVerified) == said


def test_a_rise_whose_options_may_have_its_value_is_not_verified() -> None:
    moves = read_code("0.8")
    with pytest.raises(NotVerified, match="it is not shown that no option of a heap of 16 chips has its value"):
        check_rise(moves, [0, *((n - 1) // 6 for n in range(1, 20))], 1, 6, 1, 14)
