"""The inner loops of automata: products, subsets, minimisation, searches.

They know no digits and no piles: an automaton comes in as its table of transitions, a
nondeterministic one as lists of targets (`offsets`, `targets`: those of state q at symbol a stand
from `offsets[q * symbols + a]` on). State 0 is the start. They run as plain Python or compiled
(`sprague.jit`). What may run for long looks at `stop`, once for each state.

What is found on the way (pairs of states, subsets) is numbered from 0 in the order it is found, and looked up in a
hash table, `slots`, of such numbers, -1 where free. Hashes only say where to look: what is found there is compared in
full, so no answer rests on a hash being good. Arrays that grow double. All arithmetic fits 63 bits, compiled and plain
alike. Sorting and copying are written out: numba's own sort and assignments to slices take seconds each to compile.
"""

from sprague.automata.kernels.minimisation import order_of_reach, quotient, refine, split
from sprague.automata.kernels.products import find_pair, guess_of_run, guess_product, product
from sprague.automata.kernels.reachability import backward, find_run, forward, merge_tracks, restrict, walk
from sprague.automata.kernels.subset_construction import search, subsets
from sprague.automata.kernels.subset_keys import target_masks

__all__ = [
    "backward",
    "find_pair",
    "find_run",
    "forward",
    "guess_of_run",
    "guess_product",
    "merge_tracks",
    "order_of_reach",
    "product",
    "quotient",
    "refine",
    "restrict",
    "search",
    "split",
    "subsets",
    "target_masks",
    "walk",
]
