"""Exhaustive memoised search from given positions (`search`), with detection of endless play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice, product
from operator import xor
from sys import getsizeof

from sprague import limits
from sprague.errors import CycleError, OutOfReach
from sprague.language.positions import show_position
from sprague.limits import Limits
from sprague.linear.constraints import implies
from sprague.rules import Linear, Position, Ruleset
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.sums import split_components
from sprague.rules.symmetry import role_assignments
from sprague.rules.termination import NO_RANK

DEFAULT_LIMITS = Limits(positions=200_000)
SMALL_LIMITS = Limits(positions=1_000, seconds=1)  # enough to find a mistake in a rule
OPTIONS_PER_POSITION = 25  # limit on options per allowed position: options take most of the time
BYTES_PER_POSITION = 200  # memory of a position in dictionaries and lists, without its tuple and numbers


class TooManyPositions(OutOfReach):
    """Raised when a search needs more positions than allowed."""


class TooMuchMemory(TooManyPositions):
    """Raised when a search needs more memory than allowed."""


def search(
    rule: Ruleset,
    starts: Iterable[Position],
    what: str = "grundy",
    misere: bool = False,
    default: Limits = DEFAULT_LIMITS,
) -> dict[Position, int]:
    """Return, by memoised search, the value of every position that can be reached from given positions.

    Outcomes are 1 for N and 0 for P; where options may be forbidden there are no other values. Where positions may be
    sums, Grundy values are found for single components, and tell those of all sums of them (`nim_sum`); anything else
    is searched sum by sum. Depth first and without recursion, so that long games are no problem; a position met again
    on the way to itself is a cycle. Of the limits around it the search keeps the positions, 25 times as many options,
    and the memory; `default` has those that it is not given.
    """
    values: dict[Position, int] = {}
    by_components = rule.takes_sums and what == "grundy"
    path = _Path(rule, limits.current().with_defaults(default), by_components)
    for start in chain(*(split_components(rule, start) for start in starts)) if by_components else starts:
        if start not in values:
            path.open(start, len(values))
        while path.steps:
            step = path.steps[-1]
            for option in step.unseen:
                if option in path.positions:
                    raise CycleError(_cycle_message(rule, [before.position for before in path.steps], option))
                if option not in values:
                    path.open(option, len(values))
                    break
            else:
                path.close()
                if rule.splits and by_components:
                    reached = [nim_sum(rule, values, option) for option in step.options]
                else:
                    reached = [values[option] for option in step.options]
                values[step.position] = _value(rule, step.position, reached, what, misere)
    return values


def nim_sum(rule: Ruleset, values: Mapping[Position, int], position: Position) -> int:
    """Return the Grundy value of a sum of components from their values, as the search needs it."""
    return reduce(xor, (values[component] for component in split_components(rule, position)))


@dataclass(frozen=True, slots=True)
class _Step:
    """A position on the way, its options, those of them still to look at, and the bytes that a position takes."""

    position: Position
    options: list[Position]
    unseen: Iterator[Position]
    size: int


class _Path:
    """The way from the start to the position that is looked at, kept within the limits."""

    def __init__(self, rule: Ruleset, allowed: Limits, by_components: bool) -> None:
        self.rule, self.by_components = rule, by_components
        self.endless = _endless(rule)
        self.most = allowed.positions or 0
        self.memory = limits.default_memory() if allowed.memory is None else allowed.memory
        self.steps: list[_Step] = []
        self.positions: set[Position] = set()
        self.looked_at = 0  # options
        self.held = 0  # bytes

    def open(self, position: Position, known: int) -> None:
        """Step to a position, `known` others having been finished."""
        limits.check()
        if known + len(self.steps) >= self.most:
            raise TooManyPositions(self._refusal(position, f"needs more than {self.most:,} positions"))
        for number, facts in self.endless:
            self._refuse_if_endless(position, number, facts)
        options = self.rule.options(position)
        self.looked_at += len(options)
        if self.looked_at > OPTIONS_PER_POSITION * self.most:
            raise TooManyPositions(
                self._refusal(position, f"looks at more than {OPTIONS_PER_POSITION * self.most:,} options")
            )
        # Values are kept to the end; the options of a position, until it is finished.
        size = BYTES_PER_POSITION + getsizeof(position) + sum(map(getsizeof, position))
        self.held += size * (1 + len(options))
        if self.held > self.memory:
            raise TooMuchMemory(self._refusal(position, f"keeps more than {self.memory:,} bytes") + " memory")
        unseen = iter(options)
        if self.rule.splits and self.by_components:
            unseen = chain(*(split_components(self.rule, option) for option in options))
        self.steps.append(_Step(position, options, unseen, size))
        self.positions.add(position)

    def close(self) -> None:
        """Step back from the last position."""
        step = self.steps.pop()
        self.positions.remove(step.position)
        self.held -= step.size * len(step.options)

    def _refusal(self, position: Position, reason: str) -> str:
        origin = show_position(self.steps[0].position if self.steps else position)
        return f"{self.rule.label}: the search from {origin} {reason}; ask for a smaller position or allow more"

    def _refuse_if_endless(self, position: Position, number: int, facts: MoveConstraints) -> None:
        """Refuse a position from which a family that stays legal leads to more and more chips."""
        classes = self.rule.enumerators[number].classes
        components = dict.fromkeys(split_components(self.rule, position))
        for component, order in ((one, order) for one in components for order in role_assignments(one, classes)):
            steps = [{name: component[pile] for name, pile in zip(self.rule.names, order, strict=True)}]
            if any(term.value(steps[0]) < 0 for term in facts.all):
                continue
            for _ in range(2):
                steps.append({name: entry.value(steps[-1]) for name, entry in facts.reached.items()})
            if sum(steps[0].values()) < sum(steps[1].values()) < sum(steps[2].values()):
                shown = " -> ".join(show_position(self.rule.position(step.values())) for step in steps)
                raise CycleError(f"{self.rule.label}: play can go on for ever, so there is no outcome: {shown} -> …")


def explain_endless_play(rule: Ruleset) -> str:
    """Return why a rule without a rank has no outcomes: an endless play from a small position, if one is found.

    >>> from sprague.rules import parse
    >>> print(explain_endless_play(parse("(a) -> (a - k)")))
    play can go on for ever, so there is no outcome: (0,) -> (0,), with k = 0; write k >= 1 if that is no move
    """
    lowest = (range(rule.lowest(name), rule.lowest(name) + 3) for name in rule.names)
    small = (
        rule.position(entries)
        for entries in islice(product(*lowest), SMALL_LIMITS.positions)
        if rule.is_position(entries)
    )
    try:
        with SMALL_LIMITS.watch():
            search(rule, small)
    except CycleError as error:
        return str(error).removeprefix(f"{rule.label}: ")
    except OutOfReach:
        pass
    return NO_RANK


def _endless(rule: Ruleset) -> list[tuple[int, MoveConstraints]]:
    """The families, each with its number, whose moves can be made again and again, with ever more chips.

    They leave no choice, and what allows such a move allows it afterwards. (Those that come back to a position are
    found by the search, as a cycle.)
    """
    if rule.stop or rule.win or rule.is_restricted or not rule.is_linear:
        return []
    return [
        (number, facts)
        for number, facts in enumerate(facts.solved for facts in rule.constraints)
        if not facts.choices and facts.is_linear and _may_add(facts) and _stays_legal(facts)
    ]


def _may_add(facts: MoveConstraints) -> bool:
    """Whether a move may add chips in all: a look at the factors, which most families do not pass."""
    more = Linear.sum(facts.reached.values()) - Linear.sum(facts.reached)
    return more.constant > 0 or any(factor > 0 for _, factor in more.coefficients)


def _stays_legal(facts: MoveConstraints) -> bool:
    """Whether the conditions of a move, once they hold, hold after it."""
    return implies(facts.all, [fact.substitute(facts.reached) for fact in facts.all])


def _value(rule: Ruleset, position: Position, reached: list[int], what: str, misere: bool) -> int:
    """The value of a position whose options have these values."""
    if rule.blocking:
        return int(reached.count(0) > rule.blocking)
    seen = set(reached)
    if what == "grundy":
        mex = 0
        while mex in seen:
            mex += 1
        return mex
    if what == "outcome":
        if seen:
            return int(0 in seen)
        # The player to move at the end has won in misère play, unless `win when` says otherwise.
        return int(misere and not rule.is_won(position))
    # A remoteness or suspense tells by its parity who wins; `winning` are those to move to.
    winning = {value for value in seen if value % 2 == int(misere)}
    losing = seen - winning
    if winning:
        return 1 + (min(winning) if what == "remoteness" else max(winning))
    if losing:
        return 1 + (max(losing) if what == "remoteness" else min(losing))
    return 0


def _cycle_message(rule: Ruleset, path: list[Position], again: Position) -> str:
    cycle = [*path[path.index(again) :], again]
    shown = " -> ".join(map(show_position, cycle if len(cycle) <= 8 else cycle[:4])) + (
        "" if len(cycle) <= 8 else f" -> … -> {show_position(again)} ({len(cycle) - 1} moves)"
    )
    hint = ""
    if len(cycle) == 2:  # mostly a slip of the pen: in mathematics one is used to choices from 1 on
        zero = [name for name, number in rule.move_to(again, again).choice if number == 0]
        hint = f", with {zero[0]} = 0; write {zero[0]} >= 1 if that is no move" if zero else ""
    return f"{rule.label}: play can go on for ever, so there is no outcome: {shown}{hint}"
