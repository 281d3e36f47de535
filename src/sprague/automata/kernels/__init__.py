"""Automaton kernels for products, subset construction, minimisation and reachability, as plain or compiled Python.

The kernels do not depend on digits or piles. A deterministic automaton is an array, its transition table. A
nondeterministic automaton is an array `targets` with the targets of all transitions; the targets of state q for symbol
a begin at index `offsets[q * symbols + a]`. State 0 is the start state. The kernels run as plain Python or compiled
(`sprague.jit`). Kernels that may run for a long time check the flag `stop` once for each state.

Pairs and subsets of states are numbered from 0 in the order in which they are found. The hash table `slots` contains
the numbers of pairs or subsets; -1 marks a free slot. Entries with equal hashes are compared in full, so correctness
does not depend on the hash function. The arrays of the kernels grow by doubling. All numbers in the kernels fit into 63
bits, so that compiled and plain kernels give the same results. The kernels sort and copy arrays in loops, because numba
needs seconds to compile `sort` and slice assignments.
"""

from sprague.automata.kernels.minimisation import quotient, reachable_states, refine, split
from sprague.automata.kernels.products import find_pair, guess_of_run, guess_product, product
from sprague.automata.kernels.reachability import (
    backward_reachable,
    find_run,
    forward_reachable,
    merge_tracks,
    restrict,
    run_word,
)
from sprague.automata.kernels.subset_construction import construct_subsets, find_mismatch
from sprague.automata.kernels.subset_keys import target_masks

__all__ = [
    "backward_reachable",
    "construct_subsets",
    "find_mismatch",
    "find_pair",
    "find_run",
    "forward_reachable",
    "guess_of_run",
    "guess_product",
    "merge_tracks",
    "product",
    "quotient",
    "reachable_states",
    "refine",
    "restrict",
    "run_word",
    "split",
    "target_masks",
]
