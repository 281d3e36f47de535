"""From a rule to a way of filling a table: what is walked, in which order, and what is shared.

Nothing here knows a game; all of it is derived from the `Ruleset`, and `Plan.describe` says how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from sprague.rules import Linear, Ruleset
from sprague.rules.choices import Loops as FamilyLoops
from sprague.rules.conditions import Comparison, Condition, PowerOf, Residue
from sprague.rules.implication import follows
from sprague.rules.symmetry import Block, arrangements, classes_of, swap
from sprague.solve.fibres import Fibre, find_fibre, options_sort_first
from sprague.solve.kernels import AT_MOST, CHIPS, DIFFERENT, EQUAL, LESS, POWER, SORTED, Fibres, Loops
from sprague.solve.layout import ENDLESS, binomials
from sprague.solve.regions import Region, adding_changes_nothing, closed_region, is_sorted, turning_over_changes_nothing

SEARCH, LEVELS, ORDER, LINES, ROWS = "search", "levels", "order", "lines", "rows"


@dataclass(frozen=True)
class Plan:
    """How a table is filled.

    `way` is LEVELS (positions by rank, accumulators and loops), ORDER (sorted positions as they are
    numbered, accumulators only), LINES (differences of three piles,
    column by column), ROWS (two piles, finitely many vectors) or SEARCH (position by position).
    `fibres` are the families with shared accumulators; `reasons` says of each other family why it
    is enumerated, by its number.
    """

    rule: Ruleset
    way: str
    region: Region | None
    fibres: tuple[Fibre, ...]
    reasons: dict[int, str]
    lines: tuple[tuple[int, int], ...] = ()
    mirrored: bool = False
    note: str = ""

    @property
    def reduced(self) -> bool:
        return self.region is not None and self.region.reduced

    @cached_property
    def fibre_arrays(self) -> tuple[Fibres, int]:
        """The fibres as arrays, and how many accumulators there are."""
        return fibre_arrays(self)

    def memory(self, what: str = "grundy", cap: int | None = None) -> int:
        """How many bytes filling the table takes, as long as no bit set outgrows its first word."""
        if self.region is None:
            return 0
        words = 1 if cap is None else (cap + 63) // 64
        cell = {"grundy": 8 * words, "outcome": 1}.get(what, 8)
        size = self.region.size
        if self.way == ROWS:
            depth = 1 - min(step[0] for step in vectors(self.rule))
            return (self.region.highest[0] + 1) ** 2 + 8 * depth * (self.region.highest[1] + 1)
        if self.way == LINES:
            return 2 * size + 5 * 8 * words * (self.region.highest[0] + 1)
        # Levels keep a list of positions beside the values, and where each belongs.
        each = 4 if self.way == ORDER else 4 + 8 + 8 + 1 + 4 * len(self.rule.names)
        return each * size + cell * self.fibre_arrays[1]

    def describe(self) -> str:
        """What was chosen, and why, in sentences."""
        rule, region = self.rule, self.region
        if self.way == SEARCH or region is None:
            return f"Plan: search, position by position, because {self.note}."
        lines = [f"Region: {region.size:,} places; {region.reason}."]
        lines.append(f"Memory: {self.memory() / 1e6:,.1f} MB at first; bit sets of Grundy values grow when they must.")
        if is_sorted(rule):
            lines.append("Reduction: the order of piles does not matter, so only sorted positions are kept.")
        if region.reduced:
            lines.append("Reduction: a chip more on every pile changes nothing, so only differences are kept.")
        if self.way == ROWS:
            lines.append(
                "Order: row by row; every move leads to an earlier row, or to an earlier place in the same row."
            )
            lines.append(f"Work: {len(rule.families)} look-ups per position, whole rows at once.")
            return "\n".join(lines)
        if self.way == LINES:
            lines.append("Order: by the largest difference; all positions with the same one are independent.")
            if self.mirrored:
                lines.append("Reduction: a game turned over (each x to n - x) is the same game, so half is enough.")
        elif self.way == ORDER and region.layout.kind == CHIPS:
            lines.append("Order: by the number of chips, which every move lowers.")
        elif self.way == ORDER:
            lines.append(
                "Order: by the largest pile, then the next, and so on; every option comes before its position."
            )
        else:
            lines.append(f"Order: by rank, {rule.rank}; every move lowers it, so equal ranks are independent.")
        for number, family in enumerate(rule.families):
            shared = next((fibre for fibre in self.fibres if fibre.family == number), None)
            name = f"Move {rule.tuple_text(family.target)}"
            if number in self.reasons:
                lines.append(f"{name}: enumerated, because {self.reasons[number]}.")
            elif shared is not None:
                lines.append(f"{name}: one accumulator per value of {shared.describe(rule)}; shown for all positions.")
            else:
                lines.append(f"{name}: shares the accumulators above.")
        return "\n".join(lines)


def make_plan(
    rule: Ruleset, limit: int | None, chips: int | None, *, values_only: bool = False, memory: int = ENDLESS
) -> Plan:
    """The plan for a table bounded by a limit on each pile, or by the chips in all.

    `values_only` says that only Grundy values (perhaps capped) in normal play are wanted, which
    lets the special walks be used. What cannot be numbered within the memory is refused.
    """
    if not rule.is_linear:
        return _by_search(rule, "a Python function has a part in the rule")
    if rule.rank is None:
        return _by_search(rule, "no rank was found that shows that play ends")
    found = {number: find_fibre(rule, number) for number in range(len(rule.families))}
    shared: dict[object, Fibre] = {}
    reasons: dict[int, str] = {}
    for number, fibre in found.items():
        if isinstance(fibre, str):
            reasons[number] = fibre
        else:
            shared.setdefault((fibre.kept, fibre.rows), fibre)
    fibres = tuple(shared.values())
    # Differences need a kept pile in each fibre: it is what the others are measured from.
    reduced = limit is not None and all(fibre.kept for fibre in fibres) and adding_changes_nothing(rule)
    region = closed_region(rule, limit, chips, reduced, memory)
    if region is None:
        return _by_search(rule, "no bound was found on the positions that moves can reach")
    if values_only and _is_vector_game(rule) and limit is not None:
        return Plan(rule, ROWS, region, fibres, reasons)
    if values_only and not reasons:
        lines = _lines(rule, fibres, region)
        if lines:
            return Plan(rule, LINES, region, fibres, reasons, lines, turning_over_changes_nothing(rule))
    if not reasons and not rule.stop and not rule.win and all(fibre.any_order for fibre in fibres):
        if region.layout.kind == SORTED and not region.reduced and options_sort_first(rule):
            return Plan(rule, ORDER, region, fibres, reasons)
        if region.layout.kind == CHIPS and not region.limit and len(rule.piles) > 1 and not any(f.kept for f in fibres):
            by_chips = not rule.rank.quadratic and rule.rank.terms == (Linear.sum(rule.piles),)
            if by_chips:
                return Plan(rule, ORDER, region, fibres, reasons)
    return Plan(rule, LEVELS, region, fibres, reasons)


def _by_search(rule: Ruleset, note: str) -> Plan:
    return Plan(rule, SEARCH, None, (), {}, note=note)


def _is_vector_game(rule: Ruleset) -> bool:
    """Two labelled piles, and every move adds a vector that points to an earlier row or place."""
    if len(rule.names) != 2 or rule.remembered or rule.blocks or rule.floor or rule.stop or rule.win:
        return False
    if len(rule.families) > 60 or any(family.where for family in rule.families):
        return False
    return all(step < (0, 0) for step in vectors(rule))


def vectors(rule: Ruleset) -> list[tuple[int, ...]]:
    """What each move adds to the piles; a move that adds nothing fixed counts as staying, all zeros."""
    found = []
    for family in rule.families:
        changes = [
            entry - Linear.of(name) if isinstance(entry, Linear) else Linear.of(name)
            for name, entry in zip(rule.names, family.target, strict=True)
        ]
        fixed = all(change.is_constant for change in changes)
        found.append(tuple(change.constant for change in changes) if fixed else (0,) * len(changes))
    return found


def _lines(rule: Ruleset, fibres: Sequence[Fibre], region: Region) -> tuple[tuple[int, int], ...]:
    """The lines of a game of differences on three piles, if walking by the largest difference is right.

    A position (0, a, b) with a <= b reads, for each choice of the kept pile, the line
    x + y - 2z, and what is legal is what is nearer to level: |x - y| smaller. Walking by b is right
    if, on a line, b orders positions as |x - y| does; this is shown for each pair of readings.
    """
    if not region.reduced or len(rule.piles) != 3 or len(fibres) != 1:
        return ()
    (fibre,) = fibres
    changed = [i for i in range(3) if i not in fibre.kept]
    if (
        len(fibre.kept) != 1
        or [str(term) for term in fibre.rows[0]] != [str(Linear.sum(rule.piles[i] for i in changed))] * 2
    ):
        return ()
    heights = (Linear(), Linear.of("a"), Linear.of("b"))
    readings = []
    for kept in range(3):
        low, high = (heights[i] for i in range(3) if i != kept)
        readings.append((low + high - 2 * heights[kept], high - low))
    other = {"a": Linear.of("c"), "b": Linear.of("d")}
    a, b, c, d = (Linear.of(name) for name in "abcd")
    for line, spread in readings:
        for line_of_option, spread_of_option in ((x.substitute(other), y.substitute(other)) for x, y in readings):
            same = [b - a, d - c, line - line_of_option, line_of_option - line]
            if not follows([*same, b - d - 1], [spread - spread_of_option - 1]):
                return ()
            if not follows([*same, spread - spread_of_option - 1], [b - d - 1]):
                return ()
    return tuple((line.coefficient("a"), line.coefficient("b")) for line, _ in readings)


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
            rows += [(Linear.of(rule.piles[i]), Linear.of(rule.piles[i])) for i in fibre.kept]
        read_rows = [
            _placed(rule, [k for k, _ in rows], kept, order, plan.reduced) for order in _read_orders(rule, fibre)
        ]
        add_rows = [
            _placed(rule, [term for _, term in rows], kept, order, plan.reduced)
            for order in _add_orders(rule, fibre, kept)
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


def _add_orders(rule: Ruleset, fibre: Fibre, kept: Sequence[int]) -> list[list[int]]:
    """The same for positions that are added: parts that L does not tell apart are swappable."""

    def swappable(first: int, second: int) -> bool:
        if (first in kept) != (second in kept):
            return False
        mapping = swap(rule.piles[first], rule.piles[second])
        return all(term.substitute(mapping) == term for _, term in fibre.rows)

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
