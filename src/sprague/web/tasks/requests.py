"""Base of requests: game, position, and numbers of any size."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sprague.games import resolve
from sprague.integers import format_integer
from sprague.limits import Limits, current
from sprague.results.base import Result, json_text
from sprague.rules import Position, Ruleset

GameText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=10_000,
        description="a name of the catalogue, name:param=value, an octal code, or a rule",
        examples=["nim:piles=3", "0.77", "(a, b) -> (u, b) where u < a any order"],
    ),
]
PositionText = Annotated[
    str, Field(max_length=20_000, description="piles, or 1^6,10 for six ones and a ten", examples=["3,5,7"])
]
Misere = Annotated[bool, Field(description="whether whoever makes the last move loses")]
#: A number; beyond 2^53, which JavaScript cannot hold, its digits as text.
Number = int | str

LARGEST_NUMBER = 1 << 53
RULES = 256  # that a worker remembers


class RequestModel(BaseModel):
    """What is asked; fields that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GameRequest(RequestModel):
    """A game."""

    game: GameText


class PlayRequest(GameRequest):
    """A game in normal or in misère play."""

    misere: Misere = False


def number(value: int) -> Number:
    """A number as it travels."""
    return value if abs(value) <= LARGEST_NUMBER else format_integer(value)


def numbers(values: Position) -> list[Number]:
    return [number(value) for value in values]


@lru_cache(maxsize=RULES)
def parse_game(game: str, entries: int | None = None) -> Ruleset:
    """The game that was meant; the length of a position says how many piles there are, if nothing else does."""
    return resolve(game, {}, entries)


def named(rule: Ruleset) -> str:
    """A game as the one string that stands for it everywhere."""
    return rule.name or str(rule)


def size_limits() -> Limits:
    """Of the limits in force here the sizes alone: what is kept for other questions has no clock."""
    now = current()
    return Limits(memory=now.memory, positions=now.positions)


def body(answer: BaseModel | Result) -> bytes:
    """Return the JSON body of a response; numbers beyond 2^53 are written as text."""
    if isinstance(answer, Result):
        return json_text(answer, LARGEST_NUMBER).encode()
    return answer.model_dump_json().encode()
