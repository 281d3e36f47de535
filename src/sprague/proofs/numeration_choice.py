"""`choose_numeration`: choose a numeration in which automata can express both a rule and a formula."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.automata.numeration import BINARY, Numeration, base, recurrent
from sprague.errors import SpragueError
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Chain, Columns, Compare, Exists, Formula, InSet, Junction, Member, Not, Power
from sprague.language.expressions import Bitwise, Expression, Lowest, OfFibonacci, Valuation
from sprague.rules.ruleset import Ruleset


def choose_numeration(rule: Ruleset, formula: Formula | None = None) -> Numeration:
    """Return a numeration in which automata can express both a rule and a formula."""
    bases = {condition.base for family in rule.families for condition in family.where if isinstance(condition, Power)}
    wanted = set(_bases(formula)) if formula is not None else set()
    if len(wanted) == 1 and not bases and (times := max(wanted)) <= 0:
        return recurrent((1 - times, 1))
    bases |= wanted
    if len(bases) > 1:
        raise SpragueError(
            "the rule and the formula need different numerations: "
            f"{' and '.join(map(_base_text, sorted(bases)))}; use only functions of one numeration"
        )
    return base(bases.pop()) if bases else BINARY


def _base_text(number: int) -> str:
    return f"base {number}" if number > 0 else str(recurrent((1 - number, 1)))


def _bases(formula: Formula) -> Iterator[int]:
    """Yield a number for each numeration that a formula needs: its base, 0 for Fibonacci, or 1 - t for fib<t>_shift."""
    match formula:
        case Power(term, number):
            yield number
            yield from _expression_bases(term)
        case Columns(terms, number, _) | ColumnProgram(terms, _, number):
            yield number
            for term in terms:
                yield from _expression_bases(term)
        case Compare(left, _, right):
            yield from _expression_bases(left)
            yield from _expression_bases(right)
        case Chain(sides, _):
            for side in sides:
                yield from _expression_bases(side)
        case Member(term, _):
            yield from _expression_bases(term)
        case Not(part):
            yield from _bases(part)
        case Junction(_, parts):
            for part in parts:
                yield from _bases(part)
        case InSet(_, terms):
            for term in terms:
                yield from _expression_bases(term)
        case Exists(_, body, bound):
            yield from _bases(body)
            if bound is not None:
                yield from _expression_bases(bound)


def _expression_bases(expression: Expression) -> Iterator[int]:
    for call, _ in expression.calls:
        match call:
            case Valuation() | Lowest():
                yield call.base
            case Bitwise():
                yield 2
            case OfFibonacci():
                yield 1 - call.times
        for argument in call.arguments:
            yield from _expression_bases(argument)


def needed_bases(formula: Formula) -> set[Numeration]:
    """Return the numerations that a formula needs because of its digit functions, such as base 2 for xor."""
    return {base(number) if number > 0 else recurrent((1 - number, 1)) for number in _bases(formula)}
