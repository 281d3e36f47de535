"""The catalogue, and rules as they were parsed."""

from __future__ import annotations

from inspect import getdoc
from random import Random
from shlex import quote

from pydantic import BaseModel, Field

from sprague.errors import SpragueError
from sprague.games import Game, catalogue, find_game, observations, theorems
from sprague.limits import Limits
from sprague.render.decision_results import position_text
from sprague.rules import Position, Ruleset
from sprague.web.tasks.requests import (
    GameRequest,
    PlayRequest,
    RequestModel,
    body,
    named,
    numbers,
    parse_game,
)

QUICK = Limits(positions=70_000)  # of a table that is there at once


class EmptyRequest(RequestModel):
    """A question that says all by being asked."""


class Parameter(BaseModel):
    """A parameter of a game of the catalogue."""

    name: str
    default: str = Field(description="as it is written in name:param=value; empty if there is none")
    meaning: str = Field(description="from the description of the game; may be empty")


class Known(BaseModel):
    """What the catalogue knows about a game: a theorem for all positions, or something seen and not proved."""

    title: str
    statement: str
    misere: bool
    source: str


class CatalogueGame(BaseModel):
    """A game of the catalogue, with its usual parameters."""

    name: str
    game: str = Field(description="the game as one string, for every other request")
    title: str
    summary: str
    aliases: list[str]
    parameters: list[Parameter]
    rule: str
    words: list[str]
    piles: int
    known: str = Field(description="theorem, if one decides positions of any size; proof, if one was found here; open")
    theorems: list[Known]
    observations: list[Known]
    sources: list[str]


class Catalogue(BaseModel):
    """All games of the catalogue, by name."""

    games: list[CatalogueGame]


class RuleResponse(BaseModel):
    """A rule as it was understood."""

    game: str = Field(description="the game as one string, for every other request")
    name: str | None = Field(description="the name in the catalogue with all parameters, if it is from there")
    title: str = Field(description="of the game in the catalogue; empty for a rule that was typed")
    canonical: str = Field(description="the rule in the notation, as it is written canonically")
    words: list[str]
    latex: str
    names: list[str] = Field(description="of the entries of a position: piles, then remembered numbers")
    remembered: list[str]
    floor: int = Field(description="the least height of a pile")
    lowest: dict[str, int] = Field(description="the least value of each entry")
    splits: bool = Field(description="whether a move may lead to a sum")
    takes_sums: bool = Field(description="whether a position may have any number of components")
    any_order: list[list[str]] = Field(description="the piles whose order does not matter, in groups")
    blocking: int = Field(description="how many options the player who has moved may forbid")
    rank: str | None = Field(description="what every move lowers, so that play ends; null if nothing was found")
    obstacle: str | None = Field(description="what in the rule is not linear, so that no theorem can be looked for")
    theorems: list[Known]
    observations: list[Known]
    sources: list[str]
    limit: int = Field(description="a good limit for a quick table")
    first: str = Field(description="a good position to begin with")
    command: str = Field(description="the same on the command line")
    python: str = Field(description="the same in Python")


class Proposal(BaseModel):
    """A position that is worth playing, and the seed with which it is proposed again."""

    game: str
    position: str
    entries: list[int | str]
    seed: int


class ProposalRequest(PlayRequest):
    """A game for which a position is wanted."""

    seed: int = Field(default=0, ge=0, lt=1 << 31)


def all_games(request: EmptyRequest) -> bytes:
    """Every game of the catalogue."""
    return body(Catalogue(games=[_told(game) for game in catalogue()]))


def rule(request: GameRequest) -> bytes:
    """A rule as it was understood."""
    found = parse_game(request.game)
    entry = find_game(found.name.partition(":")[0]) if found.name else None
    game = named(found)
    return body(
        RuleResponse(
            game=game,
            name=found.name or None,
            title=entry.title if entry else "",
            canonical=str(found),
            words=found.describe().splitlines(),
            latex=found.latex(),
            names=list(found.names),
            remembered=list(found.remembered),
            floor=found.floor,
            lowest={name: found.lowest(name) for name in found.names},
            splits=found.splits,
            takes_sums=found.takes_sums,
            any_order=[list(group) for group in found.pile_groups if len(group) > 1],
            blocking=found.blocking,
            rank=str(found.rank) if found.rank else None,
            obstacle=found.obstacle,
            theorems=_theorems(found),
            observations=_seen(found),
            sources=[str(source) for source in entry.sources] if entry else [],
            limit=quick_limit(found),
            first=position_text(found, _first(found)),
            command=f"sprague show {quote(game)}",
            python=f"sprague.game({game!r})",
        )
    )


def propose(request: ProposalRequest) -> bytes:
    """A position that is worth playing."""
    found = parse_game(request.game)
    position = proposed(found, request.misere, request.seed)
    return body(
        Proposal(
            game=named(found), position=position_text(found, position), entries=numbers(position), seed=request.seed
        )
    )


def proposed(rule: Ruleset, misere: bool, seed: int) -> Position:
    """A position that is worth playing; the same for the same seed."""
    from sprague.play.start_positions import propose_start

    return propose_start(rule, misere, Random(seed))


def _told(entry: Game[...]) -> CatalogueGame:
    found = parse_game(entry.name)
    told = _theorems(found)
    return CatalogueGame(
        name=entry.name,
        game=named(found),
        title=entry.title,
        summary=entry.summary,
        aliases=list(entry.aliases),
        parameters=[
            Parameter(name=name, default=_default(found, name), meaning=_meaning(entry, name))
            for name in entry.parameters
        ],
        rule=str(found),
        words=found.describe().splitlines(),
        piles=len(found.piles),
        known="theorem" if told else "proof" if _is_proved(found) else "open",
        theorems=told,
        observations=_seen(found),
        sources=[str(source) for source in entry.sources],
    )


def _default(rule: Ruleset, parameter: str) -> str:
    """The default as it is written in the name of the game."""
    _, _, written = rule.name.partition(":")
    pieces = [piece for piece in written.split(",") if piece.startswith(f"{parameter}=")]
    return pieces[0].partition("=")[2] if pieces else ""


def _meaning(entry: Game[...], parameter: str) -> str:
    """The sentence of the description that names a parameter, if there is one."""
    text = " ".join((getdoc(entry.make) or "").split("\n\n")[1:2]).replace("\n", " ")
    return next((part.strip() for part in text.split(". ") if f"`{parameter}`" in part), "")


def _first(rule: Ruleset) -> Position:
    """A good first position; what a search finds in a tenth of a second."""
    try:
        with Limits(seconds=0.3).watch():
            return proposed(rule, False, 1)
    except SpragueError:
        return tuple(rule.lowest(name) + 3 for name in rule.names)


def quick_limit(rule: Ruleset) -> int:
    """A bound on the piles up to which a table is there at once."""
    from sprague.tables.formula_check import default_limits

    with QUICK.watch():
        return default_limits(rule)[0]


def _is_proved(rule: Ruleset) -> bool:
    from sprague.proofs.theorem_files import is_stored

    return any(is_stored(rule, misere) for misere in (False, True))


def _theorems(rule: Ruleset) -> list[Known]:
    found = [theorem for misere in (False, True) for theorem in theorems(rule, misere)]
    return [Known(title=one.title, statement=one.statement, misere=one.misere, source=str(one.source)) for one in found]


def _seen(rule: Ruleset) -> list[Known]:
    return [
        Known(title=one.title, statement=one.statement, misere=one.misere, source=str(one.source))
        for one in observations(rule)
    ]
