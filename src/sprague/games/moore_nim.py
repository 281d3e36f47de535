"""Moore's Nim, in which a move lowers up to a given number of piles."""

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
    """Take chips from at least one and at most `width` piles.

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
    """Return, for each remainder, a bit mask of the binary columns in which the number of ones has this remainder.

    >>> column_remainders([0b111, 0b101, 0b100], 3)[1:]
    [2, 1]

    The function counts the ones in all binary columns at once. Bit j of `planes[i]` is binary digit i of the number of
    ones in column j.
    """
    piles = list(piles)
    planes = [0] * modulus.bit_length()
    for pile in piles:
        carry = pile
        for place, plane in enumerate(planes):
            planes[place], carry = plane ^ carry, plane & carry
        # Reset each count that equals the modulus, that is, each count with a one in exactly the columns in which the
        # modulus has a one.
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
    """Moore's theorem on Moore's Nim, which for width 1 is Bouton's theorem on Nim.

    A winning move is constructed column by column, from the top down. In a lowered pile, the digits below the highest
    changed digit can be chosen freely. Suppose that s piles have been lowered already, and that the other piles have r
    ones modulo width + 1 in the next column. If r + s exceeds the width, the digits of the s lowered piles in this
    column can be chosen such that width + 1 divides the number of ones. If r + s is at most the width, the move lowers
    r more piles that have a one in this column, so it lowers r + s piles in all.
    """

    width: int

    title = "Moore's theorem"
    source = Source(MOORE)

    @property
    def statement(self) -> str:
        return (
            f"A position is a P-position if and only if in every binary column the number of ones is divisible by "
            f"{self.width + 1}, which is one more than the number of piles that a move may lower."
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
        """Return the new size of each pile that a winning move lowers, by the index of the pile."""
        after: dict[int, int] = {}
        below = (1 << max(position).bit_length()) - 1  # bit mask of the columns that have not been corrected yet
        while True:
            fixed = (pile for index, pile in enumerate(position) if index not in after)
            columns = column_remainders(fixed, self.width + 1)
            wrong = reduce(or_, columns[1 : self.width - len(after) + 1], 0) & below
            left = (1 << wrong.bit_length()) - 1
            # If the number of ones in a column has the remainder r > 0 modulo width + 1, give a one to width + 1 - r
            # lowered piles.
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
        if not any(position):
            return f"No move is left at {shown}. The player who moved last has won."
        if self.is_p(position):
            return (
                f"Written in binary, every column of {shown} has a number of ones divisible by {modulus}. Every move "
                "changes that, and your opponent can restore it."
            )
        return (
            f"Move from {shown} to {show_position(self.winning_moves(position)[0])}: there every binary column has a "
            f"number of ones divisible by {modulus}, and your opponent loses."
        )


@dataclass(frozen=True)
class MisereMoore(Theorem):
    """Misère Moore's Nim: if no pile exceeds 1, a position is P iff its number of chips is 1 modulo width + 1.

    If some pile has two chips or more, the outcome is the same as in normal play. Call a pile with two chips or more
    large. With 1 to `width` large piles, the player to move wins by lowering all large piles to 0 or 1. The player
    chooses how many large piles become 1, and may also take piles of one chip. Therefore the player can leave piles of
    one chip whose number has any chosen remainder modulo width + 1. With more than `width` large piles, at least one
    pile stays large after any move, so the strategy of normal play applies. A P-position of normal play that has a
    large pile has more than `width` large piles, because its top column has at least width + 1 ones.
    """

    width: int

    title = "Moore's Nim in misère play"
    source = Source("proved next to the rule of the game")
    misere = True

    @property
    def statement(self) -> str:
        return (
            f"If some pile has two chips or more, the P-positions are those of normal play. If no pile has more than "
            f"one chip, a position is a P-position if and only if the number of chips is 1 modulo {self.width + 1}."
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
        # If there are at least `kept` large piles, the move turns `kept` large piles into piles of one chip. If there
        # are fewer than `kept` large piles, the move also takes piles of one chip.
        kept = (1 - ones) % (self.width + 1)
        new_ones = ones + kept if kept <= large else ones + kept - (self.width + 1)
        return [(0,) * (len(position) - new_ones) + (1,) * new_ones]

    def explain(self, position: Position) -> str:
        shown, modulus = show_position(position), self.width + 1
        if not any(position):
            return f"Play has ended at {shown}. The player who moved last has lost."
        if max(position) <= 1:
            count = sum(position)
            return (
                f"{shown} has only piles of one chip, {count} of them. The player to move loses if and only if this "
                f"number is 1 more than a multiple of {modulus}."
            )
        if self.is_p(position):
            return (
                f"Written in binary, every column of {shown} has a number of ones divisible by {modulus}. Every move "
                "changes that, and your opponent can answer so that you take the last chip."
            )
        after = show_position(self.winning_moves(position)[0])
        if sum(pile > 1 for pile in position) <= self.width:
            return (
                f"Lower all piles of {shown} that have more than one chip: {after} has only piles of one chip, and "
                f"their number is 1 more than a multiple of {modulus}. From there your opponent loses."
            )
        return (
            f"Move to {after}, as in normal play: there the number of ones in every binary column is divisible by "
            f"{modulus}, and your opponent loses."
        )
