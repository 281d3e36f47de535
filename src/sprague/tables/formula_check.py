"""Comparison of a formula with the P-positions of a table, up to a bound: `check_formula`.

A set S of positions is the set of P-positions of a game if and only if two conditions hold:

- from every position outside S, some move leads to a position in S, and
- no move leads from a position in S to a position in S.

In misère play, a terminal position counts as if it had a move into the set. `check_set` finds the smallest position at
which each condition fails, and the smallest position at which the set and the table of outcomes differ. If the formula
agrees with the table up to the bound, the result is an *observation*: it claims nothing about larger positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sprague import limits as watching
from sprague.errors import OutOfReach
from sprague.former_arguments import accepts_former_arguments
from sprague.formulas.position_set import PositionSet
from sprague.games import ruleset_of
from sprague.language.statements import begins_with_order
from sprague.limits import Limits
from sprague.progress import ProgressCallback
from sprague.results.base import OutcomeClass, play_of
from sprague.results.decisions import TableCheckResult, TableDifference
from sprague.rules import Position, Ruleset, format_position
from sprague.tables.predecessors import find_predecessors
from sprague.tables.regions import requested_region
from sprague.tables.tabulate import tabulate

TRIED_LIMITS = (512, 384, 256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 5, 4, 3, 2)
# limits on the comparison of a formula with a table if no bound is given
DEFAULT_LIMITS = Limits(positions=200_000, memory=1 << 28)


class PositionMask(Protocol):
    """Protocol of a set of positions: `mask` takes an array for each pile and says which positions are in the set."""

    def mask(self, entries: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.bool_]: ...

    def __contains__(self, position: Sequence[int]) -> bool: ...


@dataclass(frozen=True)
class OutcomeDifference:
    """A position where the formula and the outcome in the table disagree."""

    position: Position
    outcome: OutcomeClass
    in_set: bool


@dataclass(frozen=True)
class FormulaCheck:
    """The result of comparing a formula with the P-positions up to a bound.

    `no_move_in` is the smallest position outside the formula's set from which no move leads into the set.
    `one_move_apart` contains two positions of the formula's set, where one move leads from the first to the second. In
    misère play, the second position is None if the first position is terminal, because terminal positions are
    N-positions. The smallest position has the fewest chips; of positions with equally many chips, the lexicographically
    first counts as smallest. For rules with `block`, `no_move_in` and `one_move_apart` are None, because the opponent
    may block a move into the set.
    """

    game: Ruleset
    claim: str
    misere: bool
    limit: int | None
    chips: int | None
    positions: int
    no_move_in: Position | None
    one_move_apart: tuple[Position, Position | None] | None
    difference: OutcomeDifference | None

    @property
    def holds(self) -> bool:
        """Whether the formula describes exactly the P-positions up to the bound."""
        return self.difference is None

    @property
    def bound(self) -> str:
        return f"chips <= {self.chips}" if self.chips is not None else f"piles < {self.limit}"

    def __str__(self) -> str:
        if self.holds:
            return (
                f"holds for all {self.positions:,} positions with {self.bound}: "
                f"the set{self._order()} is the set of P-positions (observed, not proved)"
            )
        lines = [f"refuted: the set{self._order()} is not the set of P-positions"]
        if self.no_move_in is not None:
            lines.append(f"  {format_position(self.no_move_in)} is not in the set, but has no move into the set")
        if self.one_move_apart is not None:
            position, option = self.one_move_apart
            if option is None:
                lines.append(
                    f"  {format_position(position)} is in the set, but play has ended there: a misère N-position"
                )
            else:
                words = self.game.move_to(position, option).sentence
                lines.append(
                    f"  {format_position(position)} and {format_position(option)} are both in the set, "
                    f"one move apart: {words}"
                )
        found = self.difference
        assert found is not None
        where = "in the set" if found.in_set else "not in the set"
        lines.append(
            f"  smallest difference with {self.bound}: {format_position(found.position)} is {where}, "
            f"but it is {'an N' if found.outcome == 'N' else 'a P'}-position"
        )
        return "\n".join(lines)

    def _order(self) -> str:
        """Return the formula in brackets if it begins with "in some order" or "for every order", else an empty text."""
        return f" ({self.claim})" if begins_with_order(self.claim) else ""

    def to_result(self) -> TableCheckResult:
        """Return the comparison of a formula and a table as a result dataclass."""
        lines = [line.strip() for line in str(self).splitlines()]
        apart, found = self.one_move_apart, self.difference
        return TableCheckResult(
            game=self.game.name or str(self.game),
            rule=str(self.game),
            play=play_of(self.misere),
            claim=self.claim,
            formula=self.claim,
            statement=lines[0],
            sentences=lines[1:],
            holds=self.holds,
            limit=self.limit,
            chips=self.chips,
            positions=self.positions,
            no_move_in=None if self.no_move_in is None else list(self.no_move_in),
            one_move_apart=None if apart is None else [None if p is None else list(p) for p in apart],
            difference=None
            if found is None
            else TableDifference(position=list(found.position), outcome=found.outcome, in_set=found.in_set),
        )

    def to_json(self) -> dict[str, object]:
        """Return the comparison of a formula and a table as JSON data."""
        return self.to_result().to_json()


@accepts_former_arguments
def check_formula(
    game: Ruleset | str,
    formula: str,
    *,
    misere: bool = False,
    limit: int | None = None,
    chips: int | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> FormulaCheck:
    """Compare a formula with the P-positions of a game up to a bound.

    Args:
        game: A rule set, or the name of a game.
        formula: A condition on the piles.
        misere: Compare with the P-positions of misère play.
        limit: Compare positions with all piles below this limit.
        chips: Compare positions with at most this many chips; without `limit` and `chips`, about 200,000 positions are
            compared.
        budget: Limits on time, memory and positions.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The result of the comparison, with the smallest counterexamples.

    >>> print(check_formula("nim:piles=2", "a = b", limit=50))
    holds for all 1,275 positions with piles < 50: the set is the set of P-positions (observed, not proved)
    >>> check_formula("nim:piles=2", "a = b and a != 3", limit=50).no_move_in
    (3, 3)
    """
    rule = ruleset_of(game)
    positions = PositionSet.read(rule, formula, products=True)
    with Limits.of(budget).watch():
        return check_set(rule, positions, misere=misere, limit=limit, chips=chips, progress=progress)


def check_set(
    game: Ruleset,
    positions: PositionMask,
    *,
    misere: bool = False,
    limit: int | None = None,
    chips: int | None = None,
    progress: ProgressCallback | None = None,
) -> FormulaCheck:
    """Compare a set of positions, given as a mask instead of a formula, with the P-positions up to a bound."""
    if limit is None and chips is None:
        last: OutOfReach | None = None
        for smaller in default_limits(game):
            try:
                return check_set(game, positions, misere=misere, limit=smaller, progress=progress)
            except OutOfReach as error:
                watching.check()
                last = error
        assert last is not None
        raise last
    table = tabulate(game, limit, chips=chips, what="outcome", misere=misere, progress=progress)
    rows, values = table.arrays()
    inside = positions.mask([column.astype(np.int64) for column in rows.T])
    wrong = inside != (values == 0)
    place = _smallest(game, rows, wrong)
    if place is None:
        return FormulaCheck(game, str(positions), misere, limit, chips, len(rows), None, None, None)
    differs = OutcomeDifference(_position(rows[place]), "N" if values[place] else "P", bool(inside[place]))
    if game.blocking:
        return FormulaCheck(game, str(positions), misere, limit, chips, len(rows), None, None, differs)
    found = find_predecessors(game, positions.mask, limit, chips=chips, misere=misere, progress=progress)
    stuck = _smallest(game, found.positions, ~found.inside & ~found.has_move_into)
    near = _smallest(game, found.positions, found.inside & found.has_move_into)
    apart: tuple[Position, Position | None] | None = None
    if near is not None:
        position = _position(found.positions[near])
        apart = position, next((option for option in game.options(position) if option in positions), None)
    no_move_in = None if stuck is None else _position(found.positions[stuck])
    return FormulaCheck(game, str(positions), misere, limit, chips, len(rows), no_move_in, apart, differs)


def default_limits(game: Ruleset) -> list[int]:
    """Return the limits on piles that `check_formula` tries if no bound is given, in descending order."""
    allowed = watching.current().with_defaults(DEFAULT_LIMITS)
    fitting = []
    for limit in TRIED_LIMITS:
        with suppress(OutOfReach):
            region = requested_region(game, limit, None, False, allowed.memory or 0)
            if limit > game.floor and region.size <= (allowed.positions or 0):
                fitting.append(limit)
    return fitting or [game.floor + 1]


def _smallest(game: Ruleset, rows: npt.NDArray[Any], chosen: npt.NDArray[np.bool_]) -> int | None:
    """Return the index of the smallest selected position of a table: fewest chips, then lexicographic order."""
    places = np.flatnonzero(chosen)
    if not len(places):
        return None
    candidates = rows[places].astype(np.int64)
    keys = [candidates[:, entry] for entry in reversed(range(candidates.shape[1]))]
    order = np.lexsort([*keys, candidates[:, : len(game.piles)].sum(axis=1)])
    return int(places[order[0]])


def _position(row: npt.NDArray[Any]) -> Position:
    return tuple(int(entry) for entry in row)
