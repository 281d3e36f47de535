"""How a move into a set is found from everywhere that matters: the plans that `coq/Plans.v` checks.

For each kind of move there is the set from which it leads into the target, its image. Whatever matters is in one of the
images, read in some order of the entries: if they are taken away, nothing is left (`remainders`). Where a move has keys
(`keys`), a position is only asked for these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

from sprague.coq.budget import Budget
from sprague.coq.conditions import Cond, Fact, Member, No, Yes, both, rename
from sprague.coq.dfa import Automaton, arranged, explored
from sprague.coq.following import Follower
from sprague.coq.keys import Split, every, split_at_keys
from sprague.coq.numerations import Numeration
from sprague.coq.remainders import Order, Remainders, Taken
from sprague.coq.rules import CoqRule, Followed, Played
from sprague.coq.strategies import Found, Strategy, Way, find_image
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
