"""The class `Automaton` represents a set of tuples of numbers by its minimal automaton, and offers operations on sets.

An automaton reads the digits column by column, most significant first. A column of digits is a *symbol*, and the digits
of one number form a *track*. Leading zeros do not change whether a word is accepted. Every set that a finite automaton
recognises has exactly one minimal automaton. `Automaton` always stores the minimal automaton, so two sets are equal if
and only if their transition tables are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.drawing import svg_if_small
from sprague.automata.members import count_members, iterate_members, smallest_member
from sprague.automata.nondeterministic import Nondeterministic, construct_subsets, project_tracks
from sprague.automata.numeration import BINARY, Numeration
from sprague.automata.size_limits import pair_limit, state_limit
from sprague.automata.transition_table import (
    Flags,
    Transitions,
    TransitionTable,
    minimise,
    read_only,
    restrict_to_valid,
)
from sprague.automata.words import (
    Position,
    arranged_symbols,
    count_symbols,
    decode_word,
    encode_word,
)
from sprague.errors import SpragueError

kernels = jit.compile_lazily(plain)


@dataclass(frozen=True, eq=False, repr=False)
class Automaton(TransitionTable):
    """A set of tuples of natural numbers, represented by the minimal automaton that accepts their digits.

    `table[state, symbol]` is the next state, and state 0 is the start state. A column of digits d_0, d_1, … is encoded
    as the symbol Σ d_i · digits**(tracks - 1 - i); track 0 has the greatest weight. If the array `table` is reshaped to
    (states, digits, …, digits), axis i + 1 belongs to track i.

    The constructor accepts any complete transition table for which leading zeros do not change the result. The
    constructor changes the table so that the automaton rejects words that represent no tuple of numbers. The
    constructor minimises the table, and numbers the states in breadth-first order.

    >>> even = Automaton(1, BINARY, [[0, 1], [0, 1]], [True, False])
    >>> 6 in even, (7,) in even, even.smallest(), (~even).smallest()
    (True, False, (0,), (1,))
    >>> even
    Automaton(1 track, base 2, 2 states)
    """

    def __init__(self, tracks: int, numeration: Numeration, table: npt.ArrayLike, accepting: npt.ArrayLike) -> None:
        rows, flags = np.asarray(table), np.asarray(accepting)
        symbols = count_symbols(tracks, numeration)
        if rows.ndim != 2 or rows.shape[0] < 1 or rows.shape[1] != symbols or rows.dtype.kind not in "iu":
            raise SpragueError(
                f"expected an integer array with one row per state and {symbols} columns, one per symbol (tracks: "
                f"{tracks}, numeration: {numeration}), got an array of {rows.dtype} with shape {rows.shape}"
            )
        if flags.shape != rows.shape[:1] or flags.dtype != np.bool_:
            raise SpragueError(
                f"expected {rows.shape[0]} booleans in 'accepting', one per state, got an array of {flags.dtype} "
                f"with shape {flags.shape}"
            )
        if int(rows.min()) < 0 or int(rows.max()) >= rows.shape[0]:
            wrong = int(rows.min()) if int(rows.min()) < 0 else int(rows.max())
            raise SpragueError(f"expected transitions to states from 0 to {rows.shape[0] - 1}, got {wrong}")
        if numeration.is_restricted:
            rows, flags = restrict_to_valid(rows.astype(np.int32), flags, tracks, numeration)
        self._keep(tracks, numeration, rows.astype(np.int32), flags)
        if self.table[0, 0] != 0:
            raise SpragueError(
                "the automaton gives different results for a number with and without leading zeros; make the "
                "symbol 0 lead from state 0 to state 0"
            )

    def _keep(self, tracks: int, numeration: Numeration, table: Transitions, accepting: Flags) -> None:
        least, labels = minimise(table, accepting)
        object.__setattr__(self, "tracks", tracks)
        object.__setattr__(self, "numeration", numeration)
        object.__setattr__(self, "table", read_only(least))
        object.__setattr__(self, "accepting", read_only(labels.astype(np.bool_)))

    @classmethod
    def _made(cls, tracks: int, numeration: Numeration, table: Transitions, accepting: Flags) -> Automaton:
        """Return the minimal automaton of a transition table that is known to be valid."""
        made = cls.__new__(cls)
        made._keep(tracks, numeration, table, accepting)
        return made

    # Representation

    def __repr__(self) -> str:
        tracks, states = (
            f"{n} {what}" + "s" * (n != 1) for n, what in ((self.tracks, "track"), (self.states, "state"))
        )
        return f"Automaton({tracks}, {self.numeration}, {states})"

    def _repr_svg_(self) -> str | None:
        return svg_if_small(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return (
            (self.tracks, self.numeration) == (other.tracks, other.numeration)
            and np.array_equal(self.table, other.table)
            and np.array_equal(self.accepting, other.accepting)
        )

    def __hash__(self) -> int:
        return hash((self.tracks, self.numeration.name, self.table.tobytes(), self.accepting.tobytes()))

    def __getstate__(self) -> tuple[int, Numeration, Transitions, Flags]:
        return self.tracks, self.numeration, self.table, self.accepting

    def __setstate__(self, state: tuple[int, Numeration, Transitions, Flags]) -> None:
        # Unpickled arrays are writable; make them read-only again.
        for name, value in zip(("tracks", "numeration", "table", "accepting"), state, strict=True):
            object.__setattr__(self, name, read_only(value) if isinstance(value, np.ndarray) else value)

    # Set algebra

    def __and__(self, other: Automaton) -> Automaton:
        return self._combine(other, np.logical_and)

    def __or__(self, other: Automaton) -> Automaton:
        return self._combine(other, np.logical_or)

    def __xor__(self, other: Automaton) -> Automaton:
        return self._combine(other, np.logical_xor)

    def __sub__(self, other: Automaton) -> Automaton:
        return self._combine(other, np.greater)

    def __invert__(self) -> Automaton:
        if self.numeration.is_restricted:
            return everything(self.tracks, self.numeration) - self
        return self._made(self.tracks, self.numeration, self.table, ~self.accepting)

    def __le__(self, other: Automaton) -> bool:
        return self._first(other, [[False, False], [True, False]]) is None

    def __lt__(self, other: Automaton) -> bool:
        return self <= other and self != other

    def __ge__(self, other: Automaton) -> bool:
        return other <= self

    def __gt__(self, other: Automaton) -> bool:
        return other < self

    def difference(self, other: Automaton) -> Position | None:
        """Return the smallest tuple that is in exactly one of the two sets, or None if the sets are equal."""
        return self._first(other, [[False, True], [True, False]])

    def _first(self, other: Automaton, wanted: list[list[bool]]) -> Position | None:
        self.check_alike(other)
        bound = pair_limit()
        found, word, seen = kernels.find_pair(
            self.table, other.table, self.accepting, other.accepting, read_only(np.array(wanted)), bound.most
        )
        bound.check("comparing two automata", int(seen) + (found < 0))
        return decode_word(word, self.tracks, self.numeration) if found else None

    def union(self, other: Automaton, limit: int) -> Automaton:
        """Return `self | other`; raise OutOfReach if the product has more than `limit` pairs of states."""
        return self._combine(other, np.logical_or, limit)

    def intersection(self, other: Automaton, limit: int) -> Automaton:
        """Return `self & other`; raise OutOfReach if the product has more than `limit` pairs of states."""
        return self._combine(other, np.logical_and, limit)

    def _combine(
        self, other: Automaton, operation: Callable[[Flags, Flags], Flags], most: int | None = None
    ) -> Automaton:
        self.check_alike(other)
        bound = state_limit(self.symbols, most)
        table, left, right = kernels.product(self.table, other.table, bound.most)
        bound.check("the product of two automata", left.size)
        return self._made(self.tracks, self.numeration, table, operation(self.accepting[left], other.accepting[right]))

    def check_alike(self, other: Automaton) -> None:
        """Raise SpragueError if two automata differ in the number of tracks or in the numeration."""
        if (self.tracks, self.numeration) != (other.tracks, other.numeration):
            raise SpragueError(
                f"expected two automata with the same tracks and numeration, got {self!r} and {other!r}; the "
                "method 'arrange' changes the tracks of an automaton"
            )

    # Tracks

    def project(self, *tracks: int) -> Automaton:
        """Return the projection of the set: remove the numbers on the given tracks from every member.

        >>> from sprague.automata.atoms import linear
        >>> even = linear((1, -2), 0, "=").project(1)  # some y has x = 2y
        >>> [x for x in range(6) if x in even]
        [0, 2, 4]
        """
        return determinise(project_tracks(self, *tracks)) if tracks else self

    def arrange(self, sources: Sequence[int | None], tracks: int) -> Automaton:
        """Return the set of all tuples x for which (x[sources[0]], x[sources[1]], …) is a member of this set.

        For example, `a.arrange((2, 0), tracks=3)` is the set of the triples x with (x[2], x[0]) in a. A track that is
        missing from `sources` can hold any number. The list `sources` can contain a track more than once. If
        `sources[i]` is None, entry i of the member can be any number.
        """
        if len(sources) != self.tracks or any(s is not None and not 0 <= s < tracks for s in sources):
            raise SpragueError(
                f"expected {self.tracks} sources, one per track of the automaton, each None or an index from 0 to "
                f"{tracks - 1}; got {tuple(sources)!r}"
            )
        found = [source for source in sources if source is not None]
        if len(found) < len(sources):
            some = [track for track, source in enumerate(sources) if source is None]
            return self.project(*some).arrange(found, tracks)
        if tuple(sources) == tuple(range(tracks)):
            return self
        symbols = count_symbols(tracks, self.numeration)
        state_limit(symbols).check(f"an automaton on {tracks} tracks", self.states)
        table, accepting = self.table[:, arranged_symbols(tuple(found), tracks, self.numeration)], self.accepting
        if self.numeration.is_restricted and set(sources) != set(range(tracks)):
            table, accepting = restrict_to_valid(table, accepting, tracks, self.numeration)
        return self._made(tracks, self.numeration, table, accepting)

    def swap(self, first: int, second: int) -> Automaton:
        """Return the set that results if two tracks of every member are exchanged.

        >>> from sprague.automata.atoms import linear
        >>> double = linear((1, -2), 0, "=")  # x = 2y
        >>> (6, 3) in double, (3, 6) in double.swap(0, 1)
        (True, True)
        """
        return self.arrange(_swapped(self.tracks, first, second), self.tracks)

    def asymmetry_witness(
        self, blocks: Iterable[Sequence[int]], permutations: Iterable[Sequence[int]] = ()
    ) -> tuple[Position, Position] | None:
        """Return a member and a non-member with the same numbers in another order, or None if the set is symmetric.

        The set is symmetric if it is mapped to itself by the given permutations of tracks and by all permutations of
        tracks within a block. Within a block, the function tests only swaps of neighbouring tracks, because they
        generate all permutations.
        """
        swaps = (_swapped(self.tracks, *pair) for block in blocks for pair in pairwise(block))
        for sources in chain(swaps, permutations):
            if (position := self.difference(self.arrange(sources, self.tracks))) is not None:
                return position, tuple(position[source] for source in sources)
        return None

    def has_same_table(self, other: Automaton) -> bool:
        """Return whether another automaton has the same transition table and the same accepting states."""
        return np.array_equal(self.table, other.table) and np.array_equal(self.accepting, other.accepting)

    # Members

    def __contains__(self, position: Sequence[int | np.integer] | int) -> bool:
        numbers = (position,) if isinstance(position, (int, np.integer)) else tuple(position)
        if len(numbers) != self.tracks or not all(isinstance(n, (int, np.integer)) for n in numbers):
            raise SpragueError(f"expected {self.tracks} integers, one per track, got {len(numbers)}: {_short(numbers)}")
        if min(numbers, default=0) < 0:
            return False
        word = encode_word([int(n) for n in numbers], self.numeration)
        return bool(self.accepting[kernels.run_word(self.table, 0, read_only(word))])

    def contains_many(self, positions: npt.NDArray[np.int64]) -> Flags:
        """Return, for each row of an array, whether the row is a member of the set."""
        digits = self.numeration.digits
        size = self.numeration.write(int(positions.max(initial=0))).size
        rest = np.array(positions, dtype=np.int64)
        state = np.zeros(len(positions), np.int32)
        for place in reversed(range(size)):
            # Divide by the weights in descending order: this greedy algorithm finds the digits of a number in every
            # numeration.
            weight = self.numeration.read([1] + [0] * place)
            column = rest // weight
            rest -= column * weight
            symbol = np.zeros(len(positions), np.int64)
            for track in range(self.tracks):
                symbol = symbol * digits + column[:, track]
            state = self.table[state, symbol]
        return self.accepting[state]

    def smallest(self) -> Position | None:
        """Return the first member in the order by number of digits and then by symbols, or None if the set is empty."""
        return smallest_member(self)

    def members(self) -> Iterator[Position]:
        """Yield all members, ordered by number of digits and then by symbols; there may be infinitely many.

        >>> from itertools import islice
        >>> from sprague.automata.atoms import linear
        >>> list(islice(linear((1, -2), 0, "=").members(), 4))
        [(0, 0), (2, 1), (4, 2), (6, 3)]
        """
        return iterate_members(self)

    def count(self, chips: int) -> int:
        """Return the number of members whose numbers add up to `chips`, a number of any size.

        >>> from sprague.automata.atoms import digit_sum_zero
        >>> digit_sum_zero(3, 2).count(10**100) == 3 ** (10**100 // 2).bit_count()
        True
        """
        return count_members(self, chips)

    def to_array(self, limit: int) -> Flags:
        """Return a Boolean array that marks the members among all tuples of numbers below the limit."""
        length = self.numeration.write(max(limit - 1, 0)).size
        digits = np.array([self.numeration.write(n, length) for n in range(limit)], np.int64).reshape(limit, length)
        state = np.zeros((limit,) * self.tracks, np.int32)
        for place in range(length):
            symbol = np.zeros((1,) * self.tracks, np.int64)
            for track in range(self.tracks):
                shape = [limit if axis == track else 1 for axis in range(self.tracks)]
                symbol = symbol * self.numeration.digits + digits[:, place].reshape(shape)
            state = self.table[state, symbol]
        out: Flags = self.accepting[state]
        return out


def everything(tracks: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton that accepts all tuples of numbers."""
    table = np.zeros((1, count_symbols(tracks, numeration)), np.int32)
    return Automaton(tracks, numeration, table, np.ones(1, np.bool_))


def nothing(tracks: int, numeration: Numeration = BINARY) -> Automaton:
    """Return the automaton of the empty set of tuples of numbers."""
    table = np.zeros((1, count_symbols(tracks, numeration)), np.int32)
    return Automaton(tracks, numeration, table, np.zeros(1, np.bool_))


def determinise(nfa: Nondeterministic, limit: int | None = None) -> Automaton:
    """Return the minimal `Automaton` of a nondeterministic automaton, constructing at most `limit` subsets."""
    return Automaton(nfa.tracks, nfa.numeration, *construct_subsets(nfa, limit))


def _swapped(tracks: int, first: int, second: int) -> list[int]:
    """Return the list 0, 1, 2, … of all tracks with two entries exchanged."""
    sources = list(range(tracks))
    sources[first], sources[second] = second, first
    return sources


def _short(values: tuple[object, ...]) -> str:
    """Format a tuple for an error message; `…` replaces very long numbers and all entries after the tenth."""
    shown = ("…" if isinstance(v, int) and v.bit_length() > 64 else repr(v)[:40] for v in values[:10])
    return "(" + ", ".join([*shown, *["…"] * (len(values) > 10)]) + ")"
