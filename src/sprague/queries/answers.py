"""Answers to questions: `TruthAnswer` (yes or no), `SetAnswer` (a set of tuples) and `UndecidedAnswer`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Literal, NoReturn

import numpy as np

from sprague.arguments import check_integer
from sprague.array_values import ComparedByContents
from sprague.automata.automaton import Automaton
from sprague.automata.drawing import svg_if_small
from sprague.automata.finite_sets import count_all, is_finite, members_by_sum
from sprague.automata.numeration import Numeration
from sprague.certificates.evidence import P_POSITIONS
from sprague.certificates.writer import CertificateData
from sprague.errors import MissingResultError, OutOfTime, SpragueError, clip
from sprague.files import write_atomically
from sprague.language.column_programs import ColumnProgram
from sprague.language.condition_parser import SOME_ORDER
from sprague.language.formula_parser import parse_formula
from sprague.language.positions import Position
from sprague.language.question_parser import Question, parse_question
from sprague.limits import Limits
from sprague.linear.terms import Linear
from sprague.notebook_html import as_html
from sprague.proofs.store import keep
from sprague.proofs.theorem_files import is_store_used
from sprague.proofs.translation import translate
from sprague.queries.game_theorems import UsedTheorem
from sprague.queries.predicates import Predicates
from sprague.queries.question_certificates import question_certificate
from sprague.results.base import Piles, play_of
from sprague.results.questions import SetResult, TruthResult, UndecidedQuestionResult
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.set_formulas import (
    describe_by_columns,
    describe_golden_differences,
    describe_set,
    describe_set_briefly,
)

SHOWN = 20  # number of members of an infinite set that are shown
MOST_LISTED = 1_000  # maximum number of members of a finite set that is listed completely
SYNTHESIS = Limits(seconds=60)  # default limits of the search for a formula; most searches take a few seconds
# minimum number of states of an automaton over Fibonacci or similar digits for which the search for a description
# tries a column program before a formula
MANY_STATES = 16
UNDEFINED_SHOWN = 5  # number of shown tuples for which a term has no value
SAMPLED = 12  # a set is dense if it contains most tuples of numbers below this bound
PROGRAM = "columns"  # a description that starts with this word is a column program
_PILE_WORDS = re.compile(r"\bpiles?\b|\bsum\b|\b(?:max|min)\b(?!\s*\()|(?:^|\(|\b(?:and|or|not)\b)\s*xor\b")
FEW = 16  # maximum number of members of a finite set that is described by a list if no short formula is found


@dataclass(frozen=True)
class PlanStep:
    """A translated part of a question: its text, the names that its automaton reads, and the number of states."""

    part: str
    names: tuple[str, ...]
    states: int

    def __str__(self) -> str:
        of = f" over {', '.join(self.names)}" if self.names else ""
        return f"{self.part}: {self.states} state{'s' * (self.states != 1)}{of}"


@dataclass(frozen=True, repr=False)
class UndefinedTerm:
    """A term `least b: …` of a question that has no value for some numbers.

    Attributes:
        text: The term.
        names: The names in the term that are free.
        automaton: The automaton of the numbers for which the term has no value.
    """

    text: str
    names: tuple[str, ...]
    automaton: Automaton

    def __str__(self) -> str:
        """Return a sentence that names the smallest numbers for which the term has no value."""
        if not self.names:
            return f"The term '{self.text}' has no value, so comparisons with it are false."
        found = list(islice(members_by_sum(self.automaton), UNDEFINED_SHOWN + 1))
        listed = [_format_member(member) for member in found[:UNDEFINED_SHOWN]]
        shown = ", ".join([*listed, *["…"] * (len(found) > UNDEFINED_SHOWN)])
        names = ", ".join(self.names)
        left = f"({names})" if len(self.names) > 1 else names
        return f"The term '{self.text}' has no value for {left} = {shown}, so comparisons with it are false there."

    def __repr__(self) -> str:
        return f"<UndefinedTerm: {self}>"


@dataclass(frozen=True, repr=False, eq=False)
class Answered(ComparedByContents):
    """Base class of answers that are proved: the game, the question, the theorems used, and the plan.

    Attributes:
        game: The game that the question is about.
        misere: Whether `P` and `N` refer to misère play.
        question: The question.
        numeration: The digits that the automata read.
        theorems: The theorems that the answer depends on.
        plan: The parts of the question with the sizes of their automata.
        undefined: The terms `least b: …` of the question that have no value for some numbers.
    """

    game: Ruleset
    misere: bool
    question: Question
    numeration: Numeration
    theorems: tuple[UsedTheorem, ...]
    plan: tuple[PlanStep, ...]
    predicates: Predicates = field(kw_only=True)
    undefined: tuple[UndefinedTerm, ...] = field(default=(), kw_only=True)

    def _contents(self) -> tuple[object, ...]:
        """Return the values by which answers are compared: the game, play, question, definitions and numeration."""
        return (self.game, self.misere, self.question.text, self.predicates.definitions, self.numeration)

    def certificate(self) -> CertificateData:
        """Return the certificate of the answer, a JSON object that `sprague verify` checks independently."""
        raise NotImplementedError

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of the answer to a file.

        >>> import sprague, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sprague.ask("nim:piles=2", "P(a, b)").save(f"{folder}/answer.json")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The file cannot be written; a `MissingFileError` if its folder does not exist.
        """
        write_atomically(path, json.dumps(self.certificate(), ensure_ascii=False) + "\n")

    def store_theorems(self) -> None:
        """Store the theorems that were discovered for the question, unless the store is turned off.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "all a: P(a, a)").store_theorems()
        """
        for theorem in self.theorems:
            if theorem.source == "discovered" and is_store_used():
                keep(theorem.proof)


class _AnswerWithoutSet:
    """Base class of answers that are not sets: the attributes and methods of `SetAnswer` raise an error.

    The attributes exist so that a program can use them without checking the class of an answer first.
    """

    def _refuse_set(self) -> NoReturn:
        """Raise the error for an answer that is not a set."""
        raise NotImplementedError

    @property
    def automaton(self) -> Automaton:
        """Not available: only a `SetAnswer` has an automaton."""
        self._refuse_set()

    @property
    def is_finite(self) -> bool:
        """Not available: only a `SetAnswer` is finite or infinite."""
        self._refuse_set()

    @property
    def is_everything(self) -> bool:
        """Not available: only a `SetAnswer` has members."""
        self._refuse_set()

    @property
    def size(self) -> int | None:
        """Not available: only a `SetAnswer` has a size."""
        self._refuse_set()

    @property
    def formula(self) -> str | None:
        """Not available: only a `SetAnswer` has a formula."""
        self._refuse_set()

    def count(self, total: int) -> int:
        """Return the number of members with the sum `total` of a `SetAnswer`; raise an error for other answers.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").count(6)
        1

        Args:
            total: The sum of the numbers of a member.

        Raises:
            MissingResultError: The answer is not a set.
        """
        self._refuse_set()

    def smallest(self, number: int = SHOWN) -> list[Position]:
        """Return the smallest members of a `SetAnswer`; raise an error for other answers.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").smallest(3)
        [(0, 0), (1, 1), (2, 2)]

        Args:
            number: How many members to return of a large set.

        Raises:
            MissingResultError: The answer is not a set.
        """
        self._refuse_set()

    def __contains__(self, numbers: Sequence[int] | int) -> bool:
        self._refuse_set()

    def __iter__(self) -> Iterator[Position]:
        self._refuse_set()


@dataclass(frozen=True, repr=False, eq=False)
class TruthAnswer(_AnswerWithoutSet, Answered):
    """The answer to a question without free names: yes or no, proved for all numbers.

    Attributes:
        answer: True for yes, False for no.
        numbers: Numbers that show why the answer is yes or no, with their names, or None.

    >>> import sprague
    >>> found = sprague.ask("nim:piles=2", "all a, b: P(a, b)")
    >>> found.answer, found.counterexample
    (False, {'a': 0, 'b': 1})
    """

    answer: bool = field(kw_only=True)
    numbers: tuple[tuple[str, int], ...] | None = field(default=None, kw_only=True)

    @property
    def witness(self) -> dict[str, int] | None:
        """Numbers that show why the answer is yes, or None."""
        return dict(self.numbers) if self.answer and self.numbers is not None else None

    @property
    def counterexample(self) -> dict[str, int] | None:
        """Numbers that show why the answer is no, or None."""
        return dict(self.numbers) if not self.answer and self.numbers is not None else None

    @property
    def names(self) -> tuple[str, ...]:
        """The free names of the question; a question with the answer yes or no has none."""
        return self.question.names

    def _refuse_set(self) -> NoReturn:
        raise MissingResultError(
            f"the question {clip(self.question.text)!r} has no free names, so its answer is yes or no, not a set; a "
            "name that no 'all' or 'exists' binds is free, as in 'P(a, b) and a < b'"
        )

    def _contents(self) -> tuple[object, ...]:
        return (*super()._contents(), self.answer, self.numbers)

    def __bool__(self) -> bool:
        return self.answer

    def __str__(self) -> str:
        shown = self.witness or self.counterexample
        text = "yes" if self.answer else "no"
        return f"{text}: {format_numbers(shown)}" if shown else text

    def __repr__(self) -> str:
        return f"<TruthAnswer: {self}>"

    def _repr_html_(self) -> str:
        return as_html(f"{self.question.text}\n{self}")

    def certificate(self) -> CertificateData:
        """Return the certificate of the answer, a JSON object that `sprague verify` checks independently.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "exists a: P(a, a)").certificate()["format"]
        'sprague-question'
        """
        return question_certificate(self.question, self.predicates, self.numeration, self.answer)

    def to_result(self) -> TruthResult:
        """Return the JSON form of the answer.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "all a: P(a, a)").to_result().answer
        True
        """
        return TruthResult(
            game=self.game.name or str(self.game),
            play=play_of(self.misere),
            question=self.question.text,
            answer=self.answer,
            witness=None if self.witness is None else {**self.witness},
            counterexample=None if self.counterexample is None else {**self.counterexample},
            theorems=[str(theorem) for theorem in self.theorems],
            undefined=[str(term) for term in self.undefined],
            numeration=str(self.numeration),
        )


@dataclass(frozen=True, repr=False, eq=False)
class SetAnswer(Answered):
    """The answer to a question with free names: the set of the tuples of numbers for which it is true.

    >>> from sprague.queries.ask import ask
    >>> found = ask("wythoff", "P(a, b) and a < b")
    >>> (1, 2) in found, (1, 3) in found, found.names, found.is_finite
    (True, False, ('a', 'b'), False)

    Attributes:
        automaton: The automaton of the set, which reads a number for each name.
        synthesis: Limits of the search for a formula.
    """

    automaton: Automaton = field(kw_only=True)
    synthesis: Limits = field(default=SYNTHESIS, kw_only=True)

    @property
    def answer(self) -> bool | None:
        """Not available: only a question without free names has the answer yes or no."""
        self._refuse_truth()

    @property
    def witness(self) -> dict[str, int] | None:
        """Not available: only a question without free names has a witness."""
        self._refuse_truth()

    @property
    def counterexample(self) -> dict[str, int] | None:
        """Not available: only a question without free names has a counterexample."""
        self._refuse_truth()

    def _refuse_truth(self) -> NoReturn:
        raise MissingResultError(
            f"the question {clip(self.question.text)!r} has the free names {', '.join(self.names)}, so its answer is "
            f"a set, not yes or no; begin the question with 'all {', '.join(self.names)}:' or "
            f"'exists {', '.join(self.names)}:' to ask whether it is true"
        )

    def _contents(self) -> tuple[object, ...]:
        return (*super()._contents(), self.automaton)

    @property
    def names(self) -> tuple[str, ...]:
        """The free names of the question, in order of appearance; each member has one number for each free name."""
        return self.question.names

    def __contains__(self, numbers: Sequence[int] | int) -> bool:
        return numbers in self.automaton

    def __iter__(self) -> Iterator[Position]:
        """Iterate over the members, sorted by sum and then lexicographically; the set can be infinite."""
        return members_by_sum(self.automaton)

    def __bool__(self) -> bool:
        """Return whether the set of the answer has a member."""
        return not self.automaton.is_empty

    @cached_property
    def is_finite(self) -> bool:
        """Whether the set of the answer has finitely many members."""
        return is_finite(self.automaton)

    @cached_property
    def size(self) -> int | None:
        """The number of members of the set, or None if there are infinitely many."""
        return count_all(self.automaton)

    @cached_property
    def is_everything(self) -> bool:
        """Whether every tuple of natural numbers is a member."""
        return (~self.automaton).is_empty

    def count(self, total: int) -> int:
        """Return the number of members whose numbers add up to `total`.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").count(6)
        1

        Args:
            total: The sum of the numbers of a member.

        Raises:
            ArgumentTypeError: `total` is not an integer.
        """
        return self.automaton.count(check_integer("total", total))

    def smallest(self, number: int = SHOWN) -> list[Position]:
        """Return the smallest members; a finite set is returned completely if it has at most 1,000 members.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").smallest(3)
        [(0, 0), (1, 1), (2, 2)]

        Args:
            number: How many members to return of an infinite set or of a set with more than 1,000 members.

        Raises:
            SpragueError: `number` is negative.
            ArgumentTypeError: `number` is not an integer.
        """
        if check_integer("number", number) < 0:
            raise SpragueError(f"'number' must be at least 0, got {number}")
        if self.size is not None and self.size <= MOST_LISTED:
            number = self.size
        return list(islice(self, number))

    @cached_property
    def formula(self) -> str | None:
        """A formula that describes exactly the set of the answer, proved by comparing automata, or None."""
        if self.automaton.is_empty:
            return "false"
        if self.is_everything:
            return "true"
        with suppress(OutOfTime), self.synthesis.watch():
            return self._found_formula()
        return None

    @property
    def column_program(self) -> ColumnProgram | None:
        """The column program in `formula`, or None.

        If `formula` begins with `not`, the column program describes the complement of the set.
        """
        text = (self.formula or "").removeprefix("not (")
        if not text.startswith(PROGRAM):
            return None
        program = parse_formula(text.removesuffix(")"), self.names)
        assert isinstance(program, ColumnProgram)
        return program

    def _found_formula(self) -> str | None:
        """Return a formula that describes the set of the answer, or None if none is found.

        The formula may list the members of the set, or negate a formula for its complement. The size of the search is
        limited. So the result does not depend on the speed of the machine, unless a time limit ends the search.
        """
        if (claimed := self._claimed_formula()) is not None:
            return claimed
        symmetric = len(self.names) > 1 and _is_symmetric(self.automaton)
        rule = _naming_rule(self.names, symmetric)
        if self.size is not None and self.size <= FEW:
            found = describe_set_briefly(rule, self.automaton)
            listed = self._listed(symmetric)
            return listed if found is None else min(listed, _with_names(found, self.names), key=len)
        # The complement of a dense set is usually easier to describe.
        box = self.automaton.to_array(SAMPLED)
        dense = 2 * np.count_nonzero(box) > box.size
        described = ~self.automaton if dense else self.automaton
        found = None
        if self.numeration.base is None and described.states > MANY_STATES:
            found = describe_golden_differences(rule, described) or describe_by_columns(rule, described)
        if found is None and dense and (short := describe_set_briefly(rule, self.automaton)) is not None:
            return _with_names(short, self.names)
        found = found or describe_set(rule, described)
        if found is None:
            return None
        found = _with_names(found, self.names)
        return f"not ({found})" if dense else found

    def _claimed_formula(self) -> str | None:
        """Return the proved formula for a game's P-positions if they are exactly the set of the answer, else None."""
        for proof in (theorem.proof for theorem in self.theorems):
            claim = proof.claim
            if claim is None or claim.startswith(PROGRAM) or proof.kind != P_POSITIONS:
                continue
            if proof.automata[0] != self.automaton:
                continue
            if self.names != proof.game.names:
                prefix = f"{SOME_ORDER}: " if claim.startswith(f"{SOME_ORDER}: ") else ""
                formula = parse_formula(claim.removeprefix(prefix), proof.game.names)
                new = {old: Linear.of(name) for old, name in zip(proof.game.names, self.names, strict=True)}
                claim = f"{prefix}{formula.substitute(new)}"
            found = _with_names(claim, self.names)
            read = parse_question(found, {}, self.names)
            if translate(read.formula, self.names, self.numeration) == self.automaton:
                return found
        return None

    def _listed(self, symmetric: bool) -> str:
        """Return a formula that lists the members of a finite set, or only the sorted members of a symmetric set."""
        members = [member for member in self if not symmetric or list(member) == sorted(member)]
        listed = " or ".join(
            " and ".join(f"{name} = {number}" for name, number in zip(self.names, member, strict=True))
            for member in members
        )
        some_order = f"{SOME_ORDER} of {', '.join(self.names)}: "
        return some_order + listed if symmetric and len(members) < (self.size or 0) else listed

    def _repr_svg_(self) -> str | None:
        return svg_if_small(self.automaton, self.names)

    def __str__(self) -> str:
        names = f"({', '.join(self.names)})" if len(self.names) > 1 else self.names[0]
        if not self:
            return f"no {names}"
        shown = ", ".join(_format_member(member) for member in self.smallest(8)[:8])
        if self.size is not None:
            return f"{self.size:,} {names}: {shown}{', …' * (self.size > 8)}"
        return f"infinitely many {names}: {shown}, …"

    def __repr__(self) -> str:
        return f"<SetAnswer: {self}>"

    def certificate(self) -> CertificateData:
        """Return the certificate of the answer, with its formula, if one is found.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").certificate()["format"]
        'sprague-question'
        """
        return question_certificate(self.question, self.predicates, self.numeration, self.automaton, self.formula)

    def to_result(self, shown: int = SHOWN, drawing: bool = False) -> SetResult:
        """Return the JSON form of the answer, with the smallest members and, if wanted, a drawing of the automaton.

        >>> import sprague
        >>> sprague.ask("nim:piles=2", "P(a, b)").to_result(shown=2).members
        [[0, 0], [1, 1]]

        Args:
            shown: The largest number of members in the result.
            drawing: Whether to include a drawing of the automaton.

        Raises:
            SpragueError: `shown` is negative.
        """
        members: list[Piles] = [list(member) for member in self.smallest(shown)]
        return SetResult(
            game=self.game.name or str(self.game),
            play=play_of(self.misere),
            question=self.question.text,
            names=list(self.names),
            members=members,
            finite=self.is_finite,
            size=self.size,
            formula=self.formula,
            states=self.automaton.states,
            counts=[self.count(total) for total in range(10)],
            automaton=svg_if_small(self.automaton, self.names) if drawing else None,
            theorems=[str(theorem) for theorem in self.theorems],
            undefined=[str(term) for term in self.undefined],
            numeration=str(self.numeration),
        )


@dataclass(frozen=True, repr=False)
class UndecidedAnswer(_AnswerWithoutSet):
    """The result for a question that could not be decided, with the reason.

    Attributes:
        game: The game that the question is about.
        misere: Whether `P` and `N` refer to misère play.
        question: The question.
        reason: The reason why the question was not decided.
        plan: The parts of the question that were translated, with the sizes of their automata.

    >>> import sprague
    >>> rule = "(a) -> (a - k) where k divides a, k < a"
    >>> sprague.ask(rule, "exists a: P(a)", budget=sprague.Limits(seconds=0)).answer is None
    True
    """

    game: Ruleset
    misere: bool
    question: Question
    reason: str
    plan: tuple[PlanStep, ...] = ()
    answer: None = None
    witness: None = None
    counterexample: None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The free names of the question, in order of appearance."""
        return self.question.names

    def _refuse_set(self) -> NoReturn:
        raise MissingResultError(
            f"the question {clip(self.question.text)!r} is undecided, so its answer has no members; the reason is: "
            f"{self.reason}"
        )

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"undecided: {self.reason}"

    def __repr__(self) -> str:
        return f"<UndecidedAnswer: {self.reason}>"

    def to_result(self) -> UndecidedQuestionResult:
        """Return the JSON form of the undecided question.

        >>> import sprague
        >>> sprague.ask("(a) -> (a - k) where k divides a, k < a", "exists a: P(a)").to_result().status
        'undecided'
        """
        return UndecidedQuestionResult(
            game=self.game.name or str(self.game),
            play=play_of(self.misere),
            question=self.question.text,
            reason=self.reason,
        )


QuestionAnswer = TruthAnswer | SetAnswer | UndecidedAnswer


def _is_symmetric(automaton: Automaton) -> bool:
    """Return whether the set of an automaton stays the same if the numbers of its tuples are permuted."""
    tracks = automaton.tracks
    swapped, turned = (1, 0, *range(2, tracks)), (*range(1, tracks), 0)
    return all(automaton.arrange(order, tracks) == automaton for order in (swapped, turned))


def _naming_rule(names: Sequence[str], symmetric: bool = False) -> Ruleset:
    """Return a rule whose positions are all tuples of natural numbers, for the synthesis of formulas."""
    first, *rest = names
    choice = next(name for name in ("k", "m", "q", "k'") if name not in names)
    order = " any order" if symmetric else ""
    return parse(f"({', '.join(names)}) -> ({', '.join([f'{first} - {choice}', *rest])}) where {choice} >= 1{order}")


def _with_names(formula: str, names: Sequence[str]) -> str:
    """Replace `sum` and other words that mean all piles of a game by terms with the given names.

    >>> _with_names("max <= 2 and sum mod 3 = 0", ("i", "j"))
    'max(i, j) <= 2 and (i + j) mod 3 = 0'
    >>> _with_names("in some order: i = 2j", ("i", "j"))
    'in some order of i, j: i = 2j'
    """
    words = f"{SOME_ORDER}: "
    if formula.startswith(words):
        return f"{SOME_ORDER} of {', '.join(names)}: {_with_names(formula.removeprefix(words), names)}"
    if formula.startswith(PROGRAM) or not _PILE_WORDS.search(formula):
        return formula
    return str(parse_formula(formula, names))


def format_numbers(numbers: Mapping[str, int]) -> str:
    """Return named numbers as text, such as "a = 3, b = 5"."""
    return ", ".join(f"{name} = {number}" for name, number in numbers.items())


def _format_member(member: Position) -> str:
    return f"({', '.join(map(str, member))})" if len(member) > 1 else str(member[0])
