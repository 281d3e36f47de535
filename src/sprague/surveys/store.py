"""`SurveyStore`, the DuckDB file of a survey, which contains a row for each game and answers SQL queries.

The table `rows` contains the number of each row, its parameters and the measured columns; the table `question` contains
the specification. Rows are written in transactions. Each survey file contains only one survey.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.errors import MissingExtraError, MissingFileError, SpragueError
from sprague.files import check_writable, write_atomically
from sprague.surveys.measures import Cell
from sprague.version import __version__

FORMAT = 1
TYPES = {"integer": "BIGINT", "number": "DOUBLE", "text": "VARCHAR", "truth": "BOOLEAN"}
EXPORTS = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER"}
# DuckDB settings for queries. A query may read the rows of a survey, but cannot change settings or access files or the
# network.
READ_ONLY_SETTINGS = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "lock_configuration": "true",
}


@dataclass(frozen=True)
class Column:
    """A column of a survey file; the kind of a column is integer, number, text or truth."""

    name: str
    kind: str


@dataclass(frozen=True)
class SurveySpec:
    """The specification in a survey file: a game, the ranges of its parameters, a measure, and the columns."""

    game: str
    ranges: str
    measure: str
    version: int
    columns: tuple[Column, ...]

    def __str__(self) -> str:
        return f"{self.measure} of {self.game} over {self.ranges}"

    @property
    def numeric(self) -> list[str]:
        """The names of the columns that contain integers; a formula may use these names."""
        own = ("row", "seconds")
        return [column.name for column in self.columns if column.kind == "integer" and column.name not in own]

    def to_json(self) -> str:
        """Return the specification of a survey as JSON, which `from_json` parses."""
        columns = [[column.name, column.kind] for column in self.columns]
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game,
                "over": self.ranges,
                "measure": self.measure,
                "version": self.version,
                "columns": columns,
            }
        )

    @staticmethod
    def from_json(text: str) -> SurveySpec:
        """Parse the specification of a survey from JSON."""
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise KeyError("format")
        columns = tuple(Column(str(name), str(kind)) for name, kind in data["columns"])
        return SurveySpec(str(data["game"]), str(data["over"]), str(data["measure"]), int(data["version"]), columns)


class SurveyStore:
    """An open survey file, which adds, reads and exports rows."""

    def __init__(self, path: Path, connection: Any, spec: SurveySpec) -> None:
        self.path = path
        self.spec = spec
        self._connection = connection

    @staticmethod
    def open(path: str | PathLike[str], spec: SurveySpec | None = None) -> SurveyStore:
        """Open a survey file for writing, and create the file if it does not exist.

        Raises:
            SpragueError: The file contains another survey, or cannot be opened.
        """
        target = Path(path)
        if not target.parent.is_dir():
            raise SpragueError(f"cannot write {str(path)!r}: the folder does not exist")
        if spec is None and not target.exists():
            raise MissingFileError(f"cannot read {str(path)!r}: no such file")
        connection = _connect(target)
        try:
            stored = _stored_spec(target, connection)
            if stored is None:
                if spec is None or _tables(connection):
                    raise SpragueError(f"expected a survey file of Sprague, got another database: {str(path)!r}")
                _create(connection, spec)
                stored = spec
            if spec is not None and stored != spec:
                raise SpragueError(
                    f"the file {str(path)!r} contains another survey: expected {spec}, version {spec.version}, "
                    f"got {stored}, version {stored.version}; choose another file, or delete {str(path)!r}"
                )
        except BaseException:
            connection.close()
            raise
        return SurveyStore(target, connection, stored)

    def close(self) -> None:
        """Close the survey file."""
        self._connection.close()

    def done(self) -> set[int]:
        """Return the numbers of the rows in the survey file."""
        return {int(number) for (number,) in self._connection.execute('SELECT "row" FROM rows').fetchall()}

    def write(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Add rows to the survey file in one transaction."""
        if not rows:
            return
        # Passing one array per column is many times faster than passing one value per cell. Use a single statement,
        # because every statement is a transaction.
        lists = ", ".join(f"unnest(?::{TYPES[column.kind]}[])" for column in self.spec.columns)
        columns = [list(cells) for cells in zip(*rows, strict=True)]
        self._connection.execute(f"INSERT INTO rows SELECT {lists}, NULL", columns)

    def numbers(self, names: Iterable[str]) -> dict[str, npt.NDArray[Any]]:
        """Return columns of a survey as arrays, in the order of the rows; empty cells are masked."""
        chosen = ", ".join(map(quote_name, names))
        found: dict[str, npt.NDArray[Any]] = self._connection.execute(
            f'SELECT {chosen} FROM rows ORDER BY "row"'
        ).fetchnumpy()
        return found

    def select(self, text: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of the survey file that an SQL query selects; the query must come from a trusted source."""
        found: list[tuple[Any, ...]] = self._connection.execute(text, list(values)).fetchall()
        return found

    def mark(self, expected: npt.NDArray[np.bool_], known: npt.NDArray[np.bool_]) -> None:
        """Store in the column `as_expected` of a survey file which rows satisfy a formula; NULL means unknown."""
        numbers = self.numbers(["row"])["row"]
        execute: Callable[..., Any] = self._connection.execute
        execute("BEGIN TRANSACTION")
        execute("UPDATE rows SET as_expected = TRUE")
        for value, rows in (("FALSE", numbers[known & ~expected]), ("NULL", numbers[~known])):
            execute(
                f'UPDATE rows SET as_expected = {value} WHERE "row" IN (SELECT unnest(?::BIGINT[]))', [rows.tolist()]
            )
        execute("COMMIT")

    def export(self, path: str | PathLike[str]) -> None:
        """Write all rows of the survey to a Parquet or CSV file atomically."""
        target = check_survey_export(path)
        with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
            made = Path(folder, f"rows{target.suffix}")
            text = str(made).replace("'", "''")
            self._connection.execute(
                f"COPY (SELECT * FROM rows ORDER BY \"row\") TO '{text}' ({EXPORTS[target.suffix]})"
            )
            write_atomically(target, made.read_bytes())


def check_survey_export(path: str | PathLike[str]) -> Path:
    """Return the path of a Parquet or CSV file for `SurveyStore.export`; raise an error for other paths."""
    target = check_writable(path)
    if target.suffix not in EXPORTS:
        raise SpragueError(f"expected a file that ends in {' or '.join(EXPORTS)}, got {str(path)!r}")
    return target


def query_survey(path: str | PathLike[str], text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the column names and the rows of an SQL query on a survey file, which is opened read-only."""
    duckdb = _duckdb()
    try:
        statements = duckdb.extract_statements(text)
    except duckdb.Error as error:
        raise SpragueError(f"the SQL query has a mistake: {_first_line(error)}") from None
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise SpragueError(f"expected one SELECT statement, such as 'select * from rows where pre_p > 0', got {text!r}")
    connection = _connect(Path(path), read_only=True, config=READ_ONLY_SETTINGS)
    try:
        found = connection.execute(text)
        return [str(column[0]) for column in found.description], found.fetchall()
    except duckdb.Error as error:
        raise SpragueError(f"the SQL query failed: {_first_line(error)}") from None
    finally:
        connection.close()


def memory_copy(path: str | PathLike[str]) -> Any:
    """Return the rows of a survey file as a DuckDB relation in memory, so that the file is not kept open."""
    connection = _duckdb().connect()
    quoted = str(path).replace("'", "''")
    connection.execute(f"ATTACH '{quoted}' AS survey (READ_ONLY)")
    connection.execute('CREATE TABLE rows AS SELECT * EXCLUDE as_expected FROM survey.rows ORDER BY "row"')
    connection.execute("DETACH survey")
    return connection.table("rows").order('"row"')


def quote_name(name: str) -> str:
    """Return the name of a column in a survey file, quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def _connect(path: Path, **options: Any) -> Any:
    duckdb = _duckdb()
    try:
        return duckdb.connect(str(path), **options)
    except duckdb.Error as error:
        if "lock" in str(error):
            raise SpragueError(f"{str(path)!r} is in use by another process; wait until that process ends") from None
        if "Could not write" in str(error):
            raise SpragueError(f"cannot write {str(path)!r}: {_first_line(error)}") from None
        raise SpragueError(f"cannot open the survey file {str(path)!r}: {_first_line(error)}") from None


def _create(connection: Any, spec: SurveySpec) -> None:
    columns = [f"{quote_name(column.name)} {TYPES[column.kind]}" for column in spec.columns]
    connection.execute("BEGIN TRANSACTION")
    connection.execute("CREATE TABLE question (asked VARCHAR, made_by VARCHAR)")
    connection.execute("INSERT INTO question VALUES (?, ?)", [spec.to_json(), f"sprague {__version__}"])
    connection.execute(f'CREATE TABLE rows ({", ".join(columns)}, as_expected BOOLEAN, PRIMARY KEY ("row"))')
    connection.execute("COMMIT")


def _tables(connection: Any) -> set[str]:
    return {str(name) for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _stored_spec(path: Path, connection: Any) -> SurveySpec | None:
    if not {"question", "rows"} <= _tables(connection):
        return None
    try:
        return SurveySpec.from_json(connection.execute("SELECT asked FROM question").fetchall()[0][0])
    except (_duckdb().Error, LookupError, TypeError, ValueError):
        raise SpragueError(
            f"the survey file {str(path)!r} is damaged or has another version; delete the file and run the survey again"
        ) from None


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise MissingExtraError("surveys need duckdb: pip install 'sprague[survey]'") from None
    return duckdb
