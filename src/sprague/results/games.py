"""Dataclasses of the JSON form of games: `GameEntry`, `GameDescription`, `RuleDetails`, and statements about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sprague.results.base import Play, Result, ResultPart


@dataclass(frozen=True, kw_only=True)
class KnownStatement(ResultPart):
    """The JSON form of a statement of the catalogue about a game."""

    title: str
    statement: str
    play: Play
    source: str


@dataclass(frozen=True, kw_only=True)
class TheoremStatement(KnownStatement):
    """The JSON form of a theorem of the catalogue, with its formulas."""

    formula: str | None
    """the P-positions as a formula"""
    grundy_formula: str | list[str | None] | None
    """the Grundy values as formulas"""


@dataclass(frozen=True, kw_only=True)
class ObservationStatement(KnownStatement):
    """The JSON form of an observation of the catalogue, which is not proved."""

    seen: str
    """the positions for which it was observed"""


@dataclass(frozen=True, kw_only=True)
class DiscoveredTheorem(ResultPart):
    """The JSON form of a stored theorem about a game."""

    statement: str
    play: Play
    proof: str
    """the size of the proof"""


@dataclass(frozen=True, kw_only=True)
class GameEntry(Result):
    """The JSON result for a game in the list of the catalogue."""

    name: str
    title: str
    aliases: list[str]
    parameters: dict[str, str]
    """the default of each parameter"""
    summary: str


@dataclass(frozen=True, kw_only=True)
class CatalogueGame(GameEntry):
    """The JSON result for a game of the catalogue, with its rule and its theorems."""

    game: str
    """the game as one string, for every other request"""
    rule: str
    description: str
    """the rule in words"""
    parameter_meanings: dict[str, str]
    piles: int
    known: Literal["theorem", "proof", "open"]
    """theorem: a theorem decides positions of any size; proof: a stored one does"""
    theorems: list[TheoremStatement]
    observations: list[ObservationStatement]
    sources: list[str]


@dataclass(frozen=True, kw_only=True)
class GameDescription(Result):
    """The JSON result for any game: its rule and the statements of the catalogue about it."""

    game: str
    """the game as one string, for every other request"""
    title: str | None
    summary: str | None
    rule: str
    """the rule in the notation, in canonical form"""
    description: str
    """the rule in words"""
    latex: str
    rank: str | None
    """a number that every move lowers, so that play ends; null if none was found"""
    sources: list[str]
    theorems: list[TheoremStatement]
    observations: list[ObservationStatement]


@dataclass(frozen=True, kw_only=True)
class GamePage(GameDescription):
    """The JSON result for a game with the stored theorems about it."""

    discovered: list[DiscoveredTheorem]


@dataclass(frozen=True, kw_only=True)
class RuleDetails(GameDescription):
    """The JSON result for a game with the data that an editor or a board of the web page needs."""

    name: str | None
    """the name in the catalogue with all parameters, if it is from there"""
    names: list[str]
    """the entries of a position: piles, then remembered numbers"""
    remembered: list[str]
    floor: int
    """the least height of a pile"""
    lowest: dict[str, int]
    """the least value of each entry"""
    splits: bool
    """whether a move may lead to a sum"""
    takes_sums: bool
    """whether a position may have any number of components"""
    any_order: list[list[str]]
    """groups of piles whose order does not matter"""
    blocking: int
    """how many options the player who has moved may forbid"""
    obstacle: str | None
    """the part of the rule that is not linear, so that no theorem can be searched"""
    limit: int
    """a limit for which a table is computed quickly"""
    first: str
    """a start position"""
    command: str
    """the same request on the command line"""
    python: str
    """the same request in Python"""
