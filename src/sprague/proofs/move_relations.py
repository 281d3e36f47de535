"""Move relations: automata that relate the digits of a position and of its options, for each move family.

Whether a move leads from x into a set is asked by an automaton that reads the digits of x. *In one step* it guesses the
digits of y, of those entries that the family changes, and checks side by side that x and y are linked and that y is in
the set.

Where many entries change, as in Empty & Redistribute, guessing all of them would be slow. *In two steps*: the family
says K(x) = L(y), with conditions that speak of x alone or of y alone, for fewer numbers than entries change. Then the
numbers z = L(y) of the members y are an automaton of their own, made once, and of these only z = K(x) is guessed.
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

FEW = 2  # entries that change, up to which guessing them all is as good


@dataclass(frozen=True)
class RelationStep:
    """A step of a move relation: a relation between numbers that are read and the guessed members of a set.

    `members` are the names of the entries of a tuple in the set, each of them read or guessed.
    """

    relation: NamedAutomaton
    read: tuple[str, ...]
    guessed: tuple[str, ...]
    members: tuple[str, ...]

    def into(self, target: Automaton) -> GuessProduct:
        """Return the automaton of the numbers read that are related to a member of this set."""
        return guess_product(self.relation, NamedAutomaton(target, self.members), self.read, self.guessed)


@lru_cache(maxsize=256)
def one_step_relation(rule: Ruleset, number: int, numeration: Numeration) -> RelationStep:
    """Return the move relation that reads a position x and guesses the entries of the option y that change.

    These are the entries that the move family changes.
    """
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
    """Return the move relations that read z = L(y) and guess y, then read x and guess z = K(x).

    None if the family does not have this form, or if it changes few entries.

    Entries that the family keeps go along with z. Where K(x) is just one entry, and not one that is kept, it need not
    be guessed: z is that entry.
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
    """Return the conditions on x alone, the equations K(x) = L(y), and the conditions on y and kept entries alone.

    None if there are others.
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
    """Return whether a term only adds, so that it is a natural number."""
    return all(factor > 0 for _, factor in term.coefficients)


def _telling(relation: Relation) -> list[Link]:
    """Return the inequalities that say more than that a number is natural."""
    return [link for link in relation.inequalities if not link.term.is_name]


def _changed_names(relation: Relation) -> tuple[str, ...]:
    return tuple(map(option_name, relation.changed))


def _reached_names(rule: Ruleset, relation: Relation) -> tuple[str, ...]:
    """Return the names of the entries of y; kept entries have one name in x and y."""
    return tuple(option_name(name) if name in relation.changed else name for name in rule.names)


def _equal(term: Linear, other: str | int) -> Formula:
    return Compare(Expression.of(term), "=", Expression.of(other))


def _at_least_0(term: Linear) -> Formula:
    return Compare(Expression.of(0), "<=", Expression.of(term))


def _translated(formulas: Sequence[Formula], numeration: Numeration, without: Sequence[str] = ()) -> NamedAutomaton:
    """Return the automaton of a conjunction with the names of `without` existentially quantified."""
    formula = all_of(list(formulas)) if formulas else TRUE
    for name in without:
        formula = Exists(name, formula)
    names = tuple(sorted(formula.names))
    return NamedAutomaton(translate(formula, names, numeration), names)
