"""Automata as arrays: where one accepts and another does or does not, and the same set by as few states as can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sprague.coq.budget import Budget
from sprague.coq.conditions import Member
from sprague.coq.dfa import Automaton

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Reader:
    """An automaton that reads columns of all entries: `rows[state, column]` is the next state; state 0 is the start."""

    rows: Numbers
    accepting: Flags

    @staticmethod
    def of(member: Member, base: int, entries: int) -> Reader:
        """What reads the columns of so many entries for a set of some of them."""
        columns = np.indices((base,) * entries).reshape(entries, -1)
        symbols = np.zeros(columns.shape[1], dtype=np.int64)
        for place in member.places:
            symbols = symbols * base + columns[place]
        automaton = member.automaton
        rows = np.array(automaton.transitions, dtype=np.int64)[:, symbols]
        return Reader(rows, np.isin(np.arange(len(rows)), list(automaton.accepting)))

    @property
    def automaton(self) -> Automaton:
        return Automaton(tuple(map(tuple, self.rows.tolist())), frozenset(np.flatnonzero(self.accepting).tolist()))

    @property
    def loops(self) -> Flags:
        """The states that no column leaves."""
        found: Flags = (self.rows == np.arange(len(self.rows))[:, None]).all(axis=1)
        return found

    def where(self, other: Reader, accepts: bool, budget: Budget) -> Reader:
        """Where this accepts, and the other does or does not: the states that go together, without what is hopeless."""
        hopeless = self.loops & ~self.accepting
        others_hopeless = other.loops & (other.accepting != accepts)
        width = len(other.rows)
        number = np.full(len(self.rows) * width, -1, dtype=np.int64)
        nowhere = -1  # the first pair that is hopeless stands for all
        pairs, rows = np.zeros(1, dtype=np.int64), []
        known = [pairs]
        number[0], count = 0, 1
        while len(pairs):
            left, right = self.rows[pairs // width], other.rows[pairs % width]
            reached = left * width + right
            lost = hopeless[left] | others_hopeless[right]
            if lost.any():
                nowhere = int(reached[lost][0]) if nowhere < 0 else nowhere
                reached[lost] = nowhere
            flat = reached.ravel()
            new = np.unique(flat[number[flat] < 0])
            number[new] = np.arange(count, count + len(new))
            count += len(new)
            rows.append(number[reached])
            pairs = new
            known.append(pairs)
            budget.keep_states(count)
        every = np.concatenate(known)
        accepting = self.accepting[every // width] & (other.accepting[every % width] == accepts)
        return Reader(np.concatenate(rows), accepting)

    @property
    def least(self) -> Reader:
        """The same set by as few states as there can be: told apart by what they accept, then by where they lead."""
        groups, count = self.accepting.astype(np.int64), 0
        while True:
            finer = groups
            for column in self.rows.T:
                _, first, finer = np.unique(
                    finer * len(self.rows) + groups[column], return_index=True, return_inverse=True
                )
            groups = finer
            if len(first) == count:
                break
            count = len(first)
        # Groups are numbered as they are met, so that the start is 0.
        order = np.argsort(first)
        again = np.empty(count, dtype=np.int64)
        again[order] = np.arange(count)
        kept = first[order]
        return Reader(again[groups[self.rows[kept]]], self.accepting[kept])
