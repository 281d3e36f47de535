"""Exhaustive search that stores the value of each position (`search`), and detects endless play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice, product
from operator import xor
from sys import getsizeof

from sprague import limits
from sprague.errors import CycleError, OutOfReach
from sprague.language.positions import show_position
from sprague.limits import Limits
from sprague.linear.constraints import implies, natural_range
from sprague.rules import Linear, Position, Ruleset
from sprague.rules.families import is_generated_name
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.sums import split_components
from sprague.rules.symmetry import role_assignments
from sprague.rules.termination import NO_RANK

DEFAULT_LIMITS = Limits(positions=200_000)
# limits of a small search that checks a rule for mistakes
SMALL_LIMITS = Limits(positions=1_000, seconds=1)
# the limit on generated options is this multiple of the limit on positions
OPTIONS_PER_POSITION = 25
MOST_FIXED = 64  # maximum number of ways to fix the choices of a move family that are checked for endless play
BYTES_PER_POSITION = 200  # bytes per position in dictionaries and lists, in addition to the tuple and its numbers


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
    """Return the value of every position that play can reach from given positions, by an exhaustive search.

    The outcomes N and P are returned as 1 and 0. For rules with `block`, the search can compute only outcomes. If moves
    split positions into sums, Grundy values are computed for single components, and `nim_sum` gives the value of a sum.
    For values other than Grundy values, the search treats a sum of components as a single position.

    The search is depth-first but not recursive, so long games do not exceed the recursion limit of Python. If moves
    lead from a position back to the same position, the search raises `CycleError`. The search respects the current
    limits on positions and memory. The argument `default` contains limits that apply if the caller sets none.
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
    """Return the Grundy value of a sum of positions from the values that a search found for its components."""
    return reduce(xor, (values[component] for component in split_components(rule, position)))


@dataclass(frozen=True, slots=True)
class _RepeatableMove:
    """A move that can be repeated for ever, with fixed choices.

    Attributes:
        family: The index of the move family.
        facts: The constraints of the family after every choice is fixed.
        zero: The choices that are fixed at 0.
    """

    family: int
    facts: MoveConstraints
    zero: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """A position on the search path, with its options, its unvisited options, and the bytes that they need."""

    position: Position
    options: list[Position]
    unseen: Iterator[Position]
    size: int


class _Path:
    """The search path from the start to the current position, with the numbers of positions, options and bytes used."""

    def __init__(self, rule: Ruleset, allowed: Limits, by_components: bool) -> None:
        self.rule, self.by_components = rule, by_components
        self.endless = _endless(rule)
        self.most = allowed.positions or 0
        self.memory = limits.default_memory() if allowed.memory is None else allowed.memory
        self.steps: list[_Step] = []
        self.positions: set[Position] = set()
        self.looked_at = 0  # number of options generated so far
        self.held = 0  # bytes in use

    def open(self, position: Position, known: int) -> None:
        """Append a position to the search path; `known` is the number of finished positions."""
        limits.check()
        if known + len(self.steps) >= self.most:
            raise TooManyPositions(self._refusal(position, f"needs more than {self.most:,} positions"))
        for move in self.endless:
            self._refuse_if_endless(position, move)
        options = self.rule.options(position)
        self.looked_at += len(options)
        if self.looked_at > OPTIONS_PER_POSITION * self.most:
            raise TooManyPositions(
                self._refusal(position, f"needs more than {OPTIONS_PER_POSITION * self.most:,} options")
            )
        # Values of positions are stored until the end of the search. Options are stored only until the position with
        # these options is finished.
        size = BYTES_PER_POSITION + getsizeof(position) + sum(map(getsizeof, position))
        self.held += size * (1 + len(options))
        if self.held > self.memory:
            raise TooMuchMemory(self._refusal(position, f"needs more than {self.memory:,} bytes") + " memory")
        unseen = iter(options)
        if self.rule.splits and self.by_components:
            unseen = chain(*(split_components(self.rule, option) for option in options))
        self.steps.append(_Step(position, options, unseen, size))
        self.positions.add(position)

    def close(self) -> None:
        """Remove the last position from the search path."""
        step = self.steps.pop()
        self.positions.remove(step.position)
        self.held -= step.size * len(step.options)

    def _refusal(self, position: Position, reason: str) -> str:
        origin = show_position(self.steps[0].position if self.steps else position)
        return f"{self.rule.label}: the search from {origin} {reason}; choose a smaller position or allow more"

    def _refuse_if_endless(self, position: Position, move: _RepeatableMove) -> None:
        """Raise `CycleError` if a move can be repeated for ever from a position and adds chips each time."""
        facts, classes = move.facts, self.rule.enumerators[move.family].classes
        components = dict.fromkeys(split_components(self.rule, position))
        for component, order in ((one, order) for one in components for order in role_assignments(one, classes)):
            steps = [{name: component[pile] for name, pile in zip(self.rule.names, order, strict=True)}]
            if any(term.value(_with_products(facts, steps[0])) < 0 for term in facts.all):
                continue
            for _ in range(2):
                values = _with_products(facts, steps[-1])
                steps.append({name: entry.value(values) for name, entry in facts.reached.items()})
            if sum(steps[0].values()) < sum(steps[1].values()) < sum(steps[2].values()):
                shown = " -> ".join(show_position(self.rule.position(step.values())) for step in steps)
                raise CycleError(
                    f"{self.rule.label}: play need not end, so outcomes are not defined: {shown} -> …"
                    f"{_zero_hint(move.zero)}"
                )


def explain_endless_play(rule: Ruleset) -> str:
    """Return why outcomes are undefined for a rule without a rank, with an example of endless play if one is found.

    >>> from sprague.rules import parse
    >>> print(explain_endless_play(parse("(a) -> (a - k)")))
    play need not end, so outcomes are not defined: (0,) -> (0,), with k = 0; write k >= 1 to exclude this move
    >>> print(explain_endless_play(parse("(a, b) -> (u, b + 1) where u <= a")))
    play need not end, so outcomes are not defined: (0, 0) -> (0, 1) -> (0, 2) -> …
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


def _endless(rule: Ruleset) -> list[_RepeatableMove]:
    """Return the moves that add chips and can be repeated for ever.

    Moves that keep the number of chips are not included, because the search detects cycles of such moves.
    """
    if rule.stop or rule.win or rule.is_restricted or rule.splits or rule.functions:
        return []
    return [
        move
        for number, facts in enumerate(facts.solved for facts in rule.constraints)
        if not facts.others
        for move in _moves_without_choices(number, facts)
        if _may_add(move.facts) and _stays_legal(rule, move.facts)
    ]


def _moves_without_choices(number: int, facts: MoveConstraints) -> Iterator[_RepeatableMove]:
    """Yield the moves of a family in which each choice has its least value, or is the height of an unchanged pile."""
    if facts.choices and facts.products:
        return
    unchanged = (
        [Linear.of(name) for name, entry in facts.reached.items() if entry == Linear.of(choice)]
        for choice in facts.choices
    )
    least = ([Linear.of(natural_range(choice, facts.inequalities)[0])] for choice in facts.choices)
    for fixed in islice(product(*map(chain, unchanged, least)), MOST_FIXED):
        values = dict(zip(facts.choices, fixed, strict=True))
        zero = tuple(name for name, value in values.items() if value == Linear() and not is_generated_name(name))
        yield _RepeatableMove(number, facts.with_choices(values), zero)


def _with_products(facts: MoveConstraints, values: dict[str, int]) -> dict[str, int]:
    """Return the entries of a position by name, together with the values of the products in a move family."""
    return values | {product.name: product.of(values) for product in facts.products}


def _may_add(facts: MoveConstraints) -> bool:
    """Return whether a move may increase the total number of chips."""
    more = Linear.sum(facts.reached.values()) - Linear.sum(facts.reached)
    return more.constant > 0 or any(factor > 0 for _, factor in more.coefficients)


def _stays_legal(rule: Ruleset, facts: MoveConstraints) -> bool:
    """Return whether the conditions of a move, if they hold, still hold after the move.

    If the new piles contain products, linear programming does not apply. A move with products stays legal if it has no
    conditions, its new piles have no negative coefficient, and it is legal from the lowest position.
    """
    if not facts.products:
        return implies(facts.all, [fact.substitute(facts.reached) for fact in facts.all])
    lowest = _with_products(facts, {name: rule.lowest(name) for name in rule.names})
    return not facts.conditions and all(
        all(factor > 0 for _, factor in entry.coefficients) and entry.value(lowest) >= rule.lowest(name)
        for name, entry in facts.reached.items()
    )


def _value(rule: Ruleset, position: Position, reached: list[int], what: str, misere: bool) -> int:
    """Compute the value of a position in a search, given the values of its options."""
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
        # In misère play, the player to move in a terminal position wins, unless `win when` says otherwise.
        return int(misere and not rule.is_won(position))
    # The list `winning` contains the options that win for the mover: in normal play, options with an even remoteness or
    # suspense; in misère play, options with an odd remoteness or suspense.
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
    # Explain moves that change nothing, because authors of rules often expect choices to start at 1.
    if len(cycle) == 2:
        zero = [name for name, number in rule.move_to(again, again).choice if number == 0]
        hint = _zero_hint(zero)
    return f"{rule.label}: play need not end, so outcomes are not defined: {shown}{hint}"


def _zero_hint(zero: Sequence[str]) -> str:
    """Return the end of a message about endless play that tells how to exclude a choice of 0."""
    return f", with {zero[0]} = 0; write {zero[0]} >= 1 to exclude this move" if zero else ""
