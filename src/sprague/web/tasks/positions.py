"""Analysis of a position: outcome, reason, and the value of every move."""

from __future__ import annotations

from functools import lru_cache
from shlex import quote

from pydantic import BaseModel, Field

from sprague.errors import OutOfReach
from sprague.files import NoHome
from sprague.limits import Limits, seconds_left
from sprague.play.advice import MOST_LISTED, Analysis, RatedMove
from sprague.play.match import Match
from sprague.play.single_game import SingleGame
from sprague.proofs.theorem_files import store_folder
from sprague.rules import Position, Ruleset, parse_position
from sprague.web.errors import client_message
from sprague.web.tasks.requests import (
    LARGEST_NUMBER,
    Number,
    PlayRequest,
    PositionText,
    body,
    named,
    number,
    numbers,
    parse_game,
    position_text,
    size_limits,
)

OUTCOME_TIME_SHARE = 0.6  # of the time, to find out who wins
MAX_GAMES = 32  # that a worker remembers, each with what was searched for it


def cached_game(rule: Ruleset, misere: bool) -> SingleGame:
    """A game as it is played; what is searched for one question is there for the next."""
    return _cached_game(rule, rule.name, misere, _theorems_changed_at())


@lru_cache(maxsize=MAX_GAMES)
def _cached_game(rule: Ruleset, _name: str, misere: bool, _since: int) -> SingleGame:
    # Rules that are equal may have different names, and the theorems of a game go by its name.
    return SingleGame(rule, misere, size_limits())


def _theorems_changed_at() -> int:
    """When a theorem was kept or forgotten last: what is known may be more, or less, from then on."""
    try:
        return store_folder().stat().st_mtime_ns
    except (OSError, NoHome):
        return 0


class PositionRequest(PlayRequest):
    """A position of a game."""

    position: PositionText


class Because(BaseModel):
    """Why something is so: by which kind of reason, and from where."""

    kind: str = Field(description="theorem, proof, table or search")
    source: str


class Option(BaseModel):
    """What one move reaches, and what that is worth to whoever moves there; what is not known is null."""

    position: str
    piles: list[Number] = Field(description="its entries: piles, and remembered numbers")
    sentence: str
    outcome: str | None
    grundy: Number | None
    remoteness: int | None


class PositionResponse(BaseModel):
    """All that is known about a position."""

    game: str
    position: str
    piles: list[Number] = Field(description="its entries: piles, and remembered numbers")
    misere: bool
    terminal: bool
    outcome: str | None = Field(description="P or N; null if it is out of reach")
    grundy: Number | None
    remoteness: int | None
    because: Because | None
    explanation: list[str] = Field(description="why, a fact a line, in the words of the theorem or proof")
    refusal: str | None = Field(description="why the outcome is out of reach")
    options: list[Option] = Field(description="the best first")
    more: int = Field(description="how many moves are not listed, about; of very many, only winning ones are")
    command: str
    python: str


def _unjudged(playable: SingleGame, at: Position) -> Analysis[Position]:
    """The options where nothing is known about them; none, if they are very many."""
    choices = playable.count_choices(at, MOST_LISTED)
    are_all = choices <= MOST_LISTED
    moves = [RatedMove(option, None, None, None) for option in playable.options(at)] if are_all else []
    return Analysis(playable, at, moves, are_all, choices)


def position(request: PositionRequest) -> bytes:
    """All that is known about a position."""
    entries = parse_position(request.position)
    rule = parse_game(request.game, len(entries))
    match = Match(rule, entries, misere=request.misere)
    match.playable = playable = cached_game(rule, request.misere)
    at, game = match.position, named(rule)
    told, refusal, reasons = None, None, []
    try:
        # What is left of the time is for the options, which there are in any case.
        with Limits(seconds=OUTCOME_TIME_SHARE * (seconds_left() or 0.0)).watch():
            told = playable.verdict(at)
            reasons = match.why()
            analysis = match.analyse()
    except OutOfReach as error:
        refusal = client_message(error)
        analysis = _unjudged(playable, at)
    value = playable.grundy(at) if told else None
    option, play = (" --misere", ", misere=True") if request.misere else ("", "")
    return body(
        PositionResponse(
            game=game,
            position=position_text(rule, at),
            piles=numbers(at),
            misere=request.misere,
            terminal=match.is_over,
            # In a match it counts what is forbidden now; here, what the player who has moved may still forbid.
            outcome=("P" if playable.is_p(at) else "N") if told else None,
            grundy=None if value is None else number(value),
            remoteness=playable.remoteness(at),
            because=Because(kind=told.because.kind, source=told.because.source) if told else None,
            explanation=reasons,
            refusal=refusal,
            options=[
                Option(
                    position=position_text(rule, judged.option),
                    piles=numbers(judged.option),
                    sentence=playable.move_sentence(at, judged.option),
                    outcome=judged.outcome,
                    grundy=None if judged.grundy is None else number(judged.grundy),
                    remoteness=judged.remoteness,
                )
                for judged in analysis.moves
            ],
            more=0 if analysis.are_all else min(analysis.choices - len(analysis.moves), LARGEST_NUMBER),
            command=f"sprague solve {quote(game)} {quote(position_text(rule, at))}{option}",
            python=f"sprague.solve({game!r}, {at!r}{play})" if len(request.position) < 200 else "",
        )
    )
