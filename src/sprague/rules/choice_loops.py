"""Nested loops over the choices of a move (`ChoiceLoops`), whose bounds are terms that are valid for every position.

The legal choices of a move family are given by linear conditions on the position and the choices. Fourier-Motzkin
elimination turns the linear conditions into nested loops, once for all positions. In the loops, the bounds of each
choice are terms in the position and the earlier choices. A choice without an upper bound is detected when the rule is
created.

The elimination treats a product of names as an additional choice, which comes after the last factor of the product. The
bounds of a product imply bounds of its last factor, because a product is monotonic in each factor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.language.conditions import Chain, Condition
from sprague.language.number_conditions import Times
from sprague.linear.constraints import strongest
from sprague.linear.terms import Linear
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.number_kinds import NumberKind, count_tried, find_number_kind, numbers_of_kind

# maximum number of inequalities; each step of the elimination may square the number of inequalities
MOST_INEQUALITIES = 2_000
REPETITION = 20  # estimated number of pairs of a lower and an upper bound that yield the same inequality
TRIED = 2_000_000  # default limit on the number of choices tried; a larger limit on positions overrides the default
BEFORE = ""  # key for conditions and products without choices, in dictionaries whose keys are choices
GLANCE = 1024  # number of choices tried between two checks of the limits


class UnboundedChoice(SpragueError):
    """Raised when a choice has no upper bound, so that a loop over the choice would never end."""

    def __init__(self, choice: str, reason: str) -> None:
        super().__init__(reason)
        self.choice, self.reason = choice, reason

    def __reduce__(self) -> tuple[type[UnboundedChoice], tuple[str, str]]:
        return type(self), (self.choice, self.reason)


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound of a loop over a choice: `term / divisor`, rounded up for a lower bound and down for an upper bound."""

    term: Linear
    divisor: int


def tried_limit() -> int:
    """Return how many values of choices the loops may try at most when they list the moves from a position."""
    return max(TRIED, limits.current().positions or 0)


class Range(NamedTuple):
    """The lower bounds and the upper bounds of a loop over a choice."""

    lower: list[Bound]
    upper: list[Bound]

    @staticmethod
    def of(name: str, inequalities: Iterable[Linear]) -> Range:
        """Return the bounds that inequalities impose on one choice, as terms in the other names."""
        lower, upper = [], []
        for term in inequalities:
            factor = term.coefficient(name)
            rest = term - factor * Linear.of(name)
            if factor > 0:
                lower.append(Bound(-rest, factor))
            elif factor < 0:
                upper.append(Bound(rest, -factor))
        return Range(lower, upper)

    def is_not_empty(self) -> list[Linear]:
        """Return inequalities that hold if and only if some rational number satisfies all lower and upper bounds."""
        return [high.term * low.divisor - low.term * high.divisor for low in self.lower for high in self.upper]


@dataclass(frozen=True, slots=True)
class ChoiceLoop:
    """A loop over one choice, from the largest lower bound to the smallest upper bound.

    `checks` are conditions that the bounds do not imply; they are tested when the choice gets a value. If `visit` is
    given, the loop visits only numbers of one kind, such as squares. `products` are the products whose last factor is
    this choice. `falling` and `rising` are terms that must be at least 0: terms in `falling` never increase with the
    choice, and terms in `rising` never decrease.
    """

    name: str
    lower: tuple[Bound, ...]
    upper: tuple[Bound, ...]
    checks: tuple[Condition, ...]
    visit: NumberKind | None
    products: tuple[Times, ...] = ()
    falling: tuple[Linear, ...] = ()
    rising: tuple[Linear, ...] = ()

    def between(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Return the least and the greatest value that the bounds of the loop allow for the choice."""
        low = max(-(bound.term.value(values) // -bound.divisor) for bound in self.lower)
        high = min(bound.term.value(values) // bound.divisor for bound in self.upper)
        if self.rising:
            low = self._first(self.rising, values, low, high, so=True)
        if self.falling:
            high = self._first(self.falling, values, low, high, so=False) - 1
        return low, high

    def _first(self, terms: Sequence[Linear], values: Mapping[str, int], low: int, high: int, so: bool) -> int:
        """Return, by bisection, the first value of the choice at which all terms are at least 0, or `high + 1`.

        If `so` is False, the method searches for the first value of the choice at which some term is negative.
        """
        trial = dict(values)
        high += 1
        while low < high:
            middle = (low + high) // 2
            self.choose(trial, middle)
            if all(term.value(trial) >= 0 for term in terms) == so:
                high = middle
            else:
                low = middle + 1
        return low

    def range(self, values: Mapping[str, int]) -> Iterable[int]:
        """Return the values of the choice, in ascending order."""
        low, high = self.between(values)
        return range(low, high + 1) if self.visit is None else numbers_of_kind(self.visit, low, high, values)

    def tries(self, values: Mapping[str, int]) -> int:
        """Return an upper bound on the number of values that the loop tries for its choice."""
        low, high = self.between(values)
        return max(0, high + 1 - low) if self.visit is None else count_tried(self.visit, low, high, values)

    def choose(self, values: dict[str, int], value: int) -> None:
        """Set the value of the choice, and compute the products whose last factor is this choice."""
        values[self.name] = value
        for product in self.products:
            values[product.name] = product.of(values)


@dataclass(frozen=True, slots=True)
class ChoiceLoops:
    """The nested loops over all choices of a move family, with conditions on the position that are checked first.

    `products` contains the products that have only entries of the position as factors.
    """

    guards: tuple[Linear, ...]
    guard_checks: tuple[Condition, ...]
    loops: tuple[ChoiceLoop, ...]
    derived: tuple[tuple[str, Linear], ...]
    possible: bool = True
    products: tuple[Times, ...] = ()

    def run(self, position: Mapping[str, int], tried: Iterator[int]) -> Iterator[dict[str, int]]:
        """For each legal combination of choices, yield a dictionary of the values of all choices and entries.

        The loops yield the same dictionary object each time, so a caller that stores the dictionary must copy it. The
        argument `tried` counts the values that the loops try. If the loops try too many values, the method raises
        `OutOfReach`.
        """
        values = self.start(position)
        if not self.possible or any(guard.value(values) < 0 for guard in self.guards):
            return
        if not all(check.holds(values) for check in self.guard_checks):
            return
        yield from self._descend(values, 0, tried)

    def count(self, position: Mapping[str, int], most: int) -> int:
        """Count the values of choices that the method `run` would try for a position; stop counting above `most`."""
        values = self.start(position)
        if not self.possible or any(guard.value(values) < 0 for guard in self.guards):
            return 0
        return self._count(values, 0, most)

    def start(self, position: Mapping[str, int]) -> dict[str, int]:
        """Return the values of the names that the position determines: its entries and products of its entries."""
        return {**position, **{product.name: product.of(position) for product in self.products}}

    def _count(self, values: dict[str, int], depth: int, most: int) -> int:
        if depth == len(self.loops):
            return 0
        loop = self.loops[depth]
        looked_at = loop.tries(values)
        if depth + 1 == len(self.loops) or looked_at > most:
            return looked_at
        total = 0
        for value in loop.range(values):
            loop.choose(values, value)
            total += 1 + self._count(values, depth + 1, most)
            if total > most:
                break
        return total

    def _descend(self, values: dict[str, int], depth: int, tried: Iterator[int]) -> Iterator[dict[str, int]]:
        if depth == len(self.loops):
            for name, term in self.derived:
                values[name] = term.value(values)
            yield values
            return
        loop = self.loops[depth]
        for value in loop.range(values):
            loop.choose(values, value)
            number = next(tried)
            if number % GLANCE == 0:
                limits.check()
            if number >= TRIED and number >= tried_limit():
                raise OutOfReach(f"listing the moves tries more than {number:,} choices; use a smaller position")
            if all(check.holds(values) for check in loop.checks):
                yield from self._descend(values, depth + 1, tried)


def make_loops(facts: MoveConstraints, floors: Mapping[str, int], ordered: Iterable[Linear] = ()) -> ChoiceLoops:
    """Return the nested loops over the choices of a move family; `floors` are the least values of the entries.

    The inequalities in `ordered` keep only one of several combinations of choices that lead to the same option. The
    function raises `UnboundedChoice` for a choice without an upper bound.
    """
    free = facts.solved
    inequalities = [*free.conditions, *free.reached_domain, *(term.substitute(facts.determined) for term in ordered)]
    known: dict[str, list[Times]] = {name: [] for name in (BEFORE, *free.choices)}
    for product in free.products:
        known[_last(product.factors, free.choices)].append(product)
    order = [name for choice in free.choices for name in (choice, *(product.name for product in known[choice]))]
    eliminated = _eliminate([*inequalities, *free.product_bounds], order, floors)
    if eliminated is None:
        return ChoiceLoops((), (), (), (), possible=False)
    guards, ranges = eliminated
    checks: dict[str, list[Condition]] = {name: [] for name in known}
    for check in free.others:
        checks[_last(_spelt_out(check.names, free.products), free.choices)].append(check)
    loops = []
    for number, name in enumerate(free.choices):
        if not ranges[name].upper:
            raise UnboundedChoice(name, _no_upper_bound(name, free, ranges))
        before = [*floors, *free.choices[:number]]
        before += [product.name for product in free.products if set(product.factors) <= set(before)]
        loops.append(_loop(name, ranges, checks[name], known[name], free.product_bounds, before))
    derived = tuple(facts.determined.items())
    return ChoiceLoops(tuple(guards), tuple(checks[BEFORE]), tuple(loops), derived, products=tuple(known[BEFORE]))


def _last(names: Iterable[str], choices: Sequence[str]) -> str:
    """Return the choice among the given names whose loop is innermost; `BEFORE` if no name is a choice."""
    used = frozenset(names)
    return next((name for name in reversed(choices) if name in used), BEFORE)


def _spelt_out(names: Iterable[str], products: Iterable[Times]) -> set[str]:
    """Return the given names, but replace the name of each product, such as `a*k`, by the names of its factors."""
    factors = {product.name: product.factors for product in products}
    return {factor for name in names for factor in factors.get(name, (name,))}


def _loop(
    name: str,
    ranges: Mapping[str, Range],
    checks: Sequence[Condition],
    products: Sequence[Times],
    product_bounds: Collection[Linear],
    before: Sequence[str],
) -> ChoiceLoop:
    """Return the loop over a choice; for example, if a condition allows only squares, the loop visits only squares."""
    visit = find_number_kind(name, checks, before)
    rest = [check for check in checks if check != visit]
    falling: list[Linear] = []
    rising: list[Linear] = []
    growing = {name, *(product.name for product in products)}
    for product in products:
        bounds = ranges[product.name]
        own = Linear.of(product.name)
        terms = [own * low.divisor - low.term for low in bounds.lower]
        terms += [high.term - own * high.divisor for high in bounds.upper]
        for term in terms:
            signs = {factor > 0 for other, factor in term.coefficients if other in growing}
            if term == own or term in product_bounds:
                continue  # skip the inequality, which always holds
            if len(signs) == 1:
                (rising if True in signs else falling).append(term)
            else:
                rest.append(Chain.of(Linear(), "<=", term))
    bounds = ranges[name]
    return ChoiceLoop(
        name,
        tuple(bounds.lower),
        tuple(bounds.upper),
        tuple(rest),
        visit,
        tuple(products),
        tuple(falling),
        tuple(rising),
    )


def _no_upper_bound(name: str, facts: MoveConstraints, ranges: Mapping[str, Range]) -> str:
    for product in facts.products:
        others = [factor for factor in product.factors if factor != name]
        if name in product.factors and others and (product.name not in ranges or ranges[product.name].upper):
            return (
                f"the choice {name} has no upper bound if {others[0]} is 0; "
                f"add an upper bound, or the condition {others[0]} >= 1"
            )
    return f"the choice {name} has no upper bound; add a condition that bounds it"


def _eliminate(
    inequalities: Iterable[Linear], choices: Sequence[str], floors: Mapping[str, int]
) -> tuple[list[Linear], dict[str, Range]] | None:
    """Return guards on the position and the range of each choice, by Fourier-Motzkin elimination.

    The last choice is eliminated first. A choice has a possible value if and only if each of its lower bounds is at
    most each of its upper bounds. The inequalities between lower and upper bounds restrict the earlier choices. The
    function returns None if the inequalities contradict each other at every position.
    """
    ranges: dict[str, Range] = {}
    current = _strongest(inequalities, floors)
    for name in reversed(choices):
        limits.check()
        if current is None:
            return None
        bounds = ranges[name] = Range.of(name, current)
        _refuse_if_entangled(len(bounds.lower) * len(bounds.upper) // REPETITION)
        without = [term for term in current if not term.coefficient(name)]
        current = _strongest([*without, *bounds.is_not_empty()], floors)
    return None if current is None else (current, ranges)


def _strongest(inequalities: Iterable[Linear], floors: Mapping[str, int]) -> list[Linear] | None:
    """Divide inequalities by common factors and drop redundant inequalities; return None if one can never hold."""
    found: list[Linear] = []
    for term in strongest(inequalities):
        if term.is_constant:
            if term.constant < 0:
                return None
            continue
        grows = all(name in floors and factor > 0 for name, factor in term.coefficients)
        if not (grows and term.value(floors) >= 0):  # keep the inequality unless it holds at every position
            found.append(term)
    _refuse_if_entangled(len(found))
    return found


def _refuse_if_entangled(inequalities: int) -> None:
    if inequalities > MOST_INEQUALITIES:
        raise SpragueError(
            f"the conditions of a move are too complicated: {inequalities} inequalities are needed to find the "
            f"choices, more than the limit of {MOST_INEQUALITIES}; write several simpler moves"
        )
