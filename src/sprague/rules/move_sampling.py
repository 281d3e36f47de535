"""Random sampling of options of a position that has very many moves: `sample_options`.

The moves are not enumerated, so the piles may be of any height.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from sprague.language.positions import Position
from sprague.rules.choice_loops import ChoiceLoop, ChoiceLoops
from sprague.rules.linear_rule import LinearRule
from sprague.rules.sums import count_components, replace_component
from sprague.rules.symmetry import sort_blocks

ORDERS = 100  # maximum number of assignments of piles to the roles of a family
EACH = 8  # maximum number of choices sampled for each assignment
LISTED = 1_000  # ranges with at most this many values are listed before they are sampled


def sample_options(rule: LinearRule, position: Position, random: Random, most: int = 200) -> list[Position]:
    """Return a random sample of the options of a position, without repetition; empty only if there are no options.

    >>> from sprague.rules import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> sorted(sample_options(nim, (1, 10**100), Random(1)))[:2] == [(0, 1), (0, 10**100)]
    True
    """
    found: dict[Position, None] = {}
    components = list(count_components(rule, position))
    for component in random.sample(components, min(len(components), most)):
        for option in _in_component(rule, component, random):
            whole = replace_component(rule, position, component, option)
            found[whole] = None
            if len(found) == most:
                return list(found)
    return list(found)


def _in_component(rule: LinearRule, component: Position, random: Random) -> Iterator[Position]:
    """Yield some options of a single component; if no sampled choice is legal, yield its first option."""
    met = False
    for enumerator in () if rule.is_ended(component) else rule.enumerators:
        for order, start in islice(enumerator.starts(component), ORDERS):
            for loops in enumerator.loops:
                for values in islice(_some(loops, start, random), EACH):
                    met = True
                    yield tuple(
                        height
                        for part in enumerator.family.parts
                        for height in sort_blocks(rule.blocks, enumerator.reached_by(part, order, values))
                    )
    if not met:
        for play in islice(rule.plays_from(component), 1):
            yield tuple(height for part in play.parts for height in sort_blocks(rule.blocks, part))


def _some(loops: ChoiceLoops, position: Mapping[str, int], random: Random) -> Iterator[dict[str, int]]:
    values = loops.start(position)
    if not loops.possible or any(guard.value(values) < 0 for guard in loops.guards):
        return
    if all(check.holds(values) for check in loops.guard_checks):
        yield from _descend(loops, values, 0, random)


def _descend(loops: ChoiceLoops, values: dict[str, int], depth: int, random: Random) -> Iterator[dict[str, int]]:
    if depth == len(loops.loops):
        yield values | {name: term.value(values) for name, term in loops.derived}
        return
    loop = loops.loops[depth]
    for number in _numbers(loop, values, random):
        loop.choose(values, number)
        visit = () if loop.visit is None else (loop.visit,)
        if all(check.holds(values) for check in (*loop.checks, *visit)):
            yield from _descend(loops, values, depth + 1, random)


def _numbers(loop: ChoiceLoop, values: Mapping[str, int], random: Random) -> list[int]:
    """Return some values of a choice, among them the first and the last, in random order."""
    if loop.tries(values) <= LISTED:
        listed = list(loop.range(values))
        ends = {0, len(listed) - 1} if listed else set()
        picked = [listed[place] for place in ends | {random.randrange(len(listed)) for _ in ends}]
    else:
        low, high = loop.between(values)
        picked = list({low, high, random.randint(low, high)})
    random.shuffle(picked)
    return picked
