"""Proved arithmetic periods of heaps, where values rise by a saltus in every period: `ArithmeticValues`.

*The claim* is g(n + p) = g(n) + s for all n >= m, where s, the *saltus*, is a power of two. (Games that break a heap
in two at most are not looked at for one. Howse and Nowakowski 2004 have a theorem on this, too.) Write a value as
high · s + low with low < s, and let H be the function that has the values claimed: p chips more, on a heap of m or
more, make the high part one more and leave the low part. Let all moves take at most T chips and leave at most K heaps,
none of them empty, let m >= 1, and let N be at least K m + (K - 1) p + T - K + 1 and at least every number of chips
below which some move cannot be made. Then H = g if

- H(n) = g(n) for all n < N, which is computed, and for each n with N <= n < N + p
- *(no option has the value)* for every option of n that has at most one heap of m + p chips or more: the sum of its
  values, without carrying, differs from H(n) modulo 2s, or its high parts add up to less than that of H(n); and
- *(options have all smaller values)* for each low part, and for each difference d <= 0 of high parts that makes a
  number below H(n), one of the next two gives an option with this low part whose high part is that of H(n) plus d.

*One large heap.* All other heaps of the option have fewer than m + p chips, and the sum of their values is below s.
Then n and the large heap rise together.

*Three full classes.* A class is *full* if it has, for all x >= 0, a heap b + p x with the high part x, all with the
same low part. Take heaps of three full classes, and beside them any with values below s if a move leaves more than
three. Let x + y + z = w + c where w is the high part of H(n): by the chips, c is the same for all n of a class modulo
p. Then all u <= w + c with w + c - u even are high parts of options. For let M = (w + c - u) / 2, and choose x, y and z
bit by bit: where M has a one, two of them have it or, if u has it too, all three; where only u has one, one of them
has. Their sum without carrying is u, and their sum is u + 2M = w + c. So c gives all d <= c with d - c even. A class
may begin with the empty heap if there are moves that take as much and leave one heap less, or two less.

*Proof.* By induction on n >= N both conditions are inherited from n to n + p. In the second this was said. In the first
take an option of any n >= N. Its largest heap has at least m chips. As long as another one has m + p or more, move p
chips from it to the largest: low parts stay, and of the high parts two change by one, in opposite ways, so that both
their sum and the parity of their sum without carrying stay. Then at most one heap has m + p chips or more, and it has
n - T - (K - 1)(m + p - 1) >= m + (n - N) at least. Take off it, and off n, the multiple of p that brings n below
N + p: the sum of the high parts and that of H(n) become less by the same number, and modulo 2s both values change by
the same multiple of s. So the option has another value than n modulo 2s, or its high part, which is at most the sum
of the high parts, is less. Therefore H(n) is the least number that no option of n has, for all n.

*What stays open:* games whose saltus is no power of two, such as 0.3F (period 6, saltus 3), and those with too few
full classes, such as 0.8F (period 7, saltus 4 from 7 on). Both are seen, and said to be seen only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations_with_replacement, product
from operator import xor

from sprague.limits import check
from sprague.rules.breaking import Breaking

Sums = dict[int, dict[int, int]]  # by chips, and by the sum of values without carrying: the largest sum of high parts


@dataclass(frozen=True)
class ArithmeticValues:
    """Claimed values of all heaps that are arithmetically periodic: the first values, period and saltus."""

    preperiod: int
    period: int
    saltus: int
    values: Sequence[int]

    def value(self, heap: int) -> int:
        """Return the value claimed for a heap of any size."""
        if heap < self.preperiod:
            return self.values[heap]
        times, place = divmod(heap - self.preperiod, self.period)
        return self.values[self.preperiod + place] + times * self.saltus

    @cached_property
    def small(self) -> range:
        """The heaps, other than the empty one, from which a period cannot be subtracted."""
        return range(1, max(self.preperiod, 1) + self.period)

    @cached_property
    def full_residue_classes(self) -> dict[int, int]:
        """The least heap of each full class with its value, which is less than the saltus."""
        found = {}
        for heap in range(self.small.stop - self.period, self.small.stop):
            least = heap
            while least >= self.period and self.value(least - self.period) == self.value(least) - self.saltus:
                least -= self.period
            if self.value(least) < self.saltus:
                found[least] = self.value(least)
        return found


def find_saltus_obstacle(moves: Sequence[Breaking], rise: ArithmeticValues, bound: int) -> str | None:
    """Return the obstacle to a proof that values of heaps rise by a saltus for ever; None if it succeeds."""
    period, saltus = rise.period, rise.saltus
    if saltus & (saltus - 1):
        return f"its saltus {saltus} is no power of two"
    most = max(move.parts for move in moves)
    others, modulo = _other_heaps(most, rise, None), _other_heaps(most, rise, 2 * saltus)
    threes = _three_classes(moves, rise)
    for heap in range(bound, bound + period):
        check()
        if _may_have_the_value(heap, moves, modulo, rise):
            return f"options of a heap of {heap:,} chips may have its value"
        high, low = divmod(rise.value(heap), saltus)
        for part, parity in product(range(saltus), (0, 1)):
            chips = threes.get((part, (heap - (high + parity) * period) % (2 * period)))
            if chips is None:
                return f"too few of its classes are full for a heap of {heap:,} chips"
            for d in range((heap - chips) // period - high + 2, int(part < low), 2):
                if not _one_large_heap_has(high + d, part, heap, moves, others, rise):
                    return f"too few of its classes are full for a heap of {heap:,} chips"
    return None


def find_option_of_value(
    moves: Iterable[Breaking], rise: ArithmeticValues, heap: int, value: int
) -> tuple[int, ...] | None:
    """Return an option of a heap, in a proof of a saltus, that has a given value; None if there is none.

    Its heaps belong to three full classes.

    >>> by_threes = ArithmeticValues(1, 3, 1, [0, 0, 0, 0])  # 0.8: take a chip, leave three heaps
    >>> find_option_of_value([Breaking(taken=1, parts=3)], by_threes, 1000, 7)
    (502, 488, 9)
    """
    may = {(move.taken, move.parts): move.heap for move in moves if not move.distinct}
    beside = [small for small in rise.small if rise.value(small) < rise.saltus]
    high, low = divmod(value, rise.saltus)
    for (taken, parts), least in may.items():
        if heap < least or parts < 3:
            continue
        for others in combinations_with_replacement(beside, parts - 3):
            for classes in combinations_with_replacement(rise.full_residue_classes.items(), 3):
                check()
                lows = reduce(xor, (low_part for _, low_part in classes), reduce(xor, map(rise.value, others), 0))
                chips = heap - taken - sum(others) - sum(begin for begin, _ in classes)
                rises, rest = divmod(chips, rise.period)  # x + y + z, which is u + 2 M
                if lows != low or rest or rises < high or (rises - high) % 2:
                    continue
                both = (rises - high) // 2
                shares = both | high, both, both & high
                left = [begin + rise.period * share for (begin, _), share in zip(classes, shares, strict=True)]
                found = tuple(part for part in (*others, *left) if part)
                if heap >= may.get((taken, len(found)), heap + 1):
                    return found or (0,)
    return None


def _other_heaps(most: int, rise: ArithmeticValues, modulus: int | None) -> list[Sums]:
    """What 0, 1, … small heaps have together that an option has beside one that may be large."""
    found: list[Sums] = [{0: {0: 0}}]
    for _ in range(1, most):
        sums: Sums = {}
        for (chips, known), heap in product(found[-1].items(), rise.small):
            check()
            value = rise.value(heap)
            more = sums.setdefault(chips + heap, {})
            for total, high in known.items():
                key = total ^ value if modulus is None else (total ^ value) % modulus
                more[key] = max(more.get(key, 0), high + value // rise.saltus)
        found.append(sums)
    return found


def _may_have_the_value(heap: int, moves: Iterable[Breaking], modulo: list[Sums], rise: ArithmeticValues) -> bool:
    value, saltus = rise.value(heap), rise.saltus
    for move in moves:
        for chips, known in modulo[move.parts - 1].items() if move.parts else ():
            large = rise.value(heap - move.taken - chips)
            high = known.get((large ^ value) % (2 * saltus))
            if high is not None and large // saltus + high >= value // saltus:
                return True
    return False


def _one_large_heap_has(
    high: int, low: int, heap: int, moves: Iterable[Breaking], others: list[Sums], rise: ArithmeticValues
) -> bool:
    for move in moves:
        for chips, known in others[move.parts - 1].items() if move.parts and not move.distinct else ():
            large = rise.value(heap - move.taken - chips)
            if large // rise.saltus == high and large % rise.saltus ^ low in known:
                return True
    return False


def _three_classes(moves: Sequence[Breaking], rise: ArithmeticValues) -> dict[tuple[int, int], int]:
    """The fewest chips of the least heaps of three full classes, of those beside them, and those taken.

    By their low part, and by chips modulo two periods, which tell the parity of c; the fewest have the largest c.
    """
    may = {(move.taken, move.parts) for move in moves if not move.distinct}
    turn = 2 * rise.period
    sums: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}  # by how many are empty, too
    for _ in range(3):
        sums = _with_one_more(sums, rise.full_residue_classes, turn)
    beside = {heap: rise.value(heap) for heap in rise.small if rise.value(heap) < rise.saltus}
    found: dict[tuple[int, int], int] = {}
    for parts in range(3, max(move.parts for move in moves) + 1):
        for taken in {taken for taken, left in may if left == parts}:
            for (low, _, empty), chips in sums.items():
                if all((taken, parts - fewer) in may for fewer in range(1, min(empty, 2) + 1)):
                    key = low, (chips + taken) % turn
                    found[key] = min(found.get(key, chips + taken), chips + taken)
        sums = _with_one_more(sums, beside, turn)
    return found


def _with_one_more(
    sums: dict[tuple[int, int, int], int], heaps: dict[int, int], turn: int
) -> dict[tuple[int, int, int], int]:
    found: dict[tuple[int, int, int], int] = {}
    for ((low, _, empty), chips), (heap, value) in product(sums.items(), heaps.items()):
        key = low ^ value, (chips + heap) % turn, empty + (heap == 0)
        found[key] = min(found.get(key, chips + heap), chips + heap)
    check()
    return found
