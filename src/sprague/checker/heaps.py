"""`check_heaps` checks the period of the Grundy values of a taking-and-breaking game, one heap at a time.

A certificate with the preperiod m and the period p contains the values of the first m + p heaps. Let H(n) be the listed
value of the heap that remains if p is subtracted from n until the result is less than m + p. If H(n) is the mex of the
values that H gives to the options of n, for every heap n, then H is the Grundy function, because play ends.

Suppose that m is at least 1, and that moves take at most T chips and leave at most K heaps, none of them empty. If a
heap n has at least K m + (K - 1) p + T - K + 1 chips, the options of the heaps n and n + p have the same values. The
largest heap of an option of n + p has at least m + p chips, and removing p chips from it gives an option of n with the
same value. The largest heap of an option of n has at least m chips, and adding p chips to it gives an option of n + p
with the same value. Therefore the checker only needs to examine the first K m + K p + T - K + 1 heaps.

If the two new heaps of a move must be distinct, removing p chips from the larger one may make them equal: the heaps b +
p and b become b and b. If b - p >= m, the heaps b - p and b + p are another option with the same value as the heaps b
and b. The inequality b - p >= m is true if n >= T + 2 (m + p). If a move is allowed only from heaps of at least h
chips, the proof also requires n >= h.

To examine a heap, the checker computes the values of all its options. If the certificate contains the hints `mask` and
`turns`, many heaps are examined together (see the module `heap_sets`).

The period p is minimal if p / q is not a period for any prime divisor q of p. The preperiod m is minimal if H(m - 1)
differs from H(m - 1 + p).

If the certificate has a saltus s, values rise by s with each period. For a certificate with a saltus, the checker
examines the same heaps, and the module `heap_saltus` proves that the values rise for ever.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .automata import Relation, explore
from .errors import Budget, NotVerified, OutOfReach
from .heap_saltus import check_rise
from .heap_sets import heaps_in_doubt
from .kernel import DescribedSet, Evidence, Sets
from .listed_moves import HeapMove, heap_options, read_heap_moves
from .trees import Rule, read_bool, read_natural, read_naturals, read_object, refuse

MOST_VALUE = 5_000_000  # greatest Grundy value that a certificate may contain
MOST_POWER = 1_000  # greatest Grundy value v in claims about the number 2**v


@dataclass(frozen=True)
class _Period:
    """The values of the first heaps, with the preperiod, period and saltus that define the values of larger heaps."""

    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]

    def up_to(self, count: int) -> list[int]:
        """Return the Grundy values of the first `count` heaps, continued by the period."""
        found = list(self.values)
        while len(found) < count:
            found += [value + self.saltus for value in found[-self.period :]]
        del found[count:]
        return found

    def __str__(self) -> str:
        rise = f" and rise by {self.saltus} with each period" if self.saltus else ""
        return f"have period {self.period} from {self.preperiod} on{rise}"


def check_heaps(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    """Verify a certificate of the kind `heaps` in the checker: the period of the Grundy values of heaps."""
    keys = ("moves", "preperiod", "period", "saltus", "values", "mask", "turns")
    fields = read_object(data, "heaps", keys)
    if misere or rule.least_pile:
        refuse("normal play and a rule without 'least_pile'", "misere" if misere else rule.least_pile)
    moves = read_heap_moves(fields["moves"])
    preperiod, period = read_natural(fields["preperiod"], "preperiod"), read_natural(fields["period"], "period", 1)
    values = read_naturals(fields["values"], "values", preperiod + period, MOST_VALUE)
    claimed = _Period(preperiod, period, read_natural(fields["saltus"], "saltus", 0, MOST_VALUE), values)
    mask, turns = read_natural(fields["mask"], "mask"), read_bool(fields["turns"], "turns")
    budget.spend(len(values))
    heap_options(rule, budget).check_moves(moves)
    examined = _check_period(moves, claimed, mask, turns, budget)
    theorem = f"the Grundy values of heaps {claimed}; the period and the preperiod are the least, and the "
    theorem += f"certificate has the values of the heaps up to {len(values) - 1}"
    tracks = ("", "value", "power")
    return Evidence(theorem, examined, [_described(claimed, track) for track in tracks])


def _check_period(moves: Sequence[HeapMove], claimed: _Period, mask: int, turns: bool, budget: Budget) -> int:
    """Check that heap values have the claimed period and no smaller period; return the number of heaps examined."""
    count = _heaps_needed(moves, claimed)
    budget.spend(count)
    budget.store(count)
    values = claimed.up_to(count)
    if max(values) >= 1 << 32:
        raise OutOfReach(f"a heap has the value {max(values):,}; the checker supports only values below 2^32")
    options = OptionValues(moves, values, budget)
    for heap in heaps_in_doubt(moves, values, mask, turns, budget):
        if (right := options.mex(heap)) != values[heap]:
            raise NotVerified(f"heap {heap:,} has the Grundy value {right}, but the certificate states {values[heap]}")
    _check_least(claimed, budget)
    if claimed.saltus:
        check_rise(moves, values, max(claimed.preperiod, 1), claimed.period, claimed.saltus, budget)
    return count


def _heaps_needed(moves: Sequence[HeapMove], claimed: _Period) -> int:
    start, period = max(claimed.preperiod, 1), claimed.period
    most, taken = max(move.parts for move in moves), max(move.taken for move in moves)
    enough = [most * start + (most - 1) * period + taken - most + 1, taken + 1, *(move.heap for move in moves)]
    if any(move.distinct and move.parts > 1 for move in moves):
        enough.append(2 * (start + period) + taken)
    return max(enough) + period


class OptionValues:
    """The Grundy values of the options of heaps, computed from the heap values of a certificate."""

    def __init__(self, moves: Sequence[HeapMove], values: Sequence[int], budget: Budget) -> None:
        if different := next((move for move in moves if move.distinct and move.parts > 2), None):
            raise OutOfReach(f"the checker cannot prove a period for a rule with moves that {different}")
        self.moves, self.values, self.budget = moves, values, budget
        # `sums[j][c]` contains all nim-sums of j heaps with c chips in total, for moves to three or more heaps.
        self.sums: dict[int, list[set[int]]] = {parts: [] for parts in range(2, max(move.parts for move in moves))}
        # Lists of values are stored as bytes, so that one xor of two large integers computes all nim-sums of pairs.
        row = array("I", values)
        self.width = row.itemsize
        self.upward = row.tobytes()
        self.downward = array("I", reversed(row)).tobytes()

    def mex(self, heap: int) -> int:
        """Return the least number that is not the value of an option of the heap."""
        found: set[int] = set()
        for move in self.moves:
            chips = heap - move.taken
            if heap < move.heap or chips < move.parts:
                continue
            if move.parts == 0:
                found |= {0} if chips == 0 else set()
            elif move.parts == 1:
                found.add(self.values[chips])
            elif move.parts == 2:
                found |= self._pairs(chips, (chips - move.distinct) // 2)
            else:
                found |= self._several(move.parts, chips)
        self.budget.spend(1 + len(self.moves) + len(found) // 4)
        return next(value for value in range(len(found) + 1) if value not in found)

    def _pairs(self, chips: int, count: int) -> set[int]:
        """Return the nim-sum of the two heap values for `count` pairs of heaps: (1, chips - 1), (2, chips - 2), …."""
        self.budget.spend(1 + count // 4)
        if count < 1:
            return set()
        low, high = self.width, (len(self.values) - chips) * self.width
        size = count * self.width
        left = int.from_bytes(self.upward[low : low + size], "little")
        right = int.from_bytes(self.downward[high : high + size], "little")
        return set(memoryview((left ^ right).to_bytes(size, "little")).cast("I"))

    def _several(self, parts: int, chips: int) -> set[int]:
        """Return all nim-sums of the values of `parts` nonempty heaps that have `chips` chips in total."""
        if parts == 2:
            return self._pairs(chips, chips // 2)
        rest = self.sums[parts - 1]
        while len(rest) <= chips:
            rest.append(self._several(parts - 1, len(rest)))
            self.budget.store(8 * len(rest[-1]))  # estimate memory: an element of a set needs about 64 bytes
        self.budget.spend(sum(map(len, rest[parts - 1 : chips])))
        return {self.values[chips - others] ^ value for others in range(parts - 1, chips) for value in rest[others]}


def _check_least(claimed: _Period, budget: Budget) -> None:
    m, p, s = claimed.preperiod, claimed.period, claimed.saltus
    values = claimed.up_to(m + 2 * p)
    if m and values[m - 1] + s == values[m - 1 + p]:
        raise NotVerified(
            f"the preperiod {m} is not the least: the values already have period {p} from heap {m - 1} on"
        )
    for q in primes(p):
        step = p // q
        budget.spend(p)
        if s % q == 0 and all(values[heap + step] == values[heap] + s // q for heap in range(m, m + p)):
            raise NotVerified(f"the period {p} is not the least: {step} is also a period")


def primes(number: int) -> Iterator[int]:
    """Return the prime divisors of a claimed period of heaps in ascending order."""
    q = 2
    while q * q <= number:
        if number % q == 0:
            yield q
        while number % q == 0:
            number //= q
        q += 1
    if number > 1:
        yield number


def _described(claimed: _Period, track: str) -> DescribedSet:
    """Return the set of heaps with value 0, or, with a track, the set of pairs (heap, value) or (heap, 2**value).

    A state of the automaton contains the two numbers read so far: the heap, reduced by whole periods, and the value or
    2**value.
    """
    m, p = claimed.preperiod, claimed.period

    def relation(sets: Sets) -> Relation:
        base = sets.relations.numeration.base
        if not base:
            raise OutOfReach(
                "the checker cannot compare a formula about Fibonacci digits or similar digits with a period; "
                "use only digits in an integer base"
            )
        if track and (claimed.saltus or (track == "power" and max(claimed.values) > MOST_POWER)):
            raise OutOfReach("the checker cannot compare a formula with Grundy values that are unbounded or too large")
        variables = (*sets.game.x, sets.track[track]) if track else sets.game.x
        columns = sets.relations.numeration.columns(len(variables))
        numbers = [1 << value if track == "power" else value for value in claimed.values]
        beginnings = {-1, 0}
        for number in set(numbers):
            while number:
                sets.budget.spend()
                beginnings.add(number)
                number //= base

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int]:
            digit, *more = columns[symbol]
            heap, number = state[0] * base + digit, state[1]
            if more and number >= 0:
                longer = number * base + more[0]
                # -1 means that no value begins with the digits read so far
                number = longer if longer in beginnings else -1
            if claimed.saltus:
                return min(heap, m + p), number
            return heap if heap < m + p else m + (heap - m) % p, number

        def accepts(state: tuple[int, int]) -> bool:
            # If the values have a saltus, no heap of preperiod + period chips or more has the value 0.
            return state[0] < m + p and numbers[state[0]] == state[1]

        return Relation(variables, explore((0, 0), len(columns), step, accepts, sets.budget))

    return DescribedSet(relation, None, track)
