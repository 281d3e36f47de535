"""Put an automaton into words: a formula for the set that it accepts.

What has been found by learning is a table of states, which nobody can read. Often the set has a short
description: `xor = 0`, `a = b and even(v2(c - a))`. It is looked for in three ways. Residues, sums and
products of sets of numbers are read off a table (`table_words`). Short conditions (`shapes`) are tried, alone
and joined by `and` and `or` (`combining`), with exceptions. All of that is guessing on a box of small
positions. Then the formula is translated, and its automaton compared: least automata are equal exactly if the
sets are. So the words that are returned are a theorem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.discovery.wording.boxes import Box
from sprague.discovery.wording.combining import combinations_of, effort
from sprague.discovery.wording.shapes import shapes
from sprague.discovery.wording.table_words import table_words
from sprague.errors import SpragueError
from sprague.formulas.formula import PositionSet
from sprague.formulas.notation import parse_formula
from sprague.proofs.moves import domain
from sprague.proofs.translate import translate_set
from sprague.rules.positions import Position
from sprague.rules.ruleset import Ruleset

NEAR = 7_000  # positions on which conditions are put together
WIDE = 60_000  # positions on which a formula is tested before it is translated
SHORT, LONG, LONGEST = 50, 120, 400  # efforts: no other words are needed; come second; come last
MOST_TRANSLATED = 60  # formulas that pass the tests and are translated all the same


def describe_set(rule: Ruleset, automaton: Automaton, seconds: float = 5.0) -> str | None:
    """A formula that holds in exactly those positions of the game that the automaton accepts, or None.

    >>> from sprague.automata import atoms
    >>> from sprague.rules.notation import parse
    >>> nim = parse("(a, b, c) -> (u, b, c) where u < a any order")
    >>> describe_set(nim, atoms.xor_equal(3))
    'xor = 0'

    As in `prove`, a formula is said of positions of the game, in some order of piles that are not told apart.
    The automaton must hold positions only, as those of proofs do. `seconds` bounds the search; the translation
    of one formula is not interrupted.
    """
    search = _Wording(rule, automaton, monotonic() + seconds)
    return search.run()


@dataclass
class _Wording:
    rule: Ruleset
    automaton: Automaton
    deadline: float
    refuted: list[tuple[Position, bool]] = field(default_factory=list)  # positions that told a formula from the set
    tried: set[str] = field(default_factory=set)
    translated: int = 0

    def run(self) -> str | None:
        self.domain = domain(self.rule, self.automaton.numeration)
        if self.automaton.tracks != len(self.rule.names) or not self.automaton <= self.domain:
            return None
        self.wide = Box.of(self.rule, self.automaton, WIDE)
        if not self.wide.is_closed():
            return None
        # Positions whose piles are in order are enough to test a formula on.
        self.tested = self.wide.positions[self.wide.in_order]
        self.expected = self.wide.members[self.wide.in_order]
        for stage in self.stages():
            for text in sorted(set(stage), key=effort):
                # What was read off the table is little and likely to be true: it is tried even if time is over.
                if (self.has_time() or text in self.read) and self.holds(text):
                    return text
        return None

    def stages(self) -> Iterator[Iterable[str]]:
        """Formulas to be tried, simple ones first."""
        read = self.read = list(table_words(self.wide, self.automaton))
        near = Box.of(self.rule, self.automaton, NEAR, 64)
        known = list(shapes(self.rule, self.automaton.numeration))
        texts, holds = near.evaluated([*known, *(text for text in read if text not in known)])
        closed = near.closed(holds)
        alone = [text for text, row in zip(texts, closed, strict=True) if np.array_equal(row, near.members)]
        yield [text for text in {*read, *alone} if effort(text)[0] <= SHORT]
        # What is long may still have a shorter name.
        waiting = [text for text in {*read, *alone} if effort(text)[0] <= LONG]
        if self.has_time():
            for found in combinations_of(near, texts, holds):
                yield [*found, *waiting]
                if not self.has_time():
                    break
        yield [text for text in read if effort(text)[0] <= LONGEST]

    def has_time(self) -> bool:
        return monotonic() < self.deadline and self.translated < MOST_TRANSLATED

    def holds(self, text: str) -> bool:
        """Whether a formula holds in exactly the positions of the set; proved, or tested if it does not."""
        if text in self.tried:
            return False
        self.tried.add(text)
        try:
            positions = PositionSet(
                parse_formula(text, self.rule.names, self.rule.piles), self.rule.names, self.rule.blocks
            )
            if any((position in positions) != member for position, member in self.refuted):
                return False
            found = positions.mask([self.tested[:, i] for i in range(self.tested.shape[1])])
            if not np.array_equal(found, self.expected):
                return False
            self.translated += 1
            said = translate_set(positions, self.automaton.numeration) & self.domain
        except SpragueError:
            return False  # it has no automaton in these digits, or too large a one
        if said == self.automaton:
            return True
        different = said.difference(self.automaton)
        assert different is not None  # least automata that are not the same accept different sets
        self.refuted.append((different, different in self.automaton))
        return False
