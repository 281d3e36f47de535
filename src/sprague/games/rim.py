"""Flanigan's Rim, a game between Nim (base 2) and Trim (base 3) and beyond."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sprague.games.support.bibliography import FLANIGAN, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.integers import Digits, join_digits, large_power, show_number, split_digits
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued("Rim", sources=[Source("ferguson", "Section 1"), Source(FLANIGAN)])
def rim(piles: int = 3, base: int = 3) -> Ruleset:
    """Take x chips from a pile, and up to base - 2 times y chips from any piles, y a power of the base, y > x/2.

    >>> rim(2, base=2) == parse("(a, b) -> (a - x, b) where x >= 1 any order")
    True
    >>> len(rim(2, base=3).options((3, 3)))
    7

    The number y is the same each time. Ferguson's words allow another y each time as well; the
    P-positions are the same.
    """
    names = pile_names(pile_count("piles", piles))
    moves = []
    for times in _shares(whole("base", base, 2, 12) - 2, len(names)):
        taken = [f"{name} - {count}y" if count else name for name, count in zip(names, times, strict=True)]
        condition = f"x >= 1, 2y > x, y power of {base}" if any(times) else "x >= 1"
        moves.append(f"({', '.join([f'{taken[0]} - x', *taken[1:]])}) where {condition}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order")


def _shares(most: int, piles: int) -> Iterator[tuple[int, ...]]:
    """How often y is taken from each pile: first from the pile of x, then from the others, falling.

    The order of the others does not matter. To take y from the pile of x only is to take more there.
    """
    for total in range(most + 1):
        for others in _partitions(total, piles - 1, total):
            for own in range(most - total + 1) if total else (0,):
                yield (own, *others)


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


@rim.theory
def _known(piles: int = 3, base: int = 3) -> list[Theorem]:
    return [RimSum(base)]


@dataclass(frozen=True)
class RimSum(Theorem):
    """The sum of the piles in base k without carrying; P if it is 0.

    A winning move: let s be the sum's highest digit, at k^j. Take s units of k^j from digits there
    that are not 0, one of them as part of x and the others as y = k^j, at most k - 2 times. In the
    pile of x the lower digits are free, and are set so that the lower columns sum to 0 too; then
    x is k^j plus less than k^j, or minus less than k^j, so 0 < x < 2y.
    """

    base: int

    title = "The secret of Rim"
    source = Source("ferguson", "Section 1")

    @property
    def statement(self) -> str:
        return (
            f"A position is P if and only if in base {self.base} every column has a digit sum divisible by {self.base}."
        )

    @property
    def formula(self) -> str:
        return f"all columns base {self.base} mod {self.base} = 0"

    def is_p(self, position: Position) -> bool:
        return not len(rim_sum(position, self.base))

    def winning_moves(self, position: Position) -> list[Position]:
        return list(dict.fromkeys(self._moves(position)))

    def _moves(self, position: Position) -> Iterator[Position]:
        total = rim_sum(position, self.base)
        if not len(total):
            return
        top = len(total) - 1
        columns = [digits(pile, self.base) for pile in position]
        held = [int(pile[top]) if top < len(pile) else 0 for pile in columns]
        for chosen in filter(held.__getitem__, range(len(position))):
            after, left = list(position), int(total[top])
            for giver in sorted(range(len(position)), key=lambda index: index != chosen):
                taken = min(left, held[giver])
                left -= taken
                if giver == chosen:
                    wanted = columns[giver].copy()
                    wanted[top] -= taken
                    wanted[:top] = (wanted[:top] + (self.base - total[:top])) % self.base
                    after[giver] = join_digits(wanted, self.base)
                elif taken:
                    after[giver] -= taken * large_power(self.base, top)
            yield tuple(sorted(after))

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        total = rim_sum(position, self.base)
        if not len(total):
            return f"In base {self.base} every column of {shown} has a digit sum divisible by {self.base}."
        return (
            f"In base {self.base} the columns of {shown} do not all sum to multiples of {self.base}; the highest such "
            f"column is that of y = {show_number(large_power(self.base, len(total) - 1))}, with remainder {total[-1]}. "
            f"Taking that many units there, one of them as part of x, sets the lower columns right as well: "
            f"{show_position(next(self._moves(position)))}."
        )


# Outcome, moves and explanation ask for the same sums, and a position shares piles with its options.
@lru_cache(maxsize=4)
def rim_sum(position: Position, base: int) -> Digits:
    """Return the digits of the sum without carrying, lowest first, without zeros at the top.

    >>> rim_sum((5, 13), 3).tolist()
    [0, 2, 1]
    """
    import numpy as np

    columns = [digits(pile, base) for pile in position]
    total = np.zeros(max(map(len, columns)), np.uint8)
    for pile in columns:
        lower = total[: len(pile)]
        # The remainder is taken pile by pile, so that the small numbers of the array suffice.
        np.remainder(lower + pile, base, out=lower)
    places = np.flatnonzero(total)
    total.flags.writeable = False
    return total[: places[-1] + 1 if len(places) else 0]


@lru_cache(maxsize=16)
def digits(number: int, base: int) -> Digits:
    """Return the digits of a pile, lowest first, as a read-only array."""
    found = split_digits(number, base)
    found.flags.writeable = False
    return found
