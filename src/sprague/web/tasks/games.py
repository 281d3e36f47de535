"""Web tasks about games: the catalogue, parsed rules, and proposed start positions."""

from __future__ import annotations

from inspect import getdoc
from random import Random
from shlex import quote

from pydantic import BaseModel, Field

from sprague.errors import SpragueError
from sprague.games import Game, catalogue
from sprague.limits import Limits
from sprague.optional_numpy import has_numpy
from sprague.render.game_page import description_fields, entry_fields
from sprague.results.base import json_text
from sprague.results.games import CatalogueGame, RuleDetails
from sprague.results.questions import ExampleQuestion
from sprague.rules import Position, Ruleset
from sprague.rules.sums import format_sum
from sprague.web.tasks.game_difficulty import Kind, difficulty, kinds_of_moves, minutes
from sprague.web.tasks.requests import (
    LARGEST_NUMBER,
    GameRequest,
    PlayRequest,
    RequestModel,
    body,
    game_string,
    parse_game,
)

QUICK = Limits(positions=70_000)  # maximum number of positions of a table that is computed without a job


class EmptyRequest(RequestModel):
    """A web request without parameters, such as the request for the catalogue."""


class Catalogue(BaseModel):
    """The response with all games of the catalogue, sorted by name."""

    games: list[CatalogueGame]


class Proposal(BaseModel):
    """The response with a proposed start position of a game, and the random seed with which the position was chosen."""

    game: str
    position: str
    seed: int


class ProposalRequest(PlayRequest):
    """A web request for a proposed start position of a game."""

    seed: int = Field(default=0, ge=0, lt=1 << 31)


def all_games(request: EmptyRequest) -> bytes:
    """Web task: return every game of the catalogue as JSON."""
    return json_text({"games": [_catalogue_game(entry) for entry in catalogue()]}, LARGEST_NUMBER).encode()


def rule(request: GameRequest) -> bytes:
    """Web task: return the parsed rule of a game as JSON."""
    found = parse_game(request.game)
    game = game_string(found)
    return body(
        RuleDetails(
            **description_fields(found),
            name=found.name or None,
            names=list(found.names),
            remembered=list(found.remembered),
            floor=found.floor,
            lowest={name: found.lowest(name) for name in found.names},
            splits=found.splits,
            takes_sums=found.takes_sums,
            any_order=[list(group) for group in found.pile_groups if len(group) > 1],
            blocking=found.blocking,
            obstacle=found.obstacle,
            limit=quick_limit(found),
            first=format_sum(found, _first(found)),
            questions=_questions(found),
            command=f"sprague show {quote(game)}",
            python=f"sprague.game({game!r})",
        )
    )


def propose(request: ProposalRequest) -> bytes:
    """Web task: return a proposed start position of a game as JSON."""
    found = parse_game(request.game)
    position = start_position(found, request.misere, request.seed)
    return body(
        Proposal(
            game=game_string(found),
            position=format_sum(found, position),
            seed=request.seed,
        )
    )


def start_position(rule: Ruleset, misere: bool, seed: int) -> Position:
    """Return a proposed start position of a game; equal seeds give equal positions."""
    from sprague.play.start_positions import propose_start

    return propose_start(rule, misere, Random(seed))


def _catalogue_game(entry: Game[...]) -> CatalogueGame:
    found = parse_game(entry.name)
    described = description_fields(found)
    misere: list[Kind] = ["misere"] if any(one.play == "misere" for one in described["theorems"]) else []
    shared = ("game", "rule", "description", "theorems", "observations", "sources")
    return CatalogueGame(
        **entry_fields(entry),
        **{key: described[key] for key in shared},
        parameter_meanings={name: _meaning(entry, name) for name in entry.parameters},
        piles=len(found.piles),
        known="theorem" if described["theorems"] else "proof" if _is_proved(found) else "open",
        difficulty=difficulty(entry.name),
        minutes=minutes(entry.name),
        kinds=[*kinds_of_moves(found), *misere],
    )


def _meaning(entry: Game[...], parameter: str) -> str:
    """Return the first sentence of a game's description that mentions a parameter, or an empty text."""
    text = " ".join((getdoc(entry.make) or "").split("\n\n")[1:2]).replace("\n", " ")
    return next((part.strip() for part in text.split(". ") if f"`{parameter}`" in part), "")


def _first(rule: Ruleset) -> Position:
    """Return a proposed start position or, if the search takes too long, a position with small equal piles."""
    try:
        with Limits(seconds=0.3).watch():
            return start_position(rule, False, 1)
    except SpragueError:
        return tuple(rule.lowest(name) + 3 for name in rule.names)


def _questions(rule: Ruleset) -> list[ExampleQuestion]:
    """Return example questions about a game; return none without numpy, because answers need numpy."""
    if not has_numpy():
        return []
    from sprague.queries.examples import example_questions

    return example_questions(rule)


def quick_limit(rule: Ruleset) -> int:
    """Return a limit on the piles such that a table can be computed quickly, without a job; return 0 without numpy."""
    if not has_numpy():
        return 0
    from sprague.tables.formula_check import default_limits

    with QUICK.watch():
        return default_limits(rule)[0]


def _is_proved(rule: Ruleset) -> bool:
    from sprague.proofs.theorem_files import is_stored

    return any(is_stored(rule, misere) for misere in (False, True))
