"""The reader of certificates: required and unknown keys, types of values, and errors that name the key."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sprague.certificates.reader import VERSION_1, load_json, parse_json, read_certificate
from sprague.errors import SpragueError
from sprague.language.statements import Order
from sprague.rules.termination import Squares
from tests.certificates.samples import FILES, KINDS, changed, version_1, version_2
from tests.snapshots import refusal, refused


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
    with pytest.raises(SpragueError) as caught:
        read_certificate(load_json(path))
    assert str(caught.value) == VERSION_1
    assert "sprague convert FILE" in VERSION_1


@pytest.mark.parametrize(("kind", "name"), KINDS.items())
def test_every_key_is_needed_and_no_other_is_known(kind: str, name: str) -> None:
    data = version_2(name)
    optional = {"claims", "quotations"}
    for key in sorted(set(data) - optional - {"format", "version", "kind"}):
        with refused(SpragueError, repr(key)):
            read_certificate(changed(version_2(name), key, ...))
    for key in optional & set(data):
        assert read_certificate(changed(version_2(name), key, ...)).kind == kind
    refusal(lambda: read_certificate(data | {"more": 1}))
    if kind in ("heaps", "misere-quotient"):
        refusal(lambda: read_certificate(data | {"rank": {"terms": ["n"]}}))


#: The certificate, the path of a key, another value (`...`: none), whether the JSON Schema refuses it, too.
WRONG: list[tuple[str, str, object, bool]] = [
    ("nim-2", "format", "sprague", True),
    ("nim-2", "format", ..., True),
    ("nim-2", "version", 3, True),
    ("nim-2", "version", True, True),
    ("nim-2", "version", "2", True),
    ("nim-2", "kind", "theorem", True),
    ("nim-2", "kind", ["p-positions"], True),
    ("nim-2", "play", "reverse", True),
    ("nim-2", "rule", "(a) -> (a - 1)", True),
    ("nim-2", "rank", {"terms": [], "lines": []}, True),
    ("nim-2", "claims", [], True),
    ("nim-2", "claims.0.order", "written", False),
    ("nim-2", "claims.0.about", "value", True),
    ("nim-2", "claims.0.formula", ["compare", "a", "=", "u"], False),
    ("nim-2", "claims.0.formula", ["compare", "a", "=", "value"], False),
    ("nim-2", "quotations", {"rule": "x"}, True),
    ("nim-2", "quotations.game", 7, True),
    ("nim-2", "numeration", "2", True),
    ("nim-2", "numeration", [], True),
    ("nim-2", "numeration", [11], True),
    ("nim-2", "numeration", [3], False),
    ("nim-2", "automaton.transitions", [], True),
    ("nim-2", "automaton.transitions.1", [1, 1, 1], False),
    ("nim-2", "automaton.transitions.1.2", 2, False),
    ("nim-2", "automaton.transitions.1.2", True, False),
    ("nim-2", "automaton.transitions.0.0", 1, False),
    ("nim-2", "automaton.accepting", [0, 0], False),
    ("nim-2", "automaton.accepting", [2], False),
    ("nim-2", "automaton.names", [], True),
    ("nim-2", "hints", {}, True),
    ("nim-2", "complete", True, True),
    ("subtraction-values", "play", "misere", True),
    ("subtraction-values", "complete", 1, True),
    ("subtraction-values", "automata", [], True),
    ("subtraction-values", "claims.2", ..., False),
    ("nim-function", "track", "number", True),
    ("nim-function", "play", "misere", True),
    ("empty-redistribute", "totals.period", 0, True),
    ("empty-redistribute", "totals.small", [3], False),
    ("empty-redistribute", "totals.residues", [3], False),
    ("window", "window.what", "remoteness", True),
    ("window", "window.idle", [2], False),
    ("window", "window.windows", [], True),
    ("window", "window.windows.0.periods", [4], False),
    ("window", "window.windows.0.piles", [0, 0], False),
    ("window", "window.windows.0.values.0", [0], False),
    ("window", "window.windows.0.too_soon", [None], False),
    ("window", "window.steps.0.vector", [1], False),
    ("window", "window.steps.0.where", ["compare", "k", "=", 1], False),
    ("kayles", "play", "misere", True),
    ("kayles", "heaps.turns", 0, True),
    ("kayles", "heaps.values", [0], False),
    ("kayles", "heaps.moves.0.distinct", None, True),
    ("kayles", "heaps.moves.0", {"taken": 0, "parts": 1, "distinct": False, "heap": 0}, False),
    ("heap-claim", "claims.0.about", "outcome", True),
    ("heap-claim", "claims.0.order", "some", False),
    ("heap-claim", "rule.piles", ["n", "m"], True),
    ("kayles-quotient", "play", "normal", True),
    ("kayles-quotient", "quotient.p", [99], False),
    ("kayles-quotient", "quotient.heaps", [], True),
    ("kayles-quotient", "quotient.repeat", {"start": 1}, True),
    ("kayles-quotient", "claims", [], True),
    ("wythoff-blocking-1", "play", "misere", False),
]


@pytest.mark.parametrize(("name", "path", "value"), [row[:3] for row in WRONG])
def test_another_value_is_refused(name: str, path: str, value: object) -> None:
    refusal(lambda: read_certificate(changed(version_2(name), path, value)))


def test_a_move_to_a_sum_is_for_heaps() -> None:
    data = version_2("nim-2") | {"rule": version_2("kayles")["rule"]}
    refusal(lambda: read_certificate(data))


# Files


@pytest.mark.parametrize(
    "content",
    [
        b'{"format": 1, "format": 2}',
        b'{"rule": {"a": 1, "a": 1}}',
        b'{"version": 2.0}',
        b'{"version": NaN}',
        b"[]",
        b"nim",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"a": -' + b"1" * 5001 + b"}",
    ],
)
def test_another_file_is_refused(content: bytes) -> None:
    refusal(lambda: parse_json(content))


def test_a_tree_that_is_nested_too_deeply_is_refused() -> None:
    tree: object = "a"
    for _ in range(250):
        tree = ["+", tree]
    data = changed(version_2("nim-2"), "claims.0.formula", ["compare", tree, "=", "b"])
    refusal(lambda: read_certificate(data))


def test_files_are_read_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    path.write_text(json.dumps(version_2("nim-2")), encoding="utf-8")
    assert read_certificate(load_json(path)) == read_certificate(version_2("nim-2"))
    assert read_certificate(load_json(str(path))).kind == "p-positions"
    os.mkfifo(tmp_path / "pipe")
    refusal(lambda: read_certificate(load_json(tmp_path / "pipe")))
    refusal(lambda: read_certificate(load_json(tmp_path / "none")))
    refusal(lambda: read_certificate(load_json("a\0b")))


def test_version_1_is_recognised_by_its_key() -> None:
    refusal(lambda: read_certificate(version_1("nim-2")))
