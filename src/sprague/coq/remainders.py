"""What is left as images are taken away one after another: nothing in the end, which `coq/Plans.v` checks.

All images at once may have very many states that go together, where each taken away from what the others left has few.
So what is left is told to Coq after each of them, as the automaton with the fewest states, where all of them are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprague.checker.budget import Budget
from sprague.checker.sets import Dfa, explored
from sprague.coq.conditions import Automaton, Cond, Member, No, both
from sprague.coq.following import Follower, State
from sprague.coq.numerations import Numeration
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
        outside = asked
        for image, order in orders:
            outside = both(outside, No(Member(images[image], order)))
        is_empty = self._is_empty(outside)
        if is_empty is None:
            return tuple(self._one_by_one(asked, images, orders))
        if not is_empty:
            raise _refused()
        return tuple(Taken(image, order) for image, order in orders)

    def _one_by_one(
        self, left: Cond, images: Sequence[Automaton], orders: Sequence[tuple[int, Order]]
    ) -> Iterator[Taken]:
        for image, order in orders:
            left = both(left, No(Member(images[image], order)))
            found = self._automaton(left)
            few = len(found.transitions) <= MOST_LEFT
            yield Taken(image, order, Automaton(found.transitions, found.accepting) if few else None)
            if not found.accepting:
                return
            if few:
                left = Member(Automaton(found.transitions, found.accepting), tuple(range(self.entries)))
        raise _refused()

    def _follower(self, cond: Cond) -> Follower:
        return Follower(self.numeration.read(cond, range(self.entries)), self.numeration.base, self.entries, 0)

    def _automaton(self, cond: Cond) -> Dfa:
        """Where the condition holds."""
        follower = self._follower(cond)

        def after(state: State | None, column: int) -> State | None:
            reached = None if state is None else follower.after(state, column)
            return None if reached is None or follower.sure(reached) is False else reached

        def accepts(state: State | None) -> bool:
            return state is not None and follower.now(state)

        start: State | None = follower.start
        return explored(start, len(follower.columns), after, accepts, self.budget)

    def _is_empty(self, cond: Cond) -> bool | None:
        """Whether the condition holds nowhere; None if there are too many states to tell."""
        follower = self._follower(cond)
        if follower.sure(follower.start) is False:
            return True
        seen, waiting = {follower.start}, [follower.start]
        for state in waiting:
            if follower.now(state):
                return False
            if len(waiting) * len(follower.columns) > MOST_TOGETHER:
                return None
            for column in range(len(follower.columns)):
                reached = follower.after(state, column)
                if reached not in seen and follower.sure(reached) is not False:
                    seen.add(reached)
                    waiting.append(reached)
        return True


def _refused() -> NotVerified:
    return NotVerified("from some position there is no move as the set asks for; sprague verify tells which")
