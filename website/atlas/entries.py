"""What the atlas says of a game, found out from its rule: first values, first P-positions, theorems, proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from sprague.automata.drawing import draw
from sprague.coq.terms import NotCovered
from sprague.coq.theorem_file import theorem_file
from sprague.errors import OutOfReach
from sprague.games import Game, catalogue, theorems
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.proving import prove
from sprague.proofs.store import proof_of
from sprague.rules import Position, Ruleset
from sprague.show.theorem_text import theorem_lines
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
FIRST = 24  # values of a row
ROWS = 4  # of values, where there are several piles
REMEMBERED = 6  # a remembered number, which at 0 often allows no move
FIRST_P = 12  # P-positions
SECONDS = 5  # for a file of Coq: some take minutes to write, and the page then says how to have them
#: Heights of the table from which values are taken, by the number of entries of a position.
LIMITS = {1: 64, 2: FIRST, 3: FIRST, 4: 12}
FEWEST = 6


@dataclass(frozen=True)
class Told:
    """A theorem: what it says, where it is from, the commands that prove it, and the proof, if a formula says it."""

    slug: str
    title: str
    statement: str
    source: str
    misere: bool
    formula: str | None
    proof: Proof | None

    @cached_property
    def drawing(self) -> str | None:
        """The automaton as SVG, if it is small enough to be read."""
        if not isinstance(self.proof, AutomatonProof):
            return None
        try:
            return draw(self.proof.positions, self.proof.game.names).svg()
        except OutOfReach:
            return None

    @cached_property
    def coq(self) -> tuple[str | None, str]:
        """The file of Coq, and what is to be said about it."""
        if self.proof is None:
            return None, ""
        try:
            file = theorem_file(self.proof.certificate(), Limits(seconds=SECONDS))
        except NotCovered as error:
            return None, f"Not covered by Coq: {error}."
        except OutOfReach:
            return None, "The file of Coq takes longer to write than the building of this page may take."
        said = "the set and the formula" if file.claim and not file.unproved else "the set"
        return file.text, f"States and proves {said}, for Coq 8.16 or later."


@dataclass(frozen=True)
class Entry:
    """A game or a theorem of the atlas; `command` is how the command line names the game."""

    slug: str
    title: str
    kind: str
    summary: str
    rule: Ruleset
    command: str
    sources: tuple[str, ...]
    known: tuple[Told, ...]

    @cached_property
    def limit(self) -> int:
        return self.rule.floor + LIMITS.get(len(self.rule.names), FEWEST)

    @cached_property
    def table(self) -> Table:
        """The values from which rows and P-positions are taken; outcomes, where options may be blocked."""
        return tabulate(self.rule, self.limit, what="outcome" if self.rule.blocking else "grundy")

    @cached_property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The Grundy values along the last pile, the others at their least; then with the pile before it rising."""
        rule = self.rule
        if rule.blocking:
            return []  # such games have outcomes only
        *_, last = rule.piles
        rising = rule.piles[-2] if len(rule.piles) > 1 else None
        fixed = {name: REMEMBERED if name in rule.remembered else rule.lowest(name) for name in rule.names}
        found = []
        for step in range(ROWS if rising else 1):
            if rising:
                fixed[rising] = rule.lowest(rising) + step
            index = tuple(slice(rule.floor, None) if name == last else fixed[name] for name in rule.names)
            where = ", ".join(f"{name} = {fixed[name]}" for name in rule.names if name != last)
            found.append((where, [int(value) for value in np.asarray(self.table[index])[:FIRST]]))
        return found

    @cached_property
    def first(self) -> list[Position]:
        """The P-positions with the fewest chips, as far as the table has all of them."""
        whole = self.limit + self.rule.floor * (len(self.rule.names) - 1)
        members = [position for position in self.table.P_positions() if sum(position) < whole]
        return sorted(members, key=lambda position: (sum(position), position))[:FIRST_P]


def entries() -> Iterator[Entry]:
    """All of them: the catalogue, then the theorems that are kept."""
    for game in catalogue():
        yield of_game(game)
    for path in sorted(CERTIFICATES.glob("*.json")):
        yield of_certificate(path)


def of_game(game: Game[...]) -> Entry:
    """A game of the catalogue, with its default parameters."""
    rule = game()
    known: list[Told] = []
    for misere in (False, True):
        for theorem in theorems(rule, misere):
            found = prove(rule, theorem.formula, misere=misere) if theorem.formula else None
            told = Told(
                f"{game.name}-{len(known) + 1}",
                theorem.title,
                theorem.statement,
                str(theorem.source),
                misere,
                theorem.formula,
                found if isinstance(found, Proof) else None,
            )
            known.append(told)
    sources = tuple(map(str, game.sources))
    return Entry(game.name, game.title, "game", game.summary, rule, rule.name, sources, tuple(known))


def of_certificate(path: Path) -> Entry:
    """A theorem that is kept, proved anew."""
    proof = proof_of(json.loads(path.read_text(encoding="utf-8")))
    statement = "\n".join(line.strip() for line in theorem_lines(proof, ""))
    told = Told(path.stem, "The theorem", statement, "", proof.misere, None, proof)
    title = path.stem.replace("-", " ").capitalize()
    summary = f"A theorem that is kept as a certificate: {proof.effort()}."
    return Entry(f"theorem-{path.stem}", title, "theorem", summary, proof.game, f"'{proof.game}'", (), (told,))
