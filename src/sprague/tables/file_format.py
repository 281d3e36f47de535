"""The file format of tables, `pack_table` and `unpack_table`: format line, checksum, JSON header, values."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from sprague.tables.regions import Region, requested_region
from sprague.tables.request import VALUE_KINDS
from sprague.version import __version__

MAGIC = b"sprague-table 1\n"
MAX_BYTES = 1 << 33  # maximum size in bytes of a table in a file


class TableContents(NamedTuple):
    """The contents of a table file: the arguments of the constructor of `Table`."""

    game: Ruleset
    what: str
    misere: bool
    limit: int | None
    chips: int | None
    cap: int | None
    region: Region
    values: npt.NDArray[Any]


def pack_table(header: dict[str, object], values: npt.NDArray[Any]) -> bytes:
    """Return the bytes of a table file with the given header and values."""
    line = json.dumps(header | {"version": __version__}, ensure_ascii=False).encode() + b"\n"
    content = line + zlib.compress(values.tobytes(), 6)
    return MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def unpack_table(content: bytes, path: str) -> TableContents:
    """Return the contents of a table file from its bytes; raise `SpragueError` if the file is damaged."""
    if not content.startswith(MAGIC):
        raise SpragueError(f"expected a table file saved by Sprague, got another kind of file: {path!r}")
    checksum, _, rest = content[len(MAGIC) :].partition(b"\n")
    try:
        if hashlib.sha256(rest).hexdigest().encode() != checksum:
            raise ValueError
        text, _, packed = rest.partition(b"\n")
        return _unpacked(json.loads(text), packed)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error):
        raise SpragueError(f"the table file {path!r} is damaged or truncated; compute the table again") from None


def _unpacked(header: dict[str, Any], packed: bytes) -> TableContents:
    """Return the contents of a table file from its header and compressed values; raise an error if they contradict.

    A checksum can be forged, so sizes are checked before large arrays are allocated.
    """
    what, misere, reduced = header["what"], header["misere"], header["reduced"]
    limit, chips, cap = header["limit"], header["chips"], header["cap"]
    numbers = [number for number in (limit, chips, cap) if number is not None]
    if what not in VALUE_KINDS or not all(type(number) is int for number in numbers):
        raise ValueError
    if type(misere) is not bool or type(reduced) is not bool or (limit is None) == (chips is None):
        raise ValueError
    game = parse(header["rule"], name=str(header["name"]))
    region = requested_region(game, limit, chips, reduced, MAX_BYTES)
    kind = np.dtype(header["type"])
    if kind.kind != "u" or header["size"] != region.size:
        raise ValueError
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, region.size * kind.itemsize + 1)
    if not unpacker.eof or unpacker.unused_data or len(data) != region.size * kind.itemsize:
        raise ValueError
    return TableContents(game, what, misere, limit, chips, cap, region, np.frombuffer(data, dtype=kind))
