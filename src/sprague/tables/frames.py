"""Tables for other libraries: pandas and xarray, which are imported only here and only when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sprague.errors import SpragueError

if TYPE_CHECKING:
    import pandas
    import xarray

    from sprague.tables.table import Table


def to_pandas(table: Table) -> pandas.DataFrame:
    """A column for each entry of a position and one for its value, a row for each position, in the table's order."""
    try:
        import pandas
    except ImportError:
        raise SpragueError("a table as a data frame needs pandas: pip install 'sprague[data]'") from None
    positions, values = table.arrays()
    columns = {name: positions[:, place] for place, name in enumerate(table.game.names)}
    told = np.where(values > 0, "N", "P") if table.what == "outcome" else values
    return pandas.DataFrame(columns | {table.what: told})


def to_xarray(table: Table) -> xarray.DataArray:
    """The array of `to_array` with the piles as its dimensions; without a position there is -1, or "" for outcomes."""
    try:
        import xarray
    except ImportError:
        raise SpragueError("a table as a labelled array needs xarray: pip install 'sprague[data]'") from None
    array = table.to_array()
    names = table.game.names
    told: dict[str, str | int] = {
        "game": table.game.name or str(table.game),
        "play": "misere" if table.misere else "normal",
    }
    for key in ("limit", "chips", "cap"):
        if (number := getattr(table, key)) is not None:
            told[key] = number
    heights = {name: np.arange(size) for name, size in zip(names, array.shape, strict=True)}
    return xarray.DataArray(array, coords=heights, dims=names, name=table.what, attrs=told)
