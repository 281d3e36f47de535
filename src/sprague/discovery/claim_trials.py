"""Trials of a formula on one member of a family of games, by search and by proof: `try_claim`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from operator import add

from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.language.positions import Position, tuples_with_sum
from sprague.limits import Limits
from sprague.proofs.proof import Proof, Refutation
from sprague.proofs.proving import prove
from sprague.proofs.undecided import Undecided
from sprague.rules.ruleset import Ruleset
from sprague.tables.search import search

LOOKED_AT = 1_000  # maximum number of start positions of the search; positions with the fewest chips come first
CANDIDATES = 50_000  # maximum number of tuples that are examined to find the start positions of the search
SEARCHED = Limits(positions=100_000)  # maximum number of positions that the search visits


@dataclass(frozen=True)
class ClaimTrial:
    """The trial of a formula on one member of a family of games.

    Attributes:
        value: The value of the parameter.
        game: The member of the family.
        claim: The formula.
        decision: The proof, the refutation, or the undecided result.
        chips: The formula agrees with a search for all positions with at most this many chips; None without a search.
        wrong: A position that the formula classifies wrongly, or None.
    """

    value: int
    game: Ruleset
    claim: str
    decision: Proof | Refutation | Undecided
    chips: int | None = None
    wrong: Position | None = None

    @property
    def proved(self) -> bool:
        """Whether the formula is proved for the member of the family."""
        return isinstance(self.decision, Proof)

    @property
    def fails(self) -> bool:
        """Whether the formula is refuted, by the search or by the proof."""
        return self.wrong is not None or isinstance(self.decision, Refutation)

    @property
    def holds(self) -> bool:
        """Whether the formula was tried and not refuted."""
        return not self.fails and (self.proved or self.chips is not None)

    def __str__(self) -> str:
        if self.wrong is not None:
            fact = "satisfies the formula but is not a P-position"
            if self.wrong not in PositionSet.read(self.game, self.claim):
                fact = "is a P-position but does not satisfy the formula"
            return f"fails: {self.game.ast.tuple_text(self.wrong)} {fact}"
        if isinstance(self.decision, Refutation):
            return str(self.decision)
        if self.proved:
            return "proved for all positions"
        reason = self.decision.reason if isinstance(self.decision, Undecided) else ""
        seen = "not tested" if self.chips is None else f"true for all positions with at most {self.chips} chips"
        return f"{seen}; no proof: {reason}"


def try_claim(value: int, rule: Ruleset, claim: str, misere: bool, limits: Limits) -> ClaimTrial:
    """Try a formula on one game of a family, by search and by proof; return the trial."""
    try:
        with limits.watch():
            with Limits(seconds=None if limits.seconds is None else limits.seconds / 4).watch():
                chips, wrong = _searched(rule, PositionSet.read(rule, claim), misere)
            decision = prove(rule, claim, misere=misere)
    except Cancelled:
        raise
    except SpragueError as error:  # the formula cannot be tried if, for example, it is not valid for this game
        return ClaimTrial(value, rule, claim, Undecided(rule, misere, claim, str(error).splitlines()[0]))
    if wrong is None and isinstance(decision, Refutation):
        wrong = decision.misplaced
    return ClaimTrial(value, rule, claim, decision, chips, wrong)


def _searched(rule: Ruleset, claimed: PositionSet, misere: bool) -> tuple[int | None, Position | None]:
    """Compare a formula with a search; return the number of chips up to which they agree, or the first difference."""
    if rule.splits:
        # if heaps split, the formula describes only single heaps, and a search for sums of heaps cannot check the
        # formula
        return None, None
    starts = list(_smallest(rule))
    try:
        values = search(rule, starts, "outcome", misere, SEARCHED)
    except OutOfReach:
        return None, None
    wrong = next((position for position in starts if (values[position] == 0) != (position in claimed)), None)
    return (None, wrong) if wrong is not None else (sum(starts[-1]), None)


def _smallest(rule: Ruleset) -> Iterator[Position]:
    """Yield positions with few chips; for each number of chips, either all positions or none are included."""
    lowest = [rule.lowest(name) for name in rule.names]
    seen = looked_at = 0
    for more in count():
        level = list(islice(tuples_with_sum(more, len(lowest)), CANDIDATES))
        tuples = (tuple(map(add, lowest, entries)) for entries in level)
        found = [position for position in tuples if rule.is_position(position) and rule.position(position) == position]
        seen, looked_at = seen + len(found), looked_at + len(level)
        if more and (seen > LOOKED_AT or looked_at >= CANDIDATES):
            return
        yield from found
