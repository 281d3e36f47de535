"""`check_window` checks the periods of games with finitely many moves, one position of the window at a time.

Every pile has a preperiod m and a period p. The values of the window define a function H on all positions. To compute
H, subtract p from each pile until the pile is below m + p, and take the value in the window. If, for all positions x,
H(x) is the mex of the values of H at the options of x, then H is the Grundy function. Let d be the greatest number of
chips that a pile loses in one move. Let t and c be numbers such that adding c chips to a pile of at least t chips never
changes whether a condition of the rule is true. If lcm(p, c) chips are added to a pile of at least max(m + d, t) chips,
the value of H, the legal moves and the values of H at the options do not change. Therefore the checker only needs to
examine positions in which every pile is below max(m + d, t) + lcm(p, c). For a window of outcomes, H gives outcomes
instead of Grundy values, and the proof is the same.

The period p is minimal if, for each prime divisor q of p, p / q is not a period. The preperiod m is minimal if the
values do not have the period p from m - 1 on. If two numbers are periods of a sequence, their greatest common divisor
is also a period, and all periods have the same least preperiod. Therefore, if the period p and the preperiod m are
minimal, no period is shorter than p or starts earlier than m.

The moves in a certificate, called steps, name their piles, even if the order of some piles does not matter. If the same
permutation of interchangeable piles is applied to the positions before and after a move, the result is also a move. By
symmetry, H does not depend on the order of interchangeable piles, so the names of the piles do not change the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import lcm, prod
from typing import Any

from .automata import Relation, Relations, Variable, explore
from .errors import Budget, NotVerified, OutOfReach
from .evaluation import evaluate_formula
from .formulas import OtherNumeration, eliminate
from .game import Game, shifted
from .heaps import primes
from .kernel import DescribedSet, Evidence, Sets
from .listed_moves import MOST_LISTED, difference
from .numeration import Numeration
from .trees import (
    MOST_SMALL,
    TRUE,
    Formula,
    Rule,
    TreeReader,
    free_names,
    read_list,
    read_natural,
    read_naturals,
    read_number,
    read_object,
    read_word,
    refuse,
)
from .trends import settles

Vector = tuple[int, ...]


@dataclass(frozen=True)
class _Step:
    """A move in a window: it adds a vector to the piles, and is legal if a formula is true."""

    vector: Vector
    where: Formula


@dataclass(frozen=True)
class _Window:
    """The values of all positions of a window; `flat` lists the values row by row."""

    piles: Vector
    preperiods: Vector
    periods: Vector
    flat: Vector
    too_soon: tuple[Vector | None, ...]
    too_short: tuple[tuple[tuple[int, Vector], ...], ...]

    def value(self, heights: Sequence[int]) -> int:
        """Return the value of the window at the given heights; heights outside the window are reduced by periods."""
        place = 0
        for height, m, p in zip(heights, self.preperiods, self.periods, strict=True):
            place = place * (m + p) + (height if height < m + p else m + (height - m) % p)
        return self.flat[place]


def check_window(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    """Verify a certificate of the kind `window` in the checker: windows of values that prove periods."""
    fields = read_object(data, "window", ("what", "idle", "windows", "steps"))
    if rule.remembered or rule.block or not _is_everywhere_true(rule, budget):
        refuse("a rule without remembered numbers, 'positions' or 'block' for a window", rule.entries)
    count = len(rule.piles)
    what = read_word(fields["what"], "what", ("grundy", "outcome"))
    if misere and what == "grundy":
        refuse("the outcome in misère play", what)
    idle = read_naturals(fields["idle"], "idle", None, count - 1)
    windows = [_read_window(one, count) for one in read_list(fields["windows"], "windows", 1, count)]
    steps = [_read_step(one, rule) for one in read_list(fields["steps"], "steps", 0, MOST_LISTED)]
    budget.spend(sum(len(window.flat) for window in windows))
    _check_steps(rule, steps, budget)
    conditions = {formula: _Condition(formula, rule, budget) for formula in {rule.win, *(s.where for s in steps)}}
    examined = 0
    for window, own in zip(windows, _split(rule, steps, windows, idle, what), strict=True):
        examined += _Check(window, own, rule, misere, conditions, budget).run(what)
        _check_least(window, budget)
    return Evidence(_theorem(rule, what, windows, idle), examined, [_described(rule, windows, idle)])


def _is_everywhere_true(rule: Rule, budget: Budget) -> bool:
    """Return whether the condition `positions` of a rule is true for all tuples of natural numbers."""
    game = Game(rule, Relations(Numeration((2,)), budget))
    found = game.relations.conjunction(game.translation.conjuncts(rule.positions, game.names))
    return len(found.dfa.accepting) == len(found.dfa.transitions)


def _theorem(rule: Rule, what: str, windows: Sequence[_Window], idle: Sequence[int]) -> str:
    found = [
        f"{rule.piles[pile]} has period {period} from {preperiod + rule.least_pile} on"
        for window in windows
        for pile, preperiod, period in zip(window.piles, window.preperiods, window.periods, strict=True)
    ]
    found += [f"{rule.piles[pile]} does not matter" for pile in idle]
    values = "Grundy values" if what == "grundy" else "outcomes"
    return f"in {values}, {', '.join(found)}; the periods and preperiods are the least"


# Reading


def _read_step(data: object, rule: Rule) -> _Step:
    fields = read_object(data, "a step", ("vector", "where"))
    vector = read_list(fields["vector"], "vector", len(rule.piles), len(rule.piles))
    where = TreeReader().formula(fields["where"])
    if unknown := free_names(where) - set(rule.piles):
        refuse("a condition that names only piles", sorted(unknown))
    return _Step(tuple(read_number(one, -MOST_SMALL, MOST_SMALL) for one in vector), where)


def _read_window(data: object, count: int) -> _Window:
    fields = read_object(data, "a window", ("piles", "preperiods", "periods", "values", "too_soon", "too_short"))
    piles = read_naturals(fields["piles"], "piles", None, count - 1)
    if not piles:
        refuse("a window with at least one pile", data)
    preperiods = read_naturals(fields["preperiods"], "preperiods", len(piles))
    periods = read_naturals(fields["periods"], "periods", len(piles))
    if not all(periods):
        refuse("periods of at least 1", periods)
    flat: list[Any] = [fields["values"]]
    for m, p in zip(preperiods, periods, strict=True):
        flat = [one for row in flat for one in read_list(row, "values", m + p, m + p)]
    soon = read_list(fields["too_soon"], "too_soon", len(piles), len(piles))
    short = read_list(fields["too_short"], "too_short", len(piles), len(piles))
    return _Window(
        piles,
        preperiods,
        periods,
        read_naturals(flat, "values"),
        tuple(None if one is None else read_naturals(one, "too_soon", len(piles)) for one in soon),
        tuple(tuple(_read_factor(one, len(piles)) for one in read_list(row, "too_short")) for row in short),
    )


def _read_factor(data: object, count: int) -> tuple[int, Vector]:
    prime, heights = read_list(data, "a prime factor and heights", 2, 2)
    return read_natural(prime, "a prime factor"), read_naturals(heights, "too_short", count)


# Functions that compare the steps of the certificate with the moves of the rule


def _check_steps(rule: Rule, steps: Sequence[_Step], budget: Budget) -> None:
    """Check that the moves of the rule are exactly the steps of the certificate."""
    try:
        _compare(rule, steps, Relations(Numeration((2,)), budget))
    except OtherNumeration as error:
        _compare(rule, steps, Relations(error.numeration, budget))


def _compare(rule: Rule, steps: Sequence[_Step], relations: Relations) -> None:
    game = Game(rule, relations)
    y = tuple(Variable(f"new {pile}") for pile in rule.piles)
    both = (*game.x, *y)
    moves = _moves(game, y)
    compare, conjuncts = game.translation.comparison, game.translation.conjuncts
    ends = [*game.positions(), *game.positions(y)]
    alternatives = []
    for step in steps:
        places = zip(y, rule.piles, step.vector, strict=True)
        parts = [compare(new, "=", ("+", pile, change), game.names) for new, pile, change in places]
        alternatives.append([*parts, *conjuncts(step.where, game.names), *ends])
    listed = relations.exists(alternatives, both)
    if (wrong := difference(relations, moves, listed, both)) is not None:
        one, two = tuple(wrong[: len(y)]), tuple(wrong[len(y) :])
        is_move = relations.contains(moves, dict(zip(both, wrong, strict=True)))
        if is_move:
            raise NotVerified(f"the move from {one} to {two} is in the rule, but not in the certificate")
        raise NotVerified(f"the move from {one} to {two} is in the certificate, but not in the rule")


def _moves(game: Game, y: Sequence[Variable]) -> Relation:
    """Return the relation of the pairs (x, y) such that, in some order of the piles, a move leads from x to y."""
    rule, relations = game.rule, game.relations
    compare, conjuncts = game.translation.comparison, game.translation.conjuncts
    alternatives = []
    for move in rule.moves:
        for one in shifted(rule, move):
            choices = {choice: Variable(choice) for choice in rule.choices(one)}
            names = {**game.names, **choices}
            parts = [*conjuncts(one.where, names), *game.positions(), *game.positions(y)]
            parts += [compare(new, "=", term, names) for new, term in zip(y, one.to, strict=True)]
            alternatives.append(eliminate(relations, parts, list(choices.values())))
    found = relations.exists(alternatives, (*game.x, *y))
    new = dict(zip(game.x, y, strict=True))
    for group in game.groups:
        for place, first in enumerate(group):
            swaps = [
                {first: other, other: first, new[first]: new[other], new[other]: new[first]} for other in group[place:]
            ]
            found = relations.disjunction([found.renamed(swap) for swap in swaps])
    over = [game.clause(rule.stop, "stop"), game.clause(rule.win, "win")]
    return relations.conjunction([found, *map(relations.complement, over)])


# The values


def _split(
    rule: Rule, steps: Sequence[_Step], windows: Sequence[_Window], idle: Sequence[int], what: str
) -> list[list[_Step]]:
    """Return the steps of each window, after checking that the game is a sum of games on separate piles.

    A pile is idle if no step lowers it and no condition contains its name.
    """
    listed = [*idle, *(pile for window in windows for pile in window.piles)]
    if len(set(listed)) < len(listed):
        refuse("each pile at most once in 'idle' and 'windows'", listed)
    names = free_names(rule.win).union(*(free_names(step.where) for step in steps))
    for pile in idle:
        if rule.piles[pile] in names or any(step.vector[pile] < 0 for step in steps):
            raise NotVerified(
                f"the certificate states that pile {rule.piles[pile]} has no effect on play, but a move or a "
                "condition uses this pile"
            )
    rest = set(range(len(rule.piles))) - set(listed)
    if what == "outcome" and (rest or len(windows) > 1):
        raise NotVerified(
            "a certificate about outcomes must contain exactly one window, and the window must list all piles "
            "that affect play"
        )
    parts = [*(set(window.piles) for window in windows), rest]
    found: list[list[_Step]] = [[] for _ in parts]
    for step in steps:
        used = {pile for pile, change in enumerate(step.vector) if change} - set(idle)
        used |= {rule.piles.index(name) for name in free_names(step.where)}
        part = next((number for number, piles in enumerate(parts) if used <= piles), None)
        if part is None:
            shown = ", ".join(rule.piles[pile] for pile in sorted(used))
            raise NotVerified(
                f"the move {step.vector} depends on the piles {shown}, but no window of the certificate contains all "
                "of these piles"
            )
        found[part].append(step)
    return found[:-1]


class _Condition:
    """A periodic condition on piles; before it is evaluated, large piles are reduced by multiples of the cycle."""

    def __init__(self, formula: Formula, rule: Rule, budget: Budget) -> None:
        self.formula, self.budget = formula, budget
        self.settled = {name: settles(formula, name) for name in sorted(free_names(formula))}
        self.known: dict[Vector, bool] = {}

    def holds(self, chips: Mapping[str, int]) -> bool:
        """Return whether the condition is true for the given piles."""
        folded = [
            chips[name] if chips[name] < tail else tail + (chips[name] - tail) % cycle
            for name, (tail, cycle) in self.settled.items()
        ]
        key = tuple(folded)
        if key not in self.known:
            self.budget.store(16)  # estimate memory: a key and its result need about 128 bytes
            self.known[key] = evaluate_formula(self.formula, dict(zip(self.settled, folded, strict=True)), self.budget)
        return self.known[key]


class _Check:
    """The checker's examination of all positions of one window."""

    def __init__(
        self,
        window: _Window,
        steps: Sequence[_Step],
        rule: Rule,
        misere: bool,
        conditions: Mapping[Formula, _Condition],
        budget: Budget,
    ) -> None:
        self.window, self.rule, self.misere, self.budget = window, rule, misere, budget
        self.names = [rule.piles[pile] for pile in window.piles]
        self.steps = [
            (tuple(step.vector[pile] for pile in window.piles), None if step.where == TRUE else conditions[step.where])
            for step in steps
        ]
        self.win = conditions[rule.win]
        used = [condition for _, condition in self.steps if condition] + [self.win]
        self.sizes = []
        for place, (name, m, p) in enumerate(zip(self.names, window.preperiods, window.periods, strict=True)):
            falls = max([0, *(-vector[place] for vector, _ in self.steps)])
            ends = [condition.settled[name] for condition in used if name in condition.settled]
            tail = max([m + falls, *(tail - rule.least_pile for tail, _ in ends)])
            self.sizes.append(tail + lcm(p, *(cycle for _, cycle in ends)))

    def run(self, what: str) -> int:
        """Check that every position has the value that follows from its options, and return the number of positions."""
        count = prod(self.sizes)
        self.budget.spend(count * (1 + len(self.steps)))
        for heights in product(*map(range, self.sizes)):
            right = self._right_value(heights, what)
            if (value := self.window.value(heights)) != right:
                at = ", ".join(f"{name} = {chips}" for name, chips in self._chips(heights).items())
                raise NotVerified(f"the position {at} has the value {right}, but the certificate states {value}")
        return count

    def _right_value(self, heights: Vector, what: str) -> int:
        """Compute the value of a position from the values of its options; for outcomes, 0 means P and 1 means N."""
        reached = {self.window.value(option) for option in self._options(heights)}
        if what == "grundy":
            return next(value for value in range(len(reached) + 1) if value not in reached)
        if self.misere and not reached:
            return int(not self.win.holds(self._chips(heights)))
        return int(0 in reached)

    def _options(self, heights: Vector) -> Iterator[Vector]:
        chips: dict[str, int] = {}
        for vector, condition in self.steps:
            option = tuple(map(int.__add__, heights, vector))
            if min(option) >= 0:
                if condition:
                    chips = chips or self._chips(heights)
                    if not condition.holds(chips):
                        continue
                yield option

    def _chips(self, heights: Vector) -> dict[str, int]:
        return {name: height + self.rule.least_pile for name, height in zip(self.names, heights, strict=True)}


def _check_least(window: _Window, budget: Budget) -> None:
    def fails(place: int, heights: Vector, period: int) -> bool:
        moved = [*heights]
        moved[place] += period
        return window.value(heights) != window.value(moved)

    for place, (m, p) in enumerate(zip(window.preperiods, window.periods, strict=True)):
        budget.spend(1 + len(window.too_short[place]))
        soon = window.too_soon[place]
        if (soon is None) != (m == 0) or (soon is not None and (soon[place] != m - 1 or not fails(place, soon, p))):
            raise NotVerified(f"the certificate does not prove that the preperiod {m} is the least")
        short = window.too_short[place]
        right = all(heights[place] >= m and fails(place, heights, p // q) for q, heights in short if q)
        if [q for q, _ in short] != list(primes(p)) or not right:
            raise NotVerified(f"the certificate does not prove that the period {p} is the least")


def _described(rule: Rule, windows: Sequence[_Window], idle: Sequence[int]) -> DescribedSet:
    """Return the set of positions for which the nim-sum of the values of all windows is 0.

    A state of the automaton contains, for each pile, the number that its digits so far represent, reduced by whole
    periods.
    """
    least = rule.least_pile
    ends = {
        pile: (preperiod + least, period)
        for window in windows
        for pile, preperiod, period in zip(window.piles, window.preperiods, window.periods, strict=True)
    } | dict.fromkeys(idle, (0, 1))

    def fold(pile: int, number: int) -> int:
        start, period = ends[pile]
        return number if number < start + period else start + (number - start) % period

    def relation(sets: Sets) -> Relation:
        base = sets.relations.numeration.base
        if not base or len(ends) < len(rule.piles):
            raise OutOfReach(
                "the checker can compare a formula with periods only if every pile has a period and the formula "
                "uses only digits in an integer base"
            )
        columns = sets.relations.numeration.columns(len(rule.piles))

        def step(piles: Vector, symbol: int) -> Vector:
            return tuple(fold(pile, base * old + columns[symbol][pile]) for pile, old in enumerate(piles))

        def accepts(piles: Vector) -> bool:
            value = 0
            for window in windows:
                heights = [piles[pile] - least for pile in window.piles]
                value ^= window.value(heights) if min(heights) >= 0 else 0
            return value == 0

        start = (0,) * len(rule.piles)
        return Relation(sets.game.x, explore(start, len(columns), step, accepts, sets.budget))

    return DescribedSet(relation)
