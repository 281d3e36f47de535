"""The moves of a game as automata: from a set of positions to those with a move into it.

A family links the position left, x, and the position reached, y. Reading the digits of x, an automaton
guesses those of y and checks, side by side, the linear relation between the two and that y is in the
set. Only piles that the family changes are guessed.

Where many piles change, as in Empty & Redistribute, guessing all of them would be slow. If the relation
says K(x) = L(y), with conditions that speak of x alone or of y alone, then L of the set is computed once,
and only the numbers K(x) are guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.named import Guessing, NamedAutomaton, guess
from sprague.automata.numeration import Numeration
from sprague.automata.subsets import (
    Nondeterministic,
    as_nondeterministic,
    close_leading_zeros,
    determinise,
    trim,
    union,
)
from sprague.errors import OutOfReach, SpragueError
from sprague.formulas.formula import TRUE, Compare, Exists, Expression, Formula, all_of, some_of
from sprague.proofs.translate import formula_of, translate
from sprague.rules.conditions import Condition
from sprague.rules.linear import Linear
from sprague.rules.relations import Link, Relation, arrow, reached
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import arrangements

MOST_ENTRIES = 200_000_000
MOST_SUBSETS = 300_000
SMALL = 2_000  # states, and four for each state of the set, up to which moves are made deterministic
FEW_GUESSED = 2  # changed piles up to which y itself is guessed


@dataclass(frozen=True)
class _Step:
    """A relation over named tracks, and the names of the set it is applied to; `guessed` are inner."""

    relation: NamedAutomaton
    names: tuple[str, ...]
    guessed: tuple[str, ...]


@dataclass(frozen=True)
class _FamilySteps:
    """How a family is walked: `image` turns the set into one over fewer names first, if that helps."""

    image: _Step | None
    image_outer: tuple[str, ...]
    step: _Step


def predecessors(rule: Ruleset, positions: Automaton, limit: int = MOST_ENTRIES) -> Nondeterministic:
    """The positions with a move into the set (`stop` and `win` not considered), as an automaton that guesses.

    The set must not depend on an order of piles that the rule does not tell apart. As long as they stay
    small, the moves of single families in single orders of the piles are made deterministic and joined, which
    leaves less to be guessed at the same time; what grows beyond that is left to guess.
    """
    found: list[Nondeterministic] = []
    joined: Automaton | None = None
    most = SMALL + 4 * positions.states
    for number in range(len(rule.families)):
        moves = trim(close_leading_zeros(_family_moves(rule, number, positions, limit)))
        small = _determinised(moves, most)
        for order in arrangements(range(len(rule.names)), rule.plays[number][1]):
            if small is None:
                found.append(moves.arrange(order))
                continue
            placed = small.arrange(order, len(order))
            together = placed if joined is None else _joined(joined, placed, most)
            if together is None:
                assert joined is not None
                found.append(as_nondeterministic(joined))
                together = placed
            joined = together
    if joined is not None:
        found.append(as_nondeterministic(joined))
    return trim(union(found))


def _family_moves(rule: Ruleset, number: int, positions: Automaton, limit: int) -> Nondeterministic:
    """The positions with a move of one family, with the piles in the order written."""
    steps = _family_steps(rule, number, positions.numeration)
    step, target = steps.step, positions
    if steps.image is not None:
        guessing = trim(close_leading_zeros(_product(steps.image, positions, steps.image_outer, limit)))
        try:
            target = determinise(guessing, MOST_SUBSETS)
        except OutOfReach:
            limits.check()
            # L of the set is too large an automaton; guess y itself.
            step = _direct(rule, number, positions.numeration)
    return _product(step, target, rule.names, limit)


def _determinised(moves: Nondeterministic, most: int) -> Automaton | None:
    try:
        return determinise(moves, most)
    except OutOfReach:
        limits.check()
        return None


def _joined(one: Automaton, two: Automaton, most: int) -> Automaton | None:
    try:
        return one.union(two, most)
    except OutOfReach:
        limits.check()
        return None


def conditions_automaton(
    rule: Ruleset, alternatives: Sequence[Sequence[Condition]], numeration: Numeration
) -> Automaton:
    """The positions in which one of several conjunctions of the rule's conditions holds."""
    parts = [all_of([formula_of(condition) for condition in conjunction]) for conjunction in alternatives]
    return translate(some_of(parts), rule.names, numeration)


@lru_cache(maxsize=256)
def domain(rule: Ruleset, numeration: Numeration) -> Automaton:
    """All positions of the game: tuples whose piles reach the floor."""
    parts: list[Formula] = [
        Compare(Expression.of(rule.lowest(name)), "<=", Expression.of(name)) for name in rule.names if rule.lowest(name)
    ]
    return translate(all_of(parts) if parts else TRUE, rule.names, numeration)


@lru_cache(maxsize=256)
def _family_steps(rule: Ruleset, number: int, numeration: Numeration) -> _FamilySteps:
    relation = _relation(rule, number)
    if len(relation.changed) > FEW_GUESSED and (split := _split(relation)) is not None:
        image, step = split
        return _FamilySteps(
            _Step(_translated(image.formulas, (), numeration), _names_after(rule, relation), _reached_names(relation)),
            image.names,
            _Step(_translated(step.formulas, (), numeration), image.sources, image.guessed),
        )
    return _FamilySteps(None, (), _direct(rule, number, numeration))


def _direct(rule: Ruleset, number: int, numeration: Numeration) -> _Step:
    """Guess the piles that change."""
    relation = _relation(rule, number)
    formulas = [
        *(_equal(link.term, 0) for link in relation.equations),
        *(_at_least_0(link.term) for link in _telling(relation)),
        *(formula_of(condition) for condition in relation.others),
    ]
    relation_automaton = _translated(formulas, relation.unsolved, numeration)
    return _Step(relation_automaton, _names_after(rule, relation), _reached_names(relation))


def _relation(rule: Ruleset, number: int) -> Relation:
    if not rule.is_linear:
        raise SpragueError(f"{rule.label}: expected a linear rule for a proof, got one with a Python function")
    return Relation.of(rule.facts[number])


def _reached_names(relation: Relation) -> tuple[str, ...]:
    return tuple(map(arrow, relation.changed))


def _names_after(rule: Ruleset, relation: Relation) -> tuple[str, ...]:
    """The entries of the position reached, by names: those that are kept have one name before and after."""
    return tuple(arrow(name) if name in relation.changed else name for name in rule.names)


def _telling(relation: Relation) -> list[Link]:
    """The inequalities that say more than that a number is natural."""
    return [link for link in relation.inequalities if not link.term.is_name]


def _equal(term: Linear, other: str | int) -> Formula:
    return Compare(Expression.of(term), "=", Expression.of(other))


def _at_least_0(term: Linear) -> Formula:
    return Compare(Expression.of(0), "<=", Expression.of(term))


def _translated(formulas: Sequence[Formula], without: Sequence[str], numeration: Numeration) -> NamedAutomaton:
    formula: Formula = all_of(list(formulas)) if formulas else TRUE
    for name in without:
        formula = Exists(name, formula)
    names = tuple(sorted(formula.names))
    return NamedAutomaton(translate(formula, names, numeration), names)


@dataclass(frozen=True)
class _Side:
    formulas: tuple[Formula, ...]
    names: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()


def _split(relation: Relation) -> tuple[_Side, _Side] | None:
    """The relation as K(x) = L(y) with conditions on x alone or y alone; None if it is none of that kind."""
    if relation.unsolved or relation.others:
        return None
    links = [link for link in relation.equations if link.reached != Linear()]
    if len(links) >= len(relation.changed) or any(f < 0 for link in links for _, f in link.reached.coefficients):
        return None
    left = [_equal(link.left, 0) for link in relation.equations if link.reached == Linear()]
    right: list[Formula] = []
    for link in _telling(relation):
        if link.reached == Linear():
            left.append(_at_least_0(link.term))
        elif set(link.left.names) <= set(relation.kept):
            right.append(_at_least_0(link.term))
        else:
            return None
    names, guessed = [], []
    for number, link in enumerate(links):
        name = str(link.left)
        if not link.left.is_name or name in relation.kept or name in names:
            name = f"#{number}"
            guessed.append(name)
            left.append(_equal(link.left, name))
        names.append(name)
        right.append(_equal(reached(link.reached), name))
    outer = (*names, *relation.kept)
    return _Side(tuple(right), outer, outer, tuple(guessed)), _Side(tuple(left))


def guess_moves(rule: Ruleset, number: int, positions: Automaton, limit: int = MOST_ENTRIES) -> Guessing:
    """The moves of a family into a set, guessing the piles that change."""
    return _guessing(_direct(rule, number, positions.numeration), positions, rule.names, limit)


def _guessing(step: _Step, target: Automaton, read: Sequence[str], limit: int) -> Guessing:
    return guess(step.relation, NamedAutomaton(target, step.names), read, step.guessed, limit)


def _product(step: _Step, target: Automaton, read: Sequence[str], limit: int) -> Nondeterministic:
    return _guessing(step, target, read, limit).pairs
