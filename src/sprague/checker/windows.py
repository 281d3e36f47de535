"""The checker's own look at windows: periods of a game with finitely many moves, checked one position at a time.

With preperiods m and periods p, the values below m + p give a function H on all positions, by taking off
periods. If H(x) = mex of H over the options of x, for all x, then H is the Grundy function. Let d be
the most a pile falls in a move, and let a pile from t on decide every condition the same way when c is added.
Where a pile is at least max(m + d, t), adding lcm(p, c) to it changes neither H nor the moves nor what H
says of the options. So only positions below max(m + d, t) + lcm(p, c) need to be looked at.

The period is the least if each prime factor of it fails somewhere when left out, and the preperiod if
the period fails one place before it: then no other pair does better, because two periods have their
greatest common divisor as a period too, and share their least preperiod.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import lcm, prod

from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.play import Play
from sprague.checker.sets import Dfa, explored
from sprague.checker.steps import Steps, Vector
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import check


@dataclass(frozen=True)
class Window:
    """Values below preperiod + period of some piles; `flat` has them row by row."""

    piles: Vector
    preperiods: Vector
    periods: Vector
    flat: tuple[int, ...]
    too_soon: tuple[Vector | None, ...]
    too_short: tuple[tuple[tuple[int, Vector], ...], ...]

    def value(self, heights: Sequence[int]) -> int:
        place = 0
        for height, m, p in zip(heights, self.preperiods, self.periods, strict=True):
            place = place * (m + p) + (height if height < m + p else m + (height - m) % p)
        return self.flat[place]


@dataclass(frozen=True)
class Windows:
    """What a certificate of periods says: of Grundy values or outcomes, which piles do not matter, the windows."""

    what: str
    idle: Vector
    windows: tuple[Window, ...]


def check_windows(play: Play, claimed: Windows, misere: bool, budget: Budget) -> int:
    """Show all that the windows say; the number of positions looked at."""
    if misere and claimed.what == "grundy":
        raise SpragueError("expected outcomes in misère play, got Grundy values; there are none")
    game = Steps.of(play, budget)
    count = 0
    for window, own in _parts(game, claimed):
        sizes = _sizes(window, own)
        count += prod(sizes)
        budget.keep_positions(count)
        for heights in product(*map(range, sizes)):
            check()
            right = _right_value(window, own, heights, claimed.what, misere)
            if window.value(heights) != right:
                position = tuple(height + play.floors[i] for height, i in zip(heights, window.piles, strict=True))
                said = f"{position} has the value {window.value(heights)}, but {right} follows from its options"
                raise NotVerified(said)
        _check_least(window)
    return count


def _parts(game: Steps, claimed: Windows) -> Iterator[tuple[Window, Steps]]:
    """Each window with the moves it is about: all of them if there is one window, else those of a part of the game.

    The moves that change the piles of a part change no others, but for some that do not matter.
    """
    piles = set(range(len(game.names)))
    given = [*claimed.idle, *(pile for window in claimed.windows for pile in window.piles)]
    if len(set(given)) < len(given) or not set(given) <= piles:
        raise NotVerified(f"expected each pile in one window at most, got piles {given}")
    if wrong := game.matter & set(claimed.idle):
        raise NotVerified(f"pile {min(wrong)} is said not to matter, but it does")
    if len(claimed.windows) == 1 and set(given) == piles:
        yield claimed.windows[0], game
        return
    if claimed.what != "grundy" or game.conditions:
        raise NotVerified("only Grundy values of games without conditions may be checked part by part")
    for window in claimed.windows:
        own = game.that_change(window.piles)
        others = piles - {*window.piles, *claimed.idle}
        if any(step.vector[i] for step in own.steps for i in others):
            raise NotVerified(
                f"the piles {list(window.piles)} are no part of their own: a move connects them to others"
            )
        yield window, own


def _sizes(window: Window, game: Steps) -> list[int]:
    """Below which heights all positions must be looked at: max(m + d, t) + lcm(p, c) for each pile."""
    found = []
    for pile, m, p in zip(window.piles, window.preperiods, window.periods, strict=True):
        falls, tail, cycle = game.settled(pile)
        found.append(max(m + falls, tail) + lcm(p, cycle))
    return found


def _right_value(window: Window, game: Steps, heights: Vector, what: str, misere: bool) -> int:
    """The value that follows from those of the options; an outcome counts 0 for P and 1 for N."""
    at = {game.names[i]: height for i, height in zip(window.piles, heights, strict=True)}
    options = list(game.options(at, window.piles))
    reached = {window.value(option) for option in options}
    if what == "grundy":
        return next(value for value in range(len(reached) + 1) if value not in reached)
    return int(0 in reached or (misere and not options and not game.is_won(at)))


def p_positions(play: Play, claimed: Windows, digits: Digits, budget: Budget) -> Dfa:
    """The positions whose value is 0, as a set of words of digits in a base.

    What follows depends on the digits so far only by the pile they are, with periods taken off.
    """
    ends = {
        pile: (m + play.floors[pile], p)
        for window in claimed.windows
        for pile, m, p in zip(window.piles, window.preperiods, window.periods, strict=True)
    }
    if not set(range(len(play.names))) <= {*ends, *claimed.idle}:
        raise OutOfReach("not every pile has a period, so that the windows do not tell which positions are P-positions")
    if not digits.base:
        raise OutOfReach(f"windows are not written in {digits}")
    columns = list(digits.columns(len(play.names)))

    def folded(pile: int, number: int) -> int:
        start, period = ends.get(pile, (0, 1))
        return number if number < start + period else start + (number - start) % period

    def after(position: Vector, symbol: int) -> Vector:
        column = columns[symbol]
        return tuple(folded(pile, digits.base * old + column[pile]) for pile, old in enumerate(position))

    def is_p(position: Vector) -> bool:
        value = 0
        for window in claimed.windows:
            heights = [position[pile] - play.floors[pile] for pile in window.piles]
            value ^= window.value(heights) if min(heights) >= 0 else 0
        return value == 0

    return explored((0,) * len(play.names), len(columns), after, is_p, budget)


def _check_least(window: Window) -> None:
    def fails(i: int, heights: Vector, period: int) -> bool:
        moved = tuple(height + period * (j == i) for j, height in enumerate(heights))
        return window.value(heights) != window.value(moved)

    for i, (m, p) in enumerate(zip(window.preperiods, window.periods, strict=True)):
        soon = window.too_soon[i]
        if (soon is None) != (m == 0) or (soon is not None and (soon[i] != m - 1 or not fails(i, soon, p))):
            raise NotVerified(f"nothing shows that the preperiod {m} is the least")
        short = window.too_short[i]
        if [q for q, _ in short] != list(primes(p)) or any(h[i] < m or not fails(i, h, p // q) for q, h in short):
            raise NotVerified(f"nothing shows that the period {p} is the least")


def primes(number: int) -> Iterator[int]:
    """The primes that divide a number, each once, in ascending order."""
    q = 2
    while number > 1:
        if number % q == 0:
            yield q
        while number % q == 0:
            number //= q
        q += 1
