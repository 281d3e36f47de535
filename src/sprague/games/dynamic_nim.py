"""Dynamic Nim: the number of chips taken in a move limits the number that the next move may take."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement
from numbers import Integral
from operator import xor
from typing import ClassVar

from sprague.errors import SpragueError
from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Linear, Position, Ruleset, parse, parse_term


@catalogued("Dynamic Nim", sources=[Source("dynamic-nim")])
def dynamic_nim(piles: int = 2, stop: int = 0, limit: str | int | Callable[[int], int] = "x") -> Ruleset:
    """Take x chips, at most t, from one pile; the next move may then take at most `limit` chips.

    >>> dynamic_nim(1, limit="2x - 1").options((9, 2))
    [(8, 1), (7, 3)]
    >>> dynamic_nim(1, limit=lambda x: x * x).options((9, 3))
    [(8, 1), (7, 4), (6, 9)]

    The last number of a position is t, the largest number of chips that the next move may take. The parameter `limit`
    is a linear term that contains only one name, or a Python function from positive integers to positive integers. Play
    ends when at most `stop` chips remain.
    """
    names = pile_names(pile_count("piles", piles))
    first, *others = names
    # In the rule, d is the number of chips taken; by default, d is also the name of the fourth pile.
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
        raise SpragueError(f"'limit' must be a term such as 2x-1 or a function, got {limit!r}")
    ending = f" stop when {' + '.join(names)} <= {stop}" if whole("stop", stop, 0) else ""
    return parse(
        f"({', '.join(names)} | t) -> ({', '.join([f'{first} - d', *others])} | {remembered}) "
        f"where 1 <= d <= t any order{ending}",
        functions,
    )


def _limit_term(text: str) -> Linear:
    term = parse_term(text)
    if len(term.names) > 1:
        raise SpragueError(f"'limit' must be a term with a single name, such as x or 2x-1, got {text!r}")
    name = term.names[0] if term.names else "x"
    if term.coefficient(name) < 0 or term.value({name: 1}) < 1:
        raise SpragueError(f"'limit' must be at least 1 for every x >= 1, got {text!r}")
    return term.substitute({name: Linear.of("d")})


@dynamic_nim.theory
def _known(piles: int = 2, stop: int = 0, limit: str | int | Callable[[int], int] = "x") -> list[Theorem]:
    # A Python function can be checked only at finitely many numbers, so no theorem applies to a limit given by a
    # function.
    slope = None if callable(limit) else _suitable_slope(_limit_term(str(limit)))
    if slope is None:
        return []
    # Misère play with stop k is equivalent to normal play with stop k + 1, because a player who must leave fewer than k
    # + 1 chips loses.
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
    """Return whether a limit function of Dynamic Nim is suitable for all N up to a bound.

    The function f is suitable if f(N) is at least the largest power of two that divides N, and f(N) < 2N if N is a
    power of two.

    >>> is_suitable(lambda x: 2 * x - 1, 100), is_suitable(lambda x: 2 * x, 100)
    (True, False)
    """
    return all(
        number & -number <= limit(number) and (number & -number != number or limit(number) < 2 * number)
        for number in range(1, up_to + 1)
    )


def _suitable_slope(limit: Linear) -> int | None:
    """Return the slope p if the linear limit p x + q is suitable for all numbers; otherwise return None.

    Only the linear limits x and 2x - 1 are suitable. Every suitable linear limit has the form p (x - 1) + 1, because a
    suitable limit is 1 at x = 1. The slope p is 1 or 2, because a suitable limit is 2 or 3 at x = 2. Conversely, the
    limits x and 2x - 1 are suitable, because they are at least x and below 2x for every x >= 1.
    """
    slope = limit.coefficient("d")
    return slope if limit.value({"d": 1}) == 1 and slope in (1, 2) else None


def companion_condition(stop: int, piles: int) -> bool:
    """Return whether the companion condition holds for the stop k and n piles, by trying all piles below 2^m.

    The number m is the number of binary digits of the stop k. Consider n piles of fewer than 2^m chips each, with k + e
    chips in total, where e >= 0. Let p be the largest power of two that divides e. The companion condition states: if p
    is less than 2^m, then p is at most the size of the largest pile.
    """
    top = 1 << stop.bit_length()
    for sizes in combinations_with_replacement(range(top), piles):
        excess = sum(sizes) - stop
        if excess >= 0 and excess % top and (excess & -excess) > max(sizes):
            return False
    return True


def satisfies_companion(stop: int, piles: int) -> bool:
    """Return whether the companion condition holds for the stop k and n piles, by Theorems 5 to 10.

    >>> [stop for stop in range(1, 40) if satisfies_companion(stop, 3)]
    [1, 2, 3, 6, 7, 14, 15, 30, 31]
    """
    if piles <= 2 or stop == 1:
        return True
    if stop <= 3:
        return piles <= stop + 1
    # With three piles, the companion condition holds for k > 3 only if k is 2^m - 2 or 2^m - 1.
    return piles == 3 and any((stop + more) & (stop + more - 1) == 0 for more in (1, 2))


def companion_witness(stop: int, piles: int) -> Position | None:
    """Return piles that violate both the companion condition and the ideal theorem; None if the condition holds.

    >>> companion_witness(2, 4), companion_witness(4, 3), companion_witness(6, 3)
    ((1, 1, 1, 1), (2, 3, 3), None)

    The returned piles contain k + 2^(m-1) chips, shared out as evenly as possible; m is the number of binary digits of
    k. The ideal theorem states that taking 2^(m-1) chips wins, but every returned pile has fewer chips. If these piles,
    which are as equal as possible, satisfy the companion condition, all piles satisfy the condition, for the following
    reason. For j < m, n piles of fewer than 2^j chips each can have k + 2^j chips in total if and only if (n-1) 2^j >=
    k + n. If the inequality (n-1) 2^j >= k + n is true for some j < m, it is also true for j = m - 1. It is enough to
    consider totals of k + 2^j chips, because larger totals cannot make the largest pile smaller.
    """
    half = 1 << stop.bit_length() - 1
    share, more = divmod(stop + half, piles)
    found = (share,) * (piles - more) + (share + 1,) * more
    return found if found[-1] < half else None


@dataclass(frozen=True)
class _SmallestNumber(Theorem):
    """A theorem about g, the smallest number of chips whose removal wins: a position is N if and only if t >= g.

    The number g is the same in misère play with stop k and in normal play with stop k + 1. Taking g chips always leaves
    at least k + 1 chips. If taking g chips left fewer than k + 1 chips, a player could take fewer than g chips, leave
    exactly k + 1 chips, and also win.
    """

    slope: int
    stop: int
    misere: bool = False

    source: ClassVar[Source] = Source("dynamic-nim")

    @property
    def end(self) -> int:
        """The stop of the equivalent game in normal play; misère play with stop k is equivalent to stop k + 1."""
        return self.stop + self.misere

    @abstractmethod
    def smallest(self, piles: Position) -> int | None:
        """Return the smallest number of chips whose removal wins, given more than `end` chips; None if none wins."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the theorem in the paper on Dynamic Nim."""

    @property
    @abstractmethod
    def number(self) -> str:
        """The definition of the smallest number of chips whose removal wins, as English text."""

    @property
    @abstractmethod
    def cannot_take(self) -> str:
        """The formula which states that t is less than the smallest number of chips whose removal wins."""

    @abstractmethod
    def derived(self, piles: Position) -> str:
        """Return an English sentence, without the full stop, that computes the least number of chips to take to win."""

    @property
    def title(self) -> str:
        return f"{self.name} (misère)" if self.misere else self.name

    @property
    def statement(self) -> str:
        return (
            f"Let g be {self.number}. With at least {self.end} chips, g is the smallest number of chips whose removal "
            "wins, and taking g chips wins from any pile with at least g chips. A position is an N-position if and "
            "only if t >= g."
        )

    @property
    def formula(self) -> str:
        # With exactly `end` chips, no move wins; with fewer chips, play has ended.
        if self.misere:
            return f"sum >= {self.end} and t >= 1 and {self.cannot_take}"
        return f"sum <= {self.end} or {self.cannot_take}"

    def _winning_number(self, position: Position) -> int | None:
        """Return the smallest number of chips whose removal wins; None if no number up to t wins."""
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
            return f"Play has ended at {show_position(position)}. The player who moved last has {fate}."
        if sum(piles) == self.end:
            return f"The next move from {shown} ends the game, and whoever makes it loses."
        number = self.smallest(tuple(piles))
        derived = self.derived(tuple(piles))
        if number is None:
            return f"{derived}, so no number of chips wins: you lose if your opponent plays well."
        power = f"The largest power of two that divides this number, {show_number(number)},"
        found = f"{derived}. {power} is the smallest number that wins"
        if number > allowed:
            return f"{found}, but you may take only {show_number(allowed)}."
        return (
            f"{found}. Take {show_number(number)}: then your opponent may take only "
            f"{show_number(self.slope * (number - 1) + 1)}, which is too few to win."
        )


@dataclass(frozen=True)
class EndAtZero(_SmallestNumber):
    """Dynamic Nim, Theorem 2 (stop 0): g is the largest power of two that divides the nim-sum of the piles."""

    name = "Theorem 2"
    number = "the largest power of two that divides the nim-sum of the piles"
    cannot_take = "t < low2(xor)"

    def derived(self, piles: Position) -> str:
        return f"The nim-sum of {show_position(piles)} is {show_number(reduce(xor, piles))}"

    def smallest(self, piles: Position) -> int | None:
        return _power_of_two(reduce(xor, piles))


@dataclass(frozen=True)
class EndAtOne(_SmallestNumber):
    """Dynamic Nim, Theorem 3 (stop 1): g is the largest power of two that divides the nim-sum of 1 and all piles."""

    name = "Theorem 3"
    number = "the largest power of two that divides the nim-sum of the piles and 1"
    cannot_take = "t < low2((xor) xor 1)"

    def derived(self, piles: Position) -> str:
        return f"The nim-sum of {show_position(piles)} and 1 is {show_number(reduce(xor, piles, 1))}"

    def smallest(self, piles: Position) -> int | None:
        return _power_of_two(reduce(xor, piles, 1))


@dataclass(frozen=True)
class Ideal(_SmallestNumber):
    """Dynamic Nim, Theorem 1 ("ideal"): it holds if the stop and the number of piles satisfy the companion condition.

    Let g be the smallest number of chips whose removal wins, k the stop, and m the number of binary digits of k. To
    find g, reduce each pile modulo 2^m, and let s be the sum of the remainders. If s - k is not a multiple of 2^m, then
    g is the largest power of two that divides s - k. If s - k is a multiple of 2^m, round each pile down to a multiple
    of 2^m; then g is the largest power of two that divides the nim-sum of the rounded piles.
    """

    name = "Theorem 1"

    @property
    def number(self) -> str:
        block = 1 << self.end.bit_length()
        return (
            f"the largest power of two that divides s - {self.end}, where s is the sum of the remainders of the piles "
            f"modulo {block}; if {block} divides s - {self.end}, let g be the largest power of two that divides the "
            f"nim-sum of the piles rounded down to multiples of {block}"
        )

    @property
    def cannot_take(self) -> str:
        block, excess = 1 << self.end.bit_length(), f"sum - {self.end}"
        # In the formula below, q is the nim-sum of the piles rounded down to multiples of 2^m. The formula uses the sum
        # of the piles, because this sum is congruent modulo 2^m to the sum of the piles' remainders modulo 2^m.
        above = f"exists q <= xor: q mod {block} = 0 and xor < q + {block} and t < low2(q)"
        return f"(({excess}) mod {block} != 0 and t < low2({excess}) or ({excess}) mod {block} = 0 and ({above}))"

    def derived(self, piles: Position) -> str:
        bits = self.end.bit_length()
        block = 1 << bits
        low = sum(pile % block for pile in piles)
        remainders = f"The remainders of {show_position(piles)} modulo {block} add up to {low}"
        found = f"{remainders}, and {low} - {self.end} = "
        if (low - self.end) % block:
            return f"{found}{low - self.end}"
        above = reduce(xor, (pile >> bits for pile in piles)) << bits
        rounded = f"with the piles rounded down to multiples of {block} the nim-sum is {show_number(above)}"
        return f"{found}{low - self.end} is a multiple of {block}; {rounded}"

    def smallest(self, piles: Position) -> int | None:
        bits = self.end.bit_length()
        block = 1 << bits
        excess = sum(pile % block for pile in piles) - self.end
        if excess % block:
            return _power_of_two(excess)
        above = _power_of_two(reduce(xor, (pile >> bits for pile in piles)))
        return None if above is None else above << bits


def _power_of_two(number: int) -> int | None:
    """Return the largest power of two that divides a number; for 0, return None, which stands for infinity."""
    return number & -number or None
