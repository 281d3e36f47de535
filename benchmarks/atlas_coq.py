"""Benchmark of the Coq files of the atlas: Coq checks a sample of them.

    python benchmarks/atlas_coq.py [--step N] [--seconds N]

The sample contains every 50th entry that has a Coq file, and the first entry of each kind of certificate, in normal and
in misère play. The result has a row for each kind of certificate. A file that Coq refuses is a failure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from website.atlas.database_pages import EXPENSIVE_COQ_FILES

from coq import Case, Outcome, outcome
from results import Cell, record
from sprague.atlas import Entry, load_atlas
from sprague.coq.coq_program import compiled_library, find_coq
from sprague.limits import Limits

STEP = 50


def sample(entries: Iterable[Entry], step: int) -> list[Entry]:
    """Return every `step`-th entry that has a Coq file, and the first entry of each kind and play."""
    covered = [entry for entry in entries if entry.coq and entry.id not in EXPENSIVE_COQ_FILES]
    firsts = {(kind_of(entry), entry.play): entry for entry in reversed(covered)}
    chosen = {entry.id: entry for entry in (*covered[::step], *firsts.values())}
    return sorted(chosen.values(), key=lambda entry: entry.id)


def kind_of(entry: Entry) -> str:
    """Return the kind of the certificate of an entry."""
    assert entry.certificate is not None
    return entry.certificate.kind


def row(kind: str, outcomes: list[Outcome]) -> tuple[Cell, ...]:
    """Return the row of a kind: the number of files and of checked files, and the seconds."""
    proved = [one for one in outcomes if one.file is not None]
    writing, checking = ([getattr(one, what) for one in proved] for what in ("writing", "checking"))
    seconds = (median(writing), max(writing), median(checking), max(checking)) if proved else (None,) * 4
    return (kind, len(outcomes), len(proved), *seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Let Coq check a sample of the Coq files of the atlas.")
    parser.add_argument("--step", type=int, default=STEP, help="check every N-th file")
    parser.add_argument("--seconds", type=float, default=600, help="time limit for each file")
    options = parser.parse_args()
    compiled_library()
    atlas = load_atlas()
    chosen = sample(atlas, options.step)
    found: dict[str, list[Outcome]] = {}
    for entry in chosen:
        case = Case(entry.id, entry.notation, partial(atlas.certificate, entry))
        found.setdefault(kind_of(entry), []).append(outcome(case, Limits(seconds=options.seconds)))
        print(kind_of(entry), found[kind_of(entry)][-1].row, flush=True)
    columns = [
        *("kind of certificate", "files", "checked by Coq"),
        *("s to write, median", "s to write, greatest", "s to check, median", "s to check, greatest"),
    ]
    rows = [row(kind, outcomes) for kind, outcomes in sorted(found.items())]
    others = [one for outcomes in found.values() for one in outcomes if one.file is None]
    figures: dict[str, Cell] = {
        "entries that the export to Coq covers": sum(bool(entry.coq) for entry in atlas),
        "files": len(chosen),
        f"not finished within {options.seconds:.0f} s": ", ".join(one.case.name for one in others) or "none",
        "Coq": str(find_coq()),
    }
    record(columns, rows, figures)
    print(*(f"{one.case.name}: {one.result}" for one in others), sep="\n")
    sys.exit(any(one.result.startswith("REFUSED") for one in others))


if __name__ == "__main__":
    main()
