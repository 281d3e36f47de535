"""Flanigan's Rim, a game for each base: Nim in base 2, Trim in base 3."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from sprague.games.support.bibliography import FLANIGAN, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.integers import join_digits, large_power, show_number, split_digits
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued("Rim", sources=[Source("ferguson", "Section 1"), Source(FLANIGAN)])
def rim(piles: int = 3, base: int = 3) -> Ruleset:
    """Take x chips from a pile; then, at most base - 2 times, take y chips from any pile; y is a power of the base.

    >>> rim(2, base=2) == parse("(a, b) -> (a - x, b) where x >= 1 any order")
    True
    >>> len(rim(2, base=3).options((3, 3)))
    7

    A move uses only one number y, which must be greater than x/2. Ferguson's text also allows a move to use several
    different numbers y; this version of Rim has the same P-positions.
    """
    names = pile_names(pile_count("piles", piles))
    moves = []
    for times in _shares(whole("base", base, 2, 12) - 2, len(names)):
        taken = [f"{name} - {count}y" if count else name for name, count in zip(names, times, strict=True)]
        condition = f"x >= 1, 2y > x, y power of {base}" if any(times) else "x >= 1"
        moves.append(f"({', '.join([f'{taken[0]} - x', *taken[1:]])}) where {condition}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order")


def _shares(most: int, piles: int) -> Iterator[tuple[int, ...]]:
    """Yield tuples that state, for each pile, how many times a move takes y chips from this pile.

    The first entry of a tuple is for the pile from which the move also takes x chips. The entries for the other piles
    are in descending order, because the order of the other piles does not matter. Moves that take all numbers y from
    the first pile are omitted, because taking a larger number x has the same result.
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
    """Rim in base k: a position is P if the sum of the piles in base k without carrying is 0.

    A winning move is constructed as follows. Let s be the highest nonzero digit of the sum without carrying, and k^j
    its place value. The winning move takes s units of k^j from piles with a nonzero digit at k^j. One of the s units is
    part of x; the move takes each of the other units, at most k - 2, as y = k^j. In the pile from which x is taken, the
    lower digits can be chosen freely, so that the digits of each lower column also add up to 0 modulo k. Then x and k^j
    differ by less than k^j, so x is greater than 0 and less than 2y for y = k^j.
    """

    base: int

    title = "The secret of Rim"
    source = Source("ferguson", "Section 1")

    @property
    def statement(self) -> str:
        return (
            f"A position is a P-position if and only if in base {self.base} the digit sum of every column is divisible "
            f"by {self.base}."
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
        held = [pile[top] if top < len(pile) else 0 for pile in columns]
        for chosen in filter(held.__getitem__, range(len(position))):
            after, left = list(position), total[top]
            for giver in sorted(range(len(position)), key=lambda index: index != chosen):
                taken = min(left, held[giver])
                left -= taken
                if giver == chosen:
                    wanted = bytearray(columns[giver])
                    wanted[top] -= taken
                    below = zip(wanted[:top], total, strict=False)
                    wanted[:top] = bytes((digit - excess) % self.base for digit, excess in below)
                    after[giver] = join_digits(bytes(wanted), self.base)
                elif taken:
                    after[giver] -= taken * large_power(self.base, top)
            yield tuple(sorted(after))

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        total = rim_sum(position, self.base)
        if not any(position):
            return f"No move is left at {shown}. The player who moved last has won."
        if not len(total):
            return (
                f"Written in base {self.base}, every column of {shown} has a digit sum divisible by {self.base}. Every "
                "move changes that, and your opponent can restore it."
            )
        units = (
            "1 unit there, as part of x," if total[-1] == 1 else f"{total[-1]} units there, one of them as part of x,"
        )
        return (
            f"In base {self.base}, the highest column of {shown} whose digit sum is not divisible by {self.base} is "
            f"the column of y = {show_number(large_power(self.base, len(total) - 1))}, with remainder {total[-1]}. "
            f"Take {units} so that all columns become divisible: move to {show_position(next(self._moves(position)))}. "
            "From there your opponent loses."
        )


# Sums are cached because the outcome, the moves and the explanation of a position need the same sums.
@lru_cache(maxsize=4)
def rim_sum(position: Position, base: int) -> bytes:
    """Return the digits of the sum of the piles without carrying, from the lowest to the highest nonzero digit.

    >>> list(rim_sum((5, 13), 3))
    [0, 2, 1]
    """
    columns = zip_longest(*(digits(pile, base) for pile in position), fillvalue=0)
    return bytes(sum(column) % base for column in columns).rstrip(b"\0")


@lru_cache(maxsize=16)
def digits(number: int, base: int) -> bytes:
    """Return the digits of a pile of Rim in the base of the game, lowest digit first."""
    return split_digits(number, base)
