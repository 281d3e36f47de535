"""`check_totals`: check of totals of P-positions, in games that keep the chips of some piles and redistribute them.

If a move keeps the piles of some set K and shares out their chips among all piles in any way, then it leads from x to
every position with the total K(x). Let S be a set of numbers and call x *good* if no K(x) is in S (in misère play: and
x has a move). If S is exactly the set of totals of good positions, then x is good if and only if no move leads to a
good position: the good positions satisfy the kernel equation.

Let S have period p from m on, and let B be at least m and at least the least total of a position. If a pile has at
least B chips, adding p to it changes nothing: every sum that contains it is at least B before and after. So all good
positions come from those with piles below B + p by adding p to piles of at least B, and their totals likewise. From the
totals of these on, membership in S and in the set of totals depends only on the residue modulo p.
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
    """A set of numbers: `small`, all below the preperiod, and those from it on with one of the residues."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def contains(self, number: int) -> bool:
        """Return whether a number is in the set."""
        return number in self.small if number < self.preperiod else number % self.period in self.residues

    def formula(self, total: Term) -> Formula:
        """Return the formula that a term is in the set."""
        small, residues = (tuple((n, n) for n in sorted(some)) for some in (self.small, self.residues))
        large = ("and", ("compare", total, ">=", self.preperiod), ("in", ("mod", total, self.period), residues))
        return ("or", ("in", total, small), large)

    def __str__(self) -> str:
        small, residues = (", ".join(map(str, sorted(some))) or "none" for some in (self.small, self.residues))
        return f"below {self.preperiod}: {small}; from {self.preperiod} on, modulo {self.period}: {residues}"


def check_totals(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    """Check the evidence of a certificate of the kind `totals`."""
    fields = read_object(data, "totals", ("preperiod", "period", "small", "residues"))
    preperiod, period = read_natural(fields["preperiod"], "preperiod"), read_natural(fields["period"], "period", 1)
    small = frozenset(read_naturals(fields["small"], "small", None, preperiod - 1))
    residues = frozenset(read_naturals(fields["residues"], "residues", None, period - 1))
    totals = _Totals(preperiod, period, small, residues)
    sizes = _read_sizes(rule)
    examined = _check_totals(rule, sizes, totals, misere, budget)
    theorem = f"the numbers of chips of P-positions are the totals listed ({totals}), and a position is a P-position "
    theorem += f"if and only if {'there is a move, and ' if misere else ''}no move keeps a number of chips in this list"
    return Evidence(theorem, examined, [DescribedSet(lambda sets: _good_positions(sets, sizes, totals, misere))])


def _read_sizes(rule: Rule) -> list[int]:
    """Read how many piles moves keep; any piles of that number may be kept, as their order does not matter."""
    plain = (rule.positions, rule.stop, rule.win) == (TRUE, FALSE, FALSE) and not rule.block and not rule.remembered
    if not plain or [set(group) for group in rule.any_order] != [set(rule.piles)]:
        refuse("a rule with all piles in any order, and without conditions of positions", rule.piles)
    return sorted({_size(rule, move) for move in rule.moves})


def _size(rule: Rule, move: Move) -> int:
    """The number of piles that a move keeps: `where` is an equation, the sum of all choices = the sum of some piles."""
    factors: dict[Term, int] = {}
    match move.where:
        case ("compare", choices, "=", kept) if not expand(("-", kept, choices), 1, factors):
            piles = {name for name, factor in factors.items() if factor > 0}
            equation = dict.fromkeys(rule.choices(move), -1) | dict.fromkeys(piles, 1)
            if factors == equation and piles <= set(rule.piles) and sorted(move.to) == sorted(rule.choices(move)):
                return len(piles)
    return refuse("moves to choices whose sum is the sum of some piles", format_formula(move.where))


def _check_totals(rule: Rule, sizes: Sequence[int], totals: _Totals, misere: bool, budget: Budget) -> int:
    """Show that these are the totals of P-positions; the number of positions, or beginnings of them, examined."""
    piles, period = len(rule.piles), totals.period
    least = piles * rule.least_pile
    start = max(totals.preperiod, least)
    end = piles * (start + period) + period
    budget.spend(end)
    budget.store(8 * end)  # an element of a set takes about 64 bytes
    alone: set[int] = set()
    repeated: set[int] = set()
    search = _GoodPositions(piles, range(rule.least_pile, start + period), sizes, totals, budget)
    for position in search.extend((), [{0}, *(set() for _ in range(sizes[-1]))]):
        if misere and sum(position[-sizes[-1] :]) < least:
            continue  # there is no move: even the chips of the largest piles are too few
        (repeated if position[-1] >= start else alone).add(sum(position))
    for total in range(end):
        if total >= period and total - period in repeated:
            repeated.add(total)
        if totals.contains(total) != (total in alone or total in repeated):
            which = "is listed, but no position" if totals.contains(total) else "is not listed, but a position"
            raise NotVerified(f"the total {total} {which} with it is a P-position according to the list")
    return search.examined


@dataclass
class _GoodPositions:
    """The positions, in ascending order, with no sum of `sizes` piles in the set of totals."""

    piles: int
    heights: range
    sizes: Sequence[int]
    totals: _Totals
    budget: Budget
    examined: int = 0

    def extend(self, begun: tuple[int, ...], sums: Sequence[set[int]]) -> Iterator[tuple[int, ...]]:
        """Return the good positions that begin with some piles; `sums[j]` has the sums of j of these piles."""
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
    """The positions for which no sum that a move may keep is in the set; in misère play, with a move."""
    game, relations = sets.game, sets.relations

    def relation(formula: Formula, every: bool) -> Relation:
        return relations.permuted(game.translation.relation(formula, game.names), game.groups, every)

    found = [relation(("not", totals.formula(("+", *sets.rule.piles[:size]))), True) for size in sizes]
    if misere:
        least = len(sets.rule.piles) * sets.rule.least_pile
        found.append(relation(("compare", ("+", *sets.rule.piles[: sizes[-1]]), ">=", least), False))
    return relations.conjunction(found)
