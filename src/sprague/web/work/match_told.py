"""What is asked about matches, and what is answered."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from sprague.web.work.asking import Misere, Number, Question

Level = Literal["perfect", "casual", "random", "teacher"]
MatchText = Annotated[str, Field(max_length=400_000, description="the transcript of a match")]
MoveText = Annotated[
    str,
    Field(
        max_length=20_000,
        description="the position reached, or in short 2-3, 2>1 3, 2=3+1; after ' forbid ' what is forbidden",
        examples=["2,5,7", "1-1"],
    ),
]


class MatchAsked(Question):
    """A match to go on with, or a game to begin one in: at a position, or at one that is proposed.

    A sum of games has its positions beside them: nim 3,5 + kayles 7.
    """

    match: MatchText | None = None
    game: str | None = Field(default=None, min_length=1, max_length=10_000)
    position: str | None = Field(default=None, max_length=20_000)
    misere: Misere = False
    level: Level = "perfect"
    first: Literal["you", "computer"] = "you"
    seed: int = Field(default=0, ge=0, lt=1 << 31, description="of the proposal")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.match is None) == (self.game is None):
            raise ValueError("expected a match or a game, one of both")
        return self


class InMatch(Question):
    """A match."""

    match: MatchText


class MoveAsked(InMatch):
    """A move in a match; in a game with `block` also what is forbidden before the first."""

    move: MoveText


class UndoAsked(InMatch):
    """How many moves are to be taken back."""

    moves: int = Field(default=1, ge=1, le=10_000)


class ReplyAsked(InMatch):
    """The computer is to move."""

    level: Level | None = Field(default=None, description="if not that of the player whose turn it is")
    seed: int = Field(default=0, ge=0, lt=1 << 31, description="what levels leave to chance depends on it")
    insist: bool = Field(default=False, description="move even if the teacher has a question")


class PileTold(BaseModel):
    """A pile on the board, or a remembered number."""

    game: int = Field(description="which game of a sum, from 0 on")
    component: int = Field(description="which component of its position")
    name: str
    height: Number
    remembered: bool


class ChangeTold(BaseModel):
    """What a move makes of a pile."""

    pile: int = Field(description="its place in `piles`")
    before: Number
    after: list[Number] = Field(description="the heights of what it becomes: one, or several where it splits")


class MoveTold(BaseModel):
    """A move that may be made."""

    position: str = Field(description="the position reached; what `move` takes")
    short: str = Field(description="as a person may type it")
    sentence: str
    ways: list[list[ChangeTold]] = Field(description="all ways to do it on the board as it stands")


class TurnTold(BaseModel):
    """A move that was made."""

    position: str
    piles: list[PileTold]
    sentence: str
    by: int = Field(description="0 for the player who began")
    forbidden: list[str]


class State(BaseModel):
    """Where a match stands."""

    match: str = Field(description="the transcript, which says all of this")
    game: str | None = Field(description="the game as one string; null for a sum of games")
    games: list[str]
    aim: str = Field(description="what is played, and who wins, in words")
    misere: bool
    start: str
    position: str
    entries: list[list[Number]] = Field(description="the position of each game")
    start_piles: list[PileTold]
    piles: list[PileTold]
    names: list[str] = Field(description="of the entries of a position, each once")
    alike: list[list[str]] = Field(description="names of piles whose order does not matter, in groups")
    players: list[str]
    mover: int
    over: bool
    winner: int | None
    blocking: int
    forbidden: list[str]
    moves: list[MoveTold] | None = Field(description="null if there are too many to list: enter and explain them")
    choices: int = Field(description="how many there may be; beyond some, at least so many")
    history: list[TurnTold]


class StateTold(BaseModel):
    """Where a match stands now, and what there is to say about it."""

    state: State
    said: list[str] = []
    question: str | None = Field(default=None, description="what a teacher asks before replying")


class HintTold(BaseModel):
    """A move worth making."""

    position: str
    short: str
    sentence: str
    wins: bool | None = Field(description="null if it is out of reach who wins")
    lasts: int | None = Field(description="how many moves play lasts after it")
    forbid: list[str]
    said: list[str]


class WhyTold(BaseModel):
    """Who wins, and why, a fact a line."""

    outcome: str
    said: list[str]


class JudgedTold(BaseModel):
    """A move and what it is worth."""

    position: str
    short: str
    sentence: str
    wins: bool | None
    outcome: str | None = Field(description="of the position reached")
    grundy: Number | None
    remoteness: int | None
    said: str


class AnalysisTold(BaseModel):
    """All moves, the best first; of very many those that win."""

    moves: list[JudgedTold]
    are_all: bool
    choices: int
    outcome: str | None
    grundy: Number | None
    remoteness: int | None


class ExplainTold(BaseModel):
    """Whether a move may be made, and what it does; if not, which condition of the rule is in the way."""

    legal: bool
    position: str | None = None
    sentence: str | None = None
    reason: str | None = None
