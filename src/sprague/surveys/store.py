"""The DuckDB file of a survey: the question, and one row for each game.

The table `rows` has a number for each row, its parameters and what was measured; the table `question` says what it
is an answer to. Rows are written in transactions, and a file is never used for another question.
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

from sprague.errors import SpragueError
from sprague.files import check_place, write_whole
from sprague.surveys.measures import Cell
from sprague.version import __version__

FORMAT = 1
TYPES = {"integer": "BIGINT", "number": "DOUBLE", "text": "VARCHAR", "truth": "BOOLEAN"}
EXPORTS = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER"}
#: A query may read the rows and nothing else: no file, no network, no change of these settings.
SAFE = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "lock_configuration": "true",
}


@dataclass(frozen=True)
class Column:
    """A column of the rows; its kind is integer, number, text or truth."""

    name: str
    kind: str


@dataclass(frozen=True)
class Question:
    """What a file is the answer to."""

    game: str
    over: str
    measure: str
    version: int
    columns: tuple[Column, ...]

    def __str__(self) -> str:
        return f"{self.measure} of {self.game} over {self.over}"

    @property
    def numeric(self) -> list[str]:
        """The columns that a formula may speak of."""
        own = ("row", "seconds")
        return [column.name for column in self.columns if column.kind == "integer" and column.name not in own]

    def to_json(self) -> str:
        columns = [[column.name, column.kind] for column in self.columns]
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game,
                "over": self.over,
                "measure": self.measure,
                "version": self.version,
                "columns": columns,
            }
        )

    @staticmethod
    def from_json(text: str) -> Question:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise KeyError("format")
        columns = tuple(Column(str(name), str(kind)) for name, kind in data["columns"])
        return Question(str(data["game"]), str(data["over"]), str(data["measure"]), int(data["version"]), columns)


class SurveyStore:
    """An open file of a survey."""

    def __init__(self, path: Path, connection: Any, question: Question) -> None:
        self.path = path
        self.question = question
        self._connection = connection

    @staticmethod
    def open(path: str | PathLike[str], question: Question | None = None) -> SurveyStore:
        """Open the file for writing; made if it is not there, refused if it answers another question."""
        target = Path(path)
        if not target.parent.is_dir():
            raise SpragueError(f"expected a file in an existing folder, got {str(path)!r}")
        if question is None and not target.exists():
            raise SpragueError(f"expected a survey in {str(path)!r}, and there is no such file")
        connection = _connect(target)
        try:
            stored = _stored_question(target, connection)
            if stored is None:
                if question is None or _tables(connection):
                    raise SpragueError(f"expected a survey made by Sprague, got another database: {str(path)!r}")
                _create(connection, question)
                stored = question
            if question is not None and stored != question:
                raise SpragueError(
                    f"{str(path)!r} holds another survey: {stored}, version {stored.version}; "
                    f"asked for is {question}, version {question.version}; "
                    "give another file with -o, or remove this one"
                )
        except BaseException:
            connection.close()
            raise
        return SurveyStore(target, connection, stored)

    def close(self) -> None:
        self._connection.close()

    def done(self) -> set[int]:
        """The numbers of the rows that are there."""
        return {int(number) for (number,) in self._connection.execute('SELECT "row" FROM rows').fetchall()}

    def write(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Add rows, all of them or none."""
        if not rows:
            return
        # Column by column, which is many times quicker than a place for every cell. A single statement is a
        # transaction of its own.
        lists = ", ".join(f"unnest(?::{TYPES[column.kind]}[])" for column in self.question.columns)
        columns = [list(cells) for cells in zip(*rows, strict=True)]
        self._connection.execute(f"INSERT INTO rows SELECT {lists}, NULL", columns)

    def numbers(self, names: Iterable[str]) -> dict[str, npt.NDArray[Any]]:
        """These columns of all rows, by number of row; masked arrays where something is missing."""
        chosen = ", ".join(map(quoted, names))
        found: dict[str, npt.NDArray[Any]] = self._connection.execute(
            f'SELECT {chosen} FROM rows ORDER BY "row"'
        ).fetchnumpy()
        return found

    def select(self, text: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The answer to a query of the package's own."""
        found: list[tuple[Any, ...]] = self._connection.execute(text, list(values)).fetchall()
        return found

    def mark(self, expected: npt.NDArray[np.bool_], known: npt.NDArray[np.bool_]) -> None:
        """Note in `as_expected` which rows are as expected; nothing where it is not known."""
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
        """Write all rows to a Parquet or CSV file, which appears whole or not at all."""
        target = check_export(path)
        with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
            made = Path(folder, f"rows{target.suffix}")
            text = str(made).replace("'", "''")
            self._connection.execute(
                f"COPY (SELECT * FROM rows ORDER BY \"row\") TO '{text}' ({EXPORTS[target.suffix]})"
            )
            write_whole(target, made.read_bytes())


def check_export(path: str | PathLike[str]) -> Path:
    """Refuse what rows cannot be exported to."""
    target = check_place(path)
    if target.suffix not in EXPORTS:
        raise SpragueError(f"expected a file that ends in {' or '.join(EXPORTS)}, got {str(path)!r}")
    return target


def query(path: str | PathLike[str], text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns and the rows of a query, on a connection that can only read this file."""
    duckdb = _duckdb()
    try:
        statements = duckdb.extract_statements(text)
    except duckdb.Error as error:
        raise SpragueError(f"expected a query in SQL: {_first_line(error)}") from None
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise SpragueError(f"expected one SELECT, such as 'select * from rows where pre_p > 0', got {text!r}")
    connection = _connect(Path(path), read_only=True, config=SAFE)
    try:
        found = connection.execute(text)
        return [str(column[0]) for column in found.description], found.fetchall()
    except duckdb.Error as error:
        raise SpragueError(f"the query was refused: {_first_line(error)}") from None
    finally:
        connection.close()


def quoted(name: str) -> str:
    """A name as SQL writes it, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def _connect(path: Path, **options: Any) -> Any:
    duckdb = _duckdb()
    try:
        return duckdb.connect(str(path), **options)
    except duckdb.Error as error:
        if "lock" in str(error):
            raise SpragueError(f"{str(path)!r} is in use by another process; wait for it, or end it") from None
        if "Could not write" in str(error):
            raise SpragueError(f"cannot write {str(path)!r}: {_first_line(error)}; name another place") from None
        raise SpragueError(f"expected a survey in {str(path)!r}: {_first_line(error)}") from None


def _create(connection: Any, question: Question) -> None:
    columns = [f"{quoted(column.name)} {TYPES[column.kind]}" for column in question.columns]
    connection.execute("BEGIN TRANSACTION")
    connection.execute("CREATE TABLE question (asked VARCHAR, made_by VARCHAR)")
    connection.execute("INSERT INTO question VALUES (?, ?)", [question.to_json(), f"sprague {__version__}"])
    connection.execute(f'CREATE TABLE rows ({", ".join(columns)}, as_expected BOOLEAN, PRIMARY KEY ("row"))')
    connection.execute("COMMIT")


def _tables(connection: Any) -> set[str]:
    return {str(name) for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _stored_question(path: Path, connection: Any) -> Question | None:
    if not {"question", "rows"} <= _tables(connection):
        return None
    try:
        return Question.from_json(connection.execute("SELECT asked FROM question").fetchall()[0][0])
    except (_duckdb().Error, LookupError, TypeError, ValueError):
        raise SpragueError(f"the survey {str(path)!r} is damaged or of another version; make it anew") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise SpragueError("surveys need duckdb: pip install 'sprague[survey]'") from None
    return duckdb
