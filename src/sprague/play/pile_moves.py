"""`moves_by_option` lists all moves from a board as changes of single piles, grouped by the resulting option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sprague.play.playable import Playable, Pos
from sprague.rules import Position, Ruleset
from sprague.rules.move_enumeration import FamilyMove
from sprague.rules.sums import component_moves, split_components
from sprague.rules.symmetry import distinct_orders, interchangeable_choices, sort_blocks

MOST_ORDERS = 120  # maximum number of listed moves that differ only in the order of interchangeable choices


@dataclass(frozen=True, slots=True)
class PileChange:
    """The change of one pile: the index of the pile on the board, its old height, and its new height or heights."""

    pile: int
    before: int
    after: tuple[int, ...]


PileMove = tuple[PileChange, ...]


def moves_by_option(playable: Playable[Pos], board: Pos) -> dict[Pos, list[PileMove]]:
    """Return the moves from a board, grouped by the option reached; each move is a list of changes of single piles.

    >>> from sprague.games import game
    >>> from sprague.play.single_game import SingleGame
    >>> for move in moves_by_option(SingleGame(game("wythoff"), False), (1, 2))[0, 1]:
    ...     print([(change.pile, change.after) for change in move])
    [(1, (0,))]
    [(0, (0,)), (1, (1,))]
    >>> moves_by_option(SingleGame(game("kayles"), False), (3, 7))[1, 3, 5]
    [(PileChange(pile=1, before=7, after=(1, 5)),)]

    Moves that differ only in the order of interchangeable choices are listed separately.

    >>> for move in moves_by_option(SingleGame(game("empty-transfer:boxes=2"), False), (1, 5))[1, 4]:
    ...     print([(change.pile, change.after) for change in move])
    [(1, (4,))]
    [(0, (4,)), (1, (1,))]

    If several heaps are equal, only moves in the first of them are listed. If a component with several piles splits
    into parts, the new heights of pile i are its heights in all parts.
    """
    found: dict[Pos, dict[PileMove, None]] = {}
    parts, first = playable.split(board), 0
    for number, (rule, position) in enumerate(playable.components(board)):
        for option, move in _moves_in(rule, position, first):
            reached = playable.normalize(playable.join([*parts[:number], option, *parts[number + 1 :]]))
            found.setdefault(reached, {})[move] = None
        first += len(position)
    return {option: list(moves) for option, moves in found.items()}


def _moves_in(rule: Ruleset, position: Position, first: int) -> Iterator[tuple[Position, PileMove]]:
    """Yield each move in one game of a sum, with its option; `first` is the board index of the game's first pile."""
    width = len(rule.names)
    if rule.splits or len(position) > width:
        components = split_components(rule, position)
        for place, made, option in component_moves(rule, components):
            yield option, _pile_move(components[place], made, first + place * width)
    else:
        for made in rule.family_moves(position):
            option = sort_blocks(rule.blocks, made.reached)
            for other in _reordered(rule, made):
                yield option, _pile_move(position, other, first)


def _reordered(rule: Ruleset, made: FamilyMove) -> Iterator[FamilyMove]:
    """Yield the copies of a move that differ only in the order of its interchangeable choices.

    The method `Ruleset.family_moves` yields only one order of interchangeable choices; this function adds all other
    orders.
    """
    family = rule.families[made.family]
    groups = interchangeable_choices(rule.names, family, rule.blocks)
    for values in islice(distinct_orders([[made.values[name] for name in group] for group in groups]), MOST_ORDERS):
        changed = made.values | {
            name: value
            for group, some in zip(groups, values, strict=True)
            for name, value in zip(group, some, strict=True)
        }
        reached = rule.enumerators[made.family].reached_by(family.parts[0], made.order, changed)
        yield made._replace(values=changed, parts=(reached,))


def _pile_move(component: Position, made: FamilyMove, first: int) -> PileMove:
    after = [heights if len(component) > 1 else _nonempty_heaps(heights) for heights in zip(*made.parts, strict=True)]
    return tuple(
        PileChange(first + place, height, heights)
        for place, (height, heights) in enumerate(zip(component, after, strict=True))
        if heights != (height,)
    )


def _nonempty_heaps(heights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sorted heights of the nonempty new heaps, or (0,) if all new heaps are empty."""
    return tuple(sorted(filter(None, heights))) or (0,)
