"""Ranks, the proofs that play ends, in Coq (`coq/Ranks.v`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from sprague.coq.conditions import Fact, both, rename
from sprague.coq.moves.keys import conjuncts
from sprague.coq.rules import CoqRule, Followed, Move, Played
from sprague.coq.terms import NotCovered, Term, Var, linear_term, put, term_text
from sprague.coq.text import listed
from sprague.language.conditions import Chain, Formula, Junction
from sprague.language.expressions import Expression
from sprague.linear.constraints import solve_equations
from sprague.linear.terms import Linear

_ONE = -1  # the place of the constant of a linear term
DEPTH = 6  # facts that are taken away one after another


def rank_text(rank: tuple[Linear, ...] | str, rule: CoqRule, followed: Followed, piles: int) -> str:
    """Return the rank of a certificate, as a term of Coq."""
    is_sum = rule.moves[-1].written is None  # with a pile of Nim, the last entry
    if isinstance(rank, str):
        rising = rank == "pairs"
        if is_sum and (rising or piles + 1 < rule.entries):
            raise NotCovered("the sum with a pile of Nim ends by a rank that Coq is not told yet")
        lines = "; ".join(_line_text(move, rule, piles) for move in rule.moves)
        return f"Squares {piles + is_sum} {str(rising).lower()} [{lines}]"
    places = {name: place for place, name in enumerate(rule.names)}
    variables = [f"(Var {place})" for place in range(rule.entries)]
    terms = rank
    for term in terms:
        factors = dict(term.coefficients)
        if len({(group, factors.get(name, 0)) for name, group in zip(rule.names, rule.groups, strict=True)}) > len(
            set(rule.groups)
        ):
            raise NotCovered(f"play ends as '{term}' falls, which tells piles apart that may come in any order")
    said = [term_text(linear_term(term, places), variables) for term in terms]
    if is_sum:
        said.append(variables[-1])
    times = [_times(terms[0], places, move, followed) if terms else [] for move in followed.kinds]
    return f"Sums [{'; '.join(said)}]%term {listed(map(listed, times))}"


def _times(term: Linear, places: Mapping[str, int], move: Played, followed: Followed) -> list[int]:
    """How often each fact about a move is counted, so that their sum tells that the term falls; empty if none is found.

    What the term loses, less 1, is to be a sum of facts and of numbers that are not below 0. Facts are taken away from
    it, one after another, each so often that something below 0 is no longer there.
    """
    facts = list(conjuncts(both(move.when, both(followed.domain, rename(followed.domain, move.arrival)))))
    lost = {_ONE: -1}
    for name, factor in term.coefficients:
        for place, sign in ((places[name], 1), (move.arrival[places[name]], -1)):
            lost[place] = lost.get(place, 0) + sign * factor
    counted = _taken_away(lost, [fact if isinstance(fact, Fact) else None for fact in facts], DEPTH)
    return [] if counted is None else [counted.get(number, 0) for number in range(len(facts))]


def _taken_away(lost: Mapping[int, int], facts: Sequence[Fact | None], depth: int) -> dict[int, int] | None:
    below = next((place for place, factor in sorted(lost.items(), reverse=True) if factor < 0), None)
    if below is None:
        return {}
    for number, fact in enumerate(facts):
        if fact is None or fact.residues or depth == 0:
            continue
        inside = {place: factor for factor, place in fact.form} | {_ONE: fact.constant}
        if not (factor := inside.get(below, 0)) or (factor > 0 and not fact.is_zero):
            continue
        times = lost[below] // factor if factor > 0 else -(-lost[below] // factor)
        left = {place: lost.get(place, 0) - times * inside.get(place, 0) for place in {*lost, *inside}}
        if (rest := _taken_away(left, facts, depth - 1)) is not None:
            rest[number] = rest.get(number, 0) + times
            return rest
    return None


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
