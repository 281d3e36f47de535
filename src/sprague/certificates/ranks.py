"""`write_rank` writes a rank, which proves that play ends, as a JSON object; `read_rank` reads it back.

A rank that consists of weighted sums is written as a list of linear terms. If the rank is a sum of squares or of
products, the certificate also gives the *line* of each move: a term t, and a fixed integer s for each pile. The move
adds s·t to each pile x, so it lowers the sum of squares Σ x² by t (-2 Σ s x - t Σ s²), a product of two linear terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from sprague.certificates.json_values import Tree, read_list, read_number, read_object, read_word
from sprague.certificates.trees import AS_WRITTEN, read_linear, write_linear, write_term
from sprague.errors import SpragueError
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Pairs, Quadratic, Rank, Squares, WeightedSums

QUADRATIC: Mapping[str, type[Quadratic]] = {"squares": Squares, "pairs": Pairs}


@dataclass(frozen=True)
class MoveLine:
    """The line of a move in a quadratic rank: the move adds `amount` times `steps[i]` to pile i."""

    steps: tuple[int, ...]
    amount: Expression


def write_rank(rule: Ruleset, rank: Rank, names: Mapping[str, str] = AS_WRITTEN) -> Tree:
    """Return a rank, which proves that play ends, as a JSON object of a certificate.

    >>> from sprague.rules import parse
    >>> rule = parse("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order")
    >>> write_rank(rule, rule.rank)
    {'quadratic': 'squares', 'lines': [{'steps': [-1, 1], 'amount': 'k'}]}
    """
    if isinstance(rank, WeightedSums):
        return {"terms": [write_linear(term, names) for term in rank.terms]}
    assert isinstance(rank, Quadratic)
    lines = [{"steps": list(line.steps), "amount": write_term(line.amount, names)} for line in lines_of(rule)]
    return {"quadratic": "pairs" if isinstance(rank, Pairs) else "squares", "lines": lines}


def lines_of(rule: Ruleset) -> list[MoveLine]:
    """Return the line of each move of a rule; each move must add a multiple of a fixed vector to the piles."""
    return [_line_of(rule, number) for number in range(len(rule.ast.moves))]


def _line_of(rule: Ruleset, number: int) -> MoveLine:
    move = rule.ast.moves[number]
    changes = []
    for name, entry in zip(rule.piles, move.parts[0], strict=False):
        assert isinstance(entry, Expression)
        changes.append(entry - Expression.of(name))
    if (line := common_line(changes)) is not None and line.amount.is_linear:
        return line
    # A condition of the move, such as j = k or u + v = a + b, may imply that all piles change by multiples of one term.
    families = [
        facts.solved
        for kind, facts in zip(rule.move_numbers, rule.constraints, strict=True)
        if kind == number and not facts.solved.is_contradictory
    ]
    if not families:
        return MoveLine((0,) * len(rule.piles), Expression.of(0))  # no position satisfies the conditions of the move
    steps = {_steps_of(rule, facts) for facts in families}
    if len(steps) == 1 and (found := steps.pop()) is not None:
        for step, change in zip(found, changes, strict=True):
            if step and change.is_linear and (amount := _divided(change, step)) is not None:
                sign = -1 if max(_numbers(amount)) < 0 else 1
                return MoveLine(tuple(sign * one for one in found), amount * sign)
    raise SpragueError(
        "cannot write a certificate with the rank 'sum of squares': the move to "
        f"{rule.ast.option_text(move.parts)} must add multiples of one fixed vector to the piles"
    )


def _steps_of(rule: Ruleset, facts: MoveConstraints) -> tuple[int, ...] | None:
    """Return the fixed direction of a move as a vector of one integer per pile, or None if the direction varies.

    The integers in the vector are coprime, and the first nonzero integer is positive.
    """
    changes = [Expression(facts.reached[pile] - Linear.of(pile)) for pile in rule.piles]
    line = common_line(changes)
    if line is None:
        return None
    common = gcd(*line.steps) * (1 if next(filter(None, line.steps)) > 0 else -1)
    return tuple(step // common for step in line.steps)


def common_line(changes: Sequence[Expression]) -> MoveLine | None:
    """Return a `MoveLine` if the changes of all piles are integer multiples of one common term, else None."""
    first = next((change for change in changes if change != Expression.of(0)), None)
    if first is None:
        return None
    common = gcd(*_numbers(first))
    amount = _divided(first, common if min(_numbers(first)) >= 0 else -common)
    assert amount is not None
    steps = []
    for change in changes:
        step = _quotient(change, amount)
        if step is None:
            return None
        steps.append(step)
    return MoveLine(tuple(steps), amount)


def _numbers(term: Expression) -> list[int]:
    """Return all coefficients of a term in a rank, followed by its constant unless the constant is 0."""
    factors = [factor for _, factor in (*term.linear.coefficients, *term.calls)]
    return [*factors, *([term.linear.constant] if term.linear.constant else [])]


def _quotient(change: Expression, amount: Expression) -> int | None:
    """Return the integer s for which `change` equals s times `amount`, or None if there is no such integer."""
    if change == Expression.of(0):
        return 0
    factor = gcd(*_numbers(change)) // gcd(*_numbers(amount))
    return next((step for step in (factor, -factor) if (amount * step).key == change.key), None)


def _divided(term: Expression, divisor: int) -> Expression | None:
    """Return a term divided by a number, or None if a coefficient or the constant is not divisible by it."""
    if any(number % divisor for number in _numbers(term)):
        return None
    linear = Linear.build(
        {name: factor // divisor for name, factor in term.linear.coefficients}, term.linear.constant // divisor
    )
    return Expression(linear, tuple((call, factor // divisor) for call, factor in term.calls))


def read_rank(tree: Tree, rule: Ruleset, where: str = "rank") -> tuple[Rank, tuple[MoveLine, ...]]:
    """Return the rank that a JSON object of a certificate describes, and for a quadratic rank the line of each move."""
    shape = (rule.names, len(rule.piles))
    if not isinstance(tree, dict) or "quadratic" not in tree:
        terms = read_list(read_object(tree, where, ("terms",))["terms"], f"{where}.terms", 1)
        known = frozenset(rule.names)
        read = (read_linear(term, known, f"{where}.terms[{number}]") for number, term in enumerate(terms))
        return WeightedSums(*shape, tuple(read)), ()
    read_object(tree, where, ("quadratic", "lines"))
    word = read_word(tree["quadratic"], f"{where}.quadratic", tuple(QUADRATIC))
    moves = rule.ast.moves
    lines = read_list(tree["lines"], f"{where}.lines", len(moves), len(moves))
    found = []
    for number, (line, move) in enumerate(zip(lines, moves, strict=True)):
        place = f"{where}.lines[{number}]"
        read_object(line, place, ("steps", "amount"))
        steps = read_list(line["steps"], f"{place}.steps", len(rule.piles), len(rule.piles))
        known = frozenset(rule.names) | frozenset(move.choices(rule.names))
        found.append(
            MoveLine(
                tuple(read_number(step, f"{place}.steps") for step in steps),
                Expression(read_linear(line["amount"], known, f"{place}.amount")),
            )
        )
    return QUADRATIC[word](*shape), tuple(found)
