"""Taking-and-breaking games: `Breaking` is a move that takes chips and splits a heap; `find_breakings` finds the moves.

In most games in which a heap may be split, a move takes a fixed number of chips and leaves the rest in a fixed number
of heaps. The numbers of chips taken and of heaps left are derived from the rule (`find_breakings`) or from an octal
code (`octal_codes`).

`find_breakings` derives the moves from the linear constraints of each move family. The number of chips that a move
takes must be fixed or have finitely many possible values. The heap is the sum of the chips taken and the *parts*, which
are the heaps that the move leaves. Every condition of the move becomes a condition on its parts. Three kinds of
conditions on the parts are supported:

- A part is not empty. Each possible set of empty parts gives a separate taking-and-breaking move.
- A part is at least as large as another part, larger than another part, or different from another part. The order of
  heaps in a sum does not matter, so `find_breakings` records only whether two parts must differ.
- All parts together have at least a given number of chips.

A rule with an unsupported condition on the parts is not a taking-and-breaking game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, permutations

from sprague.errors import SpragueError
from sprague.language.conditions import Chain, Condition
from sprague.linear.constraints import natural_range, solve_equations
from sprague.linear.terms import Linear
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_constraints import MoveConstraints


@dataclass(frozen=True, slots=True, order=True)
class Breaking:
    """A move of a taking-and-breaking game: take `taken` chips, and leave the rest in exactly `parts` heaps.

    Each part has at least `least` chips (0 or 1); if `distinct` is true, all parts have different sizes. The move
    applies to heaps of at least `heap` chips. If `parts` is 0, the move takes the whole heap.

    >>> kayles = Breaking(taken=2, parts=2, least=0)
    >>> [tuple(parts) for parts in kayles.options(5)]
    [(0, 3), (1, 2)]
    >>> [tuple(parts) for parts in Breaking(taken=0, parts=2, distinct=True).options(6)]
    [(1, 5), (2, 4)]
    """

    taken: int
    parts: int
    least: int = 1
    distinct: bool = False
    heap: int = 0

    def __post_init__(self) -> None:
        if min(self.taken, self.parts, self.heap) < 0 or self.least not in (0, 1):
            raise SpragueError(f"'taken', 'parts' and 'heap' must be 0 or more, and 'least' must be 0 or 1, got {self}")
        if not self.taken and (self.parts < 2 or not self.least):
            raise SpragueError(f"a move must change the heap, because play would never end otherwise; got {self}")

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield each option of the move once, as a tuple of heaps in ascending order."""
        yield from self.first_options(heap, heap + 1)

    def first_options(self, heap: int, most: int) -> Iterator[tuple[int, ...]]:
        """Yield the options of the move in which all heaps but the largest have fewer than `most` chips.

        >>> list(Breaking(taken=2, parts=2).first_options(10**9, most=3))
        [(1, 999999997), (2, 999999996)]
        """
        if heap >= self.heap:
            yield from self._split(heap - self.taken, self.parts, self.least, most)

    def even_options(self, heap: int, most: int) -> Iterator[tuple[int, ...]]:
        """Yield the options of the move in which two heaps are equal and all other heaps have fewer than `most` chips.

        >>> list(Breaking(taken=1, parts=3).even_options(1001, most=4))
        [(2, 499, 499)]
        """
        if heap < self.heap or self.parts < 2 or self.distinct:
            return
        for others in combinations_with_replacement(range(self.least, most), self.parts - 2):
            half, odd = divmod(heap - self.taken - sum(others), 2)
            if not odd and half >= self.least:
                yield (*others, half, half)

    def _split(self, chips: int, parts: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
        if parts == 0:
            if chips == 0:
                yield ()
            return
        if parts == 1:
            if chips >= least:
                yield (chips,)
            return
        for first in range(least, min(chips // parts + 1, most)):
            for rest in self._split(chips - first, parts - 1, first + self.distinct, most):
                yield (first, *rest)


def without_empty_heaps(moves: Iterable[Breaking]) -> tuple[Breaking, ...]:
    """Return equivalent taking-and-breaking moves that never leave an empty heap, sorted and without repetition.

    A move that may leave empty heaps becomes several moves that leave fewer heaps. If all parts must have different
    sizes, at most one part can be empty.

    >>> for move in without_empty_heaps([Breaking(taken=1, parts=2, least=0)]):
    ...     print(move.taken, move.parts)
    1 0
    1 1
    1 2
    """
    found: set[Breaking] = set()
    for move in moves:
        fewest = move.parts if move.least else max(0, move.parts - 1) if move.distinct else 0
        for parts in range(fewest, move.parts + 1):
            found.add(replace(move, parts=parts, least=1, distinct=move.distinct and parts > 1))
    return tuple(sorted(found))


def options_with_value(
    moves: Iterable[Breaking], heap: int, value: int, grundy: Callable[[int], int], most: int
) -> Iterator[tuple[int, ...]]:
    """Yield options of a heap that have the Grundy value `value`, in a taking-and-breaking game.

    The search covers two kinds of options: options with two equal heaps, and options in which all heaps except the
    largest have fewer than `most` chips. If the Grundy values are periodic and `most` is the sum of preperiod and
    period, the search finds an option whenever one exists. If a heap other than the largest has at least `most` chips,
    moving one period of chips from this heap to the largest heap changes no Grundy value.
    """
    found: dict[tuple[int, ...], None] = {}
    for move in moves:
        for parts in chain(move.even_options(heap, most), move.first_options(heap, most)):
            total = 0
            for part in parts:
                total ^= grundy(part)
            left = tuple(sorted(part for part in parts if part)) or (0,)
            if total == value and left not in found:
                found[left] = None
                yield left


MOST_TAKEN = 1_000  # maximum difference between two values of a choice that determines how many chips a move takes
_REST = "the last part"


def find_breakings(rule: LinearRule) -> tuple[Breaking, ...] | None:
    """Return the sorted taking-and-breaking moves of a rule, or None if the rule is not a taking-and-breaking game.

    The returned moves leave no empty heaps.

    >>> from sprague.rules import parse
    >>> find_breakings(parse("(n) -> (u) + (v) where u + v = n, 1 <= u < v"))
    (Breaking(taken=0, parts=2, least=1, distinct=True, heap=0),)
    >>> find_breakings(parse("(n) -> (u) where u < n")) is None
    True
    """
    found = _read(rule)
    return None if isinstance(found, str) else found


def require_breakings(rule: LinearRule) -> tuple[Breaking, ...]:
    """Return the taking-and-breaking moves of a rule; raise an error if it is not a taking-and-breaking game."""
    found = _read(rule)
    if isinstance(found, str):
        raise SpragueError(
            f"{rule.label}: not a taking-and-breaking game, because {found}; each move must take a fixed number "
            "of chips from one heap and may split the rest"
        )
    return found


def breaking_obstacle(rule: LinearRule) -> str | None:
    """Return the reason why a rule is not a taking-and-breaking game, or None if it is one."""
    found = _read(rule)
    return found if isinstance(found, str) else None


class _OfAnotherKind(Exception):
    """Raised when a rule is not a taking-and-breaking game; the message gives the reason."""


@lru_cache(maxsize=64)
def _read(rule: LinearRule) -> tuple[Breaking, ...] | str:
    if len(rule.names) != 1:
        return f"a position has {len(rule.names)} numbers"
    if rule.stop or rule.win or rule.is_restricted or rule.blocking or rule.floor:
        return "the rule has a clause such as 'stop when' or 'positions where'"
    if rule.functions or any(facts.products for facts in rule.constraints):
        return "the heaps left are not linear in the heap and the choices"
    try:
        moves = {move for facts in rule.constraints for move in _moves(facts, rule.names[0])}
    except _OfAnotherKind as reason:
        return str(reason)
    # Drop a move that must leave heaps of different sizes if the rule also has the same move without this condition.
    plain = {(move.taken, move.parts, move.heap) for move in moves if not move.distinct}
    return tuple(
        sorted(move for move in moves if not move.distinct or (move.taken, move.parts, move.heap) not in plain)
    )


def _moves(facts: MoveConstraints, heap: str) -> Iterator[Breaking]:
    """Yield the taking-and-breaking moves of a move family, derived from its constraints."""
    # If possible, solve the equations for the choices that are parts, so that the number of chips taken remains a
    # choice.
    alone = {part[heap].names[0] for part in facts.parts if part[heap].is_name}
    determined, left = solve_equations(facts.equations, sorted(facts.choices, key=lambda name: name in alone))
    only = next((_number(term, heap) for term in left), None)
    if only is not None:
        determined = {name: term.substitute({heap: Linear.of(only)}) for name, term in determined.items()}
        determined[heap] = Linear.of(only)
    parts = [part[heap].substitute(determined) for part in facts.parts]
    # Add inequalities which state that the parts are natural numbers.
    inequalities = [term.substitute(determined) for term in (*facts.inequalities, *left)] + parts
    others = [condition.substitute(determined) for condition in facts.others]
    yield from _with_numbers(parts, inequalities, others, heap, only)


def _number(term: Linear, heap: str) -> int:
    """Return the only heap size at which a linear term is 0; raise an error if no heap size makes the term 0."""
    factor = term.coefficient(heap)
    if term.names != (heap,) or term.constant % factor or -term.constant // factor < 0:
        raise _OfAnotherKind(f"a move requires {term} = 0")
    return -term.constant // factor


def _with_numbers(
    parts: Sequence[Linear], inequalities: Sequence[Linear], others: Sequence[Condition], heap: str, only: int | None
) -> Iterator[Breaking]:
    """Yield the taking-and-breaking moves with the given parts, for each possible number of chips taken."""
    if any(not condition.names and not condition.holds({}) for condition in others):
        return
    others = [condition for condition in others if condition.names]
    taken = Linear.of(heap if only is None else only) - Linear.sum(parts)
    if heap in taken.names:
        raise _OfAnotherKind(f"a move takes {taken} chips, which may be any number")
    chosen = next(iter(taken.names), None)
    if chosen is None:
        yield from _fixed(parts, inequalities, others, heap, taken.constant, only)
        return
    low, high = _range(chosen, inequalities)
    for number in range(low, high + 1):
        value = {chosen: Linear.of(number)}
        yield from _with_numbers(
            [part.substitute(value) for part in parts],
            [term.substitute(value) for term in inequalities],
            [condition.substitute(value) for condition in others],
            heap,
            only,
        )


def _range(name: str, inequalities: Iterable[Linear]) -> tuple[int, int]:
    """Return the range of a choice that follows from the inequalities in which no other choice occurs."""
    low, high = natural_range(name, inequalities)
    if high is None or high - low > MOST_TAKEN:
        raise _OfAnotherKind(
            "a move may take any number of chips"
            if high is None
            else f"a move may take {high - low + 1:,} different numbers of chips"
        )
    return low, high


@dataclass
class _Order:
    """The conditions on the parts of a taking-and-breaking move: which parts are non-empty, ordered or different."""

    full: set[str] = field(default_factory=set)
    least: set[tuple[str, str]] = field(default_factory=set)
    more: set[tuple[str, str]] = field(default_factory=set)
    differ: set[frozenset[str]] = field(default_factory=set)
    chips: int = 0

    def allows(self, kept: set[str], names: Sequence[str]) -> bool:
        """Return whether the conditions on the parts of a move allow exactly the parts in `kept` to be non-empty."""
        empty = set(names) - kept
        smaller = any(one in empty and (two in kept or strict) for one, two, strict in self.pairs())
        return not (smaller or empty & self.full or any(pair <= empty for pair in self.differ))

    def pairs(self) -> Iterator[tuple[str, str, bool]]:
        """Yield (p, q, strict) for each condition p >= q between two parts; `strict` is true if p > q is required."""
        yield from ((one, two, False) for one, two in self.least)
        yield from ((one, two, True) for one, two in self.more)

    def are_different(self, kept: set[str]) -> bool:
        """Return whether all parts in `kept` must have different sizes; raise an error if only some must differ."""
        above: dict[tuple[str, str], bool] = {}
        for one, two, strict in self.pairs():
            if {one, two} <= kept:
                above[one, two] = above.get((one, two), False) or strict
        for middle, one, two in permutations(sorted(kept), 3):
            if (one, middle) in above and (middle, two) in above:
                strict = above[one, middle] or above[middle, two]
                above[one, two] = above.get((one, two), False) or strict
        if any((two, one) in above for one, two in above):
            raise _OfAnotherKind("a move must leave some equal heaps")
        pairs = list(combinations(sorted(kept), 2))
        apart = [
            above.get((one, two), False) or above.get((two, one), False) or frozenset((one, two)) in self.differ
            for one, two in pairs
        ]
        if any(apart) and not all(apart):
            raise _OfAnotherKind("only some of the heaps that a move leaves must be different")
        return any(apart)


def _fixed(
    parts: Sequence[Linear],
    inequalities: Sequence[Linear],
    others: Sequence[Condition],
    heap: str,
    taken: int,
    only: int | None,
) -> Iterator[Breaking]:
    """Yield the taking-and-breaking moves with the given parts, for a fixed number of chips taken."""
    if taken < 0:
        raise _OfAnotherKind(f"a move adds {-taken} chips")
    if any(term.is_constant and term.constant < 0 for term in inequalities):
        return
    if only is not None:
        free = any(not term.is_constant for term in (*parts, *inequalities))
        if free or others or any(part.constant for part in parts):
            raise _OfAnotherKind(f"a move applies only to heaps of {only} chips and does not empty them")
        yield Breaking(taken, 0)
        return
    names = _part_names(parts, heap)
    order = _order_of_parts(names, {heap: Linear.sum(names) + taken}, inequalities, others)
    if order is not None:
        yield from _breakings(order, names, taken)


def _part_names(parts: Sequence[Linear], heap: str) -> list[str]:
    """Return a name for each part of a taking-and-breaking move: its choice or, without a choice, "the last part"."""
    names = [part.names[0] for part in parts if part.is_name and part.names[0] != heap]
    if len(set(names)) < len(names) or len(names) != len(parts) - 1:
        raise _OfAnotherKind(f"the parts are {', '.join(map(str, parts))}")
    return [*names, _REST]


def _order_of_parts(
    names: Sequence[str], whole: Mapping[str, Linear], inequalities: Iterable[Linear], others: Iterable[Condition]
) -> _Order | None:
    """Return the conditions on the parts of a move, or None if the conditions contradict each other."""
    order = _Order()
    if not all(_add_inequality(order, term.substitute(whole), names) for term in inequalities):
        return None
    for condition in others:
        _differ(order, condition, condition.substitute(whole), names)
    return order


def _breakings(order: _Order, names: Sequence[str], taken: int) -> Iterator[Breaking]:
    """Yield a taking-and-breaking move for each possible set of non-empty parts."""
    least = order.chips + taken
    for count in range(len(names) + 1):
        for kept in map(set, combinations(names, count)):
            if not order.allows(kept, names):
                continue
            distinct = order.are_different(kept)
            if taken == 0 and count < 2:
                raise _OfAnotherKind("a move may leave the heap unchanged")
            if count or least <= taken:
                yield Breaking(taken, count, 1, distinct, least if least > taken + count else 0)


def _add_inequality(order: _Order, term: Linear, names: Sequence[str]) -> bool:
    """Add an inequality to the conditions on the parts of a move; return False if it can never hold."""
    factors = dict(term.coefficients)
    if not set(factors) <= set(names):
        raise _OfAnotherKind(f"the condition {term} >= 0 has choices that are not parts")
    if all(factor > 0 for factor in factors.values()):
        if factors and term.constant < 0:
            if len(set(factors.values())) > 1 or not (len(factors) == 1 or set(factors) == set(names)):
                raise _OfAnotherKind(f"the parts must satisfy {term} >= 0")
            low = -(term.constant // next(iter(factors.values())))
            if set(factors) == set(names):
                order.chips = max(order.chips, low)
            elif low == 1:
                order.full |= set(factors)
            else:
                raise _OfAnotherKind(f"a part must have at least {low} chips")
        return bool(factors) or term.constant >= 0
    if sorted(factors.values()) == [-1, 1] and term.constant in (0, -1):
        larger, smaller = sorted(factors, key=lambda name: -factors[name])
        (order.more if term.constant else order.least).add((larger, smaller))
        return True
    raise _OfAnotherKind(f"the parts must satisfy {term} >= 0")


def _differ(order: _Order, written: Condition, condition: Condition, names: Sequence[str]) -> None:
    """Add a condition that two parts of a move differ; raise an error for nonlinear conditions of other kinds."""
    links = list(condition.links()) if isinstance(condition, Chain) else []
    for link in links:
        difference = link.left.linear - link.right.linear if link.left.is_linear and link.right.is_linear else Linear()
        factors = dict(difference.coefficients)
        apart = sorted(factors.values()) == [-1, 1] and set(factors) <= set(names) and not difference.constant
        if link.relation != "!=" or not apart:
            raise _OfAnotherKind(f"a move requires {written}")
        order.differ.add(frozenset(factors))
    if not links:
        raise _OfAnotherKind(f"a move requires {written}")
