"""`Totals`, `check_totals`: totals of P-positions of redistribution games, such as Empty & Redistribute.

In Empty & Redistribute, Empty-All-But-One and similar games, a move keeps the chips of some piles, removes all other
chips, and distributes the kept chips among all piles in any way. The *total* of a position is its number of chips. Let
K(x) be the set of the numbers of chips that moves from a position x may keep. The options of x are all positions whose
total is in K(x). The set S of the totals of all P-positions determines the outcomes:

    x is a P-position if and only if no member of K(x) is in S.

In misère play, a P-position must also have at least one move. Conversely, let S be any set of numbers, and let G be the
set of the positions x for which K(x) and S are disjoint; in misère play, G contains only positions with a move. If S is
exactly the set of the totals of the positions in G, then G is the set of P-positions.

*The proof.* Suppose the set S of totals has period p from m on, and let B be the greater of m and the least total of a
position. Adding p chips to a pile of at least B chips does not change whether the set S contains the number of kept
chips. If a move does not keep a pile, adding chips to the pile does not change the number of kept chips. If a move
keeps the pile, the number of kept chips is at least m, with and without the p added chips, and the set S has period p
from m on. So removing p chips from a pile of at least B + p chips does not change the outcome of a position. There are
finitely many positions with all piles below B + p, and the proof enumerates them. Let T be the set that contains the
totals of the enumerated P-positions and, for each enumerated P-position with the total t and a pile of at least B
chips, the numbers t + p, t + 2p, …. The proof checks that S and T are equal. Up to the largest enumerated total, the
proof compares the sets S and T number by number. For numbers above the largest enumerated total, the proof compares
only the residues modulo p.

Because play always ends, exactly one set S satisfies S = T: the set of the totals of the P-positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sprague import jit, limits
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, determinise
from sprague.errors import OutOfReach, SpragueError
from sprague.language.positions import Position
from sprague.limits import Limits
from sprague.linear.terms import Linear
from sprague.periods.sequences import SequencePeriod, find_sequence_period
from sprague.proofs import totals_kernels as plain
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.predecessors import predecessors
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import Relation
from sprague.rules.ruleset import Ruleset

kernels = jit.compile_lazily(plain)

TRIED = 200_000_000  # default limit on the positions that are enumerated to compute totals


@dataclass(frozen=True)
class Totals:
    """The totals (numbers of chips) of the P-positions of a game, as an eventually periodic set.

    `small` contains the members of the set below the preperiod. From the preperiod on, the members are the numbers
    whose residue modulo the period is in `residues`.

    >>> print(Totals(4, 4, (), (0, 1)))
    n >= 4 with n mod 4 in {0, 1}
    """

    preperiod: int
    period: int
    small: tuple[int, ...]
    residues: tuple[int, ...]

    def __post_init__(self) -> None:
        small = all(0 <= number < self.preperiod for number in self.small)
        if self.period < 1 or not small or not all(0 <= residue < self.period for residue in self.residues):
            raise SpragueError(
                "'period' must be at least 1, the numbers in 'small' must be below 'preperiod', and the numbers "
                f"in 'residues' must be below 'period'; got {self!r}"
            )

    def __contains__(self, number: int) -> bool:
        if number < self.preperiod:
            return number in self.small
        return number % self.period in self.residues

    def flags(self, limit: int) -> NDArray[np.bool_]:
        """Return an array that tells for each number below the limit whether the number is in the set."""
        found = np.isin(np.arange(limit) % self.period, self.residues)
        found[: self.preperiod] = False
        found[[number for number in self.small if number < limit]] = True
        return found

    def __str__(self) -> str:
        if self.period == 1:
            rest = "all n" if self.residues else ""
        else:
            rest = f"n mod {self.period} in {{{', '.join(map(str, self.residues))}}}"
        if self.preperiod and rest:
            rest = f"n >= {self.preperiod}" + (f" with {rest}" if self.period > 1 else "")
        first = ", ".join(map(str, self.small))
        if not rest:
            return f"only {first}" if first else "no number"
        return f"{first}, and {rest}" if first else rest


@dataclass(frozen=True)
class Redistribution:
    """A redistribution game: the number of piles, their least height, and the numbers of piles that a move may keep."""

    piles: int
    lowest: int
    kept: tuple[int, ...]

    @property
    def least(self) -> int:
        """The least total of a position of the redistribution game."""
        return self.piles * self.lowest

    def kept_totals(self, position: Position) -> Iterator[int]:
        """For each set of piles that a move may keep, yield the number of chips in the set.

        A move that keeps fewer than `least` chips is impossible.
        """
        for size in self.kept:
            for piles in combinations(position, size):
                yield sum(piles)

    def kept_names(self, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield each set of piles that a move may keep, as the names of the piles."""
        for size in self.kept:
            yield from combinations(names, size)

    def masks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return bit masks of the sets of piles that a move may keep, and where the masks for each last pile start.

        Masks of sets with the same last pile are consecutive.
        """
        sets, _, starts = self._sets([(size, False) for size in self.kept])
        return sets, starts

    def decisive(self) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64], int]:
        """Return bit masks of the sets of piles that a move may keep, or of their complements if these are smaller.

        The masks are sorted by the last pile of the set. The second result is an array of flags: a flag is true if the
        mask stands for the set of the piles that the move empties. The third result gives, for each pile, the index of
        the first set whose last pile it is. The last result is the number of piles in the smallest set, with a minus
        sign if this set contains emptied piles.
        """
        sizes = [(min(size, self.piles - size), 2 * size > self.piles) for size in self.kept]
        smallest, emptied = min(sizes)
        return *self._sets(sizes), -smallest if emptied else smallest

    def _sets(self, sizes: list[tuple[int, bool]]) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        found: list[tuple[int, bool]] = []
        starts = [0]
        for last in range(self.piles):
            for size, emptied in sizes:
                for others in combinations(range(last), size - 1):
                    found.append((sum(1 << i for i in (*others, last)), emptied))
            starts.append(len(found))
        sets, flags = zip(*found, strict=True)
        return np.array(sets, dtype=np.int64), np.array(flags, dtype=np.bool_), np.array(starts, dtype=np.int64)


@lru_cache(maxsize=256)
def find_redistribution(rule: Ruleset) -> Redistribution | None:
    """Return the redistribution game that a rule defines, or None if the rule defines another kind of game."""
    if (
        rule.remembered
        or rule.is_restricted
        or rule.stop
        or rule.win
        or rule.blocks != (tuple(range(len(rule.piles))),)
    ):
        return None
    if rule.blocking:  # default limit on the positions that are enumerated to compute totals
        return None
    sizes = [_kept_size(rule, facts) for facts in rule.constraints]
    if any(size is None for size in sizes) or not rule.floor:
        return None
    return Redistribution(len(rule.piles), rule.floor, tuple(sorted({size for size in sizes if size is not None})))


def _kept_size(rule: Ruleset, facts: MoveConstraints) -> int | None:
    """Return the number of piles whose chips a move family redistributes freely, or None for other families."""
    relation = Relation.of(facts)
    if relation.others or relation.unsolved or len(relation.equations) != 1:
        return None
    # The move must not restrict the new piles, except by their sum and by the least height of a pile.
    if not all(link.left.is_constant and link.reached.is_name for link in relation.inequalities):
        return None
    if any(link.left.constant > rule.floor for link in relation.inequalities):
        return None
    ((kept, total),) = relation.equations
    if total != Linear.sum(rule.piles) or kept != Linear.sum(kept.names) or not 0 < len(kept.names) < len(rule.piles):
        return None
    return len(kept.names)


@dataclass(frozen=True)
class WrongTotal:
    """A wrong total in a claim: no P-position has a listed total, or a P-position has a total that is not listed."""

    total: int
    is_claimed: bool

    def __str__(self) -> str:
        if self.is_claimed:
            return f"the total {self.total} is listed, but no P-position has it"
        return f"the total {self.total} is not listed, but a P-position has it"


@dataclass(frozen=True)
class TotalsCheck:
    """The result of a check of totals: a wrong total or None, P-positions by total, and the number of heights tried."""

    failure: WrongTotal | None
    positions: dict[int, Position]
    tried: int


def check_totals(kind: Redistribution, totals: Totals, misere: bool) -> TotalsCheck:
    """Decide whether a set is exactly the set of totals of P-positions; if not, find the smallest wrong total."""
    limit = limits.current().with_defaults(Limits(positions=TRIED)).positions
    big = max(totals.preperiod, kind.least, kind.lowest)
    high = big + totals.period
    masks, offsets = kind.masks()
    members = totals.flags(kind.piles * high)
    small, large, positions, tried = kernels.walk_window(
        kind.piles, kind.lowest, high, big, members, masks, offsets, kind.least, misere, limit
    )
    if tried > limit:
        raise OutOfReach(
            f"the check of all positions with piles below {high} needs more than {limit:,} positions; claim a "
            "shorter period, or allow more with Limits(positions=…)"
        )
    found = small.copy()
    residues = np.zeros(totals.period, dtype=np.bool_)
    for total in np.flatnonzero(large):
        found[total :: totals.period] = True
        residues[total % totals.period] = True
    wrong = np.flatnonzero(found != members)
    beyond = np.flatnonzero(residues != np.isin(np.arange(totals.period), totals.residues))
    failure = None
    if len(wrong):
        failure = WrongTotal(int(wrong[0]), bool(members[wrong[0]]))
    elif len(beyond):
        residue = int(beyond[0])
        first = len(members) + (residue - len(members)) % totals.period
        failure = WrongTotal(first, residue in totals.residues)
    witnesses = {int(n): tuple(int(h) for h in positions[n]) for n in np.flatnonzero(small | large)}
    return TotalsCheck(failure, witnesses, int(tried))


def count_totals(
    kind: Redistribution, misere: bool, limit: int, known: NDArray[np.bool_], budget: int
) -> tuple[NDArray[np.bool_], int]:
    """Return an array that tells which totals P-positions have, and the number of pile heights tried."""
    masks, offsets = kind.masks()
    sets, emptied, starts, first = kind.decisive()
    members = np.zeros(limit, dtype=np.bool_)
    members[: len(known)] = known
    tried = 0
    for total in range(max(len(known), kind.least), limit):
        position, steps = kernels.find_position(
            total,
            kind.piles,
            kind.lowest,
            members,
            sets,
            emptied,
            starts,
            first,
            masks,
            offsets,
            kind.least,
            misere,
        )
        limits.check()
        members[total] = len(position) > 0
        tried += int(steps)
        if tried > budget:
            return members[: total + 1], tried
    return members, tried


def positions_of_totals(
    rule: Ruleset, kind: Redistribution, totals: Automaton, misere: bool, most_states: int
) -> Automaton:
    """Return the automaton of the positions from which every move keeps a number of chips outside the set `totals`."""
    numeration = totals.numeration
    found = positions_automaton(rule, numeration)
    for size in kind.kept:
        addition = atoms.linear([1] * size + [-1], 0, "=", numeration)
        bad = (addition & totals.arrange((size,), size + 1)).project(size)
        for piles in combinations(range(kind.piles), size):
            found = found.intersection(~bad.arrange(piles, kind.piles), most_states)
    if misere:
        movable = determinise(predecessors(rule, positions_automaton(rule, numeration)))
        found = found & movable
    return found


def guess_totals(members: NDArray[np.bool_]) -> Totals | None:
    """Return totals as an eventually periodic set that agrees with the given flags, or None if no period fits."""
    found = find_sequence_period(members.astype(np.int64), saltus=False)
    if not isinstance(found, SequencePeriod):
        return None
    start, period = found.preperiod, found.period
    residues = sorted({(start + place) % period for place in np.flatnonzero(members[start : start + period]).tolist()})
    return Totals(start, period, tuple(np.flatnonzero(members[:start]).tolist()), tuple(residues))
