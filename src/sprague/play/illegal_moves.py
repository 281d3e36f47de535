"""Explanations why a move is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sprague.errors import SpragueError, clip
from sprague.formulas.evaluation import truth, value
from sprague.language.conditions import TRUE, Chain, Condition, Formula
from sprague.language.positions import show_number
from sprague.linear.terms import Linear
from sprague.rules import Position, Ruleset
from sprague.rules.families import is_hidden
from sprague.rules.move_between import Attempt, attempts, move_in_place
from sprague.rules.rule_ast import conjuncts, listed
from sprague.rules.rule_english import said
from sprague.rules.sums import sum_text

MOST_ATTEMPTS = 500  # ways to read what was meant
MOST_KINDS = 3  # of moves that are named


def describe_move(rule: Ruleset, board: Position, option: Position) -> tuple[str, Position]:
    """What to do on a board to reach an option, and the board then.

    If it is none, the condition of the rule that is in the way is told.
    """
    try:
        move, stands = move_in_place(rule, board, option)
    except SpragueError:
        pass  # the message that is made now says more
    else:
        return move.sentence, stands
    left, wanted = (clip(sum_text(rule, one)) for one in (board, option))
    raise SpragueError(
        f"no move leads from {left} to {wanted}: {explain_illegal_move(rule, board, rule.position(option))}"
    )


def explain_illegal_move(rule: Ruleset, position: Position, wanted: Position) -> str:
    """Why a position is no option of another.

    >>> from sprague.rules.rule_parser import parse
    >>> explain_illegal_move(parse("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order"), (3, 7), (2, 8))
    'the move to (a - k, b + k) with a = 3, b = 7 and k = 1 needs b + k <= a - k, and 8 <= 2 is not so'
    """
    if rule.is_terminal(position):
        return "play is over"
    tried = [
        (attempt, list(_failing(rule, attempt))) for attempt in islice(attempts(rule, position, wanted), MOST_ATTEMPTS)
    ]
    if not tried:
        return f"{_kinds(rule)}; no choice makes that of it"
    fewest = min(len(failing) for _, failing in tried)
    # Of each kind of move the first that fails least.
    nearest: dict[int, str] = {}
    for attempt, failing in tried:
        if len(failing) == fewest:
            nearest.setdefault(rule.kinds[attempt.family], _why_it_fails(rule, attempt, failing))
    told = list(dict.fromkeys(nearest.values()))
    return "; ".join(told[:MOST_KINDS])


def _why_it_fails(rule: Ruleset, attempt: Attempt, failing: Sequence[Formula]) -> str:
    """Why a move that would lead there is not legal: a choice that is no number, or the first condition that fails."""
    move = rule.option_text(rule.written.moves[rule.kinds[attempt.family]].parts)
    typed = {name: number for name, number in attempt.values.items() if not is_hidden(name)}
    if negative := next((name for name, number in typed.items() if number < 0), None):
        needed = f"{negative} = {show_number(typed[negative])}"
        return f"the move to {move} would need {needed}, and choices are natural numbers"
    if not failing:
        return _remembered_then(rule, attempt) or f"{_kinds(rule)}; no choice makes that of it"
    first = failing[0]
    values = [f"{name} = {show_number(typed[name])}" for name in typed if name in first.names]
    with_values = f" with {', '.join(values[:-1])}{' and ' if values[1:] else ''}{values[-1]}" if values else ""
    return f"the move to {move}{with_values} needs {_needed(first, typed)}"


def _remembered_then(rule: Ruleset, attempt: Attempt) -> str:
    """What a move makes of the numbers that are remembered, where these alone are not as they were wanted."""
    (part, *others) = rule.facts[attempt.family].parts
    values = {name: Linear.of(number) for name, number in attempt.values.items()}
    terms = {name: part[name].substitute(values) for name in rule.remembered if name in part}
    if others or not terms or not all(term.is_constant for term in terms.values()):
        return ""
    becomes = " and ".join(f"{name} = {show_number(term.constant)}" for name, term in terms.items())
    return f"the move to these piles makes {becomes}"


def _failing(rule: Ruleset, attempt: Attempt) -> Iterator[Formula]:
    """The conditions of the move as it is written that do not hold; where piles stand in a circle, of the family."""
    family = rule.families[attempt.family]
    if rule.written.standings:
        yield from (condition for condition in family.where if not condition.holds(attempt.values))
        return
    where = rule.written.moves[rule.kinds[attempt.family]].where
    for condition in conjuncts(where) if where != TRUE else ():
        if not truth(condition, attempt.values):
            yield condition


def _needed(condition: Formula | Condition, values: dict[str, int]) -> str:
    """A condition that fails, with the numbers in it."""
    if not isinstance(condition, Chain):
        return f"that {said(condition)}"
    sides = [show_number(int(value(side, values).whole)) for side in condition.sides]
    numbers = sides[0] + "".join(
        f" {relation} {side}" for relation, side in zip(condition.relations, sides[1:], strict=True)
    )
    return f"{condition}, and {numbers} is not so"


def _kinds(rule: Ruleset) -> str:
    """The moves that there are."""
    moves = rule.written.moves
    texts = [
        rule.option_text(move.parts) + (f" where {listed(move.where)}" if move.where != TRUE else "")
        for move in moves[:MOST_KINDS]
    ]
    more = f", and {len(moves) - MOST_KINDS} more kinds" if len(moves) > MOST_KINDS else ""
    return f"a move leads from {rule.tuple_text(rule.names)} to {' or '.join(texts)}{more}"
