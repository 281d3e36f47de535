"""Filling tables: the plan is made, the memory counted, the kernels run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import compiling
from sprague.errors import SpragueError
from sprague.games import game as find_game
from sprague.rules import Position, Ruleset
from sprague.tables import kernels as plain
from sprague.tables.arrays import loop_arrays
from sprague.tables.layout import places_of, refuse_if_too_large
from sprague.tables.pace import Pace, call_all
from sprague.tables.plan import LINES, ORDER, ROWS, SEARCH, Plan, first_words, make_plan
from sprague.tables.regions import Region, asked_region
from sprague.tables.search import search
from sprague.tables.table import WHATS, Table

Progress = Callable[[float], None]

kernels = compiling.ready(plain)

NO_CAP = 1 << 40
MOST_SEARCHED = 5_000_000
MOST_COLUMNS = 4096  # computed at once: their wanted entries are kept till then
LONG_COLUMN = 50_000  # from here on a column is worth being shared out
WORTH_THREADS = 20_000  # a level this large is worth being shared out
_WAY_OUT = "lower the bound, or ask for outcomes or a cap"
MODES = {
    "grundy": kernels.GRUNDY,
    "outcome": kernels.OUTCOME,
    "remoteness": kernels.HURRY,
    "suspense": kernels.DELAY,
}


def default_memory() -> int:
    """Half of the machine's memory, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def tabulate(
    game: Ruleset | str,
    limit: int | None = None,
    *,
    chips: int | None = None,
    what: str = "grundy",
    misere: bool = False,
    cap: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """The value of every position with piles below `limit`, or with at most `chips` chips in all.

    >>> table = tabulate("subtraction-transfer:a=2,b=1,c=1", limit=4)
    >>> table.to_array().tolist()
    [[0, 1, 0, 1], [0, 1, 0, 1], [2, 3, 2, 3], [1, 0, 1, 0]]

    `what` is grundy, outcome, remoteness (the winner hurries) or suspense (the winner delays), the
    last three in normal or misère play. With `cap` the table holds min(value, cap), exactly: a
    Grundy value of cap or more never decides a smaller one. `memory` is how many bytes may be used,
    half of the machine's if not given; `progress` is called with the fraction done.
    """
    rule = find_game(game) if isinstance(game, str) else game
    check_request(rule, limit, chips, what, misere, cap)
    allowed = default_memory() if memory is None else memory
    values_only = what in ("grundy", "outcome") and not misere
    plan = make_plan(rule, limit, chips, values_only=values_only, memory=allowed)
    report = progress or (lambda done: None)
    asked = asked_region(rule, limit, chips, plan.reduced, allowed)
    bound = f"limit {limit}" if limit is not None else f"{chips} chips"
    refuse_if_too_large(rule.label, f"a table to {bound}", plan.memory(what, cap), allowed, _WAY_OUT)
    if plan.way == SEARCH:
        values = _by_search(rule, asked, what, misere, report)
    elif plan.way == ROWS:
        values = _by_rows(plan, limit or 0, what, report)
    elif plan.way == LINES:
        values = _by_lines(plan, limit or 0, 1 if what == "outcome" else cap, allowed, report)
    elif plan.way == ORDER:
        values = _in_order(plan, what, misere, cap, allowed, report)
    else:
        values = _by_levels(plan, asked, what, misere, cap, allowed, report)
    if cap is not None:
        values = np.minimum(values, min(cap, int(np.iinfo(values.dtype).max)))
    return Table(rule, what, misere, limit, chips, cap, asked, _smallest(values))


def check_request(
    rule: Ruleset, limit: int | None, chips: int | None, what: str, misere: bool, cap: int | None
) -> None:
    """Refuse what no table can hold."""
    if what not in WHATS:
        raise SpragueError(f"expected what to be {', '.join(WHATS[:-1])} or {WHATS[-1]}, got {what!r}")
    if (limit is None) == (chips is None):
        raise SpragueError("expected either a limit on each pile or a bound on the chips in all")
    if limit is not None and limit <= rule.floor:
        raise SpragueError(f"{rule.label}: expected a limit of at least {rule.floor + 1}, got {limit}")
    if chips is not None and chips < rule.floor * len(rule.piles):
        raise SpragueError(f"{rule.label}: expected chips of at least {rule.floor * len(rule.piles)}, got {chips}")
    if cap is not None and (cap < 1 or what != "grundy"):
        raise SpragueError(f"expected a cap of at least 1 on Grundy values, got {cap} on {what}")
    if cap is not None and cap >= 1 << 63:
        raise SpragueError(f"expected a cap below 2^63, got {cap:,}; leave it out for values as large as they are")
    if misere and what == "grundy":
        raise SpragueError("there are no Grundy values in misère play; ask for outcome, remoteness or suspense")
    if misere and rule.win and what != "outcome":
        raise SpragueError(f"{rule.label}: {what} in misère play is not defined with 'win when'; ask for outcome")


def _smallest(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The values in the smallest type of integer that holds them."""
    most = int(values.max()) if len(values) else 0
    for kind in (np.uint8, np.uint16, np.uint32):
        if most <= np.iinfo(kind).max:
            return values.astype(kind)
    return values


# By levels of equal rank


def _by_levels(
    plan: Plan, asked: Region, what: str, misere: bool, cap: int | None, allowed: int, report: Progress
) -> npt.NDArray[Any]:
    rule, region = plan.rule, plan.region
    assert region is not None
    fibres, accumulators = plan.fibre_arrays
    totals = _accumulators(what, accumulators, cap)
    positions = region.positions(rule)
    order, starts = _levels(rule, positions, region.reduced)
    positions = positions[order]
    places = places_of(positions, region.layout)
    values = np.zeros(region.size, dtype=np.int32)
    walk = _Walk(
        (values, places, positions, endings_of(rule, positions)),
        starts,
        (fibres, loop_arrays(plan), region.layout, MODES[what], misere, _ceiling(cap)),
        allowed,
        rule,
    )
    walk.run(totals, report)
    if asked.layout is region.layout or (asked.size, asked.highest) == (region.size, region.highest):
        return values
    wanted = asked.positions(rule)
    out = np.zeros(asked.size, dtype=np.int32)
    out[places_of(wanted, asked.layout)] = values[places_of(wanted, region.layout)]
    return out


class _Walk:
    """Level after level; large ones are shared out between threads."""

    def __init__(self, data: tuple[Any, ...], starts: Any, rules: tuple[Any, ...], allowed: int, rule: Ruleset) -> None:
        self.data, self.starts, self.rules = data, starts, rules
        self.allowed, self.rule = allowed, rule

    def run(self, totals: npt.NDArray[Any], report: Progress) -> None:
        levels = len(self.starts) - 1
        pace = Pace()
        level = 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            while level < levels:
                first, last = int(self.starts[level]), int(self.starts[level + 1])
                if last - first > pace.size:
                    end = level + 1
                    reached = level + self._in_pieces(threads, pace, totals, first, last)
                else:
                    with pace.piece() as size:
                        end = int(np.searchsorted(self.starts, first + size, side="right")) - 1
                        reached = kernels.fill_levels(*self.data, self.starts, level, end, totals, *self.rules)
                if reached < end:
                    totals = _grown(self.rule, totals, self.allowed)
                level = reached
                report(float(self.starts[level]) / max(1, len(self.data[0])))

    def _in_pieces(
        self, threads: ThreadPoolExecutor, pace: Pace, totals: npt.NDArray[Any], first: int, last: int
    ) -> bool:
        """A level too large for one call, large ones shared out; whether it was done, or a bit set was too small."""
        fibres, _, _, mode, misere, cap = self.rules
        done = first
        while done < last:
            with pace.piece() as size:
                many = (os.cpu_count() or 1) if size >= WORTH_THREADS else 1
                starts = range(done, min(done + many * size, last), size)
                parts = [(start, min(start + size, last)) for start in starts]
                calls = [(*self.data, *part, totals, *self.rules) for part in parts]
                if call_all(threads, kernels.fill_values, calls) != [end - start for start, end in parts]:
                    return False
            done = parts[-1][1]
        values, places, positions, _ = self.data
        for start, end in pace.pieces(first, last):
            kernels.add_values(totals, values, places, positions, start, end, fibres, mode, misere, cap)
        return True


def _levels(rule: Ruleset, positions: npt.NDArray[Any], reduced: bool) -> tuple[npt.NDArray[np.int64], Any]:
    """An order of the positions by rank, and where each rank starts (and the last one ends)."""
    rank = rule.rank
    if rank is not None and reduced:
        rank = rank.among_differences(rule.facts)
    assert rank is not None
    keys = rank.keys(positions)
    order = np.lexsort(keys[::-1]) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    changes = np.zeros(max(0, len(order) - 1), dtype=bool)
    for key in keys:
        changes |= np.diff(key[order]) != 0
    return order, np.concatenate(([0], np.flatnonzero(changes) + 1, [len(order)])).astype(np.int64)


def endings_of(rule: Ruleset, positions: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Where play has ended by `stop when` or `win when`."""
    endings = np.zeros(len(positions), dtype=np.uint8)
    for code, alternatives in ((kernels.STOPPED, rule.stop), (kernels.WON, rule.win)):
        if alternatives:
            for number, row in enumerate(positions):
                values = {name: int(entry) for name, entry in zip(rule.names, row, strict=True)}
                if any(all(condition.holds(values) for condition in part) for part in alternatives):
                    endings[number] = code
    return endings


# Special walks


def _in_order(plan: Plan, what: str, misere: bool, cap: int | None, allowed: int, report: Progress) -> npt.NDArray[Any]:
    """Sorted positions in the order of their numbers."""
    rule, region = plan.rule, plan.region
    assert region is not None
    fibres, accumulators = plan.fibre_arrays
    totals = _accumulators(what, accumulators, cap)
    values = np.zeros(region.size, dtype=np.int32)
    position = np.full(len(rule.piles), rule.floor, dtype=np.int64)
    number = 0
    pace = Pace()
    asked = MODES[what], misere, _ceiling(cap)
    while number < region.size:
        with pace.piece() as size:
            until = min(number + size, region.size)
            if region.layout.kind == kernels.CHIPS:
                reached = kernels.fill_by_chips(values, position, number, until, totals, fibres, *asked)
            else:
                top = region.highest[0]
                reached = kernels.fill_in_order(values, position, number, until, totals, fibres, top, *asked)
        if reached < until:
            totals = _grown(rule, totals, allowed)
        number = reached
        report(number / region.size)
    return values


def _ceiling(cap: int | None) -> int:
    return NO_CAP if cap is None else cap


def _accumulators(what: str, count: int, cap: int | None) -> npt.NDArray[Any]:
    """Accumulators that have seen nothing, of the type that `what` needs."""
    if what == "grundy":
        return np.zeros((max(1, count), first_words(cap)), dtype=np.uint64)
    if what == "outcome":
        return np.zeros((max(1, count), 1), dtype=np.uint8)
    return np.full((max(1, count), 2), -1, dtype=np.int32)


def _grown(rule: Ruleset, totals: npt.NDArray[Any], allowed: int) -> npt.NDArray[Any]:
    """Bit sets of twice the size: a value has turned up that did not fit."""
    refuse_if_too_large(rule.label, "sharing bit sets", 2 * totals.nbytes, allowed, "lower the bound, or ask for a cap")
    return np.concatenate((totals, np.zeros_like(totals)), axis=1)


def _by_rows(plan: Plan, limit: int, what: str, report: Progress) -> npt.NDArray[Any]:
    """Two piles and finitely many vectors: whole rows at a time, the last few kept as single bits."""
    rule, region = plan.rule, plan.region
    assert region is not None
    steps = sorted(set(rule.vectors or ()), key=lambda step: step[0] == 0)
    earlier = sum(step[0] < 0 for step in steps)
    depth = 1 - min(step[0] for step in steps)
    widths = _widths(rule, region)
    kind = next(kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if len(steps) < np.iinfo(kind).bits)
    ring = np.zeros((depth, int(widths.max()) + max(0, *(step[1] for step in steps)) + 1), dtype=kind)
    out = np.zeros((limit, limit), dtype=np.uint8)
    table = np.array(steps, dtype=np.int64)
    small = np.arange(256 if kind is np.uint8 else 0, dtype=np.uint8)
    lowest = ~small & (small + np.uint8(1))
    digits = np.zeros_like(small)
    if len(digits):
        digits[[1 << value for value in range(8)]] = range(8)
    for first, last in Pace(first=1).pieces(0, limit):
        kernels.fill_rows(out, ring, table, earlier, widths, lowest, digits, first, last)
        report(last / limit)
    values = out.reshape(-1)
    return (values > 0).astype(np.uint8) if what == "outcome" else values


def _widths(rule: Ruleset, region: Region) -> npt.NDArray[np.int64]:
    """How far each row is needed."""
    rows = np.arange(region.highest[0] + 1, dtype=np.int64)
    widths = np.full(len(rows), region.highest[1] + 1, dtype=np.int64)
    for term, bound in region.half_spaces:
        by_row, along = (term.coefficient(name) for name in rule.names)
        if along > 0:
            widths = np.minimum(widths, (bound - by_row * rows) // along + 1)
    return np.maximum(widths, 0)


def _by_lines(plan: Plan, limit: int, cap: int | None, allowed: int, report: Progress) -> npt.NDArray[Any]:
    """The whole table of a game of differences on three piles."""
    heights = limit - plan.rule.floor
    values = np.zeros(heights * (heights + 1) // 2, dtype=np.uint16 if cap is None or cap > 255 else np.uint8)
    whole = np.arange(heights, dtype=np.int64)
    corners = np.zeros((0, 0), dtype=np.int32)
    for first, columns in _columns(plan, whole, corners, heights, cap, allowed, report):
        for number in range(columns.shape[1]):
            b = first + number
            values[b * (b + 1) // 2 : (b + 1) * (b + 2) // 2] = columns[: b + 1, number]
    return values


def _columns(
    plan: Plan,
    wanted: npt.NDArray[np.int64],
    corners: npt.NDArray[np.int32],
    heights: int,
    cap: int | None,
    allowed: int,
    report: Progress,
) -> Iterable[tuple[int, npt.NDArray[Any]]]:
    """Values G(0, a, b) for the wanted a, some columns b >= a at a time; `corners` gets those b < a."""
    low = [min(ca, 0) * heights + min(cb, 0) * heights for ca, cb in plan.lines]
    high = [max(ca, 0) * heights + max(cb, 0) * heights for ca, cb in plan.lines]
    shift = -min(low)
    terms = np.array([(ca, cb, shift) for ca, cb in plan.lines], dtype=np.int64)
    totals = _accumulators("grundy", max(high) + shift + 1, cap)
    marks = np.zeros(heights, dtype=np.int32)
    pace = Pace()
    b = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        while b < heights:
            with pace.piece() as size:
                # A piece is counted in positions, of which a column has b + 1.
                until = min(heights, b + min(MOST_COLUMNS, max(1, size // (b + 1))))
                out = np.zeros((len(wanted), until - b), dtype=np.int32)
                arguments = (out, corners, wanted, totals, marks, terms)
                if b < LONG_COLUMN:
                    reached = kernels.fill_lines(*arguments, b, until, _ceiling(cap), plan.mirrored)
                else:
                    reached = _shared_columns(threads, arguments, b, until, _ceiling(cap), plan.mirrored)
            if reached > b:
                yield b, out[:, : reached - b]
            if reached < until:
                totals = _grown(plan.rule, totals, allowed)
            b = reached
            report((b / heights) ** 2)


def _shared_columns(
    threads: ThreadPoolExecutor, arguments: tuple[Any, ...], first: int, last: int, cap: int, mirrored: bool
) -> int:
    """As the kernel `fill_lines`, each column shared out between threads."""
    out, corners, wanted, totals, marks, terms = arguments
    for b in range(first, last):
        half = b // 2 + 1 if mirrored else b + 1
        size = -(-half // (os.cpu_count() or 1))
        parts = [(start, min(start + size, half)) for start in range(0, half, size)]
        calls = [(marks, totals, terms, b, *part, cap) for part in parts]
        if call_all(threads, kernels.fill_column, calls) != [end for _, end in parts]:
            return b
        kernels.add_column(out, corners, wanted, totals, marks, terms, b, half, b - first, cap)
    return last


def rows(
    game: Ruleset | str,
    rows: Iterable[int],
    limit: int,
    *,
    cap: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[Any]:
    """Chosen rows of the Grundy values of a game of differences on three piles, far out.

    >>> rows("sharing-nim", rows=range(3), limit=8, cap=256).tolist()
    [[0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 1, 2, 3, 3, 4, 4], [1, 1, 1, 2, 2, 1, 2, 2]]

    Entry [i, n] is min(G(0, a, n), cap) for a = rows[i]. Only the lines that the walk needs are kept,
    not the table.
    """
    rule = find_game(game) if isinstance(game, str) else game
    chosen = list(rows)
    check_request(rule, limit, None, "grundy", False, cap)
    plan = make_plan(rule, limit, None, values_only=True)
    if plan.way != LINES:
        raise SpragueError(f"{rule.label}: rows are for games of differences on three piles; use tabulate")
    heights = limit - rule.floor
    if any(not 0 <= row < heights for row in chosen):
        outside = next(row for row in chosen if not 0 <= row < heights)
        raise SpragueError(f"expected rows from 0 to {heights - 1}, got {outside}")
    allowed = default_memory() if memory is None else memory
    kind = np.uint8 if cap is not None and cap < 256 else np.uint16
    refuse_if_too_large(rule.label, f"{len(chosen)} rows", 2 * len(chosen) * heights, allowed, "ask for fewer rows")
    out = np.zeros((len(chosen), heights), dtype=kind)
    wanted = np.array(chosen, dtype=np.int64)
    corners = np.zeros((len(chosen), max(chosen, default=0) + 1), dtype=np.int32)
    for first, columns in _columns(plan, wanted, corners, heights, cap, allowed, progress or (lambda done: None)):
        out[:, first : first + columns.shape[1]] = columns
    for number, row in enumerate(chosen):
        out[number, :row] = corners[number, :row]
    return out


# Search


def _by_search(rule: Ruleset, asked: Region, what: str, misere: bool, report: Progress) -> npt.NDArray[Any]:
    """Position by position, for rules without a plan."""
    positions = asked.positions(rule)
    starts = [tuple(int(entry) for entry in row) for row in positions]

    def reported() -> Iterator[Position]:
        for number, start in enumerate(starts):
            report(number / len(starts))
            yield start

    found = search(rule, reported(), what, misere, MOST_SEARCHED)
    out = np.zeros(asked.size, dtype=np.int64)
    out[places_of(positions, asked.layout)] = [found[start] for start in starts]
    return out
