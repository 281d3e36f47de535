"""How many zeros numbers end in: compared with a number or with each other, or their residue.

Of 0 the count is larger than any number, which is spelt out where a position leaves room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from sprague.coq.facts import SIGNS
from sprague.coq.numbers import Numbers
from sprague.coq.said import Said, all_of, negation, some_of, uncovered
from sprague.coq.sums import Number
from sprague.rules.expressions import Call, Expression, FibZeros, Mod, Valuation

HOLDS: Mapping[str, Callable[[int], bool]] = {
    "<": lambda n: n < 0,
    "<=": lambda n: n <= 0,
    "=": lambda n: n == 0,
    "!=": lambda n: n != 0,
}


COUNTS = (Valuation, FibZeros)


def of_zeros(call: Call) -> bool:
    """Whether this is a valuation, or the residue of one."""
    if isinstance(call, Mod):
        return any(isinstance(inner, COUNTS) for inner, _ in call.term.calls)
    return isinstance(call, COUNTS)


def zeros_compared(
    numbers: Numbers, difference: Expression, counted: Sequence[tuple[Call, int]], relation: str
) -> Said:
    """The difference, of which these parts are counts of zeros, stands in a relation to 0."""
    constant = difference.linear.constant
    if len(counted) < len(difference.calls) or not difference.linear.is_constant or len(counted) > 2:
        raise uncovered(f"'{difference}', a valuation beside other terms")
    if isinstance(counted[0][0], Mod):
        if len(counted) > 1:
            raise uncovered(f"'{difference}', two residues of valuations")
        return _residue(numbers, counted[0][0], counted[0][1], constant, relation)
    texts = [_argument(numbers, call) for call, _ in counted]
    factors = [factor for _, factor in counted]
    if factors not in ([1], [-1], [1, -1], [-1, 1]):
        raise uncovered(f"'{difference}', a multiple of a valuation")
    cases = []
    # Where a number is 0 the count is larger than any number; two such are equal.
    for zeros in product((False, True), repeat=len(texts)):
        if any(zero and numbers.lowest.get(text, 0) > 0 for zero, text in zip(zeros, texts, strict=True)):
            continue
        tests = [numbers.at_zero(Number(((1, text),)), "=") for text in texts]
        where = [
            test if zero else negation(test)
            for zero, test, text in zip(zeros, tests, texts, strict=True)
            if not numbers.lowest.get(text, 0)
        ]
        endless = sum(factor for zero, factor in zip(zeros, factors, strict=True) if zero)
        if any(zeros):
            holds = HOLDS[relation](endless) if endless else HOLDS[relation](constant)
            cases += [all_of(where)] if holds else []
        else:
            cases.append(all_of([*where, _at_zero(numbers, texts, factors, constant, relation)]))
    return some_of(cases)


def _at_zero(numbers: Numbers, texts: Sequence[str], factors: Sequence[int], constant: int, relation: str) -> Said:
    counts = tuple((factor, numbers.zeros_of(t)) for factor, t in zip(factors, texts, strict=True))
    shown = numbers.shown(Number(counts, constant), relation)

    def at_most(factors: Sequence[int], constant: int) -> str:
        """The sum is at most 0."""
        places = {factor: numbers.places[text] for factor, text in zip(factors, texts, strict=True)}
        if len(places) == 2:
            return numbers.zeros_atom("compare", f"{places[1]} {places[-1]} ({constant})")
        if -1 in places:
            return numbers.zeros_atom("at_least", f"{places[-1]} {max(0, constant)}")
        least = numbers.zeros_atom("at_least", f"{places[1]} {max(0, 1 - constant)}")
        return f"(Neg {least})"

    below = at_most(factors, constant + (1 if relation == "<" else 0))
    if relation in ("<", "<="):
        return Said(shown, below)
    equal = f"(Conj {below} {at_most([-factor for factor in factors], -constant)})"
    return Said(shown, equal if relation == "=" else f"(Neg {equal})")


def _residue(numbers: Numbers, call: Mod, factor: int, constant: int, relation: str) -> Said:
    ((inner, times),) = call.term.calls
    added, modulus = call.term.linear, call.modulus
    if times != 1 or not added.is_constant or added.constant < 0:
        raise uncovered(f"'{call}', a residue of more than a valuation")
    text = _argument(numbers, inner)
    count = numbers.zeros_of(text) + (f" + {added.constant}" if added.constant else "")
    # A count of zeros that does not end is divisible by every number, as 0 is: v of 0 says so.
    good = [r for r in range(modulus) if HOLDS[relation](factor * ((r + added.constant) % modulus) + constant)]
    listed = "; ".join(map(str, good))
    atom = numbers.zeros_atom("residue", f"{numbers.places[text]} {modulus} [{listed}]")
    residue = f"({count}) mod {modulus}" if added.constant else f"{count} mod {modulus}"
    left, right = Number(((factor, residue),), constant).sides()
    return Said(f"{left} {SIGNS[relation]} {right}", atom)


def _argument(numbers: Numbers, call: Call) -> str:
    """The number whose zeros are counted: that which is meant, or how far it is from 0."""
    assert isinstance(call, COUNTS)
    if isinstance(call, Valuation):
        numbers.need(call.base, f"v{call.base}")
    else:
        numbers.need_weights(call)
    number = numbers.number(call.term, [])
    if number.name is not None:
        return number.name
    if numbers.is_natural(number):
        return numbers.placed(number, [])
    if not isinstance(call, Valuation):
        raise uncovered(f"'{call}' of what may be negative")
    return numbers.distance(number)
