"""States of conditions while digits are read, the same as in `coq/Reading.v`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, product
from typing import Any

from sprague.coq.conditions import Both, Cond, Either, Fact, Form, IsPower, Member, No, Weighed, Yes

#: Numbers, one for each part of the condition; of a weighed one several, in a tuple of their own.
State = tuple[Any, ...]
Column = tuple[int, ...]

_Step = Callable[[Any, int], Any]  # from a part of the state and the number of a column to the next
_Now = Callable[[State], bool]
_Sure = Callable[[State], bool | None]


class Follower:
    """A condition on numbers of which the first are read and so many others guessed.

    It is followed in parts that must all hold: guesses that one of them rules out are not tried with the others.
    """

    def __init__(self, cond: Cond, base: int, read: int, guessed: int) -> None:
        self.base, self.read, self.guessed = base, read, guessed
        self.columns = list(product(range(base), repeat=read + guessed))
        self.guesses = list(product(range(base), repeat=guessed))
        self._parts: list[tuple[slice, _Part]] = []
        self.start: State = ()
        for one in _all_of(cond):
            part = _Part(one, base, self.columns, len(self.guesses))
            self._parts.append((slice(len(self.start), len(self.start) + len(part.start)), part))
            self.start += part.start

    def now(self, state: State) -> bool:
        return all(part.now(state[place]) for place, part in self._parts)

    def sure(self, state: State) -> bool | None:
        found: bool | None = True
        for place, part in self._parts:
            if (verdict := part.verdict(state[place])) is False:
                return False
            found = found and verdict
        return found

    def after(self, state: State, column: int) -> State:
        """The state after the column of this number, among those of all numbers read and guessed."""
        return tuple(chain.from_iterable(part.after(state[place], column) for place, part in self._parts))

    def hopeful(self, state: State, symbol: int) -> Iterator[tuple[Column, State]]:
        """The guesses beside a column of the numbers read after which it may still hold, and the state then."""
        going = [part.hopeful(state[place], symbol) for place, part in self._parts]
        left: Iterable[int] = going[0] if going else range(len(self.guesses))
        for others in going[1:]:
            left = [number for number in left if number in others]
        for number in left:
            yield self.guesses[number], tuple(chain.from_iterable(part[number] for part in going))


def _all_of(cond: Cond) -> list[Cond]:
    """The conditions that must all hold, without what always does."""
    match cond:
        case Yes():
            return []
        case Both(left, right):
            return [*_all_of(left), *_all_of(right)]
    return [cond]


class _Part:
    """One of the conditions that must all hold, with its part of the state."""

    def __init__(self, cond: Cond, base: int, columns: list[Column], guesses: int) -> None:
        self.base, self.columns, self._guesses = base, columns, guesses
        self._steps: list[_Step] = []
        start: list[Any] = []
        self.now, sure = self._followed(cond, start)
        self.start: State = tuple(start)
        self.verdict: _Sure = cache(sure)
        self._hopeful: dict[tuple[State, int], dict[int, State]] = {}

    def after(self, state: State, column: int) -> State:
        return tuple([step(number, column) for step, number in zip(self._steps, state, strict=True)])

    def hopeful(self, state: State, symbol: int) -> dict[int, State]:
        """The state after a column of the numbers read and each guess by its number, if it may still hold."""
        key = state, symbol
        if key not in self._hopeful:
            first = symbol * self._guesses
            reached = ((number, self.after(state, first + number)) for number in range(self._guesses))
            self._hopeful[key] = {number: after for number, after in reached if self.verdict(after) is not False}
        return self._hopeful[key]

    def _digits(self, form: Form) -> list[int]:
        return [sum(factor * column[place] for factor, place in form) for column in self.columns]

    def _followed(self, cond: Cond, start: list[Any]) -> tuple[_Now, _Sure]:
        """Whether the condition holds now, and whether that is certain; its states follow those of others."""
        at = len(start)
        match cond:
            case Yes():
                return lambda _: True, lambda _: True
            case Fact():
                return self._fact(cond, start)
            case Weighed():
                return self._weighed(cond, start)
            case IsPower(place):
                digits = [column[place] for column in self.columns]
                following = {(0, 0): 0, (0, 1): 1, (1, 0): 1}
                self._steps.append(lambda number, column: following.get((number, digits[column]), 2))
                start.append(0)
                return lambda state: state[at] == 1, lambda state: False if state[at] == 2 else None
            case Member(automaton, places):
                symbols = [0] * len(self.columns)
                for place in places:
                    symbols = [
                        symbol * self.base + column[place] for symbol, column in zip(symbols, self.columns, strict=True)
                    ]
                rows, accepting = automaton.transitions, automaton.accepting
                loops = {state + 1: state in accepting for state in range(len(rows)) if automaton.loops(state)}
                self._steps.append(lambda number, column: rows[number - 1][symbols[column]] + 1)
                start.append(1)
                return lambda state: state[at] - 1 in accepting, lambda state: loops.get(state[at])
            case Both(left, right):
                (one, sure_one), (two, sure_two) = self._followed(left, start), self._followed(right, start)
                return lambda s: one(s) and two(s), lambda s: _both(sure_one(s), sure_two(s))
            case Either(left, right):
                (one, sure_one), (two, sure_two) = self._followed(left, start), self._followed(right, start)
                return lambda s: one(s) or two(s), lambda s: _not(_both(_not(sure_one(s)), _not(sure_two(s))))
            case No(part):
                one, sure_one = self._followed(part, start)
                return lambda s: not one(s), lambda s: _not(sure_one(s))

    def _fact(self, fact: Fact, start: list[Any]) -> tuple[_Now, _Sure]:
        at, base = len(start), self.base
        (low, high), digits = fact.bounds, self._digits(fact.form)
        self._steps.append(lambda number, column: max(low, min(high, base * number + digits[column])))
        start.append(0)
        for _, residue in fact.residues:
            self._steps.append(self._residue_step(residue.form, residue.modulus))
            start.append(0)

        def now(state: State) -> bool:
            total = state[at] + fact.constant
            for number, (factor, residue) in zip(state[at + 1 :], fact.residues, strict=False):
                total += factor * ((number + residue.constant) % residue.modulus)
            return bool(total == 0 if fact.is_zero else total >= 0)

        def sure(state: State) -> bool | None:
            if state[at] <= low:
                return False
            return not fact.is_zero if state[at] >= high else None

        return now, sure

    def _weighed(self, fact: Weighed, start: list[Any]) -> tuple[_Now, _Sure]:
        """Its part of the state is 0 and the form, with no zero more, with one, …; or 1 or -1 once it is sure."""
        at, weights, digits = len(start), fact.weights, self._digits(fact.form)
        below, above = fact.sides
        none = (0,) * len(weights.first)

        def settled(window: tuple[int, ...]) -> tuple[int, ...]:
            for (times, adding, least), sure in ((below, False), (above, not fact.is_zero)):
                terms = [times * value + adding * more for value, more in zip(window, weights.reach, strict=True)]
                if weights.rises(least, terms):
                    return 1 if sure else -1, *none
            return 0, *window

        @cache
        def after(part: tuple[int, ...], amount: int) -> tuple[int, ...]:
            if part[0]:
                return part
            longer = weights.following(part[1:])
            return settled(tuple([v + amount * weight for v, weight in zip(longer, weights.first, strict=True)]))

        self._steps.append(lambda part, column: after(part, digits[column]))
        start.append(settled(none))

        def now(state: State) -> bool:
            mark, total, *_ = state[at]
            if mark:
                return bool(mark > 0)
            return bool(total + fact.constant == 0 if fact.is_zero else total + fact.constant >= 0)

        return now, lambda state: state[at][0] > 0 if state[at][0] else None

    def _residue_step(self, form: Form, modulus: int) -> _Step:
        digits, base = self._digits(form), self.base
        return lambda number, column: (base * number + digits[column]) % modulus


def _not(sure: bool | None) -> bool | None:
    return None if sure is None else not sure


def _both(one: bool | None, two: bool | None) -> bool | None:
    if one is False or two is False:
        return False
    return True if one and two else None
