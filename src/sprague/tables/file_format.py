"""The file format of saved tables: a format line, a checksum, a JSON header and the values."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.results.base import Measure
from sprague.rules import Ruleset, parse
from sprague.tables.lines.arrays import LineLayout
from sprague.tables.regions import Region, has_sorted_positions, requested_region
from sprague.tables.request import VALUE_KINDS
from sprague.tables.storage import ArrayStorage, LineStorage, Storage, line_type
from sprague.version import __version__

MAGIC = b"sprague-table 1\n"
LINES_MAGIC = b"sprague-table 2\n"  # first bytes of a table file that stores only the P-position of each line
MAX_BYTES = 1 << 33  # maximum size in bytes of a table in a file
MAX_COMPRESSION = 1100  # zlib compresses data by a factor of at most 1,032


class TableContents(NamedTuple):
    """The contents of a table file: the arguments of the constructor of `Table`."""

    game: Ruleset
    what: Measure
    misere: bool
    limit: int | None
    chips: int | None
    cap: int | None
    region: Region
    storage: Storage


def pack_table(header: dict[str, object], values: npt.NDArray[Any]) -> bytes:
    """Return the bytes of a table file with the given header and values."""
    line = json.dumps(header | {"version": __version__}, ensure_ascii=False).encode() + b"\n"
    content = line + zlib.compress(values.tobytes(), 6)
    magic = LINES_MAGIC if "line" in header else MAGIC
    return magic + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def unpack_table(content: bytes, path: str) -> TableContents:
    """Return the contents of a table file from its bytes; raise `SpragueError` if the file is damaged."""
    if not content.startswith((MAGIC, LINES_MAGIC)):
        raise SpragueError(f"expected a table file saved by Sprague, got another kind of file: {path!r}")
    checksum, _, rest = content[len(MAGIC) :].partition(b"\n")
    try:
        if hashlib.sha256(rest).hexdigest().encode() != checksum:
            raise ValueError
        text, _, packed = rest.partition(b"\n")
        return _unpacked(json.loads(text), packed, content.startswith(LINES_MAGIC))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error):
        raise SpragueError(f"the table file {path!r} is damaged or truncated; compute the table again") from None


def _unpacked(header: dict[str, Any], packed: bytes, by_lines: bool) -> TableContents:
    """Return the contents of a table file; raise an error if the header and the compressed values disagree.

    Sizes are checked before large arrays are allocated, because the checksum of a table file can be forged.
    """
    what, misere, reduced = header["what"], header["misere"], header["reduced"]
    limit, chips, cap = header["limit"], header["chips"], header["cap"]
    numbers = [number for number in (limit, chips, cap) if number is not None]
    if what not in VALUE_KINDS or not all(type(number) is int for number in numbers):
        raise ValueError
    if type(misere) is not bool or type(reduced) is not bool or (limit is None) == (chips is None):
        raise ValueError
    game = parse(header["rule"], name=str(header["name"]))
    if not by_lines:
        region = requested_region(game, limit, chips, reduced, MAX_BYTES)
        return TableContents(game, what, misere, limit, chips, cap, region, _array_storage(header, packed, region))
    if what != "outcome" or cap is not None or reduced or header["size"] > MAX_COMPRESSION * len(packed):
        raise ValueError
    if has_sorted_positions(game) and (chips is not None or limit > header["size"]):
        raise ValueError
    region = requested_region(game, limit, chips, False)
    return TableContents(game, what, misere, limit, chips, cap, region, _line_storage(header, packed, game, region))


def _array_storage(header: dict[str, Any], packed: bytes, region: Region) -> ArrayStorage:
    kind = np.dtype(header["type"])
    if kind.kind != "u" or header["size"] != region.size:
        raise ValueError
    return ArrayStorage(region, _values(packed, kind, region.size))


def _line_storage(header: dict[str, Any], packed: bytes, game: Ruleset, region: Region) -> LineStorage:
    """Return the P-position of each line, read from a table file; raise an error if one lies outside the table."""
    kind, line, others = np.dtype(header["type"]), header["line"], header["lines"]
    if sorted([line, *others]) != sorted(game.names):
        raise ValueError
    entry, order = game.names.index(line), tuple(map(game.names.index, others))
    layout = LineLayout.of(game, entry, order, region.highest)
    if kind != line_type(layout.highest[-1]) or header["size"] != layout.size:
        raise ValueError
    data = _values(packed, kind, layout.size)
    found = data[data != -1]
    if len(found) and not layout.lowest[-1] <= found.min() <= found.max() <= layout.highest[-1]:
        raise ValueError
    return LineStorage.of(game, header["misere"], entry, order, layout, data)


def _values(packed: bytes, kind: np.dtype[Any], size: int) -> npt.NDArray[Any]:
    """Return the decompressed values of a table file."""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, size * kind.itemsize + 1)
    if not unpacker.eof or unpacker.unused_data or len(data) != size * kind.itemsize:
        raise ValueError
    return np.frombuffer(data, dtype=kind)
