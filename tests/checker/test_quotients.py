"""Misère quotients."""

from __future__ import annotations

import copy
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from sprague.checker import Budget, NotVerified, verify
from sprague.quotients.misere import misere_quotient
from tests.checker.kind_samples import Certificate, HeapOracle, changed, edit, variants, verdict, written
from tests.snapshots import refused, snapshot

#: A code or a rule, and the number of heaps; None for a quotient of all heaps.
GAMES: dict[str, tuple[str, int | None]] = {
    "0.1": ("0.1", None),
    "0.33": ("0.33", None),
    "0.75": ("0.75", None),
    "0.123": ("0.123", None),
    "0.71": ("0.71", None),
    "4.3": ("4.3", None),
    "0.77": ("0.77", 12),
    "0.8": ("0.8", 12),
    "nim": ("(n) -> (u) where u < n", 6),
    "powers": ("(n) -> (n - k) where k power of 3", 12),
    "smaller sums": ("(n) -> (u) + (v) where u + v < n", 7),
}


@cache
def _certificate(name: str) -> Certificate:
    return written(misere_quotient(*GAMES[name]).certificate())


def certificate(name: str) -> Certificate:
    """A fresh copy of a true certificate."""
    return copy.deepcopy(_certificate(name))


def wrong_sum(data: Certificate, most: int, count: int) -> tuple[int, ...] | None:
    """A sum of at most `count` heaps up to `most` chips whose outcome is not that of its element."""
    quotient = data["quotient"]
    rows, heaps = quotient["products"], quotient["heaps"]
    product = {0: list(range(len(rows[0]) if rows else 1))}
    while len(product) < len(product[0]):
        for element, row in list(product.items()):
            for generator in rows:
                product.setdefault(generator[element], [generator[other] for other in row])
    oracle = HeapOracle(data["rule"])
    for number in range(count + 1):
        for position in combinations_with_replacement(range(1, most + 1), number):
            element = 0
            for heap in position:
                element = product[element][heaps[heap]]
            if (element in quotient["p"]) != oracle.is_p(position):
                return position
    return None


@pytest.mark.parametrize("name", GAMES)
def test_true_quotients_are_verified(name: str) -> None:
    assert verdict(certificate(name)) == "verified"
    assert wrong_sum(certificate(name), min(7, len(certificate(name)["quotient"]["heaps"]) - 1), 3) is None


def test_the_theorem_has_the_heaps() -> None:
    snapshot(verify(certificate("nim")).theorem)
    snapshot(verify(certificate("0.75")).theorem)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["0.75", "nim", "0.33"])
def test_other_p_elements_and_elements_of_heaps_are_refused(name: str) -> None:
    quotient = certificate(name)["quotient"]
    size = len(quotient["products"][0])
    for element in range(size):
        p = sorted(set(quotient["p"]) ^ {element})
        assert verdict(changed(certificate(name), edit("quotient/p", p))) == "NotVerified"
    for heap, now in enumerate(quotient["heaps"]):
        for element in set(range(size)) - {now}:
            assert verdict(changed(certificate(name), edit(f"quotient/heaps/{heap}", element))) == "NotVerified"


def test_other_products_are_refused() -> None:
    chance = Random(2)
    rows = certificate("0.123")["quotient"]["products"]
    for place, row in enumerate(rows):
        for element, now in enumerate(row):
            other = (now + chance.randrange(1, len(row))) % len(row)
            assert verdict(changed(certificate("0.123"), edit(f"quotient/products/{place}/{element}", other))) == (
                "NotVerified"
            )


@pytest.mark.parametrize("name", ["0.33", "0.75", "4.3", "nim", "smaller sums"])
def test_another_rule_is_refused_unless_it_has_the_same_outcomes(name: str) -> None:
    for rule in variants(certificate(name)["rule"]):
        data = certificate(name) | {"rule": rule}
        if verdict(data) == "verified":
            assert wrong_sum(data, 6, 3) is None, rule


@pytest.mark.parametrize(
    "change",
    [
        lambda q: q["p"].clear(),
        lambda q: q["heaps"].pop(),
        lambda q: q["repeat"].update(start=7),
        lambda q: q["repeat"].update(start=8, period=1),
        lambda q: q["heaps"].__setitem__(0, 1),
        lambda q: q["products"].pop(),
        lambda q: q["repeat"]["moves"].pop(),
    ],
)
def test_a_wrong_quotient_is_refused_with_an_example(change: Any) -> None:
    data = certificate("0.75")
    change(data["quotient"])
    with refused(NotVerified):
        verify(data)


def test_every_other_listed_move_is_refused() -> None:
    for name in ("0.75", "0.33", "4.3"):
        moves = certificate(name)["quotient"]["repeat"]["moves"]
        for number, one in enumerate(moves):
            others = [{**one, "taken": one["taken"] + 1}, {**one, "parts": one["parts"] + 1}, {**one, "heap": 9}]
            for other in others:
                path = f"quotient/repeat/moves/{number}"
                assert verdict(changed(certificate(name), edit(path, other))) == "NotVerified"


def test_a_period_needs_moves_that_take_a_fixed_number() -> None:
    data = certificate("nim")
    moves = [{"taken": 1, "parts": parts, "distinct": False, "heap": 0} for parts in (0, 1)]
    for period in (1, 2, 3):
        repeat = {"start": 1, "period": period, "moves": moves}
        assert verdict(changed(data, edit("quotient/repeat", repeat))) == "NotVerified"


@pytest.mark.parametrize(
    "where",
    [
        ["compare", "u", "<=", "n"],
        ["compare", 1, "<=", "u", "<=", "n"],
        ["compare", "u", "=", ["*", 2, "n"]],
    ],
)
def test_a_rule_whose_play_need_not_end_is_refused(where: Any) -> None:
    rule = {"piles": ["n"], "moves": [{"to": [["u"]], "where": where}]}
    with refused(NotVerified):
        verify(certificate("nim") | {"rule": rule})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("play", "normal"),
        ("rank", {"terms": ["n"]}),
        ("claims", []),
        ("quotient", []),
        ("quotient/products", 3),
        ("quotient/products/0/0", 8),
        ("quotient/heaps", []),
        ("quotient/p", [8]),
        ("quotient/repeat", 3),
        ("quotient/repeat/start", 0),
        ("quotient/repeat/period", 0),
        ("quotient/repeat/moves", []),
        ("quotient/more", 1),
        ("rule/stop", ["compare", "n", "=", 1]),
        ("rule/win", ["compare", "n", "=", 1]),
        ("rule/positions", ["compare", "n", "<=", 1]),
        ("rule/block", 1),
        ("rule/piles", ["n", "m"]),
    ],
)
def test_what_does_not_fit_is_refused(path: str, value: object) -> None:
    assert verdict(changed(certificate("0.75"), edit(path, value))) == "NotACertificate"


def test_heaps_below_the_least_pile_have_no_moves() -> None:
    """With `least_pile` 1 a heap of 1 has no move: the last chip cannot be taken."""
    rule = {"piles": ["n"], "least_pile": 1, "moves": [{"to": [[["-", "n", 1]]], "where": ["and"]}]}
    quotient = {"products": [[1, 0]], "p": [1], "heaps": [0, 0, 1, 0, 1, 0], "repeat": None}
    data = certificate("nim") | {"rule": rule, "quotient": quotient}
    assert verdict(data) == "verified"
    assert verdict(changed(data, edit("rule/least_pile", 0))) == "NotVerified"
    assert verdict(changed(data, edit("rule/least_pile", 2))) == "NotVerified"


def test_heaps_without_moves_are_no_p_positions() -> None:
    """In misère play the player who cannot move wins; and every generator is the element of a heap."""
    rule = {"piles": ["n"], "moves": [{"to": [[["-", "n", 5]]], "where": ["and"]}]}
    data = certificate("nim") | {"rule": rule}
    for products, p, expected in (([], [], "verified"), ([], [0], "NotVerified"), ([[1, 0]], [1], "NotVerified")):
        quotient = {"products": products, "p": p, "heaps": [0, 0, 0, 0], "repeat": None}
        assert verdict(data | {"quotient": quotient}) == expected


def heaps_without_end(data: Certificate) -> None:
    data["quotient"]["heaps"] += data["quotient"]["heaps"][-2:] * 5_000


@pytest.mark.parametrize(
    "change",
    [
        edit("quotient/repeat/start", 2**62),
        edit("quotient/repeat/period", 2**62),
        edit("quotient/repeat/moves/0/taken", 2**62),
        edit("quotient/repeat/moves/0/parts", 2**62),
        edit("quotient/repeat/moves/0/heap", 2**62),
        edit("quotient/products", [list(range(5_000))]),
        heaps_without_end,
        edit("rule/moves/0/to", [["u"] for _ in range(10)]),
        edit("rule/moves/0/where", ["compare", ["mod", "n", 10**30], "<", 10**29]),
    ],
)
def test_large_numbers_end_within_the_budget(change: Any) -> None:
    assert verdict(changed(certificate("0.75"), change), Budget(steps=50_000, seconds=None)) != "verified"
