"""Numbers, lists and automata of hints by short names, which Coq reads several times faster than what they stand for.

A number that is written in digits takes Coq a tenth of a millisecond to read, and a name a tenth of that; lists in
brackets are slow, too. Hints have tens of thousands of numbers. So each of them gets a name once, and lists are made by
functions of `coq/Theorems.v` that put one, two, four or eight numbers before others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sprague.coq.dfa import Automaton

STEPS = (8, 4, 2, 1)  # numbers put before others at once


@dataclass
class Shorthand:
    """The names in some hints of a file, where digits have this base, and the module in which they are defined."""

    module: str
    base: int
    known: dict[str, str] = field(default_factory=dict)  # what each name stands for

    def positive(self, number: int) -> str:
        return self._named(f"_{number}", f"{number}%positive")

    def integer(self, number: int) -> str:
        return self._named(f"z{number}", f"{number}%Z") if number >= 0 else self._named(f"z_{-number}", f"({number})%Z")

    def positives(self, numbers: Sequence[int]) -> str:
        return _list([self.positive(number) for number in numbers], "P")

    def integers(self, numbers: Sequence[int]) -> str:
        return _list([self.integer(number) for number in numbers], "Q")

    def automaton(self, automaton: Automaton) -> str:
        """As `make_automaton` takes it: for each state a tree and a verdict."""
        rows = (
            f"{'Y' if state in automaton.accepting else 'X'} {self._tree(row)}"
            for state, row in enumerate(automaton.transitions)
        )
        return "[" + ";\n   ".join(rows) + "]"

    def _tree(self, row: Sequence[int]) -> str:
        if len(set(row)) == 1:
            return self._named(f"l{row[0] + 1}", f"Leaf {row[0] + 1}")
        part = len(row) // self.base
        inside = [self._tree(row[digit * part : (digit + 1) * part]) for digit in range(self.base)]
        return f"(T {' '.join(inside)})" if self.base == 2 else f"(Node [{'; '.join(inside)}])"

    def _named(self, name: str, meaning: str) -> str:
        self.known[name] = meaning
        return name

    @property
    def definitions(self) -> str:
        """A module with all names that were asked for: names of the rule may be the same outside of it."""
        said = "".join(f"Definition {name} := {meaning}.\n" for name, meaning in self.known.items())
        return f"Module {self.module}.\n{said}End {self.module}.\nImport {self.module}.\n" if said else ""


def _list(names: Sequence[str], word: str) -> str:
    """The list of these, made by functions whose names begin with this letter."""
    begun: list[str] = []
    place = 0
    for step in STEPS:
        while len(names) - place >= step:
            begun.append(f"({word}{step} {' '.join(names[place : place + step])} ")
            place += step
    return "".join(begun) + f"{word}0" + ")" * len(begun)
