"""Moves that change piles each for itself: what they lead into is found pile by pile.

In Moore's Nim and in Circular Nim a move reaches u <= a, v <= b, w <= c, not all of them equal. To guess u, v and w at
the same time takes many states. But "for some u, v, w" is "for some u, for some v, for some w": where no condition
speaks of two of them, the positions with a move are made from the set by one number after another, and each step is a
set with few states. That something changes goes along as a second set: it has changed before, or it changes now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.checker.atoms import Atom, Fact, at_least
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.sets import Dfa, Machine, image
from sprague.rules.linear import Linear


@dataclass(frozen=True)
class Separate:
    """A move as conditions on each number guessed, with the pile that it takes the place of; in the order of piles.

    `changes` has the same conditions, sharpened so that the pile changes, if some pile has to (else it is empty).
    """

    names: tuple[str, ...]
    reads: tuple[str, ...]
    asked: dict[str, frozenset[Atom]]
    changes: dict[str, frozenset[Atom]]
    outside: frozenset[Atom]

    @staticmethod
    def of(names: Sequence[str], reads: Sequence[str], where: frozenset[Atom]) -> Separate | None:
        """None if something is asked of two numbers guessed, or of one and another pile that changes too."""
        own = {read: name for name, read in zip(names, reads, strict=True)}
        kept = set(reads) & set(names)
        guessed = [read for read in reads if read not in names]
        known = {name for atom in where for name in atom.names} <= {*names, *guessed}
        if not known or len(own) < len(names) or any(own[name] != name for name in kept):
            return None
        change, parts = _some_change(where, guessed)
        left = where - {change}
        asked = {name: frozenset(atom for atom in left if name in atom.names) for name in guessed}
        if any(atom.names - {name, own[name]} - kept for name, atoms in asked.items() for atom in atoms):
            return None
        changes = {}
        for part in parts:
            (name,) = part.names & set(guessed)
            changes[name] = asked[name] - {part} | {at_least(part.linear, 1)}
        outside = frozenset(atom for atom in left if atom.names <= set(names))
        return Separate(tuple(names), tuple(reads), asked, changes, outside)

    def machines(self, target: Dfa, made: dict[object, Dfa], digits: Digits, budget: Budget) -> list[Machine]:
        """The moves into a set, guessing the last number alone; sets that others make too are made once."""
        *others, last = self.asked
        tracks = self.reads
        same, changed = target, None  # where nothing need have changed so far; where something has
        done: frozenset[Atom] = frozenset()
        sharp: frozenset[Atom] = frozenset()
        for name in others:
            before, tracks = tracks, self._without(name, tracks)
            done, sharp = done | self.asked[name], sharp | self.changes.get(name, frozenset())
            at_all = [Machine(tracks, [name], self.asked[name], same, before, digits)]
            if sharp:
                machines = self._changing(name, same, changed, before, frozenset(), digits)
                changed = _made((tracks, done, sharp), machines, made, budget)
            same = _made((tracks, done), at_all, made, budget)
        if self.changes:
            return self._changing(last, same, changed, tracks, self.outside, digits)
        return [Machine(self.names, [last], self.asked[last] | self.outside, same, tracks, digits)]

    def _changing(
        self, name: str, same: Dfa, changed: Dfa | None, before: Sequence[str], more: frozenset[Atom], digits: Digits
    ) -> list[Machine]:
        """Guess a number where something has changed before, or changes now."""
        tracks = self._without(name, before)
        found = []
        if name in self.changes:
            found.append(Machine(tracks, [name], self.changes[name] | more, same, before, digits))
        if changed is not None:
            found.append(Machine(tracks, [name], self.asked[name] | more, changed, before, digits))
        return found

    def _without(self, name: str, tracks: Sequence[str]) -> tuple[str, ...]:
        """The tracks with the pile itself where the number stood that takes its place."""
        return tuple(own if track == name else track for own, track in zip(self.names, tracks, strict=True))


def _made(key: object, machines: Sequence[Machine], made: dict[object, Dfa], budget: Budget) -> Dfa:
    if key not in made:
        made[key] = image(machines, len(machines[0].columns), budget)
    return made[key]


def _some_change(where: frozenset[Atom], guessed: Sequence[str]) -> tuple[Fact | None, list[Fact]]:
    """The condition that of several natural numbers one is not 0, and that they are natural numbers; each of them has
    one number guessed. None if there is no such condition.
    """
    naturals = [fact for fact in where if isinstance(fact, Fact) and fact.relation == ">=" and not fact.residues]
    single = [fact for fact in naturals if len(fact.names & set(guessed)) == 1]
    for fact in naturals:
        rest, parts = fact.linear + 1, []
        for part in single:
            if all(rest.coefficient(name) == factor for name, factor in part.linear.coefficients):
                rest = rest - part.linear
                parts.append(part)
        if len(parts) > 1 and rest == Linear():
            return fact, parts
    return None, []
