"""False certificates: each one changes the meaning of a true certificate, and is refused."""

from __future__ import annotations

from typing import Any

import pytest

from sprague.checker import Budget, NotACertificate, NotVerified, verify
from tests.checker.samples import NIM, NIM_VALUE, PARITY_VALUES, Certificate, changed
from tests.snapshots import refused, snapshot


@pytest.mark.parametrize("certificate", [NIM, NIM_VALUE, PARITY_VALUES], ids=lambda one: one["kind"])
def test_the_samples_are_verified(certificate: Certificate) -> None:
    assert verify(certificate)


def _not_verified(certificate: Certificate) -> str:
    with pytest.raises(NotVerified) as error:
        verify(certificate)
    return str(error.value)


def test_a_formula_with_many_functions_and_a_constant_is_not_confused() -> None:
    """In an earlier version, quotients and constants could get the same variable name."""
    many = [["compare", ["div", "a", n], ">=", 0] for n in range(2, 42)]
    false = ["and", *many, ["compare", ["div", "a", 2], "=", ["+", "b", 40]], ["compare", "b", ">=", 1]]
    forged = changed(NIM, "claims", 0, "formula", to=["or", ["compare", "a", "=", "b"], false])
    snapshot(_not_verified(forged))


@pytest.mark.parametrize("name", ["$0", "→n", "#0", "n", "new n", "", "N", "1", "a b", "value"])
def test_no_name_of_a_certificate_is_a_variable_of_the_checker(name: str) -> None:
    """In an earlier version, the last track of a Grundy function had a name that could clash with an inner variable."""
    forged = changed(NIM_VALUE, "rule", "moves", 0, to={"to": [[["-", "n", 1]]], "where": ["and"]})
    forged["automaton"] = {"transitions": [[0, 0, 1, 1], [0, 0, 1, 1]], "accepting": [0]}  # n even, any value
    del forged["claims"]
    _not_verified(forged)
    forged["tracks"] = ["n", name]
    with pytest.raises(NotACertificate):
        verify(forged)


def test_value_and_power_mean_what_the_track_says() -> None:
    """In an earlier version, a track called `power` could contain the value itself."""
    power = changed(NIM_VALUE, "claims", 0, "formula", to=["compare", "power", "=", "n"])
    with refused(NotACertificate):
        verify(power)
    _not_verified(power | {"track": "power"})


@pytest.mark.parametrize("name", ["value", "power", "and", "max", "piles", "where", "not"])
def test_words_of_the_notation_are_no_names(name: str) -> None:
    rule = {"piles": [name], "moves": [{"to": [["u"]], "where": ["compare", "u", "<", name]}]}
    with pytest.raises(NotACertificate):
        verify(changed(NIM_VALUE, "rule", to=rule))


SMALLER = ["compare", "u", "<", "a"]
ANOTHER_MEANING: dict[str, tuple[Certificate, list[Any], object]] = {
    "misère for normal": (NIM, ["play"], "misere"),
    "another condition": (NIM, ["rule", "moves", 0, "where"], ["compare", "u", "<=", ["-", "a", 2]]),
    "a choice may be larger": (NIM, ["rule", "moves", 0, "where"], ["compare", "u", "<=", "a"]),
    "no condition": (NIM, ["rule", "moves", 0, "where"], ["and"]),
    "never": (NIM, ["rule", "moves", 0, "where"], ["or"]),
    "both piles": (NIM, ["rule", "moves", 0, "to"], [["u", "u"]]),
    "another move besides": (
        NIM,
        ["rule", "moves"],
        [{"to": [["u", "b"]], "where": SMALLER}, {"to": [[["-", "a", 1], ["-", "b", 1]]], "where": ["and"]}],
    ),
    "a pile of one chip at least": (NIM, ["rule", "least_pile"], 1),
    "an end of play": (NIM, ["rule", "stop"], ["compare", ["+", "a", "b"], "<=", 1]),
    "a win": (NIM, ["rule", "win"], ["compare", ["+", "a", "b"], "<=", 1]),
    "an option may be forbidden": (NIM, ["rule", "block"], 1),
    "fewer positions": (NIM, ["rule", "positions"], ["compare", "a", "!=", "b"]),
    "another accepting state": (NIM, ["automaton", "accepting"], [1]),
    "no accepting state": (NIM, ["automaton", "accepting"], []),
    "another base": (NIM, ["numeration"], [1, 1]),
    "a rank that may rise": (NIM, ["rank", "terms"], [["-", "a", "b"]]),
    "a rank that stays the same": (NIM, ["rank", "terms"], [7]),
    "a negative rank": (NIM, ["rank", "terms"], [["-", ["+", "a", "b"], 5]]),
    "another formula": (NIM, ["claims", 0, "formula"], ["compare", "a", "<=", "b"]),
    "values in another order": (PARITY_VALUES, ["automata"], PARITY_VALUES["automata"][::-1]),
    "fewer values, said to be all": (PARITY_VALUES, ["automata"], PARITY_VALUES["automata"][:1]),
    "two chips at a time": (PARITY_VALUES, ["rule", "moves", 0, "to"], [[["-", "n", 2]]]),
    "values told by powers": (NIM_VALUE, ["track"], "power"),
}


@pytest.mark.parametrize("change", ANOTHER_MEANING)
def test_a_certificate_with_another_meaning_is_not_verified(change: str) -> None:
    certificate, path, to = ANOTHER_MEANING[change]
    forged = changed(certificate, *path, to=to)
    if "values, said" in change:
        del forged["claims"]
    if "powers" in change:
        forged["claims"][0]["formula"] = ["compare", "power", "=", "n"]
    _not_verified(forged)


def test_the_order_of_piles_in_a_claim_matters() -> None:
    at_most = ["compare", "a", "<=", "b"]
    assert verify(changed(NIM, "claims", 0, to={"order": "every", "formula": at_most}))
    assert "(0, 1)" in _not_verified(changed(NIM, "claims", 0, to={"order": "some", "formula": at_most}))


def test_swapped_tracks_are_not_verified() -> None:
    rule = {"piles": ["a", "b"], "moves": [{"to": [["u", "b"]], "where": ["compare", "u", "<", "a"]}]}
    only_a = changed(NIM, "rule", to=rule)
    only_a["claims"] = [{"order": "written", "formula": ["compare", "a", "=", 0]}]
    only_a["automaton"] = {"transitions": [[0, 0, 1, 1], [1, 1, 1, 1]], "accepting": [0]}
    assert verify(only_a)
    only_a["automaton"] = {"transitions": [[0, 1, 0, 1], [1, 1, 1, 1]], "accepting": [0]}
    assert "(0, 1)" in _not_verified(only_a)


def test_texts_of_the_certificate_are_quotations() -> None:
    lie = changed(NIM, "quotations", to={"claims": "a = b + 1", "title": "P = NP", "game": "wythoff"})
    found = verify(lie)
    assert "P = NP" not in found.theorem + found.termination
    assert 'not verified: claims "a = b + 1"' in found.sentences[-1]


@pytest.mark.parametrize("conditions", [18, 60])
def test_many_conditions_of_a_move_do_not_stall_the_checker(conditions: int) -> None:
    """In an earlier version, alternatives were multiplied out, so time and memory doubled with each condition."""
    where: list[Any] = [["compare", "u", "<", "a"]]
    where += [["or", ["compare", "u", "!=", n], ["compare", "a", "=", n]] for n in range(conditions)]
    expensive = changed(NIM, "rule", "moves", 0, "where", to=["and", *where])
    budget = Budget(steps=3_000_000, seconds=None)
    with pytest.raises(NotVerified):
        verify(expensive, budget)
    assert budget.spent < 3_000_000
