"""What is asked about maps, and what is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from sprague.web.work.asking import PlayAsked, Question

TILE = 256  # cells along a side of a tile

Measure = Literal["grundy", "outcome", "remoteness", "suspense"]
Fix = Field(default="", max_length=2_000, description="heights of piles that are fixed", examples=["c=0,d=5"])


class CutAsked(PlayAsked):
    """A slice of a table."""

    limit: int | None = Field(
        default=None, ge=1, le=10**6, description="every pile is below it; by default some that is quick"
    )
    axes: str = Field(default="", max_length=200, description="the two piles along the axes", examples=["a,c"])
    fix: str = Fix


class MapAsked(CutAsked):
    """A map of a game."""

    measure: Measure = "grundy"


class TileAsked(CutAsked):
    """A tile of a map, by the numbers of its column and its row; `proved` is the set of a theorem that is kept."""

    measure: Measure | Literal["proved"] = "grundy"
    x: int = Field(default=0, ge=0, le=10**6)
    y: int = Field(default=0, ge=0, le=10**6)


class RowAsked(PlayAsked):
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


class Repeats(BaseModel):
    """The period of a pile, proved."""

    name: str
    preperiod: int
    period: int


class Theorem(BaseModel):
    """A theorem that is kept."""

    digest: str
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


class MapTold(Plan):
    """What a map is; `ready` says whether its tiles can be had, and `job` what fills it until then."""

    ready: bool
    job: str | None
    size: int = Field(default=TILE, description="cells along a side of a tile")
    largest: int | None = None
    periods: list[Repeats | None] | None = Field(default=None, description="of the axes")
    proved: Theorem | None = Field(default=None, description="a theorem about the P-positions that is kept")


class RowTold(BaseModel):
    """Values along a pile; null where there is no position."""

    along: str
    start: int
    values: list[int | None]
    largest: int | None
    periods: Repeats | None
    command: str
    python: str


class OfTable(Question):
    """What is cut out of a table that lies in a file."""

    table: Path
    plan: Plan
    x: int = 0
    y: int = 0
