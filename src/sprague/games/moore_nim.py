"""Moore's Nim: Nim on several piles at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from sprague.games.support.bibliography import MOORE, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import choice_names, pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued("Moore's Nim", sources=[Source("ferguson", "Section 1"), Source(MOORE)])
def moore_nim(piles: int = 3, width: int = 2) -> Ruleset:
    """Take chips from up to `width` piles, at least one chip in all.

    >>> moore_nim(2, width=2).options((1, 1))
    [(0, 0), (0, 1)]
    """
    names = pile_names(pile_count("piles", piles))
    used = names[: whole("width", width, 1, len(names))]
    left = choice_names(len(used))
    shrink = ", ".join(f"{choice} <= {pile}" for choice, pile in zip(left, used, strict=True))
    return parse(
        f"({', '.join(names)}) -> ({', '.join(left + names[len(used) :])}) "
        f"where {shrink}, {' + '.join(left)} < {' + '.join(used)} any order"
    )


@moore_nim.theory
def _known(piles: int = 3, width: int = 2) -> list[Theorem]:
    return [MooreSum(width), MisereMoore(width)]


def column_remainders(piles: Iterable[int], modulus: int) -> list[int]:
    """Return for each remainder the binary columns whose number of ones has it, as bits of one number.

    >>> column_remainders([0b111, 0b101, 0b100], 3)[1:]
    [2, 1]

    All columns are counted at once: `planes` holds the binary digits of the counts, each digit for
    all columns in one number.
    """
    piles = list(piles)
    planes = [0] * modulus.bit_length()
    for pile in piles:
        carry = pile
        for place, plane in enumerate(planes):
            planes[place], carry = plane ^ carry, plane & carry
        # Counts are at most the modulus, so those with all its binary ones are equal to it.
        full = _common(plane for place, plane in enumerate(planes) if modulus >> place & 1)
        planes = [plane & ~full for plane in planes]
    everywhere = (1 << max((pile.bit_length() for pile in piles), default=0)) - 1
    return [
        _common((plane if value >> place & 1 else everywhere & ~plane) for place, plane in enumerate(planes))
        for value in range(modulus)
    ]


def _common(masks: Iterable[int]) -> int:
    return reduce(lambda left, right: left & right, masks)


@dataclass(frozen=True)
class MooreSum(Theorem):
    """Moore's theorem, which for width 1 is Bouton's.

    A winning move is found from the top column down. Piles that were lowered have free digits below.
    A column with r ones too many can be set right by s free piles if r + s exceeds the width.
    Otherwise r more piles with a one in it are lowered there, r + s being at most the width.
    """

    width: int

    title = "Moore's theorem"
    source = Source(MOORE)

    @property
    def statement(self) -> str:
        return (
            f"A position is P if and only if every binary column has a number of ones divisible by {self.width + 1}, "
            f"one more than the number of piles that may be lowered."
        )

    @property
    def formula(self) -> str:
        return f"all columns mod {self.width + 1} = 0"

    def is_p(self, position: Position) -> bool:
        return not any(column_remainders(position, self.width + 1)[1:])

    def winning_moves(self, position: Position) -> list[Position]:
        lowered = self._lowered(position)
        if not lowered:
            return []
        return [tuple(sorted(lowered.get(index, pile) for index, pile in enumerate(position)))]

    def _lowered(self, position: Position) -> dict[int, int]:
        """The piles that a winning move lowers, by index, with their new sizes."""
        after: dict[int, int] = {}
        below = (1 << max(position).bit_length()) - 1  # the columns not yet set right
        while True:
            fixed = (pile for index, pile in enumerate(position) if index not in after)
            columns = column_remainders(fixed, self.width + 1)
            wrong = reduce(or_, columns[1 : self.width - len(after) + 1], 0) & below
            left = (1 << wrong.bit_length()) - 1
            # In a column with remainder r, width + 1 - r free piles get a one.
            for order, index in enumerate(after):
                after[index] |= reduce(or_, columns[1 : self.width - order + 1], 0) & below & ~left
            if not wrong:
                return after
            place, below = wrong.bit_length() - 1, left
            excess = next(value for value, column in enumerate(columns) if column >> place & 1)
            with_one = [i for i, pile in enumerate(position) if i not in after and pile >> place & 1]
            after |= {index: position[index] >> (place + 1) << (place + 1) for index in with_one[:excess]}

    def explain(self, position: Position) -> str:
        shown, modulus = show_position(position), self.width + 1
        if self.is_p(position):
            return f"In binary every column of {shown} has a number of ones divisible by {modulus}."
        return (
            f"In binary not every column of {shown} has a number of ones divisible by {modulus}; "
            f"in {show_position(self.winning_moves(position)[0])} every column has."
        )


@dataclass(frozen=True)
class MisereMoore(Theorem):
    """As normal play until only ones are left; then their number must be 1 modulo width + 1.

    Let a pile be large if it has two chips or more. With 1 to `width` large piles the player to move
    wins: lower them all, to as many zeros and ones as leave the right number of ones; with the
    untouched moves some ones can go too, which gives width + 1 numbers in a row. With more large
    piles one stays large after any move, and the normal rule applies: a P-position with large piles
    has more than `width` of them, since its top column has at least width + 1 ones.
    """

    width: int

    title = "Moore's Nim in misère play"
    source = Source("proved next to the rule of the game")
    misere = True

    @property
    def statement(self) -> str:
        return (
            f"With a pile of two or more, P is as in normal play; with ones only, P means that their number "
            f"leaves remainder 1 when divided by {self.width + 1}."
        )

    @property
    def formula(self) -> str:
        modulus = self.width + 1
        return f"max >= 2 and all columns mod {modulus} = 0 or max <= 1 and sum mod {modulus} = 1"

    def is_p(self, position: Position) -> bool:
        if max(position) <= 1:
            return sum(position) % (self.width + 1) == 1
        return MooreSum(self.width).is_p(position)

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position) or not any(position):
            return []
        large, ones = sum(pile > 1 for pile in position), position.count(1)
        if large > self.width:
            return MooreSum(self.width).winning_moves(position)
        # Of the large piles `kept` become ones; if they are too few, ones are taken instead.
        kept = (1 - ones) % (self.width + 1)
        new_ones = ones + kept if kept <= large else ones + kept - (self.width + 1)
        return [(0,) * (len(position) - new_ones) + (1,) * new_ones]

    def explain(self, position: Position) -> str:
        shown, modulus = show_position(position), self.width + 1
        if not any(position):
            return f"Play has ended at {shown}, and whoever moved last has lost."
        if max(position) <= 1:
            count = sum(position)
            return f"{shown} has ones only, {count} of them; P are the numbers 1 above a multiple of {modulus}."
        if self.is_p(position):
            return f"In binary every column of {shown} has a number of ones divisible by {modulus}, as in normal play."
        after = show_position(self.winning_moves(position)[0])
        if sum(pile > 1 for pile in position) <= self.width:
            return f"All large piles of {shown} can go at once: {after} has one 1 more than a multiple of {modulus}."
        return f"While piles are large, play as in normal play: in {after} every column is divisible by {modulus}."
