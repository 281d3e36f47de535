"""`count_options` counts the options that are in a set, for rules with `block` (`coq/OptionCounts.v`).

An *ordered move* is a move of the rule for one order of the entries. A *witness* of an option is a tuple of choices
that leads to the option. For each ordered move, an automaton selects some witnesses. Each option in the set has exactly
one selected witness among the witnesses of all ordered moves. The options of a position are ordered lexicographically.
For each ordered move and each level n = 2, 3, …, one automaton recognises the selected witnesses of all options of the
move except the n - 1 smallest options. For each ordered move and level n, a second automaton recognises the positions
from which the move has at least n options. The number of options in the set is the sum of the counts of all ordered
moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.coq.automaton_tables import Automaton
from sprague.coq.digit_conditions import (
    NEVER,
    DigitCondition,
    LinearTerm,
    Member,
    No,
    Yes,
    compare_to_zero,
    conjunction,
    disjunction,
    in_numeration,
    rename_places,
)
from sprague.coq.moves.condition_automata import ConditionAutomaton
from sprague.coq.moves.plans import EntryOrder, Planner
from sprague.coq.moves.strategies import Strategy
from sprague.coq.rule_terms import NotCovered
from sprague.coq.rule_translation import GuessedMove
from sprague.errors import NotVerified
from sprague.limits import check

MOST_ORDERED_MOVES = 24  # limit on the number of ordered moves, because every two ordered moves are compared
MOST_ENTRIES = 7  # limit on the number of entries, because Coq enumerates all their orders


@dataclass(frozen=True)
class CountLevel:
    """Level n of an option count: selected witnesses of the options of a move, without the n - 1 smallest options.

    A position with a witness of level n has at least n options in the set. The strategy of level n finds a witness of
    level n.
    """

    witnesses: Automaton
    positions: Automaton
    strategy: Strategy


@dataclass(frozen=True)
class Alias:
    """An automaton of witnesses that are not counted, because a selected witness leads to the same option.

    `other` is the index of the ordered move to which the selected witness belongs.
    """

    other: int
    witnesses: Automaton
    strategy: Strategy


@dataclass(frozen=True)
class OptionCount:
    """The automata that count the options of one ordered move: the levels 1, 2, 3, …, and the aliases.

    For each witness of a level n >= 2, a strategy finds a witness of level n - 1 that leads to a smaller option.
    """

    aliases: tuple[Alias, ...]
    single: CountLevel
    several: tuple[tuple[Strategy, CountLevel], ...]

    @property
    def levels(self) -> list[CountLevel]:
        """The levels 1, 2, 3, …."""
        return [self.single, *(level for _, level in self.several)]


# Orders of entries


def group_orders(groups: Sequence[int]) -> list[EntryOrder]:
    """Return all permutations of entries within their groups, in the same order as in Coq.

    >>> group_orders([0, 0, 2])
    [(0, 1, 2), (1, 0, 2)]
    """
    return [order for order in _all_orders(range(len(groups))) if [groups[i] for i in order] == list(groups)]


def _all_orders(places: Sequence[int]) -> list[EntryOrder]:
    if not places:
        return [()]
    first, rest = places[0], places[1:]
    return [(*order[:at], first, *order[at:]) for order in _all_orders(rest) for at in range(len(places))]


def _reorder_move(move: GuessedMove, order: EntryOrder) -> GuessedMove:
    """Return the ordered move that permutes the entries, makes the given move, and permutes the entries back."""
    places = [*order, *range(len(order), len(order) + move.guessed)]
    reached = [places[place] for place in move.target]
    target = tuple(reached[order.index(entry)] for entry in range(len(order)))
    return GuessedMove(move.guessed, rename_places(move.condition, places), target)


# Conditions that compare numbers; each number is given by its index


def _equal(left: int, right: int) -> DigitCondition:
    return compare_to_zero(LinearTerm(((1, left), (-1, right)), 0), True)


def _less(left: int, right: int) -> DigitCondition:
    return compare_to_zero(LinearTerm(((-1, left), (1, right)), -1), False)


def _equal_at(left: Sequence[int], right: Sequence[int]) -> DigitCondition:
    """Return the condition that the tuples of numbers at the indices `left` and `right` are equal."""
    return conjunction(*(_equal(one, other) for one, other in zip(left, right, strict=True) if one != other))


def _less_at(left: Sequence[int], right: Sequence[int]) -> DigitCondition:
    """Return the condition that the numbers at the indices `left` are lexicographically less than those at `right`."""
    found: DigitCondition = NEVER
    for one, other in reversed(list(zip(left, right, strict=True))):
        if one != other:
            found = disjunction(_less(one, other), NEVER if found == NEVER else conjunction(_equal(one, other), found))
    return found


def _permuted_at(orders: Iterable[EntryOrder], left: Sequence[int], right: Sequence[int]) -> DigitCondition:
    """Return the condition that the numbers at `right` are the numbers at `left` in one of the given orders."""
    return disjunction(*(_equal_at([left[place] for place in order], right) for order in orders))


# Counting


def count_options(planner: Planner, automaton: Automaton, blocking: int) -> list[OptionCount]:
    """For each ordered move, return automata for Coq that count its options in a set, up to at most `blocking + 1`.

    Raises:
        NotVerified: the set is not the set of P-positions.
        NotCovered: the rule has too many entries or ordered moves.
    """
    counter = _Counter(planner, automaton)
    counts = [counter.count_next(blocking + 1) for _ in counter.moves]
    counter.check_set(blocking + 1)
    return counts


class _Counter:
    """A counter of options in a set; it stores the ordered moves of a rule, and the option counts computed so far."""

    def __init__(self, planner: Planner, automaton: Automaton) -> None:
        self.planner, self.numeration = planner, planner.numeration
        self.entries, groups = planner.rule.entries, planner.rule.groups
        if self.entries > MOST_ENTRIES:
            raise NotCovered(
                f"the export to Coq covers rules with 'block' for at most {MOST_ENTRIES} piles, got {self.entries}"
            )
        self.inside = Member(automaton, tuple(range(self.entries)))
        self.orders = group_orders(groups)
        kinds = planner.compiled.moves
        many = len(kinds) * len(self.orders)
        if many > MOST_ORDERED_MOVES:
            raise NotCovered(
                f"the export to Coq covers rules with 'block' for at most {MOST_ORDERED_MOVES} moves, got {many} "
                f"moves: {len(kinds)} in each of {len(self.orders)} orders of the piles"
            )
        self.moves = [_reorder_move(move, order) for move in kinds for order in self.orders]
        self.counts: list[OptionCount] = []

    # Conditions on two tuples of choices (witnesses) at the same position

    def _all_places(self, move: GuessedMove) -> tuple[int, ...]:
        return tuple(range(self.entries + move.guessed))

    def _second_places(self, move: GuessedMove, other: GuessedMove) -> tuple[int, ...]:
        """For a condition on two moves, return the indices of the entries and of the numbers guessed for `other`."""
        first = self.entries + move.guessed
        return (*range(self.entries), *range(first, first + other.guessed))

    def _second_target(self, move: GuessedMove, other: GuessedMove) -> list[int]:
        places = self._second_places(move, other)
        return [places[place] for place in other.target]

    def _after_previous(self, move: GuessedMove, selected: Automaton, level: CountLevel) -> DigitCondition:
        """Return the condition that a selected witness has a greater option than another witness of `level`."""
        return conjunction(
            Member(selected, self._all_places(move)),
            Member(level.witnesses, self._second_places(move, move)),
            _less_at(self._second_target(move, move), move.target),
        )

    def _same_option(self, move: GuessedMove, other: GuessedMove) -> DigitCondition:
        return _permuted_at(self.orders, move.target, self._second_target(move, other))

    # Automata of conditions

    def _automaton(self, condition: DigitCondition, tracks: int) -> Automaton:
        """Return the automaton of the tuples for which a condition is true."""
        return self.planner.condition_automaton(condition, tracks).to_automaton(self.planner.limit)

    def _is_empty(self, condition: DigitCondition, tracks: int) -> bool:
        """Return whether no tuple satisfies a condition.

        The function searches digit by digit for a tuple, and skips digits that make the condition false.
        """
        valid = in_numeration(condition, self.numeration, range(tracks))
        states = ConditionAutomaton(valid, self.numeration.base, 0, tracks)
        if states.verdict(states.start) is False:
            return True
        known, waiting = {states.start}, [states.start]
        for state in waiting:
            if states.accepts(state):
                return False
            for _, reached in states.open_steps(state, 0):
                if reached not in known:
                    known.add(reached)
                    waiting.append(reached)
            self.planner.limit.check(len(waiting))
        return True

    # Methods that count options, one ordered move after another

    def count_next(self, most: int) -> OptionCount:
        """Count the options of the next ordered move, and return the option count with `most` levels."""
        number = len(self.counts)
        move = self.moves[number]
        tracks, everything = self.entries + move.guessed, self._all_places(move)
        aliases: list[Alias] = []
        left = move.into(self.inside)
        for other in range(number):
            check()
            if (alias := self._alias(number, other, self.counts[other].single.witnesses, left)) is not None:
                aliases.append(alias)
                left = conjunction(left, No(Member(alias.witnesses, everything)))
        selected = self._automaton(self._without_permuted(move, left), tracks)
        own = self._alias(number, number, selected, conjunction(left, No(Member(selected, everything))))
        if own is not None:
            aliases.append(own)
        single = level = self._level(move, selected)
        several: list[tuple[Strategy, CountLevel]] = []
        for _ in range(most - 1):
            found = self.planner.project(tracks, move.guessed, self._after_previous(move, selected, level))
            level = self._level(move, found.automaton)
            several.append((self.planner.strategy(found, found.automaton), level))
        self.counts.append(OptionCount(tuple(aliases), single, tuple(several)))
        return self.counts[-1]

    def _level(self, move: GuessedMove, witnesses: Automaton) -> CountLevel:
        found = self.planner.project(self.entries, move.guessed, Member(witnesses, self._all_places(move)))
        return CountLevel(witnesses, found.automaton, self.planner.strategy(found, found.automaton))

    def _alias(self, number: int, other: int, selected: Automaton, left: DigitCondition) -> Alias | None:
        """Return an alias for the witnesses in `left` whose options are counted for the move `other`, or None."""
        move, instead = self.moves[number], self.moves[other]
        condition = conjunction(Member(selected, self._second_places(move, instead)), self._same_option(move, instead))
        tracks = self.entries + move.guessed
        if self._is_empty(conjunction(left, condition), tracks + instead.guessed):
            return None
        found = self.planner.project(tracks, instead.guessed, condition)
        covered = self._automaton(conjunction(left, Member(found.automaton, self._all_places(move))), tracks)
        return Alias(other, covered, self.planner.strategy(found, covered))

    def _without_permuted(self, move: GuessedMove, left: DigitCondition) -> DigitCondition:
        """Remove a choice from `left` if another choice leads to a smaller permutation of its option."""
        others = self.orders[1:]
        if not others:
            return left
        target = self._second_target(move, move)
        again = conjunction(
            rename_places(left, self._second_places(move, move)), _permuted_at(others, move.target, target)
        )
        condition = conjunction(again, _less_at(target, move.target))
        tracks = self.entries + move.guessed
        if self._is_empty(conjunction(left, condition), tracks + move.guessed):
            return left
        smaller = self.planner.project(tracks, move.guessed, condition).automaton
        return conjunction(left, No(Member(smaller, self._all_places(move))))

    # Methods that check whether a set is the set of P-positions

    def _count_condition(self, number: int, count: int) -> DigitCondition:
        """Return the condition that ordered moves with index >= `number` have at least `count` options in the set."""
        if number == len(self.moves):
            return NEVER if count else Yes()
        own_entries = tuple(range(self.entries))
        found: DigitCondition = NEVER
        for own in reversed(range(count + 1)):
            level = self.counts[number].levels[own - 1].positions if own else None
            rest = self._count_condition(number + 1, count - own) if level is None or level.accepting else NEVER
            if rest != NEVER:
                found = disjunction(rest if level is None else conjunction(Member(level, own_entries), rest), found)
        return found

    def check_set(self, most: int) -> None:
        """Raise `NotVerified` if the option counts show that the set is not the set of P-positions."""
        many, domain = self._count_condition(0, most), self.planner.compiled.domain
        few = conjunction(domain, No(self.inside), No(many))
        if not all(self._is_empty(wrong, self.entries) for wrong in (conjunction(self.inside, many), few)):
            raise NotVerified(
                "the set is wrong: some position has too many or too few options in the set; to find the "
                "position, run 'sprague verify' without --coq"
            )
