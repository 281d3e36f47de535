"""Maps: values over two piles, in tiles.

A map is a slice of a table that a job has filled and left in a file. A worker that has loaded it cuts tiles out of it
in a few thousandths of a second.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, Field

from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.limits import Limits, check
from sprague.rules import Ruleset
from sprague.tables.slices import check_fixed, parse_fixed
from sprague.web.tasks.games import quick_limit
from sprague.web.tasks.requests import PlayRequest, RequestModel, body, named, parse_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sprague.proofs.proof import Proof
    from sprague.tables.table import Table

NO_POSITION = 0xFFFF  # where there is no position
TABLES = 4  # that a worker has loaded
PERIOD_LIMITS = Limits(seconds=3.0, positions=200_000)  # spent on a period that nobody asked for
TILE_HEADER = struct.Struct("<III")  # width, height, largest value


def plan(request: MapRequest) -> bytes:
    """Which table a map needs, and how it is cut."""
    return body(planned(request))


def planned(request: MapRequest, wanted: int = 2) -> Plan:
    """The plan with so many axes, or fewer where piles are missing."""
    rule = parse_game(request.game)
    fixed = check_fixed(rule, parse_fixed(request.fix or None))
    limit = request.limit or quick_limit(rule)
    axes = _axes(rule, request.axes, fixed, wanted)
    others = [name for name in rule.names if name not in axes]
    for name in others:
        height = fixed.setdefault(name, rule.lowest(name))
        if not rule.lowest(name) <= height < limit:
            raise SpragueError(
                f"expected {name} from {rule.lowest(name)} to {limit - 1}, got {height}; raise the limit"
            )
    measure = request.measure
    fix = ",".join(f"{name}={fixed[name]}" for name in others)
    what = [] if measure == "grundy" else ["--what", measure]
    words = ["sprague", "table", named(rule), "--limit", str(limit), *what, *(["--fix", fix] if fix else [])]
    play = ", misere=True" if request.misere else ""
    key = ", ".join(":" if name in axes else str(fixed[name]) for name in rule.names)
    table = (
        f"sprague.tabulate({named(rule)!r}, limit={limit}{'' if measure == 'grundy' else f', what={measure!r}'}{play})"
    )
    return Plan(
        game=named(rule),
        misere=request.misere,
        measure=measure,
        limit=limit,
        axes=[_axis(rule, name, limit) for name in axes],
        sliders=[Slider(**_axis(rule, name, limit).model_dump(), value=fixed[name]) for name in others],
        command=join([*words, *(["--misere"] if request.misere else [])]),
        python=f"{table}[{key}]",
    )


def describe(request: TableSlice) -> bytes:
    """A map whose table is there."""
    table, plan = _load(request.table), request.plan
    told = MapResponse(
        **plan.model_dump(),
        ready=True,
        job=None,
        largest=min(table.largest, NO_POSITION - 1),
        periods=[_repeats(table, axis.name) for axis in plan.axes],
        proved=_proved(table),
    )
    return body(told)


def row_plan(request: RowRequest) -> bytes:
    """Which table a row needs."""
    as_map = MapRequest(
        game=request.game,
        misere=request.misere,
        measure=request.measure,
        limit=request.limit,
        axes=request.along,
        fix=request.fix,
    )
    return body(planned(as_map, 1))


def row(request: TableSlice) -> bytes:
    """A row whose table is there."""
    table, plan = _load(request.table), request.plan
    (axis,) = plan.axes
    values = _cells(table, plan, (axis.start,), (axis.size,)).reshape(-1)
    there = values >= 0
    return body(
        RowResponse(
            along=axis.name,
            start=axis.start,
            values=[value if value >= 0 else None for value in values.tolist()],
            largest=int(values.max()) if there.any() else None,
            periods=_repeats(table, axis.name),
            command=plan.command,
            python=plan.python,
        )
    )


def tile(request: TableSlice) -> bytes:
    """A tile: its width, height and the largest value of the map, then the values, row by row."""
    table = _load(request.table)
    starts, sizes = _corner(request)
    return _packed(_cells(table, request.plan, starts, sizes), table.largest)


def proved_tile(request: TableSlice) -> bytes:
    """The same of the P-positions of a theorem that is kept: 0 in the set, 1 outside."""
    from sprague.tables.regions import are_positions

    table = _load(request.table)
    proof = _kept_proof(table)
    if proof is None:
        raise SpragueError(f"{table.game.label}: no theorem about its P-positions is kept; discover one")
    starts, sizes = _corner(request)
    cells = _positions(table.game, request.plan, starts, sizes)
    found = np.full(len(cells), -1, np.int64)
    there = are_positions(table.game, cells)
    found[there] = np.where(_members(proof, np.ascontiguousarray(cells[there])), 0, 1)
    return _packed(found.reshape(sizes), 1)


# ------------------------------------------------------------------ how it is answered


def _axes(rule: Ruleset, wanted: str, fixed: dict[str, int], most: int) -> list[str]:
    if not wanted:
        return [name for name in rule.names if name not in fixed][:most]
    axes = [name.strip() for name in wanted.split(",")]
    unknown = next((name for name in axes if name not in rule.names), None)
    if unknown is not None or len(set(axes)) < len(axes) or len(axes) > most:
        names = ", ".join(rule.names)
        raise SpragueError(
            f"{rule.label}: expected {'a pile' if most == 1 else 'two piles'} of {names}, got {wanted!r}"
        )
    if held := next((name for name in axes if name in fixed), None):
        raise SpragueError(f"expected {held} to be fixed or an axis, got both")
    return axes


def _axis(rule: Ruleset, name: str, limit: int) -> Axis:
    return Axis(name=name, start=rule.lowest(name), size=limit - rule.lowest(name))


@lru_cache(maxsize=TABLES)
def _load(path: Path) -> Table:
    from sprague.tables.table import Table

    return Table.load(path)


def _corner(request: TableSlice) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a tile begins, and how large it is; those at the end of the map are smaller."""
    axes = request.plan.axes
    numbers = (request.y, request.x) if len(axes) == 2 else (request.x,)
    if len(axes) == 1 and request.y:
        raise SpragueError(f"expected a tile of a single row, got row {request.y}")
    for axis, number in zip(axes, numbers, strict=True):
        if number * TILE >= axis.size:
            most = (axis.size - 1) // TILE
            raise SpragueError(f"expected the number of a tile along {axis.name}, 0 to {most}, got {number}")
    starts = tuple(axis.start + number * TILE for axis, number in zip(axes, numbers, strict=True))
    sizes = tuple(min(TILE, axis.size - number * TILE) for axis, number in zip(axes, numbers, strict=True))
    return starts, sizes


def _cells(table: Table, plan: Plan, starts: tuple[int, ...], sizes: tuple[int, ...]) -> NDArray[np.int64]:
    """The values of a part of a map; -1 where there is no position."""
    ranges = {axis.name: slice(start, start + size) for axis, start, size in zip(plan.axes, starts, sizes, strict=True)}
    heights = {slider.name: slider.value for slider in plan.sliders}
    values = table[tuple(ranges.get(name, heights.get(name)) for name in table.game.names)]
    if table.what == "outcome":
        values = np.select([values == "P", values == "N"], [0, 1], -1)
    in_order = [name for name in table.game.names if name in ranges]
    axes = [in_order.index(axis.name) for axis in plan.axes]
    return np.asarray(values, np.int64).transpose(axes)


def _positions(rule: Ruleset, plan: Plan, starts: tuple[int, ...], sizes: tuple[int, ...]) -> NDArray[np.int64]:
    """The positions of a part of a map, one row each."""
    grids = np.meshgrid(
        *(np.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)), indexing="ij"
    )
    columns = {axis.name: grid.reshape(-1) for axis, grid in zip(plan.axes, grids, strict=True)}
    heights = {slider.name: slider.value for slider in plan.sliders}
    cells = np.stack(
        [np.broadcast_to(columns.get(name, heights.get(name, 0)), grids[0].size) for name in rule.names], 1
    )
    for block in rule.blocks:
        cells = cells.copy()
        cells[:, list(block)] = np.sort(cells[:, list(block)], axis=1)
    return cells


def _packed(values: NDArray[np.int64], largest: int) -> bytes:
    grid = np.atleast_2d(values)
    shown = np.where(grid < 0, NO_POSITION, np.minimum(grid, NO_POSITION - 1)).astype("<u2")
    return TILE_HEADER.pack(grid.shape[1], grid.shape[0], min(largest, NO_POSITION - 1)) + shown.tobytes()


def _repeats(table: Table, name: str) -> AxisPeriod | None:
    """The period of a pile, if it is soon proved."""
    if table.what not in ("grundy", "outcome"):
        return None
    periods = _periods(named(table.game), table.game, table.what, table.misere)
    return periods.get(name)


@lru_cache(maxsize=64)
def _periods(_name: str, rule: Ruleset, what: str, misere: bool) -> dict[str, AxisPeriod]:
    from sprague.periods.period import find_period
    from sprague.rules.breaking import find_breakings

    if rule.vectors is None and not find_breakings(rule):
        return {}
    try:
        with PERIOD_LIMITS.watch():
            found = find_period(rule, what=what, misere=misere)
    except Cancelled:
        raise
    except SpragueError:
        return {}
    zipped = zip(rule.piles, found.preperiods, found.periods, strict=True)
    return {
        name: AxisPeriod(name=name, preperiod=first, period=period)
        for name, first, period in zipped
        if first is not None and period is not None
    }


def _proved(table: Table) -> Theorem | None:
    from sprague.proofs.stored_theorems import find_theorem_about

    kept = find_theorem_about(table.game, table.misere)
    if kept is None or _kept_proof(table) is None:
        return None
    return Theorem(sha256=kept.digest, statement=kept.statement)


def _kept_proof(table: Table) -> Proof | None:
    from sprague.proofs.store import load_proof

    try:
        return load_proof(table.game, table.misere)
    except OutOfReach:
        return None


def _members(proof: Proof, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which positions, one row each, are in the set of a proof."""
    from sprague.proofs.proof import AutomatonProof

    if isinstance(proof, AutomatonProof):
        return proof.positions.contains_many(cells)
    found = np.zeros(len(cells), np.bool_)
    for place, cell in enumerate(cells.tolist()):
        check()
        found[place] = proof.is_p(tuple(cell))
    return found


TILE = 256  # cells along a side of a tile

Measure = Literal["grundy", "outcome", "remoteness", "suspense"]
Fix = Field(default="", max_length=2_000, description="heights of piles that are fixed", examples=["c=0,d=5"])


class SliceRequest(PlayRequest):
    """A slice of a table."""

    limit: int | None = Field(
        default=None, ge=1, le=10**6, description="every pile is below it; by default some that is quick"
    )
    axes: str = Field(default="", max_length=200, description="the two piles along the axes", examples=["a,c"])
    fix: str = Fix


class MapRequest(SliceRequest):
    """A map of a game."""

    measure: Measure = "grundy"


class TileRequest(SliceRequest):
    """A tile of a map, by the numbers of its column and its row; `proved` is the set of a theorem that is kept."""

    measure: Measure | Literal["proved"] = "grundy"
    x: int = Field(default=0, ge=0, le=10**6)
    y: int = Field(default=0, ge=0, le=10**6)


class RowRequest(PlayRequest):
    """Values along one pile."""

    measure: Measure = "grundy"
    limit: int | None = Field(default=None, ge=1, le=10**6)
    along: str = Field(default="", max_length=100, description="the pile; by default the first that is not fixed")
    fix: str = Fix


class Axis(BaseModel):
    """An axis of a map: the pile, its least height, and how many heights there are."""

    name: str
    start: int
    size: int


class Slider(Axis):
    """A pile that is fixed."""

    value: int


class AxisPeriod(BaseModel):
    """The period of a pile, proved."""

    name: str
    preperiod: int
    period: int


class Theorem(BaseModel):
    """A theorem that is kept."""

    sha256: str
    statement: str


class Plan(BaseModel):
    """A map before it is filled: what its table has to hold, and where it is cut."""

    game: str
    misere: bool
    measure: Measure
    limit: int
    axes: list[Axis]
    sliders: list[Slider]
    command: str
    python: str


class MapResponse(Plan):
    """What a map is; `ready` says whether its tiles can be had, and `job` what fills it until then."""

    ready: bool
    job: str | None
    size: int = Field(default=TILE, description="cells along a side of a tile")
    largest: int | None = None
    periods: list[AxisPeriod | None] | None = Field(default=None, description="of the axes")
    proved: Theorem | None = Field(default=None, description="a theorem about the P-positions that is kept")


class RowResponse(BaseModel):
    """Values along a pile; null where there is no position."""

    along: str
    start: int
    values: list[int | None]
    largest: int | None
    periods: AxisPeriod | None
    command: str
    python: str


class TableSlice(RequestModel):
    """What is cut out of a table that lies in a file."""

    table: Path
    plan: Plan
    x: int = 0
    y: int = 0
