"""Choices found while digits are read, checked by `coq/Choices.v`.

A way to choose says how many numbers are guessed, and the condition on those read and guessed. All guesses kept
together make a set of states for whatever was read. So there is an automaton for the numbers read to which some guess
is right: the image of the way. A cell has a state of that automaton, and states of guesses. Of these only such are kept
as some cell needs later on, and a cell may go on to any cell with the same state whose guesses are among those reached,
so that few cells are left. A guess is known by the number of its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.coq.automata import Automaton, Budget, minimised
from sprague.coq.conditions import Cond
from sprague.coq.moves.condition_states import Follower, State

ROUNDS = 6  # of merging: there is little to be found in later ones

Guesses = frozenset[int]


@dataclass(frozen=True)
class Cell:
    """The state of what is cared for, where each column leads, and the guesses, by the numbers of their states."""

    state: State
    onward: tuple[int | None, ...]  # by column; None where nothing can be asked any more
    guesses: tuple[int, ...]


@dataclass(frozen=True)
class Strategy:
    """States of guesses; cells, the first of which has guesses that are these numbers, of so many digits."""

    states: tuple[State, ...]
    cells: tuple[Cell, ...]
    zeros: int
    numbers: tuple[tuple[int, ...], ...]


class Way:
    """A way to choose so many numbers beside those that are read, with what was found about it."""

    def __init__(self, read: int, guessed: int, cond: Cond, base: int) -> None:
        self.follower = Follower(cond, base, read, guessed)
        self.base = base
        self.states: list[State] = []  # of guesses, by their numbers
        self.holds: list[bool] = []  # whether a guess is right if the digits end here
        self._number: dict[State, int] = {}
        self._after: list[dict[int, dict[int, tuple[int, ...]]]] = [{} for _ in range(self.columns)]
        self._before: list[dict[int, set[int]]] = [{} for _ in range(self.columns)]
        self._certain: set[int] = set()  # of the guesses that were reached

    @property
    def columns(self) -> int:
        return len(self.follower.columns) // len(self.follower.guesses)

    def number(self, state: State) -> int:
        """The number of the state of a guess."""
        if (known := self._number.get(state)) is not None:
            return known
        self._number[state] = found = len(self.states)
        self.states.append(state)
        self.holds.append(self.follower.now(state))
        if self.follower.sure(state):
            self._certain.add(found)
        return found

    def starts(self) -> tuple[dict[int, tuple[int, ...]], int]:
        """What numbers guessed beside zeros lead to, with the numbers; and how many digits they have."""
        follower = self.follower
        none = follower.sure(follower.start) is False
        first = {} if none else {self.number(follower.start): (0,) * follower.guessed}
        zeros = 0
        # The numbers guessed may have more digits than those read.
        while (longer := self._longer(first)).keys() != first.keys():
            first, zeros = longer, zeros + 1
        return first, zeros

    def _longer(self, guesses: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        """The guesses with one digit more, next to zeros."""
        found: dict[int, tuple[int, ...]] = {}
        for guess, numbers in guesses.items():
            for reached, digits in self.after(guess, 0).items():
                longer = tuple(self.base * number + digit for number, digit in zip(numbers, digits, strict=True))
                found.setdefault(reached, longer)
        return found

    def after(self, guess: int, symbol: int) -> dict[int, tuple[int, ...]]:
        """What a guess may become with a column of the numbers read, and the digits that were guessed then."""
        row = self._after[symbol]
        if guess not in row:
            found: dict[int, tuple[int, ...]] = {}
            for digits, state in self.follower.hopeful(self.states[guess], symbol):
                reached = self.number(state)
                if reached not in found:
                    found[reached] = digits
                    self._before[symbol].setdefault(reached, set()).add(guess)
            row[guess] = found
        return row[guess]

    def before(self, guess: int, symbol: int) -> set[int]:
        """The guesses that may become this one with a column of the numbers read, of those looked at so far."""
        return self._before[symbol][guess]

    def all_after(self, guesses: Iterable[int], symbol: int) -> set[int]:
        row = self._after[symbol]
        return set[int]().union(*[row[guess] if guess in row else self.after(guess, symbol) for guess in guesses])

    def enough(self, guesses: set[int]) -> Guesses:
        """All guesses, or one that is certain to be right."""
        certain = guesses & self._certain
        return frozenset([min(certain)]) if certain else frozenset(guesses)


Shape = tuple[State, Guesses]  # of a cell
Onward = tuple[int | None, ...]


@dataclass(frozen=True)
class Found:
    """The image of a way; the sets of guesses that what is read can lead to, and where each column leads from them."""

    way: Way
    image: Automaton
    sets: tuple[Guesses, ...]
    rows: tuple[tuple[int, ...], ...]

    def strategy(self, care: Follower) -> Strategy:
        """How a right guess is found wherever it is cared for, which is within the image."""
        shapes, onward = self._all_cells(care)
        needed = self._needed(care, shapes, onward)
        for _ in range(ROUNDS):
            least_shapes = [(state, need) for (state, _), need in zip(shapes, needed, strict=True)]
            merged, leads = self._merged(care, least_shapes)
            done = len(merged) == len(shapes)
            shapes, onward = merged, leads
            needed = self._needed(care, shapes, onward)
            if done:
                break
        first, zeros = self.way.starts()
        numbers = tuple(first[guess] for guess in sorted(needed[0]))
        used = sorted(set[int]().union(*needed))
        again = {guess: number for number, guess in enumerate(used)}
        cells = tuple(
            Cell(state, leads, tuple(again[guess] for guess in sorted(need)))
            for (state, _), leads, need in zip(shapes, onward, needed, strict=True)
        )
        return Strategy(tuple(self.way.states[guess] for guess in used), cells, zeros, numbers)

    def _all_cells(self, care: Follower) -> tuple[list[Shape], list[Onward]]:
        """The cells that are reached if every guess is kept, and where each column leads."""
        places = [(care.start, 0)]
        number = {places[0]: 0}
        onward: list[Onward] = []
        for state, guesses in places:
            leads: list[int | None] = []
            for symbol, target in enumerate(self.rows[guesses]):
                place = care.after(state, symbol), target
                if care.sure(place[0]) is False:
                    leads.append(None)
                    continue
                if place not in number:
                    number[place] = len(places)
                    places.append(place)
                leads.append(number[place])
            onward.append(tuple(leads))
        return [(state, self.sets[guesses]) for state, guesses in places], onward

    def _needed(self, care: Follower, shapes: Sequence[Shape], onward: Sequence[Onward]) -> list[Guesses]:
        """Of the guesses of each cell those that it takes, here or later on."""
        before: list[list[tuple[int, int]]] = [[] for _ in shapes]
        for cell, leads in enumerate(onward):
            for symbol, target in enumerate(leads):
                if target is not None:
                    before[target].append((cell, symbol))
        often = Counter(guess for _, guesses in shapes for guess in guesses)
        kept: list[set[int]] = [set() for _ in shapes]
        waiting: list[tuple[int, int]] = []
        way = self.way

        def best(guesses: Iterable[int]) -> int:
            return max(guesses, key=lambda guess: (often[guess], guess))

        for cell, (state, guesses) in enumerate(shapes):
            if care.now(state):
                kept[cell].add(chosen := best(guess for guess in guesses if way.holds[guess]))
                waiting.append((cell, chosen))
        while waiting:
            cell, guess = waiting.pop()
            for earlier, symbol in before[cell]:
                leading = way.before(guess, symbol)
                if kept[earlier].isdisjoint(leading):
                    chosen = best(shapes[earlier][1] & leading)
                    kept[earlier].add(chosen)
                    waiting.append((earlier, chosen))
        return [frozenset(guesses) for guesses in kept]

    def _merged(self, care: Follower, shapes: Sequence[Shape]) -> tuple[list[Shape], list[Onward]]:
        """The cells again, each going on to the first that will do."""
        often = Counter(shapes)
        by_state: dict[State, list[Guesses]] = {}
        for state, guesses in sorted(often, key=lambda shape: (len(shape[1]), -often[shape], sorted(shape[1]))):
            by_state.setdefault(state, []).append(guesses)
        found = [shapes[0]]
        number = {shapes[0]: 0}
        used: dict[State, list[Guesses]] = {shapes[0][0]: [shapes[0][1]]}
        onward: list[Onward] = []
        for state, guesses in found:
            leads: list[int | None] = []
            for symbol in range(self.way.columns):
                reached = care.after(state, symbol)
                if care.sure(reached) is False:
                    leads.append(None)
                    continue
                among = self.way.all_after(guesses, symbol)
                do = next((have for have in used.get(reached, ()) if have <= among), None)
                if do is None:
                    do = next(have for have in by_state[reached] if have <= among)
                    used.setdefault(reached, []).append(do)
                    number[reached, do] = len(found)
                    found.append((reached, do))
                leads.append(number[reached, do])
            onward.append(tuple(leads))
        return found, onward


def find_image(way: Way, budget: Budget) -> Found:
    """The numbers read to which some guess is right."""
    first, _ = way.starts()
    # What is certain is enough, but the first cell is told by numbers, and all of them stay.
    sets = [frozenset(first)]
    number = {sets[0]: 0}
    rows: list[tuple[int, ...]] = []
    for guesses in sets:
        row = []
        for symbol in range(way.columns):
            reached = way.enough(way.all_after(guesses, symbol))
            if reached not in number:
                number[reached] = len(sets)
                sets.append(reached)
            row.append(number[reached])
        rows.append(tuple(row))
        budget.keep_states(len(sets))
    found = minimised(rows, [any(way.holds[guess] for guess in guesses) for guesses in sets], budget)
    return Found(way, found, tuple(sets), tuple(rows))
