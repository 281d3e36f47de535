"""Plans that find a move into a set from every position, checked by `coq/Plans.v`.

For each kind of move there is the set from which it leads into the target, its image. Whatever matters is in one of the
images, read in some order of the entries: if they are taken away, nothing is left (`remainders`). Where a move has keys
(`keys`), a position is only asked for these.

All images at once may have very many states that go together, where each taken away from what the others left has few.
So what is left is told to Coq after each of them, as the automaton with the fewest states, where all of them are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from sprague.coq.automata import Automaton, Budget, arranged, explored
from sprague.coq.conditions import Cond, Fact, Member, No, Yes, both, rename
from sprague.coq.moves.choices import Found, Strategy, Way, find_image
from sprague.coq.moves.condition_states import Follower
from sprague.coq.moves.keys import Split, conjuncts, every, split_at_keys
from sprague.coq.numerations import Numeration
from sprague.coq.rules import CoqRule, Followed, Played
from sprague.errors import NotVerified
from sprague.limits import check


@dataclass(frozen=True)
class Between:
    """So many keys, and those that lead into the target."""

    count: int
    into_target: Automaton


@dataclass(frozen=True)
class Image:
    """A kind of move, the positions from which it leads into the target, and how."""

    kind: int
    leads: Automaton
    found: Strategy


@dataclass(frozen=True)
class Plan:
    """For one target: keys for some kinds of moves; images; and how they are taken away."""

    through: tuple[Between | None, ...]
    images: tuple[Image, ...]
    away: tuple[Taken, ...]


@dataclass(frozen=True)
class Images:
    """For one target: the positions from which each kind of move leads there, how, and in which orders they differ."""

    through: tuple[Between | None, ...]
    leads: tuple[Automaton, ...]
    found: tuple[Found, ...]
    orders: tuple[tuple[int, Order], ...]

    @property
    def outside(self) -> Cond:
        """That no move leads to the target."""
        outside: Cond = Yes()
        for kind, order in self.orders:
            outside = both(outside, No(Member(self.leads[kind], order)))
        return outside


@dataclass(frozen=True)
class Planner:
    """A rule as digits are read."""

    rule: CoqRule
    numeration: Numeration
    followed: Followed
    budget: Budget
    known: dict[Cond, Images] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def of(rule: CoqRule, numeration: Numeration, budget: Budget) -> Planner:
        return Planner(rule, numeration, Followed.of(rule, numeration.base), budget)

    def plan(self, care: Cond, target: Cond) -> Plan:
        """How a move into the target is found from wherever the position is cared for."""
        known = self.images_of(target)
        remainders = Remainders(self.rule.entries, self.numeration, self.budget)
        away = remainders.taken_away(both(care, _sorted(self.rule.groups)), known.leads, known.orders)
        pairs = enumerate(zip(known.leads, known.found, strict=True))
        images = (Image(kind, automaton, self._strategy(found)) for kind, (automaton, found) in pairs)
        return Plan(known.through, tuple(images), away)

    def images_of(self, target: Cond) -> Images:
        """The positions from which each kind of move leads into the target; worked out once."""
        if target not in self.known:
            self.known[target] = self._images(target)
        return self.known[target]

    def _images(self, target: Cond) -> Images:
        splits = [self._split(move, target) for move in self.followed.kinds]
        found = [self._image(move, target, split) for move, split in zip(self.followed.kinds, splits, strict=True)]
        through = tuple(
            None if split is None else Between(len(split.keys), known.image)
            for split, (_, known) in zip(splits, found, strict=True)
        )
        leads = tuple(automaton for automaton, _ in found)
        return Images(through, leads, tuple(known for _, known in found), tuple(self._orders(leads)))

    def without_moves(self) -> Automaton:
        """The positions where play is over or no move is left: misère play is decided there."""
        none = self.images_of(self.followed.domain).outside
        follower = Follower(none, self.numeration.base, self.rule.entries, 0)
        return explored(follower.start, len(follower.columns), follower.after, follower.now, self.budget)

    def _found(self, read: int, guessed: int, cond: Cond) -> Found:
        asked = self.numeration.read(cond, range(read, read + guessed))
        return find_image(Way(read, guessed, asked, self.numeration.base), self.budget)

    def _strategy(self, found: Found) -> Strategy:
        read = found.way.follower.read
        care = Member(found.image, tuple(range(read)))
        return found.strategy(Follower(self.numeration.read(care, range(read)), self.numeration.base, read, 0))

    def _leading(self, move: Played, target: Cond) -> Cond:
        return both(rename(target, move.arrival), move.when)

    def _split(self, move: Played, target: Cond) -> Split | None:
        """The move split at its keys, if it keeps no entry and the keys are fewer than the entries."""
        entries = self.rule.entries
        if any(place < entries for place in move.arrival):
            return None
        split = split_at_keys(self._leading(move, target), entries, move.guessed)
        return split if split is not None and 0 < len(split.keys) < entries else None

    def _image(self, move: Played, target: Cond, split: Split | None) -> tuple[Automaton, Found]:
        """The positions from which the move leads into the target; and how the guesses, or the keys, are found."""
        entries = self.rule.entries
        if split is None:
            found = self._found(entries, move.guessed, self._leading(move, target))
            return found.image, found
        count = len(split.keys)
        found = self._found(count, move.guessed, every(split.far))
        keys = Member(found.image, tuple(range(entries, entries + count)))
        asked = both(every(split.near), both(split.keys_are(entries), keys))
        return self._found(entries, count, asked).image, found

    def _orders(self, leads: Sequence[Automaton]) -> Iterator[tuple[int, Order]]:
        """Each kind of move in each order of the entries that gives it another image."""
        groups = self.rule.groups
        blocks = [[i for i, label in enumerate(groups) if label == first] for first in sorted(set(groups))]
        known: set[Automaton] = set()
        for kind, automaton in enumerate(leads):
            for chosen in product(*map(permutations, blocks)):
                check()
                order = list(range(len(groups)))
                for block, places in zip(blocks, chosen, strict=True):
                    for part, place in zip(block, places, strict=True):
                        order[part] = place
                made = _in_order(arranged(automaton, order, self.numeration.base))
                if made not in known:
                    known.add(made)
                    yield kind, tuple(order)


def _sorted(groups: Sequence[int]) -> Cond:
    """That entries which may come in any order go up: it is enough to look at those."""
    found: Cond = Yes()
    for place in reversed(range(len(groups))):
        following = next((other for other in range(place + 1, len(groups)) if groups[other] == groups[place]), None)
        if following is not None:
            found = both(Fact(((-1, place), (1, following)), 0, (), False), found)
    return found


def _in_order(dfa: Automaton) -> Automaton:
    """The automaton with its states numbered as they are met, so that equal sets have equal automata."""
    number, waiting = {0: 0}, [0]
    for state in waiting:
        for target in dfa.transitions[state]:
            if target not in number:
                number[target] = len(waiting)
                waiting.append(target)
    rows = tuple(tuple(number[target] for target in dfa.transitions[state]) for state in waiting)
    return Automaton(rows, frozenset(number[state] for state in dfa.accepting))


MOST_TOGETHER = 50_000  # columns read from states of all images together, which take Coq a few seconds
MOST_LEFT = 5_000  # states of what is left that are told to Coq

Order = tuple[int, ...]


@dataclass(frozen=True)
class Taken:
    """An image by its number, the order in which it has the entries, and what is left then, if that is told."""

    image: int
    order: Order
    rest: Automaton | None = None


@dataclass(frozen=True)
class Remainders:
    """Positions of so many entries, as their digits are read."""

    entries: int
    numeration: Numeration
    budget: Budget

    def taken_away(
        self, asked: Cond, images: Sequence[Automaton], orders: Sequence[tuple[int, Order]]
    ) -> tuple[Taken, ...]:
        """How the images, in these orders, are taken away from the positions asked for, until none is left."""
        left = together = self._reader(asked)
        for image, order in orders:
            together = together.where(self._reader_of(Member(images[image], order)), False, self.budget)
            if together.rows.size > MOST_TOGETHER:
                return tuple(self._one_by_one(left, images, orders))
        if together.accepting.any():
            raise _refused()
        return tuple(Taken(image, order) for image, order in orders)

    def _one_by_one(
        self, left: Reader, images: Sequence[Automaton], orders: Sequence[tuple[int, Order]]
    ) -> Iterator[Taken]:
        for image, order in orders:
            left = left.where(self._reader_of(Member(images[image], order)), False, self.budget).least
            yield Taken(image, order, left.automaton if len(left.rows) <= MOST_LEFT else None)
            if not left.accepting.any():
                return
        raise _refused()

    def _reader(self, cond: Cond) -> Reader:
        """Where the condition holds: one of its parts after another."""
        reader = self._reader_of(Member(Automaton(((0,),), frozenset({0})), ()))  # of everything
        for part in conjuncts(self.numeration.read(cond, range(self.entries))):
            match part:
                case Member():
                    member, accepts = part, True
                case No(Member() as inside):
                    member, accepts = inside, False
                case _:
                    member, accepts = self._member(part), True
            reader = reader.where(self._reader_of(member), accepts, self.budget).least
        return reader

    def _member(self, cond: Cond) -> Member:
        """The condition as a set of all entries."""
        follower = Follower(cond, self.numeration.base, self.entries, 0)
        found = explored(follower.start, len(follower.columns), follower.after, follower.now, self.budget)
        return Member(found, tuple(range(self.entries)))

    def _reader_of(self, member: Member) -> Reader:
        return Reader.of(member, self.numeration.base, self.entries)


def _refused() -> NotVerified:
    return NotVerified("from some position there is no move as the set asks for; sprague verify tells which")


Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Reader:
    """An automaton that reads columns of all entries: `rows[state, column]` is the next state; state 0 is the start."""

    rows: Numbers
    accepting: Flags

    @staticmethod
    def of(member: Member, base: int, entries: int) -> Reader:
        """What reads the columns of so many entries for a set of some of them."""
        columns = np.indices((base,) * entries).reshape(entries, -1)
        symbols = np.zeros(columns.shape[1], dtype=np.int64)
        for place in member.places:
            symbols = symbols * base + columns[place]
        automaton = member.automaton
        rows = np.array(automaton.transitions, dtype=np.int64)[:, symbols]
        return Reader(rows, np.isin(np.arange(len(rows)), list(automaton.accepting)))

    @property
    def automaton(self) -> Automaton:
        return Automaton(tuple(map(tuple, self.rows.tolist())), frozenset(np.flatnonzero(self.accepting).tolist()))

    @property
    def loops(self) -> Flags:
        """The states that no column leaves."""
        found: Flags = (self.rows == np.arange(len(self.rows))[:, None]).all(axis=1)
        return found

    def where(self, other: Reader, accepts: bool, budget: Budget) -> Reader:
        """Where this accepts, and the other does or does not: the states that go together, without what is hopeless."""
        hopeless = self.loops & ~self.accepting
        others_hopeless = other.loops & (other.accepting != accepts)
        width = len(other.rows)
        number = np.full(len(self.rows) * width, -1, dtype=np.int64)
        nowhere = -1  # the first pair that is hopeless stands for all
        pairs, rows = np.zeros(1, dtype=np.int64), []
        known = [pairs]
        number[0], count = 0, 1
        while len(pairs):
            left, right = self.rows[pairs // width], other.rows[pairs % width]
            reached = left * width + right
            lost = hopeless[left] | others_hopeless[right]
            if lost.any():
                nowhere = int(reached[lost][0]) if nowhere < 0 else nowhere
                reached[lost] = nowhere
            flat = reached.ravel()
            new = np.unique(flat[number[flat] < 0])
            number[new] = np.arange(count, count + len(new))
            count += len(new)
            rows.append(number[reached])
            pairs = new
            known.append(pairs)
            budget.keep_states(count)
        every = np.concatenate(known)
        accepting = self.accepting[every // width] & (other.accepting[every % width] == accepts)
        return Reader(np.concatenate(rows), accepting)

    @property
    def least(self) -> Reader:
        """The same set by as few states as there can be: told apart by what they accept, then by where they lead."""
        groups, count = self.accepting.astype(np.int64), 0
        while True:
            finer = groups
            for column in self.rows.T:
                _, first, finer = np.unique(
                    finer * len(self.rows) + groups[column], return_index=True, return_inverse=True
                )
            groups = finer
            if len(first) == count:
                break
            count = len(first)
        # Groups are numbered as they are met, so that the start is 0.
        order = np.argsort(first)
        again = np.empty(count, dtype=np.int64)
        again[order] = np.arange(count)
        kept = first[order]
        return Reader(again[groups[self.rows[kept]]], self.accepting[kept])
