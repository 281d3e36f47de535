"""How a choice is always found while digits are read: the cells that `coq/Choices.v` checks.

A cell has the state of the condition on the numbers read, and states of guesses. First all guesses are kept, which
makes each cell a set of states. Then only those are kept that some cell needs later on; and a cell may go on to any
cell with the same state whose guesses are among those reached, so that few cells are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.coq.conditions import Cond
from sprague.coq.following import Follower, State
from sprague.coq.terms import NotCovered
from sprague.limits import check

MOST_CELLS = 100_000
ROUNDS = 6  # of merging: there is little to be found in later ones

Guess = tuple[int, State]  # the number of the way, from 1 on, and the state of its condition
Guesses = frozenset[Guess]


@dataclass(frozen=True)
class Cell:
    state: State
    onward: tuple[int | None, ...]  # by column; None where nothing can be asked any more
    guesses: tuple[Guess, ...]


@dataclass(frozen=True)
class Strategy:
    """Cells, the first of which has guesses that are these numbers, of so many digits."""

    cells: tuple[Cell, ...]
    zeros: int
    numbers: tuple[tuple[int, ...], ...]


Shape = tuple[State, Guesses]  # of a cell


class _Ways:
    """The ways to choose, with what was found about them."""

    def __init__(self, ways: Sequence[tuple[int, Cond]], base: int, read: int) -> None:
        self.followers = [Follower(cond, base, read, guessed) for guessed, cond in ways]
        self._after: dict[tuple[Guess, int], dict[Guess, tuple[int, ...]]] = {}

    @property
    def starts(self) -> dict[Guess, tuple[int, ...]]:
        found = {(i, f.start): (0,) * f.guessed for i, f in enumerate(self.followers, 1)}
        return {guess: numbers for guess, numbers in found.items() if self.sure(guess) is not False}

    def after(self, guess: Guess, symbol: int) -> dict[Guess, tuple[int, ...]]:
        """What a guess may become with a column of the numbers read, and the digits that were guessed then."""
        key = guess, symbol
        if key not in self._after:
            way, state = guess
            follower = self.followers[way - 1]
            many = len(follower.guesses)
            found: dict[Guess, tuple[int, ...]] = {}
            for number, digits in enumerate(follower.guesses):
                reached = follower.after(state, symbol * many + number)
                if follower.sure(reached) is not False:
                    found.setdefault((way, reached), digits)
            self._after[key] = found
        return self._after[key]

    def all_after(self, guesses: Iterable[Guess], symbol: int) -> set[Guess]:
        found: set[Guess] = set()
        for guess in guesses:
            found.update(self.after(guess, symbol))
        return found

    def sure(self, guess: Guess) -> bool | None:
        way, state = guess
        return self.followers[way - 1].sure(state)

    def accepts(self, guess: Guess) -> bool:
        way, state = guess
        return self.followers[way - 1].now(state)

    def enough(self, guesses: set[Guess]) -> Guesses:
        """All guesses, or one that is certain to be right."""
        certain = [guess for guess in guesses if self.sure(guess)]
        return frozenset([min(certain)]) if certain else frozenset(guesses)


def find_strategy(care: Cond, ways: Sequence[tuple[int, Cond]], base: int, read: int) -> Strategy | None:
    """How one of the ways is found wherever the condition holds; None if there is none somewhere.

    A way is how many numbers are guessed, and the condition on those read and guessed.
    """
    followed, caring = _Ways(ways, base, read), Follower(care, base, read, 0)
    first = followed.starts
    zeros = 0
    # The numbers guessed may have more digits than those read.
    while (longer := _longer(followed, first, base)).keys() != first.keys():
        first, zeros = longer, zeros + 1
    shapes, onward = _all_cells(caring, followed, frozenset(first))
    needed = _needed(caring, followed, shapes, onward)
    if needed is None:
        return None
    for _ in range(ROUNDS):
        check()
        merged, leads = _merged(
            caring, followed, [(state, need) for (state, _), need in zip(shapes, needed, strict=True)]
        )
        done = len(merged) == len(shapes)
        shapes, onward = merged, leads
        needed = _needed(caring, followed, shapes, onward)
        assert needed is not None  # what was enough before is among what is reached
        if done:
            break
    cells = tuple(
        Cell(state, tuple(leads), tuple(sorted(need)))
        for (state, _), leads, need in zip(shapes, onward, needed, strict=True)
    )
    return Strategy(cells, zeros, tuple(first[guess] for guess in cells[0].guesses))


def _longer(ways: _Ways, guesses: dict[Guess, tuple[int, ...]], base: int) -> dict[Guess, tuple[int, ...]]:
    """The guesses with one digit more, next to zeros."""
    found: dict[Guess, tuple[int, ...]] = {}
    for guess, numbers in guesses.items():
        for reached, digits in ways.after(guess, 0).items():
            longer = tuple(base * number + digit for number, digit in zip(numbers, digits, strict=True))
            found.setdefault(reached, longer)
    return found


def _all_cells(care: Follower, ways: _Ways, first: Guesses) -> tuple[list[Shape], list[list[int | None]]]:
    """The cells that are reached if every guess is kept, and where each column leads."""
    # What is certain is enough, but the first cell is told by numbers, and all of them stay.
    shapes: list[Shape] = [(care.start, first)]
    number = {shapes[0]: 0}
    onward: list[list[int | None]] = []
    for state, guesses in shapes:
        check()
        leads: list[int | None] = []
        for symbol in range(len(care.columns)):
            reached = care.after(state, symbol)
            if care.sure(reached) is False:
                leads.append(None)
                continue
            shape = reached, ways.enough(ways.all_after(guesses, symbol))
            if shape not in number:
                number[shape] = len(shapes)
                shapes.append(shape)
                if len(shapes) > MOST_CELLS:
                    raise NotCovered(f"a move is found among more than {MOST_CELLS:,} sets of guesses")
            leads.append(number[shape])
        onward.append(leads)
    return shapes, onward


def _needed(
    care: Follower, ways: _Ways, shapes: Sequence[Shape], onward: Sequence[Sequence[int | None]]
) -> list[Guesses] | None:
    """Of the guesses of each cell those that it takes, here or later on; None if there are none where one is needed."""
    before: list[list[tuple[int, int]]] = [[] for _ in shapes]
    for cell, leads in enumerate(onward):
        for symbol, target in enumerate(leads):
            if target is not None:
                before[target].append((cell, symbol))
    often = Counter(guess for _, guesses in shapes for guess in guesses)
    kept: list[set[Guess]] = [set() for _ in shapes]
    waiting: list[tuple[int, Guess]] = []

    def best(guesses: Iterable[Guess]) -> Guess:
        return max(guesses, key=lambda guess: (often[guess], guess))

    for cell, (state, guesses) in enumerate(shapes):
        if care.now(state):
            right = [guess for guess in guesses if ways.accepts(guess)]
            if not right:
                return None
            kept[cell].add(chosen := best(right))
            waiting.append((cell, chosen))
    while waiting:
        cell, guess = waiting.pop()
        for earlier, symbol in before[cell]:
            if not any(guess in ways.after(old, symbol) for old in kept[earlier]):
                chosen = best(old for old in shapes[earlier][1] if guess in ways.after(old, symbol))
                kept[earlier].add(chosen)
                waiting.append((earlier, chosen))
    return [frozenset(guesses) for guesses in kept]


def _merged(care: Follower, ways: _Ways, shapes: Sequence[Shape]) -> tuple[list[Shape], list[list[int | None]]]:
    """The cells again, each going on to the first that will do."""
    often = Counter(shapes)
    by_state: dict[State, list[Guesses]] = {}
    for state, guesses in sorted(often, key=lambda shape: (len(shape[1]), -often[shape], sorted(shape[1]))):
        by_state.setdefault(state, []).append(guesses)
    found = [shapes[0]]
    number = {shapes[0]: 0}
    used: dict[State, list[Guesses]] = {shapes[0][0]: [shapes[0][1]]}
    onward: list[list[int | None]] = []
    for state, guesses in found:
        leads: list[int | None] = []
        for symbol in range(len(care.columns)):
            reached = care.after(state, symbol)
            if care.sure(reached) is False:
                leads.append(None)
                continue
            among = ways.all_after(guesses, symbol)
            do = next((have for have in used.get(reached, ()) if have <= among), None)
            if do is None:
                do = next(have for have in by_state[reached] if have <= among)
                used.setdefault(reached, []).append(do)
                number[reached, do] = len(found)
                found.append((reached, do))
            leads.append(number[reached, do])
        onward.append(leads)
    return found, onward
