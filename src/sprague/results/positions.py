"""Dataclasses for the JSON form of positions: `AnswerResult`, `MovesResult`, `PositionAnalysis`, `SumResult`."""

from __future__ import annotations

from dataclasses import dataclass, field

from sprague.results.base import Number, OutcomeClass, Piles, Play, ReasonKind, Result, ResultPart


@dataclass(frozen=True)
class ReasonResult(ResultPart):
    """The JSON form of the reason for an answer."""

    kind: ReasonKind
    """theorem, proof, table or search"""
    source: str
    """the theorem, proof, table or search"""


@dataclass(frozen=True, kw_only=True)
class ForbiddenOptions(ResultPart):
    """The JSON form of the options that a player should forbid after a move to a position."""

    position: Piles
    options: list[Piles]


@dataclass(frozen=True, kw_only=True)
class AnswerResult(Result):
    """The JSON result for a position: its outcome, the winning moves, and the reason."""

    game: str
    """the game as one string"""
    rule: str
    """the rule in the notation"""
    position: Piles
    play: Play
    outcome: OutcomeClass | None
    """P if the previous player wins, N if the next player does; null if unknown"""
    grundy: Number | None
    winning_moves: list[Piles]
    """options that are P-positions"""
    all_winning_moves: bool
    """whether the list contains all winning moves"""
    sentences: list[str]
    """the winning moves as English sentences"""
    forbid: list[ForbiddenOptions] = field(default_factory=list)
    """in games with `block`, the options to forbid"""
    explanation: str
    """the reason in English, one fact per line"""
    because: ReasonResult | None
    grundy_because: ReasonResult | None = None
    """the reason for the Grundy value, if it differs from the reason for the outcome"""


@dataclass(frozen=True, kw_only=True)
class EvaluatedMove(ResultPart):
    """The JSON form of an option with its outcome, Grundy value and remoteness; an unknown value is null."""

    option: Piles
    text: str
    """the option as text"""
    sentence: str
    outcome: OutcomeClass | None
    grundy: Number | None
    remoteness: int | None


@dataclass(frozen=True, kw_only=True)
class PositionAnalysis(AnswerResult):
    """The JSON result for a position whose options have all been evaluated."""

    text: str
    """the position as text"""
    terminal: bool
    remoteness: int | None
    refusal: str | None
    """why the outcome is unknown"""
    options: list[EvaluatedMove]
    """the options, with the best option first"""
    more: int
    """approximate number of moves that are not listed; if there are very many, only winning moves are listed"""
    command: str
    """the command that gives the same result"""
    python: str
    """the Python expression that gives the same result"""


@dataclass(frozen=True, kw_only=True)
class MoveDescription(ResultPart):
    """The JSON form of a move: an English sentence, and the values of the choices."""

    sentence: str
    choice: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class ListedMove(MoveDescription):
    """The JSON form of an option, with the first move that leads to the option and all other moves to it."""

    option: Piles
    others: list[MoveDescription]


@dataclass(frozen=True, kw_only=True)
class MovesResult(Result):
    """The JSON result for the moves from a position, grouped by option."""

    game: str
    rule: str
    position: Piles
    moves: list[ListedMove]


@dataclass(frozen=True, kw_only=True)
class SumComponent(ResultPart):
    """The JSON form of a component of a sum of games."""

    game: str
    rule: str
    position: Piles
    grundy: Number | None = None


@dataclass(frozen=True, kw_only=True)
class SumMoveResult(ResultPart):
    """The JSON form of a move in a component of a sum."""

    component: int
    option: Piles


@dataclass(frozen=True, kw_only=True)
class SumResult(Result):
    """The JSON result for a sum of games: the outcome of the sum, the winning moves, and the reasons."""

    sum: list[SumComponent]
    play: Play
    outcome: OutcomeClass
    grundy: Number | None
    winning_moves: list[SumMoveResult]
    all_winning_moves: bool
    sentences: list[str]
    explanation: str = ""
    because: list[ReasonResult] | ReasonResult
