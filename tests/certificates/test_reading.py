"""Reading: every key is needed or known, every value is of its type, and errors name the key."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sprague.certificates.reading import VERSION_1, load_certificate, parse_json, read_certificate
from sprague.rules.ranks import Squares
from sprague.rules.statements import Order
from tests.certificates.samples import FILES, KINDS, changed, version_1, version_2
from tests.refusals import message_of


def test_a_certificate_is_read_into_objects() -> None:
    read = read_certificate(version_2("sharing-nim"))
    assert str(read.rule).startswith("(a, b, c) -> (a - k, b + k, c)")
    assert isinstance(read.rank, Squares)
    assert [line.steps for line in read.lines] == [(-1, 1, 0)]
    assert str(read.claims[0]) == "in some order: a = b and v2(c - a) mod 2 = 0"
    assert read.claims[0].blocks == read.rule.blocks
    assert read.quotations["game"] == "sharing-nim:piles=3"
    assert (read.play, read.misere) == ("normal", False)
    every = changed(version_2("nim-2"), "claims.0.order", "every")
    assert read_certificate(every).claims[0].order is Order.EVERY


def test_quotations_may_be_missing() -> None:
    assert read_certificate(changed(version_2("nim-2"), "quotations", ...)).quotations == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_version_1_is_not_read(path: Path) -> None:
    assert message_of(lambda: load_certificate(path)) == VERSION_1
    assert "sprague convert FILE" in VERSION_1


@pytest.mark.parametrize(("kind", "name"), KINDS.items())
def test_every_key_is_needed_and_no_other_is_known(kind: str, name: str) -> None:
    data = version_2(name)
    optional = {"claims", "quotations"}
    for key in set(data) - optional - {"format", "version", "kind"}:
        message = message_of(lambda key=key: read_certificate(changed(version_2(name), key, ...)))  # type: ignore[misc]
        assert f"the key {key!r} is missing" in message
    for key in optional & set(data):
        assert read_certificate(changed(version_2(name), key, ...)).kind == kind
    assert "unknown key 'more'" in message_of(lambda: read_certificate(data | {"more": 1}))
    if kind in ("heaps", "misere-quotient"):
        assert "unknown key 'rank'" in message_of(lambda: read_certificate(data | {"rank": {"terms": ["n"]}}))


#: The certificate, the path of a key, another value (`...`: none), what is said.
WRONG: list[tuple[str, str, object, str]] = [
    ("nim-2", "format", "sprague", 'format: expected "sprague-certificate"'),
    ("nim-2", "format", ..., 'format: expected "sprague-certificate", got None'),
    ("nim-2", "version", 3, "version: expected 2, got 3"),
    ("nim-2", "version", True, "version: expected 2, got True"),
    ("nim-2", "version", "2", "version: expected 2, got '2'"),
    ("nim-2", "kind", "theorem", 'kind: expected "p-positions" or'),
    ("nim-2", "kind", ["p-positions"], "kind: expected"),
    ("nim-2", "play", "reverse", 'play: expected "normal" or "misere", got \'reverse\''),
    ("nim-2", "rule", "(a) -> (a - 1)", "rule: expected an object"),
    ("nim-2", "rank", {"terms": [], "lines": []}, "rank: unknown key 'lines'"),
    ("nim-2", "claims", [], "claims: expected 1 items, got 0"),
    ("nim-2", "claims.0.order", "written", 'claims[0].order: expected "some" or "every"'),
    ("nim-2", "claims.0.about", "value", "claims[0]: unknown key 'about'"),
    ("nim-2", "claims.0.formula", ["compare", "a", "=", "u"], "claims[0].formula: expected one of the names a, b"),
    ("nim-2", "claims.0.formula", ["compare", "a", "=", "value"], "claims[0].formula: expected one of the names"),
    ("nim-2", "quotations", {"rule": "x"}, "quotations: unknown key 'rule'"),
    ("nim-2", "quotations.game", 7, "quotations.game: expected a text, got 7"),
    ("nim-2", "numeration", "2", "numeration: expected a list"),
    ("nim-2", "numeration", [], "numeration: expected 1 to 6 items, got 0"),
    ("nim-2", "numeration", [11], "numeration: expected an integer from 2 to 10, got 11"),
    ("nim-2", "numeration", [3], "automaton.transitions[0]: expected 3^2 states"),
    ("nim-2", "automaton.transitions", [], "automaton.transitions: expected at least 1 items"),
    ("nim-2", "automaton.transitions.1", [1, 1, 1], "automaton.transitions[1]: expected 4 items, got 3"),
    ("nim-2", "automaton.transitions.1.2", 2, "automaton.transitions[1]: expected states from 0 to 1, got 2"),
    ("nim-2", "automaton.transitions.1.2", True, "automaton.transitions[1]: expected states from 0 to 1, got True"),
    ("nim-2", "automaton.transitions.0.0", 1, "automaton.transitions[0][0]: expected 0"),
    ("nim-2", "automaton.accepting", [0, 0], "automaton.accepting: expected each state once"),
    ("nim-2", "automaton.accepting", [2], "automaton.accepting[0]: expected an integer"),
    ("nim-2", "automaton.names", [], "automaton: unknown key 'names'"),
    ("nim-2", "hints", {}, "unknown key 'hints'"),
    ("nim-2", "complete", True, "unknown key 'complete'"),
    ("subtraction-values", "play", "misere", 'play: expected "normal" for the kind grundy-values'),
    ("subtraction-values", "complete", 1, "complete: expected true or false, got 1"),
    ("subtraction-values", "automata", [], "automata: expected 1 to 100 items"),
    ("subtraction-values", "claims.2", ..., "claims: expected 3 items, got 2"),
    ("nim-function", "track", "number", 'track: expected "value" or "power"'),
    ("nim-function", "play", "misere", 'play: expected "normal" for the kind grundy-function'),
    ("empty-redistribute", "totals.period", 0, "totals.period: expected an integer at least 1, got 0"),
    ("empty-redistribute", "totals.small", [3], "totals.small[0]: expected an integer"),
    ("empty-redistribute", "totals.residues", [3], "totals.residues[0]: expected an integer"),
    ("window", "window.what", "remoteness", 'window.what: expected "grundy" or "outcome"'),
    ("window", "window.idle", [2], "window.idle[0]: expected an integer"),
    ("window", "window.windows", [], "window.windows: expected 1 to 2 items"),
    ("window", "window.windows.0.periods", [4], "window.windows[0]: expected different piles"),
    ("window", "window.windows.0.piles", [0, 0], "window.windows[0]: expected different piles"),
    ("window", "window.windows.0.values.0", [0], "window.windows[0].values: expected 6 items, got 1"),
    ("window", "window.windows.0.too_soon", [None], "window.windows[0].too_soon: expected 2 items"),
    ("window", "window.steps.0.vector", [1], "window.steps[0].vector: expected 2 items"),
    ("window", "window.steps.0.where", ["compare", "k", "=", 1], "window.steps[0].where: expected one of the names"),
    ("kayles", "play", "misere", 'play: expected "normal" for the kind heaps'),
    ("kayles", "heaps.turns", 0, "heaps.turns: expected true or false, got 0"),
    ("kayles", "heaps.values", [0], "heaps.values: expected 83 items, got 1"),
    ("kayles", "heaps.moves.0.distinct", None, "heaps.moves[0].distinct: expected true or false"),
    ("kayles", "heaps.moves.0", {"taken": 0, "parts": 1, "distinct": False, "heap": 0}, "a move that changes the heap"),
    ("heap-claim", "claims.0.about", "outcome", 'claims[0].about: expected "p-positions" or "value" or "power"'),
    ("heap-claim", "claims.0.order", "some", 'claims[0].order: expected "written"'),
    ("heap-claim", "rule.piles", ["n", "m"], "expected 2 items, got 1"),
    ("kayles-quotient", "play", "normal", 'play: expected "misere" for the kind misere-quotient'),
    ("kayles-quotient", "quotient.p", [99], "quotient.p[0]: expected an integer"),
    ("kayles-quotient", "quotient.heaps", [], "quotient.heaps: expected at least 1 items"),
    ("kayles-quotient", "quotient.repeat", {"start": 1}, "quotient.repeat: the key 'period' is missing"),
    ("kayles-quotient", "claims", [], "unknown key 'claims'"),
    ("wythoff-blocking-1", "play", "misere", "rule.block: expected 0, except for P-positions in normal play"),
]


@pytest.mark.parametrize(("name", "path", "value", "message"), WRONG)
def test_another_value_is_refused(name: str, path: str, value: object, message: str) -> None:
    assert message in message_of(lambda: read_certificate(changed(version_2(name), path, value)))


def test_a_move_to_a_sum_is_for_heaps() -> None:
    data = version_2("nim-2") | {"rule": version_2("kayles")["rule"]}
    assert "expected one part in each move for the kind p-positions" in message_of(lambda: read_certificate(data))


# Files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"format": 1, "format": 2}', "the key 'format' occurs twice in an object"),
        (b'{"rule": {"a": 1, "a": 1}}', "the key 'a' occurs twice"),
        (b'{"version": 2.0}', "expected integers, got '2.0'"),
        (b'{"version": NaN}', "expected integers, got 'NaN'"),
        (b"[]", "expected a certificate, a JSON object, got []"),
        (b"nim", "got something that is no JSON"),
        (b"\xff\xfe", "got something that is no JSON"),
        (b"[" * 100_000, "got something that is no JSON"),
    ],
)
def test_another_file_is_refused(content: bytes, message: str) -> None:
    assert message in message_of(lambda: parse_json(content))


def test_a_tree_that_is_nested_too_deeply_is_refused() -> None:
    tree: object = "a"
    for _ in range(250):
        tree = ["+", tree]
    data = changed(version_2("nim-2"), "claims.0.formula", ["compare", tree, "=", "b"])
    assert "claims[0].formula: expected at most 100 levels of nesting" in message_of(lambda: read_certificate(data))


def test_files_are_read_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    path.write_text(json.dumps(version_2("nim-2")), encoding="utf-8")
    assert load_certificate(path) == read_certificate(version_2("nim-2"))
    assert load_certificate(str(path)).kind == "p-positions"
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in message_of(lambda: load_certificate(tmp_path / "pipe"))
    assert "no such file" in message_of(lambda: load_certificate(tmp_path / "none"))
    assert "expected a file" in message_of(lambda: load_certificate("a\0b"))


def test_version_1_is_told_apart_by_its_key() -> None:
    assert message_of(lambda: read_certificate(version_1("nim-2"))) == VERSION_1
