"""Plans as arrays of coefficients, which is what the kernels understand."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sprague.rules import Linear, Ruleset
from sprague.rules.choices import Loops as FamilyLoops
from sprague.rules.conditions import Comparison, Condition, PowerOf, Residue
from sprague.rules.relations import Link
from sprague.rules.symmetry import Block, arrangements, classes_of, swap
from sprague.tables.fibres import Fibre
from sprague.tables.kernels import AT_MOST, DIFFERENT, EQUAL, LESS, POWER, Fibres, Loops
from sprague.tables.layout import binomials
from sprague.tables.regions import Region, is_sorted

if TYPE_CHECKING:
    from sprague.tables.plan import Plan


# Fibres as arrays


def fibre_arrays(plan: Plan) -> tuple[Fibres, int]:
    """Where each sorted position reads and adds, as arrays; and how many accumulators there are."""
    rule, region = plan.rule, plan.region
    assert region is not None
    sorted_game = is_sorted(rule)
    heights = max(region.highest) - rule.floor + 1
    reads: list[tuple[list[int], list[int]]] = []
    adds: list[tuple[list[list[int]], list[tuple[int, int, int]], int, list[int]]] = []
    start = 0
    for fibre in plan.fibres:
        kept = list(fibre.kept) if sorted_game else []
        rows = list(fibre.rows)
        if not sorted_game:
            rows += [Link(Linear.of(rule.piles[i]), Linear.of(rule.piles[i])) for i in fibre.kept]
        read_rows = [
            _placed(rule, [k for k, _ in rows], kept, order, plan.reduced) for order in _read_orders(rule, fibre)
        ]
        add_rows = [
            _placed(rule, [term for _, term in rows], kept, order, plan.reduced)
            for order in _add_orders(rule, [term for _, term in rows], kept)
        ]
        ranges = [_range(rule, region, [terms[row] for terms, _ in read_rows]) for row in range(len(rows))]
        multisets = comb(heights + len(kept) - plan.reduced - 1, len(kept) - plan.reduced) if kept else 1
        strides = [multisets]
        for low, high in reversed(ranges[1:]):
            strides.append(strides[-1] * (high - low + 1))
        strides.reverse()
        for terms, places in _distinct(read_rows):
            combined = [
                sum(s * term[i] for s, term in zip(strides, terms, strict=False)) for i in range(len(rule.names) + 1)
            ]
            combined[-1] += start - sum(s * low for s, (low, _) in zip(strides, ranges, strict=False))
            reads.append((combined, places))
        for terms, places in _distinct(add_rows):
            spans = [(low, high - low + 1, stride) for (low, high), stride in zip(ranges, strides, strict=False)]
            adds.append((terms, spans, start, places))
        size = multisets
        for low, high in ranges:
            size *= high - low + 1
        start += size
    return _fibre_arrays(rule, reads, adds, heights, plan.reduced), start


def _fibre_arrays(rule: Ruleset, reads: Any, adds: Any, heights: int, reduced: bool) -> Fibres:
    count = len(rule.names)
    row_count = max((len(terms) for terms, _, _, _ in adds), default=0)
    kept_count = max((len(places) for _, places in reads), default=0)

    def pad(places: list[int]) -> list[int]:
        return places + [-1] * (kept_count - len(places))

    blank = [0] * (count + 1)
    return Fibres(
        _integers([terms for terms, _ in reads], (len(reads), count + 1)),
        _integers([pad(places) for _, places in reads], (len(reads), kept_count)),
        _integers(
            [terms + [blank] * (row_count - len(terms)) for terms, _, _, _ in adds], (len(adds), row_count, count + 1)
        ),
        _spans(adds, row_count, 0),
        _spans(adds, row_count, 1),
        _spans(adds, row_count, 2),
        _integers([start for _, _, start, _ in adds], (len(adds),)),
        _integers([pad(places) for _, _, _, places in adds], (len(adds), kept_count)),
        binomials(kept_count, heights),
        rule.floor,
        int(reduced),
    )


def _spans(adds: Any, row_count: int, which: int) -> Any:
    padded = [[span[which] for span in spans] + [0] * (row_count - len(spans)) for _, spans, _, _ in adds]
    return _integers(padded, (len(adds), row_count))


def _integers(values: object, shape: tuple[int, ...]) -> Any:
    return np.array(values, dtype=np.int64).reshape(shape)


def _read_orders(rule: Ruleset, fibre: Fibre) -> list[list[int]]:
    """Which place plays which part, for each distinct way to read."""
    return list(arrangements(range(len(rule.names)), rule.plays[fibre.family][1]))


def _add_orders(rule: Ruleset, terms: Sequence[Linear], kept: Sequence[int]) -> list[list[int]]:
    """The same for positions that are added: parts that L does not tell apart are swappable."""

    def swappable(first: int, second: int) -> bool:
        if (first in kept) != (second in kept):
            return False
        mapping = swap(rule.piles[first], rule.piles[second])
        return all(term.substitute(mapping) == term for term in terms)

    classes: list[list[Block]] = [classes_of(block, swappable) for block in rule.blocks]
    return list(arrangements(range(len(rule.names)), classes))


def _placed(
    rule: Ruleset, terms: Sequence[Linear], kept: Sequence[int], order: Sequence[int], reduced: bool
) -> tuple[list[list[int]], list[int]]:
    """Terms as coefficients over places (and a constant), and the places of the kept piles.

    In a game of differences terms are measured from the first kept pile.
    """
    places = sorted(order[part] for part in kept)
    rows = []
    for term in terms:
        row = [0] * len(rule.names) + [term.constant]
        for name, factor in term.coefficients:
            row[order[rule.names.index(name)]] += factor
            if reduced:
                row[places[0]] -= factor
        rows.append(row)
    return rows, places


def _distinct(placed: Sequence[tuple[list[list[int]], list[int]]]) -> list[tuple[list[list[int]], list[int]]]:
    unique = {(tuple(map(tuple, terms)), tuple(places)): (terms, places) for terms, places in placed}
    return list(unique.values())


def _range(rule: Ruleset, region: Region, rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Between which numbers a term lies over the region, whichever way it is read."""
    low, high = [], []
    for *factors, constant in rows:
        ends = [
            (factor * (0 if region.reduced else rule.lowest(name)), factor * top)
            for factor, name, top in zip(factors, rule.names, region.highest, strict=True)
        ]
        low.append(constant + sum(min(pair) for pair in ends))
        high.append(constant + sum(max(pair) for pair in ends))
        if region.chips > 0 and region.limit == 0 and set(factors) <= {0, 1}:
            high[-1] = min(high[-1], constant + region.chips)
    return min(low), max(high)


# Loops as arrays


def loop_arrays(plan: Plan) -> Loops:
    """The enumerated families, once for each arrangement of the piles, as arrays."""
    rule = plan.rule
    count = len(rule.names)
    chosen = [
        (number, rule.plays[number][0], order)
        for number in plan.reasons
        if rule.plays[number][0].possible
        for order in arrangements(range(count), rule.plays[number][1])
    ]
    most = max((len(loops.loops) for _, loops, _ in chosen), default=0)
    width = count + most + 1
    builder = _LoopBuilder(rule, most, width)
    for number, loops, order in chosen:
        builder.add(number, loops, order)
    return builder.arrays()


class _LoopBuilder:
    def __init__(self, rule: Ruleset, most: int, width: int) -> None:
        self.rule, self.most, self.width = rule, most, width
        self.choices: list[int] = []
        self.target: list[list[list[int]]] = []
        self.guards: list[list[int]] = []
        self.guard_start = [0]
        self.bounds: list[list[int]] = []
        self.divisors: list[int] = []
        self.bound_start: list[list[list[int]]] = []
        self.power: list[list[int]] = []
        self.checks: list[list[list[int]]] = []
        self.moduli: list[list[int]] = []
        self.relations: list[int] = []
        self.check_start: list[list[int]] = []

    def add(self, number: int, loops: FamilyLoops, order: Sequence[int]) -> None:
        rule = self.rule
        columns = {name: order[part] for part, name in enumerate(rule.names)}
        columns |= {loop.name: len(rule.names) + depth for depth, loop in enumerate(loops.loops)}

        def row(term: Linear) -> list[int]:
            values = [0] * self.width
            values[-1] = term.constant
            for name, factor in term.coefficients:
                values[columns[name]] += factor
            return values

        derived = dict(loops.derived)
        target = [[0] * self.width for _ in rule.names]
        for part, entry in enumerate(rule.families[number].target):
            assert isinstance(entry, Linear)
            target[order[part]] = row(entry.substitute(derived))
        self.choices.append(len(loops.loops))
        self.target.append(target)
        self.guards += [row(guard) for guard in loops.guards]
        self.guard_start.append(len(self.guards))
        starts = [len(self.relations)]
        self._add_checks(loops.guard_checks, row)
        bound_starts = []
        for loop in loops.loops:
            starts.append(len(self.relations))
            self._add_checks(loop.checks, row)
            first = len(self.bounds)
            for bound in (*loop.lower, *loop.upper):
                self.bounds.append(row(bound.term))
                self.divisors.append(bound.divisor)
            bound_starts.append([first, first + len(loop.lower), len(self.bounds)])
        missing = self.most - len(loops.loops)
        self.bound_start.append(bound_starts + [[0, 0, 0]] * missing)
        self.power.append([loop.power_base or 0 for loop in loops.loops] + [0] * missing)
        starts.append(len(self.relations))
        self.check_start.append(starts + [starts[-1]] * (self.most + 2 - len(starts)))

    def _add_checks(self, checks: Sequence[Condition], row: Any) -> None:
        for check in checks:
            if isinstance(check, PowerOf):
                self._add_check(row(check.term), row(Linear()), [check.base, 0], POWER)
                continue
            assert isinstance(check, Comparison)
            for left, relation, right in check.links():
                terms = [side.term if isinstance(side, Residue) else side for side in (left, right)]
                moduli = [side.modulus if isinstance(side, Residue) else 0 for side in (left, right)]
                code = {"<": LESS, "<=": AT_MOST, "=": EQUAL, "!=": DIFFERENT}[relation]
                self._add_check(row(terms[0]), row(terms[1]), moduli, code)

    def _add_check(self, left: list[int], right: list[int], moduli: list[int], relation: int) -> None:
        self.checks.append([left, right])
        self.moduli.append(moduli)
        self.relations.append(relation)

    def arrays(self) -> Loops:
        count, families = len(self.rule.names), len(self.choices)
        return Loops(
            _integers(self.choices, (families,)),
            _integers(self.target, (families, count, self.width)),
            _integers(self.guards, (len(self.guards), self.width)),
            _integers(self.guard_start, (families + 1,)),
            _integers(self.bounds, (len(self.bounds), self.width)),
            _integers(self.divisors, (len(self.divisors),)),
            _integers(self.bound_start, (families, self.most, 3)),
            _integers(self.power, (families, self.most)),
            _integers(self.checks, (len(self.checks), 2, self.width)),
            _integers(self.moduli, (len(self.moduli), 2)),
            _integers(self.relations, (len(self.relations),)),
            _integers(self.check_start, (families, self.most + 2)),
        )
