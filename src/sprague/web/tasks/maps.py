"""Web tasks for maps of the values along one or two piles: descriptions and tiles of maps, rows of values, and plans.

A job computes the table of a map and saves it in a file. A worker process that has loaded the table of a map makes a
tile in a few milliseconds.
"""

from __future__ import annotations

from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field, model_validator

from sprague.errors import SpragueError
from sprague.results.base import Measure
from sprague.rules import Ruleset
from sprague.tables.slices import check_fixed, parse_fixed
from sprague.web.tasks.games import quick_limit
from sprague.web.tasks.map_cells import (
    LARGEST_VALUE,
    Ranges,
    cell_values,
    cells_in_proved_set,
    load_table,
    pack_tile,
    pile_periods,
    stored_proof,
)
from sprague.web.tasks.requests import PlayRequest, RequestModel, body, game_string, parse_game

if TYPE_CHECKING:
    from sprague.tables.table import Table

TILE = 256  # number of cells along each side of a tile

Fix = Field(default="", max_length=2_000, description="heights of fixed piles", examples=["c=0,d=5"])


class ValuesRequest(PlayRequest):
    """The base class of the web requests for maps and rows of values."""

    @model_validator(mode="before")
    @classmethod
    def accept_former_name(cls, fields: object) -> object:
        """Accept `measure`, the former name of the field `what`."""
        if isinstance(fields, dict) and "measure" in fields and "what" not in fields:
            return {("what" if name == "measure" else name): value for name, value in fields.items()}
        return fields


class SliceRequest(ValuesRequest):
    """The base class of the web requests for maps and tiles, which show the part of a table with some piles fixed."""

    limit: int | None = Field(
        default=None, ge=1, le=10**6, description="every pile is below this limit; the default gives a small table"
    )
    axes: str = Field(default="", max_length=200, description="the two piles along the axes", examples=["a,c"])
    fix: str = Fix


class MapRequest(SliceRequest):
    """A web request for the description of a map."""

    what: Measure = "grundy"


class TileRequest(SliceRequest):
    """A web request for a tile of a map; the value `proved` of `what` requests the P-positions of a stored theorem."""

    what: Measure | Literal["proved"] = "grundy"
    x: int = Field(default=0, ge=0, le=10**6)
    y: int = Field(default=0, ge=0, le=10**6)


class RowRequest(ValuesRequest):
    """A web request for a row: the values of positions in which one pile varies and the other piles are fixed."""

    what: Measure = "grundy"
    limit: int | None = Field(default=None, ge=1, le=10**6)
    along: str = Field(
        default="", max_length=100, description="the pile along the row; by default the first pile that is not fixed"
    )
    fix: str = Fix


class Axis(BaseModel):
    """An axis of a map: the name of a pile, the least height of the pile, and the number of heights."""

    name: str
    start: int
    size: int


class Slider(Axis):
    """A fixed pile of a map, with its height; the web page shows a slider for each fixed pile."""

    value: int


class AxisPeriod(BaseModel):
    """The proved preperiod and period of the values along an axis of a map."""

    name: str
    preperiod: int
    period: int


class Theorem(BaseModel):
    """A stored theorem about the P-positions of a map."""

    sha256: str
    statement: str


class Plan(BaseModel):
    """The plan of a map: the parameters of the table, the axes, and the fixed piles of the map."""

    game: str
    misere: bool
    what: Measure
    limit: int
    axes: list[Axis]
    sliders: list[Slider]
    command: str
    python: str


class MapResponse(Plan):
    """The description of a map; if the map is not `ready`, `job` is the id of the job that computes its table."""

    ready: bool
    job: str | None
    size: int = Field(default=TILE, description="number of cells along a side of a tile")
    largest: int | None = None
    periods: list[AxisPeriod | None] | None = Field(default=None, description="the proved period of each axis")
    proved: Theorem | None = Field(default=None, description="a stored theorem about the P-positions")


class RowResponse(BaseModel):
    """The response with a row: the values for all heights of a pile, with null for a height that gives no position."""

    along: str
    start: int
    values: list[int | None]
    largest: int | None
    periods: AxisPeriod | None
    command: str
    python: str


class TableSlice(RequestModel):
    """The argument of tasks about maps: the file of a table, the plan of the map, and the column and row of a tile."""

    table: Path
    plan: Plan
    x: int = 0
    y: int = 0


def plan(request: MapRequest) -> bytes:
    """Web task: return the plan of a map as JSON: the table that the map needs, and the piles that are its axes."""
    return body(_plan_map(request))


def row_plan(request: RowRequest) -> bytes:
    """Web task: return the plan of a row of values as JSON: the table that the row needs, and the pile that varies."""
    as_map = MapRequest(
        game=request.game,
        misere=request.misere,
        what=request.what,
        limit=request.limit,
        axes=request.along,
        fix=request.fix,
    )
    return body(_plan_map(as_map, 1))


def _plan_map(request: MapRequest, max_axes: int = 2) -> Plan:
    """Return the plan of a map with at most `max_axes` axes; raise an error for a wrong axis or a wrong fixed pile."""
    rule = parse_game(request.game)
    fixed = check_fixed(rule, parse_fixed(request.fix or None))
    limit = request.limit or quick_limit(rule)
    axes = _axes(rule, request.axes, fixed, max_axes)
    others = [name for name in rule.names if name not in axes]
    for name in others:
        _check_height(rule, name, fixed.setdefault(name, rule.lowest(name)), limit)
    return Plan(
        game=game_string(rule),
        misere=request.misere,
        what=request.what,
        limit=limit,
        axes=[_axis(rule, name, limit) for name in axes],
        sliders=[Slider(**_axis(rule, name, limit).model_dump(), value=fixed[name]) for name in others],
        command=_command(rule, request, limit, {name: fixed[name] for name in others}),
        python=_python(rule, request, limit, [":" if name in axes else str(fixed[name]) for name in rule.names]),
    )


def _check_height(rule: Ruleset, name: str, height: int, limit: int) -> None:
    lowest = rule.lowest(name)
    if not lowest <= height < limit:
        raise SpragueError(f"expected {name} between {lowest} and {limit - 1}, got {height}; raise the limit")


def _command(rule: Ruleset, request: MapRequest, limit: int, fixed: dict[str, int]) -> str:
    what = [] if request.what == "grundy" else ["--what", request.what]
    fix = ["--fix", ",".join(f"{name}={height}" for name, height in fixed.items())] if fixed else []
    play = ["--misere"] if request.misere else []
    return join(["sprague", "table", game_string(rule), "--limit", str(limit), *what, *fix, *play])


def _python(rule: Ruleset, request: MapRequest, limit: int, key: list[str]) -> str:
    what = "" if request.what == "grundy" else f", what={request.what!r}"
    play = ", misere=True" if request.misere else ""
    return f"sprague.tabulate({game_string(rule)!r}, limit={limit}{what}{play})[{', '.join(key)}]"


def _axes(rule: Ruleset, wanted: str, fixed: dict[str, int], max_axes: int) -> list[str]:
    if not wanted:
        return [name for name in rule.names if name not in fixed][:max_axes]
    axes = [name.strip() for name in wanted.split(",")]
    unknown = next((name for name in axes if name not in rule.names), None)
    if unknown is not None or len(set(axes)) < len(axes) or len(axes) > max_axes:
        names = ", ".join(rule.names)
        raise SpragueError(
            f"{rule.label}: expected {'one of the piles' if max_axes == 1 else 'one or two of the piles'} "
            f"{names}, got {wanted!r}"
        )
    if held := next((name for name in axes if name in fixed), None):
        raise SpragueError(f"pile {held} cannot be both fixed and an axis of the map; leave out one of the two")
    return axes


def _axis(rule: Ruleset, name: str, limit: int) -> Axis:
    return Axis(name=name, start=rule.lowest(name), size=limit - rule.lowest(name))


def describe(request: TableSlice) -> bytes:
    """Web task: return the description of a map as JSON; the table of the map must have been computed."""
    table, plan = load_table(request.table), request.plan
    periods = _axis_periods(table)
    return body(
        MapResponse(
            **plan.model_dump(),
            ready=True,
            job=None,
            largest=min(table.largest, LARGEST_VALUE),
            periods=[periods.get(axis.name) for axis in plan.axes],
            proved=_stored_theorem(table),
        )
    )


def row(request: TableSlice) -> bytes:
    """Web task: return a row of values from a computed table as JSON."""
    table, plan = load_table(request.table), request.plan
    (axis,) = plan.axes
    values = cell_values(table, {axis.name: (axis.start, axis.size)}, _fixed(plan)).reshape(-1)
    return body(
        RowResponse(
            along=axis.name,
            start=axis.start,
            values=[value if value >= 0 else None for value in values.tolist()],
            largest=int(values.max()) if (values >= 0).any() else None,
            periods=_axis_periods(table).get(axis.name),
            command=plan.command,
            python=plan.python,
        )
    )


def tile(request: TableSlice) -> bytes:
    """Web task: return the values of a tile of a map in binary form."""
    table = load_table(request.table)
    return pack_tile(cell_values(table, _tile_ranges(request), _fixed(request.plan)), table.largest)


def proved_tile(request: TableSlice) -> bytes:
    """Web task: return a tile in binary form: 0 for P-positions of a stored theorem, 1 for other positions."""
    table = load_table(request.table)
    return pack_tile(cells_in_proved_set(table, _tile_ranges(request), _fixed(request.plan)), 1)


def _fixed(plan: Plan) -> dict[str, int]:
    return {slider.name: slider.value for slider in plan.sliders}


def _tile_ranges(request: TableSlice) -> Ranges:
    """Return the range of heights that a tile covers along each axis; a tile at the edge of the map may be smaller."""
    axes = request.plan.axes
    if len(axes) == 1 and request.y:
        raise SpragueError(f"the map has only one row of tiles; expected y=0, got y={request.y}")
    ranges: Ranges = {}
    for axis, number in zip(axes, (request.y, request.x) if len(axes) == 2 else (request.x,), strict=True):
        if number * TILE >= axis.size:
            last = (axis.size - 1) // TILE
            raise SpragueError(f"expected a tile number from 0 to {last} along the axis {axis.name}, got {number}")
        ranges[axis.name] = (axis.start + number * TILE, min(TILE, axis.size - number * TILE))
    return ranges


def _axis_periods(table: Table) -> dict[str, AxisPeriod]:
    return {
        name: AxisPeriod(name=name, preperiod=preperiod, period=period)
        for name, (preperiod, period) in pile_periods(table).items()
    }


def _stored_theorem(table: Table) -> Theorem | None:
    from sprague.proofs.stored_theorems import find_theorem_about

    kept = find_theorem_about(table.game, table.misere)
    if kept is None or stored_proof(table) is None:
        return None
    return Theorem(sha256=kept.digest, statement=kept.statement)
