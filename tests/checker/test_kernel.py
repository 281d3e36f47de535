"""The kernel equation: a changed set, rule or play passes only if it is right, and what fails is named."""

from __future__ import annotations

import copy
from random import Random

import pytest

from sprague.checker import Verified, verify
from sprague.errors import NotVerified
from tests.checker.samples import (
    PROVED,
    SMALL,
    automata_of,
    certificate_of,
    changed_rules,
    members,
    passes,
    same_language,
    true_sets,
)


@pytest.mark.parametrize("name", SMALL)
def test_a_changed_automaton_passes_only_if_it_means_the_same(name: str) -> None:
    original = certificate_of(name)
    original["claim"] = None
    chance = Random(name)
    refused = 0
    for which, automaton in enumerate(automata_of(original)):
        states, symbols = len(automaton["transitions"]), len(automaton["transitions"][0])
        changes: list[tuple[int, int, int]] = [(state, -1, 0) for state in range(states)]
        for _ in range(40):
            changes.append((chance.randrange(states), chance.randrange(symbols), chance.randrange(states)))
        for state, symbol, target in changes[:60]:
            changed = copy.deepcopy(original)
            mutant = automata_of(changed)[which]
            if symbol < 0:
                mutant["accepting"] = sorted({state} ^ set(mutant["accepting"]))
            else:
                mutant["transitions"][state][symbol] = target
            same = same_language(automaton, mutant)
            # Leading zeros that matter are refused even if the words accepted are the same.
            same &= mutant["transitions"][0][0] == 0
            assert passes(changed) == same, (name, which, state, symbol, target)
            refused += not same
    assert refused > 10


SMALL_IMAGE = "guessed_moves.SMALL_IMAGE"


@pytest.mark.parametrize("limits", [{"kernel.SOON": 1}, {"kernel.SOON": 1, SMALL_IMAGE: 2}, {SMALL_IMAGE: 0}], ids=str)
@pytest.mark.parametrize("name", ["misère nim", "boxes 3", "redistribute 4", "dynamic", "wythoff"])
def test_every_way_to_search_finds_the_same(name: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    right = certificate_of(name) | {"claim": None}
    wrong = copy.deepcopy(right)
    wrong["automaton"]["accepting"] = sorted({0} ^ set(wrong["automaton"]["accepting"]))
    with pytest.raises(NotVerified) as usual:
        verify(wrong)
    for limit, value in limits.items():
        monkeypatch.setattr(f"sprague.checker.{limit}", value)
    assert passes(right)
    with pytest.raises(NotVerified) as other:
        verify(wrong)
    assert str(other.value) == str(usual.value)


@pytest.mark.parametrize("name", [n for n in PROVED if n not in ("nim 4", "redistribute 4")])
def test_a_changed_rule_or_play_passes_only_if_the_set_is_right_for_it(name: str) -> None:
    original = certificate_of(name)
    original["claim"] = None
    changes = [{"rule": rule} for rule in changed_rules(original["rule"])]
    changes.append({"play": "normal" if original["play"] == "misere" else "misere"})
    changes += [{"numeration": other} for other in ("2", "3", "fibonacci", "2,1") if other != original["numeration"]]
    refused = 0
    for change in changes:
        changed = original | change
        if not passes(changed):
            refused += 1
            continue
        limit = 9 if len(original["tracks"]) < 4 else 5
        assert [members(changed, a, limit) for a in automata_of(changed)] == true_sets(changed, limit), change
    assert refused >= 3


DFA = {
    "odd or even": ([[0, 1], [0, 1]], [0]),
    "odd": ([[0, 1], [0, 1]], [1]),
    "all": ([[0, 0]], [0]),
    "zero": ([[0, 1], [1, 1]], [0]),
    "less than two": ([[0, 1], [2, 2], [2, 2]], [0, 1]),
}


APART = "is in the set, and a move leads to another position of it"
LOST = "is in the set, but play is over there and the last to move has lost"
WON = "is not in the set, but play is over there and the last to move has won"


@pytest.mark.parametrize(
    ("rule", "play", "automaton", "message"),
    [
        ("(a) -> (u) where u < a", "normal", "zero", None),
        ("(a) -> (u) where u < a", "normal", "odd or even", f"(2) {APART}: (0)"),
        ("(a) -> (u) where u < a", "normal", "odd", "(0) is not in the set, but no move from it leads into the set"),
        ("(a) -> (u) where u < a", "misere", "zero", f"(0) {LOST}"),
        ("(a) -> (u) where u < a piles >= 1", "normal", "zero", "(0) is in the set, but is not a position of the game"),
        ("(a) -> (a - 1) stop when a <= 1", "normal", "zero", f"(1) {WON}"),
        ("(a) -> (a - 1) win when a <= 1", "misere", "zero", f"(1) {WON}"),
        ("(a) -> (u) where u < a win when a <= 1", "misere", "less than two", None),
        ("(a) -> (a - 1)", "normal", "odd or even", None),
        ("(a) -> (a - 1)", "misere", "odd", None),
        ("(a) -> (a - 1) win when a = 0", "misere", "odd or even", None),
        ("(a) -> (a - 1) stop when a = 0", "misere", "odd", None),
        ("(a) -> (a - k) where k >= 1, k mod 2 = 1", "normal", "odd or even", None),
        ("(a) -> (a - k) where k >= 1, k power of 2", "normal", "odd or even", f"(2) {APART}: (0)"),
    ],
)  # fmt: skip
def test_the_smallest_failing_position_is_named(rule: str, play: str, automaton: str, message: str | None) -> None:
    transitions, accepting = DFA[automaton]
    certificate = {
        "certificate": "sprague", "version": 1, "kind": "p-positions", "rule": rule, "play": play, "tracks": ["a"],
        "numeration": "2", "rank": {"terms": ["a"]}, "automaton": {"transitions": transitions, "accepting": accepting},
    }  # fmt: skip
    if message is None:
        assert isinstance(verify(certificate), Verified)
        return
    with pytest.raises(NotVerified) as raised:
        verify(certificate)
    assert str(raised.value) == message


def test_words_that_are_no_fibonacci_digits_must_not_be_accepted() -> None:
    certificate = certificate_of("wythoff") | {"claim": None}
    rows = certificate["automaton"]["transitions"]
    dead = next(s for s, row in enumerate(rows) if set(row) == {s} and s not in certificate["automaton"]["accepting"])
    rows[dead][:] = [len(rows)] * 4
    rows.append([len(rows)] * 4)
    assert passes(certificate)
    # Now 11 over 11, the digits of no number, and that alone, is a member.
    one = rows[0][3]
    rows += [list(rows[one]), [dead] * 4]
    rows[0][3] = len(rows) - 2
    rows[-2][3] = len(rows) - 1
    certificate["automaton"]["accepting"].append(len(rows) - 1)
    with pytest.raises(NotVerified, match="is in the set by digits that are not those of a number"):
        verify(certificate)
