"""The function `find_difference` compares a nondeterministic automaton with an expected set of words.

`find_difference` runs two automata in parallel: a deterministic automaton of the expected set, and the subset
construction of the nondeterministic automaton. The search stops at the first word on which the two automata disagree.
The search often finds a difference before all subsets are constructed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.automaton import Automaton, everything
from sprague.automata.nondeterministic import Nondeterministic, target_masks
from sprague.automata.size_limits import state_limit, subset_pair_limits
from sprague.automata.transition_table import Labels, Transitions, minimise, read_only
from sprague.automata.words import Word
from sprague.errors import SpragueError

kernels = jit.compile_lazily(plain)

MUST_NOT, MUST, EITHER = 0, 1, 2


class Expected(NamedTuple):
    """An expected set of words: a transition table, and a label MUST (accept), MUST_NOT or EITHER for each state."""

    table: Transitions
    kinds: Labels


def expect(members: Automaton, among: Automaton | None = None) -> Expected:
    """Return the expected set: a tuple of `among` must be accepted if it is in `members`, and otherwise rejected.

    An automaton may accept or reject any tuple outside `among`.
    """
    care = everything(members.tracks, members.numeration) if among is None else among
    members.check_alike(care)
    bound = state_limit(members.symbols)
    table, left, right = kernels.product(members.table, care.table, bound.most)
    bound.check("the product of two automata", left.size)
    kinds = np.where(care.accepting[right], members.accepting[left].astype(np.int8), np.int8(EITHER))
    return Expected(*minimise(table, kinds))


class Difference(NamedTuple):
    """The first word on which two automata differ, or None if they agree, and the number of explored state pairs."""

    word: Word | None
    explored: int


def find_difference(expected: Expected, nfa: Nondeterministic) -> Difference:
    """Return the first word, by length and then by symbols, on which `nfa` differs from the expected set.

    The search is breadth first over pairs (state of the expected automaton, subset of states of `nfa`). The search
    skips pairs from which the expected automaton reaches only states that allow both acceptance and rejection. To
    convert the word into a tuple of numbers, call `decode_word`.

    >>> from sprague.automata.atoms import linear
    >>> from sprague.automata.nondeterministic import project_tracks
    >>> even = project_tracks(linear((1, -2), 0, "="), 1)  # some y has x = 2y
    >>> find_difference(expect(linear((1,), 0, ">=")), even).word
    array([1], dtype=int32)
    """
    table, kinds = read_only(np.asarray(expected.table, np.int32)), read_only(np.asarray(expected.kinds, np.int8))
    if table.ndim != 2 or table.shape[1] != nfa.symbols or kinds.shape != table.shape[:1]:
        raise SpragueError(
            f"expected a 'table' with {nfa.symbols} columns and 'kinds' with one entry per row of 'table', got "
            f"the shapes {table.shape} and {kinds.shape}"
        )
    offsets = np.arange(table.size + 1, dtype=np.int64)
    live = kernels.backward_reachable(
        read_only(offsets), read_only(table.reshape(-1)), read_only(kinds != EITHER), nfa.symbols
    )
    bound, entry_bound = subset_pair_limits()
    found, word, seen = kernels.find_mismatch(
        table,
        kinds,
        read_only(live),
        nfa.offsets,
        nfa.targets,
        nfa.accepting,
        nfa.initial,
        target_masks(nfa),
        bound.most,
        entry_bound.most,
    )
    if found < 0:
        raise (bound if found == -1 else entry_bound).refusal("comparing with a nondeterministic automaton")
    return Difference(word if found else None, int(seen))
