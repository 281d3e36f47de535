"""Tables as Parquet: a column for each pile and one for the values, written by DuckDB."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from sprague.errors import SpragueError
from sprague.tables.slices import Fixed, cut
from sprague.tables.table import Table


def as_parquet(table: Table, fixed: Fixed = None, made_by: str = "") -> bytes:
    """The positions with their values, as `as_csv` has them; what made the file is among its properties."""
    try:
        import duckdb
    except ImportError:
        raise SpragueError("Parquet needs duckdb: pip install 'sprague[survey]'") from None
    if fixed:
        listed = list(cut(table, fixed).items())
        positions = np.array([position for position, _ in listed], dtype=np.int64)
        values = np.array([value for _, value in listed])
    else:
        positions, values = table.arrays()
        if table.what == "outcome":
            values = np.where(values > 0, "N", "P")
    columns = {name: np.ascontiguousarray(positions[:, place]) for place, name in enumerate(table.game.names)}
    columns[table.what] = values.astype(object) if table.what == "outcome" else values
    with duckdb.connect() as connection, tempfile.TemporaryDirectory() as folder:
        connection.register("positions", columns)
        file = Path(folder) / "table.parquet"
        told = made_by.replace("'", "''")
        connection.execute(
            f"COPY (SELECT * FROM positions) TO '{file}' (FORMAT PARQUET, KV_METADATA {{made_by: '{told}'}})"
        )
        return file.read_bytes()
