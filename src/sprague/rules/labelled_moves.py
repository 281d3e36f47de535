"""Expansion of a rule (`expand_moves`) into moves without choices, on piles whose order matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations, product
from math import ceil, factorial, prod

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.language.conditions import Chain
from sprague.linear.terms import Linear
from sprague.rules.families import Family
from sprague.rules.ruleset import Ruleset

# The limit on the moves of an expanded rule is the larger of MOVES and the limit on positions divided by
# POSITIONS_PER_MOVE.
MOVES, POSITIONS_PER_MOVE = 10_000, 100


def expand_moves(rule: Ruleset) -> Ruleset:
    """Return a rule with the same values of positions, in which the order of piles matters and no move has choices.

    >>> from sprague.rules import parse
    >>> print(expand_moves(parse("(a, b) -> (a - k, b) where 1 <= k <= 2 any order")))
    (a, b) -> (a - 1, b) ; (a - 2, b) ; (a, b - 1) ; (a, b - 2)
    >>> print(expand_moves(parse("(a, b) -> (a - i, b - j) where 1 <= i <= 2, 1 <= j <= i")))
    (a, b) -> (a - 1, b - 1) ; (a - 2, b - 1) ; (a - 2, b - 2)
    """
    if not rule.is_linear:
        raise SpragueError(f"{rule.label}: {rule.obstacle}; periods can be computed only for rules with linear moves")
    if rule.blocking:
        raise SpragueError(f"{rule.label}: periods cannot be proved for rules with 'block'; use 'sprague discover'")
    if rule.remembered:
        raise SpragueError(
            f"{rule.label}: periods cannot be computed, because the rule remembers the number {rule.remembered[0]}"
        )
    if rule.is_restricted:
        raise SpragueError(
            f"{rule.label}: periods cannot be computed for rules with 'positions where'; to see values up to a "
            "limit, use 'sprague table'"
        )
    if not rule.blocks and not any(family.choices(rule.names) for family in rule.families):
        return rule
    families: dict[Family, None] = {}
    for number, family in enumerate(rule.families):
        fixed = list(_without_choices(rule, number, family))
        arrangements = prod(factorial(len(block)) for block in rule.blocks)
        _refuse_if_many(rule, arrangements * len(fixed), "use fewer piles")
        for orders in product(*(permutations(block) for block in rule.blocks)):
            place = list(range(len(rule.piles)))
            for block, order in zip(rule.blocks, orders, strict=True):
                for old, new in zip(block, order, strict=True):
                    place[old] = new
            names = {name: Linear.of(rule.piles[new]) for name, new in zip(rule.piles, place, strict=True)}
            limits.check()
            for one in fixed:
                target = [Linear()] * len(place)
                for entry, new in zip(one.target, place, strict=True):
                    target[new] = entry.substitute(names)  # type: ignore[assignment]
                families[Family.to(target, tuple(part.substitute(names) for part in one.where))] = None
    return Ruleset.from_families(
        rule.piles, tuple(families), floor=rule.floor, stop=rule.stop, win=rule.win, name=rule.name
    )


def _without_choices(rule: Ruleset, number: int, family: Family) -> Iterable[Family]:
    """Yield a move family for each combination of fixed choices; raise an error if there are infinitely many."""
    names = family.choices(rule.names)
    if not names:
        yield family
        return
    (loops,) = rule.enumerators[number].loops
    if not loops.possible:
        return
    ranges: dict[str, range] = {}
    for loop in loops.loops:
        low = max(ceil(b.term.constant / b.divisor) for b in loop.lower if b.term.is_constant)
        above = [
            _greatest(bound.term, ranges) // bound.divisor for bound in loop.upper if set(bound.term.names) <= {*ranges}
        ]
        if not above:
            raise SpragueError(
                f"{rule.label}: no period can be proved, because the choice {loop.name} in the move to "
                f"{rule.ast.tuple_text(family.target)} has no constant upper bound; to search for other theorems, "
                "use 'sprague discover'"
            )
        ranges[loop.name] = range(low, max(low, min(above) + 1))
    _refuse_if_many(rule, prod(map(len, ranges.values())), "bound the choices")
    for values in product(*ranges.values()):
        limits.check()
        chosen = {loop.name: Linear.of(value) for loop, value in zip(loops.loops, values, strict=True)}
        solved = {name: term.substitute(chosen) for name, term in loops.derived}
        terms = chosen | solved
        # If the value of a derived choice is negative, the move does not exist.
        natural = [Chain.of(term, ">=", Linear()) for term in solved.values()]
        where = [part.substitute(terms) for part in (*family.where, *natural)]
        constant = [part for part in where if not part.names]
        if all(part.holds({}) for part in constant):
            target = tuple(entry.substitute(terms) for entry in family.target)
            yield Family.to(target, tuple(part for part in where if part.names))


def _greatest(term: Linear, ranges: Mapping[str, range]) -> int:
    """Return the greatest value of a linear term in the choices, given the range of each choice."""
    ends = {name: (values.start, max(values.start, values.stop - 1)) for name, values in ranges.items()}
    return term.constant + sum(factor * ends[name][factor > 0] for name, factor in term.coefficients)


def _refuse_if_many(rule: Ruleset, moves: int, way_out: str) -> None:
    most = max(MOVES, (limits.current().positions or 0) // POSITIONS_PER_MOVE)
    if moves > most:
        raise OutOfReach(
            f"{rule.label}: the choices of the rule give more than {most:,} moves; {way_out}, or allow more "
            f"(positions={POSITIONS_PER_MOVE * moves})"
        )
