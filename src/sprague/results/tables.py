"""Dataclasses for the JSON form of tables and periods: `TableHeader`, `TableSummary`, `TablePlan`, `PeriodResult`."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.results.base import Measure, Number, Piles, Play, Result


@dataclass(frozen=True, kw_only=True)
class TableHeader(Result):
    """The JSON form of a table without its values: its game, measure and bound."""

    game: str
    rule: str
    play: Play
    what: Measure
    limit: int | None
    """every pile is smaller than this limit"""
    chips: int | None
    """the largest number of chips in all"""
    cap: int | None
    """larger values are replaced by this one"""


@dataclass(frozen=True, kw_only=True)
class TableSummary(TableHeader):
    """The JSON result for the summary of a table."""

    positions: int
    largest: int
    """the largest value; outcomes count as 0 for P and 1 for N"""
    p_positions: list[Piles]
    """the P-positions with the fewest chips, in increasing order"""
    sentences: list[str]


@dataclass(frozen=True, kw_only=True)
class TablePlan(TableHeader):
    """The JSON result for the plan of a table: the method by which the table would be computed."""

    plan: list[str]


@dataclass(frozen=True, kw_only=True)
class PeriodResult(Result):
    """The JSON result for the periods of a game: the period of each pile, or null if it is unknown."""

    game: str
    rule: str
    what: Measure
    play: Play
    piles: list[str]
    preperiods: list[int | None]
    periods: list[int | None]
    saltus: Number | None
    """the saltus: the increase of the values in each period"""
    largest: Number | None
    """the largest value of all positions, if known"""
    class_: str
    """the kind of period"""
    proved: bool
    reason: str | None
    """why no period is known"""
    sentences: list[str]
