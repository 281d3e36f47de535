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
from typing import NamedTuple

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.rules.conditions import Condition, Power
from sprague.rules.facts import Facts
from sprague.rules.linear import Linear

MOST_INEQUALITIES = 2_000
REPETITION = 20  # how often an inequality may come up again among the pairs
TRIED = 2_000_000  # choices, or as many as positions are allowed if these are more
BEFORE = ""  # where checks stand that need no choice
GLANCE = 1024  # choices between two looks at the clock


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a choice: `term / divisor`, rounded towards the inside of the range."""

    term: Linear
    divisor: int


def most_tried() -> int:
    """How many choices may be tried to list the moves from a position."""
    return max(TRIED, limits.current().positions or 0)


class Range(NamedTuple):
    """Where a choice may lie: at least each lower and at most each upper bound."""

    lower: list[Bound]
    upper: list[Bound]

    @staticmethod
    def of(name: str, inequalities: Iterable[Linear]) -> Range:
        """What these inequalities say of one name, in terms of the others."""
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
        """Inequalities that hold if some rational number lies there."""
        return [high.term * low.divisor - low.term * high.divisor for low in self.lower for high in self.upper]


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

    def count(self, position: Mapping[str, int], most: int) -> int:
        """How many choices `run` would try; beyond `most` it is enough to know that they are more."""
        if not self.possible or any(guard.value(position) < 0 for guard in self.guards):
            return 0
        return self._count(dict(position), 0, most)

    def _count(self, values: dict[str, int], depth: int, most: int) -> int:
        if depth == len(self.loops):
            return 0
        span = self.loops[depth].range(values)
        if depth + 1 == len(self.loops) and isinstance(span, range):
            return max(0, span.stop - span.start)  # which may be more than `len` can tell
        total = 0
        for value in span:
            values[self.loops[depth].name] = value
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
            values[loop.name] = value
            number = next(tried)
            if number % GLANCE == 0:
                limits.check()
            if number >= TRIED and number >= most_tried():
                raise OutOfReach(f"more than {number:,} choices would have to be tried; ask for a smaller position")
            if all(check.holds(values) for check in loop.checks):
                yield from self._descend(values, depth + 1, tried)


def make_loops(facts: Facts, floors: Mapping[str, int], ordered: Iterable[Linear] = ()) -> Loops:
    """Loops over the choices with which a family may be played, for entries at least their floor.

    `ordered` are inequalities that leave out choices which another order reaches as well. Raises `SpragueError` for a
    choice without an upper bound.
    """
    free = facts.solved
    inequalities = [*free.conditions, *free.reached_domain, *(term.substitute(facts.determined) for term in ordered)]
    eliminated = _eliminate(inequalities, free.choices, floors)
    if eliminated is None:
        return Loops((), (), (), (), possible=False)
    guards, ranges = eliminated
    placed = _placed(free.others, free.choices)
    loops = tuple(_loop(name, ranges[name], placed[name], floors) for name in free.choices)
    return Loops(tuple(guards), tuple(placed[BEFORE]), loops, tuple(facts.determined.items()))


def _loop(name: str, bounds: Range, checks: Sequence[Condition], floors: Mapping[str, int]) -> Loop:
    """The loop of a choice; the first check that it is a power decides which numbers are visited."""
    if not bounds.upper:
        example = f"{name} <= {next(iter(floors))}"
        raise SpragueError(f"the choice {name} has no upper bound; add a condition that limits it, such as {example}")
    power = next((c for c in checks if isinstance(c, Power) and c.term.linear == Linear.of(name)), None)
    rest = tuple(check for check in checks if check != power)
    return Loop(name, tuple(bounds.lower), tuple(bounds.upper), rest, None if power is None else power.base)


def _eliminate(
    inequalities: Iterable[Linear], choices: Sequence[str], floors: Mapping[str, int]
) -> tuple[list[Linear], dict[str, Range]] | None:
    """Fourier-Motzkin, last choice first: guards on the position, and the range of each choice.

    A choice lies between each of its lower and each of its upper bounds; that it can do so is what remains to be
    said of the choices before it. None if the inequalities contradict each other whatever the position.
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


def _placed(checks: Iterable[Condition], choices: Sequence[str]) -> dict[str, list[Condition]]:
    """Each check at the loop where its last name gets a value, or before all loops."""
    placed: dict[str, list[Condition]] = {name: [] for name in (BEFORE, *choices)}
    for check in checks:
        needed = [name for name in choices if name in check.names]
        placed[needed[-1] if needed else BEFORE].append(check)
    return placed


def _refuse_if_entangled(inequalities: int) -> None:
    if inequalities > MOST_INEQUALITIES:
        raise SpragueError(
            f"the conditions of this move are too entangled: {inequalities} inequalities when choices are eliminated, "
            f"at most {MOST_INEQUALITIES} are allowed; write it as several simpler moves"
        )
