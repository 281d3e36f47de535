"""Dataclasses for the JSON form of games and statements about games: `GameEntry`, `GameDescription`, `RuleDetails`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sprague.results.base import Play, Result, ResultPart
from sprague.results.questions import ExampleQuestion


@dataclass(frozen=True, kw_only=True)
class KnownStatement(ResultPart):
    """The JSON form of a statement about a game in the catalogue."""

    title: str
    statement: str
    play: Play
    source: str


@dataclass(frozen=True, kw_only=True)
class TheoremStatement(KnownStatement):
    """The JSON form of a theorem in the catalogue of games, with its formulas."""

    formula: str | None
    """the P-positions as a formula"""
    grundy_formula: str | list[str | None] | None
    """the Grundy values as formulas"""


@dataclass(frozen=True, kw_only=True)
class ObservationStatement(KnownStatement):
    """The JSON form of an observation in the catalogue of games: a statement that is not proved."""

    seen: str
    """the positions for which the observation was made"""


@dataclass(frozen=True, kw_only=True)
class DiscoveredTheorem(ResultPart):
    """The JSON form of a stored theorem for the web page of a game."""

    statement: str
    play: Play
    proof: str
    """the facts that the proof verified, and the size of the proof"""


@dataclass(frozen=True, kw_only=True)
class GameEntry(Result):
    """The JSON result for a game in the list of the catalogue."""

    name: str
    title: str
    aliases: list[str]
    parameters: dict[str, str]
    """the default value of each parameter"""
    summary: str


@dataclass(frozen=True, kw_only=True)
class CatalogueGame(GameEntry):
    """The JSON result for a game of the catalogue, with its rule and its theorems."""

    game: str
    """the game as one string, for other requests"""
    rule: str
    description: str
    """the rule in English"""
    parameter_meanings: dict[str, str]
    piles: int
    known: Literal["theorem", "proof", "open"]
    """whether a theorem of the catalogue or a stored proof decides all positions, or the game is open"""
    difficulty: int
    """the place of the game in an order from easy to hard, from 1"""
    minutes: int
    """roughly how many minutes a beginner needs to learn the rule"""
    kinds: list[Literal["takes", "moves", "splits", "misere"]]
    """whether moves take chips, move chips between piles or split heaps, and whether a misère theorem is known"""
    theorems: list[TheoremStatement]
    observations: list[ObservationStatement]
    sources: list[str]


@dataclass(frozen=True, kw_only=True)
class GameDescription(Result):
    """The JSON result for any game: the rule of the game, and the statements of the catalogue about the game."""

    game: str
    """the game as one string, for other requests"""
    title: str | None
    summary: str | None
    rule: str
    """the rule in canonical notation"""
    description: str
    """the rule in English"""
    latex: str
    rank: str | None
    """a number that every move lowers, so that play ends; null if no such number was found"""
    sources: list[str]
    theorems: list[TheoremStatement]
    observations: list[ObservationStatement]


@dataclass(frozen=True, kw_only=True)
class GamePage(GameDescription):
    """The JSON result for a game, together with the stored theorems about the game."""

    discovered: list[DiscoveredTheorem]


@dataclass(frozen=True, kw_only=True)
class RuleDetails(GameDescription):
    """The JSON result for a game with the data that the rule editor and the board of the web pages need."""

    name: str | None
    """the name in the catalogue with all parameters; null for games that are not in the catalogue"""
    names: list[str]
    """the names of the entries of a position: piles, then remembered numbers"""
    remembered: list[str]
    floor: int
    """the least size of a pile"""
    lowest: dict[str, int]
    """the least value of each entry"""
    splits: bool
    """whether a move may lead to a sum of positions"""
    takes_sums: bool
    """whether a position may have any number of components"""
    any_order: list[list[str]]
    """groups of piles whose order does not matter"""
    blocking: int
    """the number of options that the player who has just moved may forbid"""
    obstacle: str | None
    """the part of the rule that is not linear, for which no theorem can be discovered; null if there is none"""
    limit: int
    """a limit for which a table is computed quickly"""
    first: str
    """a start position"""
    questions: list[ExampleQuestion]
    """examples of questions about the game; an empty list if proofs do not apply to it"""
    command: str
    """the command that gives the same result"""
    python: str
    """the Python expression that gives the same result"""
