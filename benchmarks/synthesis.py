"""Benchmark of synthesis: formulas for a fixed list of sets and functions, with the best known formulas.

Each set is given only as an automaton. The benchmark prints the formula that `describe_set` or `describe_function`
finds, its size, the size of the best known formula, and the seconds of processor time. The size is a weighted count of
words and signs (`sprague.synthesis.formula_cost`). `python benchmarks/synthesis.py xor` runs the entries whose names or
formulas contain the word. On a machine that is busy with other work, `--processor-time` limits processor time.

`--corpus` describes the sets of all theorems of the atlas that are automata: the certificates in the documentation, the
games of the catalogue and of the literature, the small rules and the games with three moves. Several games with the
same set count as several theorems, but the set is described once. The formulas are compared with the best known
formulas: those of the certificates and of the catalogue, and the cheapest formulas of earlier runs, which
`best_formulas.jsonl` records. `--renew` adds the formulas that are new or shorter to this record. The words select
theorems by family or name. Each result is appended to a file, and a later run skips the sets that the file contains; to
describe all sets again, delete the file. `--most N` describes at most N sets in this run. The time limit of the corpus
is processor time.
`--students` discovers games that a student may invent. Their theorems are printed with the formulas.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import sprague
from sprague import clock
from sprague.atlas.database import load_atlas
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, recurrent
from sprague.certificates.evidence import Automata
from sprague.certificates.reader import read_certificate
from sprague.formulas.position_set import PositionSet
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proof import WindowProof
from sprague.rules import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.formula_cost import formula_cost, reading_key
from sprague.synthesis.set_formulas import describe_function

RECORD = Path(__file__).with_name("best_formulas.jsonl")  # the best known formula of each set of the corpus
RESULTS = Path("build/synthesis-corpus.jsonl")  # the results of an interrupted or complete run of the corpus
VERDICTS = ("lost", "longer", "equal", "shorter", "new", "none")
LARGE_FAMILIES = ("small-rules", "three-moves")  # families of the atlas that are described last
_COLUMN_PROGRAM = re.compile(r"\{ \w")

Lines = dict[str, dict[str, Any]]  # the lines of a file of formulas, by the digests of their sets

ONE = "(a) -> (u) where u < a"
TWO = "(a, b) -> (u, b) where u < a any order"
THREE = "(a, b, c) -> (u, b, c) where u < a any order"
FOUR = "(a, b, c, d) -> (u, b, c, d) where u < a any order"
ORDERED = "(a, b) -> (u, b) where u < a ; (a, v) where v < b"
ORDERED_THREE = "(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c"
REMEMBERED = "(a, b | t) -> (u, b | t) where u < a any order"
CIRCLE = "(a, b, c, d, e) -> (u, v, w, d, e) where u <= a, v <= b, w <= c, u + v + w < a + b + c in a circle"


@dataclass(frozen=True)
class Entry:
    """A set or function: a name, a rule, a formula for it, and the best known formula if that is another one."""

    name: str
    rule: str
    formula: str
    best: str | None = None
    numeration: Numeration = BINARY

    @property
    def is_function(self) -> bool:
        """Whether the formula defines the Grundy value."""
        return "value" in self.formula

    def automaton(self, rule: Ruleset) -> Automaton:
        """Return the automaton of the set, or of the positions together with their values."""
        everywhere = positions_automaton(rule, self.numeration)
        if not self.is_function:
            return translate_set(PositionSet.read(rule, self.formula), everywhere).automaton
        places = len(rule.names)
        value = PositionSet.read(rule, self.formula, "value")
        return translate_set(value, everywhere.arrange(range(places), places + 1)).automaton

    def found(self, limits: Limits) -> tuple[str | None, float]:
        """Return the formula that is found, and the seconds of processor time."""
        rule = sprague.game(self.rule)
        automaton = self.automaton(rule)
        start = time.process_time()
        if self.is_function:
            text = describe_function(rule, automaton, as_power=False, limits=limits)
        else:
            text = describe_set(rule, automaton, limits)
        return text, time.process_time() - start


ENTRIES = [
    Entry("one chip from one or all of four piles", FOUR, "min is even and sum is even"),
    Entry("two piles of one", THREE, "(a is odd or a = 0) and b = 1 and c = 1", "max is odd and at least 2 piles = 1"),
    Entry("pairs", TWO, "value = 2min(a div 2, b div 2) + ((a + b) mod 2)", "value = min xor (max mod 2)"),
    Entry("Fibonacci numbers", ONE, "fibonacci(a)", numeration=FIBONACCI),
    Entry("remembered number", REMEMBERED, "a = b and even(v2(t))"),
    Entry("Fibonacci Nim", "(a | t) -> (u | t) where u < a", "t < fib_low(a)", numeration=FIBONACCI),
    Entry("Nim", THREE, "xor = 0"),
    Entry("misère Nim", THREE, "max >= 2 and xor = 0 or max <= 1 and xor = 1", "xor = 0 iff max >= 2"),
    Entry("Moore's Nim", FOUR, "all columns mod 3 = 0"),
    Entry("Exact Nim", FOUR, "exactly 3 piles = min or all piles equal", "at least 3 piles = min"),
    Entry("Sharing Nim, two piles", TWO, "max - min <= 1"),
    Entry("Sharing Nim, three piles", THREE, "a = b and even(v2(c - a))"),
    Entry("Empty and Transfer", THREE, "v2(a) = v2(b) = v2(c)"),
    Entry("Wythoff's game", TWO, "a = fib_shift(b) and even(fib_zeros(b))", numeration=FIBONACCI),
    Entry("Dynamic Nim", REMEMBERED, "t < low2(a xor b)", "t < low2(xor)"),
    Entry("Trim", THREE, "all columns base 3 mod 3 = 0", numeration=TERNARY),
    Entry("residues", ORDERED, "(a + b) mod 4 < 2 iff a is even", "(b - a) div 2 is even"),
    Entry("residues of each pile", THREE, "all piles x: x mod 5 in {1, 4}"),
    Entry("residues of a sum", ORDERED, "(a + 2b) mod 5 in {1, 3}", "(3a + b) mod 5 >= 3"),
    Entry("preperiod", ONE, "a >= 4 and a mod 7 = 2 or a = 1", "a >= 9 and a mod 7 = 2 or a = 1"),
    Entry("one exception", TWO, "a = b and not (a = b = 5)", "a = b and a != 5"),
    Entry("added position", TWO, "a = b or a = 3 and b = 8"),
    Entry("greedy Nim", FOUR, "exactly 2 piles = max or all piles equal"),
    Entry(
        "slow Exact Nim",
        THREE,
        "2max < sum and sum mod 4 = 1 or a + b <= c and a is even and b is even or all piles even",
    ),
    Entry("cases", TWO, "a mod 3 = 0 and b = a or a mod 3 = 1 and b = a + 1 or a mod 3 = 2 and b = a + 2"),
    Entry(
        "circular Nim",
        CIRCLE,
        " or ".join(
            f"{a} = 0 and {b} = {e} and {b} = {c} + {d}"
            for a, b, c, d, e in ("abcde", "bcdea", "cdeab", "deabc", "eabcd")
        ),
    ),
    Entry("function of two piles", ORDERED_THREE, "c = max(2a, b + 3)"),
    Entry("function with a residue", ORDERED_THREE, "(a + b) mod 3 = 1 and c = a + 2b"),
    Entry("function with cases", ORDERED_THREE, "a is even and c = 2b or a is odd and c = a + b"),
    Entry("Nim values", THREE, "value = xor"),
    Entry("values by residues", TWO, "value = (a mod 3) xor (b mod 3)"),
    Entry("values by quotients", ORDERED, "value = (a div 2) xor b"),
    Entry("values by cases", ORDERED, "a is even and value = b or a is odd and value = a + b"),
]


#: Rules that a student may invent, in misère play, each with a formula for its P-positions.
MISERE_STUDENTS = {
    "(a, b, c) -> (a - k, b, c) where 1 <= k <= 2 any order": "sum mod 3 = 1 and some pile mod 3 = 0 or "
    "all piles mod 3 = 1",
    "(a, b) -> (a - k, b) where k >= 1, k <= 3 ; (a - 1, b - 1) any order": "in some order: (2a + b) mod 4 = 2 and "
    "sum div 2 is even",
    "(a, b | t) -> (a - k, b | k) where 1 <= k <= t any order": "t >= 1 and t < low2(a xor b xor 1)",
}
#: Rules that a student may invent, each with a formula for its P-positions; None if the formula language has none.
STUDENTS = {
    "(a, b) -> (a - k, b) where 1 <= k <= 2 ; (a - 1, b - 1) any order": "sum mod 3 = 0",
    "(a) -> (a - k) where k >= 1, 2k <= a": "a + 1 power of 2",
    "(a, b, c) -> (a - 1, b, c) ; (a - 1, b - 1, c - 1) any order": "sum is even",
    "(a, b) -> (u, b) where u < a, a >= b any order": "a = b",
    "(a, b) -> (a - k, b - k) where k >= 1 ; (a - 1, b) any order": "min = 2(max mod 2)",
    "(a, b) -> (a div 2, b) where a >= 1 any order": None,
    "(a, b) -> (a - 1, b + 1) where a >= b + 2 ; (a - 1, b) any order": "(max - min) mod 3 = 0",
    "(a, b) -> (a - k, b) where 1 <= k <= b any order": "min = 0",
    "(n | t) -> (n - k | k) where 1 <= k <= t": "t < low2(n)",
    "(a, b) -> (a - k, b) where k mod 2 = 1 ; (a - 2, b - 2) any order": "sum is even and min mod 4 <= 1",
    "(n | t) -> (n - k | 2k) where 1 <= k <= t": "t < fib_low(n)",
    "(n | t) -> (n - k | k) where 1 <= k <= 3, k != t": "n mod 4 = 0 or t in {1, 3} and n = t (mod 4)",
    "(n | t) -> (n - k | k + 1) where 1 <= k <= t": "t = 0 or n mod 5 <= 3 and t < (n mod 5) or n mod 5 = 0 and "
    "exists m <= n: n = 5m and t < 5low2(m)",
    "(a, b, c) -> (a - k, b, c) where 1 <= k <= 3 any order": "xor mod 4 = 0",
    "(a, b) -> (a - 1, b) ; (a, b - 2)": "a + (b div 2) is even",
    "(a, b) -> (a - 1, b) where b mod 2 = 0 ; (a, b - 1) where a mod 2 = 1": "a is even or b is odd",
    "(a, b) -> (u, b) where u < a, u mod 3 = 0 any order": "(a + 2) div 3 = (b + 2) div 3",
    "(a, b) -> (u, b) where u < a ; (a - 1, b - 1) any order": "max - min <= 1 and sum mod 3 = 0",
    "(a, b) -> (a - k, b) where k >= 1, a - k >= 2 ; (a - 1, b - 1) any order": "sum mod 3 = 1 and max - min <= 1 "
    "or max = 0 or a = 0 and b = 2 or a = 1 and b = 4",
    "(a, b | t) -> (a - k, b | k) where k >= 1, k != t any order": "t = 1 and (min >= 1 and a != b or odd(v2(min)) or "
    "min = 1) or max = 0 or min = 0 and max = t and even(v2(max))",
    "(a, b) -> (a - k, b) where 1 <= k <= 3 ; (a, b - k) where 1 <= k <= 2": "(b mod 3) = (a mod 4)",
    "(a, b, c) -> (u, b, c) where u < a ; (a - 1, b - 1, c) any order": "(a div 3) xor (b div 3) xor (c div 3) = 0 and "
    "sum mod 3 = 0",
    "(a, b) -> (a - k, b) where k >= 1, k != 2 any order": "xor in {0, 2}",
    "(n | t) -> (n - k | k) where 1 <= k <= t + 1": None,
    "(a, b) -> (a - k, b + 1) where k >= 2 ; (a - 1, b) any order": "in some order: a = b or a xor (b - 1) = 1",
    "(a, b) -> (u, b) where 2u < a any order": None,
    "(a, b) -> (a - k, b) where 1 <= k <= 4 ; (a - k, b - k) where 1 <= k <= 4 any order": "2sum mod 5 <= 1 and "
    "all piles mod 5 <= 2",
    "(a, b, c) -> (a - k, b, c) where k >= 1, a - k >= b any order": "min = xor",
}


@dataclass
class Described:
    """A set of the corpus: the game and the names of its theorems, and the best known formula."""

    rule: Ruleset
    automaton: Automaton
    names: list[str]
    formulas: set[str] = field(default_factory=set)  # formulas that the atlas gives for the set

    @cached_property
    def key(self) -> str:
        """A digest of the set and of the names of the piles."""
        rule, everywhere = self.rule, positions_automaton(self.rule, self.automaton.numeration)
        facts = repr((rule.names, rule.piles, rule.blocks, rule.floor, self.automaton.numeration))
        digest = hashlib.sha256(facts.encode())
        for one in (self.automaton, everywhere):
            digest.update(one.table.astype(np.int64).tobytes() + one.accepting.astype(np.uint8).tobytes())
        return digest.hexdigest()[:16]

    def best(self, recorded: str | None) -> str | None:
        """Return the cheapest of the formulas of the atlas and the recorded formula, or None."""
        return min({*self.formulas, *([] if recorded is None else [recorded])}, key=reading_key, default=None)

    def is_described_by(self, text: str) -> bool:
        """Return whether a formula is proved to describe the set."""
        everywhere = positions_automaton(self.rule, self.automaton.numeration)
        return translate_set(PositionSet.read(self.rule, text), everywhere).automaton == self.automaton


def compare(found: str | None, best: str | None) -> str:
    """Return the verdict on a formula: lost, longer, equal, shorter, new or none."""
    if found is None or best is None:
        return "none" if found is best else "lost" if found is None else "new"
    difference = formula_cost(found) - formula_cost(best)
    return "longer" if difference > 0 else "shorter" if difference < 0 else "equal"


def describe_corpus(words: list[str], results: Path, limits: Limits, most: int, renew: bool) -> None:
    """Describe `most` sets that the file of results lacks, and compare the formulas with the best known formulas."""
    sets = [one for one in corpus() if not words or any(word in name for word in words for name in one.names)]
    recorded = read_lines(RECORD)
    done = read_lines(results)
    results.parent.mkdir(parents=True, exist_ok=True)
    for one in [one for one in sets if one.key not in done][:most]:
        start = time.process_time()
        found = describe_set(one.rule, one.automaton, limits, programs=False)
        seconds = round(time.process_time() - start, 1)
        done[one.key] = {"set": one.key, "theorem": one.names[0], "formula": found, "seconds": seconds}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(done[one.key], ensure_ascii=False) + "\n")
        best = one.best(recorded.get(one.key, {}).get("formula"))
        size, old = ("-" if text is None else formula_cost(text) for text in (found, best))
        print(f"{compare(found, best):8}{old:>3} ->{size:>3} {seconds:5.1f} s {one.names[0]}: {found}", flush=True)
    if renew:
        renew_record(sets, recorded, done)
    summarise([one for one in sets if one.key in done], recorded, done)


def renew_record(sets: list[Described], recorded: Lines, done: Lines) -> None:
    """Write the record of the best known formulas, with the formulas of the atlas and of the results."""
    for one in sets:
        known = [one.best(recorded.get(one.key, {}).get("formula")), done.get(one.key, {}).get("formula")]
        best = min((text for text in known if text is not None), key=reading_key, default=None)
        assert best is None or one.is_described_by(best), (one.names[0], best)
        cost = None if best is None else formula_cost(best)
        recorded[one.key] = {"set": one.key, "theorem": one.names[0], "cost": cost, "formula": best}
    lines = [json.dumps(line, ensure_ascii=False) + "\n" for line in recorded.values()]
    RECORD.write_text("".join(lines), encoding="utf-8")


def summarise(sets: list[Described], recorded: Lines, done: Lines) -> None:
    """Print the sets whose formula is lost or longer than the best known, the numbers of verdicts, and the costs."""
    verdicts: dict[str, list[Described]] = {verdict: [] for verdict in VERDICTS}
    pairs = []
    for one in sets:
        best, found = one.best(recorded.get(one.key, {}).get("formula")), done[one.key]["formula"]
        verdicts[compare(found, best)].append(one)
        pairs += [(formula_cost(best), formula_cost(found))] * len(one.names) if best and found else []
        if compare(found, best) in ("lost", "longer"):
            print(f"{compare(found, best)} {len(one.names)} x {one.names[0]}, {one.automaton.states} states")
            for title, text in (("best", best), ("found", found)):
                print(f"    {title:6}{'' if text is None else formula_cost(text):>3} {text}")
    print(f"{sum(len(one.names) for one in sets)} theorems, {len(sets)} sets")
    for verdict, own in verdicts.items():
        print(f"{verdict:8}{sum(len(one.names) for one in own):4} theorems, {len(own):4} sets")
    for title, costs in zip(("best known", "found"), zip(*pairs, strict=True), strict=True):
        print(f"median cost of the {title} formulas: {statistics.median(costs)}")
    seconds = sorted(done[one.key]["seconds"] for one in sets)
    slow = sum(each > 10 for each in seconds)
    print(
        f"processor time: median {statistics.median(seconds)} s, at most {seconds[-1]} s, {sum(seconds):.0f} s in all,"
        f" {slow} sets above 10 s"
    )


def read_lines(path: Path) -> Lines:
    """Return the lines of a file of formulas by the digests of their sets; a missing file has no lines."""
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return {line["set"]: line for line in lines}


def corpus() -> list[Described]:
    """Return the sets of the atlas that are given by an automaton; the sets of the large families come last."""
    atlas = load_atlas()
    found: dict[str, Described] = {}
    for entry in sorted(atlas, key=lambda entry: entry.family in LARGE_FAMILIES):
        if not entry.certificate:
            continue
        certificate = read_certificate(atlas.certificate(entry))
        rule, evidence = certificate.rule, certificate.evidence
        if not isinstance(evidence, Automata):
            continue  # a theorem with another proof, such as a period
        digits = recurrent(tuple(evidence.numeration))
        formulas = {certificate.quotations.get("claims"), entry.formula, *(one.formula for one in entry.theorems)}
        for one in evidence.automata:
            accepting = np.isin(np.arange(len(one.transitions)), one.accepting)
            automaton = Automaton(len(rule.names), digits, np.array(one.transitions), accepting)
            described = Described(rule, automaton, [])
            own = found.setdefault(described.key, described)
            own.names.append(f"{entry.family}: {entry.title}")
            own.formulas |= {text for text in formulas if text and not _COLUMN_PROGRAM.search(text)}
    return list(found.values())


def discover_students_games(limits: Limits) -> None:
    """Print the theorems of the games that a student may invent."""
    games = [*((text, best, False) for text, best in STUDENTS.items())]
    games += [(text, best, True) for text, best in MISERE_STUDENTS.items()]
    for text, best, misere in games:
        start = time.process_time()
        found = sprague.discover(text, misere=misere, budget=limits)
        seconds = time.process_time() - start
        formula = None
        if isinstance(found, sprague.Proof):
            formula = found.formula if isinstance(found, WindowProof) else found.claim
        size, known = ("-" if one is None else str(formula_cost(one)) for one in (formula, best))
        play = " in misère play" if misere else ""
        print(f"{text}{play}\n  size {size:>3} best {known:>3} {seconds:6.1f} s  {formula or found}", flush=True)


def main() -> None:
    """Print the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only entries that contain one of these words")
    parser.add_argument("--seconds", type=float, default=10, help="time limit for each formula")
    parser.add_argument("--corpus", action="store_true", help="describe the sets of the theorems of the atlas")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results of the corpus")
    parser.add_argument("--most", type=int, default=10**6, help="the maximum number of sets of the corpus in this run")
    parser.add_argument("--renew", action="store_true", help="record new and shorter formulas")
    parser.add_argument("--students", action="store_true", help="discover games that a student may invent")
    parser.add_argument("--processor-time", action="store_true", help="limit processor time instead of elapsed time")
    arguments = parser.parse_args()
    if arguments.processor_time or arguments.corpus:
        clock.now = time.process_time
    limits = Limits(seconds=arguments.seconds)
    if arguments.corpus:
        describe_corpus(arguments.words, arguments.results, limits, arguments.most, arguments.renew)
    elif arguments.students:
        discover_students_games(limits)
    else:
        describe_entries(arguments.words, limits)


def describe_entries(words: list[str], limits: Limits) -> None:
    """Print the formulas of the listed sets and functions, or of those that contain one of the words."""
    sizes, most = [], 0.0
    missing = 0
    for entry in ENTRIES:
        if words and not any(word in f"{entry.name} {entry.formula}" for word in words):
            continue
        text, seconds = entry.found(limits)
        best = formula_cost(entry.best or entry.formula)
        size = None if text is None else formula_cost(text)
        missing += size is None
        sizes += [] if size is None else [size]
        most = max(most, seconds)
        print(
            f"{entry.name:40} size {'-' if size is None else size:>3} best {best:>3} {seconds:6.1f} s  {text}",
            flush=True,
        )
    if sizes:
        print(f"{len(sizes)} formulas, median size {statistics.median(sizes)}, {missing} missing, at most {most:.1f} s")


if __name__ == "__main__":
    main()
