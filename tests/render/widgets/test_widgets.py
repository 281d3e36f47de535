"""Notebook widgets: their Python part, and their JavaScript part if Node is installed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from sprague import SpragueError, tabulate
from sprague.errors import OutOfReach
from sprague.render.widgets import slice_view
from sprague.render.widgets.board import Board
from sprague.render.widgets.slice_view import SliceView
from tests.snapshots import refused, snapshot
from tests.waiting import LONGEST


def test_a_view_has_all_values_of_the_table() -> None:
    table = tabulate("empty-transfer", limit=5, what="outcome")
    view = SliceView(table)
    assert (view.names, view.shape, view.starts) == (["a", "b", "c"], [4, 4, 4], [1, 1, 1])
    values = iter(view.values)
    for a in range(1, 5):
        for b in range(1, 5):
            for c in range(1, 5):
                assert next(values) == table[a, b, c]


def test_the_page_shows_the_slice_that_the_sliders_choose(node: str, tmp_path: Path) -> None:
    view = SliceView(tabulate("nim:piles=4", limit=3))
    (tmp_path / "slices.mjs").write_text(Path(slice_view.__file__).with_name("slices.js").read_text())
    data = json.dumps([list(view.values), list(view.shape), [2, 1]])
    program = f'import {{ cellsOf }} from "./slices.mjs"; console.log(JSON.stringify(cellsOf(...{data})))'
    (tmp_path / "main.mjs").write_text(program)
    done = subprocess.run([node, "main.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=LONGEST)
    assert json.loads(done.stdout) == [[str(a ^ b ^ 2 ^ 1) for b in range(3)] for a in range(3)]


def test_a_board_answers_every_move_until_the_end() -> None:
    board = Board("nim", (0, 1, 2))
    assert board.message == "(0, 1, 2): your move"
    board.chosen = board.options.index("(0, 1, 1)")
    assert board.chosen == -1
    snapshot(board.message)
    board.chosen = 5  # no button
    snapshot(board.message)
    board.chosen = 0
    assert board.options == []
    snapshot(board.message)


def test_a_lost_match_is_lost() -> None:
    board = Board("nim:piles=2", (1, 1))
    board.chosen = 0
    snapshot(board.message)


def test_refusals() -> None:
    with refused(SpragueError):
        SliceView(tabulate("kayles", limit=5))
    with refused(OutOfReach):
        SliceView(tabulate("nim", limit=59))
