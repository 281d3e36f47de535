"""The command `sprague ask`: answer a first-order question about the positions of a game."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import (
    AsJson,
    GameText,
    Misere,
    print_json,
    read_game,
    read_game_with_echo,
    seconds_option,
    states_option,
)
from sprague.cli.outputs import check_output_path
from sprague.cli.time_limit import limit_command
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.render.terminal import print_lines, status_line

if TYPE_CHECKING:
    from sprague.queries.answers import QuestionAnswer, SetAnswer, TruthAnswer
    from sprague.queries.predicates import Named
    from sprague.rules.ruleset import Ruleset

EXAMPLES = (
    'sprague ask wythoff "all a: exists unique b: P(a, b)"',
    'sprague ask wythoff "all a, b: not (P(a, b) and P(a + i, b + j))"',
)
NO, UNDECIDED = 1, 3
SHOWN = 20
LIMITS = "Limits"


def ask(
    game: GameText,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION",
            help="a formula with predicates such as P(a, b), value(a, b) and quantifiers; by default, the command "
            "prints example questions about the game",
        ),
    ] = None,
    misere: Misere = False,
    let: Annotated[
        list[str] | None,
        typer.Option(
            "--let",
            metavar="NAME=…",
            help="define a name for the question. 'Q=GAME' names another game, whose predicates are then Q.P, Q.N, …; "
            "'S(a, b)=FORMULA' names a set. Repeatable.",
        ),
    ] = None,
    members: Annotated[int, typer.Option(min=1, help="print this many members of an infinite set")] = SHOWN,
    output: Annotated[
        Path | None,
        typer.Option("--certificate", help="write a certificate of the answer to this file (.json)"),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="print the theorems used, the plan and the sizes of all automata")
    ] = False,
    seconds: Annotated[float, seconds_option(panel=LIMITS)] = 60.0,
    states: Annotated[int | None, states_option(LIMITS)] = None,
    keep: Annotated[bool, typer.Option(help="store theorems that are discovered for the question")] = True,
    as_json: AsJson = False,
) -> None:
    """Answer a question about all positions of a game, with a proof.

    P(a, b) is true if (a, b) is a P-position, and N(a, b) is true if (a, b) is an N-position. Further predicates are
    value(a, b) = 2, move(a, b; c, d) and terminal(a, b). Quantifiers are "all a, b: …", "exists a: …", "exists unique
    b: …", "exists finitely many (a, b): …" and "exists infinitely many a: …"; "least b: …" is a number.

    If every name in the question has a quantifier, the answer is yes or no, with an example or a counterexample. If a
    question has free names (names without a quantifier), the answer is the set of the numbers for which the question is
    true. If no theorem about the game is known, the command first searches for one.

    The exit code is 0 if the answer is yes or a set, 1 if it is no, and 3 if the question is undecided.
    """
    rule = read_game_with_echo(game, as_json)
    from sprague.queries.answers import SetAnswer, TruthAnswer
    from sprague.queries.ask import ask as find_answer

    if question is None:
        _print_examples(rule, misere, as_json)
        return
    check_output_path(output, "json")
    named = dict(read_definition(text) for text in let or ())
    budget = Limits(seconds=seconds, states=states)
    with status_line(rule.display_name) as report, limit_command(seconds):
        found = find_answer(rule, question, misere=misere, let=named, budget=budget, progress=report)
        if isinstance(found, SetAnswer):
            found.smallest(members)  # `smallest` raises OutOfTime if the members cannot be listed in time
            report(Progress(None, "searching for a formula"))
            found.formula  # noqa: B018 (the formula is computed here in the remaining time and cached)
    if output is not None and isinstance(found, (TruthAnswer, SetAnswer)):
        found.save(output)
    if keep and isinstance(found, (TruthAnswer, SetAnswer)):
        try:
            found.store_theorems()
        except SpragueError as error:
            print(f"sprague: the theorem could not be stored: {error}", file=sys.stderr)
    if as_json:
        _print_json(found, members, output)
    else:
        print_lines(_lines(found, members))
        if output is not None and isinstance(found, (TruthAnswer, SetAnswer)):
            print_lines([f"  Certificate: {output}; check it with: sprague verify {output}"])
        if explain:
            print_lines(_explanation(found))
    if not isinstance(found, (TruthAnswer, SetAnswer)):
        raise typer.Exit(UNDECIDED)
    if isinstance(found, TruthAnswer) and not found.answer:
        raise typer.Exit(NO)


def _print_examples(rule: Ruleset, misere: bool, as_json: bool) -> None:
    """Print example questions about a game, as `sprague ask` does if the user types no question."""
    from sprague.queries.examples import example_questions
    from sprague.results.questions import ExampleQuestions

    found = example_questions(rule, misere)
    if as_json:
        print_json(ExampleQuestions(game=rule.name or str(rule), questions=found))
    elif not found:
        raise SpragueError(f"{rule.label}: {rule.obstacle}; questions can be answered only for games with linear moves")
    else:
        print_lines([line for one in found for line in (one.title, f"  {one.question}")])


def read_definition(text: str) -> tuple[str, Named]:
    """Parse an option such as `--let Q=wythoff` or `--let Q=@FILE`, and return its name and value."""
    name, sign, meaning = text.partition("=")
    if not sign or not name.strip() or not meaning.strip():
        raise SpragueError(f"expected --let NAME=GAME or --let NAME=FORMULA, got {text!r}")
    meaning = meaning.strip()
    if meaning.startswith("@"):
        path = Path(meaning[1:])
        return name, path if path.suffix == ".json" else read_game(meaning)
    return name, meaning


def _print_json(found: QuestionAnswer, members: int, output: Path | None) -> None:
    from sprague.queries.answers import SetAnswer, TruthAnswer

    written = None if output is None else str(output)
    if isinstance(found, SetAnswer):
        print_json(replace(found.to_result(members), certificate=written))
    elif isinstance(found, TruthAnswer):
        print_json(replace(found.to_result(), certificate=written))
    else:
        print_json(found.to_result())


def _lines(found: QuestionAnswer, members: int) -> list[str]:
    from sprague.queries.answers import SetAnswer, TruthAnswer

    if isinstance(found, TruthAnswer):
        return _truth_lines(found)
    if isinstance(found, SetAnswer):
        return _set_lines(found, members)
    return [f"Undecided: {found.reason}."]


def _truth_lines(found: TruthAnswer) -> list[str]:
    from sprague.queries.answers import format_numbers

    lines = ["Yes, proved." if found.answer else "No, proved."]
    if found.witness:
        lines.append(f"  Smallest witness: {format_numbers(found.witness)}")
    if found.counterexample:
        lines.append(f"  Smallest counterexample: {format_numbers(found.counterexample)}")
    return [*lines, *_notes(found)]


def _set_lines(found: SetAnswer, members: int) -> list[str]:
    names = f"({', '.join(found.names)})" if len(found.names) > 1 else found.names[0]
    if not found:
        return [f"No {names} has this property, proved.", *_notes(found)]
    if found.is_everything:
        return [f"All {names} have this property, proved.", *_notes(found)]
    listed = found.smallest(members)
    shown = ", ".join(f"({', '.join(map(str, one))})" if len(one) > 1 else str(one[0]) for one in listed)
    if found.size is not None:
        more = ", …" if found.size > len(listed) else ""
        lines = [f"Exactly {found.size:,} {names}, proved:", f"  {shown}{more}"]
    else:
        lines = [f"Infinitely many {names}, proved. The smallest:", f"  {shown}, …"]
    lines += (f"  {line}" for line in _formula_lines(found))
    counts = ", ".join(str(found.count(total)) for total in range(10))
    of = " + ".join(found.names)
    lines.append(f"  Members with {of} = 0, 1, 2, …: {counts}, …")
    lines.append(f"  Automaton: {found.automaton.states} states over {found.numeration}")
    return [*lines, *_notes(found)]


def _formula_lines(found: SetAnswer) -> list[str]:
    """Return the formula of a set as lines of text; a column program is shown as a table."""
    from sprague.language.column_tables import program_table

    if found.formula is None:
        return ["No formula was found for this set."]
    if (program := found.column_program) is None:
        return [f"Formula: {found.formula}"]
    names = f"({', '.join(found.names)})" if len(found.names) > 1 else found.names[0]
    rejected = found.formula.startswith("not ")
    opening = f"The members are exactly the {names} that this column program {'rejects' if rejected else 'accepts'}:"
    return [opening, *(f"  {line}" for line in program_table(program).lines())]


def _notes(found: TruthAnswer | SetAnswer) -> list[str]:
    """Return lines about terms without a value, and about theorems that were discovered to answer the question."""
    discovered = [
        f"  Discovered for this question: {theorem.proof.statement()}"
        for theorem in found.theorems
        if theorem.source == "discovered"
    ]
    return [*(f"  {term}" for term in found.undefined), *discovered]


def _explanation(found: QuestionAnswer) -> list[str]:
    from sprague.queries.answers import UndecidedAnswer

    plan = ["Parts of the question, in the order of their translation:", *(f"  {step}" for step in found.plan)]
    if isinstance(found, UndecidedAnswer):
        return ["", *plan] if found.plan else []
    theorems = [f"  {theorem}" for theorem in found.theorems] or ["  none"]
    return ["", f"Digits: {found.numeration}", "Theorems used:", *theorems, *plan]
