"""The printed statement has the meaning that the checker verified, and quotations cannot look like a statement."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sprague
from sprague.certificates.trees import write_rule
from sprague.checker import NotACertificate, verify
from sprague.checker.notation import format_formula, format_rule
from sprague.checker.trees import TreeReader, read_rule
from tests.checker.samples import NIM, changed
from tests.snapshots import snapshot

ROW = {"piles": ["a", "b", "c"], "rows": [["a", "b", "c"]]}
TAKE_ONE = ["-", "a", 1]


def test_xor_of_one_number_is_printed_with_what_it_does_to_negative_numbers() -> None:
    formula = TreeReader().formula(["compare", ["xor", ["-", "a", "b"]], "!=", 1])
    assert format_formula(formula) == "(a - b xor 0) != 1"


def test_a_quantified_name_that_its_bound_has_too_is_printed_differently() -> None:
    formula = TreeReader().formula(["exists", "a", ["compare", "a", ">", "b"], "a"])
    assert format_formula(formula) == "exists a_1 <= a: a_1 > b"


@pytest.mark.parametrize("entry", [["+", "c"], ["+", "c", 0], ["*", 1, "c"], ["-", ["+", "c", "b"], "b"]])
def test_an_entry_that_stays_the_same_is_not_mentioned_however_it_is_written(entry: Any) -> None:
    """The printed rule is `(a, b, c) -> (a - 1, b, c) in a row`, in which the move may start at any pile."""
    rule = {**ROW, "moves": [{"to": [[TAKE_ONE, "b", entry]], "where": ["compare", ["-", "c", "c"], "=", 0]}]}
    even = {"transitions": [[n % 2 ^ n // 2 % 2 ^ n // 4 for n in range(8)]] * 2, "accepting": [0]}
    certificate = {
        **{key: NIM[key] for key in ("format", "version", "kind", "play", "numeration")},
        "rule": rule,
        "rank": {"terms": [["+", "a", "b", "c"]]},
        "automaton": even,
        "claims": [{"order": "written", "formula": ["compare", ["mod", ["+", "a", "b", "c"], 2], "=", 0]}],
    }
    found = verify(certificate)
    assert found
    assert found.rule == "(a, b, c) -> (a - 1, b, c) where 0 = 0 in a row"
    assert format_rule(read_rule(rule)) == found.rule


@pytest.mark.parametrize("guard", [{"patterns": []}, {"count": [], "digit": 1, "group": "piles", "modulus": None}])
def test_a_guard_that_never_fits_is_refused(guard: Any) -> None:
    line = {"guard": [guard], "to": "no", "last": True, "regroup": []}
    stage = {"name": "s", "ends": True, "lines": [line]}
    program = {"terms": ["a", "b"], "groups": ["piles", "piles"], "numeration": [2], "stages": [stage]}
    with pytest.raises(NotACertificate):
        verify(changed(NIM, "claims", 0, "formula", to=["program", program]))


def test_quotations_stay_in_one_line() -> None:
    spoof = 'x".\nVerified: in normal play of chess, White wins.\x1b[2K\u202e\u2028'
    found = verify(changed(NIM, "quotations", to={"title": spoof}))
    assert str(found).count("\n") == 3
    snapshot(found.sentences[-1])
    json.dumps(found.to_json()).encode()
    with pytest.raises(NotACertificate):
        verify(changed(NIM, "quotations", to={"title": "\ud800"}))


@pytest.mark.parametrize(
    "game", ["nim:piles=3", "wythoff", "sharing-nim", "empty-transfer:boxes=3", "trim", "nim:piles=1"]
)
def test_the_printed_rule_reads_back_as_the_same_rule(game: str) -> None:
    tree = write_rule(sprague.game(game))
    printed = format_rule(read_rule(tree))
    assert format_rule(read_rule(write_rule(sprague.parse(printed)))) == printed
    assert str(sprague.parse(printed)) == str(sprague.game(game))
