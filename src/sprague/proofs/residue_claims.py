"""`decide_by_totals`: decide claims about residues and comparisons for which an automaton would be too large.

A short claim may need a large automaton: "each of four boxes is below 4, or its residue modulo 21 is 4, 5 or 6" needs
236,046 states, because the automaton must remember the residues of four numbers. For redistribution games, the totals
of the P-positions give a shorter proof (see `totals`). The method first determines the totals (numbers of chips) of the
P-positions by a proof that does not use the claim. Adding the period of the totals to a large pile does not change the
outcome of a position. The method applies to formulas that contain only residues of linear terms and comparisons with
numbers. In each comparison, a number must be compared with the largest pile, the smallest pile, or a sum of piles
without negative coefficients. If the method applies to a formula, there is a number m such that adding m chips to a
large pile does not change whether the formula is true. So it is enough to compare the formula with the P-positions in a
finite window.

If the formula is wrong in the window, the counterexample is a position with the fewest chips at which the formula is
wrong. Every option of the counterexample has fewer chips, so the formula is correct for the options.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.errors import OutOfReach
from sprague.formulas.position_set import PositionSet
from sprague.language.conditions import Chain, Compare, Formula, Junction, Member, Not
from sprague.language.expressions import Expression, Max, Min, Mod
from sprague.language.positions import Position
from sprague.proofs.kernel_equation import NO_MOVE, ONE_MOVE_APART, STOPPED_IN, Failure
from sprague.proofs.proof import Refutation, TotalsProof
from sprague.proofs.totals import Redistribution, Totals, check_totals, count_totals, find_redistribution, guess_totals
from sprague.rules.ruleset import Ruleset

# totals decide only claims with at least this many combinations of residues; automata decide all other claims
LARGE = 50_000
TOTALS = 512  # the period of the totals is found by testing which numbers below this bound are totals
TRIED = 20_000_000  # default limit on the positions that are tried to compute the totals
IN_WINDOW = 2_000_000  # default limit on the positions of the window in which a formula is compared with totals


def decide_by_totals(rule: Ruleset, claim: PositionSet, misere: bool) -> TotalsProof | Refutation | None:
    """Decide a claim about a redistribution game by the totals of its P-positions, or return None."""
    kind = find_redistribution(rule)
    reach = _reach(claim.formula)
    if kind is None or reach is None or reach[1] ** kind.piles < LARGE:
        return None
    threshold, modulus = reach
    allowed = limits.current().positions
    tried = TRIED if allowed is None else allowed
    members, _ = count_totals(kind, misere, TOTALS, np.zeros(0, dtype=np.bool_), tried)
    totals = guess_totals(members)
    if totals is None:
        return None
    high = max(threshold, totals.preperiod, kind.least, kind.lowest) + lcm(modulus, totals.period)
    if comb(high - kind.lowest + kind.piles - 1, kind.piles) > (IN_WINDOW if allowed is None else allowed):
        return None
    try:
        walked = check_totals(kind, totals, misere)
    except OutOfReach:
        limits.check()
        return None
    window = np.array(list(combinations_with_replacement(range(kind.lowest, high), kind.piles)), dtype=np.int64)
    if walked.failure is not None:
        return None
    claimed = claim.mask(list(window.T))
    wrong = np.flatnonzero(claimed != _p_positions(kind, totals, misere, window))
    proof = TotalsProof(rule, misere, str(claim), totals, walked.tried + len(window))
    if not len(wrong):
        return proof
    place = wrong[np.argmin(window[wrong].sum(axis=1))]
    return _refutation(proof, tuple(int(height) for height in window[place]), bool(claimed[place]))


def _refutation(truth: TotalsProof, position: Position, claimed: bool) -> Refutation:
    options = truth.winning_options(position) if claimed else []
    if not claimed:
        failure = Failure(position, NO_MOVE)
    elif options:
        failure = Failure(position, ONE_MOVE_APART, truth.game.position(options[0]))
    else:
        failure = Failure(position, STOPPED_IN)
    return Refutation(truth.game, truth.misere, truth.claim, failure, position)


def _p_positions(kind: Redistribution, totals: Totals, misere: bool, window: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return an array of flags for the positions of a window: whether each is a P-position, given the totals."""
    flags = totals.flags(int(window.max()) * kind.piles + 1)
    found = np.ones(len(window), dtype=np.bool_)
    movable = np.zeros(len(window), dtype=np.bool_)
    for size in kind.kept:
        for piles in combinations(range(kind.piles), size):
            kept = window[:, piles].sum(axis=1)
            found &= ~flags[kept]
            movable |= kept >= kind.least
    return found & movable if misere else found


def _reach(formula: Formula) -> tuple[int, int] | None:
    """Return (h, m) such that adding m chips to a pile of at least h chips does not change the truth of a formula.

    The result is None if the formula contains conditions other than residues and comparisons with numbers. Adding m
    chips preserves all residues, because all moduli of the formula divide m. If a pile exceeds a number, so does every
    sum that contains the pile and has no negative coefficients.
    """
    if isinstance(formula, Not):
        return _reach(formula.part)
    if isinstance(formula, Junction):
        parts = [_reach(part) for part in formula.parts]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        return max((height for height, _ in found), default=0), lcm(*(modulus for _, modulus in found))
    if isinstance(formula, Member):
        return _reach(formula.meaning)
    if isinstance(formula, Chain):
        return _reach(Junction("and", tuple(formula.links())))
    if isinstance(formula, Compare):
        return _reach_of_comparison(formula.left - formula.right)
    return None


def _reach_of_comparison(difference: Expression) -> tuple[int, int] | None:
    height, modulus = abs(difference.linear.constant) + 1, 1
    signs = {factor > 0 for _, factor in difference.linear.coefficients}
    for call, factor in difference.calls:
        if any(argument.calls for argument in call.arguments):
            return None
        if isinstance(call, Mod):
            height += abs(factor) * (call.modulus - 1)
            modulus = lcm(modulus, call.modulus)
        elif isinstance(call, Max | Min):
            terms = [argument.linear for argument in call.arguments]
            if any(term.constant or any(f < 0 for _, f in term.coefficients) for term in terms):
                return None
            # The method allows comparisons of the largest or smallest pile only with a constant.
            if difference.linear.coefficients or len(difference.calls) > 1:
                return None
        else:
            return None
    return (height, modulus) if len(signs) <= 1 else None
