"""The choices a move leaves open, as nested loops whose bounds hold for every position.

A move family says which choices are legal by linear conditions on the position and the choices.
Fourier-Motzkin elimination turns them, once and for all positions, into loops: the bounds of each
choice are terms in the position and the choices made before it. Nothing is tried below a guessed
bound, and a choice that no condition limits is found out when the rule is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from sprague.errors import OutOfReach, SpragueError
from sprague.rules.conditions import Condition, PowerOf
from sprague.rules.linear import Linear, both_ways

MOST_INEQUALITIES = 2_000
REPETITION = 20  # how often an inequality may come up again among the pairs
MOST_TRIED = 2_000_000


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a choice: `term / divisor`, rounded towards the inside of the range."""

    term: Linear
    divisor: int


@dataclass(frozen=True, slots=True)
class Loop:
    """One choice: it runs from the largest lower to the smallest upper bound.

    `checks` are the conditions that can be decided once this choice is made and that the bounds
    do not already say; `power_base` makes the loop visit only the powers of that base.
    """

    name: str
    lower: tuple[Bound, ...]
    upper: tuple[Bound, ...]
    checks: tuple[Condition, ...]
    power_base: int | None

    def range(self, values: Mapping[str, int]) -> Iterable[int]:
        low = max(-(bound.term.value(values) // -bound.divisor) for bound in self.lower)
        high = min(bound.term.value(values) // bound.divisor for bound in self.upper)
        if self.power_base is None:
            return range(low, high + 1)
        return _powers(self.power_base, low, high)


def _powers(base: int, low: int, high: int) -> Iterator[int]:
    power = 1
    while power <= high:
        if power >= low:
            yield power
        power *= base


@dataclass(frozen=True, slots=True)
class Loops:
    """All choices of a family: guards on the position, loops, and choices that follow from them."""

    guards: tuple[Linear, ...]
    guard_checks: tuple[Condition, ...]
    loops: tuple[Loop, ...]
    derived: tuple[tuple[str, Linear], ...]
    possible: bool = True

    def run(self, position: Mapping[str, int], tried: Iterator[int]) -> Iterator[dict[str, int]]:
        """Every choice legal at the position, each with the position's own values.

        The same dictionary is yielded each time; copy what you keep. `tried` counts the choices, legal or
        not; `OutOfReach` is raised when they are very many.
        """
        if not self.possible or any(guard.value(position) < 0 for guard in self.guards):
            return
        if not all(check.holds(position) for check in self.guard_checks):
            return
        yield from self._descend(dict(position), 0, tried)

    def _descend(self, values: dict[str, int], depth: int, tried: Iterator[int]) -> Iterator[dict[str, int]]:
        if depth == len(self.loops):
            for name, term in self.derived:
                values[name] = term.value(values)
            yield values
            return
        loop = self.loops[depth]
        for value in loop.range(values):
            values[loop.name] = value
            if next(tried) >= MOST_TRIED:
                raise OutOfReach(f"more than {MOST_TRIED:,} choices would have to be tried; ask for a smaller position")
            if all(check.holds(values) for check in loop.checks):
                yield from self._descend(values, depth + 1, tried)


def make_loops(
    known: Sequence[str], floors: Mapping[str, int], choices: Sequence[str], where: Iterable[Condition]
) -> Loops:
    """Loops over the choices that satisfy the conditions, for known values at least their floor.

    Every choice is a natural number. Raises `SpragueError` for a choice without an upper bound.
    """
    equations: list[Linear] = []
    inequalities = [Linear.of(name) for name in choices]
    checks: list[Condition] = []
    for condition in where:
        bounds = condition.bounds()
        equations += bounds.equations
        inequalities += bounds.inequalities
        if not bounds.complete:
            checks.append(condition)
    solved, equations = solve_equations(equations, choices)
    inequalities += both_ways(equations)
    inequalities = [term.substitute(solved) for term in inequalities]
    checks = [check.substitute(solved) for check in checks]
    open_choices = [name for name in choices if name not in solved]
    levels = _eliminate(inequalities, open_choices, floors)
    if levels is None:
        return Loops((), (), (), (), possible=False)
    guards, bounds_of = levels
    placed = _place(checks, known, open_choices)
    loops = []
    for name in open_choices:
        lower, upper = bounds_of[name]
        if not upper:
            raise SpragueError(
                f"the choice {name} has no upper bound; add a condition that limits it, such as {name} <= {known[0]}"
            )
        powers = [c for c in placed[name] if isinstance(c, PowerOf) and c.term == Linear.of(name)]
        rest = tuple(c for c in placed[name] if c not in powers[:1])
        loops.append(Loop(name, tuple(lower), tuple(upper), rest, powers[0].base if powers else None))
    return Loops(tuple(guards), tuple(placed[""]), tuple(loops), tuple(solved.items()))


def solve_equations(equations: list[Linear], choices: Sequence[str]) -> tuple[dict[str, Linear], list[Linear]]:
    """Solve equations for choices with coefficient 1 or -1; what cannot be solved stays.

    The last choice of an equation is the one solved for, so that loops run in the order written.
    """
    solved: dict[str, Linear] = {}
    left: list[Linear] = []
    for equation in equations:
        term = equation.substitute(solved)
        unit = [name for name in choices if abs(term.coefficient(name)) == 1]
        if not unit:
            left.append(term)
            continue
        name = unit[-1]
        sign = term.coefficient(name)
        value = (term - sign * Linear.of(name)) * -sign
        solved = {old: was.substitute({name: value}) for old, was in solved.items()}
        solved[name] = value
    return solved, [term.substitute(solved) for term in left]


def _eliminate(
    inequalities: Iterable[Linear], choices: Sequence[str], floors: Mapping[str, int]
) -> tuple[list[Linear], dict[str, tuple[list[Bound], list[Bound]]]] | None:
    """Fourier-Motzkin, last choice first: guards on the position, and bounds for each choice.

    None if the inequalities contradict each other whatever the position.
    """
    bounds: dict[str, tuple[list[Bound], list[Bound]]] = {}
    current = _strongest(inequalities, floors)
    for name in reversed(choices):
        if current is None:
            return None
        lower: list[Bound] = []
        upper: list[Bound] = []
        free: list[Linear] = []
        for term in current:
            factor = term.coefficient(name)
            rest = term - factor * Linear.of(name)
            if factor > 0:
                lower.append(Bound(-rest, factor))
            elif factor < 0:
                upper.append(Bound(rest, -factor))
            else:
                free.append(term)
        bounds[name] = (lower, upper)
        _refuse_if_entangled(len(lower) * len(upper) // REPETITION)
        pairs = [high.term * low.divisor - low.term * high.divisor for low in lower for high in upper]
        current = _strongest(free + pairs, floors)
    return None if current is None else (current, bounds)


def _strongest(inequalities: Iterable[Linear], floors: Mapping[str, int]) -> list[Linear] | None:
    """The inequalities without repetition, scaled down and rounded to integers; None if contradictory."""
    least: dict[tuple[tuple[str, int], ...], int] = {}
    for term in inequalities:
        divisor = gcd(*(factor for _, factor in term.coefficients))
        if divisor == 0:
            if term.constant < 0:
                return None
            continue
        parts = tuple((name, factor // divisor) for name, factor in term.coefficients)
        constant = term.constant // divisor
        grows = all(name in floors and factor > 0 for name, factor in parts)
        if grows and constant + sum(factor * floors[name] for name, factor in parts) >= 0:
            continue  # true at every position
        least[parts] = min(constant, least.get(parts, constant))
    _refuse_if_entangled(len(least))
    return [Linear(parts, constant) for parts, constant in least.items()]


def _place(checks: Iterable[Condition], known: Sequence[str], choices: Sequence[str]) -> dict[str, list[Condition]]:
    """Put each check at the loop where its last name gets a value ("" is before all loops)."""
    placed: dict[str, list[Condition]] = {name: [] for name in ("", *choices)}
    for check in checks:
        needed = [name for name in choices if name in check.names]
        placed[needed[-1] if needed else ""].append(check)
    return placed


def _refuse_if_entangled(inequalities: int) -> None:
    if inequalities > MOST_INEQUALITIES:
        raise SpragueError(
            f"the conditions of this move are too entangled: {inequalities} inequalities when choices are eliminated, "
            f"at most {MOST_INEQUALITIES} are allowed; write it as several simpler moves"
        )
