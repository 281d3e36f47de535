"""Proved arithmetic periods of heaps, in which values grow by a saltus in every period: `ArithmeticValues`.

*The claim* about the Grundy values g(n) of heaps is g(n + p) = g(n) + s for all n >= m, where the *saltus* s is a power
of two. Sprague does not search for a saltus if every move leaves at most two heaps. Howse and Nowakowski (2004) prove a
similar theorem about arithmetic periods.

*Notation.* Divide a value by s: the quotient is its *high part*, and the remainder is its *low part*. Let H(n) be the
claimed value of heap n: adding p chips to a heap of at least m chips adds one to the high part of H(n) and does not
change the low part. Suppose each move takes at most T chips and leaves at most K heaps, none of them empty. Let m >= 1.
Let N be at least K m + (K - 1) p + T - K + 1. If a move is legal only from heaps of at least h chips, let N also be at
least h.

*The theorem.* Suppose H(n) = g(n) for all n < N, which a computation checks. Then the claimed values H equal the Grundy
values g if two conditions hold for each n with N <= n < N + p:

- *No option has the value H(n).* The condition concerns every option of heap n in which at most one heap has m + p
  chips or more. The value of the option must differ from H(n) modulo 2s, or the high parts of the heaps in the option
  must have a sum less than the high part of H(n).
- *Every smaller value is the value of an option.* The high part of a number v below H(n) is the high part of H(n) plus
  a difference d <= 0. For each low part of v and each difference d, one of the two constructions below (one large heap,
  three full classes) gives an option of heap n with the value v.

*One large heap.* The first construction gives an option with one large heap. All other heaps have fewer than m + p
chips, and the nim-sum of the values of these other heaps is below s. If n and the size of the large heap both increase
by p, the high parts of H(n) and of the value of the option both increase by one.

*Three full classes.* A residue class modulo p is *full* if, for all x >= 0, it has a heap b + p x whose value has the
high part x, and all these values have the same low part. The construction with three full classes gives an option with
one heap from each of the three classes. The values of the heaps from the three classes have the high parts x, y and z.
If the option has more than three heaps, the values of the further heaps are below s. The number of chips in the option
determines the sum x + y + z. The sum x + y + z is w + c, where w is the high part of H(n), and the number c is the same
for all n of a residue class modulo p. If u <= w + c and w + c - u is even, some option with heaps from three full
classes has a value with the high part u. Let M = (w + c - u) / 2, and choose each bit of x, y and z as follows. If the
bit is one in M and zero in u, set it in exactly two of the numbers x, y and z. If the bit is one in both M and u, set
it in all three numbers. If the bit is zero in M and one in u, set it in exactly one of the numbers x, y and z. Then the
numbers x, y and z have the nim-sum u, and their sum is u + 2M = w + c. So the construction gives an option for every
difference d <= c of high parts for which c - d is even. A full class can begin with the empty heap. If the construction
uses an empty heap, a legal move must take the same number of chips and leave fewer heaps.

*Proof.* The proof is by induction on n >= N: if both conditions hold for n, they hold for n + p. For the second
condition, the two constructions prove the induction step. For the first condition, consider an option of any heap n >=
N. The largest heap of this option has at least m chips. As long as another heap of the option has m + p chips or more,
move p chips from the other heap to the largest heap. Moving p chips keeps all low parts, raises one high part by one,
and lowers another by one. So moving p chips changes neither the sum of the high parts nor the parity of their nim-sum.
In the end at most one heap has m + p chips or more, and the largest heap has at least n - T - (K - 1)(m + p - 1) >= m +
(n - N) chips. Now subtract the same multiple of p from the largest heap and from n, so that n becomes less than N + p.
Subtracting a multiple of p from both lowers the sum of the high parts and the high part of H(n) by the same number.
Modulo 2s, the subtraction changes the value of the option and the value H(n) by the same multiple of s. So there are
two cases: either the value of the option differs from H(n) modulo 2s, or the sum of the high parts of its heaps is less
than the high part of H(n). If the sum of the high parts is less than the high part of H(n), the value of the option is
less than H(n), because the nim-sum of the high parts is at most their sum. Therefore H(n) is the mex of the values of
the options of heap n, for all n.

*Limitations.* The proof fails if the saltus is not a power of two, as in the game 0.3F (period 6, saltus 3). The proof
also fails if a game has too few full residue classes, as in the game 0.8F (period 7, saltus 4, from heap 7 on). For
games without a proof, Sprague reports the observed period as an observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations_with_replacement, product
from operator import xor

from sprague.limits import check
from sprague.rules.breaking import Breaking

# Maps the number of chips and the nim-sum of the values of some heaps to the largest sum of the high parts of the
# values.
Sums = dict[int, dict[int, int]]


@dataclass(frozen=True)
class ArithmeticValues:
    """The claim that the values of heaps are arithmetically periodic: the first values, the period and the saltus."""

    preperiod: int
    period: int
    saltus: int
    values: Sequence[int]

    def value(self, heap: int) -> int:
        """Return the claimed value of a heap of any size."""
        if heap < self.preperiod:
            return self.values[heap]
        times, place = divmod(heap - self.preperiod, self.period)
        return self.values[self.preperiod + place] + times * self.saltus

    @cached_property
    def small(self) -> range:
        """The nonempty heaps that are smaller than max(preperiod, 1) + period."""
        return range(1, max(self.preperiod, 1) + self.period)

    @cached_property
    def full_residue_classes(self) -> dict[int, int]:
        """A dictionary from the least heap of each full residue class to its Grundy value, which is below `saltus`."""
        found = {}
        for heap in range(self.small.stop - self.period, self.small.stop):
            least = heap
            while least >= self.period and self.value(least - self.period) == self.value(least) - self.saltus:
                least -= self.period
            if self.value(least) < self.saltus:
                found[least] = self.value(least)
        return found


def find_saltus_obstacle(moves: Sequence[Breaking], rise: ArithmeticValues, bound: int) -> str | None:
    """Return the obstacle to a proof that the values of heaps grow by a saltus for ever; None if the proof succeeds."""
    period, saltus = rise.period, rise.saltus
    if saltus & (saltus - 1):
        return f"its saltus {saltus} is not a power of two"
    most = max(move.parts for move in moves)
    others, modulo = _other_heaps(most, rise, None), _other_heaps(most, rise, 2 * saltus)
    threes = _three_classes(moves, rise)
    for heap in range(bound, bound + period):
        check()
        if _may_have_the_value(heap, moves, modulo, rise):
            return f"some option of a heap of {heap:,} chips may have the same value as the heap"
        high, low = divmod(rise.value(heap), saltus)
        for part, parity in product(range(saltus), (0, 1)):
            chips = threes.get((part, (heap - (high + parity) * period) % (2 * period)))
            if chips is None:
                return f"too few residue classes are full for a heap of {heap:,} chips"
            for d in range((heap - chips) // period - high + 2, int(part < low), 2):
                if not _one_large_heap_has(high + d, part, heap, moves, others, rise):
                    return f"too few residue classes are full for a heap of {heap:,} chips"
    return None


def find_option_of_value(
    moves: Iterable[Breaking], rise: ArithmeticValues, heap: int, value: int
) -> tuple[int, ...] | None:
    """Return an option that has a given Grundy value and heaps of three full residue classes; None if not found.

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
                # `rises` is the sum of the high parts of the values of three heaps (u + 2M in the proof).
                rises, rest = divmod(chips, rise.period)
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
    """Return, for each count of small heaps and each total, a map from nim-sums to the largest sum of high parts."""
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
    """Return the least totals of chips that moves take and leave, for options that use heaps of three full classes.

    The key of each total is a pair: the low part of the nim-sum of the values, and the total modulo two periods. The
    least total gives the largest number c in the proof; the total modulo two periods determines the parity of c. An
    option can also contain further heaps, whose values are below the saltus.
    """
    may = {(move.taken, move.parts) for move in moves if not move.distinct}
    turn = 2 * rise.period
    sums: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}  # the last entry of each key is the number of empty heaps
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
