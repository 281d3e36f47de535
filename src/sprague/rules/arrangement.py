"""Lowering of moves on piles in a circle or a row, where a move may start at any pile.

A move *uses* the piles that it changes and the piles that its terms and conditions name. In a circle, a move may be
rotated: each pile that the move uses is replaced by the pile that is a fixed number of places further. In a row, a move
may be shifted by a number of places if all piles that it uses stay within the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sprague.errors import SpragueError
from sprague.language.expressions import Expression
from sprague.language.rule_ast import CIRCLE, Arrangement, MoveAst
from sprague.linear.terms import Applied, Linear
from sprague.rules.families import Family, family_key
from sprague.rules.lowering import lower_move

MOST_FAMILIES = 500  # maximum number of move families of one rule, because tables and proofs process each family


def lower_arranged_move(move: MoveAst, names: Sequence[str], arrangements: Sequence[Arrangement]) -> tuple[Family, ...]:
    """Return the distinct move families of a move that may start at any pile of a circle or row.

    >>> from sprague.rules import parse
    >>> rule = parse("(a, b, c) -> (u, v, c) where u <= a, v <= b, u + v < a + b in a circle")
    >>> [rule.ast.tuple_text(family.target) for family in rule.families]
    ['(u, v, c)', '(a, u, v)', '(v, b, u)']
    """
    if not arrangements:
        return lower_move(move)
    found: dict[object, Family] = {}
    for placed in _placed(move, names, arrangements):
        for family in lower_move(placed):
            found.setdefault(family_key(family, names), family)
            if len(found) > MOST_FAMILIES:
                raise SpragueError(
                    f"the circle or row has too many piles: one move of the rule gives more than {MOST_FAMILIES} "
                    "moves; use fewer piles, or fewer alternatives in the move"
                )
    return tuple(found.values())


def _placed(move: MoveAst, names: Sequence[str], arrangements: Sequence[Arrangement]) -> Iterator[MoveAst]:
    """Yield a move as written, then the same move shifted to every other starting pile of a circle or row."""
    spoken = _spoken_of(move, names)
    for shifts in product(*(_shifts(arrangement, spoken) for arrangement in arrangements)):
        goes = {
            name: arrangement.piles[(place + shift) % len(arrangement.piles)]
            for arrangement, shift in zip(arrangements, shifts, strict=True)
            for place, name in enumerate(arrangement.piles)
            if name in spoken
        }
        new = {old: Linear.of(name) for old, name in goes.items()}
        parts = []
        for part in move.parts:
            target: dict[str, Expression | Applied] = {name: Expression.of(name) for name in names}
            for name, entry in zip(names, part, strict=True):
                if name in spoken:
                    target[goes.get(name, name)] = entry.substitute(new)
            parts.append(tuple(target[name] for name in names))
        yield MoveAst(tuple(parts), move.where.substitute(new))


def _spoken_of(move: MoveAst, names: Sequence[str]) -> set[str]:
    """Return the names of the piles that a move changes or that its terms and conditions contain."""
    changed = [
        (name, entry)
        for part in move.parts
        for name, entry in zip(names, part, strict=True)
        if entry != Expression.of(name)
    ]
    return {
        *(name for name, _ in changed),
        *move.where.names,
        *(name for _, entry in changed for name in entry.names),
    }


def _shifts(arrangement: Arrangement, spoken: set[str]) -> list[int]:
    """Return the list of distances by which a move may be shifted in a circle or row; the first distance is 0."""
    places = [place for place, name in enumerate(arrangement.piles) if name in spoken]
    if not places:
        return [0]
    if arrangement.word == CIRCLE:
        return list(range(len(arrangement.piles)))
    return sorted(range(-places[0], len(arrangement.piles) - places[-1]), key=lambda shift: (shift < 0, abs(shift)))
