"""Sums of positions and their components: `split_components`, `count_components`, `replace_component`.

If a move splits a position, the option is a sum of *components*; each component has an entry for every name of the
rule. If moves of a rule split positions, a position is the concatenation of its components: with two piles, (3, 5, 2,
4) is (3, 5) + (2, 4). If a rule has a single pile, a position may have any number of piles: (5, 6, 7) is a sum of three
piles.

Components are sorted, because their order does not matter. A component with all entries 0 and no moves does not change
the sum and is removed, unless it is the only component.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sprague.errors import SpragueError
from sprague.integers import format_integer
from sprague.language.positions import Position, format_position
from sprague.linear.terms import Linear
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.move_enumeration import FamilyMove
from sprague.rules.symmetry import sort_blocks
from sprague.rules.termination import WeightedSums


def split_components(rule: LinearRule, position: Sequence[int]) -> list[Position]:
    """Return the components of a sum, in the given order."""
    width = len(rule.names)
    if len(position) == width:
        return [tuple(position)]
    return list(zip(*(position[place::width] for place in range(width)), strict=True))


def component_noun(rule: LinearRule) -> str:
    """Return the noun for a component of a sum: "heap" or "pile" if it is one number, otherwise "component"."""
    return "component" if len(rule.names) > 1 else "heap" if rule.splits else "pile"


def _join_components(rule: LinearRule, components: Iterable[Position]) -> Position:
    """Join components to a position: sort them, and drop empty components that have no moves.

    >>> from sprague.rules import parse
    >>> _join_components(parse("(a, b) -> (a - 1, 0) + (0, b - 1)"), [(3, 1), (0, 0), (2, 4)])
    (2, 4, 3, 1)
    """
    ordered = sorted(components)
    kept = [component for component in ordered if any(component) or not rule.is_terminal_component(component)]
    return tuple(chain.from_iterable(kept or ordered[:1]))


def normalize_sum(rule: LinearRule, position: Position) -> Position:
    """Return a sum with its components sorted, after sorting the interchangeable piles of each component."""
    if len(rule.names) > 1:
        return _join_components(
            rule, (sort_blocks(rule.blocks, component) for component in split_components(rule, position))
        )
    # Use bisection, which is faster than filtering, because there may be a million piles.
    ordered = sorted(position)
    empty = bisect_right(ordered, 0) if rule.is_terminal_component((0,)) else 0
    return tuple(ordered[empty:]) or (0,)


def count_components(rule: LinearRule, position: Position) -> dict[Position, int]:
    """Return each distinct component of a sum with its number of occurrences.

    >>> from sprague.rules import parse
    >>> count_components(parse("n -> n - 1"), (3, 5, 5))
    {(3,): 1, (5,): 2}
    """
    if len(rule.names) > 1:
        return Counter(split_components(rule, position))
    return {(height,): count for height, count in Counter(position).items()}


def format_sum(rule: LinearRule, position: Position) -> str:
    """Return the text of a sum: `3,5,9`, or `(3, 5) + (2, 4)` if components have several entries."""
    if len(position) == len(rule.names) or len(rule.names) == 1:
        return format_position(position)
    texts = (rule.ast.tuple_text([*map(format_integer, one)]) for one in split_components(rule, position))
    return " + ".join(texts)


def replace_component(rule: LinearRule, position: Position, component: Position, option: Position) -> Position:
    """Return the sum with one component replaced by an option of this component."""
    width = len(rule.names)
    place = position.index(component[0]) if width == 1 else width * split_components(rule, position).index(component)
    return normalize_sum(rule, (*position[:place], *option, *position[place + width :]))


def component_moves(rule: LinearRule, components: Sequence[Position]) -> Iterator[tuple[int, FamilyMove, Position]]:
    """Yield every move in a sum: the index of the changed component, the move, and the position reached."""
    places: dict[Position, int] = {}
    others = [sort_blocks(rule.blocks, component) for component in components]
    for place, component in enumerate(others):
        places.setdefault(component, place)
    for place in places.values():
        rest = [*others[:place], *others[place + 1 :]]
        for made in rule.family_moves(components[place]):
            yield place, made, _join_components(rule, [*rest, *(sort_blocks(rule.blocks, part) for part in made.parts)])


MOST_PARTS = 6  # maximum number of parts into which a move may split a position


def refuse_clauses_in_sums(rule: LinearRule) -> None:
    """Raise an error if a rule that splits positions has too many parts, or a clause without meaning for sums."""
    if rule.win:
        raise SpragueError(
            "'win when' cannot be used with moves that split a position, because play continues in the other "
            "parts; use 'stop when'"
        )
    if rule.blocking:
        raise SpragueError("'block' cannot be used with moves that split a position; leave out 'block'")
    if any(len(family.parts) > MOST_PARTS for family in rule.families):
        most = max(len(family.parts) for family in rule.families)
        raise SpragueError(f"a move may split a position into at most {MOST_PARTS} parts, got {most} parts")


def missing_rank_error(rule: LinearRule) -> SpragueError:
    """Return the error for a move that splits a position into parts that may be as large as the position."""
    chips = WeightedSums.chips(rule)
    for kind, facts in zip(rule.move_numbers, rule.constraints, strict=True):
        for number, alone in enumerate(facts.solved.alone):
            if not chips.falls(alone):
                parts = rule.ast.moves[kind].parts
                part, option = parts[number], rule.ast.option_text(parts)
                return SpragueError(
                    f"in the move to {option}: the part {rule.ast.tuple_text(part)} may have as many chips as the "
                    f"position {rule.ast.tuple_text(rule.names)}, so play may never end; add a condition that "
                    f"every part has fewer chips, such as {_way_out(rule, part)}"
                )
    raise AssertionError("every move lowers the number of chips, so the rule has a rank")


def _way_out(rule: LinearRule, part: tuple[object, ...]) -> str:
    piles = len(rule.piles)
    sums = " + ".join(map(str, part[:piles])), " + ".join(rule.piles)
    return f"{sums[0]} < {sums[1]}"


def chips_taken(rule: LinearRule) -> list[Linear | None]:
    """Return the number of chips that each move takes before it splits a position into components.

    The result contains None for moves that do not split a position, and for moves that may take different numbers of
    chips.
    """
    amounts: list[set[Linear]] = [set() for _ in rule.ast.moves]
    if not rule.splits:
        return [None] * len(amounts)
    for kind, facts in zip(rule.move_numbers, rule.constraints, strict=True):
        if len(facts.parts) > 1:
            amounts[kind].add(_taken(facts))
    return [next(iter(found)) if len(found) == 1 else None for found in amounts]


def _taken(facts: MoveConstraints) -> Linear:
    """Return the number of chips that a move takes as a linear term, which an equation of the move may simplify."""
    taken = Linear.sum(facts.parts[0]) - Linear.sum(entry for part in facts.parts for entry in part.values())
    same = (taken, *(taken + sign * equation for equation in facts.equations for sign in (1, -1)))
    return min(same, key=lambda term: len(term.names))
