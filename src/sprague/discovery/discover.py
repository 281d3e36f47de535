"""From a rule to a theorem, without being told the answer.

Games with finitely many moves are looked at for periods first, and games whose options depend on kept
totals alone for the set of those totals, which is periodic or has an automaton. For all others: tabulate
the game a little way; guess an automaton for its P-positions (`learning`); test it against the table; try to
prove it for all positions by the kernel equation. If the proof fails, the guess is wrong beyond the table:
tabulate further and go on with what has been learnt. Digits in base 2, in base 3 and Fibonacci digits are tried
side by side. Nothing is claimed that is not proved, and a game that resists ends as undecided, with the number
of states that its table asked for as it grew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from math import comb, prod
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, base
from sprague.automata.subsets import determinise, projected
from sprague.discovery.learning import UNKNOWN, Answers, Learner, Numbers, Teacher
from sprague.discovery.wording import describe_set
from sprague.errors import OutOfReach, SpragueError
from sprague.games import resolve
from sprague.patterns.periods import Period, find_period
from sprague.proofs.grundy import check_values
from sprague.proofs.kernel_equation import Comparison, check_kernel
from sprague.proofs.proof import P_POSITIONS, VALUES, AutomatonProof, Proof, TotalsProof, Undecided, WindowProof
from sprague.proofs.totals import (
    Redistribution,
    Totals,
    check_totals,
    count_totals,
    guess_totals,
    positions_of_totals,
    redistribution_of,
)
from sprague.rules.conditions import PowerOf
from sprague.rules.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

FIRST_LIMIT = 4
TELLING_LIMIT = 16  # from which it counts whether a table fits an automaton
AT_ONCE = 20  # wrong positions from which a learner learns before it guesses again

MOST_COMPARED = 1 << 19  # positions of a table with which a guess is compared
MOST_RAISED = 1000  # states of a guess, and one for each position of the table, when piles count from zero again
MOST_IN_WINDOW = 1 << 20  # positions computed in the search for periods
FIRST_TOTALS, ENOUGH_TOTALS, MOST_TOTALS = 32, 512, 4096
TOTALS_TRIED = 400_000_000

Report = Callable[[str], None]


@dataclass(frozen=True)
class Budget:
    """How far a discovery may go: positions in the table, states of a guess, pairs in a proof, seconds."""

    positions: int = 12_000_000
    states: int = 10_000
    pairs: int = 400_000
    seconds: float = 60.0


@dataclass(frozen=True)
class Attempt:
    """What became of one guess: up to which limit of the piles, in which digits, with how many states.

    `states` is None if no automaton was found that agrees with the table; `reached` is how many states were
    told apart by then.
    """

    limit: int
    numeration: str
    states: int | None
    result: str
    reached: int = 0

    def __str__(self) -> str:
        states = "no automaton" if self.states is None else f"{self.states:,} states"
        return f"piles below {self.limit}, {self.numeration}: {states}; {self.result}"


@dataclass(frozen=True)
class Unresolved(Undecided):
    """A game that resisted: every attempt, from the smallest table to the largest."""

    attempts: tuple[Attempt, ...] = ()

    def growth(self) -> dict[str, list[tuple[int, int]]]:
        """For each kind of digits, limits of the piles and how many states the table asked for."""
        found: dict[str, list[tuple[int, int]]] = {}
        for attempt in self.attempts:
            if states := attempt.states or attempt.reached:
                found.setdefault(attempt.numeration, []).append((attempt.limit, states))
        return found

    def __str__(self) -> str:
        lines = [f"undecided: {self.reason}"]
        for digits, growth in self.growth().items():
            states = ", ".join(f"{states:,}" for _, states in growth)
            lines.append(f"  {digits}: {states} states for piles below {', '.join(str(limit) for limit, _ in growth)}")
        return "\n".join(lines)


def discover(
    game: Ruleset | str,
    *,
    misere: bool = False,
    values: int | None = None,
    numerations: Sequence[Numeration] | None = None,
    budget: Budget | None = None,
    report: Report | None = None,
    words: bool = False,
) -> Proof | Unresolved:
    """Find the P-positions of a game and prove them, given only its rule; or say how far it got.

    >>> proof = discover("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
    >>> (3, 3, 7) in proof, (3, 3, 5) in proof
    (True, False)

    With `values` the positions of Grundy value 0, 1, …, up to that one, are looked for one after another;
    if a value resists, the proof has those before it. With `words` the set is put into a formula where one is found.
    """
    rule = resolve(game, {}, None) if isinstance(game, str) else game
    if values is not None and misere:
        raise SpragueError("expected normal play for a search for Grundy values; misère play has none")
    if values is not None and values < 0:
        raise SpragueError(f"expected the greatest Grundy value to look for to be at least 0, got {values!r}")
    search = _Search(rule, misere, values, budget or Budget(), report or (lambda text: None))
    if rule.rank is None:
        return search.unresolved("no rank was found that falls with every move, so play may not end")
    if not rule.is_linear:
        return search.unresolved("the rule applies a Python function, which no automaton reads")
    digits = list(numerations or numerations_for(rule))
    if not digits:
        return search.unresolved("no digits read all the powers that the rule speaks of")
    found = search.run(digits, fixed=bool(numerations))
    if words and isinstance(found, AutomatonProof):
        search.report("putting the set into words")
        return _in_words(found)
    return found


def _in_words(proof: AutomatonProof) -> AutomatonProof:
    """The same proof with a formula for each set, if all can be said; each is proved to be the same set."""
    said = [describe_set(proof.game, automaton) for automaton in proof.automata]
    if any(text is None for text in said):
        return proof
    return replace(proof, claim=" | ".join(text for text in said if text is not None))


def numerations_for(rule: Ruleset) -> list[Numeration]:
    """The digits worth trying: those of the powers that the rule speaks of, or else all.

    None read powers of two different numbers, or of large ones.
    """
    endings = [condition for conjunction in (*rule.stop, *rule.win) for condition in conjunction]
    moves = [condition for family in rule.families for condition in family.where]
    bases = {condition.base for condition in (*moves, *endings) if isinstance(condition, PowerOf)}
    if not bases:
        return [BINARY, TERNARY, FIBONACCI]
    return [base(number) for number in bases if number <= 10] if len(bases) == 1 else []


@dataclass(frozen=True)
class Writing:
    """How positions are written for an automaton: in which digits, and whether piles count from their floor.

    Where no pile may be empty, the number of chips beyond the floor is often the simpler one to read: the
    P-positions of Empty & Transfer with four boxes take 104 states, and 2 if each box counts one less.
    """

    numeration: Numeration
    floor: int

    def floors(self, rule: Ruleset) -> Numbers:
        """What is taken off each entry of a position."""
        return np.array([self.floor if name in rule.piles else 0 for name in rule.names])

    def positions(self, rule: Ruleset, written: Automaton, most_states: int) -> Automaton:
        """The automaton for the positions themselves; it may have many more states."""
        found = written
        if not self.floor:
            return found
        above = atoms.linear((1, -1), -self.floor, "=", self.numeration)
        tracks = written.tracks
        for track in range(len(rule.piles)):
            # The pile becomes the last of one more tracks, and the height that was read is quantified away.
            sources = [tracks if source == track else source for source in range(tracks)]
            raised = found.arrange(sources, tracks + 1) & above.arrange((track, tracks), tracks + 1)
            found = determinise(projected(raised, tracks), most_states)
        return found

    def __str__(self) -> str:
        return f"{self.numeration}{', piles counted from their floor' if self.floor else ''}"


class _OutOfTime(Exception):
    pass


@dataclass
class _Search:
    rule: Ruleset
    misere: bool
    values: int | None
    budget: Budget
    report: Report
    attempts: list[Attempt] = field(default_factory=list)
    found: list[Automaton] = field(default_factory=list)
    pairs: int = 0

    def run(self, numerations: list[Numeration], fixed: bool) -> Proof | Unresolved:
        """Go through the representations; `fixed` digits leave only automata."""
        self.deadline = monotonic() + self.budget.seconds
        reason = f"no automaton was proved within {self.budget.positions:,} positions"
        try:
            if not fixed and (proof := self.by_window()):
                return proof
            if not fixed and self.values is None and (proof := self.by_totals(numerations)):
                return proof
            while self.values is None or len(self.found) <= self.values:
                if not self.next_class(numerations):
                    break
                if self.values is None:
                    return self.proof()
            else:
                return self.proof()
        except _OutOfTime:
            reason = f"no automaton was proved within {self.budget.seconds:g} seconds"
        except KeyboardInterrupt:
            reason = "interrupted"
        if self.found:
            return self.proof()
        return self.unresolved(reason)

    def proof(self) -> Proof:
        what = P_POSITIONS if self.values is None else VALUES
        return AutomatonProof(self.rule, self.misere, None, what, tuple(self.found), self.pairs)

    def unresolved(self, reason: str) -> Unresolved:
        return Unresolved(self.rule, self.misere, None, reason, tuple(self.attempts))

    def by_window(self) -> Proof | None:
        """Periods of all piles, for a game with finitely many moves."""
        self.report("looking for periods")
        try:
            found = find_period(
                self.rule,
                what="outcome" if self.misere else "grundy",
                misere=self.misere,
                budget=min(self.budget.positions, MOST_IN_WINDOW),
            )
        except SpragueError:
            return None  # the moves are not finitely many vectors, or there is none
        if not isinstance(found, Period) or None in found.periods:
            return None
        return WindowProof(self.rule, self.misere, None, found)

    def by_totals(self, numerations: list[Numeration]) -> Proof | None:
        """The totals of P-positions, for a game whose options depend on those alone."""
        kind = redistribution_of(self.rule)
        if kind is None:
            return None
        members = np.zeros(0, dtype=np.bool_)
        tried = 0
        for limit in _doubling(FIRST_TOTALS, MOST_TOTALS):
            self.check_time()
            self.report(f"totals below {limit}")
            members, more = count_totals(kind, self.misere, limit, members, TOTALS_TRIED - tried)
            tried += more
            if (guess := guess_totals(members)) is not None and (proof := self.prove_totals(kind, guess)):
                return proof
            if len(members) < limit:
                break
            if limit >= ENOUGH_TOTALS:
                for numeration in numerations:
                    if proof := self.positions_from_totals(kind, members, numeration):
                        return proof
        return None

    def prove_totals(self, kind: Redistribution, guess: Totals) -> Proof | None:
        try:
            walked = check_totals(kind, guess, self.misere)
        except OutOfReach:
            return None
        if walked.failure is not None:
            return None
        return TotalsProof(self.rule, self.misere, None, guess, walked.tried)

    def positions_from_totals(
        self, kind: Redistribution, members: NDArray[np.bool_], numeration: Numeration
    ) -> Proof | None:
        """Guess an automaton for the totals; it says which positions are P, and the kernel equation decides."""
        limit = len(members)

        def teacher(numbers: Numbers) -> Answers:
            known = numbers[:, 0] < limit
            return np.where(known, members[np.where(known, numbers[:, 0], 0)], UNKNOWN).astype(np.int8)

        learner = Learner(1, numeration, teacher, limit // 16, self.check_time)
        digits = f"totals in {numeration}"
        self.report(f"totals below {limit}, {numeration}: learning")
        try:
            totals = self.guess(learner, np.arange(limit)[:, None], members, in_order=True)
            if totals is None:
                self.attempts.append(Attempt(limit, digits, None, "too few totals for it"))
                return None
            self.report(f"totals below {limit}, {numeration}: proving {totals.states} states")
            guess = positions_of_totals(self.rule, kind, totals, self.misere, self.budget.states * 10)
            comparison = self.check(guess)
        except OutOfReach as error:
            self.attempts.append(Attempt(limit, digits, None, str(error)))
            return None
        result = "proved" if comparison.failure is None else f"wrong at {comparison.failure}"
        self.attempts.append(Attempt(limit, digits, totals.states, result))
        if comparison.failure is not None:
            return None
        return AutomatonProof(self.rule, self.misere, None, P_POSITIONS, (guess,), comparison.pairs)

    def next_class(self, numerations: list[Numeration]) -> bool:
        """Look for the P-positions, or the positions of the next Grundy value; whether they were found."""
        if self.found:
            # All classes of one proof are read in the same digits.
            numerations = [self.found[0].numeration]
        floors = sorted({0, self.rule.floor})
        writings = [Writing(numeration, floor) for numeration in numerations for floor in floors]
        learners: dict[Writing, Learner] = {}
        tried = writings
        for limit in self.limits():
            self.check_time()
            self.report(f"tabulating piles below {limit}")
            table = tabulate(
                self.rule, limit=limit, what="outcome" if self.values is None else "grundy", misere=self.misere
            )
            positions = _sample(self.rule, table)
            members = table.values_at(positions) == len(self.found)
            fitting = []
            for writing in tried:
                teacher = _teacher(self.rule, table, len(self.found), writing.floors(self.rule))
                learner = learners.get(writing)
                if learner is None:
                    learner = Learner(len(self.rule.names), writing.numeration, teacher, pause=self.check_time)
                    learners[writing] = learner
                else:
                    learner.teach(teacher)
                # More states than this would say no more than the table itself.
                learner.most_states = min(self.budget.states, 16 + len(positions) // 8)
                if self.attempt(writing, learner, limit, positions, members):
                    return True
                if self.attempts[-1].states is not None:
                    fitting.append(writing)
            # Digits in which the table fits an automaton come first; if there are none, all are tried again.
            if limit >= TELLING_LIMIT:
                tried = fitting or writings
        return False

    def limits(self) -> list[int]:
        """Limits of the piles, doubling, whose tables are within the budget."""
        within = takewhile(
            lambda limit: _positions_below(self.rule, limit) <= self.budget.positions, _doubling(FIRST_LIMIT, 1 << 30)
        )
        return list(within)

    def check_time(self) -> None:
        if monotonic() > self.deadline:
            raise _OutOfTime

    def attempt(
        self, writing: Writing, learner: Learner, limit: int, positions: Numbers, members: NDArray[np.bool_]
    ) -> bool:
        """Guess, test against the table, prove."""
        where = f"piles below {limit}, {writing}"
        self.report(f"{where}: learning")
        try:
            written = self.guess(learner, positions - writing.floors(self.rule), members)
        except OutOfReach:
            many = f"more than {learner.most_states:,} states"
            self.attempts.append(Attempt(limit, str(writing), None, many, len(learner.access)))
            return False
        if written is None:
            small = "the table is too small for it"
            self.attempts.append(Attempt(limit, str(writing), None, small, len(learner.access)))
            return False
        try:
            # A small automaton may take very many states once piles are counted from zero.
            guess = writing.positions(self.rule, written, min(self.budget.states, MOST_RAISED + len(positions)))
        except OutOfReach as error:
            self.attempts.append(Attempt(limit, str(writing), written.states, f"not decided: {error}"))
            return False
        self.report(f"{where}: proving {guess.states:,} states")
        try:
            comparison = self.check(guess)
        except OutOfReach as error:
            self.attempts.append(Attempt(limit, str(writing), written.states, f"not decided: {error}"))
            return False
        if comparison.failure is not None:
            self.attempts.append(Attempt(limit, str(writing), written.states, f"wrong at {comparison.failure}"))
            return False
        self.attempts.append(Attempt(limit, str(writing), written.states, "proved"))
        self.found.append(guess)
        self.pairs += comparison.pairs
        return True

    def check(self, guess: Automaton) -> Comparison:
        if self.values is None:
            return check_kernel(self.rule, guess, self.misere, self.budget.pairs)
        return check_values(self.rule, [*self.found, guess], self.budget.pairs)[0]

    def guess(
        self, learner: Learner, positions: Numbers, members: NDArray[np.bool_], in_order: bool = False
    ) -> Automaton | None:
        """An automaton that agrees with the table in every order of the piles; None if the table says too little.

        `in_order` says that the tuples are no positions of the game, so that their order matters.
        """
        while True:
            self.check_time()
            guess = learner.hypothesis()
            wrong = np.flatnonzero(guess.contains_many(positions) != members)
            if len(wrong):
                chosen = wrong[:: max(1, len(wrong) // AT_ONCE)][:AT_ONCE]
                candidates = [tuple(int(entry) for entry in positions[place]) for place in chosen]
            elif not in_order and (pair := _asymmetry(self.rule, guess)) is not None:
                candidates = [position for position in pair if _is_wrong(learner, guess, position)]
            else:
                return guess
            if not sum(learner.learn_from(position) for position in candidates):
                return None


def _doubling(first: int, most: int) -> Iterator[int]:
    while first <= most:
        yield first
        first *= 2


def _is_wrong(learner: Learner, guess: Automaton, position: Position) -> bool:
    answer = int(learner.teacher(np.array([position]))[0])
    return answer != UNKNOWN and (answer == 1) != (position in guess)


def _asymmetry(rule: Ruleset, guess: Automaton) -> tuple[Position, Position] | None:
    """A position that the guess takes in one order of its piles and not in another."""
    for block in rule.blocks:
        for first, second in pairwise(block):
            sources = list(range(guess.tracks))
            sources[first], sources[second] = second, first
            position = guess.difference(guess.arrange(sources, guess.tracks))
            if position is not None:
                return position, tuple(position[source] for source in sources)
    return None


def _sample(rule: Ruleset, table: Table) -> Numbers:
    """The positions of a table with which guesses are compared: all, or many chosen at random (always the same)."""
    assert table.limit is not None
    if _positions_below(rule, table.limit) <= MOST_COMPARED:
        return table.arrays()[0]
    lowest = [rule.lowest(name) for name in rule.names]
    random = np.random.default_rng(table.limit)
    # Half of them small in some piles: large random numbers alone would rarely be members.
    scale = random.integers(1, table.limit.bit_length(), size=(MOST_COMPARED, len(rule.names)))
    high = np.where(random.random(scale.shape) < 0.5, table.limit, np.minimum(1 << scale, table.limit))
    return np.maximum(random.integers(0, high), lowest)


def _positions_below(rule: Ruleset, limit: int) -> int:
    """About how many positions a table to this limit holds; piles in any order count once."""
    free = len(rule.names) - sum(map(len, rule.blocks))
    ordered = prod(comb(limit + len(block) - 1, len(block)) for block in rule.blocks)
    return int(ordered * limit**free)


def _teacher(rule: Ruleset, table: Table, value: int, floors: Numbers) -> Teacher:
    lowest = np.array([rule.lowest(name) for name in rule.names])
    limit = table.limit
    assert limit is not None

    def answer(written: Numbers) -> Answers:
        numbers = written + floors
        fits = (numbers < limit).all(axis=1)
        real = (numbers >= lowest).all(axis=1)
        found = np.where(fits, 0, UNKNOWN).astype(np.int8)
        asked = fits & real
        if asked.any():
            found[asked] = table.values_at(numbers[asked]) == value
        return found

    return answer
