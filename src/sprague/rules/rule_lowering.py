"""Lowering of a whole rule to its linear form (`lower_rule`), and checks of the linear form.

Error messages point at a character of the rule's text or show the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from sprague.errors import Cancelled, NotationError, OutOfReach, SpragueError
from sprague.language.conditions import Formula, Not, some_of
from sprague.language.move_parser import unknown_name
from sprague.language.rule_ast import MOST_PILES, MoveAst, RuleAst, conjuncts, disjuncts
from sprague.rules.arrangement import lower_arranged_move
from sprague.rules.blocking import MOST_BLOCKED
from sprague.rules.choice_loops import UnboundedChoice
from sprague.rules.domain import check_domain
from sprague.rules.families import Family, is_generated_name
from sprague.rules.linear_rule import LinearRule
from sprague.rules.lowering import is_contradictory, lower_condition
from sprague.rules.sums import missing_rank_error, refuse_clauses_in_sums
from sprague.rules.symmetry import is_symmetric, is_written_symmetric
from sprague.rules.termination import find_rank

Rule = TypeVar("Rule", bound=LinearRule)


def lower_rule(ast: RuleAst, kind: type[Rule]) -> Rule:
    """Convert a whole rule to linear form, as an object of class `kind`; raise an error if the rule is unplayable."""
    try:
        rule = _lowered(ast, kind)
        check_rule(rule, ast)
    except (NotationError, OutOfReach, Cancelled):
        raise
    except SpragueError as error:
        if ast.source is None:
            raise
        text = ast.source.text.strip()
        shown = f"{text[:200]}…" if len(text) > 200 else text
        raise SpragueError(f"{error}\n  in the rule: {shown}") from None
    return rule


def _lowered(ast: RuleAst, kind: type[Rule]) -> Rule:
    families = [_lower_move(ast, number) for number in range(len(ast.moves))]
    plain = ast
    if ast.source is not None:
        _refuse_empty_endings(ast)
        stop, win = _without_constants(disjuncts(ast.stop)), _without_constants(disjuncts(ast.win))
        plain = replace(ast, stop=stop, win=win, source=None)
    return kind(
        plain,
        tuple(family for group in families for family in group),
        tuple(number for number, group in enumerate(families) for _ in group),
        lower_condition(plain.stop),
        lower_condition(plain.win),
        lower_condition(plain.domain),
    )


def _lower_move(ast: RuleAst, number: int) -> tuple[Family, ...]:
    """Return the move families of a move; raise an error if the move can never be made."""
    move = ast.moves[number]
    families = lower_arranged_move(move, ast.names, ast.arrangements)
    if ast.source is not None and all(is_contradictory(family.where) for family in families):
        place = ast.source.moves[number].where
        raise NotationError(ast.source.text, place.offset, f"the move can never be made: {_contradiction(move)}")
    return families


def _contradiction(move: MoveAst) -> str:
    """Return the reason why a move of the rule can never be made."""
    for part in conjuncts(move.where):
        if _never_holds(part):
            return f"{part} is never true"
    return "its conditions contradict each other"


def _never_holds(condition: Formula) -> bool:
    return all(map(is_contradictory, lower_condition(condition)))


def _refuse_empty_endings(ast: RuleAst) -> None:
    """Raise an error if a condition after `stop when` or `win when` is never true or always true."""
    assert ast.source is not None
    for condition, place in ast.source.endings:
        fault = ""
        with suppress(SpragueError):  # skip a condition that has too many cases for this check
            fault = "never" if _never_holds(condition) else "always" if _never_holds(Not(condition)) else ""
        if condition.names and fault:
            message = f"the condition {condition} is {fault} true; change it or leave it out"
            raise NotationError(ast.source.text, place.offset, message)


def _without_constants(parts: Sequence[Formula]) -> Formula:
    """Join conditions by `or`; if one condition is always true, such as `0 = 0`, return only this condition."""
    for part in parts:
        if not part.names and not _never_holds(part):
            return part
    return some_of(parts)


def check_rule(rule: LinearRule, ast: RuleAst) -> None:
    """Raise an error if a lowered rule has too many piles or an invalid clause, or if its moves cannot be listed."""
    if not 1 <= len(rule.piles) <= MOST_PILES:
        raise SpragueError(f"expected 1 to {MOST_PILES} piles, got {len(rule.piles)}")
    if rule.splits:
        refuse_clauses_in_sums(rule)
    if rule.is_restricted:
        check_domain(rule)
    if not 0 <= rule.blocking <= MOST_BLOCKED:
        raise SpragueError(f"expected at most {MOST_BLOCKED:,} forbidden options, got {rule.blocking}")
    _check_choices(rule, ast)
    if rule.splits and find_rank(rule) is None:
        raise missing_rank_error(rule)
    _check_clauses(rule)


def _check_choices(rule: LinearRule, ast: RuleAst) -> None:
    """Raise an error for a choice without an upper bound, or for conditions that are too complicated to solve."""
    constrained = any(family.where or family.choices(rule.names) for family in rule.families)
    if not (rule.is_restricted or rule.splits or constrained):
        return  # a rule without choices and conditions needs no check
    for number, kind in enumerate(rule.move_numbers):
        try:
            rule.enumerator(number)
        except (OutOfReach, Cancelled):
            raise
        except SpragueError as error:
            if isinstance(error, UnboundedChoice) and ast.source is not None:
                raise _unbounded(ast, kind, error) from None
            option = rule.ast.option_text(rule.ast.moves[kind].parts)
            raise SpragueError(f"in the move to {option}: {error}") from None


def _unbounded(ast: RuleAst, kind: int, error: UnboundedChoice) -> NotationError:
    """Return the error for a choice without an upper bound, which may be a misspelt name."""
    assert ast.source is not None
    chosen = ast.source.moves[kind].choices
    reached = {name for entry in ast.moves[kind].entries for name in entry.names}
    names = [token.text for token in chosen]
    for token in chosen:
        if names.count(token.text) == 1 and token.text not in reached:
            reason = "; as a choice it would have no upper bound"
            return unknown_name(ast.source.text, token, ast.names, names, reason)
    place = next((token for token in chosen if token.text == error.choice), chosen[0])
    return NotationError(ast.source.text, place.offset, error.reason)


def _check_clauses(rule: LinearRule) -> None:
    """Raise an error if a clause contains `not … power of` or depends on the order of interchangeable piles."""
    lowered = (rule.domain, rule.stop, rule.win)
    for (word, written), linear in zip(rule.ast.clauses, lowered, strict=True):
        if any(is_generated_name(name) for part in linear for condition in part for name in condition.names):
            raise SpragueError(
                f"the clause '{word}' cannot contain 'not … power of'; leave out the condition with 'power of'"
            )
        for block in rule.blocks:
            if not (is_symmetric(linear, rule.names, block) or is_written_symmetric(written, rule.names, block)):
                raise SpragueError(
                    f"the clause '{word}' depends on the order of the piles, but the rule has 'any order'; write "
                    "a condition that is the same for every order"
                )
