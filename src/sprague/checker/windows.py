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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, lcm, prod

from sprague.checker.atoms import Atom, Fact, at_least, holds
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.play import Move, Play
from sprague.checker.sets import Dfa, explored
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import check
from sprague.rules.equations import solve_equations
from sprague.rules.linear import Linear

MOST_MOVES = 10_000

Vector = tuple[int, ...]


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


@dataclass(frozen=True)
class Step:
    """A move that adds fixed numbers to the piles, under conditions on the piles."""

    vector: Vector
    where: tuple[Fact, ...]


def check_windows(play: Play, claimed: Windows, misere: bool, budget: Budget) -> int:
    """Show all that the windows say; the number of positions looked at."""
    steps = list(_steps(play))
    ends = [_periodic([_heights(play, atom) for atom in group]) for group in (*play.stop, *play.win)]
    stops, wins = ends[: len(play.stop)], ends[len(play.stop) :]
    conditions = [fact for step in steps for fact in step.where] + [fact for group in ends for fact in group]
    piles = range(len(play.names))
    named = {play.names.index(name) for fact in conditions for name in fact.names}
    matter = {i for i in piles if i in named or any(step.vector[i] < 0 for step in steps)}
    given = [*claimed.idle, *(pile for window in claimed.windows for pile in window.piles)]
    if len(set(given)) < len(given) or not set(given) <= set(piles):
        raise NotVerified(f"expected each pile in one window at most, got piles {given}")
    if matter & set(claimed.idle):
        raise NotVerified(f"pile {min(matter & set(claimed.idle))} is said not to matter, but it does")
    if misere and claimed.what == "grundy":
        raise SpragueError("expected outcomes in misère play, got Grundy values; there are none")
    alone = len(claimed.windows) == 1 and set(given) == set(piles)
    if not alone and (claimed.what != "grundy" or conditions):
        raise NotVerified("only Grundy values of games without conditions may be checked part by part")
    count = 0
    for window in claimed.windows:
        own = [step for step in steps if alone or any(step.vector[i] for i in window.piles)]
        if any(step.vector[i] for step in own for i in piles if i not in (*window.piles, *claimed.idle)):
            raise NotVerified(
                f"the piles {list(window.piles)} are no part of their own: a move connects them to others"
            )
        count += _check_values(play, window, own, stops, wins, claimed.what, misere, count, budget)
        _check_least(window)
    return count


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
        raise OutOfReach("windows are not written in Fibonacci digits")
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


def _check_values(
    play: Play,
    window: Window,
    steps: Sequence[Step],
    stops: Sequence[Sequence[Fact]],
    wins: Sequence[Sequence[Fact]],
    what: str,
    misere: bool,
    before: int,
    budget: Budget,
) -> int:
    conditions = [fact for step in steps for fact in step.where]
    conditions += [fact for group in (*stops, *wins) for fact in group]
    sizes = []
    for i, m, p in zip(window.piles, window.preperiods, window.periods, strict=True):
        falls = max([0, *(-step.vector[i] for step in steps)])
        tail, cycle = _settles(conditions, play.names[i])
        sizes.append(max(m + falls, tail) + lcm(p, cycle))
    budget.keep_positions(before + prod(sizes))
    names = [play.names[i] for i in window.piles]
    vectors = [tuple(step.vector[i] for i in window.piles) for step in steps]
    for heights in product(*map(range, sizes)):
        check()
        values = dict(zip(names, heights, strict=True))
        won = any(all(holds(fact, values) for fact in group) for group in wins)
        over = won or any(all(holds(fact, values) for fact in group) for group in stops)
        reached: set[int] = set()
        can_move = False
        for step, vector in zip(steps, vectors, strict=True):
            option = tuple(map(int.__add__, heights, vector))
            if not over and min(option) >= 0 and all(holds(fact, values) for fact in step.where):
                reached.add(window.value(option))
                can_move = True
        if what == "grundy":
            right = next(value for value in range(len(reached) + 1) if value not in reached)
        else:
            # An outcome is 0 for P and 1 for N.
            right = int(0 in reached or (misere and not can_move and not won))
        if window.value(heights) != right:
            lowest = tuple(height + play.floors[i] for height, i in zip(heights, window.piles, strict=True))
            raise NotVerified(f"{lowest} has the value {window.value(heights)}, but {right} follows from its options")
    return prod(sizes)


def _check_least(window: Window) -> None:
    def fails(i: int, heights: Vector, period: int) -> bool:
        moved = tuple(height + period * (j == i) for j, height in enumerate(heights))
        return window.value(heights) != window.value(moved)

    for i, (m, p) in enumerate(zip(window.preperiods, window.periods, strict=True)):
        soon = window.too_soon[i]
        if (soon is None) != (m == 0) or (soon is not None and (soon[i] != m - 1 or not fails(i, soon, p))):
            raise NotVerified(f"nothing shows that the preperiod {m} is the least")
        short = window.too_short[i]
        if [q for q, _ in short] != list(_primes(p)) or any(h[i] < m or not fails(i, h, p // q) for q, h in short):
            raise NotVerified(f"nothing shows that the period {p} is the least")


def _primes(number: int) -> Iterator[int]:
    q = 2
    while number > 1:
        if number % q == 0:
            yield q
        while number % q == 0:
            number //= q
        q += 1


def _heights(play: Play, atom: Atom) -> Atom:
    """The atom in heights, which count from the least a pile may have."""
    return atom.substitute({n: Linear.of(n) + floor for n, floor in zip(play.names, play.floors, strict=True)})


def _periodic(atoms: Sequence[Atom]) -> tuple[Fact, ...]:
    """The atoms, if all are such that adding enough to a pile changes nothing."""
    facts = tuple(atom for atom in atoms if isinstance(atom, Fact))
    if len(facts) < len(atoms):
        raise SpragueError("expected conditions with periods, got a power; a window cannot prove anything then")
    return facts


def _settles(facts: Sequence[Fact], name: str) -> tuple[int, int]:
    """From which height on, and by which steps, a pile may grow without changing any condition."""
    tail, cycle = 0, 1
    for fact in facts:
        for _, residue in fact.residues:
            cycle = lcm(cycle, residue.modulus // gcd(residue.modulus, residue.term.coefficient(name)))
        if factor := fact.linear.coefficient(name):
            if any(other * factor < 0 for _, other in fact.linear.coefficients):
                raise SpragueError("expected no condition that compares piles, got one; a window cannot prove anything")
            # From here on the term outweighs its constant and all residues, and the other piles only help.
            slack = abs(fact.linear.constant) + sum(residue.modulus for _, residue in fact.residues)
            tail = max(tail, slack // abs(factor) + 1)
    return tail, cycle


def _steps(play: Play) -> Iterator[Step]:
    """Every move, with each choice that its conditions leave, in heights."""
    count = 0
    for move in play.moves:
        move = _without_derived(play, move)
        for chosen in _choices(play, move):
            count += 1
            if count > MOST_MOVES:
                raise OutOfReach(f"expected at most {MOST_MOVES:,} moves in all, got more; check a smaller game")
            one = move.substitute({name: Linear.of(value) for name, value in chosen.items()})
            atoms = [_heights(play, atom) for atom in one.where]
            if not all(holds(atom, {}) for atom in atoms if not atom.names):
                continue
            changes = [entry - Linear.of(name) for entry, name in zip(one.target, play.names, strict=True)]
            if not all(change.is_constant for change in changes):
                raise SpragueError("expected moves that add fixed numbers to the piles; a window cannot prove anything")
            vector = tuple(change.constant for change in changes)
            yield Step(vector, _periodic([atom for atom in atoms if atom.names]))


def _without_derived(play: Play, move: Move) -> Move:
    """The move without the choices that an equation settles; they are natural numbers all the same."""
    equations = [a.linear for a in move.where if isinstance(a, Fact) and a.relation == "=" and not a.residues]
    # The last are solved first: entries reached, as in u = x - k, rather than what bounds them.
    entries = {name for entry in move.target for name in entry.names}
    solved, _ = solve_equations(equations, sorted(_names_chosen(play, move), key=entries.__contains__))
    natural = frozenset(at_least(term) for term in solved.values())
    plain = move.substitute(solved)
    return Move(plain.target, plain.where | natural)


def _names_chosen(play: Play, move: Move) -> list[str]:
    conditions = {name for atom in move.where for name in atom.names}
    return sorted((conditions | {name for entry in move.target for name in entry.names}) - set(play.names))


def _choices(play: Play, move: Move) -> Iterator[dict[str, int]]:
    """All values of the choices that the conditions leave, and perhaps some more."""
    names = _names_chosen(play, move)
    most: dict[str, int] = {}
    # A bound may follow from those of other choices, so there are as many rounds as choices.
    for _ in names:
        for atom in move.where:
            most.update(_bounds(atom, most, names))
    if set(most) < set(names):
        raise SpragueError(
            "expected finitely many moves, got a choice without a bound of its own; a window cannot prove anything"
        )
    if prod(max(bound + 1, 0) for bound in most.values()) > MOST_MOVES:
        raise OutOfReach(f"expected at most {MOST_MOVES:,} moves in all, got more; check a smaller game")
    for values in product(*(range(most[name] + 1) for name in names)):
        yield dict(zip(names, values, strict=True))


def _bounds(atom: Atom, most: Mapping[str, int], names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """What an atom says about the largest values of choices, given those of others."""
    if not isinstance(atom, Fact) or atom.relation == "!=":
        return
    for sign in (1, -1) if atom.relation == "=" else (1,):
        term = atom.linear * sign
        growing = [(name, factor) for name, factor in term.coefficients if factor > 0]
        if all(name in most for name, _ in growing):
            room = term.constant + sum(factor * most[name] for name, factor in growing)
            room += sum(residue.modulus - 1 for own, residue in atom.residues if own == sign)
            for name, factor in term.coefficients:
                if factor < 0 and name in names:
                    yield name, min(room // -factor, most.get(name, room // -factor))
