"""`check_totals` checks the totals of P-positions in games whose moves redistribute the chips of some piles.

A move keeps the chips in a set K of piles, removes all other chips, and distributes the kept chips in any way among all
piles. If K(x) is the number of chips in the piles of K at a position x, a move that keeps the chips of K leads from x
to any position whose total is K(x). For a set S of numbers, a position is called *good* if no move from it keeps a
number of chips in S. In misère play, a good position must also have a move. If S is exactly the set of totals of good
positions, then a position is good if and only if no move leads to a good position. Therefore the set of good positions
satisfies the kernel equation of P-positions.

Suppose the set S has the period p from m on, and let B be the greater of m and the least total of a position. If a pile
of a position x has at least B chips, adding p chips to this pile does not change whether x is good. For every set K
that contains the pile, K(x) is at least B, so S contains K(x) if and only if S contains K(x) + p. Therefore every good
position arises from a good position with all piles below B + p, if multiples of p are added to piles of at least B
chips. Finitely many positions therefore determine the totals of all good positions. Whether a large number is in S, or
is the total of a good position, depends only on its residue modulo p.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .automata import Relation
from .errors import Budget, NotVerified
from .kernel import DescribedSet, Evidence, Sets
from .notation import format_formula
from .trees import FALSE, TRUE, Formula, Move, Rule, Term, expand, read_natural, read_naturals, read_object, refuse


@dataclass(frozen=True)
class _Totals:
    """An eventually periodic set of totals: its members below the preperiod, and the residues of larger members."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def contains(self, number: int) -> bool:
        """Return whether a number is in the set of totals."""
        return number in self.small if number < self.preperiod else number % self.period in self.residues

    def formula(self, total: Term) -> Formula:
        """Return a formula that is true if the value of a term is in the set of totals."""
        small, residues = (tuple((n, n) for n in sorted(some)) for some in (self.small, self.residues))
        large = ("and", ("compare", total, ">=", self.preperiod), ("in", ("mod", total, self.period), residues))
        return ("or", ("in", total, small), large)

    def __str__(self) -> str:
        small, residues = (", ".join(map(str, sorted(some))) or "none" for some in (self.small, self.residues))
        return f"below {self.preperiod}: {small}; from {self.preperiod} on, modulo {self.period}: {residues}"


def check_totals(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    """Verify a certificate of the kind `totals` in the checker: the totals of the P-positions."""
    fields = read_object(data, "totals", ("preperiod", "period", "small", "residues"))
    preperiod, period = read_natural(fields["preperiod"], "preperiod"), read_natural(fields["period"], "period", 1)
    small = frozenset(read_naturals(fields["small"], "small", None, preperiod - 1))
    residues = frozenset(read_naturals(fields["residues"], "residues", None, period - 1))
    totals = _Totals(preperiod, period, small, residues)
    sizes = _read_sizes(rule)
    examined = _check_totals(rule, sizes, totals, misere, budget)
    theorem = f"the totals of P-positions are exactly the listed numbers ({totals}), and a position is a P-position "
    theorem += f"if and only if {'it has a move and ' if misere else ''}no move keeps a listed number of chips"
    return Evidence(theorem, examined, [DescribedSet(lambda sets: _good_positions(sets, sizes, totals, misere))])


def _read_sizes(rule: Rule) -> list[int]:
    """Return the numbers n such that moves keep the chips of n piles; by symmetry, a move can keep any n piles."""
    plain = (rule.positions, rule.stop, rule.win) == (TRUE, FALSE, FALSE) and not rule.block and not rule.remembered
    if not plain or [set(group) for group in rule.any_order] != [set(rule.piles)]:
        refuse("a rule with all piles in any order and without conditions on positions", rule.piles)
    return sorted({_size(rule, move) for move in rule.moves})


def _size(rule: Rule, move: Move) -> int:
    """Return how many piles a move keeps; the condition of the move must be (sum of choices) = (sum of kept piles)."""
    factors: dict[Term, int] = {}
    match move.where:
        case ("compare", choices, "=", kept) if not expand(("-", kept, choices), 1, factors):
            piles = {name for name, factor in factors.items() if factor > 0}
            equation = dict.fromkeys(rule.choices(move), -1) | dict.fromkeys(piles, 1)
            if factors == equation and piles <= set(rule.piles) and sorted(move.to) == sorted(rule.choices(move)):
                return len(piles)
    return refuse(
        "a condition that equates the sum of all choices with the sum of some piles", format_formula(move.where)
    )


def _check_totals(rule: Rule, sizes: Sequence[int], totals: _Totals, misere: bool, budget: Budget) -> int:
    """Check that the listed totals are the totals of P-positions, and return the number of positions examined."""
    piles, period = len(rule.piles), totals.period
    least = piles * rule.least_pile
    start = max(totals.preperiod, least)
    end = piles * (start + period) + period
    budget.spend(end)
    budget.store(8 * end)  # estimate memory: an element of a set needs about 64 bytes
    alone: set[int] = set()
    repeated: set[int] = set()
    search = _GoodPositions(piles, range(rule.least_pile, start + period), sizes, totals, budget)
    for position in search.extend((), [{0}, *(set() for _ in range(sizes[-1]))]):
        if misere and sum(position[-sizes[-1] :]) < least:
            continue  # the position has no move, because even its largest piles have too few chips to fill all piles
        (repeated if position[-1] >= start else alone).add(sum(position))
    for total in range(end):
        if total >= period and total - period in repeated:
            repeated.add(total)
        if totals.contains(total) != (total in alone or total in repeated):
            if totals.contains(total):
                raise NotVerified(
                    f"the certificate lists the total {total}, but no P-position has this number of chips"
                )
            raise NotVerified(
                f"the certificate does not list the total {total}, but some P-position has this number of chips"
            )
    return search.examined


@dataclass
class _GoodPositions:
    """The search for good positions with sorted piles; a position is good if no move keeps a listed number of chips."""

    piles: int
    heights: range
    sizes: Sequence[int]
    totals: _Totals
    budget: Budget
    examined: int = 0

    def extend(self, begun: tuple[int, ...], sums: Sequence[set[int]]) -> Iterator[tuple[int, ...]]:
        """Return the good positions that begin with the piles `begun`; `sums[j]` contains all sums of j such piles."""
        if len(begun) == self.piles:
            yield begun
            return
        completed = set().union(*(sums[size - 1] for size in self.sizes))
        for height in range(begun[-1] if begun else self.heights.start, self.heights.stop):
            self.examined += 1
            self.budget.spend(1 + len(completed))
            if not any(self.totals.contains(height + others) for others in completed):
                longer = [{0}]
                for fewer, same in pairwise(sums):
                    self.budget.spend(len(fewer))
                    longer.append(same | {height + others for others in fewer})
                yield from self.extend((*begun, height), longer)


def _good_positions(sets: Sets, sizes: Sequence[int], totals: _Totals, misere: bool) -> Relation:
    """Return the positions at which no move can keep a listed total and, in misère play, at least one move exists."""
    game, relations = sets.game, sets.relations

    def relation(formula: Formula, every: bool) -> Relation:
        return relations.permuted(game.translation.relation(formula, game.names), game.groups, every)

    found = [relation(("not", totals.formula(("+", *sets.rule.piles[:size]))), True) for size in sizes]
    if misere:
        least = len(sets.rule.piles) * sets.rule.least_pile
        found.append(relation(("compare", ("+", *sets.rule.piles[: sizes[-1]]), ">=", least), False))
    return relations.conjunction(found)
