"""Flanigan's Rim, a game between Nim (base 2) and Trim (base 3) and beyond."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.games._theory import Theorem
from sprague.rules import Position, Ruleset, parse
from sprague.rules.positions import show_number, show_position

FLANIGAN = Source("J. Flanigan, Nim, Trim and Rim (1980)")


@catalogued("Rim", sources=[Source("ferguson", "Section 1"), FLANIGAN])
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

    def is_p(self, position: Position) -> bool:
        return not self.rim_sum([digits(pile, self.base) for pile in position])

    def rim_sum(self, columns: Sequence[Sequence[int]]) -> list[int]:
        """The digits of the sum without carrying, lowest first, without zeros at the top."""
        total = [0] * max(map(len, columns))
        for pile in columns:
            for place, digit in enumerate(pile):
                total[place] += digit
        total = [digit % self.base for digit in total]
        while total and total[-1] == 0:
            total.pop()
        return total

    def winning_moves(self, position: Position) -> list[Position]:
        columns = [digits(pile, self.base) for pile in position]
        total = self.rim_sum(columns)
        if not total:
            return []
        top = len(total) - 1
        unit = self.base**top
        held = [pile[top] if top < len(pile) else 0 for pile in columns]
        found = []
        for chosen, pile in enumerate(columns):
            if not held[chosen]:
                continue
            after, left = list(position), total[top]
            for giver in sorted(range(len(position)), key=lambda index: index != chosen):
                taken = min(left, held[giver])
                after[giver] -= taken * unit
                left -= taken
            # The digits wanted below the top, less those that are there.
            change = [
                (digit - surplus) % self.base - digit for digit, surplus in zip(pile[:top], total[:top], strict=True)
            ]
            after[chosen] += from_digits(change, self.base)
            found.append(tuple(sorted(after)))
        return list(dict.fromkeys(found))

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        total = self.rim_sum([digits(pile, self.base) for pile in position])
        if not total:
            return f"In base {self.base} every column of {shown} has a digit sum divisible by {self.base}."
        return (
            f"In base {self.base} the columns of {shown} do not all sum to multiples of {self.base}; the highest such "
            f"column is that of y = {show_number(self.base ** (len(total) - 1))}, with remainder {total[-1]}. Taking "
            f"that many units there, one of them as part of x, sets the lower columns right as well: "
            f"{show_position(self.winning_moves(position)[0])}."
        )


def digits(number: int, base: int) -> list[int]:
    """The digits in a base, lowest first; there may be zeros at the top.

    >>> digits(71, 5)
    [1, 4, 2, 0]

    The number is halved again and again, which for very large ones is faster than digit by digit.
    """
    powers = [base]
    while powers[-1] <= number:
        powers.append(powers[-1] ** 2)
    pieces = [number]
    for power in reversed(powers[:-1]):
        pieces = [half for piece in pieces for half in reversed(divmod(piece, power))]
    return pieces


def from_digits(places: Sequence[int], base: int) -> int:
    """The number with these digits, lowest first; digits may be negative.

    >>> from_digits([1, 4, -2], 5)
    -29
    """
    pieces, power = list(places), base
    while len(pieces) > 1:
        if len(pieces) % 2:
            pieces.append(0)
        pieces = [low + high * power for low, high in zip(pieces[::2], pieces[1::2], strict=True)]
        power *= power
    return pieces[0] if pieces else 0
