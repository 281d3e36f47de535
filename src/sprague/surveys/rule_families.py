"""Numbered families of rules for surveys: small rules, games with three moves, trading games, and octal codes.

`small-rules`: a move takes p·k chips from one pile and adds q·k chips to another, where q may be negative:

    (a, b) -> (a - pk, b + qk) where k >= 1 any order

In a small rule, p is at most 3, q is between -2 and 2, and q is less than p, so that play ends. A small rule may also
have p = q = 1, so that its moves transfer chips; in this case, the pile that gives chips must stay at least as large as
the pile that receives them. A move may have a *guard*, a condition that restricts how many chips the move takes, or
from which pile. A small rule may have a second move, which takes chips from one pile only. If several small rules
define equal games, the family contains only one of them. Two rules count as equal if they have the same options at a
few dozen test positions.

>>> small_rules()[0]
'(a, b) -> (a - k, b) where k >= 1 any order'

`three-moves`: games with three moves on two piles; each move takes fixed numbers of chips. U. Larsson, I. Saha and M.
Yokoo (*Subtraction games in more than one dimension*, 2024) conjecture that all games with three moves have regular
outcomes. The list of games with three moves begins with games whose moves take few chips. Of two games that differ only
by the order of the piles, the list contains only one. The list omits a game if all its moves take multiples of n > 1
chips from some pile, because that game is equivalent to a game with packs of n chips. The list also omits games with a
pile from which no move takes chips.

>>> len(three_moves()), three_moves()[0]
(625, ((0, 1), (1, 0), (1, 1)))
>>> print(three_moves_rule(number=0))
(a, b) -> (a, b - 1) ; (a - 1, b) ; (a - 1, b - 1)

`trades`: a move eats `a` red cookies, eats `b` blue cookies, or trades `c` red cookies for `y` blue cookies. The
trading game with y = c is Lengyel's game `subtraction-transfer`. A. Danai, P. Ellis and T. Thanatipanonda (arXiv
2602.14325) ask for the period of each trading game in the number of red cookies (see `docs/subtraction-transfer.md`).

>>> print(trade_rule(a=5, b=3, c=2, y=1))
(r, s) -> (r - 5, s) ; (r, s - 3) ; (r - 2, s + 1)
>>> trade_rule(a=5, b=3)
Traceback (most recent call last):
sprague.errors.SpragueError: trades: expected the parameters a, b, c and y, each at least 1, got {'a': 5, 'b': 3}

`octal-codes`: octal games; the parameters d1, d2, … are the digits of the code.

>>> print(octal_rule(d1=0, d2=7))
(n) -> (u) + (v) where u + v = n - 2
>>> octal_rule(d1=9)
Traceback (most recent call last):
sprague.errors.SpragueError: octal-codes: expected digits from 0 to 7, got {'d1': 9}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import gcd

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from sprague.rules.octal_codes import code_rule_text
from sprague.surveys.ranges import Parameter

# The moves of small rules: the pair (p, q) stands for moves from (a, b) to (a - p k, b + q k).
SHAPES = [(1, 0), (1, -1), (1, 1), (2, -1), (2, 1), (3, -1), (3, -2), (3, 1), (3, 2)]
# The guards of the moves of small rules, indexed by the number of piles.
GUARDS = {
    2: ["", "k <= 2", "k mod 2 = 1", "k <= b", "k > b", "a >= b", "{left} >= {right}", "{left} <= {right}"],
    3: ["", "k <= c", "a >= c", "b >= c", "a >= b", "{left} >= {right}"],
}
# The guards of a second move, which takes k chips from one pile.
SECOND_GUARDS = ["k >= 1", "1 <= k <= 2", "k >= 1, k <= b", "k >= 1, a >= b", "k >= 1, a - k >= b"]
# The pile sizes of the test positions at which small rules are compared, indexed by the number of piles.
COMPARED_HEIGHTS = {2: (0, 1, 2, 5, 9, 16), 3: (0, 1, 4, 9)}
MOST_TAKEN = 4  # largest number of chips that a move of `three-moves` takes from a pile

Move = tuple[int, int]


def small_rule(**parameters: Parameter) -> Ruleset:
    """Return the rule with a given number in the family of small rules."""
    return parse(small_rules()[_list_index("small-rules", len(small_rules()), parameters)])


def three_moves_rule(**parameters: Parameter) -> Ruleset:
    """Return the rule with a given number in the family of games with three moves."""
    moves = three_moves()[_list_index("three-moves", len(three_moves()), parameters)]
    return Ruleset.adding(("a", "b"), [(-left, -right) for left, right in moves])


def _list_index(family: str, count: int, parameters: Mapping[str, Parameter]) -> int:
    """Return the parameter `number`, which is the index of a rule in a family."""
    number = parameters.get("number")
    if len(parameters) != 1 or not isinstance(number, int) or not 0 <= number < count:
        raise SpragueError(f"{family}: expected one parameter 'number' from 0 to {count - 1}, got {parameters}")
    return number


def trade_rule(**numbers: Parameter) -> Ruleset:
    """Return the rule of the family of trading games with given numbers of cookies."""
    given = [numbers.get(name) for name in "abcy"]
    chips = [number for number in given if isinstance(number, int) and number >= 1]
    if len(chips) < 4 or len(numbers) > 4:
        raise SpragueError(f"trades: expected the parameters a, b, c and y, each at least 1, got {numbers}")
    a, b, c, y = chips
    return Ruleset.adding(("r", "s"), [(-a, 0), (0, -b), (-c, y)])


def octal_rule(**digits: Parameter) -> Ruleset:
    """Return the rule of the family of octal games with the given digits; missing digits are 0."""
    unknown = [name for name in digits if not re.fullmatch(r"d[0-9]{1,2}", name)]
    if unknown:
        raise SpragueError(f"octal-codes: expected parameters d1=0..7, d2=0..7, …, got {', '.join(unknown)}")
    given = {int(name[1:]): digit for name, digit in digits.items()}
    if not all(isinstance(digit, int) and 0 <= digit <= 7 for digit in given.values()):
        raise SpragueError(f"octal-codes: expected digits from 0 to 7, got {digits}")
    code = "".join(str(given.get(place, 0)) for place in range(1, max(given) + 1))
    return parse(code_rule_text(f"{given.get(0, 0)}.{code or '0'}"))


@cache
def small_rules() -> tuple[str, ...]:
    """Return the list of all small rules, as texts in the notation of rules.

    The list begins with the small rules that have one move on two piles. Rules with two moves on two piles follow, and
    then rules on three piles.
    """
    found: dict[object, str] = {}
    for text in (*_one_move_rules(2), *_two_move_rules(), *_one_move_rules(3)):
        found.setdefault(_sample_options(text), text)
    return tuple(found.values())


def _one_move_rules(piles: int) -> Iterator[str]:
    names = ", ".join("abc"[:piles])
    for shape in SHAPES:
        for guard in GUARDS[piles]:
            yield f"({names}) -> {_move_text(shape, guard, piles)} any order"


def _two_move_rules() -> Iterator[str]:
    for shape in SHAPES[1:]:
        for guard in GUARDS[2]:
            for second in SECOND_GUARDS:
                yield f"(a, b) -> {_move_text(shape, guard, 2)} ; (a - k, b) where {second} any order"


def _move_text(shape: tuple[int, int], guard: str, piles: int) -> str:
    left, right = _add_multiple("a", -shape[0]), _add_multiple("b", shape[1])
    if shape == (1, 1):
        # Without the guard, players could move chips back and forth without end.
        guard = ", ".join(filter(None, (guard, f"{left} >= {right}")))
    conditions = ", ".join(filter(None, ("k >= 1", guard.format(left=left, right=right))))
    return f"({', '.join((left, right, 'c')[:piles])}) where {conditions}"


def _add_multiple(pile: str, times: int) -> str:
    """Return the sum of a pile and a multiple of k as text."""
    if not times:
        return pile
    return f"{pile} {'+' if times > 0 else '-'} {abs(times) if abs(times) > 1 else ''}k"


def _sample_options(text: str) -> object:
    """Return the options of a small rule at the test positions, which decide whether two rules are equal."""
    rule = parse(text)
    piles = len(rule.piles)
    positions = combinations_with_replacement(COMPARED_HEIGHTS[piles], piles)
    return tuple(frozenset(tuple(sorted(option)) for option in rule.options(position)) for position in positions)


@cache
def three_moves() -> tuple[tuple[Move, ...], ...]:
    """Return the list of all games with three moves; each game is given by the numbers of chips that its moves take."""
    numbers = range(MOST_TAKEN + 1)
    moves = [move for move in product(numbers, numbers) if any(move)]
    games = (game for game in combinations(moves, 3) if _is_listed(game))
    return tuple(sorted(games, key=lambda game: (max(map(max, game)), game)))


def _is_listed(game: tuple[Move, ...]) -> bool:
    exchanged = tuple(sorted((right, left) for left, right in game))
    return all(gcd(*taken) == 1 for taken in zip(*game, strict=True)) and game <= exchanged
