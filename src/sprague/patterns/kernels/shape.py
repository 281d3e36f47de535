"""How the rows of a game with finitely many moves are laid out, folded; and which values they hold.

Piles are in an order in which every move's first change is a fall. `rows[n]` holds all positions whose
first pile is n, the other piles laid out one after the other. `shape` says how, with a column for each pile.
"""

from __future__ import annotations

# The rows of a shape: pile j takes EXTENT places, of which CORE (preperiod plus period, the latter PERIOD) are a period
# window, FALL more are computed and compared with what the period says, and the rest, as far as moves reach up and to
# the end of a word, are copied. STRIDE is the distance of neighbours.
CORE, PERIOD, FALL, EXTENT, STRIDE = 0, 1, 2, 3, 4

# The mode: Grundy values, or 0 for P and 1 for N, in normal play or in misère play.
GRUNDY, OUTCOME, MISERE = 0, 1, 2
