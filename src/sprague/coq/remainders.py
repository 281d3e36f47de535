"""What is left as images are taken away one after another: nothing in the end, which `coq/Plans.v` checks.

All images at once may have very many states that go together, where each taken away from what the others left has few.
So what is left is told to Coq after each of them, as the automaton with the fewest states, where all of them are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprague.coq.budget import Budget
from sprague.coq.conditions import Cond, Member, No
from sprague.coq.dfa import Automaton, explored
from sprague.coq.following import Follower
from sprague.coq.keys import conjuncts
from sprague.coq.numerations import Numeration
from sprague.coq.products import Reader
from sprague.errors import NotVerified

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
