"""The class `Nondeterministic` of nondeterministic automata, with projection, union, trimming and subset construction.

An existential quantifier ("there is a number such that …") becomes a nondeterministic automaton, which guesses the
digits of this number while it reads the other numbers. The subset construction makes a nondeterministic automaton
deterministic: a state of the result is the set of all states that a word can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import subset_limits
from sprague.automata.transition_table import Flags, Transitions, TransitionTable, read_only
from sprague.automata.words import arranged_symbols, count_symbols, digit_columns
from sprague.errors import SpragueError

kernels = jit.compile_lazily(plain)

# A subset of a small automaton is stored as a row of bits in 32-bit words. An automaton is small if each row has at
# most FEW_WORDS words and all rows of targets have at most FEW_MASKS words together. For larger automata, a subset is
# stored as a list of states, because most subsets of a large automaton contain few states.
FEW_WORDS = 20
FEW_MASKS = 1 << 24


@dataclass(frozen=True, eq=False, repr=False)
class Nondeterministic:
    """A nondeterministic automaton, with any number of targets per state and symbol and any number of initial states.

    The targets of state q at symbol a are `targets[offsets[q * symbols + a] : offsets[q * symbols + a + 1]]`.
    """

    tracks: int
    numeration: Numeration
    offsets: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int32]
    accepting: Flags
    initial: npt.NDArray[np.int32]

    def __post_init__(self) -> None:
        states, symbols = self.accepting.size, self.symbols
        ascend = self.offsets.shape == (states * symbols + 1,) and not (self.offsets[1:] < self.offsets[:-1]).any()
        if not ascend or self.offsets[0] != 0:
            raise SpragueError(
                f"expected {states * symbols + 1} offsets that start with 0 and do not decrease (states: "
                f"{states}, symbols: {symbols}), got {self.offsets.size} offsets"
            )
        if self.offsets[-1] != self.targets.size:
            raise SpragueError(
                f"the last offset is {int(self.offsets[-1])}, so expected {int(self.offsets[-1])} targets, got "
                f"{self.targets.size}"
            )
        for what, numbers in (("transitions to states", self.targets), ("initial states", self.initial)):
            if numbers.size and (int(numbers.min()) < 0 or int(numbers.max()) >= states):
                wrong = int(numbers.min()) if int(numbers.min()) < 0 else int(numbers.max())
                raise SpragueError(f"expected {what} from 0 to {states - 1}, got {wrong}")
        for name, kind in (("offsets", np.int64), ("targets", np.int32), ("accepting", np.bool_)):
            object.__setattr__(self, name, read_only(getattr(self, name).astype(kind, copy=False)))
        initial = self.initial if self.initial.size == 1 else np.unique(self.initial)
        object.__setattr__(self, "initial", read_only(initial.astype(np.int32)))

    @property
    def states(self) -> int:
        """The number of states of the nondeterministic automaton."""
        return int(self.accepting.size)

    @property
    def symbols(self) -> int:
        """The number of different columns of digits that the nondeterministic automaton reads."""
        return count_symbols(self.tracks, self.numeration)

    def __reduce__(self) -> tuple[type[Nondeterministic], tuple[object, ...]]:
        # Unpickled arrays are writable; the constructor makes them read-only again.
        return Nondeterministic, tuple(getattr(self, entry.name) for entry in fields(self))

    def targets_of(self, state: int, symbol: int) -> npt.NDArray[np.int32]:
        """Return the targets of a state for a symbol."""
        row = state * self.symbols + symbol
        return self.targets[self.offsets[row] : self.offsets[row + 1]]

    def arrange(self, order: Sequence[int]) -> Nondeterministic:
        """Return the automaton that accepts a tuple x if this automaton accepts (x[order[0]], x[order[1]], …)."""
        if list(order) == list(range(self.tracks)):
            return self
        symbol = arranged_symbols(tuple(order), self.tracks, self.numeration)
        starts = self.offsets[:-1].reshape(self.states, -1)[:, symbol].ravel()
        counts = np.diff(self.offsets).reshape(self.states, -1)[:, symbol].ravel()
        offsets = np.concatenate(([0], np.cumsum(counts)))
        places = np.repeat(starts - offsets[:-1], counts) + np.arange(offsets[-1])
        targets = self.targets[places]
        return Nondeterministic(self.tracks, self.numeration, offsets, targets, self.accepting, self.initial)

    def __repr__(self) -> str:
        sizes = f"{self.states} states, {self.targets.size} targets"
        return f"Nondeterministic({self.tracks} tracks, {self.numeration}, {sizes})"


def project_tracks(automaton: TransitionTable, *tracks: int) -> Nondeterministic:
    """Return a nondeterministic automaton in which the numbers on the given tracks are existentially quantified.

    A quantified number may have more digits than the numbers on the remaining tracks. Therefore, every state that is
    reachable by columns with zeros on the remaining tracks is an initial state. States that reach no accepting state
    are removed.
    """
    kept = [track for track in range(automaton.tracks) if track not in tracks]
    if len(kept) + len(tracks) != automaton.tracks:
        raise SpragueError(
            f"the tracks to project must be distinct and from 0 to {automaton.tracks - 1}, got {tracks!r}"
        )
    columns = digit_columns(automaton.tracks, automaton.numeration)
    digits = automaton.numeration.digits
    # Group the symbols that agree on the remaining tracks.
    order = np.lexsort([*columns[list(tracks)], *columns[kept][::-1]]).astype(np.int64)
    offsets, targets = kernels.merge_tracks(
        automaton.table, read_only(order), digits ** len(tracks), read_only(automaton.useful)
    )
    nfa = Nondeterministic(
        len(kept), automaton.numeration, offsets, targets, automaton.accepting, np.zeros(1, np.int32)
    )
    return trim(close_leading_zeros(nfa))


def as_nondeterministic(automaton: TransitionTable) -> Nondeterministic:
    """Return a deterministic automaton as a nondeterministic one, without states that reach no accepting state."""
    offsets = np.arange(automaton.table.size + 1, dtype=np.int64)
    start = np.zeros(1, np.int32)
    return trim(
        Nondeterministic(
            automaton.tracks, automaton.numeration, offsets, automaton.table.ravel(), automaton.accepting, start
        )
    )


def close_leading_zeros(nfa: Nondeterministic) -> Nondeterministic:
    """Return a nondeterministic automaton in which all states reached by leading zeros are initial states."""
    everywhere = read_only(np.ones(nfa.states, np.bool_))
    reached = kernels.forward_reachable(nfa.offsets, nfa.targets, nfa.initial, nfa.symbols, everywhere, 0, 1)
    return Nondeterministic(
        nfa.tracks, nfa.numeration, nfa.offsets, nfa.targets, nfa.accepting, np.flatnonzero(reached).astype(np.int32)
    )


def trim(nfa: Nondeterministic) -> Nondeterministic:
    """Return a nondeterministic automaton without states that are unreachable or that reach no accepting state."""
    useful = kernels.backward_reachable(nfa.offsets, nfa.targets, nfa.accepting, nfa.symbols)
    kept = kernels.forward_reachable(
        nfa.offsets, nfa.targets, nfa.initial, nfa.symbols, read_only(useful), 0, nfa.symbols
    )
    if kept.all():
        return nfa
    name = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    places = np.flatnonzero(kept)
    offsets, targets = kernels.restrict(nfa.offsets, nfa.targets, nfa.symbols, read_only(places), read_only(name))
    initial = name[nfa.initial]
    return Nondeterministic(nfa.tracks, nfa.numeration, offsets, targets, nfa.accepting[places], initial[initial >= 0])


def unite(nfas: Sequence[Nondeterministic]) -> Nondeterministic:
    """Return the union of several nondeterministic automata: one automaton that contains all their states."""
    if not nfas:
        raise SpragueError("expected at least one automaton to unite, got none")
    first = nfas[0]
    for nfa in nfas:
        if (nfa.tracks, nfa.numeration) != (first.tracks, first.numeration):
            raise SpragueError(
                f"expected automata with the same number of tracks and the same numeration, got {first!r} and {nfa!r}"
            )
    states = np.cumsum([0, *(nfa.states for nfa in nfas)])
    edges = np.cumsum([0, *(nfa.targets.size for nfa in nfas)])
    return Nondeterministic(
        first.tracks,
        first.numeration,
        np.concatenate([np.zeros(1, np.int64), *(n.offsets[1:] + e for n, e in zip(nfas, edges[:-1], strict=True))]),
        np.concatenate([n.targets + s for n, s in zip(nfas, states[:-1], strict=True)]),
        np.concatenate([n.accepting for n in nfas]),
        np.concatenate([n.initial + s for n, s in zip(nfas, states[:-1], strict=True)]),
    )


def target_masks(nfa: Nondeterministic) -> npt.NDArray[np.int32]:
    """Return the transitions of a nondeterministic automaton as bit sets of targets, ordered by symbol, then by state.

    If lists of targets are more efficient than bit sets, the result is an array without columns.
    """
    words = -(-nfa.states // 31)
    if words > FEW_WORDS or nfa.states * nfa.symbols * words > FEW_MASKS:
        return np.zeros((nfa.states * nfa.symbols, 0), np.int32)
    bits: npt.NDArray[np.int32] = kernels.target_masks(nfa.offsets, nfa.targets, nfa.states, nfa.symbols, words)
    return bits


def construct_subsets(nfa: Nondeterministic, limit: int | None = None) -> tuple[Transitions, Flags]:
    """Return the transition table of the subset construction, and for each of its states whether it accepts."""
    bound, entry_bound = subset_limits(nfa.symbols, limit)
    table, accepting, numbers = kernels.construct_subsets(
        nfa.offsets,
        nfa.targets,
        nfa.accepting,
        nfa.initial,
        nfa.symbols,
        target_masks(nfa),
        bound.most,
        entry_bound.most,
    )
    bound.check("the subsets of a nondeterministic automaton", accepting.size)
    entry_bound.check("the subsets of a nondeterministic automaton", int(numbers))
    return table, accepting
