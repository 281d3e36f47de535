"""Automorphisms of a rule (`find_automorphisms`, `with_any_order`): permutations of piles that map the rule to itself.

A permutation of the piles is an automorphism if it maps the set of move families to itself, and maps the conditions of
`positions where`, `stop when` and `win when` to equivalent conditions. Move families and clauses are compared in normal
form (`normal_form`). Every permutation that is found is therefore an automorphism, but some automorphisms may be
missed. Positions that an automorphism maps to each other have the same values. The search first finds the pairs of
piles that can be exchanged. Piles that can all be exchanged with each other form a group of piles. Every automorphism
maps groups to groups, so the search then tests permutations of whole groups. If there are many groups, the search tests
only rotations, reflections and double transpositions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import TypeVar

from sprague.language.rule_ast import Block
from sprague.linear.terms import Linear, interchangeable_groups
from sprague.rules.families import Conjunction, Family, family_key
from sprague.rules.linear_rule import LinearRule
from sprague.rules.normal_form import conjunction_form, family_form
from sprague.rules.ruleset import Ruleset

T = TypeVar("T")
Permutation = tuple[int, ...]  # a permutation p of the entries of a position: entry i moves to the index p[i]

MOST_PILES = 12  # maximum number of piles of a rule whose automorphisms are searched
MOST_PERMUTED = 6  # maximum number of groups of piles for which all permutations of the groups are tested
MOST_GENERATED = 5_000  # maximum number of permutations that are generated from known automorphisms
# Maximum number of normal forms that a search computes; for a rule with many families, the maximum is 4 per family.
MOST_FORMS = 500


@dataclass(frozen=True)
class Automorphisms:
    """Automorphisms of a rule: blocks of piles that may be permuted in any way, and generators of further ones.

    The blocks include the piles that the clause `any order` makes interchangeable. The generators permute the entries
    of a position. Permutations of piles that are interchangeable by `any order` are omitted.
    """

    blocks: tuple[Block, ...]
    generators: tuple[Permutation, ...]


def permute(entries: Sequence[T], permutation: Permutation) -> tuple[T, ...]:
    """Apply a permutation, such as an automorphism, to a tuple of piles: entry i moves to the index `permutation[i]`.

    >>> permute((4, 5, 6), (1, 2, 0))
    (6, 4, 5)
    """
    moved = dict(zip(permutation, entries, strict=True))
    return tuple(moved[index] for index in range(len(entries)))


@lru_cache(maxsize=64)
def find_automorphisms(rule: LinearRule) -> Automorphisms:
    """Return the automorphisms of a rule that a quick search finds.

    If the rule splits positions or has many piles, the result contains only the blocks that the clause `any order`
    declares.

    >>> from sprague.rules import parse
    >>> find_automorphisms(parse("(a, b) -> (u, b) where u < a ; (a, b - k) where k >= 1")).blocks
    ((0, 1),)
    >>> find_automorphisms(parse("(a, b, c) -> (a - 1, b, c + 1) ; (a + 1, b - 1, c) ; (a, b + 1, c - 1)"))
    Automorphisms(blocks=(), generators=((1, 2, 0),))
    """
    entries = len(rule.names)
    free = [place for place in range(len(rule.piles)) if not any(place in block for block in rule.blocks)]
    if rule.splits or len(free) < 2 or len(rule.piles) > MOST_PILES:
        return Automorphisms(rule.blocks, ())
    search = _Search(rule, free)
    groups = interchangeable_groups(free, lambda one, two: search.is_automorphism(_transposition(entries, one, two)))
    blocks = tuple(group for group in groups if len(group) > 1)
    generators = (*_transpositions(entries, blocks), *_group_permutations(search, groups, entries))
    return Automorphisms((*rule.blocks, *blocks), generators)


class _Search:
    """The search for automorphisms of a rule; it permutes only the piles to which `any order` does not apply."""

    def __init__(self, rule: LinearRule, free: Sequence[int]) -> None:
        self._rule = rule
        self._changed = [_changed_piles(rule, family).intersection(free) for family in rule.families]
        self._used = [_used_piles(rule, family) for family in rule.families]
        self._known: dict[tuple[int, tuple[int, ...]], object] = {}
        identity = tuple(range(len(rule.names)))
        self._forms = {self._form(number, identity) for number in range(len(rule.families))}

    def is_automorphism(self, permutation: Permutation) -> bool:
        """Return whether a permutation of the piles is proved to be an automorphism of the rule."""
        turned = {frozenset(permutation[place] for place in places) for places in self._changed}
        return (
            turned == set(self._changed)
            and len(self._known) < max(MOST_FORMS, 4 * len(self._used))
            and self._keeps_clauses(permutation)
            and all(self._form(number, permutation) in self._forms for number in range(len(self._used)))
        )

    def _form(self, number: int, permutation: Permutation) -> object:
        """Return the normal form of a move family after a permutation of the piles; normal forms are cached."""
        key = number, tuple(permutation[place] for place in self._used[number])
        if key not in self._known:
            image = permute_family(self._rule.families[number], self._rule.names, permutation)
            self._known[key] = _form(self._rule, image, any_order=True)
        return self._known[key]

    def _keeps_clauses(self, permutation: Permutation) -> bool:
        rule = self._rule
        new = _renaming(rule.names, permutation)

        def forms(clause: Sequence[Conjunction]) -> set[str]:
            return {conjunction_form(rule, part) for part in clause}

        def renamed(clause: Sequence[Conjunction]) -> list[Conjunction]:
            return [tuple(condition.substitute(new) for condition in part) for part in clause]

        lowered = (rule.domain, rule.stop, rule.win)
        return all(
            written.substitute(new).key == written.key or forms(renamed(clause)) == forms(clause)
            for (_, written), clause in zip(rule.ast.clauses, lowered, strict=True)
        )


def _group_permutations(search: _Search, groups: Sequence[Block], entries: int) -> Iterator[Permutation]:
    """Yield automorphisms of the rule that permute groups of equal size, but keep the order of piles in each group."""
    found: list[Permutation] = []
    known = {tuple(range(len(groups)))}
    for order in _orders(len(groups)):
        if order in known or any(len(group) != len(groups[place]) for group, place in zip(groups, order, strict=True)):
            continue
        permutation = list(range(entries))
        for group, place in zip(groups, order, strict=True):
            for one, two in zip(group, groups[place], strict=True):
                permutation[one] = two
        if search.is_automorphism(tuple(permutation)):
            yield tuple(permutation)
            found.append(order)
            known = _generated(found)


def _orders(count: int) -> Iterator[Permutation]:
    """Yield rotations, reflections and double transpositions of `count` items, or all permutations of few items."""
    items = range(count)
    yield from (tuple((item + shift) % count for item in items) for shift in items)
    yield from (tuple((shift - item) % count for item in items) for shift in items)
    if count <= MOST_PERMUTED:
        yield from permutations(items)
        return
    for one, two in combinations(combinations(items, 2), 2):
        if not {*one} & {*two}:
            swaps = dict((one, one[::-1], two, two[::-1]))
            yield tuple(swaps.get(item, item) for item in items)


def _generated(generators: Sequence[Permutation]) -> set[Permutation]:
    """Return the elements of a permutation group with the given generators, or only some elements of a large group."""
    found = set(generators)
    waiting = list(generators)
    while waiting and len(found) < MOST_GENERATED:
        last = waiting.pop()
        for generator in generators:
            both = tuple(generator[place] for place in last)
            if both not in found:
                found.add(both)
                waiting.append(both)
    return found


def _transposition(entries: int, one: int, two: int) -> Permutation:
    return tuple({one: two, two: one}.get(place, place) for place in range(entries))


def _transpositions(entries: int, blocks: Sequence[Block]) -> Iterator[Permutation]:
    """Yield the transpositions of neighbouring piles in each block, which generate all permutations within blocks."""
    return (_transposition(entries, one, two) for block in blocks for one, two in pairwise(block))


# Move families


def permute_family(family: Family, names: Sequence[str], permutation: Permutation) -> Family:
    """Return the image of a move family under a permutation of the piles, such as an automorphism of the rule."""
    new = _renaming(names, permutation)
    parts = (permute(tuple(entry.substitute(new) for entry in part), permutation) for part in family.parts)
    return Family(tuple(parts), tuple(condition.substitute(new) for condition in family.where))


@lru_cache(maxsize=64)
def find_family_images(rule: LinearRule, generators: tuple[Permutation, ...]) -> tuple[tuple[int, Permutation], ...]:
    """For each move family, return the index of the first equivalent family, and an automorphism between the two.

    >>> from sprague.rules import parse
    >>> rule = parse("(a, b, c) -> (u, v, c) where u <= a, v <= b, u + v < a + b in a circle")
    >>> find_family_images(rule, ((1, 2, 0),))
    ((0, (0, 1, 2)), (0, (1, 2, 0)), (0, (2, 0, 1)))
    """
    numbers = range(len(rule.families))
    forms = [_form(rule, family, any_order=False) for family in rule.families] if generators else list(numbers)
    wanted = set(forms)
    identity = tuple(range(len(rule.names)))
    found: dict[object, tuple[int, Permutation]] = {}
    for number in numbers:
        if forms[number] in found:
            continue
        found[forms[number]] = number, identity
        waiting = deque([identity])
        while waiting:
            before = waiting.popleft()
            for generator in generators:
                after = tuple(generator[place] for place in before)
                form = _form(rule, permute_family(rule.families[number], rule.names, after), any_order=False)
                if form in wanted and form not in found:
                    found[form] = number, after
                    waiting.append(after)
    return tuple(found[form] for form in forms)


def _form(rule: LinearRule, family: Family, any_order: bool) -> object:
    """Return a normal form of a move family; families with equal normal forms have the same moves.

    If `any_order` is true, equal normal forms mean that the moves are the same up to the order of interchangeable
    piles.
    """
    if all(isinstance(entry, Linear) for entry in family.entries):
        return family_form(rule, family, any_order)
    return family_key(family, rule.names)


def _renaming(names: Sequence[str], permutation: Permutation) -> dict[str, Linear]:
    return {name: Linear.of(names[place]) for name, place in zip(names, permutation, strict=True)}


def _changed_piles(rule: LinearRule, family: Family) -> frozenset[int]:
    return frozenset(place for place, name in enumerate(rule.names) if family.target[place] != Linear.of(name))


def _used_piles(rule: LinearRule, family: Family) -> list[int]:
    """Return the indices of the entries that a move family changes or that its terms and conditions contain."""
    changed = _changed_piles(rule, family)
    named = {name for term in (*(family.target[place] for place in changed), *family.where) for name in term.names}
    return [place for place, name in enumerate(rule.names) if place in changed or name in named]


# Conversion of rules to rules with the clause `any order`


@lru_cache(maxsize=64)
def with_any_order(rule: Ruleset) -> Ruleset:
    """Return an equivalent rule in which `any order` applies to all piles that automorphisms of the rule interchange.

    If several move families differ only by permutations of interchangeable piles, the new rule keeps one of them. The
    positions of the new rule have sorted piles. A rule with `block` is returned unchanged, because options that differ
    in the order of piles count separately.

    >>> from sprague.rules import parse
    >>> print(with_any_order(parse("(a, b) -> (u, b) where u < a ; (a, u) where u < b")))
    (a, b) -> (u, b) where u < a any order
    """
    blocks = find_automorphisms(rule).blocks
    if rule.blocking or blocks == rule.blocks:
        return rule
    images = find_family_images(rule, tuple(_transpositions(len(rule.names), blocks)))
    kept = [number for number, (source, _) in enumerate(images) if source == number]
    families = tuple(rule.families[number] for number in kept)
    ast = replace(rule.ast, moves=tuple(map(Family.to_ast, families)), blocks=blocks, arrangements=())
    new = replace(rule, ast=ast, families=families, move_numbers=tuple(range(len(kept))), origin=None)
    return rule if new.rank is None and rule.rank is not None else new
