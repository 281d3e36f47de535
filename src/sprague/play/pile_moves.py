"""All ways to make a move pile by pile on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sprague.play.playable import Playable, Pos
from sprague.rules import Position, Ruleset
from sprague.rules.move_enumeration import Play, plays_from, reached_by
from sprague.rules.sums import in_components, plays_in
from sprague.rules.symmetry import each_order, sorted_in, swappable_choices

MOST_ORDERS = 120  # of the values of choices that may change places; of more some are told


@dataclass(frozen=True, slots=True)
class PileChange:
    """What becomes of a pile: its number on the board, from 0 on, its height, and the heights of what it becomes."""

    pile: int
    before: int
    after: tuple[int, ...]


PileMove = tuple[PileChange, ...]


def moves_by_option(playable: Playable[Pos], board: Pos) -> dict[Pos, list[PileMove]]:
    """For each option every way to reach it from piles as they stand on the board.

    >>> from sprague.games import game
    >>> from sprague.play.single_game import SingleGame
    >>> for way in moves_by_option(SingleGame(game("wythoff"), False), (1, 2))[0, 1]:
    ...     print([(change.pile, change.after) for change in way])
    [(1, (0,))]
    [(0, (0,)), (1, (1,))]
    >>> moves_by_option(SingleGame(game("kayles"), False), (3, 7))[1, 3, 5]
    [(Change(pile=1, before=7, after=(1, 5)),)]

    Boxes that are filled anew may be filled in any order:

    >>> for way in moves_by_option(SingleGame(game("empty-transfer:boxes=2"), False), (1, 5))[1, 4]:
    ...     print([(change.pile, change.after) for change in way])
    [(1, (4,))]
    [(0, (4,)), (1, (1,))]

    Of heaps that are equal one stands for all. Where a component of several piles splits, each of its piles becomes
    what stands in its place in the parts.
    """
    found: dict[Pos, dict[PileMove, None]] = {}
    parts, first = playable.split(board), 0
    for number, (rule, position) in enumerate(zip(playable.rules, parts, strict=True)):
        for option, way in _ways_in(rule, position, first):
            reached = playable.normalize(playable.join([*parts[:number], option, *parts[number + 1 :]]))
            found.setdefault(reached, {})[way] = None
        first += len(position)
    return {option: list(ways_there) for option, ways_there in found.items()}


def _ways_in(rule: Ruleset, position: Position, first: int) -> Iterator[tuple[Position, PileMove]]:
    """Every play in one game, whose piles are numbered from `first` on, with the option."""
    width = len(rule.names)
    if rule.splits or len(position) > width:
        components = in_components(rule, position)
        for place, play, option in plays_in(rule, components):
            yield option, _way(components[place], play, first + place * width)
    else:
        for play in plays_from(rule, position):
            option = sorted_in(rule.blocks, play.reached)
            for other in _reordered(rule, play):
                yield option, _way(position, other, first)


def _reordered(rule: Ruleset, play: Play) -> Iterator[Play]:
    """A play, and those that differ from it in the order of choices: of them `plays_from` tells only one."""
    family = rule.families[play.family]
    groups = swappable_choices(rule.names, family, rule.blocks)
    for values in islice(each_order([[play.values[name] for name in group] for group in groups]), MOST_ORDERS):
        changed = play.values | {
            name: value
            for group, some in zip(groups, values, strict=True)
            for name, value in zip(group, some, strict=True)
        }
        reached = reached_by(family.parts[0], play.order, changed, dict(rule.functions))
        yield play._replace(values=changed, parts=(reached,))


def _way(component: Position, play: Play, first: int) -> PileMove:
    after = [heights if len(component) > 1 else _heaps(heights) for heights in zip(*play.parts, strict=True)]
    return tuple(
        PileChange(first + place, height, heights)
        for place, (height, heights) in enumerate(zip(component, after, strict=True))
        if heights != (height,)
    )


def _heaps(heights: tuple[int, ...]) -> tuple[int, ...]:
    """The heaps that a heap becomes: empty ones are not there, unless nothing is left."""
    return tuple(sorted(filter(None, heights))) or (0,)
