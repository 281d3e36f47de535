"""Periods of games that break heaps: known periods, and a theorem that holds at its exact bound."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor

import pytest

import sprague
from sprague import jit
from sprague.limits import Limits
from sprague.periods.heap_periods import HeapEvidence, count_heaps_to_check
from sprague.periods.heap_saltus import ArithmeticValues, find_saltus_obstacle
from sprague.periods.period import Period
from sprague.rules.breaking import Breaking, without_empty_heaps
from sprague.rules.octal_codes import code_rule_text, parse_code
from sprague.tables.heap_values import HeapValues
from tests.layers import sample
from tests.snapshots import refusal, snapshot


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")


def found_for(code: str, heaps: int | None = None) -> Period:
    found = sprague.find_period(sprague.game(code_rule_text(code)), budget=Limits(positions=heaps))
    assert isinstance(found, Period)
    return found


@pytest.mark.parametrize(
    ("code", "period", "preperiod"),
    sample(
        [
            # R. K. Guy and C. A. B. Smith, The G-values of various games (1956); Winning Ways, chapter 4, table 6.
            ("0.77", 12, 71),
            ("0.07", 34, 53),
            ("0.137", 34, 52),
            ("0.15", 10, 1),
            ("0.055", 148, 259),
            ("0.644", 442, 3256),
            ("0.356", 142, 7315),
            ("0.165", 1550, 5181),
            ("0.156", 349, 3479),
            # A. Gangolli and T. Plambeck, A note on periodicity in some octal games (1989).
            ("0.127", 4, 46_578),
        ],
        expensive=lambda code, period, preperiod: preperiod > 1000,
    ),
)
def test_periods_of_the_literature(code: str, period: int, preperiod: int) -> None:
    found = found_for(code)
    assert (found.periods, found.preperiods) == ((period,), (preperiod,))
    assert found.last_exceptions == (preperiod - 1,)
    values = HeapValues(parse_code(code)).up_to(preperiod + 3 * period)
    assert isinstance(found.evidence, HeapEvidence)
    assert [found.evidence.value(heap) for heap in range(len(values))] == values.tolist()
    assert found.largest == values.max()


def test_the_period_of_kayles_is_printed() -> None:
    found = found_for("0.77")
    snapshot(str(found))
    assert found.kind == "ultimately periodic"
    snapshot(str(found.evidence))
    assert found.evidence.value(10**18) == found.evidence.value(10**18 % 12 + 72)  # type: ignore[union-attr]


def test_what_is_proved_holds_further_on() -> None:
    chance = random.Random(5)
    proved = 0
    for _ in range(60):
        code = chance.choice("00004") + "." + "".join(chance.choices("01234567", k=2))
        rule = sprague.game(code_rule_text(code)) if code != "0.00" else None
        if rule is None or not rule.splits:
            continue
        found = sprague.find_period(rule, budget=Limits(positions=700))
        if isinstance(found, Period):
            proved += 1
            assert isinstance(found.evidence, HeapEvidence)
            values = HeapValues(parse_code(code)).up_to(3000).tolist()
            assert [found.evidence.value(heap) for heap in range(3000)] == values
    assert proved > 20


@pytest.mark.parametrize(
    "text",
    [
        *map(code_rule_text, ("0.A", "0.B", "0.D", "0.F")),
        "(n) -> (u) + (v) where u + v = n - 1, 1 <= u < v ; (n - 1)",
        "(n) -> (u) + (v) where u + v = n - 1, n >= 20 ; (n - 2)",
    ],
)
def test_heaps_that_break_in_three_or_differ_or_break_late(text: str) -> None:
    rule = sprague.game(text)
    found = sprague.find_period(rule)
    assert isinstance(found, Period)
    assert isinstance(found.evidence, HeapEvidence)
    values = sprague.tabulate(rule, 600).to_array().tolist()
    assert [found.evidence.value(heap) for heap in range(600)] == values


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([Breaking(2, 2)], 2 * 10 + 2 * 5 + 2 - 1),
        ([Breaking(1, 3), Breaking(4, 1)], 3 * 10 + 3 * 5 + 4 - 2),
        ([Breaking(3, 1)], 10 + 5 + 3),
        ([Breaking(0, 2, distinct=True)], 2 * 10 + 3 * 5),
        ([Breaking(0, 2, heap=100)], 105),
    ],
)
def test_how_many_heaps_are_enough(moves: list[Breaking], expected: int) -> None:
    assert count_heaps_to_check(moves, 10, 5) == expected


def test_no_period_states_the_number_of_examined_heaps() -> None:
    bond = sprague.find_period(sprague.game(code_rule_text("0.007")), budget=Limits(positions=5000))
    snapshot(str(bond))
    near = sprague.find_period(sprague.game(code_rule_text("0.77")), budget=Limits(positions=166))
    snapshot(str(near))
    assert sprague.find_period(sprague.game(code_rule_text("0.77")), budget=Limits(positions=167)).periods == (12,)


def test_what_cannot_be_asked_is_refused() -> None:
    kayles = sprague.game(code_rule_text("0.77"))
    refusal(lambda: sprague.find_period(kayles, what="outcome", misere=True))
    refusal(lambda: sprague.find_period("(n) -> (u) + (v) where u + v < n"))


@pytest.mark.parametrize(
    ("code", "period", "saltus", "preperiod"),
    [
        ("8.0", 2, 1, 1),
        ("0.8", 3, 1, 1),
        ("0.08", 4, 1, 1),
        ("0.C", 2, 1, 1),
        ("0.0F", 2, 1, 0),
        ("0.A8", 4, 2, 1),
        ("0.EC", 1, 1, 1),
        ("0.28", 53, 16, 1),
    ],
)
def test_values_that_rise_for_ever(code: str, period: int, saltus: int, preperiod: int) -> None:
    found = found_for(code)
    assert (found.periods, found.saltus, found.preperiods) == ((period,), saltus, (preperiod,))
    assert (found.kind, found.largest) == ("arithmetically periodic", None)
    assert isinstance(found.evidence, HeapEvidence)
    values = HeapValues(parse_code(code)).up_to(1200).tolist()
    assert [found.evidence.value(heap) for heap in range(1200)] == values
    assert found.evidence.value(10**18 + period) == found.evidence.value(10**18) + saltus


def test_values_that_rise_are_those_of_plain_recursion() -> None:
    moves = without_empty_heaps(parse_code("0.A8"))
    values: list[int] = []
    for heap in range(60):
        options = {reduce(xor, (values[part] for part in parts), 0) for move in moves for parts in move.options(heap)}
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    evidence = found_for("0.A8").evidence
    assert isinstance(evidence, HeapEvidence)
    assert [evidence.value(heap) for heap in range(60)] == values


def test_a_saltus_is_printed() -> None:
    found = found_for("0.A8")
    snapshot(str(found))
    snapshot(str(found.evidence))


@pytest.mark.parametrize(
    "text",
    [
        "(n) -> (u) + (v) + (w) + (x) where u + v + w + x = n - 1, u >= 1, v >= 1, w >= 1, x >= 1",
        "(n) -> (u) + (v) + (w) where u + v + w = n - 1, u >= 1, v >= 1, w >= 1, n >= 7",
    ],
)
def test_a_rise_with_four_heaps_and_one_that_begins_late(text: str) -> None:
    rule = sprague.game(text)
    found = sprague.find_period(rule)
    snapshot(str(found))
    assert isinstance(found, Period)
    assert isinstance(found.evidence, HeapEvidence)
    values = sprague.tabulate(rule, 300).to_array().tolist()
    assert [found.evidence.value(heap) for heap in range(300)] == values


@pytest.mark.parametrize(
    "code",
    [
        "0.3F",
        "0.8F",
    ],
)
def test_an_observed_saltus_is_marked_as_an_observation(code: str) -> None:
    found = sprague.find_period(sprague.game(code_rule_text(code)), budget=Limits(positions=256))
    assert not found
    snapshot(str(found))


def test_a_rise_that_is_none_is_not_proved() -> None:
    moves = parse_code("0.8")
    values = HeapValues(moves).up_to(4).tolist()
    assert find_saltus_obstacle(moves, ArithmeticValues(1, 3, 1, values), 9) is None
    snapshot(str(find_saltus_obstacle(moves, ArithmeticValues(1, 6, 1, [0] * 7), 14)))
    octal = parse_code("0.77")
    assert find_saltus_obstacle(octal, ArithmeticValues(0, 1, 1, [0]), 9) is not None


def test_another_kind_of_game_says_what_is_known_of_it() -> None:
    refusal(lambda: sprague.find_period("laskers-nim"))


@pytest.mark.slow
@pytest.mark.parametrize("code", ["0.1", "0.12", "0.121", "0.31", "0.133", "0.1023"])
def test_codes_without_splits_have_the_periods_of_their_heaps(code: str) -> None:
    found = sprague.find_period(code)
    assert isinstance(found, Period)
    (period,), (preperiod,) = found.periods, found.preperiods
    assert period is not None
    assert preperiod is not None
    values = [sprague.solve(code, heap).grundy for heap in range(80)]  # by searches
    assert values[preperiod : 80 - period] == values[preperiod + period :]
    sprague.verify(found.certificate())


def test_a_rule_of_vectors_keeps_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", None)  # kernels of other tables, which this file need not compile
    found = sprague.find_period("(n) -> (n - k) where 1 <= k <= 3")
    assert isinstance(found, Period)
    assert found.windows
