"""The web task that analyses a position: its outcome, the reason, and the value of every move."""

from __future__ import annotations

from functools import lru_cache
from shlex import quote
from typing import cast

from sprague.errors import OutOfReach
from sprague.files import NoHome
from sprague.limits import Limits, seconds_left
from sprague.play.advice import MOST_LISTED, Analysis, RatedMove
from sprague.play.match import Match
from sprague.play.single_game import SingleGame
from sprague.proofs.theorem_files import StoreNotUsed, store_folder
from sprague.results.base import OutcomeClass, play_of
from sprague.results.positions import EvaluatedMove, ForbiddenOptions, PositionAnalysis
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.sums import format_sum
from sprague.web.errors import client_message
from sprague.web.tasks.requests import (
    LARGEST_NUMBER,
    PlayRequest,
    PositionText,
    body,
    game_string,
    parse_game,
    size_limits,
)

OUTCOME_TIME_SHARE = 0.6  # fraction of the time limit that is used to decide the outcome
MAX_GAMES = 32  # maximum number of games that a worker process caches together with the positions already searched
LONGEST_IN_PYTHON = 200  # maximum length of a position that is quoted in the Python code of a response


def cached_game(rule: Ruleset, misere: bool) -> SingleGame:
    """Return a game from a cache, so that several requests share the results of searches."""
    return _cached_game(rule, rule.name, misere, _theorems_changed_at())


@lru_cache(maxsize=MAX_GAMES)
def _cached_game(rule: Ruleset, _name: str, misere: bool, _since: int) -> SingleGame:
    # The name is part of the cache key, because equal rules may have different names, and the catalogue finds theorems
    # by name.
    return SingleGame(rule, misere, size_limits())


def _theorems_changed_at() -> int:
    """Return the time of the last change of the folder of stored theorems; after a change, cached games are invalid."""
    try:
        return store_folder().stat().st_mtime_ns
    except (OSError, NoHome, StoreNotUsed):
        return 0


class PositionRequest(PlayRequest):
    """A web request for the analysis of a position of a game."""

    position: PositionText


def position(request: PositionRequest) -> bytes:
    """Web task: return the analysis of a position as JSON."""
    entries = parse_position(request.position)
    rule = parse_game(request.game, len(entries))
    match = Match(rule, entries, misere=request.misere)
    match.playable = playable = cached_game(rule, request.misere)
    at = match.position
    verdict, refusal, reasons = None, None, []
    try:
        # The rest of the time limit is reserved for listing the options.
        with Limits(seconds=OUTCOME_TIME_SHARE * (seconds_left() or 0.0)).watch():
            verdict = playable.verdict(at)
            reasons = match.why()
            analysis = match.analyse()
    except OutOfReach as error:
        refusal = client_message(error)
        analysis = _unrated(playable, at)
    winning = [rated.option for rated in analysis.moves if rated.outcome == "P"]
    is_known = verdict is not None
    return body(
        PositionAnalysis(
            game=game_string(rule),
            rule=str(rule),
            position=list(at),
            play=play_of(request.misere),
            # Decide the outcome by `is_p`, not by `verdict`, because the previous player may still forbid options.
            outcome=("P" if playable.is_p(at) else "N") if is_known else None,
            grundy=playable.grundy(at) if is_known else None,
            winning_moves=[list(option) for option in winning],
            all_winning_moves=analysis.are_all and all(rated.outcome for rated in analysis.moves),
            sentences=[playable.move_sentence(at, option) for option in winning],
            forbid=_options_to_forbid(playable, winning or [at]) if is_known else [],
            explanation="\n".join(reasons),
            because=verdict.because if verdict is not None else None,
            text=format_sum(rule, at),
            terminal=match.is_over,
            remoteness=playable.remoteness(at),
            refusal=refusal,
            options=[_evaluated(playable, at, rated) for rated in analysis.moves],
            more=0 if analysis.are_all else min(analysis.choices - len(analysis.moves), LARGEST_NUMBER),
            command=_command(rule, at, request.misere),
            python=_python(rule, at, request.misere) if len(request.position) < LONGEST_IN_PYTHON else "",
        )
    )


def _unrated(playable: SingleGame, at: Position) -> Analysis[Position]:
    """Return an analysis that lists options without ratings, or no options if there are very many."""
    choices = playable.count_choices(at, MOST_LISTED)
    are_all = choices <= MOST_LISTED
    moves = [RatedMove(option, None, None, None) for option in playable.options(at)] if are_all else []
    return Analysis(playable, at, moves, are_all, choices)


def _options_to_forbid(playable: SingleGame, reached: list[Position]) -> list[ForbiddenOptions]:
    if not playable.blocking:
        return []
    return [
        ForbiddenOptions(position=list(at), options=[list(one) for one in playable.options_to_forbid(at)])
        for at in reached
    ]


def _evaluated(playable: SingleGame, at: Position, rated: RatedMove[Position]) -> EvaluatedMove:
    return EvaluatedMove(
        option=list(rated.option),
        text=format_sum(playable.rule, rated.option),
        sentence=playable.move_sentence(at, rated.option),
        outcome=cast("OutcomeClass | None", rated.outcome),
        grundy=rated.grundy,
        remoteness=rated.remoteness,
    )


def _command(rule: Ruleset, at: Position, misere: bool) -> str:
    return f"sprague solve {quote(game_string(rule))} {quote(format_sum(rule, at))}{' --misere' if misere else ''}"


def _python(rule: Ruleset, at: Position, misere: bool) -> str:
    return f"sprague.solve({game_string(rule)!r}, {at!r}{', misere=True' if misere else ''})"
