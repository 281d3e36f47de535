"""The moves of a game as steps: fixed numbers that are added to the piles, under conditions on the piles.

Heights count from the least a pile may have. Where a game has other moves than these, or conditions that a large pile
does not settle, no window can prove anything about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, lcm, prod

from sprague.checker.atoms import Atom, Fact, at_least, holds
from sprague.checker.budget import Budget
from sprague.checker.play import Move, Play
from sprague.errors import SpragueError
from sprague.rules.equations import solve_equations
from sprague.rules.linear import Linear

Vector = tuple[int, ...]
Conditions = tuple[Fact, ...]


@dataclass(frozen=True)
class Step:
    """A move that adds fixed numbers to the piles, under conditions on the piles."""

    vector: Vector
    where: Conditions


@dataclass(frozen=True)
class Steps:
    """All moves of a game on these piles, and where play is over: each of `stops` and `wins` is a conjunction."""

    names: tuple[str, ...]
    steps: tuple[Step, ...]
    stops: tuple[Conditions, ...]
    wins: tuple[Conditions, ...]

    @staticmethod
    def of(play: Play, budget: Budget) -> Steps:
        if not play.is_everywhere:
            raise SpragueError(
                "expected a game without 'positions where', got one with it; a window cannot prove anything"
            )
        stops, wins = (
            tuple(_periodic([_in_heights(play, atom) for atom in group]) for group in groups)
            for groups in (play.stop, play.win)
        )
        return Steps(play.names, tuple(_steps(play, budget)), stops, wins)

    @property
    def conditions(self) -> list[Fact]:
        return [fact for group in (*(step.where for step in self.steps), *self.stops, *self.wins) for fact in group]

    @property
    def matter(self) -> set[int]:
        """The piles that a move lowers or a condition names: play depends on no others."""
        named = {self.names.index(name) for fact in self.conditions for name in fact.names}
        return named | {i for i in range(len(self.names)) for step in self.steps if step.vector[i] < 0}

    def that_change(self, piles: Sequence[int]) -> Steps:
        """The game with those of its moves that change one of these piles."""
        own = tuple(step for step in self.steps if any(step.vector[i] for i in piles))
        return Steps(self.names, own, self.stops, self.wins)

    def settled(self, pile: int) -> tuple[int, int, int]:
        """The most a pile falls in a move; from which height on, and by which steps, growing changes no condition."""
        falls = max([0, *(-step.vector[pile] for step in self.steps)])
        return falls, *_settles(self.conditions, self.names[pile])

    def options(self, heights: Mapping[str, int], piles: Sequence[int]) -> Iterator[Vector]:
        """What one move reaches, of these piles, where the heights are those of all piles that matter."""
        if self.is_won(heights) or _one_holds(self.stops, heights):
            return
        for step in self.steps:
            option = tuple(heights[self.names[i]] + step.vector[i] for i in piles)
            if min(option) >= 0 and all(holds(fact, heights) for fact in step.where):
                yield option

    def is_won(self, heights: Mapping[str, int]) -> bool:
        """Whether `win when` ends play here."""
        return _one_holds(self.wins, heights)


def _one_holds(alternatives: Sequence[Conditions], heights: Mapping[str, int]) -> bool:
    return any(all(holds(fact, heights) for fact in group) for group in alternatives)


def _in_heights(play: Play, atom: Atom) -> Atom:
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
                raise SpragueError(
                    "expected no condition that compares piles with each other, got one; a window cannot prove anything"
                )
            # From here on the term outweighs its constant and all residues, and the other piles only help.
            slack = abs(fact.linear.constant) + sum(residue.modulus for _, residue in fact.residues)
            tail = max(tail, slack // abs(factor) + 1)
    return tail, cycle


def _steps(play: Play, budget: Budget) -> Iterator[Step]:
    """Every move, with each choice that its conditions leave, in heights."""
    count = 0
    for move in play.moves:
        move = _without_derived(play, move)
        for chosen in _choices(play, move, budget):
            count += 1
            budget.keep_positions(count)
            one = move.substitute({name: Linear.of(value) for name, value in chosen.items()})
            atoms = [_in_heights(play, atom) for atom in one.where]
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


def _choices(play: Play, move: Move, budget: Budget) -> Iterator[dict[str, int]]:
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
    budget.keep_positions(prod(max(bound + 1, 0) for bound in most.values()))
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
