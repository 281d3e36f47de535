"""Base classes of web requests, the parsing of games in requests, and the JSON form of responses."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar

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
        description="a name in the catalogue, name:param=value, an octal code, or a rule",
        examples=["nim:piles=3", "0.77", "(a, b) -> (u, b) where u < a any order"],
    ),
]
PositionText = Annotated[
    str,
    Field(max_length=20_000, description="the piles; 1^6,10 means six piles of 1 and a pile of 10", examples=["3,5,7"]),
]
Misere = Annotated[bool, Field(description="whether the player who makes the last move loses")]
# A number in JSON; numbers above 2^53 are text because JavaScript cannot represent them exactly.
Number = int | str

LARGEST_NUMBER = 1 << 53
MAX_RULES = 256  # maximum number of parsed rules that a worker process caches


class RequestModel(BaseModel):
    """The base class of all web requests; a request with an unknown field is an error."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class GameRequest(RequestModel):
    """The base class of web requests about a game."""

    game: GameText


class PlayRequest(GameRequest):
    """The base class of web requests about a game in normal or misère play."""

    misere: Misere = False


def number(value: int) -> Number:
    """Return the JSON form of a number in a web response; a number whose absolute value is above 2^53 becomes text."""
    return value if abs(value) <= LARGEST_NUMBER else format_integer(value)


def numbers(values: Position) -> list[Number]:
    """Return the JSON form of the numbers of a position in a web response."""
    return [number(value) for value in values]


@lru_cache(maxsize=MAX_RULES)
def parse_game(game: str, entries: int | None = None) -> Ruleset:
    """Return the rule of the game that a web request names; cache parsed rules.

    If the name of the game does not state the number of piles, the length of the position determines this number.
    """
    return resolve(game, {}, entries)


def game_string(rule: Ruleset) -> str:
    """Return the text that names a game in web requests and responses."""
    return rule.name or str(rule)


def size_limits() -> Limits:
    """Return the current limits without the time limit, for cached objects that outlive a web request."""
    now = current()
    return Limits(memory=now.memory, positions=now.positions)


def body(answer: BaseModel | Result) -> bytes:
    """Return the JSON body of a web response; numbers above 2^53 are written as text."""
    if isinstance(answer, Result):
        return json_text(answer, LARGEST_NUMBER).encode()
    return answer.model_dump_json().encode()
