"""The checker's own sets of tuples: automata that read columns of digits, and machines that guess.

A move is read as a guess: while the digits of the position left go by, those of the choices and of the
position reached are guessed, atoms are followed, and so is the set that must be reached. "There is a number
such that" is read as a guess too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeVar

from sprague.checker.atoms import Atom, DigitAtom
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits, Places
from sprague.checker.readers import Reading, reader_of
from sprague.errors import OutOfReach

T = TypeVar("T", bound=Hashable)

MOST_COMPARED = 500  # states of an automaton that are compared with each other
MOST_COLUMNS = 1 << 20  # that a machine keeps at hand


@dataclass(frozen=True, eq=False)
class Dfa:
    """A set of tuples: `transitions[state][symbol]`, start state 0."""

    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]
    useful: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        before: list[set[int]] = [set() for _ in self.transitions]
        for state, row in enumerate(self.transitions):
            for target in row:
                before[target].add(state)
        found, waiting = set(self.accepting), list(self.accepting)
        for state in waiting:
            for earlier in before[state] - found:
                found.add(earlier)
                waiting.append(earlier)
        # From the others no accepting state is reached.
        object.__setattr__(self, "useful", frozenset(found))

    @cached_property
    def larger(self) -> tuple[int, ...]:
        """For each state those, as bits of a number, from which all is accepted that is accepted from it, and more.

        Of states from which the same is accepted, the first counts as larger. Empty sets for automata that are large.
        """
        states = range(len(self.transitions))
        if len(states) > MOST_COMPARED:
            return (0,) * len(states)
        before = []
        for column in set(zip(*self.transitions, strict=True)):
            sources: list[list[int]] = [[] for _ in states]
            for state, target in enumerate(column):
                sources[target].append(state)
            before.append(sources)
        # Whether some word is accepted from the one and not from the other.
        apart = [bytearray(one in self.accepting and two not in self.accepting for two in states) for one in states]
        waiting = [(one, two) for one in states for two in states if apart[one][two]]
        for one, two in waiting:
            for sources in before:
                if sources[two]:
                    for left in sources[one]:
                        row = apart[left]
                        for right in sources[two]:
                            if not row[right]:
                                row[right] = True
                                waiting.append((left, right))
        return tuple(
            sum(1 << two for two in states if not apart[one][two] and (apart[two][one] or two < one)) for one in states
        )

    def contains(self, numbers: Sequence[int], digits: Digits) -> bool:
        words = [digits.write(number) for number in numbers]
        length = max(map(len, words), default=0)
        state = 0
        for column in zip(*([0] * (length - len(word)) + word for word in words), strict=True):
            state = self.transitions[state][symbol_of(column, digits)]
        return state in self.accepting


EVERYTHING = Dfa(((0,),), frozenset({0}))  # of no tracks


def symbol_of(column: Iterable[int], digits: Digits) -> int:
    symbol = 0
    for digit in column:
        symbol = symbol * digits.count + digit
    return symbol


Guess = tuple[tuple[Reading, ...], int, Places]


class Machine:
    """Reads the outer names, guesses the digits of others, and follows atoms and a set over some of both.

    A state: what each atom's reader knows, the state of the set, and what the last digits of all names allow (where not
    all words are numbers). Words of the outer names that are no numbers lead nowhere: whatever came of them would only
    tell states apart that mean the same.
    """

    def __init__(
        self,
        outer: Sequence[str],
        guessed: Sequence[str],
        atoms: Iterable[Atom | DigitAtom],
        target: Dfa,
        reads: Sequence[str],
        digits: Digits,
    ) -> None:
        self.digits, self.target = digits, target
        names = [*outer, *guessed]
        if (columns := digits.count ** len(names)) > MOST_COLUMNS:
            raise OutOfReach(
                f"{columns:,} columns of digits are read side by side, and the checker keeps {MOST_COLUMNS:,}"
            )
        self.readers = [reader_of(atom, names, digits) for atom in atoms]
        places = [names.index(name) for name in reads]
        guesses = list(digits.columns(len(guessed)))
        self.columns = [
            [(outside + guess, symbol_of([(outside + guess)[p] for p in places], digits)) for guess in guesses]
            for outside in digits.columns(len(outer))
        ]
        start: Guess = (tuple(reader.start for reader in self.readers), 0, digits.begin(len(names)))
        self.start = [] if False in start[0] or 0 not in target.useful else [start]

    def after(self, state: Guess, symbol: int) -> set[Guess]:
        """The states after a column of the outer names, with every guess for the others."""
        readings, place, last = state
        found: set[Guess] = set()
        for column, symbol_read in self.columns[symbol]:
            target = self.target.transitions[place][symbol_read]
            if target not in self.target.useful or (places := self.digits.follow(last, column)) is None:
                continue
            following: list[Reading] = []
            for reader, reading in zip(self.readers, readings, strict=True):
                reading = reader.after(reading, column)
                if reading is False:
                    break
                following.append(reading)
            else:
                found.add((tuple(following), target, places))
        return found

    def accepts(self, state: Guess) -> bool:
        readings, place, _ = state
        return place in self.target.accepting and all(
            reader.holds(reading) for reader, reading in zip(self.readers, readings, strict=True)
        )


class Following(Protocol):
    """A set of tuples as it is read, column by column; states are numbers."""

    start: int

    def after(self, state: int, symbol: int) -> int: ...

    def accepts(self, state: int) -> bool: ...


class Guesses:
    """Machines with the same outer names, run together: a state is the set of states that guessing can lead to."""

    def __init__(self, machines: Sequence[Machine], budget: Budget) -> None:
        self.budget = budget
        self.guesses: list[tuple[Machine, Guess]] = []
        self.number: dict[tuple[int, Guess], int] = {}
        self.accepting: set[int] = set()
        self.rows: list[dict[int, frozenset[int]]] = []
        self.kinds: list[tuple[int, int, int]] = []  # of each guess: its kind, its place, and larger places
        self.number_of_kind: dict[tuple[int, tuple[Reading, ...], Places], int] = {}
        self.easier: dict[int, list[int]] = {}  # kinds that ask for less, by kind
        self.sets: list[frozenset[int]] = []
        self.number_of_set: dict[frozenset[int], int] = {}
        self.known: dict[tuple[int, int], int] = {}
        start = frozenset(self.place(machine, state) for machine in machines for state in machine.start)
        # The numbers guessed may have more digits than those read.
        while (longer := start | self.led_to(start, 0)) != start:
            start = longer
        self.start = self.place_set(start)

    def place(self, machine: Machine, state: Guess) -> int:
        key = (id(machine), state)
        if key not in self.number:
            self.budget.keep_states(len(self.number))
            self.number[key] = len(self.guesses)
            if machine.accepts(state):
                self.accepting.add(len(self.guesses))
            self.guesses.append((machine, state))
            readings, place, last = state
            self.kinds.append((self.kind(machine, readings, last), place, machine.target.larger[place]))
            self.rows.append({})
        return self.number[key]

    def place_set(self, states: frozenset[int]) -> int:
        if states not in self.number_of_set:
            self.number_of_set[states] = len(self.sets)
            self.sets.append(states)
        return self.number_of_set[states]

    def led_to(self, states: Iterable[int], symbol: int) -> frozenset[int]:
        found: set[int] = set()
        for one in states:
            if symbol not in self.rows[one]:
                machine, state = self.guesses[one]
                self.rows[one][symbol] = frozenset(self.place(machine, s) for s in machine.after(state, symbol))
            found |= self.rows[one][symbol]
        return frozenset(self.needed(found))

    def needed(self, states: set[int]) -> Iterable[int]:
        """Those without which less would be accepted: not those beside one from which as much is accepted."""
        if len(states) < 2:
            return states
        places: dict[int, int] = {}
        for one in states:
            kind, place, _ = self.kinds[one]
            places[kind] = places.get(kind, 0) | 1 << place
        return [one for one in states if not self.is_covered(one, places)]

    def is_covered(self, one: int, places: Mapping[int, int]) -> bool:
        """Whether as much is accepted from one of these places of the set, by readers that ask for no more."""
        kind, place, larger = self.kinds[one]
        if larger & places[kind]:
            return True
        larger |= 1 << place
        return any(larger & places.get(easier, 0) for easier in self.easier[kind])

    def kind(self, machine: Machine, readings: tuple[Reading, ...], last: Places) -> int:
        """The number of what a guess is apart from its place in the set."""
        key = (id(machine), readings, last)
        if key not in self.number_of_kind:
            number = self.number_of_kind[key] = len(self.number_of_kind)
            self.easier[number] = [
                self.kind(machine, (*readings[:reader], True, *readings[reader + 1 :]), last)
                for reader, reading in enumerate(readings)
                if reading is not True
            ]
        return self.number_of_kind[key]

    def after(self, state: int, symbol: int) -> int:
        key = (state, symbol)
        if key not in self.known:
            self.known[key] = self.place_set(self.led_to(self.sets[state], symbol))
        return self.known[key]

    def accepts(self, state: int) -> bool:
        return not self.accepting.isdisjoint(self.sets[state])


class Walk:
    """A set that needs no guessing, as it is read."""

    def __init__(self, dfa: Dfa) -> None:
        self.dfa, self.start = dfa, 0

    def after(self, state: int, symbol: int) -> int:
        return self.dfa.transitions[state][symbol]

    def accepts(self, state: int) -> bool:
        return state in self.dfa.accepting


def image(machines: Sequence[Machine], symbols: int, budget: Budget) -> Dfa:
    """The outer numbers for which a guess of one of the machines is accepted; `symbols` columns they can have."""
    guesses = Guesses(machines, budget)
    return explored(guesses.start, symbols, guesses.after, guesses.accepts, budget)


def union(one: Dfa, two: Dfa, budget: Budget) -> Dfa:
    """The tuples in one set or the other."""

    def after(pair: tuple[int, int], symbol: int) -> tuple[int, int]:
        left, right = pair
        return one.transitions[left][symbol], two.transitions[right][symbol]

    def accepts(pair: tuple[int, int]) -> bool:
        left, right = pair
        return left in one.accepting or right in two.accepting

    return explored((0, 0), len(one.transitions[0]), after, accepts, budget)


def arranged(dfa: Dfa, order: Sequence[int], digits: Digits) -> Dfa:
    """The tuples with entry i of a tuple of the set at the place order[i]."""
    columns = [symbol_of((column[place] for place in order), digits) for column in digits.columns(len(order))]
    return Dfa(tuple(tuple(row[symbol] for symbol in columns) for row in dfa.transitions), dfa.accepting)


def same_set(one: Dfa, two: Dfa) -> bool:
    """Whether two automata accept the same words."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    for left, right in waiting:
        if (left in one.accepting) != (right in two.accepting):
            return False
        for pair in zip(one.transitions[left], two.transitions[right], strict=True):
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def explored(start: T, symbols: int, after: Callable[[T, int], T], accepts: Callable[[T], bool], budget: Budget) -> Dfa:
    """All that can be reached from the start, as an automaton with as few states as there can be."""
    number = {start: 0}
    rows: list[list[int]] = []
    waiting = [start]
    for state in waiting:
        row = []
        for symbol in range(symbols):
            following = after(state, symbol)
            if following not in number:
                number[following] = len(waiting)
                waiting.append(following)
            row.append(number[following])
        rows.append(row)
        budget.keep_states(len(waiting))
    return least(rows, [accepts(state) for state in waiting], budget)


def least(rows: Sequence[Sequence[int]], accepting: Sequence[bool], budget: Budget) -> Dfa:
    """The same set with states of equal meaning made one: told apart by what they accept, then by where they lead."""
    groups, count = [int(accepts) for accepts in accepting], 0
    while count < (count := len(set(groups))):
        budget.keep_states(count)
        keys: dict[tuple[int, ...], int] = {}
        told = [(group, *(groups[target] for target in row)) for group, row in zip(groups, rows, strict=True)]
        groups = [keys.setdefault(key, len(keys)) for key in told]
    # State 0 comes first, so its group is 0.
    firsts = {group: state for state, group in reversed(list(enumerate(groups)))}
    table = tuple(tuple(groups[t] for t in rows[firsts[group]]) for group in range(len(firsts)))
    return Dfa(table, frozenset(group for group, state in firsts.items() if accepting[state]))
