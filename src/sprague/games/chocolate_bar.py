"""Games in which players cut chocolate bars whose height grows with the distance from the bitter square."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from sprague.games.support.bibliography import CHOCOLATE, CHOCOLATE_STEPS, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import whole
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse

# The part of a chocolate bar to the right of the bitter square, as the pair (height y, length z). The height y is the
# number of possible horizontal cuts, and the length z is the number of possible vertical cuts.
Bar = tuple[int, int]


@catalogued("Chocolate bar", sources=[Source(CHOCOLATE), Source(CHOCOLATE_STEPS)])
def chocolate_bar(k: int = 3) -> Ruleset:
    """Cut a chocolate bar along a line and eat the part without the bitter square.

    >>> chocolate_bar(2).options((0, 1, 3))
    [(0, 0, 3), (0, 1, 2), (0, 0, 0), (0, 0, 1)]

    The bar has x squares in a row to the left of the bitter square; to the right of it, the bar has columns numbered 1
    to z. Before any cut, column i of the chocolate bar rises i div k squares above the lowest row. The height y of the
    bar is the height of its last and highest column. A horizontal cut of the chocolate bar reduces its height y, and a
    vertical cut to the right of the bitter square reduces its length z. Because the height y is at most z div k, a
    vertical cut may also reduce the height.
    """
    step = whole("k", k, 1)
    return parse(
        "(x, y, z) -> (u, y, z) where u < x ; (x, u, z) where u < y ; "
        f"(x, min(y, u div {step}), u) where u < z positions where y <= z div {step}"
    )


@chocolate_bar.theory
def _known(k: int = 3) -> list[Theorem]:
    return [OddSteps(k) if k % 2 else EvenSteps(k)]


@dataclass(frozen=True)
class _Worth(Theorem):
    """A theorem that treats a chocolate bar as a sum: the part left of the bitter square (a Nim pile) plus the rest."""

    k: int

    @abstractmethod
    def worth(self, bar: Bar) -> int:
        """Return the Grundy value of the chocolate bar to the right of the bitter square."""

    @abstractmethod
    def cuts(self, bar: Bar, value: int) -> Iterator[Bar]:
        """Yield bars that one cut can leave, at least all those with the Grundy value `value`."""

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        row, *bar = position
        return row ^ self.worth((bar[0], bar[1]))

    def winning_moves(self, position: Position) -> list[Position]:
        return self.moves_to_value(position, 0)

    def moves_to_value(self, position: Position, value: int) -> list[Position]:
        row, height, length = position
        bar, wanted = (height, length), row ^ value
        shorter = self.worth(bar) ^ value
        found = [(shorter, *bar)] if shorter < row else []
        found += [(row, *cut) for cut in self.cuts(bar, wanted) if self.worth(cut) == wanted]
        return list(dict.fromkeys(found))

    def _same_height(self, bar: Bar, length: int) -> Iterator[Bar]:
        height, longest = bar
        if height * self.k <= length < longest:
            yield height, length

    def _same_length(self, bar: Bar, lower: int) -> Iterator[Bar]:
        height, length = bar
        if 0 <= lower < height:
            yield lower, length

    def _lower_and_shorter(self, bar: Bar, length: int) -> Iterator[Bar]:
        height, _ = bar
        if 0 <= length < height * self.k:
            yield length // self.k, length

    @abstractmethod
    def reckoned(self, bar: Bar) -> str:
        """Return an English clause that explains the Grundy value of the chocolate bar."""

    def explain(self, position: Position) -> str:
        row, *bar = position
        reckoned = self.reckoned((bar[0], bar[1]))
        if self.is_p(position):
            return (
                f"{reckoned}, as does the row to the left. Your opponent can answer every cut on one side with a cut "
                "on the other."
            )
        after = self.winning_moves(position)[0]
        worth = show_number(after[0])
        return (
            f"{reckoned}, and the row to the left has the value {show_number(row)}. Move to {show_position(after)}: "
            f"there both have the value {worth}, and your opponent loses."
        )


@dataclass(frozen=True)
class EvenSteps(_Worth):
    """For even k, the Grundy value of a chocolate bar (x, y, z) is the nim-sum of x, y and z (docs/chocolate.md)."""

    title = "Even steps"
    source = Source(CHOCOLATE)
    formula = "xor = 0"
    grundy_formula = "value = xor"

    @property
    def statement(self) -> str:
        return f"For k = {self.k}, which is even, the Grundy value of a position is the nim-sum of x, y and z."

    def worth(self, bar: Bar) -> int:
        height, length = bar
        return height ^ length

    def cuts(self, bar: Bar, value: int) -> Iterator[Bar]:
        height, length = bar
        yield from self._same_length(bar, value ^ length)
        yield from self._same_height(bar, value ^ height)
        yield from self._lower_and_shorter(bar, self.length_of_full(value, value.bit_length() + 1, 0))

    def length_of_full(self, value: int, bits: int, carry: int) -> int:
        """Return the number w with `bits` bits for which w xor ((carry * 2 ** bits + w) div k) is `value`.

        If `carry` is 0, then w is the length of the uncut chocolate bar with the Grundy value `value`. Because k is
        even, each bit of (carry * 2 ** bits + w) div k depends only on higher bits of w. The function first computes
        the upper half of the bits of w, and then the lower half.
        """
        if bits == 1:
            return value ^ (2 * carry // self.k)
        low = bits // 2
        above = self.length_of_full(value >> low, bits - low, carry)
        rest = ((carry << bits - low) + above) % self.k
        return above << low | self.length_of_full(value & (1 << low) - 1, low, rest)

    def reckoned(self, bar: Bar) -> str:
        height, length, worth = map(show_number, (*bar, self.worth(bar)))
        return f"The bar right of the bitter square has the Grundy value {worth}, the nim-sum of {height} and {length}"


@dataclass(frozen=True)
class OddSteps(_Worth):
    """For odd k, the Grundy value of a chocolate bar has a closed formula; docs/chocolate.md contains the proof."""

    title = "Odd steps"
    source = Source("found here", "docs/chocolate.md")

    @property
    def statement(self) -> str:
        return (
            f"For k = {self.k}, which is odd, let w = z + ⌈y/2⌉ if y + z is even, and "
            f"w = z - y + min(⌊y/2⌋, ⌊(z - y)/{2 * self.k}⌋) if y + z is odd. A position is a P-position if and only "
            "if x = w. The Grundy value is the nim-sum of x and w."
        )

    @property
    def formula(self) -> str:
        return (
            "y + z is even and x = z + ((y + 1) div 2) or "
            f"y + z is odd and x = z - y + min(y div 2, (z - y) div {2 * self.k})"
        )

    def worth(self, bar: Bar) -> int:
        height, length = bar
        if (height + length) % 2 == 0:
            return length + (height + 1) // 2
        longer = length - height
        return longer + min(height // 2, longer // (2 * self.k))

    def cuts(self, bar: Bar, value: int) -> Iterator[Bar]:
        height, length = bar
        turns, rest = divmod(value, 2 * self.k + 1)
        # For bars with an odd sum y + z and ⌊(z - y)/2k⌋ <= ⌊y/2⌋, the variable `longer` is the only possible value of
        # z - y.
        longer = value - turns
        # For a bar that has not been cut horizontally, `rest` determines whether y + z is odd.
        if rest % 2 == 0:
            yield from self._lower_and_shorter(bar, longer - (rest > self.k))
        elif self.k > 1:
            yield from self._lower_and_shorter(bar, longer + longer // (self.k - 1))
        for shorter in (value - (height + 1) // 2, value + height - height // 2, longer + height):
            yield from self._same_height(bar, shorter)
        half = abs(value - length)
        for lower in (2 * half, 2 * half - 1, length - longer):
            yield from self._same_length(bar, lower)

    def reckoned(self, bar: Bar) -> str:
        height, length = map(show_number, bar)
        worth = show_number(self.worth(bar))
        if sum(bar) % 2 == 0:
            how = f"{length} + ⌈{height}/2⌉ = {worth} (because {height} + {length} is even)"
        else:
            least = f"min(⌊{height}/2⌋, ⌊({length} - {height})/{2 * self.k}⌋)"
            how = f"{length} - {height} + {least} = {worth} (because {height} + {length} is odd)"
        return f"The bar right of the bitter square has the Grundy value {how}"
