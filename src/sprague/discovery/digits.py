"""Automata that read digits: for every game, one set of positions after another.

Tabulate the game a little way; guess an automaton for the set (`session`); try to prove it for all positions by the
kernel equation. If the proof fails, the guess is wrong beyond the table: tabulate further and go on with what
has been learnt. All digits worth trying are tried side by side, from small tables to large ones.
"""

from __future__ import annotations

from itertools import takewhile

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.words import MOST_SYMBOLS
from sprague.discovery.session import Lesson, Session, positions_below
from sprague.discovery.strategy import Question, Strategy, doubling
from sprague.discovery.writing import Writing
from sprague.errors import OutOfReach, OutOfTime
from sprague.limits import Limits
from sprague.proofs.grundy import check_values
from sprague.proofs.kernel_equation import Checked, check_kernel
from sprague.proofs.proof import P_POSITIONS, VALUES, AutomatonProof, Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.positions import Position
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

FIRST_LIMIT = 4
TELLING_LIMIT = 16  # from which it counts whether a table fits an automaton
#: States of a guess, and one for each position of the table, when piles count from zero again: one that grows more
#: says no more than the table, and takes longest to refute.
MOST_RAISED = 1000  # states of a guess, beside one for each position: a guess of more has gone wrong
ENOUGH_SHOWN = 12  # P-positions that are told of a game that resists


def smallest_p_positions(table: Table) -> list[Position]:
    """The P-positions with the fewest chips, as far as the table is sure to have them."""
    found = table.outcomes().by_chips("P")
    piles = len(table.game.piles)
    return [position for position in found if sum(position[:piles]) < table.complete_below][:ENOUGH_SHOWN]


class Digits(Strategy):
    """Look for automata: of the P-positions, or of the positions of Grundy value 0, 1, … one after another."""

    name = "automata"

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.found: list[Automaton] = []
        self.pairs = 0
        self.smallest: list[Position] = []

    def applies(self) -> bool:
        return bool(self.question.numerations)

    def run(self) -> Proof | None:
        """All sets that were asked for, or those before the first that resists."""
        wanted = 1 if self.question.values is None else self.question.values + 1
        while len(self.found) < wanted and self._next_set():
            pass
        return self.so_far()

    def so_far(self) -> Proof | None:
        if not self.found:
            return None
        asked = self.question
        what = P_POSITIONS if asked.values is None else VALUES
        return AutomatonProof(asked.rule, asked.misere, None, what, tuple(self.found), self.pairs)

    def _next_set(self) -> bool:
        """Look for the P-positions, or the positions of the next Grundy value; whether they were found."""
        asked = self.question
        # All sets of one proof are read in the same digits.
        numerations = [self.found[0].numeration] if self.found else asked.numerations
        floors = sorted({0, asked.rule.floor})
        writings = [
            Writing(numeration, floor)
            for numeration in numerations
            if self._is_readable(numeration)
            for floor in floors
        ]
        session = Session(asked.rule, asked.states, asked.limits.memory)
        what = "outcome" if asked.values is None else "grundy"
        allowed = Limits(memory=asked.limits.memory, positions=asked.positions)
        tried = writings
        for limit in self._limits() if writings else []:
            limits.check()
            asked.report(f"tabulating piles below {limit}")
            try:
                table = tabulate(asked.rule, limit=limit, what=what, misere=asked.misere, limits=allowed)
            except OutOfTime:
                raise
            except OutOfReach as error:
                self.attempts.append(Attempt("table", None, None, str(error)))
                return False
            if len(self.smallest) < ENOUGH_SHOWN:
                self.smallest = smallest_p_positions(table)
            lesson = Lesson.of(asked.rule, table, len(self.found))
            fitting = []
            for writing in tried:
                written = self._guess(session, writing, lesson, limit)
                if written is None:
                    continue
                if self._prove(writing, written, lesson, limit):
                    return True
                fitting.append(writing)
            # Digits in which the table fits an automaton come first; if there are none, all are tried again.
            if limit >= TELLING_LIMIT:
                tried = fitting or writings
        return False

    def _is_readable(self, numeration: Numeration) -> bool:
        """Whether the digits of all entries side by side are so few that an automaton can be learnt."""
        entries = len(self.question.rule.names)
        symbols: int = numeration.digits**entries
        if symbols > MOST_SYMBOLS:
            many = f"{entries} numbers side by side are {symbols:,} symbols, and at most {MOST_SYMBOLS:,} can be learnt"
            self.attempts.append(Attempt(str(numeration), None, None, many))
        return symbols <= MOST_SYMBOLS

    def _limits(self) -> list[int]:
        """Limits of the piles, doubling, whose tables are small enough."""
        rule, most = self.question.rule, self.question.positions
        found = list(takewhile(lambda limit: positions_below(rule, limit) <= most, doubling(FIRST_LIMIT, 1 << 30)))
        if not found:
            many = f"piles below {FIRST_LIMIT} are {positions_below(rule, FIRST_LIMIT):,} positions, more than {most:,}"
            self.attempts.append(Attempt("table", None, None, many))
        return found

    def _guess(self, session: Session, writing: Writing, lesson: Lesson, limit: int) -> Automaton | None:
        """An automaton for the set so written that agrees with the table."""
        self.question.report(f"piles below {limit}, {writing}: learning")
        try:
            written = session.guess(writing, lesson)
            result = "the table is too small for it"
        except OutOfTime:
            self._give_up(session, writing, limit, "not learnt in time")
            raise
        except OutOfReach:
            written = None
            result = f"more than {session.learners[writing].most_states:,} states"
        if written is None:
            self._give_up(session, writing, limit, result)
        return written

    def _give_up(self, session: Session, writing: Writing, limit: int, result: str) -> None:
        reached = len(session.learners[writing].access)
        self.attempts.append(Attempt(str(writing), limit, None, result, reached))

    def _prove(self, writing: Writing, written: Automaton, lesson: Lesson, limit: int) -> bool:
        """Try to prove a guess for all positions."""
        asked = self.question

        def note(result: str) -> None:
            self.attempts.append(Attempt(str(writing), limit, written.states, result))

        try:
            # A small automaton may take very many states once piles are counted from zero.
            most = min(asked.states, MOST_RAISED + len(lesson.positions))
            guess = writing.positions(asked.rule, written, most)
            asked.report(f"piles below {limit}, {writing}: proving {guess.states:,} states")
            comparison = self._check(guess)
        except OutOfTime:
            note("not decided in time")
            raise
        except OutOfReach as error:
            note(f"not decided: {error}")
            return False
        if comparison.failure is not None:
            note(f"wrong at {comparison.failure}")
            return False
        note("proved")
        self.found.append(guess)
        self.pairs += comparison.pairs
        return True

    def _check(self, guess: Automaton) -> Checked:
        asked = self.question
        if asked.values is None:
            return check_kernel(asked.rule, guess, asked.misere)
        return check_values(asked.rule, [*self.found, guess])[0]
