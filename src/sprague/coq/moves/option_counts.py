"""Counting of options in a set, where options may be forbidden (`coq/Counts.v`).

A way to move is a kind of move in one order of the entries. For each way an automaton reads a position and what is
guessed beside it, and picks witnesses, so that each option in the set has one, and no two ways have the same. Others
tell which of these end two options, three, and so on, where options go up as their entries do, and which positions have
so many. Altogether there are so many options as the ways have together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.coq.automata import Automaton, explored
from sprague.coq.conditions import Cond, Linear, Member, No, Yes, both, compare, either, rename
from sprague.coq.moves.choices import Found, Strategy, Way, find_image
from sprague.coq.moves.condition_states import Follower, State
from sprague.coq.moves.plans import Order, Planner
from sprague.coq.rules import Played
from sprague.coq.terms import NotCovered
from sprague.errors import NotVerified
from sprague.limits import check

MOST_WAYS = 24  # each is compared with each
MOST_ENTRIES = 7  # Coq writes out all their orders
NEVER = No(Yes())


@dataclass(frozen=True)
class Level:
    """Which witnesses end so many options, at which positions there are so many, and how the last is found."""

    ends: Automaton
    has: Automaton
    last: Strategy


@dataclass(frozen=True)
class Alias:
    """Witnesses that are not picked, the way by which their option has one that is, and how that is found."""

    other: int
    covered: Automaton
    instead: Strategy


@dataclass(frozen=True)
class Tally:
    """For one way: aliases, the level of one option, and those of more, with how one option less is found."""

    aliases: tuple[Alias, ...]
    single: Level
    several: tuple[tuple[Strategy, Level], ...]

    @property
    def levels(self) -> list[Level]:
        return [self.single, *(level for _, level in self.several)]


# ------------------------------------------------------------------------------ orders and ways


def orders_of(groups: Sequence[int]) -> list[Order]:
    """The orders of entries that leave each in its group, one after another as Coq has them.

    >>> orders_of([0, 0, 2])
    [(0, 1, 2), (1, 0, 2)]
    """
    return [order for order in _all_orders(range(len(groups))) if [groups[i] for i in order] == list(groups)]


def _all_orders(places: Sequence[int]) -> list[Order]:
    if not places:
        return [()]
    first, rest = places[0], places[1:]
    return [(*order[:at], first, *order[at:]) for order in _all_orders(rest) for at in range(len(places))]


def in_order(move: Played, order: Order) -> Played:
    """The move made after the entries are put into this order, as it is seen from the entries as they stand."""
    places = [*order, *range(len(order), len(order) + move.guessed)]
    reached = [places[place] for place in move.arrival]
    arrival = tuple(reached[order.index(entry)] for entry in range(len(order)))
    return Played(move.guessed, rename(move.when, places), arrival)


# ------------------------------------------------------------------------------ numbers at some places


def _equal(left: int, right: int) -> Cond:
    return compare(Linear(((1, left), (-1, right)), 0), True)


def _less(left: int, right: int) -> Cond:
    return compare(Linear(((-1, left), (1, right)), -1), False)


def same_at(left: Sequence[int], right: Sequence[int]) -> Cond:
    """That the numbers at these places are the same as at those."""
    found: Cond = Yes()
    for one, other in reversed(list(zip(left, right, strict=True))):
        if one != other:
            found = both(_equal(one, other), found)
    return found


def ahead_at(left: Sequence[int], right: Sequence[int]) -> Cond:
    """That the first numbers in which they differ go up."""
    found: Cond = NEVER
    for one, other in reversed(list(zip(left, right, strict=True))):
        if one != other:
            found = either(_less(one, other), NEVER if found == NEVER else both(_equal(one, other), found))
    return found


def alike_at(orders: Iterable[Order], left: Sequence[int], right: Sequence[int]) -> Cond:
    """That the numbers at these places, in one of the orders, are the same as at those."""
    found: Cond = NEVER
    for order in reversed(list(orders)):
        found = either(same_at([left[place] for place in order], right), found)
    return found


# ------------------------------------------------------------------------------ counting


def count_options(planner: Planner, automaton: Automaton, blocking: int) -> list[Tally]:
    """How the options in the set are counted, up to one more than may be forbidden."""
    counter = _Counter(planner, automaton)
    tallies = [counter.tally(blocking + 1) for _ in counter.ways]
    counter.look_at(blocking + 1)
    return tallies


class _Counter:
    """The ways to move of a rule, and the options in a set, way after way."""

    def __init__(self, planner: Planner, automaton: Automaton) -> None:
        self.planner, self.numeration = planner, planner.numeration
        self.entries, groups = planner.rule.entries, planner.rule.groups
        if self.entries > MOST_ENTRIES:
            raise NotCovered(f"options are counted for at most {MOST_ENTRIES} entries, got {self.entries}")
        self.inside = Member(automaton, tuple(range(self.entries)))
        self.orders = orders_of(groups)
        many = len(planner.followed.kinds) * len(self.orders)
        if many > MOST_WAYS:
            raise NotCovered(
                f"options are counted where there are at most {MOST_WAYS} ways to move, got {many}: "
                f"{len(planner.followed.kinds)} moves in {len(self.orders)} orders of the piles"
            )
        self.ways = [in_order(move, order) for move in planner.followed.kinds for order in self.orders]
        self.tallies: list[Tally] = []

    # -------------------------------------------------------------------------- two witnesses side by side

    def _all(self, way: Played) -> tuple[int, ...]:
        return tuple(range(self.entries + way.guessed))

    def _second(self, way: Played, other: Played) -> tuple[int, ...]:
        """The places of the position and of the other's guesses, which come last."""
        first = self.entries + way.guessed
        return (*range(self.entries), *range(first, first + other.guessed))

    def _reached(self, way: Played, other: Played) -> list[int]:
        places = self._second(way, other)
        return [places[place] for place in other.arrival]

    def _witness(self, way: Played) -> Cond:
        return both(rename(self.inside, way.arrival), way.when)

    def _one_less(self, way: Played, picked: Automaton, level: Level) -> Cond:
        """That the first witness is picked, and the second is ahead of it and ends one option less."""
        less = both(Member(level.ends, self._second(way, way)), ahead_at(self._reached(way, way), way.arrival))
        return both(Member(picked, self._all(way)), less)

    def _alike(self, way: Played, other: Played) -> Cond:
        return alike_at(self.orders, way.arrival, self._reached(way, other))

    # -------------------------------------------------------------------------- what is found

    def _follower(self, cond: Cond, tracks: int) -> Follower:
        return Follower(self.numeration.read(cond, range(tracks)), self.numeration.base, tracks, 0)

    def _automaton(self, cond: Cond, tracks: int) -> Automaton:
        """The numbers of which the condition holds."""
        follower = self._follower(cond, tracks)

        def after(state: State | None, column: int) -> State | None:
            reached = None if state is None else follower.after(state, column)
            return None if reached is None or follower.sure(reached) is False else reached

        def accepts(state: State | None) -> bool:
            return state is not None and follower.now(state)

        start = None if follower.sure(follower.start) is False else follower.start
        return explored(start, len(follower.columns), after, accepts, self.planner.budget)

    def _is_empty(self, cond: Cond, tracks: int) -> bool:
        """Whether the condition holds of no numbers."""
        # All are guessed, so that what is hopeless is not tried.
        follower = Follower(self.numeration.read(cond, range(tracks)), self.numeration.base, 0, tracks)
        if follower.sure(follower.start) is False:
            return True
        seen, waiting = {follower.start}, [follower.start]
        for state in waiting:
            if follower.now(state):
                return False
            for _, reached in follower.hopeful(state, 0):
                if reached not in seen:
                    seen.add(reached)
                    waiting.append(reached)
            self.planner.budget.keep_states(len(waiting))
        return True

    def _found(self, read: int, guessed: int, cond: Cond) -> Found:
        asked = self.numeration.read(cond, range(read, read + guessed))
        return find_image(Way(read, guessed, asked, self.numeration.base), self.planner.budget)

    def _strategy(self, found: Found, care: Automaton) -> Strategy:
        read = found.way.follower.read
        return found.strategy(self._follower(Member(care, tuple(range(read))), read))

    # -------------------------------------------------------------------------- way after way

    def tally(self, most: int) -> Tally:
        """How options by the next way are counted, up to so many."""
        number = len(self.tallies)
        way = self.ways[number]
        tracks, everything = self.entries + way.guessed, self._all(way)
        aliases: list[Alias] = []
        kept = self._witness(way)
        for other in range(number):
            check()
            if (alias := self._alias(number, other, self.tallies[other].single.ends, kept)) is not None:
                aliases.append(alias)
                kept = both(kept, No(Member(alias.covered, everything)))
        picked = self._automaton(self._first_alike(way, kept), tracks)
        if (own := self._alias(number, number, picked, both(kept, No(Member(picked, everything))))) is not None:
            aliases.append(own)
        single = self._level(way, picked)
        several: list[tuple[Strategy, Level]] = []
        level = single
        for _ in range(most - 1):
            found = self._found(tracks, way.guessed, self._one_less(way, picked, level))
            level = self._level(way, found.image)
            several.append((self._strategy(found, found.image), level))
        tally = Tally(tuple(aliases), single, tuple(several))
        self.tallies.append(tally)
        return tally

    def _level(self, way: Played, ends: Automaton) -> Level:
        found = self._found(self.entries, way.guessed, Member(ends, self._all(way)))
        return Level(ends, found.image, self._strategy(found, found.image))

    def _alias(self, number: int, other: int, picked: Automaton, left: Cond) -> Alias | None:
        """The witnesses left whose option has one that is picked by the other way, if there are any."""
        way, instead = self.ways[number], self.ways[other]
        cond = both(Member(picked, self._second(way, instead)), self._alike(way, instead))
        tracks = self.entries + way.guessed
        if self._is_empty(both(left, cond), tracks + instead.guessed):
            return None
        found = self._found(tracks, instead.guessed, cond)
        covered = self._automaton(both(left, Member(found.image, self._all(way))), tracks)
        return Alias(other, covered, self._strategy(found, covered))

    def _first_alike(self, way: Played, kept: Cond) -> Cond:
        """Those kept of which no other that is kept is the same option in another order and ahead."""
        others = self.orders[1:]
        if not others:
            return kept
        reached = self._reached(way, way)
        again = both(rename(kept, self._second(way, way)), alike_at(others, way.arrival, reached))
        cond = both(again, ahead_at(reached, way.arrival))
        tracks = self.entries + way.guessed
        if self._is_empty(both(kept, cond), tracks + way.guessed):
            return kept
        return both(kept, No(Member(self._found(tracks, way.guessed, cond).image, self._all(way))))

    # -------------------------------------------------------------------------- whether the set is right

    def _counted(self, number: int, count: int) -> Cond:
        """That the ways from this number on have so many options together."""
        if number == len(self.ways):
            return NEVER if count else Yes()
        here = tuple(range(self.entries))
        found: Cond = NEVER
        for own in reversed(range(count + 1)):
            level = self.tallies[number].levels[own - 1].has if own else None
            rest = self._counted(number + 1, count - own) if level is None or level.accepting else NEVER
            if rest != NEVER:
                found = either(rest if level is None else both(Member(level, here), rest), found)
        return found

    def look_at(self, most: int) -> None:
        """Notice a wrong set before Coq does."""
        many, domain = self._counted(0, most), self.planner.followed.domain
        few = both(domain, both(No(self.inside), No(many)))
        if not all(self._is_empty(cond, self.entries) for cond in (both(self.inside, many), few)):
            raise NotVerified("some position has too many or too few options in the set; sprague verify tells which")
