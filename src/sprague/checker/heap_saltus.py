"""The checker's own look at values that rise for ever: H(n + p) = H(n) + s from m on, where s is a power of two.

The values of all heaps below N = K m + (K - 1) p + T - K + 1, in the words of `sprague.checker.heaps`, are known to be
right. Call the quotient of a value by s its height and the remainder its colour. What is shown for p heaps n, from N
on, holds for all later ones:

- No option has the value of n. If two heaps of an option have m chips or more, p chips can go from one to the other:
  colours stay, heights together stay, and so does the parity of their sum without carrying. So it is enough to
  look at options with all heaps but one below m + p. They must differ from n in colour, or in the parity of the height,
  or have heights that together are less than that of n. All this stays if n and the one heap grow by p.
- Every smaller value is an option's. Let a chain be the heaps b, b + p, b + 2p, … with one colour and the heights
  0, 1, 2, …. Three heaps of three chains with heights x + y + z = t have every sum u without carrying with u <= t and
  t - u even: where (t - u) / 2 has a one, give it to two of them, and to all three if u has it too; where u alone has
  one, give it to one of them. The few u above t that are left must come from options with one heap of m + p
  or more chips and others whose values have the sum of a colour alone. Again both go on as n grows by p.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sprague.errors import NotVerified
from sprague.limits import check
from sprague.rules.breaking import Breaking


def check_rise(
    moves: Sequence[Breaking], values: Sequence[int], preperiod: int, period: int, saltus: int, bound: int
) -> None:
    """Show that values rise for ever; those given, of one period more than the bound, are right below the bound."""
    if saltus & (saltus - 1):
        raise NotVerified(f"a saltus of {saltus} is no power of two, for which nothing is shown")
    look = _Look(moves, values, max(preperiod, 1), period, saltus)
    for heap in range(bound, bound + period):
        check()
        look.check_none_is_equal(heap)
        look.check_all_less(heap)


class _Look:
    def __init__(self, moves: Sequence[Breaking], values: Sequence[int], start: int, period: int, saltus: int) -> None:
        self.moves, self.values, self.period, self.saltus = moves, values, period, saltus
        self.heights = [value // saltus for value in values]
        small = range(1, start + period)
        #: For each number of small heaps: their chips, their sum without carrying, their heights together.
        self.beside: list[set[tuple[int, int, int]]] = [{(0, 0, 0)}]
        for _ in range(1, max(move.parts for move in moves)):
            check()
            last = self.beside[-1]
            self.beside.append(
                {(c + heap, total ^ values[heap], h + self.heights[heap]) for c, total, h in last for heap in small}
            )
        self.chains = self._three_chains(self._chains(start), [heap for heap in small if values[heap] < saltus])

    def _chains(self, start: int) -> list[int]:
        """Where chains begin."""
        found = []
        for residue in range(self.period):
            heaps = range(residue, start + self.period, self.period)
            begun = next((heap for heap in reversed(heaps) if self.heights[heap] == 0), None)
            rest = range(begun, start + self.period, self.period) if begun is not None else ()
            if rest and all(self.values[heap] == self.values[rest[0]] + i * self.saltus for i, heap in enumerate(rest)):
                found.append(rest[0])
        return found

    def _three_chains(self, begin: list[int], beside: list[int]) -> dict[int, set[int]]:
        """By colours: the chips that three heaps of height 0, any of one colour beside them, and what is taken have."""
        moves = {(move.taken, move.parts) for move in self.moves if not move.distinct}
        found: dict[int, set[int]] = defaultdict(set)
        for taken, parts in moves:
            if parts < 3:
                continue
            # A heap of a chain that is empty is none: the move with one heap less must be allowed, or two less.
            empty = 0 if (taken, parts - 1) not in moves else 1 if (taken, parts - 2) not in moves else 3
            sums = {(taken, 0, 0)}
            for heaps in [begin] * 3 + [beside] * (parts - 3):
                check()
                sums = {
                    (chips + heap, colour ^ self.values[heap], none + (heap == 0))
                    for chips, colour, none in sums
                    for heap in heaps
                    if none + (heap == 0) <= empty
                }
            for chips, colour, _ in sums:
                found[colour].add(chips)
        return found

    def check_none_is_equal(self, heap: int) -> None:
        """Show that no option of a heap, nor of one larger by periods, has the value of the heap."""
        value, height = self.values[heap], self.heights[heap]
        for move in self.moves:
            for chips, total, heights in self.beside[move.parts - 1] if move.parts else ():
                one = heap - move.taken - chips
                if (self.values[one] ^ total ^ value) % (2 * self.saltus) == 0 and self.heights[
                    one
                ] + heights >= height:
                    raise NotVerified(f"it is not shown that no option of a heap of {heap:,} chips has its value")

    def check_all_less(self, heap: int) -> None:
        """Show that options of a heap, and of one larger by periods, have all smaller values."""
        height, least = divmod(self.values[heap], self.saltus)
        single = self._single(heap)
        for colour in range(self.saltus):
            tops: dict[int, int] = {}
            for chips in self.chains[colour]:
                if (heap - chips) % self.period == 0:
                    top = (heap - chips) // self.period
                    tops[top % 2] = max(top, tops.get(top % 2, top))
            if len(tops) < 2 or not all(
                (high, colour) in single
                for top in tops.values()
                for high in range(top + 2, height + (colour < least), 2)
            ):
                raise NotVerified(f"it is not shown that options of a heap of {heap:,} chips have all smaller values")

    def _single(self, heap: int) -> set[tuple[int, int]]:
        """Heights and colours of the options with one large heap, the others having the sum of a colour alone."""
        return {
            (self.heights[one], self.values[one] % self.saltus ^ total)
            for move in self.moves
            if move.parts and not move.distinct
            for chips, total, _ in self.beside[move.parts - 1]
            if total < self.saltus
            for one in [heap - move.taken - chips]
        }
