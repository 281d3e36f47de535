"""From a rule to a way of filling a table: what is walked, in which order, and what is shared.

Nothing here knows a game; all of it is derived from the `Ruleset`, and `Plan.describe` says how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sprague.rules import Linear, Ruleset
from sprague.rules.implication import follows
from sprague.tables.arrays import fibre_arrays
from sprague.tables.fibres import Enumerated, Fibre, find_fibre, options_sort_first
from sprague.tables.kernels import CHIPS, SORTED, Fibres
from sprague.tables.layout import ENDLESS
from sprague.tables.regions import (
    Region,
    adding_changes_nothing,
    closed_region,
    is_sorted,
    turning_over_changes_nothing,
)

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
        words = first_words(cap)
        cell = {"grundy": 8 * words, "outcome": 1}.get(what, 8)
        size = self.region.size
        if self.way == ROWS:
            depth = 1 - min(step[0] for step in self.rule.vectors or ())
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


def first_words(cap: int | None) -> int:
    """How many words a bit set has at first; it grows when a value does not fit."""
    return 1 if cap is None else min(4, (cap + 63) // 64)


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
        if isinstance(fibre, Enumerated):
            reasons[number] = fibre.reason
        else:
            shared.setdefault((fibre.kept, fibre.rows), fibre)
    fibres = tuple(shared.values())
    # Differences need a kept pile in each fibre: it is what the others are measured from.
    levelling = rule.rank.among_differences(rule.facts) is not None
    reduced = limit is not None and levelling and all(fibre.kept for fibre in fibres) and adding_changes_nothing(rule)
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
        by_chips = region.layout.kind == CHIPS and not region.limit and rule.rank.is_chips
        if by_chips and len(rule.piles) > 1 and not any(fibre.kept for fibre in fibres):
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
    vectors = rule.vectors or ()
    return bool(vectors) and all(vector < (0, 0) for vector in vectors)


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
