"""Lowering of one move (`lower_move`) or one condition (`lower_condition`) of the AST to linear cases.

Moves are sets, so a move that may be made in one way or another is two families, which may overlap.

In **conditions**, `not` moves inward until it turns comparisons round, and what is not linear goes, exactly:

- ``k <= min(a, b)`` is ``k <= a and k <= b``, and ``k <= max(a, b)`` is ``k <= a or k <= b``; the same for ``|t|``,
  which is the larger of t and -t. In equations, the cases say which of them is the largest or the least.
- ``t div m >= s`` is ``t >= m s`` and ``t div m <= s`` is ``t <= m s + m - 1``, because s is a whole number.
- Where a quotient or a residue stands among others, the cases say which residue r the term leaves: then ``t mod m``
  is r, and ``t div m`` is (t - r) / m, which is linear once the comparison is multiplied by m.

Products of names stay as they are, written out; so do squares, primes and divisors, and that something is none of
these. No proof reads them, but tables and searches do.

In **what a pile becomes** there is nothing to multiply, so ``t div m`` is one more choice q, with
m q <= t <= m q + m - 1, which leave just one; its name is its text, which nobody can type as a name. ``t mod m`` is
then t - m q. Choices are natural numbers, so where t may be negative there is a second case in which the choice is -q.
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

MOST_CASES = 500  # families, each of which tables and proofs go through

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
    # A move that can never be made is a family all the same.
    return possible or (Family(_in_parts(next(_linear_entries(move.entries, ()))[0], move), (_NEVER,)),)


def _in_parts(entries: tuple[Entry, ...], move: MoveAst) -> tuple[tuple[Entry, ...], ...]:
    """The entries of all parts as the parts of the move that is written."""
    remaining = iter(entries)
    return tuple(tuple(islice(remaining, len(part))) for part in move.parts)


def lower_condition(condition: Formula) -> tuple[Conjunction, ...]:
    """Return a condition lowered to alternatives (`or`) of conjunctions (`and`) of linear conditions."""
    found = _conjunctions(_plain(condition, True))
    if len(found) == 1:
        return tuple(found)
    # What always holds is left out, and so are cases that contradict themselves.
    said = (tuple(part for part in one if part.names or not part.holds({})) for one in found)
    return tuple(dict.fromkeys(one for one in said if not is_contradictory(one)))


def is_contradictory(conjunction: Conjunction) -> bool:
    """Return whether lowered conditions on natural numbers obviously contradict themselves or each other."""
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
            f"expected conditions and moves that fall into at most {MOST_CASES} cases, got {cases}; "
            "say less in one move: fewer of 'or', 'not', min, max, |…|, div and mod"
        )


# Conditions


def _plain(condition: Formula, holds: bool) -> Formula:
    """That a condition holds, or that it does not, by `and` and `or` of what families can ask for."""
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
            said = _arithmetical(condition)
            return said if holds else _turned(said)
    raise SpragueError(f"expected a condition with which moves can be worked out, got '{condition}'; use comparisons")


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
    """Return that a term is at least 0 (`>=`), is 0 (`=`), or is not (`!=`), by the first rewrite that applies."""
    return next(found for rewrite in _REWRITES if (found := rewrite(term, relation)) is not None)


# The rewrites of a comparison with 0, in the order in which they are tried. Each returns None if it does not apply.


def _keep_polynomial(term: Expression, relation: str) -> Formula | None:
    """A polynomial is compared as it is."""
    return Chain((expand(term), _ZERO), (relation,)) if is_polynomial(term) else None


def _split_extreme(term: Expression, relation: str) -> Formula | None:
    """A sum with a maximum, a minimum or an absolute value is compared with each of its members."""
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
    """A single residue is compared with the rest; a single quotient is multiplied out."""
    for call, factor in term.calls:
        rest = (term - Expression.of(call) * factor) * -factor
        if isinstance(call, Mod) and abs(factor) == 1 and is_polynomial(call.term) and is_polynomial(rest):
            sign = "<=" if relation == ">=" and factor < 0 else relation
            return Chain((Expression.of(call), rest), (sign,)).with_terms(expand)
        if isinstance(call, Div) and abs(factor) == 1:
            return _quotient(call, rest, relation, factor)
    return None


def _split_factor(term: Expression, relation: str) -> Formula | None:
    """A product with a factor that is no name is compared in each case of that factor."""
    call = _first_other(term)
    if isinstance(call, Mod | Div) and (_first_other(call.term) is not None or is_polynomial(call.term)):
        return None
    if call is not None and not isinstance(call, Mod | Div):
        raise _not_for_moves(call)
    inner = next(call for call in _innermost(term) if not isinstance(call, Product))
    if not isinstance(inner, Max | Min | Abs):
        raise SpragueError(f"expected a product of names and numbers, got one with '{inner}'; name it as a choice")
    return _by_cases(inner, lambda value: _against_zero(term.replace(inner, value), relation))


def _split_inner_extreme(term: Expression, relation: str) -> Formula | None:
    """A maximum, a minimum or an absolute value inside a quotient or residue is replaced by each of its cases."""
    call = _first_other(term)
    assert isinstance(call, Mod | Div)  # the rewrites before take all other calls
    inner = _first_other(call.term)
    if not isinstance(inner, Max | Min | Abs):
        return None
    return _by_cases(inner, lambda value: _against_zero(term.replace(inner, value), relation))


def _split_nested_residue(term: Expression, relation: str) -> Formula | None:
    """`(t div d) mod m` depends only on `t mod d*m`, and `(t mod n) mod m` on `t mod n`: split on that residue."""
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
    """A residue is replaced by each of its values."""
    call = _first_other(term)
    if not isinstance(call, Mod):
        return None
    return _each_residue(
        call.term, call.modulus, lambda r: _against_zero(term.replace(call, Expression.of(r)), relation)
    )


def _multiply_by_divisor(term: Expression, relation: str) -> Formula | None:
    """`d (t div d)` is `t - t mod d`: multiply the comparison by the divisor."""
    call = _first_other(term)
    assert isinstance(call, Div)  # the rewrites before take all other calls
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
    """Return the first call in a sum that is no product."""
    return next((call for call, _ in term.calls if not isinstance(call, Product)), None)


def _quotient(call: Div, other: Expression, relation: str, sign: int) -> Formula:
    """Compare a quotient with another number: at least (at most, if the sign is negative), equal, or different."""
    least = call.term - other * call.divisor  # which is from 0 to divisor - 1 where they are equal
    most = Expression.of(call.divisor - 1) - least
    if relation == ">=":
        return _against_zero(least if sign > 0 else most, ">=")
    if relation == "=":
        return all_of([_against_zero(least, ">="), _against_zero(most, ">=")])
    return some_of([_against_zero(-least - Expression.of(1), ">="), _against_zero(-most - Expression.of(1), ">=")])


def _each_residue(term: Expression, modulus: int, said: Callable[[int], Formula]) -> Formula:
    _refuse_if_many(modulus)
    residue = Expression.of(Mod(term, modulus))
    return some_of([all_of([_compared(residue, "=", Expression.of(r)), said(r)]) for r in range(modulus)])


def _members(call: Max | Min | Abs) -> tuple[Expression, ...]:
    """The numbers of which this is the largest or the least."""
    return (call.term, -call.term) if isinstance(call, Abs) else call.terms


def _extremes(call: Max | Min | Abs) -> Iterator[tuple[Expression, Formula]]:
    """What the largest or least may be, and when: of equal numbers the first is meant, so that no cases overlap."""
    if isinstance(call, Abs):
        yield call.term, _compared(_ZERO, "<=", call.term)
        yield -call.term, _compared(call.term, "<", _ZERO)
        return
    for number, one in enumerate(call.terms):
        beaten = [("<", other) for other in call.terms[:number]] + [("<=", other) for other in call.terms[number + 1 :]]
        sides = ((one, sign, other) if isinstance(call, Min) else (other, sign, one) for sign, other in beaten)
        yield one, all_of([_compared(*comparison) for comparison in sides])


def _by_cases(call: Max | Min | Abs, said: Callable[[Expression], Formula]) -> Formula:
    return some_of([all_of([when, said(value)]) for value, when in _extremes(call)])


def _power(condition: Power) -> Formula:
    term, base = condition.term, condition.base
    if is_polynomial(term):
        return condition.with_terms(expand)
    (call, _), *_ = term.calls
    if not isinstance(call, Max | Min | Abs):
        raise SpragueError(f"expected a linear term before 'power of', got '{term}'; name it as a choice")
    return _by_cases(call, lambda value: _power(Power(term.replace(call, value), base)))


def _arithmetical(condition: Square | Prime | Divides) -> Formula:
    """A square, prime or divisor of terms that are no more than products, by cases."""
    terms = [condition.divisor, condition.number] if isinstance(condition, Divides) else [condition.term]
    if all(map(_is_plain, terms)):
        return condition.with_terms(expand)
    calls = (call for term in terms for call in _innermost(term))
    call = next((call for call in calls if isinstance(call, Max | Min | Abs)), None)
    if call is None:
        raise SpragueError(f"expected only names, numbers and products in '{condition}'; name the rest as choices")

    def with_value(value: Expression) -> Formula:
        return _arithmetical(condition.with_terms(lambda term: term.replace(call, value)))

    return _by_cases(call, with_value)


def _turned(said: Formula) -> Formula:
    """That a square, prime or divisor is none, in each of the cases that tell which number is spoken of."""
    if isinstance(said, Square | Prime | Divides):
        return Not(said)
    return _plain(said, False)


def _no_power(condition: Power) -> Formula:
    """That a number lies below 1, or between a power and the next: one more choice."""
    term, base = condition.term, condition.base
    below = Expression.of(f"the power of {base} below {term}")
    between = all_of([Power(below, base), _compared(below, "<", term), _compared(term, "<", below * base)])
    return some_of([_compared(term, "<", Expression.of(1)), between])


def _not_for_moves(call: Call) -> SpragueError:
    return SpragueError(f"expected terms with which moves can be worked out, got '{call}'; use min, max, |…|, div, mod")


# What a pile becomes


def _linear_entries(
    entries: tuple[Expression | Applied, ...], cases: tuple[Formula, ...]
) -> Iterator[tuple[tuple[Entry, ...], tuple[Formula, ...]]]:
    """Linear entries, in each case, with the conditions that tell the case."""
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
    """The calls in an expression, those inside others first."""
    for call, _ in entry.calls:
        for argument in call.arguments:
            yield from _innermost(argument)
        yield call


def _values(call: Call) -> Iterator[tuple[Expression, Formula]]:
    """What a call of linear terms may be, as a linear term, and when it is that."""
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
