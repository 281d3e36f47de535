"""Positions as sums: components side by side, where a move in one of them is a move in the sum.

Where a move splits a position, what is reached is a sum of *components*, each with an entry for every name of the rule.
A position of such a rule is the components one after another: with two piles, (3, 5, 2, 4) is (3, 5) + (2, 4). A rule
with one pile takes any number of piles as well, split or not: (5, 6, 7) is a sum of three.

The order of components does not matter, so they are sorted. One whose entries are all 0, and which leaves no move, adds
nothing, and is left out, unless nothing else is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from sprague.rules.plays import Play, plays_from
from sprague.rules.positions import Position
from sprague.rules.symmetry import sorted_in

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset


def in_components(rule: Ruleset, position: Sequence[int]) -> list[Position]:
    """The components of a position, in the order given."""
    width = len(rule.names)
    if len(position) == width:
        return [tuple(position)]
    return list(zip(*(position[place::width] for place in range(width)), strict=True))


def joined(rule: Ruleset, components: Iterable[Position]) -> Position:
    """The sum of components as a position: sorted, without those that add nothing.

    >>> from sprague.rules.notation import parse
    >>> joined(parse("(a, b) -> (a - 1, 0) + (0, b - 1)"), [(3, 1), (0, 0), (2, 4)])
    (2, 4, 3, 1)
    """
    ordered = sorted(components)
    kept = [component for component in ordered if any(component) or not rule.is_over_at(component)]
    return tuple(chain.from_iterable(kept or ordered[:1]))


def arranged(rule: Ruleset, components: Iterable[Position]) -> Position:
    """The sum of components as a position, with the piles of each sorted where their order does not matter."""
    return joined(rule, (sorted_in(rule.blocks, component) for component in components))


def without(components: Sequence[Position], one: Position) -> list[Position]:
    """All components but one that equals this."""
    place = components.index(one)
    return [*components[:place], *components[place + 1 :]]


def plays_in(rule: Ruleset, components: Sequence[Position]) -> Iterator[tuple[int, Play, Position]]:
    """Every play in a component, equal ones once: the component's place, the play, and the position reached."""
    places: dict[Position, int] = {}
    for place, component in enumerate(components):
        places.setdefault(sorted_in(rule.blocks, component), place)
    others = [sorted_in(rule.blocks, component) for component in components]
    for component, place in places.items():
        rest = without(others, component)
        for play in plays_from(rule, components[place]):
            yield place, play, joined(rule, [*rest, *(sorted_in(rule.blocks, part) for part in play.parts)])
