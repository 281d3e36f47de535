"""What Sprague says about a position, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from sprague.errors import OutOfReach, SpragueError
from sprague.games import Theorem, resolve, theorems
from sprague.rules import Position, Ruleset
from sprague.tables.search import MOST_POSITIONS, TooManyPositions, search

LARGEST_TABLE = 1_000_000  # a limit beyond which not even the size of a table is worked out


class Known(Protocol):
    """The P-positions of a game, proved for all positions."""

    def is_p(self, position: Position) -> bool: ...

    def grundy(self, position: Position) -> int | None: ...

    def winning_options(self, position: Position) -> list[Position]: ...

    def statement(self) -> str: ...


# Who may know a proof for a rule and play. Proofs are made further up, where this module may not look.
proof_sources: list[Callable[[Ruleset, bool], Known | None]] = []


@dataclass(frozen=True, slots=True)
class Because:
    """The reason of an answer: its kind (theorem, proof, table or search), and where it comes from."""

    kind: str
    source: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.source}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a position under best play, with the moves that win and the reason.

    The outcome is "P" if the previous player wins and "N" if the next one does. The Grundy value
    is None in misère play, which has none, and where the theorem that was used does not give it.
    `explanation` tells why in the terms of the theorem; it is empty for a search.
    """

    game: Ruleset
    position: Position
    misere: bool
    outcome: str
    grundy: int | None
    winning_moves: list[Position]
    because: Because
    explanation: str

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        return {
            "game": self.game.name or str(self.game),
            "position": list(self.position),
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            "grundy": self.grundy,
            "winning_moves": [list(option) for option in self.winning_moves],
            "because": {"kind": self.because.kind, "source": self.because.source},
        }


def solve(game: Ruleset | str, position: Iterable[int], *, misere: bool = False, most: int = MOST_POSITIONS) -> Answer:
    """Solve a position by the strongest knowledge there is, and say which.

    >>> answer = solve("nim", (3, 5, 7))
    >>> answer.outcome, answer.grundy, answer.winning_moves
    ('N', 1, [(2, 5, 7), (3, 4, 7), (3, 5, 6)])

    A theorem of the game's file comes first, then a proof that was found before; where there is none, at most
    `most` positions are searched. A game given by name takes its number of piles from the position.
    """
    entries = tuple(position)
    rule = resolve(game, {}, len(entries)) if isinstance(game, str) else game
    start = rule.position(entries)
    for theorem in theorems(rule, misere):
        if theorem.decides(start):
            return _by_theorem(rule, start, theorem)
    for find_proof in proof_sources:
        if (known := find_proof(rule, misere)) is not None:
            return _by_proof(rule, start, misere, known)
    try:
        values = search(rule, [start], "outcome" if misere else "grundy", misere, most)
    except OutOfReach as refusal:
        raise OutOfReach(f"{refusal}{_needed(rule, start, misere, most, refusal)}") from None
    source = "all 1 position" if len(values) == 1 else f"all {len(values):,} positions"
    return Answer(
        game=rule,
        position=start,
        misere=misere,
        outcome="N" if values[start] else "P",
        grundy=None if misere else values[start],
        winning_moves=[option for option in rule.options(start) if values[option] == 0],
        because=Because("search", f"{source} that can be reached"),
        explanation="",
    )


def _needed(rule: Ruleset, position: Position, misere: bool, most: int, refusal: OutOfReach) -> str:
    """What it would take to answer after all: a larger search, or a table that holds the position."""
    text = f" (most={10 * most}, or --most {10 * most})" if isinstance(refusal, TooManyPositions) else ""
    text += f"; no theorem decides this position in {'misère' if misere else 'normal'} play"
    limit = 1 + max(position[: len(rule.piles)])
    if limit > LARGEST_TABLE:
        return text
    from sprague.tables.plan import make_plan
    from sprague.tables.tabulate import default_memory

    try:
        plan = make_plan(rule, limit, None, values_only=not misere, memory=default_memory())
        needed = plan.memory("outcome")
    except SpragueError:
        return text
    if plan.region is None or needed > default_memory():
        return text
    command = f"sprague table '{rule.name or rule}' --limit {limit} --what outcome{' --misere' if misere else ''}"
    return f"{text}, but a table would hold it: {plan.region.size:,} places, {needed / 1e6:,.1f} MB ({command})"


def _by_proof(rule: Ruleset, position: Position, misere: bool, known: Known) -> Answer:
    is_p = known.is_p(position)
    return Answer(
        game=rule,
        position=position,
        misere=misere,
        outcome="P" if is_p else "N",
        grundy=known.grundy(position) if not misere else None,
        # In misère play a position where play is over is N, and there is no move to make.
        winning_moves=[] if is_p else known.winning_options(position),
        because=Because("proof", known.statement()),
        explanation="",
    )


def _by_theorem(rule: Ruleset, position: Position, theorem: Theorem) -> Answer:
    is_p = theorem.is_p(position)
    return Answer(
        game=rule,
        position=position,
        misere=theorem.misere,
        outcome="P" if is_p else "N",
        grundy=theorem.grundy(position),
        winning_moves=[] if is_p else theorem.winning_moves(position),
        because=Because("theorem", str(theorem)),
        explanation=theorem.explain(position),
    )
