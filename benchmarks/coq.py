"""All that is known, checked by Coq: the certificates of the documentation, and the papers' theorems that are proved.

`make coq` runs it. A line for each theorem says how many states and tracks its automaton has, and how many seconds of
the processor it took to write the file and to have Coq check it. What is not covered yet is told with the reason; what
Coq refuses makes it fail. With --write, the table and the statements of docs/coq.md are written anew.

    python benchmarks/coq.py [--write] [--only TEXT] [--seconds N]
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.coq.assistant import check_text, compiled_library, find_coq
from sprague.coq.terms import NotCovered
from sprague.coq.theorem_file import TheoremFile, theorem_file
from sprague.errors import NotVerified, OutOfReach
from sprague.games import game, theorems
from sprague.limits import Limits
from sprague.papers.proved import PROVED
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.totals import positions_of_totals, redistribution_of

DOCS = Path(__file__).parents[1] / "docs"
TABLE = ("<!-- table -->\n", "<!-- end of the table -->\n")
EMPTYING = "empty-some:boxes=5,empty=3"
STATEMENTS = ("<!-- statements -->\n", "<!-- end of the statements -->\n")
IN_FULL = (
    "nim:piles=3",
    "rim:piles=2,base=3",
    "empty-transfer:boxes=3",
    "empty-all-but-one:boxes=3",
    "empty-redistribute:boxes=3",
    "sharing-nim:piles=3",
    "graph-nim:graph=path3,rule=sharing",
    "dynamic-nim:piles=2,stop=0,limit=2x-1",
    "empty-transfer:boxes=2, values",
    "exact-nim-4-2.json",
)


@dataclass(frozen=True)
class Case:
    """A certificate to be checked, and where it is from."""

    name: str
    source: str
    certificate: Mapping[str, object]


@dataclass(frozen=True)
class Outcome:
    """What became of it: proved, with its formula or without, not covered, or refused."""

    case: Case
    result: str
    file: TheoremFile | None = None
    writing: float = 0.0
    checking: float = 0.0

    @property
    def row(self) -> str:
        automaton = self.case.certificate.get("automaton")
        states = len(automaton["transitions"]) if isinstance(automaton, Mapping) else "–"
        tracks = self.case.certificate.get("tracks")
        seconds = [f"{self.writing:.1f}", f"{self.checking:.1f}"] if self.file else ["–", "–"]
        count = len(tracks) if isinstance(tracks, list) else "–"
        cells = [self.case.name, self.case.source, str(states), str(count), *seconds, self.result]
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def cases() -> Iterator[Case]:
    """The certificates of the documentation, a theorem with many plays, then the papers' theorems, each once."""
    for path in sorted((DOCS / "certificates").glob("*.json")):
        yield Case(path.name, "docs/certificates", json.loads(path.read_text("utf-8")))
    yield Case(EMPTYING, "docs/empty-some.md", emptying_certificate())
    seen: set[tuple[str, bool, bool]] = set()
    # The many sizes of Dynamic Nim come last.
    for claim, proved in sorted(PROVED.items(), key=lambda item: item[0].startswith("dynamic-nim")):
        for name in proved.games:
            if (key := (name, proved.misere, proved.grundy)) in seen:
                continue
            seen.add(key)
            attribute = "grundy_formula" if proved.grundy else "formula"
            known = (one for one in theorems(game(name), proved.misere) if getattr(one, attribute) is not None)
            theorem = next(one for one in known if one.title.startswith(proved.title))
            found = prove(game(name), getattr(theorem, attribute), misere=proved.misere)
            assert isinstance(found, Proof), name
            play = ", misère play" if proved.misere else ""
            values = ", values" if proved.grundy else ""
            yield Case(f"{name}{play}{values}", claim, found.certificate())


def emptying_certificate() -> Mapping[str, object]:
    """Emptying 3 of 5 boxes: no P-position has 3m - 1, 3m or 3m + 1 chips where m is 1, then 0s and 3s, in base 4."""
    rule = game(EMPTYING)
    kind = redistribution_of(rule)
    assert kind is not None
    # In binary: 1, then any number of 00 and 11.
    written = Automaton(1, BINARY, [[0, 1], [2, 3], [1, 4], [4, 1], [4, 4]], [False, True, False, False, False])
    totals = atoms.linear((1,), -5, ">=", BINARY)
    for more in (-1, 0, 1):
        totals &= ~(atoms.linear((1, -3), -more, "=", BINARY) & written.arrange((1,), 2)).project(1)
    positions = positions_of_totals(rule, kind, totals, misere=False, most_states=100_000)
    automaton = {"transitions": positions.table.tolist(), "accepting": np.flatnonzero(positions.accepting).tolist()}
    return {
        "certificate": "sprague",
        "version": 1,
        "kind": "p-positions",
        "rule": str(rule),
        "play": "normal",
        "rank": {"terms": [" + ".join(rule.names)]},
        "numeration": "2",
        "tracks": list(rule.names),
        "automaton": automaton,
    }


def outcome(case: Case, limits: Limits) -> Outcome:
    start = process_time()
    try:
        file = theorem_file(case.certificate, limits)
    except NotCovered as error:
        return Outcome(case, f"not covered: {error}")
    except OutOfReach as error:
        return Outcome(case, f"out of reach: {error}")
    writing, before = process_time() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        with limits.watch():
            check_text(file.text, file.theorems)
    except OutOfReach as error:
        return Outcome(case, f"out of reach: {error}")
    except NotVerified as error:
        return Outcome(case, f"REFUSED: {error}")
    checking = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    result = "proved" if file.unproved is None else f"the set is proved; {file.unproved}"
    return Outcome(case, result, file, writing, checking)


def statement(found: Outcome) -> str:
    """The rule, and what is said of it, as they stand in the file."""
    assert found.file is not None
    text = found.file.text
    lines = [f"### {found.case.name}", "", f"`{found.case.certificate['rule']}`", "", "```coq"]
    lines.append(_from(text, "Definition game", ".\n\n"))
    words = [theorem for theorem in found.file.theorems if theorem.startswith("in_words")]
    for theorem in words or found.file.theorems[:1]:
        if words:
            lines.append(_from(text, f"Definition {theorem.replace('in_words', 'told')} ", ".\n"))
        lines.append(_from(text, f"Theorem {theorem} ", ".\nProof"))
    return "\n".join([*lines, "```", ""])


def _from(text: str, start: str, end: str) -> str:
    begin = text.index(start)
    return text[begin : text.index(end, begin) + 1]


def write_page(found: list[Outcome]) -> None:
    path = DOCS / "coq.md"
    page = path.read_text("utf-8")
    head = (
        f"Seconds of the processor, with {find_coq()}; “writing” is what sprague takes, “checking” what Coq takes.\n\n"
        "| theorem | from | states | tracks | writing | checking | |\n|---|---|--:|--:|--:|--:|---|\n"
    )
    full = {outcome.case.name: outcome for outcome in found if outcome.file is not None}
    said = "\n".join(statement(full[name]) for name in IN_FULL if name in full)
    for (begin, end), content in ((TABLE, head + "\n".join(o.row for o in found) + "\n"), (STATEMENTS, said)):
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}{content}{end}{rest.partition(end)[2]}"
    path.write_text(page, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Have Coq check all that is known.")
    parser.add_argument("--write", action="store_true", help="write the table and the statements of docs/coq.md anew")
    parser.add_argument("--only", default="", help="only theorems with this in their names")
    parser.add_argument("--seconds", type=float, default=600, help="for each of them at most")
    asked = parser.parse_args()
    compiled_library()
    found: list[Outcome] = []
    try:
        for case in cases():
            if asked.only in case.name:
                found.append(outcome(case, Limits(seconds=asked.seconds)))
                print(found[-1].row, flush=True)
    finally:
        # Who presses Ctrl-C has what was done so far.
        if asked.write:
            write_page(found)
    if any(one.result.startswith("REFUSED") for one in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
