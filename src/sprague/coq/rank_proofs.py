"""`rank_text` prints a rank, which proves that play ends, as Coq text (`coq/Ranks.v`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sprague.certificates.ranks import common_line
from sprague.coq.digit_conditions import LinearCondition, conjunction, conjuncts, rename_places
from sprague.coq.rule_terms import NotCovered, Term, Var, substitute, term_text, translate_linear
from sprague.coq.rule_translation import CompiledRule, CoqRule, GuessedMove, Move
from sprague.coq.syntax import list_text
from sprague.language.conditions import Chain, Formula, Junction
from sprague.language.expressions import Expression
from sprague.linear.constraints import solve_equations
from sprague.linear.terms import Linear

_ONE = -1  # key under which the constant of a linear term is stored
DEPTH = 6  # maximum number of conditions in a proof that a move lowers a rank term


def rank_text(rank: tuple[Linear, ...] | str, rule: CoqRule, compiled: CompiledRule, piles: int) -> str:
    """Return the Coq text of the rank of a certificate, which proves that play ends."""
    has_nim_pile = rule.moves[-1].written is None  # whether the last entry is an added Nim pile
    if isinstance(rank, str):
        rising = rank == "pairs"
        if has_nim_pile and (rising or piles + 1 < rule.entries):
            raise NotCovered(
                f"the export to Coq does not cover Grundy functions of games for which play ends by the rank '{rank}'"
            )
        lines = "; ".join(_line_text(move, rule, piles) for move in rule.moves)
        return f"Squares {piles + has_nim_pile} {str(rising).lower()} [{lines}]"
    places = {name: place for place, name in enumerate(rule.names)}
    variables = [f"(Var {place})" for place in range(rule.entries)]
    for term in rank:
        factors = dict(term.coefficients)
        by_group = {(group, factors.get(name, 0)) for name, group in zip(rule.names, rule.groups, strict=True)}
        if len(by_group) > len(set(rule.groups)):
            raise NotCovered(f"the rank '{term}' depends on the order of the piles, but the rule has 'any order'")
    terms = [term_text(translate_linear(term, places), variables) for term in rank]
    if has_nim_pile:
        terms.append(variables[-1])
    multiples = [_multiples(rank[0], places, move, compiled) if rank else [] for move in compiled.moves]
    return f"Sums [{'; '.join(terms)}]%term {list_text(map(list_text, multiples))}"


def _multiples(term: Linear, places: Mapping[str, int], move: GuessedMove, compiled: CompiledRule) -> list[int]:
    """Return factors for a move's conditions, as a proof that the move lowers a term, or [] if none are found.

    Each condition states that a linear form is at least 0 (or equal to 0). Subtract 1 and multiples of the linear forms
    from the decrease of the term. If the difference has no negative coefficient, the term decreases by at least 1. Each
    step of the search subtracts a multiple of one linear form, which removes one negative coefficient.
    """
    domain = conjunction(compiled.domain, rename_places(compiled.domain, move.target))
    parts = list(conjuncts(conjunction(move.condition, domain)))
    decrease = {_ONE: -1}
    for name, factor in term.coefficients:
        for place, sign in ((places[name], 1), (move.target[places[name]], -1)):
            decrease[place] = decrease.get(place, 0) + sign * factor
    linear = [part if isinstance(part, LinearCondition) else None for part in parts]
    counted = _subtract_conditions(decrease, linear, DEPTH)
    return [] if counted is None else [counted.get(number, 0) for number in range(len(parts))]


def _subtract_conditions(
    decrease: Mapping[int, int], parts: Sequence[LinearCondition | None], depth: int
) -> dict[int, int] | None:
    """Find multiples of conditions such that `decrease` minus these multiples has no negative coefficient."""
    negative = next((place for place, factor in sorted(decrease.items(), reverse=True) if factor < 0), None)
    if negative is None:
        return {}
    for number, part in enumerate(parts):
        if part is None or part.residues or depth == 0:
            continue
        factors = {place: factor for factor, place in part.form} | {_ONE: part.constant}
        if not (factor := factors.get(negative, 0)) or (factor > 0 and not part.is_zero):
            continue
        times = decrease[negative] // factor if factor > 0 else -(-decrease[negative] // factor)
        left = {place: decrease.get(place, 0) - times * factors.get(place, 0) for place in {*decrease, *factors}}
        if (rest := _subtract_conditions(left, parts, depth - 1)) is not None:
            rest[number] = rest.get(number, 0) + times
            return rest
    return None


def _line_text(move: Move, rule: CoqRule, piles: int) -> str:
    """Return the line of a move as Coq text: an amount, and one factor for each pile."""
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
            raise NotCovered(
                "the export to Coq does not cover a quadratic rank of a rule with moves that are not linear"
            )
        changes.append(Expression((entry.linear - Linear.of(name)).substitute(solved)))
    line = common_line(changes)
    if line is None:
        raise NotCovered(
            "the export to Coq does not cover this quadratic rank; every move must add a multiple of a fixed vector "
            "to the piles"
        )
    places = {name: place for place, name in enumerate([*rule.names, *move.choices])}
    own: list[Term] = [Var(place) for place in range(rule.entries)]
    amount = substitute([*own, *move.hint.choices], translate_linear(line.amount.linear, places))
    names = [f"(Var {place})" for place in range(rule.entries + len(move.hint.guesses))]
    steps = [*line.steps, *[0] * (rule.moves[-1].written is None)]
    return f"({term_text(amount, names)}, [{'; '.join(map(str, steps))}]%Z)%term"


def _conjuncts(where: Formula) -> Sequence[Formula]:
    if isinstance(where, Junction) and where.word == "and":
        return [part for inner in where.parts for part in _conjuncts(inner)]
    return [where]
