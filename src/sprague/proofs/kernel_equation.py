"""`check_kernel`, `KernelEquation`: decide whether a set of positions is exactly the set of P-positions.

If play always ends, the set P of P-positions is the only set of positions that satisfies the kernel equation:

    x in P if and only if no move leads from x into P

for all positions x. In misère play, P contains no terminal positions. If the opponent may forbid m options (`block m`),
a position is in P if and only if P contains at most m of its options.

To check the equation, the automaton of a claimed set is compared with a nondeterministic automaton that accepts the
positions with a move into the set. If the kernel equation fails, the comparison finds a position at which it fails. To
find the counterexample with the fewest chips, the comparison is repeated for positions with fewer chips than the last
counterexample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from sprague import limits
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.comparison import Difference, Expected, expect, find_difference
from sprague.automata.least_member import find_least_member
from sprague.automata.nondeterministic import Nondeterministic
from sprague.automata.numeration import Numeration
from sprague.automata.words import decode_word
from sprague.errors import OutOfReach, SpragueError
from sprague.language.positions import Position, position_in_sentence
from sprague.limits import Limits
from sprague.proofs.option_counting import find_small_failure, positions_with_more_options
from sprague.proofs.position_automata import conditions_automaton, positions_automaton
from sprague.proofs.predecessors import predecessors
from sprague.proofs.winning_moves import find_options_into
from sprague.rules.blocking import refuse_misere
from sprague.rules.ruleset import Ruleset

OUTSIDE = "in the set, but not a position of the game"
STOPPED_OUT = "not in the set, but play has ended there and the player who moved last has won"
STOPPED_IN = "in the set, but play has ended there and the player who moved last has lost"
NO_MOVE = "not in the set, but no move leads into the set"
ONE_MOVE_APART = "in the set, but a move leads to another position of the set"


class Effort(NamedTuple):
    """Limits on the sizes of automata and on the pairs compared, for one attempt to check the kernel equation."""

    size_factor: int
    pairs: int | None


# A check is first tried with the smallest limits. If the smallest limits do not suffice, larger limits are tried.
EFFORTS = (Effort(1, 30_000), Effort(8, 200_000), Effort(64, None))


@dataclass(frozen=True)
class Failure:
    """A position at which the kernel equation fails for a claimed set, with the reason.

    If `option` is not None, it is an option of the failing position, and both positions are in the claimed set. If
    `fewest` is true, no position with fewer chips is a counterexample. If several counterexamples have the fewest
    chips, `position` is the first of them in lexicographic order, where remembered numbers are compared before piles.
    """

    position: Position
    reason: str
    option: Position | None = None
    fewest: bool = field(default=True, kw_only=True)

    def __str__(self) -> str:
        position = position_in_sentence(self.position)
        if self.option is not None:
            return f"{position} and its option {position_in_sentence(self.option)} are both in the set"
        return (
            f"{position} is {self.reason}"
            if self.reason.startswith(("in ", "not in "))
            else f"{position}: {self.reason}"
        )


@dataclass(frozen=True)
class CheckResult:
    """The result of checking the kernel equation: the failure, if any, and the number of pairs of states compared."""

    failure: Failure | None
    pairs: int


@lru_cache(maxsize=64)
def ended_positions(rule: Ruleset, numeration: Numeration, misere: bool) -> tuple[Automaton, Automaton]:
    """Return two automata: for the ended positions that the last mover wins, and for those that the last mover loses.

    In misère play, the last mover loses at a position without a move. In normal play, a position without a move is in
    neither set unless `stop` or `win` applies to it, because the kernel equation decides its outcome.
    """
    everywhere = positions_automaton(rule, numeration)
    won = conditions_automaton(rule, rule.win, numeration) & everywhere
    stopped = conditions_automaton(rule, rule.stop, numeration) & everywhere
    if not misere:
        return won | stopped, everywhere - everywhere
    can_move = determinise(predecessors(rule, everywhere))
    return won, ((everywhere - can_move) | stopped) - won


def check_kernel(rule: Ruleset, positions: Automaton, misere: bool = False, *, fewest: bool = False) -> CheckResult:
    """Decide by the kernel equation whether a set is the set of P-positions of a game.

    If `fewest` is true, the function returns a counterexample with as few chips as possible; otherwise, it returns the
    first counterexample that it finds.
    """
    refuse_misere(rule, misere)
    check_symmetry(rule, positions)
    numeration = positions.numeration
    everywhere = positions_automaton(rule, numeration)
    won, lost = ended_positions(rule, numeration, misere)
    wrong = [(positions - everywhere, OUTSIDE), (won - positions, STOPPED_OUT), (lost & positions, STOPPED_IN)]
    return KernelEquation(rule, positions, everywhere - won - lost, wrong).check(fewest)


class _MoveComparison:
    """A comparison of two sets: the positions that should have a move into a claimed set, and the positions that do."""

    def __init__(self, rule: Ruleset, positions: Automaton) -> None:
        self._rule, self._positions = rule, positions
        self._efforts: Sequence[Effort] = EFFORTS[-1:] if rule.blocking else EFFORTS
        self._automaton: Nondeterministic | None = None

    def _made(self) -> Nondeterministic:
        if self._rule.blocking:
            return positions_with_more_options(self._rule, self._positions)
        return predecessors(self._rule, self._positions, self._efforts[0].size_factor)

    def compare(self, expected: Expected) -> Difference:
        """Return the first position at which the two sets differ; if necessary, try again with larger limits."""
        while True:
            if self._automaton is None:
                self._automaton = self._made()
            try:
                with Limits(pairs=self._efforts[0].pairs).watch():
                    return find_difference(expected, self._automaton)
            except OutOfReach:
                limits.check()  # `limits.check()` raises OutOfTime if the time limit is exceeded
                if len(self._efforts) == 1:
                    raise
                self._efforts, self._automaton = self._efforts[1:], None


@dataclass(frozen=True)
class KernelEquation:
    """The kernel equation of a set: the set must contain exactly the positions without a move into the set.

    Only the positions in `considered` must satisfy the kernel equation. Each entry of `wrong` is a pair: a set that
    must be empty, and the error text for a set that is not empty.
    """

    rule: Ruleset
    positions: Automaton
    considered: Automaton
    wrong: Sequence[tuple[Automaton, str]]

    def check(self, fewest: bool) -> CheckResult:
        """Decide whether the kernel equation holds, and return a position at which it fails, if any."""
        failure, pairs = self._find(None)
        if failure is None:
            return CheckResult(None, pairs)
        if fewest and not failure.fewest:
            failure = self._fewest(failure)
        if self.rule.blocking and failure.reason in (NO_MOVE, ONE_MOVE_APART):
            return CheckResult(replace(failure, reason=_block_reason(self.rule, failure.reason)), pairs)
        if failure.reason != ONE_MOVE_APART:
            return CheckResult(failure, pairs)
        position = self.rule.position(failure.position)
        option = find_options_into(self.rule, self.positions, position)[0]
        return CheckResult(replace(failure, position=position, option=option), pairs)

    @cached_property
    def _moves(self) -> _MoveComparison:
        return _MoveComparison(self.rule, self.positions)

    def _find(self, within: Automaton | None) -> tuple[Failure | None, int]:
        """Return a position in `within` at which the kernel equation fails, and the number of pairs compared."""
        for wrong, reason in self.wrong:
            position = (wrong if within is None else wrong & within).smallest()
            if position is not None:
                return Failure(position, reason, fewest=False), 0
        if (
            self.rule.blocking
            and within is None
            and (soon := find_small_failure(self.rule, self.positions)) is not None
        ):
            return Failure(soon, ONE_MOVE_APART if soon in self.positions else NO_MOVE), 0
        considered = self.considered if within is None else self.considered & within
        found = self._moves.compare(expect(~self.positions, considered))
        if found.word is None:
            return None, found.explored
        position = decode_word(found.word, considered.tracks, considered.numeration)
        reason = ONE_MOVE_APART if position in self.positions else NO_MOVE
        return Failure(position, reason, fewest=False), found.explored

    def _fewest(self, first: Failure) -> Failure:
        """Search for the failing position with the fewest chips, for at most half of the remaining time."""
        best = first

        def find(within: Automaton) -> Position | None:
            nonlocal best
            failure, _ = self._find(within)
            if failure is None:
                return None
            best = failure
            return failure.position

        left = limits.seconds_left()
        try:
            with Limits(seconds=None if left is None else left / 2).watch():
                find_least_member(find, first.position, len(self.rule.piles), self.positions.numeration)
        except OutOfReach:
            return best
        return replace(best, fewest=True)


def _block_reason(rule: Ruleset, reason: str) -> str:
    """Return the reason why the kernel equation fails at a position of a game with `block`."""
    if reason == NO_MOVE:
        return f"not in the set, but at most {rule.blocking} of its options are in the set"
    return f"in the set, but more than {rule.blocking} of its options are in the set"


def check_symmetry(rule: Ruleset, positions: Automaton) -> None:
    """Raise SpragueError if a set in the kernel equation depends on the order of interchangeable piles."""
    if positions.tracks != len(rule.names):
        raise SpragueError(f"{rule.label}: expected an automaton with {len(rule.names)} tracks, got {positions!r}")
    if (pair := positions.asymmetry_witness(rule.blocks)) is not None:
        raise SpragueError(
            f"{rule.label}: the set depends on the order of the piles: it contains only one of {pair[0]} and {pair[1]}"
        )
