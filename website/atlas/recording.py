"""Write the data of the atlas from the results of `website.atlas.collecting`: identifiers, entries and certificates.

    python -m website.atlas.recording

A candidate whose result has a certificate becomes an entry; so does a game of the catalogue without a certificate.
Candidates about the same game, with rules of the same normal form, are one entry with several names. New entries get
new identifiers; identifiers in `data/identifiers.tsv` never change. The certificates were verified when they were
collected; their statement and digest are recorded. `--verify` runs the checker again on every certificate.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import sprague
from sprague.atlas.database import DATA, archive_name
from sprague.atlas.fingerprint import set_digest, shape_digest
from sprague.atlas.identifiers import Key, format_identifiers, read_identifiers
from sprague.atlas.records import CertificateInfo, Entry, KnownTheorem, OeisNumber, Status, write_record
from sprague.certificates.reader import read_certificate
from sprague.certificates.verification import verify
from sprague.coq.export_input import read_certificate as read_for_coq
from sprague.coq.rule_terms import NotCovered
from sprague.coq.theorem_file import state_certificate
from sprague.errors import SpragueError
from sprague.files import write_atomically
from sprague.games import Source, find_game, observations, theorems
from sprague.limits import Limits
from sprague.rules import Ruleset
from sprague.surveys.rule_families import three_moves
from sprague.web.tasks.game_difficulty import kinds_of_moves
from website.atlas.candidates import Candidate, candidates
from website.atlas.collecting import RESULTS, result_path
from website.atlas.first_values import FirstValues, compute_first_values
from website.atlas.oeis import known_sequences
from website.atlas.theorems import NAMED

FACTS = RESULTS / "facts"
SUBTRACTION_SOURCES = (("", "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 4 (1982)"),)
LIMITS = Limits(seconds=5)
SECONDS = 6  # time limit for the facts of one entry
#: Families whose games are also listed if they are undecided; other families have only proved entries.
UNDECIDED_FAMILIES = ("catalogue", "small-rules")


def collected() -> Iterator[tuple[Candidate, dict[str, Any]]]:
    """Yield the candidates that become entries, with their results."""
    for candidate in candidates():
        path = result_path(candidate)
        if not path.is_file():
            continue
        result = json.loads(path.read_text(encoding="utf-8"))
        may_be_undecided = candidate.family.startswith(UNDECIDED_FAMILIES) and candidate.play == "normal"
        if "certificate" in result or may_be_undecided or (candidate.method == "catalogue" and _known(candidate)):
            yield candidate, result


def _known(candidate: Candidate) -> bool:
    return bool(theorems(candidate.rule, candidate.misere))


def subject(candidate: Candidate) -> str:
    return "quotient" if candidate.method == "quotient" else "positions"


def group() -> list[list[tuple[Candidate, dict[str, Any]]]]:
    """Return the collected candidates, in one list for each entry."""
    groups: dict[tuple[str, str, str], list[tuple[Candidate, dict[str, Any]]]] = defaultdict(list)
    for candidate, result in collected():
        groups[shape_digest(candidate.rule), candidate.play, subject(candidate)].append((candidate, result))
    return list(groups.values())


def choose_key(same: list[tuple[Candidate, dict[str, Any]]], known: dict[Key, str]) -> Key:
    """Return the key of an entry: a key that has an identifier, or the key of its first candidate."""
    keys = [Key(candidate.play, subject(candidate), str(candidate.rule)) for candidate, _ in same]
    return next((key for key in keys if key in known), keys[0])


def make_entry(same: list[tuple[Candidate, dict[str, Any]]]) -> tuple[Entry, bytes | None]:
    """Return the entry for candidates about the same game, without its identifier, and its certificate."""
    candidate = same[0][0]
    rule = candidate.rule
    with_certificate = [result for _, result in same if "certificate" in result]
    best = max(with_certificate, key=_quality, default=None)
    content = None if best is None else certificate_bytes(best["certificate"])
    statuses = [(theorem, status) for one, _ in same for theorem, status in _theorems(one)]
    first_values = cached_first_values(rule, candidate)
    status: Status = (
        "proved" if best else "literature" if any(word == "literature" for _, word in statuses) else "undecided"
    )
    if status == "undecided" and statuses:
        status = "observed"
    names = tuple(dict.fromkeys(_name(one) for one, _ in same))
    entry = Entry(
        id="",
        title=title(candidate),
        family=_family(candidate),
        names=names,
        play=candidate.play,
        subject="quotient" if candidate.method == "quotient" else "positions",
        notation=str(rule),
        shape=shape_digest(rule),
        status=status,
        statement=statement(best, statuses),
        formula=_formula(best),
        rows=first_values.rows,
        positions=first_values.positions,
        chips=first_values.chips,
        box=first_values.box,
        set_digest=None if best is None else set_digest(best["certificate"], len(rule.names)),
        certificate=None if best is None or content is None else _certificate_info(best, content),
        theorems=tuple(dict.fromkeys(theorem for theorem, _ in statuses)),
        sources=tuple(dict.fromkeys(source for one, _ in same for source in _sources(one))),
        oeis=tuple(_oeis(same, first_values, best)) if candidate.play == "normal" else (),
        concepts=tuple(_concepts(rule, candidate, best, status)),
        coq="" if best is None else _coq(best["certificate"]),
        page=next((page for one, _ in same if (page := _page(one)) is not None), None),
    )
    return entry, content


def _oeis(
    same: list[tuple[Candidate, dict[str, Any]]], first_values: FirstValues, best: dict[str, Any] | None
) -> Iterator[OeisNumber]:
    names = dict.fromkeys([*(_name(one) for one, _ in same), *(one.name for one, _ in same)])
    (row, *more) = first_values.rows
    values = row.values if not more and row.first == 0 else ()
    for one in known_sequences(names, values, "" if best is None else best["verified"]):
        yield OeisNumber(one.number, one.what, one.certainty)


def _quality(result: dict[str, Any]) -> tuple[bool, int]:
    """Prefer certificates with a formula, then short certificates."""
    certificate = result["certificate"]
    return bool(certificate.get("claims")), -len(json.dumps(certificate))


def certificate_bytes(certificate: dict[str, Any]) -> bytes:
    return (json.dumps(certificate, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _certificate_info(result: dict[str, Any], content: bytes) -> CertificateInfo:
    certificate, digest = result["certificate"], hashlib.sha256(content).hexdigest()
    verified = "\n".join(line for line in result["verified"].splitlines() if not line.startswith("Quoted"))
    automaton = certificate.get("automaton")
    states = len(automaton["transitions"]) if isinstance(automaton, dict) and "transitions" in automaton else None
    numeration = ",".join(map(str, certificate["numeration"])) if "numeration" in certificate else None
    return CertificateInfo(digest, certificate["kind"], len(content), verified.strip(), states, numeration)


def _theorems(candidate: Candidate) -> Iterator[tuple[KnownTheorem, Status]]:
    """Yield the theorems and observations of the catalogue about a game."""
    if candidate.method != "catalogue":
        return
    for theorem in theorems(candidate.rule, candidate.misere):
        found = KnownTheorem(theorem.title, theorem.statement, str(theorem.source), theorem.formula)
        yield found, "literature"
    for seen in observations(candidate.rule):
        if seen.misere == candidate.misere:
            text = f"{seen.statement} Seen for {seen.seen}; not proved."
            yield KnownTheorem(seen.title, text, str(seen.source), None, "observed"), "observed"


def statement(best: dict[str, Any] | None, statuses: list[tuple[KnownTheorem, Status]]) -> str:
    """Return the statement of an entry: the checker's words if there is a certificate, else the catalogue's words."""
    if best is not None:
        lines = best["verified"].splitlines()
        remaining = [line for line in lines if not line.startswith(("Quoted", "Play ends"))]
        return " ".join(remaining).removeprefix("Verified: ").strip()
    if statuses:
        return statuses[0][0].statement
    return "Undecided: no theorem was found within the limits of the search; the values are computed."


def _formula(best: dict[str, Any] | None) -> str | None:
    if best is None or not best["certificate"].get("claims"):
        return None
    quoted = best["certificate"].get("quotations", {}).get("claims")
    if isinstance(quoted, list) and len(quoted) == 1:
        return str(quoted[0])
    return str(quoted) if isinstance(quoted, str) else str(read_certificate(best["certificate"]).claims[0])


def _name(candidate: Candidate) -> str:
    if candidate.file is not None:
        return candidate.rule.name if ":" in candidate.rule.name else str(candidate.rule)
    return f"octal:code={candidate.name}" if candidate.family.startswith("octal") else candidate.name


def _family(candidate: Candidate) -> str:
    return {"docs": "theorems of the documentation", "octal": "octal games"}.get(
        candidate.family.split(":")[0],
        candidate.family.split(":")[1] if candidate.family.startswith("catalogue:") else candidate.family.split(":")[0],
    )


def title(candidate: Candidate) -> str:
    """Return the title of an entry."""
    kind, _, rest = candidate.family.partition(":")
    if candidate.file is not None:
        text = NAMED[candidate.file.stem].title
    elif kind == "catalogue":
        parameters = candidate.name.partition(":")[2].replace(",", ", ").replace("=", " = ")
        found = find_game(rest)
        text = f"{found.title}: {parameters}" if parameters else found.title
    elif kind == "octal":
        text = f"Octal game {candidate.name}"
    elif kind == "small-rules":
        text = str(candidate.rule)
    elif kind == "three-moves":
        moves = three_moves()[int(rest.removeprefix("number="))]
        text = "Three moves: take " + " or ".join(f"({first}, {second})" for first, second in moves)
    else:
        text = f"Subtraction game {{{_taken(candidate.rule)}}}"
    if candidate.method == "quotient":
        return f"{text}, misère quotient"
    return f"{text}, misère play" if candidate.misere else text


def _taken(rule: Ruleset) -> str:
    return ", ".join(str(20 - option[0]) for option in sorted(rule.options((20,)), reverse=True))


def _sources(candidate: Candidate) -> Iterator[tuple[str, str]]:
    if candidate.family == "subtraction games":
        yield from SUBTRACTION_SOURCES
    if candidate.file is not None:
        yield from (("", text) for text in NAMED[candidate.file.stem].sources)
    sources: Iterable[Source] = ()
    if candidate.method == "catalogue":
        sources = [*find_game(candidate.family.partition(":")[2]).sources]
        sources += [theorem.source for theorem in theorems(candidate.rule, candidate.misere)]
    elif candidate.family.startswith("octal"):
        sources = find_game("octal").sources
    for source in sources:
        yield source.work.key if source.work else "", str(source)


def _page(candidate: Candidate) -> str | None:
    """Return the page of the site with a picture and the automaton of the game, if there is one."""
    if candidate.file is not None:
        return f"atlas/theorem-{candidate.file.stem}.html"
    if candidate.method == "catalogue" and not candidate.misere:
        found = find_game(candidate.family.partition(":")[2])
        return f"atlas/{found.name}.html" if str(found()) == str(candidate.rule) else None
    return None


def _concepts(rule: Ruleset, candidate: Candidate, best: dict[str, Any] | None, status: Status) -> Iterator[str]:
    yield f"piles:{len(rule.piles)}"
    yield "misère" if candidate.misere else "normal play"
    yield {"proved": "proved"}.get(status, status)
    yield from ("transfers" if kind == "moves" else kind for kind in kinds_of_moves(rule))
    yield from ["remembers"] if rule.remembered else []
    yield from ["blocking"] if rule.blocking else []
    yield from sorted({f"in a {one.shape}" if hasattr(one, "shape") else "circle" for one in rule.ast.arrangements})
    if not rule.remembered and rule.blocks and len(rule.blocks[0]) == len(rule.piles):
        yield "any order"
    if best is None:
        return
    certificate = best["certificate"]
    yield f"certificate:{certificate['kind']}"
    if "numeration" in certificate:
        weights = certificate["numeration"]
        yield "numeration"
        yield f"base:{weights[0]}" if len(weights) == 1 else "fibonacci" if weights == [1, 1] else "recurrence"
        yield f"states:{len(certificate['automaton']['transitions'])}" if "automaton" in certificate else "automata"


def _coq(certificate: dict[str, Any]) -> str:
    try:
        stated = state_certificate(read_for_coq(certificate), LIMITS)
    except (NotCovered, SpragueError):
        return ""
    return "set and formula" if stated.claim and stated.unproved is None else "set"


def cached_first_values(rule: Ruleset, candidate: Candidate) -> FirstValues:
    """Return the first values and P-positions of a game, computed once."""
    key = f"{rule} {candidate.play}"
    path = FACTS / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"
    if path.is_file():
        return FirstValues.from_json(json.loads(path.read_text(encoding="utf-8")))
    first_values = compute_first_values(rule, candidate.misere)
    FACTS.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(first_values.to_json()))
    return first_values


def write_certificates(contents: Iterable[bytes], folder: Path) -> None:
    """Write the certificates into archives; equal contents give equal files."""
    archives: dict[str, dict[str, bytes]] = defaultdict(dict)
    for content in contents:
        digest = hashlib.sha256(content).hexdigest()
        archives[archive_name(digest)][digest] = content
    folder.mkdir(parents=True, exist_ok=True)
    for name, members in archives.items():
        with ZipFile(folder / name, "w") as archive:
            for digest in sorted(members):
                archive.writestr(ZipInfo(f"{digest}.json"), members[digest], ZIP_DEFLATED, 9)


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after some seconds; a rule with many piles can take very long to tabulate or to state."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true", help="run the checker again on every certificate")
    asked = parser.parse_args()
    sys.setrecursionlimit(100_000)
    path = DATA / "identifiers.tsv"
    known = read_identifiers(path) if path.is_file() else {}
    keys, made = [], []
    for same in group():
        try:
            with _time_limit(SECONDS):
                made.append(make_entry(same))
        except TimeoutError:
            print(f"left out after {SECONDS} seconds: {same[0][0].name} {same[0][0].play}", flush=True)
            continue
        keys.append(choose_key(same, known))
    write_atomically(path, format_identifiers(known, keys))
    numbers = read_identifiers(path)
    entries = [replace(entry, id=numbers[key]) for (entry, _), key in zip(made, keys, strict=True)]
    if asked.verify:
        for entry, content in made:
            if content is not None:
                assert verify(json.loads(content)), entry.title
    entries.sort(key=lambda entry: entry.id)
    write_certificates([content for _, content in made if content is not None], DATA / "certificates")
    write_atomically(DATA / "entries.jsonl", "".join(write_record(entry) + "\n" for entry in entries))
    counts: defaultdict[str, int] = defaultdict(int)
    for entry in entries:
        counts[entry.status] += 1
    print(f"sprague {sprague.__version__}: {len(entries)} entries: {dict(counts)}")


if __name__ == "__main__":
    main()
