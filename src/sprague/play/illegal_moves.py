"""`describe_move` returns the sentence for a legal move, or raises an error that explains why a move is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sprague.errors import SpragueError, clip
from sprague.formulas.evaluation import evaluate, value
from sprague.integers import show_number
from sprague.language.conditions import TRUE, Chain, Condition, Formula
from sprague.language.rule_ast import condition_list, conjuncts
from sprague.language.rule_english import condition_list_text
from sprague.linear.terms import Linear
from sprague.play.catalogue_sentence import catalogue_sentence
from sprague.play.condition_words import AttemptedMove, violation_text
from sprague.play.rule_summary import rule_summary
from sprague.rules import Position, Ruleset
from sprague.rules.families import is_generated_name
from sprague.rules.move_between import Attempt, find_attempts, find_move_in_place
from sprague.rules.sums import format_sum, split_components
from sprague.rules.symmetry import sort_blocks

MOST_ATTEMPTS = 500  # maximum number of illegal moves that are examined to explain why no move leads to a position
MOST_KINDS = 3  # maximum number of kinds of moves that a message names


class IllegalMove(SpragueError):
    """Raised when no move leads from one position to another; `reason` is the message without the positions."""

    def __init__(self, left: str, wanted: str, reason: str) -> None:
        super().__init__(f"no move leads from {left} to {wanted}: {reason}")
        self.reason = reason
        self._arguments = left, wanted, reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return type(self), self._arguments


def describe_move(rule: Ruleset, board: Position, option: Position) -> tuple[str, Position]:
    """Return a pair: a sentence that describes the move from `board` to `option`, and the board after the move.

    Raises:
        IllegalMove: The move is illegal; the message names the condition of the rule that fails.
    """
    try:
        move, after = find_move_in_place(rule, board, option)
    except SpragueError:
        pass  # the error at the end of the function explains why the move is illegal
    else:
        return move.sentence, after
    if rule.position(option) == rule.position(board):
        raise SpragueError("a move must change at least one pile")
    left, wanted = (clip(format_sum(rule, one)) for one in (board, option))
    raise IllegalMove(left, wanted, _explain_illegal_move(rule, board, rule.position(option)))


def check_places(rule: Ruleset, board: Position, wanted: Position, after: Position) -> None:
    """Check that the board after a move has the wanted heights at the wanted piles, apart from empty components.

    Raises:
        IllegalMove: The boards differ, so a move leads to the wanted heights only in another order of the piles.
    """
    one, other = ([part for part in _components_sorted(rule, stands) if any(part)] for stands in (wanted, after))
    if one != other:
        left, right = (clip(format_sum(rule, stands)) for stands in (board, wanted))
        reason = _explain_illegal_move(rule, board, rule.position(wanted), wanted)
        raise IllegalMove(left, f"{right} in this order of the piles", reason)


def _components_sorted(rule: Ruleset, board: Position) -> list[Position]:
    """Return the components of a board in their order; inside a sum, the piles of each component are sorted."""
    if not rule.takes_sums:
        return [board]
    return [sort_blocks(rule.blocks, component) for component in split_components(rule, board)]


def _explain_illegal_move(rule: Ruleset, position: Position, wanted: Position, in_place: Position | None = None) -> str:
    """Return the reason why no move leads to the wanted position.

    If `in_place` is given, it contains the wanted heights in the order of the piles on the board, and the reason does
    not consider moves that lead to these heights in another order.

    >>> from sprague.rules import parse
    >>> _explain_illegal_move(parse("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order"), (3, 7), (2, 8))
    'pile 2 would have 8 chips and pile 1 only 2; the receiving pile must not end larger (b + k <= a - k)'
    >>> _explain_illegal_move(parse("(a, b) -> (a - k, b + k) where k >= 1"), (3, 7), (0, 7))
    'in this game chips are moved, not taken; the rule is: move any number of chips from the 1st pile to the 2nd pile'
    """
    if rule.is_terminal(position):
        return "play is over"
    tried = [
        (attempt, list(_failing_conditions(rule, attempt)))
        for attempt in islice(find_attempts(rule, position, wanted), MOST_ATTEMPTS)
        if in_place is None or _reaches(rule, attempt, in_place)
    ]
    if not tried:
        return _no_attempt_text(rule, position, wanted)
    # If the choices of some attempted moves are natural numbers, ignore all other attempted moves.
    if any(_is_natural(attempt) for attempt, _ in tried):
        tried = [(attempt, failing) for attempt, failing in tried if _is_natural(attempt)]
    fewest = min(len(failing) for _, failing in tried)
    # For each kind of move, `nearest` describes the problem of an attempted move that violates the fewest conditions.
    nearest: dict[int, str] = {}
    for attempt, failing in tried:
        if len(failing) == fewest:
            nearest.setdefault(rule.move_numbers[attempt.family], _attempt_problem(rule, attempt, failing))
    reasons = list(dict.fromkeys(nearest.values()))
    facts = {reason.partition("; ")[0] for reason in reasons}
    if len(reasons) > 1 and len(facts) == 1 and rule_summary(rule):
        return f"{facts.pop()}; {_move_kinds(rule)}"
    return "; ".join(reasons[:MOST_KINDS])


def _reaches(rule: Ruleset, attempt: Attempt, board: Position) -> bool:
    """Return whether an attempted move to a single position leaves the heights of `board` at each pile."""
    part, *others = rule.constraints[attempt.family].parts
    values = {name: Linear.of(number) for name, number in attempt.values.items()}
    return not others and all(
        part[name].substitute(values) == Linear.of(board[attempt.places[name]]) for name in rule.piles if name in part
    )


def _is_natural(attempt: Attempt) -> bool:
    """Return whether all numbers that an attempted move chooses are natural numbers."""
    return all(number >= 0 for name, number in attempt.values.items() if not is_generated_name(name))


def _attempt_problem(rule: Ruleset, attempt: Attempt, failing: Sequence[Formula]) -> str:
    """Return why an attempted move is illegal: it takes a negative number of chips, or violates a condition."""
    move = rule.ast.option_text(rule.ast.moves[rule.move_numbers[attempt.family]].parts)
    typed = {name: number for name, number in attempt.values.items() if not is_generated_name(name)}
    if negative := next((name for name, number in typed.items() if number < 0), None):
        if sentence := _wrong_direction(rule, attempt, negative):
            return sentence
        needed = f"{negative} = {show_number(typed[negative])}"
        return f"the move to {move} would need {needed}, but choices are natural numbers"
    if not failing:
        return _remembered_values(rule, attempt) or _move_kinds(rule)
    first = failing[0]
    # in rules for rows and circles of piles, the conditions use generated names of piles
    if not rule.ast.arrangements:
        numbers = {name: attempt.places[name] + 1 for name in rule.piles}
        ast = rule.ast.moves[rule.move_numbers[attempt.family]]
        if sentence := violation_text(AttemptedMove(ast, tuple(rule.names), attempt.values, numbers), first):
            return f"{sentence} ({first})"
    if sentence := catalogue_sentence(rule):
        return f"{_rule_text(sentence)} ({first})"
    values = [f"{name} = {show_number(typed[name])}" for name in typed if name in first.names]
    with_values = f" with {', '.join(values[:-1])}{' and ' if values[1:] else ''}{values[-1]}" if values else ""
    return f"the move to {move}{with_values} needs {_condition_text(first, typed)}"


def _wrong_direction(rule: Ruleset, attempt: Attempt, choice: str) -> str:
    """Return why a move needs a negative number (for example, "pile 1 has 3 chips and would have 5"), or ""."""
    (part, *others) = rule.constraints[attempt.family].parts
    for name in rule.piles if not others else ():
        change = part[name] - Linear.of(name)
        if set(change.names) == {choice}:
            old = attempt.values[name]
            new = part[name].substitute({one: Linear.of(number) for one, number in attempt.values.items()}).constant
            must = "this move takes chips from it" if change.coefficient(choice) < 0 else "this move adds chips to it"
            before = f"{show_number(old)} chip{'' if old == 1 else 's'}"
            return f"pile {attempt.places[name] + 1} has {before} and would have {show_number(new)}; {must}"
    return ""


def _remembered_values(rule: Ruleset, attempt: Attempt) -> str:
    """Return a text that states the remembered numbers after an attempted move, or "" if they are not determined."""
    (part, *others) = rule.constraints[attempt.family].parts
    values = {name: Linear.of(number) for name, number in attempt.values.items()}
    terms = {name: part[name].substitute(values) for name in rule.remembered if name in part}
    if others or not terms or not all(term.is_constant for term in terms.values()):
        return ""
    becomes = " and ".join(f"{name} = {show_number(term.constant)}" for name, term in terms.items())
    return f"after the move to these piles, {becomes}"


def _failing_conditions(rule: Ruleset, attempt: Attempt) -> Iterator[Formula]:
    """Yield the conditions of the rule that an attempted move violates."""
    family = rule.families[attempt.family]
    if rule.ast.arrangements:
        yield from (condition for condition in family.where if not condition.holds(attempt.values))
        return
    where = rule.ast.moves[rule.move_numbers[attempt.family]].where
    for condition in conjuncts(where) if where != TRUE else ():
        if not evaluate(condition, attempt.values):
            yield condition


def _condition_text(condition: Formula | Condition, values: dict[str, int]) -> str:
    """Return the text of a violated condition, followed by the condition with numbers inserted, such as "8 <= 4"."""
    if not isinstance(condition, Chain):
        return f"that {condition_list_text(condition)}"
    sides = [show_number(int(value(side, values).whole)) for side in condition.sides]
    numbers = sides[0] + "".join(
        f" {relation} {side}" for relation, side in zip(condition.relations, sides[1:], strict=True)
    )
    return f"{condition}, but {numbers} is false"


def _no_attempt_text(rule: Ruleset, position: Position, wanted: Position) -> str:
    """Return why no move leads to the wanted position, for example because moves keep the total number of chips."""
    piles = len(rule.piles)
    before = sum(map(Linear.of, rule.piles), Linear.of(0))
    keeps_total = all(
        len(family.parts) == 1 and sum((family.parts[0][pile] for pile in rule.piles), Linear.of(0)) == before
        for family in rule.constraints
    )
    total = sum(position[:piles])
    if keeps_total and sum(wanted[:piles]) != total and len(position) == len(wanted) == len(rule.names):
        return f"in this game chips are moved, not taken; {_move_kinds(rule)}"
    return _move_kinds(rule)


def _rule_text(sentence: str) -> str:
    return f"the rule is: {sentence[0].lower()}{sentence[1:].removesuffix('.')}"


def _move_kinds(rule: Ruleset) -> str:
    """Return a text for an error message that lists the kinds of moves of a rule, in plain words if possible."""
    summary = rule_summary(rule)
    if " becomes " in summary:  # the summary contains names from the rule, and the sentence of the catalogue does not
        summary = catalogue_sentence(rule) or summary
    if summary:
        return _rule_text(summary)
    moves = rule.ast.moves
    texts = [
        rule.ast.option_text(move.parts) + (f" where {condition_list(move.where)}" if move.where != TRUE else "")
        for move in moves[:MOST_KINDS]
    ]
    more = f", and {len(moves) - MOST_KINDS} more kinds" if len(moves) > MOST_KINDS else ""
    start = rule.ast.tuple_text(rule.names)
    return f"a move leads from {start} to {' or '.join(texts)}{more}; no choice leads to this position"
