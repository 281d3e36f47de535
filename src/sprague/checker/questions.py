"""`check_question`: the checker's verification of answers to first-order questions about sets of positions.

A file in the format `sprague-question` contains certificates of theorems, definitions of named sets, a formula that
uses these sets, and the answer. The checker verifies the theorems, builds the relations of the sets, translates the
formula into a relation, and compares this relation with the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .arithmetic import Comparison, Linear
from .automata import Dfa, Relation, Relations, Variable
from .errors import Budget, NotVerified, OutOfReach
from .formulas import Names, Translation
from .kernel import Sets, read_automaton
from .notation import format_formula, format_rule
from .numeration import Numeration, read_numeration
from .trees import (
    RESERVED,
    Formula,
    Rule,
    TreeReader,
    free_names,
    read_list,
    read_name,
    read_natural,
    read_object,
    read_rule,
    read_word,
    refuse,
)

P, N, VALUE, POSITION, TERMINAL, MOVE = PREDICATES = ("P", "N", "value", "position", "terminal", "move")
MOST_THEOREMS, MOST_SETS, MOST_NAMES = 20, 100, 12
_SET_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.=]{0,59}", re.ASCII)
_KINDS = ("p-positions", "grundy-values", "grundy-function")


@dataclass(frozen=True)
class CheckedQuestion:
    """The checker's result for a question: the statement, the definitions of sets, and the reasons why play ends."""

    statement: str
    definitions: tuple[str, ...]
    termination: tuple[str, ...]
    rules: tuple[str, ...]
    examined: int


# A function that verifies the certificate of a theorem and returns the reason why play ends.
TheoremCheck = Callable[[Mapping[str, object], Budget], str]


def check_question(data: Mapping[str, object], budget: Budget, check_theorem: TheoremCheck) -> CheckedQuestion:
    """Verify the answer to a question with the checker.

    Args:
        data: the JSON object of the file.
        budget: limits on steps, states and seconds.
        check_theorem: the function that verifies the theorems in the file.

    Raises:
        NotACertificate: the data does not follow the format.
        NotVerified: the answer is wrong, or a theorem is not proved.
        OutOfReach: the budget is too small.
    """
    required = ("format", "version", "numeration", "games", "sets", "names", "question", "answer")
    fields = read_object(data, "a question", required, ("quotations",))
    if type(fields["version"]) is not int or fields["version"] != 1:
        refuse("version 1 of the format 'sprague-question'", fields["version"])
    numeration = read_numeration(fields["numeration"])
    relations = Relations(numeration, budget)
    games = [_read_game(one, numeration, budget, check_theorem) for one in _list(fields["games"], "games")]
    sets: dict[str, Relation] = {}
    translation = _QuestionTranslation(relations, sets)
    definitions = []
    for one in read_list(fields["sets"], "sets", 0, MOST_SETS):
        name, relation, text = _read_set(one, games, sets, translation)
        sets[name] = relation
        definitions.append(text)
    names = [read_name(one) for one in read_list(fields["names"], "names", 0, MOST_NAMES)]
    if len(set(names)) < len(names):
        refuse("distinct names", names)
    question = _reader(sets).formula(fields["question"])
    if free_names(question) != set(names):
        refuse("the free names of the question in 'names'", names)
    shown = format_formula(question)
    variables = {name: Variable(name) for name in names}
    found = translation.relation(question, variables)
    examined = len(found.dfa.transitions)
    if not names:
        answer = fields["answer"]
        if type(answer) is not bool:
            refuse("the answer true or false to a question without free names", answer)
        if relations.is_empty([found]) == answer:
            raise NotVerified(
                f"the certificate answers '{shown}' with {_word(answer)}, but the correct answer is {_word(not answer)}"
            )
        statement = f"the answer to the question '{shown}' is {_word(answer)}"
    else:
        given = read_object(fields["answer"], "the answer", ("automaton",), ("formula",))
        dfa = read_automaton(given["automaton"], numeration, len(names))
        tracks = tuple(variables.values())
        examined += _compare(Relation(tracks, dfa), found, tracks, relations, "the question")
        states = f"{len(dfa.transitions)} state{'' if len(dfa.transitions) == 1 else 's'}"
        statement = (
            f"the question '{shown}' is true exactly for the members ({', '.join(names)}) of an automaton with "
            f"{states} in {numeration}"
        )
        if "formula" in given:
            formula = TreeReader().formula(given["formula"])
            if unknown := free_names(formula) - set(names):
                refuse("a formula with the names of the question", sorted(unknown))
            described = translation.relation(formula, variables)
            examined += _compare(Relation(tracks, dfa), described, tracks, relations, "the formula")
            statement += f", and the formula '{format_formula(formula)}' describes the same set"
    used = [game for game in games if game.termination]
    return CheckedQuestion(
        statement,
        tuple(definitions),
        tuple(game.termination for game in used),
        tuple(format_rule(game.rule) for game in games),
        examined,
    )


def _list(data: object, what: str) -> list[Any]:
    return read_list(data, what, 0, MOST_THEOREMS)


def _word(answer: bool) -> str:
    return "yes" if answer else "no"


def _compare(one: Relation, two: Relation, variables: Sequence[Variable], relations: Relations, what: str) -> int:
    """Check that two relations of a question are equal; return the number of compared states."""
    only_one = relations.conjunction([one, relations.complement(two)])
    only_two = relations.conjunction([two, relations.complement(one)])
    for relation, is_member in ((only_one, True), (only_two, False)):
        if not relations.is_empty([relation]):
            names = ", ".join(variable.label for variable in variables)
            if is_member:
                raise NotVerified(f"the set in the certificate contains a tuple ({names}) for which {what} is false")
            raise NotVerified(
                f"the set in the certificate is incomplete: a tuple ({names}) for which {what} is true is missing"
            )
    if not relations.numeration.base:
        for variable in variables:
            wrong = relations.conjunction([one, relations.complement(relations.valid(variable))])
            if wrong.dfa.accepting:
                raise NotVerified(
                    f"the set in the certificate contains digits of '{variable.label}' that do not represent a number"
                )
    return len(only_one.dfa.transitions) + len(only_two.dfa.transitions)


# Games


@dataclass
class _QuestionGame:
    """A game that a question is about: its rule and, if the question uses outcomes or values, automata of a theorem."""

    rule: Rule
    numeration: Numeration
    budget: Budget
    kind: str = ""
    misere: bool = False
    dfas: tuple[Dfa, ...] = ()
    track: str = ""
    complete: bool = False
    termination: str = ""

    @cached_property
    def sets(self) -> Sets:
        return Sets(self.rule, self.numeration, self.budget)

    @property
    def play(self) -> str:
        return "misère play" if self.misere else "normal play"

    def value(self, number: int) -> Relation:
        """Return the relation of the positions whose Grundy value is `number`."""
        if self.kind == "grundy-values":
            if number < len(self.dfas):
                return Relation(self.sets.game.x, self.dfas[number])
            if self.complete:
                return self.sets.relations.false
            refuse(f"a theorem about Grundy value {number}", f"Grundy values 0 to {len(self.dfas) - 1}")
        track = Variable("value")
        if self.track == "power" and number > 1000:
            raise OutOfReach(
                f"the Grundy value {number} is too large; for a theorem that stores 2**value, the checker "
                "supports values up to 1,000"
            )
        wanted = 1 << number if self.track == "power" else number
        exact = Comparison(Linear.of(track).plus(Linear.of(-wanted)), "=").relation(self.sets.relations)
        pairs = Relation((*self.sets.game.x, track), self.dfas[0])
        return self.sets.relations.exists([[pairs, exact]], self.sets.game.x)

    def outcomes(self) -> Relation:
        """Return the relation of the P-positions."""
        return Relation(self.sets.game.x, self.dfas[0]) if self.kind == "p-positions" else self.value(0)

    def predicate(self, kind: str, number: int | None) -> Relation:
        """Return the relation of a predicate of the game, such as "is a P-position" or "is terminal"."""
        sets, relations = self.sets, self.sets.relations
        x = sets.game.x
        if kind in (P, N, VALUE) and not self.kind:
            refuse(f"a theorem for the predicate {kind!r}", "a rule without a theorem")
        if kind == VALUE and self.kind == "p-positions":
            refuse("a theorem about Grundy values for the predicate 'value'", self.kind)
        if kind == P:
            return self.over(self.outcomes(), x)
        if kind == N:
            return self.over(relations.conjunction([sets.positions, relations.complement(self.outcomes())]), x)
        if kind == VALUE and number is not None:
            return self.over(self.value(number), x)
        if kind == VALUE:
            if self.kind != "grundy-function" or self.track != "value":
                refuse("a theorem about the Grundy function with the track 'value'", self.kind)
            return Relation((*x, Variable("value")), self.dfas[0])
        if kind == POSITION:
            return self.over(sets.positions, x)
        over = relations.disjunction([sets.stop, sets.win])
        if kind == TERMINAL:
            stuck = relations.complement(sets.game.moves_into(sets.positions))
            return self.over(relations.conjunction([sets.positions, relations.disjunction([over, stuck])]), x)
        y = tuple(Variable(f"option {one.label}") for one in x)
        parts = [sets.game.options(y), *sets.game.positions(), *sets.game.positions(y), relations.complement(over)]
        return self.over(relations.conjunction(parts), (*x, *y))

    def over(self, relation: Relation, variables: tuple[Variable, ...]) -> Relation:
        """Return a relation whose automaton has one track for each of the variables, in the given order."""
        return Relation(variables, self.sets.relations.over(relation, variables))


def _read_game(data: object, numeration: Numeration, budget: Budget, check_theorem: TheoremCheck) -> _QuestionGame:
    """Read a game of a question: read a rule, or read and verify the certificate of a theorem."""
    if not isinstance(data, dict) or "kind" not in data:
        fields = read_object(data, "a game", ("rule",))
        return _QuestionGame(read_rule(fields["rule"]), numeration, budget)
    kind = read_word(data["kind"], "the kind of a theorem in a question", _KINDS)
    if "claims" in data:
        refuse("theorems without claims", "claims")
    termination = check_theorem(data, budget)
    if read_numeration(data["numeration"]) != numeration:
        refuse(f"theorems in {numeration}", data["numeration"])
    rule = read_rule(data["rule"])
    tracks = len(rule.entries) + (kind == "grundy-function")
    automata = data["automata"] if kind == "grundy-values" else [data["automaton"]]
    return _QuestionGame(
        rule,
        numeration,
        budget,
        kind,
        data["play"] == "misere",
        tuple(read_automaton(one, numeration, tracks) for one in automata),
        data.get("track", ""),
        data.get("complete", False),
        termination,
    )


# Sets


def _read_set(
    data: object, games: Sequence[_QuestionGame], sets: Mapping[str, Relation], translation: _QuestionTranslation
) -> tuple[str, Relation, str]:
    """Return the name, the relation and the description of a set that a question uses."""
    if isinstance(data, dict) and "formula" in data:
        fields = read_object(data, "a set", ("name", "names", "formula"))
        name = _read_set_name(fields["name"], sets)
        names = [read_name(one) for one in read_list(fields["names"], "names", 1, MOST_NAMES)]
        formula = _reader(sets).formula(fields["formula"])
        if len(set(names)) < len(names) or free_names(formula) - set(names):
            refuse("distinct names that include the free names of the formula", names)
        variables = {one: Variable(one) for one in names}
        found = translation.relation(formula, variables)
        tracks = tuple(variables.values())
        relation = Relation(tracks, translation.relations.over(found, tracks))
        return name, relation, f"{name}({', '.join(names)}) means '{format_formula(formula)}'"
    fields = read_object(data, "a set", ("name", "game", "predicate"), ("value",))
    name = _read_set_name(fields["name"], sets)
    game = games[read_natural(fields["game"], "game", 0, len(games) - 1)]
    predicate = read_word(fields["predicate"], "predicate", PREDICATES)
    number = fields.get("value")
    if number is not None:
        number = read_natural(number, "value")
        if predicate != VALUE:
            refuse("'value' only with the predicate 'value'", predicate)
    found = game.predicate(predicate, number)
    rule = format_rule(game.rule)
    meaning = {
        P: f"the P-positions in {game.play} of {rule}",
        N: f"the N-positions in {game.play} of {rule}",
        VALUE: f"the positions of Grundy value {number} of {rule}"
        if number is not None
        else f"the positions of {rule}, each followed by its Grundy value",
        POSITION: f"the positions of {rule}",
        TERMINAL: f"the terminal positions of {rule}",
        MOVE: f"the pairs of a position and an option of {rule}",
    }[predicate]
    return name, found, f"{name} contains {meaning}"


def _read_set_name(data: object, sets: Mapping[str, Relation]) -> str:
    if not isinstance(data, str) or not _SET_NAME.fullmatch(data) or data in RESERVED - {VALUE} or data in sets:
        refuse("a new name of a set such as 'P', 'Q.move' or 'value=2'", data)
    return data


def _reader(sets: Mapping[str, Relation]) -> TreeReader:
    return TreeReader(sets={name: len(relation.variables) for name, relation in sets.items()})


class _QuestionTranslation(Translation):
    """The translation of formulas that contain members of named sets."""

    def __init__(self, relations: Relations, sets: Mapping[str, Relation]) -> None:
        super().__init__(relations)
        self.sets = sets

    def _translate(self, formula: Formula, names: Names) -> Relation:
        match formula:
            case ("member", name, terms):
                target = self.sets[name]
                return self._of_naturals(terms, names, lambda variables: _Membership(target, variables))
        return super()._translate(formula, names)


@dataclass(frozen=True)
class _Membership:
    """The atomic condition that a tuple of variables is a member of a set; a variable may occur more than once."""

    target: Relation
    variables: tuple[Variable, ...]

    def relation(self, relations: Relations) -> Relation:
        """Return the membership condition as a relation between its distinct variables."""
        new: dict[Variable, Variable] = {}
        same: list[Relation] = []
        used: list[Variable] = []
        for track, variable in zip(self.target.variables, self.variables, strict=True):
            if variable in used:
                new[track] = Variable(variable.label)
                equal = Linear.of(variable).plus(Linear.of(new[track]), -1)
                same.append(Comparison(equal, "=").relation(relations))
            else:
                new[track] = variable
                used.append(variable)
        renamed = self.target.renamed(new)
        return relations.exists([[renamed, *same]], used) if same else renamed
