"""`HeapMove`, `HeapOptions`: comparison of the heap moves that a certificate lists with the moves of its rule.

A certificate about heaps lists moves of a simple form: take a fixed number of chips, and leave the rest as a fixed
number of nonempty heaps. The empty heaps of an option and the order of its heaps do not matter. Therefore the checker
builds one relation for each number j, between a heap and the j nonempty heaps of an option. The checker builds each
relation twice, from the rule and from the listed moves, and checks that both results are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from .automata import Relation, Relations, Variable
from .errors import Budget, NotVerified
from .formulas import OtherNumeration, eliminate
from .game import Game
from .numeration import Numeration
from .trees import FALSE, TRUE, Rule, read_bool, read_list, read_natural, read_object, refuse

MOST_LISTED = 10_000  # limit on the number of moves that a certificate lists


def difference(relations: Relations, one: Relation, two: Relation, variables: Sequence[Variable]) -> list[int] | None:
    """Find a tuple of heaps with the fewest digits that satisfies exactly one of two relations, or return None."""
    columns, read = relations.numeration.columns(len(variables)), relations.numeration.read
    left, right = relations.over(one, variables), relations.over(two, variables)
    # maps each pair of states to the previous pair on the search path and to the symbol between the two pairs
    origin: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
    waiting = [(0, 0)]
    for pair in waiting:
        if (pair[0] in left.accepting) != (pair[1] in right.accepting):
            word = []
            while pair != (0, 0):
                pair, symbol = origin[pair]
                word.append(columns[symbol])
            return [read(column[place] for column in reversed(word)) for place in range(len(variables))]
        relations.budget.spend(len(columns))
        relations.budget.check_states(len(origin))
        for symbol, reached in enumerate(zip(left.transitions[pair[0]], right.transitions[pair[1]], strict=True)):
            if reached not in origin and reached != (0, 0):
                origin[reached] = (pair, symbol)
                waiting.append(reached)
    return None


# Heaps


@dataclass(frozen=True)
class HeapMove:
    """A listed heap move: from at least `heap` chips, take `taken` chips, and leave the rest as `parts` nonempty heaps.

    The new heaps must all be different if `distinct` is true. A move takes at least one chip or leaves at least two
    heaps, so every new heap is smaller than the old one.
    """

    taken: int
    parts: int
    distinct: bool
    heap: int

    def __str__(self) -> str:
        different = " different" if self.distinct and self.parts > 1 else ""
        return f"take {self.taken} chips from a heap of at least {self.heap} and leave {self.parts}{different} heaps"


def read_heap_moves(data: object) -> tuple[HeapMove, ...]:
    """Read the list of heap moves from a certificate for the checker."""
    found = []
    for one in read_list(data, "moves", 1, MOST_LISTED):
        fields = read_object(one, "a listed move", ("taken", "parts", "distinct", "heap"))
        taken, parts, heap = (read_natural(fields[key], key) for key in ("taken", "parts", "heap"))
        if not taken and parts < 2:
            refuse("a move that takes at least one chip or leaves at least two heaps", one)
        found.append(HeapMove(taken, parts, read_bool(fields["distinct"], "distinct"), heap))
    return tuple(found)


def heap_options(rule: Rule, budget: Budget) -> HeapOptions:
    """Return the options of heaps under the rule of a certificate; numbers are written in base 2 if possible."""
    if len(rule.entries) > 1 or rule.block or (rule.positions, rule.stop, rule.win) != (TRUE, FALSE, FALSE):
        refuse("a rule with one pile and without 'positions', 'stop', 'win' or 'block'", rule.entries)
    try:
        return HeapOptions(rule, Relations(Numeration((2,)), budget))
    except OtherNumeration as error:
        return HeapOptions(rule, Relations(error.numeration, budget))


class HeapOptions:
    """The options of heaps under a rule with one pile, which the checker compares with the listed moves.

    `options[j]` is the relation between a heap and the j nonempty heaps of an option in the order of the rule.
    """

    def __init__(self, rule: Rule, relations: Relations) -> None:
        self.relations = relations
        game = Game(rule, relations)
        self.compare = game.translation.comparison
        self.heap = game.x[0]
        most = max(len(move.parts) for move in rule.moves)
        self.left = tuple(Variable(f"heap {number}") for number in range(1, most + 1))
        found: list[list[list[Relation]]] = [[] for _ in range(most + 1)]
        for move in rule.moves:
            choices = {choice: Variable(choice) for choice in rule.choices(move)}
            names = {**game.names, **choices}
            where = [*game.positions(), *game.translation.conjuncts(move.where, names)]
            for full in product((False, True), repeat=len(move.parts)):
                if rule.least_pile and not all(full):
                    continue  # the rule does not allow empty heaps
                parts, number = list(where), sum(full)
                left = iter(self.left)
                for (term,), is_full in zip(move.parts, full, strict=True):
                    parts.append(self.compare(next(left) if is_full else 0, "=", term, names))
                least = max(1, rule.least_pile)
                parts += [self.compare(one, ">=", least, names) for one in self.left[:number]]
                found[number].append(eliminate(relations, parts, list(choices.values())))
        self.options = [relations.exists(one, self.variables(number)) for number, one in enumerate(found)]

    def variables(self, number: int) -> tuple[Variable, ...]:
        """Return the variables of the relation between a heap and its options with `number` heaps."""
        return (self.heap, *self.left[:number])

    def check_moves(self, moves: Sequence[HeapMove]) -> None:
        """Check that the moves of the rule are exactly the listed moves."""
        if unknown := next((move for move in moves if move.parts >= len(self.options)), None):
            raise NotVerified(
                f"the certificate lists a move to {unknown.parts} heaps, but no move of the rule leads to "
                f"{unknown.parts} heaps"
            )
        relations = self.relations
        for number, options in enumerate(self.options):
            variables = self.variables(number)
            own = relations.permuted(options, [variables[1:]])
            listed = relations.exists([self._listed(move) for move in moves if move.parts == number], variables)
            if (wrong := difference(relations, own, listed, variables)) is not None:
                heap, *left = wrong
                found = f"the move from a heap of {heap} to {_shown(left)}"
                if relations.contains(own, dict(zip(variables, wrong, strict=True))):
                    raise NotVerified(f"{found} is allowed by the rule, but not listed in the certificate")
                raise NotVerified(f"{found} is listed in the certificate, but not allowed by the rule")

    def _listed(self, move: HeapMove) -> list[Relation]:
        left = self.left[: move.parts]
        parts = [self.compare(self.heap, "=", ("+", move.taken, *left), {})]
        parts += [self.compare(self.heap, ">=", move.heap, {})] if move.heap else []
        parts += [self.compare(one, ">=", 1, {}) for one in left]
        return parts + ([self.compare(*pair, {}) for pair in _unequal(left)] if move.distinct else [])

    def check_smaller(self) -> None:
        """Check that every heap of an option is smaller than the heap before the move, which implies that play ends."""
        relations = self.relations
        zero = self.compare(self.heap, "=", 0, {})
        for number, options in enumerate(self.options):
            variables = self.variables(number)
            for wrong in [zero, *(self.compare(one, ">=", self.heap, {}) for one in variables[1:])]:
                both = relations.conjunction([options, wrong])
                if (numbers := difference(relations, both, relations.false, variables)) is not None:
                    heap, *left = numbers
                    raise NotVerified(f"play does not always end: a move leads from a heap of {heap} to {_shown(left)}")

    def of_heap(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return all options of a heap, possibly with repetitions; every new heap must be smaller than the old one."""
        numeration, budget = self.relations.numeration, self.relations.budget
        word = numeration.write(heap)
        for number, relation in enumerate(self.options):
            dfa, columns = relation.dfa, numeration.columns(number)
            waiting: list[tuple[int, tuple[tuple[int, ...], ...]]] = [(0, ())]
            while waiting:
                state, read = waiting.pop()
                if len(read) == len(word):
                    if state in dfa.accepting:
                        yield tuple(numeration.read(column[place] for column in read) for place in range(number))
                    continue
                first = word[len(read)] * len(columns)
                budget.spend(len(columns))
                for symbol, column in enumerate(columns, first):
                    reached = dfa.transitions[state][symbol]
                    if dfa.useful[reached]:
                        waiting.append((reached, (*read, column)))


def _unequal(left: Sequence[Variable]) -> Iterator[tuple[Variable, str, Variable]]:
    for one, two in combinations(left, 2):
        yield one, "!=", two


def _shown(left: Sequence[int]) -> str:
    return f"heaps of {', '.join(map(str, sorted(left)))}" if left else "no heap"
