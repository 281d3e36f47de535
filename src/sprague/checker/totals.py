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

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from sprague.checker.atoms import Atom, DigitAtom, Fact, Residue, at_least, equals
from sprague.checker.budget import Budget
from sprague.checker.play import Move, Play
from sprague.checker.relations import Relation, Relations
from sprague.errors import NotVerified, SpragueError
from sprague.rules.linear import Linear


@dataclass(frozen=True)
class Totals:
    """The numbers `small`, all below the preperiod, and those from it on with one of the residues."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def contains(self, number: int) -> bool:
        return number in self.small if number < self.preperiod else number % self.period in self.residues


def check_totals(play: Play, totals: Totals, misere: bool, budget: Budget) -> int:
    """Show that these are the totals of P-positions; the number of positions looked at.

    Those that start with the same piles are ruled out together if already a sum of some of these is in S.
    """
    piles = len(play.names)
    kept = {_kept(play, move) for move in play.moves}
    sizes = sorted({len(places) for places in kept})
    if play.stop or play.win or not play.is_everywhere or len(kept) != sum(comb(piles, size) for size in sizes):
        raise SpragueError("expected a game that shares out any piles of a number anew, got another; give an automaton")
    floor = play.floors[0]
    least = piles * floor
    start = max(totals.preperiod, least)
    alone: set[int] = set()
    repeated: set[int] = set()
    for position in _good(piles, range(floor, start + totals.period), sizes, totals, budget):
        if misere and sum(position[-sizes[-1] :]) < least:
            continue  # no move: not even what the largest piles hold can be shared out
        (repeated if position[-1] >= start else alone).add(sum(position))
    every = piles * (start + totals.period) + totals.period
    for total in range(every):
        if total >= totals.period and total - totals.period in repeated:
            repeated.add(total)
        if totals.contains(total) != (total in alone or total in repeated):
            said = "is listed, but no position" if totals.contains(total) else "is not listed, but a position"
            raise NotVerified(f"the total {total} {said} with it is a P-position according to the list")
    return comb(start + totals.period - floor + piles - 1, piles)


def good_positions(play: Play, totals: Totals, misere: bool, relations: Relations) -> Relation:
    """The positions none of whose kept sums is in S, and in misère play with a move."""
    kept = {_kept(play, move) for move in play.moves}
    good = []
    for places in kept:
        total = Linear.sum(sorted(places))
        cases: list[list[Atom | DigitAtom]] = [[equals(total, number)] for number in sorted(totals.small)]
        for residue in sorted(totals.residues):
            leaves = Fact(Linear((), -residue), "=", ((1, Residue(total, totals.period)),))
            cases.append([at_least(total, totals.preperiod), leaves])
        good.append(relations.other(relations.of(cases)))
    if misere:
        least = len(play.names) * play.floors[0]
        good.append(relations.of([[at_least(Linear.sum(sorted(places)), least)] for places in kept]))
    return relations.all_of(good)


def _good(piles: int, heights: range, sizes: list[int], totals: Totals, budget: Budget) -> Iterator[tuple[int, ...]]:
    """The positions with these heights, in ascending order, none of whose kept sums is in S."""
    looked_at = 0
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        begun = waiting.pop()
        # Sums that the next pile completes: those without it were looked at before.
        sums = {sum(chosen) for size in sizes for chosen in combinations(begun, size - 1)}
        for height in range(begun[-1] if begun else heights.start, heights.stop):
            looked_at += 1
            budget.keep_positions(looked_at)
            if any(totals.contains(height + others) for others in sums):
                continue
            if len(begun) + 1 == piles:
                yield (*begun, height)
            else:
                waiting.append((*begun, height))


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
