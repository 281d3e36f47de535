"""Enumeration of the moves of a family from a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.language.expressions import Entry
from sprague.language.positions import Position
from sprague.linear.terms import Applied
from sprague.rules.choice_loops import Loops, Unbounded, make_loops
from sprague.rules.families import meets
from sprague.rules.move_constraints import Facts
from sprague.rules.symmetry import Block, arrangements, ordered_choices, part_classes

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset


class Plays(NamedTuple):
    """How the moves of a family are enumerated: loops over its choices, and classes of parts that piles may play.

    There are loops for each alternative of the domain, if not all piles are positions; those of two may reach the same
    option.
    """

    loops: tuple[Loops, ...]
    classes: list[list[Block]]


class Play(NamedTuple):
    """One way to play a family: who plays which role, the values of all names, what is reached.

    `order[i]` is the pile that plays the role of pile i; each part that is reached keeps the piles in the order given.
    """

    family: int
    order: list[int]
    values: dict[str, int]
    parts: tuple[Position, ...]

    @property
    def reached(self) -> Position:
        """The position reached, where it is no sum."""
        (position,) = self.parts
        return position


def make_plays(rule: Ruleset) -> tuple[Plays, ...]:
    """For each family how its moves are enumerated; a choice without an upper bound is found out, and refused."""
    floors = {name: rule.lowest(name) for name in rule.names}
    plays = []
    for kind, family, facts in zip(rule.kinds, rule.families, rule.facts, strict=True):
        once = ordered_choices(rule.names, family, rule.blocks)
        try:
            # Where one alternative of the domain says nothing, the others say nothing more.
            landings = family.landings(rule.names, rule.domain) if rule.is_restricted else [family]
            landing = [facts if one is family else Facts.of(rule, one) for one in landings]
            loops = tuple(make_loops(one, floors, once) for one in landing)
        except (OutOfReach, Cancelled):
            raise
        except SpragueError as error:
            move = rule.option_text(rule.written.moves[kind].parts)
            if isinstance(error, Unbounded):
                raise Unbounded(error.choice, error.reason, kind, move) from None
            raise SpragueError(f"in the move to {move}: {error}") from None
        plays.append(Plays(loops, part_classes(rule.names, family, rule.blocks)))
    return tuple(plays)


def is_ended(rule: Ruleset, position: Position) -> bool:
    """Whether play is over by `stop when` or `win when`, whatever moves there would be."""
    return meets(rule.stop + rule.win, rule.names, position)


def plays_from(rule: Ruleset, position: Position) -> Iterator[Play]:
    """Every play of every family; some lead to the same option."""
    if is_ended(rule, position):
        return
    functions = dict(rule.functions)
    tried = count()
    for number, (ways, classes) in enumerate(rule.plays):
        first, *others = rule.families[number].parts
        for order in arrangements(position, classes):
            start = {name: position[pile] for name, pile in zip(rule.names, order, strict=True)}
            for values in chain(*(loops.run(start, tried) for loops in ways)):
                reached: tuple[Position, ...] = (reached_by(first, order, values, functions),)
                if others:
                    reached += tuple(reached_by(part, order, values, functions) for part in others)
                yield Play(number, order, values, reached)


def reached_by(
    target: Sequence[Entry],
    order: Sequence[int],
    values: Mapping[str, int],
    functions: Mapping[str, Callable[[int], int]],
) -> Position:
    """Where a play leads, in one part of the option: the pile that plays a role becomes what the target says of it."""
    reached = [0] * len(order)
    for pile, entry in zip(order, target, strict=True):
        if isinstance(entry, Applied):
            reached[pile] = _apply(functions[entry.function], entry.term.value(values))
        else:
            reached[pile] = entry.value(values)
    return tuple(reached)


def _apply(function: Callable[[int], int], argument: int) -> int:
    value: object = function(argument)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        raise SpragueError(f"expected the rule's function to give a natural number, got {value!r} for {argument}")
    return number


def count_choices(rule: Ruleset, position: Position, most: int) -> int:
    """How many choices `plays_from` would try; beyond `most`, some number above it."""
    if is_ended(rule, position):
        return 0
    total = 0
    for ways, classes in rule.plays:
        for order in arrangements(position, classes):
            values = {name: position[pile] for name, pile in zip(rule.names, order, strict=True)}
            total += sum(loops.count(values, most) for loops in ways)
            if total > most:
                return total
    return total
