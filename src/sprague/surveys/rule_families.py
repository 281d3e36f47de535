"""Families of rules for surveys: small rules, three moves, trades, octal codes.

A move takes p·k chips from one pile, and puts q·k onto another or takes as many from that one too:

    (a, b) -> (a - pk, b + qk)      k >= 1      under a guard or none; piles in any order

with p up to 3 and q from -2 to 2, less than p, so that chips run out; or q = p = 1, a transfer, where the giver must
keep at least as much as the taker then has. Guards say how much may be taken, or from whom. A rule has
one such move, or also a second one, which takes chips from one pile only. Rules that are the same game
are listed once: two are taken for the same if they have the same options at some dozens of positions.

>>> first = small_rules()[0]
>>> first
'(a, b) -> (a - k, b) where k >= 1 any order'

U. Larsson, I. Saha and M. Yokoo (*Subtraction games in more than one dimension*, 2024) conjecture that all of them
have regular outcomes. The family `three-moves` lists them by number, those with small moves first. A game that is
another one with its piles exchanged is listed once. So is one whose moves take from a pile multiples of a number
only: packs of so many chips are the chips of another game. Games that never take from a pile are games of one pile,
and not here.

>>> len(three_moves()), three_moves()[0]
(625, ((0, 1), (1, 0), (1, 1)))
>>> print(three_moves_rule(number=0))
(a, b) -> (a, b - 1) ; (a - 1, b) ; (a - 1, b - 1)

With y = c it is Lengyel's game `subtraction-transfer`; A. Danai, P. Ellis and T. Thanatipanonda (arXiv 2602.14325)
ask for the period in red of all (`docs/subtraction-transfer.md`).

>>> print(trading_rule(a=5, b=3, c=2, y=1))
(r, s) -> (r - 5, s) ; (r, s - 3) ; (r - 2, s + 1)
>>> trading_rule(a=5, b=3)
Traceback (most recent call last):
sprague.errors.SpragueError: trades: expected numbers a, b, c, y of at least 1, got {'a': 5, 'b': 3}

>>> print(octal_rule(d1=0, d2=7))
(n) -> (u) + (v) where u + v = n - 2
>>> octal_rule(d1=9)
Traceback (most recent call last):
sprague.errors.SpragueError: octal-codes: expected digits from 0 to 7, got {'d1': 9}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import gcd

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from sprague.rules.octal_codes import rule_text
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


LARGEST = 4  # chips that a move takes from a pile

Move = tuple[int, int]


@cache
def three_moves() -> tuple[tuple[Move, ...], ...]:
    """All of them, each as what its moves take; by the largest number of chips taken from a pile."""
    numbers = range(LARGEST + 1)
    moves = [move for move in product(numbers, numbers) if any(move)]
    games = (game for game in combinations(moves, 3) if _is_listed(game))
    return tuple(sorted(games, key=lambda game: (max(map(max, game)), game)))


def three_moves_rule(**parameters: Parameter) -> Ruleset:
    """The game of this number."""
    games = three_moves()
    number = parameters.get("number")
    if len(parameters) != 1 or not isinstance(number, int) or not 0 <= number < len(games):
        raise SpragueError(f"three-moves: expected number=0..{len(games) - 1}, got {parameters}")
    return Ruleset.adding(("a", "b"), [(-left, -right) for left, right in games[number]])


def _is_listed(game: tuple[Move, ...]) -> bool:
    exchanged = tuple(sorted((right, left) for left, right in game))
    return all(gcd(*taken) == 1 for taken in zip(*game, strict=True)) and game <= exchanged


def trading_rule(**numbers: Parameter) -> Ruleset:
    """The game with these numbers of cookies."""
    given = [numbers.get(name) for name in "abcy"]
    chips = [number for number in given if isinstance(number, int) and number >= 1]
    if len(chips) < 4 or len(numbers) > 4:
        raise SpragueError(f"trades: expected numbers a, b, c, y of at least 1, got {numbers}")
    a, b, c, y = chips
    return Ruleset.adding(("r", "s"), [(-a, 0), (0, -b), (-c, y)])


def octal_rule(**digits: Parameter) -> Ruleset:
    """The game whose code has these digits; those that are not given are 0."""
    unknown = [name for name in digits if not re.fullmatch(r"d[0-9]{1,2}", name)]
    if unknown:
        raise SpragueError(f"octal-codes: expected digits of a code, d1=0..7,d2=0..7,…, got {', '.join(unknown)}")
    given = {int(name[1:]): digit for name, digit in digits.items()}
    if not all(isinstance(digit, int) and 0 <= digit <= 7 for digit in given.values()):
        raise SpragueError(f"octal-codes: expected digits from 0 to 7, got {digits}")
    code = "".join(str(given.get(place, 0)) for place in range(1, max(given) + 1))
    return parse(rule_text(f"{given.get(0, 0)}.{code or '0'}"))
