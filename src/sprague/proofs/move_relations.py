"""Move relations: automata that read the digits of a position and of an option, for each family of moves.

The move relations give an automaton that reads the digits of a position x and decides whether a move leads from x into
a set. The automaton that recognises the positions with a move into a set can be built in one step or in two steps. *In
one step*, the automaton reads a position x and guesses the digits of the entries that the move changes, which gives an
option y. While reading, the automaton checks that a move of the family leads from x to y and that y is in the set.
Guessing the digits of an option is slow if a move changes many entries of the position, as in Empty & Redistribute. *In
two steps*, the move family is written as an equation K(x) = L(y) with additional conditions on the position x alone and
on the option y alone. The tuples K(x) and L(y) must have fewer components than the number of entries that a move
changes. The first step builds the automaton of the tuples L(y) for all members y of the set. The second step builds an
automaton that reads the position x and guesses only the tuple K(x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd

from sprague.automata.automaton import Automaton
from sprague.automata.linear_forms import FormCondition, FormsAutomaton, count_keys, forms_automaton, group_names
from sprague.automata.named import GuessProduct, NamedAutomaton, guess_product
from sprague.automata.numeration import Numeration
from sprague.errors import SpragueError
from sprague.language.conditions import TRUE, Compare, Exists, Formula, all_of
from sprague.language.expressions import Expression, Mod
from sprague.linear.terms import Linear
from sprague.proofs.translation import translate
from sprague.rules.relations import Link, Relation, at_option, option_name
from sprague.rules.ruleset import Ruleset

# with more columns of digits than this number, an automaton reads the values of linear forms instead of digits
MANY_COLUMNS = 2_000
# a move relation is built in one step if at most this many entries change
FEW = 2


@dataclass(frozen=True)
class RelationStep:
    """One step of a move relation: conditions that connect numbers read by an automaton with a member of a set.

    The relation is the conjunction of `formulas`, with the names in `unsolved` existentially quantified. If all
    conditions of the step are linear, `forms` expresses the conditions through linear forms. The automaton of the step
    reads the numbers named in `read` and guesses the numbers named in `guessed`. The names in `members` stand for the
    entries of a member of the set.
    """

    formulas: tuple[Formula, ...]
    unsolved: tuple[str, ...]
    forms: tuple[FormCondition, ...]
    numeration: Numeration
    read: tuple[str, ...]
    guessed: tuple[str, ...]
    members: tuple[str, ...]

    @cached_property
    def relation(self) -> NamedAutomaton:
        """The relation as an automaton with one track for each name."""
        return _translated(self.formulas, self.numeration, self.unsolved)

    @cached_property
    def _guessing(self) -> NamedAutomaton | FormsAutomaton:
        """The automaton of the relation, which reads values of linear forms if there are too many columns of digits."""
        if self.forms:
            columns = self.numeration.digits ** len({name for formula in self.formulas for name in formula.names})
            keys = count_keys(group_names([one.form for one in self.forms]), self.numeration.digits)
            if columns > MANY_COLUMNS and keys < columns:
                return forms_automaton(self.forms, self.numeration)
        return self.relation

    def into(self, target: Automaton) -> GuessProduct:
        """Return the automaton of the tuples that the relation connects with some member of the target set."""
        return guess_product(self._guessing, NamedAutomaton(target, self.members), self.read, self.guessed)


@dataclass(frozen=True)
class LinearConditions:
    """Linear conditions of a move relation: terms that must be 0, at least 0, or multiples of a modulus.

    The names in `unsolved`, which are choices of a move such as the number k of removed chips, are existentially
    quantified.
    """

    equations: tuple[Linear, ...]
    inequalities: tuple[Linear, ...]
    multiples: tuple[tuple[Linear, int], ...]
    unsolved: tuple[str, ...]

    def formulas(self) -> list[Formula]:
        """Return the linear conditions of a move relation as formulas."""
        return [
            *(_equal(term, 0) for term in self.equations),
            *(_at_least_0(term) for term in self.inequalities),
            *(_equal(Mod(Expression.of(term), modulus), 0) for term, modulus in self.multiples),
        ]

    def over_forms(self) -> list[FormCondition]:
        """Return the conditions of a move relation as conditions on linear forms, which a `FormsAutomaton` can read."""
        return [
            *(FormCondition(term.coefficients, term.constant, "=") for term in self.equations),
            *(FormCondition(term.coefficients, term.constant, ">=") for term in self.inequalities),
            *(FormCondition(term.coefficients, term.constant, "divisible", m) for term, m in self.multiples),
        ]


def divide_choices(relation: Relation) -> LinearConditions:
    """Return the linear conditions of a move relation without the choices that an equation determines.

    For example, a move may have the condition 3k = t, for a choice k and a term t without k. Then k exists if and only
    if 3 divides t, so the condition "3 divides t" replaces the equation 3k = t. Both sides of every further condition
    on k are multiplied by 3, and the term t replaces 3k. Because k is eliminated, the automaton of the move relation
    does not read the digits of k.
    """
    equations = [link.term for link in relation.equations]
    inequalities = [link.term for link in relation.inequalities]
    multiples: list[tuple[Linear, int]] = []
    used = {name for condition in relation.others for name in condition.names}
    unsolved = []
    for choice in relation.unsolved:
        source = next((term for term in equations if term.coefficient(choice)), None)
        if source is None or choice in used or any(term.coefficient(choice) for term, _ in multiples):
            unsolved.append(choice)
            continue
        factor = source.coefficient(choice)
        if factor > 0:
            source, factor = -source, -factor
        factor = -factor
        quotient = source + factor * Linear.of(choice)  # the term t in m k = t

        def divided(term: Linear, name: str = choice, times: int = factor, value: Linear = quotient) -> Linear:
            if not (own := term.coefficient(name)):
                return term
            return _reduced(times * (term - own * Linear.of(name)) + own * value)

        inequalities = [divided(term) for term in [*inequalities, Linear.of(choice)]]
        equations = [new for term in equations if (new := divided(term)) != Linear()]
        multiples.append((quotient, factor))
    strongest: dict[tuple[tuple[str, int], ...], int] = {}
    for term in inequalities:
        if not term.is_natural:
            strongest[term.coefficients] = min(term.constant, strongest.get(term.coefficients, term.constant))
    return LinearConditions(
        tuple(dict.fromkeys(equations)),
        tuple(Linear(coefficients, constant) for coefficients, constant in strongest.items()),
        tuple(multiples),
        tuple(unsolved),
    )


def _reduced(term: Linear) -> Linear:
    """Return a linear term divided by the greatest common divisor of its coefficients and its constant."""
    divisor = gcd(term.constant, *(factor for _, factor in term.coefficients))
    if divisor <= 1:
        return term
    return Linear.build({name: factor // divisor for name, factor in term.coefficients}, term.constant // divisor)


@lru_cache(maxsize=256)
def one_step_relation(rule: Ruleset, number: int, numeration: Numeration) -> RelationStep:
    """Return the one-step relation of a move family: read a position, and guess the changed entries of the option."""
    relation = _relation(rule, number)
    conditions = divide_choices(relation)
    names = _changed_names(relation), _reached_names(rule, relation)
    formulas = (*conditions.formulas(), *relation.others)
    forms: tuple[FormCondition, ...] = ()
    if not relation.others and not conditions.unsolved:
        forms = tuple(conditions.over_forms())
    return RelationStep(formulas, conditions.unsolved, forms, numeration, rule.names, *names)


@lru_cache(maxsize=256)
def two_step_relations(rule: Ruleset, number: int, numeration: Numeration) -> tuple[RelationStep, RelationStep] | None:
    """Return the two steps of a move relation K(x) = L(y): the first guesses the option y, the second guesses K(x).

    The result is None if the moves of the family cannot be written as K(x) = L(y), or change only a few entries.

    The automata of both steps also read the entries that the moves of the family leave unchanged. If a component of
    K(x) is an entry of the position x, the automaton reads this entry instead of guessing it.
    """
    relation = _relation(rule, number)
    sides = _sides(relation) if len(relation.changed) > FEW else None
    if sides is None:
        return None
    of_x, links, of_y = sides
    if len(links) >= len(relation.changed) or not all(_has_positive_coefficients(link.reached) for link in links):
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
    changed, reached = _changed_names(relation), _reached_names(rule, relation)
    first = RelationStep(tuple(of_y), (), (), numeration, between, changed, reached)
    return first, RelationStep(tuple(of_x), (), (), numeration, rule.names, guessed, between)


def _relation(rule: Ruleset, number: int) -> Relation:
    if not rule.is_linear:
        raise SpragueError(f"{rule.label}: {rule.obstacle}; proofs need linear moves")
    return Relation.of(rule.constraints[number])


def _sides(relation: Relation) -> tuple[list[Formula], list[Link], list[Formula]] | None:
    """Split a move relation into conditions on the position x, equations K(x) = L(y), and conditions on the option y.

    The conditions on the option y can also contain the entries that a move leaves unchanged. The result is None if the
    move relation cannot be split into conditions on x, conditions on y, and equations K(x) = L(y).
    """
    if relation.unsolved or relation.others:
        return None
    of_x = [_equal(link.left, 0) for link in relation.equations if not link.reached.names]
    of_y: list[Formula] = []
    for link in _nontrivial_inequalities(relation):
        if not link.reached.names:
            of_x.append(_at_least_0(link.term))
        elif set(link.left.names) <= set(relation.kept):
            of_y.append(_at_least_0(link.term))
        else:
            return None
    return of_x, [link for link in relation.equations if link.reached.names], of_y


def _has_positive_coefficients(term: Linear) -> bool:
    """Return whether all coefficients of a linear term are positive."""
    return all(factor > 0 for _, factor in term.coefficients)


def _nontrivial_inequalities(relation: Relation) -> list[Link]:
    """Return the inequalities of a move relation, except those that only state that an entry is nonnegative."""
    return [link for link in relation.inequalities if not link.term.is_name]


def _changed_names(relation: Relation) -> tuple[str, ...]:
    return tuple(map(option_name, relation.changed))


def _reached_names(rule: Ruleset, relation: Relation) -> tuple[str, ...]:
    """Return the names of the entries of an option; an unchanged entry has the same name as in the position."""
    return tuple(option_name(name) if name in relation.changed else name for name in rule.names)


def _equal(term: Linear | Mod, other: str | int) -> Formula:
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
