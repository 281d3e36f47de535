"""The parts of the site: groups of files that are made together, and made again only if their inputs change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sprague.files import write_atomically
from website.build_cache import files_digest

RECORD = "record.json"  # the record of the parts of a folder, next to the folder


@dataclass(frozen=True)
class Part:
    """A group of files of the site.

    Args:
        name: The name of the part in the record.
        inputs: The files that `make` reads, and the sources of `make`; with None, the part is made in every build.
        make: Yields the files with their names.
    """

    name: str
    inputs: Iterable[Path] | None
    make: Callable[[], Iterable[tuple[str, str | bytes]]]


def update(folder: Path, parts: Iterable[Part]) -> str:
    """Bring a folder up to date, so that it contains exactly the files of the parts; return a hash of all files.

    A part is made again if its inputs differ from those of the last build, or if one of its files is missing or has
    been changed. The record of the last build is a file next to the folder.
    """
    path = folder.with_name(f"{folder.name}-{RECORD}")
    record: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    made: dict[str, dict[str, str]] = {}  # maps each part to the hashes of its inputs (under "") and of its files
    for part in parts:
        inputs = "" if part.inputs is None else files_digest(part.inputs)
        before = record.get(part.name, {})
        if part.inputs is None or before.get("") != inputs or not _is_intact(folder, before):
            before = {"": inputs, **dict(_write(folder, part))}
            # If a later part fails, the next build continues here.
            write_atomically(path, json.dumps({**record, part.name: before}, indent=1))
        made[part.name] = record[part.name] = before
    write_atomically(path, json.dumps(made, indent=1))
    files = {name: digest for found in made.values() for name, digest in found.items() if name}
    for found in sorted(folder.rglob("*"), reverse=True):
        if found.is_dir():
            if not any(found.iterdir()):
                found.rmdir()
        elif found.relative_to(folder).as_posix() not in files:
            found.unlink()
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()


def _is_intact(folder: Path, files: dict[str, str]) -> bool:
    """Whether the recorded files of a part exist and are unchanged."""
    return all((folder / name).is_file() and _hash(folder / name) == digest for name, digest in files.items() if name)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(folder: Path, part: Part) -> Iterator[tuple[str, str]]:
    """Write the files of a part, and yield their names with their hashes."""
    for name, content in part.make():
        path = folder / name
        data = content.encode() if isinstance(content, str) else content
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)
        yield name, hashlib.sha256(data).hexdigest()
