"""`Game`: the checker's relations for the positions, terminal positions and moves of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from .arithmetic import Comparison, Linear
from .automata import Relation, Relations, Variable, same_language
from .errors import NotVerified, OutOfReach
from .formulas import Translation, eliminate
from .trees import FALSE, TRUE, Formula, Move, Rule, Term, expanded, mentioned_names, rename

MOST_SHIFTS = 10_000  # limit on the number of copies of a move that is shifted along circles and rows of piles


class Game:
    """The rule of a certificate as relations of the checker; the variables `x` are the entries of a position."""

    def __init__(self, rule: Rule, relations: Relations) -> None:
        self.rule, self.relations, self.translation = rule, relations, Translation(relations)
        self.x = tuple(Variable(entry) for entry in rule.entries)
        self.names = dict(zip(rule.entries, self.x, strict=True))
        self.groups = [[self.names[pile] for pile in group] for group in rule.any_order]

    # Positions

    def positions(self, variables: Sequence[Variable] | None = None) -> list[Relation]:
        """Return relations that are all true if and only if the variables (by default `x`) form a position."""
        variables = variables or self.x
        rule = self.rule
        parts = self.translation.conjuncts(rule.positions, dict(zip(rule.entries, variables, strict=True)))
        for one in variables[: len(rule.piles)] if rule.least_pile else ():
            parts.append(Comparison(Linear.of(one).plus(Linear.of(-rule.least_pile)), ">=").relation(self.relations))
        return parts

    def clause(self, formula: Formula, what: str) -> Relation:
        """Return the relation of a condition of a rule; refuse any dependence on the order of interchangeable piles."""
        found = self.translation.relation(formula, self.names)
        if formula not in (TRUE, FALSE) and not self.relations.is_symmetric(found, self.groups):
            raise NotVerified(f"'{what}' depends on the order of the piles, but the rule has 'any order'")
        return found

    # Moves

    def step(self, move: Move) -> Step:
        """Return the relations of a move, without the condition that the move leads to a position."""
        choices = {choice: Variable(choice) for choice in self.rule.choices(move)}
        names = {**self.names, **choices}
        parts = self.translation.conjuncts(move.where, names)
        target: list[Variable] = []
        for entry, term in zip(self.rule.entries, move.to, strict=True):
            # If a new entry is a single name, use the variable of this name, unless an earlier new entry already uses
            # this variable.
            if isinstance(term, str) and names[term] not in target:
                target.append(names[term])
                continue
            target.append(Variable(f"new {entry}"))
            parts.append(self.translation.comparison(target[-1], "=", term, names))
        return Step(tuple(parts), tuple(target), tuple(choices.values()))

    def moves_into(self, target: Relation) -> Relation:
        """Return the relation of the positions `x` from which a move leads into the set `target`.

        The set must not depend on the order of interchangeable piles. A member of the set may consist of a position and
        an additional number, which moves do not change. The function computes the relation for each move in one order
        of the piles, and then permutes the piles. If the piles form a circle and rotations do not change the set, one
        rotation of each move is enough.
        """
        relations = self.relations
        turns = self._rotations(target)
        found = []
        for move in self.rule.moves:
            placed = [move] if turns else list(shifted(self.rule, move))
            found += [self._source(self.step(one), target) for one in placed]
        for turn in turns:
            found += [one.renamed(turn) for one in found[: len(self.rule.moves)]]
        return relations.permuted(relations.disjunction(found), self.groups)

    def options(self, y: Sequence[Variable]) -> Relation:
        """Return the relation between a position `x` and its options `y`, in all orders of interchangeable piles.

        The relation does not require that `x` and `y` are positions, or that play has not ended at `x`.
        """
        relations = self.relations
        sources = []
        for move in self.rule.moves:
            for one in shifted(self.rule, move):
                step = self.step(one)
                parts = [*step.parts]
                for own, reached in zip(y, step.target, strict=True):
                    same = Linear.of(own).plus(Linear.of(reached), -1)
                    parts.append(Comparison(same, "=").relation(relations))
                sources.append(relations.exists([parts], (*self.x, *y)))
        found = relations.permuted(relations.disjunction(sources), self.groups)
        new = dict(zip(self.x, y, strict=True))
        return relations.permuted(found, [[new[one] for one in group] for group in self.groups])

    def _source(self, step: Step, target: Relation) -> Relation:
        """Return the relation of the positions from which a move leads into a set."""
        relations = self.relations
        reached = target.renamed(dict(zip(self.x, step.target, strict=True)))
        # First eliminate the choices that are not entries of the option, because other numbers usually determine these
        # choices.
        hidden = [one for one in step.choices if one not in step.target]
        parts = [*eliminate(relations, step.parts, hidden), reached]
        others = [one for one in target.variables if one not in self.x]
        outer = [one for one in self.x if any(one in part.variables for part in parts)]
        return relations.exists([parts], [*outer, *others])

    def _rotations(self, target: Relation) -> list[dict[Variable, Variable]]:
        """Return the rotations of a circle of piles if the rule has one circle and rotations do not change the set."""
        if len(self.rule.circles) != 1 or self.rule.rows:
            return []
        circle = [self.names[pile] for pile in self.rule.circles[0]]
        turn = dict(zip(circle, circle[1:] + circle[:1], strict=True))
        variables = tuple(dict.fromkeys((*self.x, *target.variables)))
        turned = self.relations.over(target.renamed(turn), variables)
        if not same_language(turned, self.relations.over(target, variables), self.relations.budget):
            return []
        size = range(len(circle))
        return [{circle[i]: circle[(i + shift) % len(circle)] for i in size} for shift in size[1:]]


@dataclass(frozen=True)
class Step:
    """A move of a rule as relations of the checker; a player's choice of numbers is legal if all relations are true.

    `target` contains the variable of each entry of the option. An entry that the move does not change has the same
    variable before and after the move.
    """

    parts: tuple[Relation, ...]
    target: tuple[Variable, ...]
    choices: tuple[Variable, ...]


# Circles and rows


def shifted(rule: Rule, move: Move) -> Iterator[Move]:
    """Return all shifted versions of a move along the circles and rows in which the rule arranges its piles."""
    entries = rule.entries
    lists = [(group, True) for group in rule.circles] + [(group, False) for group in rule.rows]
    if not lists:
        yield move
        return
    mentioned = set(mentioned_names(move.where))
    for entry, term in zip(entries, move.to, strict=True):
        if expanded(term) != ({entry: 1}, 0):
            mentioned |= {entry, *mentioned_names(term)}
    shifts = [_shifts(group, is_circle, mentioned) for group, is_circle in lists]
    if (count := prod(map(len, shifts))) > MOST_SHIFTS:
        raise OutOfReach(
            f"a move can be made at {count:,} places in the circles and rows; the checker allows at most "
            f"{MOST_SHIFTS:,}"
        )
    for chosen in product(*shifts):
        new = {
            pile: group[(place + shift) % len(group)]
            for (group, _), shift in zip(lists, chosen, strict=True)
            for place, pile in enumerate(group)
            if pile in mentioned
        }
        target: dict[str, Term] = {entry: entry for entry in entries}
        for entry, term in zip(entries, move.to, strict=True):
            if entry in mentioned:
                target[new.get(entry, entry)] = rename(term, new)
        yield Move((tuple(target[entry] for entry in entries),), rename(move.where, new))


def _shifts(group: Sequence[str], is_circle: bool, mentioned: set[str]) -> list[int]:
    places = [place for place, pile in enumerate(group) if pile in mentioned]
    if not places:
        return [0]
    return list(range(len(group)) if is_circle else range(-places[0], len(group) - places[-1]))
