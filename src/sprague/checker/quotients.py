"""`check_quotient` checks a misère quotient, which determines the outcomes of all sums of heaps.

A certificate contains the product of every element with every generator, the P-elements, and the element of each heap.
The checker verifies the following statements about the elements, heaps and sums of heaps, in this order:

- The products commute, and all elements are products of generators. Therefore the elements form a commutative monoid
  with the identity 0. To multiply two elements, the checker writes one of them as a product of generators.
- Each generator is the element of a heap, so every element belongs to a sum of heaps.
- For any two distinct elements x and y, there is an element z such that exactly one of xz and yz is a P-element.
- Heaps without a move have the identity as their element, and the identity is not a P-element. If the element of a sum
  is a P-element, the element of none of its options is a P-element. If the element of a sum is not a P-element and the
  sum has a move, the element of some option is a P-element. To check that outcomes and P-elements agree, the checker
  searches through sums of heaps. For each sum of heaps, the search stores the element of the sum and its *winning set*.
  An element z is in the winning set if some option of the sum has an element whose product with z is a P-element. The
  search skips a sum X if an earlier sum has the same element as X, and its winning set is a subset of the winning set
  of X.
- Let t be the greatest number of chips that a move takes, and k the greatest number of heaps that a move leaves. If a
  certificate claims that the elements of heaps have the period p from the heap n₀ on, all listed heaps must have this
  period, and all heaps below k(n₀ + p) + t must be listed. If a heap n is larger than all listed heaps, the options of
  n and n - p have the same elements. Removing p chips from the largest heap of an option of n gives an option of n - p
  with the same element, and adding p chips reverses this step. Therefore the checker examines only the listed heaps.

The checked statements imply that a sum of heaps is a P-position if and only if its element is a P-element. The checked
statements also imply that two sums with different elements are distinguishable: there is a third sum such that adding
it to both gives different outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .errors import Budget, NotVerified, OutOfReach
from .kernel import Evidence
from .listed_moves import HeapMove, HeapOptions, heap_options, read_heap_moves
from .trees import Rule, read_list, read_natural, read_naturals, read_object, refuse

MOST_GENERATORS = 1_000  # limit on the number of generators of a misère quotient


@dataclass(frozen=True)
class _Quotient:
    """A misère quotient: the products with generators, the P-elements, the elements of heaps, an optional period."""

    products: Sequence[Sequence[int]]
    size: int
    p: frozenset[int]
    heaps: Sequence[int]
    repeat: tuple[int, int, Sequence[HeapMove]] | None


def check_quotient(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    """Verify a certificate of the kind `misere-quotient` in the checker: a monoid and the elements of heaps."""
    if not misere:
        refuse("misère play for a misère quotient", "normal play")
    claimed = _read_quotient(data)
    budget.spend(claimed.size**2 + len(claimed.heaps))
    budget.store(claimed.size**2)
    table = _table(claimed, budget)
    _check_distinct(claimed, budget)
    rule_options = heap_options(rule, budget)
    rule_options.check_smaller()
    if claimed.repeat:
        _check_repeat(rule_options, claimed, *claimed.repeat)
    options = [_options(rule_options, claimed, table, heap) for heap in range(len(claimed.heaps))]
    examined = _Outcomes(claimed, table, options, budget).run()
    theorem = f"the monoid of {claimed.size} elements is the misère quotient of "
    if claimed.repeat:
        start, period, _ = claimed.repeat
        theorem += f"all heaps, whose elements have period {period} from heap {start} on"
    else:
        theorem += f"the heaps up to {len(claimed.heaps) - 1}"
    return Evidence(theorem, examined)


def _read_quotient(data: object) -> _Quotient:
    fields = read_object(data, "quotient", ("products", "p", "heaps", "repeat"))
    rows = read_list(fields["products"], "products", 0, MOST_GENERATORS)
    size = len(rows[0]) if rows and isinstance(rows[0], list) else 1
    products = [read_naturals(row, "products", size, size - 1) for row in rows]
    p = frozenset(read_naturals(fields["p"], "p", None, size - 1))
    heaps = read_naturals(fields["heaps"], "heaps", None, size - 1)
    if not heaps or not size:
        refuse("at least one heap and one element", data)
    if fields["repeat"] is None:
        return _Quotient(products, size, p, heaps, None)
    repeat = read_object(fields["repeat"], "repeat", ("start", "period", "moves"))
    start, period = read_natural(repeat["start"], "start", 1), read_natural(repeat["period"], "period", 1)
    return _Quotient(products, size, p, heaps, (start, period, read_heap_moves(repeat["moves"])))


def _table(claimed: _Quotient, budget: Budget) -> list[Sequence[int]]:
    """Return the table of all products, computed from the products with generators."""
    size = claimed.size
    for place, one in enumerate(claimed.products):
        if one[0] not in claimed.heaps:
            raise NotVerified(f"element {one[0]} is listed as a generator, but no heap has this element")
        for other in claimed.products[:place]:
            budget.spend(size)
            element = next((x for x in range(size) if one[other[x]] != other[one[x]]), None)
            if element is not None:
                raise NotVerified(
                    f"the product of element {element} and two generators depends on the order of the generators"
                )
    table: dict[int, Sequence[int]] = {0: range(size)}
    waiting = [0]
    for element in waiting:
        budget.spend(size + len(claimed.products))
        for products in claimed.products:
            if products[element] not in table:
                table[products[element]] = [products[other] for other in table[element]]
                waiting.append(products[element])
    missing = next((element for element in range(size) if element not in table), None)
    if missing is not None:
        raise NotVerified(f"element {missing} is not a product of generators")
    return [table[element] for element in range(size)]


def _check_distinct(claimed: _Quotient, budget: Budget) -> None:
    """Check that any two elements of the quotient are distinguishable, by refining a partition of the elements."""
    size = claimed.size
    kinds, count = [int(element in claimed.p) for element in range(size)], 0
    while count < len(set(kinds)):
        count = len(set(kinds))
        budget.spend(size * (1 + len(claimed.products)))
        numbers: dict[tuple[int, ...], int] = {}
        kinds = [
            numbers.setdefault((kinds[x], *(kinds[products[x]] for products in claimed.products)), len(numbers))
            for x in range(size)
        ]
    if count < size:
        twin = next(x for x in range(size) if kinds[x] in kinds[:x])
        raise NotVerified(
            f"the elements {kinds.index(kinds[twin])} and {twin} are equivalent: no product distinguishes them"
        )


def _options(rule: HeapOptions, claimed: _Quotient, table: Sequence[Sequence[int]], heap: int) -> frozenset[int]:
    """Return the elements of the options of a heap in the claimed misère quotient."""
    found = set()
    for option in rule.of_heap(heap):
        element = 0
        for part in option:
            element = table[element][claimed.heaps[part]]
        found.add(element)
    if not found and claimed.heaps[heap]:
        raise NotVerified(f"heap {heap} has no move, but its element is {claimed.heaps[heap]} instead of 0")
    return frozenset(found)


def _check_repeat(rule: HeapOptions, claimed: _Quotient, start: int, period: int, moves: Sequence[HeapMove]) -> None:
    rule.check_moves(moves)
    if different := next((move for move in moves if move.distinct and move.parts > 1), None):
        raise OutOfReach(f"the checker cannot prove a period of the quotient for a rule with moves that {different}")
    taken, parts, least = (max(numbers) for numbers in zip(*((m.taken, m.parts, m.heap) for m in moves), strict=True))
    needed = max(max(1, parts) * (start + period) + taken, least + period)
    if len(claimed.heaps) < needed:
        raise NotVerified(
            f"a proof of the period needs the elements of all heaps below {needed}; the certificate lists only "
            f"{len(claimed.heaps)}"
        )
    for heap in range(start, len(claimed.heaps) - period):
        if claimed.heaps[heap] != claimed.heaps[heap + period]:
            raise NotVerified(f"{period} is not a period: heaps {heap} and {heap + period} have different elements")


class _Outcomes:
    """The check that a sum of heaps is a P-position if and only if its element is a P-element."""

    def __init__(
        self,
        claimed: _Quotient,
        table: Sequence[Sequence[int]],
        options: Sequence[frozenset[int]],
        budget: Budget,
    ) -> None:
        self.claimed, self.table, self.budget = claimed, table, budget
        # One heap represents all heaps with the same element whose options have the same elements. Heaps without a move
        # are omitted.
        self.heaps = {(claimed.heaps[n], options[n]): n for n in reversed(range(len(options))) if options[n]}
        # Compute the winning set of each heap. An element z belongs to the winning set of a heap if some option has an
        # element e such that e·z is a P-element.
        self.winning: dict[frozenset[int], int] = {}
        for _, some in self.heaps:
            if some not in self.winning:
                budget.spend(len(table) * (1 + len(some)))
                is_p = (any(row[element] in claimed.p for element in some) for row in table)
                self.winning[some] = sum(1 << z for z, wins in enumerate(is_p) if wins)
        self.divided = lru_cache(maxsize=100_000)(self._divided)

    def _divided(self, winning: int, element: int) -> int:
        """Return the elements z whose product with `element` is in the given winning set."""
        self.budget.spend(len(self.table))
        return sum(1 << z for z, product in enumerate(self.table[element]) if winning >> product & 1)

    def run(self) -> int:
        """Check the outcomes of all sums of heaps, and return the number of sums examined."""
        claimed, table = self.claimed, self.table
        if 0 in claimed.p:
            raise NotVerified(
                "the certificate marks the identity element as P, but the empty sum is an N-position in misère play"
            )
        for (element, options), heap in self.heaps.items():
            self.budget.spend(len(table))
            winning = self.winning[options]
            wrong = next((z for z in range(len(table)) if table[z][element] in claimed.p and winning >> z & 1), None)
            if wrong is not None:
                raise NotVerified(
                    f"the certificate is wrong: a sum of heap {heap} and heaps with element {wrong} is marked as "
                    "P, but an option of the sum is also marked as P"
                )
        known: dict[int, list[int]] = {}
        sums: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
        for element, winning, heaps in sums:
            for (own, options), heap in self.heaps.items():
                after = table[element][own]
                wins = self.divided(winning, own) | self.divided(self.winning[options], element)
                earlier = known.setdefault(after, [])
                self.budget.spend(1 + len(earlier))
                if any(less & ~wins == 0 for less in earlier):
                    continue
                if after not in claimed.p and not wins & 1:
                    position = tuple(sorted((*heaps, heap)))
                    raise NotVerified(
                        f"the certificate is wrong: the sum {position} is marked as N, but no option of the sum "
                        "is marked as P"
                    )
                self.budget.store(32 + len(heaps) + len(table) // 64)
                earlier.append(wins)
                sums.append((after, wins, (*heaps, heap)))
        return len(sums)
