"""Tables as values: lookup, comparison, saving and loading."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import tempfile
import zlib
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import SpragueError, Table, tabulate
from tests.expected_tables import ASKED
from tests.snapshots import refused, snapshot

NIM = tabulate("nim", limit=5)
TRANSFER = tabulate("empty-transfer", limit=5)
COOKIES = tabulate("cookies", limit=4)
BY_CHIPS = tabulate("nim", chips=4)
DYNAMIC = tabulate("dynamic-nim:piles=1", limit=4, what="outcome")

# Reading


@pytest.mark.parametrize("position", list(permutations((1, 3, 4))))
def test_interchangeable_piles_may_come_in_any_order(position: tuple[int, ...]) -> None:
    assert NIM[position] == 1 ^ 3 ^ 4
    assert NIM[list(position)] == 1 ^ 3 ^ 4
    assert type(NIM[position]) is int


def test_one_pile_may_be_a_number() -> None:
    table = tabulate("nim:piles=1", limit=5)
    assert table[3] == table[3,] == table[[3]] == 3


def test_piles_that_are_not_interchangeable_keep_their_order() -> None:
    assert (COOKIES[1, 0], COOKIES[0, 1]) == (1, 0)
    assert (DYNAMIC[2, 1], DYNAMIC[1, 2]) == ("P", "N")


WRONG: list[tuple[Table, Any]] = [
    (NIM, (1, 2, 5)),
    (NIM, (9, 2, 1)),
    (BY_CHIPS, (1, 2, 2)),
    (COOKIES, (0, 4)),
    (DYNAMIC, (3, 4)),
    (NIM, (1, 2)),
    (NIM, 3),
    (NIM, (1, 2, -1)),
    (TRANSFER, (1, 0, 2)),
    (NIM, (1, 2, 2.5)),
]


@pytest.mark.parametrize(("table", "position"), WRONG)
def test_a_position_that_the_table_does_not_hold(table: Table, position: Any) -> None:
    with refused(SpragueError):
        table[position]


@pytest.mark.parametrize("table", [tabulate("nim", limit=4), tabulate("nim", chips=6)], ids=lambda table: table.bound)
def test_which_positions_a_table_holds(table: Table) -> None:
    positions = list(np.ndindex(8, 8, 8))
    assert table.holds(np.array(positions)).tolist() == [position in table for position in positions]


def test_positions_come_in_the_order_of_the_table() -> None:
    assert list(tabulate("nim:piles=2", limit=3).positions()) == [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    assert list(tabulate("nim:piles=2", chips=3).positions()) == [(0, 0), (0, 1), (0, 2), (1, 1), (0, 3), (1, 2)]
    assert list(tabulate("cookies", limit=2).positions()) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(tabulate("cookies", chips=1).positions()) == [(0, 0), (0, 1), (1, 0)]
    assert list(tabulate("sharing-nim:piles=2", limit=2).positions()) == [(0, 0), (0, 1), (1, 1)]
    assert list(tabulate("empty-transfer:boxes=2", limit=3).items()) == [((1, 1), 0), ((1, 2), 1), ((2, 2), 1)]


@pytest.mark.parametrize(
    ("table", "size"), [(NIM, 35), (TRANSFER, 20), (COOKIES, 16), (BY_CHIPS, 11), (DYNAMIC, 16)], ids=repr
)
def test_the_length_is_the_number_of_positions(table: Table, size: int) -> None:
    assert len(table) == size == len(list(table.positions())) == len(dict(table.items()))


ARRAYS: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("nim:piles=1", {"limit": 4}, [0, 1, 2, 3]),
    ("nim:piles=2", {"limit": 3}, [[0, 1, 2], [1, 0, 3], [2, 3, 0]]),
    ("nim:piles=2", {"chips": 2}, [[0, 1, 2], [1, 0, -1], [2, -1, -1]]),
    ("nim:piles=2", {"limit": 2, "what": "outcome"}, [["P", "N"], ["N", "P"]]),
    ("nim:piles=2", {"chips": 1, "what": "outcome"}, [["P", "N"], ["N", ""]]),
    ("empty-transfer:boxes=2", {"limit": 3}, [[-1, -1, -1], [-1, 0, 1], [-1, 1, 1]]),
    (
        "empty-transfer:boxes=2",
        {"chips": 3, "what": "outcome"},
        [[""] * 4, ["", "P", "N", ""], ["", "N", "", ""], [""] * 4],
    ),
    ("cookies", {"limit": 2}, [[0, 0], [1, 0]]),
    ("cookies", {"chips": 1}, [[0, 0], [1, -1]]),
    ("dynamic-nim:piles=1", {"limit": 3, "what": "outcome"}, [["P"] * 3, ["P", "N", "N"], ["P", "P", "N"]]),
    ("dynamic-nim:piles=1", {"chips": 1, "what": "outcome"}, [["P", "P"], ["P", "N"]]),
    ("sharing-nim:piles=2", {"limit": 3}, [[0, 0, 1], [0, 0, 0], [1, 0, 0]]),
    ("nim:piles=2", {"limit": 2, "what": "remoteness", "misere": True}, [[0, 1], [1, 2]]),
]


@pytest.mark.parametrize(("game", "arguments", "expected"), ARRAYS)
def test_the_array_is_indexed_by_the_piles(game: str, arguments: dict[str, Any], expected: list[Any]) -> None:
    assert tabulate(game, **arguments).to_array().tolist() == expected


def test_the_array_of_large_values_keeps_them() -> None:
    table = tabulate("nim:piles=1", limit=300)
    assert table.to_array().tolist() == list(range(300))
    assert tabulate("nim:piles=1", chips=255).to_array().tolist() == list(range(256))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("what", ["grundy", "remoteness", "suspense"])
@pytest.mark.parametrize("game", ["nim", "sharing-nim", "empty-transfer", "cookies", "one-bottle", "dynamic-nim"])
def test_every_table_tells_the_outcomes(game: str, what: str, misere: bool) -> None:
    if what == "grundy" and misere:
        return
    outcomes = tabulate(game, limit=6, what="outcome", misere=misere)
    found = tabulate(game, limit=6, what=what, misere=misere).outcomes()  # type: ignore[call-overload]
    assert dict(found.items()) == dict(outcomes.items())
    assert (found.what, found.misere, found.cap) == ("outcome", misere, None)
    assert outcomes.outcomes() is outcomes


def test_p_positions_in_order() -> None:
    # Ferguson: with three boxes and all odd, or ending the like, the least P-positions are these.
    known = [(1, 1, 1), (2, 2, 2), (1, 1, 3), (1, 3, 3), (3, 3, 3), (4, 4, 4)]
    assert list(TRANSFER.P_positions())[: len(known)] == known
    assert list(tabulate("empty-transfer", limit=5, what="outcome").P_positions()) == known
    assert list(tabulate("wythoff", limit=14).P_positions()) == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    assert list(tabulate("nim:piles=2", chips=6, cap=1).P_positions()) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    misere = tabulate("nim:piles=2", limit=4, what="suspense", misere=True)
    assert list(misere.P_positions()) == [(0, 1), (2, 2), (3, 3)]
    assert list(tabulate("sharing-nim:piles=2", limit=3).P_positions()) == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]


def test_rows_diagonals_and_lines() -> None:
    assert NIM.row((1, 2, None)) == [3, 2, 1, 0, 7]
    assert NIM.row((None, 2, 1)) == [3, 2, 1, 0, 7]
    assert TRANSFER.row((1, 1, None)) == [0, 1, 0, 1]
    assert BY_CHIPS.row((1, 1, None)) == [0, 1, 2]
    assert COOKIES.row((None, 0)) == [0, 1, 1, 0]
    assert DYNAMIC.row((2, None)) == ["P", "P", "N", "N"]
    assert NIM.diagonal((0, 1, 1)) == [0, 1, 2, 3]
    assert DYNAMIC.diagonal((1, 1)) == ["N", "P", "N"]
    assert NIM.along((0, 0, 0), (0, 1, 2)) == [0, 1 ^ 2, 2 ^ 4]
    assert NIM.along((0, 4, 4), (0, -2, -1)) == [0, 2 ^ 3, 2]
    assert NIM.along((7, 0, 0), (1, 0, 0)) == []
    assert TRANSFER.along((2, 2, 2), (-1, 0, 0)) == [0, 2]


@pytest.mark.parametrize("position", [(1, 2, 3), (None, None, 1)])
def test_a_row_has_one_open_entry(position: tuple[int | None, ...]) -> None:
    with refused(SpragueError):
        NIM.row(position)


# Comparing


def test_tables_are_equal_if_they_say_the_same_of_the_same() -> None:
    assert tabulate("nim", limit=5) == NIM
    assert tabulate("nim", limit=6) != NIM
    assert tabulate("nim", limit=5, cap=2) != NIM
    assert tabulate("nim", limit=5, what="remoteness") != NIM
    assert tabulate("nim", limit=5, what="outcome") != tabulate("nim", limit=5, what="outcome", misere=True)
    assert tabulate("nim", chips=4) != NIM
    assert NIM != "nim"
    assert tabulate("(a, b, c) -> (u, b, c) where u < a ; (a - 1, b - 1, c) any order", limit=5) != NIM
    assert hash(tabulate("nim", limit=5)) == hash(NIM)


def test_the_first_difference() -> None:
    wythoff, nim = tabulate("wythoff", limit=6), tabulate("nim:piles=2", limit=6)
    assert nim.first_difference(wythoff) == (1, 1)
    assert wythoff.first_difference(nim) == (1, 1)
    assert nim.first_difference(tabulate("nim:piles=2", limit=6)) is None
    assert nim.first_difference(tabulate("nim:piles=2", limit=9)) is None
    assert nim.first_difference(tabulate("nim:piles=2", limit=6, cap=4)) == (1, 4)
    with refused(SpragueError):
        nim.first_difference(tabulate("nim:piles=2", limit=3))


@pytest.mark.parametrize(
    "table",
    [
        NIM,
        BY_CHIPS,
        tabulate("(a) -> (a - 1)", 3, what="suspense", misere=True),
    ],
)
def test_a_table_says_what_it_is(table: Table) -> None:
    snapshot(repr(table))


# Keeping

KEPT: list[tuple[str, dict[str, int]]] = [
    ("nim", {"limit": 6}),
    ("nim", {"limit": 6, "cap": 3}),
    ("nim", {"chips": 9}),
    ("nim:piles=1", {"limit": 300}),
    ("empty-transfer", {"limit": 6}),
    ("empty-redistribute", {"limit": 4}),
    ("sharing-nim", {"limit": 9}),
    ("sharing-nim", {"chips": 9}),
    ("cookies", {"limit": 5}),
    ("cookies", {"chips": 5}),
    ("dynamic-nim:stop=3,limit=2x-1", {"limit": 4}),
    ("fulves-merger:boxes=2", {"limit": 5}),
    ("(n_R, x') -> (n_R - k, x') where k power of 2 any order", {"limit": 5}),
]


@pytest.mark.parametrize(("game", "arguments"), KEPT)
def test_a_saved_table_comes_back(game: str, arguments: dict[str, Any], tmp_path: Path) -> None:
    rule = sprague.game(game)
    for what, misere in ASKED:
        if ("cap" in arguments and what != "grundy") or (misere and rule.win and what != "outcome"):
            continue
        table = tabulate(rule, what=what, misere=misere, **arguments)
        table.save(tmp_path / "table")
        loaded = Table.load(str(tmp_path / "table"))
        assert loaded == table
        assert (loaded.game, loaded.game.name) == (rule, rule.name)
        assert (loaded.what, loaded.misere, loaded.cap) == (what, misere, arguments.get("cap"))
        assert (loaded.limit, loaded.chips) == (arguments.get("limit"), arguments.get("chips"))
        assert list(loaded.items()) == list(table.items())
        assert repr(loaded) == repr(table)
        assert loaded.outcomes() == table.outcomes()
    assert os.listdir(tmp_path) == ["table"]


def test_a_saved_table_is_a_line_a_line_of_json_and_the_values(tmp_path: Path) -> None:
    tabulate("nim:piles=2", limit=3).save(tmp_path / "t")
    content = (tmp_path / "t").read_bytes()
    magic, checksum, header, packed = content.split(b"\n", 3)
    assert magic == b"sprague-table 1"
    assert checksum.decode() == hashlib.sha256(content.split(b"\n", 2)[2]).hexdigest()
    assert zlib.decompress(packed) == bytes([0, 1, 0, 2, 3, 0])
    data = json.loads(header)
    assert {key: data[key] for key in ("name", "rule", "what", "misere", "limit", "chips", "cap", "size", "type")} == {
        "name": "nim:piles=2",
        "rule": "(a, b) -> (u, b) where u < a any order",
        "what": "grundy",
        "misere": False,
        "limit": 3,
        "chips": None,
        "cap": None,
        "size": 6,
        "type": "|u1",
    }


def test_a_rule_with_a_function_cannot_be_saved(tmp_path: Path) -> None:
    table = tabulate(sprague.game("dynamic-nim", piles=1, limit=lambda x: x + 1), limit=3)
    with refused(SpragueError):
        table.save(tmp_path / "t")
    assert os.listdir(tmp_path) == []


def not_loaded(path: Path) -> str:
    with pytest.raises(SpragueError) as refusal:
        Table.load(path)
    return str(refusal.value).replace(repr(str(path)), "FILE")


def refusal_of_content(content: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t"
        path.write_bytes(content)
        return not_loaded(path)


ANOTHER_KIND = refusal_of_content(b"another kind of file")
DAMAGED = refusal_of_content(b"sprague-table 1\n")


def test_other_files_and_damaged_files_have_different_errors() -> None:
    assert ANOTHER_KIND != DAMAGED
    snapshot(f"{ANOTHER_KIND}\n{DAMAGED}")


@pytest.mark.parametrize(
    "content", [b"", b"sprague", b"sprague-table 3\n{}\n", b"\x93NUMPY", b"PK\x03\x04", b"\x80\x04\x95"]
)
def test_another_kind_of_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(content)
    assert not_loaded(tmp_path / "t") == ANOTHER_KIND


@pytest.fixture(name="saved")
def _saved(tmp_path: Path) -> Path:
    tabulate("nim:piles=2", limit=9).save(tmp_path / "t")
    return tmp_path / "t"


def test_a_file_cut_off_anywhere_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in range(len(whole)):
        saved.write_bytes(whole[:length])
        assert not_loaded(saved) == (ANOTHER_KIND if length < len(b"sprague-table 1\n") else DAMAGED)


def test_a_file_with_something_after_it_is_refused(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes() + b"\0")
    assert not_loaded(saved) == DAMAGED


def test_a_flipped_bit_in_the_values_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    start = whole.index(b"\n", len(b"sprague-table 1\n")) + 1
    table = Table.load(saved)
    for place in range(start, len(whole)):
        for bit in range(8):
            saved.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            try:
                found = Table.load(saved)
            except SpragueError:
                continue
            assert found == table, (place, bit)


def rewritten(path: Path, changes: dict[str, object], data: bytes | None = None) -> None:
    """Return the file with another header and, if given, other values with a correct checksum."""
    _, _, header, packed = path.read_bytes().split(b"\n", 3)
    if data is not None:
        packed = zlib.compress(data)
    forged(path, json.dumps(json.loads(header) | changes).encode(), packed)


def forged(path: Path, header: bytes, packed: bytes) -> None:
    """Return a file with a correct checksum and any content."""
    content = header + b"\n" + packed
    path.write_bytes(b"sprague-table 1\n" + hashlib.sha256(content).hexdigest().encode() + b"\n" + content)


HEADERS: list[dict[str, object]] = [
    {"size": 1},
    {"size": "many"},
    {"size": None},
    {"type": "|O"},
    {"type": "<f8"},
    {"type": "|S1"},
    {"type": "<u2"},
    {"type": "u1,u1"},
    {"type": "nonsense"},
    {"type": None},
    {"type": [["a", "O"]]},
    {"rule": "(a, b) -> (u, b) where u < a"},
    {"rule": "(a) -> (u) where u < a"},
    {"rule": "nonsense"},
    {"rule": ""},
    {"rule": None},
    {"rule": 5},
    {"rule": "__import__('os').system('true')"},
    {"limit": 8},
    {"limit": 10},
    {"limit": None},
    {"limit": -9},
    {"limit": "nine"},
    {"chips": 9},
    {"reduced": True},
    {"what": "nimber"},
    {"what": None},
    {"what": []},
    {"cap": "two"},
    {"size": 44},
    {"size": 46},
    {"size": 10**30},
    {"size": -1},
    {"limit": 5.5},
    {"misere": "no"},
]


@pytest.mark.parametrize("changes", HEADERS, ids=str)
def test_a_header_that_does_not_fit_is_refused(changes: dict[str, object], saved: Path) -> None:
    rewritten(saved, changes)
    assert not_loaded(saved) == DAMAGED


@pytest.mark.parametrize("key", ["rule", "name", "what", "limit", "chips", "cap", "reduced", "size", "type", "misere"])
def test_a_header_without_a_field_is_refused(key: str, saved: Path) -> None:
    _, _, header, packed = saved.read_bytes().split(b"\n", 3)
    fields = json.loads(header)
    del fields[key]
    forged(saved, json.dumps(fields).encode(), packed)
    assert not_loaded(saved) == DAMAGED


@pytest.mark.parametrize("header", [b"", b"[]", b"null", b"{", b"\xff\xfe", b" " * 2_000_000])
def test_a_header_that_is_no_header_is_refused(header: bytes, saved: Path) -> None:
    _, _, _, packed = saved.read_bytes().split(b"\n", 3)
    forged(saved, header, packed)
    assert not_loaded(saved) == DAMAGED


def test_any_flipped_bit_is_noticed(saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    for place in range(0, len(content), 3):
        content[place] ^= 1 << place % 8
        saved.write_bytes(bytes(content))
        not_loaded(saved)
        content[place] ^= 1 << place % 8


def test_values_that_unpack_to_more_than_they_should_are_refused(saved: Path) -> None:
    rewritten(saved, {}, b"\0" * 50_000_000)
    assert saved.stat().st_size < 100_000
    assert not_loaded(saved) == DAMAGED


def test_pickled_values_are_not_unpickled(saved: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (exec, ("raise SystemExit('unpickled')",))

    data = pickle.dumps(Trap())
    rewritten(saved, {"size": len(data), "type": "|O"}, data)
    assert not_loaded(saved) == DAMAGED
    rewritten(saved, {"size": len(data), "type": "|u1"}, data)
    assert not_loaded(saved) == DAMAGED


@pytest.mark.parametrize("broken", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "no space left on device"), KeyboardInterrupt()])
def test_a_file_is_written_whole_or_not_at_all(
    broken: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    old = tmp_path / "old"
    NIM.save(old)
    monkeypatch.setattr(os, broken, fail)
    for path in (old, tmp_path / "new"):
        with pytest.raises((SpragueError, KeyboardInterrupt)):
            COOKIES.save(path)
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["old"]
    assert Table.load(old) == NIM


# A table as a collection, as an array, as text


@pytest.mark.parametrize("bound", [{"limit": 5}, {"chips": 7}])
@pytest.mark.parametrize("game", ["nim", "nim:piles=1", "empty-transfer", "sharing-nim", "cookies", "dynamic-nim"])
def test_a_table_is_a_collection_of_its_positions(game: str, bound: dict[str, Any]) -> None:
    table = sprague.tabulate(game, **bound)
    assert list(table) == list(table.positions()) == [position for position, _ in table.items()]
    assert len(table) == len(list(table))
    assert all(position in table for position in table)
    assert tuple(10 + entry for entry in next(iter(table))) not in table
    assert list(table.items(3)) == list(table.items())[:3]


@pytest.mark.parametrize("wrong", [(1,), (1, 2, 3), (-1, 0), "ab", 3, None, (1.5, 2), (1, "2"), (9, 0), ((1, 2), 3)])
def test_what_is_no_position_of_a_table_is_not_in_it(wrong: object) -> None:
    assert wrong not in sprague.tabulate("nim:piles=2", limit=9)


@pytest.mark.parametrize(
    ("game", "bound", "what"),
    [
        ("nim", {"limit": 4}, "grundy"),
        ("nim", {"limit": 4}, "outcome"),
        ("empty-transfer", {"limit": 5}, "remoteness"),
        ("nim", {"chips": 5}, "grundy"),
        ("sharing-nim", {"limit": 6}, "grundy"),
        ("dynamic-nim", {"limit": 4}, "outcome"),
    ],
)
def test_slices_are_parts_of_the_array(game: str, bound: dict[str, Any], what: str) -> None:
    table = sprague.tabulate(game, what=what, **bound)  # type: ignore[call-overload]
    array = table.to_array()
    assert (np.asarray(table) == array).all()
    every = slice(None)
    keys: list[Any] = [
        (every, every, every),
        (2, every, 1),
        (every, 1, slice(1, 4)),
        (slice(None, None, -1), 3, slice(1, 1)),
    ]
    for key in keys:
        part = table[key]
        assert part.shape == array[key].shape
        assert (part == array[key]).all()


def test_an_array_of_a_table_has_the_type_asked_for() -> None:
    table = sprague.tabulate("nim:piles=2", limit=4)
    assert np.asarray(table, dtype=float).dtype == np.float64
    assert np.array(table, copy=True).tolist() == table.to_array().tolist()
    with refused(SpragueError):
        np.asarray(table, copy=False)


WRONG_KEYS: list[object] = [
    (1, slice(None)),
    (1, slice(None), 9),
    (-1, slice(None), 2),
    (1.5, slice(None), 2),
    (1, slice("x", None), 2),
    slice(None),
    (1, 2, 5),
    (1, 2),
    (1, 2.5, 3),
    None,
    1.5,
]


@pytest.mark.parametrize("key", WRONG_KEYS)
def test_wrong_keys_are_refused(key: Any) -> None:
    with refused(SpragueError):
        sprague.tabulate("nim", limit=5)[key]


@pytest.mark.parametrize("game", ["nim", "sharing-nim", "cookies", "dynamic-nim", "empty-redistribute"])
def test_tables_are_pickled(game: str) -> None:
    for table in (sprague.tabulate(game, limit=4), sprague.tabulate(game, chips=5, what="outcome")):
        again = pickle.loads(pickle.dumps(table))
        assert again == table
        assert (repr(again), str(again), list(again.items())) == (repr(table), str(table), list(table.items()))


def test_a_table_is_printed_as_the_command_prints_it() -> None:
    assert str(sprague.tabulate("nim:piles=2", limit=3)) == "a\\b  0  1  2\n  0  0  1  2\n  1  1  0  3\n  2  2  3  0"
    assert str(sprague.tabulate("nim:piles=1", limit=3, what="outcome")) == "      a  0  1  2\noutcome  P  N  N"
    assert str(sprague.tabulate("nim", chips=1)) == "0,0,0  0\n0,0,1  1"


def test_of_a_large_table_the_beginning_is_printed() -> None:
    lines = str(sprague.tabulate("nim:piles=2", limit=30)).splitlines()
    assert len(lines) == 22
    assert lines[0].split() == ["a\\b", *map(str, range(20)), "…"]
    assert lines[-1].split() == ["…"]
    assert str(sprague.tabulate("nim:piles=1", limit=50)).splitlines()[1].split() == [
        "grundy",
        *map(str, range(20)),
        "…",
    ]
    listed = str(sprague.tabulate("nim", limit=9)).splitlines()
    assert (len(listed), listed[-1]) == (21, "… 165 positions in all")
