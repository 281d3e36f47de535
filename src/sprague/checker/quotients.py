"""The checker's own look at misère quotients: the outcome equation, one sum of heaps at a time.

A certificate has the products of every element with each generator, the P-elements and the element of each heap. What
is checked, in this order:

- The products commute, and all elements come from the first by them. So the elements are those of a commutative monoid
  with the first as its identity, and the product of any two is found by writing one of them with generators.
- Each generator is the element of a heap; so every element is that of a sum of heaps.
- Any two elements are told apart: in some company one is P and the other is not.
- Heaps that leave no move have the identity, which is not P. No option of a sum with a P-element has one; every
  other sum, if a move is left, has such an option. The latter is a search through sums of heaps. Of a sum it
  remembers its element and the company in which it has a move to P; a sum with the same element that has one in less
  company, or in the same, stands for it.
- If the elements are said to repeat, with period p from heap n₀ on: they do as far as they are given, and that is below
  some M ≥ m(n₀ + p) + k, where a move takes at most k chips and leaves at most m heaps. Every larger heap n then has
  the element of n - p, and options with the same elements: p chips can be taken from the largest heap left, or given
  to it. So nothing new has to be checked.

Then a sum of heaps is a P-position exactly if its element is P, and sums with different elements are told apart by some
company.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sprague.checker.budget import Budget
from sprague.errors import NotVerified, SpragueError
from sprague.rules.breaking_rules import breakings
from sprague.rules.ruleset import Ruleset

Heaps = tuple[int, ...]


@dataclass(frozen=True)
class Quotient:
    """What a certificate says: products with generators, P-elements, elements of heaps, and start and period."""

    products: Sequence[Sequence[int]]
    p: frozenset[int]
    heaps: Sequence[int]
    repeat: tuple[int, int] | None

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.products[0]) if self.products else 1


def check_quotient(rule: Ruleset, said: Quotient, budget: Budget) -> int:
    """Show that this is the misère quotient of the rule's heaps; the number of sums looked at."""
    if len(rule.names) != 1 or not rule.takes_sums:
        raise SpragueError(f"expected a rule of heaps, each a pile of its own, got {rule}")
    table = _table(said, budget)
    _check_told_apart(said)
    reached = [_options(rule, said, table, heap) for heap in range(len(said.heaps))]
    if said.repeat:
        _check_repeat(rule, said, *said.repeat)
    return _check_outcomes(said, table, reached, budget)


def _table(said: Quotient, budget: Budget) -> list[Sequence[int]]:
    """All products, from those with generators."""
    size = said.size
    budget.keep_positions(size * size)
    for place, one in enumerate(said.products):
        if one[0] not in said.heaps:
            raise NotVerified(f"the generator {one[0]} is the element of no heap")
        for other in said.products[:place]:
            element = next((x for x in range(size) if one[other[x]] != other[one[x]]), None)
            if element is not None:
                raise NotVerified(f"the products of element {element} with two generators depend on their order")
    table: dict[int, Sequence[int]] = {0: range(size)}
    waiting = [0]
    for element in waiting:
        for products in said.products:
            if products[element] not in table:
                table[products[element]] = [products[other] for other in table[element]]
                waiting.append(products[element])
    missing = next((element for element in range(size) if element not in table), None)
    if missing is not None:
        raise NotVerified(f"element {missing} is no product of generators")
    return [table[element] for element in range(size)]


def _check_told_apart(said: Quotient) -> None:
    size = said.size
    kinds, count = [int(element in said.p) for element in range(size)], 0
    while count < len(set(kinds)):
        count = len(set(kinds))
        seen = [(kinds[x], *(kinds[products[x]] for products in said.products)) for x in range(size)]
        numbers: dict[Heaps, int] = {}
        kinds = [numbers.setdefault(kind, len(numbers)) for kind in seen]
    if count < size:
        twin = next(x for x in range(size) if kinds[x] in kinds[:x])
        raise NotVerified(f"nothing tells element {twin} from element {kinds.index(kinds[twin])}")


def _options(rule: Ruleset, said: Quotient, table: list[Sequence[int]], heap: int) -> frozenset[int]:
    """The elements of the options of a heap, which must be sums of smaller heaps."""
    found = set()
    for option in rule.options((heap,)) if rule.is_position((heap,)) else ():
        element = 0
        for part in option:
            if part >= heap:
                raise NotVerified(f"a move from heap {heap} leaves heap {part}")
            element = table[element][said.heaps[part]]
        found.add(element)
    if not found and said.heaps[heap]:
        raise NotVerified(f"heap {heap} leaves no move, and its element is {said.heaps[heap]} and not 0")
    return frozenset(found)


def _check_repeat(rule: Ruleset, said: Quotient, start: int, period: int) -> None:
    moves = breakings(rule)
    if moves is None or any(move.distinct for move in moves):
        raise NotVerified(f"no period follows for {rule}, whose moves do more than to take and to break")
    taken = max((move.taken for move in moves), default=0)
    parts = max((move.parts for move in moves), default=0)
    least = max((move.heap for move in moves), default=0)
    needed = max(max(1, parts) * (start + period) + taken, least + period)
    if len(said.heaps) < needed:
        raise NotVerified(f"a period takes the elements of all heaps below {needed}, got those below {len(said.heaps)}")
    for heap in range(start, len(said.heaps) - period):
        if said.heaps[heap] != said.heaps[heap + period]:
            raise NotVerified(f"the elements of heaps {heap} and {heap + period} differ")


def _check_outcomes(said: Quotient, table: list[Sequence[int]], reached: list[frozenset[int]], budget: Budget) -> int:
    """Show that exactly the sums with a P-element have options, and none with a P-element."""
    if 0 in said.p:
        raise NotVerified("the identity is P, and play is over there: the last to move has lost")
    moves = {(said.heaps[heap], reached[heap]): heap for heap in reversed(range(len(reached))) if reached[heap]}
    good = {
        options: sum(1 << z for z, row in enumerate(table) if any(row[element] in said.p for element in options))
        for _, options in moves
    }
    for (element, options), heap in moves.items():
        both = next((z for z in range(len(table)) if table[z][element] in said.p and good[options] >> z & 1), None)
        if both is not None:
            raise NotVerified(f"heap {heap} with element {both} is P, and so is an option")

    @cache
    def pulled(company: int, element: int) -> int:
        return sum(1 << z for z, product in enumerate(table[element]) if company >> product & 1)

    known: dict[int, list[int]] = {}
    sums: list[tuple[int, int, Heaps]] = [(0, 0, ())]
    for element, company, heaps in sums:
        budget.keep_positions(len(sums))
        for (with_heap, options), heap in moves.items():
            after = table[element][with_heap]
            wins = pulled(company, with_heap) | pulled(good[options], element)
            if any(less & ~wins == 0 for less in known.get(after, ())):
                continue
            if after not in said.p and not wins & 1:
                position = tuple(sorted((*heaps, heap)))
                raise NotVerified(f"{position} is not P, and has no option that is")
            known.setdefault(after, []).append(wins)
            sums.append((after, wins, (*heaps, heap)))
    return len(sums)
