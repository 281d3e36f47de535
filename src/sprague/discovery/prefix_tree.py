"""Prefix trees: a `PrefixTree` learns an automaton from all members of a set that have at most n digits.

A *word* consists of the digit columns of a tuple of numbers, most significant first. The nodes of the tree are the
prefixes of the words of all members. The *residual* of a prefix u is the set of the words w for which the word uw
belongs to a member. Two prefixes lead to the same state of the minimal automaton if and only if their residuals are
equal. Suppose that all members with at most n digits are listed. For a prefix of length l, the list determines which
words of length up to n - l are in the residual.

The algorithm is due to Trakhtenbrot and Barzdin (*Finite automata: behavior and synthesis*, 1973). The algorithm visits
the prefixes in order of length. A prefix leads to the first state whose access word has the same residual, as far as
the list determines the two residuals. If no state has the same residual, the prefix becomes the access word of a new
state. The learnt automaton agrees with the whole list. If the list is long enough, the automaton is minimal and accepts
exactly the set. Only a proof can decide whether the list is long enough.

Residuals are compared by hash values, which are computed for all nodes of one length at once. The time for learning is
nearly proportional to the number of members. States that only large numbers distinguish are found without a search
among all tuples.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, permutations, product, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.words import count_symbols
from sprague.errors import OutOfReach

Numbers = NDArray[np.int64]
Hashes = NDArray[np.uint64]

_FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # multipliers of the hash function splitmix64
_STEP = 0x9E3779B97F4A7C15
HASH_BYTES = 8  # size of a hash value in bytes


@dataclass(frozen=True, eq=False)
class _Level:
    """The nodes at one depth of a prefix tree, in the order of their parents; `first[i]` is node i's first child."""

    symbols: Numbers
    members: NDArray[np.bool_]
    first: NDArray[np.int64]


class PrefixTree:
    """The prefix tree of a set: its nodes are the prefixes of the words of all members with at most n digits.

    >>> from sprague.automata.numeration import FIBONACCI
    >>> golden = (1 + 5**0.5) / 2
    >>> wythoff = [(int(n * golden), int(n * golden) + n) for n in range(100)]
    >>> tree = PrefixTree(np.array([*wythoff, *(pair[::-1] for pair in wythoff)]), FIBONACCI, 150)
    >>> tree.digits, tree.automaton(100).states
    (10, 8)
    """

    def __init__(self, members: Numbers, numeration: Numeration, limit: int, memory: int | None = None) -> None:
        """Build the prefix tree of a set from a list of its members.

        Args:
            members: All members whose numbers are below `limit`, one row each; others are ignored.
            numeration: The numeration of the words.
            limit: The bound of the list.
            memory: The maximum number of bytes for the hash values; by default half of the machine's memory.

        Raises:
            OutOfReach: The hash values need more memory than allowed.
        """
        self.numeration = numeration
        self.tracks = members.shape[1]
        self.symbols = count_symbols(self.tracks, numeration)
        weights = _weights_up_to(numeration, limit)
        self.digits = count_digits(numeration, limit)
        self._levels = _levels(members, numeration, weights)
        allowed = limits.default_memory() if memory is None else memory
        hashes = sum(len(level.symbols) * (self.digits - length + 1) for length, level in enumerate(self._levels))
        if hashes * HASH_BYTES > allowed:
            raise OutOfReach(
                f"learning an automaton from {len(members):,} members of a set needs more than {allowed:,} bytes "
                "of memory; allow more memory"
            )
        self._hashes = self._residual_hashes()

    def automaton(self, most_states: int, digits: int | None = None) -> Automaton | None:
        """Return the automaton determined by members with at most `digits` digits; None if it has too many states.

        By default, all members of the tree are used.
        """
        longest = self.digits if digits is None else digits
        # for each state, the length of its access word and the index of the word among the words of this length
        lengths, nodes = [0], [0]
        known: list[dict[int, int]] = [{} for _ in range(longest + 1)]  # maps the hash value of a residual to its state
        compared = [0] * (longest + 1)  # for each dictionary in `known`, the number of states it contains
        # leading zeros do not change a number, so the symbol 0 leads back to the first state
        edges: list[tuple[int, int, int]] = [(0, 0, 0)]
        state = 0
        while state < len(nodes):
            if not state % 64:
                limits.check()
            length, node = lengths[state], nodes[state]
            # the list of members determines the residuals of the children of all words up to this length
            depth = longest - length - 1
            first, last = self._levels[length].first[node : node + 2].tolist() if depth >= 0 else (0, 0)
            for child in range(first, last):
                residual = int(self._hashes[length + 1][depth][child])
                if not residual:
                    continue
                states = known[depth]
                for other in range(compared[depth], len(nodes)):
                    states.setdefault(int(self._hashes[lengths[other]][depth][nodes[other]]), other)
                compared[depth] = len(nodes)
                if (target := states.get(residual)) is None:
                    target = len(nodes)
                    if target >= most_states:
                        return None
                    lengths.append(length + 1)
                    nodes.append(child)
                edges.append((state, int(self._levels[length + 1].symbols[child]), target))
            state += 1
        table = np.full((len(nodes) + 1, self.symbols), len(nodes), np.int32)
        sources, symbols, targets = np.array(edges).T
        table[sources, symbols] = targets
        accepting = [bool(self._levels[length].members[node]) for length, node in zip(lengths, nodes, strict=True)]
        return Automaton(self.tracks, self.numeration, table, np.array([*accepting, False]))

    def _residual_hashes(self) -> list[list[Hashes]]:
        """Return hash values of residuals, indexed by prefix length and by the maximum length of the remaining word.

        The hash value 0 stands for the empty residual.
        """
        found: list[list[Hashes]] = [[] for _ in self._levels]
        marks = _mixed(np.arange(self.symbols, dtype=np.uint64) * np.uint64(_STEP) + np.uint64(_STEP)) | np.uint64(1)
        for length in reversed(range(len(self._levels))):
            level = self._levels[length]
            own = level.members.astype(np.uint64)
            found[length].append(own)
            for depth in range(1, self.digits - length + 1):
                limits.check()
                sums = np.zeros(len(own), np.uint64)
                if length + 1 < len(self._levels):
                    children = found[length + 1][depth - 1]
                    terms = _terms(children, marks[self._levels[length + 1].symbols])
                    totals = np.concatenate([np.zeros(1, np.uint64), np.cumsum(terms, dtype=np.uint64)])
                    sums = totals[level.first[1:]] - totals[level.first[:-1]]
                if not length:  # the symbol 0 leads from the empty word back to the empty word
                    sums = sums + _terms(found[0][depth - 1], marks[:1])
                hashes = _mixed(sums + own * np.uint64(_FACTORS[0]))
                hashes[(sums == 0) & (own == 0)] = 0
                found[length].append(hashes)
        return found


def count_digits(numeration: Numeration, limit: int) -> int:
    """Return the greatest number of digits with which every word denotes a number below a limit.

    >>> from sprague.automata.numeration import BINARY
    >>> count_digits(BINARY, 15), count_digits(BINARY, 16)
    (3, 4)
    """
    return max(len(_weights_up_to(numeration, limit)) - 1, 0)


def _weights_up_to(numeration: Numeration, limit: int) -> list[int]:
    return list(takewhile(lambda weight: weight <= limit, _weights(numeration)))


def _weights(numeration: Numeration) -> Any:
    """Yield the weights of the digits of a numeration, the least first."""
    return (numeration.read([1] + [0] * place) for place in count())


def _levels(members: Numbers, numeration: Numeration, weights: list[int]) -> list[_Level]:
    """Return the nodes of the tree of prefixes, grouped by length."""
    digits, tracks = max(len(weights) - 1, 0), members.shape[1]
    top = weights[-1] if weights else 1
    shifted, last, lengths = _split_numbers(weights)
    radices = np.array([top ** (tracks - 1 - track) for track in range(tracks)], np.int64)
    kept = members[((members >= 0) & (members < top)).all(axis=1)]
    size = lengths[kept].max(axis=1, initial=0)
    own = [np.unique(kept[size == length] @ radices) for length in range(digits + 1)]
    keys = list(own)
    for length in reversed(range(digits)):
        limits.check()
        parents = shifted[keys[length + 1][:, None] // radices % top] @ radices
        keys[length] = np.unique(np.concatenate([own[length], parents]))
    if not len(keys[0]):
        keys[0] = np.zeros(1, np.int64)
    # Sort the nodes of each level by their parents, so that the children of a node are neighbours.
    ordered, found = [keys[0]], []
    ranks = np.zeros(1, np.int64)  # maps each node of the current length to its index after sorting by parents
    symbols = [np.zeros(1, np.int64)]
    firsts = []
    for length in range(digits):
        limits.check()
        tuples = keys[length + 1][:, None] // radices % top
        parents = ranks[np.searchsorted(keys[length], shifted[tuples] @ radices)]
        symbol = np.zeros(len(tuples), np.int64)
        for track in range(tracks):
            symbol = symbol * numeration.digits + last[tuples[:, track]]
        order = np.lexsort((symbol, parents))
        firsts.append(np.searchsorted(parents[order], np.arange(len(ordered[length]) + 1)))
        ranks = np.empty(len(order), np.int64)
        ranks[order] = np.arange(len(order))
        ordered.append(keys[length + 1][order])
        symbols.append(symbol[order])
    firsts.append(np.zeros(len(ordered[digits]) + 1, np.int64))
    for length in range(digits + 1):
        found.append(_Level(symbols[length], np.isin(ordered[length], own[length]), firsts[length]))
    return found


def _split_numbers(weights: list[int]) -> tuple[Numbers, Numbers, Numbers]:
    """Return for each number below the last weight: the number without its last digit, that digit, and the length."""
    top = weights[-1] if weights else 1
    shifted, last, lengths = (np.zeros(top, np.int64) for _ in range(3))
    for place in range(len(weights) - 1):
        numbers = np.arange(weights[place], weights[place + 1])
        leading, rest = np.divmod(numbers, weights[place])
        lengths[numbers] = place + 1
        last[numbers] = leading if not place else last[rest]
        shifted[numbers] = 0 if not place else leading * weights[place - 1] + shifted[rest]
    return shifted, last, lengths


def _mixed(values: Hashes) -> Hashes:
    """Return hash values that depend on all bits of the given values, computed by the output function of splitmix64."""
    for shift, factor in zip((30, 27), _FACTORS, strict=True):
        values = (values ^ (values >> np.uint64(shift))) * np.uint64(factor)
    return values ^ (values >> np.uint64(31))


def _terms(residuals: Hashes, marks: Hashes) -> Hashes:
    """Return the terms of a node's hash sum: one for each child with a nonempty residual."""
    return np.where(residuals == 0, np.uint64(0), _mixed(residuals * marks + marks))


def in_every_order(members: Numbers, blocks: tuple[tuple[int, ...], ...]) -> Numbers:
    """Return every tuple in all orders of its interchangeable entries; the result may contain a tuple twice."""
    found = []
    for orders in product(*map(permutations, blocks)):
        images = members.copy()
        for block, order in zip(blocks, orders, strict=True):
            images[:, list(block)] = members[:, list(order)]
        found.append(images)
    return np.vstack(found)
