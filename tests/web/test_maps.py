"""Maps, tiles and rows over the web API agree with the table."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

import sprague
from tests.snapshots import snapshot
from tests.web.asking import Laboratory


def tile(lab: Laboratory, **query: Any) -> np.ndarray[Any, Any]:
    answer = lab.ask("GET", "/api/v1/map/tile", params=query)
    if answer.status_code == 409:  # the table takes a while where kernels are compiled first
        question = {name: value for name, value in query.items() if name not in ("x", "y")}
        lab.ended({"id": lab.get("/api/v1/map", **question)["job"]})
        answer = lab.ask("GET", "/api/v1/map/tile", params=query)
    assert answer.status_code == 200, answer.text
    shape = int(answer.headers["x-height"]), int(answer.headers["x-width"])
    return np.frombuffer(answer.content, "<u2").reshape(shape)


def test_a_map_is_described_and_its_tiles_agree_with_the_table(lab: Laboratory) -> None:
    response = lab.get("/api/v1/map", game="wythoff", limit=300)
    assert response["ready"]
    assert response["axes"] == [{"name": "a", "start": 0, "size": 300}, {"name": "b", "start": 0, "size": 300}]
    table = sprague.tabulate("wythoff", limit=300)
    assert response["largest"] == table.largest
    values = table.to_array()
    assert (tile(lab, game="wythoff", limit=300) == values[:256, :256]).all()
    # Columns go by x, rows by y; tiles at the end are smaller.
    assert (tile(lab, game="wythoff", limit=300, x=1) == values[:256, 256:]).all()
    assert (tile(lab, game="wythoff", limit=300, x=1, y=1) == values[256:, 256:]).all()


def test_slices_axes_and_places_without_a_position(lab: Laboratory) -> None:
    rule = "(a, b, c) -> (a - 1, b, c) ; (a, b - 2, c) ; (a, b - 1, c - 2) piles >= 1 positions where a >= b"
    question = {"game": rule, "limit": 9, "axes": "c,a", "fix": "b=4"}
    response = lab.get("/api/v1/map", **question)
    assert [axis["name"] for axis in response["axes"]] == ["c", "a"]
    assert response["sliders"] == [{"name": "b", "start": 1, "size": 8, "value": 4}]
    found = tile(lab, **question)
    table = sprague.tabulate(rule, limit=9)
    for c in range(1, 9):
        for a in range(1, 9):
            expected = table[a, 4, c] if a >= 4 else 65535
            assert found[c - 1, a - 1] == expected


@pytest.mark.parametrize(("what", "misere"), [("outcome", True), ("remoteness", False)])
def test_other_measures(lab: Laboratory, what: str, misere: bool) -> None:
    found = tile(lab, game="nim:piles=2", limit=8, what=what, misere=misere)
    assert (found == tile(lab, game="nim:piles=2", limit=8, measure=what, misere=misere)).all()  # the former name
    table = sprague.tabulate("nim:piles=2", limit=8, what=what, misere=misere)  # type: ignore[call-overload]
    for (a, b), value in table.items():
        assert found[a, b] == {"P": 0, "N": 1}.get(value, value)


def test_the_shown_python_code_gives_the_same_result(lab: Laboratory) -> None:
    response = lab.get("/api/v1/map", game="nim", limit=6, fix="b=2")
    assert (eval(response["python"], {"sprague": sprague}) == tile(lab, game="nim", limit=6, fix="b=2")).all()
    assert response["command"] == "sprague table nim:piles=3 --limit 6 --fix b=2"


def test_a_row_and_its_period(lab: Laboratory) -> None:
    response = lab.get("/api/v1/row", game="kayles", limit=100)
    assert response["values"] == list(sprague.tabulate("kayles", limit=100).to_array())
    assert response["periods"] == {"name": "n", "preperiod": 71, "period": 12}
    response = lab.get("/api/v1/row", game="nim", limit=8, along="b", fix="a=1,c=2")
    assert response["values"] == [sprague.solve("nim", (1, b, 2)).grundy for b in range(8)]


def test_a_map_without_a_limit_has_one_that_is_quick(lab: Laboratory) -> None:
    assert (
        lab.get("/api/v1/map", game="nim:piles=2")["limit"]
        == lab.post("/api/v1/rule", game="nim:piles=2")["limit"]
        == 256
    )


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("map", {"game": "nim:piles=5", "limit": 2000}, 413),
        ("map", {"game": "nim", "axes": "a,q"}, 422),
        ("map", {"game": "nim", "axes": "a,b", "fix": "a=1"}, 422),
        ("map", {"game": "nim", "fix": "c"}, 422),
        ("map", {"game": "nim", "limit": 5, "fix": "c=7"}, 422),
        ("map/tile", {"game": "nim:piles=2", "x": 9}, 422),
        ("map/tile", {"game": "kayles", "y": 1}, 422),
        ("map/tile", {"game": "wythoff", "what": "proved", "limit": 9}, 422),
        ("row", {"game": "nim", "along": "a,b"}, 422),
    ],
)
def test_what_is_no_map_is_refused(lab: Laboratory, path: str, query: dict[str, Any], status: int) -> None:
    answer = lab.ask("GET", f"/api/v1/{path}", params=query)
    assert answer.status_code == status
    snapshot(answer.json()["detail"])


def test_the_proved_set_is_a_tile_too(lab: Laboratory) -> None:
    rule = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
    assert lab.done(kind="discover", game=rule)["status"] == "proved"
    found = tile(lab, game=rule, limit=12, what="proved")
    expected = sprague.tabulate(rule, limit=12, what="outcome").to_array() == "N"
    assert (found == expected).all()


def test_a_tile_is_what_it_says_byte_by_byte(lab: Laboratory) -> None:
    content = lab.ask("GET", "/api/v1/map/tile", params={"game": "nim:piles=2", "limit": 3}).content
    assert struct.unpack("<9H", content) == (0, 1, 2, 1, 0, 3, 2, 3, 0)
