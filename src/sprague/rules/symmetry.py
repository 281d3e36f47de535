"""Interchangeable piles (`any order`): assignments of piles to the roles in a move, and sorted positions.

If a rule has `any order`, a family written for (a, b, c) may be played with the piles in any order. In a move family of
a rule with `any order`, the names a, b and c are *roles* that the piles of a position take. Trying all k! orders of k
piles would repeat work: in a move of Nim on the pile a, the roles b and c can be swapped. Two roles that can be swapped
without changing the move family belong to one *class*. An *assignment* of piles to roles chooses, for each class of
roles, only the set of piles that take these roles. Choices can also be interchangeable, such as u and v in the
condition u + v = b. The enumeration tries only one order of their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from sprague import limits
from sprague.language.conditions import Condition, Formula, condition_key
from sprague.language.expressions import Entry
from sprague.language.rule_ast import Block
from sprague.linear.terms import Linear, interchangeable_groups, swap_names
from sprague.rules.families import Family, Target


def role_classes(names: Sequence[str], family: Family, blocks: Sequence[Block]) -> list[list[Block]]:
    """Return the classes of roles that can be swapped in a move family, grouped by block of interchangeable piles."""

    def swappable(first: int, second: int) -> bool:
        mapping = swap_names(names[first], names[second])
        if _unchanged(family, blocks, mapping):
            return True
        # In Moore's Nim, with the conditions u <= a and v <= b, swapping a and b also swaps the choices u and v.
        for part in family.parts:
            one, two = part[first], part[second]
            if _is_choice(one, names) and _is_choice(two, names):
                mapping |= swap_names(str(one), str(two))
        turns_back = all(mapping[str(new)] == Linear.of(name) for name, new in mapping.items())
        return turns_back and _unchanged(family, blocks, mapping)

    return [interchangeable_groups(block, swappable) for block in blocks]


def interchangeable_choices(names: Sequence[str], family: Family, blocks: Sequence[Block]) -> list[list[str]]:
    """Return groups of interchangeable choices of a move, whose values can be exchanged without changing the option."""

    def swappable(first: str, second: str) -> bool:
        return _unchanged(family, blocks, swap_names(first, second))

    # The order of the parts of a sum never matters.
    places = range(len(names)) if family.splits else [i for block in blocks for i in block]
    plain = [str(part[i]) for part in family.parts for i in places if _is_choice(part[i], names)]
    return [list(group) for group in interchangeable_groups(dict.fromkeys(plain), swappable)]


def choice_order_constraints(names: Sequence[str], family: Family, blocks: Sequence[Block]) -> list[Linear]:
    """Return inequalities such as `v - u >= 0`, which select one order of interchangeable choices."""
    return [
        Linear.of(after) - Linear.of(before)
        for group in interchangeable_choices(names, family, blocks)
        for before, after in pairwise(group)
    ]


def is_symmetric(alternatives: Sequence[Sequence[Condition]], names: Sequence[str], block: Block) -> bool:
    """Return whether a lowered condition stays the same when a block of interchangeable piles is permuted."""

    def key(mapping: Mapping[str, Linear]) -> object:
        return frozenset(
            frozenset(condition_key(condition.substitute(mapping)) for condition in conjunction)
            for conjunction in alternatives
        )

    return all(key(swap_names(names[i], names[j])) == key({}) for i, j in pairwise(block))


def is_written_symmetric(condition: Formula, names: Sequence[str], block: Block) -> bool:
    """Return whether a condition of the AST stays the same when a block of interchangeable piles is permuted."""
    return all(condition.substitute(swap_names(names[i], names[j])).key == condition.key for i, j in pairwise(block))


def role_assignments(position: Sequence[int], classes: Sequence[Sequence[Block]]) -> Iterator[list[int]]:
    """Yield all different assignments of interchangeable piles to the roles of a move, without exchanging equal piles.

    Entry i of an assignment is the index of the pile in role i.
    """
    order = list(range(len(position)))
    parts = [part_class for block in classes for part_class in block]
    free = [sorted((i for c in block for i in c), key=lambda i: position[i]) for block in classes]
    block_of = [number for number, block in enumerate(classes) for _ in block]

    def assign(depth: int) -> Iterator[list[int]]:
        if depth == len(parts):
            # check the limits of the computation here: the number of assignments may grow exponentially with the piles
            limits.check()
            yield list(order)
            return
        piles = free[block_of[depth]]
        for chosen in _distinct(piles, len(parts[depth]), position):
            for part, pile in zip(parts[depth], chosen, strict=True):
                order[part] = pile
            free[block_of[depth]] = [pile for pile in piles if pile not in chosen]
            yield from assign(depth + 1)
        free[block_of[depth]] = piles

    return assign(0)


def distinct_orders(bags: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all different orders of the numbers within each block, where equal numbers are not exchanged.

    >>> list(distinct_orders([[2, 1, 2]]))
    [((1, 2, 2),), ((2, 1, 2),), ((2, 2, 1),)]
    """
    if not bags:
        yield ()
        return
    for first in _orders(bags[0]):
        for rest in distinct_orders(bags[1:]):
            yield (first, *rest)


def sort_blocks(blocks: Iterable[Block], position: Sequence[int]) -> tuple[int, ...]:
    """Return a position with each block of interchangeable piles sorted.

    >>> sort_blocks([(0, 1)], (5, 2, 1))
    (2, 5, 1)
    """
    entries = list(position)
    for block in blocks:
        for place, entry in zip(block, sorted(entries[i] for i in block), strict=True):
            entries[place] = entry
    return tuple(entries)


def _orders(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not numbers:
        yield ()
    for number in sorted(set(numbers)):
        rest = list(numbers)
        rest.remove(number)
        for following in _orders(rest):
            yield (number, *following)


def _distinct(piles: Sequence[int], size: int, position: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield selections of `size` interchangeable piles, but only one of several selections with the same heights."""
    if size == 0:
        yield ()
        return
    for start in range(len(piles) - size + 1):
        if start and position[piles[start]] == position[piles[start - 1]]:
            continue
        for rest in _distinct(piles[start + 1 :], size - 1, position):
            yield (piles[start], *rest)


def _unchanged(family: Family, blocks: Sequence[Block], mapping: Mapping[str, Linear]) -> bool:
    """Return whether a substitution changes a move family only in the order of parts and interchangeable piles."""
    inside = {index for block in blocks for index in block}

    def of_part(part: Target, substitution: Mapping[str, Linear]) -> tuple[list[list[str]], list[str]]:
        texts = [str(entry.substitute(substitution)) for entry in part]
        free = [text for index, text in enumerate(texts) if index not in inside]
        return [sorted(texts[index] for index in block) for block in blocks], free

    def key(substitution: Mapping[str, Linear]) -> object:
        return (
            sorted(of_part(part, substitution) for part in family.parts),
            {link for condition in family.where for link in condition_key(condition.substitute(substitution))},
        )

    return key(mapping) == key({})


def _is_choice(entry: Entry, names: Sequence[str]) -> bool:
    return isinstance(entry, Linear) and entry.is_name and str(entry) not in names
