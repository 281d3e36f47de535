"""The cells of a map of values, which are read from a table and packed into tiles, and the periods of a map."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.limits import Limits, check
from sprague.results.base import PeriodMeasure
from sprague.rules import Ruleset
from sprague.web.tasks.requests import game_string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sprague.proofs.proof import Proof
    from sprague.tables.table import Table

NO_POSITION = 0xFFFF  # value that marks a cell without a position
LARGEST_VALUE = NO_POSITION - 1
MAX_TABLES = 4  # maximum number of tables that a worker process caches
PERIOD_LIMITS = Limits(seconds=3.0, positions=200_000)  # limits on the search for the periods of a map
TILE_HEADER = struct.Struct("<III")  # binary header of a tile: its width, its height, and the largest value of its map

# Maps each pile on an axis of a map to its least height and the number of heights shown.
Ranges = dict[str, tuple[int, int]]


@lru_cache(maxsize=MAX_TABLES)
def load_table(path: Path) -> Table:
    """Load the table of a map from a file; cache the most recently used tables."""
    from sprague.tables.table import Table

    return Table.load(path)


def cell_values(table: Table, ranges: Ranges, fixed: Mapping[str, int]) -> NDArray[np.int64]:
    """Return the values of the cells in a part of a map; a cell that is not a position has the value -1."""
    slices = {name: slice(start, start + size) for name, (start, size) in ranges.items()}
    values = table[tuple(slices[name] if name in slices else fixed[name] for name in table.game.names)]
    if table.what == "outcome":
        values = np.select([values == "P", values == "N"], [0, 1], -1)
    in_order = [name for name in table.game.names if name in ranges]
    return np.asarray(values, np.int64).transpose([in_order.index(name) for name in ranges])


def cells_in_proved_set(table: Table, ranges: Ranges, fixed: Mapping[str, int]) -> NDArray[np.int64]:
    """Return an array of the cells of a map: 0 for proved P-positions, 1 for other positions, -1 for no position."""
    from sprague.tables.regions import are_positions

    proof = stored_proof(table)
    if proof is None:
        raise SpragueError(
            f"{table.game.label}: no theorem about the P-positions is stored; run a discovery for the game first"
        )
    cells = _cell_positions(table.game, ranges, fixed)
    found = np.full(len(cells), -1, np.int64)
    there = are_positions(table.game, cells)
    found[there] = np.where(_members(proof, np.ascontiguousarray(cells[there])), 0, 1)
    return found.reshape([size for _, size in ranges.values()])


def _cell_positions(rule: Ruleset, ranges: Ranges, fixed: Mapping[str, int]) -> NDArray[np.int64]:
    """Return the positions of a part of a map, one position per row, with interchangeable piles in ascending order."""
    grids = np.meshgrid(*(np.arange(start, start + size) for start, size in ranges.values()), indexing="ij")
    columns = {name: grid.reshape(-1) for name, grid in zip(ranges, grids, strict=True)}
    cells = np.stack([np.broadcast_to(columns.get(name, fixed.get(name, 0)), grids[0].size) for name in rule.names], 1)
    for block in rule.blocks:
        cells = cells.copy()
        cells[:, list(block)] = np.sort(cells[:, list(block)], axis=1)
    return cells


def pack_tile(values: NDArray[np.int64], largest: int) -> bytes:
    """Return a tile of a map as bytes: its width, its height, the largest value of the map, and its values by rows."""
    grid = np.atleast_2d(values)
    shown = np.where(grid < 0, NO_POSITION, np.minimum(grid, LARGEST_VALUE)).astype("<u2")
    return TILE_HEADER.pack(grid.shape[1], grid.shape[0], min(largest, LARGEST_VALUE)) + shown.tobytes()


def pile_periods(table: Table) -> Mapping[str, tuple[int, int]]:
    """Return the preperiod and the period of each pile of a map for which a short search proves a period."""
    if table.what not in ("grundy", "outcome"):
        return {}
    return _pile_periods(game_string(table.game), table.game, table.what, table.misere)


@lru_cache(maxsize=64)
def _pile_periods(_name: str, rule: Ruleset, what: str, misere: bool) -> dict[str, tuple[int, int]]:
    from sprague.periods.period import find_period
    from sprague.rules.breaking import find_breakings

    if rule.vectors is None and not find_breakings(rule):
        return {}
    try:
        with PERIOD_LIMITS.watch():
            found = find_period(rule, what=cast("PeriodMeasure", what), misere=misere)
    except Cancelled:
        raise
    except SpragueError:
        return {}
    zipped = zip(rule.piles, found.preperiods, found.periods, strict=True)
    return {name: (first, period) for name, first, period in zipped if first is not None and period is not None}


def stored_proof(table: Table) -> Proof | None:
    """Return the proof of a stored theorem about the P-positions of a map, or None if verification takes too long."""
    from sprague.proofs.store import load_proof

    try:
        return load_proof(table.game, table.misere)
    except OutOfReach:
        return None


def _members(proof: Proof, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a Boolean array that says which rows of `cells` are P-positions according to a proof."""
    from sprague.proofs.proof import AutomatonProof

    if isinstance(proof, AutomatonProof):
        return proof.positions.contains_many(cells)
    found = np.zeros(len(cells), np.bool_)
    for row, cell in enumerate(cells.tolist()):
        check()
        found[row] = proof.is_p(tuple(cell))
    return found
