"""The class `Sets` checks automata that recognise P-positions or Grundy values, and claims about these sets.

Every check is a search through the columns of digits of all positions. The search visits all reachable combinations of
states of the automata. There are only finitely many combinations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from .arithmetic import Comparison, Equal, Linear, Power
from .automata import MOST_TRANSITIONS, Dfa, Relation, Relations, Variable, explore
from .errors import Budget, NotVerified
from .game import Game
from .numeration import Numeration
from .trees import Formula, Rule, read_list, read_naturals, read_object, refuse


@dataclass(frozen=True)
class DescribedSet:
    """A set of positions that a claim may describe, stored as a relation between the entries of a position.

    If the tuples of the set contain an additional number, `track` is "value" (for the Grundy value v) or "power" (for
    2**v). The function `relation` builds the relation in the numeration of the given `Sets` object. If `numeration` is
    not None, `relation` works only in the given numeration.
    """

    relation: Callable[[Sets], Relation]
    numeration: Numeration | None = None
    track: str = ""


@dataclass(frozen=True)
class Evidence:
    """The checker's result for the evidence of a certificate: the theorem, and the sets that claims may describe.

    `theorem` is the end of a sentence that begins with the name of the game. `examined` is the number of positions, or
    of combinations of states, that were examined.
    """

    theorem: str
    examined: int
    sets: Sequence[DescribedSet] = ()


MOST_SYMBOLS = 4096  # limit on the number of symbols of an automaton in a certificate
# A function that checks a tuple. For each relation, the function receives a flag which says whether the relation
# contains the tuple. The function returns an error text, or None if the tuple is correct.
Judge = Callable[[Sequence[bool]], str | None]


def read_automaton(data: object, numeration: Numeration, tracks: int) -> Dfa:
    """Read the automaton of a set of positions from the data of a certificate."""
    symbols = numeration.digits**tracks
    if symbols > MOST_SYMBOLS:
        refuse(f"an automaton with at most {MOST_SYMBOLS:,} symbols", symbols)
    fields = read_object(data, "an automaton", ("transitions", "accepting"))
    rows = read_list(fields["transitions"], "transitions", 1, MOST_TRANSITIONS // symbols)
    table = [read_naturals(row, "transitions", symbols, len(rows) - 1) for row in rows]
    if table[0][0] != 0:
        refuse("a transition from state 0 with symbol 0 to state 0, for leading zeros", table[0][0])
    accepting = read_naturals(fields["accepting"], "accepting", None, len(rows) - 1)
    if len(set(accepting)) < len(accepting):
        refuse("accepting states without repetition", accepting)
    return Dfa(table, frozenset(accepting))


class Sets:
    """The check that automata recognise the P-positions or Grundy values of a rule; it uses the kernel equation."""

    def __init__(self, rule: Rule, numeration: Numeration, budget: Budget) -> None:
        self.rule, self.budget = rule, budget
        self.relations = Relations(numeration, budget)
        self.game = Game(rule, self.relations)
        self.positions = self.relations.conjunction(self.game.positions())
        if not self.relations.is_symmetric(self.positions, self.game.groups):
            raise NotVerified("'positions' depends on the order of the piles, but the rule has 'any order'")
        self.stop = self.game.clause(rule.stop, "stop")
        self.win = self.game.clause(rule.win, "win")
        self.track = {word: Variable(word) for word in ("value", "power")}  # variables for the values v and 2**v

    def described(self, dfa: Dfa, track: str = "") -> Relation:
        """Return the relation that an automaton of a certificate recognises."""
        return Relation((*self.game.x, self.track[track]) if track else self.game.x, dfa)

    def domain(self, track: str = "") -> Relation:
        """Return the domain of a set: all positions or, for the track `power`, all pairs (position, power of 2)."""
        if track != "power":
            return self.positions
        return self.relations.conjunction([self.positions, Power(self.track[track]).relation(self.relations)])

    # Kinds

    def check_p_positions(self, dfa: Dfa, misere: bool) -> int:
        """Check that a set is the set of P-positions, and return the number of combinations of states examined."""
        target = self._read(dfa, "the set")
        if self.rule.block:
            into = self._many_options(target)
            wrong = (
                f"more than {self.rule.block} of its options are in the set",
                f"at most {self.rule.block} of its options are in the set",
            )
        else:
            into = self.game.moves_into(target)
            wrong = "a move leads from it into the set", "no move leads from it into the set"
        can_move = self.game.moves_into(self.positions) if misere else self.relations.true

        def judge(inside: Sequence[bool]) -> str | None:
            member, position, stopped, won, has_move, can = inside
            if not position:
                return "is in the set, but is not a position" if member else None
            if won:
                return None if member else "is not in the set, but is terminal, and the last player has won"
            if misere and (stopped or not can):
                return "is in the set, but is terminal, and the last player has lost" if member else None
            if stopped:
                return None if member else "is not in the set, but is terminal, and the last player has won"
            if member != has_move:
                return None
            return f"is in the set, but {wrong[0]}" if member else f"is not in the set, but {wrong[1]}"

        return self.search([target, self.positions, self.stop, self.win, into, can_move], self.game.x, judge)

    def check_grundy_values(self, dfas: Sequence[Dfa], complete: bool) -> int:
        """Check for every g that set g consists of the positions of Grundy value g; return the number of states.

        The sets are checked in ascending order of g. The positions outside all sets with smaller numbers have Grundy
        values of at least g. Set number g must satisfy the kernel equation on the positions outside all sets with
        smaller numbers.
        """
        over = self.relations.disjunction([self.stop, self.win])
        earlier: list[Relation] = []
        count = 0
        for value, dfa in enumerate(dfas):
            target = self._read(dfa, f"the set of value {value}")
            seen = self.relations.disjunction(earlier)

            def judge(inside: Sequence[bool], value: int = value) -> str | None:
                member, position, before, ended, has_move = inside
                label = f"the set of value {value}"
                if not position:
                    return f"is in {label}, but is not a position" if member else None
                if member and before:
                    return f"is in {label} and in the set of a smaller value"
                if before or ended:
                    right = value == 0 and ended
                    return None if member == right else "is a terminal position, which has the value 0"
                if complete and value == len(dfas) - 1 and not member:
                    return "is in none of the sets, but 'complete' is true"
                if member != has_move:
                    return None
                return f"is {'in' if member else 'not in'} {label}, but {'a' if member else 'no'} move leads into it"

            parts = [target, self.positions, seen, over, self.game.moves_into(target)]
            count += self.search(parts, self.game.x, judge)
            earlier.append(target)
        return count

    def check_grundy_function(self, dfa: Dfa, track: str) -> int:
        """Check that a set pairs each position with its Grundy value, and return the number of states examined.

        The pairs (x, v) must be the P-positions of a sum: the game at x, plus a Nim pile of v chips. If `track` is
        "power", the set contains pairs (x, 2**v) instead of pairs (x, v). At positions where the rule ends play, moves
        are possible only in the Nim pile.
        """
        relations, game = self.relations, self.game
        value, smaller = self.track[track], Variable("smaller")
        target = self.described(dfa, track)
        self._check_words(target, "the set")
        if not relations.is_symmetric(target, game.groups):
            raise NotVerified("the set depends on the order of the piles, but the rule has 'any order'")
        less = Comparison(Linear.of(smaller).plus(Linear.of(value), -1), "<").relation(relations)
        in_nim = relations.exists([[less, target.renamed({value: smaller})]], (*game.x, value))
        into = relations.disjunction([game.moves_into(target), in_nim])
        over = relations.disjunction([self.stop, self.win])
        zero = Equal(value, 1 if track == "power" else 0).relation(relations)

        def judge(inside: Sequence[bool]) -> str | None:
            member, pair, ended, is_zero, has_move = inside
            if not pair:
                return "is in the set, but is not a pair of a position and a value" if member else None
            if ended:
                return None if member == is_zero else "contains a terminal position, whose value is 0"
            if member != has_move:
                return None
            if member:
                return "is in the set, but an option with the same value, or the position with a smaller value, is too"
            return "is not in the set, but neither an option with this value nor the position with a smaller value is"

        return self.search([target, self.domain(track), over, zero, into], (*game.x, value), judge)

    def _read(self, dfa: Dfa, what: str) -> Relation:
        found = Relation(self.game.x, dfa)
        self._check_words(found, what)
        if not self.relations.is_symmetric(found, self.game.groups):
            raise NotVerified(f"{what} depends on the order of the piles, but the rule has 'any order'")
        return found

    def _check_words(self, relation: Relation, what: str) -> None:
        """Check that an automaton accepts only words of digits that represent numbers."""
        if self.relations.numeration.base:
            return
        for one in relation.variables:
            wrong = self.relations.complement(self.relations.valid(one))
            both = self.relations.conjunction([relation, wrong])
            if both.dfa.accepting:
                raise NotVerified(f"{what} contains digits of '{one.label}' that do not represent a number")

    # Blocked options

    def _many_options(self, target: Relation) -> Relation:
        """Return the positions that have more options in the set `target` than the opponent may block.

        The function builds the deterministic automaton of the pairs (x, y) such that y is an option of x and in the
        set. If the order of the piles does not matter, the automaton accepts only options y with sorted piles.
        Different options have different digits. Therefore the function can count the options of x while it reads the
        digits of x: for each state, it stores how many options y lead to the state. The counts of options are limited
        to one more than the number of options that the opponent may block.
        """
        relations, game, enough = self.relations, self.game, self.rule.block + 1
        y = {one: Variable(f"option {one.label}") for one in game.x}
        after = target.renamed(y)
        options = game.options(tuple(y.values()))
        sorted_ = [
            Comparison(Linear.of(y[two]).plus(Linear.of(y[one]), -1), ">=").relation(relations)
            for group in game.groups
            for one, two in pairwise(group)
        ]
        valid = [] if relations.numeration.base else [relations.valid(one) for one in y.values()]
        whole = relations.over(relations.conjunction([options, after, *sorted_, *valid]), (*game.x, *y.values()))
        width = relations.numeration.digits ** len(game.x)

        def read(counts: frozenset[tuple[int, int]], symbol: int) -> frozenset[tuple[int, int]]:
            found: Counter[int] = Counter()
            self.budget.spend(width * len(counts))
            for state, count in counts:
                for reached in whole.transitions[state][symbol * width : (symbol + 1) * width]:
                    if whole.useful[reached]:
                        found[reached] += count
            return frozenset((state, min(count, enough)) for state, count in found.items())

        # An option can have more digits than the position, so read leading zeros of the position until the counts are
        # stable.
        start = frozenset({(0, 1)}) if whole.useful[0] else frozenset()
        while (longer := read(start, 0)) != start:
            start = longer

        def accepts(counts: frozenset[tuple[int, int]]) -> bool:
            return sum(count for state, count in counts if state in whole.accepting) >= enough

        return Relation(game.x, explore(start, width, read, accepts, self.budget))

    # Claims

    def check_claim(self, described: DescribedSet, formula: Formula, order: str) -> None:
        """Check that a formula is true exactly for the members of a set."""
        target = described.relation(self)
        variables = (*self.game.x, self.track[described.track]) if described.track else self.game.x
        names = {one.label: one for one in variables}
        claimed = self.game.translation.relation(formula, names)
        claimed = self.relations.permuted(claimed, self.game.groups, every=order == "every")

        def judge(inside: Sequence[bool]) -> str | None:
            member, in_domain, is_true = inside
            if not in_domain or member == is_true:
                return None
            return f"is {'' if member else 'not '}in the set, but the formula is {'false' if member else 'true'} there"

        self.search([target, self.domain(described.track), claimed], variables, judge)

    # Search

    def search(self, parts: Sequence[Relation], variables: Sequence[Variable], judge: Judge) -> int:
        """Search all tuples of numbers breadth first; raise `NotVerified` for the first tuple that `judge` rejects."""
        relations = self.relations
        checked = len(parts)
        if not relations.numeration.base:
            parts = [*parts, *(relations.valid(one) for one in variables)]
        symbols = [relations.symbols(part, variables) for part in parts]
        useful = [part.dfa.useful for part in parts[checked:]]
        start = (0,) * len(parts)
        came: dict[tuple[int, ...], tuple[tuple[int, ...], int] | None] = {start: None}
        waiting = [start]
        for state in waiting:
            if not all(one[place] for one, place in zip(useful, state[checked:], strict=True)):
                continue  # the digits read so far do not represent numbers
            problem = judge([one in part.dfa.accepting for one, part in zip(state[:checked], parts, strict=False)])
            if problem is not None:
                numbers = self._tuple(state, came, variables)
                raise NotVerified(f"{numbers} {problem}")
            rows = [part.dfa.transitions[one] for one, part in zip(state, parts, strict=True)]
            self.budget.spend(len(symbols[0]))
            self.budget.check_states(len(came))
            for symbol, column in enumerate(zip(*symbols, strict=True)):
                reached = tuple(row[one] for row, one in zip(rows, column, strict=True))
                if reached not in came:
                    came[reached] = (state, symbol)
                    waiting.append(reached)
        return len(came)

    def _tuple(self, state: Any, came: Any, variables: Sequence[Variable]) -> str:
        """Return the tuple of numbers whose digits lead the search to a state."""
        columns = list(product(range(self.relations.numeration.digits), repeat=len(variables)))
        word = []
        while (before := came[state]) is not None:
            state, symbol = before
            word.append(columns[symbol])
        read = self.relations.numeration.read
        numbers = [read(column[track] for column in reversed(word)) for track in range(len(variables))]
        return f"({', '.join(map(str, numbers))})"
