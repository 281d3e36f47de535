"""`translate`: translation of formulas into automata with one track for each name.

Each part of a formula becomes an automaton with a track for each name in the part. The automata of all parts are then
combined into one automaton. The translation first removes non-linear terms. The functions `max` and `min`, and residues
inside other terms, are replaced by case distinctions. Each term with a function such as xor, low2 or fib_shift is
replaced by a new, existentially quantified number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import count, product

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, everything
from sprague.automata.exploration import explore
from sprague.automata.named import NamedAutomaton, combine, eliminate
from sprague.automata.numeration import BINARY, FIBONACCI, Numeration, recurrent
from sprague.automata.size_limits import state_limit
from sprague.errors import SpragueError
from sprague.language.column_programs import Column, ColumnProgram, Reading
from sprague.language.conditions import (
    Chain,
    Columns,
    Compare,
    Exists,
    Formula,
    InSet,
    Junction,
    Member,
    Not,
    Power,
    all_of,
    some_of,
)
from sprague.language.expressions import (
    Abs,
    Bitwise,
    Call,
    Div,
    Expression,
    FibLow,
    FibShift,
    FibZeros,
    Lowest,
    Max,
    Min,
    Mod,
    OfFibonacci,
    Valuation,
)
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.linear.terms import Linear

Observer = Callable[[Formula, NamedAutomaton], None]


def translate(
    formula: Formula,
    names: Sequence[str],
    numeration: Numeration = BINARY,
    sets: Mapping[str, Automaton] | None = None,
    observe: Observer | None = None,
) -> Automaton:
    """Return the automaton of a formula, with one track for each of the given names.

    `sets` contains the automata of the named sets in the formula. The translation calls the function `observe` with
    each part of the formula and the automaton of this part.

    >>> from sprague.language.formula_parser import parse_formula
    >>> odd = translate(parse_formula("all piles odd", ("a", "b")), ("a", "b"))
    >>> (3, 5) in odd, (3, 4) in odd
    (True, False)
    """
    return _Translation(numeration, sets or {}, observe).named(formula).arranged_over(tuple(names))


@dataclass
class _Translation:
    numeration: Numeration
    sets: Mapping[str, Automaton]
    observe: Observer | None = None
    # cached automata of formulas with a quantifier
    known: dict[Formula, NamedAutomaton] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.fresh = (f"#{number}" for number in count())  # fresh names, which no formula can contain

    def named(self, formula: Formula) -> NamedAutomaton:
        """Return the automaton of a formula with one track for each free name."""
        if (known := self.known.get(formula)) is not None:
            return known
        found = self.translated(formula)
        if isinstance(formula, Exists | InSet):
            self.known[formula] = found
        if self.observe is not None:
            self.observe(formula, found)
        return found

    def translated(self, formula: Formula) -> NamedAutomaton:
        match formula:
            case Junction("or", (Junction("and", (one, two)), _) as parts) if _is_equivalence(parts):
                # The parser writes `one iff two` as `(one and two) or (not one and not two)`; translate each side only
                # once.
                return ~combine("xor", [self.named(one), self.named(two)], self.numeration)
            case Junction("or", parts):
                return combine("or", self.alternatives(parts), self.numeration)
            case Junction(word, parts):
                return combine(word, [self.named(part) for part in parts], self.numeration)
            case Not(part):
                return ~self.named(part)
            case Exists():
                return self.quantified(formula)
            case Compare():
                return self.compare(formula)
            case Chain():
                return combine("and", [self.compare(link) for link in formula.links()], self.numeration)
            case Square() | Prime() | Divides():
                raise SpragueError(
                    f"no automaton recognises '{formula}', so the formula cannot be proved for all positions; "
                    "compare the formula with a table up to a limit"
                )
            case Member(term, numbers):
                residue = term.call
                if not isinstance(residue, Mod):
                    return self.named(formula.meaning)
                # A residue is less than its modulus, so `a mod 2 = 3` is never true.
                return self.residue(residue, {number for number in numbers if number < residue.modulus})
            case Power(term, number):
                return self.applied([term], lambda: atoms.power(self.numeration, number))
            case Columns(terms, number, modulus):
                self.need(number, f"columns in base {number}")
                return self.applied(list(terms), lambda: atoms.digit_sum_zero(len(terms), modulus, self.numeration))
            case ColumnProgram(terms):
                return self.applied(list(terms), lambda: self.program(formula))
            case InSet(name, terms):
                if name not in self.sets:
                    raise SpragueError(f"no automaton is given for the set '{name}' in '{formula}'")
                return self.applied(list(terms), lambda: self.sets[name])

    def program(self, formula: ColumnProgram) -> Automaton:
        """Return the automaton of a column program."""
        if formula.base:
            self.need(formula.base, f"columns in base {formula.base}")
        elif self.numeration != FIBONACCI:
            raise SpragueError(
                f"expected a column program over {self.numeration}, got a column program over Fibonacci digits"
            )
        tracks = len(formula.terms)

        def step(reading: Reading | None, column: Column) -> Reading | None:
            return formula.after(reading or formula.start, column) if reading or any(column) else None

        def ends(reading: Reading | None) -> bool:
            return (reading or formula.start)[2]

        columns = list(product(range(formula.digits), repeat=tracks))
        return explore(tracks, self.numeration, columns, None, step, ends)

    def alternatives(self, parts: Sequence[Formula]) -> list[NamedAutomaton]:
        """Return the automata of the parts of a disjunction; all conditions on the same residue share one automaton."""
        found: list[NamedAutomaton] = []
        residues: dict[Mod, set[int]] = {}
        for part in parts:
            links = list(part.links()) if isinstance(part, Chain) else [part]
            if len(links) == 1 and isinstance(link := links[0], Compare):
                difference = link.left - link.right
                constant = difference.linear.constant
                match difference.calls:
                    case ((Mod() as call, factor),) if difference.linear.is_constant:
                        residues.setdefault(call, set()).update(_residues(call, factor, constant, link.relation))
                        continue
            found.append(self.named(part))
        return found + [self.residue(call, kept) for call, kept in residues.items()]

    def quantified(self, formula: Formula) -> NamedAutomaton:
        """Return the automaton of a formula that begins with existential quantifiers.

        The names of all leading quantifiers are eliminated together, in an order that keeps automata small.
        """
        gone: list[str] = []
        bounds: list[Formula] = []
        used: set[str] = set()
        # A quantifier that shadows an outer name is translated in a separate step.
        while isinstance(formula, Exists) and formula.name not in used:
            gone.append(formula.name)
            used |= {formula.name, *(formula.bound.names if formula.bound is not None else ())}
            if formula.bound is not None:
                bounds.append(Compare(Expression.of(formula.name), "<=", formula.bound))
            formula = formula.body
        parts, new = self.with_named_terms(_conjuncts(formula))
        return eliminate([self.named(part) for part in (*parts, *bounds)], [*gone, *new], self.numeration)

    def with_named_terms(self, parts: Sequence[Formula]) -> tuple[list[Formula], list[str]]:
        """Replace arguments of named sets, such as `a + i`, by new names; return the conditions and the new names.

        For example, the condition `P(a + i, b)` becomes the two conditions `P(x, b)` and `x = a + i`. The caller
        eliminates the quantified names and the new names together, in an order that keeps automata small. So the
        automaton of `P(a + i, b)`, which can be large, is never built.
        """
        found: list[Formula] = []
        new: dict[Expression, str] = {}

        def named(term: Expression) -> Expression:
            if not term.calls and term.linear.is_name:
                return term
            if term not in new:
                new[term] = next(self.fresh)
                found.append(Compare(Expression.of(new[term]), "=", term))
            return Expression.of(new[term])

        for part in parts:
            found.append(InSet(part.name, tuple(map(named, part.terms))) if isinstance(part, InSet) else part)
        return found, list(new.values())

    def applied(self, terms: list[Expression], make: Callable[[], Automaton]) -> NamedAutomaton:
        """Return the automaton of a relation between terms, where quantified numbers replace compound terms."""
        names: list[str] = []
        extra: list[Formula] = []
        new: list[str] = []
        for term in terms:
            if not term.calls and term.linear.is_name:
                names.append(term.linear.names[0])
            else:
                names.append(next(self.fresh))
                new.append(names[-1])
                extra.append(Compare(Expression.of(names[-1]), "=", term))
        distinct = tuple(dict.fromkeys(names))
        relation = NamedAutomaton(make().arrange([distinct.index(name) for name in names], len(distinct)), distinct)
        return eliminate([relation, *map(self.named, extra)], new, self.numeration)

    def need(self, number: int, what: str) -> None:
        if self.numeration.base != number:
            raise SpragueError(f"{what} can be used only with automata over base {number}, got {self.numeration}")

    def need_like_fibonacci(self, call: OfFibonacci) -> None:
        if self.numeration != (needed := recurrent((call.times, 1))):
            raise SpragueError(f"'{call.word}' can be used only with automata over {needed}, got {self.numeration}")

    # Comparisons

    def compare(self, formula: Compare) -> NamedAutomaton:
        difference = formula.left - formula.right
        calls = dict(difference.calls)
        for call in calls:
            if isinstance(call, Max | Min):
                return self.named(_by_cases(formula, call))
            if isinstance(call, Abs):
                return self.named(_replaced(formula, call, Expression.of(Max((call.term, -call.term)))))
            if isinstance(call, Div):
                return self.named(_without_quotient(difference, call, formula.relation))
        if not calls:
            names = difference.linear.names
            factors = [factor for _, factor in difference.linear.coefficients]
            return NamedAutomaton(
                atoms.linear(factors, difference.linear.constant, formula.relation, self.numeration), names
            )
        if len(calls) == 1 and difference.linear.is_constant:
            ((call, factor),) = calls.items()
            if isinstance(call, Mod):
                return self.residue(call, _residues(call, factor, difference.linear.constant, formula.relation))
        if all(isinstance(call, Valuation | FibZeros) for call in calls):
            return self.valuations(calls, difference.linear, formula)
        for call in calls:
            if isinstance(call, Mod):
                cases = [
                    all_of([Compare(Expression.of(call), "=", Expression.of(value)), _replaced(formula, call, value)])
                    for value in _values(call)
                ]
                return self.named(some_of(cases))
        for call, factor in calls.items():
            if isinstance(call, Bitwise | Lowest | FibShift | FibLow):
                return self.defined(formula, call, factor, calls)
        raise SpragueError(
            f"a valuation such as v2(a) can be compared only with a number or one other valuation, got '{formula}'"
        )

    def residue(self, call: Mod, kept: set[int]) -> NamedAutomaton:
        """Return the automaton of the condition that a term has one of the given remainders."""
        term, modulus = call.term, call.modulus
        if not term.calls:
            factors = [coefficient for _, coefficient in term.linear.coefficients]
            made = atoms.residue(factors, term.linear.constant, modulus, kept, self.numeration)
            return NamedAutomaton(made, term.linear.names)
        inner = dict(term.calls)
        if len(inner) == 1 and term.linear.is_constant:
            ((valued, multiple),) = inner.items()
            if isinstance(valued, Valuation | FibZeros):
                # By convention, every number divides v2(0), so the term has the same residue as its constant.
                shift = term.linear.constant
                values = {value for value in range(modulus) if (multiple * value + shift) % modulus in kept}
                made_of = self.valued(valued, lambda: atoms.valuation_residue(modulus, values, self.numeration))
                zero = self.is_zero(valued)
                allowed = shift % modulus in kept
                if allowed:
                    return combine("or", [made_of, zero], self.numeration)
                return combine("and", [made_of, ~zero], self.numeration)
        fresh = Linear.of(next(self.fresh))
        signs = []
        for number in (Expression.of(fresh), Expression.of(-fresh)):
            left = some_of([_residue_is(number, modulus, value) for value in sorted(kept)] or [NEVER])
            signs.append(all_of([Compare(number, "=", term), left]))
        return self.named(Exists(str(fresh), some_of(signs)))

    def is_zero(self, valued: Call) -> NamedAutomaton:
        return self.named(Compare(valued.arguments[0], "=", ZERO))

    def valued(self, call: Call, make: Callable[[], Automaton]) -> NamedAutomaton:
        """Return the automaton of a condition on the valuation of a term; `make()` builds it for a single name."""
        if isinstance(call, Valuation):
            self.need(call.base, f"v{call.base}")
        else:
            assert isinstance(call, FibZeros)
            self.need_like_fibonacci(call)
        (term,) = call.arguments
        if not term.calls and term.linear.is_name:
            return NamedAutomaton(make(), term.linear.names)
        fresh = next(self.fresh)
        return eliminate(
            [NamedAutomaton(make(), (fresh,)), self.named(_size_of(fresh, term))], [fresh], self.numeration
        )

    def valuations(self, calls: dict[Call, int], linear: Linear, formula: Compare) -> NamedAutomaton:
        """Return the automaton that compares a valuation with a number, or with another valuation plus a number."""
        plus = [call for call, factor in calls.items() if factor == 1]
        minus = [call for call, factor in calls.items() if factor == -1]
        if not linear.is_constant or len(plus) + len(minus) < len(calls) or len(plus) > 1 or len(minus) > 1:
            raise SpragueError(
                "a valuation such as v2(a) can be compared only with a number or with one other valuation, got "
                f"'{formula}'"
            )
        constant, relation = linear.constant, formula.relation
        if not plus:
            # Multiply the term -v(s) + constant by -1, which reverses the comparison.
            turned = {"<": ">", "<=": ">=", "=": "=", "!=": "!="}[relation]
            return self.valued(minus[0], lambda: atoms.valuation_fixed(turned, constant, self.numeration))
        if not minus:
            return self.valued(plus[0], lambda: atoms.valuation_fixed(relation, -constant, self.numeration))
        fresh = [next(self.fresh), next(self.fresh)]
        for call in (*plus, *minus):
            # `valued` raises SpragueError if the base is wrong
            self.valued(call, lambda: everything(1, self.numeration))
        related = NamedAutomaton(atoms.valuation_compare(relation, -constant, self.numeration), tuple(fresh))
        sizes = [
            self.named(_size_of(name, call.arguments[0])) for name, call in zip(fresh, (*plus, *minus), strict=True)
        ]
        found = eliminate([related, *sizes], fresh, self.numeration)
        # If both arguments are 0, the valuations are equal, and the constant decides the comparison.
        both = combine("and", [self.is_zero(plus[0]), self.is_zero(minus[0])], self.numeration)
        if _relates(constant, relation):
            return combine("or", [found, both], self.numeration)
        return combine("and", [found, ~both], self.numeration)

    def defined(self, formula: Compare, call: Call, factor: int, calls: dict[Call, int]) -> NamedAutomaton:
        """Return the automaton of a comparison in which a new quantified number replaces a function call."""
        fresh = next(self.fresh)
        rest = self.named(_replaced(formula, call, Linear.of(fresh)))
        if isinstance(call, Bitwise):
            self.need(2, call.word)
            leaves, operation = _digit_by_digit(call)
            terms = [*leaves, Expression.of(fresh)]
            relation = self.applied(terms, lambda: atoms.bitwise(operation, len(leaves)))
            return eliminate([relation, rest], [fresh], self.numeration)
        (argument,) = call.arguments
        terms = [argument, Expression.of(fresh)]
        if isinstance(call, FibShift):
            self.need_like_fibonacci(call)
            relation = self.applied(terms, lambda: atoms.shift(self.numeration))
            return eliminate([relation, rest], [fresh], self.numeration)
        if isinstance(call, FibLow):
            self.need_like_fibonacci(call)
        else:
            assert isinstance(call, Lowest)
            self.need(call.base, f"low{call.base}")
        if sum(isinstance(other, Lowest | FibLow) for other in calls) > 1:
            raise SpragueError(
                f"a comparison may contain the function {str(call).partition('(')[0]}(…) only once, got '{formula}'"
            )
        relation = self.applied(terms, lambda: atoms.lowest_power(self.numeration))
        finite = eliminate([relation, rest], [fresh], self.numeration)
        # By convention, low2(0) and fib_low(0) exceed every number, so the sign of the coefficient decides the
        # comparison.
        holds = formula.relation == "!=" or (formula.relation in ("<", "<=") and factor < 0)
        return combine("or", [finite, self.named(Compare(argument, "=", ZERO))], self.numeration) if holds else finite


def _conjuncts(formula: Formula) -> list[Formula]:
    """Return conditions whose conjunction is equivalent to a formula, after moving negations inwards.

    An equivalence (`iff`) is not split into conditions, because it is translated as one part.
    """
    match formula:
        case Junction("and", parts):
            return [inner for part in parts for inner in _conjuncts(part)]
        case Not(Not(part)):
            return _conjuncts(part)
        case Not(Junction("or", parts)) if not _is_equivalence(parts):
            return [inner for part in parts for inner in _conjuncts(Not(part))]
    return [formula]


def _is_equivalence(parts: Sequence[Formula]) -> bool:
    """Return whether a disjunction is `one and two or not one and not two`, which means `one iff two`."""
    match parts:
        case (Junction("and", (one, two)), Junction("and", (Not(same_one), Not(same_two)))):
            return one == same_one and two == same_two
    return False


def _residues(call: Mod, factor: int, constant: int, relation: str) -> set[int]:
    """Return the remainders for which factor * remainder + constant satisfies a comparison with 0."""
    return {value for value in _values(call) if _relates(factor * value + constant, relation)}


def _values(call: Mod) -> Iterator[int]:
    """Yield all remainders modulo a number; raise OutOfReach if the number exceeds the limit on states."""
    bound = state_limit(BINARY.digits)
    if call.modulus > bound.most:
        raise bound.refusal(f"residues modulo {call.modulus:,}", call.modulus)
    for value in range(call.modulus):
        limits.check()
        yield value


Digits = NDArray[np.int64]


def _digit_by_digit(call: Call) -> tuple[list[Expression], Callable[[Sequence[Digits]], Digits]]:
    """Return the arguments of nested bitwise operations, and a function that computes one digit of the result."""
    leaves: dict[Expression, int] = {}

    def follow(term: Expression) -> Callable[[Sequence[Digits]], Digits]:
        if isinstance(inner := term.call, Bitwise):
            parts, operation = [follow(argument) for argument in inner.arguments], inner.operation
            return lambda digits: reduce(operation, [part(digits) for part in parts])
        place = leaves.setdefault(term, len(leaves))
        return lambda digits: digits[place]

    whole = follow(Expression.of(call))
    return list(leaves), whole


def _relates(number: int, relation: str) -> bool:
    return {"<": number < 0, "<=": number <= 0, "=": number == 0, "!=": number != 0}[relation]


ZERO = Expression(Linear())
NEVER = Compare(Expression.of(1), "=", ZERO)


def _by_cases(formula: Compare, call: Call) -> Formula:
    """Return a comparison in which a case distinction replaces max or min, with one case for each argument."""
    cases = []
    for chosen in call.arguments:
        order = [
            Compare(other, "<=", chosen) if isinstance(call, Max) else Compare(chosen, "<=", other)
            for other in call.arguments
            if other != chosen
        ]
        cases.append(all_of([*order, _replaced(formula, call, chosen)]))
    return some_of(cases)


def _without_quotient(difference: Expression, call: Div, relation: str) -> Compare:
    """Return a comparison without one of its quotients `t div m`, after multiplying both sides by m."""
    factor = dict(difference.calls)[call]
    rest = difference - Expression.of(call) * factor
    multiple = call.term - Expression.of(Mod(call.term, call.divisor))
    return Compare(rest * call.divisor + multiple * factor, relation, ZERO)


def _replaced(formula: Compare, call: Call, value: Expression | Linear | int) -> Compare:
    """Return a comparison with a function call replaced by a term."""
    new = value if isinstance(value, Expression) else Expression.of(value)

    def side_of(side: Expression) -> Expression:
        kept = Expression(side.linear, tuple(part for part in side.calls if part[0] != call))
        return sum((new * factor for old, factor in side.calls if old == call), kept)

    return Compare(side_of(formula.left), formula.relation, side_of(formula.right))


def _residue_is(term: Expression, modulus: int, value: int) -> Formula:
    """Return the formula `term mod modulus = value`."""
    return Compare(Expression.of(Mod(term, modulus)), "=", Expression.of(value))


def _size_of(name: str, term: Expression) -> Formula:
    """Return a formula that is true if the value of a name is the absolute value of a term."""
    return some_of([Compare(Expression.of(name), "=", term), Compare(Expression.of(name), "=", -term)])
