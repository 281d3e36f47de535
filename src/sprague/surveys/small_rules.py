"""Games that nobody has asked about: the rules of a small grammar, with two piles or with three.

A move takes p·k chips from one pile, and puts q·k onto another or takes as many from that one too:

    (a, b) -> (a - pk, b + qk)      k >= 1      under a guard or none; piles in any order

with p up to 3 and q from -2 to 2, less than p, so that chips run out; or q = p = 1, a transfer, where the giver must
keep at least as much as the taker then has. Guards say how much may be taken, or from whom. A rule has
one such move, or also a second one, which takes chips from one pile only. Rules that are the same game
are listed once: two are taken for the same if they have the same options at some dozens of positions.

>>> first = small_rules()[0]
>>> first
'(a, b) -> (a - k, b) where k >= 1 any order'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from sprague.surveys.ranges import Parameter

SHAPES = [(1, 0), (1, -1), (1, 1), (2, -1), (2, 1), (3, -1), (3, -2), (3, 1), (3, 2)]
GUARDS = {
    2: ["", "k <= 2", "k mod 2 = 1", "k <= b", "k > b", "a >= b", "{left} >= {right}", "{left} <= {right}"],
    3: ["", "k <= c", "a >= c", "b >= c", "a >= b", "{left} >= {right}"],
}
#: What a second move asks of the k chips that it takes from one pile.
SECOND = ["k >= 1", "1 <= k <= 2", "k >= 1, k <= b", "k >= 1, a >= b", "k >= 1, a - k >= b"]
#: Piles of these heights decide whether rules are the same game, by the number of piles.
COMPARED = {2: (0, 1, 2, 5, 9, 16), 3: (0, 1, 4, 9)}


@cache
def small_rules() -> tuple[str, ...]:
    """All of them, in the notation; those with one move first, and those with two piles before those with three."""
    found: dict[object, str] = {}
    for text in (*_one_move(2), *_two_moves(), *_one_move(3)):
        found.setdefault(_options(text), text)
    return tuple(found.values())


def small_rule(**parameters: Parameter) -> Ruleset:
    """The rule of this number."""
    rules = small_rules()
    number = parameters.get("number")
    if len(parameters) != 1 or not isinstance(number, int) or not 0 <= number < len(rules):
        raise SpragueError(f"small-rules: expected number=0..{len(rules) - 1}, got {parameters}")
    return parse(rules[number])


def _one_move(piles: int) -> Iterator[str]:
    names = ", ".join("abc"[:piles])
    for shape in SHAPES:
        for guard in GUARDS[piles]:
            yield f"({names}) -> {_move(shape, guard, piles)} any order"


def _two_moves() -> Iterator[str]:
    for shape in SHAPES[1:]:
        for guard in GUARDS[2]:
            for taken in SECOND:
                yield f"(a, b) -> {_move(shape, guard, 2)} ; (a - k, b) where {taken} any order"


def _move(shape: tuple[int, int], guard: str, piles: int) -> str:
    left, right = _times("a", -shape[0]), _times("b", shape[1])
    if shape == (1, 1):
        # A transfer alone could be taken back for ever.
        guard = ", ".join(filter(None, (guard, f"{left} >= {right}")))
    conditions = ", ".join(filter(None, ("k >= 1", guard.format(left=left, right=right))))
    return f"({', '.join((left, right, 'c')[:piles])}) where {conditions}"


def _times(pile: str, times: int) -> str:
    if not times:
        return pile
    return f"{pile} {'+' if times > 0 else '-'} {abs(times) if abs(times) > 1 else ''}k"


def _options(text: str) -> object:
    rule = parse(text)
    piles = len(rule.piles)
    positions = combinations_with_replacement(COMPARED[piles], piles)
    return tuple(frozenset(tuple(sorted(option)) for option in rule.options(position)) for position in positions)
