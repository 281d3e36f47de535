"""The move between two positions, found from the two: no moves are enumerated, so the piles may be of any height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.rules.equations import solve_equations
from sprague.rules.linear import Linear
from sprague.rules.moves import Move
from sprague.rules.plays import Play, is_ended, reached_by
from sprague.rules.positions import Position, show_position
from sprague.rules.symmetry import arrangements, each_order

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset


def find_move(rule: Ruleset, given: Position, wanted: Position) -> Move:
    """The move from a position to an option."""
    if not is_ended(rule, given):
        for number, (_, classes) in enumerate(rule.plays):
            for order in arrangements(given, classes):
                for reached in _placements(rule, number, order, given, wanted):
                    if (choice := _choice(rule, number, order, given, reached)) is not None:
                        return Move.of(rule, given, Play(number, order, choice, reached), wanted)
    raise SpragueError(
        f"{rule.label}: expected an option of {show_position(given)}, and {show_position(wanted)} is none"
    )


def _placements(
    rule: Ruleset, number: int, order: Sequence[int], given: Position, wanted: Position
) -> Iterator[Position]:
    """The option with its piles in the order given, in each way that leaves kept piles in place."""
    kept = {order[rule.names.index(name)] for name in rule.facts[number].kept}
    stay = list(wanted)
    free: list[list[int]] = []  # for each block the places that change, and the heights that may come there
    heights: list[list[int]] = []
    for block in rule.blocks:
        rest = [wanted[place] for place in block]
        for place in kept.intersection(block):
            if given[place] not in rest:
                return
            rest.remove(given[place])
            stay[place] = given[place]
        free.append([place for place in block if place not in kept])
        heights.append(rest)
    for orders in each_order(heights):
        reached = stay.copy()
        for place, height in zip(chain(*free), chain(*orders), strict=True):
            reached[place] = height
        yield tuple(reached)


def _choice(
    rule: Ruleset, number: int, order: Sequence[int], given: Position, reached: Position
) -> dict[str, int] | None:
    """The choice with which a family leads from one position to another, if it does."""
    family, choices = rule.families[number], rule.facts[number].choices
    start = {name: given[pile] for name, pile in zip(rule.names, order, strict=True)}
    solved = _determined(rule, number, order, start, reached)
    if solved is None:
        return None
    # What the option does not determine is looked for among the legal choices.
    if all(name in solved and solved[name].is_constant for name in choices):
        candidates: Iterable[dict[str, int]] = [start | {name: solved[name].constant for name in choices}]
    else:
        candidates = chain(*(loops.run(start, count()) for loops in rule.plays[number].loops))
    functions = dict(rule.functions)
    for values in candidates:
        legal = all(values[name] >= 0 for name in choices) and all(part.holds(values) for part in family.where)
        if legal and reached_by(family.target, order, values, functions) == reached:
            return {name: values[name] for name in choices}
    return None


def _determined(
    rule: Ruleset, number: int, order: Sequence[int], start: dict[str, int], reached: Position
) -> dict[str, Linear] | None:
    """What the two positions say of the choices, by linear equations; None if they contradict each other."""
    facts = rule.facts[number]
    before = {name: Linear.of(height) for name, height in start.items()}
    before |= {product.name: product.given(start) for product in facts.products}
    terms = [
        facts.reached[name].substitute(before) - reached[pile]
        for name, pile in zip(rule.names, order, strict=True)
        if name in facts.reached
    ]
    terms += [term.substitute(before) for term in facts.equations]
    solved, rest = solve_equations(terms, facts.choices)
    if any(term != Linear() for term in rest if term.is_constant):
        return None
    fixed: dict[str, Linear] = {}
    for term in rest:
        if len(term.coefficients) == 1:
            ((name, factor),) = term.coefficients
            if term.constant % factor:
                return None
            fixed[name] = Linear.of(-term.constant // factor)
    return {name: term.substitute(fixed) for name, term in solved.items()} | fixed
