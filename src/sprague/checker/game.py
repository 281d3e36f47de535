"""`Game`: the checker's relations for the positions, ends of play and moves of a rule."""

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

MOST_SHIFTS = 10_000  # places in circles and rows at which one move may start


class Game:
    """The rule of a certificate as relations of the checker between the variables `x`, one for each entry."""

    def __init__(self, rule: Rule, relations: Relations) -> None:
        self.rule, self.relations, self.translation = rule, relations, Translation(relations)
        self.x = tuple(Variable(entry) for entry in rule.entries)
        self.names = dict(zip(rule.entries, self.x, strict=True))
        self.groups = [[self.names[pile] for pile in group] for group in rule.any_order]

    # ------------------------------------------------------------------ positions

    def positions(self, variables: Sequence[Variable] | None = None) -> list[Relation]:
        """Return relations that all hold if and only if the variables (by default `x`) are a position."""
        variables = variables or self.x
        rule = self.rule
        parts = self.translation.conjuncts(rule.positions, dict(zip(rule.entries, variables, strict=True)))
        for one in variables[: len(rule.piles)] if rule.least_pile else ():
            parts.append(Comparison(Linear.of(one).plus(Linear.of(-rule.least_pile)), ">=").relation(self.relations))
        return parts

    def clause(self, formula: Formula, what: str) -> Relation:
        """Return the relation of a clause about positions, which must be symmetric where the rule is."""
        found = self.translation.relation(formula, self.names)
        if formula not in (TRUE, FALSE) and not self.relations.is_symmetric(found, self.groups):
            raise NotVerified(f"'{what}' depends on the order of piles whose order does not matter")
        return found

    # ------------------------------------------------------------------ moves

    def step(self, move: Move) -> Step:
        """Return the relations of a move; the condition that its target is a position is not among them."""
        choices = {choice: Variable(choice) for choice in self.rule.choices(move)}
        names = {**self.names, **choices}
        parts = self.translation.conjuncts(move.where, names)
        target: list[Variable] = []
        for entry, term in zip(self.rule.entries, move.to, strict=True):
            # An entry that becomes another entry or a choice needs no new variable, unless two entries become the same.
            if isinstance(term, str) and names[term] not in target:
                target.append(names[term])
                continue
            target.append(Variable(f"new {entry}"))
            parts.append(self.translation.comparison(target[-1], "=", term, names))
        return Step(tuple(parts), tuple(target), tuple(choices.values()))

    def moves_into(self, target: Relation) -> Relation:
        """Return the tuples `x` with a move into a set of positions; the set must be symmetric where the rule is.

        The set may be one of pairs of a position and another number, which then stays the same. A move is examined in
        the order of piles in which it is written: as the set does not depend on the order, the other orders give the
        same tuples in other orders. A circle is treated alike if the set can be rotated.
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

    def _source(self, step: Step, target: Relation) -> Relation:
        """The tuples from which a step leads into a set."""
        relations = self.relations
        reached = target.renamed(dict(zip(self.x, step.target, strict=True)))
        # A choice that is no entry of the option is eliminated first: mostly the other numbers determine it.
        hidden = [one for one in step.choices if one not in step.target]
        parts = [*eliminate(relations, step.parts, hidden), reached]
        others = [one for one in target.variables if one not in self.x]
        outer = [one for one in self.x if any(one in part.variables for part in parts)]
        return relations.exists([parts], [*outer, *others])

    def _rotations(self, target: Relation) -> list[dict[Variable, Variable]]:
        """The rotations of the only circle, without the identity, if the set is invariant under them; else none."""
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
    """A move of a rule as relations of the checker that all hold for some numbers of the choices.

    `target` has the variable of each entry of the option; an entry that does not change keeps its variable.
    """

    parts: tuple[Relation, ...]
    target: tuple[Variable, ...]
    choices: tuple[Variable, ...]


# ------------------------------------------------------------------------------ circles and rows


def shifted(rule: Rule, move: Move) -> Iterator[Move]:
    """Return all versions of a move of a rule, shifted along its circles and rows."""
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
        raise OutOfReach(f"a move may start at {count:,} places; the checker examines at most {MOST_SHIFTS:,}")
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
