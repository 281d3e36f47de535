"""Partial tables: an interrupted `sprague table -o FILE` resumes from the file FILE.part."""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType

from sprague.errors import SpragueError
from sprague.files import is_regular_target
from sprague.rules import Ruleset
from sprague.tables.request import Request
from sprague.tables.table import Table
from sprague.tables.traversals.unplanned import HeapTraversal


class PartialTable:
    """A file FILE.part with the finished part of a table of heaps, from which a repeated command resumes.

    The file FILE.part is created after ten seconds or at an interruption, and deleted when the whole table is written.
    A run that asks for fewer heaps than the file contains leaves the file unchanged.
    """

    @staticmethod
    def beside(output: Path | None, request: Request) -> PartialTable | None:
        """Return the partial table for an output file, or None if the table is not computed heap by heap."""
        if output is None or not is_regular_target(output) or not HeapTraversal.applies(request):
            return None
        return PartialTable(output.with_name(f"{output.name}.part"), request.rule, HeapTraversal(request).size)

    def __init__(self, path: Path, rule: Ruleset, heaps: int) -> None:
        self.path, self.heaps = path, heaps
        # An interruption or a full disk may leave an empty file, which is then overwritten.
        self.begun = self._read(rule) if path.exists() and path.stat().st_size else None

    def _read(self, rule: Ruleset) -> Table:
        try:
            begun = Table.load(self.path)
            if (begun.game, begun.what, begun.cap) == (rule, "grundy", None):
                return begun
            came = repr(begun)
        except SpragueError as error:
            came = str(error)
        raise SpragueError(
            f"cannot resume from {str(self.path)!r}: expected a partial table of this game ({came}); delete the "
            "file, or choose another output file with -o"
        )

    def keep(self, table: Table) -> None:
        """Write the partial table to its file; if the file cannot be written, print a warning and continue."""
        try:
            table.save(self.path)
        except SpragueError as error:
            print(f"sprague: the partial table could not be saved: {error}", file=sys.stderr)

    def __enter__(self) -> PartialTable:
        if self.begun is not None:
            print(
                f"sprague: resuming from {str(self.path)!r}, which has the values of {len(self.begun):,} heaps",
                file=sys.stderr,
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, end: BaseException | None, trace: TracebackType | None
    ) -> None:
        if end is not None:
            if self.path.exists():
                saved = f"the finished part of the table is in {str(self.path)!r}"
                print(f"sprague: {saved}; run the same command again to resume", file=sys.stderr)
        elif self.begun is None or len(self.begun) <= self.heaps:
            self.path.unlink(missing_ok=True)
