"""Remoteness of positions, by a small search or table.

The remoteness of a position is the number of moves to the end if the winner hurries and the loser drags it out. No
theorem of the catalogue tells it, so that it is searched near the end of play, and tabulated where a table is small.
"""

from __future__ import annotations

from collections.abc import Sequence

from sprague import limits
from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.solver.fitting_table import fitting_table
from sprague.tables.search import search
from sprague.tables.table import Table

NEAR = Limits(positions=1_000, seconds=0.5)  # nobody has to know a remoteness
SOON = Limits(positions=500, seconds=0.1)  # in a sum, where each position has more options
FEW = 100  # choices; where there are more, the end is far for a search
IN_TABLE = 50_000  # places of a table, which is filled in no time
MEMORY = 1 << 27  # bytes that it may take
CHOICES = 1_000  # of a position in a table
REMOTENESS = "remoteness"


class Lengths:
    """The remoteness of positions in a game, in normal or in misère play.

    >>> from sprague.games import game
    >>> lengths = Lengths(game("nim:piles=2"))
    >>> lengths.remoteness((2, 2)), lengths.remoteness((10**6, 10**6))
    (4, None)
    """

    def __init__(self, rule: Ruleset, misere: bool = False) -> None:
        self.rule, self.misere = rule, misere
        self._found: dict[Position, int] = {}
        self._tables: list[Table] = []
        self._far: set[Position] = set()

    def remoteness(self, position: Position) -> int | None:
        """The remoteness of a position, or None if it is far from the end or not defined."""
        if self.rule.blocking or (self.misere and self.rule.win):
            return None  # nobody has said what it would be
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
        """Whether a small search has found it."""
        try:
            self.rule.refuse_if_many(position, FEW)
            with NEAR.watch():
                self._found |= search(self.rule, [position], REMOTENESS, self.misere)
        except Cancelled:
            raise
        except SpragueError:  # too far, or play that need not end
            return False
        return True

    def _tabulate(self, position: Position) -> bool:
        """Whether a small table has it."""
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


class SumLengths:
    """The remoteness of sums of games near the end, which does not follow from that of each game.

    >>> from sprague.games import game
    >>> SumLengths([game("nim:piles=1"), game("kayles")]).remoteness(((1,), (3,)))
    3
    """

    def __init__(self, rules: Sequence[Ruleset], misere: bool = False) -> None:
        self.rules, self.misere = tuple(rules), misere
        self._found: dict[tuple[Position, ...], tuple[bool, int]] = {}  # whether it is an N-position, and how long
        self._far: set[tuple[Position, ...]] = set()
        self._listed: dict[tuple[int, Position], list[Position]] = {}

    def remoteness(self, places: tuple[Position, ...]) -> int | None:
        """The remoteness of a sum, or None if it is far from the end."""
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
        met = 0
        path = [(start, self._options(start))]
        while path:
            places, options = path[-1]
            limits.check()
            unknown = next((option for option in options if option not in self._found), None)
            if unknown is None:
                self._found[places] = self._length(options)
                path.pop()
                continue
            met += 1
            if met > (SOON.positions or 0):
                raise OutOfReach("expected a sum near the end of play")
            path.append((unknown, self._options(unknown)))

    def _length(self, options: Sequence[tuple[Position, ...]]) -> tuple[bool, int]:
        """Whoever wins hurries, and whoever loses drags it out."""
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
        """The options in one of the games, which many sums share."""
        if (number, part) not in self._listed:
            self._listed[number, part] = self.rules[number].options(part)
        return self._listed[number, part]
