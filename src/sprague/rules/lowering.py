"""Lowering of one move (`lower_move`) or one condition (`lower_condition`) of the AST to linear cases.

A move with several cases becomes several move families. Two move families may contain the same move; only the set of
all moves matters.

In **conditions**, `not` is pushed inward until it negates comparisons, and nonlinear terms are eliminated by
equivalences:

- ``k <= min(a, b)`` becomes ``k <= a and k <= b``, and ``k <= max(a, b)`` becomes ``k <= a or k <= b``. The absolute
  value ``|t|`` is treated as the maximum of t and -t. An equation with a maximum or minimum is split into cases, one
  for each argument that may be the largest or smallest.
- ``t div m >= s`` becomes ``t >= m s``, and ``t div m <= s`` becomes ``t <= m s + m - 1``, because s is an integer.
- Any further condition with ``t div m`` or ``t mod m`` is split into cases, one for each residue r of t modulo m. In
  the case r, ``t mod m`` is r, and ``t div m`` is (t - r) / m.

Products of names are expanded and remain in the conditions. Conditions on squares, primes and divisors, and their
negations, are left unchanged. Tables and searches support products, squares, primes and divisors, but proofs do not.

In the **new value of a pile**, ``t div m`` becomes an additional choice q, and the condition m q <= t <= m q + m - 1
determines q. The name of the additional choice is the text of the quotient, such as ``a div 2``, which no rule can use
as a name. The residue ``t mod m`` becomes t - m q. Because the choice q is a natural number, a term t that may be
negative needs a second case with the quotient -q.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import prod

from sprague.errors import SpragueError
from sprague.language.conditions import Chain, Compare, Formula, Junction, Member, Not, Power, all_of, some_of
from sprague.language.expressions import Abs, Call, Div, Entry, Expression, Max, Min, Mod, Product
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.rule_ast import MoveAst
from sprague.linear.terms import Applied, Linear, as_inequalities
from sprague.rules.families import Conjunction, Family
from sprague.rules.products import expand, is_polynomial, to_entry

MOST_CASES = 500  # maximum number of cases of a move or condition, because tables and proofs process every case

_ZERO = Expression(Linear())
_NEVER = Chain.of(Linear.of(1), "<=", Linear.of(0))
_NEGATED = {"<": "<=", "<=": "<", "=": "!=", "!=": "="}
_OTHER_WORD = {"and": "or", "or": "and"}


def lower_move(move: MoveAst) -> tuple[Family, ...]:
    """Return the move families to which a move of the AST is lowered.

    >>> from sprague.rules import parse
    >>> (move,) = parse("(a, b) -> (a - k, b) where 1 <= k <= b").ast.moves
    >>> print(*map(str, lower_move(move)[0].where))
    1 <= k <= b
    """
    found: dict[Family, None] = {}
    for entries, cases in _linear_entries(move.entries, ()):
        for conjunction in lower_condition(all_of([move.where, *cases]) if cases else move.where):
            found[Family(_in_parts(entries, move), conjunction)] = None
            _refuse_if_many(len(found))
    if len(found) == 1:
        return tuple(found)
    possible = tuple(one for one in found if not is_contradictory(one.where))
    # A move that can never be made becomes a family with a false condition.
    return possible or (Family(_in_parts(next(_linear_entries(move.entries, ()))[0], move), (_NEVER,)),)


def _in_parts(entries: tuple[Entry, ...], move: MoveAst) -> tuple[tuple[Entry, ...], ...]:
    """Split the new values of a move into one tuple of entries for each part of the option."""
    remaining = iter(entries)
    return tuple(tuple(islice(remaining, len(part))) for part in move.parts)


def lower_condition(condition: Formula) -> tuple[Conjunction, ...]:
    """Return a condition lowered to a disjunction (`or`) of conjunctions (`and`) of linear conditions."""
    found = _conjunctions(_plain(condition, True))
    if len(found) == 1:
        return tuple(found)
    # Drop conditions that always hold, and cases with contradictory conditions.
    simplified = (tuple(part for part in one if part.names or not part.holds({})) for one in found)
    return tuple(dict.fromkeys(one for one in simplified if not is_contradictory(one)))


def is_contradictory(conjunction: Conjunction) -> bool:
    """Return whether a quick test shows that lowered conditions contradict each other for natural numbers."""
    least: dict[tuple[tuple[str, int], ...], int] = {}
    for condition in conjunction:
        bounds = condition.bounds()
        for term in (*bounds.inequalities, *as_inequalities(bounds.equations)):
            if term.constant < 0 and all(factor < 0 for _, factor in term.coefficients):
                return True
            least[term.coefficients] = min(term.constant, least.get(term.coefficients, term.constant))
        if not condition.names and not condition.holds({}):
            return True
    return any(constant + least.get((-Linear(parts)).coefficients, -constant) < 0 for parts, constant in least.items())


def _conjunctions(condition: Formula) -> list[Conjunction]:
    if not isinstance(condition, Junction):
        assert isinstance(condition, Chain | Power | Square | Prime | Divides | Not)
        return [(condition,)]
    inside = [_conjunctions(part) for part in condition.parts]
    if condition.word == "or":
        found = [one for part in inside for one in part]
        _refuse_if_many(len(found))
        return found
    _refuse_if_many(prod(map(len, inside)))
    return [tuple(dict.fromkeys(part for parts in group for part in parts)) for group in product(*inside)]


def _refuse_if_many(cases: int) -> None:
    if cases > MOST_CASES:
        raise SpragueError(
            f"a move or condition has {cases} cases, more than the limit of {MOST_CASES}; use 'or', 'not', min, "
            "max, |…|, div and mod less often in one move"
        )


# Conditions


def _plain(condition: Formula, holds: bool) -> Formula:
    """Lower a condition, or its negation if `holds` is False, to simple conditions joined by `and` and `or`."""
    match condition:
        case Not(part):
            return _plain(part, not holds)
        case Junction(word, parts):
            return _joined(word if holds else _OTHER_WORD[word], [_plain(part, holds) for part in parts])
        case Chain(sides, _) if holds and all(map(_is_plain, sides)):
            return condition.with_terms(expand)
        case Chain():
            return _joined("and" if holds else "or", [_plain(link, holds) for link in condition.links()])
        case Compare(left, relation, right):
            if holds:
                return _compared(left, relation, right)
            if relation in ("=", "!="):
                return _compared(left, _NEGATED[relation], right)
            return _compared(right, _NEGATED[relation], left)
        case Member():
            return _plain(condition.meaning, holds)
        case Power():
            return _power(condition) if holds else _no_power(condition)
        case Square() | Prime() | Divides():
            lowered = _arithmetical(condition)
            return lowered if holds else _turned(lowered)
    raise SpragueError(f"the condition '{condition}' is not supported in rules; use comparisons")


def _joined(word: str, parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Junction(word, tuple(parts))


def _is_plain(side: Expression) -> bool:
    return is_polynomial(side) or (isinstance(side.call, Mod) and is_polynomial(side.call.term))


def _compared(left: Expression, relation: str, right: Expression) -> Formula:
    if _is_plain(left) and _is_plain(right):
        return Chain((left, right), (relation,)).with_terms(expand)
    if relation in ("=", "!="):
        return _against_zero(right - left, relation)
    return _against_zero(right - left - Expression.of(int(relation == "<")), ">=")


def _against_zero(term: Expression, relation: str) -> Formula:
    """Lower the comparison of a term with 0 (`>=`, `=` or `!=`) by the first rewriting function that applies."""
    return next(found for rewrite in _REWRITES if (found := rewrite(term, relation)) is not None)


# Rewrites of the comparison of a term with 0, in the order in which they are tried; a rewrite that does not apply
# returns None.


def _keep_polynomial(term: Expression, relation: str) -> Formula | None:
    """Return the comparison of a term with 0 unchanged if the term is a polynomial, else None."""
    return Chain((expand(term), _ZERO), (relation,)) if is_polynomial(term) else None


def _split_extreme(term: Expression, relation: str) -> Formula | None:
    """Split a comparison of a sum with a maximum, minimum or absolute value into cases, one for each argument."""
    extreme = next((call for call, _ in term.calls if isinstance(call, Max | Min | Abs)), None)
    if extreme is None:
        return None
    if relation != ">=":
        return _by_cases(extreme, lambda value: _against_zero(term.replace(extreme, value), relation))
    factor = dict(term.calls)[extreme]
    rest = term - Expression.of(extreme) * factor
    compared = [_against_zero(rest + one * factor, relation) for one in _members(extreme)]
    return _joined("or" if (factor > 0) != isinstance(extreme, Min) else "and", compared)


def _isolate_call(term: Expression, relation: str) -> Formula | None:
    """Move a residue or quotient with coefficient 1 or -1 to one side of a comparison, and lower the comparison."""
    for call, factor in term.calls:
        rest = (term - Expression.of(call) * factor) * -factor
        if isinstance(call, Mod) and abs(factor) == 1 and is_polynomial(call.term) and is_polynomial(rest):
            sign = "<=" if relation == ">=" and factor < 0 else relation
            return Chain((Expression.of(call), rest), (sign,)).with_terms(expand)
        if isinstance(call, Div) and abs(factor) == 1:
            return _quotient(call, rest, relation, factor)
    return None


def _split_factor(term: Expression, relation: str) -> Formula | None:
    """Split a comparison into cases if a product in it has a maximum, minimum or absolute value as a factor."""
    call = _first_other(term)
    if isinstance(call, Mod | Div) and (_first_other(call.term) is not None or is_polynomial(call.term)):
        return None
    if call is not None and not isinstance(call, Mod | Div):
        raise _not_for_moves(call)
    inner = next(call for call in _innermost(term) if not isinstance(call, Product))
    if not isinstance(inner, Max | Min | Abs):
        raise SpragueError(
            f"a product must not contain '{inner}'; write a choice r instead, with the condition 'r = {inner}'"
        )
    return _by_cases(inner, lambda value: _against_zero(term.replace(inner, value), relation))


def _split_inner_extreme(term: Expression, relation: str) -> Formula | None:
    """Split a comparison into cases if the argument of a quotient or residue contains min, max or an absolute value."""
    call = _first_other(term)
    assert isinstance(call, Mod | Div)  # earlier rewrites handle every function call except residues and quotients
    inner = _first_other(call.term)
    if not isinstance(inner, Max | Min | Abs):
        return None
    return _by_cases(inner, lambda value: _against_zero(term.replace(inner, value), relation))


def _split_nested_residue(term: Expression, relation: str) -> Formula | None:
    """Split a comparison with a nested residue into cases: `(t div d) mod m` depends only on `t mod d*m`."""
    call = _first_other(term)
    if not isinstance(call, Mod) or (inner := _first_other(call.term)) is None:
        return None
    if not isinstance(inner, Mod | Div):
        raise _not_for_moves(inner)
    divisor = inner.divisor if isinstance(inner, Div) else 1
    modulus = divisor * call.modulus if isinstance(inner, Div) else inner.modulus

    def with_residue(r: int) -> Formula:
        inside = Mod(call.term.replace(inner, Expression.of(r // divisor)), call.modulus)
        return _against_zero(term.replace(call, Expression.of(inside)), relation)

    return _each_residue(inner.term, modulus, with_residue)


def _split_residue(term: Expression, relation: str) -> Formula | None:
    """Split a comparison into cases, one for each possible value of a residue in it."""
    call = _first_other(term)
    if not isinstance(call, Mod):
        return None
    return _each_residue(
        call.term, call.modulus, lambda r: _against_zero(term.replace(call, Expression.of(r)), relation)
    )


def _multiply_by_divisor(term: Expression, relation: str) -> Formula | None:
    """Multiply a comparison by the divisor d of a quotient, because `d (t div d)` is `t - t mod d`."""
    call = _first_other(term)
    assert isinstance(call, Div)  # earlier rewrites handle every function call except quotients
    factor = dict(term.calls)[call]
    multiple = call.term - Expression.of(Mod(call.term, call.divisor))
    rest = term - Expression.of(call) * factor
    return _against_zero(rest * call.divisor + multiple * factor, relation)


_REWRITES: tuple[Callable[[Expression, str], Formula | None], ...] = (
    _keep_polynomial,
    _split_extreme,
    _isolate_call,
    _split_factor,
    _split_inner_extreme,
    _split_nested_residue,
    _split_residue,
    _multiply_by_divisor,
)


def _first_other(term: Expression) -> Call | None:
    """Return the first function call in an expression that is not a product, or None if every call is a product."""
    return next((call for call, _ in term.calls if not isinstance(call, Product)), None)


def _quotient(call: Div, other: Expression, relation: str, sign: int) -> Formula:
    """Lower the comparison of a quotient with another term; if `sign` is -1, the relation `>=` stands for `<=`."""
    # The quotient equals `other` if and only if `call.term - other * divisor` lies between 0 and divisor - 1.
    least = call.term - other * call.divisor
    most = Expression.of(call.divisor - 1) - least
    if relation == ">=":
        return _against_zero(least if sign > 0 else most, ">=")
    if relation == "=":
        return all_of([_against_zero(least, ">="), _against_zero(most, ">=")])
    return some_of([_against_zero(-least - Expression.of(1), ">="), _against_zero(-most - Expression.of(1), ">=")])


def _each_residue(term: Expression, modulus: int, condition_for: Callable[[int], Formula]) -> Formula:
    _refuse_if_many(modulus)
    residue = Expression.of(Mod(term, modulus))
    return some_of([all_of([_compared(residue, "=", Expression.of(r)), condition_for(r)]) for r in range(modulus)])


def _members(call: Max | Min | Abs) -> tuple[Expression, ...]:
    """Return the arguments of a maximum or minimum or, for an absolute value of t, the terms t and -t."""
    return (call.term, -call.term) if isinstance(call, Abs) else call.terms


def _extremes(call: Max | Min | Abs) -> Iterator[tuple[Expression, Formula]]:
    """Yield each possible value of a maximum, minimum or absolute value, with the condition for the value.

    Whatever values the names have, exactly one of the yielded conditions is true.
    """
    if isinstance(call, Abs):
        yield call.term, _compared(_ZERO, "<=", call.term)
        yield -call.term, _compared(call.term, "<", _ZERO)
        return
    for number, one in enumerate(call.terms):
        beaten = [("<", other) for other in call.terms[:number]] + [("<=", other) for other in call.terms[number + 1 :]]
        sides = ((one, sign, other) if isinstance(call, Min) else (other, sign, one) for sign, other in beaten)
        yield one, all_of([_compared(*comparison) for comparison in sides])


def _by_cases(call: Max | Min | Abs, condition_for: Callable[[Expression], Formula]) -> Formula:
    return some_of([all_of([when, condition_for(value)]) for value, when in _extremes(call)])


def _power(condition: Power) -> Formula:
    term, base = condition.term, condition.base
    if is_polynomial(term):
        return condition.with_terms(expand)
    (call, _), *_ = term.calls
    if not isinstance(call, Max | Min | Abs):
        raise SpragueError(
            f"expected a linear term before 'power of', got '{term}'; write a choice r instead, with the "
            f"condition 'r = {term}'"
        )
    return _by_cases(call, lambda value: _power(Power(term.replace(call, value), base)))


def _arithmetical(condition: Square | Prime | Divides) -> Formula:
    """Lower a square, prime or divisor condition to cases in which its terms are polynomials or residues."""
    terms = [condition.divisor, condition.number] if isinstance(condition, Divides) else [condition.term]
    if all(map(_is_plain, terms)):
        return condition.with_terms(expand)
    calls = (call for term in terms for call in _innermost(term))
    call = next((call for call in calls if isinstance(call, Max | Min | Abs)), None)
    if call is None:
        raise SpragueError(
            f"expected only names, numbers and products in '{condition}'; instead of another term such as a mod "
            "3, write a choice r with the condition 'r = a mod 3'"
        )

    def with_value(value: Expression) -> Formula:
        return _arithmetical(condition.with_terms(lambda term: term.replace(call, value)))

    return _by_cases(call, with_value)


def _turned(lowered: Formula) -> Formula:
    """Return the negation of a lowered condition on squares, primes or divisors."""
    if isinstance(lowered, Square | Prime | Divides):
        return Not(lowered)
    return _plain(lowered, False)


def _no_power(condition: Power) -> Formula:
    """Return the condition that a term is not a power: the term is below 1, or strictly between consecutive powers."""
    term, base = condition.term, condition.base
    below = Expression.of(f"the power of {base} below {term}")
    between = all_of([Power(below, base), _compared(below, "<", term), _compared(term, "<", below * base)])
    return some_of([_compared(term, "<", Expression.of(1)), between])


def _not_for_moves(call: Call) -> SpragueError:
    return SpragueError(f"the term '{call}' is not supported in rules; use min, max, |…|, div and mod")


# Functions that lower the new values of piles


def _linear_entries(
    entries: tuple[Expression | Applied, ...], cases: tuple[Formula, ...]
) -> Iterator[tuple[tuple[Entry, ...], tuple[Formula, ...]]]:
    """Yield the cases of a move: new values of the entries without min, max, |…|, div and mod, with conditions."""
    calls = (call for entry in entries if isinstance(entry, Expression) for call in _innermost(entry))
    call = next((call for call in calls if not isinstance(call, Product)), None)
    if call is None:
        yield (
            tuple(to_entry(expand(entry)) if isinstance(entry, Expression) else entry for entry in entries),
            cases,
        )
        return
    for value, when in _values(call):
        replaced = tuple(entry.replace(call, value) if isinstance(entry, Expression) else entry for entry in entries)
        yield from _linear_entries(replaced, (*cases, when))


def _innermost(entry: Expression) -> Iterator[Call]:
    """Yield the function calls in an expression, inner calls first."""
    for call, _ in entry.calls:
        for argument in call.arguments:
            yield from _innermost(argument)
        yield call


def _values(call: Call) -> Iterator[tuple[Expression, Formula]]:
    """Yield each possible value of a function call as a term, with the condition for which the call has this value."""
    if isinstance(call, Max | Min | Abs):
        yield from _extremes(call)
        return
    if not isinstance(call, Mod | Div):
        raise _not_for_moves(call)
    size = call.modulus if isinstance(call, Mod) else call.divisor
    quotient = Div(call.term, size)
    signs = [1] if _is_natural(call.term) else [1, -1]
    for sign in signs:
        hidden = Expression.of(str(quotient) if sign > 0 else f"-({quotient})")
        when = [Chain((hidden * sign * size, call.term, hidden * sign * size + Expression.of(size - 1)), ("<=", "<="))]
        if sign < 0:
            when.append(Chain((Expression.of(1), hidden), ("<=",)))
        value = hidden * sign if isinstance(call, Div) else call.term - hidden * sign * size
        yield value, all_of(when)


def _is_natural(term: Expression) -> bool:
    parts = (*expand(term).calls, *term.linear.coefficients)
    return term.linear.constant >= 0 and all(factor >= 0 for _, factor in parts)
