"""Move relations: automata that read the digits of a position and of an option, for each family of moves.

The aim is an automaton that reads the digits of x and decides whether a move leads from x into a set. There are two
ways to build it. *In one step*, the automaton guesses the digits of the changed entries of the option y. At the same
time it checks that the family relates x and y, and that y is in the set.

If a family changes many entries, as in Empty & Redistribute, guessing all of these entries is slow. *In two steps*, the
family is written as an equation K(x) = L(y) with additional conditions on x alone and on y alone. K and L must have
fewer components than there are changed entries. The first automaton recognises the tuples z = L(y) for all members y of
the set, and is built once. The second automaton guesses only z = K(x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sprague.automata.automaton import Automaton
from sprague.automata.named import GuessProduct, NamedAutomaton, guess_product
from sprague.automata.numeration import Numeration
from sprague.errors import SpragueError
from sprague.language.conditions import TRUE, Compare, Exists, Formula, all_of
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear
from sprague.proofs.translation import translate
from sprague.rules.relations import Link, Relation, at_option, option_name
from sprague.rules.ruleset import Ruleset

FEW = 2  # up to this many changed entries, one step is as fast as two steps


@dataclass(frozen=True)
class RelationStep:
    """A relation between the numbers that an automaton reads and an existentially quantified member of a set.

    `members` contains the names of the entries of this member. Each of these entries is either read or guessed.
    """

    relation: NamedAutomaton
    read: tuple[str, ...]
    guessed: tuple[str, ...]
    members: tuple[str, ...]

    def into(self, target: Automaton) -> GuessProduct:
        """Return the automaton that accepts the numbers read if they are related to a member of the target set."""
        return guess_product(self.relation, NamedAutomaton(target, self.members), self.read, self.guessed)


@lru_cache(maxsize=256)
def one_step_relation(rule: Ruleset, number: int, numeration: Numeration) -> RelationStep:
    """Return the move relation that reads a position x and quantifies the changed entries of its option y."""
    relation = _relation(rule, number)
    formulas = [
        *(_equal(link.term, 0) for link in relation.equations),
        *(_at_least_0(link.term) for link in _telling(relation)),
        *relation.others,
    ]
    automaton = _translated(formulas, numeration, relation.unsolved)
    return RelationStep(automaton, rule.names, _changed_names(relation), _reached_names(rule, relation))


@lru_cache(maxsize=256)
def two_step_relations(rule: Ruleset, number: int, numeration: Numeration) -> tuple[RelationStep, RelationStep] | None:
    """Return two move relations: the first reads z = L(y) and guesses y, the second reads x and guesses z = K(x).

    The result is None if the family does not have this form, or if the family changes few entries.

    Entries that the family leaves unchanged are read together with z. A component of K(x) that is a single entry of x
    is not guessed, because it is read as part of x.
    """
    relation = _relation(rule, number)
    sides = _sides(relation) if len(relation.changed) > FEW else None
    if sides is None:
        return None
    of_x, links, of_y = sides
    if len(links) >= len(relation.changed) or not all(_adds(link.reached) for link in links):
        return None
    numbers: dict[str, Link] = {}
    for place, link in enumerate(links):
        name = str(link.left)
        is_entry = link.left.is_name and name not in relation.kept and name not in numbers
        numbers[name if is_entry else f"#{place}"] = link
    guessed = tuple(name for name, link in numbers.items() if link.left != Linear.of(name))
    of_x += [_equal(numbers[name].left, name) for name in guessed]
    of_y += [_equal(at_option(link.reached), name) for name, link in numbers.items()]
    between = (*numbers, *relation.kept)
    first = RelationStep(
        _translated(of_y, numeration), between, _changed_names(relation), _reached_names(rule, relation)
    )
    return first, RelationStep(_translated(of_x, numeration), rule.names, guessed, between)


def _relation(rule: Ruleset, number: int) -> Relation:
    if not rule.is_linear:
        raise SpragueError(f"{rule.label}: {rule.obstacle}; proofs need linear moves")
    return Relation.of(rule.constraints[number])


def _sides(relation: Relation) -> tuple[list[Formula], list[Link], list[Formula]] | None:
    """Return the conditions on x, the equations K(x) = L(y), and the conditions on y and unchanged entries.

    The result is None if the relation has other conditions.
    """
    if relation.unsolved or relation.others:
        return None
    of_x = [_equal(link.left, 0) for link in relation.equations if not link.reached.names]
    of_y: list[Formula] = []
    for link in _telling(relation):
        if not link.reached.names:
            of_x.append(_at_least_0(link.term))
        elif set(link.left.names) <= set(relation.kept):
            of_y.append(_at_least_0(link.term))
        else:
            return None
    return of_x, [link for link in relation.equations if link.reached.names], of_y


def _adds(term: Linear) -> bool:
    """Return whether all coefficients of a term are positive, so that its value is a natural number."""
    return all(factor > 0 for _, factor in term.coefficients)


def _telling(relation: Relation) -> list[Link]:
    """Return the inequalities, without those that only say that an entry is nonnegative."""
    return [link for link in relation.inequalities if not link.term.is_name]


def _changed_names(relation: Relation) -> tuple[str, ...]:
    return tuple(map(option_name, relation.changed))


def _reached_names(rule: Ruleset, relation: Relation) -> tuple[str, ...]:
    """Return the names of the entries of y; unchanged entries have the same name in x and y."""
    return tuple(option_name(name) if name in relation.changed else name for name in rule.names)


def _equal(term: Linear, other: str | int) -> Formula:
    return Compare(Expression.of(term), "=", Expression.of(other))


def _at_least_0(term: Linear) -> Formula:
    return Compare(Expression.of(0), "<=", Expression.of(term))


def _translated(formulas: Sequence[Formula], numeration: Numeration, without: Sequence[str] = ()) -> NamedAutomaton:
    """Return the automaton of a conjunction in which the names in `without` are existentially quantified."""
    formula = all_of(list(formulas)) if formulas else TRUE
    for name in without:
        formula = Exists(name, formula)
    names = tuple(sorted(formula.names))
    return NamedAutomaton(translate(formula, names, numeration), names)
