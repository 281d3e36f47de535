"""`RemotenessSolver` finds the remoteness (number of moves to the end) of positions, by a small search or table.

The remoteness of a position is the number of moves until play ends, if the winner hurries to end play and the loser
delays the end. No theorem of the catalogue gives the remoteness, so the solver computes it near the end of play, by a
small search or a small table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprague import limits
from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.optional_numpy import has_numpy
from sprague.results.base import Measure
from sprague.rules import Position, Ruleset
from sprague.tables.search import search

if TYPE_CHECKING:
    from sprague.tables.table import Table

# limits of a search for a remoteness; an answer may omit the remoteness, so the limits are small
NEAR = Limits(positions=1_000, seconds=0.5)
# limits of a search for the remoteness of a sum, which has more options than a single position
SOON = Limits(positions=500, seconds=0.1)
FEW = 100  # a search starts only from positions with at most this many choices
IN_TABLE = 50_000  # maximum number of positions of a table that is computed to find a remoteness
MEMORY = 1 << 27  # maximum size, in bytes, of a table that is computed to find a remoteness
CHOICES = 1_000  # a table is computed only for positions with at most this many choices
REMOTENESS: Measure = "remoteness"


class RemotenessSolver:
    """A solver for the remoteness of positions in a game, in normal or misère play.

    >>> from sprague.games import game
    >>> solver = RemotenessSolver(game("nim:piles=2"))
    >>> solver.remoteness((2, 2)), solver.remoteness((10**6, 10**6))
    (4, None)
    """

    def __init__(self, rule: Ruleset, misere: bool = False) -> None:
        self.rule, self.misere = rule, misere
        self._found: dict[Position, int] = {}
        self._tables: list[Table] = []
        self._far: set[Position] = set()

    def remoteness(self, position: Position) -> int | None:
        """Return the remoteness of a position, or None if the position is far from the end of play.

        If remoteness is not defined for the game, the method returns None.
        """
        if self.rule.blocking or (self.misere and self.rule.win):
            return None  # remoteness is not defined for games with `block`, or with `win when` in misère play
        if position not in self._found and position not in self._far:
            found = self._tabulated(position)
            if found is not None:
                self._found[position] = found
            elif not (self._search(position) or self._tabulate(position)):
                self._far.add(position)
        return self._found.get(position)

    def _tabulated(self, position: Position) -> int | None:
        holding = next((table for table in self._tables if position in table), None)
        return None if holding is None else int(holding[position])

    def _search(self, position: Position) -> bool:
        """Search for the remoteness of a position; return whether a small search succeeds."""
        try:
            self.rule.refuse_if_many(position, FEW)
            with NEAR.watch():
                self._found |= search(self.rule, [position], REMOTENESS, self.misere)
        except Cancelled:
            raise
        # the search fails if the position is too far from the end of play, or if play may be endless
        except SpragueError:
            return False
        return True

    def _tabulate(self, position: Position) -> bool:
        """Compute a small table that contains a position; return whether the computation succeeds."""
        if not has_numpy():
            return False
        from sprague.solver.fitting_table import fitting_table

        try:
            self.rule.refuse_if_many(position, CHOICES)
            table = fitting_table(self.rule, position, self.misere, MEMORY, REMOTENESS)
            if table is None or table.positions > IN_TABLE:
                return False
            with Limits(seconds=NEAR.seconds).watch():
                self._tables.append(filled := table.fill())
            self._found[position] = int(filled[position])
        except Cancelled:
            raise
        except SpragueError:
            return False
        return True


class SumRemotenessSolver:
    """A solver for the remoteness of sums near the end of play.

    The remoteness of a sum cannot be computed from the remoteness of its games.

    >>> from sprague.games import game
    >>> SumRemotenessSolver([game("nim:piles=1"), game("kayles")]).remoteness(((1,), (3,)))
    3
    """

    def __init__(self, rules: Sequence[Ruleset], misere: bool = False) -> None:
        self.rules, self.misere = tuple(rules), misere
        self._found: dict[
            tuple[Position, ...], tuple[bool, int]
        ] = {}  # maps each sum to a pair: whether it is an N-position, and its remoteness
        self._far: set[tuple[Position, ...]] = set()
        self._listed: dict[tuple[int, Position], list[Position]] = {}

    def remoteness(self, places: tuple[Position, ...]) -> int | None:
        """Return the remoteness of a sum, or None if the sum is far from the end of play."""
        if places not in self._found and places not in self._far:
            try:
                for rule, part in zip(self.rules, places, strict=True):
                    rule.refuse_if_many(part, FEW)
                with SOON.watch():
                    self._search(places)
            except Cancelled:
                raise
            except SpragueError:
                self._far.add(places)
        found = self._found.get(places)
        return None if found is None else found[1]

    def _search(self, start: tuple[Position, ...]) -> None:
        visited = 0
        path = [(start, self._options(start))]
        while path:
            places, options = path[-1]
            limits.check()
            unknown = next((option for option in options if option not in self._found), None)
            if unknown is None:
                self._found[places] = self._length(options)
                path.pop()
                continue
            visited += 1
            if visited > (SOON.positions or 0):
                raise OutOfReach(
                    f"the search for the remoteness of the sum needs more than {SOON.positions:,} positions"
                )
            path.append((unknown, self._options(unknown)))

    def _length(self, options: Sequence[tuple[Position, ...]]) -> tuple[bool, int]:
        """Return two things about a sum with the given options: whether it is an N-position, and its remoteness."""
        reached = [self._found[option] for option in options]
        if not reached:
            return self.misere, 0
        won = [length for is_n, length in reached if not is_n]
        return (True, 1 + min(won)) if won else (False, 1 + max(length for _, length in reached))

    def _options(self, places: tuple[Position, ...]) -> list[tuple[Position, ...]]:
        return [
            (*places[:number], option, *places[number + 1 :])
            for number, part in enumerate(places)
            for option in self._in_game(number, part)
        ]

    def _in_game(self, number: int, part: Position) -> list[Position]:
        """Return the options of one component of a sum, and cache the list."""
        if (number, part) not in self._listed:
            self._listed[number, part] = self.rules[number].options(part)
        return self._listed[number, part]
