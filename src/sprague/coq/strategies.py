"""How a choice is always found while digits are read: the cells that `coq/Choices.v` checks.

A way to choose says how many numbers are guessed, and the condition on those read and guessed. All guesses kept
together make a set of states for whatever was read. So there is an automaton for the numbers read to which some guess
is right: the image of the way. A cell has a state of that automaton, and states of guesses. Of these only such are kept
as some cell needs later on, and a cell may go on to any cell with the same state whose guesses are among those reached,
so that few cells are left. Within the search a guess is a number, that of its state among those met so far: there may
be millions of sets of guesses, and states are tuples of tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from sprague.checker.budget import Budget
from sprague.checker.sets import least
from sprague.coq.conditions import Automaton, Cond
from sprague.coq.following import Follower, State

ROUNDS = 6  # of merging: there is little to be found in later ones

Guess = int  # the number of its state
Guesses = frozenset[Guess]


@dataclass(frozen=True)
class Cell:
    """The state of what is cared for, where each column leads, and the states of guesses."""

    state: State
    onward: tuple[int | None, ...]  # by column; None where nothing can be asked any more
    guesses: tuple[State, ...]


@dataclass(frozen=True)
class Strategy:
    """Cells, the first of which has guesses that are these numbers, of so many digits."""

    cells: tuple[Cell, ...]
    zeros: int
    numbers: tuple[tuple[int, ...], ...]


class Way:
    """A way to choose so many numbers beside those that are read, with what was found about it."""

    def __init__(self, read: int, guessed: int, cond: Cond, base: int) -> None:
        self.follower = Follower(cond, base, read, guessed)
        self.base = base
        self.states: list[State] = []  # of the guesses that were met, by their numbers
        self._number: dict[State, Guess] = {}
        self._holds: list[bool | None] = []  # None as long as it was not asked
        self._after: list[dict[int, dict[Guess, tuple[int, ...]]]] = []
        self._before: dict[tuple[Guess, int], set[Guess]] = {}
        self._certain: set[Guess] = set()  # of the guesses that were reached

    @property
    def columns(self) -> int:
        return len(self.follower.columns) // len(self.follower.guesses)

    def guess(self, state: State) -> Guess:
        """The number of a state."""
        if (found := self._number.get(state)) is None:
            found = self._number[state] = len(self.states)
            self.states.append(state)
            self._holds.append(None)
            self._after.append({})
        return found

    def holds(self, guess: Guess) -> bool:
        """Whether the guess is right, if nothing more is read."""
        if (found := self._holds[guess]) is None:
            found = self._holds[guess] = self.follower.now(self.states[guess])
        return found

    def starts(self) -> tuple[dict[Guess, tuple[int, ...]], int]:
        """What numbers guessed beside zeros lead to, with the numbers; and how many digits they have."""
        follower = self.follower
        hopeful = follower.sure(follower.start) is not False
        first = {self.guess(follower.start): (0,) * follower.guessed} if hopeful else {}
        zeros = 0
        # The numbers guessed may have more digits than those read.
        while (longer := self._longer(first)).keys() != first.keys():
            first, zeros = longer, zeros + 1
        return first, zeros

    def _longer(self, guesses: dict[Guess, tuple[int, ...]]) -> dict[Guess, tuple[int, ...]]:
        """The guesses with one digit more, next to zeros."""
        found: dict[Guess, tuple[int, ...]] = {}
        for guess, numbers in guesses.items():
            for reached, digits in self.after(guess, 0).items():
                longer = tuple(self.base * number + digit for number, digit in zip(numbers, digits, strict=True))
                found.setdefault(reached, longer)
        return found

    def after(self, guess: Guess, symbol: int) -> dict[Guess, tuple[int, ...]]:
        """What a guess may become with a column of the numbers read, and the digits that were guessed then."""
        if (known := self._after[guess].get(symbol)) is not None:
            return known
        found: dict[Guess, tuple[int, ...]] = {}
        for digits, state in self.follower.hopeful(self.states[guess], symbol):
            reached = self.guess(state)
            if reached not in found:
                found[reached] = digits
                self._before.setdefault((reached, symbol), set()).add(guess)
        self._certain.update(reached for reached in found if self.follower.sure(self.states[reached]))
        self._after[guess][symbol] = found
        return found

    def before(self, guess: Guess, symbol: int) -> set[Guess]:
        """The guesses that may become this one with a column of the numbers read, of those looked at so far."""
        return self._before[guess, symbol]

    def all_after(self, guesses: Iterable[Guess], symbol: int) -> set[Guess]:
        known = self._after
        return set().union(*[known[guess].get(symbol) or self.after(guess, symbol) for guess in guesses])

    def enough(self, guesses: set[Guess]) -> Guesses:
        """All guesses, or one that is certain to be right."""
        certain = guesses & self._certain
        return frozenset([min(certain, key=self.states.__getitem__)]) if certain else frozenset(guesses)


Shape = tuple[State, Guesses]  # of a cell
Onward = tuple[int | None, ...]
Lead = Callable[[State, int], State | None]


def _leading(care: Follower) -> Lead:
    """Where a column leads from a state of what is cared for; None where nothing can be asked any more."""

    @cache
    def lead(state: State, symbol: int) -> State | None:
        reached = care.after(state, symbol)
        return None if care.sure(reached) is False else reached

    return lead


@dataclass(frozen=True)
class Found:
    """The image of a way; the sets of guesses that what is read can lead to, and where each column leads from them."""

    way: Way
    image: Automaton
    sets: tuple[Guesses, ...]
    rows: tuple[tuple[int, ...], ...]

    def strategy(self, care: Follower) -> Strategy:
        """How a right guess is found wherever it is cared for, which is within the image."""
        lead = _leading(care)
        shapes, onward = self._all_cells(care.start, lead)
        needed = self._needed(care, shapes, onward)
        for _ in range(ROUNDS):
            least_shapes = [(state, need) for (state, _), need in zip(shapes, needed, strict=True)]
            merged, leads = self._merged(lead, least_shapes)
            done = len(merged) == len(shapes)
            shapes, onward = merged, leads
            needed = self._needed(care, shapes, onward)
            if done:
                break
        cells = tuple(
            Cell(state, leads, tuple(sorted(self.way.states[guess] for guess in need)))
            for (state, _), leads, need in zip(shapes, onward, needed, strict=True)
        )
        first, zeros = self.way.starts()
        return Strategy(cells, zeros, tuple(first[self.way.guess(state)] for state in cells[0].guesses))

    def _all_cells(self, start: State, lead: Lead) -> tuple[list[Shape], list[Onward]]:
        """The cells that are reached if every guess is kept, and where each column leads."""
        places = [(start, 0)]
        number = {places[0]: 0}
        onward: list[Onward] = []
        for state, guesses in places:
            leads: list[int | None] = []
            for symbol, target in enumerate(self.rows[guesses]):
                reached = lead(state, symbol)
                if reached is None:
                    leads.append(None)
                    continue
                place = reached, target
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
        kept: list[set[Guess]] = [set() for _ in shapes]
        waiting: list[tuple[int, Guess]] = []
        way = self.way
        of_guess = {guess: (count, way.states[guess]) for guess, count in often.items()}

        def best(guesses: Iterable[Guess]) -> Guess:
            return max(guesses, key=of_guess.__getitem__)

        for cell, (state, guesses) in enumerate(shapes):
            if care.now(state):
                kept[cell].add(chosen := best(filter(way.holds, guesses)))
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

    def _merged(self, lead: Lead, shapes: Sequence[Shape]) -> tuple[list[Shape], list[Onward]]:
        """The cells again, each going on to the first that will do."""
        often = Counter(shapes)
        by_state: dict[State, list[Guesses]] = {}
        states = self.way.states

        def order(shape: Shape) -> tuple[int, int, list[State]]:
            return len(shape[1]), -often[shape], sorted(states[guess] for guess in shape[1])

        for state, guesses in sorted(often, key=order):
            by_state.setdefault(state, []).append(guesses)
        found = [shapes[0]]
        number = {shapes[0]: 0}
        used: dict[State, list[Guesses]] = {shapes[0][0]: [shapes[0][1]]}
        onward: list[Onward] = []
        for state, guesses in found:
            leads: list[int | None] = []
            for symbol in range(self.way.columns):
                reached = lead(state, symbol)
                if reached is None:
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
    found = least(rows, [any(map(way.holds, guesses)) for guesses in sets], budget)
    return Found(way, Automaton(found.transitions, found.accepting), tuple(sets), tuple(rows))
