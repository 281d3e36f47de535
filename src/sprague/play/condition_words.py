"""`violation_text` describes the condition that an illegal move violates, in a sentence about piles and chips.

The function recognises these terms of a condition: a number, the height of a pile before or after the move, the number
of chips that the move takes or transfers, the height of a new heap, and a term in the heights before the move. A
condition with any other term is printed in the notation of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sprague.formulas.evaluation import value
from sprague.integers import show_number
from sprague.language.conditions import Chain, Formula, Member, Power
from sprague.language.expressions import Expression, Mod
from sprague.language.number_conditions import Prime, Square
from sprague.language.rule_ast import MoveAst
from sprague.language.rule_english import condition_text
from sprague.linear.terms import Linear

# conditions on one number: membership in a set, or being a power, a square or a prime
OfKind = Member | Power | Square | Prime
Kind = Literal["after", "before", "taken", "moved", "heap", "total", "number", "term"]

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A recognised term of a condition, with its kind, its value, and the numbers of the piles that it describes."""

    kind: Kind
    number: int
    piles: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class AttemptedMove:
    """An illegal move, given by its syntax tree, the values of the names in it, and the number of each pile."""

    move: MoveAst
    names: tuple[str, ...]
    values: Mapping[str, int]
    numbers: Mapping[str, int]


def violation_text(attempt: AttemptedMove, condition: Formula) -> str:
    """Return a sentence that describes the violated condition, or "" if the condition is not recognised."""
    if isinstance(condition, OfKind):
        return _kind_text(attempt, condition.term, f"the number of chips must be {_kind_words(condition)}")
    if not isinstance(condition, Chain):
        return ""
    if condition.relations == ("=",) and isinstance(residue := condition.sides[0].call, Mod) and residue.modulus == 2:
        wanted = int(value(condition.sides[1], dict(attempt.values)).whole)
        return _kind_text(attempt, residue.term, f"this move takes an {'odd' if wanted else 'even'} number of chips")
    for left, relation, right in zip(condition.sides, condition.relations, condition.sides[1:], strict=False):
        sides = [_value(attempt, side) for side in (left, right)]
        if _holds(sides[0], relation, sides[1]):
            continue
        quantities = [_recognise(attempt, side, number) for side, number in zip((left, right), sides, strict=True)]
        first, second = quantities
        if relation == "=" and first is not None and first.kind == "total":
            heaps = [number for name in condition.sides[0].names if (number := attempt.values.get(name))]
            have = f"would have {_chips(sides[0])}"
            total = f"the new heaps {have} together" if heaps[1:] else f"the new heap {have}"
            return f"{total}; this move leaves {_chips(sides[1])}"
        if first is None or second is None:
            return ""
        return _sentence(attempt, first, relation, second) or _sentence(attempt, second, _FLIPPED[relation], first)
    return ""


def _value(attempt: AttemptedMove, side: Expression) -> int:
    return int(value(side, dict(attempt.values)).whole)


def _kind_text(attempt: AttemptedMove, term: Expression, requirement: str) -> str:
    """Return a sentence for a violated condition such as "k is a square", or "" if the condition is not recognised."""
    quantity = _recognise(attempt, term, _value(attempt, term))
    if quantity is None or quantity.kind not in ("taken", "moved"):
        return ""
    return f"you would {_action(quantity)}; {requirement.replace('takes', _verb(quantity))}"


def _kind_words(condition: OfKind) -> str:
    """Return words for the numbers that a condition allows, such as "one of 1, 3, 4" or "a square (0, 1, 4, 9, …)"."""
    return condition_text(condition).removeprefix(f"{condition.term} is ")


def _holds(left: int, relation: str, right: int) -> bool:
    results = {
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "=": left == right,
        "!=": left != right,
    }
    return results.get(relation, True)


def _recognise(attempt: AttemptedMove, side: Expression, number: int) -> _Quantity | None:
    """Return the quantity that a term of a condition describes, such as the chips taken from a pile, or None."""
    term = side.linear
    if side.calls:
        return _board_term(attempt, side, number)
    if term.is_constant:
        return _Quantity("number", number)
    for name in attempt.names:
        if term == Linear.of(name):
            pile = attempt.numbers.get(name)
            return _Quantity("term", number, name=name) if pile is None else _Quantity("before", number, (pile,))
    if len(attempt.move.parts) > 1:
        heaps = [_linear(entry) for entry in attempt.move.entries]
        if term in heaps:
            return _Quantity("heap", number)
        total = sum((heap for heap in heaps if heap is not None), Linear.of(0))
        return _Quantity("total", number) if term == total and None not in heaps else None
    heights = {
        name: entry
        for name, target in zip(attempt.names, attempt.move.parts[0], strict=True)
        if name in attempt.numbers and (entry := _linear(target)) is not None
    }
    for name, height in heights.items():
        if height == term:
            return _Quantity("after", number, (attempt.numbers[name],))
    changes = {attempt.numbers[name]: height - Linear.of(name) for name, height in heights.items()}
    losing = [pile for pile, change in changes.items() if change == Linear.of(0) - term]
    gaining = [pile for pile, change in changes.items() if change == term]
    if len(losing) == len(gaining) == 1:
        return _Quantity("moved", number, (losing[0], gaining[0]))
    if losing and not gaining:
        return _Quantity("taken", number, tuple(losing))
    return _board_term(attempt, side, number)


def _board_term(attempt: AttemptedMove, side: Expression, number: int) -> _Quantity | None:
    """Convert a term in the heights before the move to a quantity; return None for any other term."""
    return _Quantity("term", number, name=str(side)) if set(side.names) <= set(attempt.names) else None


def _linear(target: object) -> Linear | None:
    """Return the new height of a pile after a move as a linear term, or None if the height is given by a function."""
    return target.linear if isinstance(target, Expression) and not target.calls else None


# Map relations such as < to phrases for conditions that compare the height of a pile after the move with the height of
# the same pile, or of another pile, before the move.
_SAME_PILE = {"<": "it must lose at least one chip", "<=": "it must not grow", ">": "it must gain chips"}
_OTHER_PILE = {"<": "fewer than", "<=": "at most as many as", ">": "more than", ">=": "at least as many as"}


def _sentence(attempt: AttemptedMove, one: _Quantity, relation: str, other: _Quantity) -> str:
    match one.kind, other.kind:
        case "after", "after":
            return _two_piles(attempt, one, relation, other)
        case "after", "before" if one.piles == other.piles and relation in _SAME_PILE:
            heights = f"pile {one.piles[0]} has {_chips(other.number)} and would have {_count(one)}"
            return f"{heights}; {_SAME_PILE[relation]}"
        case "after", "before" if one.piles != other.piles and relation in _OTHER_PILE:
            return (
                f"pile {one.piles[0]} would have {_chips(one.number)}; it must have {_OTHER_PILE[relation]} pile "
                f"{other.piles[0]}, which has {_count(other)}"
            )
        case "after", "number" | "term":
            bound = _bound(relation, other)
            return bound and f"pile {one.piles[0]} would have {_chips(one.number)}; it must have {bound}"
        case "taken" | "moved", "number" | "term" | "before":
            bound = _bound(relation, other)
            return bound and f"you would {_action(one)}; this move {_verb(one)} {bound}"
        case "heap", "heap" if one.number == other.number:
            return f"two of the new heaps would have {_chips(one.number)}; their sizes must differ"
    return ""


def _two_piles(attempt: AttemptedMove, one: _Quantity, relation: str, other: _Quantity) -> str:
    """Return a sentence for a violated condition that compares the heights of two piles after the move."""
    if relation in (">", ">="):
        one, other, relation = other, one, _FLIPPED[relation]
    first, second = one.piles[0], other.piles[0]
    heights = {number: attempt.values[name] for name, number in attempt.numbers.items()}
    is_moved = one.number > heights[first] and other.number < heights[second]
    larger = "the receiving pile" if is_moved else f"pile {first}"
    match relation:
        case "<=":
            end = f"{larger} must not end larger"
        case "<":
            end = f"{larger} must end smaller"
        case "=":
            return (
                f"pile {first} would have {_chips(one.number)} and pile {second} {_count(other)}; they must end equal"
            )
        case _:
            return f"pile {first} and pile {second} would both have {_chips(one.number)}; they must end different"
    return f"pile {first} would have {_chips(one.number)} and pile {second} only {_count(other)}; {end}"


def _action(one: _Quantity) -> str:
    chips = _chips(one.number)
    if one.kind == "moved":
        return f"move {chips} from pile {one.piles[0]} to pile {one.piles[1]}"
    return f"take {chips} from {' and '.join(f'pile {pile}' for pile in one.piles)}"


def _verb(one: _Quantity) -> str:
    return "moves" if one.kind == "moved" else "takes"


def _bound(relation: str, other: _Quantity) -> str:
    """Return the phrase for a bound on a number of chips, such as "at most 3 chips"."""
    limit, number = other.number, show_number(other.number)
    if other.kind == "before":
        limit_text = f"the {_chips(limit)} of pile {other.piles[0]}"
        words = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least", "=": "exactly"}
        return f"{words[relation]} {limit_text}" if relation in words else ""
    if other.kind == "term":
        words = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least", "=": "exactly"}
        chips = f"chip{'' if limit == 1 else 's'}"
        return f"{words[relation]} {other.name} = {number} {chips}" if relation in words else ""
    match relation:
        case "<":
            return f"at most {_chips(limit - 1)}"
        case "<=":
            return f"at most {_chips(limit)}"
        case ">":
            return f"at least {_chips(limit + 1)}"
        case ">=":
            return f"at least {_chips(limit)}"
        case "=":
            return f"exactly {_chips(limit)}"
    return ""


def _chips(number: int) -> str:
    return f"{show_number(number)} chip{'' if number == 1 else 's'}"


def _count(one: _Quantity) -> str:
    return show_number(one.number)
