"""Benchmark of the Coq export: all certificates of the documentation and all theorems of the papers.

`make coq` runs it. A line for each theorem has the states and tracks of its automaton, and the processor seconds for
writing the file and for the check by Coq. Theorems that are not covered are listed with the reason; a theorem that Coq
refuses is a failure. With --write, the table and the statements of docs/coq.md are rewritten.

With --survey FILE, the survey of small rules is checked instead: all rules that discovery proves within a few seconds.
FILE has a line for each finished rule, so that an interrupted survey can continue. At the end, and with --write in
docs/coq.md, there is a line for each kind of proof.

    python benchmarks/coq.py [--write] [--only TEXT] [--seconds N] [--survey FILE]
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from sprague.coq.checking import check_statement
from sprague.coq.coq_program import compiled_library, find_coq
from sprague.coq.rule_terms import NotCovered
from sprague.coq.theorem_file import TheoremFile, theorem_file
from sprague.discovery.discover import discover
from sprague.errors import NotVerified, OutOfReach
from sprague.games import game, theorems
from sprague.limits import Limits
from sprague.papers import find_claims
from sprague.papers.general_proofs import GeneralProof
from sprague.periods.period import Period, find_period
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.totals import find_redistribution, positions_of_totals
from sprague.surveys.measures import QUICK_LIMITS
from sprague.surveys.rule_families import small_rules

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.empty_three_of_five import totals_of_three_of_five

DOCS = Path(__file__).parents[1] / "docs"
TABLE = ("<!-- table -->\n", "<!-- end of the table -->\n")
EMPTYING = "empty-some:boxes=5,empty=3"
STATEMENTS = ("<!-- statements -->\n", "<!-- end of the statements -->\n")
SURVEY = ("<!-- survey -->\n", "<!-- end of the survey -->\n")
CODES = ("0.77", "0.137", "0.07", "0.F")  # Kayles, Dawson's Chess, Dawson's Kayles, one that leaves three heaps
IN_FULL = (
    "0.77",
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
    """A certificate to be checked, and its source."""

    name: str
    source: str
    made: Callable[[], Mapping[str, object]]  # called only when the certificate is needed

    @cached_property
    def certificate(self) -> Mapping[str, object]:
        return self.made()


@dataclass(frozen=True)
class Outcome:
    """The result of a check: proved, with its formula or without, not covered, or refused."""

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


@dataclass(frozen=True)
class SurveyResult:
    """The result for one of the small rules: the kind of its proof, the verdict, its text, and the seconds."""

    number: int
    kind: str
    result: str
    reason: str
    writing: float
    checking: float


def cases() -> Iterator[Case]:
    """Yield the certificates to check: periods, those of the documentation, and those of the theorems of the papers."""
    for code in CODES:
        yield Case(code, "sprague period", partial(period_certificate, code))
    for path in sorted((DOCS / "certificates").glob("*.json")):
        yield Case(path.name, "docs/certificates", partial(read_certificate, path))
    yield Case(EMPTYING, "docs/empty-some.md", emptying_certificate)
    known_keys: set[tuple[str, bool, bool]] = set()
    # Dynamic Nim has many sizes, so it comes last.
    proofs = {claim.id: claim.proof for claim in find_claims() if claim.proof}
    for claim, proved in sorted(proofs.items(), key=lambda item: item[0].startswith("dynamic-nim")):
        for name in (*proved.games, *proved.far_games):
            if (key := (name, proved.misere, proved.grundy)) in known_keys:
                continue
            known_keys.add(key)
            play = ", misère play" if proved.misere else ""
            values = ", values" if proved.grundy else ""
            yield Case(f"{name}{play}{values}", claim, partial(proved_certificate, name, proved))


def period_certificate(code: str) -> Mapping[str, object]:
    """Return the certificate of the period of an octal game."""
    found = find_period(game(code))
    assert isinstance(found, Period), code
    return found.certificate()


def read_certificate(path: Path) -> Mapping[str, object]:
    """Return the certificate in a file."""
    found = json.loads(path.read_text("utf-8"))
    assert isinstance(found, dict), path
    return found


def proved_certificate(name: str, proved: GeneralProof) -> Mapping[str, object]:
    """Return the certificate of the theorem of a paper about this game."""
    attribute = "grundy_formula" if proved.grundy else "formula"
    known = (one for one in theorems(game(name), proved.misere) if getattr(one, attribute) is not None)
    theorem = next(one for one in known if one.title.startswith(proved.title))
    found = prove(game(name), getattr(theorem, attribute), misere=proved.misere)
    assert isinstance(found, Proof), name
    return found.certificate()


def emptying_certificate() -> Mapping[str, object]:
    """Return the certificate for emptying 3 of 5 boxes, by the totals of P-positions."""
    rule = game(EMPTYING)
    kind = find_redistribution(rule)
    assert kind is not None
    positions = positions_of_totals(rule, kind, totals_of_three_of_five(), misere=False, most_states=100_000)
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
    """Export a certificate, let Coq check it, and return the result with the seconds."""
    try:
        certificate = case.certificate  # computed before the time measurement starts
        start = process_time()
        file = theorem_file(certificate, limits)
    except NotCovered as error:
        return Outcome(case, f"not covered: {error}")
    except OutOfReach as error:
        return Outcome(case, f"out of reach: {error}")
    writing, before = process_time() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        with limits.watch():
            check_statement(file.text, file.statement)
    except OutOfReach as error:
        return Outcome(case, f"out of reach: {error}")
    except NotVerified as error:
        return Outcome(case, f"REFUSED: {error}")
    checking = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    result = "proved" if file.unproved is None else f"the set is proved; {file.unproved}"
    return Outcome(case, result, file, writing, checking)


def statement(found: Outcome) -> str:
    """Return the rule and the statements of a theorem as in its Coq file, for the documentation."""
    assert found.file is not None
    text = found.file.text
    lines = [f"### {found.case.name}", "", f"`{found.case.certificate['rule']}`", "", "```coq"]
    lines.append(_from(text, "Definition game", ".\n\n"))
    lines += [
        _from(text, definition, ".\n")
        for definition in ("Definition columns_1 ", "Definition values ", "Definition heap_value ")
        if definition in text
    ]
    theorems = re.findall(r"^Theorem (\w+)", text, flags=re.MULTILINE)
    words = [theorem for theorem in theorems if theorem.startswith("claim_correct")]
    for theorem in words or theorems[:1]:
        if words:
            lines.append(_from(text, f"Definition {theorem.replace('claim_correct', 'claim')} ", ".\n"))
        lines.append(_from(text, f"Theorem {theorem} ", ".\nProof"))
    return "\n".join([*lines, "```", ""])


def _from(text: str, start: str, end: str) -> str:
    begin = text.index(start)
    return text[begin : text.index(end, begin) + 1]


def survey(path: Path, limits: Limits) -> list[SurveyResult]:
    """Return the results for all small rules; those in the file are not computed again."""
    done = [SurveyResult(**json.loads(line)) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    with path.open("a", encoding="utf-8") as file:
        for number in range(len(done), len(small_rules())):
            found = discover(small_rules()[number], budget=QUICK_LIMITS)
            if isinstance(found, Proof):
                one = outcome(Case(f"rule {number}", "small-rules", found.certificate), limits)
                result, reason = one.result.split(":")[0], "" if one.result == "proved" else one.result
                done.append(SurveyResult(number, found.kind, result, reason, one.writing, one.checking))
            else:
                done.append(SurveyResult(number, "undecided", "", "", 0.0, 0.0))
            print(done[-1], flush=True)
            file.write(json.dumps(asdict(done[-1])) + "\n")
            file.flush()
    return done


def survey_rows(done: list[SurveyResult]) -> str:
    """Return a table row for each kind of proof and result, with the median and greatest seconds."""
    kinds = Counter((one.kind, one.result) for one in done if one.result)
    rows = ["| kind | | rules | writing: median, greatest | checking: median, greatest |", "|---|---|--:|--:|--:|"]
    for (kind, result), count in kinds.most_common():
        those = [one for one in done if (one.kind, one.result) == (kind, result)]
        times = [
            f"{median(getattr(one, what) for one in those):.1f}, {max(getattr(one, what) for one in those):.1f}"
            for what in ("writing", "checking")
        ]
        rows.append(f"| {kind} | {result} | {count} | {times[0]} | {times[1]} |")
    reasons = Counter(one.reason for one in done if one.reason)
    return "\n".join([*rows, "", *(f"- {count}: {reason}" for reason, count in reasons.most_common())]) + "\n"


def write_survey(done: list[SurveyResult]) -> None:
    """Write the table of the survey into the documentation."""
    path, (begin, end) = DOCS / "coq.md", SURVEY
    before, _, rest = path.read_text("utf-8").partition(begin)
    path.write_text(f"{before}{begin}{survey_rows(done)}{end}{rest.partition(end)[2]}", "utf-8")


def write_page(found: list[Outcome], some: bool) -> None:
    """Write the table and the statements into the documentation, or only the rows of checked theorems."""
    path = DOCS / "coq.md"
    page = path.read_text("utf-8")
    head = (
        f"Times are seconds of processor time with {find_coq()}. “Writing” is the time that Sprague needs to write "
        "the Coq file, and “checking” is the time that Coq needs to check the file.\n\n"
        "| theorem | from | states | tracks | writing | checking | |\n|---|---|--:|--:|--:|--:|---|\n"
    )
    full = {outcome.case.name: outcome for outcome in found if outcome.file is not None}
    statements = "\n".join(statement(full[name]) for name in IN_FULL if name in full)
    rows = {one.case.name: one.row for one in found}
    if some:  # all other rows stay as they are
        known = [line for line in page.partition(TABLE[0])[2].partition(TABLE[1])[0].splitlines() if "|" in line][2:]
        rows = {line.split(" | ")[0].removeprefix("| "): line for line in known} | rows
    contents = [(TABLE, head + "\n".join(rows.values()) + "\n"), *([] if some else [(STATEMENTS, statements)])]
    for (begin, end), content in contents:
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}{content}{end}{rest.partition(end)[2]}"
    path.write_text(page, "utf-8")


def main() -> None:
    """Run the benchmark with the options of the command line."""
    parser = argparse.ArgumentParser(description="Let Coq check all theorems.")
    parser.add_argument("--write", action="store_true", help="rewrite the table and the statements of docs/coq.md")
    parser.add_argument("--only", default="", help="only theorems whose names match this pattern")
    parser.add_argument(
        "--survey", type=Path, help="check the survey of small rules and store the results in this file"
    )
    parser.add_argument("--seconds", type=float, default=600, help="time limit for each theorem")
    options = parser.parse_args()
    compiled_library()
    if options.survey is not None:
        done = survey(options.survey, Limits(seconds=options.seconds))
        print(survey_rows(done))
        if options.write:
            write_survey(done)
        sys.exit(any(one.result == "REFUSED" for one in done))
    found: list[Outcome] = []
    try:
        for case in cases():
            if re.search(options.only, case.name):
                found.append(outcome(case, Limits(seconds=options.seconds)))
                print(found[-1].row, flush=True)
    finally:
        # Ctrl-C writes the results so far.
        if options.write:
            write_page(found, bool(options.only))
    if any(one.result.startswith("REFUSED") for one in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
