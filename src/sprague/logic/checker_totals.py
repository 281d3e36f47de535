"""The checker's own look at totals: games in which chips are kept and then shared out in any way.

If a move keeps the piles of some set K and shares their chips out among all piles at will, then it leads from x
to every position with the total K(x). Let S be a set of numbers and call x *good* if no K(x) is in S (in misère
play: and x has a move). If S is exactly the set of totals of good positions, then x is good exactly if no move
leads to a good position: the good positions satisfy the kernel equation.

Let S have period p from m on, and let B be at least m and at least the least total of a position. A pile of at
least B may grow by p without changing anything: what counts it is at least B before and after. So all good
positions come from those with piles below B + p, and their totals from theirs, by adding p to a pile of at least B.
Beyond the totals of those, both sides depend on the residue modulo p only.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.logic.checker_digits import Fact
from sprague.logic.checker_play import Move, Play
from sprague.rules.linear import Linear

MOST_CHECKED = 3_000_000


@dataclass(frozen=True)
class Totals:
    """The numbers `small`, all below the preperiod, and those from it on with one of the residues."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def contains(self, number: int) -> bool:
        return number in self.small if number < self.preperiod else number % self.period in self.residues


def check_totals(play: Play, totals: Totals, misere: bool) -> int:
    """Show that these are the totals of P-positions; the number of positions looked at."""
    piles = len(play.names)
    kept = {_kept(play, move) for move in play.moves}
    sizes = sorted({len(places) for places in kept})
    if play.stop or play.win or len(kept) != sum(comb(piles, size) for size in sizes):
        raise SpragueError("expected a game that shares out any piles of a number anew, got another; give an automaton")
    floor = play.floors[0]
    least = piles * floor
    start = max(totals.preperiod, least)
    count = comb(start + totals.period - floor + piles - 1, piles)
    if count > MOST_CHECKED:
        raise OutOfReach(f"expected at most {MOST_CHECKED:,} positions to look at, got {count:,}; check a smaller game")
    alone: set[int] = set()
    repeated: set[int] = set()
    for position in combinations_with_replacement(range(floor, start + totals.period), piles):
        reached = [sum(chosen) for size in sizes for chosen in combinations(position, size)]
        if any(map(totals.contains, reached)) or (misere and max(reached, default=-1) < least):
            continue
        (repeated if position[-1] >= start else alone).add(sum(position))
    every = piles * (start + totals.period) + totals.period
    for total in range(every):
        if total >= totals.period and total - totals.period in repeated:
            repeated.add(total)
        if totals.contains(total) != (total in alone or total in repeated):
            said = "is listed, but no position" if totals.contains(total) else "is not listed, but a position"
            raise NotVerified(f"the total {total} {said} with it is a P-position according to the list")
    return count


def _kept(play: Play, move: Move) -> frozenset[str]:
    """The piles whose chips are shared out anew, in any way."""
    choices = Linear.sum(move.target)
    free = len({str(entry) for entry in move.target if entry.is_name} - set(play.names)) == len(play.names)
    facts = list(move.where)
    if free and len(facts) == 1 and len(set(play.floors)) == 1:
        fact = facts[0]
        if isinstance(fact, Fact) and fact.relation == "=" and not fact.residues:
            for sign in (1, -1):
                kept = choices - fact.linear * sign
                if not kept.constant and all(n in play.names and factor == 1 for n, factor in kept.coefficients):
                    return frozenset(kept.names)
    raise SpragueError("expected a game that shares chips out in any way, got another; give an automaton")
