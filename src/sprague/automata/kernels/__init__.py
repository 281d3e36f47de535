"""Kernels of automata: products, subset construction, minimisation, reachability; plain or compiled.

They know no digits and no piles: an automaton comes in as its table of transitions, a
nondeterministic one as lists of targets (`offsets`, `targets`: those of state q at symbol a stand
from `offsets[q * symbols + a]` on). State 0 is the start. They run as plain Python or compiled
(`sprague.jit`). What may run for long looks at `stop`, once for each state.

What is found on the way (pairs of states, subsets) is numbered from 0 in the order it is found, and looked up in a
hash table, `slots`, of such numbers, -1 where free. Hashes only say where to look: what is found there is compared in
full, so no answer rests on a hash being good. Arrays that grow double. All arithmetic fits 63 bits, compiled and plain
alike. Sorting and copying are written out: numba's own sort and assignments to slices take seconds each to compile.
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
