"""Benchmark of synthesis: formulas for a fixed list of sets and functions, with the best known formulas.

Each set is given only as an automaton. The benchmark prints the formula that `describe_set` or `describe_function`
finds, its size, the size of the best known formula, and the seconds of processor time. The size is a weighted count of
words and signs (`sprague.synthesis.formula_cost`). `python benchmarks/synthesis.py xor` runs the entries whose names or
formulas contain the word; `--seconds 60` is for a machine that is busy with other work.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass

import sprague
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration
from sprague.formulas.position_set import PositionSet
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
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


def main() -> None:
    """Print a table of the formulas that are found, with sizes and seconds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only entries that contain one of these words")
    parser.add_argument("--seconds", type=float, default=10, help="time limit for each formula")
    arguments = parser.parse_args()
    sizes, most = [], 0.0
    missing = 0
    for entry in ENTRIES:
        if arguments.words and not any(word in f"{entry.name} {entry.formula}" for word in arguments.words):
            continue
        text, seconds = entry.found(Limits(seconds=arguments.seconds))
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
