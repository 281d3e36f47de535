"""Winning numbers of Dynamic Nim (`winning_numbers`): the smallest number of chips whose removal wins.

In Dynamic Nim, the remembered number t only limits how many chips may be taken. Let A be a tuple of piles, and let g(A)
be the least d such that taking d chips from some pile of A wins. The player to move at (A | t) wins if and only if t >=
g(A).
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from sprague import arguments, jit
from sprague.array_values import ComparedByContents
from sprague.errors import MissingEntryError, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.language.conditions import Chain
from sprague.language.expressions import Expression
from sprague.language.positions import show_position
from sprague.limits import Limits, check, current, default_memory, run_in_thread
from sprague.linear.terms import Applied
from sprague.progress import ProgressCallback, check_progress, fractions
from sprague.results.base import OutcomeClass
from sprague.rules import Linear, Position, Ruleset
from sprague.tables.batching import BatchSizer
from sprague.tables.kernels.indexing import Layout
from sprague.tables.layout import (
    listing_bytes,
    position_indices,
    refuse_if_too_large,
    sorted_layout,
    sorted_positions,
    sorted_size,
)
from sprague.tables.special import kernels as plain
from sprague.tables.traversals.levels import find_endings

kernels = jit.compile_lazily(plain)


@dataclass(frozen=True, eq=False, repr=False)
class WinningNumbers(ComparedByContents, Mapping[Position, float]):
    """A table of Dynamic Nim: the smallest winning number g(A) of each tuple A of piles below a limit.

    The table is a mapping. Iteration and `len` count each tuple of piles once, with the piles in ascending order.
    Lookups and `in` accept the piles in any order.

    >>> numbers = winning_numbers("dynamic-nim:piles=2,stop=0,limit=x", limit=9)
    >>> numbers[3, 5], numbers[4, 4]
    (2, inf)
    >>> numbers.outcome((3, 5), 1), numbers.outcome((3, 5), 2)
    ('P', 'N')
    """

    game: Ruleset
    limit: int
    misere: bool
    _layout: Layout
    _values: npt.NDArray[np.int32]

    def _number(self, piles: object) -> int:
        try:
            heights: tuple[int, ...] = (
                (int(piles),) if isinstance(piles, (int, np.integer)) else tuple(piles)  # type: ignore[arg-type]
            )
        except TypeError:
            came = arguments.format_argument(piles)
            raise SpragueError(f"{self.game.label}: expected piles such as (3, 5), got {came}") from None
        position = self.game.position([*heights, 0])[:-1]
        if max(position) >= self.limit:
            raise MissingEntryError(
                f"{self.game.label}: {show_position(position)} is outside the table (piles < {self.limit})"
            )
        return int(self._values[position_indices(np.array([position], dtype=np.int64), self._layout)[0]])

    def __getitem__(self, piles: int | Sequence[int]) -> float:
        """Return the smallest number of chips whose removal wins, or infinity if no number of chips wins."""
        number = self._number(piles)
        return number if number > 0 else inf

    def outcome(self, piles: int | Sequence[int], limit: int) -> OutcomeClass:
        """Return the outcome of a position of Dynamic Nim if at most `limit` chips may be taken in the next move.

        >>> winning_numbers("dynamic-nim:piles=1,stop=0,limit=x", limit=3).outcome((2,), 1)
        'P'

        Args:
            piles: The piles of a position.
            limit: The largest number of chips that the next move may take.

        Raises:
            MissingEntryError: The position is outside the table.
        """
        number = self._number(piles)
        if arguments.check_integer("limit", limit) < 1 and number >= 0:
            # If no chips may be taken, play has ended in every position.
            return "N" if self.misere else "P"
        # The number -1 marks a terminal position of misère play, which the player to move wins.
        return "N" if number < 0 or 0 < number <= limit else "P"

    def _contents(self) -> tuple[object, ...]:
        return (self.game, self.limit, self.misere, self._values.tobytes())

    def __repr__(self) -> str:
        play = ", misère" if self.misere else ""
        return f"<WinningNumbers of {self.game.display_name}: piles < {self.limit}{play}>"

    def __contains__(self, piles: object) -> bool:
        """Return whether the table contains a tuple of piles."""
        try:
            self._number(piles)
        except SpragueError:
            return False
        return True

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Position]:
        """Yield all tuples of piles, ordered by the largest pile, then by the second-largest pile, and so on."""
        return (tuple(row) for row in _positions(self.game, self.limit).tolist())

    def items(self) -> ItemsView[Position, float]:
        """Return a view of all tuples of piles with their smallest winning numbers.

        >>> list(winning_numbers("dynamic-nim:piles=1,stop=0,limit=x", limit=3).items())
        [((0,), inf), ((1,), 1), ((2,), 2)]
        """
        return _Items(self)

    def values(self) -> ValuesView[float]:
        """Return a view of the smallest winning numbers of all tuples of piles.

        >>> list(winning_numbers("dynamic-nim:piles=1,stop=0,limit=x", limit=3).values())
        [inf, 1, 2]
        """
        return _Values(self)

    def _in_order(self) -> Iterator[float]:
        return (number if number > 0 else inf for number in self._values.tolist())


class _Items(ItemsView[Position, float]):
    """A view of the items of a table of winning numbers; iteration needs no lookups."""

    _mapping: WinningNumbers

    def __iter__(self) -> Iterator[tuple[Position, float]]:
        return zip(self._mapping, self._mapping._in_order(), strict=True)


class _Values(ValuesView[float]):
    """A view of the values of a table of winning numbers; iteration needs no lookups."""

    _mapping: WinningNumbers

    def __iter__(self) -> Iterator[float]:
        return self._mapping._in_order()


@accepts_former_arguments
def winning_numbers(
    game: Ruleset | str,
    limit: int,
    *,
    misere: bool = False,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> WinningNumbers:
    """Return the smallest number of chips whose removal wins Dynamic Nim, for all positions with piles below a limit.

    >>> winning_numbers("dynamic-nim:piles=1,stop=0,limit=2x", limit=9)[(8,)]
    8

    In Fibonacci Nim, the player to move wins from a pile of 8 chips only by taking all 8 chips.

    Args:
        game: A rule set in which one move takes d chips from a pile, 1 <= d <= t, and t is remembered; or its name.
        limit: Compute positions with all piles below this limit.
        misere: Compute winning numbers of misère play.
        budget: Limits on seconds and memory.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The table of winning numbers; the number is infinite if no number of chips wins.

    Raises:
        SpragueError: The rule is not a form of Dynamic Nim.
        OutOfReach: The table would exceed the limits.
    """
    rule = ruleset_of(game)
    entry = _remembered(rule)
    if arguments.check_integer("limit", limit) < 1:
        raise SpragueError(f"{rule.label}: expected a limit of at least 1, got {limit!r}")
    misere = arguments.check_flag("misere", misere)
    report = fractions(check_progress(progress))
    with Limits.of(budget).watch():
        allowed = current().with_defaults(Limits(memory=default_memory()))
        size = sorted_size(limit, len(rule.piles))
        needed = size * max(listing_bytes(len(rule.piles)), 4 * len(rule.piles) + 4 + 1)
        what = f"a table of {size:,} positions"
        refuse_if_too_large(rule.label, what, needed, allowed.memory or 0, "lower the limit")
        layout, _ = sorted_layout(rule, limit, reduced=False)
        after = _limits_after(rule, entry, limit)
        # List the positions in a thread, because the numpy calls can take seconds and cannot be interrupted.
        positions, endings = run_in_thread(lambda: _listed(rule, limit))
        values = np.zeros(size, dtype=np.int32)
        for first, last in BatchSizer().batches(0, size):
            kernels.fill_winning_numbers(values, positions, endings, after, layout, misere, first, last)
            report(last / size)
    return WinningNumbers(rule, limit, misere, layout, values)


def _limits_after(rule: Ruleset, entry: Linear | Applied, limit: int) -> npt.NDArray[np.int64]:
    """Return, for each d, the number of chips that may be taken after a move of d chips, but at most `limit`."""
    functions = dict(rule.functions)
    after = functions[entry.function] if isinstance(entry, Applied) else (lambda d: entry.value({_choice(rule): d}))
    numbers = np.zeros(limit, dtype=np.int64)
    for d in range(1, limit):
        check()
        if (number := int(after(d))) < 1:
            raise SpragueError(
                f"{rule.label}: after a move that takes {d} chips, the next move must be allowed to take at least "
                f"1 chip, got {number}"
            )
        numbers[d] = min(number, limit)
    return numbers


def _listed(rule: Ruleset, limit: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """Return all positions of Dynamic Nim with piles below a limit, and an array that marks ended positions."""
    positions = _positions(rule, limit)
    return positions, find_endings(rule, positions)


def _positions(rule: Ruleset, limit: int) -> npt.NDArray[np.int32]:
    return sorted_positions(len(rule.piles), rule.floor, limit, -1)


def _choice(rule: Ruleset) -> str:
    return rule.families[0].choices(rule.names)[0]


def _remembered(rule: Ruleset) -> Linear | Applied:
    """Return the number that Dynamic Nim remembers after a move, as a term; raise `SpragueError` for other games."""
    problem = SpragueError(
        f"{rule.label}: winning numbers are not defined; the only move of the game must take d chips from any "
        "pile, with 1 <= d <= t for the remembered number t"
    )
    if (
        rule.blocking
        or len(rule.families) != 1
        or len(rule.remembered) != 1
        or rule.floor
        or rule.is_restricted
        or rule.blocks != (tuple(range(len(rule.piles))),)
    ):
        raise problem
    (family,) = rule.families
    choices = family.choices(rule.names)
    if len(choices) != 1:
        raise problem
    d, t = Linear.of(choices[0]), Linear.of(rule.remembered[0])
    changed = [e for name, e in zip(rule.piles, family.target, strict=False) if e != Linear.of(name)]
    first = next((name for name, e in zip(rule.piles, family.target, strict=False) if e != Linear.of(name)), "")
    bounds = {term for c in family.where if isinstance(c, Chain) for term in c.bounds().inequalities}
    entry = family.target[-1]
    plain = all(c.bounds().complete and not c.bounds().equations for c in family.where)
    ending = {name for part in (*rule.stop, *rule.win) for condition in part for name in condition.names}
    if not plain or ending & set(t.names) or isinstance(entry, Expression):
        raise problem
    if changed != [Linear.of(first) - d] or bounds != {d - 1, t - d} or set(entry.names) - set(d.names):
        raise problem
    return entry
