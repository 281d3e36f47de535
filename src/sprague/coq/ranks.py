"""Why play ends, as Coq is told (`coq/Ranks.v`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from sprague.checker.reading import one_of, read_texts, refuse
from sprague.coq.rules import CoqRule, Move
from sprague.coq.terms import NotCovered, Term, Var, linear_term, put, term_text
from sprague.rules.conditions import Chain, Formula, Junction
from sprague.rules.equations import solve_equations
from sprague.rules.expressions import Expression
from sprague.rules.linear import Linear
from sprague.rules.notation import parse_term


def rank_text(rank: object, rule: CoqRule, piles: int) -> str:
    """The rank of a certificate, as a term of Coq."""
    if not isinstance(rank, Mapping) or len(rank) != 1 or not set(rank) <= {"terms", "quadratic"}:
        refuse("a rank such as {'terms': ['a + b']}", rank)
    is_sum = rule.moves[-1].written is None  # with a pile of Nim, the last entry
    if "quadratic" in rank:
        rising = one_of(dict(rank), "quadratic", ("squares", "pairs")) == "pairs"
        if is_sum and (rising or piles + 1 < rule.entries):
            raise NotCovered("the sum with a pile of Nim ends by a rank that Coq is not told yet")
        lines = "; ".join(_line_text(move, rule, piles) for move in rule.moves)
        return f"Squares {piles + is_sum} {str(rising).lower()} [{lines}]"
    places = {name: place for place, name in enumerate(rule.names)}
    variables = [f"(Var {place})" for place in range(rule.entries)]
    said = []
    for text in read_texts(rank["terms"], "terms"):
        if set((term := parse_term(text)).names) - set(rule.names):
            refuse(f"a rank in {', '.join(rule.names)}", text)
        said.append(term_text(linear_term(term, places), variables))
    if is_sum:
        said.append(variables[-1])
    return f"Sums [{'; '.join(said)}]%term"


def _line_text(move: Move, rule: CoqRule, piles: int) -> str:
    """Along which line a move leads: how many steps, in entries and guesses, and what a step adds to each pile."""
    is_sum = rule.moves[-1].written is None
    if move.written is None:
        return f"((Var {piles}) - (Var {piles + 1}), [{'; '.join(['0'] * piles)}; -1]%Z)%term"
    equations = [
        link.right.linear - link.left.linear
        for part in _conjuncts(move.written.where)
        if isinstance(part, Chain)
        for link in part.links()
        if link.relation == "=" and link.left.is_linear and link.right.is_linear
    ]
    solved, _ = solve_equations(equations, move.choices)
    changes = []
    for name, entry in zip(rule.names[:piles], move.written.entries, strict=False):
        if not isinstance(entry, Expression) or not entry.is_linear:
            raise NotCovered("play ends by the sum of squares, and a move is not linear")
        changes.append((entry.linear - Linear.of(name)).substitute(solved))
    unit = _primitive(next((change for change in changes if change != Linear()), Linear()))
    steps = [_multiple(change, unit) for change in changes]
    if None in steps:
        raise NotCovered("play ends by the sum of squares, and a move goes along no line")
    places = {name: place for place, name in enumerate([*rule.names, *move.choices])}
    here: list[Term] = [Var(place) for place in range(rule.entries)]
    line = put([*here, *move.hint.chosen], linear_term(unit, places))
    names = [f"(Var {place})" for place in range(rule.entries + len(move.hint.guesses))]
    return f"({term_text(line, names)}, [{'; '.join(map(str, [*steps, *[0] * is_sum]))}]%Z)%term"


def _conjuncts(where: Formula) -> Sequence[Formula]:
    if isinstance(where, Junction) and where.word == "and":
        return [part for inner in where.parts for part in _conjuncts(inner)]
    return [where]


def _primitive(term: Linear) -> Linear:
    """The term divided by the greatest number that divides it all."""
    divisor = gcd(term.constant, *(factor for _, factor in term.coefficients))
    if divisor < 2:
        return term
    return Linear(tuple((name, factor // divisor) for name, factor in term.coefficients), term.constant // divisor)


def _multiple(term: Linear, unit: Linear) -> int | None:
    """The number by which the unit must be multiplied to give the term."""
    if term == Linear():
        return 0
    factor = (
        term.coefficient(unit.names[0]) // unit.coefficient(unit.names[0])
        if unit.names
        else term.constant // unit.constant
    )
    return factor if unit * factor == term else None
