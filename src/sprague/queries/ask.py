"""`ask`: decide a first-order question about proved sets of positions.

The question is translated into an automaton. The translation replaces the predicates of the question by the automata of
proved theorems. The answer to a question without free names is yes or no. The answer to a question with free names is
the set of the tuples of numbers for which the question is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sprague import arguments
from sprague.automata.automaton import Automaton
from sprague.automata.least_member import find_least_member
from sprague.automata.named import NamedAutomaton
from sprague.automata.numeration import Numeration
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.language.conditions import Chain, Exists, Formula, Junction, Not
from sprague.language.expressions import Expression
from sprague.language.positions import Position
from sprague.language.question_parser import Question, parse_question
from sprague.limits import Limits
from sprague.progress import ProgressCallback, check_progress
from sprague.proofs.translation import translate
from sprague.queries.answers import (
    SYNTHESIS,
    PlanStep,
    QuestionAnswer,
    SetAnswer,
    TruthAnswer,
    UndecidedAnswer,
    UndefinedTerm,
)
from sprague.queries.game_theorems import NoTheorem
from sprague.queries.predicates import Named, Predicates
from sprague.rules.blocking import refuse_misere
from sprague.rules.ruleset import Ruleset

DEFAULT = Limits(seconds=60)


@accepts_former_arguments
def ask(
    game: Ruleset | str,
    question: str,
    *,
    misere: bool = False,
    let: Mapping[str, Named] | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> QuestionAnswer:
    """Answer a first-order question about the positions of a game, with a proof for all numbers.

    >>> ask("wythoff", "all a: exists unique b: P(a, b)")
    <TruthAnswer: yes>
    >>> ask("wythoff", "all a, b: P(a, b) implies P(a + 1, b + 1)").counterexample
    {'a': 0, 'b': 0}
    >>> sorted(ask("wythoff", "P(a, 10)"))
    [(6,)]

    Names in a question stand for natural numbers. `P(a, b)` is true if (a, b) is a P-position, and `N(a, b)` is true if
    (a, b) is an N-position. If (a, b) is not a position, `P(a, b)` and `N(a, b)` are false. Other predicates are
    `value(a, b) = 2`, `move(a, b; c, d)`, `terminal(a, b)` and `position(a, b)`. The page docs/how-to/ask.md explains
    the language of questions.

    If no theorem about the game is known, `ask` first searches for one, within the limits.

    Args:
        game: A game, its name, or the text of its rule.
        question: The question.
        misere: Whether `P` and `N` refer to misère play.
        let: Other games and sets that the question names: a game, rule, proof or certificate `Path` with the name Q has
            predicates such as `Q.P(a, b)`; a formula with the name S is the predicate `S(a, b)`.
        budget: Limits on time, memory and size; by default 60 seconds.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        A `TruthAnswer` if the question has no free names, otherwise a `SetAnswer`. The result is an
        `UndecidedAnswer` if a theorem is missing, if no numeration fits all sets in the question, or if a limit is
        exceeded.

    Raises:
        NotationError: If the question cannot be read.
        SpragueError: If an argument is not valid.
        Cancelled: If the work is cancelled.
    """
    arguments.check_flag("misere", misere)
    rule = ruleset_of(game)
    refuse_misere(rule, misere)
    if not isinstance(question, str):
        raise SpragueError(f"expected a question as text, got {arguments.format_argument(question)}")
    callback = check_progress(progress)
    with Limits.of(budget).with_defaults(DEFAULT).watch():
        predicates = Predicates.of(rule, misere, let, callback)
        read = parse_question(question, predicates.arities, rule.piles)
        return answer_question(rule, misere, read, predicates, synthesis_limits(budget))


def synthesis_limits(budget: Limits | None) -> Limits:
    """Return the limits of the search for a formula: each is the smaller of the default limit and the given limit."""
    return Limits.of(budget).stricter(SYNTHESIS)


def answer_question(
    rule: Ruleset, misere: bool, question: Question, predicates: Predicates, synthesis: Limits = SYNTHESIS
) -> QuestionAnswer:
    """Return the answer to a parsed question."""
    plan: list[PlanStep] = []

    def observe(part: Formula, found: NamedAutomaton) -> None:
        plan.append(PlanStep(str(part), found.names, found.automaton.states))

    try:
        predicates.prepare(question.formula)
        numeration, sets = predicates.automata(question.formula)
        found = translate(question.formula, question.names, numeration, sets, observe)
        undefined = tuple(
            UndefinedTerm(term.text, term.names, missing)
            for term in question.least_terms
            if not (missing := translate(Not(term.has_value), term.names, numeration, sets)).is_empty
        )
        theorems = tuple(dict.fromkeys(predicates.theorems.values()))
        common = (rule, misere, question, numeration, theorems, tuple(plan))
        if question.names:
            return SetAnswer(*common, predicates=predicates, undefined=undefined, automaton=found, synthesis=synthesis)
        answer = not found.is_empty
        shown = _Reasons(numeration, sets).reason(question.formula, answer)
        numbers = {name: number for name, number in (shown or {}).items() if not name.endswith("'")} or None
        return TruthAnswer(
            *common,
            predicates=predicates,
            undefined=undefined,
            answer=answer,
            numbers=None if numbers is None else tuple(numbers.items()),
        )
    except (NoTheorem, OutOfReach) as error:
        return UndecidedAnswer(rule, misere, question, str(error), tuple(plan))


@dataclass
class _Reasons:
    """A search for the smallest numbers that show why a question is true or false."""

    numeration: Numeration
    sets: Mapping[str, Automaton]

    def holds(self, formula: Formula) -> bool:
        """Return whether a formula without free names is true."""
        return not translate(formula, (), self.numeration, self.sets).is_empty

    def reason(self, formula: Formula, holds: bool) -> dict[str, int] | None:
        """Return a witness or a counterexample for a formula without free names, or None if there is none.

        A true formula `exists a: …` has a witness, and a false formula `not (exists a: …)` has a counterexample.
        """
        match formula:
            case Not(part):
                return self.reason(part, not holds)
            case Exists() if holds:
                return self.least_witness(formula)
            case Junction(word, parts):
                truths = [self.holds(part) for part in parts]
                decisive = [part for part, truth in zip(parts, truths, strict=True) if truth == holds]
                if (word == "or") == holds:
                    decisive = decisive[:1]  # one true part of `or`, or one false part of `and`, decides the formula
                found: dict[str, int] = {}
                for part in decisive:
                    found.update(self.reason(part, holds) or {})
                return found or None
        return None

    def least_witness(self, formula: Exists) -> dict[str, int] | None:
        """Return the witness with the least sum: values of the leading `exists` names that make a formula true."""
        names: list[str] = []
        bounds: list[Formula] = []
        body: Formula = formula
        while isinstance(body, Exists) and body.name not in names:
            if body.bound is not None and not body.bound.is_constant and body.bound.names - set(names):
                break
            if body.bound is not None:
                bounds.append(Chain((Expression.of(body.name), body.bound), ("<=",)))
            names.append(body.name)
            body = body.body
        inside = Junction("and", (body, *bounds))
        members = translate(inside, names, self.numeration, self.sets)

        def find(within: Automaton) -> Position | None:
            return (members & within).smallest()

        first = members.smallest()
        if first is None:
            return None
        least = find_least_member(find, first, len(names), self.numeration)
        return dict(zip(names, least, strict=True))
