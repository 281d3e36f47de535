"""Dataclasses of the JSON form of tables and periods: `TableHeader`, `TableSummary`, `TablePlan`, `PeriodResult`."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.results.base import Measure, Number, Piles, Play, Result


@dataclass(frozen=True, kw_only=True)
class TableHeader(Result):
    """The JSON form of a table: game, measure and bound; `table --json` adds `fix` and the list `values`."""

    game: str
    rule: str
    play: Play
    what: Measure
    limit: int | None
    """every pile is below it"""
    chips: int | None
    """the largest number of chips in all"""
    cap: int | None
    """larger values are stored as this one"""


@dataclass(frozen=True, kw_only=True)
class TableSummary(TableHeader):
    """The JSON result for a table in a few figures."""

    positions: int
    largest: int
    """the largest value; outcomes count as 0 for P and 1 for N"""
    p_positions: list[Piles]
    """the smallest P-positions, the fewest chips first"""
    sentences: list[str]


@dataclass(frozen=True, kw_only=True)
class TablePlan(TableHeader):
    """The JSON result for the method by which a table would be computed."""

    plan: list[str]


@dataclass(frozen=True, kw_only=True)
class PeriodResult(Result):
    """The JSON result for the period of every pile; null for a pile without a known one."""

    game: str
    rule: str
    what: Measure
    play: Play
    piles: list[str]
    preperiods: list[int | None]
    periods: list[int | None]
    saltus: Number | None
    """the increase of the values with each period"""
    largest: Number | None
    """the largest value of all positions, if known"""
    class_: str
    """the kind of period"""
    proved: bool
    reason: str | None
    """why no period is known"""
    sentences: list[str]
