"""`ConditionAutomaton`: an automaton that evaluates a digit condition, with the same states as in Coq."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, product
from typing import Any

from sprague.coq.automaton_tables import Automaton, StateLimit, explore, project_symbols
from sprague.coq.digit_conditions import (
    Both,
    DigitCondition,
    Either,
    Form,
    IsPower,
    LinearCondition,
    Member,
    No,
    WeightedCondition,
    Yes,
    conjuncts,
)

# A state of the automaton of a digit condition: one number (or a tuple of numbers) for each atomic condition.
State = tuple[Any, ...]
Column = tuple[int, ...]

_Step = Callable[[Any, int], Any]  # maps a component of the state and the index of a column to the next component
_Accepts = Callable[[State], bool]
_Verdict = Callable[[State], bool | None]


class ConditionAutomaton:
    """The automaton of a digit condition on input numbers and on existentially quantified (guessed) numbers.

    The automaton computes its states on demand, and has the same states as the automaton in `coq/DigitConditions.v`.
    Each conjunct of the condition has a separate component of the state. Therefore the automaton rejects guessed digits
    as soon as one conjunct of the condition is false.
    """

    def __init__(self, condition: DigitCondition, base: int, read: int, guessed: int) -> None:
        self.base, self.read, self.guessed = base, read, guessed
        self.columns = list(product(range(base), repeat=read + guessed))
        self.guesses = list(product(range(base), repeat=guessed))
        self._parts: list[tuple[slice, _Conjunct]] = []
        self.start: State = ()
        for one in conjuncts(condition):
            part = _Conjunct(one, base, self.columns, len(self.guesses))
            self._parts.append((slice(len(self.start), len(self.start) + len(part.start)), part))
            self.start += part.start

    def accepts(self, state: State) -> bool:
        """Return whether the condition is true if no digits follow."""
        return all(part.accepts(state[place]) for place, part in self._parts)

    def verdict(self, state: State) -> bool | None:
        """Return the truth value of the condition if further digits cannot change it, otherwise None."""
        found: bool | None = True
        for place, part in self._parts:
            if (verdict := part.verdict(state[place])) is False:
                return False
            found = found and verdict
        return found

    def step(self, state: State, column: int) -> State:
        """Return the next state after a column of digits of the input and guessed numbers; `column` is its index."""
        return tuple(chain.from_iterable(part.step(state[place], column) for place, part in self._parts))

    def open_steps(self, state: State, symbol: int) -> Iterator[tuple[Column, State]]:
        """Yield (guessed digits, next state) for all guessed digits after which the condition can become true.

        `symbol` gives the digits of the input numbers.
        """
        steps = [part.open_steps(state[place], symbol) for place, part in self._parts]
        left: Iterable[int] = steps[0] if steps else range(len(self.guesses))
        for others in steps[1:]:
            left = [number for number in left if number in others]
        for number in left:
            yield self.guesses[number], tuple(chain.from_iterable(part[number] for part in steps))

    def to_automaton(self, limit: StateLimit) -> Automaton:
        """Return the minimal automaton of the input numbers for which the condition is true."""

        def step(state: State | None, column: int) -> State | None:
            reached = None if state is None else self.step(state, column)
            return None if reached is None or self.verdict(reached) is False else reached

        def accepts(state: State | None) -> bool:
            return state is not None and self.accepts(state)

        start = None if self.verdict(self.start) is False else self.start
        return explore(start, len(self.columns), step, accepts, limit)


class _Conjunct:
    """The automaton of one conjunct of a digit condition."""

    def __init__(self, condition: DigitCondition, base: int, columns: list[Column], guesses: int) -> None:
        self.base, self.columns, self._guesses = base, columns, guesses
        self._steps: list[_Step] = []
        start: list[Any] = []
        self.accepts, verdict = self._compile(condition, start)
        self.start: State = tuple(start)
        self.verdict: _Verdict = cache(verdict)
        self._open_steps: dict[tuple[State, int], dict[int, State]] = {}

    def step(self, state: State, column: int) -> State:
        return tuple([step(number, column) for step, number in zip(self._steps, state, strict=True)])

    def open_steps(self, state: State, symbol: int) -> dict[int, State]:
        """Return a map from columns of guessed digits to next states in which the condition can still become true."""
        key = state, symbol
        if key not in self._open_steps:
            first = symbol * self._guesses
            reached = ((number, self.step(state, first + number)) for number in range(self._guesses))
            self._open_steps[key] = {number: after for number, after in reached if self.verdict(after) is not False}
        return self._open_steps[key]

    def _form_values(self, form: Form) -> list[int]:
        """For each column of digits, return the value of a linear form of these digits."""
        return [sum(factor * column[place] for factor, place in form) for column in self.columns]

    def _compile(self, condition: DigitCondition, start: list[Any]) -> tuple[_Accepts, _Verdict]:
        """Add the components of a digit condition to the state, and return its functions `accepts` and `verdict`."""
        at = len(start)
        match condition:
            case Yes():
                return lambda _: True, lambda _: True
            case LinearCondition():
                return self._compile_linear(condition, start)
            case WeightedCondition():
                return self._compile_weighted(condition, start)
            case IsPower(place):
                digits = [column[place] for column in self.columns]
                following = {(0, 0): 0, (0, 1): 1, (1, 0): 1}
                self._steps.append(lambda number, column: following.get((number, digits[column]), 2))
                start.append(0)
                return lambda state: state[at] == 1, lambda state: False if state[at] == 2 else None
            case Member(automaton, places):
                symbols = project_symbols(places, self.base, len(self.columns[0])).tolist()
                rows, accepting = automaton.transitions, automaton.accepting
                sinks = {state + 1: state in accepting for state in range(len(rows)) if automaton.is_sink(state)}
                self._steps.append(lambda number, column: rows[number - 1][symbols[column]] + 1)
                start.append(1)
                return lambda state: state[at] - 1 in accepting, lambda state: sinks.get(state[at])
            case Both(left, right):
                (one, verdict_one), (two, verdict_two) = self._compile(left, start), self._compile(right, start)
                return lambda s: one(s) and two(s), lambda s: _both(verdict_one(s), verdict_two(s))
            case Either(left, right):
                (one, verdict_one), (two, verdict_two) = self._compile(left, start), self._compile(right, start)
                return lambda s: one(s) or two(s), lambda s: _not(_both(_not(verdict_one(s)), _not(verdict_two(s))))
            case No(part):
                one, verdict_one = self._compile(part, start)
                return lambda s: not one(s), lambda s: _not(verdict_one(s))

    def _compile_linear(self, condition: LinearCondition, start: list[Any]) -> tuple[_Accepts, _Verdict]:
        at, base = len(start), self.base
        (low, high), values = condition.bounds, self._form_values(condition.form)
        self._steps.append(lambda number, column: max(low, min(high, base * number + values[column])))
        start.append(0)
        for _, residue in condition.residues:
            self._steps.append(self._residue_step(residue.form, residue.modulus))
            start.append(0)

        def accepts(state: State) -> bool:
            total = state[at] + condition.constant
            for number, (factor, residue) in zip(state[at + 1 :], condition.residues, strict=False):
                total += factor * ((number + residue.constant) % residue.modulus)
            return bool(total == 0 if condition.is_zero else total >= 0)

        def verdict(state: State) -> bool | None:
            if state[at] <= low:
                return False
            return not condition.is_zero if state[at] >= high else None

        return accepts, verdict

    def _compile_weighted(self, condition: WeightedCondition, start: list[Any]) -> tuple[_Accepts, _Verdict]:
        """Add the component of a weighted condition to the state, and return its functions `accepts` and `verdict`.

        The component is a tuple whose first number is 1 if the digits so far make the condition true, -1 if they make
        it false, and 0 if they do not decide it. The other numbers of the tuple are the values of the linear form after
        0, 1, 2, … zeros are appended to the digits.
        """
        at, weights, values = len(start), condition.weights, self._form_values(condition.form)
        below, above = condition.sides
        none = (0,) * len(weights.first)

        def settled(window: tuple[int, ...]) -> tuple[int, ...]:
            for (times, adding, least), verdict in ((below, False), (above, not condition.is_zero)):
                terms = [times * value + adding * more for value, more in zip(window, weights.reach, strict=True)]
                if weights.rises(least, terms):
                    return 1 if verdict else -1, *none
            return 0, *window

        @cache
        def step(part: tuple[int, ...], amount: int) -> tuple[int, ...]:
            if part[0]:
                return part
            longer = weights.following(part[1:])
            return settled(tuple([v + amount * weight for v, weight in zip(longer, weights.first, strict=True)]))

        self._steps.append(lambda part, column: step(part, values[column]))
        start.append(settled(none))

        def accepts(state: State) -> bool:
            mark, total, *_ = state[at]
            if mark:
                return bool(mark > 0)
            return bool(total + condition.constant == 0 if condition.is_zero else total + condition.constant >= 0)

        return accepts, lambda state: state[at][0] > 0 if state[at][0] else None

    def _residue_step(self, form: Form, modulus: int) -> _Step:
        values, base = self._form_values(form), self.base
        return lambda number, column: (base * number + values[column]) % modulus


def _not(verdict: bool | None) -> bool | None:
    return None if verdict is None else not verdict


def _both(one: bool | None, two: bool | None) -> bool | None:
    if one is False or two is False:
        return False
    return True if one and two else None
