"""`HeapMove`, `HeapOptions`: comparison of the heap moves that a certificate lists with the moves of its rule.

A certificate about heaps lists moves of a simple form: take a fixed number of chips, and leave the rest as a fixed
number of heaps that are not empty. As empty heaps do not count and the order of heaps does not matter, a rule has
these moves if for each number j the rule and the list have the same relation between a heap and the j heaps that are
left and not empty.
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

MOST_LISTED = 10_000  # moves that a certificate may list


def difference(relations: Relations, one: Relation, two: Relation, variables: Sequence[Variable]) -> list[int] | None:
    """Return the heaps of a shortest word that exactly one of two relations accepts; None if they are equal."""
    columns, read = relations.numeration.columns(len(variables)), relations.numeration.read
    left, right = relations.over(one, variables), relations.over(two, variables)
    origin: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}  # the pair and the symbol that led to each pair
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


# ------------------------------------------------------------------------------ heaps


@dataclass(frozen=True)
class HeapMove:
    """A listed heap move: from at least `heap` chips, take some, and leave the rest as `parts` non-empty heaps.

    The heaps are all different if `distinct`. Every heap that is left has fewer chips than the heap it comes from: a
    move takes a chip, or leaves two heaps at least.
    """

    taken: int
    parts: int
    distinct: bool
    heap: int

    def __str__(self) -> str:
        different = " different" if self.distinct and self.parts > 1 else ""
        return f"take {self.taken} from at least {self.heap} and leave {self.parts}{different} heaps"


def read_heap_moves(data: object) -> tuple[HeapMove, ...]:
    """Read the heap moves that a certificate lists."""
    found = []
    for one in read_list(data, "moves", 1, MOST_LISTED):
        fields = read_object(one, "a listed move", ("taken", "parts", "distinct", "heap"))
        taken, parts, heap = (read_natural(fields[key], key) for key in ("taken", "parts", "heap"))
        if not taken and parts < 2:
            refuse("a move that takes a chip or leaves two heaps at least", one)
        found.append(HeapMove(taken, parts, read_bool(fields["distinct"], "distinct"), heap))
    return tuple(found)


def heap_options(rule: Rule, budget: Budget) -> HeapOptions:
    """Return the options of heaps by the rule of a certificate, in base 2 unless the rule needs other digits."""
    if len(rule.entries) > 1 or rule.block or (rule.positions, rule.stop, rule.win) != (TRUE, FALSE, FALSE):
        refuse("a rule with one pile and without 'positions', 'stop', 'win' and 'block'", rule.entries)
    try:
        return HeapOptions(rule, Relations(Numeration((2,)), budget))
    except OtherNumeration as error:
        return HeapOptions(rule, Relations(error.numeration, budget))


class HeapOptions:
    """The options of heaps by a rule with one pile, to be compared with the listed moves.

    `options[j]` is the relation between a heap and the j heaps of an option that are not empty, in the order in which
    the rule has them.
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
                    continue  # an empty heap is not a position
                parts, number = list(where), sum(full)
                left = iter(self.left)
                for (term,), is_full in zip(move.parts, full, strict=True):
                    parts.append(self.compare(next(left) if is_full else 0, "=", term, names))
                least = max(1, rule.least_pile)
                parts += [self.compare(one, ">=", least, names) for one in self.left[:number]]
                found[number].append(eliminate(relations, parts, list(choices.values())))
        self.options = [relations.exists(one, self.variables(number)) for number, one in enumerate(found)]

    def variables(self, number: int) -> tuple[Variable, ...]:
        """Return the variables of the relation of options with this many heaps."""
        return (self.heap, *self.left[:number])

    def check_moves(self, moves: Sequence[HeapMove]) -> None:
        """Show that the moves of the rule are exactly those listed."""
        if unknown := next((move for move in moves if move.parts >= len(self.options)), None):
            raise NotVerified(f"no move of the rule leaves {unknown.parts} heaps, but the certificate lists one")
        relations = self.relations
        for number, options in enumerate(self.options):
            variables = self.variables(number)
            own = relations.permuted(options, [variables[1:]])
            listed = relations.exists([self._listed(move) for move in moves if move.parts == number], variables)
            if (wrong := difference(relations, own, listed, variables)) is not None:
                heap, *left = wrong
                which = "is a move of the rule, but not of the list"
                if not relations.contains(own, dict(zip(variables, wrong, strict=True))):
                    which = "is a move of the list, but not of the rule"
                raise NotVerified(f"from a heap of {heap} to {_shown(left)} {which}")

    def _listed(self, move: HeapMove) -> list[Relation]:
        left = self.left[: move.parts]
        parts = [self.compare(self.heap, "=", ("+", move.taken, *left), {})]
        parts += [self.compare(self.heap, ">=", move.heap, {})] if move.heap else []
        parts += [self.compare(one, ">=", 1, {}) for one in left]
        return parts + ([self.compare(*pair, {}) for pair in _unequal(left)] if move.distinct else [])

    def check_smaller(self) -> None:
        """Show that every heap of an option has fewer chips than the heap it comes from, so that play ends."""
        relations = self.relations
        zero = self.compare(self.heap, "=", 0, {})
        for number, options in enumerate(self.options):
            variables = self.variables(number)
            for wrong in [zero, *(self.compare(one, ">=", self.heap, {}) for one in variables[1:])]:
                both = relations.conjunction([options, wrong])
                if (numbers := difference(relations, both, relations.false, variables)) is not None:
                    heap, *left = numbers
                    raise NotVerified(f"a move from a heap of {heap} to {_shown(left)} does not leave smaller heaps")

    def of_heap(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return the options of a heap, each in some order at least once; all their heaps must be smaller."""
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
