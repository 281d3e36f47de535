"""Benchmark of synthesis: formulas for a fixed list of sets and functions, with the best known formulas.

Each set is given only as an automaton. The benchmark prints the formula that `describe_set` or `describe_function`
finds, its size, the size of the best known formula, and the seconds of processor time. The size is a weighted count of
words and signs (`sprague.synthesis.formula_cost`). `python benchmarks/synthesis.py xor` runs the entries whose names or
formulas contain the word. On a machine that is busy with other work, `--processor-time` limits processor time.

`--corpus` describes the sets of all theorems of the atlas that are automata: the certificates in the documentation, the
games of the catalogue, the small rules and the games with three moves. Several games with the same set count as several
theorems, but the set is described once. The formulas are compared with those that the certificates quote. The words
select theorems by family or name, and `--part I/N` runs the I-th of N parts of the corpus.
`--students` discovers twenty games that a student may invent. Their theorems are printed with the formulas.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass

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
from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.set_formulas import describe_function

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
}


@dataclass
class Described:
    """A set of the corpus: its theorems, the cheapest formula that the certificates quote, and the formula found."""

    rule: Ruleset
    automaton: Automaton
    names: list[str]
    quoted: str | None = None
    found: str | None = None
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        """The comparison of the formula found with the quoted formula."""
        if self.found is None or self.quoted is None:
            return "none" if self.found is self.quoted else "lost" if self.found is None else "new"
        difference = formula_cost(self.found) - formula_cost(self.quoted)
        return "longer" if difference > 0 else "shorter" if difference < 0 else "equal"

    def describe(self, limits: Limits) -> None:
        """Search for a formula."""
        start = time.process_time()
        self.found = describe_set(self.rule, self.automaton, limits, programs=False)
        self.seconds = time.process_time() - start


def describe_corpus(words: list[str], part: int, parts: int, limits: Limits) -> None:
    """Print the formulas of the sets of the corpus, and how they compare with the formulas in the certificates."""
    sets = [one for one in corpus() if not words or any(word in name for word in words for name in one.names)]
    sets = sets[part - 1 :: parts]
    for one in sets:
        one.describe(limits)
        size, old = ("-" if text is None else formula_cost(text) for text in (one.found, one.quoted))
        print(f"{one.verdict:8}{old:>3} ->{size:>3} {one.seconds:5.1f} s {one.automaton.states:4} states", end=" ")
        print(f"{len(one.names):3} x {one.names[0]:36} {one.found}", flush=True)
        if one.verdict in ("longer", "lost"):
            print(f"{'':8}quoted: {one.quoted}")
    print(f"{sum(len(one.names) for one in sets)} theorems, {len(sets)} sets")
    for verdict in ("lost", "longer", "equal", "shorter", "new", "none"):
        own = [one for one in sets if one.verdict == verdict]
        print(f"{verdict:8}{sum(len(one.names) for one in own):4} theorems, {len(own):4} sets")
    for what in ("quoted", "found"):
        sizes = [
            formula_cost(text)
            for one in sets
            if one.quoted and one.found and (text := getattr(one, what)) is not None
            for _ in one.names
        ]
        print(f"median size of the {what} formulas {statistics.median(sizes) if sizes else '-'}")
    print(
        f"at most {max(one.seconds for one in sets):.1f} s for a set, {sum(one.seconds for one in sets):.0f} s in all"
    )


def corpus() -> list[Described]:
    """Return the sets of the atlas that are given by an automaton."""
    atlas = load_atlas()
    found: dict[object, Described] = {}
    for entry in atlas:
        if not entry.certificate:
            continue
        certificate = read_certificate(atlas.certificate(entry))
        rule, evidence = certificate.rule, certificate.evidence
        if not isinstance(evidence, Automata):
            continue  # a theorem with another proof, such as a period
        digits = recurrent(tuple(evidence.numeration))
        for one in evidence.automata:
            accepting = np.isin(np.arange(len(one.transitions)), one.accepting)
            automaton = Automaton(len(rule.names), digits, np.array(one.transitions), accepting)
            key = rule.names, rule.blocks, rule.floor, digits, automaton.table.tobytes(), automaton.accepting.tobytes()
            own = found.setdefault(key, Described(rule, automaton, []))
            own.names.append(f"{entry.family}: {entry.title}")
            quoted = certificate.quotations.get("claims")
            if quoted and "columns" not in quoted.replace("all columns", ""):
                own.quoted = min(quoted, own.quoted or quoted, key=formula_cost)
    return list(found.values())


def discover_students_games(limits: Limits) -> None:
    """Print the theorems of the games that a student may invent."""
    for text, best in STUDENTS.items():
        start = time.process_time()
        found = sprague.discover(text, budget=limits)
        seconds = time.process_time() - start
        formula = None
        if isinstance(found, sprague.Proof):
            formula = found.formula if isinstance(found, WindowProof) else found.claim
        size, known = ("-" if one is None else str(formula_cost(one)) for one in (formula, best))
        print(f"{text}\n  size {size:>3} best {known:>3} {seconds:6.1f} s  {formula or found}", flush=True)


def main() -> None:
    """Print the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only entries that contain one of these words")
    parser.add_argument("--seconds", type=float, default=10, help="time limit for each formula")
    parser.add_argument("--corpus", action="store_true", help="describe the sets of the theorems of the atlas")
    parser.add_argument("--part", default="1/1", help="the part I/N of the corpus")
    parser.add_argument("--students", action="store_true", help="discover twenty games that a student may invent")
    parser.add_argument("--processor-time", action="store_true", help="limit processor time instead of elapsed time")
    arguments = parser.parse_args()
    if arguments.processor_time:
        clock.now = time.process_time
    limits = Limits(seconds=arguments.seconds)
    if arguments.corpus:
        part, parts = map(int, arguments.part.split("/"))
        describe_corpus(arguments.words, part, parts, limits)
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
