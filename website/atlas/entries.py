"""Entries of the atlas, computed from the rule: first values, first P-positions, theorems and proofs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from sprague.automata.drawing import draw
from sprague.coq.rule_terms import NotCovered
from sprague.errors import OutOfReach
from sprague.games import Game, theorems
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.proving import prove
from sprague.render.pictures.thumbnail import fixed_entries, thumbnail_limit, thumbnail_table
from sprague.render.theorem_text import POINTER, function_notes, theorem_lines
from sprague.rules import Position, Ruleset
from sprague.tables.table import Table
from website.atlas.coq_files import coq_file
from website.atlas.theorems import NAMED

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
FIRST = 24  # number of values in a row
ROWS = 4  # number of rows of values, for games with several piles
FIRST_P = 12  # number of P-positions shown


@dataclass(frozen=True)
class ListedTheorem:
    """A theorem of an entry: its statement, its source, and the proof if the theorem has a formula."""

    slug: str
    title: str
    statement: tuple[str, ...]  # paragraphs of the statement
    source: str
    misere: bool
    formula: str | None
    proof: Proof | None
    alone: bool = False  # whether `sprague discover` finds the theorem from the rule alone

    @cached_property
    def drawing(self) -> str | None:
        """The automaton as SVG, or None if the automaton is too large for a drawing."""
        if not isinstance(self.proof, AutomatonProof):
            return None
        try:
            return draw(self.proof.positions, self.proof.game.names).svg()
        except OutOfReach:
            return None

    @cached_property
    def coq(self) -> tuple[str | None, str]:
        """The Coq file, or None, and a sentence about it."""
        if self.proof is None:
            return None, ""
        try:
            text, proved_parts = coq_file(self.proof.certificate())
        except NotCovered as error:
            return None, f"The export to Coq does not cover this theorem: {error}."
        return text, f"It states and proves {proved_parts}, for Coq 8.16 or later."


@dataclass(frozen=True)
class Entry:
    """A game or a theorem of the atlas; `command` names it on the command line, `about` is a page about it."""

    slug: str
    title: str
    kind: str
    summary: str
    rule: Ruleset
    command: str
    sources: tuple[str, ...]
    known: tuple[ListedTheorem, ...]
    about: str | None = None

    @cached_property
    def limit(self) -> int:
        return thumbnail_limit(self.rule)

    @cached_property
    def table(self) -> Table:
        """The table of the picture, of the rows of values and of the first P-positions."""
        return thumbnail_table(self.rule)

    @cached_property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The Grundy values along the last pile, for the least values of the pile before; -1 if there is no position.

        All other entries have their least values.
        """
        rule = self.rule
        if rule.blocking:
            return []  # games with blocking have outcomes but no Grundy values
        *_, last = rule.piles
        rising = rule.piles[-2] if len(rule.piles) > 1 else None
        fixed = fixed_entries(self.table)
        found = []
        for step in range(ROWS if rising else 1):
            if rising:
                fixed[rising] = rule.lowest(rising) + step
            index = tuple(slice(rule.floor, None) if name == last else fixed[name] for name in rule.names)
            where = ", ".join(f"{name} = {fixed[name]}" for name in rule.names if name != last)
            found.append((where, [int(value) for value in np.asarray(self.table[index])[:FIRST]]))
        return [(where, values) for where, values in found if max(values) >= 0]

    @cached_property
    def first(self) -> list[Position]:
        """The P-positions with the fewest chips, among the totals for which the table contains all positions."""
        whole = self.limit + self.rule.floor * (len(self.rule.names) - 1)
        members = [position for position in self.table.P_positions() if sum(position) < whole]
        return sorted(members, key=lambda position: (sum(position), position))[:FIRST_P]


def entry_of_game(game: Game[...]) -> Entry:
    """Return the entry of a game of the catalogue, with its default parameters."""
    rule = game()
    known: list[ListedTheorem] = []
    for misere in (False, True):
        for theorem in theorems(rule, misere):
            found = prove(rule, theorem.formula, misere=misere) if theorem.formula else None
            listed = ListedTheorem(
                f"{game.name}-{len(known) + 1}",
                theorem.title,
                (theorem.statement,),
                str(theorem.source),
                misere,
                theorem.formula,
                found if isinstance(found, Proof) else None,
            )
            known.append(listed)
    sources = tuple(map(str, game.sources))
    return Entry(game.name, game.title, "game", game.summary, rule, rule.name, sources, tuple(known))


def entry_of_certificate(path: Path) -> Entry:
    """Return the entry of a theorem with a certificate; the theorem is verified again."""
    proof = prove_certificate(json.loads(path.read_text(encoding="utf-8")))
    statement, *words = [line.strip() for line in theorem_lines(proof, "")]
    # The page shows the formula, the definitions of its functions, and tables of column programs separately.
    apart = {*function_notes(proof), *(line.strip() for table in proof.tables() for line in table.lines())}
    words = [line for line in words[: words.index(POINTER) if POINTER in words else None] if line not in apart]
    paragraphs = (statement[0].upper() + statement[1:], *words)
    named = NAMED[path.stem]
    theorem = ListedTheorem(path.stem, "The theorem", paragraphs, "", proof.misere, proof.claim, proof, named.alone)
    rule = proof.game
    command = rule.name if rule.name and ":" in rule.name else f"'{rule}'"
    return Entry(
        theorem_slug(path.stem),
        named.title,
        "theorem",
        named.game,
        rule,
        command,
        named.sources,
        (theorem,),
        named.page,
    )


def theorem_slug(name: str) -> str:
    """Return the name of the page of a theorem from the name of its certificate."""
    return f"theorem-{name}"
