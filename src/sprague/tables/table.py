"""The class `Table`, which `tabulate` returns: text and HTML output, conversions, saving and loading."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import SpragueError, reading_error, system_message
from sprague.files import as_path, write_atomically
from sprague.tables.conversions import as_html, as_text, to_pandas, to_xarray
from sprague.tables.file_format import pack_table, unpack_table
from sprague.tables.table_values import TableValues, V

if TYPE_CHECKING:
    import pandas
    import xarray

OTHER_FORMATS = {
    ".csv",
    ".json",
    ".npy",
    ".npz",
    ".parquet",
    ".txt",
    ".xlsx",
}  # suffixes of other file formats, which `Table.save` refuses
MOST_SHOWN = 20  # maximum number of rows and columns, or of positions, in the text of a table


@dataclass(frozen=True, eq=False, repr=False)
class Table(TableValues[V]):
    """A table: the values of all positions up to a bound, with text output, conversions, saving and loading.

    >>> import sprague
    >>> table = sprague.tabulate("nim", limit=8)
    >>> table[3, 5, 6], table[5, 1, 3]
    (0, 7)
    >>> list(table.P_positions())[:5]
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 2, 3), (0, 3, 3)]

    Outcomes are the strings "P" and "N". A table is a mapping from positions to values. Each position appears once in
    iterations and in `len`, with interchangeable piles in ascending order. Lookups and `in` accept interchangeable
    piles in any order. A table can be converted to an array, and `table[...]` is this array:

    >>> (3, 5, 6) in table, (3, 5, 8) in table, len(table)
    (True, False, 120)
    >>> table.get((6, 5, 3)), table.get((3, 5, 8), "unknown"), next(iter(table.items()))
    (0, 'unknown', ((0, 0, 0), 0))
    >>> import numpy
    >>> numpy.asarray(table).shape, table[3, 5, :].tolist()
    ((8, 8, 8), [6, 7, 4, 5, 2, 3, 0, 1])
    """

    def __str__(self) -> str:
        """Return the text that the command `sprague table` prints, which shows only the beginning of a large table."""
        return as_text(self, MOST_SHOWN).rstrip("\n")

    def _repr_html_(self) -> str:
        return as_html(self, MOST_SHOWN)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a pandas data frame with one row per position: a column for each pile, and one for the values.

        If the order of piles does not matter, the data frame contains each position once, with sorted piles. The array
        that `to_xarray` returns contains the piles of a position in all orders.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=3).to_pandas().grundy.tolist()
        [0, 1, 0, 2, 3, 0]
        """
        return to_pandas(self)

    def to_xarray(self) -> xarray.DataArray:
        """Return the table as an xarray array whose dimensions are the piles.

        >>> import sprague
        >>> int(sprague.tabulate("nim:piles=2", limit=4).to_xarray().sel(a=1, b=3))
        2
        """
        return to_xarray(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the table in one file that contains a format line, a checksum, a JSON header and the values.

        An existing file is replaced only after the new file is complete.

        >>> import sprague, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sprague.tabulate("nim", limit=4).save(f"{folder}/nim.table")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The rule contains a Python function, the file cannot be written, or its name has the suffix of
                another format, such as .npz or .csv.
        """
        if (suffix := as_path(path).suffix.lower()) in OTHER_FORMATS:
            raise SpragueError(
                f"a table cannot be saved as {suffix}, got {str(path)!r}; choose a file name such as nim.table, "
                "or use to_array, to_pandas or to_xarray for other formats"
            )
        if self.game.functions:
            raise SpragueError(f"{self.game.label}: cannot save a table of a rule with a Python function")
        write_atomically(path, pack_table(self._header(), self._storage.data))

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Table:
        """Return a table that `Table.save` wrote to a file; raise `SpragueError` if the file is missing or damaged.

        >>> import sprague, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sprague.tabulate("nim", limit=4).save(f"{folder}/nim.table")
        ...     len(Table.load(f"{folder}/nim.table"))
        20

        Args:
            path: The file to read.

        Raises:
            MissingFileError: The file does not exist.
            SpragueError: The file is not a table, or it is damaged.
        """
        try:
            content = as_path(path).read_bytes()
        except OSError as error:
            raise reading_error(f"cannot read {path}: {system_message(error)}", error) from None
        return Table(*unpack_table(content, str(path)))
