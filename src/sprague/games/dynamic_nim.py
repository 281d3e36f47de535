"""Dynamic Nim: how much you may take depends on what was taken before."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement
from numbers import Integral
from operator import xor

from sprague.errors import SpragueError
from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.games._theory import Theorem
from sprague.rules import Linear, Position, Ruleset, parse, parse_term
from sprague.rules.positions import show_number, show_position


@catalogued("Dynamic Nim", sources=[Source("dynamic-nim")])
def dynamic_nim(piles: int = 2, stop: int = 0, limit: str | int | Callable[[int], int] = "x") -> Ruleset:
    """Take d chips from one pile, at most t; then your opponent may take at most limit(d); at `stop` chips it ends.

    >>> dynamic_nim(1, limit="2x - 1").options((9, 2))
    [(8, 1), (7, 3)]
    >>> dynamic_nim(1, limit=lambda x: x * x).options((9, 3))
    [(8, 1), (7, 4), (6, 9)]

    The last number of a position is t, the most that may be taken now. `limit` is a linear term in
    one name, or a Python function from positive numbers to positive numbers; with a function the
    rule is no longer linear. Play ends when at most `stop` chips are left in all.
    """
    names = pile_names(pile_count("piles", piles))
    first, *others = names
    # The names of piles and of the choice d are taken; piles from the fourth on would be d, e, f.
    if len(names) > 3:
        names = [f"x{number}" for number in range(1, len(names) + 1)]
        first, *others = names
    functions: dict[str, Callable[[int], int]] = {}
    if callable(limit):
        functions["f"] = limit
        remembered = "f(d)"
    elif isinstance(limit, str) or (isinstance(limit, Integral) and not isinstance(limit, bool)):
        remembered = str(_limit_term(str(limit)))
    else:
        raise SpragueError(f"expected limit to be a term such as 2x-1 or a function, got {limit!r}")
    ending = f" stop when {' + '.join(names)} <= {stop}" if whole("stop", stop, 0) else ""
    return parse(
        f"({', '.join(names)} | t) -> ({', '.join([f'{first} - d', *others])} | {remembered}) "
        f"where 1 <= d <= t any order{ending}",
        functions,
    )


def _limit_term(text: str) -> Linear:
    term = parse_term(text)
    if len(term.names) > 1:
        raise SpragueError(f"expected limit to be a term in one name, such as x or 2x-1, got {text!r}")
    name = term.names[0] if term.names else "x"
    if term.coefficient(name) < 0 or term.value({name: 1}) < 1:
        raise SpragueError(f"expected limit to be at least 1 for every x >= 1, got {text!r}")
    return term.substitute({name: Linear.of("d")})


@dynamic_nim.theory
def _known(piles: int = 2, stop: int = 0, limit: str | int | Callable[[int], int] = "x") -> list[Theorem]:
    # A Python function can be checked at finitely many numbers only, so nothing is claimed about it.
    slope = None if callable(limit) else _suitable_slope(_limit_term(str(limit)))
    if slope is None:
        return []
    # The misère game ends one chip later: whoever has to go below stop + 1 chips has lost.
    found: list[Theorem] = []
    for end, misere in ((stop, False), (stop + 1, True)):
        if end == 0:
            found.append(EndAtZero(slope, stop, misere))
        elif end == 1:
            found.append(EndAtOne(slope, stop, misere))
        elif satisfies_companion(end, piles):
            found.append(Ideal(slope, stop, misere))
    return found


def is_suitable(limit: Callable[[int], int], up_to: int) -> bool:
    """Definition 3, for all numbers up to a bound: f(N) >= the power of two in N, and f(N) < 2N at powers of two.

    >>> is_suitable(lambda x: 2 * x - 1, 100), is_suitable(lambda x: 2 * x, 100)
    (True, False)
    """
    return all(
        number & -number <= limit(number) and (number & -number != number or limit(number) < 2 * number)
        for number in range(1, up_to + 1)
    )


def _suitable_slope(limit: Linear) -> int | None:
    """The slope p if the linear limit p x + q is suitable for all numbers; these are x and 2x - 1 only.

    At 1 it must be at least 1 and below 2, so it is p (x - 1) + 1. At 2 it must be at least 2 and
    below 4, so p is 1 or 2. Conversely x and 2x - 1 are at least x and below 2x everywhere.
    """
    slope = limit.coefficient("d")
    return slope if limit.value({"d": 1}) == 1 and slope in (1, 2) else None


def companion_condition(stop: int, piles: int) -> bool:
    """The companion condition of (k, n), by trying all piles below 2^m, where 2^(m-1) <= k < 2^m.

    The power of two in a_1 + ... + a_n - k, if it is below 2^m, must not exceed every pile, for all
    such piles with at least k chips in all.
    """
    top = 1 << stop.bit_length()
    for sizes in combinations_with_replacement(range(top), piles):
        excess = sum(sizes) - stop
        if excess >= 0 and excess % top and (excess & -excess) > max(sizes):
            return False
    return True


def satisfies_companion(stop: int, piles: int) -> bool:
    """The companion condition in closed form, by Theorems 5 to 10.

    >>> [stop for stop in range(1, 40) if satisfies_companion(stop, 3)]
    [1, 2, 3, 6, 7, 14, 15, 30, 31]
    """
    if piles <= 2 or stop == 1:
        return True
    if stop <= 3:
        return piles <= stop + 1
    # k is 2^m - 2 or 2^m - 1.
    return piles == 3 and any((stop + more) & (stop + more - 1) == 0 for more in (1, 2))


@dataclass(frozen=True)
class _SmallestNumber(Theorem):
    """The smallest number g of chips whose removal wins: with t allowed, the player to move wins if t >= g.

    In misère play with stop k, g is that of the normal game with stop k + 1. Taking g never leaves
    fewer than k + 1 chips, because then a smaller number would leave just k + 1 and win too.
    """

    slope: int
    stop: int
    misere: bool = False

    source = Source("dynamic-nim")

    @property
    def end(self) -> int:
        """At how many chips the normal game ends to which this game comes down."""
        return self.stop + self.misere

    @abstractmethod
    def smallest(self, piles: Position) -> int | None:
        """The smallest winning number if more than `end` chips are left; None if no number wins."""

    @property
    @abstractmethod
    def formula(self) -> str: ...

    @property
    def statement(self) -> str:
        return (
            f"With at least {self.end} chips, g = {self.formula} is the smallest number whose removal wins; "
            f"it wins from any pile that has it. A position is N if and only if t >= g."
        )

    def _winning_number(self, position: Position) -> int | None:
        """The smallest winning number, if there is one and as many chips may be taken."""
        *piles, allowed = position
        if sum(piles) <= self.end:
            return None
        number = self.smallest(tuple(piles))
        return number if number is not None and number <= allowed else None

    def _has_ended(self, position: Position) -> bool:
        *piles, allowed = position
        return sum(piles) <= self.stop or allowed == 0

    def is_p(self, position: Position) -> bool:
        if self._has_ended(position):
            return not self.misere
        return self._winning_number(position) is None

    def winning_moves(self, position: Position) -> list[Position]:
        number = self._winning_number(position)
        if number is None:
            return []
        piles = position[:-1]
        remembered = self.slope * (number - 1) + 1
        return [
            (*sorted((*piles[:index], pile - number, *piles[index + 1 :])), remembered)
            for index, pile in enumerate(piles)
            if pile >= number and pile not in piles[:index]
        ]

    def explain(self, position: Position) -> str:
        *piles, allowed = position
        shown = show_position(piles)
        if self._has_ended(position):
            fate = "lost" if self.misere else "won"
            return f"Play has ended at {show_position(position)}; whoever moved last has {fate}."
        if sum(piles) == self.end:
            return f"With {shown} one move is left, which ends the game, and whoever makes it loses."
        number = self.smallest(tuple(piles))
        if number is None:
            return f"For {shown} the smallest winning number {self.formula} is infinite: no move wins."
        if number > allowed:
            return (
                f"For {shown} the smallest winning number is {self.formula} = {show_number(number)}, "
                f"but only {show_number(allowed)} may be taken."
            )
        return (
            f"For {shown} the smallest winning number is {self.formula} = {show_number(number)}. After taking it the "
            f"opponent may take {show_number(self.slope * (number - 1) + 1)}, and has no winning number as small."
        )


@dataclass(frozen=True)
class EndAtZero(_SmallestNumber):
    """Play to the last chip: the power of two in the nim-sum."""

    title = "Theorem 2"
    formula = "the power of two in the nim-sum of the piles"

    def smallest(self, piles: Position) -> int | None:
        return _power_of_two(reduce(xor, piles))


@dataclass(frozen=True)
class EndAtOne(_SmallestNumber):
    """Play to one chip, or misère play to the last: the power of two in the nim-sum of the piles and 1."""

    title = "Theorem 3"
    formula = "the power of two in the nim-sum of the piles and 1"

    def smallest(self, piles: Position) -> int | None:
        return _power_of_two(reduce(xor, piles, 1))


@dataclass(frozen=True)
class Ideal(_SmallestNumber):
    """The "ideal" theorem, for numbers of chips and piles with the companion condition.

    With 2^(m-1) <= k < 2^m: the power of two in the sum of all piles modulo 2^m less k, and if
    that is a multiple of 2^m, the power of two in the nim-sum of what the piles have above.
    """

    title = "Theorem 1"

    @property
    def formula(self) -> str:
        block = 1 << self.end.bit_length()
        return (
            f"the power of two in the sum of the piles modulo {block} less {self.end} or, if {block} divides "
            f"that, in the nim-sum of their multiples of {block}"
        )

    def smallest(self, piles: Position) -> int | None:
        bits = self.end.bit_length()
        block = 1 << bits
        excess = sum(pile % block for pile in piles) - self.end
        if excess % block:
            return _power_of_two(excess)
        above = _power_of_two(reduce(xor, (pile >> bits for pile in piles)))
        return None if above is None else above << bits


def _power_of_two(number: int) -> int | None:
    """The highest power of two that divides a number; None, meaning infinite, for 0."""
    return number & -number or None
