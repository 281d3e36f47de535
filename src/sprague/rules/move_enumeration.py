"""Enumeration of all moves (`FamilyMove`) of one move family from a position: `MoveEnumerator`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import index
from typing import NamedTuple

from sprague.errors import SpragueError
from sprague.language.expressions import Entry
from sprague.language.positions import Position
from sprague.language.rule_ast import Block
from sprague.linear.terms import Applied
from sprague.rules.choice_loops import ChoiceLoops, make_loops
from sprague.rules.families import Conjunction, Family
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.symmetry import choice_order_constraints, role_assignments, role_classes


class FamilyMove(NamedTuple):
    """A move of a move family: the pile in each role, the values of the piles and choices, and the option.

    The number `order[i]` is the index of the pile that takes role i in the move. `parts` contains the parts of the
    option, with piles in the order of the position.
    """

    family: int
    order: list[int]
    values: dict[str, int]
    parts: tuple[Position, ...]

    @property
    def reached(self) -> Position:
        """The option of the move, which must be a single position."""
        (position,) = self.parts
        return position


@dataclass(frozen=True, slots=True)
class MoveEnumerator:
    """An enumerator of the moves of a family, which assigns piles to roles and runs nested loops over the choices.

    `loops` has an element for each alternative of `positions where`; several elements may yield the same option.
    """

    family: Family
    names: tuple[str, ...]
    functions: Mapping[str, Callable[[int], int]]
    loops: tuple[ChoiceLoops, ...]
    classes: list[list[Block]]

    @staticmethod
    def of(
        family: Family,
        constraints: MoveConstraints,
        names: tuple[str, ...],
        floors: Mapping[str, int],
        blocks: Sequence[Block],
        domain: Sequence[Conjunction],
        functions: Mapping[str, Callable[[int], int]],
    ) -> MoveEnumerator:
        """Return the enumerator of a move family; raise `UnboundedChoice` for a choice without an upper bound."""
        once = choice_order_constraints(names, family, blocks)
        # If an alternative of `positions where` has no conditions, every tuple is a position, and one loop suffices.
        landings = [family] if () in domain else family.landings(names, domain)
        landing = [
            constraints if one is family else MoveConstraints.of(one, names, constraints.left_domain)
            for one in landings
        ]
        loops = tuple(make_loops(one, floors, once) for one in landing)
        return MoveEnumerator(family, names, functions, loops, role_classes(names, family, blocks))

    def starts(self, position: Position) -> Iterator[tuple[list[int], dict[str, int]]]:
        """Yield each assignment of piles to the roles in a move, with the heights of the piles by role."""
        for order in role_assignments(position, self.classes):
            yield order, {name: position[pile] for name, pile in zip(self.names, order, strict=True)}

    def moves(self, number: int, position: Position, tried: Iterator[int]) -> Iterator[FamilyMove]:
        """Yield all moves of the family with the index `number`; several moves may lead to the same option."""
        first, *others = self.family.parts
        for order, start in self.starts(position):
            for values in chain(*(loops.run(start, tried) for loops in self.loops)):
                reached: tuple[Position, ...] = (self.reached_by(first, order, values),)
                if others:
                    reached += tuple(self.reached_by(part, order, values) for part in others)
                yield FamilyMove(number, order, values, reached)

    def reached_by(self, target: Sequence[Entry], order: Sequence[int], values: Mapping[str, int]) -> Position:
        """Return one part of the option, in which each pile has the new value of its role in the move."""
        reached = [0] * len(order)
        for pile, entry in zip(order, target, strict=True):
            if isinstance(entry, Applied):
                reached[pile] = _apply(self.functions[entry.function], entry.term.value(values))
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
        raise SpragueError(
            f"expected the Python function of the rule to return a natural number, got {value!r} for the argument "
            f"{argument}"
        )
    return number
