"""`try_claim`: trials of a formula on one member of a family of games, by search and by proof."""

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

LOOKED_AT = 1_000  # positions from which the search starts, those with the fewest chips
CANDIDATES = 50_000  # tuples among which they are looked for
SEARCHED = Limits(positions=100_000)


@dataclass(frozen=True)
class ClaimTrial:
    """The trial of a formula on one member of a family of games: the decision, and what a search found.

    `chips` is up to how many chips, in all piles together, the formula agrees with a search; None if there was none.
    `wrong` is a position that the formula does not classify rightly, the first that the search or the proof met.
    """

    value: int
    game: Ruleset
    claim: str
    decision: Proof | Refutation | Undecided
    chips: int | None = None
    wrong: Position | None = None

    @property
    def proved(self) -> bool:
        """Whether the claim is proved."""
        return isinstance(self.decision, Proof)

    @property
    def fails(self) -> bool:
        """Whether the claim is refuted, by the search or by the proof."""
        return self.wrong is not None or isinstance(self.decision, Refutation)

    @property
    def holds(self) -> bool:
        """Whether the claim was tried and not refuted."""
        return not self.fails and (self.proved or self.chips is not None)

    def __str__(self) -> str:
        if self.wrong is not None:
            said = "is no P-position, although the formula says so"
            if self.wrong not in PositionSet.read(self.game, self.claim):
                said = "is a P-position, although the formula does not say so"
            return f"fails: {self.game.ast.tuple_text(self.wrong)} {said}"
        if isinstance(self.decision, Refutation):
            return str(self.decision)
        if self.proved:
            return "proved for all positions"
        reason = self.decision.reason if isinstance(self.decision, Undecided) else ""
        seen = "not tested" if self.chips is None else f"holds for all positions of up to {self.chips} chips"
        return f"{seen}; no proof: {reason}"


def try_claim(value: int, rule: Ruleset, claim: str, misere: bool, limits: Limits) -> ClaimTrial:
    """Return the trial of a formula on one game of a family, by search and by proof."""
    try:
        with limits.watch():
            with Limits(seconds=None if limits.seconds is None else limits.seconds / 4).watch():
                chips, wrong = _searched(rule, PositionSet.read(rule, claim), misere)
            decision = prove(rule, claim, misere=misere)
    except Cancelled:
        raise
    except SpragueError as error:  # such as a formula that makes no sense for this member
        return ClaimTrial(value, rule, claim, Undecided(rule, misere, claim, str(error).splitlines()[0]))
    if wrong is None and isinstance(decision, Refutation):
        wrong = decision.misplaced
    return ClaimTrial(value, rule, claim, decision, chips, wrong)


def _searched(rule: Ruleset, said: PositionSet, misere: bool) -> tuple[int | None, Position | None]:
    """Return up to how many chips a search agrees with a formula, and the first position at which it does not."""
    if rule.splits:
        return None, None  # a formula speaks of single heaps, which are proved to be as it says, or not
    starts = list(_smallest(rule))
    try:
        values = search(rule, starts, "outcome", misere, SEARCHED)
    except OutOfReach:
        return None, None
    wrong = next((position for position in starts if (values[position] == 0) != (position in said)), None)
    return (None, wrong) if wrong is not None else (sum(starts[-1]), None)


def _smallest(rule: Ruleset) -> Iterator[Position]:
    """Yield the positions with the fewest chips; for each number of chips all or none."""
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
