"""In which orders moves are made, and how one that leads where it should is always found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from sprague.coq.conditions import Both, Cond, Fact, Yes, both, rename
from sprague.coq.numerations import Numeration
from sprague.coq.rules import CoqRule, Followed, Played
from sprague.coq.strategies import Strategy, find_strategy
from sprague.errors import NotVerified
from sprague.limits import check

Way = tuple[tuple[int, ...], int]  # an order of the entries, and the number of a move


@dataclass(frozen=True)
class Ways:
    """A rule as digits are read, with each kind of move in each order that makes it another move."""

    rule: CoqRule
    numeration: Numeration
    followed: Followed
    orders: tuple[Way, ...]

    @staticmethod
    def of(rule: CoqRule, numeration: Numeration) -> Ways:
        followed = Followed.of(rule, numeration.base)
        return Ways(rule, numeration, followed, tuple(_ways(rule, followed)))

    def strategy(self, care: Cond, target: Cond) -> Strategy:
        """How a move into the target is found from wherever the position is cared for."""
        entries, read, ways = self.rule.entries, self.numeration.read, []
        for order, kind in self.orders:
            move = self.followed.kinds[kind]
            places = [*order, *range(entries, entries + move.guessed)]
            made = rename(both(rename(target, move.arrival), move.when), places)
            ways.append((move.guessed, read(made, places[entries:])))
        asked = read(both(care, _sorted(self.rule.groups)), range(entries))
        found = find_strategy(asked, ways, self.numeration.base, entries)
        if found is None:
            raise NotVerified("from some position there is no move as the set asks for; sprague verify tells which")
        return found


def _ways(rule: CoqRule, followed: Followed) -> Iterator[Way]:
    """Each kind of move in each order of the entries that makes it another move."""
    groups = [[i for i, label in enumerate(rule.groups) if label == first] for first in sorted(set(rule.groups))]
    known: set[object] = set()
    for kind, move in enumerate(followed.kinds):
        for chosen in product(*(permutations(group) for group in groups)):
            check()
            order = list(range(rule.entries))
            for group, places in zip(groups, chosen, strict=True):
                for part, place in zip(group, places, strict=True):
                    order[part] = place
            made = _made(move, order)
            if made not in known:
                known.add(made)
                yield tuple(order), kind


def _made(move: Played, order: Sequence[int]) -> object:
    """What a move does where entries stand in this order: equal for equal moves."""
    places = [*order, *range(len(order), len(order) + move.guessed)]
    becomes = {place: places[arrival] for place, arrival in zip(order, move.arrival, strict=True)}
    return tuple(becomes[place] for place in range(len(order))), frozenset(_conjuncts(rename(move.when, places)))


def _conjuncts(cond: Cond) -> Iterator[Cond]:
    if isinstance(cond, Both):
        yield from _conjuncts(cond.left)
        yield from _conjuncts(cond.right)
    elif isinstance(cond, Fact):
        yield Fact(tuple(sorted(cond.form)), cond.constant, cond.residues, cond.is_zero)
    else:
        yield cond


def _sorted(groups: Sequence[int]) -> Cond:
    """That entries which may come in any order go up: it is enough to look at those."""
    found: Cond = Yes()
    for place in reversed(range(len(groups))):
        following = next((other for other in range(place + 1, len(groups)) if groups[other] == groups[place]), None)
        if following is not None:
            found = both(Fact(((-1, place), (1, following)), 0, (), False), found)
    return found
