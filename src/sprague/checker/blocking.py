"""The checker's own counting of options: which positions have more options in a set than may be forbidden.

A position x and an option y of it in the set are read side by side by an automaton. It is deterministic, and of two
different y the digits differ, so the options of x are counted by counting how many beginnings of y lead to each of its
states while x is read. A count beyond what may be forbidden is as good as any greater one, so there are finitely many
countings. (The prover guesses the options one after another, in order, and counts nothing.)
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sprague.checker.atoms import at_least, equals, with_named_powers
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits, Places
from sprague.checker.play import Play, orders
from sprague.checker.sets import Dfa, Machine, image
from sprague.rules.linear import Linear

#: How many beginnings of y lead to a state, and (where not all words are numbers) to these places.
Counts = frozenset[tuple[tuple[int, Places], int]]


class ManyOptions:
    """The positions with more options in the set than may be forbidden, as they are read."""

    def __init__(self, play: Play, target: Dfa, digits: Digits, budget: Budget) -> None:
        self.digits, self.budget, self.enough = digits, budget, play.blocking + 1
        self.options = options_in(play, target, digits, budget)
        self.columns = list(digits.columns(len(play.names)))
        self.counts: list[Counts] = []
        self.number: dict[Counts, int] = {}
        self.known: dict[tuple[int, int], int] = {}
        counts: Counts = frozenset({((0, digits.begin(len(play.names))), 1)})
        # An option may have more digits than the position. As zeros before a number do not matter, each count that was
        # there is there again with one digit more, so that counts only grow, and not beyond what is enough.
        while (longer := self.read(counts, 0)) != counts:
            counts = longer
        self.start = self.place(counts)

    def read(self, counts: Counts, symbol: int) -> Counts:
        """The counts after a column of x, with each that y may have."""
        found: Counter[tuple[int, Places]] = Counter()
        for (state, last), count in counts:
            row = self.options.transitions[state]
            for place, column in enumerate(self.columns):
                target = row[symbol * len(self.columns) + place]
                if target in self.options.useful and (places := self.digits.follow(last, column)) is not None:
                    found[target, places] += count
        return frozenset((key, min(count, self.enough)) for key, count in found.items())

    def place(self, counts: Counts) -> int:
        if counts not in self.number:
            self.budget.keep_states(len(self.counts))
            self.number[counts] = len(self.counts)
            self.counts.append(counts)
        return self.number[counts]

    def after(self, state: int, symbol: int) -> int:
        key = (state, symbol)
        if key not in self.known:
            self.known[key] = self.place(self.read(self.counts[state], symbol))
        return self.known[key]

    def accepts(self, state: int) -> bool:
        accepting = self.options.accepting
        return sum(count for (place, _), count in self.counts[state] if place in accepting) >= self.enough


def options_in(play: Play, target: Dfa, digits: Digits, budget: Budget) -> Dfa:
    """The pairs (x, y) of a position and an option of it in the set; y is sorted where order does not matter."""
    reached = [f"→{name}" for name in play.names]
    rises = [
        at_least(Linear.of(reached[high]) - Linear.of(reached[low]))
        for block in play.blocks
        for low, high in pairwise(block)
    ]
    outer = [*play.names, *reached]
    machines = []
    for move in play.moves:
        for order in orders(play.blocks, len(play.names)):
            goals = [equals(Linear.of(reached[order[i]]), entry) for i, entry in enumerate(move.target)]
            atoms = with_named_powers([*move.where, *goals, *rises])
            guessed = sorted({name for atom in atoms for name in atom.names} - set(outer))
            machines.append(Machine(outer, guessed, atoms, target, reached, digits))
    return image(machines, digits.count ** len(outer), budget)
