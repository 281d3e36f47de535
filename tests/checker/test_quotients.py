"""Certificates of misère quotients: the right ones are verified, and each way to be wrong is found."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from sprague.checker import verify
from sprague.errors import NotVerified, SpragueError
from sprague.quotients.misere import misere_quotient


@pytest.mark.parametrize("code", ["0.1", "0.33", "0.75", "0.123", "0.512", "0.71", "4.3"])
def test_quotients_of_all_heaps_are_verified(code: str) -> None:
    found = misere_quotient(code)
    checked = verify(found.certificate())
    assert found.repeat is not None
    assert f"has period {found.repeat.period} from heap {found.repeat.start} on" in str(checked).replace("have", "has")
    assert f"the monoid of {len(found)} elements" in str(checked)


def test_partial_quotients_are_verified() -> None:
    checked = verify(misere_quotient("(n) -> (u) where u < n", 9).certificate())
    assert checked.checked[0].startswith(
        "Verified for all sums of heaps of (n) -> (u) where u < n in misère play: the monoid of 18 elements is the "
        "misère quotient of the heaps up to 9 ("
    )
    assert checked.checked[1] == "Play ends, because every move leaves smaller heaps."


def certificate(code: str = "0.75", heaps: int | None = None) -> dict[str, Any]:
    return copy.deepcopy(misere_quotient(code, heaps).certificate())


def test_every_other_mark_and_every_other_element_of_a_heap_is_refused() -> None:
    right = certificate()
    size = len(right["quotient"]["products"][0])
    for element in range(size):
        wrong = copy.deepcopy(right)
        marks = set(wrong["quotient"]["p"]) ^ {element}
        wrong["quotient"]["p"] = sorted(marks)
        with pytest.raises(NotVerified):
            verify(wrong)
    for heap, now in enumerate(right["quotient"]["heaps"]):
        for element in set(range(size)) - {now}:
            wrong = copy.deepcopy(right)
            wrong["quotient"]["heaps"][heap] = element
            with pytest.raises(NotVerified):
                verify(wrong)


def test_every_other_product_is_refused() -> None:
    right, chance = certificate("0.123", 12), Random(2)
    rows = right["quotient"]["products"]
    for place, row in enumerate(rows):
        for element, now in enumerate(row):
            wrong = copy.deepcopy(right)
            wrong["quotient"]["products"][place][element] = (now + chance.randrange(1, len(row))) % len(row)
            with pytest.raises(NotVerified):
                verify(wrong)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda q: q["p"].clear(), "nothing tells element 1 from element 0"),
        (lambda q: q["heaps"].pop(), "a period takes the elements of all heaps below 22, got those below 21"),
        (lambda q: q["repeat"].update(start=7), "the elements of heaps 7 and 9 differ"),
        (lambda q: q["repeat"].update(start=8, period=1), "the elements of heaps 8 and 9 differ"),
        (lambda q: q["heaps"].__setitem__(0, 1), "heap 0 leaves no move, and its element is 1 and not 0"),
        (lambda q: q["products"].pop(), "element 6 is no product of generators"),
    ],
)
def test_what_is_wrong_is_said(change: Any, message: str) -> None:
    wrong = certificate()
    change(wrong["quotient"])
    with pytest.raises(NotVerified) as refused:
        verify(wrong)
    assert str(refused.value) == message


def test_no_period_follows_for_other_moves() -> None:
    wrong = certificate("0.3", 9)
    wrong |= {"rule": "(n) -> (n - k) where k odd", "game": "(n) -> (n - k) where k odd"}
    with pytest.raises(NotVerified, match=r"^no period follows for \(n\) -> \(n - k\) where k mod 2 = 1, whose moves"):
        verify(wrong)
    wrong["quotient"]["repeat"] = None
    assert verify(wrong)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(play="normal"), "misère play, the chips as the rank, and no claim"),
        (lambda c: c.update(rank={"terms": ["2n"]}), "misère play, the chips as the rank, and no claim"),
        (lambda c: c.update(claim="n = 1"), "misère play, the chips as the rank, and no claim"),
        (lambda c: c.update(quotient=[]), "a quotient, got []"),
        (lambda c: c["quotient"].update(products=3), "at most 1000 generators, got 3"),
        (lambda c: c["quotient"].update(heaps=[]), "elements below 8, one for each heap from 0 on"),
        (lambda c: c["quotient"].update(p=[8]), "elements below 8, one for each heap from 0 on, got 8"),
        (lambda c: c["quotient"].update(repeat=3), """a repeat such as {"start": 5, "period": 3}, or null, got 3"""),
        (lambda c: c["quotient"].update(repeat={"start": 0, "period": 2}), "a start and a period of at least 1"),
    ],
)
def test_what_is_no_certificate_is_refused(change: Any, message: str) -> None:
    wrong = certificate()
    change(wrong)
    with pytest.raises(SpragueError) as refused:
        verify(wrong)
    assert str(refused.value).startswith(f"not a certificate: expected {message}")


def test_a_rule_that_is_no_game_of_heaps_is_refused() -> None:
    wrong = certificate()
    wrong |= {"rule": "(a, b) -> (a - 1, b)", "game": "(a, b) -> (a - 1, b)", "rank": {"terms": ["a", "b"]}}
    with pytest.raises(SpragueError, match=r"^expected a rule of heaps, each a pile of its own, got \(a, b\)"):
        verify(wrong)
