"""Stored theorems, pictures of games, and lookup by positions or values."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator

from sprague.errors import SpragueError
from sprague.games import find_game
from sprague.web.tasks.games import EmptyRequest
from sprague.web.tasks.jobs.decisions import Finding, certificate_of, proof_response
from sprague.web.tasks.requests import RequestModel, body, named, parse_game

LEAST_DIGITS = 8  # of a digest


class LookupRequest(RequestModel):
    """The first P-positions of a game, or its values along a pile; one of both."""

    positions: str | None = Field(default=None, max_length=10_000, examples=["0,0 1,2 3,5"])
    values: str | None = Field(default=None, max_length=10_000, examples=["0, 1, 2, 3, 1, 4, 3, 2, 1"])

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.positions is None) == (self.values is None):
            raise ValueError("expected positions or values, one of both")
        return self


class LookupMatch(BaseModel):
    """A game, or a theorem that is kept, that has what was given."""

    kind: Literal["game", "theorem"]
    game: str
    title: str
    words: list[str]
    misere: bool
    why: str = Field(description="how it fits, in a sentence")
    digest: str | None = Field(description="of the theorem")
    statement: str | None


class LookupResponse(BaseModel):
    """What has what was given, what fits best first."""

    matches: list[LookupMatch]


class TheoremResponse(BaseModel):
    """A theorem that is kept, as its file says; it is proved anew before it is used."""

    digest: str
    number: int
    name: str | None
    game: str
    rule: str
    misere: bool
    statement: str
    formula: str | None
    since: str


class Theorems(BaseModel):
    """The theorems that are kept, the oldest first."""

    theorems: list[TheoremResponse]


class TheoremDetailResponse(TheoremResponse):
    """A theorem that is kept, proved anew just now."""

    finding: Finding


class TheoremRequest(RequestModel):
    """A theorem, by the SHA-256 digest of its certificate, or by how that begins."""

    digest: str = Field(min_length=LEAST_DIGITS, max_length=64, pattern="^[0-9a-f]+$")


class PictureRequest(RequestModel):
    """A small picture of a game of the catalogue."""

    name: str = Field(max_length=200)
    dark: bool = False


def seen(request: LookupRequest) -> bytes:
    """Who has seen these."""
    from sprague.solver.lookup import find_games_by_positions, find_games_by_values, parse_positions, parse_values

    if request.positions is not None:
        found = find_games_by_positions(parse_positions(request.positions))
    else:
        found = find_games_by_values(parse_values(request.values or ""))
    statements = {told.digest: told.statement for told in _all_kept()} if any(one.digest for one in found) else {}
    return body(
        LookupResponse(
            matches=[
                LookupMatch(
                    kind="theorem" if one.digest else "game",
                    game=named(one.rule),
                    title=find_game(one.rule.name.partition(":")[0]).title if one.rule.name else "",
                    words=one.rule.describe().splitlines(),
                    misere=one.misere,
                    why=one.why,
                    digest=one.digest,
                    statement=statements.get(one.digest or ""),
                )
                for one in found
            ]
        )
    )


def theorems(request: EmptyRequest) -> bytes:
    """The theorems that are kept."""
    return body(Theorems(theorems=_all_kept()))


def _all_kept() -> list[TheoremResponse]:
    from sprague.proofs.stored_theorems import list_theorems

    return [
        TheoremResponse(
            digest=kept.digest,
            number=kept.number,
            name=kept.name,
            game=kept["game"] if "->" not in kept["game"] and kept["game"] else kept["rule"],
            rule=kept["rule"],
            misere=kept.misere,
            statement=kept.statement,
            formula=kept["claim"] or None,
            since=kept.saved_on,
        )
        for kept in list_theorems()
    ]


def theorem(request: TheoremRequest) -> bytes:
    """A theorem that is kept, proved anew."""
    from sprague.proofs.stored_theorems import list_theorems

    for told, kept in zip(_all_kept(), list_theorems(), strict=True):
        if told.digest.startswith(request.digest):
            proof = kept.proof
            command = f"sprague theorems show {kept.number}"
            python = f"sprague.proofs.stored_theorems.find_theorem('{kept.number}').proof"
            finding = proof_response(proof, command, python, True, certificate_of(proof))
            return body(TheoremDetailResponse(**told.model_dump(), finding=finding))
    raise SpragueError(f"no theorem with the digest {request.digest!r} is kept; the list of theorems has all")


def certificate(request: TheoremRequest) -> bytes:
    """The certificate of a theorem that is kept, as it is."""
    from sprague.proofs.stored_theorems import list_theorems

    for kept in list_theorems():
        if kept.digest.startswith(request.digest):
            return kept.path.read_bytes()
    raise SpragueError(f"no theorem with the digest {request.digest!r} is kept; the list of theorems has all")


def picture(request: PictureRequest) -> bytes:
    """A small picture of the values of a game."""
    from sprague.render.pictures.thumbnail import thumbnail

    return thumbnail(parse_game(find_game(request.name).name), request.dark).encode()
