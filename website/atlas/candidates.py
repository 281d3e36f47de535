"""Candidates for entries of the atlas: games in normal or misère play, with the method that may prove a theorem.

A candidate becomes an entry if its computation (`website.atlas.collecting`) gives a certificate that the independent
checker accepts, or if the catalogue has a theorem about the game. The families are the games of the catalogue for
several parameters, the certificates of the documentation, subtraction games, octal games with their periods and misère
quotients, and the rules of the surveys in `sprague.surveys.rule_families`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import gcd
from pathlib import Path
from typing import Literal

from sprague.certificates.reader import read_certificate
from sprague.games import catalogue, game
from sprague.rules import Ruleset, parse
from sprague.rules.octal_codes import is_code
from sprague.surveys.rule_families import small_rules, three_moves, three_moves_rule

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
Method = Literal["catalogue", "discover", "discover in base 2", "period", "quotient", "file"]
Play = Literal["normal", "misere"]

#: Parameters of the games of the catalogue; a game that is missing here has no parameters.
PARAMETERS: dict[str, list[str]] = {
    "chocolate-bar": [f"k={k}" for k in range(1, 9)],
    "dynamic-nim": [
        f"piles={piles},stop={stop},limit={limit}"
        for piles in (1, 2)
        for stop in (0, 1, 2, 3)
        for limit in ("x", "2x", "2x-1", "2x+1", "3x")
    ],
    "empty-all-but-one": [f"boxes={boxes}" for boxes in range(2, 7)],
    "empty-redistribute": [f"boxes={boxes}" for boxes in range(2, 6)],
    "empty-some": [f"boxes={boxes},empty={empty}" for boxes in range(3, 7) for empty in range(1, boxes)],
    "empty-transfer": [f"boxes={boxes}" for boxes in range(2, 6)],
    "exact-nim": [
        f"piles={piles},least={least},most={most}"
        for piles in range(2, 6)
        for least in range(1, piles + 1)
        for most in range(least, piles + 1)
    ],
    "fulves-merger": [f"boxes={boxes}" for boxes in (2, 3, 4)],
    "graph-nim": [f"graph={graph},rule=sharing" for graph in ("path3", "path4", "cycle3", "cycle4", "star3")],
    "moore-nim": [f"piles={piles},width={width}" for piles in range(2, 6) for width in range(1, piles + 1)],
    "nim": [f"piles={piles}" for piles in range(1, 7)],
    "one-bottle": [f"piles={piles}" for piles in range(2, 6)],
    "rim": [f"piles={piles},base={base}" for piles in (2, 3) for base in (2, 3, 4)],
    "selective-empty-redistribute": [f"boxes={boxes}" for boxes in range(2, 6)],
    "sharing-nim": [f"piles={piles}" for piles in range(2, 6)],
    "subtraction-transfer": [f"a={a},b={b},c={c}" for a, b, c in product(range(1, 5), repeat=3)],
    "trim": [f"piles={piles}" for piles in (2, 3)],
    "vector-addition": ["vectors=(-2,0)/(0,-2)/(-1,1)", "vectors=(-1,0)/(0,-1)/(-2,1)", "vectors=(-1,-2)/(-2,-1)"],
}
#: Games with a certificate for whichever code is given; the family of octal games below contains them.
LEFT_OUT = {"octal"}
LARGEST_TAKEN = 7  # most chips that a move of a subtraction game takes


@dataclass(frozen=True)
class Candidate:
    """A game in normal or misère play, the family that it is from, and the method that may prove a theorem about it."""

    family: str
    name: str  # the game on the command line
    play: Play
    method: Method
    file: Path | None = None

    @cached_property
    def rule(self) -> Ruleset:
        if self.file is not None:
            return read_certificate(json.loads(self.file.read_text(encoding="utf-8"))).rule
        return parse(self.name) if "->" in self.name else game(self.name)

    @property
    def misere(self) -> bool:
        return self.play == "misere"

    @property
    def digest(self) -> str:
        """The name of the file of the result of this candidate."""
        text = "\n".join([self.family, self.name, self.play, self.method])
        return hashlib.sha256(text.encode()).hexdigest()[:24]


def candidates() -> Iterator[Candidate]:
    """Yield all candidates; cheap computations and well-known games are first, long surveys are last."""
    yield from _documents()
    yield from _catalogue()
    yield from _subtraction_games()
    yield from _octal_games("period", 3)
    for number, rule in enumerate(small_rules()):
        yield Candidate(f"small-rules:number={number}", rule, "normal", "discover")
    for number in range(len(three_moves())):
        if max(max(move) for move in three_moves()[number]) <= 3:
            rule = str(three_moves_rule(number=number))
            yield Candidate(f"three-moves:number={number}", rule, "normal", "discover in base 2")
    yield from _octal_games("quotient", 2)
    for number, rule in enumerate(small_rules()):
        yield Candidate(f"small-rules:number={number}", rule, "misere", "discover")


def _documents() -> Iterator[Candidate]:
    for path in sorted(CERTIFICATES.glob("*.json")):
        play: Play = json.loads(path.read_text(encoding="utf-8"))["play"]
        yield Candidate(f"docs:{path.stem}", path.stem, play, "file", path)


def _catalogue() -> Iterator[Candidate]:
    for listed in catalogue():
        if listed.name in LEFT_OUT:
            continue
        for parameters in PARAMETERS.get(listed.name, [""]):
            name = f"{listed.name}:{parameters}" if parameters else listed.name
            for play in ("normal", "misere"):
                yield Candidate(f"catalogue:{listed.name}", name, play, "catalogue")


def _subtraction_games() -> Iterator[Candidate]:
    """Yield the subtraction games with small moves; games whose moves have a common divisor are left out."""
    for size in range(1, LARGEST_TAKEN + 1):
        for taken in combinations(range(1, LARGEST_TAKEN + 1), size):
            if gcd(*taken) == 1:
                yield Candidate("subtraction games", _subtraction(taken), "normal", "period")


def _subtraction(taken: tuple[int, ...]) -> str:
    if taken == tuple(range(taken[0], taken[-1] + 1)) and len(taken) > 1:
        return f"(n) -> (n - k) where {taken[0]} <= k <= {taken[-1]}"
    return "(n) -> " + " ; ".join(f"(n - {chips})" for chips in taken)


def _octal_games(method: Literal["period", "quotient"], digits: int) -> Iterator[Candidate]:
    play: Play = "normal" if method == "period" else "misere"
    codes = {
        f"{first}.{''.join(map(str, rest)).rstrip('0')}"
        for first in (0, 4)
        for rest in product(range(8), repeat=digits)
    }
    for code in sorted(codes - {"0.", "4."}, key=lambda code: (len(code), code)):
        if is_code(code):
            yield Candidate(f"octal:code={code}", code, play, method)
