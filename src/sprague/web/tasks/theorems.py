"""Web tasks for stored theorems, thumbnails of games, and the `lookup` of games by P-positions or values."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator

from sprague.errors import SpragueError
from sprague.games import find_game, game_title
from sprague.proofs.stored_theorems import StoredTheorem, list_theorems
from sprague.render.decision_results import theorem_details, theorem_entry
from sprague.results.base import json_text
from sprague.results.decisions import TheoremEntry
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.requests import LARGEST_NUMBER, RequestModel, body, game_string, parse_game

LEAST_DIGITS = 8  # minimum number of characters of an abbreviated certificate digest


class LookupRequest(RequestModel):
    """A web request to look up games by their first P-positions or by a row of values."""

    positions: str | None = Field(default=None, max_length=10_000, examples=["0,0 1,2 3,5"])
    values: str | None = Field(default=None, max_length=10_000, examples=["0, 1, 2, 3, 1, 4, 3, 2, 1"])

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.positions is None) == (self.values is None):
            raise ValueError("expected exactly one of the fields 'positions' and 'values'")
        return self


class LookupMatch(BaseModel):
    """A game or stored theorem that matches a lookup."""

    kind: Literal["game", "theorem"]
    game: str
    title: str
    words: list[str]
    misere: bool
    why: str = Field(description="a sentence that says how the game matches")
    sha256: str | None = Field(description="the digest of the certificate of the theorem")
    statement: str | None


class LookupResponse(BaseModel):
    """The response with the matches of a lookup, best first."""

    matches: list[LookupMatch]


class Theorems(BaseModel):
    """The response with the stored theorems, oldest first."""

    theorems: list[TheoremEntry]


class TheoremRequest(RequestModel):
    """A web request for a stored theorem, by the digest of its certificate or a prefix of the digest."""

    sha256: str = Field(min_length=LEAST_DIGITS, max_length=64, pattern="^[0-9a-f]+$")


class PictureRequest(RequestModel):
    """A web request for the thumbnail of a game of the catalogue."""

    name: str = Field(max_length=200)
    dark: bool = False


def lookup(request: LookupRequest) -> bytes:
    """Web task: look up the games and stored theorems that have given P-positions or values, as JSON."""
    from sprague.solver.lookup import find_games_by_positions, find_games_by_values, parse_positions, parse_values

    if request.positions is not None:
        found = find_games_by_positions(parse_positions(request.positions))
    else:
        found = find_games_by_values(parse_values(request.values or ""))
    statements = {one.digest: one.statement for one in list_theorems()} if any(one.digest for one in found) else {}
    return body(
        LookupResponse(
            matches=[
                LookupMatch(
                    kind="theorem" if one.digest else "game",
                    game=game_string(one.rule),
                    title=game_title(one.rule) or "",
                    words=one.rule.describe().splitlines(),
                    misere=one.misere,
                    why=one.why,
                    sha256=one.digest,
                    statement=statements.get(one.digest or ""),
                )
                for one in found
            ]
        )
    )


def theorems(request: EmptyRequest) -> bytes:
    """Web task: return the stored theorems as JSON."""
    entries = [theorem_entry(stored, None).to_json() for stored in list_theorems()]
    return json_text({"theorems": entries}, LARGEST_NUMBER).encode()


def theorem(request: TheoremRequest) -> bytes:
    """Web task: verify a stored theorem again, and return the theorem as JSON."""
    return body(theorem_details(_find(request.sha256), None, with_drawing=True))


def certificate(request: TheoremRequest) -> bytes:
    """Web task: return the file of the certificate of a stored theorem."""
    return _find(request.sha256).path.read_bytes()


def _find(digest: str) -> StoredTheorem:
    """Return the stored theorem whose certificate has a digest that begins with the given characters."""
    for stored in list_theorems():
        if stored.digest.startswith(digest):
            return stored
    raise SpragueError(f"no stored theorem has the digest {digest!r}; choose one from the list of theorems")


def picture(request: PictureRequest) -> bytes:
    """Web task: return the thumbnail of a game as SVG."""
    from sprague.render.pictures.thumbnail import thumbnail

    return thumbnail(parse_game(find_game(request.name).name), request.dark).encode()
