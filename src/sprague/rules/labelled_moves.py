"""Expansion of a rule into moves on labelled piles (`expand_moves`), without choices and without symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from math import ceil, factorial, prod

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.language.conditions import Chain
from sprague.linear.terms import Linear
from sprague.rules.families import Family
from sprague.rules.ruleset import Ruleset

#: Moves are written out one by one: so many, or a hundredth of the positions that are allowed, as a window that is much
#: smaller shows no period.
MOVES, POSITIONS_PER_MOVE = 10_000, 100


def expand_moves(rule: Ruleset) -> Ruleset:
    """Return the same rule on labelled piles, with every move written without choices.

    >>> from sprague.rules import parse
    >>> print(expand_moves(parse("(a, b) -> (a - k, b) where 1 <= k <= 2 any order")))
    (a, b) -> (a - 1, b) ; (a - 2, b) ; (a, b - 1) ; (a, b - 2)

    The value of a position does not depend on the order of piles that may come in any order, so it is
    that of the position in any one order.
    """
    if not rule.is_linear:
        raise SpragueError(f"{rule.label}: {rule.obstacle}; periods need linear moves")
    if rule.blocking:
        raise SpragueError(
            f"{rule.label}: the window that proves a period does not count options, as 'block' asks; use discover"
        )
    if rule.remembered:
        raise SpragueError(
            f"{rule.label}: periods are for piles, and this rule remembers {rule.remembered[0]!r} besides"
        )
    if rule.is_restricted:
        raise SpragueError(
            f"{rule.label}: periods are for piles of any height, and this rule says 'positions where'; "
            "sprague table shows values up to a limit"
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
    """The family with each choice replaced by each number that its conditions leave, if they are finitely many."""
    names = family.choices(rule.names)
    if not names:
        yield family
        return
    (loops,) = rule.enumerators[number].loops
    if not loops.possible:
        return
    ranges: list[range] = []
    for loop in loops.loops:
        low = max(ceil(b.term.constant / b.divisor) for b in loop.lower if b.term.is_constant)
        above = [bound.term.constant // bound.divisor for bound in loop.upper if bound.term.is_constant]
        if not above:
            raise SpragueError(
                f"{rule.label}: the choice {loop.name} in the move to {rule.ast.tuple_text(family.target)} has no "
                "bound that holds for all piles, so moves are infinitely many and no finite window proves a period; "
                "sprague discover looks for other theorems"
            )
        ranges.append(range(low, min(above) + 1))
    _refuse_if_many(rule, prod(map(len, ranges)), "bound the choices")
    for values in product(*ranges):
        limits.check()
        chosen = {loop.name: Linear.of(value) for loop, value in zip(loops.loops, values, strict=True)}
        solved = {name: term.substitute(chosen) for name, term in loops.derived}
        terms = chosen | solved
        # A derived choice is a natural number too, which its own conditions need not say.
        natural = [Chain.of(term, ">=", Linear()) for term in solved.values()]
        where = [part.substitute(terms) for part in (*family.where, *natural)]
        constant = [part for part in where if not part.names]
        if all(part.holds({}) for part in constant):
            target = tuple(entry.substitute(terms) for entry in family.target)
            yield Family.to(target, tuple(part for part in where if part.names))


def _refuse_if_many(rule: Ruleset, moves: int, way_out: str) -> None:
    most = max(MOVES, (limits.current().positions or 0) // POSITIONS_PER_MOVE)
    if moves > most:
        raise OutOfReach(
            f"{rule.label}: expected at most {most:,} moves in all, got more; {way_out}, or allow more "
            f"(positions={POSITIONS_PER_MOVE * moves})"
        )
