"""The checker's automata (`Dfa`), and its relations between natural numbers (`Relation`), which automata decide.

A `Dfa` is a complete deterministic automaton with start state 0. The symbol 0 is a column of zeros, which leads from
the start state back to the start state. A `Relation` is a `Dfa` whose tracks are labelled with variables. In some
numerations, some words of digits do not represent a number; these words are called invalid. It does not matter whether
the automaton of a relation accepts an invalid word. Quantifiers and comparisons of relations consider only words that
represent numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TypeVar

from .errors import Budget, OutOfReach
from .numeration import Numeration

State = TypeVar("State", bound=Hashable)
MOST_TRANSITIONS = 20_000_000  # limit on the transitions of an automaton, and on the states of a subset construction


class Variable:
    """A variable of the checker's relations; no two variables are equal, even if they have the same label."""

    __slots__ = ("label",)

    def __init__(self, label: str = "") -> None:
        self.label: str = label

    def __repr__(self) -> str:
        return f"<{self.label or 'variable'}>"


@dataclass(frozen=True, eq=False)
class Dfa:
    """A complete deterministic automaton of the checker: a table `transitions[state][symbol]` with start state 0."""

    transitions: Sequence[Sequence[int]]
    accepting: frozenset[int]

    @cached_property
    def useful(self) -> bytearray:
        """A flag for each state, which is 1 if an accepting state is reachable from the state."""
        before: list[set[int]] = [set() for _ in self.transitions]
        for state, row in enumerate(self.transitions):
            for target in set(row):
                before[target].add(state)
        found = bytearray(len(self.transitions))
        waiting = list(self.accepting)
        for state in waiting:
            found[state] = 1
        for state in waiting:
            for earlier in before[state]:
                if not found[earlier]:
                    found[earlier] = 1
                    waiting.append(earlier)
        return found

    def accepts(self, symbols: Iterable[int]) -> bool:
        """Return whether the automaton accepts a word of symbols."""
        state = 0
        for symbol in symbols:
            state = self.transitions[state][symbol]
        return state in self.accepting


@dataclass(frozen=True, eq=False)
class Relation:
    """A relation of the checker between variables; an automaton accepts the tuples of numbers that satisfy it."""

    variables: tuple[Variable, ...]
    dfa: Dfa

    def renamed(self, new: dict[Variable, Variable]) -> Relation:
        """Return the same relation between other variables, which must be distinct."""
        return Relation(tuple(new.get(one, one) for one in self.variables), self.dfa)


def explore(
    start: State,
    symbols: int,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
    budget: Budget,
    cost: int = 1,
) -> Dfa:
    """Build an automaton from the states reachable from `start`, and minimise it; a transition costs `cost` steps."""
    number = {start: 0}
    rows: list[list[int]] = []
    waiting = [start]
    for state in waiting:
        row = []
        for symbol in range(symbols):
            target = step(state, symbol)
            known = number.get(target)
            if known is None:
                known = number[target] = len(waiting)
                waiting.append(target)
            row.append(known)
        rows.append(row)
        budget.spend(symbols * cost)
        budget.check_states(len(waiting))
        if len(rows) * symbols > MOST_TRANSITIONS:
            raise OutOfReach(f"an automaton needs more than {MOST_TRANSITIONS:,} transitions")
    return _minimize(rows, [accepts(state) for state in waiting], budget)


def _minimize(rows: Sequence[Sequence[int]], accepting: Sequence[bool], budget: Budget) -> Dfa:
    """Return the minimal automaton with the same language, by Moore's partition refinement."""
    groups, count = [int(one) for one in accepting], 0
    while True:
        numbers: dict[tuple[int, ...], int] = {}
        get = groups.__getitem__
        groups = [
            numbers.setdefault((group, *map(get, row)), len(numbers)) for group, row in zip(groups, rows, strict=True)
        ]
        budget.spend(len(rows) * (1 + len(rows[0]) // 4))
        if len(numbers) == count:
            break
        count = len(numbers)
    first: dict[int, int] = {}
    for state, group in enumerate(groups):
        first.setdefault(group, state)
    budget.store(count * len(rows[0]))
    table = [[groups[target] for target in rows[first[group]]] for group in range(count)]
    return Dfa(table, frozenset(group for group, state in first.items() if accepting[state]))


def same_language(one: Dfa, two: Dfa, budget: Budget) -> bool:
    """Return whether two automata of the checker accept the same words."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    for left, right in waiting:
        if (left in one.accepting) != (right in two.accepting):
            return False
        budget.spend(len(one.transitions[0]))
        for pair in zip(one.transitions[left], two.transitions[right], strict=True):
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


class Relations:
    """Operations on the checker's relations in one numeration, within a budget: conjunction, complement, quantifiers.

    >>> algebra = Relations(Numeration((2,)), Budget())
    >>> x = Variable("x")
    >>> algebra.contains(algebra.complement(algebra.true), {})
    False
    """

    def __init__(self, numeration: Numeration, budget: Budget) -> None:
        self.numeration: Numeration = numeration
        self.budget: Budget = budget
        self.true: Relation = Relation((), Dfa(((0,),), frozenset({0})))
        self.false: Relation = Relation((), Dfa(((0,),), frozenset()))
        self._symbols: dict[tuple[int, tuple[int, ...]], list[int]] = {}

    # Basic relations

    def from_reader(
        self,
        variables: Sequence[Variable],
        start: State,
        step: Callable[[State, tuple[int, ...]], State],
        accepts: Callable[[State], bool],
        cost: int = 1,
    ) -> Relation:
        """Return the relation that a digit reader decides; each column of digits costs `cost` steps of the budget."""
        columns = self.numeration.columns(len(variables))

        def read(state: State, symbol: int) -> State:
            return step(state, columns[symbol])

        return Relation(tuple(variables), explore(start, len(columns), read, accepts, self.budget, cost))

    def valid(self, variable: Variable) -> Relation:
        """Return the relation that the digits of a variable form a valid word of the numeration."""

        def step(index: int, column: tuple[int, ...]) -> int:
            return index if index < 0 else self.numeration.follow(index, column[0])

        return self.from_reader([variable], 0, step, lambda index: index >= 0)

    def contains(self, relation: Relation, values: dict[Variable, int]) -> bool:
        """Return whether the relation is true for the given values of its variables."""
        words = [self.numeration.write(values[one]) for one in relation.variables]
        length = max(map(len, words), default=0)
        padded = [[0] * (length - len(word)) + word for word in words]
        return relation.dfa.accepts(map(self._symbol, zip(*padded, strict=True)))

    def _symbol(self, column: Iterable[int]) -> int:
        symbol = 0
        for digit in column:
            symbol = symbol * self.numeration.digits + digit
        return symbol

    def symbols(self, relation: Relation, variables: Sequence[Variable]) -> list[int]:
        """For each column of digits of `variables`, return the symbol that the automaton of the relation reads."""
        places = tuple(variables.index(one) for one in relation.variables)
        key = (len(variables), places)
        if key not in self._symbols:
            self._symbols[key] = [
                self._symbol(column[place] for place in places) for column in self.numeration.columns(len(variables))
            ]
        return self._symbols[key]

    def summands(self, relation: Relation, variables: Sequence[Variable]) -> list[int]:
        """For each column of digits of `variables`, return its summand in the symbol that the automaton reads.

        A symbol is the number whose digits are the digits of a column. If the variables of a relation are divided among
        several lists, a symbol is a sum with one summand for each list.
        """
        powers = [self.numeration.digits**place for place in reversed(range(len(relation.variables)))]
        weights = dict.fromkeys(variables, 0)
        for one, power in zip(relation.variables, powers, strict=True):
            if one in weights:
                weights[one] += power
        factors = [weights[one] for one in variables]
        return [
            sum(factor * digit for factor, digit in zip(factors, column, strict=True))
            for column in self.numeration.columns(len(variables))
        ]

    # Boolean operations

    def complement(self, one: Relation) -> Relation:
        """Return the complement of a relation: the relation of all tuples that the relation does not contain."""
        return Relation(
            one.variables, Dfa(one.dfa.transitions, frozenset(range(len(one.dfa.transitions))) - one.dfa.accepting)
        )

    def conjunction(self, parts: Iterable[Relation]) -> Relation:
        """Return the conjunction of relations; the function combines the two smallest automata first."""
        waiting = [(len(part.variables), len(part.dfa.transitions), place, part) for place, part in enumerate(parts)]
        heapify(waiting)
        while len(waiting) > 1:
            joined = self._both(heappop(waiting)[-1], (last := heappop(waiting))[-1])
            heappush(waiting, (len(joined.variables), len(joined.dfa.transitions), last[2], joined))
        return waiting[0][-1] if waiting else self.true

    def disjunction(self, parts: Iterable[Relation]) -> Relation:
        """Return the disjunction of relations: the tuples that belong to at least one of them."""
        return self.complement(self.conjunction(map(self.complement, parts)))

    def _both(self, one: Relation, two: Relation) -> Relation:
        variables = (*one.variables, *(other for other in two.variables if other not in one.variables))
        first, second = self.symbols(one, variables), self.symbols(two, variables)
        left_rows, right_rows = one.dfa.transitions, two.dfa.transitions
        left_useful, right_useful = one.dfa.useful, two.dfa.useful
        dead = (-1, -1)

        def step(pair: tuple[int, int], symbol: int) -> tuple[int, int]:
            if pair == dead:
                return dead
            left, right = left_rows[pair[0]][first[symbol]], right_rows[pair[1]][second[symbol]]
            return (left, right) if left_useful[left] and right_useful[right] else dead

        def accepts(pair: tuple[int, int]) -> bool:
            return pair[0] in one.dfa.accepting and pair[1] in two.dfa.accepting

        start = (0, 0) if left_useful[0] and right_useful[0] else dead
        return Relation(variables, explore(start, len(first), step, accepts, self.budget))

    # Quantifiers

    def exists(self, alternatives: Sequence[Sequence[Relation]], variables: Sequence[Variable]) -> Relation:
        """Return the disjunction of `alternatives`; all variables except `variables` are existentially quantified.

        An alternative is a list of relations, and it is satisfied if all its relations are true.
        """
        subsets = _Subsets(self, alternatives, variables)
        dfa = explore(subsets.start, subsets.symbols, subsets.step, subsets.accepts, self.budget)
        return Relation(tuple(variables), dfa)

    def is_empty(self, parts: Sequence[Relation]) -> bool:
        """Return whether no tuple of numbers satisfies all relations."""
        found = _Subsets(self, [parts], ())
        return not found.accepts(found.start)

    def over(self, relation: Relation, variables: Sequence[Variable]) -> Dfa:
        """Return the automaton of a relation with a track for each of `variables`, which may include new variables."""
        symbols = self.symbols(relation, variables)
        return Dfa([[row[symbol] for symbol in symbols] for row in relation.dfa.transitions], relation.dfa.accepting)

    # Permutations

    def permuted(self, relation: Relation, groups: Sequence[Sequence[Variable]], every: bool = False) -> Relation:
        """Return the disjunction of all variants of a relation in which the variables are permuted within groups.

        If `every` is true, the function returns the conjunction of all variants instead of the disjunction. Every
        permutation is a sequence of swaps: swap index 0 with any index, then index 1 with an index >= 1, and so on.
        """
        join = self.conjunction if every else self.disjunction
        for group in groups:
            for place, first in enumerate(group):
                relation = join([relation.renamed({first: second, second: first}) for second in group[place:]])
        return relation

    def is_symmetric(self, relation: Relation, groups: Sequence[Sequence[Variable]]) -> bool:
        """Return whether the relation is independent of the order of the variables within each group."""
        variables = tuple(dict.fromkeys((*relation.variables, *(one for group in groups for one in group))))
        if not self.numeration.base:
            relation = self.conjunction([relation, *map(self.valid, variables)])
        whole = self.over(relation, variables)
        return all(
            same_language(whole, self.over(relation.renamed({one: two, two: one}), variables), self.budget)
            for group in groups
            for one, two in pairwise(group)
            if one in relation.variables or two in relation.variables
        )


class _Subsets:
    """The subset construction for an existential quantifier over a list of alternatives.

    An alternative is a list of relations; a state of an alternative is a tuple with one state for each of its
    relations. If some words of digits are invalid, relations that accept only valid words are added to each
    alternative. The outer variables are the variables that are not quantified. A state of the subset construction is
    the index of a set. The set contains every state of an alternative's automaton that some digits of the quantified
    variables lead to.
    """

    def __init__(
        self, relations: Relations, alternatives: Sequence[Sequence[Relation]], outer: Sequence[Variable]
    ) -> None:
        self.budget = relations.budget
        self.symbols = len(relations.numeration.columns(len(outer)))
        # The symbol that a relation reads is a sum: `_outer` gives the part of the outer variables, and `_inner` the
        # part of the quantified variables.
        self._outer: list[list[list[int]]] = []
        self._inner: list[list[list[int]]] = []
        # for each alternative of a formula, one flag for each relation: whether all its variables are quantified
        self._is_inner: list[list[bool]] = []
        self._tables: list[list[tuple[Sequence[Sequence[int]], bytearray]]] = []
        self._ends: list[list[frozenset[int]]] = []
        self._states: list[tuple[int, tuple[int, ...]]] = []
        self._number: dict[tuple[int, tuple[int, ...]], int] = {}
        self._rows: list[dict[int, frozenset[int]]] = []
        self._allowed: dict[int, Sequence[int]] = {}
        self._accepting: set[int] = set()
        self._sets: list[frozenset[int]] = []
        self._number_of_set: dict[frozenset[int], int] = {}
        self._stored = 0
        begun = []
        for alternative, parts in enumerate(alternatives):
            inner = list(dict.fromkeys(one for part in parts for one in part.variables if one not in outer))
            if not relations.numeration.base:
                parts = [*parts, *(relations.valid(one) for one in (*outer, *inner))]
            self._outer.append([relations.summands(part, outer) for part in parts])
            self._inner.append([relations.summands(part, inner) for part in parts])
            self._is_inner.append([not any(one in outer for one in part.variables) for part in parts])
            self.budget.spend(self.symbols + len(relations.numeration.columns(len(inner))))
            self._tables.append([(part.dfa.transitions, part.dfa.useful) for part in parts])
            self._ends.append([part.dfa.accepting for part in parts])
            if all(part.dfa.useful[0] for part in parts):
                begun.append(self._place(alternative, (0,) * len(parts)))
        # Quantified numbers may have more digits than the other numbers, so the start set contains all states that
        # leading zeros reach.
        for one in begun:
            begun += sorted(self._row(one, 0).difference(begun))
        self.start = self._place_set(frozenset(begun))

    def step(self, state: int, symbol: int) -> int:
        """Return the index of the set of states that follows when the outer variables have the given symbol."""
        states = self._sets[state]
        self.budget.spend(1 + len(states))
        return self._place_set(frozenset().union(*(self._row(one, symbol) for one in states)))

    def accepts(self, state: int) -> bool:
        """Return whether the set of states with the given index contains an accepting state."""
        return not self._accepting.isdisjoint(self._sets[state])

    def _place_set(self, states: frozenset[int]) -> int:
        known = self._number_of_set.get(states)
        if known is None:
            known = self._number_of_set[states] = len(self._sets)
            self._sets.append(states)
            self._store(len(states))
        return known

    def _place(self, alternative: int, states: tuple[int, ...]) -> int:
        key = (alternative, states)
        known = self._number.get(key)
        if known is None:
            known = self._number[key] = len(self._states)
            self._states.append(key)
            self._rows.append({})
            if all(state in ends for state, ends in zip(states, self._ends[alternative], strict=True)):
                self._accepting.add(known)
            self.budget.check_states(known)
        return known

    def _row(self, one: int, symbol: int) -> frozenset[int]:
        """Return all states that can follow a state after the given digits of the outer variables."""
        known = self._rows[one].get(symbol)
        if known is not None:
            return known
        alternative, states = self._states[one]
        found: list[tuple[tuple[int, ...], int]] = [((), inner) for inner in self._inner_symbols(one)]
        parts = zip(self._tables[alternative], states, self._outer[alternative], self._inner[alternative], strict=True)
        for (rows, useful), state, outer, inner_summands in parts:
            row, summand = rows[state], outer[symbol]
            self.budget.spend(1 + len(found))
            found = [
                ((*reached, target), inner)
                for reached, inner in found
                if useful[target := row[summand + inner_summands[inner]]]
            ]
        targets = frozenset(self._place(alternative, reached) for reached in {reached for reached, _ in found})
        self._rows[one][symbol] = targets
        self._store(len(targets))
        return targets

    def _inner_symbols(self, one: int) -> Sequence[int]:
        """Return the digits of the quantified variables that no relation among only these variables excludes."""
        known = self._allowed.get(one)
        if known is None:
            alternative, states = self._states[one]
            known = range(len(self._inner[alternative][0])) if states else range(1)
            parts = zip(self._tables[alternative], states, self._inner[alternative], strict=True)
            for place, ((rows, useful), state, inner) in enumerate(parts):
                if self._is_inner[alternative][place]:
                    self.budget.spend(1 + len(known))
                    known = [symbol for symbol in known if useful[rows[state][inner[symbol]]]]
            self._allowed[one] = known
            self._store(len(known))
        return known

    def _store(self, count: int) -> None:
        self._stored += 1 + count
        if self._stored > MOST_TRANSITIONS:
            raise OutOfReach(f"the automaton of a quantifier needs more than {MOST_TRANSITIONS:,} stored states")
