"""Strategies, which find numbers that make a condition true (`coq/Strategies.v`), and their construction.

A *guess automaton* is a nondeterministic automaton: it reads the digits of input numbers, and guesses the digits of
other numbers, so that a condition becomes true. The states of a guess automaton are called *guesses*. The *projection*
of a guess automaton is the deterministic automaton that accepts the input numbers for which a guess succeeds. The
subset construction builds the projection. A strategy consists of *cells*. The *domain* is the automaton of the allowed
input numbers. A cell consists of a state of the domain and a set of guesses. After each column of digits, the strategy
enters another cell, whose state is the next state of the domain. Every guess in a cell must follow a guess in the
previous cell. Therefore the algorithm can remove guesses that no later cell needs, and can merge cells with the same
state. Each guess is stored as the index of a state of the guess automaton.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.coq.automaton_tables import Automaton, StateLimit, minimal_automaton
from sprague.coq.digit_conditions import DigitCondition
from sprague.coq.moves.condition_automata import ConditionAutomaton, State

MERGE_ROUNDS = 6  # limit on the rounds in which cells are merged; later rounds would remove few cells

Guesses = frozenset[int]
# the next cell for each column of input digits, or None if the column leaves the domain
Successors = tuple[int | None, ...]


@dataclass(frozen=True)
class Cell:
    """A cell of a strategy: a state of the automaton of allowed inputs, a set of guesses, and the next cells.

    `successors` contains the next cell for each column of input digits.
    """

    state: State
    successors: Successors
    guesses: tuple[int, ...]


@dataclass(frozen=True)
class Strategy:
    """A strategy that finds numbers digit by digit: the states of its guesses, and its cells (start cell first).

    Before the start cell, the strategy reads `zeros` leading zeros. For each guess of the start cell, `numbers`
    contains the numbers guessed while the strategy read leading zeros.
    """

    states: tuple[State, ...]
    cells: tuple[Cell, ...]
    zeros: int
    numbers: tuple[tuple[int, ...], ...]


class GuessAutomaton:
    """A nondeterministic automaton that reads input numbers and guesses other numbers to satisfy a condition."""

    def __init__(self, read: int, guessed: int, condition: DigitCondition, base: int) -> None:
        self.condition = ConditionAutomaton(condition, base, read, guessed)
        self.base = base
        self.states: list[State] = []  # the states of the guess automaton; a guess is the index of a state
        # for each state, whether the guessed numbers are correct if no more digits follow
        self.accepting: list[bool] = []
        self._number: dict[State, int] = {}
        self._successors: list[dict[int, dict[int, tuple[int, ...]]]] = [{} for _ in range(self.columns)]
        self._predecessors: list[dict[int, set[int]]] = [{} for _ in range(self.columns)]
        self._certain: set[int] = set()  # indices of the states that accept every continuation

    @property
    def columns(self) -> int:
        """The number of different columns of input digits."""
        return len(self.condition.columns) // len(self.condition.guesses)

    def number(self, state: State) -> int:
        """Return the index of a state of the guess automaton; a new state gets the next index."""
        if (known := self._number.get(state)) is not None:
            return known
        self._number[state] = found = len(self.states)
        self.states.append(state)
        self.accepting.append(self.condition.accepts(state))
        if self.condition.verdict(state):
            self._certain.add(found)
        return found

    def initial_guesses(self) -> tuple[dict[int, tuple[int, ...]], int]:
        """Return (guesses, zeros): the guesses after `zeros` leading zeros, each with the numbers guessed so far.

        Leading zeros are needed because guessed numbers may have more digits than the input numbers.
        """
        condition = self.condition
        impossible = condition.verdict(condition.start) is False
        first = {} if impossible else {self.number(condition.start): (0,) * condition.guessed}
        zeros = 0
        while (longer := self._append_digit(first)).keys() != first.keys():
            first, zeros = longer, zeros + 1
        return first, zeros

    def _append_digit(self, guesses: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        """Return the guesses after one more column of zeros; each guess is mapped to the numbers guessed so far."""
        found: dict[int, tuple[int, ...]] = {}
        for guess, numbers in guesses.items():
            for reached, digits in self.successors(guess, 0).items():
                longer = tuple(self.base * number + digit for number, digit in zip(numbers, digits, strict=True))
                found.setdefault(reached, longer)
        return found

    def successors(self, guess: int, symbol: int) -> dict[int, tuple[int, ...]]:
        """Return the guesses that can follow a guess after a column of input digits, each with its guessed digits."""
        row = self._successors[symbol]
        if guess not in row:
            found: dict[int, tuple[int, ...]] = {}
            for digits, state in self.condition.open_steps(self.states[guess], symbol):
                reached = self.number(state)
                if reached not in found:
                    found[reached] = digits
                    self._predecessors[symbol].setdefault(reached, set()).add(guess)
            row[guess] = found
        return row[guess]

    def predecessors(self, guess: int, symbol: int) -> set[int]:
        """Return the explored guesses from which a column of input digits leads to the given guess."""
        return self._predecessors[symbol][guess]

    def all_successors(self, guesses: Iterable[int], symbol: int) -> set[int]:
        """Return the guesses that follow at least one of the given guesses after a column of input digits."""
        row = self._successors[symbol]
        return set[int]().union(*[row[guess] if guess in row else self.successors(guess, symbol) for guess in guesses])

    def sufficient(self, guesses: set[int]) -> Guesses:
        """Return a single guess that succeeds whatever digits follow; if there is none, return all given guesses."""
        certain = guesses & self._certain
        return frozenset([min(certain)]) if certain else frozenset(guesses)


CellKey = tuple[State, Guesses]


@dataclass(frozen=True)
class Projection:
    """The projection of a guess automaton to its input numbers: its minimal automaton, and its subset construction.

    The states of the subset construction are sets of guesses, and `subsets` lists them. For each column of input
    digits, `rows[i]` contains the index of the set that follows `subsets[i]`.
    """

    guesses: GuessAutomaton
    automaton: Automaton
    subsets: tuple[Guesses, ...]
    rows: tuple[tuple[int, ...], ...]

    def strategy(self, domain: ConditionAutomaton) -> Strategy:
        """Return a strategy that finds numbers for each tuple of a domain; the projection must contain the domain."""
        keys, successors = self._all_cells(domain)
        needed = self._needed_guesses(domain, keys, successors)
        for _ in range(MERGE_ROUNDS):
            count = len(keys)
            keys, successors = self._merge_cells(
                domain, [(state, need) for (state, _), need in zip(keys, needed, strict=True)]
            )
            needed = self._needed_guesses(domain, keys, successors)
            if len(keys) == count:
                break
        first, zeros = self.guesses.initial_guesses()
        numbers = tuple(first[guess] for guess in sorted(needed[0]))
        used = sorted(set[int]().union(*needed))
        new_number = {guess: number for number, guess in enumerate(used)}
        cells = tuple(
            Cell(state, targets, tuple(new_number[guess] for guess in sorted(need)))
            for (state, _), targets, need in zip(keys, successors, needed, strict=True)
        )
        return Strategy(tuple(self.guesses.states[guess] for guess in used), cells, zeros, numbers)

    def _all_cells(self, domain: ConditionAutomaton) -> tuple[list[CellKey], list[Successors]]:
        """Return two lists: the reachable cells as pairs (state, set of guesses), and the successors of each cell."""
        cells = [(domain.start, 0)]
        number = {cells[0]: 0}
        successors: list[Successors] = []
        for state, subset in cells:
            targets: list[int | None] = []
            for symbol, next_subset in enumerate(self.rows[subset]):
                cell = domain.step(state, symbol), next_subset
                if domain.verdict(cell[0]) is False:
                    targets.append(None)
                    continue
                if cell not in number:
                    number[cell] = len(cells)
                    cells.append(cell)
                targets.append(number[cell])
            successors.append(tuple(targets))
        return [(state, self.subsets[subset]) for state, subset in cells], successors

    def _needed_guesses(
        self, domain: ConditionAutomaton, keys: Sequence[CellKey], successors: Sequence[Successors]
    ) -> list[Guesses]:
        """Choose a few guesses for each cell of a strategy, such that the strategy still always finds numbers.

        If the input may end in a cell, the cell keeps a guess that succeeds without further digits. If a successor of a
        cell keeps a guess, the cell itself keeps a guess that leads to this guess. The function prefers guesses that
        occur in many cells.
        """
        before = _incoming(successors)
        occurrences = Counter(guess for _, guesses in keys for guess in guesses)
        needed: list[set[int]] = [set() for _ in keys]
        waiting: list[tuple[int, int]] = []

        def need(cell: int, candidates: Iterable[int]) -> None:
            chosen = max(candidates, key=lambda guess: (occurrences[guess], guess))
            needed[cell].add(chosen)
            waiting.append((cell, chosen))

        for cell, (state, guesses) in enumerate(keys):
            if domain.accepts(state):
                need(cell, (guess for guess in guesses if self.guesses.accepting[guess]))
        while waiting:
            cell, guess = waiting.pop()
            for earlier, symbol in before[cell]:
                predecessors = self.guesses.predecessors(guess, symbol)
                if needed[earlier].isdisjoint(predecessors):
                    need(earlier, keys[earlier][1] & predecessors)
        return [frozenset(guesses) for guesses in needed]

    def _merge_cells(
        self, domain: ConditionAutomaton, keys: Sequence[CellKey]
    ) -> tuple[list[CellKey], list[Successors]]:
        """Merge cells of a strategy; return two lists: the remaining cells, start cell first, and their successors.

        Cell B can be the successor of cell A if all guesses of B follow guesses of A and the state of B is the next
        state of the domain. The function first tries cells that are already successors of other cells, and then cells
        with few guesses.
        """
        occurrences = Counter(keys)
        candidates: dict[State, list[Guesses]] = {}
        for state, guesses in sorted(occurrences, key=lambda key: (len(key[1]), -occurrences[key], sorted(key[1]))):
            candidates.setdefault(state, []).append(guesses)
        cells = [keys[0]]
        number = {keys[0]: 0}
        used: dict[State, list[Guesses]] = {keys[0][0]: [keys[0][1]]}
        successors: list[Successors] = []
        for state, guesses in cells:
            targets: list[int | None] = []
            for symbol in range(self.guesses.columns):
                reached = domain.step(state, symbol)
                if domain.verdict(reached) is False:
                    targets.append(None)
                    continue
                available = self.guesses.all_successors(guesses, symbol)
                chosen = next((one for one in used.get(reached, ()) if one <= available), None)
                if chosen is None:
                    chosen = next(one for one in candidates[reached] if one <= available)
                    used.setdefault(reached, []).append(chosen)
                    number[reached, chosen] = len(cells)
                    cells.append((reached, chosen))
                targets.append(number[reached, chosen])
            successors.append(tuple(targets))
        return cells, successors


def _incoming(successors: Sequence[Successors]) -> list[list[tuple[int, int]]]:
    """For each cell of a strategy, return the pairs (previous cell, column of digits) that lead to the cell."""
    before: list[list[tuple[int, int]]] = [[] for _ in successors]
    for cell, targets in enumerate(successors):
        for symbol, target in enumerate(targets):
            if target is not None:
                before[target].append((cell, symbol))
    return before


def project(guesses: GuessAutomaton, limit: StateLimit) -> Projection:
    """Return the projection of a guess automaton to its input numbers, by the subset construction."""
    first, _ = guesses.initial_guesses()
    # If one guess of a subset succeeds for all further digits, the subset keeps only this guess. The first subset keeps
    # all guesses, because the start cell of a strategy needs them.
    subsets = [frozenset(first)]
    number = {subsets[0]: 0}
    rows: list[tuple[int, ...]] = []
    for subset in subsets:
        row = []
        for symbol in range(guesses.columns):
            reached = guesses.sufficient(guesses.all_successors(subset, symbol))
            if reached not in number:
                number[reached] = len(subsets)
                subsets.append(reached)
            row.append(number[reached])
        rows.append(tuple(row))
        limit.check(len(subsets))
    automaton = minimal_automaton(rows, [any(guesses.accepting[guess] for guess in subset) for subset in subsets])
    return Projection(guesses, automaton, tuple(subsets), tuple(rows))
