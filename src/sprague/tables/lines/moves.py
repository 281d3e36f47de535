"""Enumerated moves between the lines of a table (`LineMove`): one for each value of the mover's choices.

A `LineMove` leads from the positions of one line to positions of one earlier line. If a `LineMove` leads from a
position to a P-position of the earlier line, it *attacks* the position. A `LineMove` fixes the values of all choices
except one choice that affects only the line entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import floor, isqrt, prod

from sprague import limits
from sprague.language.conditions import Condition, Power
from sprague.language.number_conditions import OfKind, Square
from sprague.linear.constraints import greatest
from sprague.linear.terms import Linear
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import option_name
from sprague.tables.kernels.line_masks import AT_LEAST, EQUAL
from sprague.tables.lines.conditions import Atom, NotLinear, atoms_of

MOST_MOVES = 50_000  # maximum number of combinations of the mover's choices
# Kinds of moves between lines; the kind says which positions the P-positions of the earlier line attack. SHIFT: each
# P-position of the earlier line attacks the position at a fixed distance from this P-position. POINT: one particular
# position of the earlier line, if it is a P-position, attacks all positions that satisfy the conditions of the move.
# RANGE: the P-positions of the earlier line attack all positions that satisfy the conditions of the move.
SHIFT, POINT, RANGE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move from a line to one earlier line, with the other entries of the option as linear terms.

    If the kind is SHIFT, the line entry of the option is the line entry of the position plus `shift`. If the kind is
    POINT, the line entry of the option is `shift`. The conditions of a move depend on the line entry of the option only
    if the kind is RANGE.
    """

    kind: int
    target: tuple[Linear, ...]
    shift: Linear
    conditions: tuple[Atom, ...]


class TooManyMoves(Exception):
    """Raised with a reason if a move family cannot be enumerated for each line of a table."""


@dataclass(frozen=True, slots=True)
class EnumeratedMove:
    """A move family whose piles are assigned to entries, and whose choices are enumerated for each line."""

    family: int
    facts: MoveConstraints
    line: str
    kept_choice: str | None

    @staticmethod
    def of(family: int, facts: MoveConstraints, line: str) -> EnumeratedMove:
        """Return a move family whose choices can be enumerated for each line; otherwise raise `TooManyMoves`."""
        facts = facts.solved
        if facts.products:
            raise TooManyMoves("because it contains products")
        if any(line in entry.names for name, entry in facts.reached.items() if name != line):
            raise TooManyMoves(f"because another entry of the option depends on {line}")
        end = facts.reached[line]
        if end.coefficient(line) not in (0, 1):
            raise TooManyMoves(f"because it adds no fixed number to {line}")
        used = {name for other, entry in facts.reached.items() if other != line for name in entry.names}
        used |= {name for condition in facts.others for name in condition.names}
        free = [c for c in facts.choices if c not in used and abs(end.coefficient(c)) == 1]
        return EnumeratedMove(family, facts, line, free[0] if free else None)

    def moves(self, others: Sequence[str], box: Sequence[Linear]) -> Iterator[LineMove]:
        """Yield a `LineMove` for each combination of the mover's choices at the positions of a box.

        Each linear term in `box` is at least 0 at all positions of the box. The method raises `TooManyMoves` if there
        are too many combinations.
        """
        facts, end = self.facts, self.facts.reached[self.line]
        choices = [choice for choice in facts.choices if choice != self.kept_choice]
        values = [self._values(choice, box) for choice in choices]
        if prod(map(len, values)) > MOST_MOVES:
            raise TooManyMoves(f"because there are more than {MOST_MOVES:,} values of the choices")
        line, reached = Linear.of(self.line), Linear.of(option_name(self.line))
        fixed = [Atom(AT_LEAST, term) for term in facts.inequalities] + [Atom(EQUAL, term) for term in facts.equations]
        for chosen in product(*values):
            limits.check()
            known = {choice: Linear.of(value) for choice, value in zip(choices, chosen, strict=True)}
            shift = end.substitute(known)
            kind = SHIFT if shift.coefficient(self.line) else POINT
            if self.kept_choice is not None:
                factor = shift.coefficient(self.kept_choice)
                known[self.kept_choice] = factor * (reached - shift) + Linear.of(self.kept_choice)
                kind, shift = RANGE, Linear()
            try:
                atoms = [atom.substitute(known) for atom in fixed]
                if any(atom.constant_truth is False for atom in atoms):
                    continue
                atoms += [atom for one in facts.others for atom in atoms_of(one.substitute(known))]
            except NotLinear:
                raise TooManyMoves("because not all conditions are linear") from None
            if any(atom.constant_truth is False for atom in atoms):
                continue
            target = tuple(facts.reached[name].substitute(known) for name in others)
            kept = tuple(dict.fromkeys(atom for atom in atoms if atom.constant_truth is None))
            yield LineMove(kind, target, shift - line if kind == SHIFT else shift, kept)

    def _values(self, choice: str, box: Sequence[Linear]) -> Sequence[int]:
        """Return the values that the mover can give to a choice at the positions of a box."""
        most = greatest(Linear.of(choice), [*self.facts.all, *box])
        if most is None:
            raise TooManyMoves(f"because {choice} has no bound")
        top = floor(most)
        conditions = [one for one in self.facts.others if one.names == {choice}]
        found = _candidates(choice, conditions, top)
        if len(found) > MOST_MOVES:
            raise TooManyMoves(f"because there are more than {MOST_MOVES:,} values of the choices")
        return [number for number in found if all(one.holds({choice: number}) for one in conditions)]


def _candidates(choice: str, conditions: Iterable[Condition], top: int) -> Sequence[int]:
    """Return numbers up to `top` that include all values of a choice; a condition may require squares or powers."""
    for condition in conditions:
        if isinstance(condition, OfKind) and condition.term.is_linear and condition.term.linear == Linear.of(choice):
            if isinstance(condition, Square):
                return [root * root for root in range(isqrt(max(top, 0)) + 1)] if top >= 0 else []
            if isinstance(condition, Power) and condition.base > 1:
                return [condition.base**n for n in range(max(top, 1).bit_length()) if condition.base**n <= top]
    return range(top + 1)
